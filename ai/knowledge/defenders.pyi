from collections.abc import Mapping, Sequence

from ai.knowledge import Tuning
from ai.policy import Evaluator, Policy
from core.defenders.state import Defenders
from core.game import Setup

TUNING: Tuning

class DefendersPolicy(Policy):
    def __init__(
        self,
        setup: Setup,
        weights: Mapping[str, float] | None = None,
        heroes: Mapping[str, float] | None = None,
    ) -> None: ...
    def weigh(self, state: Defenders) -> dict[int, float]: ...

class DefendersEvaluator(Evaluator):
    def __init__(self, setup: Setup) -> None: ...
    def features(self, state: Defenders) -> dict[str, float]: ...
    def odds(
        self, state: Defenders, general: str, seats: Sequence[int] | None = None
    ) -> float: ...

def policy(setup: Setup) -> DefendersPolicy: ...
def evaluator(setup: Setup) -> DefendersEvaluator: ...

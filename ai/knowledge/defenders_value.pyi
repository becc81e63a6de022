from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.knowledge.defenders_policy import DefendersPolicy
from ai.policy import Evaluator
from core.defenders.state import Defenders
from core.game import Setup
from core.rng import Stream

class DefendersEvaluator(Evaluator):
    def __init__(self, setup: Setup) -> None: ...
    def features(self, state: Defenders) -> dict[str, float]: ...
    def odds(
        self, state: Defenders, general: str, seats: Sequence[int] | None = None
    ) -> float: ...

def matched_turns(
    state: Defenders,
    policy: DefendersPolicy,
    stream: Stream,
    rows: NDArray[np.float32],
    won: NDArray[np.uint8],
    random_in: int,
) -> None: ...

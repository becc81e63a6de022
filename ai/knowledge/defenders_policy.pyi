from collections.abc import Mapping

from ai.policy import Policy
from core.defenders.state import Defenders
from core.game import Setup

class DefendersPolicy(Policy):
    def __init__(
        self,
        setup: Setup,
        weights: Mapping[str, float] | None = None,
        quests: Mapping[str, float] | None = None,
        heroes: Mapping[str, float] | None = None,
    ) -> None: ...
    def weigh(self, state: Defenders) -> dict[int, float]: ...

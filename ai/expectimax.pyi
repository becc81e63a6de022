from typing import Self

from ai.budget import Limit
from ai.policy import Evaluator, Policy
from ai.report import SearchReport
from core.game import Setup
from core.rng import Stream
from core.state import State

MODES: tuple[str, ...]
MOST_OUTCOMES: int
PRUNES: dict[str, int]

def prunable(setup: Setup, mode: str = "maxn") -> bool: ...

class Expectimax:
    def __new__(
        cls,
        state: State,
        evaluator: Evaluator,
        policy: Policy | None = None,
        mode: str = "maxn",
        prune: str = "none",
        outcomes: int | None = None,
        table: int = 0,
    ) -> Self: ...
    @property
    def nodes(self) -> int: ...
    def values(
        self, state: State, depth: int, seat: int | None = None, seed: int = 0
    ) -> list[float]: ...
    def search(
        self, state: State, limit: Limit | None, stream: Stream, depth: int = 1, worlds: int = 4
    ) -> SearchReport: ...

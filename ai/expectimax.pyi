from ai.budget import Limit
from ai.policy import Evaluator
from ai.report import SearchReport
from core.rng import Stream
from core.state import State

class Expectimax:
    nodes: int
    def __init__(self, state: State, evaluator: Evaluator) -> None: ...
    def values(self, state: State, depth: int) -> list[float]: ...
    def search(
        self,
        state: State,
        limit: Limit | None,
        stream: Stream,
        depth: int = 1,
        worlds: int = 4,
    ) -> SearchReport: ...
    def after(self, deal: State, action: int, depth: int) -> list[float]: ...
    def variation(self, deal: State, action: int) -> tuple[str, ...]: ...

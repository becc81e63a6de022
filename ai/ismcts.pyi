from collections.abc import Sequence

from ai.budget import Limit
from ai.policy import Evaluator, Policy
from ai.report import SearchReport
from core.rng import Stream
from core.state import State

KEYS: dict[str, int]
BATCH_SECONDS: float
ITERATIONS_A_NODE: int

class Tree:
    def __init__(
        self,
        root: State,
        stream: Stream,
        policy: Policy,
        evaluator: Evaluator | None,
        keys: int,
        cutoff: int,
        c: float,
        weight: float,
        advisor: Policy,
    ) -> None: ...
    @property
    def iterations(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def collisions(self) -> int: ...
    def run(self, iterations: int, max_nodes: int) -> int: ...
    def root_rows(self) -> dict[int, tuple[int, list[float], float]]: ...
    def node_at(
        self, at: State, decisions: Sequence[int] = ()
    ) -> tuple[int, float, list[tuple[int, int, int, list[float]]]] | None: ...
    def variation(self, action: int) -> tuple[str, ...]: ...

class Ismcts:
    policy: Policy
    evaluator: Evaluator | None
    keys: str
    c: float
    cutoff: int
    advisor: Policy
    weight: float
    trees: int
    threads: int
    def __init__(
        self,
        policy: Policy,
        evaluator: Evaluator | None = None,
        *,
        keys: str = "mo",
        c: float = 0.7,
        cutoff: int = -1,
        advisor: Policy | None = None,
        weight: float = 1.0,
        trees: int = 2,
        threads: int = 1,
    ) -> None: ...
    def search(self, state: State, limit: Limit, *seed: int | str) -> SearchReport: ...

def report(state: State, trees: Sequence[Tree], seconds: float) -> SearchReport: ...

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
    def set_net(
        self,
        first: NDArray[np.float32],
        bias: NDArray[np.float32],
        second: NDArray[np.float32],
        last: NDArray[np.float32],
    ) -> None: ...
    def odds(
        self, state: Defenders, general: str, seats: Sequence[int] | None = None
    ) -> float: ...

def dusks(
    state: Defenders,
    policy: DefendersPolicy,
    stream: Stream,
    rows: NDArray[np.uint8],
    won: NDArray[np.uint8],
    last_strayed: int,
) -> None: ...
def inputs() -> tuple[int, int]: ...

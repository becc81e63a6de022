from core.rng import Stream
from core.state import State

class Policy:
    def prior(self, state: State) -> dict[int, float]: ...
    def choose(self, state: State, stream: Stream) -> int: ...

class Evaluator:
    def evaluate(self, state: State) -> list[float]: ...
    def quiet(self, state: State) -> bool: ...

def run_playouts(
    state: State,
    policy: Policy,
    stream: Stream,
    games: int,
    evaluator: Evaluator | None = None,
    turns: int = -1,
) -> tuple[int, list[float]]: ...
def run_redeals(state: State, observer: int, stream: Stream, times: int) -> None: ...

"""pytest-benchmark suite: ``make bench``. Compare runs with ``--benchmark-compare``."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai import knowledge
from ai.budget import Limit
from ai.expectimax import Expectimax
from ai.ismcts import KEYS, Ismcts
from ai.policy import Policy, run_playouts, run_redeals
from bench.positions import SEED, positions
from core.game import names
from core.rng import Stream
from core.state import State

CASES = [(game, position) for game in names() for position in positions(game)]


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}: {case[1]}")
def state(request: pytest.FixtureRequest) -> State:
    game, position = request.param
    return positions(game)[position]


def test_random_playouts(benchmark: BenchmarkFixture, state: State) -> None:
    benchmark(run_playouts, state, Policy(), Stream(SEED), 200)


def test_redeals(benchmark: BenchmarkFixture, state: State) -> None:
    benchmark(run_redeals, state, state.mover, Stream(SEED), 10_000)


@pytest.mark.parametrize("keys", KEYS)
def test_ismcts(benchmark: BenchmarkFixture, state: State, keys: str) -> None:
    benchmark(Ismcts(Policy(), keys=keys).search, state, Limit(iterations=500), SEED)


def test_expectimax(benchmark: BenchmarkFixture, state: State) -> None:
    evaluator = knowledge.evaluator(state.setup)
    if evaluator is None:
        pytest.skip("the game has no evaluator")
    search = Expectimax(state, evaluator)
    benchmark(search.search, state, Limit(nodes=20_000), Stream(SEED), 3, 2)


def test_python_face(benchmark: BenchmarkFixture, state: State) -> None:
    """One game of random actions through the checked Python methods."""

    def game() -> None:
        stream = Stream(SEED)
        at = state.clone()
        while not at.is_terminal:
            if at.is_chance:
                at.play(at.sample(stream))
            else:
                actions = at.legal_actions()
                at.play(actions[stream.below(len(actions))])

    benchmark(game)

"""How often searches decide as the exact solver of Quacks' drawing phase does.

    python -m bench.experiments.quacks_brewing --positions 200 --seed 1

Positions are decisions on one's own brewing met in games of `greedy` against itself, with the four
sets in turn, up to a given round and from bags of up to a given number of chips. Every searcher is
asked about the same `Brewing` and so optimises the same worth as the solver; only `greedy` decides
as it does in the real position. For each it prints the share of decisions that agree, the share
among those that are no near-ties, the share whose answer is best or nearly so, and the regret: what
the chosen answer is worth less than the best one, in win chance.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator

from ai import knowledge
from ai.budget import Limit
from ai.expectimax import Expectimax
from ai.ismcts import Ismcts
from ai.knowledge.quacks_brewing import Brewing, Solver, brewing
from core.game import get
from core.quacks.state import Quacks
from core.rng import Stream

EQUAL = 1e-9  # win chance: rounding alone sets such answers apart
TIE = 0.002  # win chance: answers closer than that are a near-tie
QUESTIONS = (
    "DRAW_STOP", "STIRRED", "FLASK", "EXTRA", "BLUE1", "YELLOW1", "SECOND", "RED2", "STRONG",
)  # fmt: skip


def searcher(state: Quacks) -> Expectimax:
    """Return the expectimax with which `greedy` decides."""
    evaluator = knowledge.evaluator(state.setup)
    assert evaluator is not None
    return Expectimax(state, evaluator)


def decisions(seed: int, last_round: int, chips: int) -> Iterator[Quacks]:
    """Yield one decision in about eight on brewing from a bag of so many chips, without end."""
    stream = Stream("quacks_brewing", seed)
    number = 0
    while True:
        setup = get("quacks").setup(2, seed=seed + number, options={"sets": str(1 + number % 4)})
        state = setup.blank()
        assert isinstance(state, Quacks)
        greedy = searcher(state)
        number += 1
        while not state.is_terminal and state.round <= last_round:
            if state.is_chance:
                state.play(state.sample(stream))
                continue
            chosen = greedy.search(state, None, stream, depth=1, worlds=1).chosen
            bag = state.observation(state.mover).seats[state.mover].bag
            if state.phase in QUESTIONS and sum(bag) <= chips and stream.below(8) == 0:
                yield state.clone()
            state.play(chosen)


def ismcts(
    iterations: int, c: float, keys: str = "mo"
) -> Callable[[Quacks, Brewing, int], int]:
    """Return a searcher of the brewing by ISMCTS with playouts to its end, as `ismcts` advised."""

    def choose(state: Quacks, alone: Brewing, number: int) -> int:
        policy = knowledge.policy(state.setup)
        assert policy is not None
        search = Ismcts(policy, None, keys=keys, c=c, cutoff=-1, advisor=policy)
        return search.search(alone, Limit(iterations=iterations), "experiment", number).chosen

    return choose


def ahead(draws: int) -> Callable[[Quacks, Brewing, int], int]:
    """Return the solver that looks a number of draws ahead."""
    return lambda state, alone, number: Solver(draws).search(alone).chosen


def greedy(state: Quacks, alone: Brewing, number: int) -> int:
    """Choose as `greedy` does, in the real position."""
    return searcher(state).search(state, None, Stream("greedy", number), depth=1, worlds=4).chosen


SEARCHERS: dict[str, Callable[[Quacks, Brewing, int], int]] = {
    "greedy": greedy,
    **{f"solver, {draws} draws ahead": ahead(draws) for draws in (1, 2, 3, 4, 5, 6)},
    **{
        f"ismcts, {iterations:,} iterations, c={c}": ismcts(iterations, c)
        for c in (0.1, 0.3, 1.0) for iterations in (1_000, 10_000, 100_000)
    },
    **{
        f"ismcts, {iterations:,} iterations, c=0.1, open": ismcts(iterations, 0.1, keys="open")
        for iterations in (1_000, 10_000, 100_000)
    },
}  # fmt: skip


def main() -> None:
    """Run the experiment and print its table."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--last-round", type=int, default=5)
    parser.add_argument("--chips", type=int, default=99, help="in the bag at most")
    parser.add_argument("--only", default="", help="searchers whose name holds this text")
    options = parser.parse_args()
    searchers = {name: choose for name, choose in SEARCHERS.items() if options.only in name}
    regrets: dict[str, list[float]] = {name: [] for name in searchers}
    seconds = dict.fromkeys(searchers, 0.0)
    clear: list[bool] = []
    solver = Solver()
    for number, state in enumerate(decisions(options.seed, options.last_round, options.chips)):
        if len(clear) == options.positions:
            break
        alone = brewing(state)
        values = solver.values(alone)
        ranked = sorted(values.values())
        clear.append(ranked[-1] - ranked[-2] >= TIE)
        for name, choose in searchers.items():
            start = time.perf_counter()
            regrets[name].append(ranked[-1] - values[choose(state, alone, number)])
            seconds[name] += time.perf_counter() - start
    print(f"{len(clear)} decisions, {sum(clear)} no near-ties (best two {TIE} apart or more)")
    print(f"{'':39} agree  of clear  near-best  regret    worst    ms")
    for name, row in regrets.items():
        of_clear = [regret <= EQUAL
                    for regret, is_clear in zip(row, clear, strict=True) if is_clear]
        agree, nearly = (share([regret <= most for regret in row]) for most in (EQUAL, TIE))
        print(f"{name:39} {agree}    {share(of_clear)}      {nearly}  {statistics.mean(row):.5f}"
              f"  {max(row):.4f}  {1000 * seconds[name] / len(row):6.1f}")


def share(hits: list[bool]) -> str:
    """Return a share in percent."""
    return f"{100 * sum(hits) / len(hits):5.1f}" if hits else "    -"


if __name__ == "__main__":
    main()

"""How long the exact solver of Quacks' drawing phase takes, by round and set.

    python -m bench.experiments.quacks_solver_speed --games 3 --last-round 6
    python -m bench.experiments.quacks_solver_speed --games 3 --draws 4

Solves the first decision on brewing that each seat meets in each round of games of `greedy` against
itself, when the bag is fullest, with an empty table.
"""

from __future__ import annotations

import argparse
import statistics
import time

from ai import knowledge
from ai.expectimax import Expectimax
from ai.knowledge.quacks_brewing import Solver, brewing
from core.game import get
from core.quacks.state import Quacks
from core.rng import Stream


def solved(sets: str, seed: int, last_round: int, draws: int | None) -> list[tuple[int, ...]]:
    """Return (round, chips in bag and hand, states, microseconds) of each solve of a game."""
    setup = get("quacks").setup(2, seed=seed, options={"sets": sets})
    state = setup.blank()
    evaluator = knowledge.evaluator(setup)
    assert isinstance(state, Quacks)
    assert evaluator is not None
    greedy = Expectimax(state, evaluator)
    stream = Stream("speed", seed)
    rows: list[tuple[int, ...]] = []
    met = set()
    while not state.is_terminal and state.round <= last_round:
        if state.is_chance:
            state.play(state.sample(stream))
            continue
        solver = Solver(draws)
        if solver.solves(state) and (state.round, state.mover) not in met:
            met.add((state.round, state.mover))
            alone = brewing(state)
            seat = state.observation(state.mover).seats[state.mover]
            start = time.perf_counter()
            solver.values(alone)
            spent = int(1e6 * (time.perf_counter() - start))
            chips = sum(seat.bag) + (seat.hand is not None)
            rows.append((state.round, chips, solver.states, spent))
        state.play(greedy.search(state, None, stream, depth=1, worlds=1).chosen)
    return rows


def main() -> None:
    """Run the experiment and print its table."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3, help="games of each set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--last-round", type=int, default=9)
    parser.add_argument("--draws", type=int, default=None, help="look so many draws ahead")
    options = parser.parse_args()
    print("set  round  chips  states: median       max  seconds: median      max")
    for sets in ("1", "2", "3", "4"):
        rows = [row for game in range(options.games)
                for row in solved(sets, options.seed + game, options.last_round, options.draws)]
        for number in sorted({row[0] for row in rows}):
            mine = [row for row in rows if row[0] == number]
            states = [row[2] for row in mine]
            seconds = [row[3] / 1e6 for row in mine]
            print(f"{sets:>3} {number:6} {statistics.mean(row[1] for row in mine):6.1f}"
                  f" {statistics.median(states):15,.0f} {max(states):9,}"
                  f" {statistics.median(seconds):16.3f} {max(seconds):8.3f}", flush=True)


if __name__ == "__main__":
    main()

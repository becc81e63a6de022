"""How fast a game is searched by its players: python -m bench.experiments.search_speed GAME.

Processor time of one thread, so that a busy machine disturbs little, at the positions of
`bench.positions`: playouts to the end by random answers and by the game's policy, and iterations of
`ismcts` with random playouts to the end, with the policy's, and with its default settings, which
the evaluator cuts off when a turn is over. Medians.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import click

from ai import knowledge
from ai.budget import Limit
from ai.ismcts import Ismcts
from ai.policy import Policy, run_playouts
from bench.positions import SEED, positions
from core.rng import Stream
from core.state import State


def rate(work: Callable[[int], float], seconds: float, repeats: int) -> float:
    """Return the median of what `work(n)` does in a second of processor time."""
    amount = 1
    rates: list[float] = []
    while len(rates) < repeats:
        start = time.process_time()
        done = work(amount)
        spent = time.process_time() - start
        if spent < seconds:
            amount *= 2
        else:
            rates.append(done / spent)
    return statistics.median(rates)


def works(state: State) -> dict[str, Callable[[int], float]]:
    """Return what is measured at a position, by its heading."""
    policy = knowledge.policy(state.setup) or Policy()
    tuning = knowledge.tuning(state.setup)
    evaluator = knowledge.evaluator(state.setup)

    def playouts(who: Policy) -> Callable[[int], float]:
        return lambda n: float(run_playouts(state, who, Stream(SEED, "speed"), n)[0])

    def iterations(search: Ismcts) -> Callable[[int], float]:
        return lambda n: float(search.search(state, Limit(iterations=n), SEED).iterations)

    return {
        "random actions/s": playouts(Policy()),
        "policy actions/s": playouts(policy),
        "random to the end": iterations(Ismcts(Policy())),
        "policy to the end": iterations(Ismcts(policy)),
        "default": iterations(Ismcts(
            policy, evaluator, c=tuning.c, cutoff=tuning.cutoff if evaluator is not None else -1,
            advisor=policy, weight=tuning.prior)),
    }  # fmt: skip


@click.command(help=__doc__)
@click.argument("game")
@click.option("--seconds", default=0.3, show_default=True, help="Shortest run that counts.")
@click.option("--repeats", default=5, show_default=True, help="Runs of every figure.")
def main(game: str, seconds: float, repeats: int) -> None:
    """Print a table of rates."""
    for number, (position, state) in enumerate(positions(game).items()):
        measured = works(state)
        if number == 0:
            print(f"{'':18}" + "".join(f"{heading:>20}" for heading in measured))
        print(f"{position:18}" + "".join(
            f"{rate(work, seconds, repeats):20,.0f}" for work in measured.values()), flush=True)


if __name__ == "__main__":
    main()

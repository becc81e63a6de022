"""Improves the weights of the rollout policy of Defenders: run as python -m, see --help.

Natural evolution strategies (Wierstra et al., 2014): teams play with weights that differ a little
from the present ones, each in its own way; a regression of games won on these differences tells
which way is up. The figures are printed as they stand in ai/knowledge/defenders_worth.py.
"""

from __future__ import annotations

import time

import click
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from ai.knowledge import defenders_worth
from ai.knowledge.defenders import DefendersPolicy
from ai.policy import run_playouts
from core.game import load
from core.rng import Stream

SPREAD = 0.12  # of the logarithm of a weight, of the worth of a quest, of the liking of a hero
RATE = 0.03  # the same unit, a step
FORGET, FORGET_SQUARES = 0.9, 0.98  # of the moving averages (Adam)
TEAMS = (2, 3, 4)  # heroes
Array = NDArray[np.float64]
Figures = dict[str, float]


def spread_out(point: Array) -> tuple[Figures, Figures, Figures]:
    """Return the weights, quests and heroes that a point stands for."""
    names = iter(point)
    weights = {name: figure * float(np.exp(next(names)))
               for name, figure in defenders_worth.WEIGHTS.items()}
    quests = {name: figure * float(np.exp(next(names)))
              for name, figure in defenders_worth.QUESTS.items()}
    heroes = {name: figure + float(next(names))
              for name, figure in defenders_worth.HEROES.items()}
    return weights, quests, heroes


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--steps", default=40, help="Steps to make.", show_default=True)
@click.option("--variants", default=2000, help="Sets of weights tried a step.", show_default=True)
@click.option("--games", default=1, show_default=True,
              help="Games of each with 2, 3 and 4 heroes, chosen and at random.")
@click.option("--seed", default=1, help="Seed of the first step.", show_default=True)
def main(steps: int, variants: int, games: int, seed: int) -> None:
    """Climb, and print the figures after each fifth step."""
    states = [load("defenders", players=players, windows="lean", heroes=heroes)
              for heroes in ("choose", "random") for players in TEAMS]
    count = sum(len(part) for part in (defenders_worth.WEIGHTS, defenders_worth.QUESTS,
                                       defenders_worth.HEROES))
    here, mean, squares = np.zeros(count), np.zeros(count), np.zeros(count)
    for step in range(1, steps + 1):
        start = time.perf_counter()
        rng = np.random.default_rng((seed, step))
        noise = rng.standard_normal((variants, count))
        won = np.zeros((variants, len(states)))
        for number in tqdm(range(variants), unit="variant", leave=False, disable=None):
            policy = DefendersPolicy(states[0].setup, *spread_out(here + SPREAD * noise[number]))
            for i, state in enumerate(states):
                stream = Stream(seed, step, number, i)
                won[number, i] = run_playouts(state, policy, stream, games)[1][0]
        result = won.mean(axis=1)
        slope = noise.T @ (result - result.mean()) / variants
        mean = FORGET * mean + (1 - FORGET) * slope
        squares = FORGET_SQUARES * squares + (1 - FORGET_SQUARES) * slope**2
        unit = np.sqrt(squares / (1 - FORGET_SQUARES**step)) + 1e-4
        here = here + RATE * mean / (1 - FORGET**step) / unit
        rates = " ".join(f"{rate:.1%}" for rate in won.mean(axis=0))
        print(f"# step {step}: won {result.mean():.1%} ({rates}) in "
              f"{variants * games * len(states)} games, {time.perf_counter() - start:.0f} s",
              flush=True)
        if step % 5 == 0 or step == steps:
            for title, figures in zip(("WEIGHTS", "QUESTS", "HEROES"), spread_out(here),
                                      strict=True):
                print(f"{title} = {{")
                for name, figure in figures.items():
                    print(f'    "{name}": {figure:.3g},')
                print("}", flush=True)


if __name__ == "__main__":
    main()

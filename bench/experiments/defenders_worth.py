"""Fits VALUE of ai/knowledge/defenders_worth.py: bench.experiments.defenders_worth PAIRS [SEED].

Run as ``python -m``. Teams play by the rollout policy. From the start of a turn two branches go on,
in each of which that turn has some random answers, and the policy plays both to their ends. What
changes within a game is judged by pairs of which one branch wins: a conditional logistic regression
(Breslow and Day, 1980) on the differences of their features, so that what made the position good
before does not count. What stays the same in a game, heroes and their number, is then fitted to all
branches. Prints VALUE, then how well it foretells games that were not fitted.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from ai.knowledge.defenders import DefendersPolicy
from ai.knowledge.defenders_value import DefendersEvaluator, matched_turns
from core.defenders.components import HEROES
from core.defenders.state import Defenders
from core.game import load
from core.rng import Stream

RIDGE = 20.0  # of every coefficient
HELD_OUT = 5  # every fifth pair is left for the test
STEADY = ("one", "seats1", "seats2", "seats3", *HEROES)  # features that stay the same in a game
Array = NDArray[np.float64]


def play(pairs: int, seed: int) -> tuple[list[str], Array, Array]:
    """Return the features' names, the rows and the results, two branches next to each other."""
    kinds = [(players, heroes, random_in) for players in (1, 2, 3, 4)
             for heroes in ("choose", "random") for random_in in (3, 8)]
    rows, results = [], []
    names: list[str] = []
    for players, heroes, random_in in tqdm(kinds, unit="kind", disable=None):
        state = load("defenders", players=players, windows="lean", heroes=heroes)
        assert isinstance(state, Defenders)
        names = list(DefendersEvaluator(state.setup).features(state))
        x = np.zeros((2 * pairs, len(names)), np.float32)
        won = np.zeros(2 * pairs, np.uint8)
        matched_turns(state, DefendersPolicy(state.setup),
                      Stream(seed, players, heroes, random_in), x, won, random_in)
        rows.append(x)
        results.append(won)
    return names, np.concatenate(rows).astype(float), np.concatenate(results).astype(float)


def fit(x: Array, y: Array, known: Array) -> Array:
    """Return the coefficients by Newton's method; `known`: a part of the log-odds that is given."""
    beta = np.zeros(x.shape[1])
    for _ in range(200):
        chance = 1.0 / (1.0 + np.exp(-x @ beta - known))
        weight = chance * (1.0 - chance)
        step = np.linalg.solve((x * weight[:, None]).T @ x + RIDGE * np.eye(x.shape[1]),
                               x.T @ (y - chance) - RIDGE * beta)  # fmt: skip
        beta += step / max(1.0, np.abs(step).max())  # a long step may go astray
        if np.abs(step).max() < 1e-8:
            break
    return beta


def main() -> None:
    """Play, fit and print."""
    pairs = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    names, x, y = play(pairs, seed)
    steady = np.array([name in STEADY for name in names])
    held = np.arange(len(y)) // 2 % HELD_OUT == 0
    split = y[0::2] != y[1::2]
    apart = (x[0::2] - x[1::2])[split] * (y[0::2] - y[1::2])[split][:, None]
    test = held[0::2][split]
    beta = np.zeros(len(names))
    ones = np.ones((~test).sum())
    beta[~steady] = fit(apart[~test][:, ~steady], ones, 0.0 * ones)
    known = x @ beta
    beta[steady] = fit(x[~held][:, steady], y[~held], known[~held])
    print(f"# {pairs} pairs of each kind from seed {seed}, {split.sum()} of which one branch won")
    print("VALUE = {")
    for name, figure in zip(names, beta, strict=True):
        print(f'    "{name}": {figure:.3f},')
    print("}")
    loss = np.logaddexp(0.0, -apart[test] @ beta).mean()
    right = (apart[test] @ beta > 0).mean()
    print(f"# pairs held out: log loss {loss:.4f}, of a coin {np.log(2):.4f}; right {right:.1%}")
    chance = 1.0 / (1.0 + np.exp(-x[held] @ beta))
    for low in np.arange(0.0, 1.0, 0.2):
        part = (chance >= low) & (chance < low + 0.2)
        if part.any():
            print(f"# foretold {chance[part].mean():.2f}, won {y[held][part].mean():.2f}, "
                  f"positions {part.sum()}")  # fmt: skip


if __name__ == "__main__":
    main()

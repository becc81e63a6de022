"""Fits VALUE of ai/knowledge/defenders_worth.py: bench.experiments.defenders_worth GAMES [SEED].

Run as ``python -m``. Teams of 1 to 4 heroes play by the rollout policy, so many games each; at the
start of every turn, and before one action of each Day in four, the evaluator's features are noted.
A logistic regression tells from them whether the team won. Prints VALUE, then how well it
foretells games that were not fitted.
"""

from __future__ import annotations

import math
import sys

import numpy as np
from numpy.typing import NDArray

from ai.knowledge.defenders import DefendersEvaluator, DefendersPolicy
from core.defenders.state import Defenders
from core.game import load
from core.rng import Stream

RIDGE = 3.0  # of every coefficient but the constant
HELD_OUT = 5  # every fifth game is left for the test
Array = NDArray[np.float64]


def play(players: int, games: int, seed: int) -> tuple[list[str], list[list[float]], Array, Array]:
    """Return the features' names, the rows, the results and the games' numbers."""
    rows: list[list[float]] = []
    results: list[float] = []
    numbers: list[int] = []
    names: list[str] = []
    setup = load("defenders", players=players, windows="lean").setup
    policy, evaluator = DefendersPolicy(setup), DefendersEvaluator(setup)
    for number in range(games):
        state = setup.blank()
        assert isinstance(state, Defenders)
        stream = Stream(seed, players, number, "fit")
        noted = 0
        while not state.is_terminal:
            if state.is_chance:
                state.play(state.sample(stream))
                continue
            day = state.phase == "day_action"
            if day or state.phase == "window":
                turn = state.observation(0).number
                if turn != noted or (day and stream.below(16) == 0):
                    noted = turn
                    found = evaluator.features(state)
                    names = list(found)
                    rows.append(list(found.values()))
            state.play(policy.choose(state, stream))
        results += [state.utilities()[0]] * (len(rows) - len(results))
        numbers += [number] * (len(rows) - len(numbers))
    return names, rows, np.array(results), np.array(numbers)


def fit(x: Array, y: Array) -> Array:
    """Return the coefficients, by Newton's method."""
    beta = np.zeros(x.shape[1])
    ridge = np.full(x.shape[1], RIDGE)
    ridge[0] = 0.01
    for _ in range(200):
        chance = 1.0 / (1.0 + np.exp(-x @ beta))
        weight = chance * (1.0 - chance)
        step = np.linalg.solve((x * weight[:, None]).T @ x + np.diag(ridge),
                               x.T @ (y - chance) - ridge * beta)  # fmt: skip
        beta += step / max(1.0, np.abs(step).max())  # a long step may go astray
        if np.abs(step).max() < 1e-8:
            break
    return beta


def main() -> None:
    """Play, fit and print."""
    games = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    rows: list[list[float]] = []
    results, numbers = [], []
    names: list[str] = []
    for players in (1, 2, 3, 4):
        names, more, won, number = play(players, games, seed)
        rows += more
        results.append(won)
        numbers.append(number)
    x, y = np.array(rows), np.concatenate(results)
    held = np.concatenate(numbers) % HELD_OUT == 0
    beta = fit(x[~held], y[~held])
    print(f"# {games} games of each number of heroes from seed {seed}, {len(y)} positions")
    print("VALUE = {")
    for name, figure in zip(names, beta, strict=True):
        print(f'    "{name}": {figure:.3f},')
    print("}")
    chance = 1.0 / (1.0 + np.exp(-x[held] @ beta))
    rate = float(y[~held].mean())
    loss = -np.mean(y[held] * np.log(chance) + (1 - y[held]) * np.log(1 - chance))
    plain = -(y[held].mean() * math.log(rate) + (1 - y[held].mean()) * math.log(1 - rate))
    print(f"# held out: log loss {loss:.4f}, of the mean alone {plain:.4f}")
    for low in np.arange(0.0, 1.0, 0.2):
        part = (chance >= low) & (chance < low + 0.2)
        if part.any():
            print(f"# foretold {chance[part].mean():.2f}, won {y[held][part].mean():.2f}, "
                  f"positions {part.sum()}")  # fmt: skip


if __name__ == "__main__":
    main()

"""Fits ai/knowledge/vikings_worth.py: python -m bench.experiments.vikings_worth GAMES [PROCESSES].

Jarls of many tastes (the worths of the policy, each multiplied by chance) play; at the start of
every turn all features are noted, and the final points. The worth of a feature is its coefficient
in the regression of the coming margin on the margin in the features, at each knot of the time
left, smoothed. Prints the tables WORTH, RUNE and SPREAD.
"""

from __future__ import annotations

import math
import random
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ai.knowledge import vikings_worth
from ai.knowledge.vikings import VikingsEvaluator, VikingsPolicy
from core.game import load
from core.rng import Stream
from core.vikings.state import Vikings

TASTES = 24  # policies of a process
RANDOM_IN = (6, 12, 24)  # one decision in so many is random
NOTED = 0.35  # share of turns that are noted: those of a game say much the same
PRIOR = 0.01  # share of rows that speak for the present worth
BENDS = 0.02  # share of rows that speak for a straight line between the knots
NAMES = tuple(vikings_worth.WORTH)
RUNES = tuple(rune.id for rune in load("vikings", players=3).setup.components.runes)
SEATS = 3
KNOTS = np.array(vikings_worth.KNOTS)
Array = NDArray[np.float64]


def tastes(players: int, seed: int) -> list[VikingsPolicy]:
    """Return policies that value things differently."""
    setup = load("vikings", players=players).setup
    rng = random.Random(f"tastes {seed}")
    found = []
    for number in range(TASTES):
        worth = {
            name: tuple(math.exp(rng.gauss(0, 0.3)) * value for value in row)
            for name, row in vikings_worth.WORTH.items()
        }
        policy = VikingsPolicy(setup, worth)
        policy.random_in = RANDOM_IN[number % len(RANDOM_IN)]
        found.append(policy)
    return found


def play(job: tuple[int, int, int]) -> Array:
    """Play games; return rows of time, features and runes against the others', margin to come.

    Every row ends with the points so far of the seat and of the others, final win, and game.
    """
    seed, games, players = job
    policies = tastes(players, seed)
    evaluator = VikingsEvaluator(load("vikings", players=players).setup)
    rng = random.Random(f"games {seed}")
    rows = []
    for number in range(games):
        state = load("vikings", players=players, seed=seed * 1_000_000 + number)
        assert isinstance(state, Vikings)
        policy = rng.choice(policies)  # one for all seats: who has more has it by chance
        stream = Stream("worth", seed, number)
        noted, last = [], None
        while not state.is_terminal:
            if state.is_chance:
                state.play(state.sample(stream))
                continue
            if state.phase == "MAIN" and (state.active, state.round) != last:
                last = state.active, state.round
                if rng.random() > NOTED:
                    state.play(policy.choose(state, stream))
                    continue
                table = np.zeros((players, len(NAMES) + len(RUNES)))
                for seat in range(players):
                    table[seat, : len(NAMES)] = list(evaluator.features(state, seat).values())
                    for title in state.observation(seat).seats[seat].hand:
                        if title is not None:  # a seat sees its own hand whole
                            table[seat, len(NAMES) + title] += 1
                noted.append((evaluator.time_left(state), table, state.scores()))
            state.play(policy.choose(state, stream))
        end = np.array(state.scores(), float)
        wins = np.array(state.utilities())
        for left, table, score in noted:
            now = np.array(score, float)
            for seat in range(players):
                others = [i for i in range(players) if i != seat]
                rows.append(np.concatenate((
                    [left], table[seat] - table[others].mean(0),
                    [end[seat] - now[seat] - (end[others] - now[others]).mean(),
                     now[seat] - now[others].mean(), wins[seat], number],
                )))  # fmt: skip
    return np.array(rows)


def hats(left: Array) -> Array:
    """Return the share of every knot at each time."""
    return np.stack([np.interp(left, KNOTS, row) for row in np.eye(len(KNOTS))], 1)


def fit(data: Array) -> tuple[Array, Array, Array]:
    """Return worths by feature and knot, worths of runes, and spreads by knot."""
    left, coming, lead = data[:, 0], data[:, -4], data[:, -3]
    hat = hats(left)
    count = len(NAMES)
    columns = [data[:, 1 + i : 2 + i] * hat for i in range(count)]
    runes = data[:, 1 + count : 1 + count + len(RUNES)] * np.minimum(1.0, left / 3.0)[:, None]
    x = np.concatenate([*columns, runes], 1)
    present = np.concatenate([np.array([vikings_worth.WORTH[name] for name in NAMES]).ravel(),
                              [vikings_worth.RUNE.get(rune, 0.0) for rune in RUNES]])
    a = x.T @ x
    size = np.concatenate([np.repeat((data[:, 1 + i] ** 2).sum(), len(KNOTS))
                           for i in range(count)] + [np.full(len(RUNES), 0.2 * len(data))])
    size[: len(KNOTS)] *= 1e6  # days: only the active seat has them, and always all
    a += np.diag(PRIOR * size)
    for i in range(count):
        for k in range(1, len(KNOTS) - 1):
            bend = np.zeros(x.shape[1])
            bend[i * len(KNOTS) + k - 1 : i * len(KNOTS) + k + 2] = 1, -2, 1
            a += BENDS * size[i * len(KNOTS)] * np.outer(bend, bend) if i else 0.0
    solved = present + np.linalg.solve(a, x.T @ (coming - x @ present))
    expected = lead + x @ solved
    error = coming + lead - expected
    print(f"# {len(data)} rows, margin's deviation {np.std(coming + lead):.1f}, "
          f"unexplained {np.std(error):.1f}")
    return (solved[: count * len(KNOTS)].reshape(count, len(KNOTS)),
            solved[count * len(KNOTS) :], spreads(hat, expected, data[:, -2]))


def spreads(hat: Array, expected: Array, wins: Array) -> Array:
    """Return the spread of the softmax that makes the wins likeliest, by knot."""
    found = []
    seats = SEATS
    points = expected.reshape(-1, seats) * (seats - 1) / seats  # margins to points, but a constant
    won, weight = wins.reshape(-1, seats), hat.reshape(-1, seats, len(KNOTS))[:, 0]
    grid = np.geomspace(2.0, 60.0, 40)
    for knot in range(len(KNOTS)):
        chosen = weight[:, knot] > 0
        best = []
        for spread in grid:
            z = points[chosen] / spread
            z = z - z.max(1, keepdims=True)
            share = np.log(np.exp(z).sum(1, keepdims=True))
            best.append(float((weight[chosen, knot] * (won[chosen] * (z - share)).sum(1)).sum()))
        found.append(grid[int(np.argmax(best))])
    return np.array(found)


def main(games: int, processes: int) -> None:
    """Play, fit and print."""
    jobs = [(seed, games // processes, SEATS) for seed in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        data = np.concatenate(list(pool.map(play, jobs)))
    worth, runes, spread = fit(data)
    print("WORTH = {")
    for name, row in zip(NAMES, worth, strict=True):
        print(f'    "{name}": ({", ".join(f"{value:.2f}" for value in row)}),')
    print("}\nRUNE = {")
    for title, value in zip(RUNES, runes, strict=True):
        print(f'    "{title}": {value:.2f},')
    print(f"}}\nSPREAD = ({', '.join(f'{value:.1f}' for value in spread)})")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)

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

TASTES = 24  # policies of a process
RANDOM_IN = (6, 12, 24)  # one decision in so many is random
BENDS = 40.0  # rows that speak for a straight line between the knots
RIDGE = 20.0  # rows that speak for a rune like any other
NAMES = tuple(vikings_worth.WORTH)
KNOTS = np.array(vikings_worth.KNOTS)
Array = NDArray[np.float64]


def tastes(players: int, seed: int) -> list[VikingsPolicy]:
    """Return policies that value things differently."""
    setup = load("vikings", players=players).setup
    rng = random.Random(f"tastes {seed}")
    found = []
    for number in range(TASTES):
        worth = {
            name: tuple(math.exp(rng.gauss(0, 0.4)) * value for value in row)
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
    rng = random.Random(f"games {seed}")
    rows = []
    for number in range(games):
        state = load("vikings", players=players, seed=seed * 1_000_000 + number)
        evaluator = VikingsEvaluator(state.setup)if number == 0 else evaluator
        seats = [rng.choice(policies) for _ in range(players)]
        stream = Stream("worth", seed, number)
        noted, last = [], None
        while not state.is_terminal:
            if state.is_chance:
                state.play(state.sample(stream))
                continue
            if state.phase == "MAIN" and (state.active, state.round) != last:
                last = state.active, state.round
                table = np.zeros((players, len(NAMES) + 28))
                for seat in range(players):
                    table[seat, : len(NAMES)] = list(evaluator.features(state, seat).values())
                    for title in state.observation(seat).seats[seat].hand:
                        table[seat, len(NAMES) + title] += 1
                noted.append((evaluator.time_left(state), table, state.scores()))
            state.play(seats[state.mover].choose(state, stream))
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
    runes = data[:, 1 + count : 1 + count + 28] * np.minimum(1.0, left / 3.0)[:, None]
    x = np.concatenate([*columns, runes], 1)
    a = x.T @ x
    scale = len(data) / 1e4
    for i in range(count):
        size = (data[:, 1 + i] ** 2).mean() * scale * BENDS
        for k in range(1, len(KNOTS) - 1):
            bend = np.zeros(x.shape[1])
            bend[i * len(KNOTS) + k - 1 : i * len(KNOTS) + k + 2] = 1, -2, 1
            a += size * np.outer(bend, bend)
    a[np.diag_indices_from(a)] += 1e-6
    tail = np.arange(count * len(KNOTS), x.shape[1])
    a[tail, tail] += RIDGE * scale * 10
    solved = np.linalg.solve(a, x.T @ coming)
    expected = lead + x @ solved
    error = coming + lead - expected
    print(f"# {len(data)} rows, margin's deviation {np.std(coming + lead):.1f}, "
          f"unexplained {np.std(error):.1f}")
    return (solved[: count * len(KNOTS)].reshape(count, len(KNOTS)),
            solved[count * len(KNOTS) :], spreads(hat, expected, data[:, -2]))


def spreads(hat: Array, expected: Array, wins: Array) -> Array:
    """Return the spread of the softmax that makes the wins likeliest, by knot."""
    found = []
    seats = len(wins) // max(1, len(wins) // 3)
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
    jobs = [(seed, games // processes, 3) for seed in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        data = np.concatenate(list(pool.map(play, jobs)))
    worth, runes, spread = fit(data)
    print("WORTH = {")
    for name, row in zip(NAMES, worth, strict=True):
        print(f'    "{name}": ({", ".join(f"{value:.2f}" for value in row)}),')
    print("}\nRUNE = {")
    titles = [rune.id for rune in load("vikings", players=3).setup.components.runes]
    for title, value in zip(titles, runes, strict=True):
        print(f'    "{title}": {value:.2f},')
    print(f"}}\nSPREAD = ({', '.join(f'{value:.1f}' for value in spread)})")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)

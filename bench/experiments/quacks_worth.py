"""Fits ai/knowledge/quacks_worth.py: python -m bench.experiments.quacks_worth GAMES [SEED].

Two seats play by the rollout policy, half of their purchases at random; at the start of every round
what each seat has is noted, and the final margin. The worth of a thing is its coefficient in the
regression of the final margin on the margin in things. Prints one block a set of books.
"""

from __future__ import annotations

import random
import sys

import numpy as np
from numpy.typing import NDArray

from ai import knowledge
from core.game import load
from core.quacks.components import KIND_NAMES
from core.quacks.state import Quacks
from core.rng import Stream

EXPLORED = 0.5  # share of purchases made at random
RIDGE = 20.0  # rows that speak for a worth of nothing
THINGS = (*KIND_NAMES, "score", "rubies", "droplet", "flask")
BY_ROUND = ("score", "flask")
CONSTANT = ("white2", "white3")  # nobody gets or loses them
ROUNDS = 9
Array = NDArray[np.float64]


def things(state: Quacks, seat: int) -> list[int]:
    """Return what a seat has, in the order of THINGS."""
    view = state.observation(seat).seats[seat]
    return [*view.bag, view.score, view.rubies, view.droplet, view.flask]


def play(sets: str, games: int, seed: int) -> tuple[Array, Array, Array]:
    """Return the margins in THINGS, the rounds left and the final margins of some games."""
    policy = knowledge.policy(load("quacks", players=2, sets=sets).setup)
    assert policy is not None
    margins: list[list[int]] = []
    lefts: list[int] = []
    results: list[float] = []
    for number in range(games):
        state = load("quacks", players=2, seed=seed + number, sets=sets)
        assert isinstance(state, Quacks)
        stream = Stream(seed, number, "fit")
        rng = random.Random(f"{seed} {number}")
        noted = 0
        while not state.is_terminal:
            if state.is_chance:
                if state.phase == "TURN_CARD" and 1 < state.round != noted:
                    noted = state.round
                    mine, other = things(state, 0), things(state, 1)
                    margins.append([a - b for a, b in zip(mine, other, strict=True)])
                    lefts.append(ROUNDS + 1 - noted)
                state.play(state.sample(stream))
            elif state.phase.startswith("BUY") and rng.random() < EXPLORED:
                state.play(rng.choice(state.legal_actions()))
            else:
                state.play(policy.choose(state, stream))
        scores = state.scores()
        results += [scores[0] - scores[1]] * (len(lefts) - len(results))
    return np.array(margins, float), np.array(lefts, float), np.array(results, float)


def fit(margins: Array, lefts: Array, results: Array) -> tuple[dict[tuple[str, str], float], Array]:
    """Return the coefficients by (thing, "a" | "b" | rounds left), and what is left unexplained."""
    columns, labels = [], []
    for i, name in enumerate(THINGS):
        if name in CONSTANT:
            continue
        if name in BY_ROUND:
            for left in range(1, ROUNDS):
                columns.append(margins[:, i] * (lefts == left))
                labels.append((name, str(left)))
        else:
            columns += [margins[:, i] * lefts, margins[:, i] * lefts**2]
            labels += [(name, "a"), (name, "b")]
    x = np.stack(columns, axis=1)
    found = np.linalg.solve(x.T @ x + RIDGE * np.eye(len(labels)), x.T @ results)
    return dict(zip(labels, map(float, found), strict=True)), results - x @ found


def main() -> None:
    """Fit each of the four sets and print the figures."""
    games = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for sets in "1234":
        margins, lefts, results = play(sets, games, seed)
        found, rest = fit(margins, lefts, results)
        print(f"set {sets}: {games} games from seed {seed}")
        for name in THINGS:
            if name in BY_ROUND:
                print(f"  {name:9}", *(f"{found[name, str(left)]:6.2f}" for left in range(1, 9)))
            elif name not in CONSTANT:
                print(f"  {name:9} a = {found[name, 'a']:.3f}, b = {found[name, 'b']:.4f}")
        print("  unexplained", *(f"{rest[lefts == left].std():6.2f}" for left in range(1, 9)))


if __name__ == "__main__":
    main()

"""Fits ai/knowledge/defenders_net.npz: python -m bench.experiments.defenders_net ROWS [SEED].

Teams play by the rollout policy, after one turn with random answers, so that positions which the
policy would not reach are seen too. A network of one hidden layer learns from what the board looks
like at dusk how the game ends, by the logistic loss and Adam (Kingma and Ba, 2015). Prints how well
it foretells games that were not learned from. ROWS for each number of heroes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

import ai.knowledge
from ai.knowledge.defenders import DefendersPolicy
from ai.knowledge.defenders_value import dusks, inputs
from core.defenders.state import Defenders
from core.game import load
from core.rng import Stream

FILE = Path(ai.knowledge.__file__).with_name("defenders_net.npz")
ROUNDS = 4          # of learning over all rows
BATCH = 1024
RATE = 2e-3         # falls to nothing, straight
HELD_OUT = 40       # one row of so many of each kind, the last ones, is left for the test
Array = NDArray[np.float32]


def play(rows: int, seed: int) -> tuple[list[NDArray[np.uint8]], list[NDArray[np.uint8]]]:
    """Return the inputs and the results of each kind of game."""
    kinds = [(players, heroes) for players in (1, 2, 3, 4) for heroes in ("choose", "random")]
    seen, results = [], []
    for players, heroes in tqdm(kinds, unit="kind", disable=None):
        state = load("defenders", players=players, windows="lean", heroes=heroes)
        assert isinstance(state, Defenders)
        x = np.zeros((rows // 2 if heroes == "random" else rows, inputs()[0]), np.uint8)
        won = np.zeros(len(x), np.uint8)
        dusks(state, DefendersPolicy(state.setup), Stream(seed, players, heroes), x, won, 60)
        seen.append(x)
        results.append(won)
    return seen, results


class Net:
    """The network and what Adam remembers."""

    def __init__(self, rng: np.random.Generator) -> None:
        width, units = inputs()
        self.weights = {
            "first": rng.normal(0.0, 0.1, (width, units)).astype(np.float32),
            "bias": np.zeros(units, np.float32),
            "second": rng.normal(0.0, 0.1, units).astype(np.float32),
            "last": np.zeros(1, np.float32),
        }
        self.mean = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self.square = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self.steps = 0

    def hidden(self, x: Array) -> Array:
        """Return the hidden layer."""
        found: Array = np.maximum(x @ self.weights["first"] + self.weights["bias"], 0.0)
        return found

    def log_odds(self, x: Array) -> Array:
        """Return the log-odds of a win."""
        found: Array = self.hidden(x) @ self.weights["second"] + self.weights["last"]
        return found

    def learn(self, x: Array, y: Array, rate: float) -> None:
        """Take one step of Adam."""
        h = self.hidden(x)
        z = h @ self.weights["second"] + self.weights["last"]
        error = (1.0 / (1.0 + np.exp(-z)) - y) / len(y)
        back = (error[:, None] * self.weights["second"]) * (h > 0.0)
        slopes = {"first": x.T @ back, "bias": back.sum(0), "second": h.T @ error,
                  "last": error.sum(keepdims=True)}
        self.steps += 1
        for name, slope in slopes.items():
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.001 * (slope * slope - self.square[name])
            mean = self.mean[name] / (1.0 - 0.9**self.steps)
            square = self.square[name] / (1.0 - 0.999**self.steps)
            self.weights[name] -= rate * mean / (np.sqrt(square) + 1e-8)


def main() -> None:
    """Play, learn, test, store."""
    rows = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    seen, results = play(rows, seed)
    cuts = [len(won) - len(won) // HELD_OUT for won in results]
    x = np.concatenate([part[:cut] for part, cut in zip(seen, cuts, strict=True)])
    y = np.concatenate([part[:cut] for part, cut in zip(results, cuts, strict=True)])
    rng = np.random.default_rng(seed)
    net = Net(rng)
    batches = len(x) // BATCH
    for round_ in range(ROUNDS):
        order = rng.permutation(len(x))
        for i in tqdm(range(batches), unit="step", disable=None):
            chosen = order[i * BATCH : (i + 1) * BATCH]
            rate = RATE * (1.0 - (round_ * batches + i) / (ROUNDS * batches))
            net.learn(x[chosen].astype(np.float32) / 100, y[chosen].astype(np.float32), rate)
        for part, won, cut in zip(seen, results, cuts, strict=True):
            z = net.log_odds(part[cut:].astype(np.float32) / 100)
            truth = won[cut:].astype(float)
            loss = (np.logaddexp(0.0, z) - truth * z).mean()
            mean = truth.mean()
            blind = -(mean * np.log(mean) + (1 - mean) * np.log(1 - mean))
            print(f"round {round_ + 1}: log loss {loss:.4f}, of the mean {mean:.3f} alone "
                  f"{blind:.4f}")  # fmt: skip
    np.savez_compressed(FILE, **{name: w.astype(np.float16)  # type: ignore[arg-type]
                                 for name, w in net.weights.items()})  # fmt: skip
    print(f"{FILE.name}: {FILE.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()

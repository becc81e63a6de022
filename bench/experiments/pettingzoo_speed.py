"""Steps a second of our PettingZoo environments beside two of PettingZoo's own classic ones.

    python -m bench.experiments.pettingzoo_speed

Every environment plays random masked games as PettingZoo's performance benchmark does, for the
same time, in rounds that go through all of them, so that a slow spell of the machine hits all
alike. Needs the extra ``pettingzoo``, and pygame and chess for the classic environments.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import click
import numpy as np
from tqdm import tqdm


def steps_a_second(env: Any, seconds: float, rng: np.random.Generator) -> float:
    """Play random games for so many seconds, each step with its observation."""
    steps, begin = 0, time.perf_counter()
    env.reset(seed=int(rng.integers(1 << 31)))
    while True:
        for _ in range(20):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset(seed=int(rng.integers(1 << 31)))
                continue
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
        spent = time.perf_counter() - begin
        if spent >= seconds:
            return steps / spent


def environments() -> dict[str, Callable[[], Any]]:
    """Return {name: maker}: two classic environments, then ours from the fewest seats on."""
    from pettingzoo.classic.chess import chess
    from pettingzoo.classic.connect_four import connect_four

    from bridges import pettingzoo as bridge
    from core import game

    makers: dict[str, Callable[[], Any]] = {
        "pettingzoo chess_v6": chess.env,
        "pettingzoo connect_four_v3": connect_four.env,
    }
    for name in [*game.names(), "tictactoe"]:
        makers[f"heorot {name}"] = partial(bridge.env, name)
    return makers


@click.command()
@click.option("--seconds", default=1.0, show_default=True, help="A turn of an environment.")
@click.option("--rounds", default=5, show_default=True, help="Turns of each environment.")
def main(seconds: float, rounds: int) -> None:
    """Print median steps a second and their ratio to the two classic environments."""
    made = {name: make() for name, make in environments().items()}
    speeds: dict[str, list[float]] = {name: [] for name in made}
    for number in tqdm(range(rounds), desc="rounds"):
        for name, env in made.items():
            speeds[name].append(steps_a_second(env, seconds, np.random.default_rng(number)))
    medians = {name: float(np.median(values)) for name, values in speeds.items()}
    chess, four = (medians[name] for name in list(medians)[:2])
    click.echo(f"{'environment':28}{'steps/s':>10}{'low':>10}{'high':>10}"
               f"{'x chess':>10}{'x connect four':>16}")
    for name, median in medians.items():
        low, high = min(speeds[name]), max(speeds[name])
        click.echo(f"{name:28}{median:10,.0f}{low:10,.0f}{high:10,.0f}"
                   f"{median / chess:10.2f}{median / four:16.2f}")


if __name__ == "__main__":
    main()

"""How often a team of Defenders wins: python -m bench.experiments.defenders_strength --help.

All seats are played by one kind of player. Prints the share of games won and how the others ended.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

import click
import numpy as np
from tqdm import tqdm

from ai import knowledge
from core.defenders.state import Defenders
from core.game import Setup, get
from core.rng import Stream
from core.state import State
from players.base import Decision, Player, Seen
from players.spec import make_player
from players.table import Table
from tournaments.statistics import estimate_share


class PolicyPlayer(Player):
    """Plays what the rollout policy chooses, without any search."""

    def __init__(self, seat: int, setup: Setup, seed: int) -> None:
        super().__init__("policy", seat)
        self._policy = knowledge.policy(setup)
        self._stream = Stream(seed, "policy", seat)

    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Choose by the policy."""
        assert self._policy is not None
        return Decision(self._policy.choose(state, self._stream))


def play(spec: str, setup: Setup, seed: int) -> tuple[Defenders, int]:
    """Play one game; return its end and the number of decisions."""
    players = [PolicyPlayer(seat, setup, seed) if spec == "policy"
               else make_player(spec, setup, seat, seed) for seat in range(setup.players)]
    state = setup.blank()
    assert isinstance(state, Defenders)
    table = Table(state, players, (seed,))
    table.run()
    return state, sum(event.who >= 0 for event in table.events)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("spec")
@click.option("--players", default=4, help="Number of heroes.")
@click.option("--games", default=200, help="Games to play.")
@click.option("--seed", default=1, help="Seed of the first game.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE",
              help="Option of the game.")
def main(spec: str, players: int, games: int, seed: int, options: Sequence[str]) -> None:
    """Let players of kind SPEC, or the rollout policy ("policy"), play as teams."""
    causes: Counter[str] = Counter()
    won, defeated, decisions = [], 0, 0
    start = time.perf_counter()
    for number in tqdm(range(games), unit="game", disable=None):
        chosen = dict(text.split("=", 1) for text in options)
        setup = get("defenders").setup(players, seed + number, options=chosen)
        state, asked = play(spec, setup, seed + number)
        causes[state.cause or ""] += 1
        won.append(state.cause == "won")
        defeated += state.observation(0).defeated
        decisions += asked
    seconds = time.perf_counter() - start
    found = estimate_share(np.array(won, float), np.arange(games))
    low, high = found.low or 0.0, found.high or 0.0
    print(f"{spec}, {players} heroes, {games} games from seed {seed}: won {found.mean:.1%} "
          f"[{low:.1%}, {high:.1%}]")
    print("ends:", ", ".join(f"{cause} {count}" for cause, count in causes.most_common()))
    print(f"generals defeated a game: {defeated / games:.2f}; decisions a game: "
          f"{decisions / games:.0f}; {1000 * seconds / decisions:.1f} ms a decision")


if __name__ == "__main__":
    main()

"""A new player: in Pig it holds at a number of points, ``holder:points=20`` in a player text.

    python examples/new_player.py
"""

from dataclasses import dataclass

from core import game
from players import spec
from players.base import Decision, Player
from players.table import Table


@dataclass(frozen=True)
class HolderOptions:
    """Parameters of holder."""

    points: int = spec.option(20, spec.whole(1, 100), "points of a turn at which it holds")


class Holder(Player):
    """Rolls until its turn has brought enough."""

    def __init__(self, text, seat, setup, options, stream):
        super().__init__(text, seat)
        self.points = options.points

    def choose(self, state, history):
        """Look at what the seat sees; the position itself is a redealt copy."""
        enough = state.observation(self.seat).total >= self.points
        wanted = state.action("hold" if enough else "roll")
        return Decision(wanted if wanted in state.legal_actions() else state.legal_actions()[0])


spec.KINDS["holder"] = spec.Kind(__name__, "Holder", "HolderOptions", "holds at so many points")


def main(games: int = 200) -> float:
    """Play against random, print and return the share of games won."""
    won = 0.0
    for seed in range(games):
        state = game.load("pig", seed=seed)
        players = [spec.make_player(text, state.setup, seat, seed)
                   for seat, text in enumerate(("holder:points=20", "random"))]
        won += Table(state, players, (seed,)).run()[0]
    print(f"holder:points=20 wins {won / games:.0%} of {games} games")
    return won / games


if __name__ == "__main__":
    main()

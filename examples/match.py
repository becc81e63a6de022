"""A match: two players, twenty games of Quacks on ten seeds, each seed with both seatings.

    python examples/match.py
"""

from core import game
from core.record import Record
from players.spec import make_player
from players.table import Table

CONTENDERS = ("greedy", "random")


def main(blocks: int = 10) -> list[float]:
    """Play the match, print and return each contender's share of the games won."""
    totals = [0.0, 0.0]
    for seed in range(blocks):
        for order in ((0, 1), (1, 0)):
            state = game.load("quacks", players=2, seed=seed)
            specs = [CONTENDERS[who] for who in order]
            players = [make_player(spec, state.setup, seat, seed)
                       for seat, spec in enumerate(specs)]
            record = Record.start(state.setup, specs, seed)
            results = Table(state, players, (seed,), record).run()
            for seat, who in enumerate(order):
                totals[who] += results[seat]
    shares = [total / (2 * blocks) for total in totals]
    for name, share in zip(CONTENDERS, shares, strict=True):
        print(f"{name:8}{share:7.1%}")
    return shares


if __name__ == "__main__":
    main()

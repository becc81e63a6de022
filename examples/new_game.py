"""A new game in Python: dice Nim, with chance, that every search of the house can play.

Three heaps of counters. The seat on turn throws a die that says the most that it may take, then
takes 1 or more counters from one heap. Whoever takes the last counter wins.

    python examples/new_game.py
"""

from core.game import Traits
from core.python_game import python_game
from core.python_state import PythonState
from players.spec import make_player
from players.table import Table

HEAPS, MOST, FACES = 3, 3, (1, 2, 3)
TAKE = {10 * heap + n: f"take {n} from {'abc'[heap - 1]}"
        for heap in range(1, HEAPS + 1) for n in range(1, MOST + 1)}
THROW = {face: f"die {face}" for face in FACES}


class DiceNim(PythonState):
    """A position is (heaps, seat on turn, what the die shows or 0 before it is thrown)."""

    SIZE = 64

    def begin(self):
        """Three counters, four, five; chance comes first."""
        return ([3, 4, 5], 0, 0)

    def to_move(self, position):
        """Chance throws before each turn."""
        heaps, seat, die = position
        return -2 if not any(heaps) else seat if die else -1

    def outcomes(self, position):
        """The die is fair."""
        return [(face, 1 / len(FACES)) for face in FACES]

    def moves(self, position):
        """Take up to what the die shows from a heap that has as much."""
        heaps, _, die = position
        return [10 * (i + 1) + n for i, heap in enumerate(heaps)
                for n in range(1, min(heap, die) + 1)]

    def after(self, position, action):
        """Throw, or take and pass the turn on."""
        heaps, seat, _ = position
        if action in FACES:
            return (heaps, seat, action)
        heap, n = divmod(action, 10)
        heaps[heap - 1] -= n
        return (heaps, 1 - seat, 0)

    def results(self, position):
        """The seat that would be on turn has lost."""
        loser = position[1]
        return [float(seat != loser) for seat in (0, 1)]

    def judge(self, position):
        """Know nothing; searches that look ahead to a depth ask for it."""
        return [0.5, 0.5]


DICE_NIM = python_game("dice_nim", DiceNim, Traits(2, 2, chance=True, hidden=False),
                       TAKE | THROW, outcomes=FACES)


def main(games: int = 10) -> dict[str, float]:
    """Let every search play against random; print and return the shares of games won."""
    shares = {}
    for text in ("greedy", "expectimax:depth=3", "ismcts:iterations=300"):
        won = 0.0
        for seed in range(games):
            setup = DICE_NIM.setup(seed=seed)
            players = [make_player(spec, setup, seat, seed)
                       for seat, spec in enumerate((text, "random"))]
            won += Table(setup.blank(), players, (seed,)).run()[0]
        shares[text] = won / games
        print(f"{text:24} wins {shares[text]:.0%} of {games} games")
    return shares


if __name__ == "__main__":
    main()

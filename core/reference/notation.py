"""Actions of the reference games as text and back: a fixed list of words a kind of game.

=================  ====================================================================
``fold``           poker: give up the pot
``call``           poker: pay what the other has paid more; a check where that is nothing
``raise``          poker: pay that and the round's bet on top; a bet where that is nothing
``deal j``         poker, chance: the card dealt: ``j``, ``q`` or ``k``
``roll``, ``hold`` Pig: throw the die once more; bank the points of the turn
``die 5``          Pig, chance: what the die shows
``b3``             a square: column b, row 3 from the top; marked, or tried in vain
=================  ====================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lexicon import Lexicon

if TYPE_CHECKING:
    from core.state import State


# The codes are those of betting.pyx, rolling.pyx and marking.pyx.
POKER = Lexicon({1: "fold", 2: "call", 3: "raise", 4: "deal j", 5: "deal q", 6: "deal k"})
PIG = Lexicon({1: "roll", 2: "hold", **{2 + face: f"die {face}" for face in range(1, 7)}})


def square_name(square: int, size: int) -> str:
    """Return column letter and row number from the top.

    >>> square_name(9, 4)
    'b3'
    """
    return f"{chr(ord('a') + square % size)}{square // size + 1}"


class SquareLexicon:
    """The squares of a board whose size is in the setup's box; action 1 is square 0."""

    def __init__(self, sizes: tuple[int, ...]) -> None:
        self._by_size = {
            size: Lexicon({1 + square: square_name(square, size) for square in range(size * size)})
            for size in sizes
        }

    def parse(self, state: State, text: str) -> int:
        """Return the action that `text` names. Raises BadNotation listing all there are."""
        return self._by_size[state.setup.components.size].parse(state, text)

    def format(self, state: State, action: int) -> str:
        """Return the notation of `action`. Raises BadNotation if it is none of this game."""
        return self._by_size[state.setup.components.size].format(state, action)


MARKS = SquareLexicon((3, 4))

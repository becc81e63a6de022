"""Boxes of the reference games, and what one seat may see, as plain dataclasses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.components import FixedBox

RANKS = ("j", "q", "k")


@dataclass(frozen=True)
class Deck(FixedBox):
    """A poker deck of `RANKS` and its stakes.

    Attributes
    ----------
    copies : int
        Cards of each rank.
    bets : tuple of int
        What a raise adds, in each round.
    raises : int
        Most raises in a round, the first bet among them.
    ante : int
        What each seat pays before the deal.
    """

    copies: int
    bets: tuple[int, ...]
    raises: int
    ante: int = 1

    @property
    def stake(self) -> int:
        """The most that a seat can lose."""
        return self.ante + self.raises * sum(self.bets)


@dataclass(frozen=True)
class Board(FixedBox):
    """A square board; as many marks in a row win as it has rows."""

    size: int


@dataclass(frozen=True)
class PokerView:
    """What `seat` knows.

    Attributes
    ----------
    cards : tuple of (str or None)
        Each seat's card; the other's is known only after a showdown.
    board : str or None
        The card for both.
    paid : tuple of int
        What each seat has put into the pot.
    bets : tuple of str
        All decisions so far.
    """

    setup: Any = field(repr=False)
    seat: int
    phase: str
    mover: int
    cards: tuple[str | None, ...]
    board: str | None
    paid: tuple[int, ...]
    bets: tuple[str, ...]


@dataclass(frozen=True)
class PigView:
    """What both seats know: points banked, points of this turn, whose turn it is."""

    setup: Any = field(repr=False)
    seat: int
    phase: str
    active: int
    scores: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class BoardView:
    """What `seat` knows.

    Attributes
    ----------
    mover : int
        The seat on turn, or -2 at the end.
    rows : tuple of str
        The board from the top: ``x`` is seat 0, ``o`` seat 1, ``.`` empty as far as is known.
    placed : tuple of int
        Marks of each seat on the board, hidden ones too.
    """

    setup: Any = field(repr=False)
    seat: int
    mover: int
    rows: tuple[str, ...]
    placed: tuple[int, ...]

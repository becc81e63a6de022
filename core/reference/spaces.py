"""Flat action ids and observation vectors of the reference games, see `core.spaces`."""

from __future__ import annotations

from core.game import Setup
from core.reference.betting import PHASE_NAMES, WORDS
from core.reference.rolling import PHASE_NAMES as PIG_PHASES
from core.reference.view import RANKS, BoardView, PigView, PokerView
from core.spaces import ActionSpace, Fields, Item, Number, OneOf, Row

MOVERS = (-2, -1, 0, 1)
BETS = 8  # bound on decisions: that many fit into the 16 bits of betting.pyx


def poker_actions(setup: Setup) -> ActionSpace:
    """Return fold, call, raise; the cards dealt."""
    return ActionSpace((1, 2, 3), (4, 5, 6))


def poker_layout(setup: Setup) -> Item:
    """Return the layout of `core.reference.view.PokerView`."""
    return Fields(PokerView, seat=OneOf(range(2)), phase=OneOf(PHASE_NAMES), mover=OneOf(MOVERS),
                  cards=Row(OneOf(RANKS), 2), board=OneOf(RANKS), paid=Row(Number(), 2),
                  bets=Row(OneOf(WORDS[1:]), BETS))


def pig_actions(setup: Setup) -> ActionSpace:
    """Return roll and hold; the faces of the die."""
    return ActionSpace((1, 2), tuple(range(3, 9)))


def pig_layout(setup: Setup) -> Item:
    """Return the layout of `core.reference.view.PigView`."""
    return Fields(PigView, seat=OneOf(range(2)), phase=OneOf(PIG_PHASES), active=OneOf(range(2)),
                  scores=Row(Number(100), 2), total=Number(100))


def board_actions(setup: Setup) -> ActionSpace:
    """Return the squares."""
    return ActionSpace(tuple(range(1, 1 + setup.components.size**2)), ())


def board_layout(setup: Setup) -> Item:
    """Return the layout of `core.reference.view.BoardView`."""
    size = setup.components.size
    return Fields(BoardView, seat=OneOf(range(2)), mover=OneOf(MOVERS),
                  rows=Row(Row(OneOf("xo."), size), size), placed=Row(Number(), 2))

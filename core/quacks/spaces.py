"""Flat action ids and the observation vector of Quacks, see `core.spaces`."""

from __future__ import annotations

from core.game import Setup
from core.quacks.components import CARDS, KIND_NAMES
from core.quacks.notation import TEXTS
from core.quacks.state import PHASE_NAMES
from core.quacks.view import SeatView, View
from core.spaces import ActionSpace, Bag, Fields, Item, Number, OneOf, Row, split_actions

SPACES = 54  # of the pot track
OUTCOMES = ("chip ", "face ", "card ")


def actions(setup: Setup) -> ActionSpace:
    """Return all actions: those of the notation."""
    return split_actions(TEXTS, lambda action: TEXTS[action].startswith(OUTCOMES))


def layout(setup: Setup) -> Item:
    """Return the layout of `core.quacks.view.View`; chips in a pot are told by kind and space."""
    players, seats = setup.players, range(setup.players)
    kinds = range(len(KIND_NAMES))
    chips = [(kind, space) for space in range(SPACES) for kind in kinds]
    seat = Fields(
        SeatView,
        score=Number(50),
        bag=Row(Number(), len(kinds)),
        pot=Bag(chips),
        aside=Row(Number(1), 3),
        fresh=Row(Number(1), 3),
        hand=OneOf(kinds),
        commitment=OneOf(("draw", "stop")),
    )
    return Fields(
        View,
        seat=OneOf(seats),
        turn=Number(100),
        phase=OneOf(PHASE_NAMES),
        who=OneOf(seats),
        first=OneOf(seats),
        card=OneOf(range(len(CARDS))),
        deck=Bag(range(len(CARDS))),
        supply=Row(Number(), len(kinds)),
        shown=Row(Number(1), len(kinds)),
        face=OneOf(range(6)),
        drawn=OneOf(kinds),
        seats=Row(seat, players),
    )

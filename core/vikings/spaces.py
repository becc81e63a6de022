"""Flat action ids and the observation vector of Vikings, see `core.spaces`."""

from __future__ import annotations

from core.game import Setup
from core.spaces import (
    ActionSpace,
    Bag,
    Fields,
    Item,
    Maybe,
    Number,
    OneOf,
    Row,
    Table,
    split_actions,
)
from core.vikings.components import GOODS, PORTS, RUNES
from core.vikings.notation import WORDS, all_actions
from core.vikings.state import ATTACK_NAMES, PHASE_NAMES
from core.vikings.view import SeatView, View

FIRST_OUTCOME = 1 + WORDS.index("rune")  # verb
UNSEEN = FIRST_OUTCOME << 8 | len(RUNES)  # what others see of a rune drawn


def actions(setup: Setup) -> ActionSpace:
    """Return all actions: those of the notation but for the rune that others do not see."""
    return split_actions(
        (action for action in all_actions(setup) if action != UNSEEN),
        lambda action: action >> 8 >= FIRST_OUTCOME,
    )


def layout(setup: Setup) -> Item:
    """Return the layout of `core.vikings.view.View`."""
    box, players, seats = setup.components, setup.players, range(setup.players)
    spaces, ports = range(len(box.spaces)), range(PORTS)
    sagas, runes, kinds = range(len(box.sagas)), range(len(RUNES)), range(len(GOODS))
    seat = Fields(
        SeatView,
        space=OneOf(spaces),
        goods=Row(Number(1), len(kinds)),
        hand=Bag((*runes, None)),
        known=Bag(runes),
        settled=Bag(ports),
        captured=Bag(ports),
        sagas=Bag(sagas),
    )
    return Fields(
        View,
        seat=OneOf(seats),
        turn=Number(100),
        phase=OneOf(PHASE_NAMES),
        who=OneOf(seats),
        active=OneOf(seats),
        towns=Bag(ports),
        treasures=Table(ports, Number()),
        goods=Table(ports, OneOf(kinds)),
        bank=Row(Number(), len(kinds)),
        demand=OneOf(kinds),
        wind=OneOf(range(4)),
        fair=Row(Number(1), 4),
        open=Bag(sagas),
        unseen=Bag(sagas),
        deck=Row(Number(), 3),
        pile=Row(Number(1), len(runes)),
        used=Bag(ports),
        origin=OneOf(spaces),
        card=OneOf(runes),
        attack=OneOf(name for name in ATTACK_NAMES if name),
        fallen=Row(Number(6), 3),
        hits=Maybe(Number()),
        seats=Row(seat, players),
    )

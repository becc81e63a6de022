"""Flat action ids and the observation vector of Beowulf, see `core.spaces`."""

from __future__ import annotations

from core.beowulf.components import FIGURES
from core.beowulf.notation import (
    AT,
    CHOOSE_MODE,
    DECLINE,
    DRAW_TILE,
    MODES,
    PLACE_FIGURE,
    PLAY_TILE,
    TAKE_TILE,
    TARGET,
)
from core.beowulf.state import PHASE_NAMES
from core.beowulf.view import FIGURE, KINDS, HandTile, View
from core.game import Setup
from core.spaces import ActionSpace, Bag, Fields, Item, Maybe, Number, OneOf, Row, split_actions


def _most_spaces(setup: Setup) -> int:
    return max(len(board.spaces) for board in setup.components.boards)


def actions(setup: Setup) -> ActionSpace:
    """Return all actions; space k of one act's board has the id of space k of another's."""
    tiles, spaces = len(setup.components.tiles), _most_spaces(setup)
    arguments = {PLACE_FIGURE: len(FIGURES), TAKE_TILE: 1, PLAY_TILE: tiles,
                 CHOOSE_MODE: len(MODES), AT: spaces, TARGET: spaces, DECLINE: 1, DRAW_TILE: tiles}
    return split_actions(
        (verb << 8 | argument for verb, count in arguments.items() for argument in range(count)),
        lambda action: action >> 8 == DRAW_TILE,
    )


def layout(setup: Setup) -> Item:
    """Return the layout of `core.beowulf.view.View`."""
    tiles, players = setup.components.tiles, setup.players
    ids, seats, spaces = range(len(tiles)), range(players), range(_most_spaces(setup))
    contents = (0, *(1 + tile for tile in ids),
                *(FIGURE + figure for figure in range(players * KINDS)))
    backs = [HandTile(act, None, False) for act in (1, 2, 3)]
    faces = [HandTile(tile.act, i, shown) for i, tile in enumerate(tiles)
             for shown in (False, True)]
    return Fields(
        View,
        seat=OneOf(seats),
        act=OneOf((1, 2, 3)),
        turn=Number(100),
        phase=OneOf(PHASE_NAMES),
        active=OneOf(seats),
        first=OneOf(seats),
        points=Row(Number(100), players),
        pending=Row(Number(100), players),
        unused=Row(Number(), players),
        supplies=Row(Row(Number(), KINDS), players),
        stock=Number(30),
        board=Row(OneOf(contents), len(spaces)),
        hands=Row(Bag([*backs, *faces]), players),
        gone=Row(Number(1), len(tiles)),
        playing=Maybe(OneOf(range(max(KINDS, len(tiles))))),
        space=OneOf(spaces),
        swap=OneOf(spaces),
    )

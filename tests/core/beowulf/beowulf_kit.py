"""Short words to set up and play positions of Beowulf in tests."""

import copy
import dataclasses
import tomllib
from pathlib import Path

import core.beowulf.components as components_module
from core.beowulf import GAME
from core.beowulf.components import Tile, check_components, read_components
from core.beowulf.notation import place_name
from core.game import Setup, load

SHIPPED = Path(components_module.__file__).with_name("components.toml")
ALL_FIGURES = (1, 2, 3, 4)
NO_FIGURES = (0, 0, 0, 0)
FILLER = (1, "castle")  # a figure of seat 1, to make a space full


def shipped_data():
    """Return the shipped components.toml, parsed."""
    return tomllib.loads(SHIPPED.read_text(encoding="utf-8"))


def blank(components, players=2, start=0):
    """Return the first position of a game with other components."""
    return Setup(GAME, players, (("start", start),), components).blank()


def box_with(tiles, **changes):
    """Return checked components with other tiles; changes replace entries of [game].

    `tiles` are (id, act, value, ability, count) or, for Riches, (..., cash).
    """
    data = shipped_data()
    data["game"] |= changes
    data["tiles"] = [tile_entry(*tile) for tile in tiles]
    recount(data)
    return check_components(data)


def tile_entry(name, act, value, ability="none", count=1, cash=None):
    kind = "boon" if value > 0 else "peril" if value < 0 else "neutral"
    entry = {"id": name, "act": act, "value": value, "ability": ability, "kind": kind,
             "count": count}
    return entry if cash is None else entry | {"cash": cash}


def recount(data):
    """Make tile_sets and tile_totals agree with the tiles of parsed components."""
    for entry in data["tile_sets"]:
        mine = [tile for tile in data["tiles"] if tile["act"] == entry["act"]]
        entry["total"] = sum(tile["count"] for tile in mine)
        for key, kind in (("boons", "boon"), ("perils", "peril"), ("neutral", "neutral")):
            entry[key] = sum(tile["count"] for tile in mine if tile["kind"] == kind)
        entry["value_sum"] = sum(tile["count"] * tile["value"] for tile in mine)
        data["tile_totals"][f"act{entry['act']}"] = entry["total"]
    data["tile_totals"]["all"] = sum(entry["total"] for entry in data["tile_sets"])


def special_components():
    """Return a box with one tile for every value and ability: a palette for the scorer."""
    abilities = ("golden_statue", "good_counsel", "royal_dragon_horn", "treachery", "gorge")
    tiles = [Tile(f"plain{value}", 1, value, "none", 0, 1) for value in range(-9, 10)]
    tiles += [Tile(f"riches{value}", 1, value, "riches", value, 1) for value in range(1, 10)]
    tiles += [Tile(ability, 1, 0, ability, 0, 1) for ability in abilities]
    return dataclasses.replace(read_components(), tiles=tuple(tiles), digest="palette for scoring")


def at(name):
    """Return (row, column) of a space such as "c2"."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def here(things):
    """Return a board for `Beowulf.arrange` from space names."""
    return {at(name): thing for name, thing in things.items()}


def filled(act=1, empty=(), things=None, filler=FILLER):
    """Return a board on which only the spaces `empty` are empty; `things` by space name."""
    board = dict.fromkeys(read_components().boards[act - 1].spaces, filler)
    board |= here(things or {})
    for name in empty:
        del board[at(name)]
    return board


def arranged(players=2, state=None, **position):
    """Return an arranged position; without `stock` the stock is empty."""
    state = state or load("beowulf", players=players, start=0)
    position.setdefault("stock", [])
    position.setdefault("supplies", [NO_FIGURES] * players)
    state.arrange(**position)
    return state


def play(state, *texts):
    """Play actions in notation; return the state."""
    for text in texts:
        state.play(text)
    return state


def options(state):
    """Return the open decisions or outcomes in notation."""
    if state.is_chance:
        return [state.text(action) for action, _ in state.chance_outcomes()]
    return [state.text(action) for action in state.legal_actions()]


def tile_names(state, tiles):
    return [state.setup.components.tiles[tile].id for tile in tiles]


def hand(state, seat):
    """Return the tile ids in a hand, as its owner sees them."""
    return tile_names(state, [card.tile for card in state.observation(seat).hands[seat]])


def shown(state, seat):
    """Return the tile ids of a hand that all have seen."""
    cards = state.observation(seat).hands[seat]
    return tile_names(state, [card.tile for card in cards if card.shown])


def on(state, name):
    """Return what lies on a space: None, a tile id, or (seat, figure id)."""
    view = state.observation(0)
    components = state.setup.components
    space = components.boards[state.act - 1].spaces.index(at(name))
    tile, figure = view.tile_at(space), view.figure_at(space)
    if tile is not None:
        return components.tiles[tile].id
    return figure if figure is None else (figure[0], components.figures[figure[1]].id)


def empty_spaces(state):
    """Return the names of the empty spaces, in board order."""
    view = state.observation(0)
    spaces = state.setup.components.boards[state.act - 1].spaces
    return [place_name(*place) for place, content in zip(spaces, view.board, strict=True)
            if content == 0]


def boxed(state):
    """Return {tile id: copies} of the tiles that all have seen leave the game."""
    gone = state.observation(0).gone
    return {tile.id: n for tile, n in zip(state.setup.components.tiles, gone, strict=True) if n}


def supply(state, seat):
    return state.observation(0).supplies[seat]


def edited(change):
    """Return the shipped data after ``change(data)``."""
    data = copy.deepcopy(shipped_data())
    change(data)
    return data

"""What is in the box of Beowulf: reads components.toml, or a corrected copy, and checks it."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.components import entries, get, named, read_box, table
from core.errors import BadComponents

FIGURES = ("beowulf", "thane", "castle", "longship")
ABILITIES = (
    "none", "temptation", "valor", "riches", "drunkenness", "mead", "golden_statue",
    "good_counsel", "royal_dragon_horn", "treachery", "gorge",
)  # fmt: skip
ACTS = 3
MAX_SPACES = 64  # one bit a space
MAX_ROWS = 26  # rows are numbered, columns lettered
MAX_IDS = 120  # tile ids share a byte with the figures
MAX_COUNSELS = 12  # bound of a hand, B17
MAX_DIAMONDS = 255  # of all figures of a player: a byte of the position holds their sum (B42)
VALUE_BOUND = 99


@dataclass(frozen=True)
class Figure:
    """A kind of figure (B3)."""

    id: str
    name: str
    diamonds: int
    per_player: int
    returns: bool  # to its owner's supply after scoring (B30)


@dataclass(frozen=True)
class Board:
    """The board of one act as a mask: '.' playable, 'G' printed Gorge, '#' no space (R-1)."""

    act: int
    name: str
    layout: tuple[str, ...]

    @property
    def spaces(self) -> tuple[tuple[int, int], ...]:
        """(row, column) of every playable space, in board order: row by row, left to right."""
        return tuple(
            (row, column)
            for row, line in enumerate(self.layout)
            for column, mark in enumerate(line)
            if mark == "."
        )


@dataclass(frozen=True)
class Tile:
    """All copies of one tile (B2)."""

    id: str
    act: int
    value: int
    ability: str
    cash: int
    count: int


@dataclass(frozen=True)
class Components:
    """The contents of the box; `digest` names the exact figures in a record."""

    start_points: int
    hand_size: int
    figures: tuple[Figure, ...]
    boards: tuple[Board, ...]
    tiles: tuple[Tile, ...]  # sorted by act
    ability_names: tuple[str, ...]
    colours: tuple[str, ...]
    digest: str = field(repr=False)


def read_components(path: str | None = None) -> Components:
    """Read and check the components.

    Parameters
    ----------
    path : str, optional
        A corrected copy of components.toml; the project's own by default.

    Raises
    ------
    BadComponents
        If the file cannot be read or breaks a condition of rules.md section 8; says which.
    """
    return read_box(check_components, path or Path(__file__).with_name("components.toml"))


def check_components(data: dict[str, Any]) -> Components:
    """Turn parsed TOML into Components. Raises BadComponents naming the entry at fault."""
    game = table(data, "game")
    if get(data, "schema", int, "top level") != 1:
        raise BadComponents(f"schema = {data['schema']}: this version reads schema 1")
    if get(game, "id", str, "[game]") != "beowulf_movie":
        raise BadComponents(f"[game] id = {game['id']!r} is another game's box")
    figures = _figures(data)
    boards = _boards(data)
    tiles = _tiles(data)
    hand_size = get(game, "hand_size", int, "[game]")
    if not 1 <= hand_size <= 2:
        raise BadComponents(f"[game] hand_size = {hand_size}: 1 or 2 expected")
    start_points = get(game, "start_points", int, "[game]")
    if abs(start_points) > 1000:
        raise BadComponents(f"[game] start_points = {start_points}: out of range")
    opening = 4 * hand_size
    stock = sum(tile.count for tile in tiles if tile.act == 1)
    if stock < opening:
        raise BadComponents(
            f"tiles: the Act I stock of {stock} does not cover the opening hands of {opening}"
        )
    _check_totals(data, tiles)
    abilities = {
        get(entry, "id", str, "ability"): get(entry, "name_en", str, f"ability {entry['id']}")
        for entry in entries(data, "abilities")
    }
    for ability in ABILITIES:
        if ability not in abilities:
            raise BadComponents(f"abilities: {ability!r} is missing")
    colours = table(data, "player_colours").get("names_en", [])
    if not isinstance(colours, list) or len(colours) < 4:
        raise BadComponents("[player_colours] names_en: four colours expected")
    facts = repr((start_points, hand_size, figures, boards, tiles))
    return Components(
        start_points=start_points,
        hand_size=hand_size,
        figures=figures,
        boards=boards,
        tiles=tiles,
        ability_names=tuple(abilities[ability] for ability in ABILITIES),
        colours=tuple(map(str, colours[:4])),
        digest=hashlib.sha256(facts.encode()).hexdigest()[:16],
    )


def _figures(data: dict[str, Any]) -> tuple[Figure, ...]:
    figures = []
    for entry in named(data, "figures", FIGURES):
        where = f"figure {entry['id']}"
        figure = Figure(
            entry["id"],
            get(entry, "name_en", str, where),
            get(entry, "diamonds", int, where),
            get(entry, "per_player", int, where),
            get(entry, "returns_after_scoring", bool, where),
        )
        if not 0 <= figure.diamonds <= 9 or not 0 <= figure.per_player <= 20:
            raise BadComponents(f"{where}: diamonds 0 to 9 and 0 to 20 figures a player expected")
        figures.append(figure)
    diamonds = sum(figure.diamonds * figure.per_player for figure in figures)
    if diamonds > MAX_DIAMONDS:
        raise BadComponents(f"figures: {diamonds} diamonds a player, at most {MAX_DIAMONDS}")
    return tuple(figures)


def _boards(data: dict[str, Any]) -> tuple[Board, ...]:
    boards = []
    for entry in entries(data, "boards"):
        act = get(entry, "act", int, "board")
        where = f"board of act {act}"
        layout = entry.get("layout")
        if not isinstance(layout, list) or not layout or not all(
            isinstance(line, str) for line in layout
        ):
            raise BadComponents(f"{where}: layout must be a list of lines")
        board = Board(act, get(entry, "name_en", str, where), tuple(layout))
        size = (get(entry, "rows", int, where), get(entry, "cols", int, where))
        if len({len(line) for line in layout}) != 1 or size != (len(layout), len(layout[0])):
            raise BadComponents(f"{where}: layout is not {size[0]} lines of {size[1]} marks")
        if size[1] > MAX_ROWS or size[0] > 99:
            raise BadComponents(f"{where}: at most 99 rows and {MAX_ROWS} columns")
        for row, line in enumerate(layout):
            if wrong := set(line) - set(".G#"):
                raise BadComponents(f"{where}: row {row} has the unknown mark {min(wrong)!r}")
        spaces = len(board.spaces)
        if spaces != get(entry, "playable_spaces", int, where):
            raise BadComponents(
                f"{where}: {spaces} playable spaces, "
                f"playable_spaces says {entry['playable_spaces']}"
            )
        if not 1 <= spaces <= MAX_SPACES:
            raise BadComponents(f"{where}: 1 to {MAX_SPACES} playable spaces, not {spaces}")
        gorges = [
            [row, column]
            for row, line in enumerate(layout)
            for column, mark in enumerate(line)
            if mark == "G"
        ]
        if gorges != entry.get("printed_gorges"):
            raise BadComponents(f"{where}: printed_gorges disagrees with the layout: {gorges}")
        boards.append(board)
    if [board.act for board in boards] != list(range(1, ACTS + 1)):
        raise BadComponents("boards: one board for each of acts 1, 2, 3 expected, in order")
    return tuple(boards)


def _tiles(data: dict[str, Any]) -> tuple[Tile, ...]:
    tiles = []
    for entry in entries(data, "tiles"):
        where = f"tile {entry.get('id')}"
        tile = Tile(
            get(entry, "id", str, "tile"),
            get(entry, "act", int, where),
            get(entry, "value", int, where),
            get(entry, "ability", str, where),
            get(entry, "cash", int, where) if "cash" in entry else 0,
            get(entry, "count", int, where),
        )
        _check_tile(tile, entry.get("kind"), where)
        tiles.append(tile)
    for name, copies in Counter(tile.id for tile in tiles).items():
        if copies > 1:
            raise BadComponents(f"tile {name}: the id stands {copies} times")
    if len(tiles) > MAX_IDS:
        raise BadComponents(f"tiles: {len(tiles)} ids, at most {MAX_IDS}")
    counsels = sum(tile.count for tile in tiles if tile.ability == "good_counsel")
    if counsels > MAX_COUNSELS:
        raise BadComponents(f"tiles: {counsels} Good Counsel tiles, at most {MAX_COUNSELS}")
    return tuple(sorted(tiles, key=lambda tile: tile.act))


def _check_tile(tile: Tile, kind: object, where: str) -> None:
    if not tile.id or not all(c.isascii() and (c.isalnum() or c == "_") for c in tile.id):
        raise BadComponents(f"{where}: an id is made of letters, digits and underscores")
    if tile.act not in range(1, ACTS + 1):
        raise BadComponents(f"{where}: act = {tile.act}: 1, 2 or 3 expected")
    if tile.ability not in ABILITIES:
        raise BadComponents(f"{where}: unknown ability {tile.ability!r}")
    if not 1 <= tile.count <= 99:
        raise BadComponents(f"{where}: count = {tile.count}: 1 to 99 expected")
    if abs(tile.value) > VALUE_BOUND or not 0 <= tile.cash <= VALUE_BOUND:
        raise BadComponents(f"{where}: values go from -{VALUE_BOUND} to {VALUE_BOUND}")
    if tile.ability == "riches" and (tile.value <= 0 or tile.cash <= 0):
        raise BadComponents(f"{where}: Riches needs value > 0 and cash > 0")
    if tile.ability == "drunkenness" and tile.value >= 0:
        raise BadComponents(f"{where}: Drunkenness needs value < 0")
    if tile.ability in ("royal_dragon_horn", "treachery", "gorge") and tile.value != 0:
        raise BadComponents(f"{where}: {tile.ability} needs value 0 (R-13)")
    expected = "boon" if tile.value > 0 else "peril" if tile.value < 0 else "neutral"
    if kind != expected:
        raise BadComponents(
            f"{where}: kind = {kind!r} with value {tile.value}: {expected} expected"
        )


def _check_totals(data: dict[str, Any], tiles: tuple[Tile, ...]) -> None:
    totals = table(data, "tile_totals")
    sets = {get(entry, "act", int, "tile_sets"): entry for entry in entries(data, "tile_sets")}
    whole = 0
    for act in range(1, ACTS + 1):
        mine = [tile for tile in tiles if tile.act == act]
        facts = {
            "total": sum(tile.count for tile in mine),
            "boons": sum(tile.count for tile in mine if tile.value > 0),
            "perils": sum(tile.count for tile in mine if tile.value < 0),
            "neutral": sum(tile.count for tile in mine if tile.value == 0),
            "value_sum": sum(tile.count * tile.value for tile in mine),
        }
        if act not in sets:
            raise BadComponents(f"tile_sets: act {act} is missing")
        for key, value in facts.items():
            if sets[act].get(key) != value:
                raise BadComponents(
                    f"tile_sets, act {act}: {key} = {sets[act].get(key)}, the tiles make {value}"
                )
        if totals.get(f"act{act}") != facts["total"]:
            raise BadComponents(f"tile_totals: act{act} disagrees: the tiles make {facts['total']}")
        whole += facts["total"]
    if totals.get("all") != whole:
        raise BadComponents(f"tile_totals: all = {totals.get('all')}, the tiles make {whole}")

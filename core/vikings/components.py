"""What is in the box of Vikings: reads and checks components.toml, map included."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.components import entries, named, read_box, table
from core.errors import BadComponents

RUNES = (  # in the order of section 8 of rules.md, R01 to R28
    "siege", "lokis_mark", "raven_banner", "wrath_of_the_gods", "debts_of_honour", "intimidation",
    "answered_prayers", "fame_precedes_you", "trade_with_natives", "not_welcome", "colonisation",
    "sea_monster", "masters_of_seafaring", "navigation_error", "new_crew",
    "new_trade_opportunities", "rebellion", "revolt", "following_wind", "prayer_to_odin", "storm",
    "surprise_attack", "disputed_settlement", "change_in_demand", "retribution", "valhalla",
    "berserker_fury", "back_to_the_longships",
)  # fmt: skip
GOODS = ("hides", "furs", "tusks")
ZONES = ("N", "E", "S", "W")  # clockwise, as the wind dial turns
NATIONS = ("norway", "sweden", "denmark")
TASKS = ("trade", "raid", "settle")
TOWN_SIZES = ("none", "small", "large")
# Bounds of the engine. The numbering of spaces: ports, home ports, Wintering, waters.
PORTS = 48
HOMES = 3
WINTERING = PORTS + HOMES
WATERS = WINTERING + 1
MAX_WATERS = 64
MAX_NEIGHBOURS = 16
REGION_PORTS = 3
SMALL_TOWNS = 12
LARGE_TOWNS = 3
ERAS = 3
ERA_SAGAS = 9
RUNES_BASE = 24
RUNES_ADVANCED = 9
OVER_DAYS = 32  # of the hardship table


@dataclass(frozen=True)
class Space:
    """A water, a port or a home port; Wintering has no zone and no neighbours.

    Attributes
    ----------
    kind : str
        "port", "home", "wintering", "sea" or "river".
    zone : int
        Index of ZONES; -1 for home ports and Wintering.
    adjacent : tuple of int
        Numbers of the spaces one day away, rising.
    value, region, town : int
        Of a port: printed value, index of its region or -1, and index of TOWN_SIZES.
    """

    id: str
    name: str
    kind: str
    zone: int
    adjacent: tuple[int, ...]
    value: int = 0
    region: int = -1
    town: int = 0


@dataclass(frozen=True)
class Region:
    """Three ports of one colour."""

    id: str
    name: str
    colour: str
    ports: tuple[int, ...]


@dataclass(frozen=True)
class Saga:
    """A saga card; `era` from 0, `nation` and `task` are indices of NATIONS and TASKS."""

    id: str
    name: str
    era: int
    nation: int
    task: int
    ports: tuple[int, ...]
    bonus: int


@dataclass(frozen=True)
class Rune:
    """A title of rune cards and its copies in the base deck and among the advanced cards."""

    id: str
    name: str
    base: int
    advanced: int


@dataclass(frozen=True)
class Components:
    """The contents of the box; `digest` names the exact figures in a record."""

    spaces: tuple[Space, ...]
    regions: tuple[Region, ...]
    sagas: tuple[Saga, ...]
    runes: tuple[Rune, ...]
    goods: tuple[int, ...]  # tokens of each kind
    demand: int  # kind on the demand space at the start
    small: tuple[int, ...]  # treasures of the small towns, rising
    large: tuple[int, ...]
    fair: tuple[int, ...]  # fair-weather days by zone, without wind
    wind: int  # zone at which the +1 sector points at the start
    gusts: tuple[int, int, int]  # days that the plus, minus and side sectors add
    losses: tuple[int, ...]  # losses due by days beyond the limit
    figures: Any = field(repr=False, hash=False)  # single numbers, by name
    digest: str = field(repr=False)

    def space(self, name: str) -> int:
        """Return the number of a space by its id. Raises ValueError."""
        return [space.id for space in self.spaces].index(name)


def read_components(path: str | None = None) -> Components:
    """Read and check the components.

    Parameters
    ----------
    path : str, optional
        A corrected copy of components.toml; the project's own by default.

    Raises
    ------
    BadComponents
        If the file cannot be read or an entry cannot be; says which.
    """
    return read_box(check_components, path or Path(__file__).with_name("components.toml"))


def check_components(data: dict[str, Any]) -> Components:
    """Turn parsed TOML into Components. Raises BadComponents naming the entry at fault."""
    game = table(data, "game")
    if game.get("id") != "vikings":
        raise BadComponents(f"[game] id = {game.get('id')!r} is another game's box")
    spaces, regions = _map(data)
    goods, demand = _goods(data)
    wind, gusts = _wind(data)
    facts: dict[str, Any] = {
        "spaces": spaces,
        "regions": regions,
        "sagas": _sagas(data, {space.id: i for i, space in enumerate(spaces[:PORTS])}, spaces),
        "runes": _runes(data),
        "goods": goods,
        "demand": demand,
        "small": _treasures(data, "small", SMALL_TOWNS),
        "large": _treasures(data, "large", LARGE_TOWNS),
        "fair": tuple(_number(zone, "fair_days", 2, 20, f"zone {zone.get('id')}")
                      for zone in _zones(data)),
        "wind": wind,
        "gusts": gusts,
        "losses": _losses(data),
        "figures": _figures(data, game),
    }
    digest = hashlib.sha256(repr(sorted(facts.items())).encode()).hexdigest()[:16]
    return Components(**facts, digest=digest)


# ---------------------------------------------------------------- reading entries


def _number(entry: dict[str, Any], key: str, low: int, high: int, where: str) -> int:
    value = entry.get(key)
    if type(value) is not int or not low <= value <= high:
        raise BadComponents(f"{where}: {key} = {value!r}: {low} to {high} expected")
    return value


def _exactly(entry: dict[str, Any], key: str, value: int, where: str) -> None:
    if type(entry.get(key)) is not int or entry[key] != value:
        raise BadComponents(f"{where}: {key} = {entry.get(key)!r}: this version plays {value} only")


def _text(entry: dict[str, Any], key: str, where: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        raise BadComponents(f"{where}: {key} must be a text, not {value!r}")
    return value


def _one_of(entry: dict[str, Any], key: str, names: tuple[str, ...], where: str) -> int:
    value = entry.get(key)
    if value not in names:
        raise BadComponents(f"{where}: {key} = {value!r}: one of {', '.join(names)} expected")
    return names.index(value)


def _numbers(entry: dict[str, Any], key: str, length: int, low: int, high: int,
             where: str) -> tuple[int, ...]:
    values = entry.get(key)
    if (not isinstance(values, list) or len(values) != length
            or not all(type(value) is int and low <= value <= high for value in values)):
        raise BadComponents(
            f"{where}: {key} = {values!r}: {length} numbers from {low} to {high} expected")
    return tuple(values)


def _ids(rows: list[dict[str, Any]], where: str) -> list[str]:
    names = [_text(entry, "id", where) for entry in rows]
    for name in names:
        if not re.fullmatch("[a-z0-9_]+", name):
            raise BadComponents(f"{where}: id = {name!r}: small letters, digits and _ expected")
        if names.count(name) > 1:
            raise BadComponents(f"{where}: id {name!r} stands twice")
    return names


# ---------------------------------------------------------------- the map


def _zones(data: dict[str, Any]) -> list[dict[str, Any]]:
    return named(data, "zones", ZONES)


def _map(data: dict[str, Any]) -> tuple[tuple[Space, ...], tuple[Region, ...]]:
    ports, homes, seas = (entries(data, name) for name in ("ports", "home_ports", "seas"))
    for name, rows, low, high in (("ports", ports, PORTS, PORTS),
                                     ("home_ports", homes, HOMES, HOMES),
                                     ("seas", seas, 1, MAX_WATERS)):
        if not low <= len(rows) <= high:
            raise BadComponents(f"[[{name}]]: {low} to {high} entries expected, not {len(rows)}")
    _ids([*ports, *homes, *seas], "[[ports]], [[home_ports]], [[seas]]")
    ids = [entry["id"] for entry in (*ports, *homes)] + ["wintering"] + [s["id"] for s in seas]
    if ids.count("wintering") > 1:
        raise BadComponents("the id 'wintering' is that of the wintering box")
    number = {name: i for i, name in enumerate(ids)}
    zones = [-1] * WATERS + [_one_of(sea, "zone", ZONES, f"sea {sea['id']}") for sea in seas]
    links: list[set[int]] = [set() for _ in ids]

    def link(one: int, name: object, where: str) -> None:
        other = number.get(name, -1) if isinstance(name, str) else -1
        if other < WATERS:
            raise BadComponents(f"{where}: there is no water {name!r}")
        if other == one or other in links[one]:
            raise BadComponents(f"{where}: {ids[one]} and {name} stand there twice")
        links[one].add(other)
        links[other].add(one)

    for entry in (*ports, *homes):
        where = f"port {entry['id']}"
        waters = entry.get("adjacent")
        if not isinstance(waters, list) or not waters:
            raise BadComponents(f"{where}: adjacent must be a list of waters")
        for name in waters:
            link(number[entry["id"]], name, f"{where}: adjacent")
    edges = table(data, "edges").get("water")
    if not isinstance(edges, list):
        raise BadComponents("[edges] water must be a list of pairs")
    for pair in edges:
        if not isinstance(pair, list) or len(pair) != 2 or number.get(pair[0], 0) < WATERS:
            raise BadComponents(f"[edges] water: {pair!r} is no pair of waters")
        link(number[pair[0]], pair[1], "[edges] water")
    regions = _regions(data, ports, number)
    spaces = []
    for i, entry in enumerate([*ports, *homes, {"id": "wintering", "name_en": "Wintering"}, *seas]):
        where = f"space {entry['id']}"
        name = _text(entry, "name_en", where)
        kind = "port" if i < PORTS else "home" if i < WINTERING else "wintering"
        if i >= WATERS:
            kind = ("sea", "river")[_one_of(entry, "kind", ("sea", "river"), where)]
        near = tuple(sorted(links[i]))
        if len(near) > MAX_NEIGHBOURS:
            raise BadComponents(f"{where}: more than {MAX_NEIGHBOURS} neighbours")
        if i >= PORTS:
            spaces.append(Space(entry["id"], name, kind, zones[i], near))
            continue
        zone = _one_of(entry, "zone", ZONES, where)
        if any(zones[water] != zone for water in near):
            raise BadComponents(f"{where}: its waters lie in another zone (V24)")
        region = [k for k, group in enumerate(regions) if i in group.ports]
        spaces.append(Space(
            entry["id"], name, kind, zone, near, _number(entry, "value", 2, 5, where),
            region[0] if region else -1, _one_of(entry, "town", TOWN_SIZES, where)))
    towns = [space.town for space in spaces]
    if towns.count(1) != SMALL_TOWNS or towns.count(2) != LARGE_TOWNS:
        raise BadComponents(
            f"[[ports]]: {SMALL_TOWNS} small and {LARGE_TOWNS} large towns expected")
    _connected(spaces)
    return tuple(spaces), regions


def _regions(data: dict[str, Any], ports: list[dict[str, Any]],
             number: dict[str, int]) -> tuple[Region, ...]:
    rows = entries(data, "regions")
    names = _ids(rows, "[[regions]]")
    if len(names) > PORTS // REGION_PORTS:
        raise BadComponents(f"[[regions]]: {len(names)} are too many")
    regions = []
    for entry in rows:
        where = f"region {entry['id']}"
        members = entry.get("ports")
        mine = [port["id"] for port in ports if port.get("region") == entry["id"]]
        if (not isinstance(members, list) or len(members) != REGION_PORTS
                or sorted(map(str, members)) != sorted(mine)):
            raise BadComponents(f"{where}: ports = {members!r}: the {REGION_PORTS} ports that name "
                                f"it expected, {', '.join(mine)}")
        regions.append(Region(
            entry["id"], _text(entry, "name_en", where), _text(entry, "colour", where),
            tuple(sorted(number[name] for name in members))))
    for port in ports:
        if port.get("region") != "" and port.get("region") not in names:
            raise BadComponents(f"port {port['id']}: there is no region {port.get('region')!r}")
    if len({region.colour for region in regions}) != len(regions):
        raise BadComponents("[[regions]]: two regions have one colour")
    return tuple(regions)


def _connected(spaces: list[Space]) -> None:
    reached = {PORTS}
    edge = [PORTS]
    while edge:
        for other in spaces[edge.pop()].adjacent:
            if other not in reached:
                reached.add(other)
                edge.append(other)
    lost = [space.id for i, space in enumerate(spaces) if i not in reached and i != WINTERING]
    if lost:
        raise BadComponents(f"the map falls apart: no way leads to {', '.join(lost)}")


# ---------------------------------------------------------------- goods, wind, cards


def _goods(data: dict[str, Any]) -> tuple[tuple[int, ...], int]:
    goods = table(data, "goods")
    if goods.get("kinds") != list(GOODS):
        raise BadComponents(f"[goods] kinds must be {', '.join(GOODS)}")
    counts = table(goods, "counts")
    tokens = tuple(_number(counts, kind, 1, 99, "[goods] counts") for kind in GOODS)
    if goods.get("total") != sum(tokens):
        raise BadComponents(f"[goods] total = {goods.get('total')}: the kinds make {sum(tokens)}")
    return tokens, _one_of(goods, "initial_demand", GOODS, "[goods]")


def _treasures(data: dict[str, Any], size: str, towns: int) -> tuple[int, ...]:
    return tuple(sorted(_numbers(table(data, "treasure"), size, towns, 1, 99, "[treasure]")))


def _wind(data: dict[str, Any]) -> tuple[int, tuple[int, int, int]]:
    wind = table(data, "wind")
    if wind.get("directions") != list(ZONES):
        raise BadComponents(f"[wind] directions must be {', '.join(ZONES)}")
    _exactly(wind, "quarter_turns_per_rune", 1, "[wind]")
    gusts = (_number(wind, "plus", -2, 9, "[wind]"), _number(wind, "minus", -2, 9, "[wind]"),
             _number(wind, "side", -2, 9, "[wind]"))
    return _one_of(wind, "initial_plus", ZONES, "[wind]"), gusts


def _losses(data: dict[str, Any]) -> tuple[int, ...]:
    rows = table(data, "hardship").get("table")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadComponents("[hardship] table must be a list of rows")
    losses, following = [0], 1
    for row in rows:
        _exactly(row, "over_min", following, "[hardship] table")
        last = _number(row, "over_max", following, 99, "[hardship] table")
        due = _number(row, "losses", losses[-1], 15, "[hardship] table")
        losses += [due] * (last + 1 - following)
        following = last + 1
    if len(losses) < OVER_DAYS:
        raise BadComponents(f"[hardship] table: rows up to {OVER_DAYS} days expected")
    return tuple(losses[:OVER_DAYS])


def _sagas(data: dict[str, Any], number: dict[str, int],
           spaces: tuple[Space, ...]) -> tuple[Saga, ...]:
    rows = entries(data, "sagas")
    _ids(rows, "[[sagas]]")
    sagas = []
    for entry in rows:
        where = f"saga {entry['id']}"
        names = entry.get("ports")
        if (not isinstance(names, list) or not 1 <= len(names) <= 4
                or len(set(map(str, names))) != len(names)
                or any(name not in number for name in names)):
            raise BadComponents(f"{where}: ports = {names!r}: one to four ports expected")
        ports = tuple(number[name] for name in names)
        task = _one_of(entry, "kind", TASKS, where)
        if TASKS[task] == "raid" and any(spaces[port].town == 0 for port in ports):
            raise BadComponents(f"{where}: a raid needs ports with towns")
        sagas.append(Saga(
            entry["id"], _text(entry, "name_en", where),
            _number(entry, "era", 1, ERAS, where) - 1, _one_of(entry, "nation", NATIONS, where),
            task, ports, _number(entry, "bonus", 0, 50, where)))
    for era in range(ERAS):
        if sum(saga.era == era for saga in sagas) != ERA_SAGAS:
            raise BadComponents(f"[[sagas]]: {ERA_SAGAS} of era {era + 1} expected")
    return tuple(sagas)


def _runes(data: dict[str, Any]) -> tuple[Rune, ...]:
    rows = entries(data, "runes")
    names = _ids(rows, "[[runes]]")
    if names != list(RUNES):
        raise BadComponents(f"[[runes]]: ids must be {', '.join(RUNES)}, in this order")
    runes = []
    for entry in rows:
        where = f"rune {entry['id']}"
        base = _number(entry, "copies_base", 0, 9, where)
        advanced = _number(entry, "copies_advanced", 0, 9, where)
        _number(entry, "copies", base + advanced, base + advanced, where)
        runes.append(Rune(entry["id"], _text(entry, "name_en", where), base, advanced))
    for key, total, found in (("copies_base", RUNES_BASE, sum(rune.base for rune in runes)),
                              ("copies_advanced", RUNES_ADVANCED,
                               sum(rune.advanced for rune in runes))):
        if found != total:
            raise BadComponents(f"[[runes]]: {key} add up to {found}, {total} expected")
    return tuple(runes)


def _figures(data: dict[str, Any], game: dict[str, Any]) -> dict[str, Any]:
    scoring = table(data, "scoring")
    fixed = (("players_min", 3), ("players_max", 5), ("rune_hand_limit", 3), ("runes_dealt", 1),
             ("attack_dice_max", 3), ("die_sides", 6), ("open_sagas", 3),
             ("sagas_removed_per_era", 3))
    for key, value in fixed:
        _exactly(game, key, value, "[game]")
    capacity = _numbers(game, "ship_capacity", ERAS, 1, 15, "[game]")
    if list(capacity) != sorted(capacity):
        raise BadComponents(f"[game] ship_capacity = {list(capacity)}: it must not fall")
    return {
        "days": _number(game, "days_per_turn", 1, 12, "[game]"),
        "figures": _number(game, "figures_per_player", 1, 30, "[game]"),
        "capacity": capacity,
        "start_vp": _numbers(game, "start_vp", 5, 0, 99, "[game]"),
        "final_rounds": _number(game, "final_rounds", 1, 9, "[game]"),
        "max_rounds": _number(game, "max_rounds", 0, 1000, "[game]"),
        "max_runes": _number(game, "max_runes_per_turn", 1, 250, "[game]"),
        "demand_bonus": _number(scoring, "demand_bonus", 0, 99, "[scoring]"),
        "good_modifier": _number(scoring, "good_in_port_attack_modifier", -1, 0, "[scoring]"),
        "axe": _number(scoring, "bloody_axe_per_town", 0, 99, "[scoring]"),
        "multiplier": _numbers(scoring, "region_multiplier", REGION_PORTS, 1, 9, "[scoring]"),
        "saga_first": _number(scoring, "saga_first", 0, 99, "[scoring]"),
        "saga_second": _number(scoring, "saga_second", 0, 99, "[scoring]"),
        "colonisation": _number(scoring, "colonisation_vp", 0, 99, "[scoring]"),
    }

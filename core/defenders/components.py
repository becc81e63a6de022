"""What is in the box of Defenders of the Realm: reads and checks components.toml."""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any

from core.components import entries, get, read_box, table
from core.errors import BadComponents

FACTIONS = ("demon", "orc", "dragonkin", "undead")
COLOURS = ("red", "green", "blue", "black", "purple")  # the first four in the order of FACTIONS
GENERALS = ("balazarg", "gorgutt", "sapphire", "varkolak")
SKILLS = ("corruption", "parry", "regeneration", "no_rerolls")
HEROES = ("cleric", "dwarf", "eagle_rider", "paladin", "ranger", "rogue", "sorceress", "wizard")
LOCATIONS = (  # in alphabetical order, the order of D101
    "amarak_peak", "ancient_ruins", "angel_tear_falls", "blizzard_mountains", "blood_flats",
    "bounty_bay", "brookdale_village", "chimera_inn", "crystal_hills", "cursed_plateau",
    "dancing_stone", "dark_woods", "dragons_teeth_range", "eagle_nest_inn", "eagle_peak_pass",
    "enchanted_glade", "father_oak_forest", "fire_river", "ghost_marsh", "golden_oak_forest",
    "greenleaf_village", "gryphon_forest", "gryphon_inn", "heavens_glade", "land_of_amazons",
    "mccorm_highlands", "mermaid_harbor", "minotaur_forest", "monarch_city", "mountains_of_mist",
    "orc_valley", "pleasant_hill", "raven_forest", "rock_bridge_pass", "scorpion_canyon",
    "seabird_port", "seagull_lagoon", "serpent_swamp", "thorny_woods", "unicorn_forest",
    "whispering_woods", "windy_pass", "withered_hills", "wolf_pass", "wyvern_forest",
)  # fmt: skip
CITY = LOCATIONS.index("monarch_city")
MOVES = ("horse", "eagle", "gate")
SPECIALS = {  # the special cards and what each must do (D79)
    "all_is_quiet_special": "skip_night", "battle_fury": "defeat_all_minions_here",
    "battle_luck": "reroll_failed", "battle_strategy": "clear_locations_and_push_general",
    "cavalry_sweep": "sweep_walk", "dark_visions": "arrange_darkness_top",
    "elven_archers": "clear_locations_of_color", "hammer_of_valor": "move_any_hero_anywhere",
    "kings_guard_attack": "remove_minions_in_and_next_to_city",
    "local_information": "rumors_free", "magic_gate_special": "place_gate_anywhere",
    "militia_secures_area": "cancel_one_placement",
    "spell_of_purity": "remove_all_crystals_from_location",
    "spy_in_the_camp": "stop_one_general_healing_this_turn",
    "strong_defenses": "cancel_general_move",
}  # fmt: skip
QUESTS = {  # the quests: type, when the reward works, reward (D80, D81)
    "amulet_of_the_gods": ("roll", "permanent", "die_bonus_combat"),
    "boots_of_speed": ("roll", "permanent", "bonus_actions_each_turn"),
    "helm_of_power": ("roll", "permanent", "extra_hero_card_evening"),
    "war_banner_of_valor": ("roll", "permanent", "ignore_general_penalty"),
    "amaraks_blessing": ("roll", "discard", "cancel_general_skill"),
    "king_of_the_gryphons": ("roll", "discard", "move_heroes_anywhere"),
    "crystal_of_light": ("roll", "discard", "remove_crystal_here"),
    "ancient_tree_of_magic": ("roll", "discard", "remove_crystal_anywhere"),
    "amazon_envoy": ("roll", "instant", "remove_d6_minions_within"),
    "duke_envoy": ("roll", "instant", "remove_d6_minions_within"),
    "elf_envoy": ("roll", "instant", "remove_d6_minions_within"),
    "unicorn_steed": ("roll_per_action", "permanent", "free_horse_and_reroll"),
    "rumors_quest": ("visit", "instant", "draw_hero_cards"),
    "organize_militia": ("act_at", "discard", "cancel_general_move"),
    "find_magic_gate": ("build_gate", "discard", "extra_combat_dice"),
    "orc_hunter": ("defeat", "discard", "cancel_placement_in_color"),
    "demon_hunter": ("defeat", "discard", "cancel_placement_in_color"),
    "dragon_hunter": ("defeat", "discard", "cancel_placement_in_color"),
    "undead_hunter": ("defeat", "discard", "cancel_placement_in_color"),
    "raids": ("defeat", "discard", "skip_own_night"),
    "scout_balazarg": ("scout", "instant", "search_hero_card"),
    "scout_gorgutt": ("scout", "instant", "search_hero_card"),
    "scout_sapphire": ("scout", "instant", "search_hero_card"),
    "scout_varkolak": ("scout", "instant", "search_hero_card"),
}  # fmt: skip
DARK_KINDS = ("regular", "orc_patrols", "orc_war_party", "all_is_quiet", "monarch_city")
NEXT, NOWHERE = 254, 255  # targets of a darkness card that are no location
CARD_KINDS = 96  # bound on different hero cards
COMMITTED = 40  # bound on hero cards that show one general
DARK_CARDS = 64  # bound on darkness cards
PATH = 8  # bound on the length of a general's path


@dataclass(frozen=True)
class Location:
    """A place of the map (D3); neighbours are indices of LOCATIONS."""

    id: str
    name: str
    kind: str
    colour: int
    chest: bool
    neighbours: tuple[int, ...]


@dataclass(frozen=True)
class Faction:
    """A faction (D2); `taints_at` demons in a place bring a crystal, 0 for the others."""

    id: str
    name: str
    minions: int
    hit: int
    fear: int
    taints_at: int


@dataclass(frozen=True)
class General:
    """A general (D6); penalties are texts such as "d3", "2" or "all" (D58)."""

    id: str
    name: str
    hit: int
    life: int
    major: int
    path: tuple[int, ...]
    wounds: str
    cards: str


@dataclass(frozen=True)
class Hero:
    """A hero (section 12)."""

    id: str
    name: str
    life: int


@dataclass(frozen=True)
class Card:
    """A hero card; specials have location, colour and move -1, `general` is -1 for any."""

    id: str
    name: str
    location: int
    colour: int
    move: int
    general: int
    dice: int
    count: int


@dataclass(frozen=True)
class Dark:
    """A darkness card; placements are (location, faction, number)."""

    id: str
    kind: int
    placements: tuple[tuple[int, int, int], ...]
    general: int
    target: int
    minions: int


@dataclass(frozen=True)
class Quest:
    """A quest card; `needs` and `markers` are by faction and by place."""

    id: str
    name: str
    type: str
    keep: str
    reward: str
    locations: tuple[int, ...]
    markers: tuple[int, ...]
    dice: int
    hit: int
    value: int
    colour: int
    general: int
    needs: tuple[int, int, int, int]


@dataclass(frozen=True)
class Components:
    """The contents of the box; `digest` names the exact figures in a record."""

    locations: tuple[Location, ...]
    factions: tuple[Faction, ...]
    generals: tuple[General, ...]
    heroes: tuple[Hero, ...]
    cards: tuple[Card, ...]  # location cards, then specials; index of a kind of card
    dark: tuple[Dark, ...]
    quests: tuple[Quest, ...]
    war: tuple[tuple[int, int], ...]  # full and move-only cards by generals defeated (D67)
    figures: Any = field(repr=False, hash=False)  # single numbers, by name
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
        If the file cannot be read or an entry cannot be; says which.
    """
    return read_box(check_components, path or Path(__file__).with_name("components.toml"))


def check_components(data: dict[str, Any]) -> Components:
    """Turn parsed TOML into Components. Raises BadComponents naming the entry at fault."""
    meta = table(data, "meta")
    if get(meta, "schema", int, "[meta]") != 1:
        raise BadComponents(f"schema = {meta['schema']}: this version reads schema 1")
    if get(meta, "game", str, "[meta]") != "defenders":
        raise BadComponents(f"game = {meta['game']!r} is another game's box")
    colours = [(entry.get("id"), entry.get("faction")) for entry in entries(data, "colors")]
    if colours != [*zip(COLOURS, FACTIONS, strict=False), ("purple", "")]:
        raise BadComponents(f"colors: {', '.join(COLOURS)} with their factions expected")
    locations = _locations(data)
    factions = _factions(data)
    generals = _generals(data)
    heroes = tuple(
        Hero(entry["id"], get(entry, "name", str, f"hero {entry['id']}"),
             _number(entry, "life", 2, 20, f"hero {entry['id']}"))
        for entry in _named(data, "heroes", HEROES))
    cards = _cards(data, locations)
    dark = _dark(data)
    quests = _quests(data)
    war = _war(data)
    figures = _figures(data)
    limits = table(data, "limits")
    for key, found in (
        ("locations_total", len(locations)),
        ("edges_total", sum(len(place.neighbours) for place in locations) // 2),
        ("hero_cards_total", sum(card.count for card in cards)),
        ("darkness_cards_total", len(dark)),
        ("quest_cards_total", len(quests)),
    ):
        if limits.get(key) != found:
            raise BadComponents(f"[limits] {key} = {limits.get(key)!r}, the file lists {found}")
    groups = (locations, factions, generals, heroes, cards, dark, quests)
    parts = [astuple(entry) for group in groups for entry in group]
    text = repr((parts, war)) + json.dumps(figures, sort_keys=True)
    return Components(
        locations, factions, generals, heroes, cards, dark, quests, war, figures,
        hashlib.sha256(text.encode()).hexdigest()[:16])


# ---------------------------------------------------------------- reading entries


def _named(data: dict[str, Any], name: str, ids: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the entries of a list in the order of `ids`; each must be there once."""
    found = {}
    for entry in entries(data, name):
        key = entry.get("id")
        if key not in ids:
            raise BadComponents(f"{name}: there is no {key!r}; known: {', '.join(ids)}")
        if key in found:
            raise BadComponents(f"{name}: {key} stands there twice")
        found[key] = entry
    for key in ids:
        if key not in found:
            raise BadComponents(f"{name}: {key} is missing")
    return [found[key] for key in ids]


def _number(entry: dict[str, Any], key: str, low: int, high: int, where: str) -> int:
    value: int = get(entry, key, int, where)
    if not low <= value <= high:
        raise BadComponents(f"{where}: {key} = {value}: {low} to {high} expected")
    return value


def _one_of(value: object, names: tuple[str, ...], where: str) -> int:
    if not isinstance(value, str) or value not in names:
        raise BadComponents(f"{where}: {value!r}: one of {', '.join(names)} expected")
    return names.index(value)


def _place(value: object, where: str) -> int:
    if not isinstance(value, str) or value not in LOCATIONS:
        raise BadComponents(f"{where}: there is no location {value!r}")
    return LOCATIONS.index(value)


def _places(value: object, where: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadComponents(f"{where}: a list of locations expected, not {value!r}")
    return tuple(_place(name, where) for name in value)


def _locations(data: dict[str, Any]) -> tuple[Location, ...]:
    places = []
    for entry in _named(data, "locations", LOCATIONS):
        where = f"location {entry['id']}"
        kind = entry.get("kind")
        colour = _one_of(entry.get("color"), COLOURS, where)
        if kind not in ("land", "inn", "city") or (kind == "land") != (colour < 4):
            raise BadComponents(f"{where}: kind {kind!r} does not go with its color")
        if (kind == "city") != (entry["id"] == "monarch_city"):
            raise BadComponents(f"{where}: Monarch City is the one city")
        places.append(Location(
            entry["id"], get(entry, "name", str, where), kind, colour,
            entry.get("treasure_chest") is True,
            tuple(sorted(_places(entry.get("neighbors"), where)))))
    for i, place in enumerate(places):
        for j in place.neighbours:
            if i not in places[j].neighbours or i == j:
                raise BadComponents(f"location {place.id}: {places[j].id} does not lead back")
        if len(set(place.neighbours)) != len(place.neighbours):
            raise BadComponents(f"location {place.id}: a neighbor stands there twice")
        if not any(places[j].kind == "land" for j in place.neighbours):
            raise BadComponents(f"location {place.id}: no land is next to it")
    return tuple(places)


def _factions(data: dict[str, Any]) -> tuple[Faction, ...]:
    factions = []
    for i, entry in enumerate(_named(data, "factions", FACTIONS)):
        where = f"faction {entry['id']}"
        if entry.get("color") != COLOURS[i] or entry.get("general") != GENERALS[i]:
            raise BadComponents(f"{where}: {COLOURS[i]} and {GENERALS[i]} expected")
        taints = _number(entry, "taints_at", 1, 3, where) if "taints_at" in entry else 0
        factions.append(Faction(
            entry["id"], get(entry, "name", str, where), _number(entry, "minions", 10, 60, where),
            _number(entry, "hit", 1, 6, where), _number(entry, "fear_wounds", 0, 3, where), taints))
    return tuple(factions)


def _generals(data: dict[str, Any]) -> tuple[General, ...]:
    generals = []
    for i, entry in enumerate(_named(data, "generals", GENERALS)):
        where = f"general {entry['id']}"
        if entry.get("faction") != FACTIONS[i] or entry.get("skill") != SKILLS[i]:
            raise BadComponents(f"{where}: {FACTIONS[i]} and the skill {SKILLS[i]} expected")
        path = _places(entry.get("path"), f"{where}: path")
        if not 2 <= len(path) <= PATH or path[0] != _place(entry.get("start"), where) or (
                path.index(CITY) if CITY in path else 0) != len(path) - 1:
            raise BadComponents(f"{where}: path must lead from its start to monarch_city")
        wounds, cards = entry.get("penalty_wounds"), entry.get("penalty_cards")
        if wounds not in ("d3", "d6", *"012345") or cards not in ("d6", "all", *"012345"):
            raise BadComponents(f"{where}: penalties {wounds!r}, {cards!r} are not possible")
        life = _number(entry, "life", 1, 12, where)
        generals.append(General(
            entry["id"], get(entry, "name", str, where), _number(entry, "hit", 1, 6, where), life,
            _number(entry, "major_at_or_below", 0, life - 1, where), path, str(wounds), str(cards)))
    lands = [place for general in generals for place in general.path[:-1]]
    if len(set(lands)) != len(lands):
        raise BadComponents("generals: their paths may meet in monarch_city only")
    return tuple(generals)


def _cards(data: dict[str, Any], locations: tuple[Location, ...]) -> tuple[Card, ...]:
    cards = []
    for entry in entries(data, "hero_cards"):
        where = f"hero card {entry.get('id')!r}"
        name = get(entry, "id", str, where).removeprefix("hc_")
        place = _place(entry.get("location"), where)
        colour = locations[place].colour
        if entry.get("color") != COLOURS[colour] or colour == 4:
            raise BadComponents(f"{where}: color must be that of its land")
        general = _one_of(entry.get("general"), GENERALS, where)
        if general != colour:
            raise BadComponents(f"{where}: the general must be that of its color")
        cards.append(Card(
            name, locations[place].name, place, colour, _one_of(entry.get("move"), MOVES, where),
            general, _number(entry, "dice", 1, 2, where), _number(entry, "count", 1, 2, where)))
    if len({card.id for card in cards}) != len(cards):
        raise BadComponents("hero_cards: two cards have the same id")
    for entry in _named(data, "special_cards", tuple(SPECIALS)):
        where = f"special card {entry['id']}"
        if entry.get("effect") != SPECIALS[entry["id"]]:
            raise BadComponents(f"{where}: effect must be {SPECIALS[entry['id']]!r}")
        shown = entry.get("general")
        cards.append(Card(
            entry["id"].removesuffix("_special"), get(entry, "name", str, where), -1, -1, -1,
            -1 if shown == "any" else _one_of(shown, GENERALS, where),
            _number(entry, "dice", 1, 2, where), _number(entry, "count", 1, 2, where)))
    if len(cards) > CARD_KINDS:
        raise BadComponents(f"hero cards: more than {CARD_KINDS} different ones")
    for i, name in enumerate(GENERALS):
        many = sum(card.count for card in cards if card.general in (i, -1))
        if many > COMMITTED:
            raise BadComponents(f"hero cards: {many} show {name}, at most {COMMITTED} may")
    return tuple(cards)


def _dark(data: dict[str, Any]) -> tuple[Dark, ...]:
    cards = []
    for entry in entries(data, "darkness_cards"):
        where = f"darkness card {entry.get('id')!r}"
        name = get(entry, "id", str, where)
        kind = _one_of(entry.get("kind"), DARK_KINDS, where)
        placements: list[tuple[int, int, int]] = []
        if kind == 0:
            for part in entries(entry, "placements", f"{where}: placements"):
                placements.append((
                    _place(part.get("location"), where),
                    _one_of(part.get("faction"), FACTIONS, where),
                    _number(part, "count", 1, 3, where)))
            if len(placements) != 2 or placements[0][0] == placements[1][0]:
                raise BadComponents(f"{where}: two placements in different locations expected")
        general, target, minions = 0, NOWHERE, 0
        if kind < 3:
            general = _one_of(entry.get("general"), GENERALS, where)
            target = (NEXT if entry.get("target") == "next"
                      else _place(entry.get("target"), where))
            minions = _number(entry, "general_minions", 0, 4, where)
        cards.append(Dark(name, kind, tuple(placements), general, target, minions))
    if len({card.id for card in cards}) != len(cards):
        raise BadComponents("darkness_cards: two cards have the same id")
    if not 20 <= len(cards) <= DARK_CARDS:
        raise BadComponents(f"darkness_cards: 20 to {DARK_CARDS} cards expected")
    if sum(card.kind == 0 for card in cards) < 12:
        raise BadComponents("darkness_cards: at least 12 regular ones expected")
    kinds = [card.kind for card in cards]
    quiet = [i for i, kind in enumerate(kinds) if kind == 3]
    if not 1 <= len(quiet) <= 8 or quiet != list(range(quiet[0], quiet[0] + len(quiet))):
        raise BadComponents("darkness_cards: 1 to 8 cards all_is_quiet in a row expected")
    return tuple(cards)


def _quests(data: dict[str, Any]) -> tuple[Quest, ...]:
    quests = []
    for entry in _named(data, "quests", tuple(QUESTS)):
        where = f"quest {entry['id']}"
        kind, keep, reward = QUESTS[entry["id"]]
        if (entry.get("type"), entry.get("keep"), entry.get("reward")) != (kind, keep, reward):
            raise BadComponents(f"{where}: type {kind}, keep {keep}, reward {reward} expected")
        if kind in ("visit", "act_at"):
            places = _places(entry.get("locations"), where)
            names = entry.get("markers")
            if not isinstance(names, list) or len(names) != len(places) or not (
                    2 <= len(set(places)) == len(set(names)) <= 4):
                raise BadComponents(f"{where}: 2 to 4 locations with different markers expected")
            markers = tuple(_one_of(name, FACTIONS, where) for name in names)
        else:
            places = (_place(entry.get("location"), where),) if kind.startswith("roll") else ()
            markers = ()
        rolled = kind.startswith("roll")
        needs = entry.get("needs", {}) if kind == "defeat" else {}
        if not isinstance(needs, dict) or set(needs) - set(FACTIONS):
            raise BadComponents(f"{where}: needs: numbers by faction expected")
        wanted = [_number(needs, name, 1, 9, where) if name in needs else 0 for name in FACTIONS]
        if kind == "defeat" and not any(wanted):
            raise BadComponents(f"{where}: needs: a number for some faction expected")
        quests.append(Quest(
            entry["id"], get(entry, "name", str, where), kind, keep, reward, places, markers,
            _number(entry, "dice", 1, 6, where) if rolled else 0,
            _number(entry, "hit", 2, 6, where) if rolled else 0,
            _number(entry, "value", 1, 9, where) if "value" in entry else 0,
            _one_of(entry["color"], COLOURS[:4], where) if "color" in entry else 0,
            _one_of(entry.get("general"), GENERALS, where) if kind == "scout" else 0,
            (wanted[0], wanted[1], wanted[2], wanted[3])))
    return tuple(quests)


def _war(data: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    rows = entries(data, "war_status")
    if [entry.get("generals_defeated") for entry in rows] != [0, 1, 2, 3]:
        raise BadComponents("war_status: spaces for 0, 1, 2, 3 defeated generals expected")
    return tuple((_number(entry, "cards_full", 0, 5, "war_status"),
                  _number(entry, "cards_move_only", 0, 5, "war_status")) for entry in rows)


def _figures(data: dict[str, Any]) -> dict[str, Any]:
    """Return every number that the rules use and that stands in no table of its own."""
    figures: dict[str, Any] = {}
    for name, key, low, high in (
        ("limits", "taint_crystals", 2, 60),
        ("limits", "magic_gate_tokens", 1, 45),
        ("limits", "hand_limit", 1, 50),
        ("limits", "minions_per_location", 3, 9),
        ("limits", "monarch_city_loss_count", 1, 9),
        ("limits", "rumors_per_turn", 0, 9),
        ("setup", "hero_cards_each", 0, 5),
        ("setup", "quest_cards_each", 1, 1),
        ("setup", "generals_minions", 0, 3),
        ("setup", "balazarg_start_crystals", 0, 3),
        ("setup", "phase_one_cards", 0, 3),
        ("setup", "phase_one_minions", 1, 3),
        ("setup", "phase_two_cards", 0, 3),
        ("setup", "phase_two_minions", 1, 3),
        ("actions", "walk_steps", 1, 1),
        ("actions", "horse_steps", 2, 4),
        ("actions", "eagle_steps", 2, 4),
        ("actions", "heal_land_dice", 1, 6),
        ("actions", "heal_land_hit", 2, 6),
        ("actions", "heal_wounds_elsewhere", 1, 9),
        ("actions", "rumors_cards", 1, 5),
        ("actions", "evening_cards", 0, 5),
        ("actions", "general_reward_cards", 0, 9),
    ):
        figures[key] = _number(table(data, name), key, low, high, f"[{name}]")
    setup = table(data, "setup")
    figures["start_location"] = _place(setup.get("start_location"), "[setup] start_location")
    figures["gate_start"] = _place(setup.get("gate_start"), "[setup] gate_start")
    abilities = {
        (hero["id"], entry.get("id")): entry
        for hero in entries(data, "heroes")
        for entry in entries(hero, "abilities", f"hero {hero['id']}: abilities")
    }
    for hero, ability, key, low, high, name in (
        ("cleric", "blessed_attacks", "bonus", 0, 5, "blessed"),
        ("cleric", "sanctify_land", "dice", 1, 6, "sanctify_dice"),
        ("cleric", "sanctify_land", "hit", 2, 6, "sanctify_hit"),
        ("dwarf", "mountain_lore", "bonus", 0, 5, "mountain_lore"),
        ("dwarf", "armor_and_toughness", "bonus", 0, 5, "dwarf_armor"),
        ("eagle_rider", "eagle_flight", "steps", 2, 4, "flight_steps"),
        ("eagle_rider", "fresh_mount", "bonus", 0, 5, "fresh_mount"),
        ("paladin", "noble_steed", "steps", 2, 4, "steed_steps"),
        ("paladin", "aura_of_righteousness", "bonus", 0, 5, "paladin_armor"),
        ("ranger", "woods_lore", "bonus", 0, 5, "woods_lore"),
        ("ranger", "elf_support", "bonus", 0, 5, "elf_support"),
        ("rogue", "thievery", "bonus", 0, 5, "thievery"),
        ("rogue", "crafty", "cards", 1, 5, "crafty"),
        ("sorceress", "ambush", "bonus_minions", 0, 5, "ambush_minions"),
        ("sorceress", "ambush", "bonus_general", 0, 5, "ambush_general"),
        ("sorceress", "visions", "bonus", 0, 5, "visions"),
        ("wizard", "fireball", "hit", 1, 6, "fireball_hit"),
    ):
        if (hero, ability) not in abilities:
            raise BadComponents(f"hero {hero}: the ability {ability} is missing")
        figures[name] = _number(abilities[hero, ability], key, low, high, f"hero {hero}: {ability}")
    specials = {entry.get("id"): entry for entry in entries(data, "special_cards")}
    for card, key, low, high, name in (
        ("battle_strategy", "locations", 1, 9, "strategy_locations"),
        ("battle_strategy", "push_steps", 1, 1, "push_steps"),
        ("cavalry_sweep", "budget", 1, 20, "sweep_points"),
        ("cavalry_sweep", "per_location", 1, 3, "sweep_each"),
        ("cavalry_sweep", "dragonkin_cost", 1, 9, "sweep_dragonkin"),
        ("dark_visions", "cards", 1, 5, "visions_cards"),
        ("elven_archers", "locations", 1, 9, "archers_locations"),
        ("kings_guard_attack", "budget", 1, 20, "guard_minions"),
        ("local_information", "cards", 1, 5, "information_cards"),
    ):
        figures[name] = _number(specials[card], key, low, high, f"special card {card}")
    figures["archers_colour"] = _one_of(specials["elven_archers"].get("color"), COLOURS[:4],
                                        "special card elven_archers")
    figures |= _variants(data)
    return figures


def _variants(data: dict[str, Any]) -> dict[str, int]:
    variants = {entry.get("id"): entry for entry in entries(data, "variants")}
    found = {}
    for variant, key, low, high in (
        ("easier_setup", "phase_one_cards", 0, 3), ("easier_setup", "phase_two_cards", 0, 3),
        ("easier_hand", "hero_cards_each", 0, 5), ("easier_life", "life_change", 0, 5),
        ("harder_life", "life_change", -1, 0),
        ("harder_fewer_specials", "remove_special_max", 0, 16),
        ("harder_less_quiet", "remove_all_is_quiet_max", 0, 8),
        ("harder_fewer_minions", "minions_per_faction", 10, 60),
    ):
        if variant not in variants:
            raise BadComponents(f"variants: {variant} is missing")
        found[f"{variant}.{key}"] = _number(variants[variant], key, low, high, f"variant {variant}")
    return found

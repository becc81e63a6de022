"""What is in the box of The Quacks of Quedlinburg: reads and checks components.toml."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.components import entries, get, named, read_box, table
from core.errors import BadComponents, BadOption

COLOURS = ("white", "orange", "green", "blue", "red", "yellow", "purple", "black")
VALUES = {
    "white": (1, 2, 3), "orange": (1,), "green": (1, 2, 4), "blue": (1, 2, 4),
    "red": (1, 2, 4), "yellow": (1, 2, 4), "purple": (1,), "black": (1,),
}  # fmt: skip
KINDS = tuple((colour, value) for colour in COLOURS for value in VALUES[colour])
KIND_NAMES = tuple(f"{colour}{value}" for colour, value in KINDS)
SIDED = ("green", "blue", "red", "yellow", "purple")  # colours with a choice of sets (Q1)
SETS_HELP = "1, 2, 3, 4, mixed (at random), or one a colour such as green1-blue3-red2"
CARDS = (
    "roll_the_die", "pot_filling_up", "charity", "rat_infestation", "beginners_bonus",
    "just_in_time", "choose_one", "rats_are_your_friends", "good_start", "choose_wisely",
    "wheel_and_deal", "opportunistic_moment", "less_is_more", "pot_is_full",
    "pumpkin_patch_party", "lucky_devil", "shining_extra_bright", "magic_potion",
    "seasoned_perfectly", "living_in_luxury", "well_stirred", "strong_ingredient",
    "schadenfreude", "second_chance",
)  # fmt: skip
BOOKS = ("orange", "black_2p", "black_3_4p",
         *(f"{colour}_{side}" for colour in SIDED for side in (1, 2, 3, 4)))
EFFECTS = {
    "orange": "none", "black_2p": "compare_opponent", "black_3_4p": "compare_neighbours",
    "green_1": "last_two_ruby", "green_2": "last_two_gain_chip",
    "green_3": "exact_white_move_last", "green_4": "last_two_pay_droplet",
    "blue_1": "draw_pick_one", "blue_2": "explosion_shield", "blue_3": "ruby_space_ruby",
    "blue_4": "ruby_space_vp", "red_1": "extra_by_orange", "red_2": "set_aside",
    "red_3": "extra_by_previous_white", "red_4": "white_one_extra",
    "yellow_1": "return_previous_white", "yellow_2": "double_next", "yellow_3": "raise_limit",
    "yellow_4": "extra_by_order", "purple_1": "count_reward", "purple_2": "trade_in",
    "purple_3": "vp_by_space", "purple_4": "upgrade_chip",
}  # fmt: skip
SWITCHES = {  # the readings of rules.md that this engine plays (section 12)
    "flask_any_colour": True, "flask_in_final_round": True, "final_exploded_coins": False,
    "evaluation_by_colour": True, "simultaneous_always": True, "first_draw_compulsory": True,
    "draw_after_last_space": True, "partial_effects": True, "gain_needs_open_book": True,
    "ruby_supply_limited": True, "black_needs_one_chip": True, "purple3_by_printed_number": True,
    "yellow2_doubles": "printed_value", "second_chance": "restart_even_if_exploded",
    "strong_ingredient_safe": True, "well_stirred_counts": "first_white_placed",
    "rubies_actions_in_final_round": True,
}  # fmt: skip
SPACES = 54
GLASSES = 13
ROUNDS = 9
CHIPS = 219
START_BAG = 16  # bound; with the gains of nine rounds a bag stays below the bound of a pot
RUBIES = 99


@dataclass(frozen=True)
class Space:
    """A space of the pot track."""

    coins: int
    vp: int
    ruby: bool


@dataclass(frozen=True)
class Reward:
    """What a glass, a face of the die or a line of a book pays; chips are indices of KINDS."""

    chips: tuple[int, ...] = ()
    vp: int = 0
    rubies: int = 0
    steps: int = 0


@dataclass(frozen=True)
class Book:
    """One side of an ingredient book. `prices` run over the values of its colour."""

    id: str
    colour: str
    prices: tuple[int, ...]
    text: str
    params: Any = field(repr=False, hash=False)


@dataclass(frozen=True)
class Card:
    """A fortune teller card."""

    id: str
    title: str
    colour: str
    text: str
    params: Any = field(repr=False, hash=False)


@dataclass(frozen=True)
class Components:
    """The contents of the box; `digest` names the exact figures in a record."""

    supply: tuple[int, ...]  # by kind, before the start bags are filled
    start_bag: tuple[int, ...]
    spaces: tuple[Space, ...]
    glasses: tuple[Reward, ...]
    faces: tuple[Reward, ...]
    tails: tuple[int, ...]
    books: tuple[Book, ...]
    cards: tuple[Card, ...]
    unlock: tuple[int, ...]  # by colour: first round, 1 for white
    names: tuple[str, ...]  # of the colours' ingredients
    figures: Any = field(repr=False, hash=False)  # single numbers, by name
    digest: str = field(repr=False)

    def book(self, name: str) -> Book:
        """Return a book by its id."""
        return self.books[BOOKS.index(name)]


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
    if get(data, "schema", int, "top level") != 1:
        raise BadComponents(f"schema = {data['schema']}: this version reads schema 1")
    if get(data, "game", str, "top level") != "quacks":
        raise BadComponents(f"game = {data['game']!r} is another game's box")
    if data.get("rounds") != ROUNDS:
        raise BadComponents(f"rounds = {data.get('rounds')}: {ROUNDS} expected")
    for key, value in SWITCHES.items():
        given = table(data, "switches").get(key)
        if type(given) is not type(value) or given != value:
            raise BadComponents(f"[switches] {key} = {given!r}: this version plays {value!r} only")
    supply = _supply(data)
    bag = _start_bag(data)
    for kind, (have, each) in enumerate(zip(supply, bag, strict=True)):
        if 4 * each > have:
            raise BadComponents(f"[supply] {KIND_NAMES[kind]}: {have} do not fill four start bags")
    spaces = _spaces(data)
    glasses = _rewards(data, "test_tubes", "glasses", "i", GLASSES, 0)
    faces = _rewards(data, "bonus_die", "faces", "face", 6, 1)
    books = _books(data)
    cards = _cards(data)
    colours = table(data, "colours")
    if colours.get("order") != list(COLOURS):
        raise BadComponents(f"[colours] order must be {', '.join(COLOURS)}")
    unlock = tuple(
        1 if colour == "white" else _number(
            _sub(colours, "unlock_round", "[colours]"), colour, 1, ROUNDS, "[colours] unlock_round")
        for colour in COLOURS)
    names = _sub(colours, "names_en", "[colours]")
    figures = _figures(data, books, cards)
    facts = (supply, bag, spaces, glasses, faces, figures["tails"], unlock)
    parts = repr((facts, [(b.id, b.prices) for b in books]))
    parts += json.dumps([figures, [b.params for b in books], [c.params for c in cards]],
                        sort_keys=True)
    return Components(
        supply=supply, start_bag=bag, spaces=spaces, glasses=glasses, faces=faces,
        tails=tuple(figures["tails"]), books=books, cards=cards, unlock=unlock,
        names=tuple(get(names, colour, str, "[colours] names_en") for colour in COLOURS),
        figures=figures, digest=hashlib.sha256(parts.encode()).hexdigest()[:16],
    )


# ---------------------------------------------------------------- the sides in play


def sides_of(sets: str) -> dict[str, int]:
    """Return {colour: set} of a value of the option `sets`; colours not named have set 1.

    >>> sides_of("green3-red2")
    {'green': 3, 'blue': 1, 'red': 2, 'yellow': 1, 'purple': 1}
    """
    if sets in ("1", "2", "3", "4"):
        return dict.fromkeys(SIDED, int(sets))
    sides = dict.fromkeys(SIDED, 1)
    seen = set()
    for part in sets.split("-"):
        colour, side = part[:-1], part[-1:]
        if colour not in SIDED or side not in ("1", "2", "3", "4") or colour in seen:
            raise BadOption(f"sets={sets}: say {SETS_HELP}")
        seen.add(colour)
        sides[colour] = int(side)
    return sides


# ---------------------------------------------------------------- reading entries


def _sub(entry: dict[str, Any], key: str, where: str) -> dict[str, Any]:
    value = entry.get(key)
    if not isinstance(value, dict):
        raise BadComponents(f"{where}: {key} must be a table, not {value!r}")
    return value


def _number(entry: dict[str, Any], key: str, low: int, high: int, where: str) -> int:
    value: int = get(entry, key, int, where)
    if not low <= value <= high:
        raise BadComponents(f"{where}: {key} = {value}: {low} to {high} expected")
    return value


def kind_of(name: object, where: str) -> int:
    """Return the index of a kind of chip such as "green_1". Raises BadComponents."""
    text = str(name).replace("_", "")
    if not isinstance(name, str) or text not in KIND_NAMES:
        raise BadComponents(f"{where}: there is no chip {name!r}")
    return KIND_NAMES.index(text)


def _chip(entry: dict[str, Any], where: str) -> int:
    colour, value = entry.get("colour"), entry.get("value")
    return kind_of(f"{colour}_{value}", where)


def _supply(data: dict[str, Any]) -> tuple[int, ...]:
    counts = []
    supply, spare = table(data, "supply"), table(data, "supply_spare")
    for colour in COLOURS:
        values = _sub(supply, colour, "[supply]")
        if list(values) != [str(value) for value in VALUES[colour]]:
            raise BadComponents(f"[supply] {colour}: values {VALUES[colour]} expected")
        counts += [_number(values, text, 0, 99, f"[supply] {colour}") for text in values]
    spares = 0
    for colour, values in spare.items():
        if not isinstance(values, dict):
            raise BadComponents(f"[supply_spare] {colour}: a table of counts expected")
        spares += sum(_number(values, text, 0, 9, f"[supply_spare] {colour}") for text in values)
    total = _number(table(data, "box"), "chips_total", 1, 999, "[box]")
    if sum(counts) + spares != total:
        raise BadComponents(f"[box] chips_total = {total}, the supply makes {sum(counts) + spares}")
    return tuple(counts)


def _start_bag(data: dict[str, Any]) -> tuple[int, ...]:
    bag = [0] * len(KINDS)
    for entry in entries(table(data, "setup"), "start_bag", "[setup] start_bag"):
        kind = _chip(entry, "[setup] start_bag")
        bag[kind] += _number(entry, "count", 0, START_BAG, "[setup] start_bag")
    if not 1 <= sum(bag) <= START_BAG:
        raise BadComponents(f"[setup] start_bag: 1 to {START_BAG} chips expected")
    return tuple(bag)


def _spaces(data: dict[str, Any]) -> tuple[Space, ...]:
    pot = table(data, "pot")
    spaces = []
    for i, entry in enumerate(entries(pot, "spaces", "[pot] spaces")):
        where = f"[pot] space {i}"
        if entry.get("i") != i:
            raise BadComponents(f"{where}: i = {entry.get('i')}: spaces must stand in order")
        spaces.append(Space(
            _number(entry, "coins", 0, 99, where), _number(entry, "vp", 0, 99, where),
            get(entry, "ruby", bool, where)))
    if len(spaces) != SPACES or pot.get("last_chip_index") != SPACES - 2 or (
            pot.get("spoon_index") != SPACES - 1):
        raise BadComponents(f"[pot]: spaces 0 to {SPACES - 1} expected, the last one the spoon")
    if [i for i, space in enumerate(spaces) if space.ruby] != pot.get("ruby_indices"):
        raise BadComponents("[pot] ruby_indices disagrees with the spaces")
    return tuple(spaces)


def _rewards(data: dict[str, Any], part: str, name: str, key: str, length: int,
             first: int) -> tuple[Reward, ...]:
    rewards = []
    for i, entry in enumerate(entries(table(data, part), name, f"[{part}] {name}")):
        where = f"[{part}] {name} {i + first}"
        if entry.get(key) != i + first:
            raise BadComponents(f"{where}: {key} = {entry.get(key)}: entries must stand in order")
        kind = entry.get("kind")
        if kind == "chip":
            rewards.append(Reward(chips=(_chip(entry, where),)))
        elif kind == "none":
            rewards.append(Reward())
        elif kind in ("vp", "ruby", "droplet") and not (kind == "droplet" and key == "i"):
            amount = _number(entry, "amount", 1, 20, where)
            vp, rubies, steps = (amount * (kind == word) for word in ("vp", "ruby", "droplet"))
            rewards.append(Reward(vp=vp, rubies=rubies, steps=steps))
        else:
            raise BadComponents(f"{where}: unknown kind {kind!r}")
    if len(rewards) != length:
        raise BadComponents(f"[{part}] {name}: {length} entries expected, not {len(rewards)}")
    return tuple(rewards)


def _books(data: dict[str, Any]) -> tuple[Book, ...]:
    books = []
    for entry in named(data, "books", BOOKS):
        where = f"book {entry['id']}"
        colour = entry["id"].split("_")[0]
        if entry.get("colour") != colour:
            raise BadComponents(f"{where}: colour = {entry.get('colour')!r}: {colour!r} expected")
        if entry.get("effect") != EFFECTS[entry["id"]]:
            raise BadComponents(f"{where}: effect must be {EFFECTS[entry['id']]!r}")
        prices = _sub(entry, "prices", where)
        if list(prices) != [str(value) for value in VALUES[colour]]:
            raise BadComponents(f"{where}: prices of the values {VALUES[colour]} expected")
        books.append(Book(
            entry["id"], colour,
            tuple(_number(prices, text, 1, 99, f"{where}: prices") for text in prices),
            get(entry, "text", str, where),
            _sub(entry, "params", where) if "params" in entry else {}))
    return tuple(books)


def _cards(data: dict[str, Any]) -> tuple[Card, ...]:
    cards = []
    for entry in named(data, "cards", CARDS):
        where = f"card {entry['id']}"
        if entry.get("colour") not in ("purple", "blue"):
            raise BadComponents(f"{where}: colour = {entry.get('colour')!r}: purple or blue")
        cards.append(Card(entry["id"], get(entry, "title", str, where), entry["colour"],
                          get(entry, "text", str, where), _sub(entry, "params", where)))
    return tuple(cards)


def _line(entry: dict[str, Any], where: str) -> list[Any]:
    """Return [chips, vp, rubies, steps] of a line of a book."""
    chips = [kind_of(name, where) for name in entry.get("gain", [])]
    if len(chips) > 2:
        raise BadComponents(f"{where}: at most two chips a line")
    return [chips, _number(entry, "vp", 0, 20, where), _number(entry, "rubies", 0, 20, where),
            _number(entry, "droplet", 0, 20, where)]


def _tiers(book: Book) -> list[dict[str, Any]]:
    tiers = entries(book.params, "tiers", f"book {book.id}: tiers")
    if [tier.get("chips") for tier in tiers] != [1, 2, 3]:
        raise BadComponents(f"book {book.id}: tiers of 1, 2 and 3 chips expected")
    return tiers


def _figures(data: dict[str, Any], books: tuple[Book, ...],
             cards: tuple[Card, ...]) -> dict[str, Any]:
    """Return every number that the rules use and that stands in no table of its own."""
    setup, boom = table(data, "setup"), table(data, "explosion")
    track, final = table(data, "score_track"), table(data, "final_round")
    costs = table(data, "ruby_costs")
    figures: dict[str, Any] = {
        "rubies": _number(table(data, "box"), "rubies", 0, RUBIES, "[box]"),
        "start_rubies": _number(setup, "rubies", 0, 20, "[setup]"),
        "start_score": _number(setup, "score", 0, 99, "[setup]"),
        "start_droplet": _number(setup, "droplet_index", 0, 20, "[setup]"),
        "start_glass": _number(setup, "test_tube_index", 0, GLASSES - 1, "[setup]"),
        "start_flask": get(setup, "flask_full", bool, "[setup]"),
        "limit": _number(boom, "limit", 1, 60, "[explosion]"),
        "coins_per_vp": _number(final, "coins_per_vp", 1, 99, "[final_round]"),
        "rubies_per_vp": _number(final, "rubies_per_vp", 1, 99, "[final_round]"),
        "step_cost": _number(costs, "droplet_step", 2, 20, "[ruby_costs]"),
        "refill_cost": _number(costs, "flask_refill", 1, 20, "[ruby_costs]"),
        "lap": _number(track, "length", 50, 50, "[score_track]"),
    }
    if 4 * figures["start_rubies"] > figures["rubies"]:
        raise BadComponents("[setup] rubies: the box does not hold as many for four players")
    tails = track.get("tails_after")
    if not isinstance(tails, list) or not all(type(t) is int and 0 <= t < 50 for t in tails) or (
            tails != sorted(set(tails))):
        raise BadComponents("[score_track] tails_after: rising numbers from 0 to 49 expected")
    figures["tails"] = tails
    figures |= _round_track(data)
    figures |= _book_figures({book.id: book for book in books}, boom)
    figures["cards"] = _card_figures({card.id: card.params for card in cards}, boom)
    return figures


def _round_track(data: dict[str, Any]) -> dict[str, Any]:
    rounds = entries(data, "round_track")
    if [entry.get("round") for entry in rounds] != list(range(1, ROUNDS + 1)):
        raise BadComponents(f"round_track: rounds 1 to {ROUNDS} expected, in order")
    white = {"white_round": 0, "white_kind": 0, "white_count": 0}
    unlock = _sub(table(data, "colours"), "unlock_round", "[colours]")
    for entry in rounds:
        where = f"round_track {entry['round']}"
        event = entry.get("event")
        if event == "add_white":
            white = {
                "white_round": entry["round"],
                "white_kind": kind_of(f"white_{entry.get('value')}", where),
                "white_count": _number(entry, "count", 1, 3, where),
            }
        elif event == "open_book":
            if unlock.get(str(entry.get("colour"))) != entry["round"]:
                raise BadComponents(f"{where}: [colours] unlock_round disagrees")
        elif event not in ("none", "final") or (event == "final") != (entry["round"] == ROUNDS):
            raise BadComponents(f"{where}: event = {event!r} is not possible there")
    return white | {"rats": [get(entry, "rats", bool, "round_track") for entry in rounds]}


def _book_figures(books: dict[str, Book], boom: dict[str, Any]) -> dict[str, Any]:
    def number(book: str, key: str, low: int = 0, high: int = 20) -> int:
        return _number(books[book].params, key, low, high, f"book {book}")

    gains = _sub(books["green_2"].params, "by_value", "book green_2")
    green2 = []
    for value in VALUES["green"]:
        names = gains.get(str(value))
        if not isinstance(names, list) or not 1 <= len(names) <= 2:
            raise BadComponents(f"book green_2: by_value {value}: one or two chips expected")
        green2.append(sorted({kind_of(name, "book green_2") for name in names}))
    black = []
    for book, keys in (("black_2p", ("equal", "more")),
                       ("black_3_4p", ("more_than_one", "more_than_both"))):
        lines = [_sub(books[book].params, key, f"book {book}") for key in keys]
        black.append([[[], 0, _number(line, "rubies", 0, 9, f"book {book}"),
                       _number(line, "droplet", 0, 9, f"book {book}")] for line in lines])
    bands = entries(books["purple_3"].params, "bands", "book purple_3: bands")
    extra = books["yellow_4"].params.get("extra")
    if not isinstance(extra, list) or len(extra) != 3 or not all(
            type(e) is int and 0 <= e <= 4 for e in extra):
        raise BadComponents("book yellow_4: extra: three numbers from 0 to 4 expected")
    purple4 = [[_number(tier, key, 1, 4, "book purple_4") for key in ("from", "to")]
               for tier in _tiers(books["purple_4"])]
    if any(pair[0] not in (1, 2, 4) or pair[1] not in (1, 2, 4) for pair in purple4):
        raise BadComponents("book purple_4: values 1, 2 and 4 expected")
    return {
        "black": black,
        "green_positions": number("green_1", "positions", 2, 2),
        "green_rubies": number("green_1", "rubies_each"),
        "green2": green2,
        "green3_sum": number("green_3", "white_sum", 0, 60),
        "green4": [number("green_4", "ruby_cost", 1), number("green_4", "droplet")],
        "blue3_rubies": number("blue_3", "rubies"),
        "red1": [number("red_1", "orange_1_to_2", 0, 4), number("red_1", "orange_3_up", 0, 4)],
        "red4_extra": number("red_4", "extra", 0, 4),
        "yellow3": [_number(boom, "limit_yellow3_first", 1, 60, "[explosion]"),
                    _number(boom, "limit_yellow3_third", 1, 60, "[explosion]")],
        "yellow4": extra,
        "purple1": [_line(tier, "book purple_1") for tier in _tiers(books["purple_1"])],
        "purple2": [_line(tier, "book purple_2") for tier in _tiers(books["purple_2"])],
        "purple3": [[_number(band, key, 0, 99, "book purple_3") for key in ("from", "to", "vp")]
                    for band in bands],
        "purple4": purple4,
    }


def _card_figures(params: dict[str, Any], boom: dict[str, Any]) -> dict[str, list[Any]]:
    """Return {card: [a, b, chip or None, offered kinds]}; which figure is which: tables.pyx."""

    def number(card: str, key: str, low: int = 0, high: int = 20) -> int:
        return _number(params[card], key, low, high, f"card {card}")

    def options(card: str) -> list[str]:
        names = params[card].get("options")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise BadComponents(f"card {card}: options: a list of words expected")
        return names

    def worth(card: str, word: str) -> int:
        found = [name for name in options(card) if name.rpartition("_")[0] == word]
        if len(found) != 1 or not found[0].rpartition("_")[2].isdigit() or (
                int(found[0].rpartition("_")[2]) > 20):
            raise BadComponents(f"card {card}: one option {word}_n expected, n from 0 to 20")
        return int(found[0].rpartition("_")[2])

    def offers(card: str) -> list[int]:
        kinds = []
        for name in options(card):
            if name.startswith("gain_any_"):
                kinds += any_of(name.removeprefix("gain_any_"), f"card {card}")
            elif name.startswith("gain_"):
                kinds.append(kind_of(name.removeprefix("gain_"), f"card {card}"))
        return sorted(kinds)

    def any_of(value: object, where: str) -> list[int]:
        return [kind_of(f"{colour}_{value}", where) for colour in SIDED[:4]]

    def chip(card: str, key: str) -> int:
        return kind_of(params[card].get(key), f"card {card}")

    if "vp_per_tail" not in options("rats_are_your_friends"):
        raise BadComponents("card rats_are_your_friends: the option vp_per_tail is missing")
    if "remove_white_1" not in options("just_in_time"):
        raise BadComponents("card just_in_time: the option remove_white_1 is missing")
    deal = params["wheel_and_deal"]
    barred = deal.get("not_colours")
    if not isinstance(barred, list):
        raise BadComponents("card wheel_and_deal: not_colours: a list of colours expected")
    value = number("wheel_and_deal", "value", 1, 4)
    upgrade = _sub(params["opportunistic_moment"], "upgrade", "card opportunistic_moment")
    return {
        "roll_the_die": [number("roll_the_die", "rolls", 1, 4), 0, None, []],
        "pot_filling_up": [number("pot_filling_up", "steps"), 0, None, []],
        "charity": [number("charity", "rubies"), 0, None, []],
        "rat_infestation": [number("rat_infestation", "factor", 1, 4), 0, None, []],
        "beginners_bonus": [0, 0, chip("beginners_bonus", "chip"), []],
        "just_in_time": [worth("just_in_time", "vp"), 0, 0, []],
        "choose_one": [worth("choose_one", "rubies"), 0, None, offers("choose_one")],
        "rats_are_your_friends": [0, 0, None, offers("rats_are_your_friends")],
        "good_start": [number("good_start", "max", 0, 9), number("good_start", "rubies_per_tail"),
                       None, []],
        "choose_wisely": [worth("choose_wisely", "droplet"), 0, None, offers("choose_wisely")],
        "wheel_and_deal": [number("wheel_and_deal", "rubies", 1), 0, None, [
            kind for kind, (colour, points) in enumerate(KINDS)
            if points == value and colour not in barred]],
        "opportunistic_moment": [
            number("opportunistic_moment", "draw", 1, 9), 0,
            chip("opportunistic_moment", "fallback"),
            [[kind_of(f"{colour}_{low}", "card opportunistic_moment"),
              kind_of(f"{colour}_{high}", "card opportunistic_moment")]
             for colour in ("green", "blue", "red", "yellow") for low, high in upgrade.items()]],
        "less_is_more": [number("less_is_more", "draw", 1, 9),
                         number("less_is_more", "others_rubies"), chip("less_is_more", "lowest"),
                         []],
        "pot_is_full": [number("pot_is_full", "rolls", 1, 4), 0, None, []],
        "pumpkin_patch_party": [number("pumpkin_patch_party", "extra"), 0, None, []],
        "lucky_devil": [number("lucky_devil", "vp"), 0, None, []],
        "shining_extra_bright": [number("shining_extra_bright", "rubies"), 0, None, []],
        "magic_potion": [0, 0, None, []],
        "seasoned_perfectly": [number("seasoned_perfectly", "white_sum", 0, 60),
                               number("seasoned_perfectly", "steps"), None, []],
        "living_in_luxury": [number("living_in_luxury", "limit", 1, 60), 0, None, []],
        "well_stirred": [0, 0, None, []],
        "strong_ingredient": [number("strong_ingredient", "draw", 1, 9), 0, None, []],
        "schadenfreude": [0, 0, None, any_of(number("schadenfreude", "value", 1, 4),
                                             "card schadenfreude")],
        "second_chance": [number("second_chance", "chips", 1, 20), 0, None, []],
    }

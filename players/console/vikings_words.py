"""Vikings in words: spaces, ports with what lies there, runes, sagas, and the rules by topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.vikings.components import GOODS, HOMES, NATIONS, PORTS, TASKS, WINTERING
from players.console.english import listed, plural

if TYPE_CHECKING:
    from core.game import Setup
    from core.vikings.components import Components, Space
    from core.vikings.view import SeatView, View

ZONE_NAMES = ("North", "East", "South", "West")
HOME_SPACES = range(PORTS, PORTS + HOMES)
TOWN_WORDS = ("", "town", "large town")
TOWN_MARKS = ("", "!", "!!")
NATION_NAMES = tuple(name.capitalize() for name in NATIONS)

RUNE_TEXTS = {
    "siege": "Before an attack on the port where your turn began: +1 to every die.",
    "lokis_mark": "Choose a ship in a port with goods aboard, and one of its goods: it goes back "
                  "to the bank.",
    "raven_banner": "Before an attack: +1 to every die.",
    "wrath_of_the_gods": "Another jarl discards all his runes.",
    "debts_of_honour": "Another jarl gives up a settlement of his choice; a figure of your reserve "
                       "takes its place.",
    "intimidation": "From a water beside a port that holds another ship: drive that ship out to a "
                    "water beside the port and enter it. This is a sailing day.",
    "answered_prayers": "Take any rune of the discard pile into your hand; all see which.",
    "fame_precedes_you": "In Wintering: take 2 goods or 2 crew aboard without spending days.",
    "trade_with_natives": "In a port where a good lies: take one of the same kind from the bank "
                          "aboard; the one in the port stays.",
    "not_welcome": "Choose a ship in a port. 3 dice are rolled: each one lower than the port's "
                   "value costs it a crew or a good.",
    "colonisation": "Every jarl scores {colonisation} points for each of his settlements.",
    "sea_monster": "Choose a ship on a water. A die is rolled for each of its crew: 4, 5 and 6 "
                   "kill one.",
    "masters_of_seafaring": "You lose nothing to hardship for the rest of this turn.",
    "navigation_error": "Move another jarl's ship one space, to a water or to a free port.",
    "new_crew": "In a port with a settlement of yours: take one crew aboard, without a day.",
    "new_trade_opportunities": "Take the goods out of two ports of your choice.",
    "rebellion": "Choose a settlement. A die must be greater than the port's value, or the "
                 "settlement is removed.",
    "revolt": "Choose a settlement. A die of 4, 5 or 6 removes it.",
    "following_wind": "One more sailing day this turn.",
    "prayer_to_odin": "Draw runes until you hold three.",
    "storm": "Choose a ship: on a water it loses 2 crew or goods, in a port 1. Then all unused "
             "and discarded runes are shuffled anew.",
    "surprise_attack": "Before an attack in a region where you have a settlement: +2 to every "
                       "die.",
    "disputed_settlement": "In a port with another jarl's settlement: try to settle there; if it "
                           "succeeds, yours replaces his. It is the port's task of the turn.",
    "change_in_demand": "Another kind of goods is demanded from now on.",
    "retribution": "After a successful raid of yours: its treasure scores double.",
    "valhalla": "Before an attack: failed dice cost no crew.",
    "berserker_fury": "Before an attack: +2 to one die, in a raid the first, in a settlement "
                      "attempt the highest.",
    "back_to_the_longships": "Remove a good or a settlement from an independent port.",
}  # fmt: skip


def player(seat: int) -> str:
    """Return a player's short mark, such as ``P2``."""
    return f"P{seat + 1}"


def token(name: str) -> str:
    """Return a token of a ship in a sentence."""
    return "one crew" if name == "crew" else f"one {name[:-1]}"


def cargo(crew: int, goods: Sequence[int], none: str = "nothing") -> str:
    """Return what is aboard, such as ``3 crew, 1 hide, 2 tusks``."""
    parts = [f"{crew} crew"] * (crew > 0)
    parts += [plural(n, kind[:-1]) for kind, n in zip(GOODS, goods, strict=True) if n]
    return ", ".join(parts) or none


class Words:
    """The words of one game: its map, its cards, its figures."""

    def __init__(self, setup: Setup) -> None:
        self.box: Components = setup.components
        self.spaces: tuple[Space, ...] = self.box.spaces
        self.number = {space.id: i for i, space in enumerate(self.spaces)}
        self.runes: dict[str, str] = {rune.id: rune.name for rune in self.box.runes}

    # ------------------------------------------------------------------ the map

    def space(self, space: int) -> str:
        """Return the name of a space."""
        return self.spaces[space].name

    def named(self, name: str) -> str:
        """Return the name of the space with an id."""
        return self.spaces[self.number[name]].name

    def inside(self, space: int) -> str:
        """Return where a ship is, as the end of a sentence: ``in York``."""
        kind = self.spaces[space].kind
        return f"{'on the' if kind in ('sea', 'river') else 'in'} {self.space(space)}"

    def find(self, entry: str) -> list[int]:
        """Return the spaces that an entry names, whole names before beginnings."""
        wanted = " ".join(entry.lower().replace("_", " ").split())
        names = {i: (space.name.lower(), space.id.replace("_", " "))
                 for i, space in enumerate(self.spaces) if i != WINTERING}
        whole = [i for i, both in names.items() if wanted in both]
        return whole or [i for i, both in names.items()
                         if wanted and any(name.startswith(wanted) for name in both)]

    def zone(self, space: int) -> str:
        """Return the zone of a space, or an empty text."""
        zone = self.spaces[space].zone
        return ZONE_NAMES[zone] if zone >= 0 else ""

    def region(self, port: int) -> str:
        """Return the region of a port."""
        region = self.spaces[port].region
        return self.box.regions[region].name if region >= 0 else "independent"

    def port(self, view: View, port: int) -> str:
        """Return a port and all that is there in marks: ``York 4! hides #2 @3``."""
        space = self.spaces[port]
        town = TOWN_MARKS[space.town] if port in view.towns else ""
        parts = [f"{space.name} {space.value}{town}"]
        if port in view.goods:
            parts.append(GOODS[view.goods[port]])
        parts += [f"#{seat + 1}" for seat, one in enumerate(view.seats) if port in one.settled]
        parts += [f"@{seat + 1}" for seat, one in enumerate(view.seats) if one.space == port]
        return " ".join(parts)

    # ------------------------------------------------------------------ weather, cards

    def fair(self, fair: Sequence[int], short: bool = False) -> str:
        """Return the fair-weather days of all zones."""
        return " ".join(f"{name[0] if short else name} {days}"
                        for name, days in zip(ZONE_NAMES, fair, strict=True))

    def wind(self, wind: int) -> str:
        """Return where the wind dial points."""
        plus, minus, _ = self.box.gusts
        return f"{plus:+d} {ZONE_NAMES[wind]}, {minus:+d} {ZONE_NAMES[(wind + 2) % 4]}"

    def rune(self, title: int) -> str:
        """Return the title of a rune."""
        return self.box.runes[title].name

    def rune_text(self, title: int) -> str:
        """Return what a rune does."""
        return RUNE_TEXTS[self.box.runes[title].id].format(**self.box.figures)

    def saga(self, saga: int) -> str:
        """Return a saga with its nation and bonus."""
        card = self.box.sagas[saga]
        bonus = f", +{card.bonus}" if card.bonus else ""
        return f"{card.name} ({NATION_NAMES[card.nation]}{bonus})"

    def lack(self, view: View, saga: int) -> str:
        """Return what a saga still lacks."""
        card = self.box.sagas[saga]
        what = {"trade": "a good in", "raid": "the town of",
                "settle": "a settlement in"}[TASKS[card.task]]
        return f"lacks {what} {listed([self.space(port) for port in view.lacking(saga)])}"

    def needs(self, view: View, port: int) -> str:
        """Return which dice succeed in an attack."""
        needed = max(view.effective(port) - view.bonus + 1, 1)
        more = f" (the {'first' if view.attack == 'raid' else 'highest'} die gets +{view.fury})"
        return (f"{needed} or more" if needed < 6 else "a 6" if needed == 6 else
                f"{needed}, more than it can show") + more * bool(view.fury)

    def nations(self, seat: SeatView) -> str:
        """Return the completed sagas of a jarl by nation, such as ``N2 S0 D1``."""
        counts = [sum(self.box.sagas[saga].nation == nation for saga in seat.sagas)
                  for nation in range(len(NATIONS))]
        return " ".join(f"{name[0]}{n}" for name, n in zip(NATION_NAMES, counts, strict=True))

    # ------------------------------------------------------------------ rules

    def hardship(self) -> str:
        """Return the hardship table in words."""
        losses, parts = self.box.losses, []
        days = 1
        while days < len(losses):
            last = days
            while last + 1 < len(losses) and losses[last + 1] == losses[days]:
                last += 1
            span = (f"{days} or more" if last == len(losses) - 1 else
                    str(days) if last == days else f"{days}-{last}")
            parts.append(f"{span}: {losses[days]}")
            days = last + 1
        return ", ".join(parts)

    def topics(self) -> dict[str, str]:
        """Return the rules by topic."""
        box, figures = self.box, self.box.figures
        capacity = "/".join(map(str, figures["capacity"]))
        goods = plural(figures["demand_bonus"], "point")
        multiplier = "/".join(map(str, figures["multiplier"]))
        return {
            "turn": f"A turn has {figures['days']} days. One day each: load a crew or a good (in "
                    "Wintering), draw a rune (in a home port), sail one space. Tasks and runes "
                    "cost no days. (V13-V16)",
            "load": f"Only in Wintering, one day a token. Ships hold {capacity} tokens in era "
                    "1/2/3, crew and goods together, and need a crew to leave for a home port, "
                    "which costs no day. (V17-V20)",
            "draw": "In a home port a day draws a rune, up to three in hand. There runes can "
                    "neither be played nor discarded. (V21, V57)",
            "sail": "One day a step, to an adjacent water or port. A port that holds another ship "
                    "cannot be entered. (V22, V23)",
            "hardship": "Sailing days beyond the fair-weather days of the zone you enter cost "
                        "crew or goods, your choice; days beyond and losses in the whole turn: "
                        f"{self.hardship()}. (V25-V30)",
            "wind": f"The dial adds {box.gusts[0]} fair-weather day in one zone and takes "
                    f"{abs(box.gusts[1])} from the opposite one. Playing or discarding a rune "
                    "lets you turn it a quarter. (V25, V31)",
            "trade": "Put a good into a port without one; that kind may not lie in another port "
                     f"of the region. You score the port's value, and {goods} more if the kind "
                     "is demanded. One task a port and turn. (V33, V35-V38)",
            "raid": "Up to three dice, one after another, no more than your crew. The first one "
                    "greater than the port's value (1 less if a good lies there) takes the town "
                    "and its treasure; each failure costs a crew. (V39-V42)",
            "settle": "In a port without settlement, with no standing town in its region: choose "
                      "up to three dice, roll them together. Each that is not greater than the "
                      "value (1 less if a good lies there) costs a crew; if one is greater, a "
                      "crew becomes the settlement. (V43-V46)",
            "winter": "Returning to Wintering ends the turn: goods go to the bank, all crew but "
                      "one to the reserve. A ship without crew goes there empty. (V48-V51)",
            "runes": "Any number in your turn, but none while your ship is in a home port. Each "
                     "played or discarded rune lets you turn the wind. Attack runes come after "
                     "an attack is declared, before its dice. (V54-V60)",
            "sagas": "Trade: a good lies in each port. Raid: the towns are gone. Settle: each "
                     "port has a settlement. Whose task makes it true takes the card and its "
                     "bonus, whoever did the rest. (V61-V66)",
            "end": f"When the last saga is turned up, {figures['final_rounds']} more rounds "
                   f"follow. Then: Bloody Axe, {figures['axe']} points a town for whoever took "
                   f"most; settlements, the value x {multiplier} for 1/2/3 settled ports in the "
                   "region, whoever owns them; sagas of each nation, "
                   f"{figures['saga_first']} points a card for most, {figures['saga_second']} "
                   "for second most. (V67-V73)",
        }

    def rule(self, view: View) -> str:
        """Return the rule of the question at hand."""
        topics = self.topics()
        if view.phase in ("TARGET", "GIVE") and view.card is not None:
            return f"{self.rune(view.card)}: {self.rune_text(view.card)}"
        if view.phase == "LOSS":
            return topics["hardship"] if view.card is None else (
                f"{self.rune(view.card)}: {self.rune_text(view.card)}")
        if view.phase == "RETRIBUTION":
            return "Retribution doubles the treasure just taken. (R25)"
        attack = "raid" if view.attack == "raid" else "settle"
        return topics[{"MAIN": "turn", "WIND": "wind", "RAID_ON": "raid", "DICE": "settle",
                       "FOUND": "settle"}.get(view.phase, attack)]

"""Defenders in words: places with what is there, cards, heroes, quests, generals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from core.defenders.components import CITY, COLOURS, MOVES, NEXT
from players.console.defenders_rules import (
    GENERAL_TEXTS,
    HERO_TEXTS,
    REWARD_TEXTS,
    SPECIAL_TEXTS,
    TASK_TEXTS,
)
from players.console.english import listed

if TYPE_CHECKING:
    from core.defenders.components import Components, Quest
    from core.defenders.view import SeatView, View
    from core.game import Setup

SHORT = ("dem", "orc", "dra", "und")
ONE = ("demon", "orc", "dragonkin", "undead")
MANY_OF = ("demons", "orcs", "dragonkin", "undead")
COLOUR_STYLES = ("red", "green", "blue", "bright_black", "magenta")
CAUSE_TEXTS = {
    "won": "the fourth general is defeated",
    "city": "the minions have taken Monarch City",
    "general": "a general has entered Monarch City",
    "minions": "a minion must be placed and none is left",
    "crystals": "the last taint crystal is on the map",
    "heroes": "no hero is left",
    "turn_limit": "the turn limit is reached",
}
CAUSE_WORDS = {"city": "city taken", "general": "general in the city", "minions": "minions run out",
               "crystals": "crystals run out", "heroes": "no hero left",
               "turn_limit": "turn limit"}


def troop(faction: int, count: int) -> str:
    """Return so many minions of a faction, such as ``2 orcs``."""
    return f"{count} {ONE[faction] if count == 1 else MANY_OF[faction]}"


def dice_of(count: int) -> str:
    """Return so many dice, such as ``2 dice``."""
    return "1 die" if count == 1 else f"{count} dice"


def troops(crowd: Sequence[int]) -> str:
    """Return minions of all factions, such as ``2 orcs and 1 undead``."""
    return listed([troop(i, n) for i, n in enumerate(crowd) if n])


class Words:
    """The words of one game: its map, its cards, its figures."""

    def __init__(self, setup: Setup) -> None:
        self.box: Components = setup.components
        self.figures: dict[str, Any] = self.box.figures
        self.place_names: tuple[str, ...] = tuple(place.name for place in self.box.locations)
        self.number = {place.id: i for i, place in enumerate(self.box.locations)}
        self.kinds = {card.id: i for i, card in enumerate(self.box.cards)}
        self.quest_number = {quest.id: i for i, quest in enumerate(self.box.quests)}
        self.hero_number = {hero.id: i for i, hero in enumerate(self.box.heroes)}
        self.general_number = {general.id: i for i, general in enumerate(self.box.generals)}
        self.dark_number = {card.id: i for i, card in enumerate(self.box.dark)}

    # ------------------------------------------------------------------ players

    def hero(self, view: View, seat: int) -> str:
        """Return the hero of a seat, or the player before there is one."""
        hero = view.seats[seat].hero
        return f"Player {seat + 1}" if hero is None else self.box.heroes[hero].name

    def the_hero(self, view: View, seat: int) -> str:
        """Return the hero of a seat in a sentence."""
        name = self.hero(view, seat)
        return name if view.seats[seat].hero is None else f"the {name}"

    def mode(self, seat: SeatView) -> str:
        """Return style or shape of a hero, or an empty text."""
        if seat.style is not None:
            return str(seat.style)
        return f"as {ONE[seat.shape]}" if seat.shape is not None else ""

    def dice(self, seat: SeatView, general: int) -> int:
        """Return the dice that the hand of a hero is worth against a general (D50)."""
        cards = self.box.cards
        return sum(cards[kind].dice for kind in seat.hand if cards[kind].general in (general, -1))

    # ------------------------------------------------------------------ the map

    def place(self, place: int) -> str:
        """Return the name of a place."""
        return self.place_names[place]

    def contents(self, view: View, place: int, heroes: bool = True) -> str:
        """Return what is in a place in marks: ``2orc *1 gate Gorgutt @Cleric``."""
        parts = [f"{n}{SHORT[i]}" for i, n in enumerate(view.minions[place]) if n]
        if view.crystals[place]:
            parts.append(f"*{view.crystals[place]}")
        if place in view.gates:
            parts.append("gate")
        if heroes:
            parts += [self.box.generals[i].name.upper() for i, one in enumerate(view.generals)
                      if one.place == place]
            parts += [f"@{self.hero(view, seat)}" for seat, one in enumerate(view.seats)
                      if one.hero is not None and one.place == place]
        return " ".join(parts)

    def full_place(self, view: View, place: int) -> str:
        """Return a place and what is there."""
        what = self.contents(view, place)
        return f"{self.place(place)}: {what}" if what else self.place(place)

    def entries(self, place: int) -> tuple[str, ...]:
        """Return what may be typed for a place."""
        one = self.box.locations[place]
        names = {one.name.lower(), one.name.lower().replace("'", ""), one.id.replace("_", " "),
                 one.id}
        return (one.name.lower(), *sorted(names - {one.name.lower()}))

    def steps_left(self, view: View, general: int) -> int:
        """Return the steps of a general to Monarch City."""
        return len(self.box.generals[general].path) - 1 - view.generals[general].step

    # ------------------------------------------------------------------ cards

    def card(self, kind: int) -> str:
        """Return a hero card with what it can do: ``Raven Forest (green gate, 1 die)``."""
        card = self.box.cards[kind]
        dice = dice_of(card.dice)
        if card.location >= 0:
            return f"{card.name} ({COLOURS[card.colour]} {MOVES[card.move]}, {dice})"
        shown = "any" if card.general < 0 else self.box.generals[card.general].name
        return f"{card.name} ({dice} {shown})"

    def short_card(self, kind: int) -> str:
        """Return a hero card in a sentence: ``Raven Forest (gate)``."""
        card = self.box.cards[kind]
        return f"{card.name} ({MOVES[card.move]})" if card.location >= 0 else card.name

    def card_text(self, kind: int) -> str:
        """Return what a hero card does."""
        card = self.box.cards[kind]
        if card.location < 0:
            return f"{self.card(kind)}: {self.special_text(card.id)}"
        moves = {"horse": f"moves 1 or {self.figures['horse_steps']} steps",
                 "eagle": f"moves 1 to {self.figures['eagle_steps']} steps",
                 "gate": f"leads to {card.name} or to any gate"}
        general = self.box.generals[card.general].name
        return (f"{self.card(kind)}: {moves[MOVES[card.move]]}; builds a gate in {card.name}; "
                f"heals {COLOURS[card.colour]} land; {dice_of(card.dice)} against {general}.")

    def special_text(self, name: str) -> str:
        """Return what a special card does (D79)."""
        colour = COLOURS[self.figures["archers_colour"]]
        return SPECIAL_TEXTS[name].format(**self.figures, colour=colour)

    def dark(self, view: View, card: int, full: bool = True) -> str:
        """Return a darkness card: placements in order, then the general part (D68)."""
        one = self.box.dark[card]
        parts: list[str] = []
        if full:
            for number, (place, faction, count) in enumerate(one.placements, 1):
                gone = " (cancelled)" if card == view.card and (
                    f"half {number}" in view.cancelled) else ""
                parts.append(f"{count}{SHORT[faction]} {self.place(place)}{gone}")
            parts += {1: ["Orc Patrols"], 2: ["Orc War Party"], 3: ["All is Quiet"],
                      4: ["Monarch City"]}.get(one.kind, [])
        elif one.kind >= 3:
            parts.append("no general")
        if one.kind < 3:
            goal = "next" if one.target == NEXT else self.place(one.target)
            more = f" +{one.minions}" if one.minions else ""
            parts.append(f"{self.box.generals[one.general].name} > {goal}{more}")
        return "; ".join(parts)

    # ------------------------------------------------------------------ texts

    def hero_text(self, hero: int) -> list[str]:
        """Return what a hero can do (section 12)."""
        one = self.box.heroes[hero]
        return [f"{one.name}, {one.life} life.",
                *(f"{name}: {text.format(**self.figures)}" for name, text in
                  HERO_TEXTS[one.id].items())]

    def quest_name(self, quest: int) -> str:
        """Return the name of a quest, short enough for a table."""
        return self.box.quests[quest].name.replace("the General: ", "")

    def quest_text(self, quest: int) -> str:
        """Return task and reward of a quest (D80, D81)."""
        one = self.box.quests[quest]
        return f"{one.name}: {self.quest_task(one)} Reward: {self.quest_reward(one)}"

    def quest_task(self, one: Quest) -> str:
        """Return what a quest asks for."""
        general = self.box.generals[one.general].name
        places = listed([self.place(place) for place in one.locations])
        needs = listed([troop(i, n) for i, n in enumerate(one.needs) if n])
        return TASK_TEXTS[one.type].format(
            places=places, dice=one.dice, hit=one.hit, general=general, needs=needs,
            colour=COLOURS[one.colour])

    def quest_reward(self, one: Quest) -> str:
        """Return what a quest brings."""
        return REWARD_TEXTS[one.reward].format(
            value=one.value, colour=COLOURS[one.colour], faction=MANY_OF[one.colour],
            places=listed([self.place(place) for place in one.locations]),
            general=self.box.generals[one.general].name)

    def progress(self, view: View, seat: int) -> str:
        """Return how far the active quest of a seat is, or an empty text."""
        one = view.seats[seat]
        if one.quest is None:
            return ""
        quest = self.box.quests[one.quest]
        if quest.type == "defeat":
            return listed([f"{one.markers[i]} of {troop(i, n)}"
                           for i, n in enumerate(quest.needs) if n])
        if quest.type in ("visit", "act_at"):
            done = [self.place(quest.locations[i]) for i in one.done]
            return f"done: {listed(done)}" if done else "no place done yet"
        return ""

    def general_text(self, general: int) -> list[str]:
        """Return a general's figures, skill, penalty and path (D50 to D63)."""
        one = self.box.generals[general]
        faction = MANY_OF[general]
        wounds = {"d3": "d3 wounds", "d6": "d6 wounds"}.get(one.wounds, f"{one.wounds} wounds")
        cards = {"all": "all cards", "d6": "d6 cards"}.get(one.cards, f"{one.cards} cards")
        major = (f" At {one.major} life or less he does not move." if one.major else "")
        return [
            f"{one.name}, general of the {faction} ({COLOURS[general]}): {one.life} life, a die "
            f"hits on {one.hit} or more.{major}",
            f"Skill: {GENERAL_TEXTS[one.id]}",
            f"A lost battle costs each hero there {wounds} and {cards}, and the way back to "
            f"Monarch City.",
            f"Path: {', '.join(self.place(place) for place in one.path)}.",
        ]

    def place_text(self, view: View, place: int) -> list[str]:
        """Return all about a place."""
        one = self.box.locations[place]
        kind = {"city": "the city", "inn": "an inn"}.get(one.kind, f"{COLOURS[one.colour]} land")
        chest = ", treasure chest" if one.chest else ""
        lines = [f"{one.name}, {kind}{chest}: {self.contents(view, place) or 'nothing there'}."]
        lines.append("Next to it: " + "; ".join(self.full_place(view, other)
                                                for other in one.neighbours) + ".")
        for i, general in enumerate(self.box.generals):
            if place in general.path and place != CITY:
                step = general.path.index(place)
                passed = view.generals[i].place is not None and view.generals[i].step > step
                lines.append(f"On the path of {general.name}, step {step + 1} of "
                             f"{len(general.path)}{', passed' if passed else ''}.")
        cards = [self.short_card(kind) for kind, card in enumerate(self.box.cards)
                 if card.location == place]
        if cards:
            lines.append(f"Its hero cards: {listed(cards)}.")
        quests = [quest.name for quest in self.box.quests if place in quest.locations]
        if quests:
            lines.append(f"Quests here: {listed(quests)}.")
        return lines

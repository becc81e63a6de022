"""The sheets of Defenders that are shown on request, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from core.defenders.components import COLOURS
from core.defenders.odds import Odds, roll_odds
from players.console.defenders_words import (
    CAUSE_TEXTS,
    CAUSE_WORDS,
    COLOUR_STYLES,
    MANY_OF,
    Words,
    troop,
)
from players.console.english import listed, plural
from players.console.renderer import Choice, match

if TYPE_CHECKING:
    from core.defenders.state import Defenders
    from core.defenders.view import View
    from core.state import State
    from players.console.defenders import DefendersRenderer

Lines = list[Text | str]
BOLD, DIM = "bold", "dim"
MOST_TAINTS = 12  # places on the list of threats


class Sheets:
    """Draws what a player asks for beside the table."""

    def __init__(self, renderer: DefendersRenderer) -> None:
        self.renderer = renderer
        self.words: Words = renderer.words
        self.box = renderer.words.box

    def sheet(self, view: View, name: str, rest: str) -> Lines:
        """Return a sheet that needs no more than a view."""
        if name == "map":
            return self._map(view, rest)
        if name == "hands":
            return self._hands(view, rest)
        if name == "threats":
            return self._threats(view)
        if name == "heroes":
            return self._heroes(view)
        if name == "show":
            return self._show(view, rest)
        return ["It is shown at your own decisions."]

    def _head(self, name: str, text: str, style: str = BOLD) -> Text:
        return Text(name, style=style).append(text, style="not bold default")

    # ------------------------------------------------------------------ the map

    def _map(self, view: View, rest: str) -> Lines:
        if rest:
            colours = [i for i, name in enumerate(COLOURS) if name.startswith(rest.lower())]
            if len(colours) != 1:
                return [f"map alone, or with a colour: {', '.join(COLOURS)} (city and inns)."]
            return self._lands(view, colours[0])
        lines: Lines = []
        for general, one in enumerate(self.box.generals):
            now = view.generals[general]
            line = self._head(f"{one.name:<10}", "", f"bold {COLOUR_STYLES[general]}")
            if now.place is None:
                lines.append(line.append("defeated", style="not bold default"))
                continue
            for step, place in enumerate(one.path[now.step:]):
                what = self.words.contents(view, place, heroes=False)
                name = f"{self.words.place(place)}{f' {what}' if what else ''}"
                line.append(" > " if step else "", style="not bold dim").append(
                    name, style="bold" if step == 0 else "not bold default")
            lines.append(line)
        for colour, name in enumerate(COLOURS):
            line = self._head(f"{name.capitalize():<10}", "", f"bold {COLOUR_STYLES[colour]}")
            places = [i for i, place in enumerate(self.box.locations) if place.colour == colour]
            for number, place in enumerate(places):
                line.append(", " if number else "", style="not bold dim")
                what = self.words.contents(view, place)
                style = f"not bold {self.renderer._place_style(view, place)}"
                line.append(self.words.place(place), style=style if what else "not bold default")
                line.append(f" {what}" if what else "", style=style)
            lines.append(line)
        return [*lines, Text("map red: a colour with the neighbours of each place; show PLACE",
                             style=DIM)]

    def _lands(self, view: View, colour: int) -> Lines:
        """Return the places of a colour with their neighbours."""
        lines: Lines = []
        for i, place in enumerate(self.box.locations):
            if place.colour == colour:
                near = ", ".join(self.words.place(other) for other in place.neighbours)
                chest = " (chest)" if place.chest else ""
                head = f"{self.words.full_place(view, i)}{chest}"
                lines.append(self._head(head, f" - {near}"))
        return lines

    # ------------------------------------------------------------------ hands and heroes

    def _seat_named(self, view: View, rest: str) -> list[int]:
        """Return the seats whose hero or number an entry names."""
        choices = [Choice(seat, f"player {seat + 1}", "", (self.words.hero(view, seat).lower(),))
                   for seat in range(len(view.seats))]
        return [choice.action for choice in match(rest, choices)] if not rest.isdigit() else []

    def _hands(self, view: View, rest: str) -> Lines:
        if rest:
            found = self._seat_named(view, rest)
            if len(found) != 1:
                names = listed([self.words.hero(view, seat) for seat in range(len(view.seats))])
                return [f"hands alone, or with a hero: {names}."]
            kinds = sorted(set(view.seats[found[0]].hand), key=self._card_order)
            hand = view.seats[found[0]].hand
            return [self._head(f"{hand.count(kind)} x " if hand.count(kind) > 1 else "",
                               self.words.card_text(kind)) for kind in kinds] or ["No cards."]
        lines: Lines = []
        for seat, one in enumerate(view.seats):
            if one.hero is None:
                continue
            name = self.words.hero(view, seat)
            lines.append(self._head(f"{name}, {plural(len(one.hand), 'card')}", ""))
            for colour in range(5):
                kinds = [kind for kind in one.hand if self.box.cards[kind].colour == (
                    colour if colour < 4 else -1)]
                if kinds:
                    title = self.box.generals[colour].name if colour < 4 else "special"
                    line = Text(f"  {title:<9}", style=COLOUR_STYLES[colour])
                    lines.append(line.append(", ".join(self._listed(kind) for kind in kinds),
                                             style="default"))
        return lines or ["No hero has a card yet."]

    def _listed(self, kind: int) -> str:
        """Return a card in a row of its colour: place, move, dice if 2."""
        card = self.box.cards[kind]
        shown = "" if card.location >= 0 or card.general < 0 else (
            f" {self.box.generals[card.general].name[:3]}")
        dice = f" {card.dice}d" if card.dice > 1 or card.location < 0 else ""
        return f"{self.words.short_card(kind)}{shown}{dice}"

    def _card_order(self, kind: int) -> tuple[int, int]:
        colour = self.box.cards[kind].colour
        return (4 if colour < 0 else colour, kind)

    def _heroes(self, view: View) -> Lines:
        lines: Lines = []
        for seat, one in enumerate(view.seats):
            if one.hero is None:
                lines.append(f"{self.words.hero(view, seat)} has no hero.")
                continue
            mode = self.words.mode(one)
            head = f"{self.words.hero(view, seat)} (player {seat + 1})"
            text = (f": life {one.life}/{one.greatest_life}, {self.words.place(one.place)}"
                    f"{f', {mode}' if mode else ''}, {plural(one.points, 'point')}.")
            lines.append(self._head(head, text))
            if one.quest is not None:
                done = self.words.progress(view, seat)
                task = self.words.quest_text(one.quest)
                lines.append(f"  Quest {task}{f' ({done})' if done else ''}")
            rewards = [self.words.quest_name(quest) for quest in one.rewards]
            if rewards:
                lines.append(f"  Rewards: {listed(rewards)}.")
            if one.slays:
                lines.append(f"  Slays {listed([MANY_OF[i] for i in one.slays])}.")
        return [*lines, Text("show HERO: the abilities of a hero", style=DIM)]

    # ------------------------------------------------------------------ threats

    def _threats(self, view: View) -> Lines:
        odds = self.renderer.night(view)
        if odds is None:
            return ["No Night lies ahead in this turn."]
        percent = _percent
        lines: Lines = [self._head("Lost this night: ", percent(odds.loss), "bold")]
        for cause, chance in odds.lost.items():
            lines.append(f"  {CAUSE_WORDS[cause]}: {percent(chance)}")
        parts = []
        for general, one in enumerate(view.generals):
            if one.place is None:
                continue
            name = self.box.generals[general].name
            if one.major:
                parts.append(f"{name} has a major wound and stays")
            else:
                goal = self.box.generals[general].path[one.step + 1]
                parts.append(f"{name} to {self.words.place(goal)} "
                             f"{percent(odds.moves[general])}")
        lines.append(self._head("Generals move: ", f"{', '.join(parts)}."))
        city = ", ".join(f"{n}: {percent(chance)}" for n, chance in enumerate(odds.city) if chance)
        lines.append(self._head("Minions in Monarch City afterwards: ", f"{city}."))
        put = ", ".join(f"{n}: {percent(chance)}" for n, chance in enumerate(odds.crystals)
                        if chance)
        lines.append(self._head("Crystals put on the map: ",
                                f"{put} ({view.crystals_left} left)."))
        places = sorted(odds.taints.items(), key=lambda item: -item[1])
        shown = ", ".join(f"{self.words.place(place)} {percent(chance)}"
                          for place, chance in places[:MOST_TAINTS])
        more = f" and {len(places) - MOST_TAINTS} more" if len(places) > MOST_TAINTS else ""
        lines.append(self._head("Where: ", f"{shown}{more}." if places else "nowhere."))
        known = [self.words.dark(view, card) for card in view.known]
        if known:
            lines.append(self._head("Known next cards: ", f"{' / '.join(known)}."))
        deck = len(view.dark) + len(view.known)
        special = {kind: sum(self.box.dark[card].kind == kind for card in (*view.dark, *view.known))
                   for kind in range(1, 5)}
        lines.append(self._head(
            "Darkness deck: ", f"{deck} cards, with {special[1]} Orc Patrols, {special[2]} Orc War "
            f"Party, {special[3]} All is Quiet, {special[4]} Monarch City."))
        return [*lines, Text("Exact, from the cards left in the darkness deck, if nobody plays a "
                             "card or reward and nothing changes before.", style=DIM)]

    # ------------------------------------------------------------------ odds

    def odds(self, view: View, state: Defenders) -> Lines:
        """Return the exact odds of every roll that can be begun or gone on with now."""
        found = roll_odds(state)
        if not found:
            return ["There is no roll to be had now: attack minions or a general, try a quest or "
                    "heal land in its place."]
        lines: Lines = []
        for one in found:
            name, unit = self._attempt(view, state, one)
            lines.append(self._head(f"{name}: ", self._chances(one, unit)))
        return [*lines, Text("Exact, with the best use of skills that re-roll.", style=DIM)]

    def _chances(self, one: Odds, unit: str) -> str:
        text = f"{one.success:.1%}"
        if unit:
            text += f", on average {one.mean:.2f} {unit}"
        if one.spending is not None:
            text += f"; {one.spending[0]:.1%} if single-use helps are spent, too"
        return text

    def _attempt(self, view: View, state: Defenders, one: Odds) -> tuple[str, str]:
        """Return how an attempt is called, and what its mean counts; a check has none."""
        texts, after = [], state.clone()
        cards: dict[int, int] = {}
        before = after.observation(view.seat)
        for action in one.actions:
            text, seat = after.text(action), after.mover
            if text.startswith("card ") and after.phase == "commit":
                kind = self.words.kinds[text.split()[1]]
                cards[seat] = cards.get(seat, 0) + self.box.cards[kind].dice
            elif after.phase not in ("commit", "blessing") or len(one.actions) == 1:
                texts.append(text)
            after.play(action)
        labels = {choice.text: choice.label
                  for choice in self.renderer.questions.ask(before, state).choices}
        first = labels.get(texts[0], texts[0]) if texts else ""
        if texts[:1] == ["archery"] or (texts and texts[0].startswith("to ")):
            place = texts[-1].removeprefix("to ")
            first = "archery" + (f" at {self.words.place(self.words.number[place])}"
                                 if place in self.words.number else "")
        if view.phase == "commit" or "challenge" in texts:
            given = [f"{self.words.hero(view, seat)} {dice}" for seat, dice in cards.items()]
            first = f"{first}, dice committed".lstrip(", ") if first else "dice added now"
            first = f"{first}: {listed(given) or 'none'}"
        if any(text in ("heal_land", "sanctify", "quest_step") for text in texts) or (
                view.phase == "card" and view.detail == "heal_land"):
            return first, ""
        return first, "life taken" if view.battle or "challenge" in texts else "minions"

    # ------------------------------------------------------------------ show

    def _show(self, view: View, rest: str) -> Lines:
        if not rest.strip():
            return ["show what? A place, card, hero, quest or general, such as: show Gorgutt."]
        found = self.about(view, rest)
        return list(found) if found is not None else [
            f"Nothing is called {rest.strip()[:30]!r}; a place, card, hero, quest or general is "
            "meant."]

    def about(self, view: View, entry: str) -> list[str] | None:
        """Return the texts of what an entry names; None if there is no such thing."""
        words = self.words
        things: list[Choice] = []
        makers: list[list[str]] = []

        def add(names: tuple[str, ...], lines: list[str]) -> None:
            things.append(Choice(len(makers), names[0], names[0], names[1:]))
            makers.append(lines)

        for i, general in enumerate(self.box.generals):
            add((general.name.lower(), general.id), words.general_text(i))
        for i, hero in enumerate(self.box.heroes):
            add((hero.name.lower(), hero.id), words.hero_text(i))
        for kind, card in enumerate(self.box.cards):
            if card.location < 0:
                add((card.name.lower(), card.id), [words.card_text(kind)])
        for i, quest in enumerate(self.box.quests):
            name = quest.name.lower()
            add((name, quest.id, quest.id.replace("_", " "), name.replace("'", "")),
                [words.quest_text(i)])
        for i in range(len(self.box.locations)):
            add(words.entries(i), words.place_text(view, i))
        wanted = entry.strip()
        found = match(wanted, things) if not wanted.isdigit() else []
        if not found:
            return None
        if len(found) > 1:
            return [f"{wanted[:30]!r} could mean: "
                    f"{', '.join(choice.text for choice in found[:8])}."]
        return makers[found[0].action]

    # ------------------------------------------------------------------ the end

    def result(self, view: View, state: State) -> list[Text]:
        """Return how the game ended, the points of all, and the King's Champion (D96)."""
        won = view.cause == "won"
        lines = [Text(f"The heroes {'win' if won else 'lose'} in turn {view.number}: "
                      f"{CAUSE_TEXTS[view.cause or 'won']}.", style="bold green" if won
                      else "bold red")]
        lines.append(Text(f"{'hero':<14}{'player':<10}{'quests':>7}{'generals':>10}{'points':>8}",
                          style=BOLD))
        champions = state.champions()  # type: ignore[attr-defined]
        for seat, one in enumerate(view.seats):
            mark = "  King's Champion" if seat in champions else ""
            hero = "-" if one.hero is None else self.words.hero(view, seat)
            lines.append(Text(f"{hero:<14}{self.renderer.name(seat):<10}{len(one.solved):>7}"
                              f"{one.generals:>10}{one.points:>8}{mark}"))
        left = []
        for i, foe in enumerate(view.generals):
            if foe.place is not None:
                far = self.words.steps_left(view, i)
                where = f"{plural(far, 'step')} from the city" if far else "in Monarch City"
                left.append(f"{self.box.generals[i].name} {foe.life}/{foe.greatest_life}, {where}")
        if left:
            lines.append(Text(f"Generals left: {'; '.join(left)}."))
        crystals = self.words.figures["taint_crystals"] - view.crystals_left
        total = [troop(i, sum(crowd[i] for crowd in view.minions)) for i in range(4)]
        lines.append(Text(f"On the map: {listed(total)}, {plural(crystals, 'crystal')}."))
        return lines


def _percent(chance: float) -> str:
    if 0 < chance < 0.0005:
        return "<0.1%"
    if 0.9995 <= chance < 1 - 1e-9:
        return ">99.9%"
    return f"{chance:.1%}"

"""Defenders on the screen: the table, the sheets on request, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rich.text import Text

from core.defenders.components import CITY, COLOURS
from core.defenders.odds import NightOdds, night_odds
from core.defenders.view import View
from players.console.defenders_ask import Questions
from players.console.defenders_course import course_for
from players.console.defenders_sheets import Sheets
from players.console.defenders_story import DefendersStory
from players.console.defenders_words import CAUSE_WORDS, COLOUR_STYLES, SHORT, Words
from players.console.english import plural
from players.console.renderer import Choice, Course, Question, Renderer, Story, fit, match

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State

DIM, GOOD, BAD, OWN = "dim", "green", "bold red", "bold cyan"
LABEL = 7  # columns of a colour's name on the map
ROOM = 9  # lines of the short table for the map and the heroes
MAP_LINES = 6  # at most for the map of the short table


@dataclass(frozen=True)
class Sight(View):
    """A view with its position, of which the odds of the Night are counted; all lies open (A1)."""

    position: Any = field(default=None, repr=False, compare=False)


class DefendersRenderer(Renderer):
    """Draws Defenders; fits four heroes into 80 columns and 24 lines at nearly every question."""

    sheets: Mapping[str, str] = {
        "map": "the generals' routes, all places; map red: with neighbours",
        "hands": "the cards of all heroes; hands CLERIC: what each card does",
        "heroes": "all heroes: life, quests and rewards",
        "threats": "what may be lost this night, with exact odds",
        "odds": "exact odds of the attacks, battles and rolls open now",
        "show": "show PLACE, CARD, HERO, QUEST or GENERAL: all about it",
    }

    def __init__(self, setup: Setup, plain: bool = False) -> None:
        super().__init__(setup, plain)
        self.words = Words(setup)
        self.questions = Questions(self.words)
        self.pages = Sheets(self)

    def view(self, state: State, seat: int | None) -> Sight:
        """Return what a seat sees: everything but the order of the decks (A1)."""
        found: View = state.observation(0 if seat is None else seat)
        sight = Sight(**vars(found), position=state.clone())
        if seat is None:
            object.__setattr__(sight, "seat", -1)
        return sight

    def story(self, seat: int | None) -> Story:
        """Return a teller of events."""
        return DefendersStory(self, seat, self.words)

    def ask(self, view: View, state: State) -> Question:
        """Return the decision at hand; see `Renderer.ask`."""
        return self.questions.ask(view, state)  # type: ignore[arg-type]

    def explain(self, view: View, entry: str) -> str | None:
        """Return why what was named is not open."""
        return self.questions.explain(view, entry)

    def course(self, view: View, state: State, entry: str) -> Course | str | None:
        """Return the chain of decisions of an entry such as ``walk orc valley``."""
        return course_for(self, view, state, entry)

    def sheet(self, view: View, name: str) -> Sequence[Text | str]:
        """Return what one of the commands `sheets` shows, as far as a view tells it."""
        return self.pages.sheet(view, name, "")

    def consult(self, view: View, state: State, name: str, rest: str) -> Sequence[Text | str]:
        """Return what one of the commands `sheets` shows at a decision."""
        if name == "odds":
            return self.pages.odds(view, state)  # type: ignore[arg-type]
        return self.pages.sheet(view, name, rest)

    def night(self, view: View) -> NightOdds | None:
        """Return the odds of the Night that lies ahead, if there is one."""
        return night_odds(view.position) if isinstance(view, Sight) else None

    # ------------------------------------------------------------------ the table

    def draw(self, view: View, width: int, roomy: bool = True) -> list[Text]:
        """Return the lines of the table; see `Renderer.draw`."""
        odds = self.night(view)
        lines = [self._title(view), self._dangers(view)]
        if odds is not None:
            lines.append(self._tonight(odds, width))
        lines += self._generals(view, odds, roomy)
        lines += self._heroes(view)
        lines += self._map(view, width, None if roomy else min(ROOM - len(view.seats), MAP_LINES))
        return [fit(line, width, self.plain) for line in lines]

    def stage(self, view: View) -> str:
        """Return the part of the turn."""
        if view.phase == "end":
            return "won" if view.cause == "won" else "lost"
        if view.number == 0:
            return "set-up"
        if view.card is not None or view.detail in ("W4", "W5") or view.phase in (
                "wisdom", "draw_dark"):
            return "Night"
        if view.detail == "W6":
            return "turn end"
        if view.phase in ("style", "shape"):
            return "turn start"
        if view.detail == "W3" or view.phase == "hand_limit":
            return "Evening"
        return "Day"

    def _title(self, view: View) -> Text:
        stage = self.stage(view)
        title = Text(f"Turn {view.number}" if view.number else "Set-up", style="bold")
        facts = []
        if view.phase == "end":
            facts.append("the game is won" if view.cause == "won" else "the game is lost")
        elif view.number:
            mode = self.words.mode(view.seats[view.active])
            facts.append(f"{self.words.hero(view, view.active)}{f' ({mode})' if mode else ''}")
            facts.append(f"{stage}, {plural(view.actions, 'action')}" if stage == "Day"
                         else stage)
        full, moves = self.words.box.war[min(view.defeated, 3)]
        facts.append(f"{view.defeated}/4 defeated")
        facts.append(f"night {full}{f'+{moves}' if moves else ''}")
        gap = " - " if self.plain else " · "
        return title.append("".join(gap + fact for fact in facts), style="not bold")

    def _dangers(self, view: View) -> Text:
        """Return how near each loss is: crystals, the city, minions left."""
        figures = self.words.figures
        most = figures["taint_crystals"]
        taint = most - view.crystals_left
        city = sum(view.minions[CITY])
        line = Text(f"Taint {taint}/{most}", style=_alarm(view.crystals_left, 3, 6))
        line.append("  ").append(f"City {city}/{figures['monarch_city_loss_count']}", style=_alarm(
            figures["monarch_city_loss_count"] - city, 1, 3))
        line.append("  Left:", style="default")
        for faction, left in enumerate(view.supply):
            line.append(f" {SHORT[faction]} {left}", style=_alarm(left, 3, 6))
        line.append(f", gates {view.gates_left}  Deck {len(view.deck)}",
                    style="default")
        return line

    def _tonight(self, odds: NightOdds, width: int) -> Text:
        """Return what may be lost this night, the likeliest first."""
        line = Text("Tonight ", style="bold magenta")
        loss = percent(odds.loss)
        line.append(f"defeat {loss}", style=BAD if odds.loss > 0 else f"not bold {GOOD}")
        if odds.lost:
            causes = ", ".join(f"{CAUSE_WORDS[cause]} {percent(chance)}"
                               for cause, chance in odds.lost.items())
            line.append(f" ({causes})", style="not bold default")
        taint = 1 - odds.crystals[0]
        line.append(f"  taint {percent(taint)}", style="not bold default")
        places = sorted(odds.taints.items(), key=lambda item: -item[1])
        for number, (place, chance) in enumerate(places):
            text = f"{': ' if number == 0 else ', '}{self.words.place(place)} {percent(chance)}"
            if line.cell_len + len(text) + 5 > width:
                line.append(", ..", style="not bold default")
                break
            line.append(text, style="not bold default")
        return line

    def _generals(self, view: View, odds: NightOdds | None, roomy: bool) -> list[Text]:
        """Return where the generals are, how far from the city, and who may come nearer."""
        cells = []
        for general, one in enumerate(view.generals):
            box = self.words.box.generals[general]
            line = Text(f"{box.name} ", style=f"bold {COLOUR_STYLES[general]}")
            if one.place is None:
                line.append("defeated", style=f"not bold {GOOD}")
                cells.append(line)
                continue
            major = "!" if one.major else ""
            line.append(f"{one.life}/{one.greatest_life}{major} ", style="not bold default")
            left = self.words.steps_left(view, general)
            moves = percent(odds.moves[general]) if odds is not None else ""
            where = self.words.place(one.place)
            style = BAD if left == 1 else "not bold yellow" if left == 2 else "not bold default"
            if roomy:
                goal = self.words.place(box.path[one.step + 1])
                line = Text(f"{box.name:<9}", style=f"bold {COLOUR_STYLES[general]}")
                line.append(f"{one.life}/{one.greatest_life}{major or ' '} {where}",
                            style="not bold default")
                line.append(f" > {goal}", style="not bold dim")
                line.append(" " * max(53 - line.cell_len, 1))
                line.append(f"{plural(left, 'step')} to the city", style=style)
                line.append(f", {moves}" if moves else "", style="not bold default")
            else:
                line.append(f"{where} ", style="not bold default")
                line.append(f"in {left}", style=style)
                line.append(f" {moves}" if moves else "", style="not bold default")
            cells.append(line)
        if roomy:
            return cells
        rows = []
        for first, second in zip(cells[::2], cells[1::2], strict=True):
            first.append(" " * max(40 - first.cell_len, 1))
            rows.append(first.append_text(second))
        return rows

    def _heroes(self, view: View) -> list[Text]:
        """Return the heroes: where, and what their cards are worth against each general."""
        names = " ".join(general.name[:3] for general in self.words.box.generals)
        lines = [Text(f"  {'hero':<12}{'life where':<22}cards {names}  quest", style=DIM)]
        for seat, one in enumerate(view.seats):
            mark = ">" if view.who == seat and view.phase != "end" else " "
            line = Text(f"{mark} ")
            name = self.words.hero(view, seat)
            line.append(f"{name:<12}", style=OWN if seat == view.seat else "bold")
            if one.hero is None:
                if view.number:  # before that they are still being chosen
                    lines.append(line.append("no hero", style=DIM))
                continue
            line.append(f"{one.life}/{one.greatest_life} ", style=_alarm(one.life, 1, 2))
            line.append(f"{self.words.place(one.place):<20}{len(one.hand):>3}", style="default")
            for general in range(4):
                dice = self.words.dice(one, general)
                alive = view.generals[general].place is not None
                text = f"{dice or '-':>4}" if alive else "   x"
                line.append(text, style=COLOUR_STYLES[general] if alive and dice else DIM)
            quest = self.words.quest_name(one.quest) if one.quest is not None else "none"
            line.append(f"  {quest}", style="default")
            lines.append(line)
        return lines if len(lines) > 1 else []

    def _map(self, view: View, width: int, most: int | None) -> list[Text]:
        """Return the places where something is, by colour, crowded ones first.

        Where that takes too many lines, places with one minion, then with two, are but counted,
        and at last the colours share their lines.
        """
        lines: list[Text] = []
        for counted in range(3):
            groups = [self._colour(view, colour, counted) for colour in range(len(COLOURS))]
            lines = [line for group in groups for line in self._wrapped([group], width)]
            if most is None or len(lines) <= most:
                return lines
        return self._wrapped(groups, width)

    def _colour(self, view: View, colour: int, counted: int) -> list[tuple[str, str]]:
        """Return the places of a colour as (text, style), with its name before them.

        Those with up to `counted` minions and nothing else are counted together.
        """
        places = [i for i, place in enumerate(self.words.box.locations) if place.colour == colour
                  and (any(view.minions[i]) or view.crystals[i] or i in view.gates)]
        places.sort(key=lambda i: (-sum(view.minions[i]), -view.crystals[i]))
        cells = []
        few = [0] * (counted + 1)
        for i in places:
            crowd = sum(view.minions[i])
            if crowd <= counted and not view.crystals[i] and i not in view.gates and i != CITY:
                few[crowd] += 1
            else:
                cells.append((f"{self.words.place(i)} {self.words.contents(view, i, heroes=False)}",
                              f"not bold {self._place_style(view, i)}"))
        cells += [(f"{n} with {crowd}", "not bold default") for crowd, n in enumerate(few) if n]
        name = "City" if colour == len(COLOURS) - 1 else COLOURS[colour].capitalize()
        if not cells and colour == len(COLOURS) - 1:
            return []
        return [(name, f"bold {COLOUR_STYLES[colour]}"), *(cells or [("-", "not bold dim")])]

    def _wrapped(self, groups: Sequence[list[tuple[str, str]]], width: int) -> list[Text]:
        """Return groups of cells, each begun by its name, in as few lines as they take."""
        lines = [Text()]
        for group in groups:
            for number, (text, style) in enumerate(group):
                gap = ", " if number > 1 else ""
                ahead = 0
                if number == 0:  # a name never stands alone at the end of a line
                    text, gap = f"{text:<{LABEL}}", "  " if lines[-1].cell_len else ""
                    ahead = len(group[1][0])
                taken = lines[-1].cell_len + len(gap + text) + ahead
                if taken + 1 > width and lines[-1].cell_len:
                    if number > 1:
                        lines[-1].append(",", style="not bold default")
                    lines.append(Text("" if number == 0 else " " * LABEL))
                    gap = ""
                lines[-1].append(gap, style="not bold default").append(text, style=style)
        return [line for line in lines if line.cell_len]

    def _place_style(self, view: View, place: int) -> str:
        """Return the style of a place; the numbers say the same."""
        crowd = sum(view.minions[place])
        room = self.words.figures["minions_per_location"]
        if place == CITY:
            return "red" if crowd >= 3 else "yellow" if crowd else "default"
        return "red" if crowd >= room else "yellow" if crowd == room - 1 else "default"

    # ------------------------------------------------------------------ rules and marks

    def rules(self, view: View, word: str) -> list[str]:
        """Return the rules about a word, or about the decision at hand and what can be asked."""
        topics = self.questions.rules
        found = match(word, [Choice(0, name, name) for name in topics]) if (
            word and not word.isdigit()) else []
        if found:
            return [topics[choice.text] for choice in found]
        if word:
            shown = self.pages.about(view, word)
            if shown is not None:
                return shown
        lines = [f"No rule is filed under {word!r}."] if word else [self.questions.rule(view)]
        return [*lines, f"More: rules WORD, with WORD one of {', '.join(topics)}, or a card, hero, "
                        "quest, general or place."]

    def legend(self) -> list[str]:
        """Return what the marks on the table mean."""
        return [
            "walk orc valley, play hammer of valor cleric: several answers in one line.",
            "pass day: nothing more is played by you in this Day; pass turn: in this whole turn.",
            "2orc 1dem *1 gate: two orcs, a demon, a taint crystal, a magic gate. dem, orc, dra "
            "and und are demons, orcs, dragonkin and undead; generals are written in capitals.",
            "Bal 2: the hero's cards are worth 2 dice against Balazarg. 4/6!: a major wound.",
            "Tonight: exact odds, if nobody plays a card. Gorgutt in 4 9%: he needs four steps "
            "to Monarch City, and takes one tonight with 9%. night 2+1: two darkness cards, and "
            "one for the general alone.",
            "Taint, City: lost at the second number. Left: minions that are not on the map; lost "
            "when one is missing.",
        ]

    # ------------------------------------------------------------------ the end

    def result(self, view: View, state: State, story: Story) -> list[Text]:
        """Return how the game ended, the points of all, and the King's Champion."""
        return self.pages.result(view, state)


def _alarm(left: int, red: int, yellow: int) -> str:
    """Return the style of something that runs out; its number says the same."""
    return BAD if left <= red else "yellow" if left <= yellow else "default"


def percent(chance: float) -> str:
    """Return a chance in percent, never rounded to 0 or to certainty.

    >>> percent(0.0), percent(0.001), percent(0.126), percent(0.999), percent(1.0)
    ('0%', '<1%', '13%', '>99%', '100%')
    """
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 <= chance < 1 - 1e-9:
        return ">99%"
    return f"{chance:.0%}"


RENDERER = DefendersRenderer

"""Vikings on the screen: the table, the sheets on request, the final table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from core.vikings.components import GOODS, PORTS, TASKS, WINTERING
from core.vikings.view import View
from players.console.english import plural
from players.console.renderer import Choice, Course, Question, Renderer, Story, fit, match
from players.console.vikings_ask import Questions
from players.console.vikings_course import voyage_for
from players.console.vikings_sheets import Sheets
from players.console.vikings_story import VikingsStory
from players.console.vikings_words import HOME_SPACES, NATION_NAMES, ZONE_NAMES, Words

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State

DIM, GOOD, BAD, OWN = "dim", "green", "bold red", "bold cyan"
NEAR_DAYS = 7


class VikingsRenderer(Renderer):
    """Draws Vikings; fits five players into 80 columns and 24 lines at nearly every question."""

    sheets: Mapping[str, str] = {
        "map": "all ports by zone and region; map west: one zone, with its waters",
        "reach": "ports within reach this turn: days and losses on the way",
        "runes": "your runes with their text, and the discard pile",
        "sagas": "open sagas and what they lack; who completed which",
        "jarls": "all ships, cargoes, settlements, towns and points",
        "odds": "exact odds of the attack at hand",
    }

    def __init__(self, setup: Setup, plain: bool = False) -> None:
        super().__init__(setup, plain)
        self.words = Words(setup)
        self.chart = setup.blank()  # for distances; its position is of no interest
        self.questions = Questions(self.words)
        self.pages = Sheets(self)

    def view(self, state: State, seat: int | None) -> View:
        """Return what a seat sees, or for None a view with all hands known."""
        if seat is not None:
            own: View = state.observation(seat)
            return own
        views: list[View] = [state.observation(each) for each in range(state.players)]
        return replace(views[0], seat=-1,
                       seats=tuple(one.seats[each] for each, one in enumerate(views)))

    def story(self, seat: int | None) -> Story:
        """Return a teller of events."""
        return VikingsStory(self, seat, self.words)

    def ask(self, view: View, state: State) -> Question:
        """Return the decision at hand; see `Renderer.ask`."""
        return self.questions.ask(view, state)  # type: ignore[arg-type]

    def explain(self, view: View, entry: str) -> str | None:
        """Return why what was named is not open."""
        return self.questions.explain(view, entry)

    def course(self, view: View, state: State, entry: str) -> Course | str | None:
        """Return the voyage that ``sail to PLACE`` asks for."""
        return voyage_for(self.words, view, entry)  # type: ignore[return-value]

    def sheet(self, view: View, name: str) -> Sequence[Text | str]:
        """Return what one of the commands `sheets` shows, as far as a view tells it."""
        return self.pages.sheet(view, name, "")

    def consult(self, view: View, state: State, name: str, rest: str) -> Sequence[Text | str]:
        """Return what one of the commands `sheets` shows at a decision."""
        if name == "odds":
            return self.pages.odds(view, state)  # type: ignore[arg-type]
        if name == "reach":
            return self.pages.reach(view, state)  # type: ignore[arg-type]
        return self.pages.sheet(view, name, rest)

    def who(self, view: View, seat: int) -> str:
        """Return a player as a heading: his number, or You."""
        return "You" if seat == view.seat else self.name(seat)

    def days(self, one: int, other: int) -> int | None:
        """Return the days between two spaces on an empty map."""
        spaces = self.words.spaces
        found: int | None = self.chart.distance(  # type: ignore[attr-defined]
            spaces[one].id, spaces[other].id)
        return found

    # ------------------------------------------------------------------ the table

    def draw(self, view: View, width: int, roomy: bool = True) -> list[Text]:
        """Return the lines of the table; see `Renderer.draw`."""
        lines = [self._title(view), self._weather(view)]
        if view.seat >= 0:
            lines += self._own(view)
        lines += self._sagas(view)
        if view.seat >= 0 and view.phase != "end":
            lines += self._near(view, width, 4 if roomy else 2)
        lines += self._others(view) if roomy else self._others_short(view)
        return [fit(line, width, self.plain) for line in lines]

    def _title(self, view: View) -> Text:
        title = Text(f"Round {view.round}", style="bold")
        facts = []
        if view.phase == "end":
            facts.append("the game is over")
        elif view.active == view.seat:
            facts.append("your turn")
        else:
            facts.append(f"{self.name(view.active)}'s turn")
        total = self.words.box.figures["days"] + view.tail
        facts.append(f"days {view.prep} ashore, {view.sail} at sea of {total}")
        facts.append(f"era {view.era + 1}")
        facts.append(f"LAST TURNS {view.final}" if view.final else
                     f"saga deck {sum(view.deck)}")
        gap = " - " if self.plain else " · "
        return title.append("".join(gap + fact for fact in facts), style="not bold")

    def _weather(self, view: View) -> Text:
        """Return the fair-weather days left in each zone (V25)."""
        if view.masters:
            line = Text("No hardship this turn", style=GOOD)
            line.append(f"  wind {self.words.wind(view.wind)}", style="not bold default")
        else:
            line = Text("Fair left ")
            for zone, (name, days) in enumerate(zip(ZONE_NAMES, view.fair, strict=True)):
                left = max(days - view.sail, 0)
                mark = {view.wind: "+", (view.wind + 2) % 4: "-"}.get(zone, "")
                style = BAD if left == 0 else "bold yellow" if left == 1 else GOOD
                line.append(f" {name} ").append(f"{left}/{days}{mark}", style=style)
        line.append(f"  Demand {GOODS[view.demand]}", style="bold default")
        if view.seat >= 0:
            line.append(f"  Score {view.seats[view.seat].score}", style="bold default")
        return line

    def _own(self, view: View) -> list[Text]:
        """Return the seat's ship and runes."""
        me = view.seats[view.seat]
        line = Text("Ship ", style=OWN)
        zone = self.words.zone(me.space)
        where = self.words.space(me.space) + (f" ({zone[0]})" if zone else "")
        line.append(f"{where}: ", style="bold")
        line.append(f"{me.crew} crew", style=BAD if me.crew == 1 else "not bold default")
        for kind, count in zip(GOODS, me.goods, strict=True):
            if count:
                line.append(f", {count} {kind if count > 1 else kind[:-1]}",
                            style="not bold default")
        places = me.crew + sum(me.goods)
        line.append(f"  {places}/{view.capacity} places", style="not bold default")
        runes = ", ".join(self.words.rune(title) for title in me.hand if title is not None)
        return [line, Text("Runes ", style=OWN).append(runes or "none", style="not bold default")]

    def _sagas(self, view: View) -> list[Text]:
        """Return the open sagas, what they lack and how far that is."""
        lines = []
        for saga in view.open:
            card = self.words.box.sagas[saga]
            bonus = f" +{card.bonus}" if card.bonus else ""
            line = Text("Saga ", style="bold yellow")
            line.append(f"{NATION_NAMES[card.nation]}{bonus}, {TASKS[card.task]}: ",
                        style="not bold default")
            lacking = view.lacking(saga)
            for index, port in enumerate(card.ports):
                line.append(" + " if index else "", style="not bold default")
                line.append(self.words.space(port), style="not bold default")
                if port not in lacking:
                    line.append(" done", style=f"not bold {GOOD}")
                elif view.seat >= 0:
                    days = self._from(view.seats[view.seat].space, port)
                    if days:
                        line.append(f" ({plural(days, 'day')})", style=f"not bold {DIM}")
            lines.append(line)
        return lines or [Text("No saga is open.", style=DIM)]

    def _from(self, space: int, port: int) -> int | None:
        """Return the days from a ship to a port; from Wintering, from the nearest home port."""
        starts = HOME_SPACES if space == WINTERING else (space,)
        found = [days for start in starts if (days := self.days(start, port)) is not None]
        return min(found, default=None)

    def _near(self, view: View, width: int, most: int) -> list[Text]:
        """Return the ports around the ship by days, in at most so many lines."""
        here = view.seats[view.seat].space
        by_day: dict[int, list[int]] = {}
        for port in range(PORTS):
            days = self._from(here, port)
            if days is not None and 0 < days <= NEAR_DAYS:
                by_day.setdefault(days, []).append(port)
        lines = [Text("Near  ", style=OWN)]
        if here < PORTS:
            lines[0].append("here ", style=DIM).append(self.words.port(view, here) + "  ",
                                                       style="bold")
        for days, ports in sorted(by_day.items()):
            for index, port in enumerate(ports):
                head = f"{plural(days, 'day')}: " if index == 0 else ""
                text = self.words.port(view, port)
                tail = "; " if index == len(ports) - 1 else ", "
                if lines[-1].cell_len + len(head + text) + 2 > width:
                    if len(lines) == most:
                        return lines
                    lines.append(Text("      "))
                lines[-1].append(head, style=f"not bold {DIM}").append(
                    text, style=f"not bold {self._port_style(view, port)}").append(
                        tail, style=f"not bold {DIM}")
        return lines

    def _port_style(self, view: View, port: int) -> str:
        """Return the style of a port: towns red, own settlements cyan; marks say the same."""
        if view.seat >= 0 and port in view.seats[view.seat].settled:
            return "cyan"
        return "red" if port in view.towns else "default"

    def _order(self, view: View) -> list[int]:
        """Return all seats but the viewer's, beginning with the one to the left."""
        players = len(view.seats)
        seats = [(max(view.seat, -1) + 1 + i) % players for i in range(players)]
        return [seat for seat in seats if seat != view.seat]

    def _others(self, view: View) -> list[Text]:
        lines = [Text(f"  {'player':<10}pts crew goods    runes towns sett. sagas     ship in",
                      style=DIM)]
        for seat in self._order(view):
            one = view.seats[seat]
            line = Text("> " if view.who == seat else "  ")
            line.append(f"{self.name(seat):<9}", style="bold")
            line.append(f"{one.score:>4}", style="bold")
            goods = " ".join(f"{n}{kind[0]}" for kind, n in zip(GOODS, one.goods, strict=True)
                             if n) or "-"
            line.append(f"{one.crew:>5} {goods:<9}{len(one.hand):>5}{len(one.captured):>6}"
                        f"{len(one.settled):>6} {self.words.nations(one):<9} "
                        f"{self.words.space(one.space)}")
            lines.append(line)
        return lines

    def _others_short(self, view: View) -> list[Text]:
        """Return the other jarls, two a line."""
        cells = []
        for seat in self._order(view):
            one = view.seats[seat]
            goods = "".join(f"{n}{kind[0]}" for kind, n in zip(GOODS, one.goods, strict=True)
                            if n)
            cells.append(f"{'>' if view.who == seat else ' '}P{seat + 1} {one.score}p "
                         f"{one.crew}c{goods} {len(one.hand)}r {self.words.space(one.space)}")
        return [Text("".join(f"{cell:<40}" for cell in cells[start:start + 2]).rstrip())
                for start in range(0, len(cells), 2)]

    # ------------------------------------------------------------------ rules and marks

    def rules(self, view: View, word: str) -> list[str]:
        """Return the rules about a word, or about the decision at hand and what can be asked."""
        topics = self.words.topics()
        runes = {rune.name.lower(): f"{rune.name}: {self.words.rune_text(title)}"
                 for title, rune in enumerate(self.words.box.runes)}
        known = {**topics, **runes}
        found = match(word, [Choice(0, name, name) for name in known]) if (
            word and not word.isdigit()) else []
        if found:
            return [known[choice.text] for choice in found]
        lines = [self.words.rule(view)] if not word and view.phase != "end" else []
        if word:
            lines.append(f"No rule is filed under {word!r}.")
        return [*lines, f"More: rules WORD, with WORD one of {', '.join(topics)}, or the title of "
                        "a rune."]

    def legend(self) -> list[str]:
        """Return what the marks on the table mean."""
        return [
            "sail to PLACE: sails there step by step and stops if something comes between.",
            "York 4! hides #2 @3: a port of value 4 with a standing town (!! a large one), a good "
            "(hides), a settlement of Player 2 and the ship of Player 3.",
            "Fair left South 4/7+: 4 of 7 fair-weather days are left in that zone this turn, then "
            "hardship begins there; + and - show the wind. (lose 1): that step costs a token.",
            "P2 12p 3c1h2t 2r: Player 2, 12 points, 3 crew, 1 hide, 2 tusks, 2 runes in hand.",
            "N2 S0 D1: completed sagas of Norway, Sweden and Denmark.",
        ]

    # ------------------------------------------------------------------ the end

    def result(self, view: View, state: State, story: Story) -> list[Text]:
        """Return the final table, how the points came about, and who won."""
        return self.pages.result(view, state)


RENDERER = VikingsRenderer

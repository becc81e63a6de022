"""The sheets of Vikings that are shown on request, and the final table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from core.vikings.components import GOODS, NATIONS, PORTS, TASKS, WATERS, WINTERING
from core.vikings.odds import attack_odds
from core.vikings.voyage import plan_voyage
from players.console.english import listed, plural
from players.console.vikings_words import NATION_NAMES, ZONE_NAMES, Words, cargo

if TYPE_CHECKING:
    from core.state import State
    from core.vikings.state import Vikings
    from core.vikings.view import SeatView, View
    from players.console.vikings import VikingsRenderer

Lines = list[Text | str]
BOLD, DIM = "bold", "dim"
LABEL = 16


class Sheets:
    """Draws what a player asks for beside the table."""

    def __init__(self, renderer: VikingsRenderer) -> None:
        self.renderer = renderer
        self.words: Words = renderer.words
        self.box = renderer.words.box

    def sheet(self, view: View, name: str, rest: str) -> Lines:
        """Return a sheet that needs no more than a view."""
        if name == "map":
            return self._map(view, rest)
        pages = {"runes": self._runes, "sagas": self._sagas, "jarls": self._jarls}
        if name in pages:
            return pages[name](view)
        return ["It is shown at your own decisions."]

    # ------------------------------------------------------------------ the map

    def _map(self, view: View, rest: str) -> Lines:
        zones = [zone for zone, name in enumerate(ZONE_NAMES)
                 if rest and name.lower().startswith(rest.lower())]
        if rest and not zones:
            return [f"map alone, or with a zone: {', '.join(ZONE_NAMES).lower()}."]
        if zones:
            return self._zone(view, zones[0])
        lines: Lines = []
        for zone in range(len(ZONE_NAMES)):
            lines += self._ports(view, zone)
        return [*lines, "value ! town, goods, # settlement, @ ship of a player; map west shows "
                        "the waters, too"]

    def _ports(self, view: View, zone: int) -> Lines:
        """Return the ports of a zone, a region a line."""
        fair = f"{view.fair[zone]} fair days"
        lines: Lines = [Text(f"{ZONE_NAMES[zone]}, {fair}", style=BOLD)]
        for region in self.box.regions:
            if self.words.spaces[region.ports[0]].zone == zone:
                lines.append(self._row(view, region.name, list(region.ports)))
        alone = [port for port in range(PORTS) if self.words.spaces[port].zone == zone
                 and self.words.spaces[port].region < 0]
        lines.append(self._row(view, "independent", alone))
        return lines

    def _row(self, view: View, name: str, ports: list[int]) -> Text:
        line = Text(f"  {name:<{LABEL}}", style=DIM)
        for index, port in enumerate(ports):
            line.append(", " if index else "", style="not dim")
            style = self.renderer._port_style(view, port)
            line.append(self.words.port(view, port), style=f"not dim {style}")
        return line

    def _zone(self, view: View, zone: int) -> Lines:
        """Return a zone with its waters and what each touches."""
        lines = self._ports(view, zone)
        for water in range(WATERS, len(self.words.spaces)):
            space = self.words.spaces[water]
            if space.zone == zone:
                ships = "".join(f" @{seat + 1}" for seat, one in enumerate(view.seats)
                                if one.space == water)
                line = Text(f"{space.name}{ships}", style=BOLD)
                near = ", ".join(self.words.space(other) for other in space.adjacent)
                lines.append(line.append(f": {near}", style="not bold"))
        return lines

    def reach(self, view: View, state: Vikings) -> Lines:
        """Return the ports that the days of this turn reach, with what hardship takes."""
        here = view.seats[view.seat].space
        if view.phase != "MAIN":
            return ["Answer the question first; then reach shows where you can sail."]
        if here == WINTERING:
            return ["Your ship is in Wintering: launch it first. From the home ports, in days:",
                    *(self._home(home) for home in range(PORTS, WINTERING))]
        rows: dict[tuple[int, int], list[str]] = {}
        for space in range(WINTERING):
            voyage = plan_voyage(state, space)
            if voyage is not None and voyage.arrives:
                what = (self.words.port(view, space) if space < PORTS
                        else f"{self.words.space(space)} (home)")
                rows.setdefault((voyage.days, voyage.losses), []).append(what)
        lines: Lines = []
        for (days, losses), names in sorted(rows.items()):
            price = f", lose {plural(losses, 'token')}" if losses else ""
            head = Text(f"{plural(days, 'day')}{price}: ", style=BOLD)
            lines.append(head.append(", ".join(names), style="not bold"))
        return lines or ["No port is within reach this turn."]

    def _home(self, home: int) -> Text:
        near = sorted((days, self.words.space(port)) for port in range(PORTS)
                      if (days := self.renderer.days(home, port)) is not None and days <= 4)
        line = Text(f"{self.words.space(home)}: ", style=BOLD)
        return line.append(", ".join(f"{name} {days}" for days, name in near), style="not bold")

    # ------------------------------------------------------------------ cards and jarls

    def _runes(self, view: View) -> Lines:
        lines: Lines = []
        if view.seat >= 0:
            me = view.seats[view.seat]
            for title in me.hand:
                if title is not None:
                    head = Text(self.words.rune(title), style=BOLD)
                    known = " All have seen it." if title in me.known else ""
                    lines.append(head.append(f": {self.words.rune_text(title)}{known}",
                                             style="not bold"))
            lines = lines or ["You hold no rune."]
        for seat, one in enumerate(view.seats):
            if seat != view.seat:
                seen = listed([self.words.rune(title) for title in one.hand
                               if title is not None])
                lines.append(f"{self.renderer.name(seat)} holds {plural(len(one.hand), 'rune')}"
                             f"{f', known: {seen}' if seen else ''}.")
        pile = [self.words.rune(title) + (f" x {n}" if n > 1 else "")
                for title, n in enumerate(view.pile) if n]
        return [*lines, f"Deck: {view.rune_deck} cards. Discard pile: "
                        f"{', '.join(pile) or 'empty'}.", "rules TITLE: the text of any rune."]

    def _sagas(self, view: View) -> Lines:
        lines: Lines = []
        for saga in view.open:
            card = self.box.sagas[saga]
            head = Text(self.words.saga(saga), style=BOLD)
            lines.append(head.append(f": era {card.era + 1}, {TASKS[card.task]}; "
                                     f"{self.words.lack(view, saga)}.", style="not bold"))
        left = ", ".join(f"{n} of era {era + 1}" for era, n in enumerate(view.deck) if n)
        lines.append(f"Deck: {left or 'empty'}.")
        for seat, one in enumerate(view.seats):
            done = [self.words.saga(saga) for saga in one.sagas]
            who = self.renderer.who(view, seat)
            lines.append(f"{who}: {', '.join(done) or 'no saga yet'}.")
        return [*lines, self.words.topics()["sagas"]]

    def _jarls(self, view: View) -> Lines:
        lines: Lines = []
        for seat, one in enumerate(view.seats):
            head = Text(f"{self.renderer.who(view, seat)}: ", style=BOLD)
            lines.append(head.append(
                f"{plural(one.score, 'point')}, ship {self.words.inside(one.space)} with "
                f"{cargo(one.crew, one.goods)}, {one.reserve} in reserve, "
                f"{plural(len(one.hand), 'rune')}.", style="not bold"))
            if one.captured:
                towns = [f"{self.words.space(port)} ({view.treasures.get(port, '?')})"
                         for port in one.captured]
                lines.append(f"  Towns: {', '.join(towns)}.")
            if one.settled:
                lines.append(f"  Settlements: {self._settled(one)}.")
            lines.append(f"  If the game ended now: Bloody Axe {one.axe_points}, settlements "
                         f"{one.settlement_points}, sagas {one.saga_points}.")
        bank = ", ".join(f"{n} {kind}" for kind, n in zip(GOODS, view.bank, strict=True))
        return [*lines, f"Bank: {bank}. Demanded: {GOODS[view.demand]}."]

    def _settled(self, one: SeatView) -> str:
        """Return the settlements of a jarl by region."""
        groups: dict[str, list[str]] = {}
        for port in one.settled:
            groups.setdefault(self.words.region(port), []).append(self.words.space(port))
        return "; ".join(f"{region}: {', '.join(names)}" for region, names in groups.items())

    # ------------------------------------------------------------------ odds

    def odds(self, view: View, state: Vikings) -> Lines:
        """Return the exact odds of every attack that can be begun or gone on with now."""
        odds = attack_odds(state)
        if not odds:
            return ["There is no attack to be had here now; odds work in a port with a town or "
                    "where you can settle."]
        port = view.seats[view.seat].space
        lines: Lines = [f"{self.words.space(port)}: a die needs {self.words.needs(view, port)}."]
        for one in odds:
            text = state.text(one.action)
            name = self._attempt(text, one.dice)
            lost = ", ".join(f"{crew}: {chance:.0%}" for crew, chance in enumerate(one.lost)
                             if chance > 0)
            lines.append(f"{name}: {one.success:.1%} succeed; crew lost {lost} "
                         f"(mean {one.mean:.2f})")
        return [*lines, "Exact, without further runes; a raid goes on to its last die. A settler "
                        "placed is not counted as lost."]

    def _attempt(self, text: str, dice: int | None) -> str:
        verb, _, rest = text.partition(" ")
        name = {"play": f"with {self.words.runes.get(rest, '')}", "go": "as it stands",
                "roll": "going on", "dice": "settle"}.get(verb, verb)
        if dice is not None:
            name += f", {dice} {'die' if dice == 1 else 'dice'}"
        return name

    # ------------------------------------------------------------------ the end

    def result(self, view: View, state: State) -> list[Text]:
        """Return the final table: what each kind of points brought, and who won by how much."""
        head = f"{'':<18}play   Bloody Axe  settlements  sagas {'N/S/D':<7}  total"
        lines = [Text(head, style=BOLD)]
        ranks = sorted(range(len(view.seats)), key=lambda seat: -view.seats[seat].score)
        for seat in ranks:
            one = view.seats[seat]
            final = one.axe_points + one.settlement_points + one.saga_points
            place = 1 + sum(other.score > one.score for other in view.seats)
            who = f"{self.renderer.name(seat)}{' (you)' if seat == view.seat else ''}"
            nations = "/".join(str(sum(self.box.sagas[saga].nation == nation
                                       for saga in one.sagas)) for nation in range(len(NATIONS)))
            axe = f"{one.axe_points} ({plural(len(one.captured), 'town')})"
            settled = f"{one.settlement_points} ({len(one.settled)})"
            lines.append(Text(
                f"{place}. {who:<15}{one.score - final:>4}{axe:>13}{settled:>13}"
                f"{one.saga_points:>7} {nations:<7}{one.score:>7}",
                style=BOLD if place == 1 else ""))
        for seat in ranks:
            one = view.seats[seat]
            if one.settled:
                lines.append(Text(f"{self.renderer.name(seat)} settled {self._settled(one)}."))
        for nation, name in enumerate(NATION_NAMES):
            done = [f"{self.renderer.name(seat)} {n}" for seat in ranks if (n := sum(
                self.box.sagas[saga].nation == nation for saga in view.seats[seat].sagas))]
            lines.append(Text(f"Sagas of {name}: {', '.join(done) or 'nobody'}."))
        lines.append(Text("play: trade, treasures, saga bonuses, Colonisation, start.", style=DIM))
        return [*lines, Text(self._verdict(view, state), style=BOLD)]

    def _verdict(self, view: View, state: State) -> str:
        utilities = state.utilities()
        first = [seat for seat, value in enumerate(utilities) if value == max(utilities)]
        names = listed([self.renderer.who(view, seat) for seat in first])
        points = view.seats[first[0]].score
        if len(first) > 1:
            return f"{names} share the victory with {points} points each."
        return f"{names} {'win' if names == 'You' else 'wins'} with {points} points."

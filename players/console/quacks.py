"""Quacks on the screen: the pots, the tracks, the sheets on request, the final table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from core.quacks.components import COLOURS, KIND_NAMES, KINDS
from core.quacks.view import SeatView, View
from players.console.english import listed, plural
from players.console.quacks_ask import Questions
from players.console.quacks_story import QuacksStory, RoundEnd
from players.console.quacks_words import LETTERS, ROUNDS, SPOON, Words, chip, mark
from players.console.renderer import Choice, Question, Renderer, Story, fit, match

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State

# Colours of the chips on 16-colour terminals; their letter stands beside them everywhere.
CHIPS = dict(zip(COLOURS, (
    "bold white", "yellow", "green", "bright_blue", "red", "bright_yellow", "magenta", "cyan",
), strict=True))
DIM, GOOD, BAD, HERE = "dim", "green", "bold red", "bold reverse"
CELL = 4  # columns of a space in the strip
LABEL = 7
MANY_TAILS = 6  # more tails than this between two scores are counted
SHOPPING = ("BUY1", "BUY2")


class QuacksRenderer(Renderer):
    """Draws Quacks; fits four players into 80 columns and 24 lines at every question."""

    sheets: Mapping[str, str] = {
        "books": "what each chip does and costs",
        "pots": "all pots, chip by chip, and the spaces ahead",
        "supply": "chips that can still be bought or won",
        "tracks": "rounds, points and rat tails, fortune cards",
        "bag": "what is in the bags (only with heorot play --open-bag)",
    }

    def __init__(self, setup: Setup, plain: bool = False) -> None:
        super().__init__(setup, plain)
        self.box = setup.components
        self.words = Words(setup)
        self.questions = Questions(self.words)
        self.bags_open = False
        self.ruby, self.dot, self.turn = ("*", ".", ">") if plain else ("◆", "·", "▸")

    def open_bags(self) -> None:
        """Show from now on what is in the bags, and how likely the next chip explodes the pot."""
        self.bags_open = True

    def view(self, state: State, seat: int | None) -> View:
        """Return what a seat sees, or for None a view with all answers of the tick known."""
        if seat is not None:
            own: View = state.observation(seat)
            return own
        views: list[View] = [state.observation(each) for each in range(state.players)]
        return replace(views[0], seat=-1,
                       seats=tuple(one.seats[each] for each, one in enumerate(views)))

    def story(self, seat: int | None) -> Story:
        """Return a teller of events."""
        return QuacksStory(self, seat)

    def ask(self, view: View, state: State) -> Question:
        """Return the decision at hand; see `Renderer.ask`."""
        return self.questions.ask(view, state)

    def explain(self, view: View, entry: str) -> str | None:
        """Return why a chip that was named cannot be had."""
        return self.questions.explain(view, entry)

    # ------------------------------------------------------------------ the table

    def draw(self, view: View | RoundEnd, width: int, roomy: bool = True) -> list[Text]:
        """Return the lines of the table; see `Renderer.draw`."""
        if isinstance(view, RoundEnd):
            lines = self._round_end(view)
        else:
            # Prices and books need the room of what is over when one goes shopping.
            brief = view.phase in SHOPPING and not roomy
            lines = [self._title(view)]
            if view.seat >= 0:
                lines += self._own(view, width, brief)
            lines += self._others(view)[brief:]
            if roomy:
                lines.append(self._score_track(view))
            card = self.words.card(view)
            # A card's question tells its text.
            if card is not None and not brief and view.phase != "CARD":
                text = Text(f"Card: {card.title}. {card.text}", style=DIM)
                lines += _broken(text, width) if roomy else [text]
        return [fit(line, width, self.plain) for line in lines]

    def _title(self, view: View) -> Text:
        title = Text(f"Round {view.round} of {ROUNDS}  ", style="bold")
        for number in range(1, ROUNDS + 1):
            shown = f"[{number}]" if number == view.round else f" {number} "
            title.append(shown, style="bold" if number == view.round else DIM)
        facts = []
        if view.phase == "end":
            facts.append("the game is over")
        elif view.who is not None and view.seat >= 0:
            if view.who == view.seat:
                facts.append("your turn")
            elif view.phase != "DRAW_STOP":  # there all decide at once
                facts.append(f"{self.name(view.who)} to move")
        gap = " - " if self.plain else " · "
        return title.append("".join(gap + fact for fact in facts), style="not bold")

    def _own(self, view: View, width: int, brief: bool) -> list[Text]:
        """Return the seat's own things: strip or books, white sum, flask and the rest."""
        me = view.seats[view.seat]
        if view.phase in SHOPPING:
            lines = [self._books_line(colour, view) for colour in self.words.books]
        else:
            lines = self._strip(me, width)
        if not brief:
            lines.append(self._white(view, me))
        lines.append(self._facts(me))
        more = self._more(me)
        if more and not brief:
            lines.append(Text(more))
        if self.bags_open:
            lines += _broken(Text(self._bag(view, me)), width)
        return lines

    def _strip(self, me: SeatView, width: int) -> list[Text]:
        """Return the spaces around the last chip: what lies there, what they give."""
        cells = max(1, min((width - LABEL) // CELL, SPOON + 1))
        first = max(0, min(me.lead - cells // 3, SPOON + 1 - cells))
        lies: dict[int, tuple[str, str]] = {}
        lies[me.droplet] = ("o", "bold cyan")
        if me.rat:
            lies[me.droplet + me.rat] = ("~o", "bold cyan")
        for kind, at in me.pot:
            lies[at] = (mark(kind), CHIPS[KINDS[kind][0]])
        piled = sum(at == me.lead for _, at in me.pot)
        if piled > 1:
            lies[me.lead] = (f"{lies[me.lead][0]}+", lies[me.lead][1])
        scoring = me.scoring or me.lead + 1
        rows = [Text(f"{label:<{LABEL}}", style=DIM)
                for label in ("space", "chips", "coins", "points", "ruby")]
        for index in range(first, first + cells):
            space = self.box.spaces[index]
            here = index == scoring
            number = f"[{index}]" if here else f"{index} "
            text, style = lies.get(index, (self.dot, DIM))
            rows[0].append(f"{number:>{CELL}}", style=HERE if here else DIM)
            rows[1].append(f"{text:>{CELL - 1}} ", style=style)
            for row, fact in ((2, str(space.coins)), (3, str(space.vp)),
                              (4, self.ruby if space.ruby else "")):
                rows[row].append(f"{fact:>{CELL - 1}} ",
                                 style="bold" if here else BAD if row == 4 else "")
        hidden = sum(at < first for _, at in me.pot)
        if hidden:
            rows[1] = Text(f"{f'{hidden}<':<{LABEL}}", style=DIM) + rows[1][LABEL:]
        return rows

    def _white(self, view: View, me: SeatView) -> Text:
        line = Text("White ")
        style = BAD if me.exploded else GOOD if me.limit - me.white >= 3 else "bold yellow"
        line.append(f"{me.white} of {me.limit} ", style=style)
        line.append("[" + "#" * min(me.white, me.limit) + self.dot * (me.limit - me.white) + "]",
                    style=style)
        if me.exploded:
            line.append(" EXPLODED", style=BAD)
            line.append(" (shielded by blue)" * me.shielded)
        space = me.scoring or min(me.lead + 1, SPOON)
        what = "Scoring space" if me.scoring else "Stopping here: space"
        gives = self.words.space(space, view.round == ROUNDS)
        return line.append(f"  {what} {space}, {gives}")

    def _facts(self, me: SeatView) -> Text:
        line = Text("Flask ")
        line.append("full" if me.flask else "empty", style=GOOD if me.flask else DIM)
        line.append(f"   Rubies {me.rubies}{self.ruby}   Droplet {me.droplet}")
        if me.rat:
            line.append(f" + {plural(me.rat, 'rat')}")
        if self.words.tubes:
            line.append(f"   Test tube {me.glass}")
        return line.append("   Score ").append(str(me.score), style="bold")

    def _more(self, me: SeatView) -> str:
        """Return what holds for the moment only."""
        facts = []
        if me.hand is not None:
            facts.append(f"Drawn: {chip(me.hand)}")
        if any(me.aside):
            red = KIND_NAMES.index("red1")
            facts.append("Beside the pot: " + ", ".join(
                f"{n} x {mark(red + i)}" for i, n in enumerate(me.aside) if n))
        if me.window and not me.scoring:
            facts.append(f"Shield for {plural(me.window, 'chip')}")
        if me.doubled:
            facts.append("The next chip moves double")
        if me.commitment:
            facts.append(f"You chose to {me.commitment}")
        return "   ".join(facts)

    def _others(self, view: View) -> list[Text]:
        tube = " tube" if self.words.tubes else ""
        head = f"  {'player':<11}score rub flask drop{tube} white space gives"
        lines = [Text(f"{head:<{62 if tube else 57}} state, last chips", style=DIM)]
        for seat in self._seats(view):
            if seat != view.seat:
                lines.append(self._player(view, seat))
        return lines

    def _seats(self, view: View) -> list[int]:
        """Return all seats, beginning with the one to the left of the viewer."""
        players = len(view.seats)
        return [(max(view.seat, -1) + 1 + i) % players for i in range(players)]

    def _player(self, view: View, seat: int) -> Text:
        one = view.seats[seat]
        line = Text(f"{self.turn if view.who == seat and view.phase != 'DRAW_STOP' else ' '} ")
        line.append(f"{self.name(seat):<11}", style="bold")
        line.append(f"{one.score:>5}", style="bold")
        line.append(f"{one.rubies:>3}{self.ruby}")
        line.append(f" {'full' if one.flask else 'empty':<5}", style="" if one.flask else DIM)
        drop = f"{one.droplet}+{one.rat}" if one.rat else str(one.droplet)
        line.append(f"{drop:>5}")
        if self.words.tubes:
            line.append(f"{one.glass:>5}")
        line.append(f"{f'{one.white}/{one.limit}':>6}", style=BAD if one.exploded else "")
        scoring = one.scoring or min(one.lead + 1, SPOON)
        space = self.box.spaces[scoring]
        gives = f"{space.coins}c {space.vp}p{self.ruby if space.ruby else ''}"
        line.append(f"{scoring:>6} {gives:<9}  ")
        state = "brews"
        if one.exploded:
            state = "shielded" if one.shielded else "EXPLODED"
        elif not one.active:
            state = "stopped" if one.pot or one.scoring else ""
        line.append(state, style=BAD if one.exploded else DIM)
        if one.commitment:
            line.append(f" ({one.commitment})")
        if one.hand is not None:
            line.append(" +").append_text(_mark(one.hand))
        for kind, _ in reversed(one.pot):
            if line.cell_len > 77:
                break
            line.append(" ").append_text(_mark(kind))
        return line

    def _score_track(self, view: View) -> Text:
        """Return the scores from behind to the front, with the rat tails between them."""
        line = Text("Score track: ", style=DIM)
        ranks = sorted(range(len(view.seats)), key=lambda seat: view.seats[seat].score)
        for place, seat in enumerate(ranks):
            score = view.seats[seat].score
            if place:
                tails = self._tails(view.seats[ranks[place - 1]].score, score)
                between = "~" * tails if tails <= MANY_TAILS else f"{tails} x ~"
                line.append(f" {between} " if tails else "  ", style=DIM)
            who = "you" if seat == view.seat else f"P{seat + 1}"
            line.append(f"{who} {score}", style="bold" if seat == view.seat else "")
        return line.append("   (~ a rat tail)", style=DIM)

    def _tails(self, low: int, high: int) -> int:
        """Return the tails printed between two scores of the track, which is a loop."""
        lap = self.box.figures["lap"]
        return sum(score % lap in self.box.tails for score in range(low, high))

    def _bag(self, view: View, me: SeatView) -> str:
        """Return the bag's contents and the exact chance that the next chip is too much."""
        size = sum(me.bag)
        inside = " ".join(f"{n}x{mark(kind)}" for kind, n in enumerate(me.bag) if n)
        text = f"Bag of {size}: {inside or 'empty'}."
        # While a chip is in hand or others lie open, the next draw is not what this pot awaits.
        if view.phase != "DRAW_STOP" or not me.active or not size:
            return text
        bad = sum(n for kind, n in enumerate(me.bag)
                  if KINDS[kind][0] == "white" and me.white + KINDS[kind][1] > me.limit)
        return f"{text} The next chip explodes the pot: {bad} of {size}, {bad / size:.0%}."

    # ------------------------------------------------------------------ shopping, sheets

    def _books_line(self, colour: str, view: View) -> Text:
        """Return a book in one line, for shopping."""
        line = Text(f"{LETTERS[colour]} ", style=CHIPS[colour])
        line.append(f"{colour:<7}", style=CHIPS[colour])
        line.append(f"{self.words.prices(colour):<9}")
        opens = self.words.opens(colour)
        text = self.words.books[colour].text
        return line.append(f"opens in round {opens}" if view.round < opens else text,
                           style=DIM)

    def sheet(self, view: View, name: str) -> Sequence[Text | str]:
        """Return what one of the commands `sheets` shows."""
        return {"books": self._sheet_books, "pots": self._sheet_pots,
                "supply": self._sheet_supply, "tracks": self._sheet_tracks,
                "bag": self._sheet_bag}[name](view)

    def _sheet_books(self, view: View) -> list[Text | str]:
        lines: list[Text | str] = []
        for colour in self.words.books:
            text = Text(f"{LETTERS[colour]} ", style=CHIPS[colour])
            lines.append(text.append(self.words.book(colour, view), style="not bold default"))
        return lines

    def _sheet_pots(self, view: View) -> list[Text | str]:
        lines: list[Text | str] = []
        for seat in ([view.seat] if view.seat >= 0 else []) + [
                seat for seat in self._seats(view) if seat != view.seat]:
            one = view.seats[seat]
            who = "You" if seat == view.seat else self.name(seat)
            line = Text(f"{who}: ", style="bold")
            start = f"droplet on {one.droplet}"
            line.append(start + (f", rat stone on {one.start}" if one.rat else ""),
                        style="not bold")
            for kind, at in one.pot:
                line.append(", ").append_text(_mark(kind)).append(f" on {at}")
            lines.append(line)
        if view.seat >= 0:
            me = view.seats[view.seat]
            ahead = range(min(me.lead + 1, SPOON), min(me.lead + 9, SPOON + 1))
            lines += ["Your spaces ahead:"]
            lines += [f"  {index}: {self.words.space(index, view.round == ROUNDS)}"
                      for index in ahead]
        return lines

    def _sheet_supply(self, view: View) -> list[Text | str]:
        lines: list[Text | str] = [f"Rubies: {view.stock} left in the stock."]
        for colour in self.words.books:
            have = [f"{view.supply[kind]} x {chip(kind)}" for kind in range(len(KINDS))
                    if KINDS[kind][0] == colour]
            opens = self.words.opens(colour)
            shut = f" (opens in round {opens})" if view.round < opens else ""
            lines.append(f"{LETTERS[colour]} {listed(have)}{shut}")
        return lines

    def _sheet_tracks(self, view: View) -> list[Text | str]:
        figures = self.box.figures
        events = {opens: f"the {colour} book opens"
                  for colour, opens in zip(COLOURS, self.box.unlock, strict=True) if opens > 1}
        if figures["white_round"]:
            events[figures["white_round"]] = (
                f"{figures['white_count']} {chip(figures['white_kind'])} into every bag")
        events[ROUNDS] = "the last round, no shopping"
        told = "; ".join(f"{number} {event}" for number, event in sorted(events.items()))
        lines: list[Text | str] = [f"Round {view.round} of {ROUNDS}. Events: {told}."]
        lines += [self._score_track(view)]
        best = max(one.score for one in view.seats)
        lines += [f"  {'You' if seat == view.seat else self.name(seat)}: {one.score} points, "
                  f"{plural(self._tails(one.score, best), 'tail')} behind the leader"
                  for seat, one in enumerate(view.seats)]
        lines.append(f"Starts this round: "
                     f"{'you' if view.first == view.seat else self.name(view.first)}.")
        lines.append(f"Cards still face down: {', '.join(self.words.face_down(view))}.")
        return lines

    def _sheet_bag(self, view: View) -> list[Text | str]:
        if not self.bags_open:
            return ["The rules forbid looking into the bag. heorot play --open-bag allows it."]
        return [f"{'You' if seat == view.seat else self.name(seat)}: {self._bag(view, one)}"
                for seat, one in enumerate(view.seats)]

    def rules(self, view: View, word: str) -> list[str]:
        """Return the rules about a word, or about the decision at hand and what can be asked."""
        topics = self.words.topics()
        cards = {card.title.lower(): f"{card.title}: {card.text}" for card in self.box.cards}
        known = {**topics, **cards}
        current = self.words.card(view)
        if current is not None:
            known["card"] = f"{current.title}: {current.text}"
        found = match(word, [Choice(0, name, name) for name in known]) if (
            word and not word.isdigit()) else []
        if found:
            return [known[choice.text] for choice in found]
        rule = self.words.rule(view)
        lines = [rule] if rule and not word else []
        if word:
            lines.append(f"No rule is filed under {word!r}.")
        return [*lines, f"More: rules WORD, with WORD one of {', '.join(topics)}, card, or a "
                        "card's title."]

    def legend(self) -> list[str]:
        """Return what the marks on the table mean."""
        letters = ", ".join(f"{letter} {colour}" for colour, letter in LETTERS.items())
        return [
            f"Chips: {letters}; G2 is a green chip of value 2.",
            f"Strip: [7] is the space that you score, o the droplet, ~o the rat stone, {self.ruby} "
            "a ruby, 3< three chips farther back, W1+ more chips on the same space.",
            f"Others: 13c 2p{self.ruby} is 13 coins, 2 points (VP) and a ruby; drop 3+2 is the "
            "droplet on 3 with the rat stone 2 ahead; the last chip comes first.",
        ]

    # ------------------------------------------------------------------ the end

    def _round_end(self, end: RoundEnd) -> list[Text]:
        """Return what a round brought to each seat."""
        tube = " tube" if self.words.tubes else ""
        head = f"{'player':<11} space coins  white  points total rubies drop{tube}  bought"
        lines = [Text(f"Round {end.number} of {ROUNDS} ends", style="bold"),
                 Text(head, style=DIM)]
        for seat, pot in enumerate(end.pots):
            who = "You" if seat == end.view.seat else self.name(seat)
            scoring = pot.scoring or min(pot.lead + 1, SPOON)
            line = Text(f"{who:<11}", style="bold")
            line.append(f"{scoring:>6}{self.box.spaces[scoring].coins:>6}", style="not bold")
            line.append(f"{f'{pot.white}/{pot.limit}':>7}", style=BAD if pot.exploded else
                        "not bold")
            line.append(f"{end.points[seat]:>+8}{end.totals[seat]:>6}")
            line.append(f"{end.rubies[seat]:>7}{end.droplets[seat]:>5}", style="not bold")
            if tube:
                line.append(f"{end.glasses[seat]:>5}", style="not bold")
            what = end.bought[seat] or ("" if end.number == ROUNDS else "nothing")
            boom = "exploded" if pot.exploded else ""
            line.append(f"  {', '.join(word for word in (boom, what) if word)}", style="not bold")
            lines.append(line)
        return lines

    def result(self, view: View, state: State, story: Story) -> list[Text]:
        """Return the final table with each round's points, and who won by what."""
        assert isinstance(story, QuacksStory)
        seats = view.seats
        ranks = [(-one.score, -one.scoring) for one in seats]
        numbers = "".join(f"{number:>4}" for number in range(1, len(story.rounds) + 1))
        lines = [Text(f"{'points in round':<18}{numbers}  total  last space", style="bold")]
        for seat in sorted(range(len(ranks)), key=lambda each: ranks[each]):
            place = 1 + sum(other < ranks[seat] for other in ranks)
            who = f"{self.name(seat)}{' (you)' if seat == view.seat else ''}"
            line = Text(f"{place}. {who:<15}", style="bold" if place == 1 else "")
            for gained in story.rounds:
                line.append(f"{gained[seat]:>4}")
            line.append(f"{seats[seat].score:>7}{seats[seat].scoring:>12}")
            lines.append(line)
        return [*lines, Text(self._verdict(view, state), style="bold")]

    def _verdict(self, view: View, state: State) -> str:
        """Return who won, and by which rule (Q63)."""
        utilities = state.utilities()
        first = [seat for seat, value in enumerate(utilities) if value == max(utilities)]
        names = listed(["You" if seat == view.seat else self.name(seat) for seat in first])
        points = view.seats[first[0]].score
        space = view.seats[first[0]].scoring
        tied = sum(one.score == points for one in view.seats)
        if len(first) > 1:
            return (f"{names} share the victory with {points} points each: they tie also on the "
                    f"scoring space of round {ROUNDS}, {space}.")
        wins = f"{names} {'win' if names == 'You' else 'wins'} with {points} points"
        if tied > 1:
            return (f"{wins}: a tie on points, decided by the further scoring space of round "
                    f"{ROUNDS}, {space}.")
        return f"{wins}."


def _mark(kind: int) -> Text:
    return Text(mark(kind), style=CHIPS[KINDS[kind][0]])


def _broken(text: Text, width: int) -> list[Text]:
    """Return a text broken at `width` columns."""
    lines, line = [], ""
    for word in text.plain.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [Text(one, style=text.style) for one in [*lines, line]]


RENDERER = QuacksRenderer

"""The questions of Quacks, as they are put to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.quacks.components import COLOURS, KIND_NAMES, KINDS, VALUES
from players.console.english import plural
from players.console.quacks_words import ROUNDS, SPOON, Words, chip, counted, names
from players.console.renderer import Choice, Question

if TYPE_CHECKING:
    from core.quacks.view import SeatView, View
    from core.state import State

COLUMNS = 5  # more answers stand side by side: the table needs its lines

_Said = tuple[str, tuple[str, ...]]  # a label, and words that mean the same


class Questions:
    """Puts the decisions of one game into words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.box = words.box

    def ask(self, view: View, state: State) -> Question:
        """Return the decision at hand; see `Renderer.ask`."""
        beside = _beside(view, state) if view.phase == "RED2" else 0
        choices = []
        for action in state.legal_actions():
            text = state.text(action)
            verb, _, rest = text.partition(" ")
            label, entries = self._choice(view, verb, rest, beside)
            choices.append(Choice(action, text, label, entries))
        if view.phase in ("EXTRA", "GREEN3"):  # the usual answer is the largest
            choices.reverse()
        return Question(self._text(view, beside), tuple(choices), True, self.words.rule(view),
                        COLUMNS)

    # ------------------------------------------------------------------ the question

    def _text(self, view: View, beside: int) -> str:
        me = view.seats[view.seat]
        card = self.words.card(view)
        title = card.title if card else ""
        rubies = plural(me.rubies, "ruby")
        drawn = "" if me.hand is None else f"You drew {chip(me.hand)}"
        phase = view.phase
        if phase == "CARD":
            shown = f" You drew {counted(view.shown)}." if any(view.shown) else ""
            return f"{title}: {card.text if card else ''}{shown} What do you do?"
        if phase == "RATS":
            return (f"{title}: {plural(me.tails, 'rat tail')} would help you. How many do you "
                    "give up for rubies?")
        if phase == "DRAW_STOP":
            return "Draw one more chip, or stop for this round?"
        if phase == "STIRRED":
            return f"{drawn}, your first white chip. {title} lets you put it back for free."
        if phase == "FLASK":
            return f"{drawn}. Place it, or use up the flask and put it back?"
        if phase == "EXTRA":
            return (f"{drawn or 'Your chip'}: it may move up to "
                    f"{plural(view.most, 'extra space')}. How many?")
        if phase == "BLUE1":
            return f"Your blue chip drew {counted(view.shown)}. Place one of them next?"
        if phase == "YELLOW1":
            return (f"Your yellow chip lies behind {chip(me.pot[-2][0])}. Does that white chip go "
                    "back to the bag?")
        if phase == "SECOND":
            state = "Your pot has exploded" if me.exploded else f"{len(me.pot)} chips in your pot"
            return f"{title}. {state}: leave it so, or begin the drawing anew?"
        if phase == "RED2":
            return f"What becomes of {chip(beside)} beside your pot?"
        if phase == "STRONG":
            return (f"{title}: you drew {counted(view.shown)}. Place one of them (it cannot "
                    "explode the pot)?")
        if phase == "GLOAT":
            return f"{title}: your neighbour's pot exploded. Which chip do you take?"
        if phase == "GREEN2":
            value = VALUES["green"][view.colour]
            return f"A green {value} is among your last two chips. Which chip do you take for it?"
        if phase == "GREEN3":
            return (f"Your white chips sum to exactly {me.white}: how far does your last chip "
                    "move?")
        if phase == "GREEN4":
            return (f"A green chip is among your last two. You have {rubies}: pay for a droplet "
                    "step?")
        if phase in ("PURPLE1", "PURPLE2", "PURPLE4"):
            count = sum(KINDS[kind][0] == "purple" for kind, _ in me.pot)
            what = "Which line of the purple book do you take?"
            if phase == "PURPLE4":
                what = "Which chip of the pot do you swap for a bigger one?"
            return f"You have {plural(count, 'purple chip')} in the pot. {what}"
        if phase == "TRACK":
            return "A droplet step: which droplet moves?"
        if phase == "BOOM":
            return "Your pot exploded. Do you take the points, or the coins to go shopping?"
        if phase == "BUY1":
            return (f"You have {plural(view.money, 'coin')}: which chip do you buy first? A second "
                    "may follow.")
        if phase == "BUY2":
            return f"You have {plural(view.money, 'coin')} left: which second chip do you buy?"
        if phase == "STEP":
            return f"You have {rubies}. Do you pay for a droplet step?"
        return f"You have {rubies}. Do you pay to refill your flask?"

    # ------------------------------------------------------------------ the answers

    def _choice(self, view: View, verb: str, rest: str, beside: int) -> _Said:
        """Return the label and the words of an answer."""
        me, phase = view.seats[view.seat], view.phase
        if verb == "take":
            return self._chip(view, me, KIND_NAMES.index(rest))
        if verb == "move":
            return self._move(view, me, int(rest))
        if verb == "line":
            return self._line(phase, int(rest))
        if verb == "tails":
            return self._tails(me, int(rest))
        if verb == "upgrade":
            line, colour = rest.split()
            low, high = self.box.figures["purple4"][int(line) - 1]
            return (f"swap {colour} {low} for {colour} {high} (line {line})",
                    (rest, f"{colour} {low}"))
        if verb == "swap":
            kind = KIND_NAMES.index(rest)
            bigger = dict(self.box.figures["cards"]["opportunistic_moment"][3])[kind]
            return f"swap {chip(kind)} for {chip(bigger)}", names(kind)
        if verb in ("place", "keep", "return"):
            return self._put(view, me, verb, beside)
        last = view.round == ROUNDS
        costs = {"step": "step_cost", "refill": "refill_cost"}
        if verb in costs:
            cost = plural(self.box.figures[costs[verb]], "ruby")
            if verb == "refill":
                return f"refill the flask for {cost}", ("yes",)
            what = f"move the test tubes' droplet {self._glass(me)}" if last else (
                "move the droplet a step")
            return f"{what}, for {cost}", ("yes",)
        if verb == "points":
            return self._points(view, me), ("score",)
        if verb == "coins":
            coins = self.box.spaces[me.scoring].coins
            return f"go shopping with {plural(coins, 'coin')} (no points)", ("shop", "buy")
        stop = min(me.lead + 1, SPOON)
        return {
            "draw": (f"draw a chip (white {me.white} of {me.limit} so far)", ()),
            "stop": (f"stop on space {stop}: {self.words.space(stop, last)}", ()),
            "continue": ("leave it so" if me.exploded else "go on", ("leave", "go on")),
            "restart": ("put everything back and begin anew", ("anew", "begin anew")),
            "pay": (f"pay {plural(self.box.figures['green4'][0], 'ruby')} for "
                    f"{plural(self.box.figures['green4'][1], 'droplet step')}", ("yes",)),
            "pot": (f"the pot's droplet: to space {me.droplet + 1}", ()),
            "tube": (f"the test tubes' droplet: {self._glass(me)}", ()),
            "rubies": (f"take {plural(self._figure(view), 'ruby')}", ()),
            "droplet": (f"move the droplet {plural(self._figure(view), 'space')}", ()),
            "discard": ("a white 1 leaves your bag for good", ("remove", "white", "white 1")),
            "none": (self._none(phase), ("no", "nothing")),
        }[verb]

    def _figure(self, view: View) -> int:
        card = self.words.card(view)
        return self.words.figures(card.id)[0] if card else 0

    def _glass(self, me: SeatView) -> str:
        glass = me.glass + 1
        return f"into glass {glass}, {self.words.reward(self.box.glasses[glass])}"

    def _points(self, view: View, me: SeatView) -> str:
        if view.phase == "BOOM":
            points = self.box.spaces[me.scoring].vp
            return f"score {plural(points, 'point')} (no shopping)"
        friends = self.words.has_card(view, "rats_are_your_friends")
        points = me.tails if friends else self._figure(view)
        return f"score {plural(points, 'point')}"

    def _chip(self, view: View, me: SeatView, kind: int) -> _Said:
        name = chip(kind)
        if view.phase in ("BUY1", "BUY2"):
            price = self.words.price(kind)
            return (f"buy {name} for {price} ({view.money - price} left)",
                    (*names(kind), f"buy {name}"))
        if view.phase in ("BLUE1", "STRONG"):
            colour, value = KINDS[kind]
            white = ""
            if colour == "white":
                total = me.white + value
                boom = total > me.limit and view.phase == "BLUE1"
                white = f" (white {total} of {me.limit}{': the pot explodes' if boom else ''})"
            return f"place {name}{white}", (*names(kind), f"place {name}")
        pay = ""
        if self.words.has_card(view, "wheel_and_deal") and view.phase == "CARD":
            pay = f" for {plural(self._figure(view), 'ruby')}"
        return f"take {name}{pay}", (*names(kind), f"take {name}")

    def _move(self, view: View, me: SeatView, spaces: int) -> _Said:
        if view.phase == "GREEN3":
            to = me.scoring + spaces
            if view.most >= COLUMNS:
                space = self.box.spaces[to]
                return (f"{spaces}, to {to}: {plural(space.coins, 'coin')}, "
                        f"{plural(space.vp, 'point')}{', ruby' * space.ruby}"), (str(spaces),)
            return (f"{plural(spaces, 'space')}: scoring space {to}, "
                    f"{self.words.space(to, view.round == ROUNDS)}"), (str(spaces),)
        # A red chip that comes from beside the pot (set 2) is in hand now, too.
        kind = 0 if me.hand is None else me.hand
        at = me.lead + KINDS[kind][1] + self.words.extra(view, kind) + spaces
        stop = min(at, SPOON - 1) + 1
        return (f"{spaces} extra: then scoring space {stop}, "
                f"{self.words.space(stop, view.round == ROUNDS)}"), (f"{spaces} extra",)

    def _line(self, phase: str, line: int) -> _Said:
        if line == 0:
            return "trade nothing", ("none", "nothing")
        if phase == "PURPLE1":
            return f"line {line}: {self.words.reward(self.box.figures['purple1'][line - 1])}", ()
        return (f"trade {plural(line, 'purple chip')} for "
                f"{self.words.reward(self.box.figures['purple2'][line - 1])}"), ()

    def _tails(self, me: SeatView, tails: int) -> _Said:
        rat = f"rat stone {plural(me.tails - tails, 'space')} ahead"
        if tails == 0:
            return f"none: {rat}", ("none",)
        rubies = tails * self.words.figures("good_start")[1]
        return f"{plural(tails, 'tail')}: {plural(rubies, 'ruby')}, {rat}", ()

    def _put(self, view: View, me: SeatView, verb: str, beside: int) -> _Said:
        if view.phase == "RED2":
            return {
                "place": (f"place it: {plural(KINDS[beside][1], 'space')} behind your last chip",
                          ()),
                "keep": ("keep it beside the pot for a later round", ()),
                "return": ("return it to the bag", ("back",)),
            }[verb]
        if view.phase == "YELLOW1":
            value = KINDS[me.pot[-2][0]][1]
            if verb == "keep":
                return f"it stays (white {me.white} of {me.limit})", ("stay", "no")
            return (f"return it (then white {me.white - value} of {me.limit})",
                    ("back", "yes"))
        colour, value = KINDS[0 if me.hand is None else me.hand]
        if verb == "return":
            how = "for free" if view.phase == "STIRRED" else "with the flask"
            return f"return it to the bag {how}", ("back", "flask")
        white = ""
        if colour == "white":
            total = me.white + value
            boom = ": the pot explodes" if total > me.limit else ""
            white = f" (white {total} of {me.limit}{boom})"
        return f"place it{white}", ()

    @staticmethod
    def _none(phase: str) -> str:
        return {
            "BUY1": "buy nothing", "BUY2": "buy no second chip", "BLUE1": "place none of them",
            "STRONG": "place none of them", "PURPLE4": "swap nothing", "STEP": "no",
            "REFILL": "no", "GREEN4": "pay nothing", "GREEN2": "take nothing",
        }.get(phase, "do without")  # fmt: skip

    # ------------------------------------------------------------------ wrong entries

    def explain(self, view: View, entry: str) -> str | None:
        """Return why a chip that was named cannot be had."""
        if view.phase not in ("BUY1", "BUY2", "CARD", "GLOAT", "GREEN2", "BLUE1", "STRONG"):
            return None
        words = [word for word in entry.lower().split() if word not in ("buy", "take", "place")]
        kind = next((kind for kind in range(len(KINDS)) if " ".join(words) in names(kind)), None)
        if kind is None:
            return None
        name, colour = chip(kind), KINDS[kind][0]
        if view.phase in ("BLUE1", "STRONG"):
            return f"No {name} was drawn."
        if colour == "white":
            return "White chips cannot be had."
        if view.round < self.words.opens(colour):
            return f"The {colour} book opens in round {self.words.opens(colour)}."
        if not view.supply[kind]:
            return f"The supply has no {name} left."
        if view.phase.startswith("BUY"):
            price = self.words.price(kind)
            if price > view.money:
                return f"{name.capitalize()} costs {price}, you have {view.money}."
            if view.phase == "BUY2" and COLOURS.index(colour) == view.colour:
                return "The two chips must differ in colour."
            return (f"The second chip comes later in the list of colours: begin with {name} if "
                    "you want both.")
        return f"{name.capitalize()} is not on offer here."


def _beside(view: View, state: State) -> int:
    """Return the red chip beside the pot that is asked about: the one a return takes away."""
    after = state.clone()
    after.play("return")
    old, new = view.seats[view.seat].aside, after.observation(view.seat).seats[view.seat].aside
    index = max(i for i in range(len(old)) if new[i] < old[i])
    return KINDS.index(("red", VALUES["red"][index]))

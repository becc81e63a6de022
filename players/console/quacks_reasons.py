"""What a gain in Quacks was for: the books and cards that can have paid it, and no others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.quacks.components import KINDS, Reward
from players.console.english import listed
from players.console.quacks_words import ROUNDS, SPOON, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.quacks.view import SeatView, View
    from players.console.quacks_story import Gain

LATE = ("BOOM", "BUY1", "BUY2", "STEP", "REFILL", "end")  # questions after step C
AFTER_BLACK = ("GREEN2", "GREEN3", "GREEN4", "PURPLE1", "PURPLE2", "PURPLE4")


def late(view: View) -> bool:
    """Return True if the scoring spaces' rubies have been given in this round."""
    return view.phase in LATE or any(one.shops for one in view.seats)


@dataclass(frozen=True)
class Event:
    """An action, the views around it, and the seat whose gains are to be explained."""

    before: View
    verb: str
    rest: str
    after: View
    seat: int

    @property
    def old(self) -> SeatView:
        """The seat before the action."""
        return self.before.seats[self.seat]

    @property
    def new(self) -> SeatView:
        """The seat after the action."""
        return self.after.seats[self.seat]

    @property
    def ended(self) -> bool:
        """True if the round has ended: what lay in the pots is seen in `before` only."""
        return self.after.round != self.before.round

    @property
    def full(self) -> SeatView:
        """The seat with its full pot."""
        return self.old if self.ended or not self.new.pot else self.new

    def answers(self, phase: str) -> bool:
        """Return True if the action is the seat's own answer to a question."""
        return self.before.phase == phase and self.before.who == self.seat


class Reasons:
    """Finds what each seat's gains were for; has to hear every event of a game in order."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.box = words.box
        self._round = 0
        self._paid: set[tuple[int, str, str]] = set()
        self._black_is_over = False

    def hear(self, before: View, after: View) -> None:
        """Note how far the round has come, before its gains are explained."""
        if before.round != self._round:
            self._round, self._black_is_over = before.round, False
            self._paid.clear()
        self._black_is_over |= before.phase in AFTER_BLACK or late(before)

    def explain(self, event: Event, gain: Gain) -> str:
        """Return what a gain was for. Rubies that round 9 turned into points come back to it."""
        card = self.words.card(event.after if event.before.phase == "TURN_CARD" else event.before)
        title = card.title if card else ""
        if not any(one.pot or one.active or one.scoring for one in event.before.seats):
            return title
        left = {"points": gain.points, "rubies": gain.rubies, "steps": gain.steps + gain.glasses,
                "chips": sum(n for n in gain.chips.values() if n > 0)}
        dues = [(name, due) for name, due in self._dues(event, title, gain) if due != Reward()]
        names = [name for name, due in dues
                 if self._take(event.seat, name, left, due, ("points", "steps", "chips"))]
        final = event.before.round == ROUNDS and event.after.phase in ("STEP", "end")
        if final and left["points"] > 0:
            # What is left was paid for in rubies, maybe in some that came a moment ago.
            spent = left["points"] * self.box.figures["rubies_per_vp"]
            gain.rubies += spent
            left["rubies"] += spent
            names.append("rubies")
        names += [name for name, due in dues
                  if self._take(event.seat, name, left, due, ("rubies",))]
        if event.verb == "line" and event.before.who == event.seat:
            self._paid |= {(event.seat, "purple", part) for part in left}
        order = [*(name for name, _ in dues), "rubies"]
        return listed(sorted(set(names), key=order.index))

    def _take(self, seat: int, name: str, left: dict[str, int], due: Reward,
              parts: tuple[str, ...]) -> bool:
        """Take what is due out of what was gained; return True if there was any of it."""
        amounts = {"points": due.vp, "rubies": due.rubies, "steps": due.steps,
                   "chips": len(due.chips)}
        found = False
        for part in parts:
            taken = min(amounts[part], left[part])
            if taken > 0 and (seat, name, part) not in self._paid:
                left[part] -= taken
                found = True
                if name != "blue":  # the only one that can pay a seat more than once a round
                    self._paid.add((seat, name, part))
        return found

    # ------------------------------------------------------------------ what can have been paid

    def _dues(self, event: Event, title: str, gain: Gain) -> Iterator[tuple[str, Reward]]:
        """Yield by name what the books and the card of the round owe, in the order of payment."""
        before, after, old, new = event.before, event.after, event.old, event.new
        yield "blue", self._blue(event)
        yield title, self._card(event, gain)
        if (new.scoring or event.ended) and not late(before):
            if not self._black_is_over:
                yield "black", self._black(event)
            yield "green", self._green(event, gain)
            yield "purple", self._purple(event)
        if (late(after) or event.ended) and not late(before):
            yield title, self._space_card(event)
            if before.round == ROUNDS:  # elsewhere it was told, and taken out of the gain
                yield "scoring space", Reward(rubies=int(self.box.spaces[new.scoring].ruby))
        if gain.glasses > 0:
            glasses = self.box.glasses[new.glass - gain.glasses + 1 : new.glass + 1]
            yield "test tubes", Reward(
                tuple(kind for glass in glasses for kind in glass.chips),
                sum(glass.vp for glass in glasses), sum(glass.rubies for glass in glasses))
        cashed = before.phase != "STEP" and after.phase in ("STEP", "end")
        if before.round == ROUNDS and cashed and (not old.exploded or old.shielded):
            coins = self.box.spaces[new.scoring].coins
            yield "coins", Reward(vp=coins // self.box.figures["coins_per_vp"])

    def _blue(self, event: Event) -> Reward:
        """Blue sets 3 and 4 pay for a chip on a space with a ruby (Q30)."""
        side = self.words.sides["blue"]
        placed = event.new.pot[len(event.old.pot):]
        if event.answers("SECOND"):  # asked between the placing and its effect
            placed = event.old.pot[-1:]
        lucky = [KINDS[kind][1] for kind, at in placed
                 if KINDS[kind][0] == "blue" and self.box.spaces[at].ruby]
        if event.before.phase == "STRONG" or not lucky:
            return Reward()
        return Reward(vp=sum(lucky) * (side == 4),
                      rubies=self.box.figures["blue3_rubies"] * len(lucky) * (side == 3))

    def _card(self, event: Event, gain: Gain) -> Reward:
        """Cards that pay at the end of brewing (Q38, Q39)."""
        before, figures = event.before, self.box.figures["cards"]
        if event.old.scoring:
            return Reward()
        if self.words.has_card(before, "seasoned_perfectly"):
            exact, steps = figures["seasoned_perfectly"][:2]
            return Reward(steps=steps * (event.full.white == exact))
        if self.words.has_card(before, "schadenfreude"):
            owner = event.after.seats[event.seat - 1]  # to the right
            offer = figures["schadenfreude"][3]
            return Reward(tuple(kind for kind, n in gain.chips.items()
                                if n > 0 and kind in offer and owner.exploded))
        return Reward()

    def _black(self, event: Event) -> Reward:
        """Black pays those with more chips than a neighbour, or with two as many (Q44)."""
        there = not event.ended and any(one.pot for one in event.after.seats)
        seats = event.after.seats if there else event.before.seats
        black = [sum(KINDS[kind][0] == "black" for kind, _ in one.pot) for one in seats]
        mine = black[event.seat]
        left, right = black[(event.seat + 1) % len(black)], black[event.seat - 1]
        more = (mine > left) + (mine > right)
        if len(black) == 2:
            more = 2 if mine > left else int(mine == left > 0)
        lines = self.box.figures["black"][len(black) > 2]
        return self.words.line(lines[more - 1]) if more else Reward()

    def _green(self, event: Event, gain: Gain) -> Reward:
        """Green set 1 pays rubies, set 2 a chip that was chosen."""
        side, figures = self.words.sides["green"], self.box.figures
        if event.answers("GREEN2") and event.verb == "take":
            self._paid.discard((event.seat, "green", "chips"))  # each of the last chips pays
            return Reward(tuple(kind for kind, n in gain.chips.items() if n > 0))
        if side != 1 or event.before.phase.startswith("PURPLE"):
            return Reward()
        last = event.full.pot[-figures["green_positions"]:]
        return Reward(rubies=figures["green_rubies"] * sum(
            KINDS[kind][0] == "green" for kind, _ in last))

    def _purple(self, event: Event) -> Reward:
        """Purple set 1 pays by a line, asked or not; set 2 by a line, set 3 by the spaces."""
        side, figures = self.words.sides["purple"], self.box.figures
        if event.answers(f"PURPLE{side}") and event.verb == "line":
            line = int(event.rest)
            return self.words.line(figures[f"purple{side}"][line - 1]) if line else Reward()
        spaces = [at for kind, at in event.full.pot if KINDS[kind][0] == "purple"]
        if side == 3:
            numbers = [self.box.spaces[at].coins for at in spaces]
            return Reward(vp=sum(vp for number in numbers for low, high, vp in figures["purple3"]
                                 if low <= number <= high))
        if side != 1 or not spaces:
            return Reward()
        # A line that is taken without asking is the best one in everything (Q84).
        lines = [self.words.line(line) for line in figures["purple1"][: len(spaces)]]
        return max(lines, key=lambda line: line.vp + line.rubies + line.steps)

    def _space_card(self, event: Event) -> Reward:
        """Cards that pay for a ruby on the scoring space (Q45)."""
        scoring = event.new.scoring or event.old.scoring or min(event.old.lead + 1, SPOON)
        if not self.box.spaces[scoring].ruby:
            return Reward()
        figures = self.box.figures["cards"]
        if self.words.has_card(event.before, "lucky_devil"):
            return Reward(vp=figures["lucky_devil"][0])
        if self.words.has_card(event.before, "shining_extra_bright"):
            return Reward(rubies=figures["shining_extra_bright"][0])
        return Reward()

"""What happens in a game of Quacks, as sentences; what a round brought, as a table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.quacks.components import COLOURS, KIND_NAMES, KINDS
from core.quacks.notation import WORDS
from core.quacks.view import SeatView, View
from players.base import Seen
from players.console.english import form, listed, plural
from players.console.quacks_words import ROUNDS, Words, chip, counted, gains
from players.console.renderer import Story

if TYPE_CHECKING:
    from core.quacks.components import Reward
    from players.console.renderer import Renderer

LATE = ("BOOM", "BUY1", "BUY2", "STEP", "REFILL", "end")  # questions after step C
STEP_B = ("black", "green", "purple")
SPACE_CARDS = ("lucky_devil", "shining_extra_bright", "seasoned_perfectly")


@dataclass(frozen=True)
class RoundEnd:
    """A round that has ended.

    Attributes
    ----------
    view : View
        What was seen before the event that ended it.
    number : int
        The round.
    pots : tuple of SeatView
        Each seat when its pot was last seen full.
    points, totals : tuple of int
        Points of the round and of the game, of each seat.
    bought : tuple of str
        What each seat bought.
    rubies, droplets, glasses : tuple of int
        What each seat has now.
    """

    view: View
    number: int
    pots: tuple[SeatView, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    bought: tuple[str, ...]
    rubies: tuple[int, ...]
    droplets: tuple[int, ...]
    glasses: tuple[int, ...]


@dataclass
class Gain:
    """How a seat's things changed."""

    chips: Counter[int] = field(default_factory=Counter)
    points: int = 0
    rubies: int = 0
    steps: int = 0
    glasses: int = 0

    def take(self, reward: Reward) -> None:
        """Leave out what was told already, as far as it was gained."""
        for kind in reward.chips:
            if self.chips[kind] > 0:
                self.chips[kind] -= 1
        self.points -= reward.vp
        self.rubies -= min(reward.rubies, max(self.rubies, 0))
        self.steps -= min(reward.steps, max(self.steps, 0))

    def __str__(self) -> str:
        return gains(self.chips, max(self.points, 0), max(self.rubies, 0), max(self.steps, 0),
                     max(self.glasses, 0))


def owned(view: View) -> list[Counter[int]]:
    """Return the chips of each seat, wherever they lie."""
    seats = []
    for one in view.seats:
        chips = Counter(dict(enumerate(one.bag)))
        chips.update(kind for kind, _ in one.pot)
        chips.update({KIND_NAMES.index("red1") + i: n for i, n in enumerate(one.aside)})
        chips.update([] if one.hand is None else [one.hand])
        seats.append(chips)
    # Shown chips are out of the bag, or back in it and still remembered: the box knows.
    box = view.setup.components
    there = sum(map(sum, (chips.values() for chips in seats))) + sum(view.supply)
    if view.who is not None and there < sum(box.supply):
        seats[view.who].update(dict(enumerate(view.shown)))
    return seats


class QuacksStory(Story):
    """Tells a game of Quacks and keeps account of the points of each round.

    Attributes
    ----------
    rounds : list of list of int
        Points of the rounds that have ended: one number a seat.
    """

    def __init__(self, renderer: Renderer, seat: int | None) -> None:
        super().__init__(renderer, seat)
        self.words = Words(renderer.setup)
        self.rounds: list[list[int]] = []
        players = renderer.setup.players
        self._scores = [self.words.box.figures["start_score"]] * players
        self._pots: dict[int, SeatView] = {}
        self._bought: list[list[str]] = [[] for _ in range(players)]

    def tell(self, before: View, seen: Seen, after: View) -> list[str]:
        """Return the sentences about an event; see `Story.tell`."""
        self.closing = None
        if seen.text is None:
            return []
        verb, _, rest = seen.text.partition(" ")
        changes = self._changes(before, after)
        figures = self.words.box.figures
        if after.round == figures["white_round"] > before.round:  # told with the card
            for gain in changes:
                gain.chips[figures["white_kind"]] -= figures["white_count"]
        order = self._order(before)
        lines = self._act(before, verb, rest, after, changes)
        for seat in order:
            lines += self._pot(before, after, seat)
        lines += [line for seat in order for line in self._stop(before, after, seat)]
        lines += self._scoring(before, verb, after, changes, order)
        for seat in order:
            lines += self._rest(before, after, seat, changes[seat])
        lines += self._rats(before, after, order) + self._flasks(before, after)
        for view in (before, after):
            if view.round == before.round:
                self._pots |= {i: one for i, one in enumerate(view.seats)
                               if one.pot or (one.scoring and i not in self._pots)}
        if after.round != before.round or after.phase == "end":
            lines += self._end(before, after)
        return lines

    # ------------------------------------------------------------------ who did what

    def _act(self, before: View, verb: str, rest: str, after: View,
             changes: list[Gain]) -> list[str]:
        """Return what was decided or drawn, and take it out of `changes`."""
        if verb == "card":
            return self._card(before, after)
        who = before.who
        if who is None or verb not in WORDS:
            return []
        name, mine, phase = self.name(who), changes[who], before.phase
        seat = before.seats[who]
        if verb == "chip":
            return self._shown(before, rest, name)
        if verb == "face":
            face = self.words.box.faces[int(rest) - 1]
            mine.take(face)
            return [f"{name} {form(name, 'roll')} the bonus die: {self.words.reward(face)}."]
        if phase in ("FLASK", "STIRRED") and verb == "return" and seat.hand is not None:
            how = "with the flask" if phase == "FLASK" else "for free (Well Stirred)"
            return [f"{name} {form(name, 'draw')} {chip(seat.hand)} and "
                    f"{form(name, 'return')} it {how}."]
        if phase == "YELLOW1" and verb == "return":
            return [f"{name} {form(name, 'return')} {chip(seat.pot[-2][0])} to the bag (yellow)."]
        if phase == "SECOND":
            what = (f"{form(name, 'begin')} the drawing anew" if verb == "restart"
                    else f"{form(name, 'leave')} it so")
            return [f"Second Chance: {name} {what}."]
        if phase == "RED2" and verb in ("keep", "return"):
            where = "beside the pot" if verb == "keep" else "to the bag"
            return [f"{name} {form(name, verb)} a red chip {where}."]
        if phase in ("BUY1", "BUY2") and verb == "take":
            kind = KIND_NAMES.index(rest)
            mine.chips[kind] -= 1
            self._bought[who].append(chip(kind))
            price = plural(self.words.price(kind), "coin")
            return [f"{name} {form(name, 'buy')} {chip(kind)} for {price}."]
        if phase == "BOOM":
            points = self.words.box.spaces[seat.scoring].vp
            if verb == "coins":
                coins = plural(self.words.box.spaces[seat.scoring].coins, "coin")
                return [f"{name} {form(name, 'choose')} to shop with {coins}."]
            mine.points -= points
            return [f"{name} {form(name, 'choose')} {plural(points, 'point')} instead of coins."]
        return self._move(before, verb, rest, name, mine)

    def _move(self, before: View, verb: str, rest: str, name: str, mine: Gain) -> list[str]:
        """Return the rest of what can be decided."""
        phase, box = before.phase, self.words.box
        seat = before.seats[before.who or 0]
        if phase == "GREEN3":
            to = min(seat.lead + int(rest), 52)
            return [f"{name} {form(name, 'move')} the last chip {plural(int(rest), 'space')}, to "
                    f"{to} (green)."]
        if verb in ("step", "refill"):
            cost = box.figures["step_cost" if verb == "step" else "refill_cost"]
            mine.rubies += cost
            what = "a droplet step" if verb == "step" else "a full flask"
            if verb == "step" and before.round == ROUNDS:
                mine.glasses -= 1
                mine.take(box.glasses[seat.glass + 1])
                what = (f"glass {seat.glass + 1} of the test tubes: "
                        f"{self.words.reward(box.glasses[seat.glass + 1])}")
            elif verb == "step" and mine.steps:
                mine.steps -= 1
            return [f"{name} {form(name, 'pay')} {plural(cost, 'ruby')} for {what}."]
        if verb == "pay":
            mine.rubies += box.figures["green4"][0]
            mine.steps -= min(mine.steps, box.figures["green4"][1])
            return [f"{name} {form(name, 'pay')} {plural(box.figures['green4'][0], 'ruby')} for "
                    f"{plural(box.figures['green4'][1], 'droplet step')} (green)."]
        if verb == "pot":
            mine.steps -= 1
            return [f"{name} {form(name, 'move')} the pot's droplet to {seat.droplet + 1}."]
        if verb == "tube":
            glass = box.glasses[seat.glass + 1]
            mine.glasses -= 1
            mine.take(glass)
            return [f"{name} {form(name, 'move')} the test tubes' droplet into glass "
                    f"{seat.glass + 1}: {self.words.reward(glass)}."]
        if phase == "PURPLE2" and rest != "0":
            return [f"{name} {form(name, 'trade')} {plural(int(rest), 'purple chip')}."]
        if phase == "PURPLE4" and verb == "upgrade":
            line, colour = rest.split()
            low, high = box.figures["purple4"][int(line) - 1]
            mine.chips.clear()
            return [f"{name} {form(name, 'swap')} {colour} {low} for {colour} {high} (purple)."]
        if verb == "swap":
            kind = KIND_NAMES.index(rest)
            bigger = dict(box.figures["cards"]["opportunistic_moment"][3])[kind]
            mine.chips.clear()
            return [f"{name} {form(name, 'swap')} {chip(kind)} for {chip(bigger)}."]
        if verb == "discard":
            return [f"{name} {form(name, 'take')} a white 1 out of the bag for good."]
        if phase == "CARD" and verb == "none":
            return [f"{name} {form(name, 'decline')}."]
        if phase == "CARD" and mine.rubies < 0:
            paid = plural(-mine.rubies, "ruby")
            mine.rubies = 0
            return [f"{name} {form(name, 'pay')} {paid}."]
        return []

    def _card(self, before: View, after: View) -> list[str]:
        box = self.words.box
        lines = []
        opened = [colour for colour, opens in zip(COLOURS, box.unlock, strict=True)
                  if opens == before.round > 1]
        lines += [f"The {colour} book opens: {box.names[COLOURS.index(colour)]} can be bought."
                  for colour in opened]
        if before.round == box.figures["white_round"]:
            lines.append(f"{plural(box.figures['white_count'], 'more chip')} "
                         f"{chip(box.figures['white_kind'])} in every bag.")
        turned = next(index for index in before.deck if index not in after.deck)
        name = self.name(before.first)
        card = box.cards[turned]
        lines.append(f"Round {before.round}: {name} {form(name, 'turn')} the card {card.title}: "
                     f"{card.text}")
        return lines

    def _shown(self, before: View, rest: str, name: str) -> list[str]:
        """Return all the chips that a book or a card showed, when the last one is drawn."""
        if before.left != 1:
            return []
        shown = list(before.shown)
        shown[KIND_NAMES.index(rest)] += 1
        total = sum(n * KINDS[kind][1] for kind, n in enumerate(shown))
        least = self.words.has_card(before, "less_is_more") and not before.seats[0].active
        return [f"{name} {form(name, 'show')} {counted(shown)}{f', {total} in all' * least}."]

    # ------------------------------------------------------------------ what lies in the pots

    def _pot(self, before: View, after: View, seat: int) -> list[str]:
        """Return which chips came to a pot, and whether it exploded."""
        old, new = before.seats[seat], after.seats[seat]
        name = self.name(seat)
        if after.round != before.round:
            return []
        if sum(new.aside) > sum(old.aside) and sum(new.fresh) > sum(old.fresh):
            kind = KIND_NAMES.index("red1") + next(
                i for i in range(3) if new.aside[i] > old.aside[i])
            return [f"{name} {form(name, 'draw')} {chip(kind)} and {form(name, 'set')} it beside "
                    "the pot."]
        added = new.pot[len(old.pot):] if new.pot[: len(old.pot)] == old.pot else ()
        lines = []
        for kind, at in added:
            verb, how = "draw", ""
            if before.phase in ("BLUE1", "STRONG") and seat == before.who:
                verb, how = "place", " of these"
            elif sum(new.aside) < sum(old.aside) or (
                    before.phase == "EXTRA" and not any(one.active for one in before.seats)):
                verb, how = "place", " from beside the pot"
            line = f"{name} {form(name, verb)} {chip(kind)}{how}: space {at}"
            if KINDS[kind][0] == "white":
                line += f", white {new.white} of {new.limit}"
            if new.exploded and not old.exploded:
                line += ". The pot explodes" + ", but blue shields it" * new.shielded
            lines.append(f"{line}.")
        return lines

    def _stop(self, before: View, after: View, seat: int) -> list[str]:
        old, new = before.seats[seat], after.seats[seat]
        if not old.active or new.active or new.exploded:
            return []
        name = self.name(seat)
        why = "" if any(old.bag) else " with an empty bag"
        lead = new.lead if new.scoring == 0 and after.round == before.round else (
            new.scoring - 1 if after.round == before.round else old.lead)
        space = self.words.space(min(lead, 52) + 1, before.round == ROUNDS)
        return [f"{name} {form(name, 'stop')}{why}, scoring space {min(lead, 52) + 1}: {space}."]

    # ------------------------------------------------------------------ what they gain

    def _changes(self, before: View, after: View) -> list[Gain]:
        chips = [owned(before), owned(after)]
        changes = []
        for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
            more = Counter(chips[1][seat])
            more.subtract(chips[0][seat])
            changes.append(Gain(more, new.score - old.score, new.rubies - old.rubies,
                                new.droplet - old.droplet, new.glass - old.glass))
        return changes

    def _order(self, view: View) -> list[int]:
        players = len(view.seats)
        return [(view.first + i) % players for i in range(players)]

    def _scoring(self, before: View, verb: str, after: View, changes: list[Gain],
                 order: list[int]) -> list[str]:
        """Return what the scoring spaces give, and take it out of `changes`."""
        if after.round != before.round:
            return []
        spaces = self.words.box.spaces
        rubies = _late(after) and not _late(before)
        lines = []
        for seat in order:
            old, new, mine = before.seats[seat], after.seats[seat], changes[seat]
            if not new.scoring:
                continue
            space = spaces[new.scoring]
            ruby = int(rubies and space.ruby and (
                mine.rubies > 0 or (after.phase == "end" and before.stock)))
            scored = new.shops and not old.shops and not (
                before.phase == "BOOM" and seat == before.who)
            # An exploded pot gets points without a question in the last round.
            scored |= rubies and new.exploded and not new.shops and after.round == ROUNDS
            points = space.vp if scored else 0
            if not ruby and not points:
                continue
            mine.rubies -= ruby
            mine.points -= points
            name = self.name(seat)
            lines.append(f"{name} {form(name, 'get')} {gains({}, points, ruby)} for scoring space "
                         f"{new.scoring}.")
        return lines

    def _rest(self, before: View, after: View, seat: int, gain: Gain) -> list[str]:
        """Return what else a seat gained, with what it can be for."""
        got = str(gain)
        if not got:
            return []
        name = self.name(seat)
        reasons = self._reasons(before, after, seat)
        return [f"{name} {form(name, 'get')} {got}{f' ({reasons})' if reasons else ''}."]

    def _reasons(self, before: View, after: View, seat: int) -> str:
        old, new = before.seats[seat], after.seats[seat]
        card = self.words.card(after if before.phase == "TURN_CARD" else before)
        title = card.title if card else ""
        if not any(one.pot or one.active or one.scoring for one in before.seats):
            return title
        if before.phase == "GLOAT":
            return title
        reasons = []
        placed = new.pot[len(old.pot):]
        if any(KINDS[kind][0] == "blue" for kind, _ in placed):
            reasons.append("blue")
        if new.scoring or after.round != before.round:
            here = {KINDS[kind][0] for kind, _ in (*old.pot, *new.pot)}
            reasons += [colour for colour in STEP_B if colour in here
                        and before.phase not in LATE]
            if card is not None and card.id in (*SPACE_CARDS, "schadenfreude") and (
                    before.phase not in LATE):
                reasons.append(title)
            if before.round == ROUNDS and (after.phase in ("end", "STEP")):
                reasons = [*reasons, "coins", "rubies"]
        elif card is not None and card.id == "schadenfreude":
            reasons.append(title)
        return listed(reasons)

    def _rats(self, before: View, after: View, order: list[int]) -> list[str]:
        """Return whose rat stones were set."""
        ahead = [f"{self._object(seat)} {after.seats[seat].rat}" for seat in order
                 if after.seats[seat].rat and not before.seats[seat].rat]
        if not ahead:
            return []
        return [f"Rat stones, spaces in front of the droplet: {listed(ahead)}."]

    def _flasks(self, before: View, after: View) -> list[str]:
        filled = [seat for seat, (old, new) in
                  enumerate(zip(before.seats, after.seats, strict=True))
                  if new.flask and not old.flask and not (
                      before.phase == "REFILL" and seat == before.who)]
        if not filled:
            return []
        return [f"Magic Potion refills the flasks of {listed(list(map(self._object, filled)))}."]

    def _object(self, seat: int) -> str:
        return "you" if seat == self.seat else self.renderer.name(seat)

    # ------------------------------------------------------------------ the end of a round

    def _end(self, before: View, after: View) -> list[str]:
        scores = [one.score for one in after.seats]
        gained = [new - old for new, old in zip(scores, self._scores, strict=True)]
        self.rounds.append(gained)
        self.closing = RoundEnd(
            before, before.round,
            tuple(self._pots.get(seat, one) for seat, one in enumerate(before.seats)),
            tuple(gained), tuple(scores), tuple(map(listed, self._bought)),
            tuple(one.rubies for one in after.seats), tuple(one.droplet for one in after.seats),
            tuple(one.glass for one in after.seats))
        self._scores = scores
        self._pots = {}
        self._bought = [[] for _ in scores]
        told = ", ".join(f"{self._object(seat)} {score} ({gained[seat]:+d})"
                         for seat, score in enumerate(scores))
        return [f"Round {before.round} ends. Points: {told}."]


def _late(view: View) -> bool:
    """Return True if the scoring spaces' rubies have been given in this round."""
    return view.phase in LATE or any(one.shops for one in view.seats)

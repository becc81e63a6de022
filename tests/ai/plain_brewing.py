"""One seat's brewing in plain Python, written from rules.md alone: the best expected worth.

No state of core; a position is remembered whole, its pot in order of placing, so nothing is joined.
Cards: those that touch brewing.
"""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations

from quacks_kit import shipped_data

RUBY = [bool(space["ruby"]) for space in shipped_data()["pot"]["spaces"]]
LAST = 52


@dataclass(frozen=True)
class Pot:
    bag: tuple            # chips: (colour, value)
    lead: int
    pot: tuple = ()       # chips in order of placing
    flask: bool = False
    rubies: int = 0
    score: int = 0
    droplet: int = 0
    aside: tuple = ()     # kept from earlier rounds
    fresh: tuple = ()     # set aside in this one
    window: int = 0
    doubled: bool = False
    stirred: bool = False
    second: bool = False
    exploded: bool = False
    shielded: bool = False

    def count(self, colour):
        return sum(chip[0] == colour for chip in self.pot)

    @property
    def white(self):
        return sum(value for colour, value in self.pot if colour == "white")


def less(chips, chip):
    rest = list(chips)
    rest.remove(chip)
    return tuple(rest)


class Plain:
    """The rules of a game: `sides` by colour, the card, and ``worth(pot)`` of a final pot."""

    def __init__(self, sides, card, worth, start):
        self.sides, self.card, self.worth, self.start = sides, card, worth, start
        self.known = {}

    def has(self, colour, side, chip):
        return chip[0] == colour and self.sides[colour] == side

    def limit(self, s):
        yellow = s.count("yellow") if self.sides["yellow"] == 3 else 0
        return max(7, 9 if self.card == "living_in_luxury" else 0,
                   9 if yellow >= 3 else 8 if yellow else 0)

    # -------------------------------------------------------- ticks

    def tick(self, s, must=False):
        """Q21, Q22."""
        if not s.bag:
            return self.end(s)
        s = replace(s, bag=tuple(sorted(s.bag)))
        if (s, must) not in self.known:
            self.known[s, must] = self.fresh_tick(s, must)
        return self.known[s, must]

    def fresh_tick(self, s, must):
        draw = sum(n * self.drawn(replace(s, bag=less(s.bag, chip)), chip)
                   for chip, n in Counter(s.bag).items()) / len(s.bag)
        return draw if must else max(draw, self.end(s))

    def drawn(self, s, chip):
        """Q24 and Well Stirred, then Q26 to Q30."""
        back = replace(s, bag=(*s.bag, chip))
        white = chip[0] == "white"
        if self.card == "well_stirred" and white and not s.stirred:
            return max(self.resolved(replace(s, stirred=True), chip),
                       self.tick(replace(back, stirred=True)))
        best = self.resolved(s, chip)
        if s.flask and not (white and s.white + chip[1] > self.limit(s)):
            best = max(best, self.tick(replace(back, flask=False)))
        return best

    def resolved(self, s, chip):
        if self.has("red", 2, chip):
            return self.tick(replace(s, fresh=(*s.fresh, chip), window=max(0, s.window - 1)))
        forced = self.card == "pumpkin_patch_party" and chip[0] == "orange"
        room = LAST - (s.lead + chip[1] + forced)
        most = max(0, min(self.extra(s, chip), room))
        return max(self.laid(s, chip, chip[1] + forced + extra) for extra in range(most + 1))

    def extra(self, s, chip):
        """Q27."""
        value = chip[1]
        extra = value if s.doubled else 0
        if self.has("red", 1, chip):
            extra += (0, 1, 1, 2)[min(3, s.count("orange"))]
        if self.has("red", 3, chip) and s.pot and s.pot[-1][0] == "white":
            extra += s.pot[-1][1]
        if chip == ("white", 1) and self.sides["red"] == 4 and s.count("red"):
            extra += 1
        if self.has("yellow", 4, chip):
            extra += (1, 2, 3, 0)[min(3, s.count("yellow"))]
        return extra

    def laid(self, s, chip, spaces):
        """Q27 to Q29, Q80."""
        inside = s.window > 0
        s = replace(s, pot=(*s.pot, chip), lead=min(LAST, s.lead + spaces), doubled=False,
                    window=s.window - inside)
        if self.has("blue", 2, chip):
            s = replace(s, window=max(s.window, chip[1]))
        if self.has("yellow", 2, chip):
            s = replace(s, doubled=True)
        if chip[0] == "white" and s.white > self.limit(s):
            s = replace(s, exploded=True, shielded=inside)
        if self.card == "second_chance" and not s.second and (
                len(s.pot) == 5 or (s.exploded and len(s.pot) < 5)):
            s = replace(s, second=True)
            anew = replace(s, bag=(*s.bag, *s.pot, *s.fresh), pot=(), fresh=(), lead=self.start,
                           exploded=False, shielded=False, doubled=False, window=0)
            return max(self.acted(s, chip), self.tick(anew, must=True))
        return self.acted(s, chip)

    def acted(self, s, chip):
        """Q30; an exploded pot is over."""
        if s.exploded:
            return self.end(s)
        if self.has("blue", 1, chip):
            return self.shown(s, min(chip[1], len(s.bag)), self.taken, self.tick)
        if self.has("blue", 3, chip) and RUBY[s.lead]:
            s = replace(s, rubies=s.rubies + 1)
        if self.has("blue", 4, chip) and RUBY[s.lead]:
            s = replace(s, score=s.score + chip[1])
        if self.has("yellow", 1, chip) and len(s.pot) > 1 and s.pot[-2][0] == "white":
            less_white = replace(s, bag=(*s.bag, s.pot[-2]), pot=(*s.pot[:-2], s.pot[-1]))
            return max(self.tick(s), self.tick(less_white))
        return self.tick(s)

    def shown(self, s, chips, taken, none):
        """The mean over all hands of the best use of one of its chips, or of none."""
        rest = none(s)
        use = {chip: taken(replace(s, bag=less(s.bag, chip)), chip) for chip in set(s.bag)}
        hands = list(combinations(s.bag, chips))
        return sum(max([rest, *(use[chip] for chip in hand)]) for hand in hands) / len(hands)

    def taken(self, s, chip):
        return self.resolved(replace(s, stirred=s.stirred or chip[0] == "white"), chip)

    # -------------------------------------------------------- the end

    def end(self, s):
        if self.sides["red"] == 2:
            chips = sorted((*s.aside, *s.fresh), key=lambda chip: -chip[1])
            return self.beside(replace(s, aside=(), fresh=()), chips)
        return self.strong(s)

    def beside(self, s, chips):
        """Q36."""
        if not chips:
            return self.strong(replace(s, doubled=False))
        chip, rest = chips[0], chips[1:]
        best = max(self.beside(replace(s, aside=(*s.aside, chip)), rest),
                   self.beside(replace(s, bag=(*s.bag, chip)), rest))
        room = max(0, LAST - (s.lead + chip[1]))
        for extra in range(min(room, chip[1] if s.doubled else 0) + 1):
            placed = replace(s, pot=(*s.pot, chip), doubled=False,
                             lead=min(LAST, s.lead + chip[1] + extra))
            best = max(best, self.beside(placed, rest))
        return best

    def strong(self, s):
        """Q37 to Q39."""
        if self.card == "strong_ingredient" and not s.exploded:
            return self.shown(s, min(5, len(s.bag)), lambda s, chip: self.worth(replace(
                s, pot=(*s.pot, chip), lead=min(LAST, s.lead + chip[1]))), self.worth)
        if self.card == "seasoned_perfectly" and s.white == 7:
            s = replace(s, droplet=s.droplet + 1)
        return self.worth(s)

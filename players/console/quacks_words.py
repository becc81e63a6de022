"""Quacks in words: chips, spaces, rewards, books, and the rules by topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.quacks import sides_of
from core.quacks.components import CARDS, COLOURS, KINDS, VALUES, Book, Card, Reward
from players.console.english import listed, plural

if TYPE_CHECKING:
    from core.game import Setup
    from core.quacks.components import Components
    from core.quacks.view import View

SPOON = 53  # the scoring space behind the last space for chips
ROUNDS = 9
LETTERS = dict(zip(COLOURS, "WOGBRYPK", strict=True))


def chip(kind: int) -> str:
    """Return a chip's name, such as ``green 2``, or ``orange`` where there is one value only."""
    colour, value = KINDS[kind]
    return f"{colour} {value}" if len(VALUES[colour]) > 1 else colour


def mark(kind: int) -> str:
    """Return a chip's mark in the pot, such as ``G2`` or ``O``."""
    colour, value = KINDS[kind]
    return f"{LETTERS[colour]}{value}" if len(VALUES[colour]) > 1 else LETTERS[colour]


def names(kind: int) -> tuple[str, ...]:
    """Return the entries, in lower case, that mean a chip."""
    colour, value = KINDS[kind]
    return chip(kind), f"{colour}{value}", mark(kind).lower()


def counted(counts: Sequence[int], none: str = "nothing") -> str:
    """Return chips by kind as text, such as ``3 x white 1, orange``."""
    found = [f"{n} x {chip(kind)}" if n > 1 else chip(kind)
             for kind, n in enumerate(counts) if n]
    return ", ".join(found) or none


class Words:
    """The words of one game: its books, its figures."""

    def __init__(self, setup: Setup) -> None:
        self.box: Components = setup.components
        self.tubes = setup["cauldron"] == "tubes"
        sides = sides_of(setup["sets"])
        ids = {"orange": "orange", "black": "black_2p" if setup.players == 2 else "black_3_4p"}
        ids |= {colour: f"{colour}_{side}" for colour, side in sides.items()}
        self.sides = sides
        self.books: dict[str, Book] = {
            colour: self.box.book(ids[colour]) for colour in COLOURS if colour in ids}

    # ------------------------------------------------------------------ things

    def card(self, view: View) -> Card | None:
        """Return the card of the round."""
        return None if view.card is None else self.box.cards[view.card]

    def figures(self, card: str) -> list[int]:
        """Return the two figures of a card."""
        found: list[int] = self.box.figures["cards"][card][:2]
        return found

    def has_card(self, view: View, *cards: str) -> bool:
        """Return True if one of `cards` is the card of the round."""
        return view.card is not None and CARDS[view.card] in cards

    def price(self, kind: int) -> int:
        """Return the price of a chip."""
        colour, value = KINDS[kind]
        return self.books[colour].prices[VALUES[colour].index(value)]

    def opens(self, colour: str) -> int:
        """Return the round in which a book opens."""
        return self.box.unlock[COLOURS.index(colour)]

    def space(self, index: int, last_round: bool = False) -> str:
        """Return what a scoring space gives."""
        space = self.box.spaces[index]
        coins = plural(space.coins, "coin")
        if last_round:
            coins += f" (= {plural(space.coins // self.box.figures['coins_per_vp'], 'point')})"
        gives = [coins, plural(space.vp, "point")] + ["a ruby"] * space.ruby
        return listed(gives)

    def reward(self, reward: Reward | Sequence[object]) -> str:
        """Return what a line of a book, a glass or a face of the die pays."""
        if not isinstance(reward, Reward):
            chips, vp, rubies, steps = reward
            reward = Reward(tuple(chips), vp, rubies, steps)  # type: ignore[arg-type]
        return gains(Counter(reward.chips), reward.vp, reward.rubies, reward.steps)

    def extra(self, view: View, kind: int) -> int:
        """Return the spaces that the card of the round adds to a chip without asking."""
        party = self.has_card(view, "pumpkin_patch_party") and KINDS[kind][0] == "orange"
        return self.figures("pumpkin_patch_party")[0] if party else 0

    def face_down(self, view: View) -> list[str]:
        """Return the titles of the cards that are still face down."""
        return [self.box.cards[index].title for index in view.deck]

    # ------------------------------------------------------------------ books and rules

    def prices(self, colour: str) -> str:
        """Return the prices of a colour's chips."""
        book = self.books[colour]
        if len(book.prices) == 1:
            return str(book.prices[0])
        return "/".join(map(str, book.prices))

    def book(self, colour: str, view: View | None = None) -> str:
        """Return a book: its prices and what its chips do."""
        book = self.books[colour]
        side = f" (set {self.sides[colour]})" if colour in self.sides else ""
        costs = f"{self.prices(colour)} coins"
        if len(book.prices) > 1:
            costs += f" for {'/'.join(map(str, VALUES[colour]))}"
        opens = self.opens(colour)
        shut = f" Opens in round {opens}." if view is not None and view.round < opens else ""
        return f"{colour.capitalize()}{side}, {costs}: {book.text}{shut}"

    def topics(self) -> dict[str, str]:
        """Return the rules by topic; books and cards come last."""
        figures = self.box.figures
        topics = {
            "round": "A round: a fortune card is turned; rat stones help those behind; all brew; "
                     "then come bonus die, black, green and purple chips, the ruby and the points "
                     f"of the scoring space, shopping and rubies. After round {ROUNDS} most points "
                     "win. (Q10-Q12, Q40-Q49)",
            "brew": "All choose at the same time: draw one more chip, or stop for this round. A "
                    "chip goes as many spaces behind the last one as its number says. The first "
                    "draw is compulsory. (Q21-Q27)",
            "explosion": f"The pot explodes when its white chips add up to more than "
                         f"{figures['limit']} (some cards and books raise this). You get no bonus "
                         "die then, and either the points or the coins. (Q29, Q42, Q46)",
            "flask": "A full flask puts the chip just drawn back into the bag, as if it had not "
                     "been drawn; not a chip that explodes the pot. A refill costs "
                     f"{plural(figures['refill_cost'], 'ruby')} after shopping. (Q24, Q25, Q49)",
            "space": "You score the first free space behind your last chip: its coins, its points "
                     "and its ruby. (Q40-Q47)",
            "rats": "The rat stone lies one space in front of your droplet for each rat tail on "
                    "the score track between you and the leader, for one round. (Q17-Q20)",
            "droplet": "Your first chip counts from the droplet. A step costs "
                       f"{plural(figures['step_cost'], 'ruby')} after shopping. (Q49, Q51)",
            "die": "Whoever has the furthest pot that has not exploded rolls the bonus die: "
                   + "; ".join(self.reward(face) for face in self.box.faces) + ". (Q42, Q43)",
            "buy": "Up to two chips of different colours, for the coins of your scoring space; "
                   "what is left over is lost. They are asked for in the order of the books, so "
                   "begin with the one whose colour comes first. Whites are not for sale. (Q47)",
            "end": f"In round {ROUNDS} nothing is bought: {figures['coins_per_vp']} coins are 1 "
                   "point (not if the pot exploded), and so are "
                   f"{plural(figures['rubies_per_vp'], 'ruby')}. A tie goes to the further "
                   "scoring space of that round. (Q60-Q63)",
        }
        if self.tubes:
            topics["tubes"] = (
                "Each droplet step moves the droplet of the pot or that of the test tubes. "
                "Entering a glass pays at once: " + "; ".join(
                    f"{number} {self.reward(glass)}"
                    for number, glass in enumerate(self.box.glasses) if number) + ". (Q70-Q73)")
        topics |= {colour: self.book(colour) for colour in self.books}
        return topics

    def rule(self, view: View) -> str:
        """Return the rule of the question at hand in a sentence or two."""
        phase = view.phase
        topics = self.topics()
        if phase in ("CARD", "RATS", "STIRRED", "SECOND", "STRONG", "GLOAT"):
            card = self.card(view)
            return "" if card is None else f"{card.title}: {card.text}"
        if phase == "EXTRA":
            return ("Extra spaces come from your books; you may take some, all or none of them. "
                    "(Q27, Q30)")
        for colour in self.books:
            if phase.rstrip("1234") == colour.upper() or (phase, colour) == ("RED2", "red"):
                return topics[colour]
        return topics.get({
            "DRAW_STOP": "brew", "FLASK": "flask", "TRACK": "tubes", "BOOM": "explosion",
            "BUY1": "buy", "BUY2": "buy", "STEP": "droplet", "REFILL": "flask",
        }.get(phase, ""), "")


def gains(chips: Mapping[int, int], vp: int = 0, rubies: int = 0, steps: int = 0,
          glasses: int = 0) -> str:
    """Return what is gained (or, with minus, lost), in words."""
    parts = [f"{n} x {chip(kind)}" if n > 1 else chip(kind)
             for kind, n in chips.items() if n > 0]
    parts += [plural(vp, "point")] * (vp != 0) + [plural(rubies, "ruby")] * (rubies != 0)
    if steps:
        parts.append(plural(steps, "droplet step"))
    if glasses:
        parts.append(plural(glasses, "test-tube step"))
    return listed(parts)

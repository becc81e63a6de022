"""Short words to set up and play positions of Quacks in tests."""

import copy
import tomllib
from pathlib import Path

import core.quacks.components as components_module
from core.game import load
from core.quacks.components import KIND_NAMES

SHIPPED = Path(components_module.__file__).with_name("components.toml")
COLOURS = {"W": "white", "O": "orange", "G": "green", "B": "blue", "R": "red", "Y": "yellow",
           "P": "purple", "K": "black"}
QUIET = "magic_potion"  # a card that does nothing before the flasks are refilled
FAR = 52  # a droplet here keeps the die away from the other seats


def shipped_data():
    """Return the shipped components.toml, parsed."""
    return tomllib.loads(SHIPPED.read_text(encoding="utf-8"))


def edited(change):
    """Return the shipped data after ``change(data)``."""
    data = copy.deepcopy(shipped_data())
    change(data)
    return data


def chips(text):
    """Return kind names: ``chips("W1 O K")`` is ["white1", "orange1", "black1"]."""
    return [COLOURS[word[0]] + (word[1:] or "1") for word in text.split()]


def kinds(counts):
    """Return {kind name: count} of counts by kind, zeros left out."""
    return {KIND_NAMES[i]: n for i, n in enumerate(counts) if n}


def options(state):
    """Return the open decisions or outcomes in notation."""
    if state.is_chance:
        return [state.text(action) for action, _ in state.chance_outcomes()]
    return [state.text(action) for action in state.legal_actions()]


def seat(state, number=0):
    return state.observation(number).seats[number]


def pot(state, number=0):
    """Return the indices of a pot's chips."""
    return [at for _, at in seat(state, number).pot]


class Table:
    """A position whose seats draw given chips; questions get given or usual answers.

    Parameters
    ----------
    pots : sequence of str
        Chips that each seat draws, in order; then it stops.
    bags : sequence of str, optional
        Further chips in the bags.
    card : str
        The card of the round.
    """

    def __init__(self, *pots, bags=None, card=QUIET, players=2, sets="1", cauldron="plain",
                 **position):
        self.state = load("quacks", players=players, start=0, sets=sets, cauldron=cauldron)
        pots = [*pots, *[""] * (players - len(pots))]
        rest = [*(bags or ()), *[""] * players]
        self.draws = [chips(text) for text in pots]
        position.setdefault("first", 0)
        self.state.arrange(
            bags=[chips(f"{text} {more}") for text, more in zip(pots, rest, strict=False)],
            cards=[card], **position)
        self.state.play(f"card {card}")

    def usual(self, face):
        state = self.state
        phase, who = state.phase, state.observation(0).who
        open_now = options(state)
        if phase == "PULL":
            shown = sum(state.observation(0).shown) or state.observation(0).left
            if self.draws[who] and not shown:
                return f"chip {self.draws[who].pop(0)}"
            return open_now[0]
        if phase == "ROLL":
            return face
        if phase == "DRAW_STOP":
            return "draw" if self.draws[who] else "stop"
        if phase in ("FLASK", "STIRRED", "YELLOW1", "RED2", "SECOND", "TRACK"):
            return open_now[0]
        if phase in ("EXTRA", "GREEN3"):
            return open_now[-1]
        return "none" if "none" in open_now else open_now[0]

    def run(self, *until, face="face 1", **answers):
        """Play on to a question (or past brewing: "EVALUATION"); keyword: answers by phase.

        An answer is a text, or a list of texts that are used up one after the other.
        """
        state = self.state
        while not state.is_terminal and state.phase not in until:
            if "EVALUATION" in until and any(s.scoring for s in state.observation(0).seats):
                break
            if "NEXT" in until and state.phase == "TURN_CARD":
                break
            answer = answers.get(state.phase)
            if isinstance(answer, list):
                answer = answer.pop(0) if answer else None
            state.play(answer or self.usual(face))
            state.check()
        return self

    def __getattr__(self, name):
        return getattr(self.state, name)

    def seat(self, number=0):
        return seat(self.state, number)

    def pot(self, number=0):
        return pot(self.state, number)

    @property
    def options(self):
        return options(self.state)


def brewed(*pots, **position):
    """Return a table after brewing, with the answers in `answers`."""
    answers = position.pop("answers", {})
    return Table(*pots, **position).run("EVALUATION", **answers)


def paths(state, phases, seat=None):
    """Return the number of ways to answer questions of some phases in a row, of one seat if named.
    """
    if state.is_chance or state.is_terminal or state.phase not in phases:
        return 1
    if seat is not None and state.mover != seat:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.play(action)
        total += paths(after, phases, seat)
    return total

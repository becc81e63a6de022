"""Actions of Quacks as text and back: one short canonical form each.

====================  ============================================================
``draw``, ``stop``    the commitment of a tick (DRAW_STOP)
``place``             into the pot (STIRRED, FLASK, RED2)
``keep``              stays where it is (YELLOW1, RED2)
``return``            back into the bag (STIRRED, FLASK, YELLOW1, RED2)
``move 2``            extra spaces (EXTRA), spaces of the last chip (GREEN3)
``tails 1``           rat tails given up (RATS)
``take green2``       a chip (CARD, BLUE1, STRONG, GLOAT, GREEN2, BUY1, BUY2)
``swap green1``       the chip that is swapped (CARD)
``upgrade 1 green``   line and colour (PURPLE4)
``line 2``            line of the book (PURPLE1, PURPLE2)
``pay``               a ruby (GREEN4)
``step``, ``refill``  for rubies (STEP, REFILL)
``pot``, ``tube``     which droplet moves (TRACK)
``points``            victory points (CARD, BOOM)
``coins``             shopping (BOOM)
``rubies``            (CARD)
``droplet``           (CARD)
``discard``           a white 1 leaves the bag (CARD)
``continue``          or ``restart`` (SECOND)
``none``              do without
``chip green2``       chance: the chip drawn
``face 4``            chance: the bonus die
``card charity``      chance: the card turned
====================  ============================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import BadNotation
from core.quacks.components import CARDS, COLOURS, KIND_NAMES

if TYPE_CHECKING:
    from core.state import State

# Verbs of position.pxd, from 1; an action is verb << 8 | argument.
WORDS = (
    "draw", "stop", "place", "keep", "return", "move", "tails", "take", "swap", "upgrade", "line",
    "pay", "step", "refill", "pot", "tube", "points", "coins", "rubies", "droplet", "discard",
    "continue", "restart", "none", "chip", "face", "card",
)  # fmt: skip
_NUMBERS = {str(n): n for n in range(53)}
_KINDS = {name: i for i, name in enumerate(KIND_NAMES)}
ARGUMENTS = {
    "move": _NUMBERS,
    "tails": {str(n): n for n in range(10)},
    "take": _KINDS,
    "swap": _KINDS,
    "chip": _KINDS,
    "upgrade": {f"{line} {COLOURS[colour]}": line << 4 | colour
                for line in (1, 2, 3) for colour in (2, 3, 4, 5)},
    "line": {str(n): n for n in range(4)},
    "face": {str(n + 1): n for n in range(6)},
    "card": {name: i for i, name in enumerate(CARDS)},
}
NOTHING = {"": 0}
TEXTS = {
    verb << 8 | argument: f"{word} {name}".strip()
    for verb, word in enumerate(WORDS, 1)
    for name, argument in ARGUMENTS.get(word, NOTHING).items()
}


def format_action(state: State, action: int) -> str:
    """Return the notation of `action`. Raises BadNotation if it is none of this game."""
    if action not in TEXTS:
        raise BadNotation(f"{action} is no action of quacks")
    return TEXTS[action]


def parse_action(state: State, text: str) -> int:
    """Return the action that `text` names. Raises BadNotation saying what was expected."""
    words = text.lower().split()
    first = words[0] if words else ""
    if first not in WORDS:
        raise BadNotation(f"{text!r} is no action; actions begin with: {', '.join(WORDS)}")
    names = ARGUMENTS.get(first, NOTHING)
    argument = " ".join(words[1:])
    if argument not in names:
        wanted = "nothing" if names is NOTHING else f"one of {', '.join(names)}"
        if names is _NUMBERS:
            wanted = "a number from 0 to 52"
        raise BadNotation(f"{text!r}: after {first!r} comes {wanted}")
    return (WORDS.index(first) + 1) << 8 | names[argument]

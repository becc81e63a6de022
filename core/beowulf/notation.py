"""Actions of Beowulf as text and back: one short canonical form each.

========================  ==========================================================
``figure longship``       place a figure of this kind (D1)
``tile``                  draw and play a tile (D1)
``play a1_none_p3``       play this tile of the hand (D2)
``place cash replace``    how to play it (D2m)
``at c2``                 fill this empty space: column c, row 2 from the top
``on c2``                 choose what lies there (D2r, D2f, D3, D4)
``none``                  use no ability (D3, D4a)
``draw a1_none_p3``       chance: the tile drawn (D0, D1r)
``back 1``                what the others see of a draw: the act on the tile's back
========================  ==========================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from core.beowulf.components import FIGURES
from core.errors import BadNotation

if TYPE_CHECKING:
    from core.beowulf.state import Beowulf
    from core.game import Setup
    from core.state import State

# Verbs of state.pxd; an action is verb << 8 | argument.
PLACE_FIGURE, TAKE_TILE, PLAY_TILE, CHOOSE_MODE, AT, TARGET, DECLINE, DRAW_TILE, DRAW_BACK = range(
    1, 10
)
MODES = ("place", "cash", "replace")
WORDS = {
    "figure": PLACE_FIGURE,
    "tile": TAKE_TILE,
    "play": PLAY_TILE,
    "at": AT,
    "on": TARGET,
    "none": DECLINE,
    "draw": DRAW_TILE,
    "back": DRAW_BACK,
}
VERBS = {verb: word for word, verb in WORDS.items()}


def place_name(row: int, column: int) -> str:
    """Return the name of a space: column letter, row number from the top.

    >>> place_name(1, 2)
    'c2'
    """
    return f"{chr(ord('a') + column)}{row + 1}"


def space_names(setup: Any, act: int) -> list[str]:
    """Return the names of an act's playable spaces in board order."""
    return [place_name(row, column) for row, column in setup.components.boards[act - 1].spaces]


def format_action(state: State, action: int) -> str:
    """Return the notation of `action`. Raises BadNotation if it is none of this game."""
    text = _lexicon(state).texts.get(action)
    if text is None:
        raise BadNotation(f"{action} is no action of beowulf")
    return text


def parse_action(state: State, text: str) -> int:
    """Return the action that `text` names. Raises BadNotation saying what was expected."""
    lexicon = _lexicon(state)
    action = lexicon.actions.get(text)
    if action is not None:
        return action
    words = text.split()
    first = words[0].lower() if words else ""
    if len(words) == 1 and first in MODES:
        return CHOOSE_MODE << 8 | MODES.index(first)
    if first not in WORDS:
        raise BadNotation(f"{text!r} is no action; actions begin with: {', '.join(WORDS)}, "
                          f"or are one of {', '.join(MODES)}")
    verb = WORDS[first]
    names = lexicon.arguments[verb]
    argument = " ".join(words[1:])
    if argument not in names:  # tile ids of a corrected box may have capitals
        argument = argument.lower()
    if argument not in names:
        wanted = f"one of {', '.join(names)}" if names != ("",) else "nothing"
        raise BadNotation(f"{text!r}: after {first!r} comes {wanted}")
    return verb << 8 | names.index(argument)


class _Lexicon:
    """All actions of one box and act: ``texts[action]``, ``actions[text]``, ``arguments[verb]``."""

    def __init__(self, setup: Setup, act: int) -> None:
        spaces = tuple(space_names(setup, act))
        tiles = tuple(tile.id for tile in setup.components.tiles)
        self.arguments = {
            PLACE_FIGURE: FIGURES,
            TAKE_TILE: ("",),
            PLAY_TILE: tiles,
            CHOOSE_MODE: MODES,
            AT: spaces,
            TARGET: spaces,
            DECLINE: ("",),
            DRAW_TILE: tiles,
            DRAW_BACK: ("1", "2", "3"),
        }
        self.texts = {
            verb << 8 | argument: f"{VERBS.get(verb, '')} {name}".strip()
            for verb, names in self.arguments.items()
            for argument, name in enumerate(names)
        }
        self.actions = {text: action for action, text in self.texts.items()}


_lexica: dict[tuple[str, int], _Lexicon] = {}  # by digest of the box and act


def _lexicon(state: State) -> _Lexicon:
    setup, act = state.setup, cast("Beowulf", state).act
    key = setup.components.digest, act
    found = _lexica.get(key)
    if found is None:
        found = _lexica[key] = _Lexicon(setup, act)
    return found

"""Actions of Vikings as text and back: one short canonical form each.

=====================  ===========================================================
``load crew``          or ``load hides``: a token comes aboard (MAIN)
``launch norway``      from Wintering to a home port (MAIN)
``draw``               a rune (MAIN)
``sail north_sea_west``  one step (MAIN)
``trade hides``        (MAIN)
``raid``, ``settle``   declare the task (MAIN)
``play storm``         a rune (MAIN, ATTACK_RUNES, RETRIBUTION)
``discard storm``      a rune, without effect (MAIN)
``winter``             return to Wintering, which ends the turn (MAIN)
``end``                end the turn (MAIN)
``lose crew``          or ``lose hides`` (LOSS)
``go``                 no more attack cards (ATTACK_RUNES)
``roll``, ``stop``     go on with the raid (RAID_ON)
``skip``               no Retribution (RETRIBUTION)
``dice 2``             number of dice (DICE)
``place``, ``decline``  the settlement with the last crew (FOUND)
``keep``, ``cw``, ``ccw``  the wind dial (WIND)
``jarl 2``             a jarl, or his ship (TARGET)
``at york``            a space (TARGET, GIVE)
``take storm``         a rune of the pile (TARGET)
``take hides``         or ``take crew``, ``take goods``, ``take settlement`` (TARGET)
``rune storm``         chance: the rune drawn; ``rune unseen`` for the others
``saga s2_denmark_raid_paris``  chance: the saga turned up
``die 4``              chance: a single die
``fall 1 5 6``         chance: dice of a settlement attempt
``treasure 5``         chance: the treasure revealed
``hits 2``             chance: dice of Not Welcome or Sea Monster that hit
=====================  ===========================================================
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from core.errors import BadNotation
from core.vikings.components import GOODS, HOMES, PORTS, RUNES, Components

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State

# Verbs of position.pxd, from 1; an action is verb << 8 | argument.
WORDS = (
    "load", "launch", "draw", "sail", "trade", "raid", "settle", "play", "discard", "winter",
    "end", "lose", "go", "roll", "stop", "skip", "dice", "place", "decline", "keep", "cw", "ccw",
    "jarl", "at", "take", "take", "rune", "saga", "die", "fall", "treasure", "hits",
)  # fmt: skip
TOKENS = ("crew", *GOODS)
ROLLS = tuple(dice for n in (1, 2, 3) for dice in combinations_with_replacement(range(1, 7), n))
_TITLES = 25  # the verb of ``take`` with a rune; the next one takes a token
_NOTHING = {"": 0}


class _Lexicon:
    """All actions of one box: ``texts[action]`` and ``actions[text]``."""

    def __init__(self, box: Components) -> None:
        spaces = {space.id: i for i, space in enumerate(box.spaces) if space.kind != "wintering"}
        titles = {name: i for i, name in enumerate(RUNES)}
        tokens = {name: i for i, name in enumerate(TOKENS)}
        numbers = {str(n): n for n in range(100)}
        arguments = {
            "load": tokens,
            "launch": {box.spaces[PORTS + i].id: i for i in range(HOMES)},
            "sail": spaces,
            "trade": {name: i for i, name in enumerate(GOODS)},
            "play": titles,
            "discard": titles,
            "lose": tokens,
            "dice": {str(n): n for n in (1, 2, 3)},
            "jarl": {str(n): n for n in range(5)},
            "at": spaces,
            "rune": {**titles, "unseen": len(RUNES)},
            "saga": {saga.id: i for i, saga in enumerate(box.sagas)},
            "die": {str(n): n for n in range(1, 7)},
            "fall": {" ".join(map(str, dice)): i for i, dice in enumerate(ROLLS)},
            "treasure": {str(n): n for n in range(1, 100)},
            "hits": numbers,
        }
        self.names: dict[str, list[str]] = {}
        self.texts: dict[int, str] = {}
        for verb, word in enumerate(WORDS, 1):
            names = arguments.get(word, _NOTHING)
            if word == "take":
                names = titles if verb == _TITLES else {**tokens, "goods": 4, "settlement": 5}
            self.names.setdefault(word, []).extend(names)
            for name, argument in names.items():
                self.texts[verb << 8 | argument] = f"{word} {name}".strip()
        self.actions = {text: action for action, text in self.texts.items()}


_lexica: dict[str, _Lexicon] = {}  # by digest of the box


def _lexicon(state: State) -> _Lexicon:
    return _of_box(state.setup)


def _of_box(setup: Setup) -> _Lexicon:
    box = setup.components
    found = _lexica.get(box.digest)
    if found is None:
        found = _lexica[box.digest] = _Lexicon(box)
    return found


def all_actions(setup: Setup) -> tuple[int, ...]:
    """Return the codes of all actions that have a text with the components of `setup`."""
    return tuple(_of_box(setup).texts)


def format_action(state: State, action: int) -> str:
    """Return the notation of `action`. Raises BadNotation if it is none of this game."""
    text = _lexicon(state).texts.get(action)
    if text is None:
        raise BadNotation(f"{action} is no action of vikings")
    return text


def parse_action(state: State, text: str) -> int:
    """Return the action that `text` names. Raises BadNotation saying what was expected."""
    lexicon = _lexicon(state)
    words = text.lower().split()
    action = lexicon.actions.get(" ".join(words))
    if action is not None:
        return action
    first = words[0] if words else ""
    if first not in lexicon.names:
        raise BadNotation(
            f"{text!r} is no action; actions begin with: {', '.join(dict.fromkeys(WORDS))}")
    names = lexicon.names[first]
    wanted = "nothing" if names == [""] else f"one of {', '.join(names)}"
    if first in ("hits", "treasure"):
        wanted = "a number"
    raise BadNotation(f"{text!r}: after {first!r} comes {wanted}")

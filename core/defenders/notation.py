"""Actions of Defenders as text and back: one short canonical form each.

=========================  =============================================================
``walk``, ``horse``, ...   day_action: a kind of action; its card and target come next
``end``                    the Day ends
``play battle_strategy``   a special card (day_action, window)
``use raids``              a quest reward (day_action, window)
``card raven_forest_gate`` the card that serves, is committed or lost
``to raven_forest``        a place
``color red``              Rumors
``faction orc``            whom to slay, sweep away; colour of an extra die
``minion wolf_pass orc``   King's Guard Attack, envoys
``hero 2``                 the hero of a seat (Hammer of Valor, King of the Gryphons)
``general gorgutt``        Battle Strategy, Spy In The Camp
``half 1``                 placement that is cancelled, 1 or 2
``toss ds_07``             Dark Visions: to the discards; ``put ds_07``: uppermost of the rest
``take wizard``            hero_choice
``style sky``              ``shape undead``: turn start
``reroll luck``            a source; ``stop``: the roll stands
``attack 1``               next_attacker
``spend``, ``keep``        Find Magic Gate, Amarak's Blessing; ``keep``, ``replace``: Wisdom
``pass``, ``stop``, ``on`` a window; a list; Cavalry Sweep leaves a place
``deal wizard``            chance: hero, ``remove``: special card, ``draw``: hero card,
                           ``quest``, ``dark``, ``first``: seat
``hits 2 1``               chance: hits and ones of the dice of one colour
``spoiled yes``            chance: corruption; ``face 4``: a die; ``success no``: a check
=========================  =============================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.defenders.components import (
    COLOURS,
    FACTIONS,
    GENERALS,
    HEROES,
    LOCATIONS,
    QUESTS,
    SPECIALS,
    Components,
)
from core.errors import BadNotation

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State

# Verbs of position.pxd, from 1; an action is verb << 16 | argument.
WORDS = (
    "walk", "horse", "eagle", "gate", "portal", "build", "rumors", "heal_land", "heal", "fight",
    "challenge", "slay", "quest_step", "sanctify", "steed", "ride", "fly", "teleport", "fireball",
    "archery", "end", "play", "use", "card", "to", "color", "faction", "minion", "hero", "general",
    "half", "toss", "put", "take", "style", "shape", "reroll", "attack", "spend", "keep",
    "replace", "pass", "stop", "on", "deal", "remove", "draw", "quest", "dark", "first", "hits",
    "spoiled", "face", "success",
)  # fmt: skip
SPECIAL_NAMES = tuple(name.removesuffix("_special") for name in SPECIALS)
SOURCES = ("slayer", "ground", "unicorn", "luck")
MOST_DICE = 24


def _numbered(names: tuple[str, ...]) -> dict[str, int]:
    return {name: i for i, name in enumerate(names)}


_SEATS = {str(seat): seat for seat in range(4)}
_NOTHING = {"": 0}
_FIXED = {
    "play": _numbered(SPECIAL_NAMES), "use": _numbered(tuple(QUESTS)),
    "to": _numbered(LOCATIONS), "color": _numbered(COLOURS[:4]), "faction": _numbered(FACTIONS),
    "minion": {f"{place} {faction}": i << 2 | k for i, place in enumerate(LOCATIONS)
               for k, faction in enumerate(FACTIONS)},
    "hero": _SEATS, "general": _numbered(GENERALS), "half": {"1": 0, "2": 1},
    "take": _numbered(HEROES), "style": {"ground": 0, "sky": 1},
    "shape": _numbered(("none", *FACTIONS)), "reroll": _numbered(SOURCES), "attack": _SEATS,
    "deal": _numbered(HEROES), "remove": _numbered(SPECIAL_NAMES),
    "quest": _numbered(tuple(QUESTS)), "first": _SEATS,
    "hits": {f"{hits} {ones}": hits << 8 | ones for hits in range(MOST_DICE + 1)
             for ones in range(MOST_DICE + 1)},
    "spoiled": {"no": 0, "yes": 1}, "face": {str(n): n for n in range(1, 7)},
    "success": {"no": 0, "yes": 1},
}  # fmt: skip
_words: dict[str, dict[str, dict[str, int]]] = {}
_texts: dict[str, dict[int, str]] = {}


def _arguments(box: Components) -> dict[str, dict[str, int]]:
    """Return {word: {name: argument}} for these components."""
    if box.digest not in _words:
        cards = _numbered(tuple(card.id for card in box.cards))
        dark = _numbered(tuple(card.id for card in box.dark))
        _words[box.digest] = {
            word: _FIXED.get(word, _NOTHING) for word in WORDS
        } | {"card": cards, "draw": cards, "toss": dark, "put": dark, "dark": dark}
    return _words[box.digest]


def all_actions(setup: Setup) -> tuple[int, ...]:
    """Return the codes of all actions that have a text with the components of `setup`."""
    return tuple(_texts_of(setup.components))


def _texts_of(box: Components) -> dict[int, str]:
    if box.digest not in _texts:
        names = _arguments(box)
        _texts[box.digest] = {
            verb << 16 | argument: f"{word} {name}".strip()
            for verb, word in enumerate(WORDS, 1)
            for name, argument in names[word].items()
        }
    return _texts[box.digest]


def format_action(state: State, action: int) -> str:
    """Return the notation of `action`. Raises BadNotation if it is none of this game."""
    texts = _texts_of(state.setup.components)
    if action not in texts:
        raise BadNotation(f"{action} is no action of defenders")
    return texts[action]


def parse_action(state: State, text: str) -> int:
    """Return the action that `text` names. Raises BadNotation saying what was expected."""
    words = text.lower().split()
    first = words[0] if words else ""
    if first not in WORDS:
        raise BadNotation(f"{text!r} is no action; actions begin with: {', '.join(WORDS)}")
    names = _arguments(state.setup.components)[first]
    argument = " ".join(words[1:])
    if argument not in names:
        known = list(names)
        wanted = ("nothing" if names is _NOTHING else f"one of {', '.join(known)}"
                  if len(known) <= 100 else f"for example {known[0]!r}")
        raise BadNotation(f"{text!r}: after {first!r} comes {wanted}")
    return (WORDS.index(first) + 1) << 16 | names[argument]

"""Small English grammar for sentences about players and things."""

from __future__ import annotations

from collections.abc import Sequence


def plural(count: int, word: str) -> str:
    """Return a number and its noun.

    >>> plural(1, "ruby"), plural(2, "ruby"), plural(0, "point")
    ('1 ruby', '2 rubies', '0 points')
    """
    if count == 1:
        return f"1 {word}"
    return f"{count} {word[:-1]}ies" if word.endswith("by") else f"{count} {word}s"


def form(who: str, verb: str) -> str:
    """Return a verb in the form that fits its subject.

    >>> form("You", "pass"), form("Player 2", "pass"), form("Player 2", "have")
    ('pass', 'passes', 'has')
    """
    if who == "You":
        return verb
    if verb == "have":
        return "has"
    return f"{verb}es" if verb.endswith(("s", "sh")) else f"{verb}s"


def listed(things: Sequence[str], last: str = "and") -> str:
    """Return things in a row.

    >>> listed(["a", "b", "c"]), listed(["a"]), listed(["a", "b"], "or")
    ('a, b and c', 'a', 'a or b')
    """
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"

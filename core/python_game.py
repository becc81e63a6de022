"""`python_game`: the `Game` of rules that are written in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core.components import FixedBox, fixed
from core.game import Game, Option, Setup, Traits, register
from core.lexicon import Lexicon
from core.python_state import PythonState
from core.spaces import Item, split_actions


def python_game(
    name: str,
    kind: type[PythonState],
    traits: Traits,
    texts: Mapping[int, str],
    *,
    outcomes: Iterable[int] = (),
    title: str | None = None,
    options: tuple[Option, ...] = (),
    layout: Callable[[Setup], Item] | None = None,
) -> Game:
    """Make a game of a `PythonState` and register it, so that `core.game.load` finds it.

    It is known in this process only: a module that is imported where it is needed, by the workers
    of a tournament too, registers it there.

    Parameters
    ----------
    name : str
        A name that no other game has.
    kind : type
        The subclass with the rules.
    traits : Traits
        Seats, chance, what is hidden.
    texts : mapping
        Notation of every action, chance outcomes included: small letters, single spaces.
    outcomes : iterable of int
        The actions that are chance outcomes.
    title : str, optional
        Full title; the name by default.
    options : tuple of Option
        The game's options; the rules find their values in ``self.setup[name]``.
    layout : callable, optional
        How what a seat knows becomes a vector, see `core.spaces`; the bridges need it.

    Returns
    -------
    Game

    Raises
    ------
    BadOption
        If there is a game of that name already.
    ValueError
        If two actions have the same text, or one is not as `texts` says.
    """
    if len(set(texts.values())) < len(texts):
        raise ValueError(f"{name}: two actions have the same text")
    for text in texts.values():
        if not text or text != " ".join(text.lower().split()):
            raise ValueError(f"{name}: {text!r} is no notation: small letters, single spaces")
    lexicon = Lexicon(texts)
    space = split_actions(texts, set(outcomes).__contains__)

    def actions(setup: Any) -> Any:
        return space

    game = Game(
        name=name,
        title=title or name,
        traits=traits,
        options=options,
        components=fixed(FixedBox()),
        blank=kind,
        parse=lexicon.parse,
        format=lexicon.format,
        actions=actions,
        layout=layout,
    )
    register(game)
    return game

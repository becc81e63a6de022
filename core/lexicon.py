"""`Lexicon`: the notation of a game whose actions can all be listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.errors import BadNotation

if TYPE_CHECKING:
    from core.state import State


class Lexicon:
    """The actions of a kind of game by code and by text."""

    def __init__(self, texts: Mapping[int, str]) -> None:
        self._texts = dict(texts)
        self._actions = {text: action for action, text in texts.items()}

    def parse(self, state: State, text: str) -> int:
        """Return the action that `text` names. Raises BadNotation listing all there are."""
        action = self._actions.get(" ".join(text.lower().split()))
        if action is None:
            raise BadNotation(f"{text!r} is no action of {state.setup.game.name}; "
                              f"actions: {', '.join(self._actions)}")
        return action

    def format(self, state: State, action: int) -> str:
        """Return the notation of `action`. Raises BadNotation if it is none of this game."""
        text = self._texts.get(action)
        if text is None:
            raise BadNotation(f"{action} is no action of {state.setup.game.name}")
        return text

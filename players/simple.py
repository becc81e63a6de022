"""Players without a search tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.rng import Stream
from players.base import Decision, Player, Seen

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State


@dataclass(frozen=True)
class RandomOptions:
    """random has no parameters."""


class RandomPlayer(Player):
    """Plays a uniformly random legal action: the baseline of every table."""

    def __init__(
        self, spec: str, seat: int, setup: Setup, options: RandomOptions, stream: Stream
    ) -> None:
        super().__init__(spec, seat)
        self._stream = stream

    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Choose uniformly among the legal actions."""
        actions = state.legal_actions()
        return Decision(actions[self._stream.below(len(actions))])

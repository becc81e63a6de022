"""`Player`: what the table asks of everyone who sits down, human or not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ai.report import SearchReport

if TYPE_CHECKING:
    from core.state import State

# Named tuples, not frozen dataclasses: a game makes hundreds, and they cost a third.


class Seen(NamedTuple):
    """One action as one seat saw it.

    Attributes
    ----------
    who : int
        The seat that decided, or -1 for chance.
    text : str or None
        What was seen, in notation; None if nothing.
    """

    who: int
    text: str | None


class Decision(NamedTuple):
    """A player's choice and, if it searched, what it found."""

    action: int
    report: SearchReport | None = None


class Player(ABC):
    """A player of one seat for one game; the table makes a fresh one for every game.

    Attributes
    ----------
    spec : str
        The canonical text that makes such a player.
    seat : int
        The seat it plays.
    """

    def __init__(self, spec: str, seat: int) -> None:
        self.spec = spec
        self.seat = seat

    @abstractmethod
    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Choose a legal action.

        Parameters
        ----------
        state : State
            A redealt copy of the position, the player's own to change: what its seat cannot know
            is a random guess.
        history : sequence of Seen
            All that its seat has seen so far, oldest first.
        """

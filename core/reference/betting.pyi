from typing import Self

from core.game import Setup
from core.reference.view import PokerView
from core.state import State

PHASE_NAMES: tuple[str, ...]
WORDS: tuple[str, ...]

class Poker(State):
    def __new__(cls, setup: Setup) -> Self: ...
    @property
    def phase(self) -> str: ...
    def scores(self) -> list[int]: ...
    def observation(self, seat: int) -> PokerView: ...

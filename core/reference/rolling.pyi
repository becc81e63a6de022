from typing import Final, Self

from core.game import Setup
from core.reference.view import PigView
from core.state import State

PHASE_NAMES: tuple[str, ...]
MAX_TARGET: Final = 10_000

class Pig(State):
    def __new__(cls, setup: Setup) -> Self: ...
    @property
    def phase(self) -> str: ...
    @property
    def total(self) -> int: ...
    def scores(self) -> list[int]: ...
    def observation(self, seat: int) -> PigView: ...

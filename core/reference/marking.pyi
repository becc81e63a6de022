from typing import Self

from core.game import Setup
from core.reference.view import BoardView
from core.state import State

class Marks(State):
    def __new__(cls, setup: Setup) -> Self: ...
    def scores(self) -> list[float]: ...
    def observation(self, seat: int) -> BoardView: ...

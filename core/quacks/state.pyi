from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from core.game import Setup
from core.quacks.view import SeatView, View
from core.state import State

_Chips = Mapping[str, int] | Sequence[str]

PHASE_NAMES: tuple[str, ...]

class Quacks(State):
    def __new__(cls, setup: Setup) -> Self: ...
    @property
    def round(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def card(self) -> str | None: ...
    def observation(self, seat: int) -> View: ...
    def seat_view(self, seat: int, observer: int) -> SeatView: ...
    def arrange(
        self,
        *,
        round: int = 1,
        bags: Sequence[_Chips] | None = None,
        scores: Sequence[int] | None = None,
        rubies: Sequence[int] | None = None,
        droplets: Sequence[int] | None = None,
        glasses: Sequence[int] | None = None,
        flasks: Sequence[int] | None = None,
        aside: Sequence[_Chips] | None = None,
        first: int = 0,
        cards: Sequence[str] | None = None,
    ) -> None: ...

def counted(chips: _Chips) -> Iterable[tuple[str, int]]: ...
def kind_index(name: str) -> int: ...

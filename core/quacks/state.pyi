from collections.abc import Mapping, Sequence

from core.game import Setup
from core.quacks.view import SeatView, View
from core.state import State

Chips = Mapping[str, int] | Sequence[str]

class Quacks(State):
    def __init__(self, setup: Setup) -> None: ...
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
        bags: Sequence[Chips] | None = None,
        scores: Sequence[int] | None = None,
        rubies: Sequence[int] | None = None,
        droplets: Sequence[int] | None = None,
        glasses: Sequence[int] | None = None,
        flasks: Sequence[int] | None = None,
        aside: Sequence[Chips] | None = None,
        first: int = 0,
        cards: Sequence[str] | None = None,
    ) -> None: ...

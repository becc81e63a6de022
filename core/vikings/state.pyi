from collections.abc import Mapping, Sequence
from typing import Self

from core.game import Setup
from core.state import State
from core.vikings.view import SeatView, View

PHASE_NAMES: tuple[str, ...]
ATTACK_NAMES: tuple[str | None, ...]

class Vikings(State):
    def __new__(cls, setup: Setup) -> Self: ...
    @property
    def round(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def active(self) -> int: ...
    def distance(self, one: str, other: str) -> int | None: ...
    def losses_due(self, sailed: int, wind: str, zone: str) -> int: ...
    def observation(self, seat: int) -> View: ...
    def seat_view(
        self, seat: int, observer: int, axe: int, settlements: int, sagas: int
    ) -> SeatView: ...
    def arrange(
        self,
        *,
        ships: Sequence[str] | None = None,
        crew: Sequence[int] | None = None,
        goods: Sequence[Sequence[str]] | None = None,
        hands: Sequence[Sequence[str]] | None = None,
        known: Sequence[Sequence[str]] | None = None,
        settled: Sequence[Sequence[str]] | None = None,
        captured: Sequence[Mapping[str, int]] | None = None,
        completed: Sequence[Sequence[str]] | None = None,
        scores: Sequence[int] | None = None,
        ports: Mapping[str, str] | None = None,
        pile: Sequence[str] | None = None,
        open: Sequence[str] | None = None,
        deck: Sequence[int] | None = None,
        unseen: Sequence[str] = (),
        wind: str | None = None,
        demand: str | None = None,
        active: int = 0,
        round: int = 1,
        final: int = 0,
        prep: int = 0,
        sail: int = 0,
        tail: int = 0,
        due: int = 0,
        masters: bool = False,
        used: Sequence[str] = (),
        origin: str | None = None,
    ) -> None: ...

def place(names: Sequence[str], name: str) -> int: ...
def ports_in(mask: int) -> tuple[int, ...]: ...
def cards_in(mask: int) -> tuple[int, ...]: ...

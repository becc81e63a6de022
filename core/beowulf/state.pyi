from collections.abc import Mapping, Sequence
from typing import Self

from core.beowulf.view import HandTile, View
from core.game import Setup
from core.state import State

PHASE_NAMES: tuple[str, ...]

class Beowulf(State):
    def __new__(cls, setup: Setup) -> Self: ...
    @property
    def act(self) -> int: ...
    @property
    def phase(self) -> str: ...
    def scores(self) -> list[int]: ...
    def observation(self, seat: int) -> View: ...
    def cards(self, seat: int, observer: int) -> tuple[HandTile, ...]: ...
    def arrange(
        self,
        *,
        act: int = 1,
        board: Mapping[tuple[int, int], str | tuple[int, str]] | None = None,
        hands: Sequence[Sequence[str]] | None = None,
        supplies: Sequence[Sequence[int]] | None = None,
        points: Sequence[int] | None = None,
        stock: Sequence[str] | None = None,
        active: int = 0,
        phase: str = "D1",
        shown: Sequence[Sequence[str]] | None = None,
    ) -> None: ...

"""What one seat of Beowulf may see, as plain dataclasses (B10)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

FIGURE = 128  # content code of seat 0's first kind of figure, as in tables.pxd
KINDS = 4


@dataclass(frozen=True)
class HandTile:
    """A tile in a hand: its back, and its id where the observer knows it."""

    act: int
    tile: int | None  # index into components.tiles
    shown: bool  # all have seen it (B16, B17)


@dataclass(frozen=True)
class View:
    """What `seat` knows.

    Attributes
    ----------
    pending : tuple of int
        Points that each seat's figures would score if the act ended now.
    board : tuple of int
        Content of each playable space, in board order: 0 empty, 1 + tile, or
        ``FIGURE + seat * KINDS + kind``; see `figure_at` and `tile_at`.
    hands : tuple of tuple of HandTile
        Of each seat; other seats' tiles are known only if shown.
    gone : tuple of int
        Copies of each tile that all have seen leave the game.
    playing : int or None
        The figure kind (phase D1s) or tile (later phases) that is being played.
    space, swap : int or None
        Spaces chosen earlier in this play.
    """

    setup: Any = field(repr=False)
    seat: int
    act: int
    turn: int
    phase: str
    active: int | None
    first: int
    points: tuple[int, ...]
    pending: tuple[int, ...]
    unused: tuple[int, ...]
    supplies: tuple[tuple[int, ...], ...]
    stock: int
    board: tuple[int, ...]
    hands: tuple[tuple[HandTile, ...], ...]
    gone: tuple[int, ...]
    playing: int | None
    space: int | None
    swap: int | None

    def tile_at(self, space: int) -> int | None:
        """Return the tile (index into components.tiles) on a space, or None."""
        content = self.board[space]
        return content - 1 if 0 < content < FIGURE else None

    def figure_at(self, space: int) -> tuple[int, int] | None:
        """Return (seat, kind) of the figure on a space, or None."""
        content = self.board[space]
        return divmod(content - FIGURE, KINDS) if content >= FIGURE else None

"""A game that could not be played to its end, with all that is needed to see why."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path

from core.errors import HeorotError
from core.record import CHANCE, Who


class Failed(HeorotError):
    """Something went wrong that is not the user's input; commands end with `status`."""

    status = 1


class GameFailed(Failed):
    """A game stopped because a player or the rules failed.

    Attributes
    ----------
    reason : str
        What happened.
    game : str
        Name of the game and, in a tournament, which one it was.
    seed : int
        Seed of this one game.
    seats : tuple of str
        Who sat where.
    moves : tuple of (int or str, str)
        Who played what so far, as in a record; seats count from 0.
    record : str
        The unfinished game's record; empty if it is lost with its process.
    """

    def __init__(
        self,
        reason: str,
        game: str,
        seed: int,
        seats: Sequence[str],
        moves: Sequence[tuple[Who, str]] = (),
        record: str = "",
    ) -> None:
        # All of them go to the base class, so that the error can cross to another process.
        super().__init__(reason, game, seed, tuple(seats), tuple(moves), record)
        self.reason = reason
        self.game = game
        self.seed = seed
        self.seats = tuple(seats)
        self.moves = tuple(moves)
        self.record = record

    def __str__(self) -> str:
        seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(self.seats, 1))
        lines = [self.reason, f"  {self.game}, seed {self.seed}; seats: {seats}"]
        if self.moves:
            played = "; ".join(f"{_name(who)}: {text}" for who, text in self.moves)
            lines.append(f"  {len(self.moves)} moves so far (seat: move): {played}")
        elif self.record:
            lines.append("  before the first move")
        else:
            lines.append("  the moves were lost with the process; the seed leads there again")
        return "\n".join(lines)


def _name(who: Who) -> str:
    return CHANCE if isinstance(who, str) else str(who + 1)


def explain(error: BaseException) -> str:
    """Return an exception's kind, message and the place it came from, in one line.

    Examples
    --------
    >>> explain(ValueError("bad luck"))
    'ValueError: bad luck'
    """
    text = " ".join(f"{type(error).__name__}: {error}".split())
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return text
    frame = frames[-1]
    return f"{text} ({Path(frame.filename).name}, line {frame.lineno}, in {frame.name})"

"""What a search found: one typed report that hints, logs, the bench and the tests read."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class ActionReport:
    """One action at the root.

    Attributes
    ----------
    action, text : int, str
        The action and its notation.
    visits : int
        Iterations of ISMCTS, or worlds of expectimax, that tried it.
    values : tuple of float
        Expected utility of every seat, in [0, 1]; NaN if it was never tried.
    error : float
        Standard error of the mover's value; NaN with fewer than two visits.
    bound : bool
        True if the mover's value is an upper bound: pruning found the action no better than the
        best and looked no closer.
    """

    action: int
    text: str
    visits: int
    values: tuple[float, ...]
    error: float
    bound: bool = False


@dataclass(frozen=True)
class SearchReport:
    """The outcome of one search.

    Attributes
    ----------
    seat : int
        Whose decision it was.
    chosen : int
        The action to play.
    actions : tuple of ActionReport
        Every legal action, the chosen one first, then by visits and value.
    variation : tuple of str
        Principal variation in notation, up to the next chance event.
    iterations, nodes : int
        Iterations (or worlds) and nodes of this search.
    depth : int
        Decisions that the search looked ahead: deepest node, or completed depth.
    seconds : float
        Wall-clock time.
    forced : bool
        True if one action was legal, so that nothing was searched.
    """

    seat: int
    chosen: int
    actions: tuple[ActionReport, ...]
    variation: tuple[str, ...]
    iterations: int
    nodes: int
    depth: int
    seconds: float
    forced: bool = False

    @property
    def best(self) -> ActionReport:
        """The chosen action's row."""
        return self.actions[0]

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data for ``json.dumps``; NaN, which JSON lacks, is None."""
        plain = asdict(self)
        for row in plain["actions"]:
            row["values"] = [_number(value) for value in row["values"]]
            row["error"] = _number(row["error"])
        plain["variation"] = list(self.variation)
        plain["actions"] = list(plain["actions"])
        return plain


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def forced_report(seat: int, action: int, text: str, seats: int) -> SearchReport:
    """Return the report of a decision with one legal action: nothing is searched."""
    nan = float("nan")
    only = ActionReport(action, text, 0, (nan,) * seats, nan)
    return SearchReport(seat, action, (only,), (text,), 0, 0, 0, 0.0, forced=True)

"""How long a search may think: one `Limit` for all players."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """A search stops at the first of these that is reached; None means without this bound.

    Attributes
    ----------
    iterations : int or None
        Iterations of ISMCTS in all its trees.
    nodes : int or None
        Tree nodes of ISMCTS in all its trees, or positions that expectimax visits. Without a bound
        on iterations ISMCTS makes at most ten a node, as the tree of an endgame may be smaller.
    seconds : float or None
        Wall-clock time of one decision.

    Raises
    ------
    ValueError
        If no bound is given or one is not above 0.
    """

    iterations: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        bounds = (self.iterations, self.nodes, self.seconds)
        if all(bound is None for bound in bounds):
            raise ValueError("a Limit needs iterations, nodes or seconds")
        if any(bound is not None and bound <= 0 for bound in bounds):
            raise ValueError("the bounds of a Limit must be above 0")

    @property
    def timed(self) -> bool:
        """True if the result may depend on the wall clock."""
        return self.seconds is not None

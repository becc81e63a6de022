"""What searches know of the games: one module a game with `evaluator` and `policy`.

A game with a phase that can be solved exactly has a `solver` too.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from types import ModuleType

    from ai.policy import Evaluator, Policy
    from ai.report import SearchReport
    from core.game import Setup
    from core.state import State


class Solver(Protocol):
    """Decides exactly wherever it can."""

    def solves(self, state: State) -> bool:
        """Return whether the mover's decision belongs to what it solves."""

    def search(self, state: State) -> SearchReport:
        """Return what it finds. Raises ValueError where it solves nothing."""


def _module(setup: Setup) -> ModuleType | None:
    name = f"ai.knowledge.{setup.game.name}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def evaluator(setup: Setup) -> Evaluator | None:
    """Return the evaluator of a game, or None if nobody has written one."""
    module = _module(setup)
    return None if module is None else module.evaluator(setup)


def policy(setup: Setup) -> Policy | None:
    """Return the rollout policy of a game, or None if nobody has written one."""
    module = _module(setup)
    return None if module is None else module.policy(setup)


def solver(setup: Setup, draws: int | None = None) -> Solver | None:
    """Return the solver of a phase of a game, looking so many draws ahead, or None."""
    make = getattr(_module(setup), "solver", None)
    return None if make is None else make(draws)

"""What searches know of the games: one module a game with `evaluator` and `policy`."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from ai.policy import Evaluator, Policy
    from core.game import Setup


@dataclass(frozen=True)
class Tuning:
    """The parameters with which ISMCTS plays a game best, where nobody names others.

    Attributes
    ----------
    c : float
        Exploration constant of UCT.
    cutoff : int
        Turns of a playout before the evaluator judges.
    prior : float
        Visits that the policy's advice on an action counts as.
    """

    c: float = 0.1
    cutoff: int = 2
    prior: float = 1.0


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


def tuning(setup: Setup) -> Tuning:
    """Return the parameters of ISMCTS for a game: those of its module, if it names any."""
    found: Tuning = getattr(_module(setup), "TUNING", Tuning())
    return found

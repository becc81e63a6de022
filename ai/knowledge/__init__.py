"""What searches know of the games: one module a game with `evaluator` and `policy`.

A game with a phase that can be solved exactly has a `solver` too.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ai.python_evaluator import PythonEvaluator
from core.python_state import PythonState

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


@dataclass(frozen=True)
class Tuning:
    """The parameters with which searches play a game best, where nobody names others.

    Attributes
    ----------
    c : float
        Exploration constant of UCT.
    cutoff : int
        Turns of a playout before the evaluator judges; -1 plays to the end.
    prior : float
        Visits that the policy's advice on an action counts as.
    margin : float
        How much better than the policy's answer another must look to greedy and expectimax.
    """

    c: float = 0.1
    cutoff: int = 2
    prior: float = 1.0
    margin: float = 0.0


UNKNOWN = Tuning(c=0.7, cutoff=-1, prior=0.0)  # where nobody has written anything about a game


def _module(setup: Setup) -> ModuleType | None:
    name = f"ai.knowledge.{setup.game.name}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def evaluator(setup: Setup) -> Evaluator | None:
    """Return the evaluator of a game, or None if nobody has written one."""
    module = _module(setup)
    if module is None:
        return _judge(setup)
    found: Evaluator = module.evaluator(setup)
    return found


def _judge(setup: Setup) -> Evaluator | None:
    """Return the evaluator that a game written in Python has in itself, or None."""
    kind = setup.game.blank
    if not (isinstance(kind, type) and issubclass(kind, PythonState)):
        return None
    return None if kind.judge is PythonState.judge else PythonEvaluator()


def policy(setup: Setup) -> Policy | None:
    """Return the rollout policy of a game, or None if nobody has written one."""
    module = _module(setup)
    return None if module is None else module.policy(setup)


def solver(setup: Setup, draws: int | None = None) -> Solver | None:
    """Return the solver of a phase of a game, looking so many draws ahead, or None."""
    make = getattr(_module(setup), "solver", None)
    return None if make is None else make(draws)


def tuning(setup: Setup) -> Tuning:
    """Return the parameters of ISMCTS for a game: those of its module, if it names any."""
    module = _module(setup)
    found: Tuning = UNKNOWN if module is None else getattr(module, "TUNING", Tuning())
    return found

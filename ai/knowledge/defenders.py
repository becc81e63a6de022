"""What searches know of Defenders of the Realm: how a team plays on, and who is winning.

All seats share one goal, so nothing depends on the seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.knowledge import Tuning
from ai.knowledge.defenders_policy import DefendersPolicy
from ai.knowledge.defenders_value import DefendersEvaluator

if TYPE_CHECKING:
    from core.game import Setup

__all__ = ["TUNING", "DefendersEvaluator", "DefendersPolicy", "evaluator", "policy"]

# One decision among hundreds changes the result by little, and the evaluator's errors are larger.
TUNING = Tuning(c=0.02, cutoff=0, prior=30.0, margin=0.05)


def policy(setup: Setup) -> DefendersPolicy:
    """Return the rollout policy of a game of Defenders."""
    return DefendersPolicy(setup)


def evaluator(setup: Setup) -> DefendersEvaluator:
    """Return the evaluator of a game of Defenders."""
    return DefendersEvaluator(setup)

"""When to stop: rules that look at whole seed blocks in order, whoever finished them first.

`SprtRule` compares two players by the generalised sequential probability ratio test: the likelihood
of the blocks' scores under the likeliest distribution with one strength or the other (Van den
Bergh, Comments on Normalized Elo). With two seats and two games a block it is the pentanomial test
of chess engines. `UntilRule` stops when every win share is known well enough.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import product
from typing import Any, Protocol

import numpy as np

from core.errors import HeorotError
from tournaments.ratings import ELO, expected_share
from tournaments.resampling import LEVEL, Floats, share_samples, totals
from tournaments.schedule import Seating

FEWEST = 10  # blocks: fewer tell too little of how much blocks differ
UNSEEN = 1e-3  # blocks with each score that is possible and was not seen yet
GROWTH = 20  # UntilRule looks again after this part of the blocks more

Game = tuple[Seating, Sequence[float]]  # who sat where, and the utilities


class BadRule(HeorotError, ValueError):
    """A text that makes no rule; the message says what would."""


class Rule(Protocol):
    """Decides when a tournament ends."""

    def add(self, games: Sequence[Game]) -> bool:
        """Take the games of the next block and return whether it was the last one needed."""

    @property
    def brief(self) -> str:
        """Where it stands, in a few words."""

    def tell(self) -> str:
        """Return where it stands, in a line."""

    def data(self) -> dict[str, Any]:
        """Return where it stands as plain data."""


@dataclass(frozen=True)
class Sprt:
    """The two hypotheses of a sequential test and how often it may err.

    Attributes
    ----------
    elo0, elo1 : float
        Strength of the first player above the second, if H0 or H1 is true; elo0 < elo1.
    alpha, beta : float
        How often H1 may be accepted if H0 is true, and the other way round.
    model : str
        What Elo means: "logistic" for win shares by Luce's choice axiom, with two seats the usual
        curve; "normalized" in units of the standard deviation of a game.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the log-likelihood ratios at or beyond which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def text(self) -> str:
        """The text that `parse_sprt` reads."""
        text = f"elo0={self.elo0:g} elo1={self.elo1:g} alpha={self.alpha:g} beta={self.beta:g}"
        return text if self.model == "logistic" else f"{text} model={self.model}"


MODELS = ("logistic", "normalized")
SPRT_NAMES = tuple(field.name for field in fields(Sprt))


def parse_sprt(text: str) -> Sprt:
    """Read a text such as ``elo0=0 elo1=10 alpha=0.05 beta=0.05``; what is left out is that.

    Raises
    ------
    BadRule
        If it is no test; says what is allowed.

    Examples
    --------
    >>> parse_sprt("elo1=5").text
    'elo0=0 elo1=5 alpha=0.05 beta=0.05'
    """
    given: dict[str, Any] = {}
    for part in re.split(r"[\s,]+", text.strip()):
        name, equals, value = part.partition("=")
        if name not in SPRT_NAMES or not equals:
            raise BadRule(f"--sprt: {part!r} is not expected; it takes {', '.join(SPRT_NAMES)}, "
                          "such as: elo0=0 elo1=10 alpha=0.05 beta=0.05")
        if name in given:
            raise BadRule(f"--sprt: {name} is given twice")
        given[name] = _model(value) if name == "model" else _number(name, value)
    test = Sprt(**given)
    if not test.elo0 < test.elo1:
        raise BadRule(f"--sprt: elo0={test.elo0:g} elo1={test.elo1:g}: elo0 must be less than elo1")
    if test.alpha + test.beta >= 1:
        raise BadRule("--sprt: alpha and beta must be less than 1 together")
    return test


def _model(text: str) -> str:
    if text not in MODELS:
        raise BadRule(f"--sprt: model={text}: one of {', '.join(MODELS)} is expected")
    return text


def _number(name: str, text: str) -> float:
    low, high = (-2000.0, 2000.0) if name.startswith("elo") else (1e-6, 0.5)
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        raise BadRule(f"--sprt: {name}={text}: a number from {low:g} to {high:g} is expected")
    return value


def llr(scores: Floats, counts: Floats, means: tuple[float, float]) -> float:
    """Return the log-likelihood ratio of H1 to H0 in the "logistic" model.

    Parameters
    ----------
    scores, counts : array
        The scores that blocks can have, 0 and 1 among them, and how many had each.
    means : tuple of float
        The mean score if H0 or H1 is true.
    """
    chances, total = _chances(counts)
    low, high = (_likeliest(scores, chances, mean) for mean in means)
    return float(total * np.sum(chances * (np.log(high) - np.log(low))))


def normalized_llr(scores: Floats, counts: Floats, even: float, distances: tuple[float, float]
                   ) -> float:  # fmt: skip
    """Return the log-likelihood ratio of H1 to H0 in the "normalized" model.

    Parameters
    ----------
    scores, counts : array
        As in `llr`.
    even : float
        Mean score of equal players.
    distances : tuple of float
        How many standard deviations of a block the mean is above that, if H0 or H1 is true.
    """
    chances, total = _chances(counts)
    low, high = (_likeliest_apart(scores, chances, even, distance) for distance in distances)
    return float(total * np.sum(chances * (np.log(high) - np.log(low))))


def _chances(counts: Floats) -> tuple[Floats, float]:
    """Return the part of the blocks that had each score, none of them 0, and their number."""
    counts = np.where(counts > 0, counts, UNSEEN)
    total = float(counts.sum())
    return counts / total, total


def _likeliest(scores: Floats, chances: Floats, mean: float) -> Floats:
    """Return the likeliest distribution with this mean (the paper's proposition 1.1)."""
    return chances / (1 + _multiplier(chances, scores - mean) * (scores - mean))


def _likeliest_apart(scores: Floats, chances: Floats, even: float, distance: float) -> Floats:
    """Return a distribution whose mean is `distance` of its standard deviations from `even`.

    Of those that are the likeliest with their mean, it is the only one; the likeliest of all with
    that distance differs from it by the square of the distance.
    """
    widest = 0.5  # no score in [0, 1] varies more
    if distance:
        widest = min(widest, (1 - even if distance > 0 else even) / abs(distance))

    def excess(deviation: float) -> float:
        found = _likeliest(scores, chances, even + distance * deviation)
        return math.sqrt(found @ (scores - found @ scores) ** 2) - deviation

    return _likeliest(scores, chances, even + distance * _root(excess, 0, widest * (1 - 1e-9)))


def _multiplier(chances: Floats, slope: Floats) -> float:
    """Return the Lagrange multiplier that makes the mean of `slope` zero."""

    def excess(multiplier: float) -> float:
        return float(np.sum(chances * slope / (1 + multiplier * slope)))

    shrink = 1 - 1e-12  # it is infinite at both ends
    return _root(excess, -shrink / slope.max(), -shrink / slope.min())


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    from scipy.optimize import brentq  # slow to import, and few tournaments need it

    found: float = brentq(function, low, high)
    return found


class SprtRule:
    """Stops when one of two hypotheses about the first player's strength is accepted.

    A block's score is, where the seats share a win, the mean share of the first player's seats; or
    else the part of the comparisons with the second that it won, ties counting half.

    Parameters
    ----------
    test : Sprt
        The hypotheses.
    seatings : sequence of tuple
        The games of a block, with contestants 0 and 1.
    shared : bool
        True if the utilities of a game sum to 1.
    """

    def __init__(self, test: Sprt, seatings: Sequence[Seating], shared: bool) -> None:
        self.test = test
        self.value = 0.0
        self.blocks = 0
        self._seatings = tuple(seatings)
        self._shared = shared
        # With two seats a block's score is a number of half wins; else the ends are enough.
        steps = 2 * len(seatings) if shared and len(seatings[0]) == 2 else 1
        self._counts = Counter({round(step / steps, 9): 0 for step in range(steps + 1)})
        self._means = (self.mean(test.elo0), self.mean(test.elo1))
        self._even = self.mean(0.0)

    def mean(self, elo: float) -> float:
        """Return a block's expected score if the first player is so much stronger."""
        if not self._shared:
            return expected_share(elo, 1, 1)
        mine = [seating.count(0) for seating in self._seatings]
        won = (
            count * expected_share(elo, count, len(seating) - count)
            for count, seating in zip(mine, self._seatings, strict=True) if count
        )  # fmt: skip
        return math.fsum(won) / sum(mine)

    def score(self, games: Sequence[Game]) -> float:
        """Return the score of a block."""
        if self._shared:
            mine = [
                utility
                for seating, utilities in games
                for contestant, utility in zip(seating, utilities, strict=True)
                if contestant == 0
            ]
            return math.fsum(mine) / len(mine)
        ahead = [_ahead(*pair) for game in games for pair in _across(game)]
        if not ahead:  # teams of one player each: they meet in the block
            team = [[u for s, u in games if s[0] == player] for player in (0, 1)]
            ahead = [_ahead(*(math.fsum(map(math.fsum, one)) for one in team))]
        return math.fsum(ahead) / len(ahead)

    def add(self, games: Sequence[Game]) -> bool:
        """Take the games of the next block and return whether a hypothesis is accepted."""
        # Rounded: sums in another order must not make another score.
        self._counts[round(self.score(games), 9)] += 1
        self.blocks += 1
        scores = np.array(sorted(self._counts))
        counts = np.array([self._counts[score] for score in scores], dtype=float)
        if self.test.model == "logistic":
            self.value = llr(scores, counts, self._means)
        else:
            scale = math.sqrt(len(self._seatings)) / (2 * ELO)
            distances = (scale * self.test.elo0, scale * self.test.elo1)
            self.value = normalized_llr(scores, counts, self._even, distances)
        return self.accepted is not None

    @property
    def brief(self) -> str:
        """Where it stands, in a few words."""
        return f"LLR {self.value:.2f}"

    @property
    def accepted(self) -> str | None:
        """The hypothesis that is accepted, H0 or H1; None if neither is yet."""
        low, high = self.test.bounds
        if self.blocks < FEWEST:
            return None
        return "H1" if self.value >= high else "H0" if self.value <= low else None

    def tell(self) -> str:
        """Return where it stands, in a line."""
        low, high = self.test.bounds
        test = self.test
        unit = "Elo" if test.model == "logistic" else "normalized Elo"
        about = {
            None: f"no decision between {test.elo0:g} and {test.elo1:g} {unit}",
            "H0": f"H0 accepted: {test.elo0:g} {unit} rather than {test.elo1:g}",
            "H1": f"H1 accepted: {test.elo1:g} {unit} rather than {test.elo0:g}",
        }[self.accepted]
        return f"{about}, LLR {self.value:.2f} ({low:.2f} to {high:.2f}), {self.blocks} blocks"

    def data(self) -> dict[str, Any]:
        """Return where it stands as plain data."""
        test = {name: getattr(self.test, name) for name in SPRT_NAMES}
        return {"rule": "sprt", **test, "bounds": list(self.test.bounds), "llr": self.value,
                "blocks": self.blocks, "accepted": self.accepted}  # fmt: skip


def _across(game: Game) -> list[tuple[float, float]]:
    """Return the utilities of every seat of the first player with every one of the second."""
    seats = list(zip(*game, strict=True))
    mine, others = ([u for player, u in seats if player == one] for one in (0, 1))
    return list(product(mine, others))


def _ahead(mine: float, other: float) -> float:
    return 0.5 if math.isclose(mine, other, abs_tol=1e-9) else float(mine > other)


class UntilRule:
    """Stops when the interval of every win share is at most so wide to both sides.

    It looks after every block at first and more seldom later, as each look costs time.

    Parameters
    ----------
    margin : float
        Half the width of the widest interval.
    contestants : int
        How many take part.
    seed : int
        Decides the resamples, see `tournaments.statistics.summarise`.
    """

    def __init__(self, margin: float, contestants: int, seed: int) -> None:
        self.margin = margin
        self.widest = math.nan
        self.blocks = 0
        self._contestants = contestants
        self._seed = seed
        self._sums: list[Floats] = []
        self._counts: list[Floats] = []

    def add(self, games: Sequence[Game]) -> bool:
        """Take the games of the next block and return whether all intervals are narrow enough."""
        seating = np.array([seating for seating, _ in games]).ravel()
        utilities = np.array([utilities for _, utilities in games], dtype=float).ravel()
        sums = np.bincount(seating, weights=utilities, minlength=self._contestants)
        self._sums.append(sums.astype(float))
        self._counts.append(np.bincount(seating, minlength=self._contestants).astype(float))
        self.blocks += 1
        if self.blocks < FEWEST or self.blocks % max(1, self.blocks // GROWTH):
            return False
        self.widest = self._half_width()
        return self.widest <= self.margin

    @property
    def brief(self) -> str:
        """Where it stands, in a few words."""
        return f"within {self.widest:.3f}"

    def _half_width(self) -> float:
        counts = np.array(self._counts)
        both = totals(np.concatenate([self._sums, counts], axis=1), self._seed)
        samples = share_samples(both[:, : self._contestants], both[:, self._contestants :],
                                counts.mean(axis=0), self._seed)  # fmt: skip
        low, high = np.quantile(samples, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
        return float((high - low).max() / 2)

    def tell(self) -> str:
        """Return where it stands, in a line."""
        return f"win shares within {self.widest:.4f}, wanted {self.margin:g}, {self.blocks} blocks"

    def data(self) -> dict[str, Any]:
        """Return where it stands as plain data."""
        widest = None if math.isnan(self.widest) else self.widest
        return {"rule": "until", "margin": self.margin, "widest": widest, "blocks": self.blocks}

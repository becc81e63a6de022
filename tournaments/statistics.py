"""What the finished games say: pure functions over arrays, without input or output.

The unit is the seed block. A block's games share their luck and so depend on each other; its mean
is one observation, and observations of different blocks are independent. The intervals need no
random numbers of their own; the tests measure by simulation how often they cover the truth.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tournaments.match import GameResult
    from tournaments.store import Played

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95% interval.

    Attributes
    ----------
    mean : float
        Mean over all games.
    low, high : float or None
        The interval; None with a single block, which tells nothing about the spread.
    """

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Games:
    """Finished games as arrays, one row a game and, where there are two axes, one column a seat."""

    blocks: Ints
    seating: Ints
    utilities: Floats
    scores: Floats
    decisions: Ints
    moves: Ints

    @classmethod
    def of(cls, played: Iterable[Played | GameResult]) -> Games:
        """Return the arrays of games; at least one."""
        rows = list(played)
        if not rows:
            raise ValueError("no games: there is nothing to say")
        return cls(
            np.array([row.pairing.block for row in rows]),
            np.array([row.pairing.seating for row in rows]),
            np.array([row.utilities for row in rows], dtype=float),
            np.array([row.scores for row in rows], dtype=float),
            np.array([row.decisions for row in rows]),
            np.array([row.moves for row in rows]),
        )


@dataclass(frozen=True)
class Standing:
    """How one contestant did.

    Attributes
    ----------
    contestant : int
        Its number, from 0.
    games : int
        Games in which it sat.
    win_share : Estimate
        Mean utility: the part of a win it got, a shared win counting in part.
    score : Estimate
        Mean points.
    seats : tuple of (float or None)
        Win share in each seat; None if it never sat there.
    """

    contestant: int
    games: int
    win_share: Estimate
    score: Estimate
    seats: tuple[float | None, ...]


@dataclass(frozen=True)
class Pair:
    """How `first` did against `second`.

    Attributes
    ----------
    games : int
        Games in which both sat.
    share : Estimate
        Part of these in which `first` got more of the win than `second`; equals count half.
    """

    first: int
    second: int
    games: int
    share: Estimate


@dataclass(frozen=True)
class Length:
    """Mean, shortest and longest of something in a game."""

    mean: float
    least: int
    most: int


@dataclass(frozen=True)
class Summary:
    """All figures of a tournament.

    Attributes
    ----------
    blocks, games : int
        How many.
    standings : tuple of Standing
        One a contestant, best win share first.
    pairs : tuple of Pair
        Every ordered pair of contestants that met.
    seats : tuple of Estimate
        Win share of each seat, whoever sat there.
    decisions, moves : Length
        Of a game; moves include chance outcomes.
    """

    blocks: int
    games: int
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    seats: tuple[Estimate, ...]
    decisions: Length
    moves: Length


def summarise(games: Games, contestants: int) -> Summary:
    """Return all figures of whole blocks of games."""
    standings = [_standing(games, contestant) for contestant in range(contestants)]
    standings.sort(key=lambda standing: (-standing.win_share.mean, standing.contestant))
    seats = range(games.seating.shape[1])
    return Summary(
        blocks=len(np.unique(games.blocks)),
        games=len(games.blocks),
        standings=tuple(standings),
        pairs=tuple(
            pair
            for first in range(contestants)
            for second in range(contestants)
            if first != second and (pair := _pair(games, first, second)) is not None
        ),
        seats=tuple(estimate_share(games.utilities[:, seat], games.blocks) for seat in seats),
        decisions=_length(games.decisions),
        moves=_length(games.moves),
    )


def estimate(values: Floats, blocks: Ints, level: float = LEVEL) -> Estimate:
    """Return the mean of values with its interval over blocks: Student's t of the block means.

    Parameters
    ----------
    values, blocks : array
        The values and the block each belongs to; a block counts by how many it has.
    level : float
        How often intervals made like this are to cover the truth.

    Examples
    --------
    >>> found = estimate(np.array([0.0, 1.0, 0.5, 1.0]), np.array([0, 0, 1, 1]))
    >>> found.mean, round(found.low, 3), round(found.high, 3)
    (0.625, -0.963, 2.213)
    """
    mean, variance, count = _moments(values, blocks)
    if count < 2:
        return Estimate(mean, None, None)
    margin = t_quantile((1 + level) / 2, count - 1) * math.sqrt(variance / count)
    return Estimate(mean, mean - margin, mean + margin)


def estimate_share(values: Floats, blocks: Ints, level: float = LEVEL) -> Estimate:
    """Return the mean of values in [0, 1] with its interval over blocks: Wilson's score interval.

    Wilson's interval is made for n independent successes or failures. Blocks vary less or more
    than those would, so n is the number of such trials whose mean would vary like the mean of our
    blocks, and Student's t stands for the normal quantile. Near 0 and 1, where a symmetric
    interval covers the truth too seldom, this one still does.

    If all blocks agree, which would make it certain, it allows for as many unseen blocks that do
    not, each as far off as can be, as could stay unseen so long. For shares of 0 and 1 that is
    Clopper and Pearson's exact interval.

    Parameters
    ----------
    values, blocks, level
        See `estimate`.
    """
    mean, variance, count = _moments(values, blocks)
    if count < 2:
        return Estimate(mean, None, None)
    if variance < 1e-20:
        unseen = 1 - ((1 - level) / 2) ** (1 / count)
        return Estimate(mean, mean - unseen * mean, mean + unseen * (1 - mean))
    trials = count * mean * (1 - mean) / variance
    t = t_quantile((1 + level) / 2, count - 1)
    middle = (mean + t**2 / (2 * trials)) / (1 + t**2 / trials)
    margin = math.sqrt(mean * (1 - mean) / trials + (t / (2 * trials)) ** 2)
    margin *= t / (1 + t**2 / trials)
    return Estimate(mean, middle - margin, middle + margin)


def _moments(values: Floats, blocks: Ints) -> tuple[float, float, int]:
    """Return the mean of all values, the variance of a block's mean, the number of blocks."""
    means, weights = block_means(values, blocks)
    mean, count = float(np.average(means, weights=weights)), len(means)
    if count < 2:
        return mean, 0.0, count
    # The variance of a ratio of sums; with blocks of equal size it is the usual one.
    parts = weights / weights.mean() * (means - mean)
    return mean, float(np.sum(parts**2)) / (count - 1), count


def block_means(values: Floats, blocks: Ints) -> tuple[Floats, Floats]:
    """Return each block's mean and its number of values, blocks in rising order."""
    _, index, counts = np.unique(blocks, return_inverse=True, return_counts=True)
    return np.bincount(index, weights=values) / counts, counts.astype(float)


@lru_cache(maxsize=256)
def t_quantile(p: float, freedom: int) -> float:
    """Return the quantile `p` >= 1/2 of Student's t with whole degrees of freedom.

    Examples
    --------
    >>> round(t_quantile(0.975, 1), 3), round(t_quantile(0.975, 10), 3)
    (12.706, 2.228)
    """
    if freedom > 200:
        # Cornish-Fisher expansion around the normal quantile (Abramowitz and Stegun 26.7.5).
        z = NormalDist().inv_cdf(p)
        return (
            z
            + (z**3 + z) / (4 * freedom)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        )
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if _within(middle, freedom) < 2 * p - 1:
            low = middle
        else:
            high = middle
    return math.tan(low) * math.sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """Return P(|T| < sqrt(freedom) tan(angle)): Abramowitz and Stegun 26.7.3 and 26.7.4."""
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(2 if odd else 1, freedom - 1, 2):
        term *= k / (k + 1) * cosine**2
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


def _standing(games: Games, contestant: int) -> Standing:
    here = games.seating == contestant
    blocks = np.broadcast_to(games.blocks[:, None], here.shape)[here]
    seats: list[float | None] = []
    for seat in range(here.shape[1]):
        mine = games.utilities[here[:, seat], seat]
        seats.append(float(mine.mean()) if len(mine) else None)
    return Standing(
        contestant=contestant,
        games=int(here.any(axis=1).sum()),
        win_share=estimate_share(games.utilities[here], blocks),
        score=estimate(games.scores[here], blocks),
        seats=tuple(seats),
    )


def _pair(games: Games, first: int, second: int) -> Pair | None:
    """Compare seat by seat, so that a player in several seats is compared with each."""
    values: list[Floats] = []
    blocks: list[Ints] = []
    both = np.zeros(len(games.blocks), dtype=bool)
    seats: Sequence[int] = range(games.seating.shape[1])
    for a in seats:
        for b in seats:
            met = (games.seating[:, a] == first) & (games.seating[:, b] == second)
            ahead = np.sign(games.utilities[met, a] - games.utilities[met, b])
            values.append((1 + ahead) / 2)
            blocks.append(games.blocks[met])
            both |= met
    if not both.any():
        return None
    share = estimate_share(np.concatenate(values), np.concatenate(blocks))
    return Pair(first, second, int(both.sum()), share)


def _length(values: npt.NDArray[Any]) -> Length:
    return Length(float(values.mean()), int(values.min()), int(values.max()))

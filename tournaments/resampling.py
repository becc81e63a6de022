"""The Bayesian bootstrap over seed blocks: intervals for every figure from the same resamples.

In each resample every block gets a random weight, exponential and independent of the rest (Rubin,
The Bayesian Bootstrap, 1981), where the ordinary bootstrap would give it a whole number of copies.
Figures are ratios of weighted sums, so the weights need not sum to 1.

Blocks that were played cannot tell what others might bring, so few or like ones would make a figure
seem certain. Two halves of a block, one at each end of what is possible, stand for those. For
independent wins and losses the interval is then Jeffreys's; the tests measure how often intervals
cover the truth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

LEVEL = 0.95
SAMPLES = 1000
MOST_WEIGHTS = 2_000_000  # drawn at a time, so that memory does not grow with the blocks


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95% interval.

    Attributes
    ----------
    mean : float
        What the games say.
    low, high : float or None
        The interval; None with a single block, which tells nothing about the spread.
    """

    mean: float
    low: float | None
    high: float | None


def totals(columns: Any, seed: int) -> Floats:
    """Return the weighted sums of columns in every resample.

    Parameters
    ----------
    columns : array or sparse array, shape (blocks, columns)
        One row a block.
    seed : int
        The same seed and number of blocks give the same weights, so that figures may be compared
        resample by resample.

    Returns
    -------
    array, shape (SAMPLES, columns)
    """
    return np.concatenate([weights @ columns for weights in _weights(columns.shape[0], seed)])


def _weights(blocks: int, seed: int) -> Iterator[Floats]:
    rng = np.random.default_rng([seed, 0])
    left, most = SAMPLES, max(1, MOST_WEIGHTS // max(1, blocks))
    while left:
        count = min(left, most)
        yield rng.standard_exponential((count, blocks))
        left -= count


def extra_weights(parts: Floats, seed: int) -> Floats:
    """Return random weights of what was not played, shape (SAMPLES, parts).

    Parameters
    ----------
    parts : array
        How much of a block each is.
    seed : int
        As in `totals`.
    """
    return np.random.default_rng([seed, 1]).standard_gamma(parts, (SAMPLES, len(parts)))


def share_samples(sums: Floats, counts: Floats, per_block: Floats, seed: int,
                  low: Floats | float = 0.0, high: Floats | float = 1.0) -> Floats:
    """Return the mean of each column in every resample.

    Parameters
    ----------
    sums, counts : array, shape (SAMPLES, columns)
        Weighted sums of values and of their number.
    per_block : array, shape (columns,)
        How many values a block has on average.
    low, high : float or array, shape (columns,)
        Least and greatest possible value.
    seed : int
        As in `totals`.
    """
    extra = extra_weights(np.array([0.5, 0.5]), seed)
    ends = (extra[:, :1] * low + extra[:, 1:] * high) * per_block
    means: Floats = (sums + ends) / (counts + extra.sum(axis=1, keepdims=True) * per_block)
    return means


def interval(mean: float, samples: Floats, level: float = LEVEL) -> Estimate:
    """Return a figure with the quantiles of its resamples, which always hold the figure."""
    low, high = np.quantile(samples, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(mean, min(mean, float(low)), max(mean, float(high)))


def block_sums(values: Floats, blocks: Ints) -> tuple[Floats, Floats]:
    """Return each block's sum and its number of values, blocks in rising order.

    Examples
    --------
    >>> block_sums(np.array([1.0, 5.0, 3.0, 7.0]), np.array([4, 2, 4, 2]))
    (array([12.,  4.]), array([2., 2.]))
    """
    _, index, counts = np.unique(blocks, return_inverse=True, return_counts=True)
    sums: Floats = np.bincount(index, weights=values).astype(float)
    return sums, counts.astype(float)

"""What the finished games say: pure functions over arrays, without input or output.

The unit is the seed block. A block's games share their luck and so depend on each other; blocks are
independent. All intervals are quantiles over the same resampled blocks, see
`tournaments.resampling`; a seed fixes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array, hstack

from tournaments.ratings import Meetings, rate
from tournaments.resampling import (
    LEVEL,
    Estimate,
    Floats,
    Ints,
    block_sums,
    interval,
    share_samples,
    totals,
)

if TYPE_CHECKING:
    from tournaments.match import GameResult
    from tournaments.store import Played

__all__ = ["LEVEL", "Estimate", "Games", "Length", "Pair", "Standing", "Summary", "block_means",
           "estimate", "estimate_share", "meetings", "summarise"]  # fmt: skip

BATCH = 10_000


@dataclass(frozen=True)
class Games:
    """Finished games as arrays, one row a game and, where there are two axes, one column a seat.

    Attributes
    ----------
    blocks : array, shape (games,)
        Seed block of each.
    seating : array, shape (games, seats)
        Contestant in each seat.
    utilities, scores : array, shape (games, seats)
        Results; the scores of forfeited games are NaN.
    decisions, moves : array, shape (games,)
        Length of each.
    forfeits : array, shape (games,)
        The seat that forfeited the game, or -1.
    """

    blocks: Ints
    seating: Ints
    utilities: Floats
    scores: Floats
    decisions: Ints
    moves: Ints
    forfeits: Ints

    @classmethod
    def of(cls, played: Iterable[Played | GameResult]) -> Games:
        """Return the arrays of games; at least one."""
        parts = [cls._part(rows) for rows in _batches(played)]
        if not parts:
            raise ValueError("no games: there is nothing to say")
        return cls(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

    @staticmethod
    def _part(rows: list[Played | GameResult]) -> tuple[npt.NDArray[Any], ...]:
        return (
            np.array([row.pairing.block for row in rows]),
            np.array([row.pairing.seating for row in rows]),
            np.array([row.utilities for row in rows], dtype=float),
            np.array([row.scores for row in rows], dtype=float),
            np.array([row.decisions for row in rows]),
            np.array([row.moves for row in rows]),
            np.array([-1 if row.forfeit is None else row.forfeit for row in rows]),
        )


def _batches(played: Iterable[Played | GameResult]) -> Iterator[list[Played | GameResult]]:
    """Yield lists of games, so that not all are in memory as objects at once."""
    rows: list[Played | GameResult] = []
    for row in played:
        rows.append(row)
        if len(rows) == BATCH:
            yield rows
            rows = []
    if rows:
        yield rows


@dataclass(frozen=True)
class Standing:
    """How one contestant did.

    Attributes
    ----------
    contestant : int
        Its number, from 0.
    games : int
        Games in which it sat.
    rank : int
        By win share, from 1; equals share the better one.
    ranks : tuple of (int, int) or None
        Interval of the rank; None with a single block.
    win_share : Estimate
        Mean utility: the part of a win it got, a shared win counting in part.
    score : Estimate or None
        Mean points; None if it forfeited every game.
    rating : Estimate or None
        Elo points above the anchor, see `tournaments.ratings`; None if results do not tell
        contestants apart.
    seats : tuple of (float or None)
        Win share in each seat; None if it never sat there.
    forfeits : int
        Games it forfeited.
    """

    contestant: int
    games: int
    rank: int
    ranks: tuple[int, int] | None
    win_share: Estimate
    score: Estimate | None
    rating: Estimate | None
    seats: tuple[float | None, ...]
    forfeits: int


@dataclass(frozen=True)
class Pair:
    """How `first` did against `second`.

    Attributes
    ----------
    games : int
        Games in which both sat; of teams, blocks that both played.
    share : Estimate
        Part of these in which `first` got more than `second`; equals count half.
    superiority : float or None
        Likelihood that `first` is ahead of `second` in the long run; None with a single block.
    """

    first: int
    second: int
    games: int
    share: Estimate
    superiority: float | None


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
    anchor : int
        The contestant whose rating is 0.
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
    anchor: int
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    seats: tuple[Estimate, ...]
    decisions: Length
    moves: Length


@dataclass(frozen=True)
class Means:
    """Means of several columns of values, and the same in every resample.

    Attributes
    ----------
    means, counts : array, shape (columns,)
        Mean, NaN where there is no value, and number of values.
    samples : array, shape (SAMPLES, columns), or None
        None with a single block.
    """

    means: Floats
    counts: Ints
    samples: Floats | None

    def estimate(self, column: int) -> Estimate:
        """Return a mean with its interval."""
        mean = float(self.means[column])
        if self.samples is None:
            return Estimate(mean, None, None)
        return interval(mean, self.samples[:, column])


def summarise(
    games: Games, contestants: int, *, seed: int = 0, anchor: int = 0, together: bool = False
) -> Summary:
    """Return all figures of whole blocks of games.

    Parameters
    ----------
    games : Games
        One or more.
    contestants : int
        How many take part.
    seed : int
        Decides the resamples.
    anchor : int
        The contestant whose rating is 0.
    together : bool
        True if all seats of a game have one result, so that it tells contestants apart only if
        each plays with none but its own kind.
    """
    sat = np.arange(games.seating.size)
    seats = games.seating.shape[1]
    blocks = np.repeat(games.blocks, seats)
    shares = _means(games.utilities.ravel(), blocks, games.seating.ravel(), contestants, seed)
    by_seat = _means(games.utilities.ravel(), blocks, sat % seats, seats, seed)
    scored = np.isfinite(games.scores.ravel())
    scores = _means(games.scores.ravel()[scored], blocks[scored], games.seating.ravel()[scored],
                    contestants, seed, unit=False)  # fmt: skip
    met = meetings(games, contestants, together)
    ratings = None if met is None else rate(met, contestants, anchor, seed)
    ranks = None if shares.samples is None else _rank_intervals(shares.samples)
    standings = [
        Standing(
            contestant=contestant,
            games=int((games.seating == contestant).any(axis=1).sum()),
            rank=1 + int((shares.means > shares.means[contestant]).sum()),
            ranks=None if ranks is None else ranks[contestant],
            win_share=shares.estimate(contestant),
            score=scores.estimate(contestant) if scores.counts[contestant] else None,
            rating=None if ratings is None else ratings[contestant],
            seats=_by_seat(games, contestant),
            forfeits=_forfeits(games, contestant),
        )
        for contestant in range(contestants)
    ]
    standings.sort(key=lambda standing: (standing.rank, standing.contestant))
    return Summary(
        blocks=len(np.unique(games.blocks)),
        games=len(games.blocks),
        anchor=anchor,
        standings=tuple(standings),
        pairs=() if met is None else tuple(_pairs(met, contestants, seed)),
        seats=tuple(by_seat.estimate(seat) for seat in range(seats)),
        decisions=_length(games.decisions),
        moves=_length(games.moves),
    )


def estimate(values: Floats, blocks: Ints, seed: int = 0) -> Estimate:
    """Return the mean of values with its interval over blocks.

    Parameters
    ----------
    values, blocks : array
        The values and the block each belongs to; a block counts by how many it has.
    seed : int
        Decides the resamples.
    """
    return _means(values, blocks, np.zeros(len(values), int), 1, seed, unit=False).estimate(0)


def estimate_share(values: Floats, blocks: Ints, seed: int = 0) -> Estimate:
    """Return the mean of values in [0, 1] with its interval over blocks; see `estimate`."""
    return _means(values, blocks, np.zeros(len(values), int), 1, seed).estimate(0)


def block_means(values: Floats, blocks: Ints) -> tuple[Floats, Floats]:
    """Return each block's mean and its number of values, blocks in rising order."""
    sums, counts = block_sums(values, blocks)
    return sums / counts, counts


def meetings(games: Games, contestants: int, together: bool = False) -> Meetings | None:
    """Return who was ahead of whom, or None if the results do not tell.

    Players who sit at one table meet there. Where all seats of every game are one contestant's, the
    contestants meet in each block: its games have the same luck. `together` is as in `summarise`.
    """
    alone = (games.seating == games.seating[:, :1]).all(axis=1)
    if not alone.all():
        if together:
            return None
        mixed = ~alone
        return Meetings(games.blocks[mixed], games.seating[mixed], games.utilities[mixed])
    numbers, index = np.unique(games.blocks, return_inverse=True)
    cell = index * contestants + games.seating[:, 0]
    size = len(numbers) * contestants
    counts = np.bincount(cell, minlength=size).reshape(-1, contestants)
    sums = np.bincount(cell, weights=games.utilities.mean(axis=1), minlength=size)
    # Rounded: the same results in another order must not differ in the last digit.
    means = np.round(sums.reshape(-1, contestants) / np.maximum(counts, 1), 12)
    players = np.where(counts > 0, np.arange(contestants), -1)
    return Meetings(numbers, players, np.where(counts > 0, means, -1.0))


def _means(
    values: Floats, blocks: Ints, columns: Ints, count: int, seed: int, unit: bool = True
) -> Means:
    """Return the means by column; if not `unit`, the extremes seen are taken for possible."""
    numbers, index = np.unique(blocks, return_inverse=True)
    shape = len(numbers), count
    sums = coo_array((values, (index, columns)), shape=shape).tocsr()
    counts = coo_array((np.ones(len(values)), (index, columns)), shape=shape).tocsr()
    number = np.bincount(columns, minlength=count)
    with np.errstate(invalid="ignore"):
        means = np.bincount(columns, weights=values, minlength=count) / number
    if len(numbers) < 2:
        return Means(means, number, None)
    low, high = np.zeros(count), np.ones(count)
    if not unit:
        low, high = np.full(count, np.inf), np.full(count, -np.inf)
        np.minimum.at(low, columns, values)
        np.maximum.at(high, columns, values)
        low[number == 0] = high[number == 0] = 0
    both = totals(hstack([sums, counts], format="csr"), seed)
    with np.errstate(invalid="ignore"):
        samples = share_samples(both[:, :count], both[:, count:], number / len(numbers), seed,
                                low, high)  # fmt: skip
    return Means(means, number, samples)


def _rank_intervals(shares: Floats) -> list[tuple[int, int]]:
    """Return the interval of every contestant's rank, given the shares in every resample."""
    ranks = 1 + (shares[:, None, :] > shares[:, :, None]).sum(axis=2)
    edges = [(1 - LEVEL) / 2, (1 + LEVEL) / 2]
    low, high = np.quantile(ranks, edges, axis=0, method="inverted_cdf")
    return [(int(first), int(last)) for first, last in zip(low, high, strict=True)]


def _by_seat(games: Games, contestant: int) -> tuple[float | None, ...]:
    here = games.seating == contestant
    seats: list[float | None] = []
    for seat in range(here.shape[1]):
        mine = games.utilities[here[:, seat], seat]
        seats.append(float(mine.mean()) if len(mine) else None)
    return tuple(seats)


def _forfeits(games: Games, contestant: int) -> int:
    games_lost = np.flatnonzero(games.forfeits >= 0)
    return int((games.seating[games_lost, games.forfeits[games_lost]] == contestant).sum())


def _pairs(met: Meetings, contestants: int, seed: int) -> Iterator[Pair]:
    """Compare seat by seat, so that a player in several seats is compared with each."""
    numbers, index = np.unique(met.blocks, return_inverse=True)
    rows = np.arange(len(met.blocks))
    columns: list[Ints] = []
    values: list[Floats] = []
    places: list[Ints] = []
    for a, b in combinations(range(met.players.shape[1]), 2):
        one, other = met.players[:, a], met.players[:, b]
        good = (one >= 0) & (other >= 0) & (one != other)
        ahead = (1 + np.sign(met.results[:, a] - met.results[:, b])) / 2
        turned = one > other
        low, high = np.where(turned, other, one), np.where(turned, one, other)
        columns.append((low * contestants + high)[good])
        values.append(np.where(turned, 1 - ahead, ahead)[good])
        places.append(rows[good])
    place = np.concatenate(places)
    keys, of_pair = np.unique(np.concatenate(columns), return_inverse=True)
    shares = _means(np.concatenate(values), numbers[index[place]], of_pair, len(keys), seed)
    games = np.bincount(np.unique(np.stack([of_pair, place]), axis=1)[0], minlength=len(keys))
    found: dict[tuple[int, int], Pair] = {}
    for at, key in enumerate(keys):
        first, second = divmod(int(key), contestants)
        share, likely = shares.estimate(at), None
        if shares.samples is not None:
            likely = _superiority(shares.samples[:, at])
        found[first, second] = Pair(first, second, int(games[at]), share, likely)
        found[second, first] = Pair(second, first, int(games[at]), _turned(share),
                                    None if likely is None else 1 - likely)  # fmt: skip
    yield from (found[pair] for pair in sorted(found))


def _superiority(samples: Floats) -> float:
    """Return the part of the resamples above one half; those at one half count half."""
    return float(np.mean((1 + np.sign(samples - 0.5)) / 2))


def _turned(share: Estimate) -> Estimate:
    if share.low is None or share.high is None:
        return Estimate(1 - share.mean, None, None)
    return Estimate(1 - share.mean, 1 - share.high, 1 - share.low)


def _length(values: npt.NDArray[Any]) -> Length:
    return Length(float(values.mean()), int(values.min()), int(values.max()))

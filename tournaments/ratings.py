"""Ratings of players from who was ahead in each meeting: Plackett and Luce with ties.

The chance to win alone is as a player's strength (Luce's choice axiom); k players share a win with
the chance delta_k times the k-th root of the product of their strengths (Davidson and Luce; Firth,
Kosmidis and Turner, 2019). With two it is Bradley and Terry's model with Davidson's ties. Where
results have more than two levels, the next place is won among those left, and so on; those with the
lowest result are not told apart.

Libraries for this family, choix among them, have no ties, so the likelihood, which is concave, is
maximised here; the tests hold it against choix where there are none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log

import numpy as np
from scipy.sparse import coo_array

from tournaments.resampling import (
    Estimate,
    Floats,
    Ints,
    extra_weights,
    interval,
    totals,
)

ELO = 400 / log(10)  # points of a strength e times as great
STEPS = 100
LONGEST = 2.0  # of a step, in log strength: Newton's would overshoot far from the maximum
MOST_CELLS = 4_000_000

Players = tuple[int, ...]
Win = tuple[Players, Players]  # who was there and who won, each in rising order


@dataclass(frozen=True)
class Meetings:
    """Results to compare, one row a meeting.

    Attributes
    ----------
    blocks : array, shape (meetings,)
        Seed block of each.
    players, results : array, shape (meetings, seats)
        Contestants and what each got; -1 marks a place that nobody took.
    """

    blocks: Ints
    players: Ints
    results: Floats


@dataclass(frozen=True)
class Model:
    """Every outcome of every set of players, as the rows of a multinomial model.

    Attributes
    ----------
    features : array, shape (rows, parameters)
        Log strengths of all but the anchor, then the log of delta for each size of ties but 1.
    offsets : array, shape (rows,)
        Log of the number of ways to an outcome, where a player has several seats.
    starts : array
        First row of each set.
    rows : dict
        The row of each outcome.
    """

    features: Floats
    offsets: Floats
    starts: Ints
    rows: Mapping[Win, int]


def wins_of(players: Sequence[int], results: Sequence[float]) -> list[Win]:
    """Return the wins that one meeting tells of.

    Examples
    --------
    >>> wins_of((2, 0, 1), (0.0, 1.0, 0.0))
    [((0, 1, 2), (0,))]
    >>> wins_of((2, 0, 1), (0.5, 1.0, 0.0))
    [((0, 1, 2), (0,)), ((1, 2), (2,))]
    >>> wins_of((0, 1), (0.5, 0.5))
    [((0, 1), (0, 1))]
    """
    left = sorted((player, result) for player, result in zip(players, results, strict=True))
    wins: list[Win] = []
    while True:
        best = max(result for _, result in left)
        won = tuple(player for player, result in left if result == best)
        if len(won) == len(left) and wins:
            return wins
        wins.append((tuple(player for player, _ in left), won))
        left = [pair for pair in left if pair[1] != best]
        if not left:
            return wins


def make_model(wins: Iterable[Win], contestants: int, anchor: int) -> Model:
    """Return the model of the sets and sizes of ties that occur."""
    wins = list(wins)
    sizes = sorted({1, *(len(won) for _, won in wins)})
    features: list[Floats] = []
    offsets: list[float] = []
    starts: list[int] = []
    rows: dict[Win, int] = {}
    for group in sorted({group for group, _ in wins}):
        starts.append(len(features))
        ways = Counter(
            won for size in sizes if size <= len(group) for won in combinations(group, size)
        )
        for won, count in sorted(ways.items()):
            row = np.zeros(contestants - 1 + len(sizes) - 1)
            for player in won:
                if player != anchor:
                    row[player - (player > anchor)] += 1 / len(won)
            if len(won) > 1:
                row[contestants - 2 + sizes.index(len(won))] = 1
            rows[group, won] = len(features)
            features.append(row)
            offsets.append(log(count))
    return Model(np.array(features), np.array(offsets), np.array(starts), rows)


def fit(model: Model, weights: Floats) -> Floats:
    """Return the parameters of greatest likelihood.

    Parameters
    ----------
    model : Model
        The outcomes.
    weights : array, shape (samples, rows)
        How often each outcome came, in each of several samples.

    Returns
    -------
    array, shape (samples, parameters)
    """
    most = max(1, MOST_CELLS // max(1, model.features.size))
    parts = range(0, len(weights), most)
    return np.concatenate([_fit(model, weights[at : at + most]) for at in parts])


def _fit(model: Model, weights: Floats) -> Floats:
    features, starts = model.features, model.starts
    count = features.shape[1]
    sizes = np.diff([*starts, len(features)])
    squares = (features[:, :, None] * features[:, None, :]).reshape(len(features), -1)
    games = np.add.reduceat(weights, starts, axis=1)
    spread = np.repeat(games, sizes, axis=1)
    found = np.zeros((len(weights), count))
    for _ in range(STEPS):
        logits = found @ features.T + model.offsets
        logits -= np.repeat(np.maximum.reduceat(logits, starts, axis=1), sizes, axis=1)
        chances = np.exp(logits)
        chances /= np.repeat(np.add.reduceat(chances, starts, axis=1), sizes, axis=1)
        gradient = (weights - spread * chances) @ features
        means = np.add.reduceat(chances[:, :, None] * features, starts, axis=1)
        curvature = ((spread * chances) @ squares).reshape(-1, count, count)
        curvature -= np.einsum("bs,bsi,bsj->bij", games, means, means)
        # Players who never met, even through others, have no common scale: they stay at 0.
        curvature += 1e-9 * np.eye(count)
        step = np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0]
        longest = np.abs(step).max(axis=1, keepdims=True, initial=0.0)
        found += step * np.minimum(1, LONGEST / np.maximum(longest, LONGEST))
        if longest.max() < 1e-9:
            break
    return found


def rate(meetings: Meetings, contestants: int, anchor: int, seed: int) -> list[Estimate]:
    """Return the ratings of all contestants in Elo points above the anchor.

    One game more than was played in every group of players, won alone by every seat in equal part,
    keeps them finite where someone won all games. In the resamples it is a block more, see there.

    Parameters
    ----------
    meetings : Meetings
        One or more.
    contestants : int
        How many there are.
    anchor : int
        The contestant whose rating is 0.
    seed : int
        See `tournaments.resampling.totals`.
    """
    blocks, of_block = np.unique(meetings.blocks, return_inverse=True)
    kinds, of_kind = np.unique(
        np.concatenate([meetings.players, meetings.results], axis=1), axis=0, return_inverse=True
    )
    seats = meetings.players.shape[1]
    told = []
    for kind in kinds:
        there = kind[:seats] >= 0
        told.append(wins_of(tuple(kind[:seats][there].astype(int)), tuple(kind[seats:][there])))
    model = make_model((win for wins in told for win in wins), contestants, anchor)
    rows = np.array([model.rows[win] for wins in told for win in wins])
    kind_of_row = np.repeat(np.arange(len(told)), [len(wins) for wins in told])
    outcomes = coo_array(
        (np.ones(len(rows)), (kind_of_row, rows)), shape=(len(kinds), len(model.features))
    ).tocsr()
    columns = coo_array(
        (np.ones(len(of_block)), (of_block, of_kind.ravel())), shape=(len(blocks), len(kinds))
    ).tocsr() @ outcomes
    played = np.asarray(columns.sum(axis=0), dtype=float)
    single, seats_part = _wins_alone(model)
    sets = np.searchsorted(model.starts, single, side="right") - 1
    per_block = (np.add.reduceat(played, model.starts) / len(blocks))[sets]
    weights = played[None].copy()
    weights[0, single] += seats_part * np.minimum(per_block, 1)
    point = fit(model, weights)[0]
    ratings = [0.0 if player == anchor else float(point[player - (player > anchor)])
               for player in range(contestants)]  # fmt: skip
    if len(blocks) < 2:
        return [Estimate(ELO * rating, None, None) for rating in ratings]
    weights = totals(columns, seed)
    weights[:, single] += extra_weights(seats_part, seed) * per_block
    samples = ELO * fit(model, weights)
    return [
        Estimate(0.0, None, None) if player == anchor
        else interval(ELO * rating, samples[:, player - (player > anchor)])
        for player, rating in enumerate(ratings)
    ]  # fmt: skip


def _wins_alone(model: Model) -> tuple[Ints, Floats]:
    """Return the rows of the wins by one player, and which part of the seats was the winner's."""
    rows, parts = [], []
    for (group, won), row in model.rows.items():
        if len(won) == 1:
            rows.append(row)
            parts.append(group.count(won[0]) / len(group))
    return np.array(rows), np.array(parts)


def expected_share(elo: float, mine: int, others: int) -> float:
    """Return what each of `mine` seats of one player wins of a game without ties.

    Parameters
    ----------
    elo : float
        Its rating above that of the `others`, all of one player.

    Examples
    --------
    >>> expected_share(0, 1, 2) == 1 / 3
    True
    >>> round(expected_share(100, 1, 1), 4)
    0.6401
    """
    strength = 10 ** (elo / 400)
    return float(strength / (mine * strength + others))

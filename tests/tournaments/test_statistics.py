import math

import numpy as np
import pytest
from scipy import stats

from tournaments.schedule import Pairing
from tournaments.statistics import (
    Games,
    block_means,
    estimate,
    estimate_share,
    summarise,
    t_quantile,
)
from tournaments.store import Played


def played(number, block, seating, utilities, scores=None, decisions=10, moves=12):
    scores = utilities if scores is None else scores
    return Played(Pairing(number, block, seating), 0, utilities, scores, decisions, moves)


@pytest.mark.parametrize("p", [0.9, 0.975, 0.995])
def test_t_quantile_agrees_with_scipy(p):
    for freedom in [*range(1, 60), 99, 199, 200, 201, 202, 500, 10**4, 10**6]:
        assert t_quantile(p, freedom) == pytest.approx(stats.t.ppf(p, freedom), rel=1e-7)


def test_estimate_by_hand():
    # Block means 0.5, 0.75, 0.25, 1: mean 0.625, s^2 = 0.3125 / 3, t(3) = 3.18245.
    values = np.array([0.0, 1.0, 0.5, 1.0, 0.0, 0.5, 1.0, 1.0])
    blocks = np.array([0, 0, 1, 1, 2, 2, 3, 3])
    found = estimate(values, blocks)
    margin = 3.182446 * math.sqrt(0.3125 / 3 / 4)
    assert found.mean == 0.625
    assert found.low == pytest.approx(0.625 - margin, abs=1e-6)
    assert found.high == pytest.approx(0.625 + margin, abs=1e-6)


def test_share_of_single_games_is_wilsons_interval():
    # Newcombe (1998): 81 of 263 has the 95% score interval 0.2553 to 0.3662.
    found = estimate_share(np.repeat([1.0, 0.0], [81, 182]), np.arange(263))
    assert found.mean == 81 / 263
    assert found.low == pytest.approx(0.2553, abs=5e-4)
    assert found.high == pytest.approx(0.3662, abs=5e-4)


def test_block_means_do_not_need_sorted_games():
    means, sizes = block_means(np.array([1.0, 5.0, 3.0, 7.0]), np.array([4, 2, 4, 2]))
    assert means.tolist() == [6.0, 2.0]
    assert sizes.tolist() == [2.0, 2.0]


def test_one_block_has_no_interval():
    found = estimate_share(np.array([0.0, 1.0]), np.array([0, 0]))
    assert (found.mean, found.low, found.high) == (0.5, None, None)


def test_unanimous_blocks_are_not_certain():
    # Clopper and Pearson: 10 of 10 successes have the lower limit 0.025 ** (1 / 10) = 0.6915.
    found = estimate_share(np.ones(10), np.arange(10))
    assert (found.mean, found.high) == (1, 1)
    assert found.low == pytest.approx(stats.beta.ppf(0.025, 10, 1))
    lost = estimate_share(np.zeros(10), np.arange(10))
    assert (lost.mean, lost.low) == (0, 0)
    assert lost.high == pytest.approx(1 - found.low)
    half = estimate_share(np.full(10, 0.5), np.arange(10))
    assert half.low == pytest.approx(found.low / 2)
    assert half.high == pytest.approx(1 - found.low / 2)


# Values of a block's mean and their probabilities: even and one-sided pairs, and three seats.
CASES = [
    ((0, 0.5, 1), (0.25, 0.5, 0.25)),
    ((0, 0.5, 1), (0.1, 0.4, 0.5)),
    ((0, 0.5, 1), (0.02, 0.1, 0.88)),
    ((0.5, 1), (0.05, 0.95)),
    ((0, 1), (0.1, 0.9)),
    ((0, 1 / 6, 1 / 3, 1 / 2, 1), (0.2, 0.3, 0.3, 0.15, 0.05)),
]


@pytest.mark.parametrize("blocks", [10, 100])
@pytest.mark.parametrize(("values", "chances"), CASES)
def test_share_intervals_cover_the_truth(values, chances, blocks):
    rng = np.random.default_rng([blocks, len(values), round(100 * chances[0])])
    truth = float(np.dot(values, chances))
    index = np.arange(blocks)
    hits = 0
    for _ in range(600):
        found = estimate_share(rng.choice(values, blocks, p=chances), index)
        assert 0 <= found.low <= found.mean <= found.high <= 1
        hits += found.low <= truth <= found.high
    # 600 rounds find 95% give or take 1.8%; few blocks take few values, so it may be more.
    assert 0.92 <= hits / 600 <= (1 if blocks == 10 else 0.985)


def test_score_intervals_cover_the_truth():
    rng = np.random.default_rng(5)
    index = np.repeat(np.arange(12), 2)
    hits = 0
    for _ in range(600):
        luck = np.repeat(rng.normal(70, 20, 12), 2)
        found = estimate(luck + rng.normal(0, 10, 24), index)
        hits += found.low <= 70 <= found.high
    assert 0.925 <= hits / 600 <= 0.975


def test_blocks_matter_where_games_depend_on_each_other():
    # Both games of a block have the same result: 40 games tell no more than 20.
    rng = np.random.default_rng(3)
    index = np.repeat(np.arange(20), 2)
    hits = 0
    for _ in range(1000):
        found = estimate_share(np.repeat(rng.integers(0, 2, 20).astype(float), 2), index)
        hits += found.low <= 0.5 <= found.high
    assert 0.93 <= hits / 1000 <= 0.98


def test_summary_of_two_players_by_hand():
    games = Games.of([
        played(0, 0, (0, 1), (1.0, 0.0), (30, 20), 10, 12),
        played(1, 0, (1, 0), (0.0, 1.0), (20, 30), 20, 26),
        played(2, 1, (0, 1), (0.5, 0.5), (25, 25), 30, 40),
        played(3, 1, (1, 0), (1.0, 0.0), (40, 10), 40, 50),
    ])
    summary = summarise(games, 2)
    first, second = summary.standings
    assert (first.contestant, second.contestant) == (0, 1)
    assert first.win_share.mean == 0.625
    assert first.score.mean == 23.75
    assert first.games == 4
    assert first.seats == (0.75, 0.5)
    assert second.seats == (0.5, 0.25)
    # Block means 1 and 0.25: the standard error is 0.375, t(1) = 12.706.
    assert first.score.low == pytest.approx(23.75 - 12.7062 * 6.25, abs=1e-3)
    assert 0 <= first.win_share.low < 0.1
    assert 0.9 < first.win_share.high <= 1
    assert [seat.mean for seat in summary.seats] == [0.625, 0.375]
    assert [(pair.first, pair.second, pair.games) for pair in summary.pairs] == [
        (0, 1, 4), (1, 0, 4)
    ]  # fmt: skip
    assert [pair.share.mean for pair in summary.pairs] == [0.625, 0.375]
    assert (summary.decisions.mean, summary.decisions.least, summary.decisions.most) == (25, 10, 40)
    assert summary.moves.mean == 32
    assert (summary.blocks, summary.games) == (2, 4)


def test_three_seats_with_two_players():
    games = Games.of([played(0, 0, (0, 0, 1), (0.0, 1.0, 0.0)), played(1, 0, (0, 1, 1), (0, 0, 1))])
    summary = summarise(games, 2)
    by_number = {standing.contestant: standing for standing in summary.standings}
    assert by_number[0].win_share.mean == pytest.approx(1 / 3)
    assert by_number[0].games == by_number[1].games == 2
    assert by_number[0].seats == (0.0, 1.0, None)
    # Four comparisons: equal, ahead, equal, behind.
    assert summary.pairs[0].share.mean == 0.5
    assert summary.pairs[0].games == 2


def test_players_that_never_met_make_no_pair():
    games = Games.of([played(0, 0, (0, 1), (1, 0)), played(1, 1, (0, 2), (1, 0))])
    met = {(pair.first, pair.second) for pair in summarise(games, 3).pairs}
    assert met == {(0, 1), (1, 0), (0, 2), (2, 0)}


def test_no_games():
    with pytest.raises(ValueError, match="no games"):
        Games.of([])

import math

import numpy as np
import pytest
from scipy import stats

from tournaments.resampling import SAMPLES, totals
from tournaments.schedule import Pairing
from tournaments.statistics import Games, block_means, estimate, estimate_share, summarise
from tournaments.store import Played


def played(number, block, seating, utilities, scores=None, decisions=10, moves=12, forfeit=None):
    scores = utilities if scores is None else scores
    pairing = Pairing(number, block, seating)
    return Played(pairing, 0, utilities, scores, decisions, moves, forfeit)


def test_share_of_single_games_is_jeffreys_interval():
    # Brown, Cai and DasGupta (2001): the quantiles of Beta(wins + 1/2, losses + 1/2).
    found = estimate_share(np.repeat([1.0, 0.0], [81, 182]), np.arange(263))
    assert found.mean == 81 / 263
    assert found.low == pytest.approx(stats.beta.ppf(0.025, 81.5, 182.5), abs=0.004)
    assert found.high == pytest.approx(stats.beta.ppf(0.975, 81.5, 182.5), abs=0.004)


def test_block_means_do_not_need_sorted_games():
    means, sizes = block_means(np.array([1.0, 5.0, 3.0, 7.0]), np.array([4, 2, 4, 2]))
    assert means.tolist() == [6.0, 2.0]
    assert sizes.tolist() == [2.0, 2.0]


def test_one_block_has_no_interval():
    found = estimate_share(np.array([0.0, 1.0]), np.array([0, 0]))
    assert (found.mean, found.low, found.high) == (0.5, None, None)


def test_unanimous_blocks_are_not_certain():
    found = estimate_share(np.ones(10), np.arange(10))
    assert (found.mean, found.high) == (1, 1)
    assert found.low == pytest.approx(stats.beta.ppf(0.025, 10.5, 0.5), abs=0.02)
    lost = estimate_share(np.zeros(10), np.arange(10))
    assert (lost.mean, lost.low) == (0, 0)
    assert lost.high == pytest.approx(1 - found.low, abs=0.02)
    half = estimate_share(np.full(10, 0.5), np.arange(10))
    assert half.low < 0.48 < 0.52 < half.high


# Values of a block's mean and their probabilities: even and one-sided pairs, and three seats.
CASES = [
    ((0, 0.5, 1), (0.25, 0.5, 0.25)),
    ((0, 0.5, 1), (0.1, 0.4, 0.5)),
    ((0, 0.5, 1), (0.02, 0.1, 0.88)),
    ((0.5, 1), (0.05, 0.95)),
    ((0, 1), (0.1, 0.9)),
    ((0, 1 / 6, 1 / 3, 1 / 2, 1), (0.2, 0.3, 0.3, 0.15, 0.05)),
]


@pytest.mark.parametrize("blocks", [4, 10, 100])
@pytest.mark.parametrize(("values", "chances"), CASES)
def test_share_intervals_cover_the_truth(values, chances, blocks):
    rng = np.random.default_rng([blocks, len(values), round(100 * chances[0])])
    truth = float(np.dot(values, chances))
    index = np.arange(blocks)
    hits, rounds = 0, 400
    for _ in range(rounds):
        found = estimate_share(rng.choice(values, blocks, p=chances), index)
        assert 0 <= found.low <= found.mean <= found.high <= 1
        hits += found.low <= truth <= found.high
    # 400 rounds find 95% give or take 2.2%; few blocks take few values, so it may be more.
    assert 0.9 <= hits / rounds <= (0.985 if blocks == 100 else 1)


def test_score_intervals_cover_the_truth():
    rng = np.random.default_rng(5)
    index = np.repeat(np.arange(12), 2)
    hits = 0
    for _ in range(400):
        luck = np.repeat(rng.normal(70, 20, 12), 2)
        found = estimate(luck + rng.normal(0, 10, 24), index)
        assert found.low <= found.mean <= found.high
        hits += found.low <= 70 <= found.high
    assert 0.925 <= hits / 400 <= 0.985


def test_blocks_matter_where_games_depend_on_each_other():
    # Both games of a block have the same result: 40 games tell no more than 20.
    rng = np.random.default_rng(3)
    index = np.repeat(np.arange(20), 2)
    hits = 0
    for _ in range(400):
        found = estimate_share(np.repeat(rng.integers(0, 2, 20).astype(float), 2), index)
        hits += found.low <= 0.5 <= found.high
    assert 0.92 <= hits / 400 <= 0.98


def test_a_seed_fixes_the_resamples_however_they_are_drawn(monkeypatch):
    columns = np.random.default_rng(1).random((30, 2))
    one = totals(columns, 5)
    assert one.shape == (SAMPLES, 2)
    assert (totals(columns, 5) == one).all()
    assert not (totals(columns, 6) == one).any()
    monkeypatch.setattr("tournaments.resampling.MOST_WEIGHTS", 100)
    assert totals(columns, 5) == pytest.approx(one)


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
    assert (first.rank, second.rank) == (1, 2)
    assert first.ranks == second.ranks == (1, 2)
    assert first.win_share.mean == 0.625
    assert first.score.mean == 23.75
    assert first.games == 4
    assert first.seats == (0.75, 0.5)
    assert second.seats == (0.5, 0.25)
    assert 0 <= first.win_share.low < 0.3
    assert 0.9 < first.win_share.high <= 1
    # The resamples are of the same blocks, so what one has the other lacks.
    assert second.win_share.low == pytest.approx(1 - first.win_share.high, abs=0.05)
    assert [seat.mean for seat in summary.seats] == [0.625, 0.375]
    assert [(pair.first, pair.second, pair.games) for pair in summary.pairs] == [
        (0, 1, 4), (1, 0, 4)
    ]  # fmt: skip
    assert [pair.share.mean for pair in summary.pairs] == [0.625, 0.375]
    assert sum(pair.superiority for pair in summary.pairs) == 1
    assert summary.pairs[0].superiority > 0.5
    assert (summary.decisions.mean, summary.decisions.least, summary.decisions.most) == (25, 10, 40)
    assert summary.moves.mean == 32
    assert (summary.blocks, summary.games) == (2, 4)


def test_superiority_of_single_games_is_that_of_a_beta_distribution():
    games = [played(n, n, (0, 1), (1.0, 0.0) if n < 18 else (0.0, 1.0)) for n in range(30)]
    pair = summarise(Games.of(games), 2).pairs[0]
    assert pair.superiority == pytest.approx(stats.beta.sf(0.5, 18.5, 12.5), abs=0.03)


def test_ranks_have_intervals():
    # 0 beats both always, 1 and 2 are level: 0 is first, the others are not told apart.
    rng = np.random.default_rng(2)
    games = []
    for block in range(60):
        for pair in ((0, 1), (0, 2), (1, 2)):
            won = 1.0 if pair[0] == 0 else float(rng.integers(2))
            games.append(played(len(games), block, pair, (won, 1 - won)))
    summary = summarise(Games.of(games), 3)
    ranks = {standing.contestant: standing.ranks for standing in summary.standings}
    assert ranks == {0: (1, 1), 1: (2, 3), 2: (2, 3)}


def test_equals_share_the_better_rank():
    games = Games.of([played(0, 0, (0, 1), (0.5, 0.5)), played(1, 1, (1, 0), (0.5, 0.5))])
    assert [standing.rank for standing in summarise(games, 2).standings] == [1, 1]


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
    assert summary.pairs[0].superiority is None


def test_players_that_never_met_make_no_pair():
    games = Games.of([played(0, 0, (0, 1), (1, 0)), played(1, 1, (0, 2), (1, 0))])
    met = {(pair.first, pair.second) for pair in summarise(games, 3).pairs}
    assert met == {(0, 1), (1, 0), (0, 2), (2, 0)}


def test_teams_meet_in_their_blocks():
    # Team 0 wins blocks 0 and 1, team 1 block 1: ahead once, level once.
    games = Games.of([
        played(0, 0, (0, 0), (1.0, 1.0)), played(1, 0, (1, 1), (0.0, 0.0)),
        played(2, 1, (0, 0), (1.0, 1.0)), played(3, 1, (1, 1), (1.0, 1.0)),
    ])  # fmt: skip
    summary = summarise(games, 2, together=True)
    assert [standing.win_share.mean for standing in summary.standings] == [1.0, 0.5]
    assert summary.pairs[0].share.mean == 0.75
    assert summary.pairs[0].games == 2
    assert summary.standings[1].rating.mean < 0


def test_mixed_teams_are_not_compared_within_a_game():
    games = Games.of([played(0, 0, (0, 1), (1.0, 1.0)), played(1, 1, (1, 0), (0.0, 0.0))])
    summary = summarise(games, 2, together=True)
    assert summary.pairs == ()
    assert [standing.rating for standing in summary.standings] == [None, None]


def test_forfeited_games_count_as_results_but_not_as_scores():
    nothing = (math.nan, math.nan)
    games = Games.of([
        played(0, 0, (0, 1), (1.0, 0.0), nothing, forfeit=1),
        played(1, 0, (1, 0), (0.0, 1.0), (10, 20)),
        played(2, 1, (0, 1), (1.0, 0.0), nothing, forfeit=1),
        played(3, 1, (1, 0), (0.0, 1.0), (12, 22)),
    ])  # fmt: skip
    first, second = summarise(games, 2).standings
    assert (first.forfeits, second.forfeits) == (0, 2)
    assert (first.score.mean, second.score.mean) == (21, 11)
    assert second.win_share.mean == 0
    lost = Games.of([played(0, 0, (0, 1), (1.0, 0.0), nothing, forfeit=1)])
    assert [standing.score for standing in summarise(lost, 2).standings] == [None, None]


def test_no_games():
    with pytest.raises(ValueError, match="no games"):
        Games.of([])


def test_many_games_are_read_in_batches(monkeypatch):
    rows = [played(n, n // 2, (0, 1), (1.0, 0.0)) for n in range(25)]
    one = Games.of(rows)
    monkeypatch.setattr("tournaments.statistics.BATCH", 10)
    other = Games.of(iter(rows))
    assert (one.blocks == other.blocks).all()
    assert other.utilities.shape == (25, 2)

from math import log

import choix
import numpy as np
import pytest
from scipy import optimize

from tournaments.ratings import ELO, Meetings, expected_share, fit, make_model, rate, wins_of

TRUE = np.array([0.0, 0.5, -0.4, 1.0])


def fitted(wins, contestants, anchor):
    """Return the log strengths of all but the anchor, from wins alone."""
    model = make_model(wins, contestants, anchor)
    weights = np.zeros((1, len(model.features)))
    for win in wins:
        weights[0, model.rows[win]] += 1
    return fit(model, weights)[0][: contestants - 1]


def test_pairs_without_ties_agree_with_choix():
    rng = np.random.default_rng(0)
    data = []
    for _ in range(300):
        i, j = rng.choice(4, 2, replace=False)
        data.append((i, j) if rng.random() < 1 / (1 + np.exp(TRUE[j] - TRUE[i])) else (j, i))
    found = choix.opt_pairwise(4, data, alpha=1e-9)
    wins = [win for i, j in data for win in wins_of((i, j), (1.0, 0.0))]
    assert fitted(wins, 4, 0) == pytest.approx((found - found[0])[1:], abs=1e-5)


def test_whole_orders_agree_with_choix():
    rng = np.random.default_rng(1)
    orders = [tuple(np.argsort(-(TRUE + rng.gumbel(size=4)))) for _ in range(200)]
    found = choix.opt_rankings(4, orders, alpha=1e-9)
    wins = [win for order in orders for win in wins_of(order, (4.0, 3.0, 2.0, 1.0))]
    assert fitted(wins, 4, 1) == pytest.approx(np.delete(found - found[1], 1), abs=1e-5)


def test_a_win_of_one_seat_agrees_with_choix():
    rng = np.random.default_rng(2)
    data, wins = [], []
    for _ in range(300):
        group = rng.choice(4, 3, replace=False)
        best = int(np.argmax(TRUE[group] + rng.gumbel(size=3)))
        data.append((int(group[best]), [int(i) for k, i in enumerate(group) if k != best]))
        wins += wins_of(group, np.eye(3)[best])
    found = choix.opt_top1(4, data, alpha=1e-9)
    assert fitted(wins, 4, 0) == pytest.approx((found - found[0])[1:], abs=1e-5)


def test_ties_are_davidsons():
    # Davidson (1970): strengths s, t and a tie in proportion to d * sqrt(s * t).
    counts = {(0,): 50, (1,): 30, (0, 1): 20}

    def unlikelihood(x):
        weights = {(0,): 0.0, (1,): x[0], (0, 1): x[1] + x[0] / 2}
        total = np.logaddexp.reduce(list(weights.values()))
        return -sum(count * (weights[won] - total) for won, count in counts.items())

    found = optimize.minimize(unlikelihood, [0, 0]).x
    wins = [((0, 1), won) for won, count in counts.items() for _ in range(count)]
    assert fitted(wins, 2, 0)[0] == pytest.approx(found[0], abs=1e-4)


def test_a_player_in_two_seats_counts_twice():
    # With strengths 1, 1 and t the third wins a part t / (2 + t); it won 2 of 3.
    wins = [((0, 0, 1), (1,))] * 2 + [((0, 0, 1), (0,))]
    assert fitted(wins, 2, 0)[0] == pytest.approx(log(4))


def test_two_players_without_ties_have_the_elo_of_their_share():
    meetings = Meetings(np.arange(100), np.tile([0, 1], (100, 1)),
                        np.repeat([[1.0, 0.0], [0.0, 1.0]], [25, 75], axis=0))  # fmt: skip
    first, second = rate(meetings, 2, 0, seed=1)
    assert (first.mean, first.low, first.high) == (0.0, None, None)
    assert second.mean == pytest.approx(ELO * log(75.5 / 25.5))
    assert expected_share(second.mean, 1, 1) == pytest.approx(75.5 / 101)
    assert second.low < second.mean < second.high
    turned = rate(meetings, 2, 1, seed=1)
    assert turned[0].mean == pytest.approx(-second.mean)
    assert turned[0].low == pytest.approx(-second.high)


def test_intervals_cover_the_truth():
    rng = np.random.default_rng(4)
    hits, rounds = 0, 150
    for _ in range(rounds):
        players = np.tile([0, 1, 2], (60, 1))
        best = np.argmax(TRUE[:3] + rng.gumbel(size=(60, 3)), axis=1)
        ratings = rate(Meetings(np.arange(60), players, np.eye(3)[best]), 3, 0, seed=1)
        hits += ratings[1].low <= ELO * TRUE[1] <= ratings[1].high
        hits += ratings[2].low <= ELO * TRUE[2] <= ratings[2].high
    assert 0.91 <= hits / (2 * rounds) <= 0.99


def test_a_clean_sweep_stays_finite_and_wide():
    meetings = Meetings(np.arange(20), np.tile([0, 1], (20, 1)), np.tile([1.0, 0.0], (20, 1)))
    second = rate(meetings, 2, 0, seed=1)[1]
    assert -700 < second.mean < -600
    assert second.low < -1000
    assert second.high > -450


def test_one_block_has_ratings_without_intervals():
    meetings = Meetings(np.zeros(2, int), np.array([[0, 1], [1, 0]]), np.array([[1, 0], [1, 0.0]]))
    assert [(found.mean, found.low) for found in rate(meetings, 2, 0, seed=1)] == [
        (0.0, None), (pytest.approx(0), None)
    ]  # fmt: skip


def test_those_who_took_no_part_are_left_out():
    meetings = Meetings(np.arange(4), np.tile([0, -1, 2], (4, 1)),
                        np.array([[1, -1, 0], [0, -1, 1.0]] * 2))  # fmt: skip
    ratings = rate(meetings, 3, 0, seed=1)
    assert ratings[2].mean == pytest.approx(0)
    assert ratings[1].mean == 0

import math

import numpy as np
import pytest
from scipy import optimize

from tournaments.ratings import ELO, expected_share
from tournaments.schedule import round_robin
from tournaments.sequential import (
    BadRule,
    Sprt,
    SprtRule,
    UntilRule,
    llr,
    normalized_llr,
    parse_sprt,
)
from tournaments.statistics import estimate_share

# fastchess, app/tests/sprt_test.cpp: numbers of blocks by score, from no win to all, and the LLR,
# given to two digits after the point. First pairs of games, then single games.
PUBLISHED = [
    ("normalized", (365, 16618, 36229, 16974, 390), 0, 2, 2.25),
    ("normalized", (127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01),
    ("logistic", (223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
    ("logistic", (871, 26175, 55983, 26678, 821), 0, 2, -4.98),
    ("normalized", (36027, 68692, 36433), 0, 2, 0.92),
    ("normalized", (10650, 20431, 10871), -1.75, 0.25, 2.30),
    ("logistic", (21184, 40708, 21404), 0.5, 2.5, -1.57),
    ("logistic", (57030, 106593, 57433), 0, 2, -2.59),
]


def ratio(model, counts, elo0, elo1):
    counts = np.array(counts, dtype=float)
    scores = np.linspace(0, 1, len(counts))
    if model == "logistic":
        return llr(scores, counts, tuple(expected_share(elo, 1, 1) for elo in (elo0, elo1)))
    scale = math.sqrt((len(counts) - 1) / 2) / (2 * ELO)
    return normalized_llr(scores, counts, 0.5, (scale * elo0, scale * elo1))


@pytest.mark.parametrize(("model", "counts", "elo0", "elo1", "published"), PUBLISHED)
def test_published_ratios(model, counts, elo0, elo1, published):
    assert ratio(model, counts, elo0, elo1) == pytest.approx(published, abs=0.006)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_the_distributions_are_the_likeliest(model):
    # A general optimiser finds the same greatest likelihoods under the same constraint.
    counts = np.array([3.0, 8.0, 12.0, 14.0, 7.0])
    scores = np.linspace(0, 1, 5)
    means = tuple(expected_share(elo, 1, 1) for elo in (-20, 60))
    distances = tuple(math.sqrt(2) / (2 * ELO) * elo for elo in (-20, 60))

    def excess(chances, at):
        mean = chances @ scores
        if model == "logistic":
            return mean - means[at]
        return mean - 0.5 - distances[at] * math.sqrt(chances @ (scores - mean) ** 2)

    best = [
        -optimize.minimize(
            lambda chances: -counts @ np.log(chances), counts / counts.sum(),
            bounds=[(1e-6, 1)] * 5, options={"ftol": 1e-13, "maxiter": 500},
            constraints=[{"type": "eq", "fun": lambda chances: chances.sum() - 1},
                         {"type": "eq", "fun": excess, "args": (at,)}]).fun
        for at in (0, 1)
    ]  # fmt: skip
    near = 1e-4 if model == "logistic" else 0.01
    assert ratio(model, counts, -20, 60) == pytest.approx(best[1] - best[0], abs=near)


def test_bounds_are_walds():
    assert Sprt(alpha=0.05, beta=0.05).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(alpha=0.01, beta=0.1).bounds == pytest.approx((-2.293, 4.5), abs=1e-3)


def test_text_round_trips():
    assert parse_sprt("elo0=-1.75 elo1=0.25").text == "elo0=-1.75 elo1=0.25 alpha=0.05 beta=0.05"
    text = "elo0=0 elo1=5 alpha=0.1 beta=0.2 model=normalized"
    assert parse_sprt(text).text == parse_sprt(parse_sprt(text).text).text == text
    assert parse_sprt("elo1=5, alpha=0.1") == Sprt(elo1=5, alpha=0.1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is not expected; it takes elo0, elo1, alpha, beta, model"),
        ("elo=5", "'elo=5' is not expected"),
        ("elo0", "'elo0' is not expected"),
        ("elo0=x", "elo0=x: a number from -2000 to 2000"),
        ("elo0=nan", "elo0=nan: a number"),
        ("alpha=0", "alpha=0: a number from 1e-06 to 0.5"),
        ("alpha=0.5 beta=0.5", "less than 1 together"),
        ("elo0=5 elo1=5", "elo0 must be less than elo1"),
        ("elo0=5 elo0=6", "given twice"),
        ("model=pentanomial", "one of logistic, normalized"),
    ],
)
def test_texts_that_make_no_test(text, said):
    with pytest.raises(BadRule, match=said):
        parse_sprt(text)


def play(rng, seatings, elo):
    """Return one block of games, won as Luce's axiom says, without ties."""
    strength = np.array([10 ** (elo / 400), 1.0])
    games = []
    for seating in seatings:
        chances = strength[list(seating)]
        winner = rng.choice(len(seating), p=chances / chances.sum())
        games.append((seating, tuple(np.eye(len(seating))[winner])))
    return games


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_expected_scores_are_what_games_have(seats):
    seatings = round_robin(2, seats).seatings
    rule = SprtRule(Sprt(), seatings, shared=True)
    assert rule.mean(0) == pytest.approx(1 / seats)
    rng = np.random.default_rng(seats)
    scores = [rule.score(play(rng, seatings, 120)) for _ in range(1500)]
    error = np.std(scores) / math.sqrt(len(scores))
    assert abs(np.mean(scores) - rule.mean(120)) < 4 * error
    assert rule.mean(120) - rule.mean(0) > 10 * error


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("seats", [2, 3])
def test_errors_are_as_seldom_as_asked_for(seats, model):
    # With wide bounds few blocks decide; errors wanted: 10%.
    runs = 60 if model == "logistic" else 20
    seatings = round_robin(2, seats).seatings
    test = Sprt(elo0=0, elo1=150, alpha=0.1, beta=0.1, model=model)
    rng = np.random.default_rng([seats, len(model)])
    wrong = {"H0": 0, "H1": 0}
    for truth, elo in (("H0", 0), ("H1", 150)):
        for _ in range(runs):
            rule = SprtRule(test, seatings, shared=True)
            while not rule.add(play(rng, seatings, elo)):
                assert rule.blocks < 2000
            wrong[truth] += rule.accepted != truth
    # In three seats 150 logistic Elo are not 150 normalized ones: only H0 is exact for both.
    assert wrong["H0"] <= runs / 5
    assert model == "normalized" or wrong["H1"] <= runs / 5


def test_a_rule_tells_where_it_stands():
    rule = SprtRule(Sprt(elo1=200), ((0, 1), (1, 0)), shared=True)
    assert not rule.add([((0, 1), (1.0, 0.0)), ((1, 0), (0.0, 1.0))])
    assert rule.tell().startswith("no decision between 0 and 200 Elo, LLR 0.4")
    while not rule.add([((0, 1), (1.0, 0.0)), ((1, 0), (0.5, 0.5))]):
        pass
    assert rule.tell().startswith("H1 accepted: 200 Elo rather than 0, LLR ")
    assert rule.data()["accepted"] == "H1"
    assert rule.blocks >= 10


def test_teams_and_unshared_results_are_compared():
    teams = SprtRule(Sprt(), ((0, 0), (1, 1)), shared=False)
    assert teams.score([((0, 0), (1.0, 1.0)), ((1, 1), (0.0, 0.0))]) == 1
    assert teams.score([((0, 0), (1.0, 1.0)), ((1, 1), (1.0, 1.0))]) == 0.5
    assert teams.score([((1, 1), (1.0, 1.0)), ((0, 0), (0.0, 0.0))]) == 0
    own = SprtRule(Sprt(), ((0, 1), (1, 0)), shared=False)
    assert own.score([((0, 1), (0.7, 0.6)), ((1, 0), (0.4, 0.4))]) == 0.75
    assert own.mean(0) == 0.5


def test_until_stops_when_the_reported_interval_is_narrow():
    rng = np.random.default_rng(1)
    rule = UntilRule(0.08, 2, seed=3)
    games = []
    while not rule.add(games[-1:] if games else [((0, 1), (1.0, 0.0))]):
        won = float(rng.integers(2))
        games.append(((0, 1), (won, 1 - won)))
        assert rule.blocks < 1000
    values = np.array([1.0] + [utilities[0] for _, utilities in games])
    found = estimate_share(values, np.arange(len(values)), seed=3)
    assert rule.blocks == len(values)
    assert 100 < rule.blocks < 200
    assert (found.high - found.low) / 2 <= 0.08
    assert rule.data()["widest"] <= 0.08

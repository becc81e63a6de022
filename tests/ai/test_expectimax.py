"""Expectimax beside a plain enumeration: values, chance, budgets, worlds, honesty."""

import math
from dataclasses import replace

import pytest
from beowulf_kit import arranged, filled
from endgames import Endgame, after, expectimax
from walks import decisions, seat_counts

from ai import knowledge
from ai.budget import Limit
from ai.expectimax import Expectimax
from ai.policy import Evaluator
from core import game
from core.rng import Stream

SHAPES = [
    {"empty": 3, "stock": 0, "hands": (1, 1), "supplies": (2, 1)},
    {"empty": 3, "stock": 2, "hands": (1, 0), "supplies": (0, 1)},
    {"empty": 2, "stock": 3, "hands": (1, 1), "supplies": (1, 1)},
    {"empty": 2, "stock": 0, "hands": (3, 2), "supplies": (0, 0)},
    {"players": 3, "empty": 3, "stock": 0, "hands": (1, 1, 1), "supplies": (1, 1, 0)},
    {"players": 4, "empty": 2, "stock": 1, "hands": (0, 1, 0, 1), "supplies": (1, 0, 0, 1)},
]


def searcher(state):
    return Expectimax(state, knowledge.evaluator(state.setup) or Evaluator())


def same(report):
    """Return a report without what may differ between equal searches, comparable by ==."""
    return repr(replace(report, seconds=0.0))


def opening(players=2, seed=1):
    """Return the first decision of a game of Beowulf with hands dealt at random."""
    state = game.load("beowulf", players=players, seed=seed)
    stream = Stream(seed, "opening")
    while state.is_chance:
        state.play(state.sample(stream))
    return state


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_values_are_those_of_plain_enumeration(shape, depth):
    """Eight endgames of each shape, the evaluator at the horizon."""
    differ = 0
    for seed in range(8):
        state = Endgame(seed, **SHAPES[shape]).position()
        evaluator = knowledge.evaluator(state.setup)
        search = searcher(state)
        if depth and state.mover >= 0:  # from inside a turn too
            state = after(state, state.legal_actions()[seed % len(state.legal_actions())])
        plain = expectimax(state, evaluator, depth)
        assert search.values(state, depth) == pytest.approx(plain, abs=1e-12)
        differ += plain != pytest.approx(evaluator.evaluate(state), abs=1e-9)
    assert depth == 0 or differ


def test_to_the_end_no_evaluator_is_asked():
    for seed in range(8):
        state = Endgame(seed, empty=2, stock=2, supplies=(1, 1)).position()
        plain = expectimax(state)
        assert searcher(state).values(state, 40) == pytest.approx(plain, abs=1e-12)
        assert Expectimax(state, Evaluator()).values(state, 40) == pytest.approx(plain, abs=1e-12)


def test_chance_counts_with_its_exact_probability():
    """One space, one draw: the value is a sum over the stock, copy by copy."""
    stock = ["a3_none_p6", "a3_none_m6", "a3_none_m6", "a3_none_p1"]
    board = filled(3, empty=["c3"], filler=(1, "longship"))
    board[1, 2] = (0, "beowulf")  # c2, beside the space
    state = arranged(act=3, board=board, stock=stock, hands=[[], []])
    ours, theirs = state.observation(0).pending
    state = arranged(
        act=3, board=board, stock=stock, hands=[[], []],
        points=[max(0, theirs - ours), max(0, ours - theirs)],
    )  # fmt: skip
    state.play("tile")
    assert sorted(p for _, p in state.chance_outcomes()) == [0.25, 0.25, 0.5]
    by_tile = [(p, searcher(state).values(after(state, a), 9)) for a, p in state.chance_outcomes()]
    assert len({tuple(values) for _, values in by_tile}) > 1
    exact = [math.fsum(p * values[seat] for p, values in by_tile) for seat in (0, 1)]
    assert searcher(state).values(state, 9) == pytest.approx(exact, abs=1e-15)


@pytest.mark.parametrize("worlds", [1, 3])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_search_tells_the_values_of_its_actions(depth, worlds):
    """Where all is known every world is the same, and errors are 0."""
    for seed in range(6):
        state = Endgame(seed, empty=3, stock=0, supplies=(2, 1)).position()
        evaluator = knowledge.evaluator(state.setup)
        report = searcher(state).search(state, Limit(nodes=10**9), Stream(1), depth, worlds)
        assert report.depth == depth
        assert report.iterations == worlds
        assert sorted(row.action for row in report.actions) == state.legal_actions()
        for row in report.actions:
            plain = expectimax(after(state, row.action), evaluator, depth - 1)
            assert row.values == pytest.approx(plain, abs=1e-12)
            assert row.visits == worlds
            assert math.isnan(row.error) if worlds == 1 else row.error == pytest.approx(0, abs=1e-9)
        best = [row.values[state.mover] for row in report.actions]
        assert best == sorted(best, reverse=True)
        assert report.chosen == report.best.action


def test_deep_positions_fit():
    """Forty decisions ahead from a position with many small decisions left."""
    state = Endgame(2, empty=4, stock=0, hands=(2, 2), supplies=(0, 0)).position()
    plain = expectimax(state)
    assert searcher(state).values(state, 40) == pytest.approx(plain, abs=1e-12)


# ---------------------------------------------------------------- worlds


def test_all_actions_are_judged_in_the_same_worlds():
    """A placement that gives two mirrored actions gives them equal values, world by world.

    In worlds of their own their values would differ by luck.
    """
    state = arranged(
        act=3, board=filled(3, empty=["a1", "j5", "e3"], filler=(1, "longship")),
        supplies=[(1, 0, 0, 0), (1, 1, 0, 0)],
        hands=[["a3_none_p1"], ["a3_none_p6", "a3_none_m6"]],
        stock=["a3_none_p5", "a3_none_m5", "a3_none_p4"],
    )  # fmt: skip
    state.play("figure beowulf")
    report = searcher(state).search(state, Limit(nodes=10**6), Stream(1), 3, 5)
    corners = {row.text: row.values for row in report.actions if row.text in ("at a1", "at j5")}
    assert corners["at a1"] == pytest.approx(corners["at j5"], abs=1e-12)


def test_errors_are_over_worlds():
    state = Endgame(4, empty=3, stock=3, hands=(1, 2), supplies=(1, 0), shown=False).position()
    report = searcher(state).search(state, Limit(nodes=10**6), Stream(1), 5, 20)
    deals = []
    stream = Stream(1)
    for _ in range(20):
        deal = state.clone()
        deal.redeal(0, stream)
        deals.append(deal)
    errors = set()
    for row in report.actions:
        values = [searcher(state).values(after(deal, row.action), report.depth - 1)[0]
                  for deal in deals]  # fmt: skip
        mean = math.fsum(values) / 20
        assert row.values[0] == pytest.approx(mean, abs=1e-12)
        variance = math.fsum((value - mean) ** 2 for value in values) / 19
        assert row.error == pytest.approx(math.sqrt(variance / 20), abs=1e-12)
        errors.add(row.error)
    assert max(errors) > 0


# ---------------------------------------------------------------- budgets


def test_a_bound_on_nodes_returns_the_last_completed_depth():
    """Growing bounds reach growing depths; each report is that of a search of that depth."""
    state = opening(2, 3)
    free = {
        depth: searcher(state).search(state, None, Stream(1), depth, 2) for depth in (1, 2, 3)
    }  # fmt: skip
    assert free[1].nodes < free[2].nodes < free[3].nodes
    reached = set()
    for nodes in (1, free[1].nodes + 50, free[2].nodes + 50, free[3].nodes + 50, 10**9):
        report = searcher(state).search(state, Limit(nodes=nodes), Stream(1), 3, 2)
        reached.add(report.depth)
        assert report.actions == free[report.depth].actions
        assert report.chosen == free[report.depth].chosen
        if report.depth < 3:
            # Depth 1 is always completed; then the search stops at once but for a few siblings.
            assert report.nodes <= max(nodes, free[1].nodes) + 3000
    assert reached == {1, 2, 3}


def test_time_ends_the_search():
    state = opening(2, 3)
    report = searcher(state).search(state, Limit(seconds=0.05), Stream(1), 40, 1)
    assert 1 <= report.depth < 40
    assert report.seconds < 20


def test_a_spent_budget_does_not_cut_the_next_search():
    state = opening(2, 3)
    search = searcher(state)
    fresh = search.search(state, None, Stream(1), 2, 1)
    search.search(state, Limit(nodes=1), Stream(1), 3, 1)
    assert same(search.search(state, None, Stream(1), 2, 1)) == same(fresh)
    assert search.values(state, 2) == searcher(state).values(state, 2)


def test_a_forced_decision_returns_at_once():
    state = arranged(act=3, board=filled(3, empty=["c3"]), supplies=[(1, 0, 0, 0), (0, 0, 0, 0)])
    report = searcher(state).search(state, Limit(nodes=10), Stream(1), 3)
    assert report.forced
    assert report.chosen == state.legal_actions()[0]
    assert (report.nodes, report.seconds) == (0, 0.0)


def test_a_position_without_a_decision_is_refused():
    state = game.load("beowulf", players=2, seed=1)
    with pytest.raises(ValueError, match="no seat decides here"):
        searcher(state).search(state, Limit(nodes=10), Stream(1))


# ---------------------------------------------------------------- every phase, honestly


@pytest.mark.parametrize(("name", "players"), seat_counts())
def test_every_phase_and_seat_count(name, players):
    """The state handed in stays as it was; equal seeds give equal reports; nothing is peeked at."""
    stream = Stream("other truths")
    told_apart = 0
    for state in decisions(name, players, seed=4, every=60):
        before = state.to_bytes()
        limit = Limit(nodes=3000)
        report = searcher(state).search(state, limit, Stream("worlds"), 2, 2)
        assert state.to_bytes() == before
        assert report.seat == state.mover
        assert sorted(row.action for row in report.actions) == state.legal_actions()
        for row in report.actions:
            assert all(0.0 <= value <= 1.0 for value in row.values)
            if state.setup.utility == "team":
                assert max(row.values) == pytest.approx(min(row.values))
            else:
                assert math.fsum(row.values) == pytest.approx(1.0)
        at = state.clone()
        assert report.variation[0] == report.best.text
        for text in report.variation:
            assert at.mover == state.mover or (at.mover >= 0 and not game.get(name).traits.hidden)
            at.play(text)
        for _ in range(2):
            other = state.clone()
            other.redeal(state.mover, stream)
            told_apart += other.key() != state.key()
            again = searcher(state).search(other, limit, Stream("worlds"), 2, 2)
            assert same(again) == same(report)
    if game.get(name).traits.hidden:
        assert told_apart > (0 if game.get(name).traits.simultaneous else 10)


def test_seeds_and_worlds_change_the_values():
    state = Endgame(4, empty=3, stock=3, hands=(1, 2), supplies=(1, 0), shown=False).position()
    reports = [
        searcher(state).search(state, None, Stream(seed), 5, worlds).actions
        for seed, worlds in ((1, 1), (2, 1), (1, 3))
    ]
    assert len({repr(rows) for rows in reports}) == 3

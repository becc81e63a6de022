"""Pruned expectimax beside plain: equal values, fewer nodes; paranoid, sampling, the table."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from beowulf_kit import arranged, filled
from endgames import Endgame, after, expectimax

from ai import knowledge
from ai.budget import Limit
from ai.expectimax import Expectimax, prunable
from ai.policy import Evaluator
from ai.transpositions import Transpositions
from core import game
from core.rng import Stream
from core.state import CHANCE_MOVER, TERMINAL_MOVER

PRUNES = ("none", "star1", "star2")
TABLE = 1 << 16


def searcher(state, prune="none", table=0, evaluator=None, **more):
    evaluator = evaluator or knowledge.evaluator(state.setup) or Evaluator()
    return Expectimax(
        state, evaluator, knowledge.policy(state.setup), prune=prune, table=table, **more
    )


def walk(name, seed, steps, **options):
    """Return up to `steps` decisions of one random game, and the chance nodes between them."""
    state = game.load(name, seed=seed, **options)
    stream = Stream("walk", seed)
    found = []
    while not state.is_terminal and len(found) < steps:
        found.append(state.clone())
        actions = state.legal_actions()
        state.play(actions[stream.below(len(actions))] if actions else state.sample(stream))
    return found


def pig(target, thrown):
    """Return decisions of Pig, or throws."""
    found = [state for seed in range(9) for state in walk("pig", seed, 30, target=target)
             if state.is_chance == thrown]  # fmt: skip
    return found[:: max(1, len(found) // 8)]


def tictactoe():
    return [state for seed in range(4) for state in walk("tictactoe", seed, 9)[2:]]


def endgames(**shape):
    return [Endgame(seed, **shape).position() for seed in range(6)]


SETS = {
    "throws of pig": (lambda: pig(10, True), (0, 1, 2)),
    "pig to 3": (lambda: pig(3, False), (0, 1, 2, 3)),
    "pig to 10": (lambda: pig(10, False), (0, 1, 2, 3)),
    "tic-tac-toe": (tictactoe, (0, 1, 2, 4, 9)),
    "beowulf": (lambda: endgames(empty=3, stock=3, hands=(1, 1), supplies=(1, 1)), (1, 2, 3, 40)),
    "quacks": (lambda: walk("quacks", 3, 400)[12::17], (0, 1, 2)),
    "defenders": (lambda: walk("defenders", 2, 200)[60::11], (1,)),
}


@pytest.mark.parametrize("name", SETS)
def test_pruning_and_the_table_change_no_value(name):
    """And fewer nodes are visited: Star2 no more than Star1, Star1 no more than plain.

    Star2 counts on the table, in which it finds again what it probed.
    """
    make, depths = SETS[name]
    states = make()
    assert len(states) >= 3
    for depth in depths:
        plain = [searcher(state).values(state, depth) for state in states]
        for table in (0, TABLE):
            visited = []
            for prune in PRUNES:
                search = searcher(states[0], prune, table)
                visited.append(0)
                for state, values in zip(states, plain, strict=True):
                    assert search.values(state, depth) == pytest.approx(values, abs=1e-12)
                    visited[-1] += search.nodes
            plainly, star1, star2 = visited
            assert star2 <= plainly
            assert star2 <= star1 if table else star1 <= plainly
            assert depth < 3 or star2 <= 0.75 * plainly


@pytest.mark.parametrize("prune", PRUNES)
def test_plain_enumeration_says_the_same(prune):
    for state in endgames(empty=3, stock=2, hands=(1, 1), supplies=(1, 1)):
        evaluator = knowledge.evaluator(state.setup)
        for depth in (0, 1, 2, 3, 40):
            search = searcher(state, prune, TABLE)
            plain = expectimax(state, evaluator, depth)
            assert search.values(state, depth) == pytest.approx(plain, abs=1e-12)


# ---------------------------------------------------------------- paranoid


def paranoid(state, seat, evaluator, depth):
    """Return the value to `seat` when all others want it to be low, by plain enumeration."""
    if state.mover == TERMINAL_MOVER:
        return state.utilities()[seat]
    if depth <= 0 and evaluator.quiet(state):
        return evaluator.evaluate(state)[seat]
    if state.mover == CHANCE_MOVER:
        return math.fsum(p * paranoid(after(state, a), seat, evaluator, depth)
                         for a, p in state.chance_outcomes())  # fmt: skip
    best = max if state.mover == seat else min
    return best(paranoid(after(state, a), seat, evaluator, depth - 1)
                for a in state.legal_actions())  # fmt: skip


@pytest.mark.parametrize("prune", PRUNES)
@pytest.mark.parametrize("table", [0, TABLE])
def test_paranoid_is_that_of_plain_enumeration(prune, table):
    shape = {"players": 3, "empty": 3, "stock": 2, "hands": (1, 0, 1), "supplies": (1, 1, 0)}
    differ = 0
    for state in endgames(**shape):
        evaluator = knowledge.evaluator(state.setup)
        search = searcher(state, prune, table, mode="paranoid")
        for depth in (1, 2, 3, 40):
            plain = paranoid(state, 0, evaluator, depth)
            values = search.values(state, depth)
            assert values[0] == pytest.approx(plain, abs=1e-12)
            assert all(math.isnan(value) for value in values[1:])
            differ += abs(plain - expectimax(state, evaluator, depth)[0]) > 1e-6
        assert search.values(state, 3, 1)[1] == pytest.approx(
            paranoid(state, 1, evaluator, 3), abs=1e-12)  # fmt: skip
    assert differ


def test_paranoid_needs_to_know_for_whom():
    state = game.load("vikings", players=3, seed=1)
    assert state.is_chance
    search = searcher(state, mode="paranoid")
    with pytest.raises(ValueError, match="for which seat"):
        search.values(state, 1)
    with pytest.raises(ValueError, match="seats 0 to 2"):
        search.values(state, 1, 3)


def test_with_two_seats_both_modes_are_the_same():
    for state in pig(5, False):
        one, other = searcher(state), searcher(state, mode="paranoid")
        assert one.values(state, 2) == other.values(state, 2)


# ---------------------------------------------------------------- what fits which game


def test_where_bounds_may_prune():
    fits = {(name, players): prunable(game.load(name, players=players, seed=1).setup)
            for name, players in (("beowulf", 2), ("beowulf", 3), ("vikings", 3), ("pig", 2),
                                  ("defenders", 1), ("defenders", 3))}  # fmt: skip
    assert fits == {("beowulf", 2): True, ("beowulf", 3): False, ("vikings", 3): False,
                    ("pig", 2): True, ("defenders", 1): True, ("defenders", 3): True}  # fmt: skip
    own = game.load("defenders", players=2, seed=1, objective="champion").setup
    assert own.utility == "own"
    assert not prunable(own)
    assert prunable(own, "paranoid")


@pytest.mark.parametrize(("options", "told"), [
    ({"prune": "star2"}, "two seats"),
    ({"prune": "star3"}, "one of none, star1, star2"),
    ({"mode": "team"}, "one of maxn, paranoid"),
    ({"outcomes": 0}, "from 1 to 512"),
    ({"outcomes": 513}, "from 1 to 512"),
    ({"table": -1}, "at least 1"),
])  # fmt: skip
def test_what_does_not_fit_is_refused(options, told):
    state = game.load("vikings", players=3, seed=1)
    with pytest.raises(ValueError, match=told):
        Expectimax(state, Evaluator(), **options)


# ---------------------------------------------------------------- the search


@pytest.mark.parametrize("worlds", [1, 4])
@pytest.mark.parametrize("prune", ["star1", "star2"])
def test_the_best_action_has_its_value_and_the_others_that_or_a_bound(prune, worlds):
    bounds = 0
    for seed in range(8):
        state = Endgame(seed, empty=3, stock=3, hands=(1, 1), supplies=(1, 1),
                        shown=False).position()  # fmt: skip
        plain = searcher(state).search(state, None, Stream(1), 3, worlds)
        report = searcher(state, prune, TABLE).search(state, None, Stream(1), 3, worlds)
        exact = {row.action: row for row in plain.actions}
        assert report.best.values == pytest.approx(plain.best.values, abs=1e-12)
        assert exact[report.chosen].values == pytest.approx(plain.best.values, abs=1e-12)
        assert not report.best.bound
        assert report.nodes < plain.nodes
        mover = state.mover
        for row in report.actions:
            told = exact[row.action]
            if row.bound:
                bounds += 1
                assert math.isnan(row.error)
                assert 1 <= row.visits <= worlds
                assert told.values[mover] - 1e-12 <= row.values[mover]
                assert row.values[mover] <= report.best.values[mover]
                assert math.fsum(row.values) == pytest.approx(1.0)
            else:
                assert row.values == pytest.approx(told.values, abs=1e-12)
                assert worlds == 1 or row.error == pytest.approx(told.error, abs=1e-12)
    assert bounds > 5


@pytest.mark.parametrize("prune", PRUNES)
def test_deepening_finds_more_in_the_table(prune):
    """Equal reports but for the nodes, and the variation where two are as good."""
    for state in tictactoe()[::3]:
        bare, tabled = (
            searcher(state, prune, table).search(state, Limit(nodes=10**7), Stream(1), 9)
            for table in (0, TABLE)
        )
        assert tabled.best.values == pytest.approx(bare.best.values, abs=1e-12)
        assert tabled.depth == bare.depth
        assert tabled.nodes < bare.nodes or bare.forced or bare.nodes < 100


def test_the_variation_is_the_best_play_of_all_seats():
    """Where nothing is hidden and nothing drawn it leads to the end, and to the value."""
    state = game.load("tictactoe")
    for text in ("a1", "b2"):
        state.play(text)
    for prune in PRUNES:
        report = searcher(state, prune, TABLE).search(state, None, Stream(1), 9)
        at = state.clone()
        for text in report.variation:
            at.play(text)
        assert len(report.variation) == 7 or at.is_terminal
        assert at.utilities() == pytest.approx(report.best.values)


def test_a_spent_budget_leaves_nothing_in_the_table():
    state = endgames(empty=3, stock=3, hands=(1, 1), supplies=(1, 1))[0]
    search = searcher(state, "star2", TABLE)
    fresh = search.search(state, None, Stream(1), 4, 1)
    for nodes in (1, 50, 400):
        search.search(state, Limit(nodes=nodes), Stream(1), 40, 1)
        again = search.search(state, None, Stream(1), 4, 1)
        assert repr(replace(again, seconds=0.0)) == repr(replace(fresh, seconds=0.0))


def test_long_chains_of_chance_are_no_transpositions():
    """A throw of 1 leads back to the same position, deeper: its cut-off value must not be kept."""
    state = walk("pig", 1, 1, target=3)[0]
    for prune in PRUNES:
        bare, small = searcher(state, prune), searcher(state, prune, 64)
        assert small.values(state, 3) == pytest.approx(bare.values(state, 3), abs=1e-12)


# ---------------------------------------------------------------- sampled chance


def first_draws(seed, players=2):
    """Return a decision of Beowulf behind which tiles are drawn from a full stock."""
    return Endgame(seed, players=players, empty=2, stock=9, hands=(1, 0),
                   supplies=(0, 1)).position()  # fmt: skip


def test_a_sample_is_spread_evenly_and_free_of_bias():
    """Over many seeds the mean is the exact value, and no draw misses a likely outcome."""
    state = after(first_draws(1), first_draws(1).legal_actions()[0])
    while state.mover != CHANCE_MOVER:
        state = after(state, state.legal_actions()[0])
    outcomes = len(state.chance_outcomes())
    assert outcomes > 4
    exact = searcher(state).values(state, 1)[0]
    for prune in PRUNES:
        search = searcher(state, prune, outcomes=4)
        sampled = [search.values(state, 1, seed=seed)[0] for seed in range(400)]
        mean = math.fsum(sampled) / len(sampled)
        variance = math.fsum((value - mean) ** 2 for value in sampled) / (len(sampled) - 1)
        assert variance > 0
        assert abs(mean - exact) <= 5 * math.sqrt(variance / len(sampled))
        everything = searcher(state, prune, outcomes=outcomes)
        assert everything.values(state, 1)[0] == pytest.approx(exact, abs=1e-12)


def test_sampling_visits_fewer_and_pruning_does_not_change_what_it_finds():
    for seed in range(4):
        state = first_draws(seed)
        exact = searcher(state)
        exact.values(state, 3)
        plain = searcher(state, outcomes=3)
        values = plain.values(state, 3, seed=7)
        assert plain.nodes < exact.nodes
        for prune in PRUNES:
            for table in (0, TABLE):
                search = searcher(state, prune, table, outcomes=3)
                assert search.values(state, 3, seed=7) == pytest.approx(values, abs=1e-12)


def test_actions_and_worlds_share_the_luck_of_a_sample():
    """Two placements that mirror each other are worth the same to the last digit, draw by draw.

    Each is followed by the draw of one tile out of many; with luck of their own they would differ.
    """
    state = arranged(
        act=3, board=filled(3, empty=["a1", "j5", "e3"], filler=(1, "longship")),
        supplies=[(1, 0, 0, 0), (1, 0, 0, 0)], hands=[[], []],
        stock=["a3_none_p1", "a3_none_p6", "a3_none_m6", "a3_none_p5", "a3_none_m5", "a3_none_p4"],
    )  # fmt: skip
    state.play("figure beowulf")
    found = set()
    for seed in range(8):
        report = searcher(state, outcomes=1).search(state, None, Stream(seed), 4, 3)
        values = {row.text: row.values for row in report.actions}
        assert values["at a1"] == values["at j5"]
        assert report.best.error < 1e-15  # the worlds are equal, and so is their luck
        found.add(values["at a1"])
    assert len(found) > 1


# ---------------------------------------------------------------- the table


def test_a_table_keeps_the_deepest_of_a_full_cluster():
    table = Transpositions(1)
    assert table.room == 4
    assert table.bytes == 4 * 64
    assert table.get(5) is None
    for key, depth in ((1, 4), (2, 1), (3, 3), (4, 2)):
        table.store(key, depth, key / 10)
    assert [table.get(key) for key in (1, 2, 3, 4)] == [(4, 0.1), (1, 0.2), (3, 0.3), (2, 0.4)]
    table.store(5, 0, 0.5)  # in the place of the shallowest
    assert table.get(2) is None
    assert table.get(5) == (0, 0.5)
    table.store(1, 6, 0.6)
    assert table.get(1) == (6, 0.6)
    table.forget()
    assert all(table.get(key) is None for key in range(6))


def test_a_table_forgets_however_often_it_is_asked():
    """The number of a search has 16 bits: when it wraps, nothing old comes back."""
    table = Transpositions(4)
    for _ in range(3):
        table.store(9, 1, 0.25)
        for _ in range(65_535):
            table.forget()
        assert table.get(9) is None


def test_room_is_a_power_of_two():
    rooms = [Transpositions(entries).room for entries in (1, 4, 5, 1000, 1024)]
    assert rooms == [4, 4, 8, 1024, 1024]
    for small, large in pairwise(sorted(rooms)):
        assert large % small == 0
    with pytest.raises(ValueError, match="at least 1"):
        Transpositions(0)


def test_a_small_table_is_right_too():
    for state in endgames(empty=3, stock=3, hands=(1, 1), supplies=(1, 1))[:3]:
        plain = searcher(state).values(state, 4)
        for prune in PRUNES:
            for table in (1, 64):
                search = searcher(state, prune, table)
                assert search.values(state, 4) == pytest.approx(plain, abs=1e-12)

"""ISMCTS: its counts, its limits, its honesty, and what it converges to."""

import math
from dataclasses import replace

import pytest
from beowulf_kit import arranged, filled
from endgames import Endgame, action_values, belief_action_values
from walks import decisions, seat_counts, walk

from ai import ismcts as module
from ai import knowledge
from ai.budget import Limit
from ai.expectimax import Expectimax
from ai.ismcts import KEYS, Ismcts, Tree
from ai.policy import Policy
from core import game
from core.rng import Stream


def opening(players=2, seed=1):
    """Return the first decision of a game of Beowulf with hands dealt at random."""
    state = game.load("beowulf", players=players, seed=seed)
    stream = Stream(seed, "opening")
    while state.is_chance:
        state.play(state.sample(stream))
    return state


def same(report):
    """Return a report without what may differ between equal searches, comparable by ==."""
    return repr(replace(report, seconds=0.0))


def searcher(state, **changes):
    """Return ISMCTS with the game's advice; `changes` are its own."""
    if changes.pop("prior", True):
        changes["advisor"] = knowledge.policy(state.setup)
    return Ismcts(changes.pop("policy", Policy()), **changes)


# ---------------------------------------------------------------- one decision


def test_a_forced_decision_returns_at_once():
    state = arranged(act=3, board=filled(3, empty=["c3"]), supplies=[(1, 0, 0, 0), (0, 0, 0, 0)])
    assert len(state.legal_actions()) == 1
    report = Ismcts(Policy()).search(state, Limit(iterations=10**9), 1)
    assert report.forced
    assert (report.iterations, report.nodes, report.best.visits) == (0, 0, 0)
    assert report.chosen == state.legal_actions()[0]
    assert report.seconds == 0.0


def test_a_position_without_a_decision_is_refused():
    state = game.load("beowulf", players=2, seed=1)
    assert state.is_chance
    with pytest.raises(ValueError, match="no seat decides here"):
        Ismcts(Policy()).search(state, Limit(iterations=5), 1)
    *_, end = walk(state, 1)
    with pytest.raises(ValueError, match="no seat decides here"):
        Ismcts(Policy()).search(end, Limit(iterations=5), 1)


def test_what_makes_no_searcher_is_refused():
    with pytest.raises(ValueError, match="one of mo, so, open"):
        Ismcts(Policy(), keys="mono")
    with pytest.raises(ValueError, match="cutoff needs an evaluator"):
        Ismcts(Policy(), cutoff=3).search(opening(), Limit(iterations=5), 1)


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize(("name", "players"), seat_counts(reference=True))
def test_every_phase_and_seat_count(name, players, keys):
    """Every legal action is told, visits add up, values are shares or one of a team."""
    for state in decisions(name, players, seed=4, every=40):
        before = state.to_bytes()
        for prior, policy in ((False, Policy()), (True, knowledge.policy(state.setup))):
            search = searcher(state, keys=keys, prior=prior, policy=policy or Policy())
            report = search.search(state, Limit(iterations=60), "phase")
            assert state.to_bytes() == before
            assert not report.forced
            assert report.seat == state.mover
            assert report.iterations == 60
            assert sum(row.visits for row in report.actions) == 60
            assert sorted(row.action for row in report.actions) == state.legal_actions()
            assert report.chosen == report.best.action
            assert 1 <= report.depth <= 60
            assert 2 <= report.nodes <= 60 + search.trees
            for row in report.actions:
                assert row.text == state.text(row.action)
                if row.visits:
                    assert all(0.0 <= value <= 1.0 for value in row.values)
                    if state.setup.utility == "team":
                        assert len(set(row.values)) == 1
                    else:
                        assert math.fsum(row.values) == pytest.approx(1.0)
                assert math.isnan(row.error) == (row.visits < 2)


@pytest.mark.parametrize("keys", KEYS)
def test_the_variation_can_be_played(keys):
    """The mover's own decisions come first; a reply is one that the replier may have."""
    lengths = set()
    for seed in range(12):
        state = Endgame(seed, empty=3, hands=(2, 2), supplies=(1, 1), shown=False).position()
        report = Ismcts(Policy(), keys=keys).search(state, Limit(iterations=3000), seed)
        lengths.add(len(report.variation))
        for i, text in enumerate(report.variation):
            assert state.mover >= 0
            action = state.action(text)
            if state.mover != report.seat and action not in state.legal_actions():
                assert text.startswith("play ")  # a tile of another world
                break
            assert i > 0 or action == report.chosen
            state.play(action)
    assert max(lengths) > 3


def test_without_a_prior_every_action_is_tried_first():
    state = opening()
    state.play("figure castle")
    count = len(state.legal_actions())
    assert count == 25
    report = Ismcts(Policy(), trees=1).search(state, Limit(iterations=count), 1)
    assert [row.visits for row in report.actions] == [1] * count
    fewer = Ismcts(Policy(), trees=1).search(state, Limit(iterations=count - 5), 1)
    assert sorted(row.visits for row in fewer.actions) == [0] * 5 + [1] * (count - 5)


def grown(state, keys, iterations, **changes):
    """Return one tree after some iterations, without a prior unless told."""
    evaluator = changes.pop("evaluator", None)
    tree = Tree(
        state, Stream("grown"), Policy(), evaluator, KEYS[keys], -1 if evaluator is None else 0,
        0.7, changes.pop("weight", 0.0), knowledge.policy(state.setup),
    )  # fmt: skip
    assert tree.run(iterations, 1 << 40) == tree.iterations == iterations
    return tree


def test_the_root_adds_up():
    """With an evaluator, whose values are neither 0 nor 1, so that squares are not values."""
    state = opening()
    tree = grown(state, "mo", 5000, evaluator=knowledge.evaluator(state.setup))
    rows = tree.root_rows()
    assert sorted(rows) == state.legal_actions()
    assert sum(visits for visits, _, _ in rows.values()) == 5000
    for visits, sums, squares in rows.values():
        assert math.fsum(sums) == pytest.approx(visits)
        assert sums[0] ** 2 / visits - 1e-9 <= squares < 0.9 * sums[0]
    assert tree.collisions == 0
    assert tree.bytes > 32 * tree.nodes
    visits, value, table_rows = tree.node_at(state)
    assert visits == 5000
    assert value == pytest.approx(math.fsum(sums[0] for _, sums, _ in rows.values()))
    # Every action is open at every visit of the root.
    assert [row[:3] for row in table_rows] == [
        (action, rows[action][0], 5000) for action in state.legal_actions()
    ]


def replies(tree, state, keys):
    """Yield the nodes of the decisions after each of the mover's actions that the tree has."""
    for action in state.legal_actions():
        at, decisions = state.clone(), [action]
        at.play(action)
        while at.mover >= 0 and len(at.legal_actions()) == 1:
            at.play(at.legal_actions()[0])
        if at.mover >= 0 and (node := tree.node_at(at, decisions)):
            yield at, node


@pytest.mark.parametrize("weight", [0.0, 3.0])
@pytest.mark.parametrize("keys", KEYS)
def test_an_inner_node_adds_up_for_its_own_mover(keys, weight):
    """Its first visit is a playout; each other one goes on to one action."""
    others = 0
    for seed in range(8):
        state = Endgame(seed, empty=2, hands=(0, 2), supplies=(2, 1)).position()
        state.play(state.legal_actions()[0])  # choose a space for a figure; then seat 1 decides
        tree = grown(state, keys, 3000, weight=weight)
        for at, (visits, value, rows) in replies(tree, state, keys):
            tried = sum(row[1] for row in rows)
            assert tried == visits - 1
            total = math.fsum(row[3][at.mover] for row in rows)
            assert -1e-9 <= value - total <= 1 + 1e-9
            assert all(available == tried for _, _, available, _ in rows)
            others += at.mover != state.mover and total != pytest.approx(tried / 2)
    assert others >= 4


def test_availability_is_counted():
    """A tile that the other seat may hold is open only in the worlds in which it does.

    Seat 1 holds two of four tiles that seat 0 cannot tell apart, and draws a third.
    """
    seen = 0
    for seed in range(8):
        endgame = Endgame(seed, empty=2, stock=2, hands=(0, 2), supplies=(1, 0), shown=False)
        state = endgame.position()
        state.play(state.legal_actions()[0])
        if state.phase != "D1s":
            continue
        tree = grown(state, "so", 8000)
        for at, (visits, _, rows) in drawn_replies(tree, state):
            assert at.mover == 1
            tried = sum(row[1] for row in rows)
            assert tried == visits - 1
            if len(rows) < 4 or tried < 1000:
                continue
            seen += 1
            for _, times, available, _ in rows:
                assert times <= available
                assert available == pytest.approx(0.75 * tried, abs=5 * math.sqrt(tried))
    assert seen >= 4


def drawn_replies(tree, state):
    """Yield the nodes at which seat 1, after its draw, chooses a tile."""
    for action in state.legal_actions():
        at = state.clone()
        at.play(action)
        at.play("tile")
        at.play(at.chance_outcomes()[0][0])
        if node := tree.node_at(at):
            yield at, node


# ---------------------------------------------------------------- the same again


@pytest.mark.parametrize("keys", KEYS)
def test_the_same_seed_gives_the_same_report_at_growing_budgets(keys):
    state = opening(3)
    for step in range(20):
        limit = Limit(iterations=2 + 3 * step * step)
        first, second = (
            searcher(state, keys=keys).search(state, limit, 5, "repro") for _ in range(2)
        )
        assert same(first) == same(second)


def test_a_searcher_keeps_nothing_between_searches():
    search = searcher(opening())
    states = [opening(2, 1), opening(2, 2), opening(2, 1)]
    first, _, again = (search.search(state, Limit(iterations=300), 1) for state in states)
    assert same(first) == same(again)


@pytest.mark.parametrize("trees", [2, 3, 5])
@pytest.mark.parametrize("limit", [
    Limit(iterations=1001), Limit(nodes=501), Limit(iterations=901, nodes=701),
])  # fmt: skip
def test_threads_do_not_change_the_result(trees, limit):
    state = opening(2, 3)
    alone, *others = (
        searcher(state, trees=trees, threads=threads).search(state, limit, 1)
        for threads in (1, 2, 4)
    )
    assert all(same(other) == same(alone) for other in others)


def test_seeds_and_trees_change_the_result():
    state = opening()
    limit = Limit(iterations=200)
    reports = [same(searcher(state).search(state, limit, seed)) for seed in (1, 2, "1", 3)]
    reports += [same(searcher(state, trees=trees).search(state, limit, 1)) for trees in (1, 3, 7)]
    assert len(set(reports)) == len(reports)


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize("trees", [1, 2, 3, 7])
@pytest.mark.parametrize("iterations", [7, 100, 1003])
def test_iterations_are_exact(trees, iterations):
    report = searcher(opening(), trees=trees).search(opening(), Limit(iterations=iterations), 1)
    assert report.iterations == iterations == sum(row.visits for row in report.actions)


@pytest.mark.parametrize("trees", [1, 2, 3])
@pytest.mark.parametrize("nodes", [20, 333, 1000])
def test_nodes_are_a_bound(trees, nodes):
    report = searcher(opening(), trees=trees).search(opening(), Limit(nodes=nodes), 1)
    assert report.nodes == nodes


def test_a_bound_on_nodes_ends_where_there_are_fewer_nodes():
    """The tree of an endgame is small: a match with nodes alone must not hang on its last turn."""
    state = Endgame(1, empty=1, stock=0, hands=(2, 1), supplies=(1, 0)).position()
    for limit in (Limit(nodes=5000), Limit(nodes=1)):
        report = Ismcts(Policy()).search(state, limit, 1)
        assert 1 <= report.nodes < 100
        assert 1 <= report.iterations <= 10 * limit.nodes


def test_the_first_bound_ends_the_search():
    state = opening()
    few = searcher(state).search(state, Limit(iterations=50, nodes=10**6, seconds=60), 1)
    assert few.iterations == 50
    small = searcher(state).search(state, Limit(iterations=10**9, nodes=50, seconds=60), 1)
    assert small.nodes == 50
    brief = searcher(state).search(state, Limit(iterations=10**9, nodes=10**9, seconds=0.05), 1)
    assert 0 < brief.iterations < 10**9
    assert brief.seconds < 20


@pytest.mark.parametrize("threads", [1, 2])
def test_seconds_end_the_search(threads):
    state = opening()
    search = searcher(state, trees=3, threads=threads)
    report = search.search(state, Limit(seconds=0.05), 1)
    assert 0.04 < report.seconds < 20
    assert sum(row.visits for row in report.actions) == report.iterations >= 3


def test_as_many_threads_as_asked_for_grow_trees(monkeypatch):
    asked = []

    class Pool(module.ThreadPoolExecutor):
        def __init__(self, workers):
            asked.append(workers)
            super().__init__(workers)

    monkeypatch.setattr(module, "ThreadPoolExecutor", Pool)
    for threads in (1, 2, 3, 8):
        searcher(opening(), trees=3, threads=threads).search(opening(), Limit(iterations=9), 1)
    assert asked == [2, 3, 3]


def test_an_error_in_a_thread_is_told():
    search = Ismcts(Policy(), cutoff=1, trees=2, threads=2)
    with pytest.raises(ValueError, match="cutoff needs an evaluator"):
        search.search(opening(), Limit(iterations=100), 1)


# ---------------------------------------------------------------- honesty


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize(("name", "players"), seat_counts(reference=True))
def test_the_hidden_truth_changes_nothing(name, players, keys):
    """Two tables that the mover cannot tell apart give the same report, to the last digit."""
    if not game.get(name).traits.hidden:
        pytest.skip("nothing is hidden")
    stream = Stream("other truths")
    told_apart = 0
    for state in decisions(name, players, seed=6, every=60 if name in game.names() else 1):
        reports = []
        for _ in range(3):
            other = state.clone()
            if reports:
                other.redeal(state.mover, stream)
                told_apart += other.key() != state.key()
            search = searcher(state, keys=keys)
            reports.append(same(search.search(other, Limit(iterations=120), "peek")))
        assert len(set(reports)) == 1
    little = game.get(name).traits.simultaneous or name not in game.names()
    assert told_apart > (0 if little else 10)


@pytest.mark.parametrize("keys", KEYS)
def test_nobody_beats_luck(keys):
    """Seat 0 draws from six tiles, or keeps what it has: its value is no more than by chance."""
    for seed in range(6):
        endgame = Endgame(seed, empty=1, stock=6, hands=(1, 0), supplies=(1, 0))
        state = endgame.position()
        exact = action_values(state)
        report = Ismcts(Policy(), keys=keys).search(state, Limit(iterations=20_000), seed)
        for row in report.actions:
            assert row.values[0] <= exact[row.action] + 5 * (row.error or 0) + 1e-9


def test_errors_shrink_with_visits():
    """A hundred times the visits make the error ten times smaller, roughly."""
    state = opening(2, 2)
    few = Ismcts(Policy()).search(state, Limit(iterations=100), 1).best
    many = Ismcts(Policy()).search(state, Limit(iterations=10_000), 1).best
    expected = few.error * math.sqrt(few.visits / many.visits)
    assert expected / 2 < many.error < expected * 2


def test_errors_are_standard_errors():
    """Of one action alone: visits, mean and error agree with its outcomes of 0, 1/2 and 1."""
    state = opening(2, 2)
    for row in Ismcts(Policy()).search(state, Limit(iterations=5000), 1).actions:
        mean = row.values[state.mover]
        assert row.error <= math.sqrt(mean * (1 - mean) / (row.visits - 1)) + 1e-12
        assert row.error >= 0.9 * math.sqrt(mean * (1 - mean) / (row.visits - 1))


# ---------------------------------------------------------------- good answers

SETTINGS = {
    "random": {"prior": False},
    "prior": {},
    "cutoff": {"cutoff": 2},
}


def answers(state):
    """Yield (name, action) of every searcher's answer."""
    evaluator = knowledge.evaluator(state.setup)
    for keys in KEYS:
        for name, changes in SETTINGS.items():
            search = searcher(state, keys=keys, **changes)
            if "cutoff" in changes:
                search.evaluator = evaluator
            yield f"{keys} {name}", search.search(state, Limit(iterations=3000), 1).chosen
    report = Expectimax(state, evaluator).search(state, Limit(nodes=10**7), Stream(1), depth=8)
    yield "expectimax", report.chosen


@pytest.mark.parametrize(("diamonds", "good"), [
    (4, {"figure beowulf"}),
    (3, {"figure beowulf", "figure thane"}),
])  # fmt: skip
def test_the_last_space(diamonds, good):
    """One space is left, beside a tile of value 6: only a figure of so many diamonds wins."""
    board = filled(3, empty=["c3"], things={"c2": "a3_none_p6"}, filler=(1, "longship"))
    position = {"act": 3, "board": board, "supplies": [(1, 1, 1, 0), (0, 0, 0, 0)]}
    ours, theirs = arranged(**position).observation(0).pending
    behind = theirs - ours - 6 * diamonds + 1
    state = arranged(**position, points=[max(0, behind), max(0, -behind)])
    winning = {action for action, value in action_values(state).items() if value == 1.0}
    assert {state.text(action) for action in winning} == good
    for who, action in answers(state):
        assert action in winning, who


@pytest.mark.parametrize("empty", [1, 2])
def test_one_winning_action(empty):
    """Endgames in which one action wins for certain and every other one may lose."""
    found = 0
    for seed in range(400):
        state = Endgame(seed, empty=empty, hands=(2, 1), supplies=(2, 0)).position()
        values = action_values(state)
        best, *others = sorted(values.values(), reverse=True)
        if best == 1.0 and others and others[0] <= 0.5:
            found += 1
            winning = max(values, key=values.get)
            for who, action in answers(state):
                assert action == winning, (who, seed)
            if found == 5:
                return
    pytest.fail("too few such endgames")


# ---------------------------------------------------------------- convergence


def interesting(exact):
    """True if actions differ, so that there is something to find."""
    return max(exact.values()) - min(exact.values()) > 0.02


def converges(state, exact, keys, prior, iterations=20_000):
    """Compare with the exact value of every action: the best one's value and the choice.

    Means lag behind the maximum by what exploration costs.
    """
    search = Ismcts(
        Policy(), keys=keys, c=1.0, advisor=knowledge.policy(state.setup) if prior else None
    )
    report = search.search(state, Limit(iterations=iterations), 1)
    best = max(exact.values())
    assert exact[report.chosen] >= best - 0.03
    assert report.best.values[state.mover] == pytest.approx(best, abs=0.08)
    for row in report.actions:
        if row.visits > iterations / 4:
            assert row.values[state.mover] == pytest.approx(exact[row.action], abs=0.08)


CASES = {
    # Nothing is hidden and no draw is left: the three keys see the same tree.
    "all known": ({"empty": 3, "stock": 0, "supplies": (2, 1)}, tuple(KEYS)),
    # The other seat's last turn depends on what it draws.
    "draws": ({"empty": 2, "stock": 2, "supplies": (1, 0)}, ("mo", "so")),
    "a draw and a last choice": ({"empty": 1, "stock": 3, "hands": (1, 0), "supplies": (1, 0)},
                                 tuple(KEYS)),
    "a larger hand": ({"empty": 2, "stock": 0, "hands": (3, 2), "supplies": (1, 1)}, tuple(KEYS)),
    # The other seat has one of three tiles and knows which; it may draw another.
    "hidden": ({"empty": 2, "stock": 2, "shown": False}, ("mo", "so")),
    "hidden, no draws for seat 0": ({"empty": 2, "stock": 1, "supplies": (2, 0), "shown": False},
                                    ("mo", "so")),
    "three seats": ({"players": 3, "empty": 3, "stock": 0, "hands": (1, 1, 1),
                     "supplies": (1, 1, 1)}, tuple(KEYS)),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_values_converge_to_exact_ones(case):
    """Beside a plain enumeration of every play, draw and hidden hand."""
    changes, modes = CASES[case]
    found = 0
    for seed in range(80):
        endgame = Endgame(seed, **changes)
        state = endgame.position()
        if len(state.legal_actions()) < 2 or state.mover != 0:
            continue
        exact = action_values(state) if endgame.shown else belief_action_values(endgame.worlds())
        if not interesting(exact):
            continue
        if state.players > 2 and action_values(state, last=True) != exact:
            continue  # what others do when all is one to them decides
        found += 1
        for keys in modes:
            for prior in (False, True):
                converges(state, exact, keys, prior)
        if found == 8:
            return
    assert found >= 4


def test_a_value_behind_a_bad_first_impression_is_found():
    """The better action looks worse for thousands of visits."""
    endgame = Endgame(64, empty=2, stock=3, shown=False)
    exact = belief_action_values(endgame.worlds())
    assert sorted(exact.values()) == pytest.approx([5 / 6, 1.0])
    search = Ismcts(Policy(), c=1.0)
    hasty = search.search(endgame.position(), Limit(iterations=100), 1)
    assert exact[hasty.chosen] < 1.0
    report = search.search(endgame.position(), Limit(iterations=200_000), 1)
    assert exact[report.chosen] == pytest.approx(1.0)
    assert report.best.values[0] > 0.9

"""Exact values: the known results of the reference games, and the oracles against plain ones."""

import itertools

import numpy as np
import pytest

from ai.exact import GameTree, guarantees, hold_at, pig_values, value_iteration
from core.game import load


def chips(state, utility):
    """Return a utility in the poker games' own unit: what a seat wins."""
    return (2 * utility - 1) * state.setup.components.stake


def spread(state, difference):
    """Return a difference of utilities in chips."""
    return 2 * state.setup.components.stake * difference


def told(tree, rule):
    """Return the strategy of ``rule(card, bets) -> probability of the bold action``."""
    strategy = {}
    for (seat, key), state in tree.information_sets.items():
        view, legal = state.observation(seat), state.legal_actions()
        bold = rule(view.cards[seat], " ".join(view.bets))
        strategy[seat, key] = dict(zip(reversed(legal), (bold, 1 - bold), strict=True))
    return strategy


def equilibrium(alpha):
    """Return Kuhn's equilibria (1950): seat 0 bets a jack with probability `alpha`, 0 to 1/3.

    In answer to a bet the bold action is to call.
    """
    return {
        ("j", ""): alpha, ("q", ""): 0.0, ("k", ""): 3 * alpha,
        ("j", "call raise"): 0.0, ("q", "call raise"): alpha + 1 / 3, ("k", "call raise"): 1.0,
        ("j", "call"): 1 / 3, ("q", "call"): 0.0, ("k", "call"): 1.0,
        ("j", "raise"): 0.0, ("q", "raise"): 1 / 3, ("k", "raise"): 1.0,
    }  # fmt: skip


# ---------------------------------------------------------------- Kuhn and Leduc poker


@pytest.mark.parametrize("alpha", [0, 0.1, 0.25, 1 / 3])
def test_kuhn_poker_is_worth_minus_an_eighteenth(alpha):
    root = load("kuhn")
    tree = GameTree(root)
    table = equilibrium(alpha)
    strategy = told(tree, lambda card, bets: table[card, bets])
    assert chips(root, tree.value(strategy)) == pytest.approx(-1 / 18, abs=1e-12)
    assert tree.nash_conv(strategy) == pytest.approx(0, abs=1e-12)
    for seat, worth in enumerate((-1 / 18, 1 / 18)):
        best = tree.best_response(seat, strategy)[0]
        assert chips(root, best) == pytest.approx(worth, abs=1e-12)


@pytest.mark.parametrize(("where", "bold"), [
    (("j", ""), 0.5), (("q", "raise"), 0.2), (("q", "raise"), 0.5), (("j", "call"), 0.0),
    (("k", "call raise"), 0.9), (("q", "call raise"), 0.1),
])  # fmt: skip
def test_to_leave_the_equilibrium_of_kuhn_poker_can_be_punished(where, bold):
    tree = GameTree(load("kuhn"))
    table = equilibrium(0.2) | {where: bold}
    assert tree.exploitability(told(tree, lambda card, bets: table[card, bets])) > 0.001


def pure_strategies(tree, seat):
    sets = [where for where in tree.information_sets if where[0] == seat]
    for choice in itertools.product(*(tree.information_sets[s].legal_actions() for s in sets)):
        yield dict(zip(sets, choice, strict=True))


def played(state, seat, pure, chance=1.0):
    """Return what `seat` gets by a pure strategy against uniform answers; knows no GameTree."""
    if state.is_terminal:
        return chance * state.utilities()[seat]
    if state.is_chance:
        branches = state.chance_outcomes()
    elif state.mover == seat:
        branches = [(pure[seat, state.info_key(seat)], 1.0)]
    else:
        legal = state.legal_actions()
        branches = [(action, 1 / len(legal)) for action in legal]
    total = 0.0
    for action, share in branches:
        after = state.clone()
        after.play(action)
        total += played(after, seat, pure, chance * share)
    return total


def test_the_best_answer_to_uniform_kuhn_poker_is_the_best_of_all_pure_ones():
    root = load("kuhn")
    tree = GameTree(root)
    uniform = tree.uniform()
    best = []
    for seat in (0, 1):
        values = [played(root, seat, pure) for pure in pure_strategies(tree, seat)]
        assert len(values) == 64
        best.append(max(values))
        worth, answer = tree.best_response(seat, uniform)
        assert worth == pytest.approx(max(values), abs=1e-12)
        assert played(root, seat, answer) == pytest.approx(max(values), abs=1e-12)
    assert spread(root, sum(best) - 1) / 2 == pytest.approx(11 / 24, abs=1e-12)
    assert spread(root, tree.exploitability(uniform)) == pytest.approx(11 / 24, abs=1e-12)


def test_uniform_leduc_poker():
    root = load("leduc")
    tree = GameTree(root)
    assert len(tree.information_sets) == 288
    assert spread(root, tree.nash_conv(tree.uniform())) == pytest.approx(4.747222, abs=1e-6)
    assert spread(root, tree.exploitability(tree.uniform())) == pytest.approx(2.373611, abs=1e-6)


def test_the_shape_of_kuhn_poker():
    tree = GameTree(load("kuhn"))
    assert len(tree.information_sets) == 12
    assert tree.size == 1 + 3 + 6 * (1 + 8)


def test_what_makes_no_tree_is_refused():
    with pytest.raises(ValueError, match="two seats that share one result"):
        GameTree(load("beowulf", players=3))
    with pytest.raises(ValueError, match="two seats that share one result"):
        GameTree(load("defenders", players=2))
    with pytest.raises(ValueError, match="more than 100 nodes"):
        GameTree(load("leduc"), max_nodes=100)
    with pytest.raises(ValueError, match="forgets"):
        GameTree(load("tictactoe"))


# ---------------------------------------------------------------- boards


def lines(size):
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    slopes = [[i * (size + 1) for i in range(size)], [(i + 1) * (size - 1) for i in range(size)]]
    return [*rows, *map(list, zip(*rows, strict=True)), *slopes]


def squares(state):
    return "".join(state.observation(0).rows)


def lost_hope(seat):
    """Return a test whether every line of `seat` is blocked."""
    other = "ox"[seat]

    def hopeless(state):
        at = squares(state)
        return all(any(at[i] == other for i in line) for line in lines(4))

    return hopeless


def by_lines(state, actions):
    """Order squares by the lines of one colour through them; complete and block first."""
    at, own = squares(state), "xo"[state.mover]

    def worth(action):
        total = 0
        for line in lines(4):
            marks = {at[i] for i in line} - {"."}
            if action - 1 in line and len(marks) < 2:
                count = sum(at[i] != "." for i in line)
                total += 10**count * (2 if marks == {own} else 1)
        return -total

    return sorted(actions, key=worth)


def test_tic_tac_toe_is_a_draw():
    for seat in (0, 1):
        assert guarantees(load("tictactoe"), seat, 0.5)
        assert not guarantees(load("tictactoe"), seat, 1.0)


def test_a_fork_wins_at_tic_tac_toe():
    state = load("tictactoe")
    for square in ("a1", "b1", "b2"):
        state.play(square)
    assert guarantees(state, 0, 1.0)
    assert not guarantees(state, 1, 0.5)


@pytest.mark.slow
def test_four_in_a_row_with_open_marks_is_a_draw():
    """Neither seat can force a win (Uiterwijk and van den Herik 2000)."""
    for seat in (0, 1):
        state = load("phantom", marks="open")
        assert not guarantees(state, seat, 1.0, by_lines, lost_hope(seat))


def test_no_result_is_forced_where_there_is_chance():
    with pytest.raises(ValueError, match="chance"):
        guarantees(load("pig"), 0, 1.0)


# ---------------------------------------------------------------- Pig


@pytest.mark.parametrize(("target", "worth"), [
    (10, 0.709424), (20, 0.615559), (50, 0.546151), (100, 0.530593),
])  # fmt: skip
def test_the_first_seat_at_pig(target, worth):
    found = pig_values(target)
    assert found.first[0, 0] == pytest.approx(worth, abs=5e-7)
    assert found.second[0, 0] == pytest.approx(worth, abs=5e-7)


@pytest.mark.parametrize("target", [10, 20])
def test_pig_in_arrays_is_pig_by_the_rules(target):
    assert value_iteration(load("pig", target=target)) == pytest.approx(
        pig_values(target).first[0, 0], abs=1e-9)


@pytest.mark.parametrize("points", [3, 5, 20])
def test_rules_of_thumb_at_pig_by_the_rules(points):
    def choose(state):
        return 2 if state.total >= points else 1

    rule = hold_at(points, 20)
    exact = pig_values(20, rule, rule).first[0, 0]
    assert value_iteration(load("pig", target=20), choose) == pytest.approx(exact, abs=1e-9)

    def first_chooses(state):
        return choose(state) if state.mover == 0 else None

    exact = pig_values(20, rule, None).first[0, 0]
    assert value_iteration(load("pig", target=20), first_chooses) == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize(("points", "worth"), [(20, 0.534698), (25, 0.529756)])
def test_holding_at_so_many_points_against_itself(points, worth):
    rule = hold_at(points, 100)
    assert pig_values(100, rule, rule).first[0, 0] == pytest.approx(worth, abs=5e-7)


def test_optimal_pig_against_holding_at_20():
    rule = hold_at(20, 100)
    optimal = pig_values(100).holds
    found = pig_values(100, optimal, rule)
    first, second = found.first[0, 0], 1 - found.second[0, 0]
    assert first == pytest.approx(0.5715, abs=5e-5)
    assert second == pytest.approx(0.5083, abs=5e-5)
    assert (first + second) / 2 == pytest.approx(0.5399, abs=5e-5)
    best = pig_values(100, None, rule)
    assert best.first[0, 0] >= first
    assert np.all(best.first >= found.first - 1e-9)


def test_a_game_too_large_is_refused():
    with pytest.raises(ValueError, match="more than 50 positions"):
        value_iteration(load("pig"), max_states=50)

"""What searches know of the games: evaluators, rollout policies, and playouts by them."""

import math
import types
from itertools import pairwise

import pytest
from beowulf_kit import ALL_FIGURES, arranged, here
from endgames import Endgame
from scipy.stats import spearmanr
from walks import seat_counts, walk

from ai import knowledge
from ai.policy import Evaluator, Policy, run_playouts, run_redeals
from core import game
from core.errors import IllegalAction, WrongSeat
from core.rng import Stream

KNOWN = [case for case in seat_counts() if knowledge.policy(game.load(case[0]).setup)]


def test_every_game_that_searches_are_meant_for_has_knowledge():
    assert {name for name, _ in KNOWN} == set(game.names())


def test_an_unknown_game_has_none():
    setup = types.SimpleNamespace(game=types.SimpleNamespace(name="hnefatafl", blank=None))
    assert knowledge.evaluator(setup) is None
    assert knowledge.policy(setup) is None


# ---------------------------------------------------------------- any game


@pytest.mark.parametrize(("name", "players"), KNOWN)
def test_an_evaluator_shares_out_one_result(name, players):
    """Values are in [0, 1]; they add up to 1, or are equal where all play together."""
    state = game.load(name, players=players, seed=3)
    evaluator = knowledge.evaluator(state.setup)
    boundary = set()
    for at in walk(state, 3):
        values = evaluator.evaluate(at)
        assert len(values) == players
        assert all(0.0 <= value <= 1.0 for value in values)
        if game.get(name).traits.cooperative:
            assert len(set(values)) == 1
        else:
            assert math.fsum(values) == pytest.approx(1.0)
        boundary.add(evaluator.boundary(at))
    assert at.is_terminal
    assert evaluator.evaluate(at) == at.utilities()
    assert evaluator.quiet(at)
    assert boundary == {True, False}


@pytest.mark.parametrize(("name", "players"), KNOWN)
def test_an_evaluator_does_not_change_the_position(name, players):
    for at in walk(game.load(name, players=players, seed=4), 4):
        before = at.to_bytes()
        knowledge.evaluator(at.setup).evaluate(at)
        if at.mover >= 0:
            policy = knowledge.policy(at.setup)
            policy.prior(at)
            policy.choose(at, Stream(1))
        assert at.to_bytes() == before


@pytest.mark.parametrize(("name", "players"), KNOWN)
def test_a_policy_chooses_what_is_legal_and_advises_on_all_of_it(name, players):
    phases = set()
    for seed in range(6):
        stream = Stream("policy", seed)
        for at in walk(game.load(name, players=players, seed=seed), seed):
            if at.mover < 0:
                continue
            policy = knowledge.policy(at.setup)
            legal = at.legal_actions()
            assert policy.choose(at, stream) in legal
            prior = policy.prior(at)
            assert list(prior) == legal
            assert all(math.isfinite(value) and abs(value) < 10 for value in prior.values())
            if len(legal) > 1:
                phases.add(getattr(at, "phase", None))
    if name == "beowulf":
        assert phases >= {"D1", "D1s", "D2", "D2m", "D2s", "D2f", "D3", "D4a", "D4b"}


@pytest.mark.parametrize(("name", "players"), KNOWN)
def test_advice_does_not_read_hidden_hands(name, players):
    """The mover's advice is the same whatever the others hold; so is the stream's next choice."""
    for at in walk(game.load(name, players=players, seed=8), 8):
        if at.mover < 0:
            continue
        policy = knowledge.policy(at.setup)
        other = at.clone()
        other.redeal(at.mover, Stream("advice", at.turn))
        assert policy.prior(other) == policy.prior(at)
        assert policy.choose(other, Stream(1)) == policy.choose(at, Stream(1))


@pytest.mark.parametrize(("name", "players"), KNOWN)
def test_playouts_from_a_position_differ(name, players):
    """By dice and draws, or by a policy that is random now and then."""
    state = game.load(name, players=players, seed=3)
    stream = Stream(1)
    while state.is_chance:
        state.play(state.sample(stream))
    policy = knowledge.policy(state.setup)
    assert len({run_playouts(state, policy, stream, 1)[0] for _ in range(30)}) > 1


# ---------------------------------------------------------------- without knowledge


def test_the_plain_policy_is_uniform_and_promises_nothing():
    state = Endgame(1, empty=3, stock=1, supplies=(3, 0)).position()
    legal = state.legal_actions()
    assert Policy().prior(state) == dict.fromkeys(legal, 0.0)
    stream = Stream(1)
    counts = dict.fromkeys(legal, 0)
    for _ in range(6000):
        counts[Policy().choose(state, stream)] += 1
    mean = 6000 / len(legal)
    chi_square = sum((count - mean) ** 2 / mean for count in counts.values())
    assert chi_square < 25  # at most 3 degrees of freedom


def test_the_plain_evaluator_gives_equal_shares_until_the_end():
    for players in (2, 3, 4):
        state = game.load("beowulf", players=players, seed=1)
        assert Evaluator().evaluate(state) == [1 / players] * players
        assert Evaluator().quiet(state)
        *_, end = walk(state, 1)
        assert Evaluator().evaluate(end) == end.utilities()


def test_no_decision_no_advice():
    state = game.load("beowulf", players=2, seed=1)
    for policy in (Policy(), knowledge.policy(state.setup)):
        with pytest.raises(IllegalAction, match="no seat decides here"):
            policy.prior(state)
        with pytest.raises(IllegalAction, match="no seat decides here"):
            policy.choose(state, Stream(1))


# ---------------------------------------------------------------- playouts


def uniform_value(state):
    """Return each seat's value if all decide at random."""
    if state.is_terminal:
        return state.utilities()
    open_now = state.chance_outcomes()
    if state.mover >= 0:
        actions = state.legal_actions()
        open_now = [(action, 1 / len(actions)) for action in actions]
    total = [0.0] * state.players
    for action, probability in open_now:
        child = state.clone()
        child.play(action)
        values = uniform_value(child)
        total = [a + probability * b for a, b in zip(total, values, strict=True)]
    return total


@pytest.mark.parametrize("players", [2, 3])
def test_random_playouts_have_the_mean_of_random_play(players):
    for seed in range(8):
        state = Endgame(
            seed, players, empty=2, stock=1, hands=(1,) * players, supplies=(1,) * players
        ).position()
        exact = uniform_value(state)
        actions, means = run_playouts(state, Policy(), Stream(seed), 20_000)
        assert math.fsum(means) == pytest.approx(1.0)
        assert means == pytest.approx(exact, abs=0.02)
        assert 20_000 * 2 <= actions <= 20_000 * 12


def test_playouts_do_not_change_the_position_and_repeat_by_seed():
    state = game.load("beowulf", players=3, seed=1)
    policy = knowledge.policy(state.setup)
    before = state.to_bytes()
    first, second, other = (run_playouts(state, policy, Stream(seed), 50) for seed in (1, 1, 2))
    assert first == second != other
    assert state.to_bytes() == before


def test_a_playout_can_be_cut_off():
    """With no turn to play the first quiet position is judged: here, at once."""
    state = Endgame(2, empty=4, stock=2, supplies=(1, 1)).position()
    evaluator = knowledge.evaluator(state.setup)
    assert evaluator.quiet(state)
    played, values = run_playouts(state, Policy(), Stream(1), 10, evaluator, turns=0)
    assert played == 0
    assert values == pytest.approx(evaluator.evaluate(state))
    lengths = [run_playouts(state, Policy(), Stream(1), 300, evaluator, turns=turns)[0]
               for turns in (0, 1, 2, 3, 50)]  # fmt: skip
    assert lengths == sorted(set(lengths))
    assert run_playouts(state, Policy(), Stream(1), 300, evaluator, turns=50) == (
        run_playouts(state, Policy(), Stream(1), 300)
    )
    with pytest.raises(ValueError, match="turns needs an evaluator"):
        run_playouts(state, Policy(), Stream(1), 1, turns=1)


def test_redeals_of_a_wrong_seat_are_refused():
    state = game.load("beowulf", players=2, seed=1)
    run_redeals(state, 1, Stream(1), 10)
    with pytest.raises(WrongSeat):
        run_redeals(state, 2, Stream(1), 10)


def test_the_rollout_policy_is_better_than_random():
    """From the same opening, seat 0 wins more by the policy than at random against random play."""
    state = game.load("beowulf", players=2, start=0)
    policy = knowledge.policy(state.setup)
    won = {}
    for name, of_seat_0 in (("policy", policy), ("random", Policy())):
        total = 0.0
        for seed in range(60):
            at, stream = state.clone(), Stream("duel", seed)
            while not at.is_terminal:
                if at.is_chance:
                    at.play(at.sample(stream))
                else:
                    at.play((of_seat_0 if at.mover == 0 else Policy()).choose(at, stream))
            total += at.utilities()[0]
        won[name] = total / 60
    assert won["policy"] > 0.9 > won["random"]


# ---------------------------------------------------------------- Beowulf's evaluator

SUPPLIES = [(1, 1, 2, 1), (0, 2, 1, 2)]
BOARD = here({
    "a1": (0, "longship"), "b1": "a3_none_p6", "c1": (1, "castle"), "c2": "a3_none_m4",
    "e4": (0, "thane"), "e5": "a3_valor_p5", "h3": (1, "longship"), "h4": "a3_none_p3",
})  # fmt: skip
POSITION = {
    "act": 3, "board": BOARD, "supplies": SUPPLIES, "points": [31, 27], "active": 0,
    "hands": [["a3_riches_p6"], ["a3_none_p1", "a3_riches_p1"]],
}  # fmt: skip


def swapped(position):
    """Return the same position with the two seats changed over."""
    turned = dict(position)
    for name in ("supplies", "points", "hands"):
        turned[name] = position[name][::-1]
    turned["active"] = 1 - position["active"]
    turned["board"] = {
        place: thing if isinstance(thing, str) else (1 - thing[0], thing[1])
        for place, thing in position["board"].items()
    }
    return turned


def judged(position, players=2):
    state = arranged(players=players, **position)
    return knowledge.evaluator(state.setup).evaluate(state)


@pytest.mark.parametrize("active", [0, 1])
def test_the_evaluator_knows_no_seat_by_its_number(active):
    position = POSITION | {"active": active}
    assert judged(swapped(position)) == pytest.approx(judged(position)[::-1], abs=1e-12)
    for seed in range(20):
        endgame = Endgame(seed, empty=5, stock=4, hands=(2, 1), supplies=(2, 1))
        position = {
            "act": 3, "board": endgame.board, "supplies": endgame.supplies,
            "points": endgame.points, "hands": endgame.hands, "stock": endgame.stock,
            "active": active,
        }  # fmt: skip
        assert judged(swapped(position)) == pytest.approx(judged(position)[::-1], abs=1e-12)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("act", [1, 2, 3])
def test_more_points_are_better_and_worse_for_the_others(players, act):
    for seat in range(players):
        values = []
        for lead in range(-60, 61, 6):
            points = [100] * players
            points[seat] += lead
            values.append(judged(
                {"act": act, "points": points, "supplies": [ALL_FIGURES] * players}, players
            ))  # fmt: skip
        for fewer, more in pairwise(values):
            assert more[seat] > fewer[seat]
            assert all(more[other] < fewer[other] for other in range(players) if other != seat)


def test_figures_in_hand_and_on_good_spaces_are_worth_something():
    base = judged(POSITION)[0]
    more_figures = POSITION | {"supplies": [(1, 2, 2, 2), SUPPLIES[1]]}
    assert judged(more_figures)[0] > base
    better_board = POSITION | {"board": BOARD | here({"a2": "a3_none_p5"})}  # below a Longship
    worse_board = POSITION | {"board": BOARD | here({"a2": "a3_none_m5"})}
    assert judged(better_board)[0] > base > judged(worse_board)[0]


def test_a_full_board_is_judged_more_firmly_than_an_empty_one():
    """A point of lead counts for more where less is left to play."""
    spreads = []
    for empty in (28, 15, 5, 1):
        state = Endgame(7, empty=empty, stock=0, hands=(1, 1), supplies=(1, 1)).position()
        evaluator = knowledge.evaluator(state.setup)
        points, values = evaluator.points(state), evaluator.evaluate(state)
        spreads.append((points[0] - points[1]) / math.log(values[0] / values[1]))
    assert spreads == sorted(set(spreads), reverse=True)


def test_the_evaluator_foretells_how_games_end():
    """Rank correlation of what it says where Act III begins with results of random play."""
    told, results = [], []
    for seed in range(150):
        for at in walk(game.load("beowulf", players=2, seed=seed), seed):
            if len(told) == seed and at.act == 3 and at.phase == "D1":
                told.append(knowledge.evaluator(at.setup).evaluate(at)[0])
        results.append(at.utilities()[0])
    assert spearmanr(told, results).statistic > 0.3


def test_points_add_up():
    """`points` are what the shares are made from: the larger, the better."""
    state = arranged(**POSITION)
    evaluator = knowledge.evaluator(state.setup)
    points, values = evaluator.points(state), evaluator.evaluate(state)
    assert (points[0] > points[1]) == (values[0] > values[1])
    richer = arranged(**POSITION | {"points": [41, 27]})
    assert evaluator.points(richer)[0] == pytest.approx(points[0] + 10)
    assert evaluator.points(richer)[1] == pytest.approx(points[1])

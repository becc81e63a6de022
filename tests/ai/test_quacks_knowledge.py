"""What searches know of Quacks: risk, drawing, buying; greedy play beats random play."""

import pytest
from quacks_kit import Table, options

from ai import knowledge
from ai.policy import Policy
from core.game import load
from core.rng import Stream

START = "W1 W1 W1 W1 W2 W2 W3 O G1"


def advice(state):
    prior = knowledge.policy(state.setup).prior(state)
    return {state.text(action): promise for action, promise in prior.items()}


def best(state):
    found = advice(state)
    return max(found, key=found.get)


def brewing(text, **position):
    """Return a table at seat 0's commitment after some draws from the starting bag."""
    rest = START.split()
    for word in text.split():
        rest.remove(word)
    table = Table(text, bags=(" ".join(rest),), flasks=(0, 0), **position)
    while table.draws[0] or table.phase != "DRAW_STOP":
        table.state.play(table.usual("face 1"))
    return table


@pytest.mark.parametrize(("text", "risk"), [
    ("W1 W1 W1", 0), ("W3 W2", 0), ("W3 W2 W1", 1 / 6), ("W3 W2 W2", 4 / 6),
    ("W3 W2 W1 W1", 3 / 5),
])  # fmt: skip
def test_the_risk_of_the_next_draw_is_exact(text, risk):
    table = brewing(text)
    assert knowledge.evaluator(table.setup).risk(table.state, 0) == pytest.approx(risk)


def test_drawing_while_it_is_safe_and_stopping_when_it_is_not():
    assert best(brewing("W1 W1").state) == "draw"
    assert best(brewing("O W3 W2 G1 W2", droplets=(6, 0)).state) == "stop"


def test_coins_early_points_late():
    for round, wish in ((1, "coins"), (8, "points")):
        table = Table("W3 W2 W2 W1", round=round, droplets=(12, 52), scores=(0, 0)).run("BOOM")
        assert best(table.state) == wish


def test_second_chance_after_an_explosion():
    table = Table("W3 W2 W2 W1", bags=("O O O G1 G1",), card="second_chance").run("SECOND")
    assert best(table.state) == "restart"


def test_buying_prefers_the_better_basket():
    table = Table("O", droplets=(13, 52)).run("BUY1")
    assert best(table.state) != "none"


@pytest.mark.parametrize("sets", ["1", "2", "3", "4"])
def test_greedy_beats_random(sets):
    won, games = 0.0, 30
    for number in range(games):
        state = load("quacks", players=2, seed=number, sets=sets)
        greedy = number % 2
        policies = [Policy(), Policy()]
        policies[greedy] = knowledge.policy(state.setup)
        stream = Stream("greedy", number)
        while not state.is_terminal:
            state.play(state.sample(stream) if state.is_chance
                       else policies[state.mover].choose(state, stream))
        won += state.utilities()[greedy]
    assert won >= 0.9 * games


def test_every_question_gets_advice():
    """All questions of section 10 come up in some game, and each answer has a promise."""
    seen = set()
    for seed in range(60):
        state = load("quacks", players=3, seed=seed, sets="1234"[seed % 4],
                     cauldron="tubes" if seed % 3 else "plain")
        policy, stream = knowledge.policy(state.setup), Stream("advice", seed)
        while not state.is_terminal:
            if state.is_chance:
                state.play(state.sample(stream))
                continue
            seen.add(state.phase)
            assert set(advice(state)) == set(options(state))
            state.play(policy.choose(state, stream))
    assert seen | {"PURPLE1"} == {  # three purple chips in a pot come seldom
        "CARD", "RATS", "DRAW_STOP", "STIRRED", "FLASK", "EXTRA", "BLUE1", "YELLOW1", "SECOND",
        "RED2", "STRONG", "GLOAT", "GREEN2", "GREEN3", "GREEN4", "PURPLE1", "PURPLE2", "PURPLE4",
        "TRACK", "BOOM", "BUY1", "BUY2", "STEP", "REFILL",
    }  # fmt: skip

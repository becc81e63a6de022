"""What searches know of Quacks: risk, drawing, buying; greedy play beats random play."""

from itertools import pairwise

import pytest
from quacks_kit import COLOURS, Table, brewed, chips, options
from walks import play_on

from ai import knowledge
from ai.policy import Policy
from core.game import load
from core.quacks.components import KIND_NAMES, read_components
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


def market(left, coins, round):
    """Return a table where seat 0 has so many coins and all but some kinds are sold out."""
    box = read_components()
    gone = {name: count for name, count in zip(KIND_NAMES, box.supply, strict=True)
            if not name.startswith("white") and name not in chips(left)}
    if "orange1" in gone:
        gone["orange1"] -= 1  # seat 0 draws it
    letters = {colour: letter for letter, colour in COLOURS.items()}
    held = " ".join(f"{letters[name[:-1]]}{name[-1]} " * count for name, count in gone.items())
    at = next(i for i, space in enumerate(box.spaces) if space.coins == coins)
    return Table("O", bags=("", held), round=round, droplets=(at - 2, 52), scores=(0, 0),
                 rubies=(0, 0)).run("BUY1")


def baskets(state):
    """Return {chips bought: state after} of all ways in which seat 0 may buy."""
    found, open_now = {}, [((), state)]
    while open_now:
        bought, at = open_now.pop()
        if at.is_chance or at.mover != 0 or at.phase not in ("BUY1", "BUY2"):
            found[bought] = at
            continue
        for text in options(at):
            after = at.clone()
            after.play(text)
            chip = () if text == "none" else (text.removeprefix("take "),)
            open_now.append((bought + chip, after))
    return found


@pytest.mark.parametrize(("left", "coins", "round", "count", "wish"), [
    ("O B1 B2 B4", 13, 2, 6, "O B2"), ("B1 B2 B4", 19, 7, 4, "B4"),
    ("O R1 R2 R4", 19, 4, 8, "O R4"), ("G1 G2 G4 B1 B2 B4", 33, 5, 16, "G4 B4"),
])  # fmt: skip
def test_the_basket_that_has_all_that_the_others_have_is_best(left, coins, round, count, wish):
    """In each market one basket holds, colour by colour, as good a chip as every other."""
    table = market(left, coins, round)
    evaluator = knowledge.evaluator(table.setup)
    worth = {bought: evaluator.points(after)[0] for bought, after in baskets(table.state).items()}
    assert len(worth) == count
    assert max(worth, key=worth.get) == tuple(chips(wish))
    assert min(worth, key=worth.get) == ()


def test_the_policy_buys_the_bigger_chip_of_a_colour():
    """The policy weighs one chip at a time and not what `BUY2` may add: markets of one colour."""
    for kinds_left, coins, wish in (("B1 B2 B4", 19, "blue4"), ("B1 B2 B4", 18, "blue2"),
                                    ("R1 R2 R4", 16, "red4"), ("G1 G2 G4", 14, "green4")):
        assert best(market(kinds_left, coins, 3).state) == f"take {wish}"


# ---------------------------------------------------------------- worth of chips and spaces


def chip_worth(state, evaluator, name, round):
    """Return the points that a chip more in seat 0's bag is worth at the start of a round."""
    points = []
    for bag in ([name], []):
        state.arrange(round=round, bags=[bag, []], scores=(0, 0))
        points.append(evaluator.points(state)[0])
    return points[0] - points[1]


@pytest.mark.parametrize("sets", ["1", "2", "3", "4"])
def test_the_worth_of_a_chip_falls_as_the_rounds_run_out(sets):
    """From round 5 on: before that a lead is worth so little that some chips still gain worth."""
    state = load("quacks", players=2, sets=sets, start=0)
    evaluator = knowledge.evaluator(state.setup)
    for name in KIND_NAMES:
        worth = [chip_worth(state, evaluator, name, round) for round in range(1, 10)]
        if name.startswith("white"):
            assert worth == sorted(worth)
            assert worth[-1] < 0
        else:
            assert all(now > later for now, later in pairwise(worth[4:])), name
            assert worth[-1] > 0


@pytest.mark.parametrize("sets", ["1", "2", "3", "4"])
def test_a_bigger_chip_of_a_colour_is_worth_more_in_every_round(sets):
    state = load("quacks", players=2, sets=sets, start=0)
    evaluator = knowledge.evaluator(state.setup)
    for colour in ("green", "blue", "red", "yellow"):
        for round in range(1, 10):
            one, two, four = (chip_worth(state, evaluator, f"{colour}{value}", round)
                              for value in (1, 2, 4))
            assert 0 < one < two < four


@pytest.mark.parametrize("round", [1, 4, 8, 9])
def test_a_space_with_more_of_everything_is_worth_more(round):
    """Two pots of the same chips that end three spaces apart, wherever they lie."""
    spaces, compared = read_components().spaces, 0
    for droplet in range(48):
        points = []
        for drawn, left in (("O", "G4"), ("G4", "O")):
            table = brewed(drawn, bags=(left, ""), round=round, droplets=(droplet, 52),
                           scores=(0, 0), rubies=(0, 0), flasks=(0, 0))
            points.append(knowledge.evaluator(table.setup).points(table.state)[0])
        near, far = spaces[droplet + 2], spaces[droplet + 5]
        if far.ruby < near.ruby:
            continue
        assert points[1] >= points[0] - 1e-9
        if far.vp > near.vp or far.ruby > near.ruby:
            assert points[1] > points[0] + 0.01
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("sets", ["1", "2", "3", "4"])
def test_greedy_beats_random(sets):
    won, games = 0.0, 30
    for number in range(games):
        state = load("quacks", players=2, seed=number, sets=sets)
        greedy = number % 2
        policies = [Policy(), Policy()]
        policies[greedy] = knowledge.policy(state.setup)
        play_on(state, policies, Stream("greedy", number))
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

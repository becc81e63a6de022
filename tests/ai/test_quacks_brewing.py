"""The exact solver of brewing beside expectimax and a plain brute force; what it joins."""

import math
import pickle
import random
from dataclasses import replace

import pytest
from plain_brewing import Plain, Pot
from quacks_kit import FAR, KIND_NAMES, Table, chips, options, seat

from ai import knowledge
from ai.budget import Limit
from ai.expectimax import Expectimax
from ai.ismcts import Ismcts
from ai.knowledge.quacks_brewing import OutcomeWorth, Solver, SpaceWorth, WinWorth, brewing, brews
from ai.policy import Evaluator
from core.game import load
from core.quacks import sides_of
from core.rng import Stream

CARDS = ("magic_potion", "living_in_luxury", "pumpkin_patch_party", "well_stirred",
         "second_chance", "strong_ingredient", "seasoned_perfectly", "schadenfreude")
COLOURED = ["O", "G1", "B1", "R1", "R2", "Y1", "Y2", "P", "K", "B2", "B4", "R4", "Y4", "G2", "G4"]
DEEP = 100  # decisions: to the end of any brewing


def random_worth(rng, flat=False):
    """Return a worth by random tables, most of the time rising with the space."""
    tables = [[rng.random() for _ in range(54)] for _ in range(3)]
    if not flat:
        tables = [[(at + rng.random()) / 54 * share for at in range(54)] for share in (1, 0.5, 0.8)]
    return SpaceWorth(*tables, ruby=rng.random() / 9, point=rng.random() / 9,
                      flask=rng.random() / 9, step=rng.random() / 9)


def random_position(rng, size, card=None, **setup):
    """Return seat 0's first draw of a round, with random chips in bag and beside the pot."""
    card = card or rng.choice(CARDS)
    state = load("quacks", players=setup.pop("players", 2), start=0, **setup)
    others = state.players - 1
    bag = rng.choices(["W1", "W1", "W2", "W2", "W3"], k=size // 2)
    bag += rng.choices(COLOURED, k=size - len(bag))
    beside = []
    if sides_of(state.setup["sets"])["red"] == 2:
        beside = rng.choices(["R1", "R2", "R4"], k=rng.randrange(3))
    state.arrange(
        round=rng.randrange(1, 10), cards=[card], first=0,
        bags=[chips(" ".join(bag)), *[chips("O G1 W1 B1 K")] * others],
        aside=[chips(" ".join(beside)), *[[]] * others],
        scores=[rng.randrange(20, 50), *[rng.randrange(20, 50)] * others],
        rubies=[rng.randrange(4), *[1] * others],
        droplets=[rng.choice([0, 2, 5, 11, 40]), *[3] * others],
        flasks=[rng.randrange(2), *[1] * others],
    )  # fmt: skip
    state.play(f"card {card}")
    return state


def mixed(rng):
    return "-".join(f"{colour}{rng.randrange(1, 5)}"
                    for colour in ("green", "blue", "red", "yellow", "purple"))


def advanced(state, rng, steps):
    """Play some random actions, by all seats, as long as seat 0 then decides on its brewing."""
    last = None
    for _ in range(steps):
        if state.is_terminal or state.round > 9 or any(s.scoring for s in
                                                       state.observation(0).seats):
            break
        if state.mover == 0 and brews(state, 0):
            last = state.clone()
        actions = [a for a, _ in state.chance_outcomes()] or state.legal_actions()
        state.play(rng.choice(actions))
    return last


def by_expectimax(alone):
    """Return ``{action: worth}`` by looking at every position to the end."""
    search = Expectimax(alone, Evaluator())
    found = {}
    for action in alone.legal_actions():
        after = alone.clone()
        after.play(action)
        found[action] = search.values(after, DEEP)[0]
    return found


# ---------------------------------------------------------------- exactness


@pytest.mark.parametrize("part", range(8))
def test_values_are_those_of_expectimax(part):
    """Mid-brewing, all sets and mixes, cards, both cauldrons, two worths: each answer's value."""
    rng = random.Random(part)
    asked = set()
    for number in range(45):
        sets = str(1 + number % 4) if number < 30 else mixed(rng)
        state = None
        while state is None:
            state = advanced(random_position(
                rng, rng.randrange(3, 6), sets=sets, players=rng.choice([2, 2, 3]),
                cauldron=rng.choice(["plain", "tubes"])), rng, rng.randrange(2, 24))  # fmt: skip
        before = state.to_bytes()
        alone = brewing(state, worth=None if number % 2 else random_worth(rng, number % 4 == 0))
        assert state.to_bytes() == before
        assert alone.legal_actions() == state.legal_actions()
        asked.add(state.phase)
        plain = by_expectimax(alone)
        assert Solver().values(alone) == pytest.approx(plain, abs=1e-9)
    assert "DRAW_STOP" in asked
    assert len(asked) > 1


@pytest.mark.parametrize("question", ["STIRRED", "FLASK", "EXTRA", "BLUE1", "YELLOW1", "SECOND",
                                      "RED2", "STRONG", "TRACK"])  # fmt: skip
def test_the_rarer_questions_too(question):
    rng = random.Random(question)
    compared = 0
    while compared < 5:
        state = random_position(rng, 6, sets=mixed(rng), cauldron="tubes")
        while state.phase != question and not any(s.scoring for s in state.observation(0).seats):
            actions = [a for a, _ in state.chance_outcomes()] or state.legal_actions()
            state.play(rng.choice(actions))
        mine = seat(state)
        if state.phase != question or state.mover or mine.scoring or sum(mine.bag) > 4 or (
                question == "SECOND" and mine.flask):
            continue
        alone = brewing(state, worth=random_worth(rng))
        plain = by_expectimax(alone)
        assert Solver().values(alone) == pytest.approx(plain, abs=1e-9)
        assert len(plain) > 1
        compared += 1


@pytest.mark.parametrize("card", CARDS)
def test_values_are_those_of_a_plain_brute_force(card):
    """Whole brewings of tiny bags by rules written a second time, without core."""
    rng = random.Random(card)
    for number in range(40):
        sets = str(1 + number % 4) if number < 20 else mixed(rng)
        state = random_position(rng, rng.randrange(2, 6), card, sets=sets)
        mine = seat(state)
        tables = [[rng.random() for _ in range(54)] for _ in range(3)]
        extra = {name: rng.random() / 9 for name in ("ruby", "point", "flask", "step")}

        def worth(pot, tables=tables, extra=extra):
            table = tables[0 if not pot.exploded else 2 if pot.shielded else 1]
            return (table[pot.lead + 1] + extra["ruby"] * pot.rubies + extra["point"] * pot.score
                    + extra["flask"] * pot.flask + extra["step"] * pot.droplet)

        chip_of = [(name[:-1], int(name[-1])) for name in KIND_NAMES]
        pot = Pot(
            bag=tuple(chip_of[kind] for kind, n in enumerate(mine.bag) for _ in range(n)),
            lead=mine.start, flask=mine.flask, rubies=mine.rubies, score=mine.score,
            droplet=mine.droplet,
            aside=tuple(("red", (1, 2, 4)[i]) for i, n in enumerate(mine.aside) for _ in range(n)),
        )  # fmt: skip
        plain = Plain(sides_of(state.setup["sets"]), card, worth, mine.start)
        exact = Solver().value(brewing(state, 0, SpaceWorth(*tables, **extra)))
        assert exact == pytest.approx(plain.tick(pot, must=True), abs=1e-9)
        assert worth(replace(pot, exploded=True)) != worth(pot)


def test_a_draw_worked_out_by_hand():
    """White sum 6, one W1 and two W2 left: one more draw holds with 1/3."""
    table = Table("W3 W3", bags=("W1 W2 W2",), flasks=(0, 0)).run("DRAW_STOP")
    while table.draws[0] or table.phase != "DRAW_STOP":
        table.state.play(table.usual("face 1"))
    safe = [0.0] * 54
    safe[7], safe[8] = 0.3, 1.0
    solver = Solver()
    values = solver.values(brewing(table.state, 0, SpaceWorth(safe, [0.0] * 54)))
    assert {table.text(a): v for a, v in values.items()} == pytest.approx(
        {"draw": 1 / 3, "stop": 0.3})
    assert solver.search(brewing(table.state, 0, SpaceWorth(safe, [0.0] * 54))).best.text == "draw"
    safe[7] = 0.34
    assert solver.search(brewing(table.state, 0, SpaceWorth(safe, [0.0] * 54))).best.text == "stop"


def test_ismcts_converges_to_the_exact_values():
    """Small bags: with more iterations the root's best value nears the solver's, and its answer."""
    rng = random.Random("converges")
    errors, regrets = {100: [], 30_000: []}, []
    for number in range(12):
        state = None
        while state is None or len(state.legal_actions()) < 2:
            state = advanced(random_position(rng, 5, sets=str(1 + number % 4)), rng,
                             rng.randrange(2, 16))
        alone = brewing(state)
        values = Solver().values(alone)
        best = max(values.values())
        for iterations, row in errors.items():
            search = Ismcts(knowledge.policy(state.setup), c=0.1)
            report = search.search(alone, Limit(iterations=iterations), number)
            row.append(abs(report.best.values[state.mover] - best))
        regrets.append(best - values[report.chosen])
    assert max(regrets) < 0.002
    assert max(errors[30_000]) < 0.05
    assert sum(errors[30_000]) < sum(errors[100]) / 3


# ---------------------------------------------------------------- merging


def pots(first, second, sets, worth=None, rest="Y1 R1 O", more=""):
    """Return the keys of two pots of seat 0 that hold the same chips in different orders."""
    keys = []
    for text in (first, second):
        table = Table(text, bags=(rest,), flasks=(0, 0), sets=sets, round=5)
        while table.draws[0] or table.phase != "DRAW_STOP":
            table.state.play(table.usual("face 1"))
        keys.append(brewing(table.state, 0, worth).key())
    return keys


@pytest.mark.parametrize(("first", "second", "sets", "rest", "joined"), [
    ("W1 W2 O", "W2 W1 O", "1", "Y1", True),
    ("O W1 W2", "O W2 W1", "1", "Y1", False),   # yellow 1 may return the last white chip
    ("O W1 W2", "O W2 W1", "1", "R1", True),    # no yellow chip is left
    ("O W1 W2", "O W2 W1", "red3", "R1", False),  # red 3 adds its value
    ("O W1 W2", "O W2 W1", "red3", "Y1 O", False),  # yellow 1
    ("O W1 W2", "O W2 W1", "red3-yellow2", "Y1 O", True),
    ("G1 O O W1", "O O W1 G1", "red4-yellow4", "R1", True),  # the worth reads no order
])  # fmt: skip
def test_pots_in_another_order_are_one_where_order_is_nothing(first, second, sets, rest, joined):
    flat = SpaceWorth([0.0] * 54, [0.0] * 54)
    one, two = pots(first, second, sets, flat, rest)
    assert (one == two) == joined


@pytest.mark.parametrize(("first", "second", "sets", "joined"), [
    ("G1 O W1 W2 O", "O W1 W2 O G1", "1", False),       # green 1 reads the last two
    ("G1 O W1 W2 O", "O G1 W2 W1 O", "1", True),
    ("W2 O G1", "W2 G1 O", "2", False),
    ("W2 O G1", "W2 G1 O", "green3-yellow4", True),
    ("P W3 O O O O O O O O", "O O O O O O O O W3 P", "green3-purple3", False),
    ("P W3 O", "O W3 P", "green3-purple4", True),
])  # fmt: skip
def test_the_evaluators_worth_reads_some_of_the_order(first, second, sets, joined):
    one, two = pots(first, second, sets, None, "O")
    assert (one == two) == joined


def test_a_solver_that_keeps_its_table_finds_the_same():
    rng = random.Random("kept")
    kept = Solver()
    state = random_position(rng, 8, sets="1")
    worths = [random_worth(rng), random_worth(rng)]
    for worth in (worths[0], worths[0], worths[1], None):
        walk = state.clone()
        for _ in range(12):
            if walk.mover == 0 and brews(walk, 0):
                alone = brewing(walk, 0, worth)
                assert kept.values(alone) == Solver().values(alone)
            if any(s.scoring for s in walk.observation(0).seats):
                break
            actions = [a for a, _ in walk.chance_outcomes()] or walk.legal_actions()
            walk.play(rng.choice(actions))
    assert kept.states > 0
    assert kept.played > 0


def test_within_a_round_the_table_is_used_again():
    table = Table("W1 O", bags=("W1 W2 W2 W3 G1 O R1 B1",), flasks=(1, 0)).run("FLASK")
    worth = WinWorth(table.state, 0)
    solver = Solver()
    solver.values(brewing(table.state, 0, worth))
    first = solver.played
    table.state.play("place")
    while table.phase != "DRAW_STOP":
        table.state.play(table.usual("face 1"))
    solver.values(brewing(table.state, 0, worth))
    assert solver.played < first / 20


# ---------------------------------------------------------------- looking some draws ahead


def test_looking_further_ahead_never_lowers_a_value():
    rng = random.Random("ahead")
    grew = 0
    for number in range(12):
        state = random_position(rng, 9, sets=str(1 + number % 4), cauldron="tubes")
        alone = brewing(state, 0, WinWorth(state, 0))
        exact = Solver().value(alone)
        values = [Solver(draws).value(alone) for draws in (1, 2, 3, 5, 14)]
        assert values == sorted(values)
        assert values[-1] <= exact + 1e-12
        grew += values[-1] > values[0]
    assert grew > 6


def test_with_draws_enough_for_all_chips_nothing_is_lost():
    """Flask, Well Stirred, restart and yellow 1 bring chips back; 30 draws reach past them all."""
    rng = random.Random("enough")
    for number in range(12):
        state = random_position(rng, 6, sets=str(1 + number % 4))
        alone = brewing(state, 0, random_worth(rng))
        assert Solver(30).value(alone) == pytest.approx(Solver().value(alone), abs=1e-12)


def test_one_draw_ahead_is_one_draw():
    """Stop now, or draw once and stop."""
    table = Table("W1 W2", bags=("O G1 W3 W3",), flasks=(0, 0)).run("DRAW_STOP")
    while table.draws[0] or table.phase != "DRAW_STOP":
        table.state.play(table.usual("face 1"))
    safe = [at / 54 for at in range(54)]
    values = Solver(1).values(brewing(table.state, 0, SpaceWorth(safe, [0.0] * 54)))
    lead = seat(table.state).lead
    draw = (2 * safe[lead + 2] + 2 * safe[lead + 4]) / 4
    assert {table.text(a): v for a, v in values.items()} == pytest.approx(
        {"draw": draw, "stop": safe[lead + 1]})


# ---------------------------------------------------------------- the brewing as a game


def test_the_others_have_stopped_and_the_end_is_the_pot():
    rng = random.Random("alone")
    for number in range(40):
        state = random_position(rng, 6, sets=str(1 + number % 4), players=4)
        alone = brewing(state, 0, random_worth(rng))
        while not alone.is_terminal:
            assert alone.mover in (-1, 0)
            actions = [a for a, _ in alone.chance_outcomes()] or alone.legal_actions()
            alone.play(rng.choice(actions))
            alone.check()
        utilities = alone.utilities()
        assert utilities[1:] == pytest.approx([(1 - utilities[0]) / 3] * 3)
        assert not seat(alone).active


def test_the_evaluators_worth_knows_step_b_and_rivals():
    """Two greens at the end are worth more than before it; a rival further on takes the die."""
    def worth(text, **position):
        table = Table(text, *position.pop("others", [""]), round=4, **position).run("DRAW_STOP")
        while table.draws[0] or table.phase != "DRAW_STOP" or table.mover:
            table.state.play(table.usual("face 1"))
        solver = Solver()
        values = solver.values(brewing(table.state, 0))
        return {table.text(a): v for a, v in values.items()}["stop"]

    assert worth("W1 O G1 G1", bags=("W3",)) > worth("G1 G1 W1 O", bags=("W3",))
    assert worth("W1 O P P", bags=("W3",)) > worth("W1 O O O", bags=("W3",))
    near, far = worth("W1 W2 O", droplets=(6, 0), bags=("O",)), worth("W1 W2 O", droplets=(6, FAR),
                                                                       bags=("O",))
    assert near > far


def test_what_cannot_be_solved_is_refused():
    table = Table("O G1", bags=("W1",), droplets=(8, 0))
    with pytest.raises(ValueError, match="seat 1 neither draws nor decides on its brewing now"):
        brewing(table.state, 1)
    alone = brewing(table.state, 0)
    with pytest.raises(ValueError, match="nothing to decide"):
        Solver().values(alone)
    with pytest.raises(TypeError, match="not kept"):
        pickle.dumps(alone)
    table.run("BUY1")
    assert not Solver().solves(table.state)
    with pytest.raises(ValueError, match=r"\(phase BUY1\)"):
        brewing(table.state)
    with pytest.raises(ValueError, match="no seat decides"):
        Solver().search(table.state)
    with pytest.raises(ValueError, match="54 spaces"):
        SpaceWorth([0.0] * 53, [0.0] * 54)
    shown = Table("", bags=("O W1",), card="opportunistic_moment")
    assert shown.phase == "PULL"
    with pytest.raises(ValueError, match="brewing now"):
        brewing(shown.state)


def test_the_plainest_worth_says_nothing():
    table = Table("O G1", bags=("W1",))
    alone = brewing(table.state, 0, OutcomeWorth())
    assert Solver().value(alone) == 0
    assert not alone.worth.order
    assert alone.seat == 0
    assert brewing(table.state, 0).worth.order


# ---------------------------------------------------------------- whole games


@pytest.mark.fuzz
@pytest.mark.parametrize("sets", ["1", "2", "3", "4"])
def test_a_report_for_every_question_met(sets):
    """Games of the rollout policy with three seats; two draws ahead."""
    rng = random.Random(sets)
    solver, met = Solver(2), set()
    for seed in range(3):
        state = load("quacks", players=3, seed=seed, sets=sets, cauldron="tubes")
        stream, policy = Stream("met", seed), knowledge.policy(state.setup)
        while not state.is_terminal:
            if state.is_chance:
                state.play(state.sample(stream))
                continue
            if solver.solves(state) and rng.random() < 0.2:
                report = solver.search(state)
                assert sorted(row.text for row in report.actions) == sorted(options(state))
                assert math.fsum(report.best.values) == pytest.approx(1)
                assert all(0 < row.values[state.mover] < 1 for row in report.actions)
                assert report.best.values[state.mover] == max(
                    row.values[state.mover] for row in report.actions)
                met.add(state.phase)
                state.play(report.chosen)
            else:
                state.play(policy.choose(state, stream))
    assert {"DRAW_STOP", "FLASK"} <= met


def test_a_forced_answer_is_reported_as_such():
    state = load("quacks", players=2, seed=1, start=0)
    alone = brewing(Table("O G1", bags=("W1",)).state, 0)
    assert not Solver().solves(alone)
    assert not Solver().solves(state)

"""Chance is exact, and a choice can't depend on another's pending one (rules.md section 11)."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from quacks_kit import KIND_NAMES, Table, chips, kinds, options, seat
from scipy.stats import binomtest
from walks import open_actions, walk

from core.game import load
from core.rng import Stream

START = "W1 W1 W1 W1 W2 W2 W3 O G1"


# ---------------------------------------------------------------- exact chance


def survival(state, draws):
    """Return the exact chance that seat 0 draws so often without an explosion."""
    if seat(state).exploded:
        return Fraction(0)
    if draws == 0 and state.phase != "PULL":
        return Fraction(1)
    if state.phase == "DRAW_STOP":
        if draws == 0:
            return Fraction(1)
        after = state.clone()
        after.play("draw")
        return survival(after, draws)
    if draws == 0 or state.phase != "PULL":
        return Fraction(1)
    total = Fraction(0)
    bag = seat(state).bag
    for action, probability in state.chance_outcomes():
        share = Fraction(bag[action & 255], sum(bag))
        assert float(share) == pytest.approx(probability, abs=1e-15)
        after = state.clone()
        after.play(action)
        total += share * survival(after, draws - 1)
    return total


@pytest.mark.parametrize(("draws", "share"), [
    (3, 1), (4, Fraction(61, 63)), (5, Fraction(52, 63)), (6, Fraction(15, 28)),
])  # fmt: skip
def test_survival_of_the_starting_bag(draws, share):
    """By the engine, every order of draws; figures of an independent count."""
    table = Table(START, flasks=(0, 0))
    assert survival(table.state, draws) == share


@pytest.mark.parametrize(("draws", "share"), [(7, Fraction(7, 36)), (8, Fraction(0))])
def test_survival_of_long_draws(draws, share):
    """Longer draws: equal pots are joined, so that the tree stays small."""
    table = Table(START, flasks=(0, 0))
    front = {table.state.key(): (table.state, Fraction(1))}
    for _ in range(draws):
        after = {}
        for state, weight in front.values():
            if state.phase == "DRAW_STOP":
                state.play("draw")
            bag = seat(state).bag
            for action, _ in state.chance_outcomes():
                nxt = state.clone()
                nxt.play(action)
                if seat(nxt).exploded:
                    continue
                # the order of chips in the pot does not matter for the white sum
                name = seat(nxt).bag
                old = after.get(name, (nxt, Fraction(0)))
                after[name] = (old[0], old[1] + weight * Fraction(bag[action & 255], sum(bag)))
        front = after
    assert sum((weight for _, weight in front.values()), Fraction(0)) == share


def test_flask_makes_a_draw_as_if_it_had_not_been():
    table = Table("W1 O G1", flasks=(1, 0)).run("FLASK")
    before = sum(seat(table.state).bag)
    table.play("return")
    assert sum(seat(table.state).bag) == before + 1


def test_several_chips_are_drawn_without_putting_back():
    table = Table("B2", bags=("W1 W1 W2",)).run("PULL")
    table.play("chip blue2")
    table.run("PULL", FLASK="place")
    assert [p for _, p in table.chance_outcomes()] == pytest.approx([2 / 3, 1 / 3])
    table.play("chip white1")
    assert [p for _, p in table.chance_outcomes()] == pytest.approx([1 / 2, 1 / 2])


def test_sources():
    """A source for each seat's bag, one for the dice and one for the cards."""
    state = load("quacks", players=3, start=0)
    assert state.source == 5
    state.play("card roll_the_die")
    assert state.source == 4
    for _ in range(3):
        state.play("face 1")
    sources = []
    while state.phase == "PULL":
        sources.append(state.source)
        state.play(options(state)[0])
    assert sources == [0, 1, 2]


def drawn_in_a_tick(state):
    """Play a tick's draws; return (seat, number of outcomes) of each chance node."""
    nodes = []
    while state.phase == "PULL":
        who = state.observation(0).who
        assert state.source == who
        nodes.append((who, len(state.chance_outcomes())))
        assert nodes[-1][1] == len(kinds(seat(state, who).bag))
        state.play(state.chance_outcomes()[0][0])
    return nodes


def test_a_tick_has_one_small_chance_node_a_drawing_seat():
    """Q23: all draw in turn order before the first chip is resolved; no node joins two bags."""
    bags = [START, START, "W3 W3 O", "O"]
    table = Table(bags=bags, players=4, first=2, flasks=(0,) * 4)
    assert drawn_in_a_tick(table.state) == [(2, 2), (3, 1), (0, 5), (1, 5)]
    assert table.phase == "DRAW_STOP"  # seat 3 has an empty bag and must stop
    for who, word in ((0, "draw"), (1, "stop"), (2, "draw")):
        assert table.mover == who
        table.play(word)
    assert [who for who, _ in drawn_in_a_tick(table.state)] == [2, 0]
    while table.seat(0).active:
        table.play("draw" if table.mover == 0 else "stop")
        if table.phase == "PULL":
            assert [who for who, _ in drawn_in_a_tick(table.state)] == [0]
    assert table.seat(0).exploded


def test_an_exploded_seat_adds_no_chance_node():
    bags = ["W3 W3 W2", "O O O O", "O O O O", "O O O O"]
    table = Table(bags=bags, players=4, flasks=(0,) * 4)
    ticks = []
    while len(ticks) < 4:
        while table.phase == "DRAW_STOP":
            table.play("draw")
        ticks.append([who for who, _ in drawn_in_a_tick(table.state)])
    assert table.seat(0).exploded
    assert ticks == [[0, 1, 2, 3]] * 3 + [[1, 2, 3]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_random_games_the_draws_of_a_tick_are_of_the_active_seats_once_each(players):
    before, ticks = None, 0
    for seed in range(8):
        for state in walk(load("quacks", players=players, seed=seed, sets="mixed"), seed):
            view = state.observation(0)
            if before == "DRAW_STOP" and state.phase == "PULL":
                first = view.first
                order = [(first + i) % players for i in range(players)]
                active = [i for i in order if seat(state, i).active]
                assert drawn_in_a_tick(state.clone())[:len(active)] == [
                    (i, len(kinds(seat(state, i).bag))) for i in active]
                ticks += 1
            before = state.phase
    assert ticks > 20


# ---------------------------------------------------------------- pending decisions


def commitments(players, seed):
    """Yield positions of random games where some seat has committed and another is asked."""
    for state in walk(load("quacks", players=players, seed=seed, sets="mixed"), seed):
        if state.phase == "DRAW_STOP" and any(
                seat(state, i).commitment for i in range(state.mover)):
            yield state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_choice_cannot_depend_on_anothers_pending_one(players):
    """Whatever the earlier seats chose, the asked one sees the same and may do the same."""
    tested = 0
    for seed in range(12):
        for state in walk(load("quacks", players=players, seed=seed), seed):
            if state.phase != "DRAW_STOP":
                continue
            twins = [state.clone(), state.clone()]
            for twin, word in zip(twins, ("draw", "stop"), strict=True):
                twin.play(word)
            if twins[0].phase != "DRAW_STOP" or twins[0].turn - state.turn > 1:
                continue
            if twins[0].observation(0).seats[state.mover].active != (
                    twins[1].observation(0).seats[state.mover].active):
                continue  # the last one: the tick is open
            for observer in range(players):
                if observer == state.mover:
                    assert twins[0].info_key(observer) != twins[1].info_key(observer)
                    assert twins[0].observation(observer) != twins[1].observation(observer)
                    continue
                assert twins[0].info_key(observer) == twins[1].info_key(observer)
                assert twins[0].observation(observer) == twins[1].observation(observer)
                assert repr(twins[0].observation(observer)) == repr(
                    twins[1].observation(observer))
                assert state.seen(state.action("draw"), observer) is None
                assert state.seen(state.action("stop"), observer) is None
            assert twins[0].mover == twins[1].mover
            assert twins[0].legal_actions() == twins[1].legal_actions()
            assert twins[0].key() != twins[1].key()
            tested += 1
    assert tested > 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_redeal_makes_pending_choices_uniform(players):
    counts, done = Counter(), 0
    for seed in range(30):
        for state in commitments(players, seed):
            others = [i for i in range(state.mover) if seat(state, i).commitment]
            sample = state.clone()
            for i in range(40):
                sample.copy_from(state)
                sample.redeal(state.mover, Stream("redeal", seed, done, i))
                sample.check()
                counts[tuple(seat(sample, k).commitment for k in others[:1])] += 1
            done += 1
            if done > 60:
                break
    draws = counts[("draw",)]
    assert set(counts) == {("draw",), ("stop",)}
    assert binomtest(draws, sum(counts.values()), 0.5).pvalue > 1e-6


def test_a_redeal_keeps_the_observers_own_commitment():
    for seed in range(20):
        for state in commitments(3, seed):
            for own in range(state.mover):
                if seat(state, own).commitment:
                    for i in range(8):
                        sample = state.clone()
                        sample.redeal(own, Stream(seed, i))
                        assert seat(sample, own).commitment == seat(state, own).commitment


def test_forced_commitments_stay():
    """The first draw and an empty bag leave no choice: a redeal makes none."""
    table = Table("W1", "W1 W1", players=3, bags=("", "", ""))
    table.run("DRAW_STOP")
    assert table.mover == 1  # seats 0 and 2 have empty bags
    for i in range(20):
        sample = table.clone()
        sample.redeal(1, Stream(i))
        assert sample == table.state


def test_outside_a_tick_all_lies_open():
    rng = random.Random(5)
    for seed in range(6):
        for state in walk(load("quacks", players=3, seed=seed, cauldron="tubes"), seed):
            if state.phase != "DRAW_STOP" and rng.random() < 0.1:
                sample = state.clone()
                sample.redeal(rng.randrange(3), Stream(seed))
                assert sample == state
                assert len({state.info_key(i) for i in range(3)}) == 1


def test_the_last_commitment_opens_all():
    table = Table("W1 W1 O", "O W1 O", bags=("O", "O")).run("DRAW_STOP")
    while table.phase != "DRAW_STOP":
        table.run("DRAW_STOP")
    assert table.mover == 0
    assert table.state.seen(table.action("stop"), 1) is None
    table.play("stop")
    assert seat(table.state, 0).active
    assert table.observation(0).seats[0].commitment == "stop"
    assert table.observation(1).seats[0].commitment is None
    turn = table.turn
    assert table.state.seen(table.action("draw"), 0) == table.action("draw")
    table.play("draw")
    assert table.turn > turn
    assert not seat(table.state, 0).active


def test_chips_and_rubies_are_kept_in_every_set():
    for sets in ("1", "2", "3", "4", "mixed"):
        for cauldron in ("plain", "tubes"):
            state = load("quacks", players=4, seed=3, sets=sets, cauldron=cauldron)
            for at in walk(state, sets):
                at.check()
                view = at.observation(0)
                assert sum(s.rubies for s in view.seats) + view.stock == 20


def test_arrange_refuses_what_the_box_has_not():
    state = load("quacks", players=2, start=0)
    for wrong in ({"bags": [chips("R1 " * 13), []]}, {"rubies": (21, 0)}, {"round": 10},
                  {"aside": [chips("G1"), []]}, {"bags": [["green3"], []]}, {"scores": (1,)},
                  {"cards": ["no_card"]}):
        with pytest.raises(ValueError, match="arrange"):
            state.arrange(**wrong)
    assert kinds(state.observation(0).supply)["red1"] <= 12
    assert len(KIND_NAMES) == 18
    assert open_actions(load("quacks"))

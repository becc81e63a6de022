"""Odds of attacks against odds counted by hand, and voyages against the map."""

import itertools

import pytest
from vikings_kit import BOX, DAYS, SPACES, at, lively_walk, options, play, seat, towns

from core.vikings.odds import attack_odds
from core.vikings.voyage import hardship, plan_voyage


def counted_raid(value, crew, bonus=0, first=0, safe=False):
    """Return (success, losses) of a raid, over all throws of its dice."""
    dice = min(crew, 3)
    success, lost = 0.0, [0.0] * 4
    for faces in itertools.product(range(1, 7), repeat=dice):
        wins = [face + bonus + first * (i == 0) > value for i, face in enumerate(faces)]
        failed = wins.index(True) if any(wins) else dice
        success += any(wins) / 6**dice
        lost[0 if safe else failed] += 1 / 6**dice
    return success, lost


def counted_settling(value, dice):
    success, lost = 0.0, [0.0] * 4
    for faces in itertools.product(range(1, 7), repeat=dice):
        failed = sum(face <= value for face in faces)
        success += (failed < dice) / 6**dice
        lost[failed] += 1 / 6**dice
    return success, lost


def agree(one, counted):
    assert one.success == pytest.approx(counted[0])
    assert list(one.lost) == pytest.approx(counted[1])
    assert one.mean == pytest.approx(sum(i * p for i, p in enumerate(counted[1])))


@pytest.mark.parametrize("crew", [1, 2, 3, 5])
def test_odds_of_a_raid(crew):
    """V41: up to three dice, one after another."""
    state = at("lincoln", crew=[crew])
    (odds,) = attack_odds(state)
    assert state.text(odds.action) == "raid"
    assert odds.dice is None
    agree(odds, counted_raid(4, crew))


def test_a_good_in_the_port_helps():
    """V40."""
    agree(attack_odds(at("lincoln", crew=[3], ports={"lincoln": "hides"}))[0], counted_raid(3, 3))


def test_odds_between_the_dice_of_a_raid():
    state = play(at("lincoln", crew=[3]), "raid", "die 2")
    (odds,) = attack_odds(state)
    assert state.text(odds.action) == "roll"
    success, lost = counted_raid(4, 2)
    agree(odds, (success, lost))


def test_odds_with_and_without_a_rune():
    """V59, R03, R26, R27: each card is an entry of its own."""
    hand = ["raven_banner", "valhalla", "berserker_fury"]
    state = play(at("lincoln", crew=[3], hands=[hand]), "raid")
    odds = {state.text(one.action): one for one in attack_odds(state)}
    agree(odds["go"], counted_raid(4, 3))
    agree(odds["play raven_banner"], counted_raid(4, 3, bonus=1))
    agree(odds["play valhalla"], counted_raid(4, 3, safe=True))
    agree(odds["play berserker_fury"], counted_raid(4, 3, first=2))


@pytest.mark.parametrize("crew", [1, 2, 3, 5])
def test_odds_of_settling(crew):
    """V44 to V46: every number of dice, the last crew's success included."""
    state = at("hebrides", crew=[crew])
    odds = attack_odds(state)
    assert [one.dice for one in odds] == list(range(1, min(crew, 3) + 1))
    for one in odds:
        agree(one, counted_settling(2, one.dice))
    if crew > 1:
        state.play("settle")
        assert [(one.dice, one.success) for one in attack_odds(state)] == [
            (one.dice, one.success) for one in odds]


def test_odds_of_a_dispute():
    """R23."""
    state = at("hebrides", crew=[2], hands=[["disputed_settlement"]], settled=[[], ["hebrides"]])
    odds = attack_odds(state)
    assert [state.text(one.action) for one in odds] == ["play disputed_settlement"] * 2
    for one in odds:
        agree(one, counted_settling(2, one.dice))


def test_no_attack_no_odds():
    assert attack_odds(at("north_sea_west")) == []
    assert attack_odds(at()) == []


def test_asking_changes_nothing():
    state = at("lincoln", crew=[3], hands=[["raven_banner"]])
    key = state.key()
    attack_odds(state)
    plan_voyage(state, SPACES.index("paris"))
    assert state.key() == key


# ---------------------------------------------------------------------- voyages


@pytest.mark.parametrize("start", ["denmark", "north_sea_west", "york"])
def test_a_voyage_is_as_long_as_the_map_says(start):
    state = at(start, crew=[5])
    here = SPACES.index(start)
    for goal, days in DAYS[here].items():
        voyage = plan_voyage(state, goal)
        if days == 0:
            assert voyage is None
            continue
        assert voyage.days == days
        assert voyage.arrives == (days <= 7)
        assert len(voyage.steps) == min(days, 7)


def test_a_voyage_counts_its_losses():
    """T10: Sweden to Rostov costs one token on arrival, with the base figures of the East."""
    state = at("sweden", crew=[5], wind="S")
    voyage = plan_voyage(state, SPACES.index("rostov"))
    assert (voyage.days, voyage.losses) == (5, 1)
    for action in voyage.steps[:-1]:
        assert hardship(state, action) == 0
        state.play(action)
    assert hardship(state, voyage.steps[-1]) == 1


def test_a_voyage_stops_before_a_taken_port():
    """V23."""
    state = at("denmark", "york", crew=[3])
    voyage = plan_voyage(state, SPACES.index("york"))
    assert not voyage.arrives
    assert len(voyage.steps) == voyage.days - 1


def test_a_voyage_does_not_sink_the_ship():
    """V51."""
    voyage = plan_voyage(at("norway", crew=[1], sail=2, wind="S"), SPACES.index("husavik"))
    assert voyage.steps == ()
    assert voyage.sinks
    with_goods = at("norway", crew=[1], goods=[["hides"]], sail=2, wind="S")
    voyage = plan_voyage(with_goods, SPACES.index("husavik"))
    assert (len(voyage.steps), voyage.losses, voyage.sinks) == (2, 1, True)


def test_no_voyage_begins_in_wintering():
    assert plan_voyage(at(crew=[2]), SPACES.index("york")) is None


# ---------------------------------------------------------------------- what a view works out


def test_days_left_agree_with_the_moves():
    """V14."""
    for state in lively_walk(at(hands=[["following_wind"]]), 3):
        if state.phase == "MAIN":
            sails = any(text.startswith("sail ") for text in options(state))
            view = state.observation(state.mover)
            if seat(state, state.mover).space != SPACES.index("wintering"):
                assert (view.sailing_days > 0) == sails


def test_what_a_saga_lacks():
    """V62: trade, raid, settle."""
    sagas = ["s1_norway_trade_hebrides_man", "s1_norway_raid_lindisfarne",
             "s1_norway_settle_orkney_shetland"]
    lacks = {}
    for name, position in {
        "none": {}, "good": {"ports": {"man": "furs"}}, "settled": {"settled": [[], ["shetland"]]},
    }.items():
        state = at("denmark", **{"open": sagas, **position})
        view = state.observation(0)
        lacks[name] = {
            BOX.sagas[saga].task: [SPACES[port] for port in view.lacking(saga)]
            for saga in view.open}
    assert lacks["none"] == {0: ["hebrides", "man"], 1: ["lindisfarne"], 2: ["orkney", "shetland"]}
    assert lacks["good"][0] == ["hebrides"]
    assert lacks["settled"][2] == ["orkney"]
    view = at("denmark", captured=[{"lindisfarne": 3}], open=sagas[::2]).observation(0)
    raid = [i for i, saga in enumerate(BOX.sagas) if saga.id == sagas[1]]
    assert view.lacking(raid[0]) == ()
    assert set(view.towns) == {SPACES.index(name) for name in towns("lindisfarne")}

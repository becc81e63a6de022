"""What searches know of Vikings: odds, voyages, loading, going home; greedy play beats random."""

import pytest
from vikings_kit import at, options, play

from ai import knowledge
from ai.knowledge import vikings_worth
from ai.knowledge.vikings import VikingsEvaluator, VikingsPolicy, hard_days
from ai.policy import Policy
from core.game import load
from core.rng import Stream


def advice(state):
    prior = knowledge.policy(state.setup).prior(state)
    return {state.text(action): promise for action, promise in prior.items()}


def best(state):
    found = advice(state)
    return max(found, key=found.get)


def points(state, seat=0):
    return knowledge.evaluator(state.setup).points(state)[seat]


# ---------------------------------------------------------------- odds


@pytest.mark.parametrize(("value", "crew", "success", "lost"), [
    (3, 1, 1 / 2, 1 / 2), (3, 3, 7 / 8, 7 / 8),
    (5, 3, 1 - (5 / 6) ** 3, 5 / 6 * (1 + 5 / 6 + 25 / 36)),
    (2, 2, 8 / 9, 4 / 9), (3, 5, 7 / 8, 7 / 8), (0, 1, 1, 0), (6, 3, 0, 1 + 1 + 1),
])  # fmt: skip
def test_the_odds_of_a_raid_are_exact(value, crew, success, lost):
    """Up to three dice one after another, a crew lost for each that misses (V41)."""
    found = VikingsEvaluator.raid_odds(value, crew)
    assert found == pytest.approx((success, lost))


@pytest.mark.parametrize(("value", "dice", "success", "lost"), [
    (3, 1, 1 / 2, 1 / 2), (4, 3, 1 - (2 / 3) ** 3, 2), (2, 2, 8 / 9, 2 / 3), (6, 2, 0, 2),
])  # fmt: skip
def test_the_odds_of_a_settlement_are_exact(value, dice, success, lost):
    """All dice at once, a crew lost for each that misses (V44, V45)."""
    assert VikingsEvaluator.settle_odds(value, dice) == pytest.approx((success, lost))


# ---------------------------------------------------------------- the evaluator


def test_values_are_win_chances():
    state = load("vikings", players=4, seed=3)
    stream = Stream("values")
    evaluator, policy = knowledge.evaluator(state.setup), knowledge.policy(state.setup)
    while not state.is_terminal:
        values = evaluator.evaluate(state)
        assert sum(values) == pytest.approx(1)
        assert all(0 <= value <= 1 for value in values)
        state.play(state.sample(stream) if state.is_chance else policy.choose(state, stream))
    assert evaluator.evaluate(state) == state.utilities()


@pytest.mark.parametrize("more", [
    {"scores": (5, 0, 0)}, {"settled": (("orkney",),)}, {"captured": ({"lindisfarne": 3},)},
    {"completed": (("s1_denmark_raid_bremen",),)}, {"goods": (("furs",),)}, {"crew": (3,)},
])  # fmt: skip
def test_more_is_better(more):
    assert points(at("north_sea_west", **more)) > points(at("north_sea_west", crew=(2,)))


def test_a_full_region_is_worth_more_than_three_independent_ports():
    region = at("north_sea_west", settled=(("cork", "man", "dublin"),), captured=({"dublin": 3},))
    alone = at("north_sea_west", settled=(("cherson", "hvarf", "pembroke"),),
               captured=({"pembroke": 3},))
    assert points(region) > points(alone) + 9


def test_a_voyage_is_worth_more_near_its_port():
    near, far = (at(space, crew=(3,), goods=(("furs",),)) for space in ("north_sea_west", "rome"))
    names = knowledge.evaluator(near.setup)
    assert names.features(near, 0)["trip"] > 0
    assert set(names.features(far, 0)) == set(vikings_worth.WORTH)
    lonely = at("cape_farewell_sea", crew=(1,), goods=(("furs",),), ports={"hvarf": "furs"})
    assert names.features(near, 0)["trip"] > names.features(lonely, 0)["trip"]


def test_hard_days_count_the_zones():
    spaces = at().setup.components.spaces
    days = hard_days(spaces, [space.id for space in spaces].index("hvarf"))
    assert days[[space.id for space in spaces].index("cape_farewell_sea")] == pytest.approx(
        vikings_worth.SLOW[0])
    assert len(days) == len(spaces) - 1  # no way leads from Wintering


def test_worths_of_other_features_are_refused():
    with pytest.raises(ValueError, match="WORTH"):
        VikingsPolicy(at().setup, {"days": (0.0,) * 6})


# ---------------------------------------------------------------- the policy


def test_crew_comes_aboard_first():
    assert best(at()) == "load crew"


def test_a_ship_sails_towards_the_saga_it_can_complete():
    state = at("north_sea_north", crew=(3,), open=("s1_norway_raid_lindisfarne",))
    assert best(state) == "sail northumbrian_sea"
    assert best(play(state, "sail northumbrian_sea")) == "sail lindisfarne"
    assert best(play(state, "sail lindisfarne")) == "raid"


def test_goods_go_to_the_dearer_demand():
    state = at("york", crew=(2,), goods=(("hides", "furs"),), demand="furs")
    found = advice(state)
    assert found["trade furs"] > found["trade hides"]


def test_a_ship_with_nothing_to_do_goes_home():
    state = at("cape_farewell_sea", crew=(1,), sail=5, settled=((), ("hvarf", "anse_aux_meadows")))
    assert best(state) == "winter"


def test_a_full_day_is_not_ended():
    state = at("north_sea_west", crew=(3,), goods=(("hides", "furs"),))
    found = advice(state)
    assert found["end"] < max(found.values())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_beats_random(players):
    won, games = 0.0, 12
    for number in range(games):
        state = load("vikings", players=players, seed=number)
        greedy = number % players
        policies = [Policy()] * players
        policies[greedy] = knowledge.policy(state.setup)
        stream = Stream("greedy", number)
        while not state.is_terminal:
            state.play(state.sample(stream) if state.is_chance
                       else policies[state.mover].choose(state, stream))
        won += state.utilities()[greedy]
    assert won >= 0.9 * games


def test_games_of_the_policy_end_by_the_sagas():
    """Sensible jarls need 15 to 35 rounds (V75), far from the limit of 60."""
    rounds = []
    for seed in range(12):
        state = load("vikings", players=3, seed=seed)
        policy, stream = knowledge.policy(state.setup), Stream("end", seed)
        while not state.is_terminal:
            state.play(state.sample(stream) if state.is_chance else policy.choose(state, stream))
        rounds.append(state.round)
    assert max(rounds) < 60
    assert 15 <= sum(rounds) / len(rounds) <= 35


def test_every_question_gets_advice():
    """All questions of section 12 come up in some game, and each answer has a promise."""
    seen = set()
    for seed in range(60):
        state = load("vikings", players=3 + seed % 3, seed=seed)
        policy, stream = knowledge.policy(state.setup), Stream("advice", seed)
        policy.random_in = 4
        while not state.is_terminal:
            if state.is_chance:
                state.play(state.sample(stream))
                continue
            if state.phase not in seen:
                seen.add(state.phase)
                assert set(advice(state)) == set(options(state))
            state.play(policy.choose(state, stream))
    assert seen == {
        "MAIN", "LOSS", "ATTACK_RUNES", "RAID_ON", "RETRIBUTION", "DICE", "FOUND", "WIND",
        "TARGET", "GIVE",
    }  # fmt: skip

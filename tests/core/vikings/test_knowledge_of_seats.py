"""What a seat knows: hands are hidden, known cards stay, chance is exact (V3, V4)."""

import random
from collections import Counter
from itertools import permutations

import pytest
from scipy.stats import chisquare
from vikings_kit import (
    BOX,
    RUNES,
    at,
    chances,
    hand,
    lively_walk,
    options,
    play,
    seat,
    view,
)  # fmt: skip

from core.game import load
from core.rng import Stream


def redealt(state, observer, *seed):
    sample = state.clone()
    sample.redeal(observer, Stream("redeal", *seed))
    sample.check()
    return sample


# ---------------------------------------------------------------- redeal


def test_a_redeal_keeps_the_own_hand_the_pile_and_known_cards():
    state = at("kattegat", hands=[["storm", "siege"], ["revolt", "valhalla"], ["rebellion"]],
               known=[[], ["valhalla"]], pile=["new_crew"])
    seen = Counter()
    for i in range(300):
        sample = redealt(state, 0, i)
        assert hand(sample) == ["siege", "storm"]
        assert "valhalla" in hand(sample, 1)
        assert len(hand(sample, 1)) == 2
        assert sample.observation(0) == state.observation(0)
        assert sample.info_key(0) == state.info_key(0)
        seen.update(set(hand(sample, 1)) - {"valhalla"})
        assert "new_crew" not in hand(sample, 1) + hand(sample, 2)
    assert len(seen) > 15


def test_a_redeal_is_uniform_over_the_unseen_cards():
    """Two unknown hands of one card each from a pool of five titles: every deal equally likely."""
    pool = ["siege", "revolt", "valhalla", "new_crew", "intimidation"]
    everything = [rune.id for rune in BOX.runes for _ in range(rune.base + rune.advanced)]
    for name in [*pool, "storm"]:
        everything.remove(name)
    state = at("kattegat", hands=[["storm"], pool[:1], pool[1:2]], pile=everything)
    deals = Counter()
    for i in range(4000):
        sample = redealt(state, 0, i)
        deals[hand(sample, 1)[0], hand(sample, 2)[0]] += 1
    assert set(deals) == set(permutations(pool, 2))
    assert chisquare(list(deals.values())).pvalue > 1e-5


def test_copies_of_a_title_weigh_in():
    everything = [rune.id for rune in BOX.runes for _ in range(rune.base + rune.advanced)]
    for name in ("following_wind", "following_wind", "siege", "storm"):
        everything.remove(name)
    state = at("kattegat", hands=[["storm"], ["siege"]], pile=everything)
    count = sum(hand(redealt(state, 0, i), 1) == ["following_wind"] for i in range(3000))
    assert abs(count / 3000 - 2 / 3) < 0.05


def test_a_known_copy_leaves_before_an_unseen_one():
    """V2."""
    state = at("kattegat", hands=[["following_wind", "following_wind"]],
               known=[["following_wind"]])
    assert seat(state, 0).known == (RUNES.index("following_wind"),)
    assert view(state, 1).seats[0].hand == (RUNES.index("following_wind"), None)
    assert options(state).count("play following_wind") == 1
    play(state, "play following_wind", "keep")
    assert seat(state, 0).known == ()
    assert view(state, 1).seats[0].hand == (None,)


def test_a_card_taken_from_the_pile_stays_known_until_it_leaves():
    state = at("kattegat", hands=[["answered_prayers"]], pile=["siege"])
    play(state, "play answered_prayers", "keep")
    for i in range(50):
        assert hand(redealt(state, 1, i)) == ["siege"]
    assert all(state.info_key(i) == redealt(state, i, 9).info_key(i) for i in range(3))
    other = at("kattegat", hands=[["siege"]], pile=["answered_prayers"])
    assert other.info_key(1) != state.info_key(1)
    assert other.info_key(0) != state.info_key(0)  # the jarl knows what the others know


@pytest.mark.parametrize(("ship", "text", "cards"), [
    ("lincoln", "raid", {"raven_banner", "siege", "valhalla", "berserker_fury"}),
])  # fmt: skip
def test_who_is_asked_for_an_attack_card_holds_one(ship, text, cards):
    state = at(ship, hands=[["raven_banner", "storm"]])
    play(state, text)
    assert state.phase == "ATTACK_RUNES"
    found = set()
    for i in range(300):
        held = set(hand(redealt(state, 1, i)))
        assert held & cards
        found |= held & cards
    assert found == cards


def test_who_is_asked_for_retribution_holds_it():
    state = at("lincoln", hands=[["retribution", "storm"]])
    play(state, "raid", "go" if "go" in options(state) else "die 6")
    if state.phase == "DIE":
        play(state, "die 6")
    play(state, options(state)[0])
    assert state.phase == "RETRIBUTION"
    for i in range(50):
        sample = redealt(state, 2, i)
        assert "retribution" in hand(sample)
        assert sample.legal_actions() == state.legal_actions()


def test_a_drawn_rune_is_seen_by_its_drawer_alone():
    state = at("norway")
    play(state, "draw")
    action = state.action("rune storm")
    assert state.seen(action, 0) == action
    assert [state.text(state.seen(action, i)) for i in (1, 2)] == ["rune unseen"] * 2
    after = [play(state.clone(), text) for text in ("rune storm", "rune siege")]
    assert after[0].info_key(0) != after[1].info_key(0)
    assert after[0].info_key(1) == after[1].info_key(1)
    assert after[0].key() != after[1].key()


def test_other_hands_do_not_show():
    state = at("kattegat", hands=[["storm"], ["revolt"]])
    assert view(state, 0).seats[1].hand == (None,)
    assert view(state, 1).seats[1].hand == (RUNES.index("revolt"),)
    assert view(state, 0).seats[0].hand == (RUNES.index("storm"),)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_redeals_in_lively_games(players):
    """At every question of games that use everything: nothing that a seat knows changes."""
    rng, asked = random.Random(players), Counter()
    for seed in range(6):
        for state in lively_walk(load("vikings", players=players, seed=seed), seed):
            if state.phase in ("MAIN", "WIND") and rng.random() < 0.95:
                continue
            asked[state.phase] += 1
            observer = rng.randrange(players)
            sample = redealt(state, observer, seed, asked.total())
            assert sample.observation(observer) == state.observation(observer)
            assert sample.info_key(observer) == state.info_key(observer)
            assert sample.mover == state.mover
            if state.mover == observer:
                assert sample.legal_actions() == state.legal_actions()
    assert {"ATTACK_RUNES", "LOSS", "TARGET", "DRAW", "HITS", "GIVE"} <= set(asked)


# ---------------------------------------------------------------- chance


def test_settlement_dice_fall_as_multisets_with_their_weights():
    state = at("wolin", crew=[3])
    play(state, "settle")
    for dice, outcomes in ((1, 6), (2, 21), (3, 56)):
        thrown = play(state.clone(), f"dice {dice}")
        share = chances(thrown)
        assert len(share) == outcomes
        assert sum(share.values()) == pytest.approx(1, abs=1e-12)
        for text, p in share.items():
            orders = len(set(permutations(text.split()[1:])))
            assert p == pytest.approx(orders / 6**dice)


def test_a_single_die_is_even():
    state = play(at("lincoln"), "raid")
    assert chances(state) == pytest.approx({f"die {n}": 1 / 6 for n in range(1, 7)})


def test_the_dice_just_thrown_are_seen_until_the_next_action():
    state = play(at("wolin", crew=[5]), "settle", "dice 3", "fall 1 3 3")
    assert view(state).fallen == (1, 3, 3)
    play(state, "end")
    assert view(state).fallen == ()


def test_treasures_are_drawn_from_what_is_not_open():
    """V3, V42: small ones under small towns; three of each value, less what was revealed."""
    state = at("lincoln", captured=[{"bremen": 3, "dublin": 3, "bayeux": 6}, {"paris": 8}])
    play(state, "raid", "die 6")
    assert chances(state) == pytest.approx({
        "treasure 3": 1 / 9, "treasure 4": 3 / 9, "treasure 5": 3 / 9, "treasure 6": 2 / 9})
    large = at("rome", captured=[{}, {"paris": 8}])
    play(large, "raid", "die 6")
    assert chances(large) == pytest.approx({"treasure 9": 0.5, "treasure 10": 0.5})


def test_the_last_treasure_is_revealed_all_the_same():
    state = at("rome", captured=[{"constantinople": 9}, {"paris": 8}])
    play(state, "raid", "die 6")
    assert chances(state) == {"treasure 10": 1}


def test_sagas_are_drawn_from_the_unseen_of_the_era_due():
    """V6: the removed ones among them, as nobody knows which those are."""
    state, stream = load("vikings", start=0), Stream(4)
    for _ in range(3):
        state.play(state.sample(stream))
    for n in (9, 8, 7):
        share = chances(state)
        assert len(share) == n
        assert set(share.values()) == {1 / n}
        state.play(state.sample(stream))
    assert state.phase == "MAIN"


def test_the_set_up_deals_from_the_first_seat_on():
    """V9, section 12: each rune from what is left, copies weigh."""
    state = load("vikings", players=3, start=2)
    order = []
    while state.phase == "DRAW":
        order.append(view(state).who)
        play(state, "rune following_wind" if len(order) == 1 else options(state)[0])
        if len(order) == 1:
            assert chances(state)["rune following_wind"] == pytest.approx(1 / 32)
    assert order == [2, 0, 1]
    assert state.phase == "TURN_SAGA"


def test_sources_are_the_seats_own():
    """V5."""
    state = load("vikings", players=3, start=1)
    assert state.source == 1
    state = play(at("lincoln", "york"), "raid")
    assert state.source == 5
    play(state, "die 6")
    assert state.source == 10
    thrown = play(at("kattegat", "york", hands=[["not_welcome"]]), "play not_welcome")
    assert thrown.source == 6  # the owner rolls (R10)

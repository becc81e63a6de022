"""Rulings of section 13 and rules of section 7 that no other test comes across."""

import pytest
from vikings_kit import (
    SPACES,
    at,
    fair,
    options,
    play,
    seat,
    settled,
    view,
    where,
    words,
)  # fmt: skip

from core.game import load


def test_the_first_seat_is_random_and_each_may_be_it():
    """Q1, V12."""
    first = [load("vikings", players=4, seed=seed).active for seed in range(40)]
    assert set(first) == {0, 1, 2, 3}


def test_runes_are_played_in_the_own_turn_only_any_number_of_them_without_days():
    """V54."""
    state = at("kattegat", hands=[["following_wind", "following_wind", "siege"], ["storm"]])
    assert words(state, "play") == ["play following_wind"]
    play(state, "play following_wind", "keep", "play following_wind", "keep", "discard siege",
         "keep")
    assert (view(state).prep, view(state).sail, view(state).tail) == (0, 0, 2)
    assert state.mover == 0
    play(state, "end")
    assert "play storm" in options(state)


def test_berserker_lifts_one_of_two_equal_highest_dice():
    """Q9: all dice first, then one of the highest."""
    state = at("york", crew=[4], captured=[{"lincoln": 3}], hands=[["berserker_fury"]])
    play(state, "settle", "play berserker_fury", "keep", "dice 2", "fall 3 3")  # 3 fails, 5 > 4
    assert (settled(state), seat(state).crew) == (["york"], 2)


def test_no_other_rune_in_the_middle_of_an_attack_whose_port_is_used_up():
    """Q10, Q12."""
    state = play(at("lincoln", hands=[["raven_banner", "storm", "retribution"]]), "raid")
    assert options(state) == ["play raven_banner", "go"]
    assert view(state).used == (SPACES.index("lincoln"),)
    play(state, "go", "die 1")
    assert options(state) == ["roll", "stop"]


@pytest.mark.parametrize("answer", ["place", "decline"])
def test_the_last_crew_that_settles_completes_sagas_before_the_ship_sinks(answer):
    """Q13, V46: after `decline` the attempt counts as unsuccessful."""
    saga = "s1_sweden_settle_truso_grobin"
    state = at("truso", crew=[1], goods=[["furs"]], settled=[[], ["grobin"]],
               open=[saga, "s1_norway_raid_lindisfarne"], deck=(0, 0, 4))
    play(state, "settle", "fall 6", answer)
    taken = len(seat(state).sagas)
    while state.is_chance:
        play(state, options(state)[0])
    if answer == "place":
        assert (taken, where(state), state.active) == (1, "wintering", 1)
        assert seat(state).goods == (0, 0, 0)
    else:
        assert (taken, where(state), state.active) == (0, "truso", 0)


def test_a_wind_turn_neither_costs_nor_refunds():
    """Q25, V31: only later steps use the new wind."""
    state = at("kattegat", crew=[5], sail=4, wind="S", hands=[["storm", "siege"]])
    play(state, "sail baltic_west")  # East 4: one over
    assert (seat(state).crew, view(state).due) == (4, 1)
    play(state, "discard storm", "cw")  # West: East 3, now two over
    assert (seat(state).crew, view(state).due, fair(state)[1]) == (4, 1, 3)
    play(state, "discard siege", "cw", "sail gotland_sea")  # North: East 4 again, two over
    assert (seat(state).crew, view(state).due) == (4, 1)


def test_a_ship_moved_by_another_suffers_no_hardship():
    """Q30."""
    state = at("york", "norwegian_sea", crew=[2, 3], sail=7, wind="S", hands=[["navigation_error"]])
    play(state, "play navigation_error", "at jan_mayen_sea", "keep")
    assert (where(state, 1), seat(state, 1).crew) == ("jan_mayen_sea", 3)
    assert (view(state).sail, view(state).due) == (7, 0)


def test_a_moved_ship_begins_its_turn_where_it_is():
    """Q56: a task before moving, and Siege."""
    state = at("kattegat", "north_sea_west", hands=[["navigation_error"], ["siege"]])
    play(state, "play navigation_error", "at lincoln", "keep", "end", "raid")
    assert (state.active, options(state)) == (1, ["play siege", "go"])


def test_completed_sagas_and_points_are_open():
    """Q38, Q39, V2."""
    state = at("kattegat", completed=[["s1_norway_raid_lindisfarne"]], scores=[7, 1, 2],
               open=["s1_denmark_raid_bremen"])
    assert view(state, 1).seats[0] == view(state, 2).seats[0]
    assert len(view(state, 1).seats[0].sagas) == 1
    assert view(state, 2).seats[0].score == 7


@pytest.mark.parametrize(("deck", "may"), [((3, 6, 6), False), ((0, 5, 6), True)])
@pytest.mark.parametrize("title", ["trade_with_natives", "new_crew"])
def test_the_places_of_a_new_era_are_there_at_once(title, deck, may):
    """Q46, R09, R15: also for a ship at sea."""
    state = at("wolin", crew=[5], deck=deck, ports={"wolin": "furs"}, settled=[["wolin"]],
               hands=[[title]])
    assert (f"play {title}" in options(state)) == may


def test_a_saga_beside_a_standing_town_stays_open():
    """Q50, V43: its ports cannot be settled before the raid."""
    saga = "s2_denmark_settle_york_norwich"
    state = at("york", crew=[3], open=["s1_norway_raid_lindisfarne", saga])
    assert words(state, "settle") == []
    assert len(view(state).open) == 2


def test_there_is_no_way_to_unload_but_wintering():
    """Q45."""
    state = at("york", goods=[["furs"]], ports={"york": "hides"})
    assert {text.split()[0] for text in options(state)} == {"sail", "winter", "end"}


def test_goods_of_the_demand_space_complete_nothing_and_any_good_does():
    """Q49, Q51, V62."""
    state = at("wolin", goods=[["hides"]], demand="hides",
               open=["s1_sweden_trade_wolin_truso", "s1_norway_raid_lindisfarne"])
    play(state, "trade hides")
    assert seat(state).sagas == ()

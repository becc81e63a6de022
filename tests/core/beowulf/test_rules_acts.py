"""Rules B27 to B43: the end of an act, the next one, and the end of the game."""

import pytest
from beowulf_kit import (
    ALL_FIGURES,
    NO_FIGURES,
    arranged,
    blank,
    boxed,
    empty_spaces,
    filled,
    hand,
    here,
    options,
    play,
    recount,
    shipped_data,
    shown,
    supply,
)
from walks import positions

from core.beowulf.components import check_components, read_components

LONGSHIP = (0, 0, 0, 1)
ACT_ONE = [tile.id for tile in read_components().tiles if tile.act == 1]


# ---------------------------------------------------------------- the end of an act


def test_b27_a_full_board_ends_the_act_at_once():
    state = arranged(board=filled(empty=["a1", "b1"]), supplies=[(0, 0, 0, 2), LONGSHIP],
                     hands=[["a1_none_p3"], []])
    play(state, "figure longship", "at a1")
    assert state.act == 1
    play(state, "figure longship", "at b1")
    assert (state.act, state.phase) == (2, "D0")


def test_b27_r7_the_ability_of_the_last_tile_comes_before_the_check():
    board = filled(empty=["c3"], things={"a1": "a1_none_p3", "b1": "a1_gorge_0"})
    state = arranged(board=board, hands=[["a1_golden_statue_0"], []])
    play(state, "tile", "play a1_golden_statue_0", "at c3")
    assert (state.act, state.phase) == (1, "D4a")
    play(state, "on a1", "on b1")
    assert (state.act, state.phase) == (2, "D0")


def test_b28_the_walk_skips_and_shows_everybody_even_if_it_finds_nobody():
    board = filled(empty=["a1", "e5"], filler=(2, "castle"))
    state = arranged(players=3, board=board, supplies=[LONGSHIP, NO_FIGURES, NO_FIGURES],
                     hands=[["a1_good_counsel_0"], [], []])
    play(state, "figure longship", "at a1")
    assert state.act == 2  # e5 was still empty
    assert shown(state, 0) == ["a1_good_counsel_0"]
    assert hand(state, 0) == ["a1_good_counsel_0"]
    assert state.observation(2).first == 1


def test_b28_b27_a_full_board_skips_nobody():
    """B27 is checked first: the hands stay hidden."""
    board = filled(empty=["a1"], filler=(1, "castle"))
    state = arranged(board=board, supplies=[LONGSHIP, NO_FIGURES],
                     hands=[[], ["a1_good_counsel_0"]])
    play(state, "figure longship", "at a1")
    assert state.act == 2
    assert shown(state, 1) == []


def test_b28_an_act_that_nobody_can_play_is_passed_over():
    """No figures and no stock at the start of Act II: straight to its climax, then Act III."""
    data = shipped_data()
    data["tiles"] = [tile for tile in data["tiles"] if tile["act"] != 2]
    recount(data)
    state = blank(check_components(data))
    board = filled(empty=["a1"], things={"b1": "a1_none_p3"}, filler=(1, "castle"))
    arranged(state=state, board=board, supplies=[(1, 0, 0, 0), NO_FIGURES])
    play(state, "figure beowulf", "at a1")
    assert (state.act, state.phase) == (3, "D0")
    assert state.observation(0).first == 1


def test_b29_score_first_then_return_and_clear():
    board = filled(empty=["a1"], things={"b1": "a1_none_p3", "c1": (1, "longship")})
    state = arranged(board=board, supplies=[(1, 0, 0, 0), NO_FIGURES])
    play(state, "figure beowulf", "at a1")
    # The 3 of b1 counts for Beowulf (4), the Longship (1) and the ten Castles (2 each) in its
    # row (d1, e1) and column (b2 to b5).
    assert state.scores() == [50 + 3 * 4, 50 + 3 * (1 + 2 * 6)]
    assert (state.act, len(empty_spaces(state))) == (2, 22)


def test_b30_longships_return_other_figures_are_used_up():
    board = filled(empty=["e5"], filler=(0, "castle"))
    board |= here({"a1": (0, "beowulf"), "b1": (1, "thane"), "c1": (1, "longship"),
                   "d1": (0, "longship")})
    state = arranged(board=board, supplies=[(0, 1, 0, 2), (1, 1, 3, 3)])
    play(state, "figure longship", "at e5")
    assert supply(state, 0) == (0, 1, 0, 1 + 2)
    assert supply(state, 1) == (1, 1, 3, 4)


def test_b31_tiles_on_the_board_go_to_the_box():
    board = filled(empty=["e5"], things={"a1": "a1_none_p6", "b1": "a1_none_p6",
                                         "c1": "a1_treachery_0"})
    state = arranged(board=board, supplies=[LONGSHIP, NO_FIGURES], stock=["a1_none_m6"])
    before = boxed(state)
    play(state, "figure longship", "at e5")
    assert boxed(state) == before | {"a1_none_p6": 2, "a1_treachery_0": 1}


def test_b32_old_tiles_are_kept_and_played_by_the_usual_rules():
    state = arranged(act=3, hands=[["a1_riches_p4", "a2_valor_p3"], []],
                     board=here({"a1": "a3_temptation_m1"}), supplies=[LONGSHIP, LONGSHIP])
    play(state, "tile", "play a2_valor_p3", "at j5")
    assert options(state) == ["on a1", "none"]
    play(state, "on a1", "figure longship", "at a1", "tile", "play a1_riches_p4", "cash")
    assert state.scores()[0] == 54


def test_b33_r8_refill_in_seat_order_from_the_first_player():
    state = arranged(players=3, act=2, phase="D0", active=1, stock=None,
                     hands=[["a1_none_p6"], [], ["a1_none_m5", "a1_golden_statue_0"]],
                     supplies=[ALL_FIGURES] * 3)
    drawers = []
    while state.is_chance:
        drawers.append(state.observation(0).active)
        assert all(text.startswith("draw a2_") for text in options(state))
        play(state, options(state)[0])
    assert drawers == [1, 1, 0]
    assert [len(hand(state, seat)) for seat in range(3)] == [2, 2, 2]
    assert state.observation(0).stock == 21


def test_b33_a_hand_above_two_draws_nothing_and_keeps_all():
    counsels = ["a1_good_counsel_0", "a2_good_counsel_0", "a1_none_p3"]
    state = arranged(act=3, phase="D0", stock=None, hands=[counsels, []],
                     supplies=[ALL_FIGURES] * 2)
    while state.is_chance:
        assert state.observation(0).active == 1
        play(state, options(state)[-1])
    assert hand(state, 0) == ["a1_none_p3", "a1_good_counsel_0", "a2_good_counsel_0"]


@pytest.mark.parametrize(("last", "first"), [(0, 1), (1, 2), (2, 0)])
def test_b34_the_seat_after_the_one_who_ended_the_act_begins(last, first):
    supplies = [LONGSHIP if seat == last else (0, 1, 0, 0) for seat in range(3)]
    state = arranged(players=3, board=filled(empty=["a1"]), supplies=supplies, active=last)
    play(state, "figure longship", "at a1")
    assert state.observation(0).first == first
    assert state.observation(0).active == first


def test_b34_first_even_if_it_is_skipped():
    """The first player of Act II may have neither figures nor (empty stock) tiles."""
    data = shipped_data()
    data["tiles"] = [tile for tile in data["tiles"] if tile["act"] != 2]
    recount(data)
    state = blank(check_components(data), players=3)
    arranged(state=state, players=3, board=filled(empty=["a1"], filler=(0, "castle")),
             supplies=[LONGSHIP, NO_FIGURES, (0, 1, 0, 0)])
    play(state, "figure longship", "at a1")
    view = state.observation(0)
    assert (state.act, view.first, view.active, view.phase) == (2, 1, 2, "D1")


def test_b34_r9_after_exhaustion_the_seat_after_the_last_turn():
    state = arranged(players=3, board=filled(empty=["a1", "e5"]), active=1,
                     supplies=[NO_FIGURES, LONGSHIP, NO_FIGURES])
    play(state, "figure longship", "at a1")
    assert state.act == 2
    assert state.observation(0).first == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_b35_the_number_of_turns_is_bounded(players):
    """Each turn uses a figure (10, and at most 4 Longships twice more) or plays or draws a tile."""
    for state in positions("beowulf", players, range(12)):
        assert state.turn <= players * 18 + 100 + 100


# ---------------------------------------------------------------- the end of the game


def last_move(points, supplies=(NO_FIGURES, NO_FIGURES), players=2, figure="thane"):
    """Return the end of a game: seat 0 places `figure` on the last space of Act III."""
    kinds = ("beowulf", "thane", "castle", "longship")
    mine = list(supplies[0])
    mine[kinds.index(figure)] += 1
    state = arranged(players=players, act=3, board=filled(act=3, empty=["a1"]), points=points,
                     supplies=[tuple(mine), *supplies[1:]])
    return play(state, f"figure {figure}", "at a1")


def test_b41_the_game_ends_after_act_three_and_most_points_win():
    state = last_move([60, 40])
    assert (state.phase, state.mover, state.is_terminal) == ("end", -2, True)
    assert state.legal_actions() == []
    assert state.utilities() == [1.0, 0.0]
    assert last_move([40, 60]).utilities() == [0.0, 1.0]


def test_b42_r10_ties_go_to_the_diamonds_of_unused_figures():
    state = last_move([50, 50], [(0, 1, 0, 0), (0, 0, 0, 2)])
    assert state.observation(0).unused == (3, 2)
    assert state.utilities() == [1.0, 0.0]
    state = last_move([50, 50], [(0, 1, 0, 0), (1, 0, 0, 0)])
    assert state.utilities() == [0.0, 1.0]


def test_b42_r10_the_sum_counts_not_the_best_figure():
    assert last_move([50, 50], [(0, 1, 0, 0), (0, 0, 2, 0)]).utilities() == [0.0, 1.0]


def test_b42_r10_a_longship_placed_in_act_three_is_used():
    """It returns to the supply at the climax, but the count is taken before."""
    state = last_move([50, 50], [(0, 0, 0, 1), (0, 0, 1, 0)], figure="longship")
    assert supply(state, 0) == (0, 0, 0, 2)
    assert state.observation(0).unused == (1, 2)
    assert state.utilities() == [0.0, 1.0]


def test_b42_points_come_before_diamonds():
    assert last_move([51, 50], [NO_FIGURES, ALL_FIGURES]).utilities() == [1.0, 0.0]


def test_b43_still_tied_shares_the_victory():
    assert last_move([50, 50]).utilities() == [0.5, 0.5]
    state = last_move([50, 50, 50], [NO_FIGURES] * 3, players=3)
    assert state.utilities() == [pytest.approx(1 / 3)] * 3


def test_r22_only_the_best_share_whatever_the_others_have():
    supplies = [(0, 0, 1, 0), (0, 0, 0, 2), (1, 0, 0, 0), NO_FIGURES]
    state = last_move([50, 50, 49, 50], supplies, players=4)
    assert state.utilities() == [0.5, 0.5, 0.0, 0.0]


def test_r20_points_may_fall_below_zero():
    board = filled(empty=["a1"], things={"b1": "a1_none_m6", "c1": (1, "longship")})
    state = arranged(board=board, supplies=[(1, 0, 0, 0), NO_FIGURES], points=[3, 0])
    play(state, "figure beowulf", "at a1")
    assert state.scores() == [3 - 24, -6 * (1 + 2 * 6)]
    assert not state.is_terminal


def test_terminal_keys_tell_unused_figures_apart():
    """Two ends with the same board, supplies and points but another winner are two positions."""
    board = filled(act=3, empty=["a1"])
    placed = arranged(act=3, board=board | here({"b1": (0, "longship")}),
                      supplies=[NO_FIGURES, (1, 0, 0, 0)], active=1)
    kept = arranged(act=3, board=board | here({"b1": (0, "castle")}),
                    supplies=[LONGSHIP, (1, 0, 0, 0)], active=1)
    for state in (placed, kept):
        play(state, "figure beowulf", "at a1")
    assert placed.utilities() != kept.utilities()
    assert supply(placed, 0) == supply(kept, 0)
    assert placed.key() != kept.key()
    assert placed.info_key(0) != kept.info_key(0)

"""Rules B1 to B17: terms, setup, who knows what, and the course of a turn."""

import pytest
from beowulf_kit import (
    ALL_FIGURES,
    NO_FIGURES,
    arranged,
    boxed,
    empty_spaces,
    filled,
    hand,
    here,
    on,
    options,
    play,
    shown,
    supply,
)
from walks import positions

from core.game import load

FOUR_FIGURES = ["figure beowulf", "figure thane", "figure castle", "figure longship"]
COUNSELS = ["a1_good_counsel_0", "a2_good_counsel_0", "a3_good_counsel_0", "a3_good_counsel_0"]
LONGSHIP = (0, 0, 0, 1)


# ---------------------------------------------------------------- terms


def test_b1_a_printed_gorge_is_never_an_empty_space():
    state = play(arranged(act=2, supplies=[ALL_FIGURES, NO_FIGURES]), "figure thane")
    offered = [text.removeprefix("at ") for text in options(state)]
    assert len(offered) == 22
    assert not {"b2", "c3", "d4"} & set(offered)


def test_b2_every_tile_has_an_act_a_value_and_at_most_one_ability():
    tiles = load("beowulf").setup.components.tiles
    assert all(tile.act in (1, 2, 3) for tile in tiles)
    assert all((tile.cash > 0) == (tile.ability == "riches") for tile in tiles)


def test_b3_ten_figures_with_twenty_diamonds():
    figures = load("beowulf").setup.components.figures
    assert [(f.id, f.per_player, f.diamonds) for f in figures] == [
        ("beowulf", 1, 4), ("thane", 2, 3), ("castle", 3, 2), ("longship", 4, 1),
    ]  # fmt: skip
    assert sum(f.per_player for f in figures) == 10
    assert sum(f.per_player * f.diamonds for f in figures) == 20


def test_b4_a_placed_figure_leaves_the_supply():
    state = arranged(supplies=[ALL_FIGURES, ALL_FIGURES])
    play(state, "figure thane", "at c3")
    assert supply(state, 0) == (1, 1, 3, 4)
    assert supply(state, 1) == ALL_FIGURES


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize("players", [2, 3, 4])
def test_b6_b7_b8_setup(players):
    """50 points, all figures, an empty board, a stock of 26, two tiles drawn by each seat."""
    state = load("beowulf", players=players, start=0)
    assert state.scores() == [50] * players
    assert all(supply(state, seat) == ALL_FIGURES for seat in range(players))
    assert (state.act, state.phase) == (1, "D0")
    view = state.observation(0)
    assert view.stock == 26
    assert set(view.board) == {0}
    assert len(view.board) == 25
    while state.is_chance:
        play(state, options(state)[0])
    assert [len(hand(state, seat)) for seat in range(players)] == [2] * players
    assert state.observation(0).stock == 26 - 2 * players


def test_b7_acts_two_and_three_wait_unseen():
    state = load("beowulf", start=0)
    assert len(options(state)) == 24
    assert all(text.startswith("draw a1_") for text in options(state))


def test_b8_both_tiles_of_a_seat_in_a_row_from_the_starting_seat():
    state = load("beowulf", players=3, start=2)
    drawers = []
    while state.is_chance:
        drawers.append(state.observation(0).active)
        play(state, options(state)[0])
    assert drawers == [2, 2, 0, 0, 1, 1]
    assert (state.mover, state.phase) == (2, "D1")


def test_b9_r2_the_starting_seat_is_a_parameter_and_random_by_default():
    assert load("beowulf", players=4, start=3).observation(0).first == 3
    starts = [load("beowulf", players=3, seed=seed).observation(0).first for seed in range(60)]
    assert set(starts) == {0, 1, 2}
    again = [load("beowulf", players=3, seed=seed).observation(0).first for seed in range(60)]
    assert again == starts


# ---------------------------------------------------------------- information (B10)


def test_b10_own_faces_and_other_backs():
    state = arranged(act=2, hands=[["a1_none_p3", "a2_none_p1"], ["a1_valor_p5", "a2_none_m6"]],
                     stock=["a2_none_p3"], players=2)
    view = state.observation(0)
    assert [card.act for card in view.hands[1]] == [1, 2]
    assert [card.tile for card in view.hands[1]] == [None, None]
    assert hand(state, 0) == ["a1_none_p3", "a2_none_p1"]
    assert view.stock == 1


def test_b10_a_draw_is_seen_by_the_drawer_the_back_by_all():
    state = arranged(players=3, act=2, stock=["a2_none_p3", "a2_none_m6"], active=1)
    play(state, "tile")
    draw = state.action("draw a2_none_m6")
    assert state.seen(draw, 1) == draw
    assert [state.text(state.seen(draw, seat)) for seat in (0, 2)] == ["back 2", "back 2"]


def test_b10_what_all_see_is_seen_whole():
    for state in positions("beowulf", 3, range(3)):
        if not state.is_chance:
            assert all(state.seen(action, seat) == action
                       for action in state.legal_actions() for seat in range(3))


def test_b10_cashed_and_removed_tiles_are_seen_by_all():
    state = arranged(hands=[["a1_riches_p4"], []], supplies=[LONGSHIP, LONGSHIP])
    seen_before = boxed(state).get("a1_riches_p4", 0)
    play(state, "tile", "play a1_riches_p4", "cash")
    assert seen_before == 0
    assert all(state.observation(seat).gone == state.observation(0).gone for seat in (0, 1))
    assert boxed(state)["a1_riches_p4"] == 1


def test_b10_b31_the_boxed_rest_of_a_stock_stays_unrevealed():
    board = filled(empty=["e5"], things={"a1": "a1_none_p3"})
    state = arranged(board=board, stock=["a1_none_m6", "a1_none_m5"],
                     supplies=[LONGSHIP, NO_FIGURES])
    before = boxed(state)
    play(state, "figure longship", "at e5")
    assert state.act == 2
    assert boxed(state) == before | {"a1_none_p3": 1}


def test_b10_a_shown_copy_is_played_before_an_unseen_one():
    state = arranged(hands=[["a1_none_p6"], []], shown=[["a1_none_p6"], []],
                     supplies=[LONGSHIP, LONGSHIP])
    assert hand(state, 0) == ["a1_none_p6", "a1_none_p6"]
    play(state, "tile")
    assert options(state) == ["play a1_none_p6"]
    play(state, "play a1_none_p6", "at a1")
    assert hand(state, 0) == ["a1_none_p6"]
    assert shown(state, 0) == []
    assert state.observation(1).hands[0][0].tile is None


def test_b10_shown_tiles_stay_known():
    state = arranged(hands=[["a1_none_p2"], []], shown=[["a1_none_m4"], []],
                     supplies=[LONGSHIP, LONGSHIP])
    assert shown(state, 0) == ["a1_none_m4"]
    play(state, "figure longship", "at a1", "figure longship", "at a2")
    known = [card.tile for card in state.observation(1).hands[0]]
    assert known.count(None) == 1
    assert shown(state, 0) == ["a1_none_m4"]


@pytest.mark.parametrize("hidden", ["a1_riches_p1", "a1_gorge_0"])
def test_b10_the_place_of_a_shown_tile_tells_nothing_of_the_hidden_ones(hidden):
    """Own tiles stand in the order of ids; in another's hand that order would be a leak."""
    state = arranged(hands=[[hidden, "a1_none_p2"], []], shown=[["a1_none_m4"], []],
                     supplies=[LONGSHIP, LONGSHIP])
    assert [card.shown for card in state.observation(1).hands[0]] == [True, False, False]
    ids = [card.tile for card in state.observation(0).hands[0]]
    assert ids == sorted(ids)


# ---------------------------------------------------------------- a turn (B11 to B15)


def test_b11_r19_a_turn_is_one_figure_or_one_tile_and_never_a_pass():
    state = arranged(players=3, hands=[["a1_none_p2"], ["a1_none_p3"], []],
                     supplies=[ALL_FIGURES] * 3, stock=["a1_none_m6"])
    assert options(state) == [*FOUR_FIGURES, "tile"]
    play(state, "figure beowulf", "at a1")
    assert (state.mover, state.phase) == (1, "D1")
    play(state, "tile", "draw a1_none_m6", "play a1_none_p3", "at a2")
    assert (state.mover, state.phase) == (2, "D1")
    play(state, "figure thane", "at a3")
    assert (state.mover, state.phase) == (0, "D1")


def test_b12_any_kind_of_the_supply_on_any_empty_space():
    state = arranged(board=here({"a1": "a1_gorge_0", "c3": (1, "thane")}),
                     supplies=[(1, 0, 2, 0), NO_FIGURES], hands=[[], ["a1_none_p2"]])
    assert options(state) == ["figure beowulf", "figure castle"]
    play(state, "figure castle")
    assert options(state) == [f"at {name}" for name in empty_spaces(state)]
    assert len(options(state)) == 23
    play(state, "at e5")
    assert on(state, "e5") == (0, "castle")


def test_b13_draw_first_then_play_any_tile_of_any_act():
    state = arranged(act=3, hands=[["a1_none_p3", "a2_none_m1"], []],
                     stock=["a3_none_p5", "a3_none_m6"], supplies=[ALL_FIGURES, LONGSHIP])
    play(state, "tile")
    assert (state.phase, state.mover) == ("D1r", -1)
    assert options(state) == ["draw a3_none_p5", "draw a3_none_m6"]
    play(state, "draw a3_none_m6")
    assert options(state) == ["play a1_none_p3", "play a2_none_m1", "play a3_none_m6"]
    assert state.observation(0).stock == 1


def test_b13_no_figure_after_the_draw():
    state = arranged(stock=["a1_none_p6"], supplies=[ALL_FIGURES, LONGSHIP])
    play(state, "tile", "draw a1_none_p6")
    assert options(state) == ["play a1_none_p6"]


def test_b14_with_an_empty_stock_the_draw_is_left_out():
    state = arranged(hands=[["a1_none_p3"], []], supplies=[LONGSHIP, LONGSHIP])
    play(state, "tile")
    assert (state.phase, state.mover) == ("D2", 0)


COUNSEL = "a1_good_counsel_0"


@pytest.mark.parametrize(
    ("figures", "stock", "tiles", "movable", "expected"),
    [
        (LONGSHIP, ["a1_none_p6"], [], False, ["figure longship", "tile"]),
        (NO_FIGURES, ["a1_none_p6"], [], False, ["tile"]),
        (NO_FIGURES, ["a1_none_p6"], [COUNSEL], False, ["tile"]),
        (LONGSHIP, [], ["a1_none_p3"], False, ["figure longship", "tile"]),
        (LONGSHIP, [], [], False, ["figure longship"]),
        (LONGSHIP, [], [COUNSEL], False, ["figure longship"]),
        (LONGSHIP, [], [COUNSEL], True, ["figure longship", "tile"]),
        (NO_FIGURES, [], [COUNSEL], True, ["tile"]),
        (NO_FIGURES, [], ["a1_none_p3", COUNSEL], False, ["tile"]),
    ],
)
def test_b15_r3_availability(figures, stock, tiles, movable, expected):
    things = {"c4": (0, "thane")} if movable else {"a1": (0, "thane")}
    board = filled(empty=["c3", "e1"], things=things)
    state = arranged(board=board, stock=stock, hands=[tiles, []], supplies=[figures, LONGSHIP])
    assert state.mover == 0
    assert options(state) == expected


# ---------------------------------------------------------------- skip and forced pass


def test_b16_no_figures_and_no_tiles_is_skipped():
    state = arranged(players=3, supplies=[(0, 0, 0, 2), NO_FIGURES, LONGSHIP])
    before = state.turn
    play(state, "figure longship", "at a1")
    assert (state.mover, state.turn) == (2, before + 1)
    play(state, "figure longship", "at a2")
    assert state.mover == 0


def test_b16_r3_only_unplayable_good_counsel_is_skipped_and_shown():
    board = filled(empty=["a1", "b1"], filler=(0, "castle"))
    state = arranged(players=3, board=board, hands=[[], [COUNSEL], ["a1_none_p3"]],
                     supplies=[LONGSHIP, NO_FIGURES, NO_FIGURES])
    assert shown(state, 1) == []
    play(state, "figure longship", "at a1")
    assert state.mover == 2
    assert shown(state, 1) == [COUNSEL]
    assert shown(state, 2) == []
    assert state.observation(0).hands[1][0].tile is not None


def test_b16_a_seat_with_a_playable_good_counsel_is_not_skipped():
    board = filled(empty=["a1", "b1", "c1"], things={"d1": (1, "thane")}, filler=(0, "castle"))
    state = arranged(board=board, hands=[[], [COUNSEL]], supplies=[LONGSHIP, NO_FIGURES])
    play(state, "figure longship", "at a1")
    assert (state.mover, options(state)) == (1, ["tile"])
    assert shown(state, 1) == []


def test_b16_while_the_stock_holds_a_tile_nobody_is_skipped():
    for state in positions("beowulf", 4, range(6)):
        view = state.observation(0)
        if view.phase == "D1" and view.stock:
            assert all(len(cards) >= 2 for cards in view.hands)
            assert "tile" in options(state)


def test_b17_r4_forced_pass_shows_and_keeps_all_and_counts_as_a_turn():
    board = filled(act=3, empty=["a1", "b1"])
    state = arranged(players=2, act=3, board=board, hands=[COUNSELS[:2], ["a3_none_p5"]],
                     stock=[COUNSELS[2], "a3_none_m6"], supplies=[NO_FIGURES, LONGSHIP])
    before = state.turn
    play(state, "tile", "draw a3_good_counsel_0")
    assert hand(state, 0) == shown(state, 0) == COUNSELS[:3]
    assert (state.mover, state.turn) == (1, before + 1)
    assert len(empty_spaces(state)) == 2


def test_b17_r9_forced_pass_is_the_last_turn_for_b34():
    board = filled(act=2, empty=["a1"], filler=(0, "castle"))
    state = arranged(act=2, board=board, active=1, stock=["a2_good_counsel_0"])
    play(state, "tile", "draw a2_good_counsel_0")
    assert state.act == 3
    assert state.observation(0).first == 0
    assert shown(state, 1) == ["a2_good_counsel_0"]


def test_b17_the_largest_hand():
    """With 4 Good Counsel tiles a hand holds 4 between turns, 5 during Action T."""
    board = filled(act=3, empty=["a1", "b1"])
    state = arranged(act=3, board=board, hands=[COUNSELS[:3], ["a3_none_p5"]],
                     stock=[COUNSELS[3], "a3_none_m6", "a3_none_p1"])
    play(state, "tile", "draw a3_good_counsel_0", "tile", "draw a3_none_p1", "play a3_none_p1",
         "at a1")
    assert hand(state, 0) == shown(state, 0) == COUNSELS
    play(state, "tile", "draw a3_none_m6")
    assert len(hand(state, 0)) == 5
    assert options(state) == ["play a3_none_m6"]

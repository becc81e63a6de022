"""The rules of docs/reference-games.md, by their numbers."""

import pytest

from core.errors import BadOption, IllegalAction
from core.game import load


def after(name, texts, **options):
    """Return the position after some actions given as text."""
    state = load(name, **options)
    for text in texts.split(","):
        state.play(state.setup.game.parse(state, text))
    return state


def legal(state):
    return [state.text(action) for action in state.legal_actions()]


@pytest.mark.parametrize(("texts", "won"), [
    ("deal k,deal q,call,call", 1), ("deal j,deal q,call,call", -1),
    ("deal k,deal q,raise,call", 2), ("deal j,deal k,raise,call", -2),
    ("deal j,deal k,raise,fold", 1), ("deal k,deal j,call,raise,fold", -1),
    ("deal k,deal j,call,raise,call", 2),
])  # fmt: skip
def test_p1_p2_who_wins_what_at_kuhn_poker(texts, won):
    state = after("kuhn", texts)
    assert state.is_terminal
    assert state.scores() == [won, -won]
    assert state.utilities() == [0.5 + won / 4, 0.5 - won / 4]


def test_p1_a_fold_is_offered_only_where_there_is_something_to_pay():
    assert legal(after("kuhn", "deal j,deal q")) == ["call", "raise"]
    assert legal(after("kuhn", "deal j,deal q,raise")) == ["fold", "call"]


@pytest.mark.parametrize(("texts", "won"), [
    ("deal j,deal k,call,call,deal j,call,call", 1),        # a pair beats a king
    ("deal q,deal k,call,call,deal j,call,call", -1),       # the higher card
    ("deal q,deal q,raise,call,deal j,raise,call", 0),      # equal cards share
    ("deal k,deal j,raise,raise,call,deal k,raise,raise,call", 13),
    ("deal k,deal j,raise,raise,fold", -3),
])  # fmt: skip
def test_p3_who_wins_what_at_leduc_poker(texts, won):
    state = after("leduc", texts)
    assert state.is_terminal
    assert state.scores() == [won, -won]
    assert state.utilities()[0] == pytest.approx(0.5 + won / 26)


def test_p3_two_raises_a_round_and_seat_0_begins_both():
    state = after("leduc", "deal k,deal j,raise,raise")
    assert legal(state) == ["fold", "call"]
    state = after("leduc", "deal k,deal j,raise,raise,call,deal q")
    assert state.mover == 0
    assert legal(state) == ["call", "raise"]


def test_p3_cards_are_drawn_from_what_is_left():
    state = after("leduc", "deal q,deal q,call,call")
    chances = {state.text(action): share for action, share in state.chance_outcomes()}
    assert chances == {"deal j": 0.5, "deal k": 0.5}


def test_p1_a_seat_sees_only_its_own_card_until_the_showdown():
    state = after("kuhn", "deal k,deal q,call")
    assert state.observation(0).cards == ("k", None)
    assert state.observation(1).cards == (None, "q")
    state.play(state.setup.game.parse(state, "call"))
    assert state.observation(0).cards == ("k", "q")


def test_g1_a_one_loses_the_turn_and_a_hold_banks_it():
    state = after("pig", "die 6,roll,die 5")
    assert (state.total, state.scores()) == (11, [0, 0])
    assert legal(state) == ["roll", "hold"]
    assert after("pig", "die 6,roll,die 1").scores() == [0, 0]
    assert after("pig", "die 6,roll,die 1").observation(0).active == 1
    state = after("pig", "die 6,hold")
    assert state.scores() == [6, 0]
    assert state.observation(0).active == 1


def test_g2_the_target_wins_at_once():
    state = after("pig", "die 5,hold,die 6,roll,die 4", target=10)
    assert state.is_terminal
    assert state.scores() == [5, 10]
    assert state.utilities() == [0.0, 1.0]


@pytest.mark.parametrize("target", ["1", "0", "many", "10001"])
def test_g2_a_target_that_makes_no_game_is_refused(target):
    with pytest.raises(BadOption, match="a whole number from 2 to 10000"):
        load("pig", target=target)


@pytest.mark.parametrize("texts", ["a1,a2,b1,b2,c1", "a1,b1,a2,b2,a3", "a1,b1,b2,c1,c3",
                                   "c1,b1,b2,a1,a3"])
def test_m1_three_in_a_row_win(texts):
    state = after("tictactoe", texts)
    assert state.is_terminal
    assert state.utilities() == [1.0, 0.0]


def test_m1_a_full_board_without_a_line_is_a_draw():
    state = after("tictactoe", "a1,b1,c1,b2,a2,c2,b3,a3,c3")
    assert state.is_terminal
    assert state.utilities() == [0.5, 0.5]


def test_m1_a_taken_square_that_is_seen_is_not_offered():
    state = after("tictactoe", "b2")
    assert "b2" not in legal(state)
    with pytest.raises(IllegalAction):
        state.play(state.setup.game.parse(load("tictactoe"), "b2"))


def test_m2_who_tries_a_taken_square_chooses_again_and_nobody_else_learns_of_it():
    state = after("phantom", "b2")
    before = state.info_key(0)
    assert state.observation(1).rows == ("....",) * 4
    state.play(state.setup.game.parse(state, "b2"))
    assert state.mover == 1
    assert state.observation(1).rows == ("....", ".x..", "....", "....")
    assert "b2" not in legal(state)
    assert state.info_key(0) == before


def test_m2_four_in_a_row_win_and_then_all_is_shown():
    state = after("phantom", "a1,a4,b1,b4,c1,c3,d1")
    assert state.is_terminal
    assert state.utilities() == [1.0, 0.0]
    assert state.observation(1).rows == ("xxxx", "....", "..o.", "oo..")

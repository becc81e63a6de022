"""Transition vectors X1 to X12 of rules.md, section 10."""

from beowulf_kit import (
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

LONGSHIP = (0, 0, 0, 1)
COUNSEL = "a1_good_counsel_0"
THREE_COUNSELS = ["a1_good_counsel_0", "a2_good_counsel_0", "a3_good_counsel_0"]


def reopened():
    board = filled(empty=["c3"], things={"a1": "a1_valor_p3"})
    state = arranged(board=board, hands=[["a1_temptation_m1"], ["a1_none_p3"]])
    return play(state, "tile", "play a1_temptation_m1", "at c3")


def test_x1_reopened_board():
    state = play(reopened(), "on a1")
    assert empty_spaces(state) == ["a1"]
    assert (state.act, state.mover, state.phase) == (1, 1, "D1")


def test_x1_none_ends_the_act():
    state = play(reopened(), "none")
    assert state.act == 2
    assert state.observation(0).first == 1


def test_x2_good_counsel_fills_the_board():
    board = filled(empty=["a1"], things={"a2": (0, "longship"), "a3": "a1_none_p3"})
    state = arranged(board=board, hands=[[COUNSEL], []])
    play(state, "tile", f"play {COUNSEL}", "on a2")
    before = boxed(state).get(COUNSEL, 0)
    play(state, "at a1")
    assert state.act == 2
    # a1 sees the Counsel (0) and the 3 at a3; the twelve Castles of row 3 and column a count too.
    assert state.scores()[0] == 53
    assert (before, boxed(state)[COUNSEL]) == (0, 1)
    assert supply(state, 0) == LONGSHIP


def test_x3_good_counsel_unplayable():
    """Neighbours occupied, off the board, or Gorges; an opponent's figure never helps."""
    board = here({"a1": (0, "thane"), "b1": "a1_gorge_0", "a2": (1, "castle"),
                  "d4": (1, "thane")})
    state = arranged(board=board, hands=[[COUNSEL, "a1_none_p2"], []], stock=["a1_none_m1"])
    play(state, "tile", "draw a1_none_m1")
    assert options(state) == ["play a1_none_p2", "play a1_none_m1"]


def test_x4_forced_pass_then_skipped():
    board = filled(act=3, empty=["a1", "b1", "c1"])
    state = arranged(act=3, board=board, hands=[THREE_COUNSELS[:2], []],
                     stock=THREE_COUNSELS[2:], supplies=[NO_FIGURES, (0, 0, 0, 2)])
    assert options(state) == ["tile"]
    play(state, "tile", "draw a3_good_counsel_0")
    assert (state.mover, state.phase) == (1, "D1")
    assert hand(state, 0) == shown(state, 0) == THREE_COUNSELS
    play(state, "figure longship", "at a1")
    assert state.mover == 1  # seat 0 is skipped


def test_x5_riches_cashed():
    state = arranged(hands=[["a1_riches_p4"], []], supplies=[LONGSHIP, LONGSHIP])
    play(state, "tile", "play a1_riches_p4", "cash")
    assert state.scores() == [54, 50]
    assert boxed(state)["a1_riches_p4"] == 1
    assert len(empty_spaces(state)) == 25
    assert state.mover == 1


def test_x6_drunkenness_on_mead():
    state = arranged(board=here({"c3": "a1_mead_p2"}), hands=[["a1_drunkenness_m2"], []],
                     supplies=[LONGSHIP, LONGSHIP])
    play(state, "tile", "play a1_drunkenness_m2", "replace", "on c3")
    assert on(state, "c3") == "a1_drunkenness_m2"
    assert boxed(state)["a1_mead_p2"] == 1
    assert len(empty_spaces(state)) == 24


def test_x6_without_a_mead_it_is_placed():
    state = arranged(hands=[["a1_drunkenness_m2"], []], supplies=[LONGSHIP, LONGSHIP])
    assert play(state, "tile", "play a1_drunkenness_m2").phase == "D2s"


def test_x7_golden_statue_with_too_few_tiles():
    board = here({"a1": (0, "thane"), "b1": (1, "castle"), "c1": "a1_none_p3"})
    state = arranged(board=board, hands=[["a1_golden_statue_0"], []], supplies=[LONGSHIP] * 2)
    play(state, "tile", "play a1_golden_statue_0", "at e5")
    assert (state.mover, state.phase) == (1, "D1")


def test_x7_golden_statue_with_exactly_two_others():
    board = here({"d1": "a1_none_m4", "c2": "a1_none_p3"})
    state = arranged(board=board, hands=[["a1_golden_statue_0"], []], supplies=[LONGSHIP] * 2)
    play(state, "tile", "play a1_golden_statue_0", "at a1")
    assert options(state) == ["on d1", "none"]
    play(state, "on d1")
    assert options(state) == ["on c2"]


def test_x8_golden_statue_moves_a_gorge():
    board = here({"a1": "a1_gorge_0", "e1": "a1_none_p5"})
    state = arranged(act=2, board=board, hands=[["a2_golden_statue_0"], []],
                     supplies=[LONGSHIP] * 2)
    play(state, "tile", "play a2_golden_statue_0", "at e5")
    assert options(state) == ["on a1", "none"]  # never b2, c3, d4
    play(state, "on a1", "on e1")
    assert (on(state, "a1"), on(state, "e1")) == ("a1_none_p5", "a1_gorge_0")


def test_x9_empty_stock():
    state = arranged(hands=[["a1_none_m4"], []], supplies=[(0, 0, 0, 1), (0, 0, 0, 3)])
    assert options(state) == ["figure longship", "tile"]
    play(state, "tile", "play a1_none_m4", "at a1")
    assert hand(state, 0) == []
    play(state, "figure longship", "at a2")
    assert options(state) == ["figure longship"]


def test_x10_skip_and_exhaustion():
    state = arranged(board=filled(empty=["a1", "b1", "c1"]), active=0,
                     supplies=[NO_FIGURES, LONGSHIP])
    assert (state.mover, options(state)) == (1, ["figure longship"])
    play(state, "figure longship", "at b1")
    assert (state.act, state.phase) == (2, "D0")
    assert state.observation(0).first == 0


def test_x11_refill():
    board = filled(empty=["e5"])
    state = arranged(players=3, board=board, active=2, supplies=[LONGSHIP, LONGSHIP, LONGSHIP],
                     hands=[["a1_none_p6"], [], ["a1_none_m5", "a1_golden_statue_0"]])
    play(state, "figure longship", "at e5")
    drawn = [0, 0, 0]
    while state.is_chance:
        drawn[state.observation(0).active] += 1
        play(state, options(state)[0])
    assert drawn == [1, 2, 0]
    backs = [[card.act for card in cards] for cards in state.observation(1).hands]
    assert backs == [[1, 2], [2, 2], [1, 1]]


def test_x12_figures():
    board = filled(empty=["e5"], filler=(0, "castle"))
    board |= here({"a1": (1, "beowulf"), "b1": (1, "castle"), "c1": (1, "longship"),
                   "d1": (1, "longship")})
    state = arranged(board=board, supplies=[LONGSHIP, (0, 2, 2, 2)])
    play(state, "figure longship", "at e5")
    assert state.act == 2
    assert supply(state, 1) == (0, 2, 2, 4)

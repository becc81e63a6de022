"""Rules B18 to B26 and the table of decision points: playing a tile."""

import pytest
from beowulf_kit import (
    ALL_FIGURES,
    NO_FIGURES,
    arranged,
    blank,
    box_with,
    boxed,
    empty_spaces,
    filled,
    hand,
    here,
    on,
    options,
    play,
    shipped_data,
    supply,
)
from walks import positions

from core.beowulf.components import check_components
from core.errors import IllegalAction

COUNSEL = "a1_good_counsel_0"
LONGSHIP = (0, 0, 0, 1)


def holding(*tiles, board=None, **position):
    """Return a position at D2: seat 0 plays one of `tiles`, seat 1 has all its figures."""
    position.setdefault("supplies", [NO_FIGURES, ALL_FIGURES])
    state = arranged(board=board, hands=[list(tiles), []], **position)
    return play(state, "tile")


# ---------------------------------------------------------------- decisions D2 and D2m


def test_d2_copies_of_one_id_are_one_option():
    assert options(holding("a1_none_p6", "a1_none_p6")) == ["play a1_none_p6"]


def test_d2_order_is_that_of_the_tile_list():
    state = holding("a1_gorge_0", "a1_riches_p1", "a1_none_m4")
    assert options(state) == ["play a1_riches_p1", "play a1_none_m4", "play a1_gorge_0"]


@pytest.mark.parametrize(
    ("tile", "mead", "phase"),
    [
        ("a1_riches_p4", False, "D2m"),  # both modes are always open (B21)
        ("a1_riches_p4", True, "D2m"),
        ("a1_drunkenness_m2", False, "D2s"),
        ("a1_drunkenness_m2", True, "D2m"),
        ("a1_mead_p1", True, "D2s"),
        ("a1_none_p3", True, "D2s"),
        ("a1_temptation_m1", True, "D2s"),
        ("a1_golden_statue_0", True, "D2s"),
    ],
)
def test_d2m_is_asked_only_if_both_modes_are_open(tile, mead, phase):
    board = here({"c3": "a1_mead_p2"} if mead else {"c3": "a1_none_p2"})
    assert play(holding(tile, board=board), f"play {tile}").phase == phase


def test_single_options_are_still_asked():
    state = holding("a1_drunkenness_m2", board=filled(empty=["e5"], things={"a1": "a1_mead_p2"}))
    assert options(state) == ["play a1_drunkenness_m2"]
    play(state, "play a1_drunkenness_m2", "replace")
    assert (state.phase, options(state)) == ("D2r", ["on a1"])
    state = holding("a1_none_p3", board=filled(empty=["e5"]))
    play(state, "play a1_none_p3")
    assert (state.phase, options(state)) == ("D2s", ["at e5"])
    state = holding(COUNSEL, board=filled(empty=["a1"], things={"b1": (0, "thane")}))
    play(state, f"play {COUNSEL}")
    assert (state.phase, options(state)) == ("D2f", ["on b1"])
    play(state, "on b1")
    assert (state.phase, options(state)) == ("D2n", ["at a1"])
    state = arranged(board=filled(empty=["c3"]), supplies=[LONGSHIP, NO_FIGURES])
    assert (state.phase, options(state)) == ("D1", ["figure longship"])
    play(state, "figure longship")
    assert (state.phase, options(state)) == ("D1s", ["at c3"])


def test_space_options_come_in_board_order():
    for state in positions("beowulf", 2, range(4)):
        if state.phase in ("D1s", "D2s"):
            assert options(state) == [f"at {name}" for name in empty_spaces(state)]
        elif state.phase in ("D2r", "D2f", "D2n", "D3", "D4a", "D4b"):
            places = [text.split()[1] for text in options(state) if text != "none"]
            rows = [(int(name[1:]), name[0]) for name in places]
            assert rows == sorted(set(rows))


def test_chance_probabilities_are_copies_by_stock_size():
    """D0 and D1r, exactly."""
    state = arranged(stock=["a1_none_p6", "a1_none_p6", "a1_none_p5"])
    play(state, "tile")
    outcomes = {state.text(action): p for action, p in state.chance_outcomes()}
    assert outcomes == {"draw a1_none_p6": 2 / 3, "draw a1_none_p5": 1 / 3}
    for state in positions("beowulf", 3, [5]):
        if state.is_chance:
            view, tiles = state.observation(0), state.setup.components.tiles
            held = [card for seat in range(3) for card in state.observation(seat).hands[seat]]
            for action, probability in state.chance_outcomes():
                tile = action & 255
                visible = sum(card.tile == tile for card in held) + view.gone[tile]
                visible += sum(view.tile_at(space) == tile for space in range(len(view.board)))
                assert probability == (tiles[tile].count - visible) / view.stock
                assert tiles[tile].act == state.act


# ---------------------------------------------------------------- B18 to B23


@pytest.mark.parametrize("tile", [
    "a1_none_p3", "a1_none_m4", "a1_temptation_m1", "a1_valor_p3", "a1_mead_p1",
    "a1_golden_statue_0", "a1_royal_dragon_horn_0", "a1_treachery_0", "a1_gorge_0",
    "a1_drunkenness_m1", "a1_riches_p1",
])  # fmt: skip
def test_b18_normal_placement_on_any_empty_space(tile):
    board = here({"b2": (1, "thane"), "d5": (0, "castle")})
    state = play(holding(tile, board=board), f"play {tile}")
    if "riches" in tile:
        play(state, "place")
    assert options(state) == [f"at {name}" for name in empty_spaces(state)]
    assert len(options(state)) == 23
    play(state, "at c3")
    assert on(state, "c3") == tile
    assert (state.mover, state.phase) == (1, "D1")
    assert len(empty_spaces(state)) == 22


def test_b18_r5_a_moved_tile_does_not_act_again():
    board = here({"a1": "a1_temptation_m1", "b1": "a1_valor_p3"})
    state = holding("a1_golden_statue_0", board=board)
    play(state, "play a1_golden_statue_0", "at e5", "on a1", "on b1")
    assert (state.mover, state.phase) == (1, "D1")
    assert (on(state, "a1"), on(state, "b1")) == ("a1_valor_p3", "a1_temptation_m1")


REMOVERS = [("a1_temptation_m1", "a1_valor_p5"), ("a1_valor_p3", "a1_temptation_m3")]


@pytest.mark.parametrize(("played", "target"), REMOVERS)
def test_b19_b20_r15_one_target_may_be_removed(played, target):
    """D3 offers every target, of any act, and "none"; the target goes to the box."""
    old = "a1_valor_p3" if "temptation" in played else "a1_temptation_m1"
    board = here({"e1": target, "b2": old, "c3": (1, "thane"), "a5": "a1_none_p6"})
    state = holding(played, board=board)
    play(state, f"play {played}", "at a1")
    assert (state.phase, options(state)) == ("D3", ["on e1", "on b2", "none"])
    twin = state.clone()
    play(state, "on e1")
    assert on(state, "e1") is None
    assert on(state, "b2") == old
    assert boxed(state)[target] == 1
    assert (state.mover, state.phase) == (1, "D1")
    play(twin, "none")
    assert on(twin, "e1") == target
    assert (twin.mover, twin.phase) == (1, "D1")


@pytest.mark.parametrize(("played", "target"), REMOVERS)
def test_b19_b20_d3_is_not_asked_without_a_target(played, target):
    """A tile of the same ability is no target, the placed tile neither."""
    same = "a1_temptation_m3" if "temptation" in played else "a1_valor_p5"
    state = holding(played, board=here({"e1": same, "c3": "a1_none_p6"}))
    play(state, f"play {played}", "at a1")
    assert (state.mover, state.phase) == (1, "D1")


def test_r14_targets_of_another_act_and_just_swapped():
    board = here({"a1": "a1_valor_p5", "b1": "a2_valor_p1"})
    state = holding("a2_temptation_m1", act=2, board=board)
    play(state, "play a2_temptation_m1", "at e5")
    assert options(state) == ["on a1", "on b1", "none"]
    state = arranged(act=2, board=board, supplies=[LONGSHIP, NO_FIGURES],
                     hands=[["a2_golden_statue_0"], ["a2_temptation_m1"]])
    play(state, "tile", "play a2_golden_statue_0", "at c1", "on a1", "on b1")
    play(state, "tile", "play a2_temptation_m1", "at e5")
    assert options(state) == ["on a1", "on b1", "none"]


def test_b21_riches_placed_is_an_ordinary_boon():
    state = holding("a1_riches_p4", board=here({"a2": (1, "thane")}))
    play(state, "play a1_riches_p4")
    assert options(state) == ["place", "cash"]
    play(state, "place", "at a1")
    assert state.scores() == [50, 50]
    assert state.observation(0).pending == (0, 12)


def test_b21_r23_cash_takes_the_cash_figure_not_the_value():
    data = shipped_data()
    entry = next(tile for tile in data["tiles"] if tile["id"] == "a1_riches_p4")
    entry["cash"] = 7
    state = blank(check_components(data))
    arranged(state=state, hands=[["a1_riches_p4"], []], supplies=[NO_FIGURES, ALL_FIGURES])
    play(state, "tile", "play a1_riches_p4", "cash")
    assert state.scores() == [57, 50]


def test_r18_cashing_is_legal_with_one_space_left_and_nothing_else_to_do():
    state = holding("a1_riches_p1", board=filled(empty=["c3"]),
                    supplies=[NO_FIGURES, LONGSHIP])
    play(state, "play a1_riches_p1", "cash")
    assert (state.act, state.mover, empty_spaces(state)) == (1, 1, ["c3"])


def test_b22_r16_drunkenness_replaces_a_mead_of_anybody():
    board = here({"a1": "a1_mead_p1", "d4": "a1_mead_p2", "e5": "a1_none_p6"})
    state = holding("a1_drunkenness_m2", board=board)
    play(state, "play a1_drunkenness_m2")
    assert options(state) == ["place", "replace"]
    play(state, "replace")
    assert options(state) == ["on a1", "on d4"]
    play(state, "on d4")
    assert on(state, "d4") == "a1_drunkenness_m2"
    assert boxed(state)["a1_mead_p2"] == 1
    assert on(state, "a1") == "a1_mead_p1"
    assert len(empty_spaces(state)) == 22
    assert state.mover == 1


def test_b22_drunkenness_placed_is_an_ordinary_peril_and_takes_no_mead():
    state = holding("a1_drunkenness_m2", board=here({"a1": "a1_mead_p1", "b2": (1, "castle")}))
    play(state, "play a1_drunkenness_m2", "place", "at b1")
    assert on(state, "a1") == "a1_mead_p1"
    assert state.observation(0).pending == (0, -4)


def test_b22_replacing_on_a_single_free_space_ends_nothing():
    state = holding("a1_drunkenness_m2", board=filled(empty=["e5"], things={"a1": "a1_mead_p1"}))
    play(state, "play a1_drunkenness_m2", "replace", "on a1")
    assert (state.act, state.mover) == (1, 1)


def test_b23_mead_has_no_ability():
    state = holding("a1_mead_p1", board=here({"a1": "a1_drunkenness_m1", "b1": "a1_mead_p2"}))
    play(state, "play a1_mead_p1", "at c3")
    assert (state.mover, state.phase) == (1, "D1")


# ---------------------------------------------------------------- Golden Statue (B24)


def test_b24_r15_any_two_other_tiles_or_none():
    board = here({"a1": "a1_gorge_0", "c1": "a1_royal_dragon_horn_0", "b2": (1, "thane"),
                  "d4": "a1_treachery_0", "a5": "a1_none_p3"})
    state = holding("a1_golden_statue_0", board=board, supplies=[ALL_FIGURES, (1, 1, 3, 4)])
    play(state, "play a1_golden_statue_0", "at e3")
    assert (state.phase, options(state)) == ("D4a", ["on a1", "on c1", "on d4", "none"])
    twin = play(state.clone(), "none")
    assert (twin.mover, twin.phase) == (1, "D1")
    play(state, "on c1")
    assert (state.phase, options(state)) == ("D4b", ["on d4", "on a5"])
    free = empty_spaces(state)
    play(state, "on a5")
    assert (on(state, "c1"), on(state, "a5")) == ("a1_none_p3", "a1_royal_dragon_horn_0")
    assert empty_spaces(state) == free
    assert boxed(state) == boxed(twin)
    state.check()


def test_b24_the_other_statue_may_be_exchanged():
    board = here({"a1": "a1_golden_statue_0", "b1": "a2_none_p1"})
    state = play(holding("a2_golden_statue_0", act=2, board=board), "play a2_golden_statue_0",
                 "at c1")
    assert options(state) == ["on a1", "none"]
    assert options(play(state, "on a1")) == ["on b1"]


def test_b24_printed_gorges_are_never_offered():
    board = here({"a1": "a2_none_p1", "b1": "a2_none_p3"})
    state = play(holding("a2_golden_statue_0", act=2, board=board), "play a2_golden_statue_0",
                 "at c1")
    assert not {"on b2", "on c3", "on d4"} & set(options(state))
    play(state, "on a1")
    assert options(state) == ["on b1"]


@pytest.mark.parametrize("others", [(1, "castle"), "a1_none_p3"])
def test_b24_d4_is_not_asked_with_fewer_than_two_other_tiles(others):
    board = here({"b2": (1, "thane"), "c2": (0, "castle"), "a1": others})
    state = play(holding("a1_golden_statue_0", board=board), "play a1_golden_statue_0", "at c1")
    assert (state.mover, state.phase) == (1, "D1")


def test_d4_names_every_unordered_pair_exactly_once():
    tiles = ["a1_none_p3", "a1_gorge_0", "a1_gorge_0", "a1_mead_p1", "a1_valor_p3"]
    places = ["e1", "a2", "c3", "b4", "d5"]
    start = holding("a1_golden_statue_0", board=here(dict(zip(places, tiles, strict=True))))
    play(start, "play a1_golden_statue_0", "at c2")
    pairs = []
    for first in options(start):
        if first != "none":
            state = play(start.clone(), first)
            pairs += [frozenset((first[3:], second[3:])) for second in options(state)]
    assert len(pairs) == len(set(pairs)) == 10
    assert set().union(*pairs) == set(places)
    assert all(len(pair) == 2 for pair in pairs)


def test_r21_two_identical_tiles_may_be_exchanged():
    board = here({"a1": "a1_gorge_0", "c3": "a1_gorge_0"})
    state = holding("a1_golden_statue_0", board=board, supplies=[ALL_FIGURES, ALL_FIGURES])
    play(state, "play a1_golden_statue_0", "at e5", "on a1")
    assert options(state) == ["on c3"]
    play(state, "on c3")
    assert on(state, "a1") == on(state, "c3") == "a1_gorge_0"
    state.check()


# ---------------------------------------------------------------- Good Counsel (B25, B26)


def test_b25_an_own_figure_steps_to_an_orthogonal_neighbour():
    board = here({"c3": (0, "thane"), "c2": "a1_gorge_0", "d3": (1, "castle"),
                  "a1": (1, "beowulf")})
    state = play(holding(COUNSEL, board=board), f"play {COUNSEL}")
    assert (state.phase, options(state)) == ("D2f", ["on c3"])
    play(state, "on c3")
    assert (state.phase, options(state)) == ("D2n", ["at b3", "at c4"])
    free = len(empty_spaces(state))
    play(state, "at c4")
    assert on(state, "c3") == COUNSEL
    assert on(state, "c4") == (0, "thane")
    assert len(empty_spaces(state)) == free - 1
    assert supply(state, 0) == NO_FIGURES
    assert state.mover == 1


def test_b25_every_kind_of_own_figure_and_never_across_the_rim():
    things = {"e1": (0, "beowulf"), "a2": (0, "castle"), "c5": (0, "longship"),
              "c3": (0, "thane")}
    board = filled(empty=["a1", "c4"], things=things)
    state = play(holding(COUNSEL, board=board), f"play {COUNSEL}")
    assert options(state) == ["on a2", "on c3", "on c5"]
    assert options(play(state, "on c5")) == ["at c4"]


def test_b25_r17_not_onto_a_printed_gorge():
    board = filled(act=2, empty=["c1"], things={"b1": (0, "thane"), "b3": (0, "castle")})
    state = holding("a2_good_counsel_0", act=2, board=board)
    play(state, "play a2_good_counsel_0")
    assert options(state) == ["on b1"]  # b3's only neighbour that is not full is the Gorge b2


@pytest.mark.parametrize("empty", ["a1", "e5"])
def test_b26_r6_an_unplayable_good_counsel_is_not_offered(empty):
    board = filled(empty=[empty], things={"c3": (0, "thane")})
    state = holding(COUNSEL, "a1_none_p2", "a1_none_m1", board=board)
    assert options(state) == ["play a1_none_p2", "play a1_none_m1"]
    with pytest.raises(IllegalAction, match="cannot play"):
        state.play(f"play {COUNSEL}")


def test_b26_every_other_tile_is_playable_on_the_last_space():
    tiles = ["a1_riches_p1", "a1_mead_p1", "a1_none_p2", "a1_valor_p3", "a1_temptation_m1",
             "a1_drunkenness_m1", "a1_golden_statue_0", "a1_royal_dragon_horn_0",
             "a1_treachery_0", "a1_gorge_0"]
    state = holding(*tiles, board=filled(empty=["c3"]))
    assert options(state) == [f"play {tile}" for tile in tiles]


def test_a_played_tile_is_public_from_then_on():
    state = holding("a1_none_p3", "a1_none_m4")
    assert state.observation(1).playing is None
    play(state, "play a1_none_m4")
    view = state.observation(1)
    assert state.setup.components.tiles[view.playing].id == "a1_none_m4"
    assert len(view.hands[0]) == 1
    assert hand(state, 0) == ["a1_none_p3"]


def test_b2_a_mead_of_value_zero_is_neutral():
    """A corrected box may hold any value on a plain ability: a Mead of 0 scores nothing."""
    tiles = [("dull_mead", 1, 0, "mead", 9), ("drink", 1, -2, "drunkenness", 1)]
    state = blank(box_with(tiles))
    arranged(state=state, board=here({"a1": "dull_mead", "b1": (0, "thane")}),
             hands=[["drink"], []], supplies=[LONGSHIP, LONGSHIP])
    assert state.observation(0).pending == (0, 0)
    play(state, "tile", "play drink", "replace", "on a1")
    assert state.observation(0).pending == (-6, 0)

"""Book sides at their limits, supply, rubies, test tubes and the last round."""

import pytest
from quacks_kit import FAR, Table, brewed, chips, kinds

from core.errors import BadOption
from core.game import load
from core.quacks.components import KIND_NAMES, sides_of


def alone(text, **position):
    position.setdefault("droplets", (0, FAR))
    return brewed(text, **position)


# ---------------------------------------------------------------- green


def test_green_two_asks_for_each_chip_the_last_first():
    table = alone("O G2 G1", sets="2", round=2, scores=(0, 0)).run("GREEN2")
    assert table.options == ["take orange1", "none"]
    table.play("take orange1")
    assert table.options == ["take blue1", "take red1", "none"]
    table.play("none")
    assert kinds(table.seat().bag) == {"orange1": 1}


@pytest.mark.parametrize(("round", "more"), [(1, None), (2, ["take yellow1", "none"]),
                                             (3, ["take yellow1", "take purple1", "none"])])
def test_green_two_gives_only_chips_of_open_books(round, more):
    table = alone("G4", sets="2", round=round, scores=(0, 0)).run("GREEN2", "BUY1", "NEXT")
    assert (table.options if table.phase == "GREEN2" else None) == more


def test_green_three_stops_at_the_last_index():
    table = alone("G4 W3 W2 W2", sets="3", droplets=(40, 52)).run("GREEN3", "BUY1")
    assert table.seat().lead == 51
    assert table.options == ["move 0", "move 1"]
    table.play("move 1")
    assert table.seat().scoring == 53


def test_green_three_moves_any_chip_without_effect():
    table = alone("G1 W3 W2 W2 B4", sets="green3-blue4").run("GREEN3")
    table.play("move 1")  # onto the ruby of space 13
    table.run("BUY1")
    assert (table.seat().scoring, table.seat().score) == (14, 3)


def test_green_four_may_pay_with_a_ruby_from_a_glass():
    table = alone("O G1 G1", sets="4", rubies=(1, 0), cauldron="tubes").run("GREEN4")
    table.play("pay")
    table.play("tube")
    assert (table.phase, table.seat().rubies) == ("GREEN4", 1)
    table.play("pay")
    assert table.phase == "TRACK"


def test_green_four_needs_a_droplet_that_can_move():
    table = alone("G1 G1", sets="4", droplets=(52, 52)).run("GREEN4", "BUY1", "NEXT")
    assert table.phase != "GREEN4"


# ---------------------------------------------------------------- blue


def test_blue_one_shows_and_places_one():
    table = Table("O B4", bags=("W1 W1 R1",), droplets=(0, FAR)).run("BLUE1")
    assert table.options == ["take white1", "take red1", "none"]
    assert kinds(table.observation(0).shown) == {"white1": 2, "red1": 1}
    table.play("take red1")
    table.play("move 1")
    assert table.pot() == [1, 5, 7]
    assert kinds(table.seat().bag) == {"white1": 2}


def test_blue_one_with_an_empty_bag():
    assert alone("O B4").pot() == [1, 5]


def test_blue_one_can_explode_and_go_on():
    table = Table("W3 W3 B1", bags=("W2",), droplets=(0, FAR)).run("BLUE1")
    table.play("take white2")
    assert table.seat().exploded
    table = Table("B1", bags=("B1 O",), droplets=(0, FAR)).run("PULL")
    table.play("chip blue1")
    table.run("PULL", FLASK="place").play("chip blue1")
    table.play("take blue1")
    assert table.phase == "PULL"
    table.play("chip orange1")
    assert table.options == ["take orange1", "none"]


def test_blue_one_sets_a_red_chip_aside():
    table = Table("O B1", bags=("R1",), sets="red2", droplets=(0, FAR)).run("BLUE1")
    table.play("take red1")
    assert (table.seat().aside, table.pot()) == ((1, 0, 0), [1, 2])


def test_blue_two_window_takes_the_longer_one_and_counts_set_aside_chips():
    table = alone("W3 W2 W2 B2 R1 O W1", sets="2", answers={"RED2": "keep"})
    assert (table.seat().exploded, table.seat().shielded) == (True, False)


def test_blue_two_does_not_count_a_returned_chip():
    table = Table("W3 W2 W2 B1 O W1", sets="2", droplets=(0, FAR))
    while table.seat().hand != KIND_NAMES.index("orange1"):
        table.state.play(table.usual("face 1"))
    assert table.phase == "FLASK"
    table.play("return")
    table.draws[0] = ["white1"]
    assert table.run("EVALUATION").seat().shielded


def test_the_last_rubies_are_shared_in_turn_order():
    table = alone("W1 B4 B4", sets="3", rubies=(0, 19))
    assert table.seat().rubies == 1
    assert table.observation(0).stock == 0


@pytest.mark.parametrize(("text", "rubies", "vp"), [
    ("B1", 0, 0), ("B4", 0, 0), ("W1 B2", 0, 0), ("W1 B4", 1, 4), ("W1 B4 B2", 1, 4),
    ("W3 B2 B1", 1, 2),
])  # fmt: skip
def test_blue_three_and_four_pay_only_on_a_ruby(text, rubies, vp):
    """Section 8: the own index, not the scoring space, must have a ruby."""
    assert alone(text, sets="3", rubies=(0, 0)).seat().rubies == rubies
    assert alone(text, sets="4", scores=(0, 0)).seat().score == vp


def test_blue_three_and_four_pay_for_every_chip_on_the_last_index():
    """Ruling 33, Q28."""
    three = alone("B1 B4 B2", sets="3", rubies=(0, 0), droplets=(51, FAR))
    assert (three.pot(), three.seat().rubies) == ([52, 52, 52], 3)
    four = alone("B1 B4 B2", sets="4", scores=(0, 0), droplets=(51, FAR))
    assert (four.pot(), four.seat().score) == ([52, 52, 52], 1 + 4 + 2)


# ---------------------------------------------------------------- red


@pytest.mark.parametrize(("text", "at"), [
    ("R1", [1]), ("O R1", [1, 3]), ("O O R1", [1, 2, 4]), ("O O O R4", [1, 2, 3, 9]),
])  # fmt: skip
def test_red_one(text, at):
    assert alone(text).pot() == at


def test_red_two_place_keep_return():
    table = Table("O R4 R1 R1", sets="2", droplets=(0, FAR)).run("RED2")
    table.play("place")
    assert table.pot() == [1, 5]
    table.play("keep")
    assert table.options == ["keep", "return"]
    table.play("return")
    assert (table.seat().aside, kinds(table.seat().bag)) == ((1, 0, 0), {"red1": 1})
    assert table.run("NEXT").seat().aside == (1, 0, 0)


def test_red_two_first_placed_chip_is_doubled():
    table = Table("R2 Y1", sets="2", droplets=(0, FAR)).run("EXTRA", RED2="place")
    assert table.options == ["move 0", "move 1", "move 2"]
    table.play("move 2")
    assert table.pot() == [1, 5]


def test_red_two_after_an_explosion():
    table = Table("W3 W3 R1 W2", sets="2", droplets=(0, FAR)).run("RED2")
    assert table.seat().exploded
    table.play("place")
    assert table.seat().scoring == 10


def test_all_aside_leaves_an_empty_pot():
    table = alone("R1", sets="2", answers={"RED2": "keep"}, droplets=(4, FAR))
    assert (table.pot(), table.seat().scoring) == ([], 5)


def test_red_three_and_four_extras_may_be_refused():
    assert alone("W2 R1", sets="3", answers={"EXTRA": "move 1"}).pot() == [2, 4]
    assert alone("R1 W1", sets="4", answers={"EXTRA": "move 0"}).pot() == [1, 2]


@pytest.mark.parametrize(("text", "at"), [
    ("R1 R1 W1", [1, 2, 4]), ("R1 R2 R4 W1 W1", [1, 3, 7, 9, 11]), ("W1 R1 W2", [1, 2, 4]),
])  # fmt: skip
def test_red_four_is_not_cumulative_and_for_white_one_only(text, at):
    """Section 8."""
    table = alone(text, sets="4")
    assert table.pot() == at


# ---------------------------------------------------------------- yellow


def test_yellow_one_only_right_behind_a_white_chip():
    table = Table("W1 O Y1", droplets=(0, FAR)).run("YELLOW1", "EVALUATION")
    assert table.phase != "YELLOW1"


def test_yellow_two_doubling_is_used_up_even_if_refused():
    table = alone("Y1 O O", sets="2", answers={"EXTRA": ["move 0"]})
    assert table.pot() == [1, 2, 3]


def test_yellow_four_stops_at_three():
    assert alone("Y1 Y2 Y4 Y1", sets="4").pot() == [2, 6, 13, 14]


@pytest.mark.parametrize(("yellow", "limit"), [(0, 7), (1, 8), (2, 8), (3, 9), (4, 9)])
def test_yellow_three_limits(yellow, limit):
    assert alone("O " + "Y1 " * yellow, sets="3").seat().limit == limit


# ---------------------------------------------------------------- purple


@pytest.mark.parametrize(("line", "bag", "vp", "rubies", "droplet"), [
    (0, {}, 0, 0, 0), (1, {"black1": 1}, 1, 1, 0), (2, {"green1": 1, "blue2": 1}, 3, 0, 1),
    (3, {"yellow4": 1}, 6, 1, 2),
])  # fmt: skip
def test_purple_two(line, bag, vp, rubies, droplet):
    table = alone("P P P", sets="2", round=3, scores=(0, 0), rubies=(0, 0)).run("PURPLE2")
    table.play(f"line {line}")
    table.run("BUY1")
    seat = table.seat()
    assert kinds(seat.bag) == bag
    assert (seat.score, seat.rubies, seat.droplet) == (vp, rubies, droplet)
    assert seat.scoring == 4  # ruling 7


def test_purple_four_upgrades_one_for_four():
    table = alone("P P P Y1 G1 R1 G1", sets="4", round=3, scores=(0, 0)).run("PURPLE4")
    assert table.options == [f"upgrade {line} {colour}" for line in (1, 3)
                             for colour in ("green", "red", "yellow")] + ["none"]
    table.play("upgrade 3 yellow")
    assert kinds(table.seat().bag) == {"yellow4": 1}
    assert len(table.pot()) == 6


@pytest.mark.parametrize(("line", "sold_out", "bag", "vp", "rubies", "droplet"), [
    (1, "K " * 18, {}, 1, 1, 0), (2, "G1 " * 15, {"blue2": 1}, 3, 0, 1),
    (2, "B2 " * 10, {"green1": 1}, 3, 0, 1), (3, "Y4 " * 10, {}, 6, 1, 2),
])  # fmt: skip
def test_purple_two_without_the_chip(line, sold_out, bag, vp, rubies, droplet):
    """Section 8, ruling 20: what is sold out is not gained, the rest of the line is."""
    table = alone("P P P", bags=("", sold_out), sets="2", round=3, scores=(0, 0), rubies=(0, 0))
    table.run("PURPLE2").play(f"line {line}")
    table.run("BUY1")
    seat = table.seat()
    assert kinds(seat.bag) == bag
    assert (seat.score, seat.rubies, seat.droplet) == (vp, rubies, droplet)


def test_purple_two_does_not_give_a_chip_of_a_closed_book():
    """Section 8, ruling 15."""
    table = alone("P P P", sets="2", round=1, scores=(0, 0), rubies=(0, 0)).run("PURPLE2")
    table.play("line 3")
    table.run("BUY1")
    assert kinds(table.seat().bag) == {}
    assert (table.seat().score, table.seat().rubies, table.seat().droplet) == (6, 1, 2)


def test_purple_three_counts_every_chip_on_the_last_index():
    """Ruling 33, Q28."""
    table = alone("P P P", sets="3", round=3, scores=(0, 0), droplets=(51, FAR))
    assert table.pot() == [52, 52, 52]
    assert table.run("BUY1").seat().score == 3 * 3 + 15 + 1  # and the die


@pytest.mark.parametrize(("sold_out", "open_now"), [
    ("Y2 " * 6, ["upgrade 1 green", "upgrade 3 green", "upgrade 3 yellow", "none"]),
    ("G2 " * 10 + "G4 " * 13, ["upgrade 1 yellow", "upgrade 3 yellow", "none"]),
    ("G4 " * 13 + "Y4 " * 10, ["upgrade 1 green", "upgrade 1 yellow", "none"]),
    ("G2 " * 10 + "G4 " * 13 + "Y2 " * 6 + "Y4 " * 10, None),
])  # fmt: skip
def test_purple_four_needs_the_bigger_chip_in_the_supply(sold_out, open_now):
    """Section 8, ruling 20; without any swap nothing is asked (Q84)."""
    table = alone("P P P Y1 G1", bags=("", sold_out), sets="4", round=3, scores=(0, 0))
    table.run("PURPLE4", "BUY1")
    assert (table.options if table.phase == "PURPLE4" else None) == open_now


# ---------------------------------------------------------------- buying, rubies, tubes


def test_sold_out_chips_are_not_for_sale():
    table = brewed("O", "G1 " * 15, droplets=(30, 0)).run("BUY1")
    assert "take green1" not in table.options
    assert "take green2" in table.options


def test_books_open_by_round():
    for round, yellow, purple in ((1, False, False), (2, True, False), (3, True, True)):
        table = brewed("O", droplets=(50, FAR), round=round, scores=(0, 0)).run("BUY1")
        assert ("take yellow1" in table.options) == yellow
        assert ("take purple1" in table.options) == purple
        assert not any("white" in option for option in table.options)


def test_exploded_takes_points_or_coins():
    for answer, score, bought in (("points", 1, False), ("coins", 0, True)):
        table = alone("W3 W2 W2 W1").run("BOOM")
        table.play(answer)
        assert table.seat().score == score
        assert (table.run("BUY1", "STEP").mover == 0 and table.phase == "BUY1") == bought


def test_flask_once_a_round_and_refill():
    table = Table("O O", droplets=(0, FAR), rubies=(2, 0), card="charity")
    table.run("FLASK").play("return")
    table.draws[0].append("orange1")
    table.run("FLASK", "STEP")
    assert table.phase == "STEP"
    table.play("none")
    assert table.phase == "REFILL"
    table.play("refill")
    assert table.seat().flask


def test_a_step_that_no_droplet_can_take_is_not_sold():
    table = Table("O", droplets=(52, 52), rubies=(9, 0)).run("STEP", "REFILL", "NEXT")
    assert table.phase == "TURN_CARD"


def test_round_nine_sells_nothing_and_tubes_take_steps_first():
    table = Table("O", round=9, cauldron="tubes", rubies=(5, 0), scores=(0, 0),
                  droplets=(0, FAR)).run("BUY1", "STEP")
    assert (table.phase, table.mover) == ("STEP", 0)
    table.play("step")
    assert (table.seat().glass, table.seat().rubies) == (1, 4)
    table.play("none")
    assert table.seat().rubies == 0
    assert table.is_terminal


def test_shielded_pot_converts_coins_in_round_nine():
    table = Table("W3 W2 W2 B2 O W1", sets="2", round=9, rubies=(0, 0), scores=(0, 0),
                  droplets=(0, FAR)).run()
    assert table.scores()[0] == 2 + 12 // 5


def test_round_six_gives_a_white_chip_and_four_players_use_up_all():
    state = load("quacks", players=4, start=0)
    state.arrange(round=6)
    assert state.observation(0).supply[:3] == (0, 0, 0)
    assert all(seat.bag[0] == 5 for seat in state.observation(0).seats)


@pytest.mark.parametrize(("card", "droplet", "leader", "tails", "stone"), [
    ("magic_potion", 44, 20, 8, 52), ("magic_potion", 45, 20, 8, 52),
    ("magic_potion", 52, 20, 8, 52), ("rat_infestation", 45, 11, 4, 52),
    ("rat_infestation", 43, 11, 4, 51), ("rat_infestation", 10, 100, 46, 52),
])  # fmt: skip
def test_the_rat_stone_stops_at_the_last_chip_index(card, droplet, leader, tails, stone):
    """Q19, section 9."""
    table = Table("W1", card=card, round=2, scores=(0, leader), droplets=(droplet, FAR))
    seat = table.seat()
    assert (seat.tails, seat.start, seat.lead, seat.rat) == (tails, stone, stone, stone - droplet)
    assert table.run("EVALUATION").pot() == [52]
    assert table.seat().scoring == 53
    assert table.run("NEXT").seat().droplet == droplet  # Q50: the stone returns


def test_219_chips():
    """216 in play and three spares."""
    state = load("quacks", players=4)
    view = state.observation(0)
    in_play = sum(view.supply) + sum(sum(seat.bag) for seat in view.seats)
    assert in_play + 3 == 219


def test_closed_glass_chips_are_lost():
    state = load("quacks", players=2, start=0, cauldron="tubes")
    state.arrange(round=2, glasses=(8, 0), cards=["pot_filling_up"])
    state.play("card pot_filling_up")
    state.play("tube")
    assert state.observation(0).seats[0].bag[KIND_NAMES.index("purple1")] == 0


# ---------------------------------------------------------------- options


@pytest.mark.parametrize(("text", "value"), [
    (1, "1"), ("4", "4"), ("green1-blue1-red1-yellow1-purple1", "1"),
    ("blue3", "green1-blue3-red1-yellow1-purple1"),
    ("RED2-green3", "green3-blue1-red2-yellow1-purple1"),
])  # fmt: skip
def test_sets(text, value):
    assert load("quacks", sets=text).setup["sets"] == value


@pytest.mark.parametrize("text", ["5", "0", "", "white1", "green5", "green1-green2", "green", None,
                                  1.0, True, "green1,blue2"])
def test_wrong_sets(text):
    with pytest.raises(BadOption, match="sets="):
        load("quacks", sets=text)


def test_mixed_sets_are_fixed_by_the_seed():
    found = {load("quacks", sets="mixed", seed=seed).setup["sets"] for seed in range(30)}
    assert len(found) > 20
    assert all(sides_of(text) for text in found)
    assert load("quacks", sets="mixed", seed=3).setup == load("quacks", sets="mixed", seed=3).setup


def test_wrong_cauldron():
    with pytest.raises(BadOption, match="plain, or tubes"):
        load("quacks", cauldron="iron")


def test_every_option_has_its_own_game():
    one, two = load("quacks", sets="1", start=0), load("quacks", sets="2", start=0)
    assert one != two
    assert chips("G1") == ["green1"]

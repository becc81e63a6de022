"""Every fortune card (rules.md section 9), where test_vectors.py does not show it whole."""

import pytest
from quacks_kit import FAR, Table, brewed, chips, kinds, options

from core.game import load
from core.quacks.components import KIND_NAMES


def test_a_card_comes_once_and_nine_are_used():
    state = load("quacks", players=2, start=0)
    assert len(state.chance_outcomes()) == 24
    seen = []
    while not state.is_terminal:
        if state.phase == "TURN_CARD":
            seen.append(options(state)[0])
            assert len(state.chance_outcomes()) == 25 - state.round
        state.play(options(state)[0] if state.is_chance else options(state)[-1])
    assert len(set(seen)) == 9


def test_roll_the_die():
    table = Table("W1", "W1", card="roll_the_die", first=1, rubies=(0, 0))
    assert [(table.text(a), p) for a, p in table.chance_outcomes()] == [
        ("face 1", 2 / 6), ("face 3", 1 / 6), ("face 4", 1 / 6), ("face 5", 1 / 6),
        ("face 6", 1 / 6),
    ]  # fmt: skip
    assert table.observation(0).who == 1
    table.play("face 4")
    table.play("face 6")
    assert table.seat(1).rubies == 1
    assert kinds(table.seat(0).bag) == {"white1": 1, "orange1": 1}
    assert table.phase == "PULL"


def test_pot_filling_up():
    table = Table("W1", "W1", card="pot_filling_up", droplets=(3, 52))
    assert [table.seat(i).droplet for i in range(2)] == [4, 52]
    assert table.seat().start == 4


def test_pot_filling_up_with_tubes_asks_each():
    table = Table("W1", "W1", card="pot_filling_up", cauldron="tubes", droplets=(3, 52))
    assert (table.phase, table.mover) == ("TRACK", 0)
    table.play("tube")
    assert [(table.seat(i).droplet, table.seat(i).glass) for i in range(2)] == [(3, 1), (52, 1)]


@pytest.mark.parametrize(("before", "after"), [
    ((1, 1, 3), (2, 2, 3)), ((0, 1, 1), (1, 1, 1)), ((10, 8, 2), (10, 8, 2)),
])  # fmt: skip
def test_charity(before, after):
    table = Table("W1", "W1", "W1", card="charity", players=3, rubies=before)
    assert tuple(table.seat(i).rubies for i in range(3)) == after


def test_beginners_bonus():
    table = Table("W1", "W1", "W1", card="beginners_bonus", players=3, scores=(4, 2, 2), round=2)
    assert [kinds(table.seat(i).bag).get("green1", 0) for i in range(3)] == [0, 1, 1]


@pytest.mark.parametrize(("held", "gained"), [(13, [1, 1]), (14, [0, 1]), (15, [0, 0])])
def test_beginners_bonus_with_few_green_chips(held, gained):
    """Ruling 20: in turn order while there are any."""
    table = Table("W1", "W1", "G1 " * held, card="beginners_bonus", players=3, scores=(2, 2, 4),
                  round=2, first=1)
    assert [kinds(table.seat(i).bag).get("green1", 0) for i in range(2)] == gained
    assert table.seat(2).bag[KIND_NAMES.index("green1")] == held


def test_just_in_time():
    table = Table("W1", "W2", card="just_in_time")
    assert table.options == ["points", "discard"]
    before = table.observation(0).supply[0]
    table.play("discard")  # and seat 1, without a white 1, takes the points
    assert table.scores() == [0, 4]
    assert table.observation(0).supply[0] == before + 1
    assert table.seat().bag[0] == 0


@pytest.mark.parametrize(("round", "more"), [(1, ""), (2, "Y2")])
def test_choose_one(round, more):
    table = Table("W1", "W1", card="choose_one", round=round)
    kinds_open = chips(f"G2 B2 R2 {more} K")
    assert table.options == [*(f"take {name}" for name in kinds_open), "rubies"]
    table.play("rubies")
    assert table.seat().rubies == 4
    table.play("take black1")
    assert kinds(table.seat(1).bag) == {"white1": 1, "black1": 1}


def test_choose_one_offers_only_what_the_supply_has():
    table = Table("W1", "B2 " * 10, card="choose_one")
    assert "take blue2" not in table.options


def test_rats_are_your_friends_in_round_one():
    table = Table("W1", "W1", card="rats_are_your_friends")
    assert table.options == ["take green4", "take blue4", "take red4", "points"]
    table.play("points")
    assert table.scores()[0] == 0


def test_good_start_asks_only_who_is_due_tails():
    table = Table("W1", "W1", "W1", card="good_start", players=3, round=2, scores=(30, 0, 28),
                  rubies=(0, 0, 0))
    assert (table.mover, table.options) == (1, [f"tails {k}" for k in range(4)])
    table.play("tails 3")
    assert table.mover == 2
    table.play("tails 0")
    assert [table.seat(i).rubies for i in range(3)] == [0, 3, 0]
    assert table.seat(1).rat == table.seat(1).tails - 3
    assert table.seat(2).rat == 1


def test_choose_wisely():
    table = Table("W1", "W1", card="choose_wisely", round=2)
    assert table.phase == "PULL"  # purple is not open: both droplets move
    assert [table.seat(i).droplet for i in range(2)] == [2, 2]
    table = Table("W1", "W1", card="choose_wisely", round=3)
    assert table.options == ["take purple1", "droplet"]


def test_choose_wisely_may_split_its_steps():
    table = Table("W1", "W1", card="choose_wisely", cauldron="tubes")
    table.play("pot")
    table.play("tube")
    assert (table.seat().droplet, table.seat().glass, table.seat().rubies) == (1, 1, 2)
    assert table.mover == 1


def test_wheel_and_deal():
    table = Table("W1", "W1", card="wheel_and_deal", rubies=(1, 0))
    assert table.options == [f"take {name}" for name in chips("O G1 B1 R1")] + ["none"]
    table.play("take red1")
    assert table.seat().rubies == 0
    assert kinds(table.seat().bag) == {"white1": 1, "red1": 1}
    assert table.phase == "PULL"  # seat 1 has no ruby and is not asked


def test_opportunistic_moment_swap():
    table = Table("G1 G1 B4 R2", "W1", card="opportunistic_moment")
    for name in chips("G1 G1 B4 R2"):
        table.play(f"chip {name}")
    assert table.options == ["swap green1", "swap red2", "none"]
    refuse = table.clone()
    refuse.play("none")
    assert kinds(refuse.observation(0).seats[0].bag) == {"green1": 2, "blue4": 1, "red2": 1}
    table.play("swap red2")
    assert kinds(table.seat().bag) == {"green1": 2, "blue4": 1, "red4": 1}
    assert (table.phase, table.observation(0).who) == ("PULL", 1)


def test_opportunistic_moment_without_the_higher_chip():
    table = Table("B1", "B2 " * 10, card="opportunistic_moment")
    table.play("chip blue1")
    assert kinds(table.seat().bag) == {"blue1": 1, "green1": 1}


def test_less_is_more_with_empty_bags():
    table = Table("W1", "", card="less_is_more", rubies=(0, 0))
    assert (table.phase, table.observation(0).left) == ("PULL", 1)
    table.play("chip white1")
    assert kinds(table.seat(1).bag) == {"blue2": 1}
    assert table.seat(0).rubies == 1


@pytest.mark.parametrize(("held", "gained"), [(8, [1, 1]), (9, [0, 1]), (10, [0, 0])])
def test_less_is_more_with_few_blue_chips(held, gained):
    """Ruling 20: in turn order while there are any; who gets none gets no ruby instead."""
    table = Table("W1", "W1", "B2 " * held, card="less_is_more", players=3, rubies=(0, 0, 0),
                  first=1)
    while table.observation(0).left:
        table.play(table.options[0])
    assert [table.seat(i).sum for i in range(3)] == [1, 1, 10]
    assert [kinds(table.seat(i).bag).get("blue2", 0) for i in range(2)] == gained
    assert [table.seat(i).rubies for i in range(3)] == [0, 0, 1]


def test_pot_is_full():
    table = brewed("O", "W1", card="pot_is_full", droplets=(10, 0), rubies=(0, 0))
    assert (table.phase, table.observation(0).who) == ("ROLL", 0)
    table.play("face 4")
    assert (table.phase, table.observation(0).who) == ("ROLL", 0)
    table.play("face 3")
    assert table.seat().rubies == 1
    assert table.run("BUY1").seat().score == 2 + 2
    assert table.seat(1).rubies == 0


def test_pot_is_full_takes_the_first_result_before_the_second_roll():
    table = brewed("O", card="pot_is_full", droplets=(10, 0), cauldron="tubes")
    table.play("face 5")
    assert table.phase == "TRACK"
    table.play("tube")
    assert table.phase == "ROLL"


@pytest.mark.parametrize(("card", "score", "rubies"), [
    ("lucky_devil", 2, 1), ("shining_extra_bright", 0, 2), ("magic_potion", 0, 1),
])  # fmt: skip
def test_cards_of_the_ruby_space(card, score, rubies):
    table = brewed("W3 W2 W2 W1", "W1", card=card, rubies=(0, 0)).run("BOOM")
    assert (table.seat().score, table.seat().rubies) == (score, rubies)


def test_shining_is_served_in_turn_order():
    table = brewed("O", "O", card="shining_extra_bright", rubies=(9, 10), droplets=(3, 3))
    table.run("BUY1", face="face 1")
    assert [table.seat(i).rubies for i in range(2)] == [10, 10]


def test_magic_potion():
    table = Table("O", "O", flasks=(0, 0)).run("NEXT")
    assert [table.seat(i).flask for i in range(2)] == [True, True]


@pytest.mark.parametrize(("text", "droplet"), [("W3 W2 W2", 1), ("W3 W2 W1", 0), ("W3 W3 W2", 0)])
def test_seasoned_perfectly(text, droplet):
    table = brewed(text, card="seasoned_perfectly", droplets=(0, FAR))
    assert table.seat().droplet == droplet
    assert table.seat().scoring == table.pot()[-1] + 1  # Q51


def test_well_stirred():
    table = Table("O W1 W1", card="well_stirred", droplets=(0, FAR), flasks=(0, 0))
    table.run("STIRRED")
    assert (table.pot(), table.options) == ([1], ["place", "return"])
    table.play("return")
    assert (table.seat().bag[0], table.pot(), table.seat().stirred) == (2, [1], True)
    assert table.run("STIRRED", "EVALUATION").seat().scoring  # not asked again


def test_well_stirred_replaces_the_flask_question():
    table = Table("W1 W1", card="well_stirred", droplets=(0, FAR)).run("STIRRED")
    table.play("place")
    assert table.pot() == [1]
    assert table.run("FLASK").seat().hand == 0


def test_well_stirred_is_used_up_through_blue_one():
    table = Table("B1 W1", card="well_stirred", droplets=(0, FAR), bags=("W1",)).run("BLUE1")
    table.play("take white1")
    assert table.seat().stirred
    shown_only = Table("B1 W1", card="well_stirred", droplets=(0, FAR), bags=("W1",))
    shown_only.run("BLUE1").play("none")
    assert not shown_only.seat().stirred


def test_strong_ingredient():
    table = Table("W3 W2", bags=("W3 Y1 Y1 R1 R1 R1",), card="strong_ingredient", first=1,
                  droplets=(0, FAR), sets="red2-yellow2").run("PULL", FLASK="place")
    table.run("DRAW_STOP", "EVALUATION")
    while table.phase != "DRAW_STOP" or table.seat().white < 5:
        table.state.play(table.usual("face 1"))
    table.play("stop")
    for name in chips("W3 R1 R1 Y1 R1"):
        assert (table.phase, table.observation(0).who) == ("PULL", 0)
        table.play(f"chip {name}")
    assert table.options == ["take white3", "take red1", "take yellow1", "none"]
    safe, red = table.clone(), table.clone()
    safe.play("take white3")
    assert (safe.observation(0).seats[0].white, safe.observation(0).seats[0].exploded) == (8, False)
    red.play("take red1")
    assert red.observation(0).seats[0].aside == (0, 0, 0)
    assert red.observation(0).seats[0].pot[-1] == (10, 6)


def test_strong_ingredient_is_not_for_exploded_pots():
    table = Table("W3 W3 W2", "O", bags=("O",), card="strong_ingredient").run("STRONG", "ROLL")
    assert table.seat().exploded
    assert table.phase == "ROLL"


def test_schadenfreude():
    table = Table("W3 W3 W2", "O", card="schadenfreude", round=2, droplets=(0, FAR)).run("GLOAT")
    assert table.mover == 1
    assert table.options == [f"take {name}" for name in chips("G2 B2 R2 Y2")]
    table.play("take yellow2")
    assert kinds(table.seat(1).bag) == {"yellow2": 1}


def test_schadenfreude_of_all():
    pots = ["W3 W3 W2"] * 2
    table = Table(*pots, card="schadenfreude").run("GLOAT")
    assert table.mover == 0
    table.play("take red2")
    assert (table.phase, table.mover) == ("GLOAT", 1)


G2, B2, R2 = "G2 " * 10, "B2 " * 10, "R2 " * 8  # all that the box has


def gloating(sold_out):
    """Return a table after the other's explosion, with sold out chips in seat 0's bag."""
    table = Table("W3 W3 W2", "O", bags=(sold_out,), card="schadenfreude", droplets=(0, FAR))
    return table.run("GLOAT", "ROLL")


def test_schadenfreude_offers_only_what_the_supply_has():
    """Section 9, ruling 20."""
    assert gloating("").options == ["take green2", "take blue2", "take red2"]
    assert gloating(B2).options == ["take green2", "take red2"]


def test_schadenfreude_with_one_chip_left_takes_it():
    """Q84: a decision with one option is not asked."""
    table = gloating(G2 + B2)
    assert table.phase == "ROLL"
    assert kinds(table.seat(1).bag) == {"red2": 1}


def test_schadenfreude_with_no_chip_left_falls_away():
    """Q84: a decision without any option falls away."""
    table = gloating(G2 + B2 + R2)
    assert table.phase == "ROLL"
    assert kinds(table.seat(1).bag) == {}
    assert table.run("NEXT").round == 2


SHIELDED = "W3 W2 W2 B2 O W1"  # T22


def test_schadenfreude_is_for_the_neighbour_of_a_shielded_pot_too():
    """Ruling 45."""
    table = Table(SHIELDED, "O", card="schadenfreude", sets="2", droplets=(0, FAR)).run("GLOAT")
    assert table.seat().shielded
    assert (table.phase, table.mover) == ("GLOAT", 1)


def test_strong_ingredient_is_not_for_shielded_pots():
    """Ruling 45."""
    table = Table(SHIELDED, "O", bags=("O O", ""), card="strong_ingredient", sets="2",
                  droplets=(0, FAR)).run("STRONG", "ROLL")
    assert table.seat().shielded
    assert table.phase == "ROLL"
    safe = Table("W3 W2 W2 B2 O", "O", bags=("O O", ""), card="strong_ingredient", sets="2",
                 droplets=(0, FAR)).run("STRONG")
    assert safe.options == ["take orange1", "none"]


def test_seasoned_perfectly_gives_a_shielded_pot_nothing():
    """Q39 asks for a white sum of exactly 7, and no shield takes white chips away (ruling 45)."""
    table = brewed(SHIELDED, card="seasoned_perfectly", sets="2", droplets=(0, FAR))
    assert (table.seat().shielded, table.seat().white, table.seat().droplet) == (True, 8, 0)
    safe = brewed("W3 W2 W2 B2 O", card="seasoned_perfectly", sets="2", droplets=(0, FAR))
    assert (safe.seat().white, safe.seat().droplet) == (7, 1)


def test_second_chance_at_five_chips():
    table = Table("O O B1 G1 B2 O", card="second_chance", sets="1", droplets=(0, FAR),
                  bags=("O",)).run("SECOND")
    assert len(table.pot()) == 5
    table.play("continue")
    assert table.phase == "PULL"  # the placement effect comes now
    assert table.observation(0).left == 2
    assert table.run("SECOND", "EVALUATION").seat().scoring


def test_second_chance_gives_fresh_red_chips_back():
    table = Table("R1 O O O O O", card="second_chance", sets="2", droplets=(0, FAR),
                  aside=(chips("R2"), []), bags=("O",)).run("SECOND")
    assert (table.seat().aside, table.seat().fresh) == ((1, 1, 0), (1, 0, 0))
    table.play("restart")
    assert (table.seat().aside, table.seat().fresh) == ((0, 1, 0), (0, 0, 0))
    assert table.seat().must_draw or table.phase == "PULL"
    assert sum(table.seat().bag) == 7


def test_second_chance_leaves_the_flask_empty():
    table = Table("O O O O O", card="second_chance", droplets=(0, FAR), bags=("O",))
    table.run("FLASK").play("return")
    table.draws[0].append("orange1")
    table.run("SECOND").play("restart")
    assert not table.seat().flask


def test_not_asked_after_six_chips():
    table = Table("O O O O O W3 W3 W2", card="second_chance", droplets=(0, FAR)).run("SECOND")
    table.play("continue")
    table.run("SECOND", "EVALUATION")
    assert table.phase != "SECOND"
    assert table.seat().exploded

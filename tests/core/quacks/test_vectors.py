"""The test vectors T1 to T64 of rules.md section 13."""

import pytest
from quacks_kit import FAR, Table, brewed, chips, kinds, options, paths, pot, seat

from core.game import load
from core.quacks.components import KIND_NAMES, read_components

SPACES = read_components().spaces


def alone(text, **position):
    """Return a table where seat 0 has brewed and seat 1, far ahead, has the die."""
    position.setdefault("droplets", (0, FAR))
    return brewed(text, **position)


def space(table, number=0):
    found = SPACES[table.seat(number).scoring]
    return found.coins, found.vp, found.ruby


def tails(score, leader):
    table = Table("W1", round=2, scores=(score, leader))
    return table.seat().tails


# ---------------------------------------------------------------- placing and exploding


def test_t1():
    table = alone("W1 O W3 G1", rubies=(1, 1))
    assert table.pot() == [1, 2, 5, 6]
    assert table.seat().white == 4
    assert table.seat().scoring == 7
    assert space(table) == (7, 1, False)
    assert table.run("BUY1").seat().rubies == 2
    assert table.seat().score == 1


def test_t2():
    table = alone("W3 W2 W2")
    assert table.pot() == [3, 5, 7]
    assert (table.seat().white, table.seat().exploded, table.seat().scoring) == (7, False, 8)
    assert space(table) == (8, 1, False)


def test_t3():
    table = alone("W3 W2 W2 W1")
    assert table.pot()[-1] == 8
    assert (table.seat().white, table.seat().exploded, table.seat().scoring) == (8, True, 9)
    assert space(table) == (9, 1, True)
    assert table.run("BOOM").seat().rubies == 2
    assert options(table.state) == ["points", "coins"]


def test_t4():
    table = alone("W3 W2 W2 W1 W1", card="living_in_luxury")
    assert (table.seat().white, table.seat().exploded, table.seat().scoring) == (9, False, 10)
    assert space(table) == (10, 2, False)
    table = alone("W3 W2 W2 W1 W1 W1", card="living_in_luxury")
    assert (table.seat().white, table.seat().exploded) == (10, True)


def test_t5():
    table = brewed("W2", round=2, droplets=(2, 0), scores=(3, 12))
    assert table.seat().tails == 3
    assert (table.seat().start, table.pot(), table.seat().scoring) == (5, [7], 8)


def test_t6():
    table = brewed("G4", droplets=(48, 0))
    assert table.pot() == [52]
    assert space(table) == (35, 15, False)


def test_t7():
    table = brewed("G4", droplets=(47, 0))
    assert table.pot() == [51]
    assert space(table) == (33, 14, True)


def test_t8():
    table = brewed("R4 W1", droplets=(50, 0))
    assert table.pot() == [52, 52]
    assert table.seat().scoring == 53


@pytest.mark.parametrize(("score", "leader", "due"), [
    (0, 2, 1), (3, 12, 3), (16, 20, 2), (17, 20, 1), (19, 20, 0), (0, 11, 4), (10, 20, 5),
])  # fmt: skip
def test_t9(score, leader, due):
    assert tails(score, leader) == due


@pytest.mark.parametrize(("score", "leader", "due"), [
    (48, 50, 1), (50, 51, 0), (49, 52, 1), (47, 61, 5), (39, 68, 12), (51, 68, 7), (0, 100, 46),
])  # fmt: skip
def test_t10(score, leader, due):
    assert tails(score, leader) == due


@pytest.mark.parametrize(("text", "sets", "card", "at", "limit"), [
    ("O R1 O O R2", "1", "magic_potion", [1, 3, 4, 5, 9], 7),  # T11
    ("W2 R1 R2 W3 R4", "3", "magic_potion", [2, 5, 7, 10, 17], 7),  # T12
    ("W1 R1 W1 W2 W1", "4", "magic_potion", [1, 2, 4, 6, 8], 7),  # T13
    ("Y1 W2 Y1 Y2 O", "2", "magic_potion", [1, 5, 6, 10, 12], 7),  # T14
    ("O Y1 R2", "red1-yellow2", "magic_potion", [1, 2, 7], 7),  # T15
    ("Y1 O", "2", "pumpkin_patch_party", [1, 4], 7),  # T16
    ("Y1 Y1 Y1 Y1", "4", "magic_potion", [2, 5, 9, 10], 7),  # T20
])  # fmt: skip
def test_t11_to_t16_and_t20(text, sets, card, at, limit):
    table = alone(text, sets=sets, card=card)
    assert table.pot() == at
    assert table.seat().limit == limit


def test_t12_scoring():
    table = alone("W2 R1 R2 W3 R4", sets="3")
    assert table.seat().scoring == 18
    assert space(table) == (16, 4, False)


def test_t13_white():
    assert alone("W1 R1 W1 W2 W1", sets="4").seat().white == 5


@pytest.mark.parametrize(("text", "card", "white", "exploded"), [
    ("W3 W2 W2 Y1 W1", "magic_potion", 8, False),  # T17
    ("W3 W2 W2 Y1 W1 W1", "magic_potion", 9, True),
    ("Y1 Y1 Y1 W3 W2 W2 W1 W1", "magic_potion", 9, False),  # T18
    ("Y1 Y1 Y1 W3 W2 W2 W1 W1 W1", "living_in_luxury", 10, True),  # T19
])  # fmt: skip
def test_t17_to_t19(text, card, white, exploded):
    table = alone(text, sets="3", card=card)
    assert (table.seat().white, table.seat().exploded) == (white, exploded)


def test_t21():
    table = Table("W3 Y1 O", droplets=(0, FAR)).run("YELLOW1")
    table.play("return")
    assert (table.pot(), table.seat().white) == ([4], 0)
    assert kinds(table.seat().bag)["white3"] == 1
    assert table.run("EVALUATION").pot() == [4, 5]


def test_t22():
    table = brewed("W3 W2 W2 B2 O W1", sets="2")
    assert (table.seat().white, table.seat().exploded, table.seat().shielded) == (8, True, True)
    assert table.seat().scoring == 12
    assert table.observation(0).who == 1  # no die for the shielded pot
    table.run("BUY1")
    assert table.seat().score == 2
    assert table.observation(0).money == 12


def test_t23():
    table = brewed("W3 W2 W2 B1 O W1", sets="2")
    assert (table.seat().exploded, table.seat().shielded) == (True, False)


@pytest.mark.parametrize(("text", "shielded"), [
    ("W3 W2 W2 B4 O B1 O W1", True), ("W3 W2 W2 B4 O B1 O O W1", False),
])  # fmt: skip
def test_t24(text, shielded):
    table = brewed(text, sets="2")
    assert (table.seat().exploded, table.seat().shielded) == (True, shielded)


def test_t25():
    three = alone("W1 B4 B4", sets="3", rubies=(0, 0))
    assert (three.pot(), three.seat().rubies) == ([1, 5, 9], 2)
    four = alone("W1 B4 B4", sets="4")
    assert four.seat().score == 8


# ---------------------------------------------------------------- evaluation


@pytest.mark.parametrize(("text", "rubies"), [("O G2 O", 1), ("O G1 G4", 2), ("G4 O O", 0)])
def test_t26(text, rubies):
    table = alone(text, rubies=(0, 0))
    before = SPACES[table.seat().scoring].ruby
    assert table.run("BUY1").seat().rubies == rubies + before


def test_t27():
    table = alone("W3 W2 W2 G1 G2", sets="3").run("GREEN3")
    assert table.options == ["move 0", "move 1", "move 2", "move 3"]
    table.play("move 3")
    assert (table.pot()[-1], table.seat().scoring) == (13, 14)
    assert space(table) == (14, 3, False)


def test_t28():
    table = alone("W3 W2 G4", sets="3").run("GREEN3", "BUY1")
    assert table.phase == "BUY1"


def test_t29():
    table = alone("O G1 G1", sets="4", rubies=(1, 0)).run("GREEN4")
    assert table.options == ["pay", "none"]
    table.play("pay")
    assert (table.seat().droplet, table.seat().rubies) == (1, 0)
    assert table.run("GREEN4", "BUY1").phase == "BUY1"
    table = alone("O G1 G1", sets="4", rubies=(1, 0)).run("GREEN4")
    table.play("none")
    assert table.phase == "GREEN4"  # asked for each green chip


def black(*counts, **position):
    """Return (droplet steps, rubies) of each seat after black chips only."""
    table = brewed(*("K " * n for n in counts), players=len(counts),
                   rubies=[0] * len(counts), **position).run("BUY1", "NEXT", face="face 1")
    seats = [table.seat(i) for i in range(len(counts))]
    return [(s.droplet, s.rubies - SPACES[s.scoring].ruby) for s in seats]


def test_t30():
    assert black(2, 2) == [(1, 0), (1, 0)]
    assert black(3, 1) == [(1, 1), (0, 0)]
    assert black(0, 0) == [(0, 0), (0, 0)]


def test_t31():
    assert black(2, 1, 1) == [(1, 1), (0, 0), (0, 0)]


def test_t32():
    assert black(2, 1, 2, 0) == [(1, 1), (0, 0), (1, 1), (0, 0)]


def test_t33():
    assert black(2, 2, 1) == [(1, 0), (1, 0), (0, 0)]


@pytest.mark.parametrize(("count", "lines", "gain"), [
    (0, None, (0, 0, 0)), (1, None, (1, 0, 0)), (2, None, (1, 1, 0)),
    (3, ["line 2", "line 3"], (2, 0, 1)), (5, ["line 2", "line 3"], (2, 0, 1)),
])  # fmt: skip
def test_t34(count, lines, gain):
    table = alone("P " * count + "W1", round=3, scores=(0, 0), rubies=(0, 0))
    table.run("PURPLE1", "BUY1")
    if lines:
        assert table.options == lines
        table.play("line 3")
        table.run("BUY1")
    here = SPACES[table.seat().scoring]
    assert (table.seat().score - here.vp, table.seat().rubies - here.ruby,
            table.seat().droplet) == gain


def test_t35():
    table = alone("P P P P W1", sets="2", round=3, scores=(0, 0), rubies=(0, 0)).run("PURPLE2")
    assert table.options == ["line 0", "line 1", "line 2", "line 3"]
    table.play("line 3")
    assert [kind for kind, _ in table.seat().pot].count(KIND_NAMES.index("purple1")) == 1
    assert kinds(table.seat().bag) == {"yellow4": 1}
    assert (table.seat().droplet, table.seat().rubies) == (2, 1 + SPACES[6].ruby)
    assert table.run("PURPLE2", "BUY1").phase == "BUY1"


def test_t36():
    """Lead indices 9, 10, 18, 26, 45 and 52 of purple chips."""
    text = "P P W3 W2 W2 P R4 R2 O P R4 R4 R4 R4 O O P R4 R2 P"
    table = alone(text, sets="3", round=3, scores=(0, 0), droplets=(8, FAR),
                  answers={"EXTRA": "move 0"})
    places = [at for kind, at in table.seat().pot if KIND_NAMES[kind] == "purple1"]
    assert places == [9, 10, 18, 26, 45, 52]
    assert table.run("BUY1").seat().score == 10 + 15 + 1  # and the die


def test_t37():
    table = alone("P P G1 B2", sets="4", round=3, scores=(0, 0)).run("PURPLE4")
    assert table.options == ["upgrade 1 green", "upgrade 2 blue", "none"]
    before = table.observation(0).supply
    table.play("upgrade 2 blue")
    after = table.observation(0).supply
    assert after[KIND_NAMES.index("blue2")] == before[KIND_NAMES.index("blue2")] + 1
    assert after[KIND_NAMES.index("blue4")] == before[KIND_NAMES.index("blue4")] - 1
    assert kinds(table.seat().bag) == {"blue4": 1}


def rollers(table):
    """Return the seats that roll the bonus die in step A."""
    found = []
    while table.phase == "ROLL":
        found.append(table.observation(0).who)
        table.play("face 1")
    return found


def test_t38():
    table = brewed("O", "O", "W3 W3 W2", droplets=(18, 19, 21), players=3)
    assert [table.seat(i).scoring for i in range(3)] == [20, 21, 30]
    assert table.seat(2).exploded
    assert rollers(table) == [1]


def test_t39():
    table = brewed("O", "O", droplets=(13, 14))
    assert [table.seat(i).scoring for i in range(2)] == [15, 16]
    assert rollers(table) == [1]


def baskets(lead, round, sets="1", **position):
    """Return (number of baskets, BUY1 options) of seat 0 with one orange chip on `lead`."""
    table = brewed("O", droplets=(lead - 1, FAR), sets=sets, round=round, scores=(0, 0),
                   **position).run("BUY1")
    first = table.options
    return paths(table.state, ("BUY1", "BUY2"), seat=0), first


def test_t40_and_t61():
    total, first = baskets(9, 1)
    assert total == 14
    assert first == ["take " + name for name in chips("O G1 G2 B1 B2 R1 R2 K")] + ["none"]
    table = brewed("O", droplets=(8, FAR)).run("BUY1")
    orange, red = table.clone(), table.clone()
    orange.play("take orange1")
    assert options(orange) == ["take green1", "take blue1", "take red1", "none"]
    red.play("take red1")
    assert red.mover != 0 or red.phase != "BUY2"


def test_t41():
    assert baskets(6, 1)[0] == 6


@pytest.mark.parametrize(("sets", "count"), [("1", 39), ("2", 34), ("3", 39), ("4", 36)])
def test_t42(sets, count):
    assert baskets(14, 3, sets)[0] == count


def test_t43():
    assert baskets(52, 8)[0] == 108


# ---------------------------------------------------------------- flask


def test_t44():
    table = Table("W3 W2 W1 W2", droplets=(0, FAR))
    while not table.seat().exploded:
        assert not (table.phase == "FLASK" and table.seat().white == 6)
        table.state.play(table.usual("face 1"))
    assert table.seat().white == 8


def test_t45():
    table = Table("W3 W2 W2", bags=("O",), droplets=(0, FAR))
    table.run("FLASK", FLASK="place")
    table.play("place")
    table.run("FLASK").play("place")
    table.run("FLASK")
    before = table.seat()
    table.play("return")
    assert (table.seat().white, table.seat().flask, table.seat().lead) == (5, False, before.lead)
    assert kinds(table.seat().bag) == {"white2": 1, "orange1": 1}
    assert table.seat().active


def test_t46():
    table = Table("R4", bags=("O",), droplets=(0, FAR)).run("FLASK")
    table.play("return")
    assert (table.pot(), table.seat().flask) == ([], False)
    assert table.options == ["draw", "stop"]  # Q22: may stop with an empty pot


# ---------------------------------------------------------------- the last round


def last_round(text, droplet, rubies):
    table = brewed(text, round=9, droplets=(droplet, 0), rubies=(rubies, 0), scores=(0, 0))
    return table.run(face="face 3")


def test_t47():
    table = last_round("O", 42, 5)
    assert table.seat().scoring == 44
    assert table.scores()[0] == 12 + 29 // 5 + 2 + 2  # and the die
    assert table.seat().rubies == 1


def test_t48():
    table = last_round("W3 W3 W2", 35, 5)
    assert (table.seat().exploded, table.seat().scoring) == (True, 44)
    assert table.scores()[0] == 12 + 2


def test_t49():
    """A tie at 61 VP; the further scoring space wins, exploded or not."""
    table = brewed("W3 W3 W2", "O", round=9, droplets=(31, 34), rubies=(0, 0),
                   scores=(61 - 10, 61 - 10 - 5 - 1))
    assert [table.seat(i).scoring for i in range(2)] == [40, 38]  # two rat tails
    assert table.seat().exploded
    table.run(face="face 1")
    assert table.scores() == [61, 61]
    assert table.utilities() == [1, 0]
    table = Table("O", "O", round=9, droplets=(31, 31), rubies=(0, 0),
                  scores=(3, 3)).run(face="face 1")
    assert table.utilities() == [0.5, 0.5]


# ---------------------------------------------------------------- supply, tubes, cards


def test_t50():
    supply = load("quacks", players=4).observation(0).supply
    assert supply[:5] == (4, 0, 0, 16, 11)
    later = load("quacks", players=4, start=0)
    later.arrange(round=6)
    assert later.observation(0).supply[:3] == (0, 0, 0)


def test_t51():
    assert load("quacks", players=2).observation(0).supply[:5] == (12, 4, 2, 18, 13)


def test_t52():
    state = load("quacks", players=2, start=0, cauldron="tubes")
    state.arrange(round=8, rubies=(1, 0), cards=["pot_filling_up"], bags=[[], []],
                  glasses=(0, 12), droplets=(0, 0))
    total = {"score": 0, "rubies": 1}
    for glass in range(12):
        state.arrange(round=8, rubies=(total["rubies"], 0), cards=["pot_filling_up"],
                      bags=[kinds(seat(state).bag), []], glasses=(glass, 12),
                      scores=(total["score"], 0))
        state.play("card pot_filling_up")
        assert options(state) == ["pot", "tube"]
        state.play("tube")
        total = {"score": seat(state).score, "rubies": seat(state).rubies}
        held = kinds(seat(state).bag)
        if glass < 11:
            state.arrange(round=8, rubies=(total["rubies"], 0), bags=[held, []],
                          scores=(total["score"], 0))
    assert total == {"score": 15, "rubies": 2}
    gained = chips("B1 K R2 P Y4")
    assert sorted(held) == sorted(gained)


def test_t53():
    table = Table("W1", "W1", "W1", card="rats_are_your_friends", round=2, players=3,
                  scores=(20, 16, 10))
    for _ in range(3):
        assert table.phase == "CARD"
        table.play("points")
    assert table.scores() == [20, 18, 15]
    assert [table.seat(i).tails for i in range(3)] == [0, 1, 2]


def test_t54():
    table = Table("W1", "W1", card="good_start", round=2, scores=(16, 20), rubies=(0, 0))
    assert table.options == ["tails 0", "tails 1", "tails 2"]
    table.play("tails 2")
    assert (table.seat().rubies, table.seat().start, table.seat().rat) == (2, 0, 0)


def test_t55():
    table = Table("W1", "W1", card="rat_infestation", round=2, scores=(0, 11), droplets=(3, 0))
    assert (table.seat().tails, table.seat().start) == (4, 11)


def test_t56():
    table = Table("W1", bags=("W3 W1 W1 O", "W2 W2 W1 W1 O", "W3 W2 W2 W1 O"), players=3,
                  card="less_is_more", rubies=(0, 0, 0))
    while table.observation(0).left:
        table.play(table.options[-1])
    assert [table.seat(i).sum for i in range(3)] == [7, 7, 9]
    assert [kinds(table.seat(i).bag).get("blue2", 0) for i in range(3)] == [1, 1, 0]
    assert [table.seat(i).rubies for i in range(3)] == [0, 0, 1]


def test_t57():
    table = Table("W1 W1 O P", card="opportunistic_moment", round=3)
    for name in chips("W1 W1 O P"):
        assert table.phase == "PULL"
        table.play(f"chip {name}")
    assert kinds(table.seat().bag) == {"white1": 2, "orange1": 1, "purple1": 1, "green1": 1}


def test_t58():
    table = Table("W3 W2 W2 W1", bags=("O",), card="second_chance", round=2, scores=(0, 2),
                  droplets=(0, FAR)).run("SECOND")
    assert table.seat().exploded
    assert table.options == ["continue", "restart"]
    stay, again = table.clone(), table.clone()
    stay.play("continue")
    assert seat(stay).exploded
    again.play("restart")
    assert (pot(again), seat(again).lead, seat(again).exploded) == ([], 1, False)
    assert again.phase == "PULL"  # and must draw


def test_t59():
    table = alone("W3 W2 W2 W1", card="lucky_devil", rubies=(0, 0)).run("BOOM")
    assert (table.seat().rubies, table.seat().score) == (1, 2)


def test_t60():
    state = load("quacks", players=3, start=1)
    starts = []
    while not state.is_terminal:
        if state.phase == "TURN_CARD":
            starts.append(state.observation(0).first)
        state.play(options(state)[0] if state.is_chance else options(state)[-1])
    assert starts == [1, 2, 0, 1, 2, 0, 1, 2, 0]


def test_t62():
    table = Table("O", sets="2", aside=(chips("R4 R1 R1"), [])).run("RED2")
    assert table.options == ["place", "keep", "return"]
    assert paths(table.state, ("RED2",)) == 18


def test_t63():
    table = brewed("O", rubies=(5, 0), flasks=(0, 1), droplets=(0, FAR), card="charity")
    table.run("STEP")
    assert table.mover == 0
    assert paths(table.state, ("STEP", "REFILL"), seat=0) == 5


def test_t64():
    table = Table("O O O R2", droplets=(46, 0)).run("EXTRA")
    assert table.options == ["move 0", "move 1"]

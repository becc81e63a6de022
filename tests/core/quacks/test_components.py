"""The components file: what the shipped one holds, and which corrected ones are accepted."""

import random
import re
from pathlib import Path

import pytest
from quacks_kit import SHIPPED, chips, edited, shipped_data
from walks import walk

from core.errors import BadComponents
from core.game import Setup, load
from core.quacks import GAME
from core.quacks.components import (
    BOOKS,
    CARDS,
    KIND_NAMES,
    SWITCHES,
    check_components,
    read_components,
)


def book(data, name):
    return next(entry for entry in data["books"] if entry["id"] == name)


def card(data, name):
    return next(entry for entry in data["cards"] if entry["id"] == name)


def blank(components, players=2, sets="1", cauldron="plain"):
    options = (("sets", sets), ("cauldron", cauldron), ("start", 0))
    return Setup(GAME, players, options, components).blank()


def test_shipped_figures():
    box = read_components()
    assert sum(box.supply) + 3 == 219
    assert sum(box.start_bag) == 9
    assert (len(box.spaces), len(box.glasses), len(box.faces)) == (54, 13, 6)
    assert sum(space.ruby for space in box.spaces) == 15
    assert len(box.tails) == 23
    assert [entry.id for entry in box.books] == list(BOOKS)
    assert [entry.id for entry in box.cards] == list(CARDS)
    assert sum(entry.colour == "purple" for entry in box.cards) == 13
    assert box.book("green_3").prices == (6, 11, 21)
    assert box.book("blue_4").prices == (5, 10, 19)


def test_the_size_of_a_position_is_the_one_in_the_docs():
    text = (Path(__file__).parents[3] / "docs" / "games" / "quacks.md").read_text(encoding="utf-8")
    (size,) = re.findall(r"one C struct of ([\d,]+) bytes", text)
    assert f"{len(load('quacks').to_bytes()):,}" == size


def test_a_copy_is_the_same_box(tmp_path):
    copy = tmp_path / "copy.toml"
    copy.write_bytes(SHIPPED.read_bytes())
    assert read_components(str(copy)).digest == read_components().digest
    text = SHIPPED.read_text(encoding="utf-8").replace('"4" = 21', '"4" = 18')
    copy.write_text(text, encoding="utf-8")
    corrected = read_components(str(copy))
    assert corrected.digest != read_components().digest
    assert corrected.book("green_3").prices == (6, 11, 18)


def test_a_corrected_price_is_asked():
    box = check_components(edited(lambda d: book(d, "orange")["prices"].update({"1": 40})))
    state = blank(box)
    state.arrange(bags=[chips("O"), []], droplets=(50, 0), cards=["magic_potion"])
    state.play("card magic_potion")
    while state.phase != "BUY1":
        state.play(state.chance_outcomes()[0][0] if state.is_chance else state.legal_actions()[0])
    assert state.action("take orange1") not in state.legal_actions()


def test_corrected_cards_and_books_act():
    data = edited(lambda d: card(d, "pot_filling_up")["params"].update(steps=3))
    state = blank(check_components(data))
    state.play("card pot_filling_up")
    assert [seat.droplet for seat in state.observation(0).seats] == [3, 3]


def test_a_corrected_box_plays_to_the_end():
    def change(data):
        data["supply"]["green"]["1"] += 5
        data["box"]["chips_total"] += 5
        data["bonus_die"]["faces"][0] = {"face": 1, "kind": "droplet", "amount": 2}
        data["setup"]["flask_full"] = False
        card(data, "choose_one")["params"]["options"] = ["gain_purple_1", "gain_any_4", "rubies_2"]

    box = check_components(edited(change))
    for players in (2, 4):
        for at in walk(blank(box, players, "green2-blue1-red3-yellow2-purple4", "tubes"), players):
            at.check()


WRONG = [
    (lambda d: d.update(schema=2), "schema"),
    (lambda d: d.update(game="chess"), "another game"),
    (lambda d: d.update(rounds=8), "rounds"),
    (lambda d: d["box"].update(chips_total=218), "chips_total"),
    (lambda d: d["box"].update(rubies=3), "rubies"),
    (lambda d: d["supply"]["white"].update({"1": 15}), "chips_total|start bags"),
    (lambda d: d["supply"].pop("red"), "supply.*red"),
    (lambda d: d["supply"]["orange"].update({"2": 1}), "orange"),
    (lambda d: d["setup"]["start_bag"].clear(), "start_bag"),
    (lambda d: d["setup"]["start_bag"][0].update(colour="pink"), "pink"),
    (lambda d: d["pot"]["spaces"].pop(), "spaces 0 to 53"),
    (lambda d: d["pot"]["spaces"][5].update(ruby=False), "ruby_indices"),
    (lambda d: d["pot"]["spaces"][7].update(i=8), "space 7"),
    (lambda d: d["pot"]["spaces"][7].update(coins=-1), "space 7.*coins"),
    (lambda d: d["test_tubes"]["glasses"][3].update(kind="gold"), "glasses 3.*gold"),
    (lambda d: d["bonus_die"]["faces"].pop(), "faces: 6"),
    (lambda d: d["score_track"].update(tails_after=[4, 1]), "tails_after"),
    (lambda d: d["score_track"].update(length=60), "length"),
    (lambda d: d["round_track"].pop(), "round_track"),
    (lambda d: d["round_track"][1].update(colour="purple"), "round_track 2"),
    (lambda d: d["round_track"][5].update(value=4), "round_track 6"),
    (lambda d: d["colours"].update(order=[]), "order"),
    (lambda d: d["colours"]["unlock_round"].pop("red"), "unlock_round.*red"),
    (lambda d: d["ruby_costs"].update(droplet_step=1), "droplet_step"),
    (lambda d: d["explosion"].update(limit=0), "limit"),
    (lambda d: d["final_round"].update(coins_per_vp=0), "coins_per_vp"),
    (lambda d: d["books"].pop(), "books: ids"),
    (lambda d: book(d, "red_1")["prices"].update({"4": 0}), "book red_1"),
    (lambda d: book(d, "red_1").update(effect="magic"), "book red_1.*effect"),
    (lambda d: book(d, "red_1").update(colour="blue"), "book red_1.*colour"),
    (lambda d: book(d, "green_2")["params"]["by_value"].update({"2": ["gold_1"]}), "green_2.*gold"),
    (lambda d: book(d, "yellow_4")["params"].update(extra=[1, 2]), "yellow_4"),
    (lambda d: book(d, "purple_2")["params"]["tiers"].pop(), "purple_2"),
    (lambda d: book(d, "purple_4")["params"]["tiers"][0].update(to=3), "purple_4"),
    (lambda d: d["cards"].reverse(), "cards: ids"),
    (lambda d: card(d, "just_in_time")["params"].update(options=["vp_x"]), "just_in_time"),
    (lambda d: card(d, "good_start")["params"].pop("max"), "good_start.*max"),
    (lambda d: card(d, "beginners_bonus")["params"].update(chip="green_3"), "beginners_bonus"),
    (lambda d: card(d, "less_is_more").update(params=3), "less_is_more"),
    (lambda d: card(d, "charity").update(colour="red"), "charity.*colour"),
    (lambda d: d.pop("switches"), "switches"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_a_wrong_entry_is_named(change, message):
    with pytest.raises(BadComponents, match=message):
        check_components(edited(change))


@pytest.mark.parametrize("switch", SWITCHES)
def test_other_readings_are_refused(switch):
    value = SWITCHES[switch]
    for other in ((not value) if isinstance(value, bool) else "another", None, 2):
        with pytest.raises(BadComponents, match=switch):
            check_components(edited(lambda d, other=other: d["switches"].update({switch: other})))


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"schema = ", b"schema = 1"])
def test_a_file_that_is_no_box(tmp_path, raw):
    path = tmp_path / "box.toml"
    path.write_bytes(raw)
    with pytest.raises(BadComponents, match=r"box\.toml"):
        load("quacks", components=str(path))
    with pytest.raises(BadComponents, match=r"missing\.toml"):
        load("quacks", components=str(tmp_path / "missing.toml"))


@pytest.mark.fuzz
def test_damaged_data_is_refused_or_plays():
    """Any entry replaced by something else: BadComponents, or a box that can be played."""
    rng = random.Random(11)
    junk = [None, -1, 0, 3, 10**9, 1.5, "x", "", [], {}, True, [1, "a"], {"a": 1}]
    for trial in range(400):
        data = shipped_data()
        at, key = data, None
        while True:
            inside = list(at) if isinstance(at, dict) else list(range(len(at)))
            if not inside:
                break
            key = rng.choice(inside)
            if not isinstance(at[key], (dict, list)) or rng.random() < 0.1:
                break
            at = at[key]
        if key is None or not at:
            continue
        at[key] = rng.choice(junk)
        try:
            box = check_components(data)
        except BadComponents:
            continue
        for state in walk(blank(box, 3, "1234"[trial % 4]), trial):
            state.check()


def test_kinds():
    assert len(KIND_NAMES) == 18
    assert KIND_NAMES[10] == "red1"  # RED_1 of tables.pxd

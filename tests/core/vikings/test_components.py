"""The box: what is in it, and that a wrong file is refused with a message naming the entry."""

import pytest
from vikings_kit import BOX, DAYS, PORTS, SPACES, at, edited, shipped_data

from core.errors import BadComponents
from core.vikings.components import RUNES, check_components, read_components
from core.vikings.tables import box_of


def test_counts_of_the_box():
    """Section 15, V61, Q41."""
    kinds = [space.kind for space in BOX.spaces]
    assert (kinds.count("port"), kinds.count("home")) == (48, 3)
    waters = [space for space in BOX.spaces if space.kind in ("sea", "river")]
    assert [sum(space.zone == zone for space in waters) for zone in range(4)] == [7, 10, 12, 17]
    assert len(BOX.regions) == 11
    assert sum(space.region < 0 for space in BOX.spaces[:PORTS]) == 15
    assert sorted(space.town for space in BOX.spaces[:PORTS]) == [0] * 33 + [1] * 12 + [2] * 3
    assert sum(BOX.goods) == 33
    assert (sum(r.base for r in BOX.runes), sum(r.advanced for r in BOX.runes)) == (24, 9)
    assert len(BOX.sagas) == 27


def test_ways_lead_both_ways_and_ports_touch_waters_only():
    """V22."""
    for number, space in enumerate(BOX.spaces):
        for other in space.adjacent:
            assert number in BOX.spaces[other].adjacent
            if space.kind in ("port", "home"):
                assert BOX.spaces[other].kind in ("sea", "river")


def test_a_region_has_one_value_and_value_five_is_for_large_towns():
    """V34, section 15."""
    for region in BOX.regions:
        assert len({BOX.spaces[port].value for port in region.ports}) == 1
    for space in BOX.spaces[:PORTS]:
        assert (space.value == 5) == (space.town == 2)


def test_saga_bonuses_follow_their_rule():
    """sources.md: days from the nearest home port to the farthest port, less two, 0 to 8."""
    state = at()
    for card in BOX.sagas:
        days = max(min(state.distance(home, SPACES[port])
                       for home in ("norway", "sweden", "denmark")) for port in card.ports)
        assert card.bonus == min(8, max(0, days - 2)), card.id


def test_the_packed_tables_agree_with_a_count_of_steps():
    box = box_of(BOX, 3, 0, 60, True)
    for start in range(len(SPACES)):
        found = DAYS[start]
        for other in range(len(SPACES)):
            assert box.distance(start, other) == found.get(other)
        assert box.reach(start, 4) == [p for p in range(PORTS) if found.get(p, 99) <= 4]
    with pytest.raises(ValueError, match="spaces 0 to"):
        box.distance(0, 200)
    assert box_of(BOX, 3, 0, 60, True) is box


def test_runes_have_the_order_of_the_rules():
    assert [rune.id for rune in BOX.runes] == list(RUNES)


def set_in(*path, value):
    def change(data):
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value
    return change


WRONG = [
    (set_in("game", "id", value="quacks"), "another game"),
    (set_in("game", "rune_hand_limit", value=4), "rune_hand_limit"),
    (set_in("game", "ship_capacity", value=[5, 4, 7]), "ship_capacity"),
    (set_in("game", "start_vp", value=[1, 2]), "start_vp"),
    (set_in("game", "max_rounds", value=-1), "max_rounds"),
    (set_in("game", "days_per_turn", value=True), "days_per_turn"),
    (set_in("scoring", value="none"), r"\[scoring\] is missing"),
    (set_in("scoring", "demand_bonus", value="2"), "demand_bonus"),
    (set_in("goods", "total", value=30), "total"),
    (set_in("goods", "initial_demand", value="gold"), "initial_demand"),
    (set_in("goods", "kinds", value=["hides"]), "kinds"),
    (set_in("treasure", "small", value=[3] * 11), "small"),
    (set_in("treasure", "large", value=[0, 9, 10]), "large"),
    (set_in("wind", "initial_plus", value="X"), "initial_plus"),
    (set_in("wind", "directions", value=["N", "W", "S", "E"]), "directions"),
    (set_in("hardship", "table", value=[]), "32 days"),
    (set_in("hardship", "table", 1, "over_min", value=4), "over_min"),
    (set_in("zones", 0, "id", value="X"), "zones"),
    (set_in("zones", 0, "fair_days", value=0), "fair_days"),
    (set_in("seas", 0, "zone", value="X"), "zone"),
    (set_in("seas", 0, "kind", value="lake"), "kind"),
    (set_in("seas", 0, "id", value="Skagerrak"), "small letters"),
    (set_in("seas", 0, "id", value="wintering"), "wintering"),
    (set_in("ports", 0, "id", value="lincoln"), "stands twice"),
    (set_in("ports", 0, "value", value=6), "value"),
    (set_in("ports", 0, "zone", value="E"), "another zone"),
    (set_in("ports", 0, "adjacent", value=["lincoln"]), "no water"),
    (set_in("ports", 0, "adjacent", value=[]), "adjacent"),
    (set_in("ports", 0, "adjacent", value=["north_sea_west"] * 2), "twice"),
    (set_in("ports", 40, "region", value="wales"), "wales"),
    (set_in("ports", 0, "region", value=""), "england"),
    (set_in("ports", 0, "town", value="small"), "towns expected"),
    (set_in("ports", 0, "town", value="huge"), "town"),
    (set_in("regions", 0, "ports", value=["york", "lincoln"]), "england"),
    (set_in("regions", 0, "colour", value="green"), "one colour"),
    (set_in("edges", "water", 0, value=["skagerrak"]), "no pair"),
    (set_in("edges", "water", 0, value=["skagerrak", "skagerrak"]), "twice"),
    (set_in("edges", "water", value=None), "list of pairs"),
    (set_in("sagas", 0, "era", value=2), "era"),
    (set_in("sagas", 0, "ports", value=["york"]), "towns"),
    (set_in("sagas", 1, "ports", value=["atlantis"]), "ports"),
    (set_in("sagas", 0, "nation", value="iceland"), "nation"),
    (set_in("sagas", 0, "bonus", value=-1), "bonus"),
    (set_in("runes", 0, "copies", value=2), "copies"),
    (set_in("runes", 0, "id", value="storms"), "ids must be"),
    (set_in("ports", value=[]), "48 to 48"),
    (set_in("sagas", value="none"), "list of tables"),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=[message for _, message in WRONG])
def test_wrong_entries_are_named(change, message):
    with pytest.raises(BadComponents, match=message):
        check_components(edited(change))


def test_a_map_that_falls_apart_is_refused():
    def cut(data):
        data["edges"]["water"] = [pair for pair in data["edges"]["water"]
                                  if "labrador_sea" not in pair]
    with pytest.raises(BadComponents, match="labrador_sea"):
        check_components(edited(cut))


def test_copies_must_add_up():
    def more(data):
        data["runes"][0] |= {"copies": 2, "copies_base": 2}
    with pytest.raises(BadComponents, match="25, 24 expected"):
        check_components(edited(more))


def test_a_corrected_file_is_read_and_named_by_its_digest(tmp_path):
    from core.game import load
    from core.vikings.components import Path

    text = (Path(read_components.__code__.co_filename).with_name("components.toml")).read_text(
        encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("bonus = 8\nsource = \"seed\"", "bonus = 7\nsource = \"seed\""),
                    encoding="utf-8")
    mine = read_components(str(file))
    assert mine.digest != BOX.digest
    assert sorted(card.bonus for card in mine.sagas)[-2:] == [7, 8]
    assert load("vikings", components=str(file)).setup.components == mine
    with pytest.raises(BadComponents, match="No such file"):
        read_components(str(tmp_path / "none.toml"))
    file.write_text("[game", encoding="utf-8")
    with pytest.raises(BadComponents, match="not a TOML file"):
        read_components(str(file))
    assert check_components(shipped_data()).digest == BOX.digest

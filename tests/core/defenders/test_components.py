"""The shipped components, the checks of a corrected copy, and what a corrected figure changes."""

import pytest
from defenders_kit import BOX, SHIPPED, arranged, edited, options, play, seat, shipped_data

from core.defenders.components import (
    FACTIONS,
    GENERALS,
    LOCATIONS,
    QUESTS,
    check_components,
    read_components,
)
from core.errors import BadComponents
from core.game import load


def test_the_box():
    """D2 to D6, section 11: the counts of the rules."""
    assert len(BOX.locations) == 45
    kinds = [place.kind for place in BOX.locations]
    assert (kinds.count("land"), kinds.count("inn"), kinds.count("city")) == (41, 3, 1)
    assert [faction.minions for faction in BOX.factions] == [25] * 4
    assert [general.life for general in BOX.generals] == [6, 6, 4, 5]
    assert [general.major for general in BOX.generals] == [1, 2, 0, 0]
    assert [general.hit for general in BOX.generals] == [4, 3, 5, 4]
    assert sum(hero.life for hero in BOX.heroes) == 42
    assert sum(card.count for card in BOX.cards if card.location >= 0) == 80
    assert sum(card.count for card in BOX.cards if card.location < 0) == 16
    assert len(BOX.dark) == 56
    assert len(BOX.quests) == 24


def test_each_land_but_one_has_two_cards():
    lands = [sum(card.count for card in BOX.cards if card.location == i)
             for i, place in enumerate(BOX.locations) if place.kind == "land"]
    assert sorted(lands) == [0] + [2] * 40


def test_placements_have_the_colour_of_their_land():
    for card in BOX.dark:
        for place, faction, _ in card.placements:
            assert BOX.locations[place].colour == faction


def test_locations_stand_in_alphabetical_order():
    """D101."""
    assert list(LOCATIONS) == sorted(LOCATIONS)


def entry(data, group, name):
    return next(item for item in data[group] if item["id"] == name)


def change(group, name, **values):
    return lambda data: entry(data, group, name).update(values)


def remove(group, name):
    return lambda data: data[group].remove(entry(data, group, name))


BROKEN = {
    "schema": lambda data: data["meta"].update(schema=2),
    "another game": lambda data: data["meta"].update(game="quacks"),
    "does not lead back": lambda data: entry(data, "locations", "wolf_pass")["neighbors"].remove(
        "orc_valley"),
    "no location 'nowhere'": lambda data: entry(data, "locations", "wolf_pass")["neighbors"].append(
        "nowhere"),
    "twice": lambda data: data["locations"].append(entry(data, "locations", "wolf_pass")),
    "wolf_pass is missing": remove("locations", "wolf_pass"),
    "does not go with its color": change("locations", "wolf_pass", color="purple"),
    "one city": change("locations", "gryphon_inn", kind="city"),
    "edges_total": lambda data: data["limits"].update(edges_total=75),
    "general balazarg: path": change("generals", "balazarg", path=["scorpion_canyon"]),
    "skill corruption": change("generals", "balazarg", skill="parry"),
    "major_at_or_below = 6": change("generals", "gorgutt", major_at_or_below=6),
    "not possible": change("generals", "gorgutt", penalty_wounds="d20"),
    "faction orc: hit": change("factions", "orc", hit=7),
    "hero wizard: life": change("heroes", "wizard", life=1),
    "color must be that of its land": change("hero_cards", "hc_wolf_pass_gate", color="red"),
    "count = 3": change("hero_cards", "hc_wolf_pass_gate", count=3),
    "hero_cards_total": change("hero_cards", "hc_wolf_pass_gate", count=2),
    "effect must be": change("special_cards", "battle_fury", effect="none"),
    "two placements": change("darkness_cards", "ds_01", placements=[]),
    "darkness card 'ds_02'": change("darkness_cards", "ds_02", general="sauron"),
    "type roll": change("quests", "boots_of_speed", type="visit"),
    "dice = 9": change("quests", "boots_of_speed", dice=9),
    "needs": change("quests", "raids", needs={}),
    "war_status": lambda data: data["war_status"].pop(),
    "hand_limit": lambda data: data["limits"].update(hand_limit="ten"),
    "variants: easier_hand": remove("variants", "easier_hand"),
    "colors": lambda data: data["colors"].pop(),
    "heal_land_hit = 1": lambda data: data["actions"].update(heal_land_hit=1),
}  # fmt: skip


@pytest.mark.parametrize("message", BROKEN)
def test_broken_files_are_refused_with_the_entry_at_fault(message):
    with pytest.raises(BadComponents, match=message):
        check_components(edited(BROKEN[message]))


def test_an_ability_that_is_missing_is_named():
    def without(data):
        entry(data, "heroes", "wizard")["abilities"] = []

    with pytest.raises(BadComponents, match="hero wizard: the ability fireball is missing"):
        check_components(edited(without))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(BadComponents, match="missing"):
        read_components(str(tmp_path / "missing.toml"))
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[meta", encoding="utf-8")
    with pytest.raises(BadComponents, match="not a TOML file"):
        read_components(str(wrong))


def test_the_digest_names_the_figures(tmp_path):
    path = tmp_path / "corrected.toml"
    text = SHIPPED.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    assert read_components(str(path)).digest == BOX.digest
    path.write_text(text.replace("hand_limit = 10", "hand_limit = 9"), encoding="utf-8")
    assert read_components(str(path)).digest != BOX.digest
    state = load("defenders", components=str(path), heroes="wizard")
    state.arrange(stage="evening", hands=[["wolf_pass_gate"] + [
        card.id for card in BOX.cards[:8]]], heroes=["wizard"], at=["fire_river"])
    play(state, "draw wolf_pass_horse", "draw dark_woods_gate" if "draw dark_woods_gate" in options(
        state) else options(state)[0])
    assert state.phase == "hand_limit"
    assert len(seat(state).hand) == 11


def test_names_are_those_of_the_file():
    data = shipped_data()
    assert [name["id"] for name in data["quests"]] == list(QUESTS)
    assert [name["id"] for name in data["generals"]] == list(GENERALS)
    assert [name["id"] for name in data["factions"]] == list(FACTIONS)
    assert arranged().setup.components is BOX

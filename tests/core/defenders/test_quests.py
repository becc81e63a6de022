"""Quests and their rewards (rules.md section 11)."""

import pytest
from defenders_kit import (
    arranged,
    crystals,
    discards,
    general_place,
    gone,
    hand,
    minions,
    options,
    place,
    play,
    quest,
    seat,
    supply,
)

from core.defenders.components import QUESTS

ROLLED = {
    "amulet_of_the_gods": ("dark_woods", 4, 6), "boots_of_speed": ("mountains_of_mist", 4, 6),
    "helm_of_power": ("ancient_ruins", 4, 6), "war_banner_of_valor": ("fire_river", 3, 5),
    "amaraks_blessing": ("raven_forest", 3, 6), "king_of_the_gryphons": ("gryphon_forest", 3, 5),
    "crystal_of_light": ("enchanted_glade", 3, 5),
    "ancient_tree_of_magic": ("greenleaf_village", 4, 6),
    "amazon_envoy": ("land_of_amazons", 3, 5), "duke_envoy": ("mccorm_highlands", 3, 5),
    "elf_envoy": ("heavens_glade", 3, 5), "unicorn_steed": ("unicorn_forest", 1, 5),
}  # fmt: skip


def on_quest(name, where="monarch_city", hero="rogue", **position):
    owned = {name for names in position.get("rewards", ()) for name in names}
    other = next(spare for spare in ("raids", "helm_of_power", "elf_envoy")
                 if spare not in owned | {name})
    return arranged(heroes=[hero, "cleric"], at=[where, "monarch_city"], quests=[name, other],
                    **position)


@pytest.mark.parametrize("name", ROLLED)
def test_roll_quests(name):
    """The chance, one action; success keeps or pays the reward, and a new quest is drawn."""
    where, dice, hit = ROLLED[name]
    state = on_quest(name, where)
    assert "quest_step" not in options(on_quest(name, "wolf_pass"))
    play(state, "quest_step")
    chance = {state.text(a): p for a, p in state.chance_outcomes()}["success yes"]
    assert chance == pytest.approx(1 - ((hit - 1) / 6) ** dice)
    failed = play(state.clone(), "success no")
    if name == "unicorn_steed":  # A27: the card stays
        assert quest(failed) == name
        assert "quest_step" in options(failed)
    else:
        assert failed.phase == "draw_quest"
        assert f"quest {name}" not in options(failed)
        assert list(QUESTS).index(name) in failed.observation(0).quest_discard
    assert failed.observation(0).actions == 4
    play(state, "success yes")
    if state.phase == "roll_d6":
        play(state, "face 3")
    assert state.phase == "draw_quest"
    play(state, "quest scout_gorgutt")
    assert state.scores() == [1, 0]
    assert seat(state).solved == (list(QUESTS).index(name),)
    assert (seat(state).rewards == ()) == name.endswith("envoy")


def test_boots_and_helm():
    state = on_quest("raids", stage="turn", rewards=[["boots_of_speed"], ()])
    assert state.observation(0).actions == 8
    state = on_quest("raids", "fire_river", stage="evening", rewards=[["helm_of_power"], ()])
    play(state, "draw wolf_pass_gate", "draw wolf_pass_horse", "draw dark_woods_gate")
    assert len(hand(state)) == 3


def test_envoys_remove_what_they_like_within_two_edges():
    """D81, D99: the die, then minions in the fixed order or stop; nothing counts as defeated."""
    crowds = {"heavens_glade": {"orc": 2}, "ancient_ruins": {"demon": 1},
              "greenleaf_village": {"undead": 1}, "monarch_city": {"orc": 1}}
    state = on_quest("elf_envoy", "heavens_glade", minions=crowds)
    play(state, "quest_step", "success yes", "face 3")
    assert options(state) == ["minion ancient_ruins demon", "minion greenleaf_village undead",
                              "minion heavens_glade orc", "stop"]
    play(state, "minion greenleaf_village undead")
    assert options(state) == ["minion heavens_glade orc", "stop"]
    play(state, "minion heavens_glade orc", "minion heavens_glade orc")
    assert state.phase == "draw_quest"
    assert minions(state) == {"ancient_ruins": {"demon": 1}, "monarch_city": {"orc": 1}}
    assert seat(state, 1).markers == (0, 0, 0, 0)


def test_rumors_quest_by_flying_past():
    """A48: a move within its steps passes an inn; the third visit pays 4 cards."""
    state = on_quest("rumors_quest", "serpent_swamp", hero="eagle_rider", sky=[False, False])
    play(state, "fly", "to seagull_lagoon")  # 2 edges there, 2 to the inn and back
    assert seat(state).done == (2,)
    assert seat(state).markers == (1, 0, 0, 0)
    assert supply(state)["demon"] == 24
    state = on_quest("rumors_quest", "withered_hills", hero="wizard", done=[0b101, 0],
                     markers=[{"dragonkin": 1, "demon": 1}, {}])
    play(state, "walk", "to chimera_inn")
    for _ in range(4):
        play(state, options(state)[0])
    assert state.phase == "draw_quest"
    assert supply(state) == {"demon": 25, "orc": 25, "dragonkin": 25, "undead": 25}
    assert len(hand(state)) == 4


def test_leaving_an_inn_is_not_coming_to_it():
    """D76: a hero in the inn whose marker went must come to it anew."""
    state = on_quest("rumors_quest", "chimera_inn", hero="paladin")
    play(state, "walk")  # one way leads out
    assert place(state) == "withered_hills"
    assert seat(state).done == ()
    state = on_quest("rumors_quest", "chimera_inn", hero="paladin")
    play(state, "steed", "to cursed_plateau")
    assert seat(state).done == ()


def test_the_inn_where_the_quest_is_drawn_counts():
    """A44."""
    state = on_quest("unicorn_steed", "chimera_inn", quest_discard=[
        name for name in QUESTS if name not in ("unicorn_steed", "raids", "rumors_quest")])
    state = arranged(heroes=["rogue", "wizard"], at=["chimera_inn", "monarch_city"],
                     quests=["orc_hunter", "raids"], markers=[{"orc": 5}, {}],
                     minions={"chimera_inn": {"orc": 1}}, hands=[["battle_fury"], ()])
    play(state, "play battle_fury", "quest rumors_quest")
    assert seat(state).done == (1,)
    assert seat(state).markers == (0, 0, 0, 1)


def test_organize_militia_acts_at_three_places():
    state = on_quest("organize_militia", "pleasant_hill", hero="wizard", done=[0b110, 0],
                     markers=[{"undead": 1, "orc": 1}, {}])
    play(state, "quest_step")
    assert state.phase == "draw_quest"
    assert state.observation(0).actions == 4
    again = on_quest("organize_militia", "pleasant_hill", done=[0b001, 0],
                     markers=[{"demon": 1}, {}])
    assert "quest_step" not in options(again)


def test_progress_without_a_marker():
    """A41: with no demon in the supply the place counts all the same."""
    full = ("blood_flats", "windy_pass", "ghost_marsh", "orc_valley", "serpent_swamp",
            "scorpion_canyon", "cursed_plateau", "withered_hills")
    crowds = {where: {"demon": 3} for where in full} | {"ancient_ruins": {"demon": 1}}
    state = on_quest("organize_militia", "pleasant_hill", minions=crowds)
    assert supply(state)["demon"] == 0
    play(state, "quest_step")
    assert seat(state).done == (0,)
    assert seat(state).markers == (0, 0, 0, 0)


@pytest.mark.parametrize("name", ["orc_hunter", "demon_hunter", "dragon_hunter", "undead_hunter"])
def test_hunters(name):
    """D40: markers, no more than needed; the spare ones go to the supply."""
    faction = {"orc": "orc", "demon": "demon", "dragon": "dragonkin", "undead": "undead"}[
        name.split("_")[0]]
    need = {"orc": 6, "demon": 4, "dragonkin": 3, "undead": 4}[faction]
    state = on_quest(name, "fire_river", minions={"fire_river": {faction: 3}},
                     markers=[{faction: need - 1}, {}], slays=[[faction], ()])
    play(state, "slay")
    assert state.phase == "draw_quest"
    assert supply(state)[faction] == 25
    play(state, "quest helm_of_power")
    assert seat(state).rewards == (list(QUESTS).index(name),)


def test_raids_need_one_of_each():
    state = on_quest("raids", "fire_river", minions={"fire_river": {"undead": 2}},
                     markers=[{"demon": 1, "orc": 1, "dragonkin": 1}, {}])
    play(state, "fight", "hits 2 0")
    assert state.phase == "draw_quest"


def test_cards_do_not_count_as_defeating():
    """A28: Battle Fury does, Elven Archers do not."""
    crowds = {"raven_forest": {"orc": 2}}
    state = on_quest("orc_hunter", "raven_forest", minions=crowds, hands=[["elven_archers"], ()])
    play(state, "play elven_archers")
    assert seat(state).markers == (0, 0, 0, 0)
    state = on_quest("orc_hunter", "raven_forest", minions=crowds, hands=[["battle_fury"], ()])
    play(state, "play battle_fury")
    assert seat(state).markers == (0, 2, 0, 0)


@pytest.mark.parametrize(("name", "where", "colour"), [
    ("scout_balazarg", "scorpion_canyon", "red"), ("scout_gorgutt", "thorny_woods", "green"),
    ("scout_sapphire", "blizzard_mountains", "blue"), ("scout_varkolak", "dark_woods", "black")])
def test_scouts(name, where, colour):
    """An action beside the general, minions or not: a card of the colour out of the deck."""
    state = on_quest(name, where, minions={where: {"orc": 1}})
    play(state, "quest_step")
    assert state.phase == "search_card"
    box = {card.id: card for card in state.setup.components.cards}
    found = [text.removeprefix("draw ") for text in options(state)]
    assert {box[card].colour for card in found} == {["red", "green", "blue", "black"].index(colour)}
    play(state, f"draw {found[0]}")
    assert hand(state) == [found[0]]
    assert state.phase == "draw_quest"


def test_find_magic_gate():
    state = on_quest("find_magic_gate", "blood_flats", hands=[["blood_flats_horse"], ()])
    play(state, "build")
    assert state.phase == "draw_quest"
    play(state, "quest helm_of_power")
    assert seat(state).rewards == (list(QUESTS).index("find_magic_gate"),)
    other = on_quest("find_magic_gate", "fire_river", hands=[["fire_river_horse"], ()])
    play(other, "build")
    assert quest(other) == "find_magic_gate"


def test_find_magic_gate_becomes_impossible_with_the_last_token():
    """D80, D101: at the end of the action that took it; the card leaves the game."""
    state = arranged(heroes=["rogue", "wizard"], at=["fire_river", "monarch_city"],
                     gates=["dancing_stone", "wolf_pass", "bounty_bay", "orc_valley"],
                     quests=["raids", "find_magic_gate"], hands=[["fire_river_horse"], ()])
    play(state, "build")
    assert state.phase == "draw_quest"
    play(state, "quest helm_of_power")
    assert quest(state, 1) == "helm_of_power"
    assert list(QUESTS).index("find_magic_gate") not in state.observation(0).quests


def test_the_discarded_quests_are_shuffled_when_none_is_left():
    """D82."""
    rest = [name for name in QUESTS if name not in ("helm_of_power", "raids")]
    state = on_quest("helm_of_power", "ancient_ruins", quest_discard=rest)
    assert state.observation(0).quests == ()
    play(state, "quest_step", "success no")
    assert len(options(state)) == 23


# ---------------------------------------------------------------- rewards used once


def test_king_of_the_gryphons():
    """One or two heroes, each to any place (D99)."""
    state = on_quest("raids", rewards=[["king_of_the_gryphons"], ()])
    play(state, "use king_of_the_gryphons", "hero 0", "to dark_woods")
    assert options(state) == ["hero 1", "stop"]
    play(state, "hero 1", "to fire_river")
    assert (place(state, 0), place(state, 1)) == ("dark_woods", "fire_river")
    assert seat(state).rewards == ()
    one = on_quest("raids", rewards=[["king_of_the_gryphons"], ()])
    play(one, "use king_of_the_gryphons", "hero 1", "to fire_river")
    assert one.phase == "day_action"
    assert state.observation(0).actions == 5


def test_crystal_of_light_and_ancient_tree():
    stones = {"fire_river": 2, "wolf_pass": 1}
    state = on_quest("raids", "fire_river", crystals=stones,
                     rewards=[["crystal_of_light", "ancient_tree_of_magic"], ()])
    play(state, "use crystal_of_light")
    assert crystals(state) == {"fire_river": 1, "wolf_pass": 1}
    play(state, "use ancient_tree_of_magic")
    assert options(state) == ["to fire_river", "to wolf_pass"]
    play(state, "to wolf_pass")
    assert crystals(state) == {"fire_river": 1}
    none = on_quest("raids", crystals=stones, rewards=[["crystal_of_light"], ()])
    assert "use crystal_of_light" not in options(none)


def test_organized_militia_stops_the_general():
    state = on_quest("raids", stage="night", known=["ds_02"], rewards=[["organize_militia"], ()])
    assert options(state) == ["use organize_militia", "pass"]
    play(state, "use organize_militia")
    assert general_place(state, "balazarg") == "scorpion_canyon"
    assert supply(state)["demon"] == 25
    assert minions(state) == {"crystal_hills": {"dragonkin": 1}, "mccorm_highlands": {"undead": 2}}


def test_a_hunter_cancels_a_placement_of_its_faction():
    state = on_quest("raids", stage="night", known=["ds_10"], rewards=[["orc_hunter"], ()])
    play(state, "use orc_hunter")
    assert options(state) == ["half 1", "half 2"]
    play(state, "half 2")
    assert minions(state) == {"father_oak_forest": {"orc": 1}}
    other = on_quest("raids", stage="night", known=["ds_03"], rewards=[["undead_hunter"], ()])
    assert other.phase == "day_action"


@pytest.mark.parametrize(("name", "card", "kept"), [
    ("orc_hunter", "ds_41", {"serpent_swamp": {"demon": 1}}),
    ("demon_hunter", "ds_41", {"golden_oak_forest": {"orc": 1}}),
    ("dragon_hunter", "ds_02", {"mccorm_highlands": {"undead": 2}}),
    ("undead_hunter", "ds_02", {"crystal_hills": {"dragonkin": 1}})])
def test_each_hunter_stops_his_own_faction(name, card, kept):
    """D81: the one placement of it, so nothing more is asked; the general part goes on."""
    state = on_quest("raids", stage="night", known=[card], rewards=[[name], ()],
                     generals={"balazarg": ("bounty_bay", 6, 0)})
    play(state, f"use {name}")
    assert minions(state) == kept
    assert seat(state).rewards == ()


def test_unicorn_steed_is_a_horse_without_a_card():
    """D81: 2 edges for an action."""
    state = on_quest("raids", rewards=[["unicorn_steed"], ()])
    play(state, "ride")
    near = options(state)
    horse = play(on_quest("raids", hands=[["fire_river_horse"], ()]), "horse")
    assert near == options(horse)
    play(state, near[0])
    assert state.observation(0).actions == 4


def test_raids_skip_the_owners_own_night():
    state = on_quest("helm_of_power", stage="night", known=["ds_02"], rewards=[["raids"], ()])
    play(state, "use raids")
    assert minions(state) == {}
    assert state.observation(0).known == (1,)
    other = on_quest("helm_of_power", stage="night", known=["ds_02"], rewards=[(), ["raids"]])
    assert "raven_forest" in minions(other)
    assert discards(other) == gone(other) == []

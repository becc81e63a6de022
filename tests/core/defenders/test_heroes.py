"""The eight heroes, their skills, wounds and death (rules.md sections 6 and 12)."""

import pytest
from defenders_kit import (
    BOX,
    CARDS,
    arranged,
    crystals,
    hand,
    hero,
    minions,
    odds,
    options,
    place,
    play,
    quest,
    seat,
    supply,
)

from core.defenders.components import FACTIONS, LOCATIONS


def with_hero(name, where="fire_river", **position):
    return arranged(heroes=[name, "rogue" if name != "rogue" else "wizard"],
                    at=[where, "monarch_city"], **position)


def needs(state):
    roll = state.observation(0).roll
    return {FACTIONS[i]: roll.need[i] for i in range(4) if roll.dice[i]}


ALL_HERE = {"fire_river": {"demon": 1, "orc": 1, "dragonkin": 1, "undead": 1}}
PLAIN = {"demon": 4, "orc": 3, "dragonkin": 5, "undead": 4}


# ---------------------------------------------------------------- D83 Cleric


def test_cleric_blessed_attacks():
    state = play(with_hero("cleric", minions={"fire_river": {"demon": 1, "undead": 1, "orc": 1}}),
                 "fight")
    assert needs(state) == {"demon": 3, "orc": 3, "undead": 3}


def test_cleric_turn_undead():
    """One after the other, to places with room, before wounds; the city holds three others."""
    crowds = {"wolf_pass": {"undead": 2, "orc": 1}, "seagull_lagoon": {"orc": 3},
              "monarch_city": {"orc": 3}}
    state = with_hero("cleric", "wolf_pass", minions=crowds, stage="day_end")
    assert options(state) == [
        f"to {name}" for name in ("father_oak_forest", "minotaur_forest", "monarch_city",
                                  "orc_valley")] + ["stop"]
    play(state, "to monarch_city")
    assert "to monarch_city" not in options(state)
    play(state, "to minotaur_forest")
    assert minions(state)["wolf_pass"] == {"orc": 1}
    assert minions(state)["monarch_city"] == {"orc": 3, "undead": 1}
    assert seat(state).life == 5
    stopped = play(with_hero("cleric", "wolf_pass", minions=crowds, stage="day_end"), "stop")
    assert seat(stopped).life == 6 - 4


def test_cleric_turn_undead_never_into_inns():
    state = with_hero("cleric", "enchanted_glade", stage="day_end",
                      minions={"enchanted_glade": {"undead": 1}})
    assert "to eagle_nest_inn" not in options(state)


def test_cleric_sanctify_land():
    state = with_hero("cleric", crystals={"fire_river": 1})
    assert "sanctify" in options(state)
    play(state, "sanctify", "success yes")
    assert crystals(state) == {}
    assert state.observation(0).actions == 4
    crowded = with_hero("cleric", crystals={"fire_river": 1}, minions={"fire_river": {"orc": 1}})
    assert "sanctify" not in options(crowded)
    beside = with_hero("cleric", "dark_woods", crystals={"dark_woods": 1})
    assert "sanctify" not in options(beside)


# ---------------------------------------------------------------- D84 Paladin, D85 Dwarf


def test_paladin_noble_steed():
    state = play(with_hero("paladin"), "steed")
    near = set()
    for i in BOX.locations[LOCATIONS.index("fire_river")].neighbours:
        near |= {i} | set(BOX.locations[i].neighbours)
    near -= {LOCATIONS.index("fire_river")}
    assert options(state) == [f"to {LOCATIONS[i]}" for i in sorted(near)]


@pytest.mark.parametrize(("name", "where", "actions"), [
    ("dwarf", "ancient_ruins", 6), ("dwarf", "raven_forest", 5), ("dwarf", "monarch_city", 5),
    ("ranger", "raven_forest", 6), ("ranger", "ancient_ruins", 5), ("wizard", "raven_forest", 5)])
def test_bonus_action_at_the_turn_start(name, where, actions):
    state = with_hero(name, where, stage="turn")
    assert state.observation(0).actions == actions


def test_dwarf_dragon_slayer():
    """Failed blue dice once; the other colours stay."""
    state = play(with_hero("dwarf", minions={"fire_river": {"dragonkin": 2, "orc": 1}}), "fight")
    play(state, "hits 0 0", "hits 1 0")
    assert options(state) == ["reroll slayer", "stop"]
    play(state, "reroll slayer")
    assert options(state) == ["hits 0 0", "hits 1 0"]
    play(state, "hits 0 0")
    assert minions(state)["fire_river"] == {"orc": 1, "dragonkin": 1}
    none = play(with_hero("dwarf", minions={"fire_river": {"orc": 1}}), "fight", "hits 0 0")
    assert none.phase == "day_action"


def test_dwarf_slays_at_sapphire():
    state = arranged(heroes=["dwarf", "rogue"], at=["blizzard_mountains", "monarch_city"],
                     hands=[["amarak_peak_eagle"], ()])
    play(state, "challenge", "hits 1 0")
    assert "reroll slayer" in options(state)
    play(state, "reroll slayer", "hits 1 0")
    assert state.phase == "roll_d6"


@pytest.mark.parametrize(("name", "lost"), [("paladin", 1), ("dwarf", 1), ("wizard", 2)])
def test_armor_against_a_penalty(name, lost):
    state = arranged(heroes=[name, "rogue"], at=["thorny_woods", "monarch_city"],
                     hands=[["raven_forest_gate"], ()])
    play(state, "challenge", "hits 0 0")
    assert seat(state).greatest_life - seat(state).life == lost


# ---------------------------------------------------------------- D86 Wizard


def test_wizard_teleports_once_a_turn():
    state = play(with_hero("wizard"), "teleport")
    assert len(options(state)) == 44
    play(state, "to gryphon_inn")
    assert place(state) == "gryphon_inn"
    assert "teleport" not in options(state)


def test_wizard_fireball():
    state = with_hero("wizard", minions={"fire_river": {"orc": 2, "undead": 1}},
                      hands=[["raven_forest_gate", "wolf_pass_gate", "battle_luck"], ()])
    play(state, "fireball")  # the green card is the only one that serves
    assert needs(state) == {"orc": 2, "undead": 2}
    play(state, "hits 2 0", "hits 1 0")
    assert minions(state) == {}
    assert hand(state) == ["wolf_pass_gate", "battle_luck"]
    lone = with_hero("wizard", minions={"fire_river": {"orc": 1}}, hands=[["wolf_pass_gate"], ()])
    assert "fireball" not in options(lone)


def test_wizard_wisdom():
    state = with_hero("wizard", stage="night", known=["ds_02", "ds_41"])
    assert state.phase == "wisdom"
    play(state, "replace")
    assert minions(state) == {"serpent_swamp": {"demon": 1}, "golden_oak_forest": {"orc": 1}}
    assert sorted(state.observation(0).dark_discard) == [1, 40]
    kept = play(with_hero("wizard", stage="night", known=["ds_02"]), "keep")
    assert "raven_forest" in minions(kept)


# ---------------------------------------------------------------- D87 Ranger


def test_ranger_woods_lore():
    state = play(with_hero("ranger", "raven_forest", minions={
        "raven_forest": ALL_HERE["fire_river"] | {"undead": 0}}), "fight")
    assert needs(state) == {"demon": 3, "orc": 2, "dragonkin": 4}
    state = play(with_hero("ranger", minions={"fire_river": {"orc": 1}}), "fight")
    assert needs(state) == {"orc": 3}
    state = arranged(heroes=["ranger", "rogue"], at=["thorny_woods", "monarch_city"],
                     hands=[["raven_forest_gate"], ()])
    play(state, "challenge")
    assert needs(state) == {"orc": 2}


def test_ranger_archery():
    """From a green land without its +1; the Amulet works; it counts as an own attack (A28)."""
    state = with_hero("ranger", "raven_forest", minions={"blood_flats": {"orc": 2}},
                      quests=["orc_hunter", "raids"])
    play(state, "archery")
    assert needs(state) == {"orc": 3}
    play(state, "hits 1 0")
    assert seat(state).markers == (0, 1, 0, 0)
    assert minions(state) == {"blood_flats": {"orc": 1}}
    state = with_hero("ranger", "raven_forest", minions={"blood_flats": {"orc": 2}},
                      rewards=[["amulet_of_the_gods"], ()])
    assert needs(play(state, "archery")) == {"orc": 2}
    assert "archery" not in options(with_hero("ranger"))


# ---------------------------------------------------------------- D88 Rogue


def test_rogue_thievery_and_crafty():
    state = with_hero("rogue", "bounty_bay", stage="evening")
    play(state, *("draw wolf_pass_gate", "draw wolf_pass_horse", "draw amarak_peak_gate"))
    assert len(hand(state)) == 3
    plain = with_hero("rogue", stage="evening")
    play(plain, "draw wolf_pass_gate", "draw wolf_pass_horse")
    assert plain.phase != "draw_card"
    state = play(with_hero("rogue", "gryphon_inn"), "rumors", "color blue")
    for _ in range(5):
        assert state.phase == "draw_card"
        play(state, next(text for text in options(state) if "hills" in text or "_gate" in text))
    assert state.phase == "day_action"


def test_rogue_takes_fear_only():
    state = with_hero("rogue", minions={"fire_river": {"orc": 3}}, stage="day_end")
    assert seat(state).life == 6
    state = with_hero("rogue", minions={"fire_river": {"undead": 2}}, stage="day_end")
    assert seat(state).life == 5


# ---------------------------------------------------------------- D89 Eagle Rider


def test_eagle_rider_flies_and_chooses_a_style():
    state = with_hero("eagle_rider", stage="turn")
    assert options(state) == ["style ground", "style sky"]
    play(state, "style sky")
    assert seat(state).style == "sky"
    assert state.observation(0).actions == 4
    assert "fly" in options(state)
    play(state, "fly", "to monarch_city")
    assert place(state) == "monarch_city"


def test_eagle_rider_fresh_mount():
    for where, style, fresh in (("monarch_city", False, 1), ("wolf_pass", False, 1),
                                ("wolf_pass", True, 0), ("fire_river", False, 0)):
        state = with_hero("eagle_rider", where, sky=[style, False], stage="day_end")
        assert seat(state).fresh == fresh


def test_fresh_mount_counts_once():
    state = with_hero("eagle_rider", "monarch_city", sky=[False, False], stage="day_end")
    for _ in range(400):
        if state.observation(0).active == 0 and state.phase == "day_action":
            break
        choice = options(state)
        quiet = [text for text in choice if text in ("end", "dark ds_53", "style ground", "stop")]
        state.play(quiet[0] if quiet else choice[-1])
    assert state.observation(0).actions == 5
    assert seat(state).fresh == 0


def test_eagle_rider_ground_attack_takes_all_dice():
    state = play(with_hero("eagle_rider", minions={"fire_river": {"orc": 2, "undead": 1}}), "fight")
    play(state, "hits 1 0", "hits 1 0")
    assert options(state) == ["reroll ground", "stop"]
    play(state, "reroll ground")
    assert options(state) == ["hits 0 0", "hits 1 0", "hits 2 0"]
    play(state, "hits 0 0", "hits 0 0")
    assert minions(state)["fire_river"] == {"orc": 2, "undead": 1}
    sky = play(with_hero("eagle_rider", minions={"fire_river": {"orc": 1}}, sky=[True, False]),
               "fight", "hits 0 0")
    assert sky.phase == "day_action"


def test_eagle_rider_in_the_sky_has_no_penalty():
    """No wounds, no cards lost, no way back, and his Day goes on (A50)."""
    state = arranged(heroes=["eagle_rider", "rogue"], at=["thorny_woods"] * 2, sky=[True, False],
                     hands=[["raven_forest_gate", "wolf_pass_gate"], ()])
    play(state, "challenge", "hits 0 0")
    assert (place(state, 0), place(state, 1)) == ("thorny_woods", "monarch_city")
    assert (seat(state, 0).life, seat(state, 1).life) == (4, 4)
    assert hand(state) == ["wolf_pass_gate"]
    assert state.phase == "day_action"
    assert state.observation(0).actions == 4


# ---------------------------------------------------------------- D90 Sorceress


def test_sorceress_chooses_a_shape_and_keeps_out():
    state = with_hero("sorceress", "wolf_pass", stage="turn", hands=[["fire_river_horse"], ()])
    assert options(state) == ["shape none", *(f"shape {name}" for name in FACTIONS)]
    play(state, "shape orc", "walk")
    assert "to monarch_city" not in options(state)
    play(state, "to father_oak_forest", "horse")
    assert "to monarch_city" not in options(state)
    assert "to dancing_stone" not in options(state)  # two steps, but through the city
    plain = play(with_hero("sorceress", "father_oak_forest", hands=[["fire_river_horse"], ()]),
                 "horse")
    assert {"to monarch_city", "to dancing_stone"} <= set(options(plain))


def test_sorceress_in_a_shape_and_gates_and_cards():
    state = with_hero("sorceress", "fire_river", shapes=["orc", None], gates=["gryphon_inn"],
                      hands=[["fire_river_gate"], ["hammer_of_valor"]])
    assert "gate" not in options(state)
    play(state, "play hammer_of_valor", "hero 0")
    assert not {"to monarch_city", "to gryphon_inn", "to fire_river"} & set(options(state))


@pytest.mark.parametrize(("shape", "wounds"), [(None, 4), ("undead", 1), ("orc", 3)])
def test_sorceress_takes_no_wounds_from_her_shape(shape, wounds):
    state = with_hero("sorceress", shapes=[shape, None], stage="day_end",
                      minions={"fire_river": {"undead": 2, "orc": 1}})
    assert 6 - seat(state).life == wounds


def test_sorceress_ambush_once_a_turn():
    """+2 on the dice of her shape, in the first attack that includes it."""
    state = with_hero("sorceress", "fire_river", shapes=["dragonkin", None],
                      minions={"fire_river": {"orc": 1}, "crystal_hills": {"dragonkin": 2}})
    assert needs(play(state, "fight")) == {"orc": 3}
    play(state, "hits 1 0", "walk", "to crystal_hills", "fight")
    assert needs(state) == {"dragonkin": 3}
    play(state, "hits 0 0", "fight")
    assert needs(state) == {"dragonkin": 5}


def test_sorceress_ambush_on_the_general_of_her_shape():
    state = arranged(heroes=["sorceress", "rogue"], at=["thorny_woods", "monarch_city"],
                     shapes=["orc", None], hands=[["raven_forest_gate", "wyvern_forest_horse"], ()])
    play(state, "challenge", "card raven_forest_gate", "stop")
    assert needs(state) == {"orc": 2}
    play(state, "hits 0 1")
    assert seat(state).shape is None  # a lost battle takes it (A54)
    assert place(state) == "monarch_city"


def test_sorceress_visions_on_quests():
    state = arranged(heroes=["sorceress", "rogue"], at=["unicorn_forest", "monarch_city"],
                     quests=["unicorn_steed", "raids"])
    play(state, "quest_step")
    assert odds(state)["success yes"] == pytest.approx(5 / 9)


# ---------------------------------------------------------------- actions, D22 to D37


def test_heal_wounds_needs_a_free_place():
    """D33."""
    assert "heal" not in options(with_hero("wizard"))
    assert "heal" in options(with_hero("wizard", life=[1, 6]))
    assert "heal" not in options(with_hero("wizard", life=[1, 6],
                                           minions={"fire_river": {"orc": 1}}))
    assert "heal" not in options(with_hero("wizard", "dark_woods", life=[1, 6]))
    state = play(with_hero("wizard", "monarch_city", life=[1, 6]), "heal")
    assert seat(state).life == 5


def test_build_a_gate_and_walk_through():
    """D27, D28, D30."""
    state = with_hero("wizard", hands=[["fire_river_horse", "dark_woods_gate"], ()])
    play(state, "build")
    assert LOCATIONS.index("fire_river") in state.observation(0).gates
    assert hand(state) == ["dark_woods_gate"]
    assert "build" not in options(state)
    assert "portal" in options(state)
    far = play(state.clone(), "gate")
    assert options(far) == ["to dancing_stone", "to dark_woods"]
    play(state, "portal")
    assert place(state) == "dancing_stone"


def test_no_gate_without_a_token():
    """A8."""
    state = with_hero("wizard", hands=[["fire_river_horse"], ["magic_gate"]],
                      gates=["dancing_stone", "dark_woods", "wolf_pass", "bounty_bay",
                             "orc_valley"])
    assert "build" not in options(state)
    assert state.phase == "day_action"


def test_rumors_twice_a_turn_in_inns_only():
    """D31."""
    state = with_hero("wizard", "chimera_inn")
    for _ in range(2):
        play(state, "rumors", "color red", "draw wolf_pass_gate" if "wolf_pass_gate" not in [
            CARDS[k] for k in state.observation(0).discard] else "draw wolf_pass_horse")
        play(state, options(state)[0])
    assert "rumors" not in options(state)
    assert "rumors" not in options(with_hero("wizard", "monarch_city"))


def test_heal_the_land_spends_the_card():
    """D32."""
    state = with_hero("wizard", crystals={"fire_river": 2}, minions={"fire_river": {"orc": 1}},
                      hands=[["dark_woods_gate", "wolf_pass_gate"], ()])
    play(state, "heal_land", "success no")
    assert crystals(state) == {"fire_river": 2}
    assert hand(state) == ["wolf_pass_gate"]
    assert "heal_land" not in options(state)


def test_slay():
    """D43: without a roll, one faction only."""
    state = with_hero("wizard", minions=ALL_HERE | {"fire_river": {"orc": 2, "demon": 1}},
                      slays=[["orc"], ()])
    play(state, "slay")
    assert minions(state)["fire_river"] == {"demon": 1}
    assert supply(state)["orc"] == 25


def test_the_day_may_end_early_and_actions_are_fixed():
    """A5, D21."""
    state = with_hero("wizard", stage="turn", life=[2, 6])
    assert state.observation(0).actions == 2
    play(state, "heal")
    assert (seat(state).life, state.observation(0).actions) == (4, 1)
    play(state, "end")
    assert state.phase == "draw_card"


# ---------------------------------------------------------------- death, D47


def test_death_at_the_end_of_day():
    """No Evening; the new hero draws a quest, then two cards, and is active in the Night (A12)."""
    state = with_hero("wizard", life=[3, 6], minions={"fire_river": {"orc": 3}}, stage="day_end",
                      hands=[["wolf_pass_gate", "battle_luck"], ()], slays=[["orc"], ()],
                      quests=["orc_hunter", "raids"], markers=[{"orc": 2}, {}],
                      rewards=[["helm_of_power"], ()])
    assert state.phase == "hero_choice"
    assert set(options(state)) == {f"take {name}" for name in (
        "cleric", "dwarf", "eagle_rider", "paladin", "ranger", "sorceress")}
    play(state, "take dwarf")
    assert state.phase == "draw_quest"
    assert supply(state)["orc"] == 22
    play(state, "quest boots_of_speed", "draw dark_woods_gate", "draw dark_woods_horse")
    assert (hero(state), place(state), seat(state).life) == ("dwarf", "monarch_city", 5)
    assert hand(state) == ["dark_woods_horse", "dark_woods_gate"]
    assert quest(state) == "boots_of_speed"
    assert seat(state).rewards == ()
    assert seat(state).slays == ()
    assert state.scores() == [1, 0]
    view = state.observation(0)
    assert [CARDS[k] for k in view.discard] == ["wolf_pass_gate"]
    assert [CARDS[k] for k in view.gone] == ["battle_luck"]
    assert state.phase == "draw_dark"


def test_when_no_hero_is_left():
    """A37: the player is out; with nobody left the game is lost at once."""
    state = arranged(1, heroes=["wizard"], at=["fire_river"], life=[1], stage="day_end",
                     used=["cleric", "dwarf", "eagle_rider", "paladin", "ranger", "rogue",
                           "sorceress"], minions={"fire_river": {"orc": 3}})
    assert state.cause == "heroes"
    state = arranged(2, heroes=["wizard", "rogue"], at=["fire_river", "monarch_city"], life=[1, 6],
                     used=["cleric", "dwarf", "eagle_rider", "paladin", "ranger", "sorceress"],
                     stage="day_end", minions={"fire_river": {"orc": 3}}, known=["ds_02"])
    assert hero(state) is None
    assert "raven_forest" in minions(state)  # the Night of the turn is still played
    assert state.observation(0).active == 1
    assert state.phase == "day_action"

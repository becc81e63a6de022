"""Set-up, the order of a turn, movement, pieces that come back, whole games to each way to lose."""

from itertools import combinations

import pytest
from defenders_kit import (
    BOX,
    CARDS,
    CITY_NEIGHBOURS,
    arranged,
    crystals,
    gone,
    hand,
    hero,
    minions,
    night,
    odds,
    options,
    place,
    play,
    quest,
    seat,
    supply,
)

from core.defenders.components import FACTIONS, GENERALS, LOCATIONS
from core.game import get, load

STARTS = {"scorpion_canyon": "demon", "thorny_woods": "orc", "blizzard_mountains": "dragonkin",
          "dark_woods": "undead"}


def dealt(**game):
    """Return a game of two heroes at the first darkness card of its set-up."""
    state = load("defenders", players=2, **{"heroes": "rogue,wizard", **game})
    while state.phase != "draw_dark":
        play(state, options(state)[0])
    return state


def within(start, steps):
    """Return the places at 1 to `steps` edges of another."""
    found = {start}
    for _ in range(steps):
        found |= {LOCATIONS[i] for name in found
                  for i in BOX.locations[LOCATIONS.index(name)].neighbours}
    return found - {start}


# ---------------------------------------------------------------- set-up, section 2


def test_what_lies_on_the_table_at_first():
    """D2 to D5, D8, D10 to D14, A3."""
    state = dealt()
    view = state.observation(0)
    assert [one.life for one in view.generals] == [6, 6, 4, 5]
    assert minions(state) == {where: {faction: 3} for where, faction in STARTS.items()}
    assert supply(state) == dict.fromkeys(FACTIONS, 22)
    assert crystals(state) == {"scorpion_canyon": 1}
    assert (view.crystals_left, view.gates_left, view.defeated) == (11, 4, 0)
    assert [LOCATIONS[i] for i in view.gates] == ["dancing_stone"]
    for i, name in enumerate(("rogue", "wizard")):
        assert (hero(state, i), place(state, i)) == (name, "monarch_city")
        assert seat(state, i).life == seat(state, i).greatest_life
        assert (len(hand(state, i)), quest(state, i) is None) == (2, False)


def test_phase_one():
    """D15, A4: what is refused, and the places' own minions whatever is printed."""
    state = dealt()
    before = minions(state)
    play(state, "dark ds_53", "dark ds_47", "dark ds_51", "dark ds_56", "dark ds_37")
    assert minions(state) == before  # specials; Scorpion Canyon holds three demons
    play(state, "dark ds_02")  # printed: 1 dragonkin, 2 undead
    added = {"crystal_hills": {"dragonkin": 2}, "mccorm_highlands": {"undead": 2}}
    assert minions(state) == before | added
    play(state, "dark ds_28")  # McCorm Highlands was shown
    assert minions(state) == before | added
    assert len(state.observation(0).dark_discard) == 7


def test_phase_two():
    """D16: one each, never to four; the third demon taints. D17: all cards return."""
    state = dealt()
    play(state, "dark ds_02", "dark ds_11", "dark ds_01")
    assert minions(state)["orc_valley"] == {"demon": 2}
    play(state, "dark ds_19")  # Sapphire's start is full: refused whole
    assert minions(state)["orc_valley"] == {"demon": 2}
    play(state, "dark ds_22")
    assert minions(state)["orc_valley"] == {"demon": 3}
    assert crystals(state) == {"scorpion_canyon": 1, "orc_valley": 1}
    after = minions(state)
    play(state, "dark ds_40")
    assert minions(state) == after
    play(state, "dark ds_20")
    assert minions(state)["father_oak_forest"] == {"orc": 3}
    assert minions(state)["pleasant_hill"] == {"demon": 1}
    while state.phase == "draw_dark":
        play(state, options(state)[0])
    view = state.observation(0)
    assert (len(view.dark), view.dark_discard, view.number) == (56, (), 1)
    assert sum(view.supply) == 100 - 30


def test_the_options_and_their_defaults():
    """D104: the defaults are the rules."""
    assert dict(load("defenders", players=2).setup.options) == {
        "heroes": "choose", "start": 0, "objective": "team", "windows": "full", "turn_limit": 500,
        "easier_setup": False, "easier_penalty": False, "easier_hand": False, "easier_life": False,
        "harder_setup": False, "harder_life": False, "harder_specials": 0, "harder_quiet": 0,
        "harder_minions": False, "shared_penalty_roll": False, "overrun_per_minion": False}
    assert get("defenders").traits.max_players == 4


# ---------------------------------------------------------------- the turn, section 3


def test_the_steps_of_a_turn():
    """D20, D23: Day, W2, Turn Undead, Fresh Mount and wounds, Evening, Night, healing."""
    state = arranged(heroes=["cleric", "wizard"], at=["wolf_pass", "monarch_city"], stage="turn",
                     minions={"wolf_pass": {"undead": 1, "orc": 1}}, known=["ds_53"],
                     hands=[["hammer_of_valor"], ()], number=9,
                     generals={"gorgutt": ("thorny_woods", 3, 5)})
    seen = []
    while state.observation(0).number == 10:
        view = state.observation(0)
        what = view.detail if view.phase == "window" else view.phase
        seen.append((what, seat(state).life, view.generals[1].life))
        passing = {"day_action": "end", "window": "pass", "turn_undead": "stop"}
        play(state, passing.get(view.phase, options(state)[0]))
    assert seen == [("day_action", 6, 3), ("W2", 6, 3), ("turn_undead", 6, 3), ("draw_card", 3, 3),
                    ("draw_card", 3, 3), ("W3", 3, 3), ("W4", 3, 3), ("W5", 3, 3), ("W6", 3, 3)]
    assert state.observation(0).generals[1].life == 4
    assert (state.observation(0).active, state.observation(0).number) == (1, 11)


def test_nobody_is_wounded_but_the_active_hero_at_the_end_of_his_day():
    """D45, A6: not heroes who are not on turn, and not by the minions of the Night."""
    state = arranged(heroes=["rogue", "wizard"], at=["crystal_hills", "crystal_hills"],
                     stage="day_end", known=["ds_02"])
    while state.phase == "draw_card":
        play(state, options(state)[0])
    assert state.observation(0).active == 1
    assert minions(state)["crystal_hills"] == {"dragonkin": 1}
    assert [seat(state, i).life for i in range(2)] == [6, 5]
    state = arranged(heroes=["rogue", "wizard"], at=["crystal_hills", "crystal_hills"],
                     stage="day_end", minions={"crystal_hills": {"undead": 1}})
    assert [seat(state, i).life for i in range(2)] == [5, 5]


def test_wounds_stay_until_they_are_healed():
    """D7, D46: the life is the number of actions."""
    state = arranged(heroes=["rogue", "wizard"], life=[2, 5], stage="turn", known=["ds_53"] * 2)
    assert state.observation(0).actions == 2
    while not (state.observation(0).number == 4 and state.phase == "day_action"):
        play(state, "end" if state.phase == "day_action" else options(state)[-1])
    assert (state.observation(0).actions, seat(state).life) == (2, 2)


def test_a_skill_that_says_action_costs_one():
    """D36."""
    state = arranged(heroes=["wizard", "rogue"], actions=3)
    play(state, "teleport", "to wolf_pass")
    assert state.observation(0).actions == 2


def test_a_new_hero_begins_plainly():
    """D100: ground style and no Fresh Mount bonus; A11: the points stay with the player."""
    state = arranged(heroes=["wizard", "rogue"], at=["wolf_pass"] * 2, life=[1, 6], stage="day_end",
                     minions={"wolf_pass": {"orc": 3}}, rewards=[["boots_of_speed"], ()],
                     quests=["helm_of_power", "raids"])
    play(state, "take eagle_rider")
    assert (seat(state).style, seat(state).fresh, seat(state).rewards) == ("ground", 0, ())
    assert state.scores() == [1, 0]
    state = arranged(heroes=["wizard", "rogue"], at=["wolf_pass"] * 2, life=[1, 6], stage="day_end",
                     minions={"wolf_pass": {"orc": 3}})
    play(state, "take sorceress")
    assert seat(state).shape is None


# ---------------------------------------------------------------- movement, section 4


def test_walk():
    """D24, D29, A7: to a neighbour; minions, generals and crystals stop nobody."""
    state = arranged(heroes=["rogue", "wizard"], minions={name: {"orc": 3} for name in (
        "wolf_pass", "bounty_bay")}, crystals={"wolf_pass": 2},
        generals={"balazarg": ("bounty_bay", 6, 0)})
    play(state, "walk")
    assert options(state) == [f"to {name}" for name in sorted(CITY_NEIGHBOURS)]


@pytest.mark.parametrize(("verb", "card", "steps"), [
    ("horse", "fire_river_horse", 2), ("eagle", "wyvern_forest_eagle", 4)])
def test_horse_and_eagle(verb, card, steps):
    """D25, D26, A48: the card goes, and only the destination is named, never the start."""
    state = arranged(heroes=["rogue", "wizard"], hands=[[card], ()], actions=3)
    play(state, verb)
    assert options(state) == [f"to {name}" for name in sorted(within("monarch_city", steps))]
    play(state, options(state)[0])
    assert hand(state) == []
    assert state.observation(0).actions == 2
    assert verb not in options(state)


def test_pieces_come_back():
    """D103, D4: a crystal taken off the map is in the supply again."""
    state = arranged(heroes=["cleric", "wizard"], at=["fire_river", "monarch_city"],
                     crystals={"fire_river": 11})
    play(state, "sanctify", "success yes")
    assert state.observation(0).crystals_left == 2
    assert crystals(state) == {"fire_river": 10}
    again = night("ds_41", minions={"golden_oak_forest": {"orc": 3}}, crystals={"fire_river": 10})
    assert (again.observation(0).crystals_left, again.cause) == (1, None)


# ---------------------------------------------------------------- battles, sections 5 and 7


def test_minions_are_attacked_beside_their_general():
    """D34, D42: he does not hinder, and hits himself only when they are gone (D35)."""
    state = arranged(heroes=["rogue", "wizard"], at=["thorny_woods"] * 2, actions=3,
                     hands=[["raven_forest_gate"], ()], minions={"thorny_woods": {"orc": 2}})
    assert "challenge" not in options(state)
    play(state, "fight", "hits 2 0")
    assert state.observation(0).actions == 2
    assert "challenge" in options(state)


def test_no_die_misses_of_itself():
    """D42, A10: at 3+ with +2 a 1 hits, too, so nothing is left to chance."""
    state = arranged(heroes=["sorceress", "wizard"], at=["fire_river"] * 2, shapes=["orc", None],
                     minions={"fire_river": {"orc": 3}})
    play(state, "fight")
    assert (state.phase, minions(state)) == ("day_action", {})


def test_each_source_of_rerolls_once():
    """A9: a die may be rolled again by several of them."""
    state = arranged(heroes=["eagle_rider", "wizard"], at=["fire_river"] * 2,
                     rewards=[["unicorn_steed"], ()], hands=[["battle_luck"], ()],
                     minions={"fire_river": {"orc": 1}})
    play(state, "fight", "hits 0 0")
    assert options(state) == ["reroll ground", "reroll unicorn", "reroll luck", "stop"]
    play(state, "reroll unicorn", "hits 0 0")
    assert options(state) == ["reroll ground", "reroll luck", "stop"]
    play(state, "reroll ground", "hits 0 0", "reroll luck", "hits 0 0")
    assert state.phase == "day_action"


def test_all_who_are_there_fight():
    """A14, D49: also a hero without cards, who draws and suffers with the others."""
    state = arranged(heroes=["rogue", "wizard"], at=["thorny_woods"] * 2,
                     hands=[["raven_forest_gate"], ()])
    play(state, "challenge")
    assert state.observation(0).battle.party == (0, 1)
    play(state, "hits 0 1")
    assert (seat(state, 1).life, place(state, 1)) == (3, "monarch_city")


def test_ambush_of_minions_and_of_the_general_apart():
    """A31, D90: once a turn on minions, once on the general; used in any turn, new in the next."""
    state = arranged(heroes=["sorceress", "rogue"], at=["thorny_woods"] * 2, shapes=["orc", None],
                     minions={"thorny_woods": {"orc": 1}}, hands=[["raven_forest_gate"], ()])
    play(state, "fight", "challenge")
    assert state.observation(0).roll.need[1] == 2


def test_a_shape_is_no_minion_and_may_be_taken_anywhere():
    """A40: none of the supply; A31: also in the city."""
    state = arranged(heroes=["sorceress", "rogue"], stage="turn")
    play(state, "shape orc")
    assert (place(state), supply(state)["orc"]) == ("monarch_city", 25)
    play(state, "walk", "to wolf_pass", "walk")
    assert "to monarch_city" not in options(state)


def test_reward_cards_are_not_counted_before_the_evening():
    """A20, D56, D65."""
    state = arranged(heroes=["rogue", "wizard"], at=["thorny_woods", "monarch_city"],
                     hands=[["raven_forest_gate", *CARDS[:10]], ()],
                     generals={"gorgutt": ("thorny_woods", 1, 0)})
    play(state, "challenge")
    while state.phase == "commit":
        play(state, "card raven_forest_gate" if "card raven_forest_gate" in options(state)
             else "stop")
    play(state, "hits 1 0")
    while state.phase == "draw_card":
        play(state, options(state)[0])
    assert (state.phase, len(hand(state))) == ("day_action", 13)


def test_a_purple_card_thrown_away_leaves_the_game():
    """A26, D78: at the hand limit."""
    state = arranged(heroes=["paladin", "wizard"], at=["fire_river"] * 2, stage="evening",
                     hands=[[*CARDS[:8], "spy_in_the_camp"], ()])
    play(state, "draw wolf_pass_gate", "draw wolf_pass_horse")
    assert state.phase == "hand_limit"
    play(state, "card spy_in_the_camp")
    assert gone(state) == ["spy_in_the_camp"]


def test_paths_meet_in_the_city_only():
    """A35: two generals are never in one place."""
    for one, other in combinations(BOX.generals, 2):
        assert {LOCATIONS[i] for i in set(one.path) & set(other.path)} == {"monarch_city"}


def test_one_hero_alone():
    """A42: both clocks run one turn."""
    for life in (6, 3):
        state = arranged(1, heroes=["rogue"], at=["thorny_woods"], number=10,
                         hands=[["raven_forest_gate"]],
                         generals={"gorgutt": ("thorny_woods", life, 0)})
        play(state, "challenge", "hits 1 0")
        assert state.observation(0).generals[GENERALS.index("gorgutt")].clock == 11


def test_a_used_reward_still_counts():
    """A29, D96: points by quests completed."""
    state = arranged(heroes=["rogue", "wizard"], rewards=[["king_of_the_gryphons"], ()],
                     quests=["helm_of_power", "raids"])
    play(state, "use king_of_the_gryphons", "hero 0", "to wolf_pass", "stop")
    assert (seat(state).rewards, state.scores()) == ((), [1, 0])


# ---------------------------------------------------------------- the Night, section 10


def test_patrols_see_minions_only():
    """A21: generals, heroes and crystals are no minions."""
    state = night("ds_50", heroes=["rogue", "wizard"], at=["wyvern_forest"] * 2,
                  crystals={"wyvern_forest": 1})
    assert minions(state)["wyvern_forest"] == {"orc": 1}
    assert minions(state)["thorny_woods"] == {"orc": 1}  # Gorgutt stands there


def place_of_general(state):
    return LOCATIONS[state.observation(0).generals[0].place]


def spread(faction, number, *kept_free):
    """Return so many minions on the map, three a place."""
    found = {}
    lands = [one.id for one in BOX.locations if one.kind == "land" and one.id not in kept_free]
    while number:
        found[lands.pop()] = {faction: min(number, 3)}
        number -= min(number, 3)
    return found


def test_a_shortage_by_an_overrun_or_a_generals_minions():
    """A25, D76."""
    free = ("golden_oak_forest", "dark_woods", "rock_bridge_pass", "serpent_swamp", "thorny_woods",
            "amarak_peak", "gryphon_forest", "scorpion_canyon", "windy_pass", "eagle_peak_pass")
    crowds = spread("orc", 22, *free)
    assert night("ds_41", minions=crowds | {"golden_oak_forest": {"orc": 3}}).cause == "minions"
    assert night("ds_41", minions=crowds | {"golden_oak_forest": {"orc": 1}}).cause is None
    demons = spread("demon", 25, "raven_forest", "crystal_hills", "mccorm_highlands",
                    "scorpion_canyon", "angel_tear_falls")
    state = night("ds_02", minions=demons)
    assert (place_of_general(state), state.cause) == ("raven_forest", "minions")


def test_the_status_at_the_start_of_the_night_counts():
    """D92, D67: one step a defeated general."""
    fallen = {"balazarg": ("scorpion_canyon", 0, 0)}
    view = arranged(stage="night", generals=fallen).observation(0)
    assert (view.full, view.cards_full, view.cards_move_only) == (True, 0, 1)


def test_conditions_are_tested_after_each_step():
    """D95: the general's arrival loses before his minions are placed."""
    state = night("ds_10", generals={"balazarg": ("bounty_bay", 6, 0)},
                  minions={"monarch_city": {"orc": 4}})
    assert (state.cause, minions(state)["monarch_city"]) == ("general", {"orc": 4})


def test_an_evening_draws_two_cards():
    """D65: then, and then only, ten are kept."""
    state = arranged(heroes=["wizard", "rogue"], at=["fire_river"] * 2, stage="evening")
    assert odds(state)["draw wolf_pass_gate"] == pytest.approx(1 / 96)
    play(state, "draw wolf_pass_gate", "draw wolf_pass_horse")
    assert hand(state) == ["wolf_pass_horse", "wolf_pass_gate"]
    assert state.phase == "draw_dark"


# ---------------------------------------------------------------- whole games, D1, D93

# Darkness cards of games from their set-up on, in which a lone Rogue does nothing.
SCRIPTS = {
    "general": (4, "01 02 03 04 05 06 07 01 04 07 10"),
    "crystals": (3, "01 07 11 14 22 25 11 01 25"),
    "minions": (3, "28 01 04 02 06 07 38 30 28"),
    "city": (2, "11 23 01 02 03 04 56 56"),
}


@pytest.mark.parametrize("cause", SCRIPTS)
def test_a_game_lost_from_the_first_card_on(cause):
    """D1, D93: each way to lose, with the turn in which it comes."""
    number, script = SCRIPTS[cause]
    cards = script.split()
    state = load("defenders", players=1, heroes="rogue")
    while not state.is_terminal:
        if state.phase == "draw_dark":
            play(state, f"dark ds_{cards.pop(0)}")
        elif state.phase == "day_action":
            play(state, "end")
        else:
            play(state, "pass" if state.phase == "window" else options(state)[0])
    assert (state.cause, state.observation(0).number, cards) == (cause, number, [])
    assert state.utilities() == [0.0]

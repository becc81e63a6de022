"""Battles against generals, their skills and penalties, healing (rules.md sections 7 and 8)."""

import pytest
from defenders_kit import (
    BOX,
    CARDS,
    arranged,
    discards,
    general,
    general_place,
    gone,
    hand,
    minions,
    night,
    odds,
    options,
    place,
    play,
    quest,
    seat,
)

START = {"balazarg": "scorpion_canyon", "gorgutt": "thorny_woods",
         "sapphire": "blizzard_mountains", "varkolak": "dark_woods"}
CARD = {"balazarg": "ghost_marsh_gate", "gorgutt": "raven_forest_gate",
        "sapphire": "wolf_pass_gate", "varkolak": "fire_river_gate"}


def battle(name, hands=None, players=2, heroes=None, at=None, **position):
    """Return a position with the heroes at a general's start."""
    heroes = heroes or ["wizard", "rogue", "ranger", "cleric"][:players]
    hands = hands or [[CARD[name]], *[()] * (players - 1)]
    return arranged(players, heroes=heroes, at=at or [START[name]] * players, hands=hands,
                    **position)


def roll(state):
    return state.observation(0).roll


# ---------------------------------------------------------------- D48 to D50, D52


def test_what_an_attack_needs():
    """D48, A13: no minions there, and a card of some hero present."""
    assert "challenge" in options(battle("gorgutt"))
    assert "challenge" in options(battle("gorgutt", [(), [CARD["gorgutt"]]]))
    assert "challenge" not in options(battle("gorgutt", [(), [CARD["gorgutt"]]],
                                             at=["thorny_woods", "monarch_city"]))
    assert "challenge" not in options(battle("gorgutt", [["wolf_pass_gate"], ()]))
    assert "challenge" not in options(battle("gorgutt", minions={"thorny_woods": {"orc": 1}}))
    assert "challenge" in options(battle("gorgutt", [["hammer_of_valor"], ()]))
    state = battle("gorgutt", [["battle_luck"], ()])
    assert "challenge" in options(state)


def test_all_commit_before_any_roll_and_everything_is_spent():
    """D50: purple cards leave the game; done is missing for the last who can commit."""
    state = battle("gorgutt", [["raven_forest_gate", "battle_strategy"], ["wyvern_forest_eagle"]])
    play(state, "challenge")
    assert options(state) == ["card raven_forest_gate", "card battle_strategy", "stop"]
    play(state, "stop")
    # the second one is the last who can, and has one card: nothing is asked
    assert state.phase == "roll_dice"
    assert roll(state).dice == (0, 2, 0, 0)
    state = battle("gorgutt", [["raven_forest_gate", "battle_strategy"], ["wyvern_forest_eagle"]])
    play(state, "challenge", "card battle_strategy")
    # cards are picked in their order: none comes before the Strategy
    assert state.phase == "commit"
    assert state.mover == 1
    play(state, "stop")
    assert state.phase == "roll_dice"
    assert gone(state) == ["battle_strategy"]
    assert discards(state) == []
    assert hand(state) == ["raven_forest_gate"]
    assert roll(state).dice == (0, 2, 0, 0)


def test_the_active_player_picks_each_next_hero():
    """D52."""
    hands = [["raven_forest_gate"], ["raven_forest_horse"], ["wyvern_forest_horse"], ()]
    state = battle("gorgutt", hands, 4)
    play(state, "challenge", "card raven_forest_gate", "card raven_forest_horse",
         "card wyvern_forest_horse")
    assert (state.phase, state.mover) == ("next_attacker", 0)
    assert options(state) == ["attack 0", "attack 1", "attack 2"]
    play(state, "attack 1", "hits 0 0")
    assert options(state) == ["attack 0", "attack 2"]
    play(state, "attack 2", "hits 0 1")  # the Ranger in the woods
    assert roll(state).roller == 0


def test_victory():
    """D56: card, slayer, three cards for each participant, war status; minions stay."""
    state = battle("gorgutt", [["raven_forest_gate", "wyvern_forest_eagle"],
                               ["wyvern_forest_horse"], ()], 3, actions=3,
                   generals={"gorgutt": ("thorny_woods", 2, 0)},
                   at=["thorny_woods", "thorny_woods", "monarch_city"],
                   minions={"amarak_peak": {"orc": 2}})
    play(state, "challenge", "card raven_forest_gate", "card wyvern_forest_eagle",
         "card wyvern_forest_horse", "attack 0", "hits 2 0")
    for _ in range(6):
        assert state.phase == "draw_card"
        play(state, options(state)[0])
    assert (len(hand(state, 0)), len(hand(state, 1)), len(hand(state, 2))) == (3, 3, 0)
    assert sorted(discards(state)) == ["raven_forest_gate", "wyvern_forest_eagle",
                                       "wyvern_forest_horse"]
    assert state.scores() == [1, 0, 0]
    assert seat(state).slays == (1,)
    assert general_place(state, "gorgutt") is None
    assert minions(state) == {"amarak_peak": {"orc": 2}}
    assert state.observation(0).actions == 2
    assert state.observation(0).defeated == 1
    assert state.phase == "day_action"


def test_the_last_general_wins_at_once():
    """D94, D102."""
    fallen = {name: (START[name], 0, 0) for name in ("balazarg", "sapphire", "varkolak")}
    state = battle("gorgutt", generals={"gorgutt": ("thorny_woods", 1, 0), **fallen})
    play(state, "challenge", "hits 1 0")
    assert state.is_terminal
    assert state.cause == "won"
    assert state.utilities() == [1.0, 1.0]
    assert state.scores() == [4, 0]
    own = battle("gorgutt", generals={"gorgutt": ("thorny_woods", 1, 0), **fallen},
                 game={"objective": "champion"})
    play(own, "challenge", "hits 1 0")
    assert own.utilities() == [1.0, 0.75]


# ---------------------------------------------------------------- skills


def test_corruption_loses_dice_of_a_card():
    """D51: one die for each card in order; none left: a battle without dice."""
    state = play(battle("balazarg", [["scorpion_canyon_eagle"], ()]), "challenge")
    assert state.phase == "roll_corruption"
    play(state, "spoiled yes")
    # no dice: the team is beaten, and the wounds are rolled
    assert state.phase == "roll_d3"
    assert odds(state) == pytest.approx({f"face {n}": 1 / 3 for n in (1, 2, 3)})


def test_parry_and_ones():
    """D53: net hits are never below zero, and the marker may climb again (A46)."""
    state = battle("gorgutt", [["wyvern_forest_eagle"], ["greenleaf_village_eagle"]])
    play(state, "challenge", "card wyvern_forest_eagle", "card greenleaf_village_eagle",
         "attack 0", "hits 2 0")
    assert general(state, "gorgutt").life == 4
    chances = odds(state)
    assert chances["hits 2 0"] == pytest.approx(4 / 9)
    assert chances["hits 0 2"] == pytest.approx(1 / 36)
    assert chances["hits 1 1"] == pytest.approx(2 * (4 / 6) * (1 / 6))
    play(state, "hits 0 2")
    assert general(state, "gorgutt").life == 6


def test_a_one_lifted_to_a_hit_is_both():
    """A49: Ranger with the Amulet in a green land."""
    state = battle("gorgutt", [["wyvern_forest_eagle"], ()], heroes=["ranger", "rogue"],
                   rewards=[["amulet_of_the_gods"], ()])
    play(state, "challenge")
    assert odds(state) == pytest.approx(
        {"hits 2 0": 25 / 36, "hits 2 1": 10 / 36, "hits 2 2": 1 / 36})
    play(state, "hits 2 1")
    assert general(state, "gorgutt").life == 5


def test_a_reroll_takes_the_ones_away():
    """D53: ones count after the re-rolls."""
    state = battle("gorgutt", [["wyvern_forest_eagle", "battle_luck"], ()])
    play(state, "challenge", "card wyvern_forest_eagle", "stop", "hits 0 2", "reroll luck")
    play(state, "hits 1 0")
    assert general(state, "gorgutt").life == 5


def test_varkolak_forbids_rerolls_and_bonuses():
    """D54, D91: Find Magic Gate dice are allowed, the Blessing lifts the ban (A16)."""
    position = {"heroes": ["eagle_rider", "rogue"], "at": ["dark_woods", "monarch_city"],
                "hands": [["fire_river_gate", "battle_luck"], ()]}
    state = battle("varkolak", rewards=[["amulet_of_the_gods", "unicorn_steed",
                                         "find_magic_gate"], ()], **position)
    play(state, "challenge", "card fire_river_gate", "stop")
    assert state.phase == "extra_dice"
    play(state, "spend")
    assert roll(state).dice == (0, 0, 0, 3)
    assert roll(state).need[3] == 4
    play(state, "hits 1 0")
    assert state.phase == "roll_d6"
    state = battle("varkolak", rewards=[["amulet_of_the_gods", "amaraks_blessing"], ()], **position)
    play(state, "challenge")
    assert state.phase == "blessing"
    play(state, "spend", "card fire_river_gate", "stop")
    assert roll(state).need[3] == 3
    play(state, "hits 0 0")
    assert options(state) == ["reroll ground", "reroll luck", "stop"]


def test_ambush_is_used_up_at_varkolak():
    """D90: by a roll, even where the bonus is cut."""
    state = battle("varkolak", [["fire_river_gate", "fire_river_horse"], ()],
                   heroes=["sorceress", "rogue"], shapes=["undead", None],
                   rewards=[["war_banner_of_valor"], ()], at=["dark_woods", "monarch_city"])
    play(state, "challenge", "card fire_river_horse", "stop")
    assert roll(state).need[3] == 4
    play(state, "hits 0 0")
    assert state.phase == "day_action"


def test_the_blessing_at_balazarg_and_sapphire():
    """No corruption; Sapphire keeps her wounds and heals as with light ones (A38)."""
    state = battle("balazarg", rewards=[["amaraks_blessing"], ()])
    play(state, "challenge", "spend")
    assert state.phase == "roll_dice"
    state = battle("sapphire", [["amarak_peak_eagle"], ()], number=7,
                   rewards=[["amaraks_blessing"], ()])
    play(state, "challenge", "spend", "hits 2 0")
    assert general(state, "sapphire").life == 2
    while state.phase != "day_action":
        play(state, options(state)[-1])
        if general(state, "sapphire").clock:
            break
    assert general(state, "sapphire").clock == 8


# ---------------------------------------------------------------- rerolls, D41


def test_rerolls_in_turn():
    """The roller first, then other holders of Battle Luck; after a re-roll the roller again."""
    state = arranged(3, heroes=["eagle_rider", "rogue", "wizard"], at=["fire_river"] * 3,
                     hands=[(), ["battle_luck"], ["battle_luck"]],
                     minions={"fire_river": {"orc": 3}})
    play(state, "fight", "hits 1 0")
    assert (state.mover, options(state)) == (0, ["reroll ground", "stop"])
    play(state, "stop")
    assert (state.mover, options(state)) == (1, ["reroll luck", "stop"])
    play(state, "reroll luck")
    assert options(state) == ["hits 0 0", "hits 1 0", "hits 2 0"]
    play(state, "hits 1 0")
    assert (state.mover, options(state)) == (0, ["reroll ground", "stop"])
    play(state, "stop")
    assert state.mover == 2
    play(state, "stop")
    assert minions(state)["fire_river"] == {"orc": 1}
    assert gone(state) == ["battle_luck"]


def test_no_reroll_once_all_hit():
    state = arranged(heroes=["eagle_rider", "rogue"], at=["fire_river"] * 2,
                     minions={"fire_river": {"orc": 2}})
    play(state, "fight", "hits 2 0")
    assert state.phase == "day_action"


def test_unicorn_steed_rerolls_failed_dice():
    state = arranged(at=["fire_river"] * 2, heroes=["wizard", "rogue"],
                     rewards=[["unicorn_steed"], ()], minions={"fire_river": {"orc": 3}})
    play(state, "fight", "hits 1 0", "reroll unicorn")
    assert options(state) == ["hits 0 0", "hits 1 0", "hits 2 0"]
    play(state, "hits 0 0")
    assert state.phase == "day_action"
    assert "ride" in options(state)


def test_find_magic_gate_against_minions():
    """A43: each die a faction present; no more are defeated than stand there."""
    state = arranged(at=["fire_river"] * 2, heroes=["wizard", "rogue"],
                     rewards=[["find_magic_gate"], ()],
                     minions={"fire_river": {"orc": 1, "demon": 1}})
    play(state, "fight")
    assert options(state) == ["spend", "keep"]
    play(state, "spend")
    assert options(state) == ["faction demon", "faction orc"]
    play(state, "faction orc")  # what is left of the order is orc
    assert roll(state).dice == (1, 3, 0, 0)
    play(state, "hits 0 0", "hits 3 0")
    assert minions(state)["fire_river"] == {"demon": 1}
    assert seat(state).rewards == ()


# ---------------------------------------------------------------- penalties, D57 to D60


def test_balazarg_costs_all_cards():
    state = battle("balazarg", [["ghost_marsh_gate", "wolf_pass_gate", "spy_in_the_camp"], ()],
                   at=["scorpion_canyon", "monarch_city"])
    play(state, "challenge", "card ghost_marsh_gate", "stop", "spoiled no", "hits 0 0", "face 2")
    assert hand(state) == []
    assert seat(state).life == 3
    assert place(state) == "monarch_city"
    assert gone(state) == ["spy_in_the_camp"]
    assert state.phase == "draw_card"  # the Day is over: Evening


def test_gorgutt_costs_two_wounds_and_two_cards():
    """The owner picks, in the fixed order, so that enough are left (D98)."""
    state = battle("gorgutt", [["raven_forest_gate", "fire_river_horse", "wolf_pass_gate",
                                "ancient_ruins_horse"], ()], at=["thorny_woods", "monarch_city"])
    play(state, "challenge", "hits 0 0")
    assert state.phase == "lose_cards"
    assert options(state) == ["card fire_river_horse", "card wolf_pass_gate"]
    play(state, "card wolf_pass_gate")
    assert hand(state) == ["fire_river_horse"]
    assert seat(state).life == 3


def test_sapphire_costs_three_wounds_and_a_die_of_cards():
    state = battle("sapphire", [["amarak_peak_gate", "fire_river_horse"], ()],
                   at=["blizzard_mountains", "monarch_city"])
    play(state, "challenge", "hits 0 0")
    assert seat(state).life == 2
    assert state.phase == "roll_d6"
    play(state, "face 6")
    assert hand(state) == []


def test_varkolak_costs_a_die_of_each_and_each_hero_rolls():
    """D58: one hero after the other, seat order from the active player."""
    state = battle("varkolak", [["fire_river_gate", "wolf_pass_gate"], ["ancient_ruins_horse"]])
    play(state, "challenge", "hits 0 0")
    assert (state.phase, state.source) == ("roll_d6", 4)
    play(state, "face 1", "face 1")
    assert (hand(state), place(state)) == ([], "monarch_city")
    assert (state.phase, state.source) == ("roll_d6", 5)
    play(state, "face 5", "face 1")
    assert (seat(state, 0).life, seat(state, 1).life) == (4, 1)
    assert hand(state, 1) == []


def test_a_shared_penalty_roll():
    """A18."""
    state = battle("varkolak", [["fire_river_gate", "wolf_pass_gate"], ["ancient_ruins_horse"]],
                   game={"shared_penalty_roll": True})
    play(state, "challenge", "hits 0 0", "face 2", "face 1")
    assert (seat(state, 0).life, seat(state, 1).life) == (3, 4)
    assert (hand(state, 0), hand(state, 1)) == ([], [])
    assert state.phase == "draw_card"


def test_the_easier_variant_spares_wounds_and_cards():
    """A34."""
    state = battle("gorgutt", [["raven_forest_gate", "wolf_pass_gate"], ()],
                   game={"easier_penalty": True})
    play(state, "challenge", "hits 0 0")
    assert (seat(state).life, hand(state)) == (5, ["wolf_pass_gate"])
    assert (place(state, 0), place(state, 1)) == ("monarch_city", "monarch_city")
    assert state.phase == "draw_card"


def test_war_banner_ignores_every_effect():
    """D81, A50."""
    state = battle("gorgutt", [["raven_forest_gate", "wolf_pass_gate"], ()],
                   rewards=[["war_banner_of_valor"], ()])
    play(state, "challenge", "hits 0 0")
    assert (seat(state).life, hand(state), place(state)) == (5, ["wolf_pass_gate"], "thorny_woods")
    assert place(state, 1) == "monarch_city"
    assert state.phase == "day_action"


def test_death_in_a_lost_battle():
    """D58, D47: nothing more of the penalty; Night follows for the active hero."""
    state = battle("gorgutt", [["raven_forest_gate", "wolf_pass_gate"], ()], life=[2, 6])
    play(state, "challenge", "hits 0 0")
    assert (state.phase, state.mover) == ("hero_choice", 0)
    play(state, "take dwarf", "quest raids", "draw fire_river_gate", "draw fire_river_horse")
    assert hand(state) == ["fire_river_horse", "fire_river_gate"]
    assert seat(state, 1).life == 4
    assert state.phase == "draw_dark"


def test_wounds_at_the_end_of_the_day_of_a_lost_battle():
    """A17: D44 applies in Monarch City."""
    state = battle("gorgutt", minions={"monarch_city": {"demon": 2}})
    play(state, "challenge", "hits 0 0")
    assert seat(state, 0).life == 5 - 2 - 2
    assert seat(state, 1).life == 6 - 2


# ---------------------------------------------------------------- D61 to D64


def test_a_full_track_and_a_defeated_general_do_not_heal():
    state = night("ds_53", generals={"gorgutt": ("thorny_woods", 5, 3)}, number=3)
    assert general(state, "gorgutt").life == 6
    assert general(state, "gorgutt").clock == 0
    state = night("ds_53", generals={"gorgutt": ("thorny_woods", 4, 5)}, number=3)
    assert general(state, "gorgutt").life == 4


def test_a_new_battle_sets_the_clock_anew():
    """A19."""
    state = battle("gorgutt", generals={"gorgutt": ("thorny_woods", 4, 3)}, number=20)
    play(state, "challenge", "hits 0 0")
    assert general(state, "gorgutt").clock == 21


def test_scouts_of_a_defeated_general_are_replaced():
    """D80, A53: the card leaves the game."""
    state = battle("gorgutt", [["raven_forest_gate"], ()], at=["thorny_woods", "monarch_city"],
                   generals={"gorgutt": ("thorny_woods", 1, 0)}, quests=["raids", "scout_gorgutt"])
    play(state, "challenge", "hits 1 0")
    for _ in range(3):
        play(state, options(state)[0])
    assert state.phase == "draw_quest"
    assert "quest scout_gorgutt" not in options(state)
    play(state, "quest helm_of_power")
    assert quest(state, 1) == "helm_of_power"


def test_a_long_row_of_dice_comes_in_parts():
    cards = [card.id for card in BOX.cards for _ in range(card.count) if card.general in (1, -1)]
    state = battle("gorgutt", [cards, ()], at=["thorny_woods", "monarch_city"])
    play(state, "challenge")
    while state.phase == "commit":
        play(state, options(state)[0])
    assert roll(state).dice[1] == 38
    assert len(options(state)) == 25 * 26 // 2
    assert sum(odds(state).values()) == pytest.approx(1)
    play(state, "hits 0 24", "hits 0 14")
    assert hand(state) == []
    assert set(CARDS) >= set(cards)

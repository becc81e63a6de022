"""The special cards and the windows in which they are played (rules.md sections 11 and 14)."""

import pytest
from defenders_kit import (
    CARDS,
    DARK,
    arranged,
    crystals,
    discards,
    general,
    general_place,
    gone,
    hand,
    minions,
    options,
    place,
    play,
    seat,
    supply,
)
from walks import open_actions

from core.defenders.components import LOCATIONS


def holding(*cards, seats=2, owner=0, **position):
    """Return a position in which one seat holds special cards."""
    hands = [()] * seats
    hands[owner] = list(cards)
    position.setdefault("heroes", ["rogue", "wizard", "cleric", "dwarf"][:seats])
    position.setdefault("at", ["monarch_city"] * seats)
    return arranged(seats, hands=hands, **position)


def offers(state, card):
    return f"play {card}" in options(state)


CROWDS = {"fire_river": {"undead": 2}, "raven_forest": {"orc": 3}, "wolf_pass": {"dragonkin": 1},
          "wyvern_forest": {"orc": 1, "demon": 1}}


# ---------------------------------------------------------------- one card after the other


def test_all_is_quiet():
    state = holding("all_is_quiet", stage="night", known=["ds_02"])
    assert options(state) == ["play all_is_quiet", "pass"]
    play(state, "play all_is_quiet")
    assert minions(state) == {}
    assert gone(state) == ["all_is_quiet"]
    assert not offers(holding("all_is_quiet"), "all_is_quiet")


def test_all_is_quiet_in_anothers_night():
    state = holding("all_is_quiet", owner=1, stage="night", known=["ds_02"])
    assert state.mover == 1


def test_battle_fury():
    """The owner's own Day, one action."""
    state = holding("battle_fury", at=["fire_river", "monarch_city"],
                    minions={"fire_river": {"undead": 1, "dragonkin": 2}}, actions=2)
    play(state, "play battle_fury")
    assert minions(state) == {}
    assert state.observation(0).actions == 1
    assert not offers(holding("battle_fury"), "battle_fury")
    idle = holding("battle_fury", owner=1, at=["monarch_city", "fire_river"],
                   minions={"fire_river": {"orc": 1}})
    assert idle.phase == "day_action"


def test_battle_strategy():
    """Up to three places, then one general a step back, wherever he stands."""
    state = holding("battle_strategy", minions=CROWDS,
                    generals={"gorgutt": ("orc_valley", 6, 0), "varkolak": ("windy_pass", 3, 9)})
    play(state, "play battle_strategy")
    assert options(state) == ["to fire_river", "to raven_forest", "to wolf_pass",
                              "to wyvern_forest", "stop"]
    play(state, "to fire_river", "to wolf_pass")
    assert options(state) == ["to wyvern_forest", "stop"]
    play(state, "to wyvern_forest")
    assert options(state) == ["general gorgutt", "general varkolak", "stop"]
    play(state, "general varkolak")
    assert minions(state) == {"raven_forest": {"orc": 3}}
    assert supply(state) == {"demon": 25, "orc": 22, "dragonkin": 25, "undead": 25}
    assert general_place(state, "varkolak") == "dark_woods"
    assert (general(state, "varkolak").life, general(state, "varkolak").clock) == (3, 9)


def test_battle_strategy_must_change_something():
    """D98, A36."""
    crowds = {"fire_river": {"orc": 1}, "wolf_pass": {"orc": 1}}
    state = play(holding("battle_strategy", minions=crowds), "play battle_strategy")
    assert "stop" not in options(state)
    play(state, "to fire_river", "stop")
    assert state.phase == "day_action"  # no general can be pushed
    pushed = holding("battle_strategy", generals={"gorgutt": ("amarak_peak", 6, 0),
                                                  "varkolak": ("windy_pass", 5, 0)})
    play(pushed, "play battle_strategy")
    assert options(pushed) == ["general gorgutt", "general varkolak"]
    assert not offers(holding("battle_strategy"), "battle_strategy")


def test_cavalry_sweep():
    """6 points, dragonkin 2; at most two figures a place, no place twice (A52)."""
    state = holding("cavalry_sweep", minions={
        "wolf_pass": {"dragonkin": 2}, "seagull_lagoon": {"orc": 1},
        "minotaur_forest": {"demon": 2, "orc": 1}, "father_oak_forest": {"orc": 1}})
    play(state, "play cavalry_sweep", "to wolf_pass")
    # one faction there: it is taken without asking
    assert options(state) == ["faction dragonkin", "on"]
    play(state, "faction dragonkin")
    assert options(state) == ["to father_oak_forest", "to minotaur_forest", "to seagull_lagoon",
                              "stop"]
    play(state, "to minotaur_forest")
    assert options(state) == ["faction demon", "faction orc"]
    play(state, "faction demon", "faction orc")
    assert state.phase == "day_action"
    assert minions(state) == {"minotaur_forest": {"demon": 1}, "seagull_lagoon": {"orc": 1},
                              "father_oak_forest": {"orc": 1}}


def test_cavalry_sweep_may_leave_and_stop():
    crowds = {"wolf_pass": {"orc": 2}, "seagull_lagoon": {"orc": 1}}
    state = holding("cavalry_sweep", minions=crowds)
    play(state, "play cavalry_sweep", "to wolf_pass", "on")
    assert options(state) == ["to seagull_lagoon", "stop"]
    play(state, "stop")
    assert minions(state) == {"wolf_pass": {"orc": 1}, "seagull_lagoon": {"orc": 1}}


def test_dark_visions():
    """Five cards, any discarded, the rest back in any order, known until drawn (A45)."""
    state = play(holding("dark_visions"), "play dark_visions")
    for card in ("ds_02", "ds_53", "ds_53", "ds_41", "ds_10"):
        assert state.phase == "draw_dark"
        play(state, f"dark {card}")
    assert options(state) == ["toss ds_02", "toss ds_10", "toss ds_41", "toss ds_53", "stop"]
    play(state, "toss ds_53")
    assert options(state) == ["toss ds_10", "toss ds_41", "toss ds_53", "stop"]
    play(state, "toss ds_41", "stop")
    assert options(state) == ["put ds_02", "put ds_10", "put ds_53"]
    play(state, "put ds_10", "put ds_53")
    view = state.observation(0)
    assert [DARK[card] for card in view.known] == ["ds_10", "ds_53", "ds_02"]
    assert [DARK[card] for card in view.dark_discard] == ["ds_41", "ds_53"]
    assert len(view.dark) == 51
    # the known order comes in the Night without chance
    play(state, "end")
    while state.is_chance and state.phase == "draw_card":
        play(state, options(state)[0])
    assert minions(state) == {"father_oak_forest": {"orc": 1}, "greenleaf_village": {"orc": 1}}


def test_dark_visions_of_known_cards_and_few():
    """Known cards are revealed first; all may be discarded (A45, D97)."""
    rest = [f"ds_{i:02d}" for i in range(1, 57) if i not in (2, 41)]
    state = holding("dark_visions", known=["ds_41", "ds_02"], dark_discard=rest)
    play(state, "play dark_visions")
    assert options(state) == ["toss ds_02", "toss ds_41", "stop"]
    play(state, "toss ds_41", "toss ds_02")
    assert state.observation(0).known == ()
    play(state, "end")
    while state.phase == "draw_card":
        play(state, options(state)[0])
    assert state.phase == "draw_dark"
    assert len(open_actions(state)) == 54  # the discards are the deck, three of them equal


def test_equal_cards_may_lie_known_on_the_deck():
    """Two All is Quiet in a row; any of the three is named by the first (section 15)."""
    state = holding("dark_visions", known=["ds_54", "ds_02", "ds_53"], dark_discard=["ds_55"])
    view = state.observation(0)
    assert [DARK[card] for card in view.known] == ["ds_53", "ds_02", "ds_53"]
    assert [DARK[card] for card in view.dark_discard] == ["ds_53"]
    assert "ds_53" not in [DARK[card] for card in view.dark]


def test_elven_archers():
    state = play(holding("elven_archers", minions=CROWDS), "play elven_archers")
    assert options(state) == ["to raven_forest", "to wyvern_forest"]
    play(state, "to raven_forest")
    assert options(state) == ["to wyvern_forest", "stop"]
    play(state, "to wyvern_forest")
    assert minions(state) == {"fire_river": {"undead": 2}, "wolf_pass": {"dragonkin": 1}}
    assert not offers(holding("elven_archers", minions={"fire_river": {"orc": 1}}), "elven_archers")


def test_hammer_of_valor():
    state = play(holding("hammer_of_valor"), "play hammer_of_valor", "hero 1")
    assert len(options(state)) == 44
    assert "to monarch_city" not in options(state)
    play(state, "to dark_woods")
    assert place(state, 1) == "dark_woods"


def test_kings_guard_attack():
    around = {"monarch_city": {"orc": 2, "demon": 1}, "wolf_pass": {"dragonkin": 2},
              "bounty_bay": {"undead": 3}, "fire_river": {"orc": 1}}
    state = play(holding("kings_guard_attack", minions=around), "play kings_guard_attack")
    assert options(state) == ["minion bounty_bay undead", "minion monarch_city demon",
                              "minion monarch_city orc", "minion wolf_pass dragonkin"]
    play(state, "minion bounty_bay undead", "minion bounty_bay undead", "minion monarch_city orc",
         "minion monarch_city orc")
    assert options(state) == ["minion wolf_pass dragonkin", "stop"]
    play(state, "minion wolf_pass dragonkin", "minion wolf_pass dragonkin")
    assert minions(state) == {"monarch_city": {"demon": 1}, "bounty_bay": {"undead": 1},
                              "fire_river": {"orc": 1}}


def test_local_information():
    """The owner in an inn, also in another's turn; no action and not one of the two Rumors."""
    state = holding("local_information", owner=1, at=["monarch_city", "gryphon_inn"])
    assert (state.phase, state.mover) == ("window", 1)
    play(state, "play local_information")
    assert (state.phase, state.mover) == ("rumors_color", 1)
    play(state, "color red")
    for card in ("ancient_ruins_eagle", "wolf_pass_gate", "battle_luck", "wolf_pass_horse",
                 "blood_flats_gate"):
        play(state, f"draw {card}")
    assert hand(state, 1) == ["ancient_ruins_eagle", "blood_flats_gate", "battle_luck"]
    assert sorted(discards(state)) == ["wolf_pass_gate", "wolf_pass_horse"]
    assert state.observation(0).rumors == 0
    assert not offers(holding("local_information"), "local_information")


def test_magic_gate():
    state = play(holding("magic_gate"), "play magic_gate")
    assert "to monarch_city" in options(state)
    assert "to gryphon_inn" in options(state)
    assert "to dancing_stone" not in options(state)
    play(state, "to gryphon_inn")
    assert LOCATIONS.index("gryphon_inn") in state.observation(0).gates


def test_militia_secures_area():
    state = holding("militia_secures_area", stage="night", known=["ds_02"])
    play(state, "play militia_secures_area")
    assert options(state) == ["half 1", "half 2"]
    play(state, "half 2")
    assert minions(state) == {"crystal_hills": {"dragonkin": 1}, "raven_forest": {"demon": 1}}
    # not against patrols
    assert holding("militia_secures_area", stage="night", known=["ds_50"]).phase == "day_action"


def test_spell_of_purity():
    state = holding("spell_of_purity", crystals={"fire_river": 3, "wolf_pass": 1})
    play(state, "play spell_of_purity", "to fire_river")
    assert crystals(state) == {"wolf_pass": 1}
    assert not offers(holding("spell_of_purity"), "spell_of_purity")


def test_spy_in_the_camp():
    """The general does not heal at this turn end; his clock stays run out."""
    wounded = {"gorgutt": ("thorny_woods", 3, 2), "varkolak": ("dark_woods", 2, 2)}
    state = holding("spy_in_the_camp", stage="turn_end", generals=wounded, number=5)
    play(state, "play spy_in_the_camp")
    assert options(state) == ["general gorgutt", "general varkolak"]
    play(state, "general gorgutt")
    assert (general(state, "gorgutt").life, general(state, "varkolak").life) == (3, 3)
    assert general(state, "gorgutt").clock == 2
    none = holding("spy_in_the_camp", stage="turn_end", number=5)
    assert none.phase == "day_action"


@pytest.mark.parametrize("card", ["ds_02", "ds_47"])
def test_strong_defenses(card):
    """Regular cards and patrols alike; only where the general would move."""
    state = holding("strong_defenses", stage="night", known=[card])
    play(state, "play strong_defenses")
    assert general_place(state, "balazarg") == "scorpion_canyon"
    assert supply(state)["demon"] == 25
    still = holding("strong_defenses", stage="night", known=["ds_04"])
    assert still.phase == "day_action"  # Balazarg is not there yet


def test_strong_defenses_against_a_move_only_card():
    state = holding("strong_defenses", stage="night", known=["ds_53", "ds_37"],
                    generals={"balazarg": ("scorpion_canyon", 0, 0)})
    assert state.phase == "window"
    assert not state.observation(0).full
    play(state, "play strong_defenses")
    assert general_place(state, "varkolak") == "dark_woods"


# ---------------------------------------------------------------- windows


def test_window_order_and_restart():
    """Seat order from the active player; after a play it starts again; a pass is final for now."""
    state = holding("hammer_of_valor", seats=3, owner=1, active=2, at=["monarch_city"] * 3)
    assert (state.phase, state.mover) == ("window", 1)
    state = arranged(3, heroes=["rogue", "wizard", "cleric"], active=2, hands=[
        ["hammer_of_valor"], ["magic_gate"], ["spell_of_purity"]], crystals={"fire_river": 1})
    assert (state.mover, state.observation(0).detail) == (0, "W1")
    play(state, "pass")
    assert state.mover == 1
    play(state, "play magic_gate", "to fire_river")
    assert state.mover == 0  # asked again
    play(state, "pass")
    assert (state.phase, state.mover) == ("day_action", 2)
    assert "play spell_of_purity" in options(state)
    play(state, "end")
    assert (state.phase, state.mover, state.observation(0).detail) == ("window", 2, "W2")


@pytest.mark.parametrize(("windows", "asked"), [("full", True), ("lean", False)])
def test_lean_windows_ask_once_a_day(windows, asked):
    state = holding("hammer_of_valor", owner=1, game={"windows": windows})
    assert state.phase == "window"
    play(state, "pass", "walk", "to wolf_pass")
    assert (state.phase == "window") == asked


def test_all_six_windows_are_met():
    """A33: W1 to W6 of one turn, for a seat with a card that may be played at any time."""
    state = arranged(heroes=["rogue", "wizard"], hands=[(), ["hammer_of_valor"]], stage="turn",
                     at=["wolf_pass", "monarch_city"], known=["ds_02"])
    seen = []
    while state.observation(0).number == 2:
        if state.phase == "window":
            seen.append(state.observation(0).detail)
            state.play("pass")
        elif state.phase == "day_action":
            state.play("end")
        else:
            state.play(options(state)[0])
    assert seen == ["W1", "W2", "W3", "W4", "W5", "W6"]


def test_a_seat_with_nothing_to_play_is_never_asked():
    state = holding("militia_secures_area", "battle_luck", "spy_in_the_camp", owner=1)
    assert state.phase == "day_action"


def test_a_card_saved_by_a_hand_limit_window():
    """W3 comes before the hand limit: a play may bring the hand down."""
    ten = CARDS[:10]
    state = arranged(heroes=["paladin", "wizard"], at=["fire_river"] * 2, stage="evening",
                     hands=[[*ten[:9], "magic_gate"], ()])
    play(state, "draw wolf_pass_gate", "draw wolf_pass_horse")
    assert state.observation(0).detail == "W3"
    play(state, "play magic_gate", "to fire_river")
    assert state.phase == "hand_limit"
    assert len(seat(state).hand) == 11

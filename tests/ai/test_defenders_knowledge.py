"""What searches know of Defenders: odds, threats, plans; a team that follows them wins games."""

import math
from importlib.resources import files

import numpy as np
import pytest
from defenders_kit import BOX, arranged, pass_windows, play
from walks import walk

from ai import knowledge
from ai.knowledge.defenders import DefendersPolicy
from ai.knowledge.defenders_value import dusks, inputs
from ai.policy import Policy, run_playouts
from core.defenders.components import COLOURS
from core.game import load
from core.rng import Stream

LAIRS = {"balazarg": "scorpion_canyon", "gorgutt": "thorny_woods",
         "sapphire": "blizzard_mountains", "varkolak": "dark_woods"}  # fmt: skip
TAINTED = ("ghost_marsh", "ancient_ruins", "serpent_swamp", "pleasant_hill", "wolf_pass",
           "heavens_glade", "dark_woods", "raven_forest")  # fmt: skip
LOST = ("roll_d3", "roll_d6", "lose_cards")  # the penalty has begun
CARDS = {
    "balazarg": ["cursed_plateau_gate", "ghost_marsh_gate", "pleasant_hill_horse"],
    "gorgutt": ["raven_forest_gate", "thorny_woods_horse", "wyvern_forest_eagle"],
    "sapphire": ["wolf_pass_gate", "crystal_hills_gate", "bounty_bay_horse"],
    "varkolak": ["fire_river_gate", "dark_woods_horse", "seabird_port_eagle"],
}
MORE = {
    "balazarg": ["serpent_swamp_gate", "ancient_ruins_eagle"],
    "gorgutt": ["heavens_glade_gate", "gryphon_forest_eagle"],
    "sapphire": ["eagle_peak_pass_gate", "amarak_peak_eagle"],
    "varkolak": ["enchanted_glade_gate", "mermaid_harbor_eagle"],
}


def best(state):
    """Return the best answer by the policy, in notation."""
    found = DefendersPolicy(state.setup).weigh(state)
    return state.text(max(found, key=found.get))


def lair(general, life, heroes, hands, **position):
    """Return a position with all heroes before a general of so much life."""
    heroes = list(heroes)
    return arranged(
        len(heroes), heroes=heroes, at=[LAIRS[general]] * len(heroes), hands=hands,
        generals={general: (LAIRS[general], life, 0)}, **position,
    )  # fmt: skip


def killing(state, general, policy):
    """Return the chance that a battle kills, all dice enumerated, all answers the policy's."""
    view = state.observation(0)
    if view.defeated or not view.battle or state.phase in LOST:
        return float(view.defeated)
    if state.is_chance:
        return math.fsum(
            probability * killing(after(state, action), general, policy)
            for action, probability in state.chance_outcomes())
    found = policy.weigh(state)
    return killing(after(state, max(found, key=found.get)), general, policy)


def after(state, action):
    child = state.clone()
    child.play(action)
    return child


BATTLES = [
    pytest.param("balazarg", 2, ("cleric",), {}, id="corruption"),
    pytest.param("balazarg", 3, ("cleric", "rogue"), {}, id="corruption in a group"),
    pytest.param("gorgutt", 2, ("cleric",), {}, id="parry"),
    pytest.param("gorgutt", 2, ("cleric", "rogue"), {}, id="parry in a group"),
    pytest.param("gorgutt", 3, ("ranger",), {}, id="parry in the woods"),
    pytest.param("gorgutt", 3, ("ranger",), {"rewards": [["amulet_of_the_gods"]]},
                 id="ones that hit and parry"),
    pytest.param("sapphire", 2, ("dwarf", "cleric"), {}, id="dragon slayer"),
    pytest.param("sapphire", 3, ("sorceress",), {"shapes": ["dragonkin"]}, id="ambush"),
    pytest.param("sapphire", 2, ("eagle_rider", "cleric"), {}, id="ground attack"),
    pytest.param("sapphire", 2, ("eagle_rider", "cleric"), {"sky": [True, False]}, id="sky"),
    pytest.param("gorgutt", 3, ("eagle_rider",), {}, id="ground attack against parry"),
    pytest.param("balazarg", 2, ("eagle_rider", "rogue"), {}, id="ground attack and corruption"),
    pytest.param("varkolak", 3, ("ranger", "dwarf"),
                 {"rewards": [["unicorn_steed"], ["amulet_of_the_gods"]]}, id="no re-rolls"),
    pytest.param("sapphire", 2, ("cleric", "rogue"), {"rewards": [["unicorn_steed"], []]},
                 id="unicorn"),
    pytest.param("varkolak", 3, ("cleric",), {"rewards": [["find_magic_gate"]]}, id="more dice"),
]


@pytest.mark.parametrize(("general", "life", "heroes", "position"), BATTLES)
def test_the_odds_of_killing_a_general_are_exact(general, life, heroes, position):
    """Against all rolls enumerated by the rules, the battle led by the policy."""
    hands = [MORE[general] if i else CARDS[general] for i in range(len(heroes))]
    state = lair(general, life, heroes, hands, **position)
    evaluator = knowledge.evaluator(state.setup)
    foretold = evaluator.odds(state, general)
    state = pass_windows(play(state, "challenge"))
    policy = DefendersPolicy(state.setup)
    assert 0 < foretold < 0.985
    assert killing(state, general, policy) == pytest.approx(foretold, abs=1e-12)


def test_the_odds_in_a_battle_are_those_of_what_is_left_of_it():
    state = lair("varkolak", 3, ("cleric", "rogue"), [CARDS["varkolak"], MORE["varkolak"]])
    evaluator = knowledge.evaluator(state.setup)
    policy = DefendersPolicy(state.setup)
    before = evaluator.odds(state, "varkolak")
    state = play(state, "challenge")
    while state.phase == "commit":
        assert evaluator.odds(state, "varkolak") == pytest.approx(before, abs=1e-12)
        state.play(best(state))
    assert state.phase == "next_attacker"
    assert evaluator.odds(state, "varkolak") == pytest.approx(before, abs=1e-12)
    state.play(best(state))
    assert killing(state, "varkolak", policy) == pytest.approx(before, abs=1e-12)


def test_one_seat_alone_has_worse_odds_than_the_team():
    state = lair("sapphire", 4, ("cleric", "rogue"), [CARDS["sapphire"], MORE["sapphire"]])
    evaluator = knowledge.evaluator(state.setup)
    assert evaluator.odds(state, "sapphire", [0]) < evaluator.odds(state, "sapphire")
    assert evaluator.odds(state, "sapphire", []) == 0.0
    with pytest.raises(ValueError, match="gandalf"):
        evaluator.odds(state, "gandalf")


def test_battle_luck_is_counted_and_kept_for_the_roll():
    hand = [*CARDS["sapphire"], "battle_luck"]
    state = lair("sapphire", 3, ("cleric",), [hand])
    plain = lair("sapphire", 3, ("cleric",), [CARDS["sapphire"]])
    evaluator = knowledge.evaluator(state.setup)
    foretold = evaluator.odds(state, "sapphire")
    assert foretold > evaluator.odds(plain, "sapphire")
    state = play(state, "challenge")
    policy = DefendersPolicy(state.setup)
    assert killing(state, "sapphire", policy) == pytest.approx(foretold, abs=1e-12)


# ---------------------------------------------------------------- the policy


def test_a_general_is_challenged_where_the_odds_are_good():
    hand = [*CARDS["varkolak"], "land_of_amazons_gate", "mermaid_harbor_eagle"]
    assert best(lair("varkolak", 1, ("cleric",), [hand])) == "challenge"
    assert best(lair("varkolak", 5, ("cleric",), [CARDS["varkolak"][:1]])) != "challenge"


def test_a_full_place_is_fought_before_a_lonely_minion():
    state = arranged(
        1, heroes=["paladin"], at=["dancing_stone"],
        minions={"orc_valley": {"demon": 3}, "whispering_woods": {"orc": 1}},
        quests=["undead_hunter"],
    )  # fmt: skip
    assert best(state) in ("walk", "steed")
    state.play("walk")
    assert best(state) == "to orc_valley"
    state.play("to orc_valley")
    assert best(state) == "fight"


def test_a_badly_wounded_hero_heals():
    state = arranged(1, heroes=["cleric"], life=[1], at=["monarch_city"],
                     minions={"ghost_marsh": {"demon": 1}})  # fmt: skip
    assert best(state) == "heal"


def test_the_day_does_not_end_among_minions():
    state = arranged(
        1, heroes=["cleric"], life=[3], at=["father_oak_forest"], actions=1,
        minions={"father_oak_forest": {"dragonkin": 3}},
    )  # fmt: skip
    assert best(state) in ("walk", "fight")


def test_rumors_are_heard_of_a_general_who_lives():
    state = arranged(1, heroes=["rogue"], at=["chimera_inn"],
                     generals={"gorgutt": ("", 0, 0), "varkolak": ("", 0, 0)})  # fmt: skip
    state.play("rumors")
    assert best(state) in ("color red", "color blue")


def test_a_move_that_loses_the_game_is_cancelled():
    state = arranged(
        2, stage="night", hands=[["strong_defenses"], []], known=["ds_11"],
        generals={"balazarg": ("bounty_bay", 6, 0)},
    )  # fmt: skip
    assert best(pass_windows(state) if state.phase == "window" and not state.observation(0).card
                else state) == "play strong_defenses"


def test_cards_of_dead_generals_go_first():
    hand = ["fire_river_gate", "cursed_plateau_gate", "ghost_marsh_gate", "pleasant_hill_horse",
            "serpent_swamp_gate", "windy_pass_gate", "withered_hills_gate", "orc_valley_gate",
            "blood_flats_gate", "ancient_ruins_horse"]  # fmt: skip
    state = arranged(1, heroes=["cleric"], stage="evening", hands=[hand],
                     generals={"varkolak": ("", 0, 0)})  # fmt: skip
    stream = Stream("draw")
    while state.phase != "hand_limit":
        state.play(state.sample(stream) if state.is_chance else "pass")
    card = next(card for card in BOX.cards if card.id == best(state).removeprefix("card "))
    assert COLOURS[card.colour] == "black"


def test_every_question_gets_weights():
    """Most questions of section 14 come up, and each answer has a weight."""
    seen = set()
    for players in (1, 2, 3, 4):
        for seed in range(25):
            state = load("defenders", players=players, seed=seed,
                         heroes="random" if seed % 2 else "choose")
            policy, stream = DefendersPolicy(state.setup), Stream("weights", seed)
            while not state.is_terminal:
                if state.is_chance:
                    state.play(state.sample(stream))
                    continue
                seen.add(state.phase)
                weights = policy.weigh(state)
                assert list(weights) == state.legal_actions()
                assert all(math.isfinite(weight) for weight in weights.values())
                state.play(policy.choose(state, stream))
    assert seen >= {
        "hero_choice", "style", "shape", "day_action", "card", "target", "rumors_color", "reroll",
        "commit", "next_attacker", "lose_cards", "turn_undead", "hand_limit", "wisdom", "window",
        "window_target", "envoy",
    }  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_policy_wins_games_and_random_play_does_not(players):
    state = load("defenders", players=players, windows="lean")
    policy = knowledge.policy(state.setup)
    assert run_playouts(state, policy, Stream("wins"), 300)[1][0] > 0.05
    assert run_playouts(state, Policy(), Stream("wins"), 300)[1][0] == 0.0


def test_unknown_weights_are_refused():
    setup = load("defenders", players=2).setup
    with pytest.raises(ValueError, match="weights: one, two"):
        DefendersPolicy(setup, {"courage": 1.0})


# ---------------------------------------------------------------- the evaluator


def test_a_better_position_is_worth_more():
    plain = arranged(2, minions={"ghost_marsh": {"demon": 1}})
    value = knowledge.evaluator(plain.setup).evaluate(plain)[0]
    for better in (
        arranged(2, minions={"ghost_marsh": {"demon": 1}}, generals={"gorgutt": ("", 0, 0)}),
        arranged(2, minions={"ghost_marsh": {"demon": 1}},
                 hands=[CARDS["balazarg"] + CARDS["sapphire"], CARDS["gorgutt"]]),
    ):
        assert knowledge.evaluator(plain.setup).evaluate(better)[0] > value
    for worse in (
        arranged(2, minions={"ghost_marsh": {"demon": 1}},
                 generals={"balazarg": ("bounty_bay", 6, 0)}),
        arranged(2, minions={"ghost_marsh": {"demon": 1}}, crystals=dict.fromkeys(TAINTED, 1)),
        arranged(2, minions=dict.fromkeys(TAINTED, {"demon": 2})),
    ):
        assert knowledge.evaluator(plain.setup).evaluate(worse)[0] < value


def test_a_battle_is_worth_its_two_ends():
    """Good odds are worth more than bad ones; a lost battle for the last general loses not all."""
    dead = dict.fromkeys(LAIRS, ("", 0, 0))

    def last_battle(life):
        state = arranged(1, heroes=["dwarf"], at=["blizzard_mountains"], hands=[CARDS["sapphire"]],
                         generals=dead | {"sapphire": ("blizzard_mountains", life, 0)})  # fmt: skip
        state.play("challenge")
        return state

    state = lair("sapphire", 2, ("dwarf",), [CARDS["sapphire"]])
    state.play("challenge")
    good, bad = last_battle(2), last_battle(4)
    evaluator = knowledge.evaluator(state.setup)
    assert evaluator.odds(bad, "sapphire") < evaluator.odds(good, "sapphire")
    assert evaluator.odds(good, "sapphire") < evaluator.evaluate(good)[0] < 1.0
    assert evaluator.evaluate(bad)[0] < evaluator.evaluate(good)[0]
    assert evaluator.evaluate(state)[0] < evaluator.evaluate(good)[0]


def test_the_team_shares_one_value_and_the_champion_a_little_more():
    for objective in ("team", "champion"):
        state = load("defenders", players=3, seed=2, objective=objective)
        evaluator = knowledge.evaluator(state.setup)
        for at in walk(state, 5):
            values = evaluator.evaluate(at)
            assert all(0.0 <= value <= 1.0 for value in values)
            if objective == "team":
                assert len(set(values)) == 1
            else:
                champions = at.champions()
                assert {values.index(max(values)), *champions} == set(champions)
                assert max(values) - min(values) <= 0.25


def test_the_network_judges_at_dusk():
    """A playout is cut off when the first card of an Evening is to be drawn, once a turn."""
    state = load("defenders", players=3, seed=4, windows="lean")
    evaluator, seen, stream = knowledge.evaluator(state.setup), [], Stream(4)
    policy = knowledge.policy(state.setup)
    while not state.is_terminal:
        if evaluator.boundary(state):
            view = state.observation(0)
            assert state.is_chance and view.phase == "draw_card"
            seen.append(view.number)
        assert evaluator.quiet(state)
        state.play(state.sample(stream) if state.is_chance else policy.choose(state, stream))
    assert len(seen) > 10
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_network_foretells_how_games_of_the_policy_end(players):
    """Against games it has not learned from: by far better than the share of games won alone."""
    state = load("defenders", players=players, windows="lean")
    policy = knowledge.policy(state.setup)
    width, _ = inputs()
    rows, won = np.zeros((4000, width), np.uint8), np.zeros(4000, np.uint8)
    dusks(state, policy, Stream("unseen", players), rows, won, 60)
    with (files("ai.knowledge") / "defenders_net.npz").open("rb") as file:
        net = {name: part.astype(float) for name, part in np.load(file).items()}
    hidden = np.maximum(rows / 100 @ net["first"] + net["bias"], 0.0)
    chance = 1.0 / (1.0 + np.exp(-(hidden @ net["second"] + net["last"])))
    assert abs(chance.mean() - won.mean()) < 0.06
    assert ((chance - won) ** 2).mean() < 0.9 * won.var()


def test_the_network_counts_as_its_file_says():
    """The evaluator at dusk against the same sums by numpy."""
    state = load("defenders", players=2, windows="lean")
    rows, won = np.zeros((1, inputs()[0]), np.uint8), np.zeros(1, np.uint8)
    evaluator, policy, stream = (
        knowledge.evaluator(state.setup), knowledge.policy(state.setup), Stream(1)
    )  # fmt: skip
    while not evaluator.boundary(state):
        state.play(state.sample(stream) if state.is_chance else policy.choose(state, stream))
    flat = [np.zeros(inputs(), np.float32), np.zeros(inputs()[1], np.float32),
            np.zeros(inputs()[1], np.float32), np.full(1, 1.5, np.float32)]  # fmt: skip
    evaluator.set_net(*flat)
    assert evaluator.evaluate(state)[0] == pytest.approx(1.0 / (1.0 + np.exp(-1.5)))
    flat[1][:] = 1.0
    flat[2][:3] = [0.5, -0.25, 1.0]
    evaluator.set_net(*flat)
    assert evaluator.evaluate(state)[0] == pytest.approx(1.0 / (1.0 + np.exp(-2.75)))
    with pytest.raises(ValueError, match="inputs and"):
        evaluator.set_net(flat[0][1:], *flat[1:])
    with pytest.raises(ValueError, match="expected"):
        dusks(state, policy, stream, rows[:, 1:].copy(), won, 5)

"""The test vectors T1 to T40 of rules.md, section 18."""

from collections import Counter
from itertools import product

import pytest
from defenders_kit import (
    BOX,
    CITY_NEIGHBOURS,
    arranged,
    crystals,
    general,
    general_place,
    hand,
    hits,
    minions,
    night,
    odds,
    options,
    place,
    play,
    seat,
    supply,
)
from walks import walk

from core.defenders.components import LOCATIONS, QUESTS
from core.game import load

ALL_QUESTS = list(QUESTS)


def scored(pairs):
    """Return a position in which players have so many quests and general cards."""
    rewards, spare = [], list(ALL_QUESTS)
    for quests, _ in pairs:
        rewards.append([spare.pop() for _ in range(quests)])
    taken = [generals for _, generals in pairs]
    fallen = ("balazarg", "gorgutt", "sapphire", "varkolak")[: sum(taken)]
    starts = {general.id: LOCATIONS[general.path[0]] for general in BOX.generals}
    return arranged(len(pairs), quests=spare[: len(pairs)], rewards=rewards, taken=taken,
                    generals={name: (starts[name], 0, 0) for name in fallen})


def test_t1():
    state = scored([(6, 2), (4, 1), (5, 0), (3, 1)])
    assert state.scores() == [8, 5, 5, 4]
    assert state.champions() == [0]


def test_t2():
    state = scored([(4, 1), (5, 0)])
    assert state.scores() == [5, 5]
    assert state.champions() == [1]
    assert scored([(4, 1), (4, 1)]).champions() == [0, 1]


def after_setup(seed, **game):
    for state in walk(load("defenders", players=3, seed=seed, **game), seed):
        if state.observation(0).number:
            return state
    raise AssertionError("set-up never ends")


@pytest.mark.parametrize("seed", range(25))
def test_t3(seed):
    """D18: what the set-up leaves on the map."""
    state = after_setup(seed)
    crowds = minions(state)
    starts = {LOCATIONS[general.path[0]]: general for general in BOX.generals}
    assert all(sum(crowds[start].values()) == 3 for start in starts)
    others = [sum(crowd.values()) for where, crowd in crowds.items() if where not in starts]
    assert sum(others) == 18
    assert 6 <= len(others) <= 12
    assert crystals(state)["scorpion_canyon"] == 1
    assert len(state.observation(0).dark) == 56
    for where, crowd in crowds.items():
        colour = BOX.locations[LOCATIONS.index(where)].colour
        assert list(crowd) == [("demon", "orc", "dragonkin", "undead")[colour]]


def test_t4():
    for seed in range(5):
        state = after_setup(seed, easier_setup=True)
        assert sum(sum(crowd.values()) for crowd in minions(state).values()) == 24


def test_t5():
    state = load("defenders", heroes="cleric")
    while state.phase != "draw_dark":
        state.play(options(state)[0])
    play(state, "dark ds_11")
    assert minions(state)["father_oak_forest"] == {"orc": 2}
    assert minions(state)["orc_valley"] == {"demon": 2}


def test_t6():
    state = arranged(at=["raven_forest"] * 2, heroes=["rogue", "wizard"],
                     minions={"raven_forest": {"orc": 3}})
    play(state, "fight")
    assert state.observation(0).roll.dice == (0, 3, 0, 0)
    assert state.observation(0).roll.need[1] == 3
    hits(state, 2)
    assert minions(state) == {"raven_forest": {"orc": 1}}


def mixed():
    state = arranged(at=["fire_river"] * 2, heroes=["rogue", "wizard"],
                     minions={"fire_river": {"undead": 1, "dragonkin": 2}})
    play(state, "fight")
    assert state.observation(0).roll.dice == (0, 0, 2, 1)
    assert state.observation(0).roll.need[2:] == (5, 4)
    return state


def test_t7():
    state = play(mixed(), "hits 1 0", "hits 1 0")
    assert minions(state) == {"fire_river": {"dragonkin": 1}}


def test_t8():
    state = play(mixed(), "hits 0 0", "hits 0 0")
    assert minions(state) == {"fire_river": {"undead": 1, "dragonkin": 2}}


@pytest.mark.parametrize(("hero", "wounds"), [
    ("cleric", 4), ("wizard", 4), ("paladin", 2), ("rogue", 1), ("dwarf", 3)])
def test_t9(hero, wounds):
    # the Cleric's undead have nowhere to go: all around is full
    full = {where: {"orc": 3} for where in ("raven_forest", "pleasant_hill", "bounty_bay",
                                            "dragons_teeth_range", "fire_river")}
    state = arranged(heroes=[hero, "ranger"], at=["angel_tear_falls", "monarch_city"],
                     stage="day_end", minions={"angel_tear_falls": {"undead": 2, "orc": 1}, **full})
    assert seat(state).greatest_life - seat(state).life == wounds


def test_t9_sky():
    state = arranged(heroes=["eagle_rider", "ranger"], at=["angel_tear_falls", "monarch_city"],
                     stage="day_end", sky=[True, False],
                     minions={"angel_tear_falls": {"undead": 2, "orc": 1}})
    assert seat(state).life == 4


def test_t10():
    state = night("ds_02")
    assert general_place(state, "balazarg") == "raven_forest"
    assert minions(state)["raven_forest"] == {"demon": 1}


@pytest.mark.parametrize("where", ["raven_forest", "angel_tear_falls", "bounty_bay"])
def test_t11(where):
    state = night("ds_02", generals={"balazarg": (where, 6, 0)})
    assert general_place(state, "balazarg") == where
    assert supply(state)["demon"] == 25


def test_t12():
    held = {"raven_forest": {"undead": 1}, "wyvern_forest": {"orc": 2}, "fire_river": {"orc": 1}}
    state = night("ds_50", minions=held)
    green = {place.id for place in BOX.locations if place.colour == 1} - set(held)
    expected = held | {where: {"orc": 1} for where in green} | {"windy_pass": {"undead": 1}}
    assert minions(state) == expected
    assert general_place(state, "varkolak") == "windy_pass"


def test_t13():
    state = night("ds_56", minions={"monarch_city": {"undead": 3}, "wolf_pass": {"orc": 1},
                                    "bounty_bay": {"demon": 2}})
    assert state.cause == "city"
    assert minions(state)["monarch_city"] == {"undead": 3, "orc": 1, "demon": 1}


def test_t14():
    around = {"wolf_pass": {"orc": 1}, "bounty_bay": {"demon": 2}}
    state = night("ds_56", minions={"monarch_city": {"undead": 2}, **around},
                  discard=["raven_forest_gate"], dark_discard=["ds_01"])
    assert minions(state) == {"monarch_city": {"undead": 2, "orc": 1, "demon": 1}, **around}
    assert crystals(state) == {}
    view = state.observation(0)
    assert (len(view.deck), view.discard) == (96, ())
    assert (len(view.dark), view.dark_discard) == (56, ())


def test_t15():
    state = night("ds_41", minions={"golden_oak_forest": {"orc": 3}})
    assert crystals(state) == {"golden_oak_forest": 1}
    assert minions(state) == {
        "golden_oak_forest": {"orc": 3}, "dark_woods": {"orc": 1}, "rock_bridge_pass": {"orc": 1},
        "serpent_swamp": {"demon": 1}}


def test_t16():
    state = night("ds_41", minions={"golden_oak_forest": {"orc": 3}, "dark_woods": {"undead": 3}})
    assert crystals(state) == {"golden_oak_forest": 1, "dark_woods": 1}
    assert minions(state) == {
        "golden_oak_forest": {"orc": 3}, "dark_woods": {"undead": 3},
        "rock_bridge_pass": {"orc": 1}, "serpent_swamp": {"demon": 1}}


def test_t17():
    state = night("ds_46", minions={"enchanted_glade": {"undead": 3}},
                  generals={"varkolak": ("dark_woods", 0, 0)})
    # one general defeated: a move-only card follows
    while state.is_chance:
        state.play("dark ds_53")
    assert crystals(state) == {"enchanted_glade": 1}
    assert minions(state) == {
        "enchanted_glade": {"undead": 3}, "rock_bridge_pass": {"undead": 1},
        "unicorn_forest": {"undead": 1}, "wolf_pass": {"dragonkin": 1}}


def test_t18():
    state = night("ds_01", minions={"ancient_ruins": {"demon": 2}},
                  generals={"balazarg": ("angel_tear_falls", 6, 0)})
    assert minions(state)["ancient_ruins"] == {"demon": 3}
    assert crystals(state) == {"ancient_ruins": 1}
    assert minions(state).keys() == {"ancient_ruins", "seabird_port"}


@pytest.mark.parametrize(("before", "after"), [
    ({"orc": 2}, {"orc": 2, "demon": 1}), ({"orc": 1, "demon": 1}, {"orc": 1, "demon": 2})])
def test_t19(before, after):
    state = night("ds_01", minions={"ancient_ruins": before},
                  generals={"balazarg": ("angel_tear_falls", 6, 0)})
    assert minions(state)["ancient_ruins"] == after
    assert crystals(state) == {}


def test_t20():
    state = night("ds_25", minions={"ancient_ruins": {"demon": 2}})
    assert crystals(state)["ancient_ruins"] == 2
    around = {"greenleaf_village": {"demon": 1}, "whispering_woods": {"demon": 1}}
    assert around.items() <= minions(state).items()
    assert minions(state)["ancient_ruins"] == {"demon": 3}
    assert minions(state)["heavens_glade"] == {"demon": 1, "dragonkin": 1}  # Sapphire arrives


@pytest.mark.parametrize(("per_minion", "number"), [(False, 1), (True, 2)])
def test_t21(per_minion, number):
    """A24: one overrun an instruction, or one a minion by the option."""
    state = night("ds_14", game={"overrun_per_minion": per_minion},
                  minions={"golden_oak_forest": {"orc": 3}},
                  generals={"gorgutt": ("eagle_peak_pass", 6, 0)})
    assert crystals(state) == {"golden_oak_forest": number}
    assert minions(state)["dark_woods"] == {"orc": number}


@pytest.mark.parametrize(("fallen", "cards"), [(0, (1, 0)), (1, (1, 1)), (2, (1, 1)), (3, (2, 1))])
def test_t22(fallen, cards):
    names = ("balazarg", "gorgutt", "sapphire")[:fallen]
    starts = {general.id: LOCATIONS[general.path[0]] for general in BOX.generals}
    state = arranged(stage="night", generals={name: (starts[name], 0, 0) for name in names})
    full = Counter()
    while state.is_chance:
        full[state.observation(0).full] += 1
        state.play("dark ds_53") if full[True] + full[False] < 4 else state.play("dark ds_01")
    assert (full[True], full[False]) == cards


def test_t23():
    cards = ["scorpion_canyon_eagle", "blood_flats_horse", "blood_flats_gate", "ghost_marsh_gate",
             "ghost_marsh_horse"]
    state = arranged(heroes=["rogue", "wizard"], at=["scorpion_canyon", "monarch_city"],
                     hands=[cards, ()])
    play(state, "challenge")
    for card in sorted(cards, key=[card.id for card in BOX.cards].index):
        play(state, f"card {card}")
    # in the order of the cards the first one is blood_flats_horse: one die less
    assert state.phase == "roll_corruption"
    assert odds(state) == pytest.approx({"spoiled no": 5 / 6, "spoiled yes": 1 / 6})
    play(state, "spoiled no", "spoiled no", "spoiled no", "spoiled no", "spoiled yes")
    assert state.observation(0).roll.dice[0] == 4


def gorgutt(life=6, players=2, at=None, hands=None, number=10, **position):
    position.setdefault("heroes", ["rogue", "wizard", "cleric", "dwarf"][:players])
    return arranged(players, at=at or ["thorny_woods"] * players, number=number,
                    hands=hands or [["greenleaf_village_eagle", "raven_forest_gate"],
                                    ["wyvern_forest_eagle"], (), ()][:players],
                    generals={"gorgutt": ("thorny_woods", life, 0)}, **position)


def test_t24():
    cards = ["greenleaf_village_eagle", "gryphon_forest_eagle", "raven_forest_gate",
             "wyvern_forest_eagle"]
    state = gorgutt(hands=[cards, ()], at=["thorny_woods", "monarch_city"])
    play(state, "challenge", *(f"card {card}" for card in cards))
    assert state.observation(0).roll.dice[1] == 7
    hits(state, 4, 2)
    assert general(state, "gorgutt").life == 4


def test_t25():
    """A15: one pool of hits and ones for the group."""
    state = gorgutt(hands=[["greenleaf_village_eagle", "raven_forest_gate"],
                           ["wyvern_forest_eagle", "gryphon_forest_eagle"]])
    play(state, "challenge", "card greenleaf_village_eagle", "card raven_forest_gate",
         "card gryphon_forest_eagle", "card wyvern_forest_eagle", "attack 0", "hits 3 0")
    assert general(state, "gorgutt").life == 3
    play(state, "hits 1 2")
    assert general(state, "gorgutt").life == 4
    assert [place(state, 0), place(state, 1)] == ["monarch_city"] * 2


def test_t26():
    state = night("ds_13", generals={"gorgutt": ("thorny_woods", 2, 0)})
    assert general_place(state, "gorgutt") == "thorny_woods"
    state = night("ds_13", generals={"gorgutt": ("thorny_woods", 3, 0)})
    assert general_place(state, "gorgutt") == "amarak_peak"


def fought(net, life=6):
    """Four players, Gorgutt in turn 10; net hits by the first one alone."""
    cards = ["greenleaf_village_eagle", "gryphon_forest_eagle"]
    state = gorgutt(life, players=4, hands=[cards, (), (), ()],
                    at=["thorny_woods", "monarch_city", "monarch_city", "monarch_city"])
    play(state, "challenge", *(f"card {card}" for card in cards), f"hits {net} 0")
    return state


def lives(state, turns):
    """Return the life of Gorgutt after each of some turns in which nothing happens."""
    found = {}
    while len(found) < turns:
        number = state.observation(0).number
        if state.phase == "day_action":
            state.play("end")
        elif state.phase == "draw_dark":
            quiet = "dark ds_53"
            state.play(quiet if quiet in options(state) else options(state)[0])
        elif state.is_chance:
            state.play(options(state)[0])
        else:
            state.play(options(state)[-1])
        if state.observation(0).number > number:
            found[number] = general(state, "gorgutt").life
    return found


def test_t27():
    state = fought(2)
    assert general(state, "gorgutt").life == 4
    assert lives(state, 3) == {10: 4, 11: 5, 12: 6}


def test_t28():
    state = fought(4)
    assert lives(state, 8) == {10: 2, 11: 2, 12: 2, 13: 2, 14: 3, 15: 4, 16: 5, 17: 6}


def test_t29():
    state = arranged(heroes=["rogue", "wizard"], at=["blizzard_mountains", "monarch_city"],
                     hands=[["amarak_peak_eagle", "wolf_pass_gate"], ()])
    play(state, "challenge", "card amarak_peak_eagle", "card wolf_pass_gate", "hits 3 0")
    assert general(state, "sapphire").life == 4
    assert general(state, "sapphire").clock == 0
    assert seat(state).life == 3
    assert state.phase == "roll_d6"


def test_t30():
    cards = ["greenleaf_village_eagle", "raven_forest_gate", "wyvern_forest_horse"]
    state = gorgutt(hands=[cards, ()], at=["thorny_woods", "monarch_city"])
    play(state, "challenge", *(f"card {card}" for card in cards))
    assert state.observation(0).roll.dice[1] == 4


def test_t31():
    state = arranged(at=["fire_river", "monarch_city"], heroes=["rogue", "wizard"],
                     quests=["war_banner_of_valor", "raids"])
    play(state, "quest_step")
    assert odds(state)["success yes"] == pytest.approx(19 / 27)


@pytest.mark.parametrize(("hero", "verb", "chance"), [
    ("rogue", "heal_land", 5 / 9), ("sorceress", "heal_land", 19 / 27),
    ("cleric", "sanctify", 1 / 3)])
def test_t32(hero, verb, chance):
    """A30: Sanctify Land rolls one die."""
    state = arranged(at=["fire_river", "monarch_city"], heroes=[hero, "wizard"],
                     crystals={"fire_river": 1}, hands=[["dark_woods_gate"], ()])
    play(state, verb)
    assert odds(state)["success yes"] == pytest.approx(chance)


def test_t33():
    for second, kept in (("fire_river_gate", 1), ("battle_luck", 2)):
        state = arranged(at=["chimera_inn", "monarch_city"], heroes=["cleric", "wizard"])
        play(state, "rumors", "color green", "draw raven_forest_gate", f"draw {second}")
        assert len(hand(state)) == kept
        assert ("fire_river_gate" in hand(state)) is False


@pytest.mark.parametrize(("where", "life"), [("chimera_inn", 5), ("fire_river", 4)])
def test_t34(where, life):
    state = arranged(at=[where, "monarch_city"], heroes=["ranger", "wizard"], life=[2, 5],
                     actions=2)
    play(state, "heal")
    assert seat(state).life == life
    assert state.observation(0).actions == 1


def test_t35():
    nine = [card.id for card in BOX.cards[:9]]
    state = arranged(at=["fire_river", "monarch_city"], heroes=["ranger", "wizard"],
                     hands=[nine, ()], stage="evening")
    play(state, "draw wolf_pass_gate", "draw wolf_pass_horse")
    assert len(hand(state)) == 11
    assert state.phase == "hand_limit"
    play(state, "card wolf_pass_gate")
    assert len(hand(state)) == 10


def test_t36():
    lands = [place.id for place in BOX.locations if place.kind == "land"]
    full = {where: {"orc": 1} for where in lands[:25]}
    full.pop("gryphon_forest", None)
    for where in lands[25:]:
        if sum(sum(crowd.values()) for crowd in full.values()) < 25 and where != "gryphon_forest":
            full[where] = {"orc": 1}
    state = night("ds_37", minions=full, quests=["orc_hunter", "raids"])
    assert supply(state)["orc"] == 0
    assert state.cause == "minions"
    full.popitem()
    state = night("ds_37", minions=full, quests=["orc_hunter", "raids"], markers=[{"orc": 1}, {}])
    assert state.cause is None
    assert minions(state)["gryphon_forest"] == {"orc": 1}
    assert seat(state).markers[1] == 0


def test_t37():
    state = night("ds_41", minions={"golden_oak_forest": {"orc": 3}}, crystals={"fire_river": 11})
    assert state.cause == "crystals"


def test_t38():
    distance = {"monarch_city": 0}
    front = ["monarch_city"]
    while front:
        where = front.pop(0)
        for i in BOX.locations[LOCATIONS.index(where)].neighbours:
            if LOCATIONS[i] not in distance:
                distance[LOCATIONS[i]] = distance[where] + 1
                front.append(LOCATIONS[i])
    starts = ("dark_woods", "scorpion_canyon", "thorny_woods", "blizzard_mountains")
    assert [distance[name] for name in starts] == [4] * 4
    assert distance["eagle_nest_inn"] == 5
    assert len(distance) == 45


def test_t39():
    state = arranged(heroes=["cleric", "wizard"], hands=[["fire_river_horse"], ()])
    play(state, "horse")
    assert "to seabird_port" in options(state)
    assert "to windy_pass" not in options(state)
    assert {f"to {name}" for name in CITY_NEIGHBOURS} <= set(options(state))
    assert "to monarch_city" not in options(state)


def test_t40():
    state = night("ds_51", minions={"wolf_pass": {"orc": 1}, "fire_river": {"orc": 1, "undead": 1},
                                    "bounty_bay": {"orc": 2}, "monarch_city": {"orc": 1}})
    assert minions(state) == {
        "wolf_pass": {"orc": 2}, "fire_river": {"orc": 1, "undead": 1}, "bounty_bay": {"orc": 2},
        "monarch_city": {"orc": 2}}


def test_the_map_has_the_edges_of_the_rules():
    edges = {frozenset((i, j)) for i, j in product(range(45), range(45))
             if j in BOX.locations[i].neighbours}
    assert len(edges) == 74

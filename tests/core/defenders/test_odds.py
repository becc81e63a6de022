"""Odds of rolls and Nights of Defenders against odds counted by hand."""

import itertools
from math import comb

import pytest
from defenders_kit import BOX, DARK, arranged, night, options, pass_windows, play

from core.defenders.components import LOCATIONS
from core.defenders.odds import night_odds, roll_odds


def hits_of(dice, need):
    """Return the chance of each number of hits."""
    hit = max(0, min(7 - need, 6)) / 6
    return [comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1)]


def at_least(dice, need, hits):
    return sum(hits_of(dice, need)[hits:])


def after_reroll(need):
    """Return the chance that a die hits, rolled again once if it fails."""
    hit = (7 - need) / 6
    return 1 - (1 - hit) ** 2


def found(state, *texts):
    """Return the odds of the way that begins with these decisions."""
    for one in roll_odds(state):
        after, told = state.clone(), []
        for action in one.actions:
            told.append(after.text(action))
            after.play(action)
        if tuple(told[:len(texts)]) == texts:
            return one
    raise AssertionError(f"no way {texts}")


def day(players=1, **position):
    return pass_windows(arranged(players, **position))


def cards_of(general, count):
    """Return so many cards of a general with one die each."""
    return [card.id for card in BOX.cards if card.general == general and card.dice == 1][:count]


# ---------------------------------------------------------------------- minions, checks


def test_odds_of_minions():
    """D38, D39: one die each, orcs on 3, dragonkin on 5."""
    state = day(heroes=["rogue"], at=["wolf_pass"], minions={"wolf_pass": {
        "orc": 2, "dragonkin": 1}})
    one = found(state, "fight")
    assert one.success == pytest.approx((4 / 6) ** 2 * 2 / 6)
    assert one.mean == pytest.approx(2 * 4 / 6 + 2 / 6)
    assert one.spending is None


def test_odds_know_the_bonuses_and_the_slayer_of_dragons():
    """D83, D85."""
    cleric = day(heroes=["cleric"], at=["wolf_pass"], minions={"wolf_pass": {"undead": 3}})
    assert found(cleric, "fight").success == pytest.approx((4 / 6) ** 3)
    dwarf = day(heroes=["dwarf"], at=["wolf_pass"], minions={"wolf_pass": {"dragonkin": 3}})
    assert found(dwarf, "fight").success == pytest.approx(after_reroll(5) ** 3)


def test_odds_of_a_ground_attack():
    """D89: all dice or none; he rolls again whenever some die has failed."""
    state = day(heroes=["eagle_rider"], at=["wolf_pass"], sky=[False],
                minions={"wolf_pass": {"demon": 2}})
    assert found(state, "fight").success == pytest.approx(1 / 4 + 3 / 4 / 4)


def test_odds_with_battle_luck():
    """D41, D79: the card is left out of the odds, and named beside them."""
    state = day(2, heroes=["rogue", "cleric"], at=["wolf_pass", "monarch_city"],
                hands=[[], ["battle_luck"]], minions={"wolf_pass": {"orc": 2}})
    one = found(state, "fight")
    assert one.success == pytest.approx((4 / 6) ** 2)
    assert one.spending[0] == pytest.approx(after_reroll(3) ** 2)


def test_odds_between_roll_and_reroll():
    state = day(heroes=["dwarf"], at=["wolf_pass"], minions={"wolf_pass": {"dragonkin": 2}})
    play(state, "fight", "hits 1 0")
    assert found(state, "reroll slayer").success == pytest.approx(1 / 3)
    assert found(state, "stop").success == 0
    assert found(state, "stop").mean == 1


def test_odds_of_archery_and_fireball():
    """D87: without Woods Lore. D86: 2 or more."""
    ranger = day(heroes=["ranger"], at=["greenleaf_village"], minions={
        "monarch_city": {"orc": 1}, "dancing_stone": {"undead": 2}})
    assert found(ranger, "archery", "to monarch_city").success == pytest.approx(4 / 6)
    assert found(ranger, "archery", "to dancing_stone").success == pytest.approx(1 / 4)
    assert found(play(ranger, "archery"), "to dancing_stone").success == pytest.approx(1 / 4)
    wizard = day(heroes=["wizard"], at=["wolf_pass"], minions={"wolf_pass": {"orc": 3}},
                 hands=[["raven_forest_gate"]])
    assert found(wizard, "fireball").success == pytest.approx((5 / 6) ** 3)


def test_odds_of_a_sure_attack():
    """D81, D86: with the Amulet a Fireball needs a 1, and no die is rolled."""
    state = day(heroes=["wizard"], at=["wolf_pass"], minions={"wolf_pass": {"orc": 3}},
                hands=[["raven_forest_gate"]], rewards=[["amulet_of_the_gods"]],
                quests=["helm_of_power"])
    one = found(state, "fireball")
    assert (one.success, one.mean) == (1, 3)


def test_odds_of_checks():
    """T31, T32."""
    state = day(heroes=["sorceress"], at=["fire_river"], quests=["war_banner_of_valor"],
                crystals={"fire_river": 1}, hands=[["fire_river_gate"]])
    assert found(state, "heal_land").success == pytest.approx(19 / 27)
    assert found(state, "quest_step").success == pytest.approx(1 - (4 / 6) ** 4)
    cleric = day(heroes=["cleric"], at=["fire_river"], crystals={"fire_river": 1},
                 quests=["war_banner_of_valor"])
    assert found(cleric, "sanctify").success == pytest.approx(1 / 3)
    assert found(cleric, "quest_step").success == pytest.approx(19 / 27)


def test_where_nothing_can_be_rolled():
    assert roll_odds(day()) == []
    assert roll_odds(arranged(1, stage="evening")) == []


# ---------------------------------------------------------------------- generals


@pytest.mark.parametrize(("general", "start", "need", "life"), [
    ("sapphire", "blizzard_mountains", 5, 4), ("varkolak", "dark_woods", 4, 5)])
def test_odds_against_a_general(general, start, need, life):
    """D50 to D55."""
    number = ["balazarg", "gorgutt", "sapphire", "varkolak"].index(general)
    state = day(heroes=["rogue"], at=[start], minions={}, hands=[cards_of(number, 7)])
    one = found(state, "challenge")
    assert one.success == pytest.approx(at_least(7, need, life))


def test_odds_under_corruption():
    """D51: a card gives its die with 5 in 6, and a die hits on 4."""
    state = day(heroes=["rogue"], at=["scorpion_canyon"], generals={
        "balazarg": ("scorpion_canyon", 2, 0)}, hands=[cards_of(0, 4)])
    hit = 5 / 6 / 2
    assert found(state, "challenge").success == pytest.approx(
        sum(comb(4, n) * hit**n * (1 - hit) ** (4 - n) for n in range(2, 5)))


def parried(dice, life):
    """Return the chance that hits on 3 to 6 less ones are so many, over all throws."""
    won = sum(sum(face >= 3 for face in faces) - faces.count(1) >= life
              for faces in itertools.product(range(1, 7), repeat=dice))
    return won / 6**dice


def test_odds_against_a_parry():
    """D53."""
    state = day(heroes=["rogue"], at=["thorny_woods"], generals={
        "gorgutt": ("thorny_woods", 3, 0)}, hands=[cards_of(1, 5)])
    assert found(state, "challenge").success == pytest.approx(parried(5, 3))


def test_odds_of_a_group():
    """D52, D53: ones of both count, but a battle ends when he is at 0."""
    state = day(2, heroes=["rogue", "cleric"], at=["thorny_woods"] * 2, generals={
        "gorgutt": ("thorny_woods", 2, 0)}, hands=[cards_of(1, 3), cards_of(1, 5)[3:]])
    won = 0
    for faces in itertools.product(range(1, 7), repeat=5):
        net = [(face >= 3) - (face == 1) for face in faces]
        won += sum(net[:3]) >= 2 or sum(net) >= 2
    small = 0
    for faces in itertools.product(range(1, 7), repeat=5):
        net = [(face >= 3) - (face == 1) for face in faces]
        small += sum(net[:2]) >= 2 or sum(net) >= 2
    one = found(state, "challenge")
    assert one.success == pytest.approx(max(won, small) / 6**5)
    alone = [each for each in roll_odds(state) if each is not one and each.success != one.success]
    assert parried(3, 2) in [pytest.approx(each.success) for each in alone]


def test_odds_at_the_commitment():
    """Each number of own cards, with and without the others to come."""
    state = day(2, heroes=["rogue", "cleric"], at=["blizzard_mountains"] * 2, generals={
        "sapphire": ("blizzard_mountains", 2, 0)}, hands=[cards_of(2, 2), cards_of(2, 5)[2:]])
    play(state, "challenge")
    assert state.phase == "commit"
    found_odds = sorted(one.success for one in roll_odds(state))
    # none of hers: he must commit one (A13); 0 + 1, 1, 2, then 0, 1, 2 of hers with his 3
    wanted = [at_least(1, 5, 2), at_least(1, 5, 2), at_least(2, 5, 2), at_least(3, 5, 2),
              at_least(4, 5, 2), at_least(5, 5, 2)]
    assert found_odds == pytest.approx(sorted(wanted))


def test_odds_of_who_attacks_next():
    state = day(2, heroes=["rogue", "cleric"], at=["dark_woods"] * 2, generals={
        "varkolak": ("dark_woods", 1, 0)}, hands=[cards_of(3, 1), cards_of(3, 2)[1:]])
    play(state, "challenge")
    while state.phase == "commit":
        state.play(state.legal_actions()[0])
    assert state.phase == "next_attacker"
    assert [one.success for one in roll_odds(state)] == pytest.approx([3 / 4, 3 / 4])


# ---------------------------------------------------------------------- the night


def test_a_known_card_is_sure():
    """T10, T15: where the next card is known, what it does is certain."""
    card = DARK[0]  # Ancient Ruins, Seabird Port; Balazarg to Raven Forest
    odds = night_odds(arranged(2, known=[card], minions={"seabird_port": {"undead": 3}}))
    assert odds.moves[0] == pytest.approx(1)
    assert odds.taints == {LOCATIONS.index("seabird_port"): pytest.approx(1)}
    assert odds.loss == 0


def counted_night(position):
    """Return losses by cause and moves of a Night, by playing every draw of it."""
    lost, moves = {}, [0.0] * 4

    def walk(state, chance, steps):
        while state.mover >= 0 and state.phase in ("window", "wisdom"):
            state.play("pass" if state.phase == "window" else "keep")
        if state.phase == "draw_dark":
            for action, probability in state.chance_outcomes():
                after = state.clone()
                after.play(action)
                walk(after, chance * probability, steps)
            return
        if state.is_terminal:
            lost[state.cause] = lost.get(state.cause, 0) + chance
        for i in range(4):
            moves[i] += chance * (state.general_view(i).step > steps[i])

    state = arranged(2, stage="night", **position)
    walk(state, 1.0, [state.general_view(i).step for i in range(4)])
    return lost, moves


@pytest.mark.parametrize("position", [
    {"minions": {"monarch_city": {"orc": 4}, "father_oak_forest": {"orc": 3}}},
    {"generals": {"gorgutt": ("orc_valley", 6, 0), "sapphire": ("greenleaf_village", 4, 0)}},
    {"generals": {"gorgutt": ("orc_valley", 2, 9), "balazarg": ("scorpion_canyon", 0, 0),
                  "varkolak": ("father_oak_forest", 5, 0)}, "heroes": ["wizard", "rogue"]},
    {"crystals": {"thorny_woods": 9, "raven_forest": 2}, "minions": {"thorny_woods": {"orc": 3}}},
    {"minions": {"thorny_woods": {"orc": 3}, "wolf_pass": {"orc": 3}, "amarak_peak": {"orc": 3},
                 "orc_valley": {"orc": 3}, "raven_forest": {"orc": 3}, "windy_pass": {"orc": 3},
                 "serpent_swamp": {"orc": 3}, "fire_river": {"orc": 3}, "ghost_marsh": {
                     "orc": 1}}},
])  # fmt: skip
def test_odds_of_a_night(position):
    """D67 to D77, D93: against all draws of the darkness deck, played one by one."""
    lost, moves = counted_night(position)
    odds = night_odds(arranged(2, **position))
    assert odds.lost == pytest.approx(lost)
    assert odds.moves == pytest.approx(moves)
    assert sum(odds.city) == pytest.approx(1)
    assert sum(odds.crystals) == pytest.approx(1)
    if len(position.get("minions", {})) > 2:
        assert "minions" in lost


def test_odds_of_a_night_change_nothing():
    state = arranged(2, hands=[["battle_strategy"], ["hammer_of_valor"]])
    before = state.key()
    assert night_odds(state) == night_odds(arranged(2))
    assert state.key() == before


def test_odds_of_a_night_that_has_begun():
    """What is left of it: a card revealed will be carried out (D68)."""
    state = night(DARK[0], hands=[["militia_secures_area"], []], minions={
        "seabird_port": {"undead": 3}})
    assert state.phase == "window"
    assert state.observation(0).detail == "W5"
    odds = night_odds(state)
    assert odds.taints == {LOCATIONS.index("seabird_port"): pytest.approx(1)}
    state.play("play militia_secures_area")
    assert options(state) == ["half 1", "half 2"]
    assert night_odds(state).taints == odds.taints


def test_where_no_night_lies_ahead():
    assert night_odds(arranged(1, stage="turn_end")) is not None  # that of the next turn
    state = arranged(2, stage="turn_end", hands=[["spy_in_the_camp"], []], generals={
        "gorgutt": ("thorny_woods", 3, 1)})
    assert state.observation(0).detail == "W6"
    assert night_odds(state) is None

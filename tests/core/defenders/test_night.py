"""Night, overruns, the ways to lose, options and chance (rules.md sections 10, 13 to 16)."""

from collections import Counter

import pytest
from defenders_kit import (
    BOX,
    arranged,
    crystals,
    general_place,
    hand,
    minions,
    night,
    odds,
    options,
    play,
    seat,
    supply,
)
from walks import walk

from core.defenders.components import HEROES, LOCATIONS
from core.errors import BadOption
from core.game import get, load
from core.rng import Stream

# ---------------------------------------------------------------- cards


def test_all_is_quiet_does_nothing_but_others_come():
    """D71, A51."""
    state = night("ds_53", "ds_37", generals={"balazarg": ("scorpion_canyon", 0, 0)})
    assert general_place(state, "varkolak") == "windy_pass"
    assert minions(state) == {"windy_pass": {"undead": 2}}


def test_patrols_as_a_move_only_card():
    """A22: only the general part."""
    state = night("ds_53", "ds_50", generals={"balazarg": ("scorpion_canyon", 0, 0)})
    assert minions(state) == {"windy_pass": {"undead": 1}}


def test_the_city_card_as_a_move_only_card():
    """A22: no minions, but the shuffling is done."""
    state = night("ds_53", "ds_56", generals={"balazarg": ("scorpion_canyon", 0, 0)},
                  minions={"wolf_pass": {"orc": 1}}, discard=["raven_forest_gate"])
    assert minions(state) == {"wolf_pass": {"orc": 1}}
    view = state.observation(0)
    assert (view.discard, len(view.dark), view.known) == ((), 56, ())


def test_the_city_card_makes_known_cards_unknown():
    state = night("ds_56", "ds_02")
    assert state.observation(0).known == ()


def test_a_placement_of_a_defeated_generals_faction_goes_on():
    """A39: no move and no minions by the general part."""
    state = night("ds_02", "ds_53", generals={"balazarg": ("scorpion_canyon", 0, 0)})
    assert minions(state) == {"crystal_hills": {"dragonkin": 1}, "mccorm_highlands": {"undead": 2}}


def test_a_generals_arrival_may_overrun():
    """D70: his minions are one placement instruction."""
    state = night("ds_01", minions={"raven_forest": {"orc": 3}})
    assert crystals(state) == {"raven_forest": 1}
    for place in ("angel_tear_falls", "blood_flats", "pleasant_hill", "scorpion_canyon"):
        assert minions(state)[place] == {"demon": 1}


def test_an_overrun_into_the_city():
    """D73, A23: the city gets its minion, and no crystal."""
    state = night("ds_34", minions={"dancing_stone": {"undead": 3}, "monarch_city": {"orc": 2}},
                  generals={"sapphire": ("heavens_glade", 4, 0)})
    assert minions(state)["monarch_city"] == {"orc": 2, "undead": 1}
    assert crystals(state) == {"dancing_stone": 1}


def test_an_overrun_brings_a_third_demon_and_its_crystal():
    """D73: by D72.2; the place overrun gets nothing back."""
    state = night("ds_13", minions={"blood_flats": {"demon": 3}, "scorpion_canyon": {"demon": 2}},
                  generals={"gorgutt": ("eagle_peak_pass", 6, 0)})
    assert crystals(state) == {"blood_flats": 1, "scorpion_canyon": 1}
    assert minions(state)["scorpion_canyon"] == {"demon": 3}
    assert minions(state)["blood_flats"] == {"demon": 3}


def test_a_tainted_land_is_overrun_again():
    """D75; a general there does not count."""
    state = night("ds_41", minions={"golden_oak_forest": {"orc": 3}},
                  crystals={"golden_oak_forest": 1})
    assert crystals(state) == {"golden_oak_forest": 2}


def test_the_marker_is_taken_from_the_card_with_most():
    """D76: a tie goes to the active player, then in seat order."""
    lands = [place.id for place in BOX.locations if place.kind == "land"
             and place.id not in ("gryphon_forest", "scorpion_canyon")]
    full = {where: {"orc": 1} for where in lands[:21]}
    state = night("ds_37", minions=full, players=3, active=1,
                  quests=["orc_hunter", "raids", "organize_militia"],
                  markers=[{"orc": 2}, {"orc": 1}, {"orc": 1}], done=[0, 0, 0b100])
    assert seat(state, 0).markers[1] == 1
    state = night("ds_37", minions=full | {lands[21]: {"orc": 1}}, players=3, active=1,
                  quests=["orc_hunter", "raids", "organize_militia"],
                  markers=[{"orc": 1}, {"orc": 1}, {"orc": 1}], done=[0, 0, 0b100])
    assert [seat(state, i).markers[1] for i in range(3)] == [1, 0, 1]
    state = night("ds_37", minions=full | {name: {"orc": 1} for name in lands[21:24]}, players=3,
                  quests=["helm_of_power", "raids", "organize_militia"],
                  markers=[{}, {}, {"orc": 1}], done=[0, 0, 0b101])
    assert seat(state, 2).done == (0,)


def test_the_darkness_deck_is_renewed():
    """D97, A56."""
    cards = [f"ds_{i:02d}" for i in range(1, 57) if i != 2]
    state = night("ds_02", dark_discard=cards, generals={"gorgutt": ("thorny_woods", 0, 0)})
    assert state.phase == "draw_dark"
    assert len(options(state)) == 54
    assert odds(state)["dark ds_53"] == pytest.approx(3 / 56)


def test_the_hero_deck_is_renewed():
    """D66: a single card left is no chance; then the discards, without purple cards."""
    rest = [card.id for card in BOX.cards for _ in range(card.count) if card.location >= 0]
    special = [card.id for card in BOX.cards for _ in range(card.count) if card.location < 0]
    rest.remove("wolf_pass_gate")
    state = arranged(stage="evening", at=["fire_river"] * 2, discard=rest, hands=[(), special])
    assert hand(state) == ["wolf_pass_gate"]
    view = state.observation(0)
    assert (view.discard, len(view.deck)) == ((), 79)
    assert len(options(state)) == 69


def test_no_card_where_both_piles_are_empty():
    """D66."""
    rest = [card.id for card in BOX.cards for _ in range(card.count)]
    state = arranged(stage="evening", at=["fire_river"] * 2, hands=[(), rest])
    assert hand(state) == []
    assert state.phase == "window"


# ---------------------------------------------------------------- the four ways to lose, D93


@pytest.mark.parametrize(("card", "name", "last"), [
    ("ds_10", "balazarg", "bounty_bay"), ("ds_22", "gorgutt", "orc_valley"),
    ("ds_34", "sapphire", "greenleaf_village"), ("ds_45", "varkolak", "father_oak_forest"),
    ("ds_24", "gorgutt", "orc_valley")])
def test_lost_by_a_general_in_the_city(card, name, last):
    full = {general.id: general.life for general in BOX.generals}
    state = night(card, generals={name: (last, full[name], 0)})
    assert state.cause == "general"
    assert state.utilities() == [0.0, 0.0]
    assert state.legal_actions() == []


def test_a_major_wound_saves_the_city():
    """D61."""
    state = night("ds_22", generals={"gorgutt": ("orc_valley", 2, 0)})
    assert state.cause is None


def test_lost_by_five_minions_in_the_city():
    state = night("ds_34", minions={"dancing_stone": {"undead": 3}, "monarch_city": {"orc": 4}})
    assert state.cause == "city"


def test_lost_by_crystals_first():
    """A32: the first condition in the order of steps; what follows is left out (D102)."""
    state = night("ds_34", minions={"dancing_stone": {"undead": 3}, "monarch_city": {"orc": 4}},
                  crystals={"fire_river": 11})
    assert state.cause == "crystals"
    assert minions(state)["monarch_city"] == {"orc": 4}


def test_a_crystal_instead_of_a_minion_is_no_shortage():
    """A57."""
    lands = [place.id for place in BOX.locations if place.kind == "land"
             and place.id not in ("golden_oak_forest", "dark_woods", "rock_bridge_pass")]
    crowds = {where: {"orc": 1} for where in lands[:22]} | {
        "golden_oak_forest": {"orc": 3}, "dark_woods": {"undead": 3},
        "rock_bridge_pass": {"undead": 3}}
    state = night("ds_41", minions=crowds, generals={"varkolak": ("windy_pass", 5, 0)})
    assert supply(state)["orc"] == 0
    assert state.cause is None


def test_lost_at_the_turn_limit():
    """A58."""
    assert night("ds_53", game={"turn_limit": 3}, number=3).cause == "turn_limit"
    assert night("ds_53", game={"turn_limit": 3}, number=2).cause is None
    assert night("ds_53", game={"turn_limit": 0}, number=900).cause is None


def test_the_champion_of_a_lost_game():
    """A47: any won game beats any lost one."""
    state = night("ds_53", game={"turn_limit": 3, "objective": "champion"}, number=3,
                  rewards=[(), ["boots_of_speed"]])
    assert state.utilities() == [0.0, 0.25]
    assert state.champions() == [1]
    assert state.setup.utility == "own"
    tie = night("ds_53", game={"turn_limit": 3, "objective": "champion"}, number=3)
    assert tie.utilities() == [0.125, 0.125]


# ---------------------------------------------------------------- options, section 16


def started(**game):
    state = load("defenders", players=game.pop("players", 2), **game)
    stream = Stream("start", *sorted(game))
    while not state.observation(0).number and not state.is_terminal:
        state.play(state.sample(stream) if state.is_chance else options(state)[0])
    return state


def test_hands_and_life():
    assert [len(started().observation(0).seats[i].hand) for i in range(2)] == [2, 2]
    assert len(started(easier_hand=True).observation(0).seats[0].hand) == 3
    assert seat(started(heroes="wizard,dwarf", easier_life=True)).life == 6
    assert seat(started(heroes="wizard,dwarf", harder_life=True)).life == 4
    assert seat(started(heroes="wizard,dwarf", harder_life=True, easier_life=True)).life == 5


def test_heroes_given_chosen_or_dealt():
    """D11, A2."""
    state = load("defenders", players=2)
    assert options(state) == [f"take {name}" for name in HEROES]
    play(state, "take dwarf")
    assert "take dwarf" not in options(state)
    dealt = load("defenders", players=2, heroes="random")
    assert odds(dealt) == pytest.approx({f"deal {name}": 1 / 8 for name in HEROES})
    given = load("defenders", players=2, heroes="wizard+dwarf")
    assert [HEROES[view.hero] for view in given.observation(0).seats] == ["wizard", "dwarf"]


def test_first_seat():
    """D19: drawn last of all the set-up."""
    assert started(start=1).observation(0).active == 1
    state = load("defenders", players=4, start="random", heroes="random")
    stream = Stream("first")
    while state.phase != "first_seat":
        state.play(state.sample(stream))
    assert odds(state) == pytest.approx({f"first {n}": 1 / 4 for n in range(4)})


def test_fewer_specials_quiets_and_minions():
    state = load("defenders", players=2, harder_specials=3, heroes="wizard,dwarf")
    assert odds(state)["remove battle_luck"] == pytest.approx(2 / 16)
    play(state, "remove battle_luck")
    assert odds(state)["remove battle_luck"] == pytest.approx(1 / 15)
    play(state, "remove battle_luck", "remove spy_in_the_camp")
    assert len(state.observation(0).deck) == 93
    less = load("defenders", harder_quiet=2).observation(0)
    assert [card for card in less.dark if BOX.dark[card].kind == 3] == [52]
    assert load("defenders", harder_minions=True).observation(0).supply == (17,) * 4


def test_setup_overruns():
    """A55: cards on the generals' starts are accepted, and overrun."""
    state = load("defenders", players=1, heroes="wizard", harder_setup=True)
    while state.phase != "draw_dark":
        play(state, options(state)[0])
    play(state, "dark ds_37")  # Scorpion Canyon holds 3 demons
    assert crystals(state)["scorpion_canyon"] == 2
    assert minions(state)["raven_forest"] == {"demon": 1}
    assert minions(state)["gryphon_forest"] == {"orc": 2}
    plain = load("defenders", players=1, heroes="wizard")
    while plain.phase != "draw_dark":
        play(plain, options(plain)[0])
    play(plain, "dark ds_37")
    assert "gryphon_forest" not in minions(plain)


@pytest.mark.parametrize("wrong", [
    {"heroes": "wizard"}, {"heroes": "wizard,wizard"}, {"heroes": "wizard,bard"}, {"start": 2},
    {"objective": "glory"}, {"windows": "none"}, {"turn_limit": -1}, {"harder_specials": 7},
    {"harder_quiet": 4}, {"easier_life": "maybe"}])
def test_wrong_options_are_named(wrong):
    with pytest.raises(BadOption, match=next(iter(wrong))):
        load("defenders", players=2, **wrong)


@pytest.mark.parametrize("game", [
    {"easier_setup": True}, {"easier_penalty": True}, {"easier_hand": True}, {"easier_life": True},
    {"harder_setup": True}, {"harder_life": True}, {"harder_specials": 6}, {"harder_quiet": 3},
    {"harder_minions": True}, {"shared_penalty_roll": True}, {"overrun_per_minion": True},
    {"windows": "lean"}, {"objective": "champion"}, {"heroes": "random", "start": "random"}])
def test_games_with_each_option_end(game):
    for players in (1, 3):
        for seed in range(4):
            for state in walk(load("defenders", players=players, **game), seed):
                state.check()
            assert state.cause is not None


def test_traits():
    traits = get("defenders").traits
    assert (traits.cooperative, traits.utility, traits.hidden) == (True, "team", False)
    assert load("defenders").setup.utility == "team"
    assert load("beowulf").setup.utility == "share"


# ---------------------------------------------------------------- chance, section 15


def test_sources():
    """The decks, and each seat's dice, have streams of their own."""
    state = arranged(heroes=["rogue", "wizard"], at=["fire_river"] * 2, active=1,
                     minions={"fire_river": {"orc": 1}})
    play(state, "fight")
    assert state.source == 5
    assert arranged(stage="evening").source == 1
    assert arranged(stage="night").source == 2
    assert load("defenders", heroes="random").source == 0
    state = arranged(heroes=["rogue", "wizard"], quests=["helm_of_power", "raids"],
                     at=["ancient_ruins"] * 2)
    play(state, "quest_step", "success no")
    assert state.source == 3


def test_draws_are_over_the_multiset():
    """Two copies are one outcome of twice the chance."""
    chances = odds(arranged(stage="evening"))
    assert chances["draw unicorn_forest_gate"] == pytest.approx(2 / 96)
    assert chances["draw wolf_pass_gate"] == pytest.approx(1 / 96)


def test_dice_are_counted_and_colours_apart():
    state = arranged(heroes=["rogue", "wizard"], at=["fire_river"] * 2,
                     minions={"fire_river": {"orc": 2, "undead": 1}})
    play(state, "fight")
    assert odds(state) == pytest.approx({"hits 0 0": 1 / 9, "hits 1 0": 4 / 9, "hits 2 0": 4 / 9})
    play(state, "hits 0 0")
    assert odds(state) == pytest.approx({"hits 0 0": 1 / 2, "hits 1 0": 1 / 2})


def test_nobody_knows_more_than_another():
    """D9, A1: a redeal changes nothing, all see all."""
    for state in walk(load("defenders", players=3), 5):
        assert len({state.info_key(i) for i in range(3)}) == 1
        sample = state.clone()
        sample.redeal(1, Stream("redeal"))
        assert sample == state


def test_equal_cards_of_the_deck_are_sampled_fairly():
    state, stream = arranged(stage="evening"), Stream("fair")
    found = Counter(state.text(state.sample(stream)) for _ in range(9600))
    assert 120 < found["draw unicorn_forest_gate"] < 290
    assert len(found) == 85


def test_arrange_refuses_what_the_box_has_not():
    for wrong in ({"minions": {"fire_river": {"orc": 4}}}, {"crystals": {"monarch_city": 1}},
                  {"heroes": ["bard", "wizard"]}, {"stage": "noon"}, {"at": ["nowhere"] * 2},
                  {"hands": [["wolf_pass_gate"], ["wolf_pass_gate"]]}, {"life": [9, 9]},
                  {"quests": ["raids", "raids"]}, {"known": ["ds_99"]}, {"life": [1]}):
        with pytest.raises(ValueError, match="arrange"):
            arranged(**wrong)
    assert len(LOCATIONS) == 45

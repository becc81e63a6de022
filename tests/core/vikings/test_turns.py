"""Set-up, days, loading, movement, hardship, tasks and Wintering (sections 2 to 6)."""

import pytest
from vikings_kit import (
    BOX,
    PORTS,
    SPACES,
    at,
    options,
    play,
    port_goods,
    seat,
    settled,
    view,
    where,
    words,
)  # fmt: skip

from core.errors import BadOption
from core.game import load

LOADS = ["load crew", "load hides", "load furs", "load tusks"]


def dealt(players=3, **options_):
    state = load("vikings", players=players, start=0, **options_)
    while state.is_chance:
        play(state, options(state)[0])
    return state


# ---------------------------------------------------------------- set-up


def test_set_up():
    """V1, V7, V8, V10, V11, V12."""
    state = dealt(4)
    now = view(state)
    assert len(now.towns) == 15
    assert (now.bank, now.demand, now.wind) == ((10, 11, 11), 0, 2)
    for i in range(4):
        mine = seat(state, i)
        assert (mine.crew, mine.goods, mine.reserve, len(mine.hand)) == (0, (0, 0, 0), 15, 1)
        assert where(state, i) == "wintering"
    assert (now.active, now.round, state.scores()) == (0, 1, [1, 2, 3, 4])


@pytest.mark.parametrize(("advanced", "cards"), [("yes", 33), ("no", 24)])
def test_the_advanced_runes_may_be_left_out(advanced, cards):
    """V9."""
    state = load("vikings", start=0, advanced=advanced)
    assert view(state).rune_deck == cards
    assert ("rune revolt" in options(state)) == (advanced == "yes")


@pytest.mark.parametrize("wrong", [{"advanced": "maybe"}, {"rounds": -1}, {"rounds": "many"},
                                   {"start": 3}, {"rounds": 1001}, {"seats": 4}])
def test_options_are_checked(wrong):
    with pytest.raises(BadOption):
        load("vikings", players=3, **wrong)


def test_turns_pass_to_the_left():
    """V12."""
    state, order = dealt(5), []
    for _ in range(10):
        order.append(state.active)
        play(state, "end")
    assert order == [0, 1, 2, 3, 4] * 2


# ---------------------------------------------------------------- loading


def test_loading_goes_in_order_and_starts_over_after_a_rune():
    """V17 and section 12."""
    state = at(hands=[["storm"]])
    assert words(state, "load") == LOADS
    play(state, "load hides")
    assert words(state, "load") == LOADS[1:]
    play(state, "load tusks")
    assert words(state, "load") == LOADS[3:]
    play(state, "discard storm", "keep")
    assert words(state, "load") == LOADS
    assert words(state, "launch") == []  # no crew (V19)
    play(state, "load crew")
    assert words(state, "launch") == ["launch norway", "launch sweden", "launch denmark"]


@pytest.mark.parametrize(("deck", "places"), [((3, 6, 6), 5), ((0, 3, 6), 6), ((0, 0, 4), 7)])
def test_capacity(deck, places):
    """V18."""
    state = at(deck=deck)
    for _ in range(places):
        play(state, "load crew")
    assert view(state).prep == places
    assert words(state, "load") == []


def test_a_good_out_of_stock_is_not_loaded():
    """V53, Q57."""
    ports = ["york", "cork", "orkney", "horn", "wolin", "ladoga", "luna", "rome", "paris",
             "hvarf", "antioch"]
    state = at(ports=dict.fromkeys(ports, "furs"))
    assert words(state, "load") == ["load crew", "load hides", "load tusks"]


def test_loading_needs_a_figure_in_the_reserve():
    state = at(settled=[PORTS_FREE[:14]], crew=[1], captured=[{"lincoln": 3}])
    assert seat(state).reserve == 0
    assert words(state, "load") == LOADS[1:]


PORTS_FREE = ["hebrides", "luna", "palermo", "cherson", "bulgar", "hvarf", "anse_aux_meadows",
              "orkney", "shetland", "faroe", "horn", "reykjanes", "husavik", "wolin"]


def test_launching_costs_no_day_and_loading_ends():
    """V20."""
    state = play(at(), "load crew", "launch sweden")
    assert (where(state), view(state).prep, view(state).sail) == ("sweden", 1, 0)
    assert words(state, "load", "launch") == []


# ---------------------------------------------------------------- days


def test_seven_days_in_all():
    """V13, V14."""
    state = at("denmark", prep=4, sail=2, crew=[5])
    assert words(state, "draw", "sail") != []
    play(state, "sail skagerrak")
    assert words(state, "sail") == []
    assert "end" in options(state)


def test_ending_the_turn_leaves_the_ship():
    """V16, V76."""
    state = at("kattegat", crew=[3], prep=2, sail=3, due=1, used=["york"])
    play(state, "end", "end", "end")
    now = view(state)
    assert where(state) == "kattegat"
    assert (now.prep, now.sail, now.due, now.used) == (0, 0, 0, ())
    assert SPACES[now.origin] == "kattegat"


def test_home_draw_and_out_again():
    """V21."""
    state = at("kattegat", hands=[["siege"]])
    play(state, "sail sweden", "draw", "rune storm", "draw", "rune revolt")
    assert words(state, "draw") == []  # three in hand
    play(state, "sail baltic_west")
    assert "discard storm" in options(state)


# ---------------------------------------------------------------- movement


def test_neighbours_are_what_can_be_entered():
    """V22: one step to adjacent waters, ports and home ports."""
    for number, space in enumerate(BOX.spaces):
        if space.kind == "wintering":
            continue
        state = at(space.id, crew=[5], wind="S")
        assert words(state, "sail") == [f"sail {SPACES[i]}" for i in space.adjacent], number


def test_waters_and_home_ports_hold_many_ships():
    """V23."""
    state = at("kattegat", "denmark", "skagerrak")
    assert {"sail denmark", "sail skagerrak"} <= set(options(state))


def test_distances_of_the_rules():
    """Section 14 and 15; every port within reach of a home port as told."""
    state = at()
    for one, other, days in (("denmark", "york", 3), ("york", "lincoln", 2),
                             ("lincoln", "denmark", 3), ("sweden", "rostov", 5),
                             ("rostov", "bulgar", 2), ("york", "horn", 7)):
        assert state.distance(one, other) == days == state.distance(other, one)
    homes = [space.id for space in BOX.spaces if space.kind == "home"]
    nearest = {space.id: min(state.distance(home, space.id) for home in homes)
               for space in BOX.spaces[:PORTS]}
    assert (nearest["paris"], nearest["constantinople"], nearest["rome"]) == (5, 8, 11)
    assert max(nearest.values()) == 11
    assert state.distance("wintering", "york") is None


# ---------------------------------------------------------------- hardship


@pytest.mark.parametrize("wind", "NESW")
@pytest.mark.parametrize("zone", "NESW")
def test_the_losses_table(wind, zone):
    """V25, V26."""
    fair = {"N": 3, "E": 4, "S": 6, "W": 5}[zone]
    opposite = {"N": "S", "S": "N", "E": "W", "W": "E"}
    fair += (wind == zone) - (opposite[wind] == zone)
    state = at()
    for sailed in range(1, 15):
        over = sailed - fair
        due = 0 if over <= 0 else 1 if over <= 2 else 2 if over <= 4 else 3
        assert state.losses_due(sailed, wind, zone) == due


def test_losses_day_by_day_are_a_running_maximum():
    """V28, Q4: leaving a harsh zone never refunds."""
    state = at("norwegian_sea", crew=[5], sail=3, wind="W")
    play(state, "sail jan_mayen_sea")  # day 4 of 3
    assert (seat(state).crew, view(state).due) == (4, 1)
    play(state, "sail norwegian_sea")  # day 5 of 3: still one
    assert (seat(state).crew, view(state).due) == (4, 1)
    play(state, "sail shetland_sea")  # day 6 of 6
    assert (seat(state).crew, view(state).due) == (4, 1)


def test_a_home_port_is_judged_by_the_water_left():
    """V24, Q3."""
    east = play(at("kattegat", crew=[3], sail=4, wind="S"), "sail denmark")  # E 4: one over
    assert seat(east).crew == 2
    west = play(at("skagerrak", crew=[3], sail=4, wind="S"), "sail denmark")  # W 5
    assert seat(west).crew == 3


def test_the_last_crew_lost_at_sea_ends_the_turn():
    """V30, V51."""
    state = at("kattegat", crew=[1], goods=[["furs"]], sail=4, wind="S")
    play(state, "sail baltic_west", "lose crew")
    assert (where(state), state.active) == ("wintering", 1)
    assert (seat(state).goods, view(state).bank) == ((0, 0, 0), (10, 11, 11))


def test_fewer_tokens_than_due():
    """V29."""
    state = at("norwegian_sea", crew=[1], goods=[["furs"]], sail=6, wind="S")  # N 2: over 5
    play(state, "sail jan_mayen_sea")
    assert (seat(state).crew, where(state), state.active) == (0, "wintering", 1)


def test_orders_of_losses_reach_every_result_once():
    """Section 12: crew, hides, furs, tusks."""
    state = at("norwegian_sea", crew=[2], goods=[["hides", "furs", "tusks"]], sail=6, wind="W")
    play(state, "sail jan_mayen_sea")
    results = []

    def follow(now):
        if now.phase != "LOSS":
            results.append((seat(now).crew, seat(now).goods))
            return
        for text in options(now):
            follow(play(now.clone(), text))

    follow(state)
    assert len(results) == len(set(results)) == 7  # of 2 crew, 3 goods: two lost


# ---------------------------------------------------------------- tasks


@pytest.mark.parametrize("ship", ["norway", "kattegat", "wintering"])
def test_tasks_only_in_ports(ship):
    """V32."""
    state = at(ship, goods=[["furs"]])
    assert words(state, "trade", "raid", "settle") == []


def test_one_task_a_port_a_turn_several_ports():
    """V33."""
    state = at("norwich", goods=[["furs", "hides"]], crew=[2])
    play(state, "trade furs", "sail north_sea_west", "sail york", "trade hides")
    assert port_goods(state) == {"norwich": "furs", "york": "hides"}
    play(state, "sail north_sea_west", "sail norwich")
    assert words(state, "trade", "settle", "raid") == []


def test_trade_needs_an_empty_port_and_a_kind_new_to_the_region():
    """V36, V38, Q8, Q51: a port holds one good at most."""
    taken = at("york", goods=[["furs"]], ports={"york": "hides"})
    assert words(taken, "trade") == []
    same = at("york", goods=[["furs"]], ports={"norwich": "furs"})
    assert words(same, "trade") == []
    grey = at("hebrides", goods=[["hides"]], ports={"luna": "hides", "paris": "hides"},
              settled=[[], ["hebrides"]])
    assert words(grey, "trade") == ["trade hides"]
    town = at("lincoln", goods=[["furs"]])
    assert words(town, "trade") == ["trade furs"]


def test_raids_need_a_standing_town():
    """V39."""
    assert words(at("lincoln"), "raid") == ["raid"]
    assert words(at("lincoln", captured=[{"lincoln": 3}]), "raid") == []
    assert words(at("york"), "raid") == []


def test_a_raid_may_stop_and_does_not_go_on():
    """V41, Q42."""
    state = at("lincoln", crew=[5])
    play(state, "raid", "die 1")
    assert options(state) == ["roll", "stop"]
    play(state, "stop")
    assert (seat(state).crew, words(state, "raid")) == (4, [])


@pytest.mark.parametrize("crew", [1, 2, 3, 5])
def test_dice_of_a_raid(crew):
    """V41: as many as crew, three at most."""
    state = play(at("lincoln", crew=[crew]), "raid")
    for n in range(min(crew, 3)):
        if n:
            play(state, "roll")
        play(state, "die 2")
    if crew > 3:
        assert (state.phase, seat(state).crew) == ("MAIN", crew - 3)
    else:
        assert (where(state), state.active) == ("wintering", 1)


def test_a_raid_costs_no_crew_on_success_even_the_last():
    """V42, Q60."""
    state = play(at("lincoln", crew=[1]), "raid", "die 5", "treasure 3")
    assert (seat(state).crew, where(state)) == (1, "lincoln")


@pytest.mark.parametrize(("crew", "dice"), [(1, []), (2, [1, 2]), (3, [1, 2, 3]), (5, [1, 2, 3])])
def test_dice_of_a_settlement_attempt(crew, dice):
    """V44."""
    state = play(at("wolin", crew=[crew]), "settle")
    assert words(state, "dice") == [f"dice {n}" for n in dice]


def test_settling_fails_or_costs_failures_and_one():
    """V44, V45; the dead return to the reserve (V50)."""
    state = play(at("wolin", crew=[4]), "settle", "dice 3")
    failed = play(state.clone(), "fall 1 2 2")
    assert (settled(failed), seat(failed).crew, seat(failed).reserve) == ([], 1, 14)
    won = play(state, "fall 1 2 3")
    assert (settled(won), seat(won).crew, seat(won).reserve) == (["wolin"], 1, 13)


def test_settling_needs_an_empty_port():
    """V43."""
    assert words(at("wolin", settled=[[], ["wolin"]]), "settle") == []
    assert words(at("wolin", settled=[["wolin"]]), "settle") == []
    assert words(at("paris"), "settle") == []
    assert words(at("paris", captured=[{"paris": 8}]), "settle") == ["settle"]


def test_a_good_in_port_lowers_the_effective_value_only():
    """V40, Q7."""
    state = at("york", crew=[3], captured=[{"lincoln": 3}], ports={"york": "furs"})
    play(state, "settle", "dice 1", "fall 4")
    assert settled(state) == ["york"]
    assert seat(state).settlement_points == 4


# ---------------------------------------------------------------- Wintering


@pytest.mark.parametrize("ship", ["norway", "kattegat", "york"])
def test_wintering_from_anywhere(ship):
    """V48."""
    state = play(at(ship, crew=[3], goods=[["furs"]]), "winter")
    assert (where(state), seat(state).crew, seat(state).goods) == ("wintering", 1, (0, 0, 0))
    assert state.active == 1


def test_cargo_stays_in_wintering_only_with_crew():
    """V49, Q32."""
    state = play(at(), "load crew", "load furs", "end")
    assert (seat(state).crew, seat(state).goods) == (1, (0, 1, 0))
    state = play(at(), "load furs", "end")
    assert seat(state).goods == (0, 0, 0)
    assert words(at(), "winter") == []


def test_arrange_refuses_what_cannot_be():
    state = load("vikings", start=0)
    for wrong in ({"ships": ["york", "york", "wintering"], "crew": [1, 1, 0]},
                  {"crew": [16, 0, 0]}, {"ships": ["york"]}, {"hands": [["storm"] * 2, [], []]},
                  {"hands": [["thunder"], [], []]}, {"open": ["s9"]},
                  {"hands": [["storm", "siege", "revolt", "valhalla"], [], []]},
                  {"ports": {"york": "gold"}}, {"captured": [{"york": 3}, {}, {}]},
                  {"ships": ["kattegat", "wintering", "wintering"]}, {"prep": 8},
                  {"settled": [["york"], [], []]}, {"ports": {"york": "furs", "lincoln": "furs"}},
                  {"goods": [["hides"] * 11, [], []]}):
        with pytest.raises(ValueError, match="arrange"):
            state.arrange(**wrong)

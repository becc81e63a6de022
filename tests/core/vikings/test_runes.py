"""Every rune in and out of its window, and the rules of playing runes (sections 7 and 8)."""

import pytest
from vikings_kit import (
    BOX,
    RUNES,
    SPACES,
    at,
    chances,
    fair,
    hand,
    options,
    play,
    port_goods,
    seat,
    settled,
    view,
    where,
    words,
)  # fmt: skip

TAKEN = {"lincoln": 3, "bremen": 3, "dublin": 3}


def may(state, title):
    return f"play {title}" in options(state)


def holding(title, ship="kattegat", *rest, **position):
    """Return a position where seat 0 holds one rune."""
    return at(ship, *rest, hands=[[title]], **position)


# ---------------------------------------------------------------- windows

def place(**position):
    """Return keywords for `window`: a position, its ships in the order of the seats."""
    return position


# A position in which each rune can be played at D1, and one in which it lacks only its condition.
OPEN = {
    "lokis_mark": (place(ships=("kattegat", "york"), goods=[[], ["furs"]]),
                   place(ships=("kattegat", "york"))),
    "wrath_of_the_gods": (place(ships=("kattegat",), others=[["siege"]]),
                          place(ships=("kattegat",))),
    "debts_of_honour": (place(ships=("kattegat",), settled=[[], ["wolin"]]),
                        place(ships=("kattegat",), settled=[["wolin"]])),
    "intimidation": (place(ships=("north_sea_west", "york")),
                     place(ships=("north_sea_west", "york"), sail=7)),
    "answered_prayers": (place(ships=("kattegat",), pile=["siege"]), place(ships=("kattegat",))),
    "fame_precedes_you": (place(ships=("wintering",)), place(ships=("kattegat",))),
    "trade_with_natives": (place(ships=("york",), ports={"york": "furs"}),
                           place(ships=("york",), ports={"norwich": "furs"})),
    "not_welcome": (place(ships=("kattegat", "wolin")), place(ships=("kattegat", "baltic_west"))),
    "colonisation": (place(ships=("kattegat",), settled=[[], ["wolin"]]),
                     place(ships=("kattegat",))),
    "sea_monster": (place(ships=("wolin", "kattegat")), place(ships=("wolin", "truso"))),
    "navigation_error": (place(ships=("kattegat", "sweden")), place(ships=("kattegat",))),
    "new_crew": (place(ships=("wolin",), settled=[["wolin"]]),
                 place(ships=("wolin",), settled=[[], ["wolin"]])),
    "new_trade_opportunities": (place(ships=("kattegat",), ports={"york": "furs"}),
                                place(ships=("kattegat",))),
    "rebellion": (place(ships=("kattegat",), settled=[["wolin"]]), place(ships=("kattegat",))),
    "revolt": (place(ships=("kattegat",), settled=[["wolin"]]), place(ships=("kattegat",))),
    "storm": (place(ships=("wintering", "kattegat")), place(ships=("wintering", "sweden"))),
    "disputed_settlement": (place(ships=("wolin",), settled=[[], ["wolin"]]),
                            place(ships=("wolin",), settled=[[], ["wolin"]], used=["wolin"])),
    "back_to_the_longships": (place(ships=("kattegat",), ports={"hebrides": "furs"}),
                              place(ships=("kattegat",), ports={"york": "furs"},
                                   settled=[["wolin"]])),
}


def window(title, ships, others=(), **position):
    return at(*ships, hands=[[title], *others], **position)


@pytest.mark.parametrize("title", OPEN)
def test_a_rune_is_offered_only_with_its_condition(title):
    """V58: a card without a target or whose condition is not met may only be discarded."""
    yes, no = OPEN[title]
    assert may(window(title, **yes), title)
    refused = window(title, **no)
    assert not may(refused, title)
    assert f"discard {title}" in options(refused)


@pytest.mark.parametrize("title", ["masters_of_seafaring", "following_wind", "prayer_to_odin",
                                   "change_in_demand"])
@pytest.mark.parametrize("ship", ["wintering", "kattegat", "york"])
def test_runes_that_need_only_the_window(title, ship):
    assert may(holding(title, ship), title)


@pytest.mark.parametrize("title", ["siege", "raven_banner", "surprise_attack", "valhalla",
                                   "berserker_fury", "retribution"])
def test_attack_cards_and_retribution_are_not_played_at_d1(title):
    """V59."""
    for ship in ("wintering", "kattegat", "lincoln"):
        state = holding(title, ship)
        assert not may(state, title)
        assert f"discard {title}" in options(state)


def test_every_title_has_a_window_test():
    rest = {"masters_of_seafaring", "following_wind", "prayer_to_odin", "change_in_demand",
            "siege", "raven_banner", "surprise_attack", "valhalla", "berserker_fury",
            "retribution"}
    assert {*OPEN, *rest} == set(RUNES)


@pytest.mark.parametrize("title", RUNES)
def test_in_a_home_port_runes_are_idle(title):
    """V57."""
    state = holding(title, "denmark", "york", settled=[["wolin"], ["york"]], captured=[TAKEN],
                    ports={"york": "furs", "hebrides": "hides"}, goods=[[], ["tusks"]],
                    pile=["storm" if title != "storm" else "revolt"])
    assert words(state, "play", "discard") == []


# ---------------------------------------------------------------- playing and discarding


def test_discarding_gives_a_wind_turn_each():
    """V31, V56."""
    state = at("kattegat", hands=[["storm", "siege", "revolt"]], wind="S")
    play(state, "discard storm", "cw", "discard siege", "cw")
    assert view(state).wind == 0
    assert hand(state) == ["revolt"]
    assert [view(state).pile[RUNES.index(name)] for name in ("storm", "siege")] == [1, 1]


def test_a_card_being_played_lies_nowhere_until_its_effect_is_over():
    """V55."""
    state = holding("not_welcome", "kattegat", "york")
    play(state, "play not_welcome")
    assert hand(state) == []
    assert sum(view(state).pile) == 0
    assert RUNES[view(state).card] == "not_welcome"
    play(state, "hits 0")
    assert (state.phase, sum(view(state).pile)) == ("WIND", 1)


def test_an_empty_deck_is_reshuffled_without_the_card_in_play():
    """V55, V60, Q21: Prayer to Odin draws from what lay in the pile, not itself."""
    everything = [rune.id for rune in BOX.runes for _ in range(rune.base + rune.advanced)]
    everything.remove("prayer_to_odin")
    state = holding("prayer_to_odin", pile=everything)
    play(state, "play prayer_to_odin")
    assert state.is_chance
    assert sum(view(state).pile) == 0
    share = chances(state)
    assert "rune prayer_to_odin" not in share
    assert share["rune following_wind"] == pytest.approx(2 / 32)
    play(state, "rune following_wind", "rune following_wind", "rune siege", "keep")
    assert hand(state) == ["siege", "following_wind", "following_wind"]


def test_losses_by_a_rune_do_not_count_for_hardship():
    """V28."""
    state = at("kattegat", crew=[4], hands=[["storm"]], sail=4, wind="S")
    play(state, "play storm", "keep")
    assert seat(state).crew == 2
    assert view(state).due == 0
    play(state, "sail baltic_west")  # day 5 of 4: one due
    assert seat(state).crew == 1


# ---------------------------------------------------------------- each card


def test_r01_siege_needs_the_place_where_the_turn_began():
    state = holding("siege", "lincoln")
    play(state, "raid", "play siege", "keep", "die 4")  # 5 > 4
    assert state.phase == "REVEAL"
    away = holding("siege", "lincoln", origin="york")
    play(away, "raid")
    assert (away.phase, view(away).attack) == ("DIE", "raid")


def test_r01_siege_after_leaving_and_coming_back():
    """Q36."""
    state = holding("siege", "lincoln")
    play(state, "sail north_sea_west", "sail lincoln", "raid")
    assert options(state) == ["play siege", "go"]


def test_r02_lokis_mark():
    """Q37: the active jarl picks the good."""
    state = holding("lokis_mark", "kattegat", "york", "wolin",
                    goods=[[], ["furs", "tusks"], ["hides"]])
    play(state, "play lokis_mark")
    assert options(state) == ["jarl 1", "jarl 2"]
    play(state, "jarl 1")
    assert options(state) == ["take furs", "take tusks"]
    play(state, "take tusks", "keep")
    assert seat(state, 1).goods == (0, 1, 0)
    assert view(state).bank == (9, 10, 11)


def test_r02_own_ship():
    """Q43."""
    state = holding("lokis_mark", "york", goods=[["furs"]])
    play(state, "play lokis_mark", "keep")
    assert seat(state).goods == (0, 0, 0)


def test_r03_raven_banner_twice():
    state = at("lincoln", hands=[["raven_banner", "raven_banner"]])
    play(state, "raid", "play raven_banner", "cw", "play raven_banner", "keep", "die 3")
    assert state.phase == "REVEAL"  # 3 + 2 > 4


def test_r04_wrath_of_the_gods():
    """Q54: not on oneself."""
    state = at("kattegat", hands=[["wrath_of_the_gods"], ["siege", "storm"], ["revolt"]])
    turn = state.turn
    play(state, "play wrath_of_the_gods")
    assert options(state) == ["jarl 1", "jarl 2"]
    play(state, "jarl 1")
    assert state.phase == "WIND"
    assert state.mover == 0  # no wind turn for the victim (Q23)
    play(state, "keep")
    assert hand(state, 1) == []
    assert state.turn > turn  # cards came to light
    assert [view(state).pile[RUNES.index(t)] for t in ("siege", "storm", "revolt")] == [1, 1, 0]


def test_r05_debts_of_honour():
    state = holding("debts_of_honour", settled=[[], ["wolin", "truso"], ["york"]],
                    captured=[TAKEN])
    play(state, "play debts_of_honour", "jarl 1")
    assert (state.phase, state.mover) == ("GIVE", 1)
    assert options(state) == ["at wolin", "at truso"]
    play(state, "at truso")
    assert (state.phase, state.mover) == ("WIND", 0)
    play(state, "keep")
    assert settled(state) == ["truso"]
    assert settled(state, 1) == ["wolin"]
    assert (seat(state).reserve, seat(state, 1).reserve) == (12, 14)


def test_r05_needs_a_figure_in_the_reserve():
    """Q26."""
    grey = ["hebrides", "luna", "palermo", "cherson", "bulgar", "hvarf", "anse_aux_meadows",
            "orkney", "shetland", "faroe", "horn", "reykjanes", "husavik"]
    state = holding("debts_of_honour", settled=[grey, ["wolin"]], crew=[2])
    assert seat(state).reserve == 0
    assert not may(state, "debts_of_honour")


def test_r06_intimidation():
    state = holding("intimidation", "north_sea_west", "york", "norwich")
    play(state, "play intimidation")
    assert options(state) == ["at york", "at norwich"]
    play(state, "at york", "keep")  # one water only touches York
    assert (where(state), where(state, 1)) == ("york", "north_sea_west")
    assert (view(state).sail, view(state).prep) == (1, 0)


def test_r06_choice_of_the_water_and_hardship():
    state = at("flemish_sea", "dorestad", crew=[1, 2], hands=[["intimidation"]], sail=5, wind="S",
               goods=[["furs"]])
    play(state, "play intimidation")
    assert options(state) == ["at frisian_sea", "at flemish_sea"]
    play(state, "at frisian_sea")
    assert state.phase == "LOSS"  # day 6 of 5
    play(state, "lose crew")
    assert state.phase == "WIND"  # the empty ship comes after the wind (V30)
    assert where(state) == "dorestad"
    play(state, "keep")
    assert (where(state), state.active) == ("wintering", 1)
    assert where(state, 1) == "frisian_sea"


def test_r06_with_following_wind():
    """Q31."""
    state = at("north_sea_west", "york", sail=7, hands=[["intimidation", "following_wind"]],
               crew=[4])
    assert not may(state, "intimidation")
    play(state, "play following_wind", "keep")
    assert may(state, "intimidation")


def test_r07_answered_prayers():
    state = holding("answered_prayers", pile=["siege", "storm", "raven_banner"])
    play(state, "play answered_prayers")
    assert options(state) == ["take siege", "take raven_banner", "take storm"]
    play(state, "take storm", "keep")
    assert hand(state) == ["storm"]
    assert view(state, 1).seats[0].hand == (RUNES.index("storm"),)  # all have seen it
    assert view(state).pile[RUNES.index("answered_prayers")] == 1


def test_r08_two_goods():
    state = holding("fame_precedes_you", "wintering")
    play(state, "play fame_precedes_you")
    assert options(state) == ["take crew", "take goods"]
    play(state, "take goods")
    assert options(state) == ["take hides", "take furs", "take tusks"]
    play(state, "take tusks", "take hides", "keep")
    assert seat(state).goods == (1, 0, 1)
    assert view(state).prep == 0


def test_r08_two_crew_or_one_if_one_fits():
    """Q28."""
    state = play(holding("fame_precedes_you", "wintering"), "play fame_precedes_you", "take crew")
    assert seat(play(state, "keep")).crew == 2
    tight = at("wintering", crew=[3], goods=[["furs"]], hands=[["fame_precedes_you"]])
    play(tight, "play fame_precedes_you", "take goods", "take furs", "keep")
    assert seat(tight).goods == (0, 2, 0)
    full = at("wintering", crew=[3], goods=[["furs", "furs"]], hands=[["fame_precedes_you"]])
    assert not may(full, "fame_precedes_you")


def test_r09_trade_with_natives():
    state = holding("trade_with_natives", "york", ports={"york": "furs"})
    play(state, "play trade_with_natives", "keep")
    assert seat(state).goods == (0, 1, 0)
    assert port_goods(state) == {"york": "furs"}
    assert view(state).used == ()  # no task (Q48)


def test_r09_needs_stock_and_a_place():
    """Q27."""
    full = holding("trade_with_natives", "york", ports={"york": "furs"}, crew=[5])
    assert not may(full, "trade_with_natives")
    ports = ["york", "cork", "orkney", "horn", "wolin", "ladoga", "luna", "rome", "paris",
             "hvarf", "antioch"]
    dry = holding("trade_with_natives", "york", ports=dict.fromkeys(ports, "furs"))
    assert view(dry).bank[1] == 0
    assert not may(dry, "trade_with_natives")


def test_r10_owner_chooses_and_everything_can_be_lost():
    """Q29."""
    state = holding("not_welcome", "kattegat", "york", crew=[2, 2], goods=[[], ["furs"]])
    play(state, "play not_welcome", "hits 2")
    assert (state.phase, state.mover) == ("LOSS", 1)
    assert view(state).losses == 1  # the first had to be crew: furs alone would not do
    assert options(state) == ["lose crew", "lose furs"]
    play(state, "lose furs", "keep")
    assert (seat(state, 1).crew, seat(state, 1).goods) == (1, (0, 0, 0))
    again = holding("not_welcome", "kattegat", "york", crew=[2, 2], goods=[[], ["furs"]])
    play(again, "play not_welcome", "hits 3", "keep")
    assert (where(again, 1), seat(again, 1).crew) == ("wintering", 0)
    assert view(again).bank == (10, 11, 11)


def test_r10_not_in_a_port_of_effective_value_one():
    """V58: lower values than 2 cannot be missed by any die."""
    state = holding("not_welcome", "wolin", ports={"wolin": "furs"})
    assert not may(state, "not_welcome")  # value 2, a good: 1


def test_r11_colonisation():
    state = holding("colonisation", settled=[["wolin"], ["truso", "grobin"]])
    play(state, "play colonisation", "keep")
    assert state.scores() == [2, 4, 0]


def test_r12_sea_monster():
    state = holding("sea_monster", "wolin", "kattegat", "sweden", crew=[2, 4])
    play(state, "play sea_monster")
    assert state.phase == "HITS"  # the only ship on a water
    assert chances(state)["hits 2"] == pytest.approx(6 / 16)
    play(state, "hits 3", "keep")
    assert (seat(state, 1).crew, seat(state, 1).reserve) == (1, 14)


def test_r12_on_the_own_ship_ends_the_turn():
    state = at("kattegat", hands=[["sea_monster"]], crew=[1], goods=[["furs"]])
    play(state, "play sea_monster", "hits 1")
    assert (state.phase, where(state)) == ("WIND", "kattegat")
    play(state, "cw")
    assert (where(state), state.active) == ("wintering", 1)


def test_r13_masters_of_seafaring():
    """Q33: to the end of the turn."""
    state = holding("masters_of_seafaring", "baltic_west", crew=[3], sail=4, wind="S")
    play(state, "play masters_of_seafaring", "keep", "sail gotland_sea", "sail gulf_of_riga")
    assert (seat(state).crew, view(state).sail, view(state).due) == (3, 6, 0)
    play(state, "end")
    assert not view(state).masters


def test_r13_losses_already_taken_stay_lost():
    state = holding("masters_of_seafaring", "baltic_west", crew=[3], sail=4, wind="S")
    play(state, "sail gotland_sea")
    assert seat(state).crew == 2
    play(state, "play masters_of_seafaring", "keep", "sail gulf_of_riga")
    assert (seat(state).crew, view(state).due) == (2, 1)


def test_r14_navigation_error():
    state = holding("navigation_error", "york", "north_sea_west", "sweden")
    play(state, "play navigation_error", "jarl 1")
    offered = [text.split()[1] for text in options(state)]
    assert "york" not in offered  # taken
    assert {"lincoln", "norwich", "flemish_sea"} <= set(offered)
    play(state, "at lincoln", "keep")
    assert where(state, 1) == "lincoln"
    assert view(state).sail == 0


def test_r14_out_of_a_home_port_but_never_into_one():
    """Q2, Q55."""
    state = holding("navigation_error", "york", "sweden")
    play(state, "play navigation_error")  # one target
    assert options(state) == ["at kattegat", "at baltic_west", "at gotland_sea"]
    state = holding("navigation_error", "york", "kattegat")
    play(state, "play navigation_error")
    assert options(state) == ["at skagerrak", "at baltic_west"]


def test_r15_new_crew_needs_room_and_reserve():
    full = holding("new_crew", "wolin", settled=[["wolin"]], crew=[3],
                   goods=[["furs", "furs"]])
    assert not may(full, "new_crew")


def test_r16_new_trade_opportunities():
    ports = {"york": "furs", "cork": "hides", "luna": "tusks"}
    state = holding("new_trade_opportunities", ports=ports)
    play(state, "play new_trade_opportunities")
    assert options(state) == ["at york", "at cork"]  # a later one must be left
    play(state, "at york")
    assert options(state) == ["at cork", "at luna"]
    play(state, "at luna", "keep")
    assert port_goods(state) == {"cork": "hides"}
    play_one = holding("new_trade_opportunities", ports={"york": "furs"})
    assert port_goods(play(play_one, "play new_trade_opportunities", "keep")) == {}  # Q35


@pytest.mark.parametrize(("title", "die", "stands"), [
    ("rebellion", 2, False), ("rebellion", 3, True), ("revolt", 3, True), ("revolt", 4, False),
])  # fmt: skip
def test_r17_r18_dice(title, die, stands):
    state = holding(title, settled=[[], ["wolin"]])
    play(state, f"play {title}", f"die {die}", "keep")
    assert settled(state, 1) == (["wolin"] if stands else [])
    assert seat(state, 1).reserve == (14 if stands else 15)


def test_r17_choice_of_the_settlement():
    state = holding("rebellion", settled=[["truso"], ["wolin"]])
    play(state, "play rebellion")
    assert options(state) == ["at wolin", "at truso"]  # the own one too (Q43)


def test_r19_following_wind_is_a_day_at_sea_only():
    """V14, T02: never a day for loading or drawing; before or after the seventh day."""
    state = at("denmark", prep=3, sail=4, tail=1)
    assert words(state, "draw") == ["draw"]
    state = at("denmark", prep=7, tail=1)
    assert words(state, "draw") == []
    assert words(state, "sail") != []
    play(state, "sail kattegat")
    assert words(state, "sail") == []
    late = holding("following_wind", sail=7, crew=[5])
    assert words(late, "sail") == []
    play(late, "play following_wind", "keep", "sail skagerrak")
    assert view(late).sail == 8


def test_r20_prayer_to_odin():
    state = at("wintering", hands=[["prayer_to_odin", "siege"]])
    play(state, "play prayer_to_odin")
    assert state.phase == "DRAW"
    play(state, "rune storm", "rune revolt", "keep")
    assert hand(state) == ["siege", "revolt", "storm"]
    assert view(state).prep == 0


def test_r21_storm():
    state = holding("storm", "kattegat", "york", crew=[2, 1], goods=[[], ["furs", "hides"]],
                    pile=["siege", "revolt"])
    play(state, "play storm")
    assert options(state) == ["jarl 0", "jarl 1"]
    play(state, "jarl 1")
    assert view(state).losses == 1  # in a port
    play(state, "lose furs")
    assert view(state).pile[RUNES.index("storm")] == 1
    assert sum(view(state).pile) == 1  # the rest was shuffled in (Q22)
    assert view(state).rune_deck == 32


def test_r21_two_on_a_water():
    state = holding("storm", "wintering", "kattegat", crew=[0, 2])
    play(state, "play storm", "keep")
    assert (where(state, 1), seat(state, 1).crew) == ("wintering", 0)


def test_r22_surprise_attack():
    state = at("york", captured=[{"lincoln": 3}], settled=[["norwich"]],
               hands=[["surprise_attack"]])
    play(state, "settle", "play surprise_attack", "keep", "dice 1", "fall 3")  # 5 > 4
    assert settled(state) == ["york", "norwich"]
    alone = at("york", captured=[{"lincoln": 3}], settled=[[], ["norwich"]],
               hands=[["surprise_attack"]])
    assert play(alone, "settle").phase == "DICE"
    grey = at("luna", settled=[["palermo"]], hands=[["surprise_attack"]])
    assert play(grey, "settle").phase == "DICE"


def test_r23_disputed_settlement_is_the_task():
    state = at("wolin", settled=[[], ["wolin"]], hands=[["disputed_settlement"]],
               goods=[["furs"]])
    play(state, "play disputed_settlement")
    assert (state.phase, view(state).attack) == ("WIND", "dispute")
    play(state, "keep", "dice 1", "fall 2")  # 2 is not greater than 2
    assert settled(state, 1) == ["wolin"]
    assert words(state, "trade", "settle") == []
    assert seat(state).crew == 1


def test_r23_declined_with_the_last_crew():
    """V46."""
    state = at("wolin", settled=[[], ["wolin"]], hands=[["disputed_settlement"]], crew=[1])
    play(state, "play disputed_settlement", "keep", "fall 6", "decline")
    assert (settled(state), settled(state, 1)) == ([], ["wolin"])


def test_r24_change_in_demand():
    """Q34."""
    state = holding("change_in_demand", demand="hides")
    play(state, "play change_in_demand")
    assert options(state) == ["take furs", "take tusks"]
    play(state, "take tusks", "keep")
    assert view(state).demand == 2
    assert view(state).bank == (11, 11, 10)


def test_r26_valhalla():
    state = at("paris", crew=[2], hands=[["valhalla"]])
    play(state, "raid", "play valhalla", "keep", "die 1", "roll", "die 2")
    assert (state.phase, seat(state).crew) == ("MAIN", 2)  # min(c, 3) dice (Q11)
    state = at("york", crew=[3], captured=[{"lincoln": 3}], hands=[["valhalla"]])
    play(state, "settle", "play valhalla", "keep", "dice 3", "fall 1 1 5")
    assert (settled(state), seat(state).crew) == (["york"], 2)


def test_r27_berserker_fury_only_on_the_first_die_of_a_raid():
    """Q44."""
    state = at("paris", crew=[3], hands=[["berserker_fury"]])
    play(state, "raid", "play berserker_fury", "keep", "die 3", "roll", "die 4")
    assert (state.phase, seat(state).crew) == ("RAID_ON", 1)


def test_r28_back_to_the_longships():
    state = holding("back_to_the_longships", ports={"hebrides": "furs", "luna": "hides"},
                    settled=[[], ["hebrides"]])
    play(state, "play back_to_the_longships")
    assert options(state) == ["at hebrides", "at luna"]
    there = play(state.clone(), "at hebrides")
    assert options(there) == ["take goods", "take settlement"]
    play(there, "take settlement", "keep")
    assert (settled(there, 1), len(port_goods(there))) == ([], 2)
    play(state, "at luna", "keep")
    assert port_goods(state) == {"hebrides": "furs"}


def test_attack_cards_come_in_their_order():
    """Section 12: an earlier title does not follow a later one."""
    state = at("york", captured=[{"lincoln": 3}], settled=[["norwich"]],
               hands=[["siege", "surprise_attack", "berserker_fury"]])
    play(state, "settle")
    assert options(state) == ["play siege", "play surprise_attack", "play berserker_fury", "go"]
    play(state, "play surprise_attack", "keep")
    assert options(state) == ["play berserker_fury", "go"]


def test_the_wind_may_turn_at_each_attack_card():
    """Q24."""
    state = at("york", captured=[{"lincoln": 3}], hands=[["siege", "raven_banner"]], wind="S")
    play(state, "settle", "play siege", "cw", "play raven_banner", "cw")
    assert fair(state) == (4, 4, 5, 5)
    assert state.phase == "DICE"


def test_nothing_reaches_a_ship_in_wintering_or_in_a_home_port():
    """Q2: but Navigation Error moves one out of a home port."""
    for title in ("lokis_mark", "not_welcome", "sea_monster", "storm"):
        state = holding(title, "wintering", "norway", goods=[[], ["furs"]])
        assert not may(state, title)
    state = holding("navigation_error", "kattegat", "wintering", "wintering")
    assert not may(state, "navigation_error")
    assert SPACES[51] == "wintering"

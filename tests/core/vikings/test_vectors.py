"""The test vectors of rules.md section 14, T01 to T43, in their order."""

import re

import pytest
from vikings_kit import (
    BOX,
    SAGAS,
    SHIPPED,
    SPACES,
    at,
    chances,
    fair,
    hand,
    options,
    play,
    seat,
    settled,
    view,
    where,
    words,
)

from core.game import load
from core.rng import Stream

ENGLISH_COAST = "sail north_sea_west"


def test_t01_loading_five():
    state = at(hands=[[]])
    play(state, *["load crew"], *["load hides"] * 2, *["load tusks"] * 2)
    assert view(state).prep == 5
    mine = seat(state)
    assert (mine.crew, mine.goods) == (1, (2, 0, 2))
    assert words(state, "load") == []
    with pytest.raises(ValueError, match="cannot play"):
        state.play("load tusks")


def loaded():
    """T01, launched."""
    state = at(hands=[[]])
    return play(state, "load crew", *["load hides"] * 2, *["load tusks"] * 2, "launch denmark")


@pytest.mark.parametrize("days", [
    ["draw", "rune storm", "draw", "rune siege"], ["draw", "rune storm", "sail skagerrak"],
    ["sail skagerrak", "sail denmark"],
])  # fmt: skip
def test_t02_two_days_left(days):
    state = play(loaded(), *days)
    assert words(state, "draw", "sail") == []
    assert {"winter", "end"} <= set(options(state))


def test_t03_lincoln_home():
    state = at("lincoln", goods=[["hides"]], prep=0, sail=2)
    assert state.distance("lincoln", "denmark") == 3
    play(state, "trade hides")
    assert (view(state).prep, view(state).sail) == (0, 2)
    play(state, ENGLISH_COAST, "sail north_sea_east", "sail denmark")
    assert view(state).sail == 5
    play(state, "draw", "rune storm", "draw", "rune siege")
    assert words(state, "draw", "sail") == []
    play(state, "winter")
    assert where(state) == "wintering"
    assert state.active == 1


def test_t04_occupied_ports():
    state = at("north_sea_west", "york", "norwich")
    ports = [text for text in words(state, "sail") if BOX.spaces[SPACES.index(
        text.split()[1])].kind == "port"]  # fmt: skip
    assert ports == ["sail lincoln"]


@pytest.fixture
def calm(tmp_path):
    """A ship in York and a dial that makes no difference: the base figures (Q6)."""
    shipped = SHIPPED.read_text(encoding="utf-8")
    box = re.sub(r"^(plus|minus) = -?1\b", r"\1 = 0", shipped, flags=re.M)
    assert box != shipped
    path = tmp_path / "calm.toml"
    path.write_text(box, encoding="utf-8")
    state = load("vikings", players=3, start=0, components=str(path))
    state.arrange(ships=["york", "wintering", "wintering"], crew=[5, 0, 0])
    return state


def test_t05_fair_weather_without_wind(calm):
    assert fair(calm) == (3, 4, 6, 5)  # N, E, S, W


def test_t06_wind_at_the_start():
    state = load("vikings", start=0)
    assert fair(state) == (2, 4, 7, 5)


@pytest.mark.parametrize(("turn", "days"), [
    ("cw", (3, 3, 6, 6)), ("ccw", (3, 5, 6, 4)), ("keep", (2, 4, 7, 5)),
])  # fmt: skip
def test_t06b_a_quarter_turn(turn, days):
    state = at(hands=[["storm"]])
    play(state, "discard storm", turn)
    assert fair(state) == days


def test_t07_losses_due():
    state = at(wind="W")  # N 3 fair days
    assert [state.losses_due(3 + over, "W", "N") for over in range(6)] == [0, 1, 1, 2, 2, 3]
    assert state.losses_due(3 + 6, "W", "N") == 3  # Q5
    assert state.losses_due(1, "W", "N") == 0


def test_t08_seven_days_last_in_the_north():
    """F(N) is 3 with the dial across: over 4, two losses in all."""
    state = at("norwegian_sea", wind="W", sail=6, crew=[3], goods=[["hides", "furs"]])
    play(state, "sail jan_mayen_sea")
    assert (state.phase, view(state).losses) == ("LOSS", 2)
    assert options(state) == ["lose crew", "lose hides"]  # furs first would leave one too few
    play(state, "lose hides")  # then no crew may follow, and the furs are the only token left
    assert (seat(state).crew, seat(state).goods) == (3, (0, 0, 0))


def voyage(state, way):
    """Sail a way, losing crew whenever something is due; return the losses of each day."""
    losses = []
    for space in way:
        before = seat(state).crew
        play(state, f"sail {space}")
        while state.phase == "LOSS":
            play(state, "lose crew")
        losses.append(before - seat(state).crew)
    return losses


HORN = ["north_sea_west", "northumbrian_sea", "orkney_sea", "shetland_sea", "faroe_sea",
        "iceland_south_sea", "horn"]  # fmt: skip


def test_t09_york_horn_base_figures(calm):
    """V27: sail counts through all zones. W 5 and N 3 together are no position of the dial (Q6)."""
    assert calm.distance("york", "horn") == 7
    assert voyage(calm, HORN) == [0, 0, 0, 0, 0, 2, 0]


@pytest.mark.parametrize(("wind", "losses"), [
    ("W", [0, 0, 0, 0, 0, 2, 0]), ("S", [0, 0, 0, 0, 0, 2, 1]),
])  # fmt: skip
def test_t09b_t09c_york_horn(wind, losses):
    state = at("york", crew=[5], wind=wind)
    assert voyage(state, HORN) == losses
    assert where(state) == "horn"


def test_t10_sweden_rostov_bulgar():
    """V15, Q47: the loss comes on arrival, before the task, which is free of days."""
    state = at("sweden", crew=[4], goods=[["furs"]], wind="S")
    assert (state.distance("sweden", "rostov"), state.distance("rostov", "bulgar")) == (5, 2)
    assert fair(state)[1] == 4
    way = ["gotland_sea", "gulf_of_finland", "volkhov", "volga", "rostov"]
    assert voyage(state, way) == [0, 0, 0, 0, 1]
    play(state, "trade furs")
    assert (view(state).prep, view(state).sail) == (0, 5)
    assert voyage(state, ["volga", "bulgar"]) == [0, 1]


def test_t11_a_failed_attempt_uses_the_port_up():
    state = at("york", goods=[["hides"]], captured=[{}, {"lincoln": 3}], crew=[3])
    play(state, "settle", "dice 2", "fall 1 4")
    assert (seat(state).crew, where(state)) == (1, "york")
    for _ in range(2):
        assert words(state, "settle", "trade", "raid", "play") == []
        assert "end" in options(state)
        play(state, ENGLISH_COAST, "sail york")


def test_t12_denmark_york_lincoln():
    state = at("denmark", goods=[["hides"]])
    play(state, "sail north_sea_east", ENGLISH_COAST, "sail york", "trade hides")
    play(state, ENGLISH_COAST, "sail lincoln", "raid")
    assert (view(state).prep, view(state).sail) == (0, 5)


def test_t13_tusks_to_dublin():
    """V35."""
    state = play(at("dublin", goods=[["tusks"]], demand="hides"), "trade tusks")
    assert state.scores()[0] == 3


def test_t14_two_kinds_in_the_region():
    state = at("lincoln", goods=[["hides", "furs", "tusks"]], crew=[1],
               ports={"york": "tusks", "norwich": "hides"})
    assert words(state, "trade") == ["trade furs"]


def test_t15_hides_to_york():
    """V37."""
    state = play(at("york", goods=[["hides"]], demand="hides"), "trade hides")
    assert state.scores()[0] == 6


def test_t16_raid_on_paris():
    state = at("paris", crew=[5])
    play(state, "raid", "die 1", "roll", "die 5", "roll", "die 6", "treasure 9")
    assert seat(state).crew == 3
    assert [SPACES[port] for port in seat(state).captured] == ["paris"]
    assert state.scores()[0] == 9


def test_t17_with_a_good_in_paris():
    state = at("paris", crew=[5], ports={"paris": "furs"})
    play(state, "raid", "die 1", "roll", "die 5")
    assert state.phase == "REVEAL"
    play(state, "treasure 8")
    assert seat(state).crew == 4


@pytest.mark.parametrize("port", ["york", "norwich", "lincoln"])
def test_t18_a_town_hinders_settling_in_its_region(port):
    assert words(at(port), "settle") == []


def test_t18b_after_the_raid():
    state = at("lincoln", crew=[4])
    play(state, "raid", "die 5", "treasure 3")
    assert words(state, "settle", "raid", "trade") == []
    play(state, ENGLISH_COAST, "sail york")
    assert words(state, "settle") == ["settle"]
    later = at("lincoln", captured=[{"lincoln": 3}])
    assert words(later, "settle") == ["settle"]


def test_t19_settling_kiev():
    state = at("kiev", crew=[4], captured=[{"ljubech": 4}])
    play(state, "settle", "dice 3", "fall 4 5 6")
    assert settled(state) == ["kiev"]
    assert seat(state).crew == 2


@pytest.mark.parametrize(("ports", "lost"), [({}, 2), ({"york": "furs"}, 1)])
def test_t20_t20b_disputed_settlement(ports, lost):
    """R23, Q14."""
    state = at("york", crew=[5], captured=[{}, {"lincoln": 3}], settled=[[], ["york"]],
               ports=ports, hands=[["disputed_settlement", "raven_banner", "berserker_fury"]])
    play(state, "play disputed_settlement", "keep", "play raven_banner", "keep",
         "play berserker_fury", "keep", "dice 3", "fall 1 3 4")
    assert settled(state) == ["york"]
    assert settled(state, 1) == []
    assert seat(state, 1).reserve == 15
    assert seat(state).crew == 5 - lost - 1


def test_t20c_new_crew():
    state = at("york", settled=[["york"]], captured=[{"lincoln": 3}], hands=[["new_crew"]])
    play(state, "play new_crew", "keep")
    assert seat(state).crew == 3
    assert (view(state).prep, view(state).sail) == (0, 0)


def test_t21_return_to_wintering():
    state = at("kattegat", crew=[3], goods=[["hides", "furs"]])
    play(state, "winter", "end", "end")
    assert state.active == 0
    assert (where(state), seat(state).crew, seat(state).goods) == ("wintering", 1, (0, 0, 0))
    assert seat(state).reserve == 14


def test_t22_last_crew_lost_in_anothers_turn():
    state = at("kattegat", "skagerrak", crew=[2, 1], goods=[[], ["hides", "furs"]],
               hands=[["sea_monster"]])
    play(state, "play sea_monster", "jarl 1", "hits 1", "keep")
    assert (where(state, 1), seat(state, 1).crew, seat(state, 1).goods) == (
        "wintering", 0, (0, 0, 0))
    assert state.active == 0
    play(state, "end")
    assert state.active == 1
    assert seat(state, 1).crew == 0


@pytest.mark.parametrize(("demand", "points"), [("hides", 12), ("furs", 14)])
def test_t23_antioch(demand, points):
    state = at("antioch", goods=[["furs"]], demand=demand,
               open=["s3_sweden_trade_antioch", "s1_norway_raid_lindisfarne"], deck=(0, 0, 3))
    play(state, "trade furs")
    assert state.scores()[0] == points
    assert SAGAS[seat(state).sagas[0]] == "s3_sweden_trade_antioch"


def test_t24_a_raid_on_a_gone_town_is_discarded():
    state = at("lincoln", goods=[["furs"]], captured=[{"constantinople": 8, "lincoln": 3}],
               open=["s2_denmark_trade_lincoln", "s1_norway_raid_lindisfarne",
                     "s1_denmark_raid_bremen"],
               deck=(0, 0, 3), unseen=["s3_sweden_raid_constantinople"])
    play(state, "trade furs", "saga s3_sweden_raid_constantinople")
    assert state.phase == "TURN_SAGA"
    card = SAGAS.index("s3_sweden_raid_constantinople")
    assert card not in view(state).open
    assert card not in view(state).unseen
    play(state, "saga s3_norway_trade_hvarf")
    assert state.phase == "MAIN"
    assert len(view(state).open) == 3


def test_t25_a_partly_fulfilled_saga_stays():
    state = at("lincoln", "reykjanes", goods=[["furs"]], crew=[2, 3], settled=[["horn"]],
               captured=[{"lincoln": 3}],
               open=["s2_denmark_trade_lincoln", "s1_norway_raid_lindisfarne",
                     "s1_denmark_raid_bremen"], deck=(0, 3, 6),
               unseen=["s2_norway_settle_reykjanes_horn"])
    play(state, "trade furs", "saga s2_norway_settle_reykjanes_horn")
    card = SAGAS.index("s2_norway_settle_reykjanes_horn")
    assert card in view(state).open
    play(state, "end", "settle", "dice 2", "fall 4 6")
    assert card in seat(state, 1).sagas
    assert state.scores()[1] == 3


SOME_TOWNS = [space.id for space in BOX.spaces[:48] if space.town == 1]


@pytest.mark.parametrize(("counts", "points"), [((4, 3, 2), (12, 0, 0)), ((3, 3, 1), (9, 9, 0)),
                                                ((0, 0, 0), (0, 0, 0))])
def test_t26_t26b_bloody_axe(counts, points):
    """V69."""
    state, towns = None, iter(SOME_TOWNS)
    captured = [{next(towns): treasure for treasure in [3, 4, 5, 6][:n]} for n in counts]
    state = at(captured=captured)
    assert tuple(seat(state, i).axe_points for i in range(3)) == points


ALL_TAKEN = [dict(zip(SOME_TOWNS, [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6], strict=True)),
             {"paris": 8, "rome": 9, "constantinople": 10}]


@pytest.mark.parametrize(("seats", "points"), [
    pytest.param([["paris"]], (5, 0), id="T27"),
    pytest.param([["york"], ["norwich"]], (8, 8), id="T28"),
    pytest.param([["cork", "dublin"], ["man"]], (18, 9), id="T29"),
    pytest.param([["york", "lincoln", "norwich"]], (36, 0), id="T30"),
    ([["york", "lincoln"], ["norwich"]], (24, 12)),
    ([["cork"], ["dublin"]], (6, 6)),
])  # fmt: skip
def test_t27_to_t30_settlements(seats, points):
    """V70, Q7."""
    state = at(settled=seats, captured=ALL_TAKEN, ports={"york": "hides"})
    assert tuple(seat(state, i).settlement_points for i in range(2)) == points


@pytest.mark.parametrize(("counts", "points"), [
    pytest.param((3, 2, 1), (30, 10, 0), id="T31"),
    pytest.param((2, 2, 1), (20, 20, 0), id="T32"),
    pytest.param((3, 1, 1), (30, 5, 5), id="T33"),
    ((2, 0, 0), (20, 0, 0)),  # Q40
    ((1, 1, 1), (10, 10, 10)),
])  # fmt: skip
def test_t31_to_t33_sagas(counts, points):
    """V71."""
    norway = iter([saga.id for saga in BOX.sagas if saga.nation == 0])
    state = at(completed=[[next(norway) for _ in range(n)] for n in counts], open=[])
    assert tuple(seat(state, i).saga_points for i in range(3)) == points


@pytest.mark.parametrize("start", range(5))
def test_t34_starting_points(start):
    state = load("vikings", players=5, start=start)
    assert [state.scores()[(start + i) % 5] for i in range(5)] == [1, 2, 3, 4, 5]


def test_t35_the_saga_deck():
    state, stream = load("vikings", players=4, seed=3), Stream(1)
    while state.is_chance:
        state.play(state.sample(stream))
    assert view(state).deck == (3, 6, 6)
    assert [BOX.sagas[card].era for card in view(state).open] == [0, 0, 0]
    assert len(view(state).unseen) == 24


def test_t36_capacity_by_era():
    state = at("lincoln", goods=[["furs"]], captured=[{"lincoln": 3}],
               open=["s2_denmark_trade_lincoln", "s1_norway_raid_lindisfarne",
                     "s1_denmark_raid_bremen"], deck=(1, 1, 6))
    assert view(state).capacity == 6  # the open card of era 2 was turned up
    state = at("wolin", goods=[["furs"]], ports={"truso": "hides"}, deck=(0, 6, 6),
               open=["s1_sweden_trade_wolin_truso"])
    assert view(state).capacity == 5
    play(state, "trade furs")
    assert state.phase == "TURN_SAGA"
    play(state, options(state)[0])
    assert view(state).capacity == 6
    state = at("wolin", goods=[["furs"]], ports={"truso": "hides"}, deck=(0, 0, 6),
               open=["s1_sweden_trade_wolin_truso"])
    assert view(state).capacity == 6
    play(state, "trade furs")
    play(state, options(state)[0])
    assert view(state).capacity == 7


def test_t37_settling_with_the_last_crew():
    state = at("york", crew=[1], captured=[{}, {"lincoln": 3}])
    play(state, "settle")
    assert state.phase == "THROW"
    play(state, "fall 6")
    assert options(state) == ["place", "decline"]
    declined = play(state.clone(), "decline")
    assert (seat(declined).crew, settled(declined)) == (1, [])
    assert (declined.active, where(declined)) == (0, "york")
    assert words(declined, "settle") == []
    play(state, "place")
    assert (seat(state).crew, settled(state), where(state)) == (0, ["york"], "wintering")
    assert state.active == 1


def test_t38_retribution():
    state = at("lincoln", crew=[3], hands=[["retribution"]])
    play(state, "raid", "die 6", "treasure 5")
    assert options(state) == ["play retribution", "skip"]
    skipped = play(state.clone(), "skip")
    assert skipped.scores()[0] == 5
    assert hand(skipped) == ["retribution"]
    play(state, "play retribution")
    assert state.phase == "WIND"
    play(state, "cw")
    assert state.scores()[0] == 10
    assert hand(state) == []


@pytest.mark.parametrize("attack", [["raid", "die 1"], ["raid", "die 1", "roll", "die 2", "stop"]])
def test_retribution_is_not_asked_for_after_a_failed_raid(attack):
    """R25: only right after a success."""
    state = play(at("lincoln", crew=[3], hands=[["retribution"]]), *attack)
    assert "play retribution" not in options(state)
    assert state.phase in ("RAID_ON", "MAIN")


def test_t39_runes_in_a_home_port():
    state = at("norway", hands=[["storm", "siege"]])
    assert words(state, "play", "discard") == []
    play(state, "draw", "rune revolt")
    assert words(state, "draw", "play", "discard") == []
    assert len(hand(state)) == 3


@pytest.mark.parametrize("players", [3, 4, 5])
def test_t40_the_last_rounds(players):
    state = at("rouen", players=players, goods=[["furs"]], deck=(0, 0, 1),
               open=["s3_denmark_trade_rouen", "s1_norway_raid_lindisfarne",
                     "s1_denmark_raid_bremen"], unseen=["s3_norway_trade_hvarf"])
    play(state, "trade furs", "saga s3_norway_trade_hvarf")
    assert state.phase == "MAIN"
    assert view(state).final == 3 * players + 1
    play(state, "end")
    turns = []
    while not state.is_terminal:
        turns.append(state.active)
        play(state, "end")
    assert turns == [*range(1, players), 0] * 3


def test_t41_raid_with_berserker():
    state = at("paris", crew=[3], hands=[["berserker_fury"]])
    play(state, "raid", "play berserker_fury", "keep", "die 4")
    assert state.phase == "REVEAL"


def test_t42_not_welcome():
    state = at("kattegat", "york", crew=[2, 3], hands=[["not_welcome"]])
    play(state, "play not_welcome")
    assert state.phase == "HITS"
    share = chances(state)
    assert share == pytest.approx({f"hits {n}": p for n, p in enumerate(
        [1 / 8, 3 / 8, 3 / 8, 1 / 8])})
    play(state, "hits 2", "keep")  # dice 3 and 1 are lower than 4
    assert seat(state, 1).crew == 1


@pytest.mark.parametrize(("ports", "holds"), [({}, False), ({"york": "hides"}, True)])
def test_t43_rebellion(ports, holds):
    state = at("kattegat", settled=[[], ["york"]], captured=[{"lincoln": 3}], ports=ports,
               hands=[["rebellion"]])
    play(state, "play rebellion", "die 4")
    assert settled(state, 1) == (["york"] if holds else [])

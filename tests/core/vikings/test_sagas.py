"""Sagas, last rounds and the end of the game (sections 9 and 10, V74, V75)."""

import pytest
from vikings_kit import (
    BOX,
    SAGAS,
    SPACES,
    at,
    options,
    play,
    saga,
    seat,
    settled,
    towns,
    view,
    where,
    words,
)  # fmt: skip

from core.game import load
from core.vikings.components import TASKS

REST = ["s1_norway_raid_lindisfarne", "s1_denmark_raid_bremen", "s1_denmark_raid_bordeaux",
        "s3_denmark_raid_rome"]


def near_end(card):
    """Return keywords for a position in which `card` is one last step from fulfilled."""
    port, *others = [SPACES[number] for number in card.ports]
    task = TASKS[card.task]
    position = {"ships": [port], "crew": [3]}
    if task == "trade":
        position |= {"goods": [["furs"]], "ports": dict(zip(others, ["hides", "tusks"],
                                                            strict=False))}
    elif task == "settle":
        small = [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]
        mine = {name: small.pop() for name in ("lincoln", "dublin", "bremen", "bayeux",
                                               "bordeaux", "seville", "ljubech")}
        position |= {"settled": [[], others], "captured": [{}, mine]}
    return position


def finish_task(state, card):
    """Do the task that fulfils `card`."""
    task = TASKS[card.task]
    if task == "trade":
        return play(state, "trade furs")
    play(state, task)
    if task == "settle":
        play(state, "dice 2", "fall 6 6")
    else:
        play(state, "die 6")
        play(state, options(state)[0])
    return state


@pytest.mark.parametrize("number", range(27), ids=SAGAS)
def test_every_saga(number):
    """V61 to V64, Q59: the task that makes the condition true takes the card and its bonus."""
    card = BOX.sagas[number]
    others = [name for name in (REST[0], REST[3]) if name != card.id]
    position = near_end(card)
    state = at(*position.pop("ships"), open=[card.id, *others], deck=(0, 0, 3), **position)
    assert number in view(state).open
    before = state.scores()[0]
    finish_task(state, card)
    assert seat(state).sagas == (number,)
    assert number not in view(state).open
    gained = state.scores()[0] - before
    port = BOX.spaces[card.ports[0]]
    task = TASKS[card.task]
    points = {"trade": port.value, "settle": 0}.get(task)
    if task == "raid":
        points = view(state).treasures[card.ports[0]]
    assert gained == points + card.bonus
    assert state.phase == "TURN_SAGA"


def test_only_the_jarl_whose_task_fulfils_it_takes_the_card():
    """V63, Q49: any good of anybody counts for the condition."""
    state = at("wolin", goods=[["furs"]], ports={"truso": "hides"},
               open=["s1_sweden_trade_wolin_truso", *REST[:2]], deck=(0, 0, 3))
    play(state, "trade furs")
    assert [len(seat(state, i).sagas) for i in range(3)] == [1, 0, 0]


def test_several_sagas_at_once_then_the_slots_are_filled():
    """V64, Q17."""
    state = at("truso", crew=[3], settled=[[], ["grobin"]],
               open=["s1_sweden_settle_truso_grobin", REST[0]], deck=(0, 0, 4))
    play(state, "settle", "dice 1", "fall 6")
    assert len(seat(state).sagas) == 1
    two = at("rouen", crew=[3], goods=[["furs"]], open=["s3_denmark_trade_rouen",
                                                        "s1_norway_raid_lindisfarne"],
             deck=(0, 0, 4))
    play(two, "trade furs")
    filled = 0
    while two.is_chance:
        play(two, options(two)[0])
        filled += 1
    assert filled == 2  # an empty third slot is filled too
    assert len(view(two).open) == 3


def test_a_rune_completes_no_saga():
    """Q16, Q48: Trade with the Natives, or a settlement that changes hands."""
    state = at("kattegat", settled=[[], ["truso", "grobin"]], hands=[["debts_of_honour"]],
               open=["s1_sweden_settle_truso_grobin", *REST[:2]])
    play(state, "play debts_of_honour", "at truso", "keep")
    assert settled(state) == ["truso"]
    assert seat(state).sagas == ()


def test_impossible_sagas_are_discarded_and_change_the_era():
    """V65, V18, Q15, Q20."""
    state = at("wolin", goods=[["furs"]], ports={"truso": "hides", "hvarf": "tusks"},
               open=["s1_sweden_trade_wolin_truso", *REST[:2]], deck=(0, 0, 3),
               unseen=["s3_norway_trade_hvarf"])
    play(state, "trade furs", "saga s3_norway_trade_hvarf")
    assert state.phase == "TURN_SAGA"
    assert view(state).capacity == 7
    assert all(not seat(state, i).sagas for i in (1, 2))
    card = SAGAS.index("s3_norway_trade_hvarf")
    assert card not in (*view(state).open, *view(state).unseen, *seat(state).sagas)


def last_card(discarded, others):
    """Return a state whose last saga card was just turned."""
    state = at("rouen", goods=[["furs"]], open=["s3_denmark_trade_rouen", *others],
               ports={"hvarf": "tusks"} if discarded else {}, deck=(0, 0, 1),
               unseen=["s3_norway_trade_hvarf"])
    return play(state, "trade furs", "saga s3_norway_trade_hvarf")


def test_the_last_card_starts_the_last_rounds_even_if_discarded():
    """V66, Q18."""
    for discarded in (False, True):
        state = last_card(discarded, REST[:2])
        assert (state.phase, view(state).final) == ("MAIN", 10)
        assert len(view(state).open) == (2 if discarded else 3)


def test_the_game_ends_at_once_without_sagas():
    """V68, Q58: in the middle of the turn; the last card was impossible and none is open."""
    state = last_card(True, [])
    assert state.is_terminal
    assert seat(state).crew == 2  # aboard: the turn was not ended first
    assert where(state) == "rouen"


def test_the_game_ends_when_the_last_open_saga_is_completed():
    """V68."""
    state = at("lindisfarne", open=["s1_norway_raid_lindisfarne"], deck=(0, 0, 0), final=5,
               scores=[1, 0, 0])
    play(state, "raid", "die 6", "treasure 4")
    assert state.is_terminal
    # 1 + treasure 4 + bonus 1, then Bloody Axe 3 and 10 for the first of Norway
    assert state.scores() == [19, 0, 0]
    assert state.utilities() == [1, 0, 0]


def test_ties_share_the_victory():
    """V72."""
    state = at("kattegat", open=[REST[0]], deck=(0, 0, 0), final=1, scores=[7, 9, 9])
    play(state, "end")
    assert state.utilities() == [0, 0.5, 0.5]


@pytest.mark.parametrize("rounds", [1, 4])
def test_the_round_limit(rounds):
    """V75, Q52: full rounds from the first seat on, then scored as usual."""
    state = load("vikings", start=1, rounds=rounds)
    while state.is_chance:
        play(state, options(state)[0])
    turns = []
    while not state.is_terminal:
        turns.append(state.active)
        play(state, "end")
    assert turns == [1, 2, 0] * rounds


def test_no_round_limit():
    state = load("vikings", start=0, rounds=0)
    while state.is_chance:
        play(state, options(state)[0])
    for _ in range(3 * 200):
        play(state, "end")
    assert not state.is_terminal
    assert state.round == 201


GREY = [i for i, space in enumerate(BOX.spaces[:48]) if space.region < 0 and not space.town]
FREE = [space.id for i, space in enumerate(BOX.spaces[:48]) if i in GREY or (
    space.region >= 0 and not any(BOX.spaces[port].town
                                  for port in BOX.regions[space.region].ports))]
ALL_TOWNS = {**dict(zip([name for name in towns() if BOX.spaces[SPACES.index(name)].town == 1],
                        [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6], strict=True)),
             "paris": 8, "rome": 9, "constantinople": 10}
PORTS = [space.id for space in BOX.spaces[:48]]


def test_a_jarl_without_figures_is_skipped():
    """V52, Q53: his turn counts; he plays again when a figure comes back."""
    state = at("kattegat", settled=[[], PORTS[:15]], crew=[2, 0], captured=[ALL_TOWNS],
               hands=[["revolt"]])
    skipped = play(state.clone(), "end")
    assert skipped.active == 2
    play(skipped, "end")
    assert (skipped.active, skipped.round) == (0, 2)
    play(state, "play revolt")
    play(state, options(state)[0], "die 5", "keep", "end")
    assert state.active == 1
    counted = at("kattegat", settled=[[], PORTS[:15]], crew=[2, 0], captured=[ALL_TOWNS],
                 open=[REST[3]], deck=(0, 0, 0), final=3)
    play(counted, "end")
    assert (counted.active, view(counted).final) == (2, 1)


def test_one_aboard_is_enough_to_play():
    """Q53."""
    state = at("kattegat", "truso", settled=[[], PORTS[:14]], crew=[2, 1], captured=[ALL_TOWNS])
    assert seat(state, 1).reserve == 0
    play(state, "end")
    assert state.active == 1


def test_the_game_ends_when_nobody_can_act_again():
    """V52: three jarls with all their figures in 45 of the 48 ports."""
    state = at(PORTS[45], settled=[PORTS[:14], PORTS[15:30], PORTS[30:45]], crew=[1, 0, 0],
               captured=[ALL_TOWNS], open=["s3_norway_trade_hvarf"])
    play(state, "settle", "fall 6", "place")
    assert state.is_terminal
    assert state.scores()[1] > 0


def test_last_rounds_start_left_of_the_trigger_wherever_it_sits():
    """V67, Q19."""
    state = at("wintering", "wintering", "rouen", goods=[[], [], ["furs"]], active=2, start=1,
               open=["s3_denmark_trade_rouen", *REST[:2]], deck=(0, 0, 1),
               unseen=["s3_norway_trade_hvarf"])
    play(state, "trade furs", "saga s3_norway_trade_hvarf", "end")
    turns = []
    while not state.is_terminal:
        turns.append(state.active)
        play(state, "end")
    assert turns == [0, 1, 2] * 3


def test_points_of_settlements_come_only_at_the_end():
    """V47, V73."""
    state = at("wolin", crew=[3], open=[REST[0]], deck=(0, 0, 0), final=1)
    play(state, "settle", "dice 1", "fall 6")
    assert state.scores() == [0, 0, 0]
    play(state, "end")
    assert state.scores() == [2, 0, 0]
    assert saga(0) == SAGAS[0]
    assert words(state, "end") == []

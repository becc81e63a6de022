"""Games of jarls who use everything: invariants, bounds, and that all of the rules come up."""

import os
from collections import Counter

import pytest
from vikings_kit import RUNES, SAGAS, Lively, lively_walk

from core.game import load

pytestmark = pytest.mark.fuzz
GAMES = max(2, int(os.environ.get("HEOROT_FUZZ_GAMES", "200")) // 20)
RUNES_BOUND = 64  # cards played and discarded in a turn (V74)
TURN_BOUND = 300  # decisions and outcomes of a turn


@pytest.mark.parametrize("advanced", ["yes", "no"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_turn_ends(players, advanced):
    """V74: no chain of free actions goes on for ever; everything is conserved."""
    for seed in range(GAMES):
        state = load("vikings", players=players, seed=seed, advanced=advanced)
        choose = Lively(seed)
        turn, cards, steps = (0, 0), 0, 0
        while not state.is_terminal:
            action = choose(state)
            now = (state.round, state.active)
            if now != turn:
                turn, cards, steps = now, 0, 0
            steps += 1
            cards += state.text(action).split()[0] in ("play", "discard")
            assert steps < TURN_BOUND, (seed, turn)
            assert cards <= RUNES_BOUND, (seed, turn)
            state.play(action)
            state.check()


def late(players, seed):
    """Return a game near its end: two sagas left in the deck, ships at sea."""
    state = load("vikings", players=players, seed=seed, start=0)
    ships = ["kattegat", "north_sea_west", "english_channel", "celtic_sea", "baltic_west"]
    names = [name for name in SAGAS if "trade" in name and name[1] in "12"]
    state.arrange(ships=ships[:players], crew=[4] * players, goods=[["hides", "furs"]] * players,
                  open=names[seed % 6:][:3] if seed % 6 < 4 else names[:3], deck=(0, 0, 2),
                  scores=list(range(players)))
    return state


@pytest.mark.parametrize("players", [3, 4, 5])
def test_late_games_end_in_every_way(players):
    """V67, V68, V75."""
    ends = Counter()
    for seed in range(max(10, GAMES)):
        for state in lively_walk(late(players, seed), seed):
            state.check()
        view = state.observation(0)
        if not sum(view.deck) and not view.open:
            ends["no saga left"] += 1
        elif not sum(view.deck):
            assert view.final == 0 or state.round == 60
            ends["last rounds"] += 1
        else:
            assert state.round == 60
            ends["round limit"] += 1
    assert ends["last rounds"]


def test_all_questions_and_all_runes_come_up():
    phases, titles = Counter(), set()
    for players in (3, 4, 5):
        for seed in range(100, 112):
            state, choose = load("vikings", players=players, seed=seed), Lively(seed)
            while not state.is_terminal:
                action = choose(state)
                text = state.text(action)
                phases[state.phase] += 1
                if text.startswith("play "):
                    titles.add(text[5:])
                state.play(action)
    assert titles == set(RUNES)
    assert {"DRAW", "TURN_SAGA", "DIE", "THROW", "REVEAL", "HITS", "MAIN", "LOSS", "ATTACK_RUNES",
            "RAID_ON", "RETRIBUTION", "DICE", "FOUND", "WIND", "TARGET", "GIVE"} == set(phases)

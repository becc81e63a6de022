"""Random games of every game; HEOROT_FUZZ_GAMES says how many per number of seats and variant."""

import os
import random

import pytest
from walks import open_actions, seat_counts

from core import game
from core.rng import Stream
from core.state import DEBUG_BUILD

pytestmark = pytest.mark.fuzz
GAMES = int(os.environ.get("HEOROT_FUZZ_GAMES", "200"))
STEPS_BOUND = 5000  # of any game: far above the longest seen
VARIANTS = [
    *(("quacks", {"sets": sets}) for sets in "234"),
    *(("quacks", {"sets": sets, "cauldron": "tubes"}) for sets in "1234"),
    ("quacks", {"sets": "mixed", "cauldron": "tubes"}),
    ("vikings", {"advanced": "no"}),
    ("defenders", {"heroes": "random", "start": "random", "windows": "lean",
                   "objective": "champion"}),
    ("defenders", dict.fromkeys(
        ("easier_setup", "easier_penalty", "easier_hand", "easier_life"), "yes")),
    ("defenders", {"harder_specials": "6", "harder_quiet": "3", **dict.fromkeys(
        ("harder_setup", "harder_life", "harder_minions", "shared_penalty_roll",
         "overrun_per_minion"), "yes")}),
    ("pig", {"target": "20"}),
    ("phantom", {"marks": "open"}),
]
VARIANT_SEATS = [
    pytest.param(name, players, options,
                 id="-".join([name, str(players), *map("=".join, options.items())]))
    for name, options in VARIANTS
    for game_name, players in seat_counts(reference=True)
    if game_name == name
]


def story(state, seed, played):
    """Return what a bug report needs: game, seats, seed and the moves."""
    return (f"{state.setup.game.name}, {state.players} seats, "
            f"{dict(state.setup.options)}, seed {seed}: {played}")


def play_at_random(state, seed):
    """Check invariants and conservation after every step; redeals at some of them."""
    rng, stream, played = random.Random(seed), Stream("fuzz", seed), []
    sample, turn = state.clone(), 0
    while not state.is_terminal:
        actions = open_actions(state)
        assert actions, story(state, seed, played)
        action = rng.choice(actions)
        played.append(action)
        state.play(action)
        try:
            state.check()
        except AssertionError as error:
            pytest.fail(f"{error}; {story(state, seed, played)}")
        assert state.turn >= turn, story(state, seed, played)
        turn = state.turn
        assert len(played) < STEPS_BOUND, story(state, seed, played)
        if rng.random() < 0.02:
            seat = rng.randrange(state.players)
            sample.copy_from(state)
            sample.redeal(seat, stream)
            sample.check()
            assert sample.observation(seat) == state.observation(seat), story(state, seed, played)
            assert sample.info_key(seat) == state.info_key(seat), story(state, seed, played)
            assert sample.mover == state.mover, story(state, seed, played)
    assert all(0 <= u <= 1 for u in state.utilities()), story(state, seed, played)


@pytest.mark.parametrize(("name", "players"), seat_counts(reference=True))
def test_random_games(name, players):
    for seed in range(GAMES):
        play_at_random(game.load(name, players=players, seed=seed), seed)


@pytest.mark.parametrize(("name", "players", "options"), VARIANT_SEATS)
def test_random_games_of_variants(name, players, options):
    for seed in range(GAMES):
        play_at_random(game.load(name, players=players, seed=seed, **options), seed)


@pytest.mark.parametrize(("name", "players"), seat_counts(reference=True))
def test_replaying_the_actions_gives_the_same_game(name, players):
    """Chance outcomes are actions: no random generator is needed for a replay."""
    for seed in range(max(1, GAMES // 20)):
        state, rng, played = game.load(name, players=players, seed=seed), random.Random(seed), []
        start = state.clone()
        while not state.is_terminal:
            played.append(rng.choice(open_actions(state)))
            state.play(played[-1])
        for action in played:
            start.play(action)
        assert start == state


def test_the_build_is_the_one_that_was_asked_for():
    """The second run of ``make test`` must really meet the debug build."""
    if os.environ.get("HEOROT_EXPECT_DEBUG"):
        assert DEBUG_BUILD
    else:
        assert isinstance(DEBUG_BUILD, bool)

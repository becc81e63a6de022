"""PettingZoo's own checks, for every game and number of seats."""

import functools
import random
import sys
import types
import warnings

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from pettingzoo.test import performance_benchmark as pettingzoo_benchmark
from walks import seat_counts

from bridges import pettingzoo as bridge
from core.errors import BadOption, IllegalAction
from core.record import Record

BY_SEATS = pytest.mark.parametrize(("name", "players"), seat_counts(reference=True))
ONE_EACH = pytest.mark.parametrize("name", ["beowulf", "quacks", "vikings", "defenders", "leduc"])
# PettingZoo knows the names of its own environments whose observations are dicts; all of them warn.
KNOWN = r"Observation is not a NumPy array|Observation space for each agent probably should be"


def playout(env, seed, rng):
    """Play one random game; return the rewards and the masked actions."""
    env.reset(seed=seed)
    actions, rewards = [], {}
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        if ended or cut:
            rewards[agent] = reward
            env.step(None)
        else:
            actions.append(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            env.step(actions[-1])
    return rewards, actions


@BY_SEATS
def test_api(name, players):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", KNOWN)
        api_test(bridge.env(name, players), num_cycles=60)


@BY_SEATS
def test_seeds(name, players):
    seed_test(functools.partial(bridge.env, name, players), num_cycles=40)


@BY_SEATS
def test_max_cycles(name, players):
    """Their check plays blindly, and wants every agent to be asked equally often."""
    if name in ("kuhn", "leduc", "tictactoe", "phantom"):
        pytest.skip("the game may be over before the cycles are")
    make = functools.partial(bridge.env, name, players, turns="cyclic", illegal="replace")
    parallel = functools.partial(bridge.parallel_env, name, players, illegal="replace")
    max_cycles_test(types.SimpleNamespace(env=make, parallel_env=parallel))


@ONE_EACH
def test_parallel(name):
    make = functools.partial(bridge.parallel_env, name, illegal="replace")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*")
        parallel_api_test(make(), num_cycles=50)
    parallel_seed_test(make, num_cycles=50)


def test_performance_benchmark(monkeypatch, capsys):
    """It runs for five seconds; a clock that hurries makes it short."""
    clock = iter(range(1000))
    module = sys.modules[pettingzoo_benchmark.__module__]
    monkeypatch.setattr(module, "time", types.SimpleNamespace(time=lambda: next(clock)))
    pettingzoo_benchmark(bridge.env("quacks", 2))
    assert "turns per second" in capsys.readouterr().out


@BY_SEATS
def test_a_game_ends_with_its_utilities(name, players):
    env = bridge.env(name, players)
    rewards, _ = playout(env, 5, random.Random(name))
    raw = env.unwrapped
    assert [rewards[agent] for agent in raw.possible_agents] == raw.state_of_game.utilities()
    replayed = Record.loads(raw.record.dumps()).replay()
    assert replayed == raw.state_of_game


@ONE_EACH
def test_cyclic_turns_play_the_same_games(name):
    """Chance does not depend on how often others are asked."""
    plain, cyclic = bridge.env(name), bridge.env(name, turns="cyclic")
    _, actions = playout(plain, 3, random.Random(1))
    cyclic.reset(seed=3)
    left = iter(actions)
    for _ in cyclic.agent_iter():
        observation, _, ended, _, _ = cyclic.last()
        if ended:
            break
        passes = observation["action_mask"][cyclic.unwrapped.pass_id]
        cyclic.step(cyclic.unwrapped.pass_id if passes else next(left))
    assert next(left, None) is None
    assert cyclic.unwrapped.record.moves == plain.unwrapped.record.moves


def test_a_seat_sees_nothing_that_is_hidden_from_it():
    """Two deals of Kuhn poker that differ only in the other's card look the same."""
    env = bridge.env("kuhn")
    seen = {}
    for seed in range(40):
        env.reset(seed=seed)
        cards = tuple(env.unwrapped.state_of_game.observation(seat).cards[seat] for seat in (0, 1))
        vector = env.observe("seat_0")["observation"].tobytes()
        assert seen.setdefault(cards[0], vector) == vector
    assert len(set(seen.values())) == 3


def test_without_a_seed_games_differ_and_a_seed_fixes_them_all():
    env = bridge.env("beowulf", 3)
    records = []
    for seed in (9, None, 9, None):
        env.reset(seed=seed)
        records.append(env.unwrapped.record.moves)
    assert records[0] == records[2] != records[1] == records[3]


def test_a_forbidden_action_is_refused_with_what_is_open():
    env = bridge.env("kuhn")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"seat_0 cannot play 0 now; open: 1 \(call\), 2"):
        env.step(0)
    cyclic = bridge.env("beowulf", turns="cyclic", options={"start": 1})
    cyclic.reset(seed=1)
    with pytest.raises(IllegalAction, match="seat_0 has nothing to decide: its only action is"):
        cyclic.step(1)


@pytest.mark.parametrize(("arguments", "what"), [
    ({"game": "chess"}, "no game 'chess'"),
    ({"game": "quacks", "players": 7}, "2 to 4 players"),
    ({"game": "quacks", "turns": "fast"}, "turns=fast"),
    ({"game": "quacks", "illegal": "yes"}, "illegal=yes"),
    ({"game": "quacks", "max_cycles": 0}, "max_cycles=0"),
    ({"game": "quacks", "options": {"sets": "9"}}, "9"),
])
def test_bad_arguments_are_named(arguments, what):
    with pytest.raises(BadOption, match=what):
        bridge.env(**arguments)


def test_render():
    env = bridge.env("pig", render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    first, second, third, *_ = env.render().splitlines()
    assert (first[:11], second, third[:11]) == ("chance: die", "seat_0: roll", "chance: die")
    assert bridge.HeorotEnv("pig").render() is None

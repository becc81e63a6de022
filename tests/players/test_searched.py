"""Searches look ahead by the setup that a game has for that."""

import pytest

from core.game import load
from core.rng import Stream
from players.search import Searcher
from players.spec import make_player


def windows_of(state):
    """Play on at random up to decisions in the windows before a later action of a Day."""
    stream, found = Stream("windows"), []
    for _ in range(3000):
        if state.is_terminal or len(found) == 5:
            break
        if state.mover >= 0 and state.phase == "window" and len(state.legal_actions()) > 1:
            found.append(state.clone())
        actions = [] if state.is_chance else state.legal_actions()
        state.play(state.sample(stream) if state.is_chance
                   else actions[stream.below(len(actions))])
    return found


def test_a_game_without_a_setup_of_its_own_is_searched_as_it_is():
    state = load("beowulf", players=2, seed=1)
    player = make_player("greedy", state.setup, 0, 1)
    assert isinstance(player, Searcher)
    assert player.searched(state) is state


@pytest.mark.parametrize("spec", ["greedy", "expectimax:nodes=500", "ismcts:iterations=20"])
def test_defenders_are_searched_with_lean_windows(spec):
    positions = windows_of(load("defenders", players=3, seed=2, heroes="random"))
    assert positions
    for state in positions:
        player = make_player(spec, state.setup, state.mover, 1)
        seen = player.searched(state)
        assert state.setup["windows"] == "full"
        assert seen.setup["windows"] == "lean"
        assert seen.legal_actions() == state.legal_actions()
        assert player.choose(state, ()).action in state.legal_actions()

"""Random play for tests of any game."""

import random

from core import game
from core.rng import Stream
from core.state import CHANCE_MOVER


def open_actions(state):
    """Return what can be played now: outcomes at a chance node, else decisions."""
    if state.mover == CHANCE_MOVER:
        return [action for action, _ in state.chance_outcomes()]
    return state.legal_actions()


def walk(state, seed=0):
    """Play `state` at random to its end; yield it before the first and after every action."""
    rng = random.Random(f"walk {seed}")
    yield state
    while not state.is_terminal:
        state.play(rng.choice(open_actions(state)))
        yield state


def play_on(state, policies, stream):
    """Play `state` to its end by a policy a seat, chance as the rules have it."""
    while not state.is_terminal:
        state.play(state.sample(stream) if state.is_chance
                   else policies[state.mover].choose(state, stream))


def positions(name, players, seeds):
    """Yield the live state of whole random games, at every position."""
    for seed in seeds:
        yield from walk(game.load(name, players=players, seed=seed), seed)


def guesses(state):
    """Return True if the mover of a simultaneous game has something to guess here.

    There little is hidden and seldom, so that tests must look for it.
    """
    if not state.setup.game.traits.simultaneous or state.mover < 0:
        return False
    other = state.clone()
    for i in range(6):
        other.redeal(state.mover, Stream("guesses", i))
        if other != state:
            return True
    return False


def decisions(name, players, seed, every):
    """Yield copies of positions with a real choice from a random game, one of each phase first."""
    seen = set()
    for count, state in enumerate(walk(game.load(name, players=players, seed=seed), seed)):
        if len(state.legal_actions()) > 1:
            phase = getattr(state, "phase", None)
            if phase not in seen or count % every == 0 or (count % 7 == 0 and guesses(state)):
                seen.add(phase)
                yield state.clone()


def seat_counts(reference=False):
    """Return (game, players) for every game, or reference game too, and every number of seats."""
    return [
        (name, players)
        for name in game.names(reference)
        for traits in [game.get(name).traits]
        for players in range(traits.min_players, traits.max_players + 1)
    ]

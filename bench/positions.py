"""The fixed list of positions that every measurement uses."""

from __future__ import annotations

from core.game import get
from core.rng import Stream
from core.state import State

SEED = 20260


def positions(game: str) -> dict[str, State]:
    """Return named positions of a game: the first decision, and one from the middle of a game.

    Both for the smallest and the largest number of seats. They depend on nothing but the rules.
    """
    found: dict[str, State] = {}
    traits = get(game).traits
    for players in sorted({traits.min_players, traits.max_players}):
        state = get(game).setup(players, seed=SEED).blank()
        stream = Stream(SEED, "bench", game, players)
        _advance(state, stream, 0)
        found[f"opening, {players} seats"] = state.clone()
        decisions = _length(state.clone()) // 2
        _advance(state, stream, decisions)
        while state.is_terminal:  # another game was shorter: try sooner
            decisions //= 2
            stream = Stream(SEED, "bench", game, players, decisions)
            state = found[f"opening, {players} seats"].clone()
            _advance(state, stream, decisions)
        found[f"middle, {players} seats"] = state
    return found


def _length(state: State) -> int:
    stream = Stream(SEED, "length", state.players)
    decisions = 0
    while not state.is_terminal:
        decisions += _step(state, stream)
    return decisions


def _advance(state: State, stream: Stream, decisions: int) -> None:
    """Play random actions, `decisions` of them decisions, then go on to a real choice."""
    while not state.is_terminal and (
        decisions > 0 or state.is_chance or len(state.legal_actions()) == 1
    ):
        decisions -= _step(state, stream)


def _step(state: State, stream: Stream) -> int:
    if state.is_chance:
        state.play(state.sample(stream))
        return 0
    actions = state.legal_actions()
    state.play(actions[stream.below(len(actions))])
    return 1

"""Plays random games of any game and checks, at every step, what the State contract promises."""

from __future__ import annotations

import math
import pickle
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from core.errors import GameOver
from core.record import Record
from core.rng import Stream
from tournaments.failure import GameFailed, explain

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State

EVERY = 8  # one step in so many is looked at closely


class _Fault(Exception):
    """A promise that was broken."""


@dataclass(frozen=True)
class Checked:
    """What was looked at in one game in which all was well.

    Attributes
    ----------
    players, seed : int
        Of the game.
    decisions, outcomes : int
        Decisions and chance outcomes played.
    redeals : int
        Redeals compared with the position they came from.
    """

    players: int
    seed: int
    decisions: int
    outcomes: int
    redeals: int


def check_game(
    setup: Setup, seed: int, *, every: int = EVERY, components: str | None = None
) -> Checked:
    """Play one game of random moves and check it.

    At every step: the game's own invariants; that the open actions rise without duplicates, that
    the probabilities of chance are positive and sum to 1, that notation leads back to the action.
    At one step in `every`: all this for every open action, and for every seat that a redeal keeps
    what the seat knows, breaks no invariant and leaves the original alone; that copies are equal.
    At the end: results, and that the record replays to the same position.

    Parameters
    ----------
    setup : core.game.Setup
        The game.
    seed : int
        Decides all moves.
    every : int
        1 to look closely at every step.
    components : str, optional
        Path of the components file in `setup`, for the replay.

    Raises
    ------
    GameFailed
        At the first fault; names game, seed and moves, and holds the record.
    """
    names = ("random",) * setup.players
    record = Record.start(setup, names, seed)
    stream = Stream(seed, "check", "moves")
    close = Stream(seed, "check", "close")
    decisions = outcomes = redeals = 0
    try:
        state = setup.blank()
        while not state.is_terminal:
            _check_position(state)
            if close.below(every) == 0:
                _check_notation(state, _open_actions(state))
                redeals += _check_redeals(state, close)
            if state.is_chance:
                action = state.sample(stream)
                _require(action in _open_actions(state), f"sample() gave {action}, no outcome")
                outcomes += 1
            else:
                actions = state.legal_actions()
                action = actions[stream.below(len(actions))]
                seen = state.seen(action, state.mover)
                _require(seen == action, "a seat does not see its own decision")
                decisions += 1
            _check_notation(state, [action])
            record.add(state, action)
            state.play(action)
        _check_end(state)
        record.finish(state)
        again = Record.loads(record.dumps())
        _require(again == record, "the record reads back as another")
        _require(again.replay(components) == state, "the record replays to another position")
    except Exception as error:
        reason = str(error) if isinstance(error, _Fault) else explain(error)
        where = f"{setup.game.name}, {setup.players} players"
        raise GameFailed(reason, where, seed, names, record.moves, record.dumps()) from error
    return Checked(setup.players, seed, decisions, outcomes, redeals)


def _require(good: bool, fault: str) -> None:
    if not good:
        raise _Fault(fault)


def _open_actions(state: State) -> list[int]:
    if state.is_chance:
        return [action for action, _ in state.chance_outcomes()]
    actions: list[int] = state.legal_actions()
    return actions


def _check_position(state: State) -> None:
    state.check()
    mover = state.mover
    _require(-1 <= mover < state.players, f"the mover is {mover}")
    actions = _open_actions(state)
    _require(bool(actions), "the game goes on, but nothing can be played")
    rising = all(a < b for a, b in pairwise(actions))
    _require(rising, f"the open actions do not rise: {actions}")
    if mover >= 0:
        _require(not state.chance_outcomes(), "a decision has chance outcomes")
        return
    _require(not state.legal_actions(), "a chance node has legal decisions")
    chances = [chance for _, chance in state.chance_outcomes()]
    _require(min(chances) > 0, f"an outcome has the probability {min(chances)}")
    _require(math.isclose(sum(chances), 1, abs_tol=1e-9), f"probabilities sum to {sum(chances)}")


def _check_notation(state: State, actions: list[int]) -> None:
    for action in actions:
        text = state.text(action)
        back = state.action(text)
        _require(back == action, f"{text!r} is written for {action} and read as {back}")


def _check_redeals(state: State, stream: Stream) -> int:
    """Check copies, and one redeal for every seat; return how many."""
    original = state.to_bytes()
    _require(pickle.loads(pickle.dumps(state)) == state, "a pickled position comes back as another")
    for seat in range(state.players):
        copy = state.clone()
        _require(copy == state and copy.key() == state.key(), "a clone is not equal")
        copy.redeal(seat, stream)
        after = f"after a redeal for seat {seat + 1}"
        try:
            copy.check()
        except Exception as error:
            raise _Fault(f"{after}: {error}") from error
        _require(copy.info_key(seat) == state.info_key(seat), f"{after} its info_key is another")
        _require(copy.observation(seat) == state.observation(seat), f"{after} its view is another")
        same = copy.mover == state.mover and copy.turn == state.turn
        _require(same, f"{after} another seat is to move")
        if state.mover == seat:
            open_now = copy.legal_actions() == state.legal_actions()
            _require(open_now, f"{after} its legal actions are others")
        _require(state.to_bytes() == original, f"{after} the original has changed too")
    return int(state.players)


def _check_end(state: State) -> None:
    state.check()
    _require(not _open_actions(state), "the game has ended, but actions are open")
    for name, values in (("utilities", state.utilities()), ("scores", state.scores())):
        _require(len(values) == state.players, f"{len(values)} {name}")
    _require(all(0 <= value <= 1 for value in state.utilities()), "a utility is not in [0, 1]")
    if state.setup.utility == "team":
        _require(len(set(state.utilities())) == 1, "partners have different utilities")
    try:
        state.play(0)
    except GameOver:
        return
    raise _Fault("the game has ended, but an action can be played")

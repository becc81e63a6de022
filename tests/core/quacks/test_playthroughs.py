"""Golden playthroughs: seeded games of every number of seats, set and side, as text.

A change of rules, notation or order shows up as a difference. If it is meant, run
``HEOROT_REGENERATE=1 pytest tests/core/quacks/test_playthroughs.py`` and review the new files.
"""

import os
from pathlib import Path

import pytest
from quacks_kit import options

from core.game import load
from core.rng import Stream

FOLDER = Path(__file__).with_name("playthroughs")
GAMES = [(2, "1", "plain"), (3, "2", "tubes"), (4, "3", "plain"), (2, "4", "tubes"),
         (3, "mixed", "plain"), (4, "1", "tubes"), (2, "mixed", "tubes")]


def choose(state, stream):
    """Return a decision: at random, but for drawing to a white sum of 5, so that pots get full."""
    actions = state.legal_actions()
    if state.phase == "DRAW_STOP":
        seat = state.observation(state.mover).seats[state.mover]
        return actions[0] if seat.white <= seat.limit - 3 else actions[1]
    return actions[stream.below(len(actions))]


def playthrough(players, sets, cauldron):
    """Return a seeded game: a line per action, with what is on the table before it."""
    state = load("quacks", players=players, seed=2018, sets=sets, cauldron=cauldron)
    stream = Stream("playthrough", players, sets)
    names = ", ".join(f"{name} {value}" for name, value in state.setup.options)
    lines = [
        f"quacks, {players} players, seed 2018, {names}",
        "turn round phase mover options: action | scores [rubies] [droplet/glass] [lead/white]",
    ]
    while not state.is_terminal:
        seats = state.observation(0).seats
        count = len(options(state))
        action = state.sample(stream) if state.is_chance else choose(state, stream)
        mover = "chance" if state.is_chance else f"seat {state.mover}"
        rubies = " ".join(str(seat.rubies) for seat in seats)
        tracks = " ".join(f"{seat.droplet}/{seat.glass}" for seat in seats)
        pots = " ".join(f"{seat.lead}/{seat.white}{'!' * seat.exploded}" for seat in seats)
        lines.append(
            f"{state.turn:3d} {state.round} {state.phase:<9} {mover} {count:2d}: "
            f"{state.text(action)} | {state.scores()} [{rubies}] [{tracks}] [{pots}]"
        )
        state.play(action)
    utilities = " ".join(f"{u:.3f}" for u in state.utilities())
    lines.append(f"end: points {state.scores()}, utilities {utilities}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("players", "sets", "cauldron"), GAMES)
def test_playthrough(players, sets, cauldron):
    path = FOLDER / f"quacks_{players}p_{sets}_{cauldron}.txt"
    text = playthrough(players, sets, cauldron)
    if os.environ.get("HEOROT_REGENERATE") == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()

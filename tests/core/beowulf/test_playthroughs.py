"""Golden playthroughs: one seeded game per number of seats, as text.

A change of rules, notation or order shows up as a difference. If it is meant, run
``HEOROT_REGENERATE=1 pytest tests/core/beowulf/test_playthroughs.py`` and review the new files.
"""

import os
from pathlib import Path

import pytest
from walks import open_actions

from core.game import load
from core.rng import Stream

FOLDER = Path(__file__).with_name("playthroughs")


def playthrough(players):
    """Return a seeded game: a line per action, with what is on the table before it."""
    state, stream = load("beowulf", players=players, seed=2007), Stream("playthrough", players)
    lines = [
        f"beowulf, {players} players, seed 2007, start {state.setup['start']}",
        "turn act phase mover options: action | stock empty hands points pending",
    ]
    while not state.is_terminal:
        view, actions = state.observation(0), open_actions(state)
        action = actions[stream.below(len(actions))]
        mover = "chance" if state.is_chance else f"seat {state.mover}"
        hands = " ".join(str(len(cards)) for cards in view.hands)
        points = " ".join(f"{p:+d}" for p in view.points)
        pending = " ".join(f"{p:+d}" for p in view.pending)
        lines.append(
            f"{state.turn:3d} {state.act} {state.phase:<3} {mover} {len(actions):2d}: "
            f"{state.text(action)} | {view.stock} {view.board.count(0)} [{hands}] "
            f"[{points}] [{pending}]"
        )
        state.play(action)
    utilities = " ".join(f"{u:.3f}" for u in state.utilities())
    unused = " ".join(map(str, state.observation(0).unused))
    lines.append(f"end: points {state.scores()}, unused diamonds {unused}, utilities {utilities}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_playthrough(players):
    path = FOLDER / f"beowulf_{players}p.txt"
    text = playthrough(players)
    if os.environ.get("HEOROT_REGENERATE") == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()

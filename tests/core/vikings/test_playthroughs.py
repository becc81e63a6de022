"""Golden playthroughs: seeded games of every number of seats, as text.

A change of rules, notation or order shows up as a difference. If it is meant, run
``HEOROT_REGENERATE=1 pytest tests/core/vikings/test_playthroughs.py`` and review the new files.
"""

import os
from pathlib import Path

import pytest
from vikings_kit import SPACES, Lively, options

from core.game import load
from core.rng import Stream

FOLDER = Path(__file__).with_name("playthroughs")
GAMES = [(3, "yes"), (3, "no"), (4, "yes"), (5, "yes")]
ROUNDS = 25


def playthrough(players, advanced):
    """Return a seeded game: a line per action, with what is on the table before it."""
    state = load("vikings", players=players, seed=2007, advanced=advanced, rounds=ROUNDS)
    choose, stream = Lively(f"{players} {advanced}"), Stream("playthrough", players, advanced)
    names = ", ".join(f"{name} {value}" for name, value in state.setup.options)
    lines = [
        f"vikings, {players} players, seed 2007, {names}",
        "turn round phase mover options: action | scores [ship crew/goods] days wind",
    ]
    while not state.is_terminal:
        view = state.observation(0)
        mine = view.seats[view.active]
        count = len(options(state))
        action = state.sample(stream) if state.is_chance else choose(state)
        mover = "chance" if state.is_chance else f"seat {state.mover}"
        ship = f"{SPACES[mine.space]} {mine.crew}/{''.join(map(str, mine.goods))}"
        lines.append(
            f"{state.turn:3d} {state.round:2d} {state.phase:<12} {mover} {count:2d}: "
            f"{state.text(action)} | {state.scores()} [{ship}] {view.prep}+{view.sail} "
            f"{'NESW'[view.wind]}"
        )
        state.play(action)
    utilities = " ".join(f"{u:.3f}" for u in state.utilities())
    lines.append(f"end: points {state.scores()}, utilities {utilities}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("players", "advanced"), GAMES)
def test_playthrough(players, advanced):
    path = FOLDER / f"vikings_{players}p_{advanced}.txt"
    text = playthrough(players, advanced)
    if os.environ.get("HEOROT_REGENERATE") == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()

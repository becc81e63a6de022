"""Golden playthroughs: seeded games of every number of heroes, as text.

A change of rules, notation or order shows up as a difference. If it is meant, run
``HEOROT_REGENERATE=1 pytest tests/core/defenders/test_playthroughs.py`` and review the new files.
"""

import os
from pathlib import Path

import pytest
from defenders_kit import options

from core.game import load
from core.rng import Stream

FOLDER = Path(__file__).with_name("playthroughs")
GAMES = {
    "1_wizard": (1, {"heroes": "wizard"}),
    "2_chosen": (2, {"windows": "lean", "easier_life": True}),
    "3_harder": (3, {"heroes": "random", "start": "random", "harder_setup": True,
                     "harder_specials": 2, "harder_quiet": 1}),
    "4_riders": (4, {"heroes": "eagle_rider,sorceress,cleric,ranger", "easier_setup": True,
                     "easier_hand": True, "objective": "champion"}),
}  # fmt: skip
EAGER = ("challenge", "quest_step", "fight", "slay", "heal_land", "sanctify", "build", "fireball",
         "archery")  # fmt: skip


def choose(state, stream):
    """Return a decision at random, but one that fights or completes something if there is one."""
    names = options(state)
    wanted = [name for name in names if name in EAGER]
    if not wanted and state.phase == "day_action":
        wanted = [name for name in names if name != "end"]
    return (wanted or names)[stream.below(len(wanted or names))]


def playthrough(players, game):
    """Return a seeded game: a line per action, with what is on the table before it."""
    state = load("defenders", players=players, seed=2010, **game)
    stream = Stream("playthrough", players)
    names = ", ".join(f"{name} {value}" for name, value in state.setup.options)
    lines = [f"defenders, {players} players, seed 2010, {names}",
             "turn number phase mover options: action | points [life] [cards] [generals] "
             "supply crystals gates"]
    while not state.is_terminal:
        view = state.observation(0)
        count = len(options(state))
        action = state.text(state.sample(stream)) if state.is_chance else choose(state, stream)
        mover = "chance" if state.is_chance else f"seat {state.mover}"
        life = " ".join(str(seat.life) for seat in view.seats)
        cards = " ".join(str(len(seat.hand)) for seat in view.seats)
        generals = " ".join(f"{general.step}/{general.life}" for general in view.generals)
        lines.append(
            f"{state.turn:3d} {view.number:2d} {state.phase:<13} {mover} {count:2d}: {action} | "
            f"{state.scores()} [{life}] [{cards}] [{generals}] {view.supply} {view.crystals_left} "
            f"{view.gates_left}")
        state.play(action)
    utilities = " ".join(f"{u:.3f}" for u in state.utilities())
    lines.append(f"end: {state.cause}, points {state.scores()}, utilities {utilities}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name):
    players, game = GAMES[name]
    path = FOLDER / f"defenders_{name}.txt"
    text = playthrough(players, game)
    if os.environ.get("HEOROT_REGENERATE") == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()

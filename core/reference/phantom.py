"""Phantom(4,4,4): four in a row on a 4x4 board, the other's marks unseen (Cowling et al. 2012)."""

from core.components import fixed
from core.errors import BadOption
from core.game import Game, Option, Traits
from core.reference.marking import Marks
from core.reference.notation import MARKS
from core.reference.spaces import board_actions, board_layout
from core.reference.view import Board


def _read_marks(value: object, players: int) -> str:
    text = str(value).strip().lower()
    if text not in ("hidden", "open"):
        raise BadOption(f"marks={value}: say hidden, or open for the game without secrets")
    return text


GAME = Game(
    name="phantom",
    title="Phantom(4,4,4)",
    traits=Traits(min_players=2, max_players=2, chance=False, hidden=True),
    options=(Option("marks", "hidden", "the other's marks: hidden, or open", _read_marks),),
    components=fixed(Board(size=4)),
    blank=Marks,
    parse=MARKS.parse,
    format=MARKS.format,
    actions=board_actions,
    layout=board_layout,
)

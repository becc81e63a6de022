"""Tic-tac-toe: three in a row on a 3x3 board."""

from core.components import fixed
from core.game import Game, Traits
from core.reference.marking import Marks
from core.reference.notation import MARKS
from core.reference.spaces import board_actions, board_layout
from core.reference.view import Board

GAME = Game(
    name="tictactoe",
    title="Tic-tac-toe",
    traits=Traits(min_players=2, max_players=2, chance=False, hidden=False),
    options=(),
    components=fixed(Board(size=3)),
    blank=Marks,
    parse=MARKS.parse,
    format=MARKS.format,
    actions=board_actions,
    layout=board_layout,
)

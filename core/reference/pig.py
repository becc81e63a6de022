"""Pig: roll and collect, or hold and bank; a 1 loses what the turn collected (Scarne 1945)."""

from core.components import FixedBox, fixed
from core.errors import BadOption
from core.game import Game, Option, Traits
from core.reference.notation import PIG
from core.reference.rolling import MAX_TARGET, Pig
from core.reference.spaces import pig_actions, pig_layout


def _read_target(value: object, players: int) -> int:
    try:
        target = int(str(value))
    except ValueError:
        target = 0
    if not 2 <= target <= MAX_TARGET:
        raise BadOption(f"target={value}: say a whole number from 2 to {MAX_TARGET}")
    return target


GAME = Game(
    name="pig",
    title="Pig",
    traits=Traits(min_players=2, max_players=2, chance=True, hidden=False),
    options=(Option("target", 100, "points that win", _read_target),),
    components=fixed(FixedBox()),
    blank=Pig,
    parse=PIG.parse,
    format=PIG.format,
    actions=pig_actions,
    layout=pig_layout,
)

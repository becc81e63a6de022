"""Beowulf: The Movie Board Game (2007), 2 to 4 players; rules B1 to B43 of its rules.md."""

from core.beowulf.components import read_components
from core.beowulf.notation import format_action, parse_action
from core.beowulf.state import Beowulf
from core.errors import BadOption
from core.game import Game, Option, Traits
from core.rng import Stream


def _read_start(value: object, players: int) -> object:
    if value == "random":
        return value
    try:
        seat = int(str(value))
    except ValueError:
        seat = -1
    if not 0 <= seat < players:
        raise BadOption(f"start={value}: say random, or a seat from 0 to {players - 1}")
    return seat


def _resolve_start(value: object, players: int, stream: Stream) -> object:
    return stream.below(players) if value == "random" else value


GAME = Game(
    name="beowulf",
    title="Beowulf: The Movie Board Game",
    traits=Traits(min_players=2, max_players=4, chance=True, hidden=True),
    options=(
        Option("start", "random", "seat that takes the first turn (B9): random, or 0, 1, ...",
               _read_start, _resolve_start),
    ),
    components=read_components,
    blank=Beowulf,
    parse=parse_action,
    format=format_action,
)

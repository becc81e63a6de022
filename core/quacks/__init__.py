"""The Quacks of Quedlinburg (base game), 2 to 4 players; rules Q1 to Q87 of its rules.md."""

from core.errors import BadOption
from core.game import Game, Option, Traits, start_option
from core.quacks.components import SETS_HELP, SIDED, read_components, sides_of
from core.quacks.notation import format_action, parse_action
from core.quacks.spaces import actions, layout
from core.quacks.state import Quacks
from core.rng import Stream


def _read_sets(value: object, players: int) -> object:
    text = str(value).strip().lower()
    if text == "mixed":
        return text
    sides = sides_of(text)
    if len(set(sides.values())) == 1:
        return str(sides["green"])
    return "-".join(f"{colour}{side}" for colour, side in sides.items())


def _resolve_sets(value: object, players: int, stream: Stream) -> object:
    if value != "mixed":
        return value
    return _read_sets("-".join(f"{colour}{1 + stream.below(4)}" for colour in SIDED), players)


def _read_cauldron(value: object, players: int) -> object:
    text = str(value).strip().lower()
    if text not in ("plain", "tubes"):
        raise BadOption(f"cauldron={value}: say plain, or tubes for the side with test tubes")
    return text


GAME = Game(
    name="quacks",
    title="The Quacks of Quedlinburg",
    traits=Traits(min_players=2, max_players=4, chance=True, hidden=True, simultaneous=True),
    options=(
        Option("sets", "1", f"sides of the ingredient books (Q1): {SETS_HELP}",
               _read_sets, _resolve_sets),
        Option("cauldron", "plain", "side of the cauldrons: plain, or tubes (Q70)",
               _read_cauldron),
        start_option("starts the first round (Q6)"),
    ),
    components=read_components,
    blank=Quacks,
    parse=parse_action,
    format=format_action,
    actions=actions,
    layout=layout,
)

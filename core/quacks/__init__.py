"""The Quacks of Quedlinburg (base game), 2 to 4 players; rules Q1 to Q87 of its rules.md."""

from core.errors import BadOption
from core.game import Game, Option, Traits
from core.quacks.components import SIDED, read_components
from core.quacks.notation import format_action, parse_action
from core.quacks.state import Quacks
from core.rng import Stream

_SETS_HELP = "1, 2, 3, 4, mixed (at random), or one a colour such as green1-blue3-red2"


def sides_of(sets: str) -> dict[str, int]:
    """Return {colour: set} of a value of the option `sets`; colours not named have set 1.

    >>> sides_of("green3-red2")
    {'green': 3, 'blue': 1, 'red': 2, 'yellow': 1, 'purple': 1}
    """
    if sets in ("1", "2", "3", "4"):
        return dict.fromkeys(SIDED, int(sets))
    sides = dict.fromkeys(SIDED, 1)
    named = set()
    for part in sets.split("-"):
        colour, side = part[:-1], part[-1:]
        if colour not in SIDED or side not in ("1", "2", "3", "4") or colour in named:
            raise BadOption(f"sets={sets}: say {_SETS_HELP}")
        named.add(colour)
        sides[colour] = int(side)
    return sides


def _read_sets(value: object, players: int) -> object:
    text = str(value).strip().lower() if type(value) in (int, str) else ""
    if text == "mixed":
        return text
    try:
        sides = sides_of(text)
    except BadOption:
        raise BadOption(f"sets={value}: say {_SETS_HELP}") from None
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
    name="quacks",
    title="The Quacks of Quedlinburg",
    traits=Traits(min_players=2, max_players=4, chance=True, hidden=True, simultaneous=True),
    options=(
        Option("sets", "1", f"sides of the ingredient books (Q1): {_SETS_HELP}",
               _read_sets, _resolve_sets),
        Option("cauldron", "plain", "side of the cauldrons: plain, or tubes (Q70)",
               _read_cauldron),
        Option("start", "random", "seat that starts the first round (Q6): random, or 0, 1, ...",
               _read_start, _resolve_start),
    ),
    components=read_components,
    blank=Quacks,
    parse=parse_action,
    format=format_action,
)

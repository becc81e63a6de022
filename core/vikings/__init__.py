"""Vikings (Fire & Axe: A Viking Saga), 3 to 5 players; rules V1 to V76 of its rules.md."""

from core.errors import BadOption
from core.game import Game, Option, Traits, start_option
from core.vikings.components import read_components
from core.vikings.notation import format_action, parse_action
from core.vikings.spaces import actions, layout
from core.vikings.state import Vikings

_MOST_ROUNDS = 1000


def _read_advanced(value: object, players: int) -> object:
    text = str(value).strip().lower()
    if text not in ("yes", "no"):
        raise BadOption(f"advanced={value}: say yes, or no to leave the advanced runes out")
    return text


def _read_rounds(value: object, players: int) -> object:
    if value == "box":
        return value
    try:
        rounds = int(str(value))
    except ValueError:
        rounds = -1
    if not 0 <= rounds <= _MOST_ROUNDS:
        raise BadOption(f"rounds={value}: say box, a number from 1 to {_MOST_ROUNDS}, or 0 for "
                        "no limit")
    return rounds


GAME = Game(
    name="vikings",
    title="Vikings: The Forgotten Conquerors (Fire & Axe)",
    traits=Traits(min_players=3, max_players=5, chance=True, hidden=True),
    options=(
        Option("advanced", "yes", "the nine advanced runes (V9): yes, or no", _read_advanced),
        Option("rounds", "box", "rounds after which the game ends at the latest (V75): a number, 0 "
               "for no limit, or box: 60, what the components file says", _read_rounds),
        start_option("takes the first turn (V12)"),
    ),
    components=read_components,
    blank=Vikings,
    parse=parse_action,
    format=format_action,
    actions=actions,
    layout=layout,
)

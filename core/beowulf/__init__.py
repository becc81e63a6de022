"""Beowulf: The Movie Board Game (2007), 2 to 4 players; rules B1 to B43 of its rules.md."""

from core.beowulf.components import read_components
from core.beowulf.notation import format_action, parse_action
from core.beowulf.spaces import actions, layout
from core.beowulf.state import Beowulf
from core.game import Game, Traits, start_option

GAME = Game(
    name="beowulf",
    title="Beowulf: The Movie Board Game",
    traits=Traits(min_players=2, max_players=4, chance=True, hidden=True),
    options=(start_option("takes the first turn (B9)"),),
    components=read_components,
    blank=Beowulf,
    parse=parse_action,
    format=format_action,
    actions=actions,
    layout=layout,
)

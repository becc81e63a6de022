"""Leduc poker: six cards, one a seat and one for both, two rounds of bets (Southey et al. 2005)."""

from core.components import fixed
from core.game import Game, Traits
from core.reference.betting import Poker
from core.reference.notation import POKER
from core.reference.spaces import poker_actions, poker_layout
from core.reference.view import Deck

GAME = Game(
    name="leduc",
    title="Leduc poker",
    traits=Traits(min_players=2, max_players=2, chance=True, hidden=True),
    options=(),
    components=fixed(Deck(copies=2, bets=(2, 4), raises=2)),
    blank=Poker,
    parse=POKER.parse,
    format=POKER.format,
    actions=poker_actions,
    layout=poker_layout,
)

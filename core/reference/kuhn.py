"""Kuhn poker: three cards, one a seat, an ante of 1 and one bet of 1 (Kuhn 1950)."""

from core.components import fixed
from core.game import Game, Traits
from core.reference.betting import Poker
from core.reference.notation import POKER
from core.reference.spaces import poker_actions, poker_layout
from core.reference.view import Deck

GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    traits=Traits(min_players=2, max_players=2, chance=True, hidden=True),
    options=(),
    components=fixed(Deck(copies=1, bets=(1,), raises=1)),
    blank=Poker,
    parse=POKER.parse,
    format=POKER.format,
    actions=poker_actions,
    layout=poker_layout,
)

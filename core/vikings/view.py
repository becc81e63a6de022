"""What one seat of Vikings may see, as plain dataclasses (V2 to V4).

Spaces, ports, sagas and titles are numbers into `spaces`, `sagas` and `runes` of the components.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.vikings.components import TASKS


@dataclass(frozen=True)
class SeatView:
    """One jarl's things.

    Attributes
    ----------
    space : int
        Where the ship is.
    crew, goods : int, tuple of int
        Aboard; goods by kind.
    reserve : int
        Figures neither aboard nor placed.
    hand : tuple of (int or None)
        Titles of the runes in hand; None for one that this seat has not seen.
    known : tuple of int
        Those runes of the hand that all have seen.
    settled, captured : tuple of int
        Ports with the jarl's settlements; ports whose towns he took.
    sagas : tuple of int
        Completed sagas.
    axe_points, settlement_points, saga_points : int
        What the final scoring gives, were it now; `score` holds it only after the end.
    """

    score: int
    space: int
    crew: int
    goods: tuple[int, ...]
    reserve: int
    hand: tuple[int | None, ...]
    known: tuple[int, ...]
    settled: tuple[int, ...]
    captured: tuple[int, ...]
    sagas: tuple[int, ...]
    axe_points: int
    settlement_points: int
    saga_points: int


@dataclass(frozen=True)
class View:
    """What `seat` knows.

    Attributes
    ----------
    phase : str
        The question of rules.md section 12 ("MAIN", "LOSS", ...), or what chance decides: "DRAW",
        "TURN_SAGA", "DIE", "THROW", "REVEAL", "HITS"; "end" after the game.
    who : int or None
        Seat that is asked, draws or rolls.
    active : int
        Jarl whose turn it is.
    towns : tuple of int
        Ports with a standing town.
    treasures : dict
        {port: points} of the treasures that were revealed.
    goods : dict
        {port: kind} of the goods in ports.
    bank : tuple of int
        Goods in the bank by kind.
    demand : int
        Kind on the demand space.
    wind : int
        Zone at which the +1 sector points.
    fair : tuple of int
        Fair-weather days by zone, wind included.
    era, capacity : int
        Era of the latest saga, from 0, and the places of every ship.
    open, unseen : tuple of int
        Sagas that lie open; those never turned up, the removed ones among them.
    deck : tuple of int
        Sagas left in the deck by era.
    final : int
        Turns left in the last rounds, this one included; 0 before them.
    pile : tuple of int
        Rune discard pile by title.
    rune_deck : int
        Runes in the deck.
    prep, sail, tail, due : int
        Days on preparation and at sea, Following Wind cards, highest losses due, of this turn.
    masters : bool
        Masters of Seafaring protects this turn.
    used : tuple of int
        Ports whose task of this turn is used up.
    origin : int
        Space where the turn began.
    loading : int
        Token loaded last (0 crew, then kinds from 1): an earlier one may not follow.
    card, step, target, count : int or None, int, int, int
        Rune whose effect runs, targets chosen, the first of them, goods still to take.
    losses, loser, lost : int
        Tokens to lose, by whom, and the token lost last.
    draws : int
        Runes still to draw.
    attack : str or None
        "raid", "settle" or "dispute" while an attack runs.
    bonus, fury, valhalla, title, dice, prize
        Of the attack: added to every die, to one die, no crew lost, attack card played last, dice
        left, treasure that lies open.
    fallen : tuple of int
        Dice that fell just now, as thrown: a single one, or those of a settlement attempt.
    hits : int or None
        Dice of Not Welcome or Sea Monster that hit just now.
    """

    setup: Any = field(repr=False)
    seat: int
    round: int
    turn: int
    phase: str
    who: int | None
    active: int
    towns: tuple[int, ...]
    treasures: dict[int, int]
    goods: dict[int, int]
    bank: tuple[int, ...]
    demand: int
    wind: int
    fair: tuple[int, ...]
    era: int
    capacity: int
    open: tuple[int, ...]
    unseen: tuple[int, ...]
    deck: tuple[int, ...]
    final: int
    pile: tuple[int, ...]
    rune_deck: int
    prep: int
    sail: int
    tail: int
    due: int
    masters: bool
    used: tuple[int, ...]
    origin: int
    loading: int
    card: int | None
    step: int
    target: int
    count: int
    losses: int
    loser: int
    lost: int
    draws: int
    attack: str | None
    bonus: int
    fury: int
    valhalla: bool
    title: int
    dice: int
    prize: int
    fallen: tuple[int, ...]
    hits: int | None
    seats: tuple[SeatView, ...]

    @property
    def sailing_days(self) -> int:
        """Sailing days that the active jarl has left (V14)."""
        days: int = self.setup.components.figures["days"]
        return days - self.prep - self.sail + self.tail

    @property
    def prep_days(self) -> int:
        """Days that the active jarl has left for loading and drawing (V14)."""
        days: int = self.setup.components.figures["days"]
        return days - self.prep - max(self.sail - self.tail, 0)

    def effective(self, port: int) -> int:
        """Return the value of a port in attacks (V40)."""
        box = self.setup.components
        value: int = box.spaces[port].value
        return value + (box.figures["good_modifier"] if port in self.goods else 0)

    def lacking(self, saga: int) -> tuple[int, ...]:
        """Return the ports where the condition of a saga does not hold yet (V62)."""
        card = self.setup.components.sagas[saga]
        settled = {port for seat in self.seats for port in seat.settled}
        there = {"trade": self.goods, "settle": settled,
                 "raid": set(card.ports) - set(self.towns)}[TASKS[card.task]]
        return tuple(port for port in card.ports if port not in there)

"""What one seat of Quacks may see, as plain dataclasses (rules.md section 11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class SeatView:
    """One seat's things: all are open, but for a commitment of the current tick.

    Attributes
    ----------
    bag : tuple of int
        Chips in the bag by kind; follows from public events.
    pot : tuple of (int, int)
        Kind and index of each chip, in order of placing.
    aside, fresh : tuple of int
        Red chips of value 1, 2, 4 beside the pot; those of them set aside this round.
    start, lead, scoring : int
        Lead index of the empty pot and now; scoring space, 0 before the evaluation.
    limit, white : int
        White sum that the pot bears, and the present one.
    hand : int or None
        Kind of the chip drawn and not resolved.
    commitment : str or None
        "draw" or "stop" while the tick is not opened; None for other seats.
    """

    score: int
    rubies: int
    droplet: int
    glass: int
    flask: bool
    bag: tuple[int, ...]
    pot: tuple[tuple[int, int], ...]
    aside: tuple[int, ...]
    fresh: tuple[int, ...]
    start: int
    lead: int
    scoring: int
    rat: int
    tails: int
    limit: int
    white: int
    active: bool
    must_draw: bool
    exploded: bool
    shielded: bool
    window: int
    doubled: bool
    stirred: bool
    second: bool
    shops: bool
    sum: int
    hand: int | None
    commitment: str | None


@dataclass(frozen=True)
class View:
    """What `seat` knows.

    Attributes
    ----------
    phase : str
        The question of rules.md section 10 ("DRAW_STOP", "BUY1", ...), or what chance decides:
        "TURN_CARD", "ROLL", "PULL"; "end" after the game.
    who : int or None
        Seat that is asked or draws.
    card : int or None
        Index into components.cards of the card of the round.
    deck : tuple of int
        Cards not turned yet.
    shown : tuple of int
        Chips shown to all, by kind.
    face : int or None
        Face of the bonus die just rolled, from 0.
    drawn : int or None
        Kind of the chip drawn just now.
    stock : int
        Rubies left.
    judged, left, least, most, money, colour, steps : int
        Details of the running step: rewards still to be paid, chips still to be drawn or decided,
        first and largest answer, coins and colour of the first purchase, droplet steps to come.
    """

    setup: Any = field(repr=False)
    seat: int
    round: int
    turn: int
    phase: str
    who: int | None
    first: int
    card: int | None
    deck: tuple[int, ...]
    supply: tuple[int, ...]
    stock: int
    shown: tuple[int, ...]
    face: int | None
    drawn: int | None
    judged: int
    left: int
    least: int
    most: int
    money: int
    colour: int
    steps: int
    seats: tuple[SeatView, ...]

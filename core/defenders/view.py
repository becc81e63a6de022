"""What a seat of Defenders may see, as plain dataclasses: all but the order of the decks (A1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class SeatView:
    """One player and the hero that is his now; indices are those of `setup.components`.

    Attributes
    ----------
    hero : int or None
        None before the choice, and when the player is out of the game.
    hand : tuple of int
        Kinds of hero cards, rising, a kind twice if he has two.
    quest : int or None
        Active quest; `done` its places done with, `markers` minions on it by faction.
    rewards, solved : tuple of int
        Quests whose reward he may still use; all that the player completed.
    generals : int
        General cards taken; `slays` are the factions that the present hero slays.
    style : str or None
        "sky" or "ground", of the Eagle Rider.
    shape : int or None
        Faction whose shape the Sorceress has.
    fresh : int
        Actions that Fresh Mount adds at the next turn start.
    """

    hero: int | None
    place: int
    life: int
    greatest_life: int
    hand: tuple[int, ...]
    quest: int | None
    done: tuple[int, ...]
    markers: tuple[int, ...]
    rewards: tuple[int, ...]
    solved: tuple[int, ...]
    generals: int
    slays: tuple[int, ...]
    style: str | None
    shape: int | None
    fresh: int
    points: int


@dataclass(frozen=True)
class GeneralView:
    """A general: `place` is None and `life` 0 when he is defeated; `clock` see D63, 0 if none."""

    place: int | None
    step: int
    life: int
    greatest_life: int
    major: bool
    clock: int


@dataclass(frozen=True)
class BattleView:
    """A battle against a general; `dice` are those of each seat still to be rolled."""

    general: int
    party: tuple[int, ...]
    attacked: tuple[int, ...]
    blessed: bool
    dice: tuple[int, ...]
    hits: int
    ones: int
    start_life: int


@dataclass(frozen=True)
class RollView:
    """Dice on the table by faction: all, those that hit, the face each needs.

    `place` is where the minions are that are attacked; None in a battle against a general.
    """

    roller: int
    place: int | None
    dice: tuple[int, ...]
    hits: tuple[int, ...]
    need: tuple[int, ...]
    ones: int


@dataclass(frozen=True)
class View:
    """What every seat knows.

    Attributes
    ----------
    phase : str
        The question of rules.md section 14 ("day_action", "commit", ...), what chance decides
        ("draw_card", "roll_dice", ...), or "end".
    detail : str or None
        What the question belongs to: window "W1" to "W6", kind of action, card or reward.
    chosen : tuple of int
        Parts of the present action or play chosen so far: card, place or least next pick.
    who, active : int
        Seat that is asked or rolls; seat whose turn it is.
    number : int
        Number of the turn (D63); `turn` counts chains of decisions.
    minions : tuple of tuple of int
        By place and faction.
    crystals, gates : tuple of int
        Crystals by place; places with a gate.
    supply, crystals_left, gates_left : tuple of int, int, int
        What is not on the map.
    deck, discard, gone : tuple of int
        Kinds of hero cards in the deck, discarded, out of the game; rising, doubles twice.
    dark, dark_discard : tuple of int
        Darkness cards in the deck, without those in `known`, and discarded.
    known : tuple of int
        Next darkness cards whose order is known, uppermost first.
    card, full : int or None, bool
        Darkness card revealed; whether it is carried out in full.
    last_dark : int or None
        Darkness card drawn last, in set-up or Night.
    cancelled : tuple of str
        Of the card revealed: "half 1", "half 2", "general".
    cards_full, cards_move_only : int
        Darkness cards still to come in this Night.
    revealed, tossed : tuple of int
        Dark Visions: cards revealed, and places among them already dealt with.
    cause : str or None
        How the game ended: "won", "city", "general", "minions", "crystals", "heroes",
        "turn_limit".
    """

    setup: Any = field(repr=False)
    seat: int
    turn: int
    number: int
    phase: str
    detail: str | None
    chosen: tuple[int, ...]
    who: int
    active: int
    actions: int
    rumors: int
    teleported: bool
    seats: tuple[SeatView, ...]
    generals: tuple[GeneralView, ...]
    minions: tuple[tuple[int, ...], ...]
    crystals: tuple[int, ...]
    gates: tuple[int, ...]
    supply: tuple[int, ...]
    crystals_left: int
    gates_left: int
    deck: tuple[int, ...]
    discard: tuple[int, ...]
    gone: tuple[int, ...]
    dark: tuple[int, ...]
    dark_discard: tuple[int, ...]
    known: tuple[int, ...]
    quests: tuple[int, ...]
    quest_discard: tuple[int, ...]
    defeated: int
    card: int | None
    last_dark: int | None
    replaced: int | None
    full: bool
    cancelled: tuple[str, ...]
    cards_full: int
    cards_move_only: int
    quiet: bool
    spied: tuple[int, ...]
    heroes_used: tuple[int, ...]
    aside: tuple[int, ...]
    revealed: tuple[int, ...]
    tossed: tuple[int, ...]
    face: int
    battle: BattleView | None
    roll: RollView | None
    cause: str | None

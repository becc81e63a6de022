"""Exact odds of an attack (V41, V44), found by playing all of its dice on copies of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.vikings.state import Vikings

# What starts an attack or goes on with one, by its first word; dice are chosen on the way.
_STARTS = ("raid", "settle", "go", "roll", "dice")
_DISPUTE = "play disputed_settlement"
_EVEN = {"ATTACK_RUNES": "go", "WIND": "keep", "RAID_ON": "roll"}  # the answers on the way


@dataclass(frozen=True)
class Odds:
    """The odds of one way to attack, without any further rune.

    Attributes
    ----------
    action : int
        The decision that leads there.
    dice : int or None
        Dice of a settlement attempt; None for a raid, which goes on until it succeeds or no die
        is left.
    success : float
        Probability that the town falls, or that the settlement can be placed.
    lost : tuple of float
        Probability of losing 0, 1, 2 and 3 crew to failed dice; a settler placed is not lost.
    """

    action: int
    dice: int | None
    success: float
    lost: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Crew lost on average."""
        return sum(crew * chance for crew, chance in enumerate(self.lost))


def attack_odds(state: Vikings) -> list[Odds]:
    """Return the odds of every attack that the active jarl can begin or go on with now.

    At D3 each card that may be played before the dice is an entry of its own, too.
    """
    found = []
    for action in state.legal_actions():
        text = state.text(action)
        card = text.startswith("play ") and state.phase == "ATTACK_RUNES"
        if not card and text != _DISPUTE and text.split()[0] not in _STARTS:
            continue
        after = state.clone()
        after.play(action)
        seat = state.active
        port = state.observation(seat).seats[seat].space
        reserve = state.observation(seat).seats[seat].reserve
        for dice, begun in _armed(after):
            success, lost = 0.0, [0.0] * 4
            for chance, end in _ends(begun, 1.0):
                view = end.observation(seat)
                mine = view.seats[seat]
                success += chance * (view.phase in ("REVEAL", "FOUND") or port in mine.settled)
                lost[mine.reserve - reserve] += chance
            if text.startswith("dice"):
                dice = int(text.split()[1])
            found.append(Odds(action, dice, success, tuple(lost)))
    return found


def _armed(state: Vikings) -> Iterator[tuple[int | None, Vikings]]:
    """Yield (dice, position) after the declaration, for every number of dice to choose from."""
    state = state.clone()
    while state.phase in _EVEN and state.phase != "RAID_ON":
        state.play(_EVEN[state.phase])
    if state.phase == "THROW":  # one crew: there is nothing to choose
        yield state.observation(state.active).dice, state
    elif state.phase != "DICE":
        yield None, state
    else:
        for action in state.legal_actions():
            chosen = state.clone()
            chosen.play(action)
            yield chosen.observation(state.active).dice, chosen


def _ends(state: Vikings, chance: float) -> Iterator[tuple[float, Vikings]]:
    """Yield (probability, position) of all ends of an attack, as the dice fall."""
    if state.phase in ("DIE", "THROW"):
        for outcome, probability in state.chance_outcomes():
            after = state.clone()
            after.play(outcome)
            yield from _ends(after, chance * probability)
    elif state.phase == "RAID_ON":
        after = state.clone()
        after.play("roll")
        yield from _ends(after, chance)
    else:
        yield chance, state

"""Voyages of several days, planned by trying the steps on copies of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.vikings.state import Vikings


@dataclass(frozen=True)
class Voyage:
    """The way of a ship to a space.

    Attributes
    ----------
    days : int
        Days to the goal on an empty map.
    steps : tuple of int
        Actions of this turn that lead there, or as near as the days allow.
    losses : int
        Tokens that hardship takes on these steps (V26).
    arrives : bool
        True if the last step reaches the goal.
    sinks : bool
        True if the steps end where the next one would cost the last crew (V51).
    """

    days: int
    steps: tuple[int, ...]
    losses: int
    arrives: bool
    sinks: bool


def hardship(state: Vikings, action: int) -> int:
    """Return the tokens that a sailing step costs the active ship (V26 to V28)."""
    seat = state.active
    after = state.clone()
    after.play(action)
    return cargo(state, seat) - cargo(after, seat) + after.observation(seat).losses


def cargo(state: Vikings, seat: int) -> int:
    """Return the crew and goods aboard a ship."""
    ship = state.observation(seat).seats[seat]
    return ship.crew + sum(ship.goods)


def plan_voyage(state: Vikings, goal: int) -> Voyage | None:
    """Return a shortest way of the active ship to a space, with the fewest losses on it.

    None if no way leads there: from Wintering, or if the ship is there already.
    """
    spaces = state.setup.components.spaces
    seat = state.active
    here = state.observation(seat).seats[seat].space
    days = state.distance(spaces[here].id, spaces[goal].id)
    if not days:
        return None
    start = cargo(state, seat)
    best: tuple[int, tuple[int, ...]] = (0, ())
    front: dict[int, tuple[int, tuple[int, ...], Vikings]] = {here: (0, (), state)}
    left, sinks = days, False
    while front and left:
        left -= 1
        sinks = False
        reached: dict[int, tuple[int, tuple[int, ...], Vikings]] = {}
        for _, steps, position in front.values():
            for action in position.legal_actions():
                verb, _, name = position.text(action).partition(" ")
                if verb != "sail" or position.distance(name, spaces[goal].id) != left:
                    continue
                after = position.clone()
                after.play(action)
                while after.phase == "LOSS" and after.mover == seat:
                    after.play(after.legal_actions()[-1])  # goods, as long as there are any
                if after.phase != "MAIN" or after.active != seat:
                    sinks = True
                    continue
                there = after.observation(seat).seats[seat].space
                losses = start - cargo(after, seat)
                if there not in reached or losses < reached[there][0]:
                    reached[there] = (losses, (*steps, action), after)
        front = reached
        if front:
            best = min((losses, steps) for losses, steps, _ in front.values())
    return Voyage(days, best[1], best[0], len(best[1]) == days,
                  sinks and not front)

"""`sail to PLACE`: a voyage of several days, one legal step after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.vikings.components import PORTS, WINTERING
from core.vikings.voyage import plan_voyage
from players.console.english import plural
from players.console.vikings_words import Words

if TYPE_CHECKING:
    from core.vikings.state import Vikings
    from core.vikings.view import View


class Voyaging:
    """A `Course` that sails to a space; see `players.console.renderer.Course`."""

    def __init__(self, words: Words, goal: int) -> None:
        self.words, self.goal = words, goal
        self.told = ""
        self._start: tuple[int, int] | None = None  # the turn, and the tokens aboard
        self._at = -1  # where the last step led
        self._days = 0

    def step(self, view: View, state: Vikings) -> int | None:
        """Return the next step; None where the voyage ends, with the reason in `told`."""
        me = view.seats[view.seat]
        aboard = me.crew + sum(me.goods)
        if self._start is None:
            self._start = (view.round, aboard)
        stopped = self._stopped(view, aboard)
        if stopped is not None:
            self.told = stopped
            return None
        voyage = plan_voyage(state, self.goal)
        if voyage is None or not voyage.steps:
            self.told = self._blocked(view, voyage is not None and voyage.sinks)
            return None
        action = voyage.steps[0]
        self._at = self.words.number[state.text(action).partition(" ")[2]]
        self._days += 1
        return action

    def _stopped(self, view: View, aboard: int) -> str | None:
        """Return why the voyage ends before another step is tried."""
        words, me = self.words, view.seats[view.seat]
        assert self._start is not None
        sailed = f"after {plural(self._days, 'day')}"
        if view.active != view.seat or view.round != self._start[0] or (
                self._days and me.space == WINTERING):
            return f"The voyage to {words.space(self.goal)} ended: your turn is over."
        if view.phase == "LOSS":
            return (f"Stopped {words.inside(me.space)} {sailed}: hardship costs you "
                    f"{plural(view.losses, 'token')}. sail to {words.space(self.goal)} goes on.")
        if view.phase != "MAIN" or (self._days and me.space != self._at):
            return f"Stopped {words.inside(me.space)} {sailed}: something else comes first."
        if aboard < self._start[1]:
            lost = plural(self._start[1] - aboard, "token")
            return f"Stopped {words.inside(me.space)} {sailed}: hardship took {lost}."
        if me.space == self.goal:
            return f"Arrived {words.inside(self.goal)} {sailed}."
        return None

    def _blocked(self, view: View, sinks: bool) -> str:
        """Return why there is no next step."""
        words = self.words
        goal, here = words.space(self.goal), view.seats[view.seat].space
        if view.sailing_days < 1:
            why = "no day is left"
        elif sinks:
            why = "hardship would take the last crew on the next step"
        elif self.goal < PORTS and any(one.space == self.goal for one in view.seats):
            why = f"another ship lies in {goal}"
        else:
            why = "the way is blocked by another ship"
        return (f"Stopped {words.inside(here)} after {plural(self._days, 'day')}: {why}."
                if self._days else f"There is no way to {goal} now: {why}.")


def voyage_for(words: Words, view: View, entry: str) -> Voyaging | str | None:
    """Return the voyage that an entry asks for, or why there is none; see `Renderer.course`."""
    parts = entry.lower().split()
    if len(parts) < 2 or parts[0] != "sail":
        return None
    name = " ".join(parts[2:] if parts[1] == "to" else parts[1:])
    if view.phase != "MAIN":
        return "You can sail on when this question is answered."
    if not name:
        return "Sail where? For example: sail to York."
    found = words.find(name)
    if not found:
        return f"There is no place {name!r} on the map; map lists all ports."
    if len(found) > 1:
        names = ", ".join(words.space(space) for space in found[:6])
        return f"{name!r} could mean: {names}{', ...' if len(found) > 6 else ''}."
    here = view.seats[view.seat].space
    if here == WINTERING:
        return (f"Your ship is in Wintering: launch it to a home port first, then sail to "
                f"{words.space(found[0])}.")
    if here == found[0]:
        return f"You are {words.inside(here)} already."
    return Voyaging(words, found[0])

"""Several answers in one line: ``walk orc valley``, ``play hammer of valor cleric``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from players.console.renderer import Choice, match

if TYPE_CHECKING:
    from core.defenders.view import View
    from core.state import State
    from players.console.defenders import DefendersRenderer

_DAY = ("W1", "W2", "W3")


class Answers:
    """A `Course` that answers one question after the other with the words of one entry."""

    def __init__(self, renderer: DefendersRenderer, seat: int, first: int,
                 words: list[str]) -> None:
        self.renderer, self.seat, self.words = renderer, seat, words
        self.told = ""
        self._first: int | None = first
        self._number = -1

    def step(self, view: View, state: State) -> int | None:
        """Return the next answer; None where the words are used up or fit no choice."""
        if self._first is not None:
            action, self._first, self._number = self._first, None, view.number
            return action
        if not self.words:
            return None
        if view.number != self._number or view.phase in ("day_action", "window"):
            self.told = f"Not used: {' '.join(self.words)}."
            return None
        question = self.renderer.ask(view, state)
        found = longest(self.words, question.choices)
        if found is None:
            self.told = f"{' '.join(self.words)!r} is not clear here."
            return None
        choice, used = found
        self.words = self.words[used:]
        return choice.action


class Passing:
    """A `Course` that passes at windows until the Day or the turn is over."""

    def __init__(self, renderer: DefendersRenderer, number: int, day: bool) -> None:
        self.renderer, self.day = renderer, day
        self.told = ""
        self._number = number

    def step(self, view: View, state: State) -> int | None:
        """Return the pass; None at the first question that is none of these windows."""
        if view.phase != "window" or view.number != self._number or (
                self.day and view.detail not in _DAY):
            return None
        return next(choice.action for choice in self.renderer.ask(view, state).choices
                    if choice.text == "pass")


def longest(words: list[str], choices: tuple[Choice, ...]) -> tuple[Choice, int] | None:
    """Return the choice that most of the first words name clearly, and how many they are."""
    for used in range(len(words), 0, -1):
        found = match(" ".join(words[:used]), choices)
        if len(found) == 1:
            return found[0], used
    return None


def course_for(renderer: DefendersRenderer, view: View, state: State,
               entry: str) -> Answers | Passing | str | None:
    """Return the chain of decisions that an entry asks for; see `Renderer.course`."""
    words = entry.lower().split()
    if view.phase == "window" and words in (["pass", "day"], ["pass", "turn"]):
        return Passing(renderer, view.number, words[1] == "day")
    if len(words) < 2:
        return None
    found = longest(words, renderer.ask(view, state).choices)
    if found is None or found[1] == len(words):
        return None
    choice, used = found
    trial = state.clone()
    trial.play(choice.action)
    rest = words[used:]
    if trial.is_chance or trial.is_terminal or trial.mover != view.seat:
        return None
    after = renderer.view(trial, view.seat)
    if after.phase in ("day_action", "window"):
        return None
    question = renderer.ask(after, trial)
    if longest(rest, question.choices) is None:
        some = " / ".join(each.label.split(":")[0] for each in question.choices[:6])
        more = " / ..." if len(question.choices) > 6 else ""
        return f"{choice.label}: {' '.join(rest)!r} is not clear or not open. Open: {some}{more}."
    return Answers(renderer, view.seat, choice.action, rest)

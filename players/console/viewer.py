"""`Viewer`: a recorded game, step by step, for one seat's eyes or for everyone's."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.text import Text

from core.errors import BadOption
from core.record import Record
from players.base import Seen
from players.console import make_renderer
from players.console.screen import Leave, Screen
from players.table import witness

if TYPE_CHECKING:
    from core.state import State

KEYS = "Enter: next, t: next turn, b: back, a number: that step, q: quit > "


@dataclass(frozen=True)
class Step:
    """The position after so many moves.

    Attributes
    ----------
    number : int
        Number of moves; 0 is the beginning.
    who : int or None
        The seat that made the last move, -1 for chance, None at the beginning.
    text : str or None
        The last move in notation, as the viewer saw it; None if he did not.
    told : list of str
        What is to be said about it.
    view, closing : object
        What the viewer sees now, and of the last position of an act that this move ended.
    turn : int
        Number of the turn.
    scores : list of int or float
        Points so far.
    """

    number: int
    who: int | None
    text: str | None
    told: list[str]
    view: Any
    closing: Any
    turn: int
    scores: list[Any]


class Viewer:
    """Shows a recorded game.

    Parameters
    ----------
    record : core.record.Record
        The game.
    screen : Screen
        Where to show it.
    seat : int or None
        Show only what this seat saw; None shows the whole truth.
    components : str, optional
        The corrected components file it was played with.

    Raises
    ------
    BadRecord, BadComponents
        If the record is not a possible game; nothing is shown then.
    BadOption
        If there is no such seat.
    """

    def __init__(
        self, record: Record, screen: Screen, seat: int | None = None,
        components: str | None = None,
    ) -> None:
        if seat is not None and not 0 <= seat < record.players:
            raise BadOption(f"--seat {seat + 1}: the game has seats 1 to {record.players}")
        self.record, self.screen, self.seat = record, screen, seat
        setup = record.setup(components)
        self.renderer = make_renderer(setup, screen.plain)
        self.story = self.renderer.story(seat)
        self.state: State = setup.blank()
        self.steps = list(self._walk(components))

    def _walk(self, components: str | None) -> Iterator[Step]:
        view = self.renderer.view(self.state, self.seat)
        yield Step(0, None, None, [], view, None, self.state.turn, list(self.state.scores()))
        for number, (position, _, action) in enumerate(self.record.positions(components), 1):
            event = witness(position, action)
            text = event.text if self.seat is None else event.seen[self.seat]
            position.play(action)
            self.state = position
            before, view = view, self.renderer.view(position, self.seat)
            told = self.story.tell(before, Seen(event.who, text), view)
            yield Step(number, event.who, text, told, view, self.story.closing,
                       position.turn, list(position.scores()))

    @property
    def last(self) -> int:
        """Number of the last step."""
        return len(self.steps) - 1

    def step(self, number: int) -> Step:
        """Return a step. Raises BadOption if there is none of this number."""
        if not 0 <= number <= self.last:
            raise BadOption(f"step {number}: the game has steps 0 to {self.last}")
        return self.steps[number]

    # ------------------------------------------------------------------ showing

    def heading(self) -> list[Text]:
        """Return who played what."""
        record = self.record
        who = "; ".join(f"{self.renderer.name(seat)}: {text}"
                        for seat, text in enumerate(record.seats))
        eyes = "the whole truth" if self.seat is None else (
            f"what {self.renderer.name(self.seat)} saw")
        return [Text(self.renderer.setup.game.title, style="bold"), Text(f"{who}."),
                Text(f"Seed {record.seed}, {self.last} moves; shown is {eyes}.")]

    def end(self) -> list[Text]:
        """Return the final table, or that the game goes on."""
        if not self.state.is_terminal:
            return [Text("The game is not finished: heorot play --resume goes on with it.")]
        return self.renderer.result(self.steps[-1].view, self.state, self.story)

    def draw(self, step: Step, room: int | None = None) -> list[Text]:
        """Return the lines of a step: the table and what was told, in at most `room` lines."""
        if step.who is None:
            head = f"Step 0 of {self.last}: the beginning"
        else:
            who = "chance" if step.who < 0 else self.renderer.name(step.who)
            head = f"Step {step.number} of {self.last}, {who}: {step.text or '(not seen)'}"
        below = [Text(head, style="bold"), *(Text(f"  {line}") for line in step.told)]
        if step.number == self.last:
            below += self.end()
        below = self.screen.wrap(below)
        view = step.view if step.closing is None else step.closing
        table = self.renderer.draw(view, self.screen.width)
        if room is not None and len(table) + len(below) > room:
            table = self.renderer.draw(view, self.screen.width, roomy=False)
        return [*table, *below]

    def print_all(self) -> None:
        """Print all steps, a line each, and the table at the end of every act."""
        show = self.screen.show
        show(self.heading())
        for step in self.steps[1:]:
            head = f"{step.number:>4}  {step.text or '(not seen)':<22} "
            told = textwrap.wrap(" ".join(step.told), max(self.screen.width - len(head), 20))
            show([Text(f"{head}{(told or [''])[0]}".rstrip())])
            show([Text(f"{' ' * len(head)}{line}") for line in told[1:]])
            if step.closing is not None:
                show([Text(), *self.renderer.draw(step.closing, self.screen.width), Text()])
        if not self.state.is_terminal:
            show([Text(), *self.renderer.draw(self.steps[-1].view, self.screen.width)])
        show([Text(), *self.end()])

    def browse(self, start: int = 0) -> None:
        """Step through the game as the person at the terminal asks."""
        at, note = start, ""
        while True:
            lines = self.draw(self.steps[at], self.screen.height - 2)
            self.screen.page([*lines, Text(note, style="italic")])
            try:
                entry = self.screen.ask(KEYS).lower()
            except Leave:
                return
            note = ""
            if entry in ("q", "quit"):
                return
            if entry == "":
                at, note = (at + 1, "") if at < self.last else (at, "This is the last step.")
            elif entry == "b":
                at, note = (at - 1, "") if at > 0 else (at, "This is the beginning.")
            elif entry == "t":
                later = (step.number for step in self.steps[at:]
                         if step.turn > self.steps[at].turn)
                at = next(later, self.last)
            elif entry.isascii() and entry.isdigit() and len(entry) < 9:
                wanted = int(entry)
                at = min(wanted, self.last)
                note = "" if wanted <= self.last else f"The last step is {self.last}."
            else:
                note = "Type Enter, t, b, a number or q."

    def to_json(self, only: int | None = None) -> dict[str, Any]:
        """Return the steps as plain data; seats count from 0."""
        steps = self.steps if only is None else [self.step(only)]
        record = self.record
        return {
            "game": record.game,
            "players": record.players,
            "seats": record.seats,
            "seed": record.seed,
            "seat": self.seat,
            "result": record.result,
            "steps": [
                {
                    "step": step.number,
                    "who": "chance" if step.who == -1 else step.who,
                    "move": step.text,
                    "told": step.told,
                    "turn": step.turn,
                    "scores": step.scores,
                }
                for step in steps
            ],
        }

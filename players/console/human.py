"""`HumanPlayer`: puts each small decision to a person until the answer is clear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rich.text import Text

from core.errors import HeorotError
from players.base import Decision, Player, Seen
from players.console import make_renderer
from players.console.renderer import Choice, Course, Question, Renderer, match, reads
from players.console.screen import Leave, Screen, printable
from players.spec import make_player

if TYPE_CHECKING:
    from core.game import Setup
    from core.rng import Stream
    from core.state import State

# What stands after `board` in this list are the sheets of the game's renderer.
COMMANDS = {
    "help": "this list (also ?)",
    "board": "draw the table again",
    "log": "the last events; log all: all of them",
    "rules": "the rule of this decision; rules WORD: another",
    "hint": "the computer's best choices (three at most), with the chance to win",
    "save": "save now; save FILE: a copy",
    "quit": "save and leave",
}
HINT_SPEC = "ismcts:time=1s"
LOG_LINES = 20
MAX_ENTRY = 200  # longer lines are no entries; nothing long is repeated on the screen


@dataclass(frozen=True)
class HumanOptions:
    """human has no parameters."""


@dataclass
class Desk:
    """What the session lays before a person, and what the person may ask of it.

    Attributes
    ----------
    screen : Screen
    renderer : Renderer
    news : list of str
        What happened since this person last decided; emptied when it has been read.
    notices : list of str
        Answers and remarks to show once, below the table.
    log : list of str
        All that was told to this person.
    ask_all : bool
        True to ask also where only one choice is open.
    save : callable or None
        ``save(path or None) -> str``: saves and says where.
    """

    screen: Screen
    renderer: Renderer
    news: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    ask_all: bool = False
    save: Callable[[str | None], str] | None = None


class HumanPlayer(Player):
    """A person at the keyboard.

    A session puts its desk in `desk`; without one the player opens a desk of its own on the
    standard input and output.

    Attributes
    ----------
    desk : Desk or None
    """

    def __init__(
        self, spec: str, seat: int, setup: Setup, options: HumanOptions, stream: Stream
    ) -> None:
        super().__init__(spec, seat)
        self.desk: Desk | None = None
        self._setup = setup
        self._stream = stream
        self._turn = -1
        self._table_shown = False
        self._course: Course | None = None

    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Ask until one choice is clear. Raises Leave if the person leaves."""
        if self.desk is None:
            screen = Screen.standard()
            self.desk = Desk(screen, make_renderer(self._setup, screen.plain))
        desk = self.desk
        view = desk.renderer.view(state, self.seat)
        if self._course is not None:
            action = self._course.step(view, state)
            if action is not None:
                return Decision(action)
            if self._course.told:
                desk.notices.append(self._course.told)
            self._course = None
        question = desk.renderer.ask(view, state)
        if len(question.choices) == 1 and not desk.ask_all and not _reveals(state):
            desk.notices.append(f"Only one choice, made for you: {question.choices[0].label}.")
            return Decision(question.choices[0].action)
        if state.turn != self._turn:
            self._turn, self._table_shown = state.turn, False
        asking = Asking(desk, self.seat, self._setup, state, history, view, question,
                        self._stream)
        decision = asking.run(self._table_shown)
        self._course = asking.course
        self._table_shown = True
        desk.news.clear()
        return decision


@dataclass
class Asking:
    """One question, from the first prompt to a clear answer."""

    desk: Desk
    seat: int
    setup: Setup
    state: State
    history: Sequence[Seen]
    view: Any
    question: Question
    stream: Stream
    course: Course | None = None

    def run(self, table_shown: bool) -> Decision:
        """Ask; `table_shown` says that this turn's table is already on a plain screen."""
        screen = self.desk.screen
        if not screen.live:
            screen.show(self._opening(table_shown))
        while True:
            if screen.live:
                screen.page(self._page())
            self.desk.notices.clear()
            entry = screen.ask("> ")
            choice = self._read(entry)
            if choice is not None:
                return Decision(choice.action)
            if not screen.live:
                screen.show(self.desk.notices)
                self.desk.notices.clear()

    # ------------------------------------------------------------------ the page

    def _opening(self, table_shown: bool) -> list[Text]:
        """Return what a plain screen shows before the prompt: the table once a turn."""
        lines: list[Text] = []
        if not table_shown:
            lines += [Text(), *self.desk.renderer.draw(self.view, self.desk.screen.width)]
        lines += [Text(f"  {line}", style="dim") for line in self.desk.news]
        lines += [Text(line) for line in self.desk.notices]
        return lines + self._asked()

    def _page(self) -> list[Text]:
        """Return the page of a terminal: what does not fit is left out where it hurts least."""
        screen, renderer = self.desk.screen, self.desk.renderer
        below = screen.wrap(self._asked())
        notices = screen.wrap(Text(line, style="italic") for line in self.desk.notices)
        told = [screen.wrap([Text(line, style="dim")])
                for line in self.desk.news or self.desk.log[-3:]]
        room = screen.height - len(below) - len(notices) - 1
        least = min(sum(map(len, told)), 3)
        large = renderer.draw_large(self.view, screen.width)
        if large is not None and len(large) + least <= room:
            table = large
        else:
            table = renderer.draw(self.view, screen.width, roomy=True)
            if len(table) + least > room:
                table = renderer.draw(self.view, screen.width, roomy=False)
        # What is said last matters most; a long answer has had a page of its own.
        notices = notices[max(len(table) - room, 0):]
        kept = max(room - len(table), 0 if notices else 1)
        while len(told) > 1 and sum(map(len, told)) > kept:
            told.pop(0)  # whole: the end of a sentence alone says nothing
        news = [line for lines in told for line in lines]
        return [*table, *news[max(len(news) - kept, 0):], *notices, *below]

    def _asked(self) -> list[Text]:
        lines = [Text(self.question.text, style="bold")]
        if self.question.listed:
            lines += self._numbered()
        return lines

    def _numbered(self) -> list[Text]:
        choices = self.question.choices
        width = len(str(len(choices)))
        if len(choices) < self.question.columns:
            return [Text(f"{number:>{width + 1}}  {choice.label}")
                    for number, choice in enumerate(choices, 1)]
        cells = [f"{number:>{width}} {choice.label}" for number, choice in enumerate(choices, 1)]
        widest = max(map(len, cells)) + 3
        row = max(1, self.desk.screen.width // widest)
        return [Text("".join(f"{cell:<{widest}}" for cell in cells[start : start + row]).rstrip())
                for start in range(0, len(cells), row)]

    # ------------------------------------------------------------------ the entry

    def _read(self, entry: str) -> Choice | None:
        """Return the choice that an entry means; None if it was a command or a wrong entry."""
        choices = self.question.choices
        if not entry:
            if len(choices) == 1:
                return choices[0]
            self._say(f"{self._expected()} help lists the commands.")
            return None
        if len(entry) > MAX_ENTRY:
            self._say(f"That entry is too long. {self._expected()}")
            return None
        word, _, rest = " ".join(entry.split()).partition(" ")
        word = word.lower()
        if word == "?" and not rest:
            listed = [] if self.question.listed and self.desk.screen.live else self._numbered()
            rule = [self.question.rule] if self.question.rule else []
            self._show([*listed, *rule, "help lists the commands."])
            return None
        if word in self._commands():
            self._command(word, rest)
            return None
        found = match(entry, choices)
        if len(found) == 1:
            return found[0]
        if found:
            labels = ", ".join(choice.text for choice in found[:6])
            more = ", ..." if len(found) > 6 else ""
            self._say(f"{_quoted(entry)} could mean: {labels}{more}. Add a few letters.")
            return None
        course = self.desk.renderer.course(self.view, self.state, printable(entry))
        if course is not None:
            return self._embark(course)
        commands = [name for name in self._commands() if name.startswith(word)]
        if len(commands) == 1:
            self._command(commands[0], rest)
        elif commands:
            self._say(f"{_quoted(entry)} could mean: {', '.join(commands)}.")
        else:
            self._wrong(entry)
        return None

    def _embark(self, course: Course | str) -> Choice | None:
        """Return the first step of a chain of decisions, if there is one."""
        action = None if isinstance(course, str) else course.step(self.view, self.state)
        if action is None:
            self._say(course if isinstance(course, str) else course.told)
            return None
        if not isinstance(course, str):
            self.course = course
        return next(each for each in self.question.choices if each.action == action)

    def _wrong(self, entry: str) -> None:
        reason = None
        if entry.isascii():
            reason = self.desk.renderer.explain(self.view, printable(entry))
        if reason is None and reads(self.state, entry):
            reason = f"{_quoted(entry)} is a move, but it is not open now."
        if reason is None:
            reason = f"{_quoted(entry)} is none of the choices."
        self._say(f"{reason} {self._expected()}")

    def _expected(self) -> str:
        choices = self.question.choices
        if len(choices) == 1:
            return f"Type 1 or Enter: {choices[0].label}."
        if self.question.listed:
            return (f"Type a number from 1 to {len(choices)}, or a name such as "
                    f"{_short(choices[0])}.")
        return f"Type a name such as {_short(choices[0])}; ? lists all {len(choices)} choices."

    def _say(self, *lines: str) -> None:
        self.desk.notices += lines

    def _show(self, lines: Sequence[Text | str]) -> None:
        """Show more than a remark: on a terminal a page of its own, if it is long."""
        screen = self.desk.screen
        broken = screen.wrap(lines)
        if screen.live and len(broken) > min(6, self._room()):
            # A terminal's page must not scroll: what scrolled away could not be read.
            height = max(screen.height - 1, 1)
            for start in range(0, len(broken), height):
                screen.page(broken[start:start + height])
                last = start + height >= len(broken)
                screen.pause("Enter: back to the table " if last else "Enter: more ")
        else:
            self.desk.notices += [line if isinstance(line, str) else line.plain for line in lines]

    def _room(self) -> int:
        """Return the lines that a remark may have on a terminal beside table and question."""
        screen = self.desk.screen
        table = self.desk.renderer.draw(self.view, screen.width, roomy=False)
        return screen.height - 1 - len(table) - len(screen.wrap(self._asked()))

    # ------------------------------------------------------------------ the commands

    def _commands(self) -> dict[str, str]:
        """Return what each command does, in the order of the list."""
        sheets = dict(self.desk.renderer.sheets)
        first = ("help", "board")
        return {**{name: COMMANDS[name] for name in first}, **sheets,
                **{name: text for name, text in COMMANDS.items() if name not in first}}

    def _command(self, word: str, rest: str) -> None:
        desk, renderer = self.desk, self.desk.renderer
        if word == "quit":
            raise Leave
        if word == "help":
            self._help()
        elif word == "board" and not desk.screen.live:
            desk.screen.show([*renderer.draw(self.view, desk.screen.width), *self._asked()])
        elif word in renderer.sheets:
            self._show(renderer.consult(self.view, self.state, word, rest))
        elif word == "log":
            lines = desk.log or [seen.text for seen in self.history if seen.text]
            if rest.lower() != "all":
                # A terminal's page must not scroll: what scrolled away could not be read.
                fits = desk.screen.height - 2 if desk.screen.live else LOG_LINES
                lines = [line.plain for line in desk.screen.wrap(lines)][-fits:]
            self._show(lines or ["Nothing has happened yet."])
        elif word == "rules":
            self._show(renderer.rules(self.view, printable(rest)[:40]))
        elif word == "hint":
            self._hint()
        elif word == "save":
            self._save(rest)

    def _help(self) -> None:
        lines = ["Answer with a number, the move's notation, or the beginning of either's words; "
                 "a space by its name.", ""]
        widest = max(map(len, self._commands()))
        lines += [f"  {name:<{widest}} {text}" for name, text in self._commands().items()]
        self._show([*lines, "", *self.desk.renderer.legend()])

    def _save(self, rest: str) -> None:
        if self.desk.save is None:
            self._say("This game is not kept in a file.")
            return
        try:
            self._say(self.desk.save(printable(rest) or None))
        except HeorotError as error:
            self._say(str(error))

    def _hint(self) -> None:
        """Let a search look at this seat's own redealt position."""
        try:
            adviser = make_player(HINT_SPEC, self.setup, self.seat, "hint",
                                  self.stream.below(1 << 30))
            decision = self.desk.screen.work(
                "looking for a hint", lambda: adviser.choose(self.state.clone(), self.history))
        except (ImportError, HeorotError) as error:
            self._say(f"There is no hint for this game: {error}")
            return
        report = decision.report
        if report is None or report.forced:
            self._say("There is only one choice.")
            return
        labels = {choice.action: choice.label for choice in self.question.choices}
        note = self.desk.renderer.hint_note
        lines = [f"Hint of {HINT_SPEC} ({report.iterations} games looked at{note}):"]
        tried = [row for row in report.actions if row.values[self.seat] == row.values[self.seat]]
        for row in tried[:3]:
            told = f"{row.values[self.seat]:.0%} to win"
            spread = "" if row.error != row.error else (
                " +-<1%" if row.error < 0.005 else f" +-{row.error:.0%}")
            lines.append(f"  {labels.get(row.action, row.text)}: {told}{spread}")
        self._show(lines)


def _reveals(state: State) -> bool:
    """Return True if the only choice leads to a draw of this turn: one wants to see it coming."""
    after = state.clone()
    after.play(state.legal_actions()[0])
    for outcome, _ in after.chance_outcomes():
        drawn = after.clone()
        drawn.play(outcome)
        if drawn.turn == state.turn and not drawn.is_chance:
            return True
    return False


def _short(choice: Choice) -> str:
    return choice.words[0] if choice.words else choice.text


def _quoted(entry: str) -> str:
    shown = printable(entry)
    return f'"{shown[:30]}{"..." if len(shown) > 30 else ""}"'

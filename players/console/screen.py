"""`Screen`: where the console prints and asks; tests give it their own ends."""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from rich.status import Status

WAIT = 0.5  # seconds of thinking before a spinner tells who thinks
PIPE_WIDTH = 80

Result = TypeVar("Result")


class Leave(Exception):
    """The person leaves the table: `quit`, or the end of the input."""


class Screen:
    """A rich console and a way to read a line.

    Parameters
    ----------
    console : rich.console.Console
        Where to print.
    read : callable
        ``read(prompt) -> line``: shows the prompt and reads a line; raises EOFError at the end.
    live : bool
        True on a terminal: the screen is redrawn in place, and one can wait for a key.
    """

    def __init__(self, console: Console, read: Callable[[str], str], live: bool = False) -> None:
        self.console = console
        self.live = live
        self._read = read
        self.plain = not _can_show(console.encoding)

    @classmethod
    def standard(cls) -> Screen:
        """Return the screen of the standard input and output."""
        for stream in (sys.stdin, sys.stdout):
            # Any bytes may be typed; none may end the game.
            if isinstance(stream, io.TextIOWrapper):
                with suppress(ValueError, OSError):
                    stream.reconfigure(errors="replace")
        live = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
        console = Console(width=width, highlight=False, markup=False, emoji=False)
        if live:
            with suppress(ImportError):
                import readline  # noqa: F401  (line editing for input)
            return cls(console, input, live=True)

        def read(prompt: str) -> str:
            console.print(Text(prompt), end="")
            console.file.flush()
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            # What came through a pipe was not echoed: a transcript should show it.
            room = max(console.width - len(prompt), 1)
            console.print(Text(printable(line.strip())[:room]), soft_wrap=True)
            return line

        return cls(console, read)

    @property
    def width(self) -> int:
        """Columns, at least 20."""
        return max(self.console.width, 20)

    @property
    def height(self) -> int:
        """Lines."""
        return self.console.height

    def wrap(self, lines: Iterable[Text | str]) -> list[Text]:
        """Return lines broken at the width of the screen."""
        broken: list[Text] = []
        for line in lines:
            text = Text(line) if isinstance(line, str) else line
            if self.plain:  # here, not in the stream: a wide character becomes one "?"
                text = text.copy()
                text.plain = text.plain.encode("ascii", "replace").decode()
            broken += text.wrap(self.console, self.width) or [Text()]
        return broken

    def show(self, lines: Iterable[Text | str]) -> None:
        """Print lines."""
        for line in self.wrap(lines):
            line.rstrip()
            self.console.print(line)

    def show_whole(self, line: str) -> None:
        """Print a line unbroken, however long: a command that is to be copied."""
        self.console.print(Text(line), soft_wrap=True)

    def page(self, lines: Iterable[Text | str]) -> None:
        """Print lines; on a terminal in place of what was there."""
        if self.live:
            self.console.clear()
        self.show(lines)

    def ask(self, prompt: str) -> str:
        """Return what is typed, stripped. Raises Leave at the end of the input."""
        try:
            return self._read(prompt).strip()
        except EOFError:
            raise Leave from None

    def pause(self, prompt: str) -> None:
        """On a terminal wait for Enter."""
        if self.live:
            self.ask(prompt)

    def work(self, label: str, task: Callable[[], Result]) -> Result:
        """Run a task that may take long; on a terminal a spinner shows `label`.

        The task runs in a thread, so that Ctrl-C is heard at once however long it takes.
        """
        done = threading.Event()
        results: list[Result] = []
        errors: list[BaseException] = []

        def run() -> None:
            try:
                results.append(task())
            except BaseException as error:  # handed on to who waits
                errors.append(error)
            done.set()

        threading.Thread(target=run, daemon=True).start()
        if not done.wait(WAIT):
            with self._spinner(label):
                done.wait()
        if errors:
            raise errors[0]
        return results[0]

    @contextmanager
    def _spinner(self, label: str) -> Iterator[Status | None]:
        if not self.live:
            yield None
            return
        with self.console.status(Text(label), spinner="line" if self.plain else "dots") as status:
            yield status


def printable(text: str) -> str:
    """Return text safe to show: ``?`` for characters that control, combine or do not exist."""
    return "".join(c if c.isprintable() and cell_len(c) else "?" for c in text)


def _can_show(encoding: str) -> bool:
    try:
        "│─┼◆·▸…".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True

"""A screen of strings, and a person of random or written entries."""

import io
import random

from rich.console import Console

from core import game
from core.record import Record
from players.console.screen import Screen
from players.console.session import Session, seats_for


class Typist:
    """Types written lines, then whatever `more` returns; None from it ends the input."""

    def __init__(self, lines=(), more=None):
        self.lines = list(lines)
        self.more = more
        self.prompts = 0

    def __call__(self, prompt):
        self.prompts += 1
        line = self.lines.pop(0) if self.lines else self.more() if self.more else None
        if line is None:
            raise EOFError
        return line


def screen(typist, width=80, height=24, live=False, encoding="utf-8", colour=False):
    """Return a Screen that keeps what it shows; see `shown`."""
    raw = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=raw, width=width, height=height, highlight=False, markup=False,
                      emoji=False, force_terminal=colour)
    return Screen(console, typist, live)


def shown(screen):
    """Return all that a screen has shown."""
    screen.console.file.flush()
    raw = screen.console.file.buffer.getvalue()
    return raw.decode(screen.console.file.encoding)


def session(path, screen, players=2, human=0, seed=1, opponents=("random",), **options):
    return session_of("beowulf", path, screen, players, human, seed, opponents, **options)


def session_of(name, path, screen, players, human=0, seed=1, opponents=("random",), start=None,
               **options):
    given = {} if start is None else {"start": start}
    setup = game.get(name).setup(players, seed, options=given)
    record = Record.start(setup, seats_for(human, players, opponents), seed)
    return Session(setup, record, str(path), screen, **options)


def resume(path, screen, **options):
    record = Record.load(path)
    return Session(record.setup(), record, str(path), screen, **options)


def random_entries(seed, limit=5000):
    """Return a source of numbers; they are often wrong, so that errors are met, too."""
    rng = random.Random(seed)
    left = [limit]

    def more():
        left[0] -= 1
        return str(rng.choice([1, 1, 2, 2, 3, 4, rng.randint(0, 12)])) if left[0] >= 0 else None

    return more

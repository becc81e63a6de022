"""A progress bar for people, or a few plain lines where nobody watches."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

import click
from tqdm import tqdm

PATIENCE = 2.0  # seconds without a word
LINES = 10  # plain lines in all, not counting the first
FIRST = 10.0  # seconds to the first plain line where no end is known; then twice as long each time


class Progress:
    """Says on stderr how far something is. Use it in a ``with`` block.

    On a terminal a bar appears after `delay` seconds; elsewhere a plain line for each tenth. Both
    say what is done, how fast, how long it will take and what `step` is told.

    Parameters
    ----------
    total : int or None
        How many steps make the whole, if that is known.
    unit : str
        What a step is, such as "game".
    done : int
        Steps done before, in an earlier run.
    delay : float
        Seconds before the first sign of life, so that short work stays silent.
    """

    def __init__(
        self, total: int | None, unit: str, done: int = 0, delay: float = PATIENCE
    ) -> None:
        self.total = total
        self.unit = unit
        self.done = done
        self._begun = time.monotonic()
        self._delay = delay
        self._before = done
        self._line = done * LINES // total if total else 0
        self._next = FIRST
        self._bar: tqdm[Any] | None = None
        if sys.stderr.isatty():
            self._bar = tqdm(total=total, initial=done, unit=f" {unit}s", delay=delay,
                             dynamic_ncols=True, leave=False)  # fmt: skip

    def step(self, note: str = "") -> None:
        """Count one step; `note` is shown at the end of the bar or line."""
        self.done += 1
        if self._bar is not None:
            if note:
                self._bar.set_postfix_str(note, refresh=False)
            self._bar.update()
        elif self._is_time():
            click.echo(", ".join(filter(None, (self._state(), note))), err=True)

    def say(self, text: str) -> None:
        """Write a line without tearing the bar apart."""
        if self._bar is not None:
            self._bar.write(text, file=sys.stderr)
        else:
            click.echo(text, err=True)

    def _is_time(self) -> bool:
        if self.total is None:
            if self.seconds < self._next:
                return False
            self._next *= 2
            return True
        line = self.done * LINES // self.total
        if line <= self._line or self.seconds < self._delay:
            return False
        self._line = line
        return True

    def _state(self) -> str:
        rate = (self.done - self._before) / max(self.seconds, 1e-9)
        whole = "" if self.total is None else f" of {self.total}"
        state = f"{self.done}{whole} {self.unit}s, {rate:.1f} {self.unit}s/s"
        if self.total is not None and self.done < self.total:
            state += f", {(self.total - self.done) / rate:.0f} s left"
        return state

    @property
    def seconds(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self._begun

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()

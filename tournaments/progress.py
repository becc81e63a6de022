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


class Progress:
    """Says on stderr how far something is. Use it in a ``with`` block.

    On a terminal a bar appears after `delay` seconds; elsewhere a plain line for each tenth.

    Parameters
    ----------
    total : int
        How many steps make the whole.
    unit : str
        What a step is, such as "game".
    done : int
        Steps done before, in an earlier run.
    delay : float
        Seconds before the first sign of life, so that short work stays silent.
    """

    def __init__(self, total: int, unit: str, done: int = 0, delay: float = PATIENCE) -> None:
        self.total = total
        self.unit = unit
        self.done = done
        self._begun = time.monotonic()
        self._delay = delay
        self._line = done * LINES // total if total else 0
        self._bar: tqdm[Any] | None = None
        if sys.stderr.isatty():
            self._bar = tqdm(total=total, initial=done, unit=f" {unit}s", delay=delay,
                             dynamic_ncols=True, leave=False)  # fmt: skip

    def step(self, note: str = "") -> None:
        """Count one step; `note` is shown at the end of the bar."""
        self.done += 1
        if self._bar is not None:
            if note:
                self._bar.set_postfix_str(note, refresh=False)
            self._bar.update()
            return
        line = self.done * LINES // self.total
        if line > self._line and self.seconds >= self._delay:
            self._line = line
            click.echo(f"{self.done} of {self.total} {self.unit}s", err=True)

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

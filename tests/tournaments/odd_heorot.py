"""The command ``heorot`` with players made for tests.

Workers import the main script too, so the players exist there as well.
"""

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from core.state import State
from players import spec
from players.base import Decision, Player
from tournaments.cli import main

HOWS = ("well", "crash", "illegal", "exit", "die", "once", "unpicklable", "hang", "nothing", "real",
        "start")  # fmt: skip


@dataclass(frozen=True)
class OddOptions:
    how: str = spec.option("well", spec.choice(*HOWS), "what it does at its third decision")


class Unpicklable(Exception):
    def __init__(self, one, two):
        super().__init__("no way across")
        self.handle = lambda: one


class OddPlayer(Player):
    """Plays the first legal action, and then something odd."""

    def __init__(self, text, seat, setup, options, stream):
        super().__init__(text, seat)
        self.how = options.how
        # Made for a check as well, by a stream that no game has.
        if self.how == "start" and not Path("checked").exists():
            Path("checked").touch()
        elif self.how == "start":
            raise ValueError("not today")
        self.decisions = 0

    def choose(self, state: State, history):
        self.decisions += 1
        if self.decisions == 3:
            self.be_odd()
        if self.decisions == 3 and self.how == "illegal":
            return Decision(-5)
        if self.decisions == 3 and self.how == "nothing":
            return None
        if self.decisions == 3 and self.how == "real":
            return Decision(float(state.legal_actions()[0]))
        return Decision(state.legal_actions()[0])

    def be_odd(self):
        mark = Path("died-once")
        if self.how == "crash":
            raise RuntimeError("boom")
        if self.how == "exit":
            sys.exit("I leave")
        if self.how == "hang":
            time.sleep(3600)
        if self.how == "unpicklable":
            raise Unpicklable(1, 2)
        if self.how == "die" or (self.how == "once" and not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)


KIND = spec.Kind(__name__, "OddPlayer", "OddOptions", "for tests")

if __name__ in ("__main__", "__mp_main__"):  # a test that imports this registers it for itself
    spec.KINDS["odd"] = KIND

if __name__ == "__main__":
    sys.exit(main())

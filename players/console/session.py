"""`Session`: one game at the console, from the first position or a record to the final table."""

from __future__ import annotations

import os
import shlex
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from rich.text import Text

from core.errors import BadRecord
from core.record import Record
from core.state import TERMINAL_MOVER
from players.base import Decision, Player, Seen
from players.console import make_renderer
from players.console.english import listed
from players.console.human import Desk, HumanPlayer
from players.console.screen import Leave, Screen
from players.spec import BadSpec, make_player, parse_spec
from players.table import Event, Table, witness

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State

HUMAN = "human"
INTERRUPTED = 130


class Thinker(Player):
    """Lets a computer player think where Ctrl-C is heard and a spinner can turn."""

    def __init__(self, player: Player, screen: Screen, label: str) -> None:
        super().__init__(player.spec, player.seat)
        self._player = player
        self._screen = screen
        self._label = label

    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Let the player choose."""
        return self._screen.work(self._label, lambda: self._player.choose(state, history))


class Session:
    """A game at the console.

    Parameters
    ----------
    setup : core.game.Setup
        The game.
    record : core.record.Record
        The game so far, a new one or one to go on with; its seats name the players.
    path : str
        Where it is kept.
    screen : Screen
        Where it is shown.
    ask_all : bool
        True to ask also where only one choice is open.
    pace : float
        Seconds to wait after each told event when no one but computers play.
    components : str, optional
        The corrected components file it is played with.
    open_bag : bool
        True to show what is in the bags.

    Raises
    ------
    BadOption
        If bags are to be open in a game that has none.
    BadRecord
        If the record breaks the rules, or more than one person plays in it.
    BadSpec
        If a seat of the record names no player.
    """

    def __init__(
        self,
        setup: Setup,
        record: Record,
        path: str,
        screen: Screen,
        *,
        ask_all: bool = False,
        pace: float = 0.0,
        components: str | None = None,
        open_bag: bool = False,
    ) -> None:
        self.setup, self.record, self.path, self.screen = setup, record, path, screen
        self.components, self.open_bag = components, open_bag
        self.pace = pace
        self.humans = [seat for seat, text in enumerate(record.seats) if text == HUMAN]
        if len(self.humans) > 1 and not setup.game.traits.cooperative:
            raise BadRecord(f"{path}: {len(self.humans)} persons play in it; one can sit at a "
                            "console")
        self.human = self.humans[0] if self.humans else None
        self.renderer = make_renderer(setup, screen.plain)
        if open_bag:
            self.renderer.open_bags()
        # Who plays several heroes hears of each by his name.
        self.story = self.renderer.story(self.human if len(self.humans) < 2 else None)
        self.desk = Desk(screen, self.renderer, ask_all=ask_all, save=self._save_for)
        self.resumed = bool(record.moves)
        state, past = self._past()
        seed: tuple[int | str, ...] = (record.seed or 0,)
        self.table = Table(state, self._players((*seed, len(past)) if past else seed), seed,
                           record, past)
        self._saved = -1

    def _past(self) -> tuple[State, list[Event]]:
        """Play the record's moves and hear their story; return the position and the events."""
        events = []
        state = self.setup.blank()
        for position, _, action in self.record.positions(self.components):
            state = position
            event = witness(state, action)
            before = self._view(state)
            state.play(action)
            events.append(event)
            if event.who in self.humans:
                self.desk.news.clear()
            self._hear(event, before, state)
        return state, events

    def _players(self, seed: tuple[int | str, ...]) -> list[Player]:
        players: list[Player] = []
        for seat, text in enumerate(self.record.seats):
            try:
                player = make_player(text, self.setup, seat, *seed)
            except BadSpec as error:
                raise BadSpec(f"seat {seat + 1}: {error}") from None
            if isinstance(player, HumanPlayer):
                player.desk = self.desk
            else:
                label = f"{self.renderer.name(seat)} thinks ({text})"
                player = Thinker(player, self.screen, label)
            players.append(player)
        return players

    # ------------------------------------------------------------------ the course of the game

    def run(self) -> int:
        """Play until the end or until the person leaves; return the exit status."""
        if self.table.state.is_terminal:
            self.screen.show([Text("This game is finished.")])
            if self.record.result is None:
                self.record.finish(self.table.state)
                self.record.save(self.path)
            return self._final()
        self.record.save(self.path)  # a file that cannot be written should be known at once
        try:
            self._greet()
            while not self.table.state.is_terminal:
                self._step()
            return self._final()
        except Leave:
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(INTERRUPTED)
        except BaseException:
            with suppress(BadRecord):
                self.record.save(self.path)
            raise

    def _greet(self) -> None:
        record = self.record
        who = [f"{self.renderer.name(seat)}: {text}" for seat, text in enumerate(record.seats)
               if text != HUMAN]
        names = listed([self.renderer.name(seat) for seat in self.humans])
        you = f"You are {names}. " if names else ""
        peek = " (all that is hidden is in it: no peeking)" if self.setup.game.traits.hidden else ""
        lines = [
            f"{you}{'; '.join(who)}{'. ' if who else ''}Seed {record.seed}.",
            f"Kept in {self.path}{peek}. help: commands.",
        ]
        if self.resumed:
            lines[0] = f"The game goes on. {lines[0]}"
        if self.human is None:
            self.screen.show([Text(self.setup.game.title, style="bold"), lines[0],
                              f"Kept in {self.path}. Ctrl-C stops; the game can go on later."])
        elif self.screen.live:
            self.desk.notices += lines
        else:
            self.screen.show([Text(self.setup.game.title, style="bold"), *lines])

    def _step(self) -> None:
        state = self.table.state
        before = self._view(state)
        turn = state.turn
        event = self.table.step()
        told = self._hear(event, before, state)
        if self.human is None:
            if state.turn != turn or state.is_terminal:
                self._save()
            self._watch(told)
        elif event.who in self.humans or state.mover in self.humans or state.is_terminal:
            self._save()
        waits = self.human is not None and state.mover not in (*self.humans, TERMINAL_MOVER)
        if self.story.closing is not None:
            self._close()
        elif told and waits and self.screen.live:
            self._table(self.desk.news)  # the others may think long: show what they think about

    def _hear(self, event: Event, before: Any, state: State) -> list[str]:
        """Tell an event to the person's log; return the sentences."""
        text = event.text if self.human is None else event.seen[self.human]
        told = self.story.tell(before, Seen(event.who, text), self._view(state))
        self.desk.news += told
        self.desk.log += told
        return told

    def _view(self, state: State) -> Any:
        return self.renderer.view(state, self.human)

    def _watch(self, told: list[str]) -> None:
        """Show watchers what was told."""
        if not told:
            return
        if self.screen.live:
            self._table(self.desk.log[-12:])
        else:
            self.screen.show(told)
        self.desk.news.clear()
        if self.pace:
            time.sleep(self.pace)

    def _table(self, told: Sequence[str]) -> None:
        """Show the table, and below it what fits of what was told, on a terminal."""
        table = self.renderer.draw(self._view(self.table.state), self.screen.width)
        room = max(self.screen.height - len(table) - 2, 1)
        self.screen.page([*table, *self.screen.wrap(told)[-room:]])

    def _close(self) -> None:
        """Show the last position of an act before its board is cleared."""
        news = [Text(f"  {line}") for line in self.desk.news or self.desk.log[-1:]]
        table = self.renderer.draw(self.story.closing, self.screen.width)
        if self.screen.live:
            room = max(self.screen.height - len(table) - 1, 1)
            self.screen.page([*table, *self.screen.wrap(news)[-room:]])
            self.screen.pause("Enter: go on ")
        else:
            self.screen.show([*news, Text(), *table])
            if self.human is not None:
                self.desk.news.clear()

    # ------------------------------------------------------------------ the end, or leaving

    def _final(self) -> int:
        state = self.table.state
        lines = self.renderer.result(self._view(state), state, self.story)
        self.screen.page([Text(), Text("The game is over.", style="bold"), *lines, Text(),
                          f"The whole game is kept in {self.path}. To see it again:"])
        self.screen.show_whole(f"  {self._command('replay')}")
        return 0

    def _leave(self, status: int) -> int:
        """Save and say how to go on; return the exit status."""
        with _deaf():
            try:
                self.record.save(self.path)
            except BadRecord as error:
                self.screen.show([Text(), Text(str(error))])
                return 1
            self.screen.show([Text(), f"The game is saved in {self.path}. To go on with it:"])
            self.screen.show_whole(f"  {self._command('play --resume')}")
        return status

    def _command(self, command: str) -> str:
        parts = ["heorot", *command.split(), self.path]
        if self.open_bag and command.startswith("play"):
            parts.append("--open-bag")
        if self.components is not None:
            parts += ["--components", self.components]
        return shlex.join(parts)

    def _save(self) -> None:
        """Save if there is something new; a full disk is no reason to stop the game."""
        if len(self.record.moves) == self._saved:
            return
        try:
            self.record.save(self.path)
            self._saved = len(self.record.moves)
        except BadRecord as error:
            self.desk.notices.append(str(error))

    def _save_for(self, path: str | None) -> str:
        path = path or self.path
        if os.path.exists(path) and not (
                os.path.exists(self.path) and os.path.samefile(path, self.path)):
            return f"{path} is there already, nothing was saved: give another name."
        self.record.save(path)
        return f"Saved in {path}; it holds the truth, all that is hidden included."


@contextmanager
def _deaf() -> Iterator[None]:
    """Ignore Ctrl-C: a second one must not interrupt the saving."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    old = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, old)


def seats_for(human: int | None, players: int, opponents: Sequence[str],
              cooperative: bool = False) -> list[str]:
    """Return the canonical player texts of all seats.

    Parameters
    ----------
    human : int or None
        The person's seat, from 0; None if only computers play.
    players : int
        Number of seats.
    opponents : sequence of str
        Player texts in seat order; the last one fills the seats that are left.
    cooperative : bool
        True if one person may play several seats: all win or lose together.

    Raises
    ------
    BadSpec
        If a text makes no player, or one that needs a second person.
    """
    texts = []
    for text in opponents:
        spec = parse_spec(text)
        if spec.kind == HUMAN and not cooperative:
            raise BadSpec("one person plays at a console: opponents are computers "
                          "(heorot players lists them)")
        texts.append(spec.text)
    seats: list[str] = []
    given = 0
    for seat in range(players):
        if seat == human:
            seats.append(HUMAN)
        else:
            seats.append(texts[min(given, len(texts) - 1)])
            given += 1
    return seats

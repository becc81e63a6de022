"""Plays a tournament: hands the games that are missing to workers, journals what they return."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from tournaments.executor import Executor, Processes
from tournaments.match import Config, GameResult, lost_game, play_game
from tournaments.pool import Lost
from tournaments.schedule import Schedule
from tournaments.store import Journal, Played

if TYPE_CHECKING:
    from tournaments.sequential import Game, Rule

PATIENCE = 600.0  # seconds for one decision; more than any budget of a player that is sane


class Gate:
    """Shows a rule whole blocks in order, in whatever order their games end.

    So what is decided depends on the games alone, not on the workers.

    Attributes
    ----------
    blocks : int
        Blocks to play; those up to the rule's decision when there is one.
    decided : bool
        True if the rule has ended the tournament.
    """

    def __init__(self, schedule: Schedule, blocks: int, rule: Rule | None) -> None:
        self.blocks = blocks
        self.decided = False
        self._rule = rule
        self._size = len(schedule.seatings)
        self._next = 0
        self._waiting: dict[int, list[tuple[int, Game]]] = {}

    def add(self, game: Played | GameResult) -> None:
        """Take a game."""
        if self._rule is None or self.decided:
            return
        block = self._waiting.setdefault(game.pairing.block, [])
        block.append((game.pairing.number, (game.pairing.seating, game.utilities)))
        while len(self._waiting.get(self._next, ())) == self._size:
            games = [game for _, game in sorted(self._waiting.pop(self._next))]
            self._next += 1
            if self._rule.add(games):
                self.blocks, self.decided = self._next, True
                return

    def numbers(self, done: set[int]) -> Iterator[int]:
        """Yield the games to play, as long as there are more to play."""
        number = 0
        while number < self.blocks * self._size:
            if number not in done:
                yield number
            number += 1


def run(
    config: Config,
    blocks: int,
    journal: Journal,
    workers: Executor | int,
    watch: Callable[[GameResult], None] | None = None,
    *,
    rule: Rule | None = None,
    patience: float = PATIENCE,
) -> int:
    """Play all games of the first `blocks` blocks that are not in the journal yet.

    May be stopped at any moment, by an exception or for good: what has ended is in the journal. A
    player that fails forfeits its game, and so does one that takes too long or ends its process.

    Parameters
    ----------
    config : Config
        What to play.
    blocks : int
        How many seed blocks, at most.
    journal : Journal
        Opened with the facts of `config`.
    workers : Executor or int
        What plays the games; a number of worker processes, 0 to play in this process.
    watch : callable, optional
        Called with each game when it is in the journal.
    rule : Rule, optional
        Decides when to stop; new, it is shown the journal's games first.
    patience : float
        Seconds that a decision may take; not watched with `workers` = 0.

    Returns
    -------
    int
        Number of blocks that count: `blocks`, or those up to the rule's decision. The journal may
        hold later games, which other workers had begun.

    Raises
    ------
    GameFailed
        If the rules fail.
    tournaments.store.BadJournal
        If the journal cannot be written.
    """
    schedule = config.schedule()
    gate = Gate(schedule, blocks, rule)
    if rule is not None:
        for game in journal.games(len(schedule.games(blocks))):
            gate.add(game)
    done = journal.done()

    def lost(number: int, what: Lost) -> GameResult:
        return lost_game(config, schedule.pairing(number), what)

    games = gate.numbers(done)
    executor = Processes(workers) if isinstance(workers, int) else workers
    with closing(executor.work(_play, config, games, lost=lost, limit=patience)) as results:
        for _, result in results:
            journal.add(result)
            gate.add(result)
            if watch is not None:
                watch(result)
            if gate.decided:
                break
    return gate.blocks


def _play(config: Config, number: int) -> GameResult:
    return play_game(config, config.schedule().pairing(number))

"""Plays a tournament: hands the games that are missing to workers, journals what they return."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from tournaments.executor import Executor, Processes
from tournaments.failure import GameFailed
from tournaments.match import Config, GameResult, play_game
from tournaments.pool import WorkerDied
from tournaments.schedule import block_seed
from tournaments.store import Journal


def run(
    config: Config,
    blocks: int,
    journal: Journal,
    workers: Executor | int,
    watch: Callable[[GameResult], None] | None = None,
) -> None:
    """Play all games of the first `blocks` blocks that are not in the journal yet.

    May be stopped at any moment, by an exception or for good: what has ended is in the journal.

    Parameters
    ----------
    config : Config
        What to play.
    blocks : int
        How many seed blocks.
    journal : Journal
        Opened with the facts of `config`.
    workers : Executor or int
        What plays the games; a number of worker processes, 0 to play in this process.
    watch : callable, optional
        Called with each game when it is in the journal.

    Raises
    ------
    GameFailed
        If a player fails, or the process that plays a game is killed twice.
    tournaments.store.BadJournal
        If the journal cannot be written.
    """
    executor = Processes(workers) if isinstance(workers, int) else workers
    schedule = config.schedule()
    done = journal.done()
    missing = (number for number in schedule.games(blocks) if number not in done)
    try:
        with closing(executor.work(_play, config, missing)) as results:
            for _, result in results:
                journal.add(result)
                if watch is not None:
                    watch(result)
    except WorkerDied as error:
        pairing = schedule.pairing(error.job)
        raise GameFailed(
            str(error),
            f"game {pairing.number + 1} of {config.game}, block {pairing.block + 1}",
            block_seed(config.seed, pairing.block),
            [config.labels[contestant] for contestant in pairing.seating],
        ) from None


def _play(config: Config, number: int) -> GameResult:
    return play_game(config, config.schedule().pairing(number))

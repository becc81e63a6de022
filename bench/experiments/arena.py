"""What the arena itself costs: python -m bench.experiments.arena --help."""

from __future__ import annotations

import os
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import click

from core.record import Record
from players.spec import make_player
from players.table import Table
from tournaments import cli
from tournaments.commands.common import Whole
from tournaments.match import Config, configure
from tournaments.pool import default_workers
from tournaments.runner import run
from tournaments.schedule import block_seed
from tournaments.statistics import Games, summarise
from tournaments.store import Journal

PAGE = os.sysconf("SC_PAGE_SIZE")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Measure games a second, memory over many games, and the runner's part of the time."""


@command.command()
@click.option("--game", default="beowulf", show_default=True)
@click.option("--games", type=Whole(2, 10**7), default=5000, show_default=True)
@click.option("--workers", type=Whole(1, 1024), help="One a processor by default.")
def speed(game: str, games: int, workers: int | None) -> None:
    """Random games through the whole arena, with a journal and the figures at the end.

    What a short tournament takes, a fifth as long, is taken off, so that starting does not count.
    """
    workers = default_workers() if workers is None else workers
    config = configure(game, ["random", "random"])
    found = []
    for count in (games // 5, games + games // 5):
        began, before = time.monotonic(), cpu()
        held(config, count // 2, workers)
        found.append((time.monotonic() - began, cpu() - before))
    seconds, used = (long - short for short, long in zip(*found, strict=True))
    click.echo(f"{game}, {games} games, {workers} workers: {games / seconds:.0f} games/s, "
               f"{1000 * used / games:.2f} ms of processor time a game, which is "
               f"{default_workers() * games / used:.0f} games/s if all of "
               f"{default_workers()} processors are free")  # fmt: skip


@command.command()
@click.option("--game", default="kuhn", show_default=True)
@click.option("--games", type=Whole(20, 10**7), default=100_000, show_default=True)
@click.option("--workers", type=Whole(1, 1024), help="One a processor by default.")
def memory(game: str, games: int, workers: int | None) -> None:
    """Resident memory at every tenth of a long tournament, and with its report."""
    workers = default_workers() if workers is None else workers
    config = configure(game, ["random", "random"])
    played = 0

    def watch(_: object) -> None:
        nonlocal played
        played += 1
        if played % (games // 10) == 0:
            workers_use = [resident(pid) for pid in children()]
            click.echo(f"{played:>10} games: {resident(os.getpid()):6.1f} MB, workers "
                       f"{max(workers_use, default=0.0):6.1f} MB")  # fmt: skip

    with tempfile.TemporaryDirectory() as folder:
        arena(config, games // 2, workers, Path(folder), watch)
    click.echo(f"{'with the':>10} report: {resident(os.getpid()):5.1f} MB")


@command.command()
@click.option("--game", default="beowulf", show_default=True)
@click.option("--player", default="random", show_default=True)
@click.option("--blocks", type=Whole(1, 1000), default=100, show_default=True)
@click.option("--repeats", type=Whole(1, 100), default=7, show_default=True)
def overhead(game: str, player: str, blocks: int, repeats: int) -> None:
    """What the runner adds to a game, in processor time: bare games and tournaments by turns.

    It is the same for long games and short ones, so fast players show it best. Starting the workers
    is left out: a tournament does it once. The least of several repeats counts, as whatever else
    the machine does can only add to it.
    """
    config = configure(game, [player, player])
    ways: dict[str, Callable[[int], None]] = {
        "bare": lambda count: bare(config, count),
        "in this process": lambda count: held(config, count, 0),
        "in a worker": lambda count: held(config, count, 1),
    }
    found: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(repeats):
        for way, play in ways.items():
            costs = []
            for count in (blocks, 3 * blocks):
                before = cpu()
                play(count)
                costs.append(cpu() - before)
            found[way].append((costs[1] - costs[0]) / (4 * blocks))
    least = min(found["bare"])
    for way, costs in found.items():
        added = min(costs) - least
        click.echo(f"{way:>16}: {1000 * min(costs):.2f} ms a game; added {1000 * added:.2f} ms, "
                   f"{100 * added:.2f}% of a game of 1 s")


def bare(config: Config, blocks: int) -> None:
    """Play the games of a tournament with nothing around the table."""
    for pairing in config.schedule().pairings(blocks):
        setup = config.setup(pairing.block)
        seed = block_seed(config.seed, pairing.block)
        texts = [config.contestants[contestant] for contestant in pairing.seating]
        players = [make_player(text, setup, seat, seed) for seat, text in enumerate(texts)]
        Table(setup.blank(), players, (seed,), Record.start(setup, texts, seed)).run()


def held(config: Config, blocks: int, workers: int) -> None:
    """Play the games of a tournament through the arena."""
    with tempfile.TemporaryDirectory() as folder:
        arena(config, blocks, workers, Path(folder))


def arena(
    config: Config,
    blocks: int,
    workers: int,
    folder: Path,
    watch: Callable[[object], None] | None = None,
) -> None:
    """Hold a tournament with a journal, up to its figures."""
    with Journal(str(folder / "a.db"), config.facts()) as journal:
        run(config, blocks, journal, workers, watch)
        summarise(Games.of(journal.games()), len(config.contestants))


def cpu() -> float:
    """Return the processor time of this process and its ended children, in seconds."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB; 0 if it has ended."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * PAGE / 1e6


def children() -> list[int]:
    """Return the processes that this one has started and that still run."""
    text = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    return [int(pid) for pid in text.split()]


if __name__ == "__main__":
    cli.main(command=command, name="arena")

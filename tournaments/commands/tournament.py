"""``heorot tournament``: players meet over all seats, and who is stronger is told."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import click
import numpy as np

from tournaments.commands.common import (
    Whole,
    echo_json,
    game_argument,
    game_options,
    json_option,
    make_console,
    read_pairs,
    workers_options,
)
from tournaments.executor import open_executor
from tournaments.match import Config, GameResult, configure
from tournaments.progress import Progress
from tournaments.report import print_report, report_data
from tournaments.runner import run
from tournaments.statistics import Games, Summary, summarise
from tournaments.store import Journal

MAX_BLOCKS = 10**9


@click.command("tournament")
@game_argument
@click.argument("contestants", nargs=-1, metavar="PLAYER PLAYER...")
@click.option("--blocks", type=Whole(1, MAX_BLOCKS), default=50, metavar="B",
              show_default=True, help="Seed blocks to play in all; a block is every seating once.")
@click.option("--journal", metavar="FILE",
              help="Keep every finished game here; the same command again goes on from it.")
@workers_options
@game_options
@json_option
def command(
    game: str,
    contestants: tuple[str, ...],
    blocks: int,
    journal: str | None,
    workers: int | None,
    cluster: str | None,
    players: int | None,
    option: tuple[str, ...],
    components: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Let players meet over all seats and report who is stronger.

    Every group of players sits down in every order with the same luck (a seed block), and then
    again with other luck, --blocks times. With fewer players than seats, all ways to fill the
    seats in which everyone takes part are played.

    With --journal each game is kept as it ends. The same command again goes on where it stopped,
    and a larger --blocks plays on. Seats count from 1 in tables, from 0 in --json.

    \b
    heorot tournament beowulf random greedy ismcts:iterations=500 --blocks 50 --journal a.db
    heorot players        lists the players and their parameters
    """
    config = configure(
        game,
        contestants,
        players=players,
        seed=seed,
        options=read_pairs(option),
        components=components,
    )
    again = command_line(config, blocks, journal, as_json)
    with Journal(journal, config.facts()) as store:
        try:
            summary = hold(config, blocks, store, workers, cluster)
        except KeyboardInterrupt:
            kept = f"{len(store)} games are in {journal}; to go on:\n  {again}"
            lost = "nothing was kept; with --journal FILE it could go on"
            click.echo(f"\nheorot: stopped: {lost if journal is None else kept}", err=True)
            click.get_current_context().exit(130)
    if as_json:
        echo_json(report_data(config, summary))
    else:
        more = command_line(config, 2 * blocks, journal, as_json) if journal else None
        print_report(make_console(), config, summary, more)


def hold(
    config: Config, blocks: int, journal: Journal, workers: int | None, cluster: str | None = None
) -> Summary:
    """Play what is missing with a progress bar and return the figures."""
    schedule = config.schedule()
    total = len(schedule.games(blocks))
    before = sum(number < total for number in journal.done())
    left = total - before
    wins = np.zeros(len(config.contestants))
    seats = np.zeros(len(config.contestants))
    for game in journal.games(total):
        _count(wins, seats, game.pairing.seating, game.utilities)
    with (
        open_executor(workers, cluster, left) as executor,
        Progress(total, "game", before) as progress,
    ):

        def watch(result: GameResult) -> None:
            _count(wins, seats, result.pairing.seating, result.utilities)
            share = wins / np.maximum(seats, 1)
            progress.step(f"leader {config.labels[int(share.argmax())]} {share.max():.0%}")

        if left:
            run(config, blocks, journal, executor, watch)
        played = progress.done - before
        if played and progress.seconds > 2:
            click.echo(f"{played} games in {progress.seconds:.1f} s with {executor.workers} "
                       f"workers: {played / progress.seconds:.1f} games/s", err=True)
    return summarise(Games.of(journal.games(total)), len(config.contestants), seed=config.seed,
                      together=config.together)


def _count(
    wins: np.ndarray, seats: np.ndarray, seating: Sequence[int], utilities: Sequence[float]
) -> None:
    np.add.at(wins, list(seating), utilities)
    np.add.at(seats, list(seating), 1)


def command_line(config: Config, blocks: int, journal: str | None, as_json: bool) -> str:
    """Return the command that holds this tournament, whole and quoted for a shell."""
    words = ["heorot", "tournament", config.game, *config.contestants]
    words += ["--players", str(config.players), "--blocks", str(blocks)]
    words += ["--seed", str(config.seed)]
    for name, value in config.options.items():
        words += ["--option", f"{name}={value}"]
    if config.components_file is not None:
        words += ["--components", config.components_file]
    if journal is not None:
        words += ["--journal", journal]
    if as_json:
        words.append("--json")
    return shlex.join(words)

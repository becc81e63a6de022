"""One player among others of one kind: python -m bench.experiments.gauntlet --help.

Every seat block seats the challenger once in each seat, with the same luck.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import click

from tournaments import cli
from tournaments.commands.common import (
    Whole,
    echo_json,
    game_argument,
    game_options,
    json_option,
    make_console,
    read_pairs,
)
from tournaments.match import Config, GameResult, configure, play_game
from tournaments.pool import work
from tournaments.progress import Progress
from tournaments.report import print_report, report_data
from tournaments.schedule import Pairing
from tournaments.statistics import Games, summarise


def pairing(number: int, seats: int) -> Pairing:
    """Return game `number`: the challenger, contestant 0, sits one seat further in each game."""
    block, seat = divmod(number, seats)
    return Pairing(number, block, tuple(int(other != seat) for other in range(seats)))


def play(config: Config, number: int) -> GameResult:
    """Play one game of the gauntlet."""
    return play_game(config, pairing(number, config.players))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@game_argument
@click.argument("challenger")
@click.argument("defender")
@click.option("--blocks", type=Whole(1, 10**6), default=50, show_default=True,
              help="Seat blocks; a block is one game a seat.")
@click.option("--workers", type=Whole(0, 1024), default=1, show_default=True,
              help="Worker processes; 0 to play in this process.")
@game_options
@json_option
def command(game: str, challenger: str, defender: str, blocks: int, workers: int,
            players: int | None, option: tuple[str, ...], components: str | None, seed: int,
            as_json: bool) -> None:
    """Seat CHALLENGER among players who are all DEFENDER; report as a tournament does."""
    config = replace(
        configure(game, [challenger, defender], players=players, seed=seed,
                  options=read_pairs(option), components=components),
        format="gauntlet")
    total = blocks * config.players
    results = {}
    with (Progress(total, "game") as progress,
          closing(work(play, config, range(total), workers)) as played):
        for number, result in played:
            results[number] = result
            progress.step()
    summary = summarise(Games.of(results[number] for number in range(total)), 2)
    if as_json:
        echo_json(report_data(config, summary))
    else:
        print_report(make_console(), config, summary, None)


if __name__ == "__main__":
    cli.main(command=command, name="gauntlet")

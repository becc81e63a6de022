"""``heorot report``: what a journal says, as tables, as data or as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import click

from core.errors import BadOption
from core.record import replace_file
from tournaments.archive import Archive
from tournaments.commands.common import (
    Whole,
    check_target,
    echo_json,
    json_option,
    make_console,
)
from tournaments.commands.tournament import find_anchor
from tournaments.page import report_page
from tournaments.report import forfeit_data, print_report, report_data
from tournaments.statistics import Games, summarise
from tournaments.store import BadJournal, Played


@click.command("report")
@click.argument("file")
@click.option("--html", metavar="OUT",
              help="Write one page with charts and records, for any browser; it replaces OUT.")
@click.option("--games", "most", type=Whole(0, 10**6), metavar="N",
              help="Games to list on the page, with their records, of each group of players "
                   "(default: 20, or fewer so that a page has no more than 400).")
@click.option("--anchor", metavar="PLAYER",
              help="Whose rating is 0; the first player's by default.")
@json_option
def command(
    file: str, html: str | None, most: int | None, anchor: str | None, as_json: bool
) -> None:
    """Report what the tournament in the journal FILE says so far.

    Games of a seed block that is not finished are left out. The journal is only read, and may be
    in use: a tournament that is running can be looked at.

    \b
    heorot report a.db                     tables, as the tournament prints them
    heorot report a.db --html out.html     a page: ratings, cross-table, seats, convergence, games
    heorot replay a.db --game 17           one of its games, step by step
    """
    if most is not None and html is None:
        raise BadOption("--games says what is on the page: give --html OUT, too")
    if html is not None:
        check_target("--html", html, file)
    with Archive(file) as archive:
        config = archive.config
        if config.format.startswith("tuning"):
            raise BadJournal(f"journal {file}: it holds a {config.format}; the same heorot tune "
                             "command prints its result again")
        sizes = Counter(game.pairing.block for game in archive.games())
        size = len(config.schedule().seatings)
        whole = {block for block, count in sizes.items() if count == size}
        if not whole:
            raise BadJournal(f"journal {file}: no seed block is finished yet "
                             f"({len(archive)} games); play on with the same heorot tournament")

        def played() -> Iterator[Played]:
            return (game for game in archive.games() if game.pairing.block in whole)

        games = Games.of(played())
        summary = summarise(games, len(config.contestants), seed=config.seed,
                            anchor=find_anchor(config, anchor),
                            together=archive.utility == "team")  # fmt: skip
        if html is not None:
            page = report_page(config, summary, games, played, archive.record, file,
                               archive.utility, most)  # fmt: skip
            replace_file(html, page.encode())
        left = len(archive) - summary.games
        forfeits = [forfeit_data(config, game) for game in archive.forfeits()
                    if game.pairing.block in whole]  # fmt: skip
    if as_json:
        echo_json(report_data(config, summary, None, forfeits))
    elif html is None:
        print_report(make_console(), config, summary)
    else:
        click.echo(f"{html}: {summary.games} games, {len(page.encode()) / 1e6:.1f} MB")
    if left:
        click.echo(f"{left} games of unfinished seed blocks are left out", err=True)

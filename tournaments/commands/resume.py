"""``heorot resume``: a tournament goes on from its journal alone."""

from __future__ import annotations

import click

from tournaments.commands import tournament
from tournaments.store import read_command


@click.command("resume", context_settings={"ignore_unknown_options": True})
@click.argument("journal", metavar="FILE.db")
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF tournament]")
@click.pass_context
def command(ctx: click.Context, /, journal: str, more: tuple[str, ...]) -> None:
    """Go on with the tournament whose games are in a journal.

    The journal knows the command that began it, or the last one that went on with it. Options of
    `heorot tournament` that follow go before what it says.

    \b
    heorot resume a.db
    heorot resume a.db --blocks 200 --workers 1
    """
    words = [*read_command(journal), "--journal", journal, *more]
    tournament.command.main(args=words, prog_name="tournament", standalone_mode=False,
                            parent=ctx.parent)  # fmt: skip

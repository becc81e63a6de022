"""``heorot replay``: a saved game, step by step."""

from __future__ import annotations

import gzip
import zlib

import click

from core.errors import BadRecord
from core.record import MAX_BYTES, Record
from players.console.screen import Screen
from players.console.viewer import Viewer
from tournaments.archive import Archive
from tournaments.commands.common import Whole, echo_json, json_option


@click.command()
@click.argument("file")
@click.option("--step", type=int, metavar="N",
              help="Show the position after N moves; on a terminal begin there.")
@click.option("--seat", type=int, metavar="N",
              help="Show only what this seat saw, 1 is the first; without it, the whole truth.")
@click.option("--all", "everything", is_flag=True,
              help="Print all steps, as without a terminal, instead of stepping through them.")
@click.option("--components", metavar="FILE",
              help="The corrected components file that the game was played with.")
@click.option("--game", type=Whole(1, 2**62), metavar="N",
              help="Game number N of the tournament whose journal FILE is.")
@json_option
def command(
    file: str,
    step: int | None,
    seat: int | None,
    everything: bool,
    components: str | None,
    game: int | None,
    as_json: bool,
) -> None:
    """Step through the game saved in FILE: forward with Enter, back with b.

    FILE is a saved game, one packed by gzip, or with --game a tournament's journal.

    Without a terminal, or with --all, every step is printed as a line.
    """
    if everything and step is not None:
        raise click.UsageError("--all prints all steps, --step one: give one of them")
    screen = Screen.standard()
    viewer = Viewer(load(file, game), screen, None if seat is None else seat - 1, components)
    if step is not None:
        viewer.step(step)
    if as_json:
        echo_json(viewer.to_json(step))
    elif screen.live and not everything:
        viewer.browse(step or 0)
    elif step is not None:
        screen.show(viewer.draw(viewer.step(step)))
    else:
        viewer.print_all()


def load(file: str, game: int | None) -> Record:
    """Return the record in a file or, given the number of a game from 1, in a journal.

    Raises
    ------
    BadRecord, tournaments.store.BadJournal
        If there is none, or a damaged one.
    """
    if game is not None:
        with Archive(file) as archive:
            try:
                text = archive.record(game - 1)
            except KeyError:
                raise BadRecord(f"{file}: there is no game {game}; it has {len(archive)} games, "
                                "numbered from 1 as they were planned") from None
        return Record.loads(text, f"{file}, game {game}")
    if is_journal(file):
        raise BadRecord(f"{file}: this is a tournament's journal: say which of its games with "
                        "--game N")
    if not file.endswith(".gz"):
        return Record.load(file)
    try:
        with gzip.open(file) as packed:
            return Record.loads(packed.read(MAX_BYTES + 1), file)
    except (OSError, EOFError, zlib.error) as error:
        raise BadRecord(f"{file}: cannot read the record: {error}") from None


def is_journal(file: str) -> bool:
    """Return whether a file is one of SQLite's, which begin with a line of their own."""
    try:
        with open(file, "rb") as opened:
            return opened.read(16) == b"SQLite format 3\0"
    except OSError:
        return False

"""``heorot replay``: a saved game, step by step."""

from __future__ import annotations

import click

from core.record import Record
from players.console.screen import Screen
from players.console.viewer import Viewer
from tournaments.commands.common import echo_json, json_option


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
@json_option
def command(
    file: str,
    step: int | None,
    seat: int | None,
    everything: bool,
    components: str | None,
    as_json: bool,
) -> None:
    """Step through the game saved in FILE: forward with Enter, back with b.

    Without a terminal, or with --all, every step is printed as a line.
    """
    if everything and step is not None:
        raise click.UsageError("--all prints all steps, --step one: give one of them")
    screen = Screen.standard()
    viewer = Viewer(Record.load(file), screen, None if seat is None else seat - 1, components)
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

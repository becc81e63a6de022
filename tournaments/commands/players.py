"""``heorot players``: the players there are, and their parameters."""

from __future__ import annotations

import click
from rich.table import Table
from rich.text import Text

from players.spec import KINDS, describe
from tournaments.commands.common import echo_json, json_option, make_console

EXAMPLES = {
    "ismcts": "ismcts:iterations=2000,c=0.7",
    "expectimax": "expectimax:depth=2,time=500ms",
}


@click.command("players")
@json_option
def command(as_json: bool) -> None:
    """List the players with their parameters, defaults and an example."""
    kinds = {kind: describe(kind) for kind in KINDS}
    if as_json:
        echo_json([
            {
                "name": kind,
                "help": KINDS[kind].help,
                "parameters": [
                    {"name": name, "default": default, "help": text}
                    for name, default, text in rows
                ],
                "example": example(kind),
            }
            for kind, rows in kinds.items()
        ])
        return
    console = make_console()
    for kind, rows in kinds.items():
        console.print(Text.assemble((kind, "bold"), f"  {KINDS[kind].help}"))
        if not rows:
            continue
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column()
        for name, default, text in rows:
            table.add_row(f"  {name}=", text + (f" (default {default})" if default else ""))
        console.print(table)
        console.print(f"  such as {example(kind)}")


def example(kind: str) -> str:
    """Return a text that makes such a player, if need be from its first parameter's default.

    Examples
    --------
    >>> example("random")
    'random'
    """
    if kind in EXAMPLES:
        return EXAMPLES[kind]
    named = [f"{kind}:{name}={default}" for name, default, _ in describe(kind) if default]
    return named[0] if named else kind

"""``heorot bench``: how fast the rules and the searches run on this machine."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table as RichTable

from bench.measure import measure, plan, signature
from core.game import get, names
from tournaments.commands.common import Whole, echo_json, json_option, make_console
from tournaments.progress import Progress


@click.command("bench")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--repeats", type=Whole(1, 1000), default=5, show_default=True, metavar="N",
              help="Runs of every figure; median, lowest and highest are given.")
@click.option("--quick", is_flag=True, help="A tenth of the work: seconds, but coarse figures.")
@click.option("--signature", "only_signature", is_flag=True,
              help="Only the signature: a hash over visits at fixed seeds and budgets.")
@json_option
def command(
    games: tuple[str, ...], repeats: int, quick: bool, only_signature: bool, as_json: bool
) -> None:
    """Measure playouts, redeals and searches of each GAME (all by default).

    These are figures of this machine in this minute: compare two builds within one run, or by
    their ratio to the plain Python loop. A change that only concerns speed keeps the signature.
    """
    chosen = [get(name).name for name in games or names()]
    if only_signature:
        marks = {name: signature(name) for name in chosen}
        if as_json:
            echo_json(marks)
        else:
            for name, mark in marks.items():
                click.echo(f"{name} signature {mark}")
        return
    results = []
    for name in chosen:
        with Progress(len(plan(name)), "figure") as progress:
            results.append(measure(name, repeats, 0.1 if quick else 1.0, progress.step))
    if as_json:
        echo_json(results)
        return
    for result in results:
        _show(result)


def _show(result: dict[str, Any]) -> None:
    console = make_console()
    machine = result["machine"]
    console.print(f"{result['game']}: seed {result['seed']}, {result['repeats']} repeats")
    console.print(", ".join(f"{key} {value}" for key, value in machine.items()), soft_wrap=True)
    table = RichTable(box=None, pad_edge=False)
    table.add_column("figure")
    for heading in ("median", "low", "high"):
        table.add_column(heading, justify="right")
    table.add_column("unit")
    position = ""
    for row in result["figures"]:
        if row["position"] != position:
            position = row["position"]
            table.add_section()
            table.add_row(f"{position}:")
        numbers = (f"{row[key]:,.0f}" for key in ("median", "low", "high"))
        table.add_row(f"  {row['name']}", *numbers, row["unit"])
    console.print(table)
    console.print(f"memory: {result['bytes_per_node']} bytes a node with its edges, "
                  f"{result['position_bytes']} bytes a position")
    console.print(f"signature {result['signature']}")

"""``heorot check``: random games with every invariant checked at every step."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import click
import numpy as np
from rich import box
from rich.table import Table
from rich.text import Text

from core.game import get
from core.record import replace_file
from tournaments.checking import Checked, check_game
from tournaments.commands.common import (
    MAX_SEED,
    Whole,
    echo_json,
    game_argument,
    game_options,
    json_option,
    make_console,
    make_setup,
    read_pairs,
)
from tournaments.failure import GameFailed
from tournaments.pool import WorkerDied, default_workers, work
from tournaments.progress import Progress


@dataclass(frozen=True)
class Plan:
    """Which game is checked."""

    game: str
    options: Mapping[str, str] = field(hash=False)
    components: str | None


@click.command("check")
@game_argument
@click.option("--games", type=Whole(1, 10**9), default=100, show_default=True, metavar="G",
              help="Random games for each number of seats.")
@click.option("--workers", type=Whole(0, 1024), metavar="W",
              help="Worker processes; one a processor by default, 0 to play in this process.")
@game_options
@json_option
def command(
    game: str,
    games: int,
    workers: int | None,
    players: int | None,
    option: tuple[str, ...],
    components: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Play random games and check the rules' invariants at every step.

    Also checked: redeals for every seat, notation, copies, and that each game's record replays to
    the same end. Without --players every number of seats is checked. A fault ends with exit
    status 1; it is told with the game's seed and moves, and the game is saved to a file.
    """
    plan = Plan(game, read_pairs(option), components)
    traits = get(game).traits
    counts = range(traits.min_players, traits.max_players + 1) if players is None else [players]
    for count in counts:
        make_setup(game, count, plan.options, seed, components)
    seed = min(seed, MAX_SEED - games)
    jobs = [(count, seed + number) for number in range(games) for count in counts]
    workers = min(default_workers() if workers is None else workers, len(jobs))
    found: list[Checked] = []
    try:
        with Progress(len(jobs), "game") as progress, closing(
            work(_check, plan, jobs, workers)
        ) as results:
            for _, checked in results:
                found.append(checked)
                progress.step()
    except GameFailed as error:
        _tell(error, plan)
    except WorkerDied as error:
        count, at = error.job
        seats = ("random",) * count
        _tell(GameFailed(str(error), f"{game}, {count} players", at, seats), plan)
    data = [_figures(count, [one for one in found if one.players == count]) for count in counts]
    if as_json:
        echo_json({"game": game, "seed": seed, "options": plan.options, "checked": data})
    else:
        _print(game, seed, games, data)


def _check(plan: Plan, job: tuple[int, int]) -> Checked:
    players, seed = job
    setup = make_setup(plan.game, players, plan.options, seed, plan.components)
    return check_game(setup, seed, components=plan.components)


def _tell(error: GameFailed, plan: Plan) -> None:
    """Say what failed and how to see it again; ends the command."""
    count = len(error.seats)
    words = ["heorot", "check", plan.game, "--players", str(count), "--games", "1"]
    words += ["--seed", str(error.seed), "--workers", "0"]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={value}"]
    if plan.components is not None:
        words += ["--components", plan.components]
    lines = [f"heorot: {error}", f"  again: {shlex.join(words)}"]
    if error.record:
        name = f"heorot-check-{plan.game}-{count}-{error.seed}.json"
        try:
            replace_file(name, error.record.encode())
            lines.append(f"  saved: {name}")
        except OSError as fault:
            lines.append(f"  not saved: {name}: {fault.strerror}")
    click.echo("\n".join(lines), err=True)
    click.get_current_context().exit(error.status)


def _figures(players: int, found: Sequence[Checked]) -> dict[str, Any]:
    decisions = np.array([one.decisions for one in found])
    outcomes = np.array([one.outcomes for one in found])
    return {
        "players": players,
        "games": len(found),
        "decisions": {
            "mean": float(decisions.mean()),
            "least": int(decisions.min()),
            "most": int(decisions.max()),
        },
        "outcomes": {
            "mean": float(outcomes.mean()),
            "least": int(outcomes.min()),
            "most": int(outcomes.max()),
        },
        "redeals": sum(one.redeals for one in found),
    }


def _print(game: str, seed: int, games: int, data: Sequence[dict[str, Any]]) -> None:
    console = make_console()
    console.print(Text(get(game).title, style="bold"))
    console.print(f"seeds {seed} to {seed + games - 1}: no fault found")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("players", "games", "decisions a game", "chance outcomes", "redeals"):
        table.add_column(name, justify="right")
    for row in data:
        table.add_row(str(row["players"]), str(row["games"]), _spread(row["decisions"]),
                      _spread(row["outcomes"]), str(row["redeals"]))  # fmt: skip
    console.print(table)


def _spread(found: Mapping[str, float]) -> str:
    return f"{found['mean']:.0f} ({found['least']} to {found['most']})"

"""``heorot tune``: search a player's parameters, then verify the best on fresh seeds."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from core.game import get
from core.record import Record
from tournaments.commands.common import (
    Whole,
    echo_json,
    game_argument,
    game_options,
    json_option,
    make_console,
    read_pairs,
    split_players,
    workers_options,
)
from tournaments.commands.tournament import FORFEITED, TOLD
from tournaments.executor import open_executor
from tournaments.failure import GameFailed
from tournaments.match import GameResult
from tournaments.progress import Progress
from tournaments.statistics import Estimate
from tournaments.store import Forfeited, Journal
from tournaments.tune import Plan, Trial, Verification, best_of, plan_tuning, search, verify

FORMAT = "heorot-tuning"
VERSION = 1
SHOWN = 10  # candidates in the table
MAX_BLOCKS = 10**5
MAX_TRIALS = 10**4
VERDICTS = {
    "better": "The best is better than the default.",
    "worse": "The best is worse than the default: keep the default.",
    "open": "Not shown to be better than the default: keep it, or play more with --verify.",
}


@click.command("tune")
@game_argument
@click.argument("player")
@click.option("--param", "-p", "parameters", multiple=True, metavar="NAME=RANGE", required=True,
              help="What to search: c=0.1:2.0 (numbers), cutoff=1:8 (whole numbers), "
                   "prior=0.1:100.0:log (by orders of magnitude), keys=mo|so (choices); repeat it.")
@click.option("--field", multiple=True, metavar="PLAYERS",
              help="Who sits in the other seats: a list such as greedy,ismcts:iterations=500; the "
                   "last one fills seats that are left. PLAYER itself by default.")
@click.option("--trials", type=Whole(1, MAX_TRIALS), default=30, show_default=True, metavar="T",
              help="How many candidates to try.")
@click.option("--blocks", type=Whole(1, MAX_BLOCKS), default=20, show_default=True, metavar="B",
              help="Seed blocks of each trial; a block seats the candidate once in each seat.")
@click.option("--verify", "verify_blocks", type=Whole(2, MAX_BLOCKS), default=100,
              show_default=True, metavar="V",
              help="Seed blocks of the match of the best against PLAYER at the end.")
@click.option("--journal", metavar="FILE",
              help="Keep every finished game here; the same command again goes on from it.")
@workers_options
@game_options
@json_option
def command(
    game: str,
    player: str,
    parameters: tuple[str, ...],
    field: tuple[str, ...],
    trials: int,
    blocks: int,
    verify_blocks: int,
    journal: str | None,
    workers: int | None,
    cluster: str | None,
    players: int | None,
    option: tuple[str, ...],
    components: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Search PLAYER's parameters, and verify the best against PLAYER as it is.

    Each trial plays the same seed blocks against a fixed field. The best trial is lucky besides
    being good, so it then meets PLAYER on fresh seeds: only that match tells what was gained.
    With --journal each game is kept as it ends; the same command again goes on where it stopped,
    and a larger --trials or --verify goes further.

    \b
    heorot tune beowulf ismcts:iterations=500 --param c=0.1:2.0 --param "cutoff=1:8" \\
        --field greedy --journal tune.db
    """
    plan = plan_tuning(
        game,
        player,
        parameters,
        field=list(split_players(field, "--field")),
        blocks=blocks,
        players=players,
        seed=seed,
        options=read_pairs(option),
        components=components,
    )
    with Journal(journal, plan.config.facts()) as store:
        try:
            found, checked = hold(plan, trials, verify_blocks, store, workers, cluster)
        except KeyboardInterrupt:
            again = command_line(plan, trials, verify_blocks, journal, as_json)
            kept = f"{len(store)} games are in {journal}; to go on:\n  {again}"
            lost = "nothing was kept; with --journal FILE it could go on"
            click.echo(f"\nheorot: stopped: {lost if journal is None else kept}", err=True)
            click.get_current_context().exit(130)
        forfeits = list(store.forfeits())
    if as_json:
        echo_json(tuning_data(plan, found, checked))
    else:
        more = command_line(plan, 2 * trials, verify_blocks, journal, as_json) if journal else None
        print_tuning(make_console(), plan, found, checked, more)
    if forfeits:
        tell_forfeits(forfeits)
        click.get_current_context().exit(FORFEITED)


def hold(
    plan: Plan, trials: int, verify_blocks: int, journal: Journal, workers: int | None,
    cluster: str | None,
) -> tuple[list[Trial], Verification]:  # fmt: skip
    """Play what is missing with a progress bar; return the trials and the verification."""
    total = (trials + 1) * plan.games
    done = journal.done()
    found: list[Trial] = []
    with open_executor(workers, cluster, plan.games) as place:
        with Progress(total, "trial game", sum(game < total for game in done)) as progress:

            def watch(result: GameResult) -> None:
                best = f", best {best_of(found).share.mean:.0%}" if len(found) > 1 else ""
                progress.step(f"trial {len(found)} of {trials}{best}")

            search(plan, trials, journal, place, watch, found.append)
        best = best_of(found)
        match = plan.match(best.number, verify_blocks)
        before = sum(pairing.number in done for pairing in match)
        with Progress(len(match), "verification game", before) as progress:
            checked = verify(plan, best, verify_blocks, journal, place,
                             lambda result: progress.step())  # fmt: skip
    return found, checked


def tell_forfeits(forfeits: Sequence[Forfeited]) -> None:
    """Name forfeited games, the first ones with seed and moves."""
    for game in forfeits[:TOLD]:
        record = Record.loads(game.record)
        failed = GameFailed(f"{record.seats[game.seat]} in seat {game.seat + 1} {game.reason}",
                            f"{record.game}, block {game.pairing.block + 1}", game.seed,
                            record.seats, record.moves, game.record)  # fmt: skip
        click.echo(f"heorot: {failed}", err=True)
    if len(forfeits) > TOLD:
        click.echo(f"heorot: {len(forfeits)} games were forfeited in all", err=True)


def tuning_data(plan: Plan, trials: Sequence[Trial], checked: Verification) -> dict[str, Any]:
    """Return the result as plain data; trial 0 is the default player."""
    return {
        "report": FORMAT,
        "version": VERSION,
        **plan.config.facts(),
        "parameters": {entry.name: entry.text for entry in plan.parameters},
        "blocks": plan.blocks,
        "trials": [
            {"trial": trial.number, "player": trial.player, "win_share": _estimate(trial.share)}
            for trial in trials
        ],
        "best": checked.best,
        "verification": {
            "default": checked.default,
            "blocks": checked.blocks,
            "games": checked.games,
            "measure": "difference of win shares" if plan.cooperative else "share ahead",
            "share": _estimate(checked.share),
            "equal": checked.equal,
            "verdict": checked.verdict,
        },
    }


def print_tuning(
    console: Console, plan: Plan, trials: Sequence[Trial], checked: Verification, more: str | None
) -> None:
    """Print the best trials, the default among them, and what the verification says."""
    config = plan.config
    field = ", ".join(config.contestants[1:]) or "itself in all seats"
    console.print(Text(f"{get(config.game).title}, {config.players} players, tuning", style="bold"))
    console.print(f"{config.contestants[0]} against {field}: {len(trials) - 1} trials of "
                  f"{plan.blocks} blocks, {plan.games} games each, seed {config.seed}")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("trial", justify="right", no_wrap=True)
    for entry in plan.parameters:
        table.add_column(entry.name, justify="right")
    table.add_column("win %", justify="right", no_wrap=True)
    table.add_column("95% interval", justify="right", no_wrap=True)
    ranked = sorted(trials[1:], key=lambda trial: -trial.share.mean)[:SHOWN]
    for trial in sorted([*ranked, trials[0]], key=lambda trial: -trial.share.mean):
        values = plan.values(trial.player) if trial.number else {}
        table.add_row(
            str(trial.number or "default"),
            *(str(values.get(entry.name, "-")) for entry in plan.parameters),
            f"{100 * trial.share.mean:.1f}",
            _interval(trial.share),
            style=None if trial.number else "dim",
        )
    console.print(table)
    console.print(f"Best: {checked.best}", soft_wrap=True)
    console.print(f"Verified on fresh seeds against {checked.default}, {checked.blocks} blocks, "
                  f"{checked.games} games:")
    measure = "more games won" if plan.cooperative else "of the games ahead of it"
    console.print(f"  {100 * checked.share.mean:.1f}% {measure}, 95% interval "
                  f"{_interval(checked.share)}; equal players: {100 * checked.equal:.0f}%")
    console.print(VERDICTS[checked.verdict])
    if more is not None:
        console.print(f"To search on: {more}", soft_wrap=True)


def command_line(
    plan: Plan, trials: int, verify_blocks: int, journal: str | None, as_json: bool
) -> str:
    """Return the command that holds this search, whole and quoted for a shell."""
    config = plan.config
    words = ["heorot", "tune", config.game, config.contestants[0]]
    for entry in plan.parameters:
        words += ["--param", f"{entry.name}={entry.text}"]
    for player in config.contestants[1:]:
        words += ["--field", player]
    words += ["--trials", str(trials), "--blocks", str(plan.blocks)]
    words += ["--verify", str(verify_blocks), "--players", str(config.players)]
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


def _estimate(found: Estimate) -> dict[str, float | None]:
    return {"mean": found.mean, "low": found.low, "high": found.high}


def _interval(found: Estimate) -> str:
    if found.low is None or found.high is None:
        return "-"
    return f"{100 * found.low:.1f} to {100 * found.high:.1f}"

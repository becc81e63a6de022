"""A tournament's figures as tables for people and as data for programs.

What is written depends on the configuration and the games alone, never on when, where or by how
many workers they were played.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from core.game import get
from core.record import Record
from tournaments.match import Config
from tournaments.sequential import Rule
from tournaments.statistics import Estimate, Length, Summary
from tournaments.store import Forfeited

FORMAT = "heorot-tournament"
VERSION = 2
NAME = 12  # columns that a player's name has at least
LONG_NAME = 24  # and in tables that can be parted, if it is so long


def report_data(
    config: Config,
    summary: Summary,
    rule: Rule | None = None,
    forfeits: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """Return the report as plain data; contestants, seats and blocks count from 0.

    Parameters
    ----------
    rule : Rule, optional
        What was to end the tournament.
    forfeits : sequence of dict
        See `forfeit_data`.
    """
    labels = config.labels
    return {
        "report": FORMAT,
        "version": VERSION,
        **config.facts(),
        "blocks": summary.blocks,
        "games": summary.games,
        "anchor": labels[summary.anchor],
        "standings": [
            {
                "rank": standing.rank,
                "ranks": None if standing.ranks is None else list(standing.ranks),
                "contestant": standing.contestant,
                "label": labels[standing.contestant],
                "games": standing.games,
                "win_share": _estimate(standing.win_share),
                "score": _estimate(standing.score),
                "rating": _estimate(standing.rating),
                "seats": list(standing.seats),
                "forfeits": standing.forfeits,
            }
            for standing in summary.standings
        ],
        "pairs": [
            {
                "first": labels[pair.first],
                "second": labels[pair.second],
                "games": pair.games,
                "share": _estimate(pair.share),
                "superiority": pair.superiority,
            }
            for pair in summary.pairs
        ],
        "seats": [_estimate(seat) for seat in summary.seats],
        "decisions": _length(summary.decisions),
        "moves": _length(summary.moves),
        "stop": None if rule is None else rule.data(),
        "forfeits": list(forfeits),
    }


def forfeit_data(config: Config, game: Forfeited) -> dict[str, Any]:
    """Return a forfeited game as plain data, with all moves up to there."""
    return {
        "game": game.pairing.number,
        "block": game.pairing.block,
        "seed": game.seed,
        "seating": [config.labels[contestant] for contestant in game.pairing.seating],
        "seat": game.seat,
        "player": config.labels[game.pairing.seating[game.seat]],
        "reason": game.reason,
        "moves": [list(move) for move in Record.loads(game.record).moves],
    }


def report_csv(config: Config, summary: Summary) -> str:
    """Return the standings as comma-separated values, one row a contestant; seats count from 0."""
    text = io.StringIO()
    seats = [f"seat_{seat}" for seat in range(config.players)]
    names = [f"{figure}{end}" for figure in ("win_share", "score", "rating")
             for end in ("", "_low", "_high")]  # fmt: skip
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["rank", "rank_low", "rank_high", "player", "games", "forfeits", *names, *seats])
    for standing in summary.standings:
        low, high = standing.ranks or (None, None)
        figures = [
            value
            for found in (standing.win_share, standing.score, standing.rating)
            for value in (_estimate(found) or {"mean": None, "low": None, "high": None}).values()
        ]
        rows.writerow([standing.rank, low, high, config.labels[standing.contestant],
                       standing.games, standing.forfeits, *figures, *standing.seats])  # fmt: skip
    return text.getvalue()


def print_report(
    console: Console,
    config: Config,
    summary: Summary,
    command: str | None = None,
    rule: Rule | None = None,
) -> None:
    """Print the tables; seats count from 1.

    Parameters
    ----------
    command : str, optional
        The command line that plays more blocks of this tournament.
    rule : Rule, optional
        What was to end the tournament.
    """
    game = get(config.game)
    seats = "1 player" if config.players == 1 else f"{config.players} players"
    title = f"{game.title}, {seats}, {config.format}"
    console.print(Text(title, style="bold"))
    console.print(_facts(config, summary))
    if rule is not None:
        console.print(f"{rule.tell()}.")
    standings = _standings(config, summary, config.players)
    if _fits(console, config, standings, NAME):
        console.print(standings)
    else:
        console.print(_standings(config, summary, 0))
        console.print("Win % in each seat")
        _print_parts(console, config, partial(_seats, config, summary), config.players)
    if summary.standings[0].rating is not None:
        console.print(_ratings(config, summary))
    if summary.pairs and len(config.contestants) > 2:
        console.print("Who was ahead of whom: share of the games that both played, ties count half")
        signs = _signs(console.encoding)
        _print_parts(console, config, partial(_pairs, config, summary, signs),
                     len(summary.standings))  # fmt: skip
    if summary.pairs and summary.blocks > 1:
        if len(config.contestants) > 2:
            console.print("Likelihood in % that a player is better than the one of that number")
            _print_parts(console, config, partial(_superiority, config, summary),
                         len(summary.standings))  # fmt: skip
        else:
            console.print(_likelier(config, summary))
    console.print(_notes(config, summary))
    if command is not None:
        # Not wrapped, so that it can be copied.
        console.print(f"To play on: {command}", soft_wrap=True)


def _facts(config: Config, summary: Summary) -> str:
    given = "".join(f", {name}={value}" for name, value in config.options.items())
    per_block = summary.games // summary.blocks
    least, most = (f(entry.games for entry in summary.standings) for f in (min, max))
    each = str(least) if least == most else f"{least} to {most}"
    return (
        f"seed {config.seed}, {_count(summary.blocks, 'block')} of {_count(per_block, 'game')}: "
        f"{_count(summary.games, 'game')}, {each} a player{given}, components {config.components}"
    )


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _fits(console: Console, config: Config, table: Table, name: int) -> bool:
    """Return whether a table fits if names are folded at `name` columns, and nothing else is."""
    free = console.options.update(max_width=10_000)
    longest = max(NAME, *(cell_len(label) for label in config.labels))
    folded = max(0, longest - name)
    return console.measure(table, options=free).maximum - folded <= console.width


def _print_parts(
    console: Console, config: Config, make: Callable[[range], Table], columns: int
) -> None:
    """Print a table one below another in parts that fit, as a terminal would cut figures off."""
    begun = 0
    while begun < columns:
        end = columns
        while end > begun + 1 and not _fits(console, config, make(range(begun, end)), LONG_NAME):
            end -= 1
        console.print(make(range(begun, end)))
        begun = end


def _standings(config: Config, summary: Summary, seats: int) -> Table:
    """Return the standings with the shares in the first `seats` seats."""
    table = _table("#")
    table.add_column("win %", justify="right", no_wrap=True)
    table.add_column("95% interval", justify="right", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True)
    for seat in range(seats):
        table.add_column(f"seat {seat + 1}", justify="right", no_wrap=True)
    for standing in summary.standings:
        table.add_row(
            str(standing.rank),
            config.labels[standing.contestant],
            _percent(standing.win_share.mean),
            _interval(standing.win_share),
            "-" if standing.score is None else f"{standing.score.mean:.1f}",
            *(_percent(share) for share in standing.seats[:seats]),
        )
    if seats:
        table.add_section()
        shares = (_percent(seat.mean) for seat in summary.seats[:seats])
        table.add_row("", "all", "", "", "", *shares, style="dim")
    return table


def _seats(config: Config, summary: Summary, shown: range) -> Table:
    """Return what each player won in some of the seats."""
    table = _table("#")
    for seat in shown:
        table.add_column(f"seat {seat + 1}", justify="right", no_wrap=True)
    for standing in summary.standings:
        shares = (_percent(standing.seats[seat]) for seat in shown)
        table.add_row(str(standing.rank), config.labels[standing.contestant], *shares)
    table.add_section()
    table.add_row("", "all", *(_percent(summary.seats[seat].mean) for seat in shown), style="dim")
    return table


def _ratings(config: Config, summary: Summary) -> Table:
    table = _table("#")
    for name in ("Elo", "95% interval", "rank", "score", "95% interval"):
        table.add_column(name, justify="right", no_wrap=True)
    for standing in summary.standings:
        rating, score, ranks = standing.rating, standing.score, standing.ranks
        at_anchor = standing.contestant == summary.anchor
        low, high = ranks or (standing.rank, standing.rank)
        table.add_row(
            str(standing.rank),
            config.labels[standing.contestant],
            "-" if rating is None else f"{round(rating.mean):+}" if not at_anchor else "0",
            "anchor" if at_anchor else _range(rating, "+.0f"),
            "-" if ranks is None else str(low) if low == high else f"{low} to {high}",
            "-" if score is None else f"{score.mean:.1f}",
            _range(score, ".1f"),
        )
    return table


def _signs(encoding: str) -> tuple[str, str, str]:
    """Return the signs for give or take, at least and at most."""
    try:
        "±≥≤".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return "+-", ">=", "<="
    return "±", "≥", "≤"


def _pairs(
    config: Config, summary: Summary, signs: tuple[str, str, str], shown: range
) -> Table:
    """Rows against columns; the columns carry the numbers that the rows have in the standings."""
    order = [standing.contestant for standing in summary.standings]
    found = {(pair.first, pair.second): pair for pair in summary.pairs}
    table = _table("")
    for column in shown:
        table.add_column(f"vs {column + 1}", justify="right", no_wrap=True)
    for place, first in enumerate(order, 1):
        cells = []
        for second in (order[column] for column in shown):
            pair = found.get((first, second))
            cells.append("-" if pair is None else _with_margin(pair.share, signs))
        table.add_row(str(place), config.labels[first], *cells)
    return table


def _likelier(config: Config, summary: Summary) -> str:
    """Say of two players how likely the first is the better one."""
    one, two = (standing.contestant for standing in summary.standings)
    found = {(pair.first, pair.second): pair.superiority for pair in summary.pairs}
    return (f"{config.labels[one]} is better than {config.labels[two]} with a likelihood of "
            f"{_percent(found[one, two])}%.")


def _superiority(config: Config, summary: Summary, shown: range) -> Table:
    """Return how likely each row is better than some of the columns."""
    order = [standing.contestant for standing in summary.standings]
    found = {(pair.first, pair.second): pair.superiority for pair in summary.pairs}
    table = _table("")
    for column in shown:
        table.add_column(f"vs {column + 1}", justify="right", no_wrap=True)
    for place, first in enumerate(order, 1):
        cells = (_percent(found.get((first, order[column]))) for column in shown)
        table.add_row(str(place), config.labels[first], *cells)
    return table


def _table(first: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first, justify="right", no_wrap=True)
    table.add_column("player", overflow="fold", min_width=NAME)
    return table


def _notes(config: Config, summary: Summary) -> str:
    decisions = summary.decisions
    notes = [
        f"A game has {decisions.mean:.0f} decisions ({decisions.least} to {decisions.most}) and "
        f"{summary.moves.mean - decisions.mean:.0f} chance outcomes on average."
    ]
    if not get(config.game).traits.cooperative:
        notes.append(f"Equal players would have {_percent(1 / config.players)}% each.")
    if summary.blocks < 2:
        notes.append("One block gives no interval: play more, --blocks 50.")
    for standing in summary.standings:
        if standing.forfeits:
            name = config.labels[standing.contestant]
            notes.append(f"{name} forfeited {standing.forfeits} of {standing.games} games.")
    return " ".join(notes)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def _interval(found: Estimate) -> str:
    if found.low is None or found.high is None:
        return "-"
    return f"{100 * found.low:.1f} to {100 * found.high:.1f}"


def _range(found: Estimate | None, form: str) -> str:
    if found is None or found.low is None or found.high is None:
        return "-"
    return f"{found.low:{form}} to {found.high:{form}}"


def _with_margin(found: Estimate, signs: tuple[str, str, str]) -> str:
    about, least, most = signs
    if found.low is None or found.high is None:
        return f"{100 * found.mean:.1f}"
    if found.mean in (0.0, 1.0):
        limit = f"{least}{100 * found.low:.1f}" if found.mean else f"{most}{100 * found.high:.1f}"
        return f"{100 * found.mean:.1f} {limit}"
    return f"{100 * found.mean:.1f} {about}{50 * (found.high - found.low):.1f}"


def _estimate(found: Estimate | None) -> dict[str, float | None] | None:
    return None if found is None else {"mean": found.mean, "low": found.low, "high": found.high}


def _length(found: Length) -> dict[str, float | int]:
    return {"mean": found.mean, "least": found.least, "most": found.most}

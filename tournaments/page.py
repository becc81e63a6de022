"""A tournament as one HTML page that needs nothing else: no script, no network, no other file.

Charts are plain tables with bars of CSS, and one small SVG whose labels are text of the page, so
that everything can be read on a phone and by a screen reader. Like all reports it depends on the
configuration and the games alone.
"""

from __future__ import annotations

import base64
import re
import shlex
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from core.game import get
from tournaments.match import Config
from tournaments.statistics import Estimate, Games, Pair, Standing, Summary, estimate_share
from tournaments.store import Played

RECORDS = 400  # records on a page if nothing else is said: about 2 MB
LISTED = 20  # games listed of each group at most, then
STEPS = 40  # points of a curve
SURE = 0.95  # likelihood from which one is called stronger
COLOURS = 8  # of the stylesheet; lines have a dash pattern besides


@dataclass(frozen=True)
class Bar:
    """An interval with its middle on a track, all in percent of the track's width."""

    middle: float
    left: float
    width: float


@dataclass(frozen=True)
class Cell:
    """One meeting in the cross-table; `strength` in [0, 1] says how far it is from equality."""

    text: str
    margin: str
    side: str
    strength: float
    told: str
    link: str


@dataclass(frozen=True)
class Line:
    """One contestant's curve: points of the line, and of the band around it, for an SVG."""

    contestant: int
    line: str
    band: str


@dataclass(frozen=True)
class Chart:
    """Curves with the ticks of both axes: (place in percent, label)."""

    lines: tuple[Line, ...]
    across: tuple[tuple[float, str], ...]
    up: tuple[tuple[float, str], ...]
    equal: float | None


@dataclass(frozen=True)
class Row:
    """One game in a list: who sat where with what result, and its record as a link."""

    number: int
    block: int
    seed: int
    seats: tuple[tuple[int, str, str, bool], ...]
    decisions: int
    forfeit: int | None
    name: str
    link: Markup


@dataclass(frozen=True)
class Listing:
    """The games of those who sat down together."""

    name: str
    players: tuple[int, ...]
    games: int
    rows: tuple[Row, ...]


def report_page(
    config: Config,
    summary: Summary,
    games: Games,
    played: Callable[[], Iterable[Played]],
    record: Callable[[int], str],
    path: str,
    utility: str,
    most: int | None = None,
) -> str:
    """Return the page.

    Parameters
    ----------
    config, summary, games : Config, Summary, Games
        The tournament, its figures and the games they come from.
    played : callable
        Returns the same games in their order.
    record : callable
        Returns the record of the game of a number.
    path : str
        Name of the journal, for the commands that the page tells.
    utility : str
        What the results of a game's seats have in common, see `core.game.Setup.utility`.
    most : int, optional
        Games to list, with their records, of each group that sat together; by default 20, and
        fewer if there are many groups.
    """
    environment = Environment(
        loader=PackageLoader("tournaments", "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters.update(
        percent=_percent, interval=_interval, points=_points, breakable=_breakable
    )
    labels = config.labels
    order = [standing.contestant for standing in summary.standings]
    place = {contestant: number for number, contestant in enumerate(order)}
    listings, meetings = _listings(config, played, record, most)
    equal = 1 / config.players if utility == "share" else None
    return environment.get_template("page.html.j2").render(
        config=config,
        title=get(config.game).title,
        labels=labels,
        colour={contestant: number % COLOURS for contestant, number in place.items()},
        dash={contestant: number // COLOURS for contestant, number in place.items()},
        order=order,
        summary=summary,
        lead=_lead(config, summary),
        equal=equal,
        utility=utility,
        ratings=_tracks([standing.rating for standing in summary.standings]),
        shares=_share_tracks([standing.win_share for standing in summary.standings], equal),
        cells=_cells(summary, order, labels, meetings),
        seats=_share_tracks(list(summary.seats), equal),
        seat_cells=[[_seat_cell(share, standing) for share in standing.seats]
                    for standing in summary.standings],
        chart=_chart(config, games, order, equal),
        listings=listings,
        meetings=meetings,
        file=shlex.quote(path),
    )  # fmt: skip


# ---------------------------------------------------------------------- words


def _lead(config: Config, summary: Summary) -> str:
    """Return in a sentence who is ahead, and how sure that is."""
    if len(summary.standings) < 2:
        return ""
    first, second = summary.standings[:2]
    name = config.labels[first.contestant]
    share = f"{_percent(first.win_share.mean)}% of the wins"
    if first.win_share.low is not None:
        share += f" (95% interval {_interval(first.win_share)})"
    if first.rank == second.rank:
        return f"{name} and {config.labels[second.contestant]} share the lead with {share}."
    found = [pair for pair in summary.pairs
             if (pair.first, pair.second) == (first.contestant, second.contestant)]  # fmt: skip
    if not found or found[0].superiority is None:
        return f"{name} is ahead with {share}."
    likely = found[0].superiority
    other = f"stronger than {config.labels[second.contestant]}"
    if likely < SURE:
        return (f"{name} is ahead with {share}, but whether it is {other} is open: the likelihood "
                f"is {_percent(likely)}%.")  # fmt: skip
    return f"{name} is ahead with {share}, and {other} with a likelihood of {_percent(likely)}%."


def _percent(share: float | None) -> str:
    """Return a share in percent with one digit; a likelihood just below 1 is not called 1."""
    if share is None:
        return "–"
    if share < 1 and round(100 * share, 1) == 100:
        return ">99.9"
    if share > 0 and round(100 * share, 1) == 0:
        return "<0.1"
    return f"{100 * share:.1f}"


def _breakable(label: str) -> Markup:
    """Return a player's text that may be broken between its parameters."""
    return Markup(re.sub("(?<=[:,])", "<wbr>", str(escape(label))))


def _interval(found: Estimate) -> str:
    if found.low is None or found.high is None:
        return "–"
    return f"{100 * found.low:.1f} to {100 * found.high:.1f}"


def _points(value: float | None, digits: int = 0) -> str:
    """Return rating points or a score, with a real minus sign and none before a zero."""
    if value is None:
        return "–"
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


# ---------------------------------------------------------------------- bars and cells


def _tracks(found: Sequence[Estimate | None]) -> tuple[list[Bar | None], float | None]:
    """Return a bar for each rating on one track, and the place of 0 on it."""
    ends = [end for one in found if one is not None
            for end in (one.mean, one.low, one.high) if end is not None]  # fmt: skip
    if not ends:
        return [None for _ in found], None
    low, high = min(*ends, 0.0), max(*ends, 0.0)
    room = max(high - low, 1.0) * 0.03
    return [_bar(one, low - room, high + room) for one in found], _at(0.0, low - room, high + room)


def _share_tracks(
    found: Sequence[Estimate], equal: float | None
) -> tuple[list[Bar | None], float | None]:
    """Return a bar for each share on a track from 0 to 1, and the place of equality on it."""
    return [_bar(one, 0.0, 1.0) for one in found], None if equal is None else 100 * equal


def _bar(one: Estimate | None, low: float, high: float) -> Bar | None:
    if one is None:
        return None
    left, right = (_at(one.mean if end is None else end, low, high) for end in (one.low, one.high))
    return Bar(_at(one.mean, low, high), left, round(right - left, 2))


def _at(value: float, low: float, high: float) -> float:
    return round(100 * (value - low) / (high - low), 2)


def _cells(
    summary: Summary,
    order: Sequence[int],
    labels: Sequence[str],
    meetings: dict[tuple[int, int], list[Listing]],
) -> list[list[Cell | None]]:
    found = {(pair.first, pair.second): pair for pair in summary.pairs}
    return [
        [_cell(found.get((first, second)), labels, meetings) for second in order]
        for first in order
    ]


def _cell(
    pair: Pair | None, labels: Sequence[str], meetings: dict[tuple[int, int], list[Listing]]
) -> Cell | None:
    if pair is None:
        return None
    share = pair.share
    told = (f"{labels[pair.first]} against {labels[pair.second]}: {_percent(share.mean)}% of "
            f"{pair.games}")  # fmt: skip
    margin = ""
    if share.low is not None and share.high is not None:
        if share.mean in (0.0, 1.0):
            # The interval is all on one side of such a share.
            margin = f"≥{100 * share.low:.1f}" if share.mean else f"≤{100 * share.high:.1f}"
        else:
            margin = f"±{50 * (share.high - share.low):.1f}"
        told += f", 95% interval {_interval(share)}"
    if pair.superiority is not None:
        told += f"; stronger with a likelihood of {_percent(pair.superiority)}%"
    met = (min(pair.first, pair.second), max(pair.first, pair.second))
    there = meetings.get(met, [])
    # Where several groups hold games of the two, a line of links tells which.
    link = "" if not there else there[0].name if len(there) == 1 else f"met-{met[0]}-{met[1]}"
    side, strength = _shade(share.mean - 0.5, 0.5)
    return Cell(_percent(share.mean), margin, side, strength, told, link)


def _seat_cell(share: float | None, standing: Standing) -> Cell | None:
    if share is None:
        return None
    mean = standing.win_share.mean
    side, strength = _shade(share - mean, 0.25)
    return Cell(_percent(share), "", side, strength, "", "")


def _shade(distance: float, whole: float) -> tuple[str, float]:
    """Return the side of the scale and how strong its colour is."""
    if abs(distance) < 1e-9:
        return "even", 0.0
    return "up" if distance > 0 else "down", round(min(abs(distance) / whole, 1.0), 3)


# ---------------------------------------------------------------------- convergence


def _chart(
    config: Config, games: Games, order: Sequence[int], equal: float | None
) -> Chart | None:
    """Return how every contestant's win share and its interval came to be; None of one block."""
    numbers = np.unique(games.blocks)
    if len(numbers) < 3:
        return None
    steps = np.unique(np.linspace(2, len(numbers), STEPS).round().astype(int))
    curves = {}
    for contestant in order:
        here = games.seating == contestant
        blocks = np.broadcast_to(games.blocks[:, None], here.shape)[here]
        values = games.utilities[here]
        ends = np.searchsorted(blocks, numbers[steps - 1], side="right")
        found = [estimate_share(values[:end], blocks[:end], config.seed) for end in ends if end]
        curves[contestant] = (steps[ends > 0], found)
    # The first blocks say so little that they would set the scale for all the rest.
    settled = [one for count, found in curves.values()
               for at, one in zip(count, found, strict=True) if at >= len(numbers) / 8]  # fmt: skip
    lows = [one.mean if one.low is None else one.low for one in settled]
    highs = [one.mean if one.high is None else one.high for one in settled]
    ticks = _ticks(min(lows), max(highs))
    low, high = ticks[0], ticks[-1]
    per_block = len(games.blocks) / len(numbers)

    def point(count: float, share: float) -> str:
        # Far outside is as good as outside: what leaves the chart is cut off.
        share = min(max(share, low - (high - low)), high + (high - low))
        return f"{100 * count / len(numbers):.2f},{100 - _at(share, low, high):.2f}"

    lines = []
    for contestant, (counts, found) in curves.items():
        both = list(zip(counts, found, strict=True))
        above = [point(count, one.mean if one.high is None else one.high) for count, one in both]
        below = [point(count, one.mean if one.low is None else one.low) for count, one in both]
        line = " ".join(point(count, one.mean) for count, one in both)
        lines.append(Line(contestant, line, " ".join([*above, *reversed(below)])))
    across = [tick for tick in _ticks(0, len(games.blocks)) if tick <= len(games.blocks) * 1.001]
    return Chart(
        tuple(lines),
        tuple((round(100 * tick / per_block / len(numbers), 2), f"{tick:,.0f}") for tick in across),
        tuple(zip((_at(tick, low, high) for tick in ticks), _labels(ticks), strict=True)),
        _at(equal, low, high) if equal is not None and low <= equal <= high else None,
    )


def _ticks(low: float, high: float) -> list[float]:
    """Return four to eight round numbers, from `low` or below it to `high` or above it."""
    span = max(high - low, 1e-9)
    step = 10.0 ** np.floor(np.log10(span / 4))
    step = next(step * times for times in (1, 2, 5, 10) if span / (step * times) <= 6)
    first, last = np.floor(low / step + 1e-9), np.ceil(high / step - 1e-9)
    return [float(round(step * number, 10)) for number in np.arange(first, last + 1)]


def _labels(ticks: Sequence[float]) -> list[str]:
    """Return shares in percent, with as many digits as tell them apart."""
    for digits in range(6):
        labels = [f"{100 * tick:.{digits}f}%" for tick in ticks]
        if len(set(labels)) == len(labels) and all(
            abs(float(label[:-1]) - 100 * tick) < 1e-6
            for label, tick in zip(labels, ticks, strict=True)
        ):
            break
    return labels


# ---------------------------------------------------------------------- games


def _listings(
    config: Config,
    played: Callable[[], Iterable[Played]],
    record: Callable[[int], str],
    most: int | None,
) -> tuple[list[Listing], dict[tuple[int, int], list[Listing]]]:
    """Return the games by who sat together, and the groups in which two contestants met."""
    counts: dict[tuple[int, ...], int] = {}
    for game in played():
        group = tuple(sorted(set(game.pairing.seating)))
        counts[group] = counts.get(group, 0) + 1
    if most is None:
        most = max(1, min(LISTED, RECORDS // max(len(counts), 1)))
    rows: dict[tuple[int, ...], list[Row]] = {group: [] for group in counts}
    for game in played():
        found = rows[tuple(sorted(set(game.pairing.seating)))]
        if len(found) < most:
            found.append(_row(config, game, record(game.pairing.number)))
    listings = [
        Listing("games-" + "-".join(map(str, group)), group, counts[group], tuple(rows[group]))
        for group in sorted(counts)
    ]
    meetings: dict[tuple[int, int], list[Listing]] = {}
    for listing in listings:
        for pair in combinations(listing.players, 2):
            meetings.setdefault(pair, []).append(listing)
    if any(len(listing.players) == 1 for listing in listings):
        # Teams meet by playing the same blocks: the games of both are what tells.
        alone = [listing for listing in listings if len(listing.players) == 1]
        for one, other in combinations(alone, 2):
            meetings.setdefault((one.players[0], other.players[0]), []).extend([one, other])
    return listings, meetings


def _row(config: Config, game: Played, record: str) -> Row:
    number = game.pairing.number
    return Row(
        number=number,
        block=game.pairing.block + 1,
        seed=game.seed,
        seats=tuple(
            (contestant, _score(score), f"{100 * utility:.3g}%", utility == max(game.utilities) > 0)
            for contestant, score, utility in zip(
                game.pairing.seating, game.scores, game.utilities, strict=True
            )
        ),
        decisions=game.decisions,
        forfeit=game.forfeit,
        name=f"{config.game}-{number + 1}.json.gz",
        link=_data_link(record),
    )


def _score(score: float | None) -> str:
    if score is None or not np.isfinite(score):
        return "–"
    return f"{score:g}".replace("-", "−")


def _data_link(record: str) -> Markup:
    """Return a record, packed by gzip, as a link that holds it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)  # no time, no name
    data = packer.compress(record.encode()) + packer.flush()
    return Markup("data:application/gzip;base64," + base64.b64encode(data).decode())



"""Measures playouts, redeals and searches over fixed positions; figures with their spread.

Every figure is measured several times and given as median, lowest and highest, beside a calibration
loop that is timed in the same run: machines differ and drift, so compare ratios, not figures.
The signature is a hash over the visits of searches with fixed seeds and budgets. A change that only
concerns speed must keep it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from ai import knowledge
from ai.budget import Limit
from ai.expectimax import Expectimax
from ai.ismcts import KEYS, Ismcts, Tree
from ai.policy import Policy, run_playouts, run_redeals
from bench.positions import SEED, positions
from core.rng import Stream
from core.state import DEBUG_BUILD, State

SIGNATURE_ITERATIONS = 2000
NODE_ITERATIONS = 5000


@dataclass(frozen=True)
class Figure:
    """One measured figure.

    Attributes
    ----------
    name, position : str
        What was measured, and where.
    unit : str
        Of the three numbers that follow.
    median, low, high : float
        Over the repeats.
    """

    name: str
    position: str
    unit: str
    median: float
    low: float
    high: float


def _rates(work: Callable[[], float], repeats: int) -> tuple[float, float, float]:
    rates = []
    for _ in range(repeats):
        start = time.perf_counter()
        amount = work()
        rates.append(amount / (time.perf_counter() - start))
    return statistics.median(rates), min(rates), max(rates)


def calibration() -> float:
    """Return additions that this interpreter does in a plain loop; the run's yardstick."""
    total = 0
    for i in range(300_000):
        total += i
    return 300_000.0


def _works(name: str, state: State, scale: float) -> Iterator[tuple[str, str, Callable[[], float]]]:
    """Yield (figure, unit, work): work does some of it and returns how much."""
    stream = Stream(SEED, "bench", name)
    games = max(1, int(1500 * scale))
    iterations = max(100, int(5000 * scale))

    def actions() -> float:
        return float(run_playouts(state, Policy(), stream, games)[0])

    def whole_games() -> float:
        run_playouts(state, Policy(), stream, games)
        return float(games)

    def redeals() -> float:
        times = max(1, int(100_000 * scale))
        run_redeals(state, state.mover, stream, times)
        return float(times)

    yield "random playouts", "actions/s", actions
    yield "random playouts", "games/s", whole_games
    if state.setup.game.traits.hidden:
        yield "redeals", "redeals/s", redeals

    def ismcts(keys: str, threads: int) -> Callable[[], float]:
        search = Ismcts(Policy(), keys=keys, threads=threads)

        def work() -> float:
            return float(search.search(state, Limit(iterations=iterations), SEED).iterations)

        return work

    for keys in KEYS:
        yield f"ismcts keys={keys}", "iterations/s", ismcts(keys, 1)
    yield "ismcts keys=mo, 2 threads", "iterations/s", ismcts("mo", 2)

    evaluator = knowledge.evaluator(state.setup)
    if evaluator is not None:
        expectimax = Expectimax(state, evaluator)
        nodes = max(1000, int(400_000 * scale))

        def work() -> float:
            limit = Limit(nodes=nodes)
            report = expectimax.search(state, limit, Stream(SEED), depth=4, worlds=2)
            return float(report.nodes)

        yield "expectimax", "nodes/s", work


def plan(game: str) -> list[str]:
    """Return the names of the figures that `measure` will take, in order."""
    return [
        f"{name}, {position}"
        for position, state in positions(game).items()
        for name, _, _ in _works(position, state, 1.0)
    ]


def measure(
    game: str, repeats: int = 5, scale: float = 1.0, progress: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Measure a game.

    Parameters
    ----------
    game : str
        Its name.
    repeats : int
        Runs of every figure.
    scale : float
        Work in a run; 1 makes a whole measurement take about half a minute.
    progress : callable, optional
        Told the name of each figure when it has been measured.

    Returns
    -------
    dict
        Plain data: machine, versions, seed, figures, memory, signature.
    """
    yardstick = _rates(calibration, max(3, repeats))
    figures = [Figure("plain Python loop", "calibration", "additions/s", *yardstick)]
    for position, state in positions(game).items():
        for name, unit, work in _works(position, state, scale):
            figures.append(Figure(name, position, unit, *_rates(work, repeats)))
            if progress is not None:
                progress(f"{name}, {position}")
    return {
        "game": game,
        "machine": machine(),
        "seed": SEED,
        "repeats": repeats,
        "scale": scale,
        "figures": [asdict(figure) for figure in figures],
        "bytes_per_node": bytes_per_node(game),
        "position_bytes": len(next(iter(positions(game).values())).to_bytes()),
        "signature": signature(game),
    }


def machine() -> dict[str, str]:
    """Return what ran: processor, system, versions, and whether it is the debug build."""
    versions = {}
    for package in ("heorot", "numpy", "cython"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "not installed"
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": sys.version.split()[0],
        **versions,
        "build": "debug" if DEBUG_BUILD else "release",
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def bytes_per_node(game: str) -> float:
    """Return bytes of memory a node with its edges takes, in a tree from the opening position."""
    state = next(iter(positions(game).values()))
    tree = Tree(state, Stream(SEED), Policy(), None, KEYS["mo"], -1, 0.7, 0.0, Policy())
    tree.run(NODE_ITERATIONS, 1 << 40)
    return round(tree.bytes / tree.nodes, 1)


def signature(game: str) -> str:
    """Return a hash over the root visits of fixed searches in all positions and key modes.

    Playouts are random and no evaluator is used, so that it depends on the rules, the tree and the
    streams alone and is the same on every machine.
    """
    digest = hashlib.sha256()
    for position, state in positions(game).items():
        for keys in KEYS:
            report = Ismcts(Policy(), keys=keys).search(
                state, Limit(iterations=SIGNATURE_ITERATIONS), SEED
            )
            rows = sorted((row.action, row.visits) for row in report.actions)
            digest.update(repr((game, position, keys, rows)).encode())
    return digest.hexdigest()[:16]

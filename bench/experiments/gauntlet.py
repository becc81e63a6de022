"""One player among others of one kind: python -m bench.experiments.gauntlet --help.

Every seat block seats the challenger once in each seat, with the same luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import click
import numpy as np
from tqdm import tqdm

from tournaments.match import Config, GameResult, configure, play_game
from tournaments.schedule import Pairing
from tournaments.statistics import Estimate, estimate, estimate_share


def pairing(number: int, seats: int) -> Pairing:
    """Return game `number`: the challenger, contestant 0, sits one seat further in each game."""
    block, seat = divmod(number, seats)
    return Pairing(number, block, tuple(int(other != seat) for other in range(seats)))


def play(config: Config, number: int) -> GameResult:
    """Play one game of the gauntlet."""
    return play_game(config, pairing(number, config.players))


def told(name: str, found: Estimate, unit: float = 1.0, mark: str = "") -> str:
    """Return a line with a mean and its interval."""
    interval = "" if found.low is None or found.high is None else (
        f" [{found.low * unit:.1f}, {found.high * unit:.1f}]")
    return f"{name}: {found.mean * unit:.1f}{mark}{interval}"


def report(config: Config, results: Sequence[GameResult]) -> str:
    """Return the challenger's win share and the mean scores, with 95% intervals over blocks."""
    blocks = np.array([result.pairing.block for result in results])
    seats = [result.pairing.seating.index(0) for result in results]
    pairs = list(zip(results, seats, strict=True))
    shares = np.array([result.utilities[seat] for result, seat in pairs])
    own = np.array([result.scores[seat] for result, seat in pairs])
    rest = np.array([(sum(result.scores) - result.scores[seat]) / (config.players - 1)
                     for result, seat in pairs])
    challenger, defender = config.contestants
    return "\n".join([
        f"{config.game}, {config.players} seats, {dict(config.options)}, seed {config.seed}: "
        f"{challenger} among {config.players - 1} x {defender}, {len(results)} games",
        told("win share", estimate_share(shares, blocks), 100, "%")
        + f" (fair: {100 / config.players:.1f}%)",
        told("score", estimate(own, blocks)) + "; " + told("others", estimate(rest, blocks)),
        f"decisions a game: {np.mean([result.decisions for result in results]):.0f}",
    ])


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game")
@click.argument("challenger")
@click.argument("defender")
@click.option("--players", type=int, help="Number of seats.")
@click.option("--blocks", default=50, help="Seat blocks; a block is one game a seat.")
@click.option("--seed", default=1, help="Seed of all that is random.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE",
              help="Option of the game.")
@click.option("--workers", default=1, help="Worker processes.")
def main(game: str, challenger: str, defender: str, players: int | None, blocks: int, seed: int,
         options: Sequence[str], workers: int) -> None:
    """Seat CHALLENGER among players who are all DEFENDER; print its win share and scores."""
    config = configure(game, [challenger, defender], players=players, seed=seed,
                       options=dict(text.split("=", 1) for text in options))
    games = blocks * config.players
    with ProcessPoolExecutor(workers) as pool:
        played = pool.map(play, [config] * games, range(games))
        results = list(tqdm(played, total=games, unit="game"))
    print(report(config, results))


if __name__ == "__main__":
    main()

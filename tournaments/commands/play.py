"""``heorot play``: a person against the computer, or computers among themselves."""

from __future__ import annotations

import os
import secrets
import sys
from datetime import date
from pathlib import Path

import click
from click.core import ParameterSource

from core.errors import BadOption, BadRecord
from core.record import Record
from players.console.screen import Screen
from players.console.session import Session, seats_for
from tournaments.commands.common import game_options, make_setup, split_players

DEFAULT_OPPONENT = "ismcts:time=1s"
RANDOM_SEEDS = 1_000_000
# What a saved game fixes, and may not be given again.
FIXED = {
    "game": "GAME", "seat": "--seat", "watch": "--watch", "opponents": "--opponents",
    "players": "--players", "option": "--option", "seed": "--seed",
}  # fmt: skip


@click.command()
@click.argument("game", required=False)
@click.option("--seat", type=int, default=1, metavar="N", show_default=True,
              help="Your seat, 1 is the first; 0 to watch computers play.")
@click.option("--watch", is_flag=True, help="Watch computers play, the same as --seat 0.")
@click.option("--opponents", "--partners", "opponents", multiple=True, metavar="PLAYERS",
              help="Who plays the other seats, in seat order: a list such as "
                   f"ismcts:time=1s,c=0.7,greedy (default: {DEFAULT_OPPONENT}); "
                   "the last one fills seats that are left. Where all win or lose together, "
                   "human: you play that seat, too.")
@game_options(seed=None)
@click.option("--save", metavar="FILE",
              help="Where to keep the game (default: GAME-DATE-SEED.json in $HEOROT_SAVES, or "
                   "else in the current directory).")
@click.option("--overwrite", is_flag=True, help="Let --save replace a game that is there.")
@click.option("--resume", metavar="FILE", help="Go on with a saved game.")
@click.option("--open-bag", is_flag=True,
              help="Quacks: show what is in the bags and how likely the next chip explodes the "
                   "pot; the rules forbid looking.")
@click.option("--ask-all", is_flag=True, help="Ask also where only one choice is open.")
@click.option("--pace", type=click.FloatRange(0, 60), metavar="SECONDS",
              help="When watching: seconds between events (default: 1 on a terminal, else 0).")
@click.pass_context
def command(
    ctx: click.Context,
    game: str | None,
    seat: int,
    watch: bool,
    opponents: tuple[str, ...],
    players: int | None,
    option: tuple[str, ...],
    components: str | None,
    seed: int | None,
    save: str | None,
    overwrite: bool,
    resume: str | None,
    open_bag: bool,
    ask_all: bool,
    pace: float | None,
) -> None:
    """Play GAME against the computer; `help` at any prompt tells what can be typed.

    The game is saved after each of your decisions. Leave with quit, Ctrl-C or the end of the
    input, and go on later with --resume FILE.
    """
    screen = Screen.standard()
    if pace is None:
        pace = 1.0 if screen.live else 0.0
    if resume is not None:
        given = [name for key, name in FIXED.items()
                 if ctx.get_parameter_source(key) is ParameterSource.COMMANDLINE
                 and ctx.params[key] is not None]
        if given:
            raise click.UsageError(f"--resume goes on with the saved game as it is: leave out "
                                   f"{', '.join(given)}")
        record = Record.load(resume)
        setup = record.setup(components)
        path = resume if save is None else checked_path(save, overwrite)
    else:
        if game is None:
            raise click.UsageError("which game? For example: heorot play beowulf "
                                   "(heorot games lists all)")
        seed = secrets.randbelow(RANDOM_SEEDS) if seed is None else seed
        human = None if watch else seat - 1 if seat else None
        named = list(split_players(opponents, "--opponents"))
        texts = named or [DEFAULT_OPPONENT]
        given_seats = len(texts) + (human is not None)
        if players is None:
            lowest = make_setup(game, None, (), seed, components).players
            players = max(given_seats, lowest)
        setup = make_setup(game, players, option, seed, components)
        if named and given_seats > players:
            raise BadOption(f"--players {players}: there are {given_seats} with you and "
                            "--opponents" if human is not None else
                            f"--players {players}: --opponents names {given_seats}")
        if human is not None and not 0 <= human < players:
            raise BadOption(f"--seat {seat}: with {players} players say 1 to {players}, "
                            "or 0 to watch")
        seats = seats_for(human, players, texts, setup.game.traits.cooperative)
        path = default_path(game, seed) if save is None else checked_path(save, overwrite)
        record = Record.start(setup, seats, seed, {"date": date.today().isoformat()})
    session = Session(setup, record, path, screen, ask_all=ask_all, pace=pace,
                      components=components, open_bag=open_bag)
    status = session.run()
    if status:
        sys.exit(status)


def default_path(game: str, seed: int) -> str:
    """Return a free file name for a new game; the folder of $HEOROT_SAVES is made if missing."""
    folder = Path(os.environ.get("HEOROT_SAVES") or ".")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadRecord(f"HEOROT_SAVES={folder}: {error.strerror}") from None
    stem = f"{game}-{date.today().isoformat()}-{seed}"
    path, number = folder / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.json"
    return str(path)


def checked_path(save: str, overwrite: bool) -> str:
    """Return `save` if no game is lost by writing there."""
    if not overwrite and os.path.exists(save) and (
        not os.path.isfile(save) or os.path.getsize(save)
    ):
        raise BadRecord(f"{save} is there already: heorot play --resume {save} goes on with it, "
                        "--overwrite replaces it")
    return save

"""What the commands share: the options that choose a game, the JSON and the table output."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, overload

import click
from rich.console import Console

from core.errors import BadOption
from core.game import Setup, get
from core.record import is_stream

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_SEED = 1
MAX_SEED = 2**63 - 1  # what SQLite holds as an integer

game_argument = click.argument("game", metavar="GAME")
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Write data, not tables; seats count from 0 there."
)


class Whole(click.ParamType):  # type: ignore[type-arg]
    """A whole number from `low` to `high`; unlike click.IntRange it says so when it is none."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the number, or fail with what is allowed."""
        text = str(value).strip()
        # Not int(text): it takes 1_000, and refuses very long texts in words of its own.
        number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,30}", text) else None
        if number is None or not self.low <= number <= self.high:
            self.fail(f"{value!r}: a whole number from {self.low} to {self.high} is expected",
                      param, ctx)  # fmt: skip
        return number


@overload
def game_options(command: Command) -> Command: ...
@overload
def game_options(*, seed: int | None) -> Callable[[Command], Command]: ...
def game_options(
    command: Command | None = None, *, seed: int | None = DEFAULT_SEED
) -> Command | Callable[[Command], Command]:
    """Add ``--players``, ``--option``, ``--components`` and ``--seed`` to a Click command.

    The command receives `players` (int or None), `option` (tuple of texts), `components` (str or
    None) and `seed` (int, or None if the default `seed` is None); see `make_setup`.

    Parameters
    ----------
    command : callable, optional
        The function to decorate.
    seed : int or None
        Default of ``--seed``: ``@game_options(seed=None)`` where each run is to differ.
    """

    def decorate(function: Command) -> Command:
        decorators = (
            click.option("--players", type=Whole(1, 100), metavar="N",
                         help="Number of seats; the game's smallest number by default."),
            click.option("--option", "-o", multiple=True, metavar="NAME=VALUE",
                         help="Option of the game, see `heorot games GAME`; may be repeated."),
            click.option("--components", metavar="FILE",
                         help="A corrected copy of the game's components file."),
            click.option("--seed", type=Whole(0, MAX_SEED), default=seed, metavar="S",
                         show_default=seed is not None,
                         help="Seed of all that is random: the same seed, the same games."),
        )  # fmt: skip
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate if command is None else decorate(command)


def workers_options(command: Command) -> Command:
    """Add ``--workers`` and ``--cluster``, see `tournaments.executor.open_executor`."""
    workers = click.option(
        "--workers", type=Whole(0, 1024), metavar="W",
        help="Worker processes; one a processor by default, 0 to play in this process.",
    )  # fmt: skip
    cluster = click.option(
        "--cluster", metavar="ADDRESS",
        help="Play on the Dask cluster of this scheduler, such as tcp://192.0.2.1:8786, instead "
             "of here; see docs/cluster.md.",
    )  # fmt: skip
    return workers(cluster(command))


def read_pairs(pairs: Sequence[str]) -> dict[str, str]:
    """Return ``name=value`` texts as a dict. Raises BadOption naming the one at fault."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = (piece.strip() for piece in pair.partition("="))
        if not (name and equals and value):
            raise BadOption(f"--option {pair!r}: NAME=VALUE is expected")
        if name in found:
            raise BadOption(f"--option: {name} is given twice")
        found[name] = value
    return found


def split_players(texts: Sequence[str], option: str = "--opponents") -> Iterator[str]:
    """Yield the player texts in comma lists; a player's own parameters hold commas, too.

    A piece with ``=`` and without ``:`` is a parameter of the player before it.

    >>> list(split_players(["ismcts:time=1s,c=0.7,greedy"]))
    ['ismcts:time=1s,c=0.7', 'greedy']
    """
    for text in texts:
        player = ""
        for piece in text.split(","):
            if player and "=" in piece and ":" not in piece:
                player = f"{player},{piece.strip()}"
                continue
            if player:
                yield player
            player = piece.strip()
            if not player:
                raise BadOption(f"{option} {text!r}: a player is missing between the commas")
        yield player


def make_setup(
    game: str,
    players: int | None = None,
    option: Sequence[str] | Mapping[str, Any] = (),
    seed: int = DEFAULT_SEED,
    components: str | None = None,
) -> Setup:
    """Return the setup that the options of `game_options` ask for.

    Parameters
    ----------
    game : str
        Name of the game.
    players : int, optional
        Number of seats.
    option : sequence of str, or mapping
        Texts such as ``start=0``, or the options themselves.
    seed : int
        Fixes the options that are random by default.
    components : str, optional
        Path of a corrected components file.

    Raises
    ------
    BadOption, BadComponents
        Says what was wrong and what is possible.
    """
    given = option if isinstance(option, Mapping) else read_pairs(option)
    return get(game).setup(players, seed, components, given)


def check_target(option: str, path: str, journal: str | None = None) -> None:
    """Refuse a file that could not be written at the end, or would replace the journal.

    Raises
    ------
    BadOption
        Says what is wrong with the file.
    """
    if not path:
        raise BadOption(f"{option} '': this is no name of a file")
    if journal is not None and os.path.realpath(path) == os.path.realpath(journal):
        raise BadOption(f"{option} {path}: this is the journal itself")
    if is_stream(path):
        return
    if os.path.isdir(path):
        raise BadOption(f"{option} {path}: this is a folder; give the name of a file")
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise BadOption(f"{option} {path}: there is no folder {os.path.dirname(path) or folder}; "
                        "make it first")
    if not os.access(folder, os.W_OK):
        raise BadOption(f"{option} {path}: the folder {folder} cannot be written to")


def echo_json(data: Any) -> None:
    """Write data as indented JSON."""
    click.echo(to_json(data))


def to_json(data: Any) -> str:
    """Return data as indented JSON; a NaN would be no JSON, so it is an error."""
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)


def make_console() -> Console:
    """Return the console for tables: plain when not a terminal or with ``NO_COLOR``."""
    return Console(highlight=False, markup=False, emoji=False)

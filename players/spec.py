"""Players from text: ``random``, ``greedy``, ``ismcts:time=1s,c=0.7``, ``human``."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Protocol

from core.errors import HeorotError
from core.rng import Stream

if TYPE_CHECKING:
    from core.game import Setup
    from players.base import Player


class MakePlayer(Protocol):
    """What the class of every kind of player is called with; `options` is the kind's own."""

    def __call__(
        self, spec: str, seat: int, setup: Setup, options: Any, stream: Stream
    ) -> Player:
        """Return a player of one seat of one game."""


class BadSpec(HeorotError, ValueError):
    """A text that makes no player; the message lists what would."""


@dataclass(frozen=True)
class Kind:
    """A kind of player: where its class and its options dataclass live.

    The options' fields are made by `option`; unknown, malformed and ineffective ones are refused.
    What stands first after the colon may be the value of the parameter `first` without its name.
    """

    module: str
    player: str
    options: str
    help: str
    first: str = ""

    def load(self) -> tuple[MakePlayer, type[Any]]:
        """Import and return the player class and its options class."""
        module = importlib.import_module(self.module)
        return getattr(module, self.player), getattr(module, self.options)


KINDS = {
    "random": Kind("players.simple", "RandomPlayer", "RandomOptions",
                   "plays a uniformly random legal action"),
    "greedy": Kind("players.search", "GreedyPlayer", "GreedyOptions",
                   "looks one turn ahead with the game's evaluator"),
    "brewer": Kind("players.search", "BrewerPlayer", "BrewerOptions",
                   "greedy that solves its own drawing in Quacks (only there)"),
    "ismcts": Kind("players.search", "IsmctsPlayer", "IsmctsOptions",
                   "information-set Monte Carlo tree search"),
    "expectimax": Kind("players.search", "ExpectimaxPlayer", "ExpectimaxOptions",
                       "depth-limited search, chance nodes exact, pruned or sampled"),
    "openspiel": Kind("bridges.openspiel_player", "OpenSpielPlayer", "OpenSpielOptions",
                       "a bot of OpenSpiel (needs the extra openspiel)", first="bot"),
    "human": Kind("players.console.human", "HumanPlayer", "HumanOptions",
                  "you, at the keyboard (heorot play)"),
}  # fmt: skip


def option(default: Any, read: Callable[[str], Any], help: str) -> Any:
    """Return a dataclass field for one parameter of a player.

    Parameters
    ----------
    default : object
        Its value if the text does not name it.
    read : callable
        Turns the text after ``=`` into a value; raises ValueError saying what is allowed.
    help : str
        One line for ``heorot players``.
    """
    return field(default=default, metadata={"read": read, "help": help})


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `low` to `high`; ``10k`` means 10000."""

    def read(text: str) -> int:
        match = re.fullmatch(r"(\d{1,15})(k|m)?", text.strip().lower())
        value = int(match[1]) * {None: 1, "k": 1000, "m": 1_000_000}[match[2]] if match else -1
        if not match or not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return value

    return read


def number(low: float, high: float) -> Callable[[str], float]:
    """Return a reader of numbers from `low` to `high`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise ValueError(f"a number from {low:g} to {high:g}")
        return value

    return read


def duration(text: str) -> float:
    """Read a duration such as ``500ms``, ``1s`` or ``2m`` and return seconds."""
    match = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)(ms|s|m)", text.strip().lower())
    value = float(match[1]) * {"ms": 0.001, "s": 1.0, "m": 60.0}[match[2]] if match else 0.0
    if not 0.001 <= value <= 3600:
        raise ValueError("a duration from 1ms to 60m, such as 500ms or 1s")
    return value


def choice(*words: str) -> Callable[[str], str]:
    """Return a reader of one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return text

    return read


@dataclass(frozen=True)
class Spec:
    """A parsed player text.

    Attributes
    ----------
    kind : str
        A key of KINDS.
    options : object
        The kind's options dataclass, checked.
    text : str
        The canonical text: the parameters that were named, in the order of the dataclass.
    """

    kind: str
    options: Any
    text: str


def parse_spec(text: str) -> Spec:
    """Read a player text such as ``ismcts:iterations=2000,c=0.7``.

    Raises
    ------
    BadSpec
        If the kind or a parameter is unknown, has no effect or a bad value; lists what is allowed.
    """
    name, colon, rest = text.strip().partition(":")
    if name not in KINDS:
        raise BadSpec(f"there is no player {name!r}; players: {', '.join(KINDS)}")
    options_class = KINDS[name].load()[1]
    known = {entry.name: entry for entry in fields(options_class)}
    given: dict[str, str] = {}
    values: dict[str, Any] = {}
    if colon and not rest.strip():
        raise BadSpec(f"{text!r}: parameters are expected after the colon")
    for place, part in enumerate(rest.split(",") if rest.strip() else ()):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if place == 0 and key and not equals and KINDS[name].first:
            key, equals, value = KINDS[name].first, "=", key
        if key not in known:
            listed = ", ".join(known) if known else "none"
            raise BadSpec(f"{name} has no parameter {key!r}; its parameters: {listed}")
        if not equals or not value:
            raise BadSpec(f"{name}: {key} needs a value: {key}=...")
        if key in given:
            raise BadSpec(f"{name}: {key} is given twice")
        try:
            values[key] = known[key].metadata["read"](value)
        except ValueError as error:
            raise BadSpec(f"{name}: {key}={value}: {error} is expected") from None
        given[key] = value
    try:
        options = options_class(**values)
    except ValueError as error:
        raise BadSpec(f"{name}: {error}") from None
    first = KINDS[name].first
    named = ",".join(given[key] if key == first else f"{key}={given[key]}"
                     for key in known if key in given)
    return Spec(name, options, f"{name}:{named}" if named else name)


def make_player(spec: Spec | str, setup: Setup, seat: int, *seed: int | str) -> Player:
    """Return a fresh player for one seat of one game.

    Parameters
    ----------
    spec : Spec or str
        See `parse_spec`.
    setup : core.game.Setup
        The game it will play.
    seat : int
        Its seat, from 0.
    *seed : int or str
        Parts of the seed of the player's own random stream; the seat is added.

    Raises
    ------
    BadSpec
        If the text makes no player, or the player cannot play this game.
    """
    parsed = parse_spec(spec) if isinstance(spec, str) else spec
    make, _ = KINDS[parsed.kind].load()
    return make(parsed.text, seat, setup, parsed.options, Stream(*seed, "player", seat))


def describe(kind: str) -> list[tuple[str, str, str]]:
    """Return (name, default, help) of every parameter of a kind of player."""
    rows = []
    for entry in fields(KINDS[kind].load()[1]):
        default = "" if entry.default is None or entry.default is MISSING else str(entry.default)
        rows.append((entry.name, default, entry.metadata["help"]))
    return rows

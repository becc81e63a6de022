"""Game descriptors and the registry: ``load("beowulf", players=3, seed=7)``."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.errors import BadOption
from core.rng import Stream

if TYPE_CHECKING:
    from core.spaces import ActionSpace, Item
    from core.state import State

# A game is one folder in core/ and one line here: its name and the module that holds GAME.
REGISTRY = {
    "beowulf": "core.beowulf",
    "quacks": "core.quacks",
    "vikings": "core.vikings",
    "defenders": "core.defenders",
}

# Small games with known values, for tests and experiments; listed on request only.
REFERENCE = {
    "kuhn": "core.reference.kuhn",
    "leduc": "core.reference.leduc",
    "pig": "core.reference.pig",
    "phantom": "core.reference.phantom",
    "tictactoe": "core.reference.tictactoe",
}

_registered: dict[str, Game] = {}  # by `register`


@dataclass(frozen=True)
class Traits:
    """What kind of game it is; searches check these and refuse what they cannot handle.

    Attributes
    ----------
    min_players, max_players : int
        Number of seats.
    chance : bool
        True if there are chance nodes. Their outcomes are enumerable with exact probabilities;
        the number of outcomes may differ from node to node.
    hidden : bool
        True if a seat may know something that another does not.
    simultaneous : bool
        True if seats decide at once; the engine asks them in seat order, each hidden from the rest.
    cooperative : bool
        True if all seats win or lose together.
    utility : str
        What the results of the seats have in common: "share" (they sum to 1), "team" (all are
        equal), "own" (nothing). An option may change it, see `Setup.utility`.
    """

    min_players: int
    max_players: int
    chance: bool
    hidden: bool
    simultaneous: bool = False
    cooperative: bool = False
    utility: str = "share"


@dataclass(frozen=True)
class Option:
    """One option of a game: its name, default, what it means and how its text is read.

    Attributes
    ----------
    read : callable
        ``read(text_or_value, players) -> value``; raises BadOption.
    resolve : callable or None
        ``resolve(value, players, stream) -> value``: fixes a random default before the game starts.
    """

    name: str
    default: Any
    help: str
    read: Callable[[Any, int], Any]
    resolve: Callable[[Any, int, Stream], Any] | None = None


def start_option(begins: str) -> Option:
    """Return the option ``start``: the seat that `begins` says what, drawn by lot by default."""

    def read(value: object, players: int) -> object:
        if value == "random":
            return value
        try:
            seat = int(str(value))
        except ValueError:
            seat = -1
        if not 0 <= seat < players:
            raise BadOption(f"start={value}: say random, or a seat from 0 to {players - 1}")
        return seat

    def resolve(value: object, players: int, stream: Stream) -> object:
        return stream.below(players) if value == "random" else value

    return Option("start", "random", f"seat that {begins}: random, or 0, 1, ...", read, resolve)


@dataclass(frozen=True)
class Game:
    """A game's descriptor: everything the rest of the house knows about it.

    Attributes
    ----------
    name, title : str
        Name in commands and records; full title.
    traits : Traits
        See there.
    options : tuple of Option
        In the order in which help lists them.
    components : callable
        ``components(path or None)``: what is in the box, read and checked.
    blank : callable
        ``blank(setup) -> State``: a state before the first action.
    parse, format : callable
        ``parse(state, text) -> action`` and ``format(state, action) -> text``.
    utility : callable or None
        ``utility(setup)``: what `Traits.utility` is with a setup's options; None if always that.
    searched : callable or None
        ``searched(setup)``: the setup by which searches look ahead, where that is another one. Its
        positions are made of the same bytes and allow the same actions at the root.
    actions : callable or None
        ``actions(setup) -> ActionSpace``: every action there is, for flat ids; see `core.spaces`.
    layout : callable or None
        ``layout(setup) -> Item``: how the view of a seat becomes a vector; see `core.spaces`.
    """

    name: str
    title: str
    traits: Traits
    options: tuple[Option, ...]
    components: Callable[[str | None], Any]
    blank: Callable[[Setup], State]
    parse: Callable[[State, str], int]
    format: Callable[[State, int], str]
    utility: Callable[[Setup], str] | None = None
    searched: Callable[[Setup], Setup] | None = None
    actions: Callable[[Setup], ActionSpace] | None = None
    layout: Callable[[Setup], Item] | None = None

    def setup(
        self,
        players: int | None = None,
        seed: int = 0,
        components: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Setup:
        """Check players and options, fix the random ones by `seed`, return the setup.

        Raises
        ------
        BadOption
            If the number of players or an option is not possible; says what is.
        BadComponents
            If the components file is wrong.
        """
        low, high = self.traits.min_players, self.traits.max_players
        players = low if players is None else players
        if not low <= players <= high:
            raise BadOption(f"{self.name} is for {low} to {high} players, not {players}")
        given = dict(options or {})
        known = [option.name for option in self.options]
        for name in given:
            if name not in known:
                raise BadOption(f"{self.name} has no option {name!r}; it has: {', '.join(known)}")
        values = {}
        for option in self.options:
            value = option.read(given.get(option.name, option.default), players)
            if option.resolve is not None:
                value = option.resolve(value, players, Stream(seed, "option", option.name))
            values[option.name] = value
        return Setup(self, players, tuple(values.items()), self.components(components))


@dataclass(frozen=True)
class Setup:
    """A game with its number of players, its options (all fixed) and what is in its box."""

    game: Game
    players: int
    options: tuple[tuple[str, Any], ...]
    components: Any = field(repr=False)

    def __getitem__(self, option: str) -> Any:
        for name, value in self.options:
            if name == option:
                return value
        raise KeyError(option)

    @property
    def utility(self) -> str:
        """What the results of the seats have in common: "share", "team" or "own"."""
        game = self.game
        return game.traits.utility if game.utility is None else game.utility(self)

    def blank(self) -> State:
        """Return the state before the first action."""
        return self.game.blank(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.game.name, self.players, self.options, self.components)


def _rebuild(name: str, players: int, options: tuple[tuple[str, Any], ...], box: Any) -> Setup:
    return Setup(get(name), players, options, box)


def names(reference: bool = False) -> list[str]:
    """Return the names of all games, if asked for with those of the reference games behind."""
    return [*REGISTRY, *REFERENCE] if reference else list(REGISTRY)


def register(game: Game) -> None:
    """Let `get` and `load` find a game that is none of the house, in this process.

    Raises
    ------
    BadOption
        If there is a game of that name already.
    """
    if game.name in REGISTRY or game.name in REFERENCE or game.name in _registered:
        raise BadOption(f"there is a game {game.name!r} already: give it another name")
    _registered[game.name] = game


def get(name: str) -> Game:
    """Return a game's descriptor. Raises BadOption, listing the games there are."""
    if name in _registered:
        return _registered[name]
    module = REGISTRY.get(name) or REFERENCE.get(name)
    if module is None:
        raise BadOption(f"there is no game {name!r}; games: {', '.join(REGISTRY)}; "
                        f"reference games: {', '.join(REFERENCE)}")
    game: Game = importlib.import_module(module).GAME
    return game


def load(
    name: str,
    *,
    players: int | None = None,
    seed: int = 0,
    components: str | None = None,
    **options: Any,
) -> State:
    """Return a new game's first position.

    Parameters
    ----------
    name : str
        Name of the game.
    players : int, optional
        Number of seats; the game's smallest number by default.
    seed : int
        Fixes the options that are random by default, such as the starting seat.
    components : str, optional
        Path of a corrected components file.
    **options
        The game's own options.

    Raises
    ------
    BadOption, BadComponents
        See `Game.setup`.

    Examples
    --------
    >>> state = load("beowulf", players=3, seed=7)
    >>> state.players, state.is_chance
    (3, True)
    """
    return get(name).setup(players, seed, components, options).blank()

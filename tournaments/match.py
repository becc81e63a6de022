"""What a tournament plays: its configuration, and one game of it from the seed to the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from core.errors import HeorotError
from core.game import Setup, get
from core.record import CHANCE, Record
from players.base import Decision, Player, Seen
from players.spec import make_player, parse_spec
from players.table import IllegalChoice, Table
from tournaments.cli import heorot_version
from tournaments.failure import Failed, GameFailed, explain
from tournaments.pool import Lost, Trace, current_trace
from tournaments.schedule import Pairing, Schedule, block_seed, make_schedule

if TYPE_CHECKING:
    from core.state import State


class BadTournament(HeorotError, ValueError):
    """A tournament that cannot be held; the message says why and what could be."""


@dataclass(frozen=True)
class Config:
    """All that decides a tournament's results, apart from the number of blocks.

    Make one with `configure`. Two runs with equal configurations play the same games, unless a
    player's budget is time.

    Attributes
    ----------
    game, players : str, int
        The game and its number of seats.
    options : dict
        The game's options as they were given, as text; others are at their default.
    components : str
        Digest of the components.
    contestants : tuple of str
        Canonical player texts, in the order given.
    format, challengers, seatings : str, int, int or None
        The schedule, see `tournaments.schedule.make_schedule`.
    seed : int
        The master seed.
    heorot : str
        Version that plays.
    components_file : str or None
        Where the components are read from; what they are is told by their digest.
    """

    game: str
    players: int
    options: Mapping[str, str]
    components: str
    contestants: tuple[str, ...]
    format: str
    seed: int
    heorot: str
    challengers: int = 1
    seatings: int | None = None
    components_file: str | None = field(default=None, compare=False)

    def facts(self) -> dict[str, Any]:
        """Return the fields that must agree before a tournament goes on, as plain data."""
        return {
            "heorot": self.heorot,
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "components": self.components,
            "format": self.format,
            "challengers": self.challengers,
            "seatings": self.seatings,
            "contestants": list(self.contestants),
            "seed": self.seed,
        }

    @property
    def labels(self) -> tuple[str, ...]:
        """A name for each contestant: its text, numbered where several have the same."""
        total, seen = Counter(self.contestants), Counter[str]()
        names = []
        for text in self.contestants:
            seen[text] += 1
            names.append(f"{text}#{seen[text]}" if total[text] > 1 else text)
        return tuple(names)

    @property
    def utility(self) -> str:
        """What the results of a game's seats have in common, see `core.game.Setup.utility`."""
        return self.setup(0).utility

    def schedule(self) -> Schedule:
        """Return who meets whom."""
        return make_schedule(self.format, len(self.contestants), self.players,
                             challengers=self.challengers, seatings=self.seatings)

    def setup(self, block: int) -> Setup:
        """Return the game of a block, whose random options are the block's own.

        Raises Failed if the components file is no longer what it was.
        """
        seed = block_seed(self.seed, block)
        setup = get(self.game).setup(self.players, seed, self.components_file, self.options)
        if setup.components.digest != self.components:
            raise Failed(f"{self.components_file or 'the components'} changed during the "
                         "tournament; put the file back and run the command again")
        return setup


@dataclass(frozen=True)
class GameResult:
    """One finished game.

    Attributes
    ----------
    pairing : Pairing
        Who sat where, in which block.
    seed : int
        Seed of the block.
    utilities, scores : tuple of float
        One a seat; the scores are None in a game that was forfeited.
    decisions, moves : int
        Decisions of all players; the same with chance outcomes.
    record : str
        The whole game.
    forfeit : int or None
        The seat that forfeited it.
    reason : str
        Why.
    """

    pairing: Pairing
    seed: int
    utilities: tuple[float, ...]
    scores: tuple[float | None, ...]
    decisions: int
    moves: int
    record: str
    forfeit: int | None = None
    reason: str = ""


def configure(
    game: str,
    contestants: Sequence[str],
    *,
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    components: str | None = None,
    format: str | None = None,
    challengers: int = 1,
    seatings: int | None = None,
) -> Config:
    """Check what a tournament is to be and return its configuration.

    Parameters
    ----------
    game : str
        Name of the game.
    contestants : sequence of str
        Player texts, two or more; the same text may come twice.
    players : int, optional
        Number of seats; the game's smallest number by default.
    seed : int
        The master seed.
    options : mapping, optional
        The game's options.
    components : str, optional
        Path of a corrected components file.
    format : str, optional
        See `tournaments.schedule.make_schedule`; "team" by default where all seats have one result,
        else "round-robin".
    challengers, seatings : int, int or None
        See there.

    Raises
    ------
    BadTournament
        If there are too few contestants, one of them is human, or the format is for other games.
    BadSchedule
        See `tournaments.schedule.make_schedule`.
    BadSpec, BadOption, BadComponents
        See `players.spec.parse_spec`, `core.game.Game.setup`.
    """
    setup = get(game).setup(players, block_seed(seed, 0), components, options)
    if format is None:
        format = "team" if setup.utility == "team" else "round-robin"
    if format in ("team", "mixed") and setup.utility == "share":
        raise BadTournament(f"the format {format} is for cooperative games; in {game} seats play "
                            "against each other: round-robin or gauntlet")
    if format != "gauntlet" and challengers != 1:
        raise BadTournament("only a gauntlet has challengers: --format gauntlet")
    if setup.players < 2 and format != "team":
        raise BadTournament(f"{game} with one player has no opponents: give --players 2 or more")
    specs = [parse_spec(text) for text in contestants]
    for seat, spec in enumerate(specs):
        if spec.kind == "human":
            raise BadTournament("human cannot take part in a tournament, where nobody sits at the "
                                f"keyboard; to play yourself: heorot play {game}")
        # A player that cannot play this game says so now, not in a worker.
        make_player(spec, setup, seat % setup.players, seed, "check")
    if len(specs) < 2:
        raise BadTournament("a tournament needs two contestants or more; to let a player meet "
                            "itself, name it twice")
    return Config(
        game=game,
        players=setup.players,
        options={name: str(value) for name, value in sorted((options or {}).items())},
        components=setup.components.digest,
        contestants=tuple(spec.text for spec in specs),
        format=make_schedule(format, len(specs), setup.players, challengers=challengers,
                             seatings=seatings).format,
        seed=seed,
        heorot=heorot_version(),
        challengers=challengers,
        seatings=seatings,
        components_file=components,
    )


class _Forfeit(Exception):
    """A player failed."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(seat, reason)
        self.seat = seat
        self.reason = reason


class _Watched(Player):
    """Tells the pool when its player is asked; turns what the player does wrong into _Forfeit."""

    def __init__(self, make: Callable[[], Player], seat: int, trace: Trace | None) -> None:
        self._trace = trace
        try:
            if trace is not None:
                trace.ask(seat)
            self._player = make()
        except (Exception, SystemExit) as error:
            raise _Forfeit(seat, f"failed: {explain(error)}") from error
        if trace is not None:
            trace.answered()
        super().__init__(self._player.spec, seat)

    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Ask the player."""
        trace = self._trace
        if trace is not None:
            trace.ask(self.seat)
        try:
            decision = self._player.choose(state, history)
        except (Exception, SystemExit) as error:
            raise _Forfeit(self.seat, f"failed: {explain(error)}") from error
        if trace is not None:
            trace.answered()
        if type(decision) is not Decision or type(decision.action) is not int:
            raise _Forfeit(self.seat, f"failed: it chose {_short(decision)}, which is no decision")
        return decision


class _Traced(Record):
    """A record that tells the pool of every action as well."""

    trace: Trace | None = None

    def add(self, state: State, action: int, text: str | None = None) -> None:
        """Append an action."""
        Record.add(self, state, action, text)
        if self.trace is not None:
            self.trace.add(action)


def play_game(config: Config, pairing: Pairing) -> GameResult:
    """Play one game of a tournament with fresh players.

    All randomness comes from the block's seed: chance and a seat's own stream are the same for
    all seatings of a block, whoever sits there. A player that raises or chooses an action that is
    not open forfeits the game.

    Raises
    ------
    GameFailed
        If the rules fail.
    """
    trace = current_trace()
    setup = config.setup(pairing.block)
    seed = block_seed(config.seed, pairing.block)
    texts = [config.contestants[contestant] for contestant in pairing.seating]
    state = setup.blank()
    record = _Traced.start(setup, texts, seed)
    record.trace = trace
    if trace is not None:
        trace.begin()
    try:
        players = [
            _Watched(partial(make_player, text, setup, seat, seed), seat, trace)
            for seat, text in enumerate(texts)
        ]
        table = Table(state, players, (seed,), record)
        utilities = table.run()
    except _Forfeit as error:
        return _forfeited(config, pairing, record, error.seat, error.reason)
    except IllegalChoice as error:
        reason = f"chose an illegal action: {explain(error)}"
        return _forfeited(config, pairing, record, state.mover, reason)
    except (Exception, SystemExit) as error:
        raise _failed(config, pairing, explain(error), record) from error
    return GameResult(
        pairing=pairing,
        seed=seed,
        utilities=tuple(map(float, utilities)),
        scores=tuple(map(float, state.scores())),
        decisions=sum(event.who >= 0 for event in table.events),
        moves=len(table.events),
        record=record.dumps(),
    )


def lost_game(config: Config, pairing: Pairing, lost: Lost) -> GameResult:
    """Return the game that was lost with its worker, forfeited by the player that was asked.

    Raises
    ------
    GameFailed
        If no player was asked, so that the rules are to blame.
    """
    setup = config.setup(pairing.block)
    texts = [config.contestants[contestant] for contestant in pairing.seating]
    record = Record.start(setup, texts, block_seed(config.seed, pairing.block))
    if lost.seat < 0:
        # Not played again here: what ended the worker would end this process.
        raise _failed(config, pairing, lost.how)
    state = setup.blank()
    for action in lost.actions:
        record.add(state, action)
        state.play(action)
    return _forfeited(config, pairing, record, lost.seat, lost.how)


def _failed(
    config: Config, pairing: Pairing, how: str, record: Record | None = None
) -> GameFailed:
    seats = [config.labels[contestant] for contestant in pairing.seating]
    done = ((), "") if record is None else (record.moves, record.dumps())
    return GameFailed(f"the rules of {config.game} failed: {how}", describe(config, pairing),
                      block_seed(config.seed, pairing.block), seats, *done)


def _forfeited(
    config: Config, pairing: Pairing, record: Record, seat: int, reason: str
) -> GameResult:
    """Return a game that ends now: its player loses on all its seats, the others win.

    Where all win or lose together, all lose; where they share a win, it is shared equally.
    """
    lost = [contestant == pairing.seating[seat] for contestant in pairing.seating]
    worth = {"share": 1 / max(1, lost.count(False)), "team": 0.0, "own": 1.0}[config.utility]
    return GameResult(
        pairing=pairing,
        seed=block_seed(config.seed, pairing.block),
        utilities=tuple(0.0 if mine else worth for mine in lost),
        scores=(None,) * len(lost),
        decisions=sum(who != CHANCE for who, _ in record.moves),
        moves=len(record.moves),
        record=record.dumps(),
        forfeit=seat,
        reason=reason,
    )


def describe(config: Config, pairing: Pairing) -> str:
    """Return which game of a tournament it is, in words."""
    return f"game {pairing.number + 1} of {config.game}, block {pairing.block + 1}"


def _short(value: object) -> str:
    try:
        text = repr(value)
    except Exception:
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."

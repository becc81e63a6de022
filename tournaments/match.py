"""What a tournament plays: its configuration, and one game of it from the seed to the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.errors import HeorotError, IllegalAction
from core.game import Setup, get
from core.record import Record
from players.spec import make_player, parse_spec
from players.table import Table
from tournaments.cli import heorot_version
from tournaments.failure import Failed, GameFailed, explain
from tournaments.schedule import Pairing, Schedule, block_seed, round_robin


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
    format : str
        Name of the schedule.
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
    def together(self) -> bool:
        """True if all seats of a game have one result."""
        return self.setup(0).utility == "team"

    def schedule(self) -> Schedule:
        """Return who meets whom."""
        return round_robin(len(self.contestants), self.players)

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
        One a seat.
    decisions, moves : int
        Decisions of all players; the same with chance outcomes.
    record : str
        The whole game.
    forfeit : int or None
        The seat that forfeited it.
    """

    pairing: Pairing
    seed: int
    utilities: tuple[float, ...]
    scores: tuple[float, ...]
    decisions: int
    moves: int
    record: str
    forfeit: int | None = None


def configure(
    game: str,
    contestants: Sequence[str],
    *,
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    components: str | None = None,
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

    Raises
    ------
    BadTournament
        If there are too few contestants or one of them is human.
    BadSpec, BadOption, BadComponents
        See `players.spec.parse_spec`, `core.game.Game.setup`.
    """
    setup = get(game).setup(players, block_seed(seed, 0), components, options)
    if setup.players < 2:
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
        format=round_robin(len(specs), setup.players).format,
        seed=seed,
        heorot=heorot_version(),
        components_file=components,
    )


def play_game(config: Config, pairing: Pairing) -> GameResult:
    """Play one game of a tournament with fresh players.

    All randomness comes from the block's seed: chance and a seat's own stream are the same for
    all seatings of a block, whoever sits there.

    Raises
    ------
    GameFailed
        If a player raises or chooses an illegal action, or the rules fail.
    """
    setup = config.setup(pairing.block)
    seed = block_seed(config.seed, pairing.block)
    texts = [config.contestants[contestant] for contestant in pairing.seating]
    labels = [config.labels[contestant] for contestant in pairing.seating]
    where = f"game {pairing.number + 1} of {config.game}, block {pairing.block + 1}"
    state = setup.blank()
    record = Record.start(setup, texts, seed)
    try:
        players = [make_player(text, setup, seat, seed) for seat, text in enumerate(texts)]
        table = Table(state, players, (seed,), record)
        utilities = table.run()
    except (Exception, SystemExit) as error:
        mover = state.mover
        who = f"the rules of {config.game}"
        if mover >= 0:
            who = f"{labels[mover]} in seat {mover + 1}"
        how = "chose an illegal action" if isinstance(error, IllegalAction) else "failed"
        reason = f"{who} {how}: {explain(error)}"
        raise GameFailed(reason, where, seed, labels, record.moves, record.dumps()) from error
    return GameResult(
        pairing=pairing,
        seed=seed,
        utilities=tuple(map(float, utilities)),
        scores=tuple(map(float, state.scores())),
        decisions=sum(event.who >= 0 for event in table.events),
        moves=len(table.events),
        record=record.dumps(),
    )

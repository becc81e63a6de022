"""Searches a player's parameters: trials against a fixed field, then a match on fresh seeds.

Every trial plays the same seed blocks, so that trials differ by their parameters and not by their
luck. A block seats the candidate once in each seat, with the field around the table after it; in a
cooperative game the candidate has all seats. What a trial is to try depends on the master seed and
on the trials before it alone, and its games are in the journal with the player's whole text. So a
search that was stopped goes on as if it had not been, and workers change nothing.
"""

from __future__ import annotations

import importlib
import json
import math
import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NoReturn

import numpy as np

from core.errors import BadOption, HeorotError
from core.rng import seed_of
from players.spec import BadSpec, parse_spec
from tournaments.executor import Executor
from tournaments.match import Config, GameResult, configure, lost_game, play_game
from tournaments.pool import Lost
from tournaments.runner import PATIENCE
from tournaments.schedule import Pairing, Seating, round_robin
from tournaments.statistics import Estimate, Games, block_means, estimate_share, summarise
from tournaments.store import Journal

DIGITS = 4  # significant ones of a tried number: more would only be noise in a player's text
MOST = 10  # parameters of one search
VERIFY = 1 << 40  # numbers of verification games begin here, far above those of trials
VERIFY_STEP = 1 << 24  # numbers for the verification of each trial
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"

Value = int | float | str


class BadParameter(HeorotError, ValueError):
    """A parameter that cannot be searched; the message says how to write one."""


@dataclass(frozen=True)
class Parameter:
    """One parameter and what is tried of it: make one with `read_parameter`.

    Attributes
    ----------
    name, text : str
        Its name, and its range or choices as they were given.
    choices : tuple of str
        The texts to choose from; empty for a range.
    low, high : int or float
        Both ends of a range; it is of whole numbers if both are int.
    log : bool
        Whether a range is searched by orders of magnitude.
    """

    name: str
    text: str
    choices: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 0.0
    log: bool = False

    @property
    def corners(self) -> tuple[str, ...]:
        """All choices, or both ends of the range, as they stand in a player's text."""
        return self.choices or (self.write(self.low), self.write(self.high))

    def write(self, value: Value) -> str:
        """Return a value as it stands in a player's text.

        Examples
        --------
        >>> read_parameter("c=0.1:2.0").write(0.70710678)
        '0.7071'
        """
        if isinstance(value, float):
            return repr(min(max(float(f"{value:.{DIGITS}g}"), self.low), self.high))
        return str(value)

    def read(self, text: str) -> Value:
        """Return the value that `write` wrote."""
        if self.choices:
            return text
        return int(text) if isinstance(self.low, int) else float(text)


def read_parameter(text: str) -> Parameter:
    """Read ``NAME=LOW:HIGH``, ``NAME=LOW:HIGH:log`` or ``NAME=A|B|C``.

    Two whole numbers make a range of whole numbers, so 1:8 has eight values and 1.0:8 is dense.

    Raises
    ------
    BadParameter
        Says what was wrong with it and how it is written.

    Examples
    --------
    >>> read_parameter("cutoff=1:8").high, read_parameter("keys=mo|so").choices
    (8, ('mo', 'so'))
    """
    name, equals, given = (part.strip() for part in text.partition("="))
    if not (name and equals and given):
        _refuse(text, "NAME=LOW:HIGH or NAME=A|B|C is expected")
    if "|" in given:
        choices = tuple(part.strip() for part in given.split("|"))
        if not all(choices) or len(set(choices)) < len(choices):
            _refuse(text, "every choice has a text, and another one")
        return Parameter(name, given, choices)
    match = re.fullmatch(rf"({NUMBER})\s*:\s*({NUMBER})\s*(:\s*log)?", given)
    if match is None:
        _refuse(text, "a range such as 0.1:2.0, 1:8 or 100:10000:log is expected, or choices such "
                      "as mo|so")
    whole = all(re.fullmatch(r"[+-]?\d+", end) for end in match.groups()[:2])
    low, high = ((int if whole else float)(end) for end in match.groups()[:2])
    log = match[3] is not None
    if not (low < high and math.isfinite(high - low)):
        _refuse(text, "the range begins with the smaller number")
    if log and low <= 0:
        _refuse(text, "a log range begins above 0")
    return Parameter(name, given, (), low, high, log)


@dataclass(frozen=True)
class Plan:
    """All that decides a search, apart from how many trials it has. Make one with `plan_tuning`.

    Attributes
    ----------
    config : Config
        The game; its contestants are the default player and then the field.
    parameters : tuple of Parameter
        What is searched.
    blocks : int
        Seed blocks of each trial.
    """

    config: Config
    parameters: tuple[Parameter, ...]
    blocks: int

    @property
    def cooperative(self) -> bool:
        """Whether all win or lose together, so that the candidate has all seats."""
        return self.config.utility == "team"

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings of a block of a trial; the candidate is contestant 0."""
        seats = self.config.players
        if self.cooperative:
            return ((0,) * seats,)
        return tuple(tuple((seat - first) % seats for seat in range(seats))
                     for first in range(seats))  # fmt: skip

    @property
    def match_seatings(self) -> tuple[Seating, ...]:
        """The seatings of a block of the verification: the best is 0, the default 1."""
        seats = self.config.players
        if self.cooperative:
            return (0,) * seats, (1,) * seats
        return round_robin(2, seats).seatings

    @property
    def games(self) -> int:
        """Games of a trial."""
        return self.blocks * len(self.seatings)

    def match(self, trial: int, blocks: int) -> list[Pairing]:
        """Return the games that verify a trial; their blocks come after those of trials."""
        first, seatings = VERIFY + trial * VERIFY_STEP, self.match_seatings
        return [
            Pairing(first + index, self.blocks + index // len(seatings), seating)
            for index, seating in enumerate(seatings * blocks)
        ]

    def player(self, values: Mapping[str, str]) -> str:
        """Return the default player's text with some parameters set."""
        return with_parameters(self.config.contestants[0], values)

    def values(self, text: str) -> dict[str, Value]:
        """Return what a candidate's text says of the parameters that are searched."""
        named = _named(text)
        return {entry.name: entry.read(named[entry.name]) for entry in self.parameters}


@dataclass(frozen=True)
class Trial:
    """One candidate and how it did.

    Attributes
    ----------
    number : int
        From 1; 0 is the default player.
    player : str
        Its whole text.
    share : Estimate
        Its win share against the field, with a 95% interval over the seed blocks.
    """

    number: int
    player: str
    share: Estimate


@dataclass(frozen=True)
class Verification:
    """The match of the best candidate against the default player, on seeds that no trial had.

    Attributes
    ----------
    best, default : str
        The players' texts.
    games, blocks : int
        How many.
    share : Estimate
        How often the best was ahead of the default, equals counting half; where all win or lose
        together, how much larger its win share was.
    equal : float
        What `share` would be of equal players: a half, or 0.
    """

    best: str
    default: str
    games: int
    blocks: int
    share: Estimate
    equal: float

    @property
    def verdict(self) -> str:
        """One of "better", "worse" and "open", by whether the interval leaves equality out."""
        if self.share.low is None or self.share.high is None:
            return "open"
        if self.share.low > self.equal:
            return "better"
        return "worse" if self.share.high < self.equal else "open"


Watch = Callable[[GameResult], None]


def plan_tuning(
    game: str,
    player: str,
    parameters: Sequence[str],
    *,
    field: Sequence[str] = (),
    blocks: int,
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    components: str | None = None,
) -> Plan:
    """Check what is to be searched and return the plan.

    Parameters
    ----------
    game, player : str
        The game, and the player with its default parameters.
    parameters : sequence of str
        See `read_parameter`.
    field : sequence of str
        Who sits in the other seats, in their order; the last one fills seats that are left. The
        default player if empty.
    blocks : int
        Seed blocks of a trial.
    players, seed, options, components
        See `tournaments.match.configure`.

    Raises
    ------
    BadParameter
        If a parameter cannot be searched, or the player cannot have it.
    BadOption
        If the field is too large, or there is one in a cooperative game.
    HeorotError
        See `tournaments.match.configure`.
    """
    load_optuna()
    entries = tuple(read_parameter(text) for text in parameters)
    names = [entry.name for entry in entries]
    if not entries:
        raise BadParameter("nothing to search: give --param NAME=LOW:HIGH, one or more")
    if len(entries) > MOST:
        raise BadParameter(f"--param: at most {MOST} are searched at a time")
    for name in names:
        if names.count(name) > 1:
            raise BadParameter(f"--param: {name} is given twice")
    config = configure(game, [player, *(field or [player])], players=players, seed=seed,
                       options=options, components=components)  # fmt: skip
    seats = config.players
    team = config.utility == "team"
    if team and field:
        raise BadOption(f"--field: in {game} all win or lose together, so the player has all seats")
    others = () if team else config.contestants[1:seats]
    if len(field) > seats - 1:
        raise BadOption(f"--field names {len(field)} players; with {seats} seats it has "
                        f"{seats - 1} at most")
    others += others[-1:] * (seats - 1 - len(others)) if others else ()
    # The journal compares this with its own, so it holds all that is not in a tournament.
    space = ", ".join(f"{entry.name}={entry.text}" for entry in entries)
    kind = f"tuning of {space} in {blocks} blocks a trial"
    config = replace(config, contestants=(config.contestants[0], *others), format=kind)
    plan = Plan(config, entries, blocks)
    for corner in product(*(entry.corners for entry in entries)):
        values = dict(zip(names, corner, strict=True))
        try:
            text = plan.player(values)
        except BadSpec as error:
            said = ", ".join(f"{name}={value}" for name, value in values.items())
            raise BadParameter(f"--param: {said} is not possible: {error}; every combination of "
                               "what is tried must be") from None  # fmt: skip
    # One that this game refuses says so now, not in a worker.
    configure(game, [text, text], players=seats, seed=seed, options=options, components=components)
    return plan


def search(
    plan: Plan,
    trials: int,
    journal: Journal,
    executor: Executor,
    watch: Watch | None = None,
    tell: Callable[[Trial], None] | None = None,
) -> list[Trial]:
    """Play the default player and then `trials` trials; what is in the journal is not played again.

    Parameters
    ----------
    plan : Plan
        What to search.
    trials : int
        How many candidates to try.
    journal : Journal
        Opened with the facts of ``plan.config``.
    executor : Executor
        What plays the games.
    watch : callable, optional
        Called with each game when it is in the journal.
    tell : callable, optional
        Called with each trial when it is finished.

    Returns
    -------
    list of Trial
        The default player first, then the trials in their order.

    Raises
    ------
    GameFailed
        If the rules fail; a player that fails forfeits its game.
    tournaments.store.BadJournal
        If the journal cannot be written.
    """
    shares = {game.pairing.number: _share(game) for game in journal.games(VERIFY)}
    found: list[Trial] = []
    for number in range(trials + 1):
        numbers = range(number * plan.games, (number + 1) * plan.games)
        stored = next((game for game in numbers if game in shares), None)
        if number == 0:
            player = plan.config.contestants[0]
        elif stored is not None:
            player = _candidate(journal.record(stored), plan.seatings[stored % len(plan.seatings)])
        else:
            player = propose(plan, found[1:])
        config = replace(plan.config, contestants=(player, *plan.config.contestants[1:]))
        missing = [_pairing(plan, game) for game in numbers if game not in shares]
        for result in _play_all(config, missing, journal, executor, watch):
            shares[result.pairing.number] = _share(result)
        blocks = np.array([game % plan.games // len(plan.seatings) for game in numbers])
        values = np.array([shares[game] for game in numbers])
        found.append(Trial(number, player, estimate_share(values, blocks, config.seed)))
        if tell is not None:
            tell(found[-1])
    return found


def best_of(trials: Sequence[Trial]) -> Trial:
    """Return the candidate with the highest win share, of equals the first; not the default."""
    return max(trials[1:], key=lambda trial: trial.share.mean)


def verify(
    plan: Plan,
    best: Trial,
    blocks: int,
    journal: Journal,
    executor: Executor,
    watch: Watch | None = None,
) -> Verification:
    """Let the best candidate meet the default player on seed blocks that no trial had.

    Parameters and errors are those of `search`.
    """
    default = plan.config.contestants[0]
    config = replace(plan.config, contestants=(best.player, default))
    pairings = plan.match(best.number, blocks)
    numbers = {pairing.number for pairing in pairings}
    done = journal.done()
    missing = [pairing for pairing in pairings if pairing.number not in done]
    for _ in _play_all(config, missing, journal, executor, watch):
        pass
    games = Games.of(game for game in journal.games() if game.pairing.number in numbers)
    if plan.cooperative:
        # Two games a block, one a team. A difference is in [-1, 1]; the interval is of its half
        # above 0, so that it knows the bounds.
        signed = np.where(games.seating[:, 0] == 0, 1.0, -1.0) * games.utilities[:, 0]
        means, _ = block_means(signed, games.blocks)
        half = estimate_share(0.5 + means, np.arange(len(means)), config.seed)
        low, high = (None if end is None else 2 * end - 1 for end in (half.low, half.high))
        share = Estimate(2 * half.mean - 1, low, high)
    else:
        share = summarise(games, 2, seed=config.seed).pairs[0].share
    equal = 0.0 if plan.cooperative else 0.5
    return Verification(best.player, default, len(pairings), blocks, share, equal)


def propose(plan: Plan, trials: Sequence[Trial]) -> str:
    """Return the next candidate by a tree-structured Parzen estimator (Bergstra et al. 2011).

    It depends on the master seed and the trials so far, whatever happened in between.
    """
    optuna = load_optuna()
    spaces = {entry.name: _distribution(optuna, entry) for entry in plan.parameters}
    seed = seed_of(plan.config.seed, "tune", len(trials)) % 2**32
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # words about what Optuna may change one day
        study = optuna.create_study(
            direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed)
        )
        study.add_trials([
            optuna.trial.create_trial(
                params=plan.values(trial.player), distributions=spaces, value=trial.share.mean
            )
            for trial in trials
        ])
        values = study.ask(spaces).params
    return plan.player({entry.name: entry.write(values[entry.name]) for entry in plan.parameters})


def load_optuna() -> Any:
    """Import Optuna and keep it silent. Raises BadOption if it is not installed."""
    try:
        optuna = importlib.import_module("optuna")
    except ImportError:
        raise BadOption("heorot tune needs Optuna: pip install 'heorot[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def with_parameters(text: str, values: Mapping[str, str]) -> str:
    """Return a player's canonical text with some parameters set.

    Raises
    ------
    BadSpec
        If the player cannot have them.

    Examples
    --------
    >>> with_parameters("ismcts:c=1,iterations=50", {"c": "0.5"})
    'ismcts:iterations=50,c=0.5'
    """
    kind = text.partition(":")[0]
    named = {**_named(text), **values}
    return parse_spec(f"{kind}:" + ",".join(f"{key}={value}" for key, value in named.items())).text


# ---------------------------------------------------------------------- games


def _pairing(plan: Plan, number: int) -> Pairing:
    """Return a game of a trial; all trials have the same blocks."""
    block, seat = divmod(number % plan.games, len(plan.seatings))
    return Pairing(number, block, plan.seatings[seat])


def _play_all(
    config: Config,
    pairings: Sequence[Pairing],
    journal: Journal,
    executor: Executor,
    watch: Watch | None,
) -> Iterable[GameResult]:
    """Yield the games when they are in the journal; no worker is started for none."""
    if not pairings:
        return

    def lost(pairing: Pairing, what: Lost) -> GameResult:
        return lost_game(config, pairing, what)

    work = executor.work(play_game, config, pairings, lost=lost, limit=PATIENCE)
    with closing(work) as results:
        for _, result in results:
            journal.add(result)
            if watch is not None:
                watch(result)
            yield result


def _share(game: Any) -> float:
    """Return the candidate's win share of a game, played or from the journal."""
    return float(game.utilities[game.pairing.seating.index(0)])


def _candidate(record: str, seating: Seating) -> str:
    """Return the text of contestant 0 from a game's record."""
    text: str = json.loads(record)["seats"][seating.index(0)]
    return text


def _named(text: str) -> dict[str, str]:
    """Return the parameters that a canonical player text names."""
    pairs = (part.partition("=") for part in text.partition(":")[2].split(",") if part)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _distribution(optuna: Any, entry: Parameter) -> Any:
    if entry.choices:
        return optuna.distributions.CategoricalDistribution(entry.choices)
    kind = "IntDistribution" if isinstance(entry.low, int) else "FloatDistribution"
    return getattr(optuna.distributions, kind)(entry.low, entry.high, log=entry.log)


def _refuse(text: str, message: str) -> NoReturn:
    raise BadParameter(f"--param {text!r}: {message}")

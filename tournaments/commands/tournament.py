"""``heorot tournament``: players meet over all seats, and who is stronger is told."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from core.errors import HeorotError
from core.record import Record, replace_file
from players.spec import duration
from tournaments.commands.common import (
    Whole,
    check_target,
    echo_json,
    game_argument,
    game_options,
    make_console,
    read_pairs,
    to_json,
    workers_options,
)
from tournaments.executor import open_executor
from tournaments.failure import GameFailed
from tournaments.match import BadTournament, Config, GameResult, configure, describe
from tournaments.plan import Plan, locate, read_plan
from tournaments.progress import Progress
from tournaments.report import forfeit_data, print_report, report_csv, report_data
from tournaments.runner import PATIENCE, run
from tournaments.schedule import FORMATS, block_seed
from tournaments.sequential import Rule, SprtRule, UntilRule, parse_sprt
from tournaments.statistics import Games, Summary, summarise
from tournaments.store import DamagedJournal, Forfeited, Journal, recover

MAX_BLOCKS = 10**9
BLOCKS = 50
FORFEITED = 3  # exit status if a player forfeited a game
TOLD = 3  # forfeited games that are told with all their moves
MENTIONED = 10  # forfeited games that are mentioned as they happen


class Command(click.Command):
    """Lets ``--sprt`` take several words, and ``--json`` a file or none."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put what belongs together into one argument."""
        ready: list[str] = []
        # No player's text begins like this: a name with a slip reaches the test, which refuses it.
        name = re.compile(r"\w+=")
        test = False
        for at, word in enumerate(args):
            if test and name.match(word):
                ready[-1] += ("" if ready[-1].endswith("=") else " ") + word
                continue
            test = word == "--sprt" or word.startswith("--sprt=")
            after = args[at + 1] if at + 1 < len(args) else ""
            if word == "--sprt" and name.match(after):
                word = "--sprt="
            elif word == "--json" and after != "-" and not after.endswith(".json"):
                word = "--json=-"
            ready.append(word)
        return super().parse_args(ctx, ready)


class Margin(click.ParamType):  # type: ignore[type-arg]
    """Half the width of an interval of a share."""

    name = "margin"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number, or fail with what is allowed."""
        try:
            number = float(value)
        except ValueError:
            number = 0.0
        if not 0.001 <= number <= 0.5:
            self.fail(f"{value!r}: a number from 0.001 to 0.5 is expected, such as 0.02",
                      param, ctx)  # fmt: skip
        return number


class Patience(click.ParamType):  # type: ignore[type-arg]
    """A duration."""

    name = "duration"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return seconds, or fail with what is allowed."""
        if isinstance(value, float):
            return value
        try:
            return duration(str(value))
        except ValueError as error:
            self.fail(f"{value!r}: {error} is expected", param, ctx)


@dataclass(frozen=True)
class Conduct:
    """How a tournament is held; who plays what is in its `Config`.

    Attributes
    ----------
    blocks : int
        Blocks to play, at most.
    sprt, until : str or None, float or None
        What ends it earlier.
    anchor : int
        The contestant whose rating is 0.
    journal : str or None
        Where games are kept.
    workers, cluster : int or None, str or None
        What plays, see `tournaments.executor.open_executor`.
    patience : float
        Seconds that a decision may take.
    csv, json : str or None
        Files to write; "-" is standard output.
    """

    blocks: int
    sprt: str | None
    until: float | None
    anchor: int
    journal: str | None
    workers: int | None
    cluster: str | None
    patience: float
    csv: str | None
    json: str | None

    def rule(self, config: Config) -> Rule | None:
        """Return the rule that may end the tournament. Raises BadTournament if it cannot."""
        if self.sprt is not None and self.until is not None:
            raise BadTournament("--sprt and --until both say when to stop: give one of them")
        if self.sprt is not None:
            if len(config.contestants) != 2:
                raise BadTournament("--sprt compares two contestants, there are "
                                    f"{len(config.contestants)}")
            if config.utility == "team" and config.format != "team":
                raise BadTournament("--sprt needs results that tell the two contestants apart: "
                                    "--format team in cooperative games")
            return SprtRule(parse_sprt(self.sprt), config.schedule().seatings,
                            config.utility == "share")
        if self.until is not None:
            return UntilRule(self.until, len(config.contestants), config.seed)
        return None

    def check_targets(self) -> None:
        """Refuse files that could not be written after the last game. Raises BadOption."""
        for option, path in (("--csv", self.csv), ("--json", self.json)):
            if path is not None and path != "-":
                check_target(option, path, self.journal)
        if self.csv is not None and self.csv != "-" and self.csv == self.json:
            raise BadTournament("--csv and --json name the same file: give each its own")


@dataclass(frozen=True)
class Held:
    """What came of a tournament."""

    summary: Summary
    rule: Rule | None
    forfeits: Sequence[Forfeited]


@click.command("tournament", cls=Command)
@game_argument
@click.argument("contestants", nargs=-1, metavar="PLAYER PLAYER...")
@click.option("--format", type=click.Choice(FORMATS),
              help="Who meets whom; round-robin by default, team in cooperative games.")
@click.option("--challengers", type=Whole(1, 1000), default=1, metavar="C", show_default=True,
              help="In a gauntlet: how many of the first players meet all the others.")
@click.option("--seatings", type=Whole(1, 100_000), metavar="N",
              help="Play N seatings a block, not all: each player in each seat equally often.")
@click.option("--blocks", type=Whole(1, MAX_BLOCKS), metavar="B",
              help="Seed blocks to play in all, a block being every seating once: 50 by default; "
                   "at most, with --sprt or --until.")
@click.option("--sprt", metavar="elo0=0 elo1=10 alpha=0.05 beta=0.05",
              help="Stop when it is decided whether the first player is elo1 or only elo0 better "
                   "than the second. model=normalized counts in standard deviations.")
@click.option("--until", type=Margin(), metavar="W",
              help="Stop when every win share is known within W, such as 0.02.")
@click.option("--anchor", metavar="PLAYER", help="Whose rating is 0; the first player's by "
                                                 "default.")
@click.option("--journal", metavar="FILE",
              help="Keep every finished game here; the same command again goes on from it.")
@click.option("--recover", "recovers", is_flag=True,
              help="If the journal is damaged, set it aside and go on with what is whole in it.")
@workers_options
@click.option("--patience", type=Patience(), default=PATIENCE, metavar="DURATION",
              help="A player that takes longer for one decision forfeits the game; 10m by default. "
                   "Not watched with --workers 0.")
@game_options
@click.option("--csv", "csv_file", metavar="FILE", help="Write the standings as CSV.")
@click.option("--json", "json_file", metavar="[FILE.json]",
              help="Write data to a file, or in place of the tables; seats count from 0 there.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: str,
    contestants: tuple[str, ...],
    recovers: bool,
    **options: Any,
) -> None:
    """Let players meet over all seats and report who is stronger.

    Every group of players sits down in every order with the same luck (a seed block), and then
    again with other luck, --blocks times. With fewer players than seats, all ways to fill the
    seats in which everyone takes part are played. In a gauntlet the first player meets all groups
    of the others; in cooperative games teams of one player each play the same luck.

    With --journal each game is kept as it ends. The same command again goes on where it stopped,
    and a larger --blocks plays on. Seats count from 1 in tables, from 0 in --json.

    GAME may be a file FILE.toml that names all this: see docs/tournaments.md. What the command
    line says goes before it.

    Exit status: 0; 1 if the rules failed; 2 for bad input; 3 if a player forfeited a game; 130 if
    it was stopped.

    \b
    heorot tournament beowulf random greedy ismcts:iterations=500 --blocks 50 --journal a.db
    heorot tournament beowulf greedy random --sprt elo0=0 elo1=10
    heorot tournament plan.toml --json result.json
    heorot resume a.db    goes on with what is in a journal
    heorot players        lists the players and their parameters
    """
    plan = None
    if game.endswith(".toml"):
        plan = read_plan(game)
        game, contestants, options = _merge(ctx, plan, contestants, options)
    try:
        config, conduct = _prepare(game, contestants, options)
        rule = conduct.rule(config)
        conduct.check_targets()
        opened = _open(config, conduct, recovers)
    except HeorotError as error:
        raise (error if plan is None else locate(plan, error)) from None
    again = command_line(config, conduct)
    with opened as store:
        store.note_command(shlex.split(again)[2:])
        try:
            held = hold(config, conduct, store, rule)
        except KeyboardInterrupt:
            kept = f"{len(store)} games are in {conduct.journal}; to go on:\n  {again}"
            lost = "nothing was kept; with --journal FILE it could go on"
            click.echo(f"\nheorot: stopped: {lost if conduct.journal is None else kept}", err=True)
            ctx.exit(130)
    _report(config, conduct, held)
    if held.forfeits:
        _tell_forfeits(config, held.forfeits)
        ctx.exit(FORFEITED)


def _merge(
    ctx: click.Context, plan: Plan, contestants: tuple[str, ...], options: dict[str, Any]
) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """Return game, contestants and options from a file, where the command line has none."""
    names = {"csv": "csv_file", "json": "json_file"}
    params = {param.name: param for param in ctx.command.params}
    options = dict(options)
    for key, value in plan.values.items():
        name = names.get(key, key)
        if key in ("game", "contestants"):
            continue
        if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            continue
        param = params[name]
        try:
            options[name] = value if key == "option" else param.type.convert(value, param, ctx)
        except click.BadParameter as error:
            raise plan.refuse(key, f"{key}: {error.message}") from None
    if "game" not in plan.values:
        raise plan.refuse("game", 'the game is missing: game = "beowulf"')
    return plan.values["game"], contestants or tuple(plan.values.get("contestants", ())), options


def _prepare(
    game: str, contestants: tuple[str, ...], options: dict[str, Any]
) -> tuple[Config, Conduct]:
    option = options["option"]
    config = configure(
        game,
        contestants,
        players=options["players"],
        seed=options["seed"],
        options=option if isinstance(option, dict) else read_pairs(option),
        components=options["components"],
        format=options["format"],
        challengers=options["challengers"],
        seatings=options["seatings"],
    )
    ruled = options["sprt"] is not None or options["until"] is not None
    sprt = options["sprt"]
    if options["csv_file"] == options["json_file"] == "-":
        raise BadTournament("--csv - and --json both write to standard output: give one a file")
    return config, Conduct(
        blocks=options["blocks"] or (MAX_BLOCKS if ruled else BLOCKS),
        sprt=None if sprt is None else parse_sprt(sprt).text,
        until=options["until"],
        anchor=find_anchor(config, options["anchor"]),
        journal=options["journal"],
        workers=options["workers"],
        cluster=options["cluster"],
        patience=options["patience"],
        csv=options["csv_file"],
        json=options["json_file"],
    )


def find_anchor(config: Config, name: str | None) -> int:
    """Return the number of the player named, 0 if none is. Raises BadTournament."""
    for names in (config.labels, config.contestants):
        if name in names:
            return names.index(name)
    if name is not None:
        raise BadTournament(f"--anchor: {name!r} takes no part; players: "
                            f"{', '.join(config.labels)}")
    return 0


def _open(config: Config, conduct: Conduct, recovers: bool) -> Journal:
    """Return the journal; if it may be, recovered from a damaged one."""
    try:
        return Journal(conduct.journal, config.facts())
    except DamagedJournal as error:
        if not recovers or conduct.journal is None:
            raise
        click.echo(f"heorot: {error}", err=True)
    schedule = config.schedule()

    def expected(number: int) -> tuple[Any, int]:
        pairing = schedule.pairing(number)
        return pairing, block_seed(config.seed, pairing.block)

    found = recover(conduct.journal, config.facts(), expected)
    click.echo(f"heorot: recovered {found.games} games; the damaged file is {found.aside} now. "
               "Games that are missing are played again, with the same seeds.", err=True)
    return Journal(conduct.journal, config.facts())


def hold(config: Config, conduct: Conduct, journal: Journal, rule: Rule | None) -> Held:
    """Play what is missing with a progress bar and return the figures."""
    schedule = config.schedule()
    most = len(schedule.games(conduct.blocks))
    before = sum(number < most for number in journal.done())
    left = most - before
    blocks = conduct.blocks
    if rule is not None or left:
        total = None if rule is not None and blocks == MAX_BLOCKS else most
        with open_executor(conduct.workers, conduct.cluster, left) as executor:
            with Progress(total, "game", before) as progress:
                watch = _watcher(config, journal, most, progress, rule)
                blocks = run(config, blocks, journal, executor, watch, rule=rule,
                             patience=conduct.patience)
            played = progress.done - before
            if played and progress.seconds > 2:
                many = executor.workers
                place = f"{many} worker{'s' * (many > 1)}" if many else "this process alone"
                click.echo(f"{played} games in {progress.seconds:.1f} s with {place}: "
                           f"{played / progress.seconds:.1f} games/s", err=True)
    count = len(schedule.games(blocks))
    summary = summarise(Games.of(journal.games(count)), len(config.contestants), seed=config.seed,
                        anchor=conduct.anchor, together=config.utility == "team")
    return Held(summary, rule, list(journal.forfeits(count)))


def _watcher(
    config: Config, journal: Journal, most: int, progress: Progress, rule: Rule | None
) -> Callable[[GameResult], None]:
    """Return what is called after each game: it keeps the leader and mentions forfeits."""
    labels = config.labels
    wins = [0.0] * len(labels)
    seats = [0] * len(labels)
    mentioned = 0

    def count(seating: Sequence[int], utilities: Sequence[float]) -> None:
        for contestant, utility in zip(seating, utilities, strict=True):
            wins[contestant] += utility
            seats[contestant] += 1

    for game in journal.games(most):
        count(game.pairing.seating, game.utilities)

    def watch(result: GameResult) -> None:
        nonlocal mentioned
        count(result.pairing.seating, result.utilities)
        if result.forfeit is not None and mentioned < MENTIONED:
            mentioned += 1
            progress.say(f"heorot: {describe(config, result.pairing)}: "
                         f"{_blame(config, result.pairing.seating, result.forfeit)} "
                         f"{result.reason}; it forfeits the game")
        share, leader = max((won / max(1, sat), -at) for at, (won, sat) in
                            enumerate(zip(wins, seats, strict=True)))  # fmt: skip
        note = f"leader {labels[-leader]} {share:.0%}"
        progress.step(note if rule is None else f"{note}, {rule.brief}")

    return watch


def _report(config: Config, conduct: Conduct, held: Held) -> None:
    """Write what is asked for."""
    forfeits = [forfeit_data(config, game) for game in held.forfeits]
    if conduct.csv is not None:
        _write(conduct.csv, report_csv(config, held.summary))
    if conduct.json is not None:
        data = report_data(config, held.summary, held.rule, forfeits)
        if conduct.json == "-":
            echo_json(data)
        else:
            _write(conduct.json, to_json(data) + "\n")
    if "-" not in (conduct.csv, conduct.json):
        more = None
        if conduct.journal is not None and held.rule is None:
            more = command_line(config, conduct, 2 * conduct.blocks)
        print_report(make_console(), config, held.summary, more, held.rule)


def _write(path: str, text: str) -> None:
    if path == "-":
        click.echo(text, nl=False)
    else:
        replace_file(path, text.encode())


def _blame(config: Config, seating: Sequence[int], seat: int) -> str:
    return f"{config.labels[seating[seat]]} in seat {seat + 1}"


def _tell_forfeits(config: Config, forfeits: Sequence[Forfeited]) -> None:
    """Name the forfeited games with seed and moves, the first ones in full."""
    for game in forfeits[:TOLD]:
        seating = game.pairing.seating
        reason = f"{_blame(config, seating, game.seat)} {game.reason}"
        moves = Record.loads(game.record).moves
        labels = [config.labels[contestant] for contestant in seating]
        failed = GameFailed(reason, describe(config, game.pairing), game.seed, labels, moves,
                            game.record)  # fmt: skip
        click.echo(f"heorot: {failed}", err=True)
    if len(forfeits) > TOLD:
        click.echo(f"heorot: {len(forfeits)} games were forfeited in all; --json lists them",
                   err=True)  # fmt: skip


def command_line(config: Config, conduct: Conduct, blocks: int | None = None) -> str:
    """Return the command that holds this tournament, whole and quoted for a shell.

    Parameters
    ----------
    blocks : int, optional
        Blocks to play, if not those of `conduct`.
    """
    words = ["heorot", "tournament", config.game, *config.contestants]
    words += ["--players", str(config.players)]
    blocks = conduct.blocks if blocks is None else blocks
    if blocks != MAX_BLOCKS:
        words += ["--blocks", str(blocks)]
    words += ["--seed", str(config.seed)]
    if config.format != ("team" if config.utility == "team" else "round-robin"):
        words += ["--format", config.format]
    if config.challengers != 1:
        words += ["--challengers", str(config.challengers)]
    if config.seatings is not None:
        words += ["--seatings", str(config.seatings)]
    if conduct.sprt is not None:
        words += ["--sprt", conduct.sprt]
    if conduct.until is not None:
        words += ["--until", str(conduct.until)]
    if conduct.anchor:
        words += ["--anchor", config.labels[conduct.anchor]]
    if conduct.patience != PATIENCE:
        words += ["--patience", f"{round(1000 * conduct.patience)}ms"]
    for name, value in config.options.items():
        words += ["--option", f"{name}={value}"]
    if config.components_file is not None:
        words += ["--components", config.components_file]
    if conduct.journal is not None:
        words += ["--journal", conduct.journal]
    if conduct.csv is not None:
        words += ["--csv", conduct.csv]
    if conduct.json is not None:
        words += ["--json"] if conduct.json == "-" else ["--json=" + conduct.json]
    return shlex.join(words)

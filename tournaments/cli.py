"""The command ``heorot``."""

from __future__ import annotations

import importlib
import io
import os
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click

from core.errors import HeorotError

COMMANDS = {
    "play": "Play against the computer, or watch it play.",
    "tournament": "Let players meet over all seats and report who is stronger.",
    "resume": "Go on with a tournament from its journal.",
    "report": "Show what a tournament's journal says, as tables or as a page.",
    "tune": "Search a player's parameters and verify the best.",
    "bench": "Measure how fast the rules and the searches run.",
    "check": "Play random games and check the rules' invariants at every step.",
    "replay": "Step through a saved game.",
    "games": "List the games and their options.",
    "players": "List the players and their parameters.",
}


class LazyGroup(click.Group):
    """Imports a command's module only when it is called, so that ``--help`` is instant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"tournaments.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def heorot_version() -> str:
    """Return the installed version."""
    try:
        return version("heorot")
    except PackageNotFoundError:
        return "unknown"


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(heorot_version(), prog_name="heorot")
def group() -> None:
    """Computer opponents for modern board games: play, hold tournaments, measure.

    Begin with:  heorot play beowulf
    """


def main(args: list[str] | None = None, command: click.Command = group,
         name: str = "heorot") -> Any:
    """Run a command line; a user's error is a message and exit status 2, never a traceback.

    An error may carry a `status` of its own, such as 1 for a game that failed.
    """
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        # A name or a sign that the terminal cannot show is no reason to stop.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return command.main(args=args, prog_name=name, standalone_mode=False)
    except HeorotError as error:
        click.echo(f"heorot: {error}", err=True)
        sys.exit(getattr(error, "status", 2))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo("heorot: stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        # Mostly a full disk under stdout, which would complain once more when it is closed.
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"heorot: {where}{error.strerror or error}", err=True)
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)

"""``heorot games``: the games there are, and their options."""

from __future__ import annotations

from typing import Any

import click
from rich.text import Text

from core.game import Game, get, names
from tournaments.commands.common import echo_json, json_option, make_console

TRAITS = ("chance", "hidden", "simultaneous", "cooperative")


@click.command("games")
@click.argument("game", required=False, metavar="[GAME]")
@click.option("--all", "reference", is_flag=True,
              help="List the reference games too: small ones with known values.")
@json_option
def command(game: str | None, reference: bool, as_json: bool) -> None:
    """List the games, or one GAME, with their traits and options."""
    chosen = [get(name) for name in (names(reference) if game is None else [game])]
    if as_json:
        echo_json([_facts(entry) for entry in chosen])
        return
    console = make_console()
    for entry in chosen:
        traits = entry.traits
        console.print(Text.assemble((entry.name, "bold"), f"  {entry.title}"))
        kind = [word for word in TRAITS if getattr(traits, word)]
        console.print(f"  {traits.min_players} to {traits.max_players} players; "
                      f"traits: {', '.join(kind) or 'none'}")
        for option in entry.options:
            default = option.default
            shown = ("yes" if default else "no") if isinstance(default, bool) else default
            console.print(f"  --option {option.name}=...   {option.help}; default {shown}")
        console.print(f"  try: heorot play {entry.name}")


def _facts(game: Game) -> dict[str, Any]:
    traits = game.traits
    return {
        "name": game.name,
        "title": game.title,
        "min_players": traits.min_players,
        "max_players": traits.max_players,
        "traits": {word: getattr(traits, word) for word in TRAITS},
        "options": [
            {"name": option.name, "default": _plain(option.default), "help": option.help}
            for option in game.options
        ],
    }


def _plain(value: Any) -> Any:
    """Return a default as JSON holds it."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value if value is None or isinstance(value, bool | int | float) else str(value)

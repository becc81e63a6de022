"""Defenders of the Realm, 1 to 4 heroes, cooperative; rules D1 to D104 of its rules.md."""

from collections.abc import Callable
from dataclasses import replace

from core.defenders.components import HEROES, read_components
from core.defenders.notation import format_action, parse_action
from core.defenders.spaces import actions, layout
from core.defenders.state import Defenders
from core.errors import BadOption
from core.game import Game, Option, Setup, Traits, start_option

Read = Callable[[object, int], object]


def _read_heroes(value: object, players: int) -> object:
    text = str(value).strip().lower()
    if text in ("choose", "random"):
        return text
    names = [name.strip() for name in text.replace("+", ",").split(",")]
    if len(set(names)) != players or len(names) != players or not set(names) <= set(HEROES):
        raise BadOption(
            f"heroes={value}: say choose, random, or "
            f"{f'{players} different ones' if players > 1 else 'one'} of {', '.join(HEROES)}"
            f"{', joined by + or a comma' if players > 1 else ''}")
    return ",".join(names)


def _one_of(name: str, *words: str) -> Read:
    def read(value: object, players: int) -> object:
        text = str(value).strip().lower()
        if text not in words:
            raise BadOption(f"{name}={value}: say {' or '.join(words)}")
        return text

    return read


def _flag(name: str) -> Read:
    def read(value: object, players: int) -> object:
        text = str(value).strip().lower()
        if text in ("yes", "true", "on", "1"):
            return True
        if text in ("no", "false", "off", "0"):
            return False
        raise BadOption(f"{name}={value}: say yes or no")

    return read


def _number(name: str, high: int) -> Read:
    def read(value: object, players: int) -> object:
        number = int(str(value)) if str(value).isdecimal() else -1
        if not 0 <= number <= high:
            raise BadOption(f"{name}={value}: a number from 0 to {high} expected")
        return number

    return read


def _switch(name: str, help: str) -> Option:
    return Option(name, False, f"{help}, yes or no", _flag(name))


def utility_of(setup: Setup) -> str:
    """Return what `Traits.utility` is with these options: own results for the champion."""
    return "own" if setup["objective"] == "champion" else "team"


def searched(setup: Setup) -> Setup:
    """Return the setup with lean windows: the full ones would be a fifth of a search's tree."""
    options = tuple((name, "lean" if name == "windows" else value) for name, value in setup.options)
    return replace(setup, options=options)


GAME = Game(
    name="defenders",
    title="Defenders of the Realm",
    traits=Traits(min_players=1, max_players=4, chance=True, hidden=False, cooperative=True,
                  utility="team"),
    options=(
        Option("heroes", "choose", "choose (by their players), random, or names joined by + (D11)",
               _read_heroes),
        replace(start_option("begins (D19)"), default=0, resolve=None),  # chance draws it
        Option("objective", "team", "team: to win; champion: own points break ties (D96, A47)",
               _one_of("objective", "team", "champion")),
        Option("windows", "full", "full, or lean: W1 asks others once a Day (section 14)",
               _one_of("windows", "full", "lean")),
        Option("turn_limit", 500, "turns of all players until the game is lost; 0: none (A58)",
               _number("turn_limit", 60000)),
        _switch("easier_setup", "easier: 2 and 2 set-up cards (section 16)"),
        _switch("easier_penalty", "easier: a lost battle costs no wounds and cards"),
        _switch("easier_hand", "easier: 3 starting hero cards"),
        _switch("easier_life", "easier: greatest life +1"),
        _switch("harder_setup", "harder: overruns and taint during set-up (A55)"),
        _switch("harder_life", "harder: greatest life -1"),
        Option("harder_specials", 0, "harder: special cards removed at random, 0 to 6",
               _number("harder_specials", 6)),
        Option("harder_quiet", 0, "harder: cards All is Quiet removed, 0 to 3",
               _number("harder_quiet", 3)),
        _switch("harder_minions", "harder: 20 minions of each faction"),
        _switch("shared_penalty_roll", "each penalty die is rolled once for all (A18)"),
        _switch("overrun_per_minion", "each minion over the limit overruns (A24)"),
    ),
    components=read_components,
    blank=Defenders,
    parse=parse_action,
    format=format_action,
    actions=actions,
    layout=layout,
    utility=utility_of,
    searched=searched,
)

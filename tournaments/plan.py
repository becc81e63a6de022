"""A tournament from a TOML file, checked before the first game; errors name the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.errors import HeorotError
from core.game import get
from players.spec import make_player, parse_spec

TEXTS = ("game", "components", "format", "sprt", "anchor", "journal", "cluster", "csv", "json",
         "patience")  # fmt: skip
NUMBERS = ("players", "blocks", "seed", "challengers", "seatings", "workers")
KEYS = ("game", "contestants", "players", "option", "components", "format", "challengers",
        "seatings", "blocks", "seed", "sprt", "until", "anchor", "journal", "workers", "cluster",
        "patience", "csv", "json")  # fmt: skip


class BadPlan(HeorotError, ValueError):
    """A file that makes no tournament; the message names the line and what is allowed."""


@dataclass(frozen=True)
class Plan:
    """What a file says.

    Attributes
    ----------
    path : str
        The file.
    values : dict
        By option; those of ``contestants`` and ``option`` are a list of texts and a dict of texts.
    lines : dict
        The line of each option, of ``option.NAME``, ``sprt.NAME`` and ``contestants.NUMBER``,
        from 1.
    """

    path: str
    values: dict[str, Any]
    lines: dict[str, int] = field(default_factory=dict)

    def refuse(self, key: str, message: str) -> BadPlan:
        """Return the error that something is wrong with the value of a key."""
        line = self.lines.get(key, self.lines.get(key.partition(".")[0]))
        where = self.path if line is None else f"{self.path}, line {line}"
        return BadPlan(f"{where}: {message}")


def read_plan(path: str) -> Plan:
    """Read a file and check its keys and the types of its values.

    Raises
    ------
    BadPlan
        If it cannot be read, is no TOML, or has a key or a type of value that is not allowed.
    """
    try:
        with open(path, "rb") as file:
            text = file.read().decode()
    except OSError as error:
        raise BadPlan(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadPlan(f"{path}: not UTF-8 text") from None
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPlan(f"{path}: no TOML: {error}") from None
    plan = Plan(path, found, _find_lines(text, found))
    for key, value in found.items():
        if key not in KEYS:
            raise plan.refuse(key, f"{key!r} is not expected; keys: {', '.join(KEYS)}")
        found[key] = _checked(plan, key, value)
    return plan


def _checked(plan: Plan, key: str, value: Any) -> Any:
    """Return a value as the command line would have it."""
    if key == "contestants":
        if not (isinstance(value, list) and all(isinstance(text, str) for text in value)):
            raise plan.refuse(key, 'contestants: a list of texts is expected, such as '
                                   '["random", "greedy"]')
        return value
    if key == "option" or (key == "sprt" and isinstance(value, Mapping)):
        plain = isinstance(value, Mapping) and all(
            isinstance(entry, (str, int, float)) and not isinstance(entry, bool)
            for entry in value.values()
        )
        if not plain:
            raise plan.refuse(key, f"{key}: a table of texts and numbers is expected, such as "
                                   "[option] and below it: start = 1")
        texts = {name: str(entry) for name, entry in value.items()}
        if key == "option":
            return texts
        return " ".join(f"{name}={entry}" for name, entry in texts.items())
    if key in TEXTS and not isinstance(value, str):
        raise plan.refuse(key, f"{key}: a text in quotes is expected")
    whole = isinstance(value, int) and not isinstance(value, bool)
    if key in NUMBERS and not whole:
        raise plan.refuse(key, f"{key}: a whole number is expected")
    if key == "until" and not (whole or isinstance(value, float)):
        raise plan.refuse(key, f"{key}: a number is expected")
    return value


def _find_lines(text: str, found: Mapping[str, Any]) -> dict[str, int]:
    """Return the lines of keys; where TOML is written in an odd way some may be missing."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([\w-]+)\s*\]", line)
        entry = re.match(r"""\s*["']?([\w-]+)["']?\s*(?:\.\s*([\w-]+)\s*)?=""", line)
        if header:
            table = header[1]
            lines.setdefault(table, number)
        elif entry:
            name = ".".join(part for part in (table, entry[1], entry[2]) if part)
            lines.setdefault(name, number)
            lines.setdefault(name.partition(".")[0], number)
    contestants = found.get("contestants")
    if "contestants" in lines and isinstance(contestants, list):
        rest = text.splitlines()[lines["contestants"] - 1 :]
        at = 0
        for index, name in enumerate(contestants):
            here = (i for i in range(at, len(rest)) if f'"{name}"' in rest[i]
                    or f"'{name}'" in rest[i])  # fmt: skip
            at = next(here, at)
            lines[f"contestants.{index}"] = lines["contestants"] + at
    return lines


def _entry(plan: Plan, table: str, message: str) -> str:
    """Return the entry of a table that a message names first, or else the table."""
    at = {name: message.find(f"{name.partition('.')[2]}=") for name in plan.lines
          if name.startswith(f"{table}.")}  # fmt: skip
    named = [name for name in at if at[name] >= 0]
    return min(named, key=at.__getitem__, default=table)


def locate(plan: Plan, error: HeorotError) -> BadPlan:
    """Return the error with the line that it is about, as far as that can be told."""
    values = plan.values
    try:
        key = "game"
        game = get(values.get("game", ""))
        for index, text in enumerate(values.get("contestants", ())):
            key = f"contestants.{index}"
            parse_spec(text)
        key = "players"
        seats = values.get("players")
        game.setup(seats, 0)
        for name, value in values.get("option", {}).items():
            key = f"option.{name}"
            game.setup(seats, 0, None, {name: value})
        key = "components"
        setup = game.setup(seats, 0, values.get("components"), values.get("option", {}))
        for index, text in enumerate(values.get("contestants", ())):
            key = f"contestants.{index}"
            make_player(text, setup, 0, 0)
    except (HeorotError, OSError):
        return plan.refuse(key, str(error))
    message = str(error)
    about = {"human": "contestants", "two contestants": "contestants"}
    for words, key in (*about.items(), *((key, key) for key in
                       ("seatings", "challengers", "format", "anchor", "sprt", "until",
                        "csv", "json", "journal"))):
        if words in message and key in values:
            return plan.refuse(_entry(plan, key, message), message)
    return plan.refuse("game", message)

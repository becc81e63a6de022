"""What the games' own components.py share: reading a components.toml and the entries of it."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from core.errors import BadComponents

T = TypeVar("T")


def read_box(check: Callable[[dict[str, Any]], T], path: str | Path) -> T:
    """Return ``check(data)`` of a TOML file; a file that has not changed is checked once.

    Parameters
    ----------
    check : callable
        Turns the parsed file into a game's components; raises BadComponents.
    path : str or Path
        The file.

    Raises
    ------
    BadComponents
        If the file cannot be read, is no TOML or does not pass the check; names the file.
    """
    try:
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise BadComponents(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    found: T = _checked(check, str(path), raw)
    return found


@lru_cache(maxsize=16)
def _checked(check: Callable[[dict[str, Any]], Any], path: str, raw: bytes) -> Any:
    try:
        data = tomllib.loads(raw.decode())
    except ValueError as error:  # of TOML or of UTF-8
        raise BadComponents(f"{path}: not a TOML file: {error}") from None
    try:
        return check(data)
    except BadComponents as error:
        raise BadComponents(f"{path}: {error}") from None


@dataclass(frozen=True)
class FixedBox:
    """What a game without a components file has in its box: the fields of a subclass, if any."""

    @property
    def digest(self) -> str:
        """Name of the exact figures in a record."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def fixed(box: FixedBox) -> Callable[[str | None], FixedBox]:
    """Return the `components` of a game whose box no file can correct."""

    def read(path: str | None) -> FixedBox:
        if path is not None:
            raise BadComponents(f"{path}: this game has no components file")
        return box

    return read


# All that follow raise BadComponents, naming the entry at fault.


def table(data: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the table ``[name]``."""
    value = data.get(name)
    if not isinstance(value, dict):
        raise BadComponents(f"[{name}] is missing")
    return value


def entries(data: dict[str, Any], name: str, where: str = "") -> list[dict[str, Any]]:
    """Return the list of tables ``[[name]]``, which a message calls `where`."""
    value = data.get(name)
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise BadComponents(f"{where or f'[[{name}]]'} is missing: a list of tables expected")
    return value


def named(data: dict[str, Any], name: str, ids: Sequence[str]) -> list[dict[str, Any]]:
    """Return the list of tables ``[[name]]``, whose ids must be `ids`."""
    rows = entries(data, name)
    found = [row.get("id") for row in rows]
    if found != list(ids):
        raise BadComponents(f"{name}: ids must be {', '.join(ids)}, in this order, not {found}")
    return rows


def get(entry: dict[str, Any], key: str, kind: type, where: str) -> Any:
    """Return a value of an entry, which must be of a kind; true and false are no numbers."""
    value = entry.get(key)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadComponents(f"{where}: {key} must be a {kind.__name__}, not {value!r}")
    return value

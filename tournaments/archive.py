"""A journal that is only read, whatever tournament it holds; another process may be writing it."""

from __future__ import annotations

import json
import os
import sqlite3
from dataclasses import fields
from typing import Any
from urllib.parse import quote

from core.game import get
from tournaments.match import Config
from tournaments.store import BadJournal, Journal


class Archive(Journal):
    """The finished games of a journal, as they are now. Use it in a ``with`` block, or close it.

    Parameters
    ----------
    path : str
        The file; nothing is written to it or beside it that stays.

    Attributes
    ----------
    config : tournaments.match.Config
        What was played.

    Raises
    ------
    BadJournal
        If there is no such file, it cannot be read, or is no journal or a damaged one.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._lock = None
        if not os.path.isfile(path):
            raise BadJournal(f"journal {path}: there is no such file; a tournament writes one with "
                             "--journal FILE")
        self._db = self._connect(path)
        try:
            # One look for all that is read: a running tournament goes on meanwhile.
            self._db.execute("BEGIN")
            self._check({})
            self.config = self._config()
        except sqlite3.DatabaseError as error:
            self.close()
            raise BadJournal(f"journal {path}: no journal of Heorot, or a damaged one: "
                             f"{error}") from None
        except BaseException:
            self.close()
            raise

    @property
    def utility(self) -> str:
        """What the results of a game's seats have in common, see `core.game.Setup.utility`.

        With the project's own components; a corrected file, which is not at hand, changes no rule.
        """
        config = self.config
        return get(config.game).setup(config.players, 0, None, config.options).utility

    @staticmethod
    def _connect(path: str) -> sqlite3.Connection:
        name = quote(os.path.realpath(path))
        for how in ("mode=ro", "immutable=1"):
            # In a folder that cannot be written a reader of the log has no place for its index.
            db = sqlite3.connect(f"file:{name}?{how}", uri=True, isolation_level=None)
            try:
                db.execute("SELECT count(*) FROM sqlite_master")
            except sqlite3.OperationalError:
                db.close()
                continue
            except sqlite3.DatabaseError:
                break
            return db
        raise BadJournal(f"journal {path}: no journal of Heorot, or it cannot be read")

    def _config(self) -> Config:
        (text,) = self._db.execute("SELECT value FROM meta WHERE key = 'config'").fetchone()
        facts: dict[str, Any] = json.loads(text)
        known = {entry.name for entry in fields(Config)}
        given: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in facts.items()
            if key in known
        }
        try:
            return Config(**given)
        except TypeError:
            raise BadJournal(f"journal {self.path}: it holds no tournament") from None

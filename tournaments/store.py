"""The journal: an SQLite file with one row a finished game, safe against being killed.

======  ====================================================================
meta    ``key``, ``value``: ``schema``, ``config`` as JSON, and ``command``,
        the arguments of the command that wrote last, as a JSON list
games   ``number`` (its place in the schedule), ``block``, ``seating``,
        ``seed``, ``utilities``, ``scores`` (JSON lists, one entry a seat),
        ``decisions``, ``moves``, ``forfeit`` (the seat that forfeited it, or
        NULL; scores are null then), ``reason`` (why), ``record`` (all moves),
        ``digest`` (a hash of the rest of the row)
======  ====================================================================

Every game is committed as it ends; SQLite's write-ahead log makes that atomic. A file beside the
journal is locked while a process writes, and the system drops the lock when the process dies;
others may read meanwhile.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any, NoReturn, Self

from core.errors import HeorotError
from tournaments.match import GameResult
from tournaments.salvage import salvage
from tournaments.schedule import Pairing

SCHEMA = 2
APPLICATION = 0x48656F72  # "Heor" in the file's header: this is one of our journals
TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
  number INTEGER PRIMARY KEY, block INTEGER NOT NULL, seating TEXT NOT NULL,
  seed INTEGER NOT NULL, utilities TEXT NOT NULL, scores TEXT NOT NULL,
  decisions INTEGER NOT NULL, moves INTEGER NOT NULL, forfeit INTEGER, reason TEXT NOT NULL,
  record TEXT NOT NULL, digest TEXT NOT NULL
);
"""
FACTS = "number, block, seating, seed, utilities, scores, decisions, moves, forfeit"
COLUMNS = f"{FACTS}, reason, record, digest"
MOST = 2**62  # more games than there can be
ANEW = "the file was left as it is; to begin anew, give another --journal FILE"
SAVE = ("the file was left as it is; --recover sets it aside and goes on with what is whole in "
        "it, another --journal FILE begins anew")  # fmt: skip


class BadJournal(HeorotError, ValueError):
    """A journal that cannot be used; the message says why and what to do."""


class DamagedJournal(BadJournal):
    """A journal that `recover` may help."""


@dataclass(frozen=True)
class Played:
    """A finished game without its record: what statistics need."""

    pairing: Pairing
    seed: int
    utilities: tuple[float, ...]
    scores: tuple[float | None, ...]
    decisions: int
    moves: int
    forfeit: int | None = None


@dataclass(frozen=True)
class Forfeited:
    """A game that a player forfeited.

    Attributes
    ----------
    pairing : Pairing
        Who sat where, in which block.
    seed : int
        Seed of the block.
    seat : int
        The player's seat.
    reason : str
        What happened.
    record : str
        All moves up to there.
    """

    pairing: Pairing
    seed: int
    seat: int
    reason: str
    record: str


class Journal:
    """The finished games of one tournament. Use it in a ``with`` block, or close it.

    Parameters
    ----------
    path : str or None
        The file, made if it is not there; None keeps the games for this run only.
    facts : mapping
        The tournament's configuration, see `tournaments.match.Config.facts`.

    Raises
    ------
    BadJournal
        If the file cannot be written, is no journal, is damaged, belongs to another tournament
        or is in use by another process.
    """

    def __init__(self, path: str | None, facts: Mapping[str, Any]) -> None:
        self.path = path
        self._lock: IO[str] | None = None
        if path is not None:
            _check_folder(path)
            self._lock = _lock(path)
        try:
            if path is not None:
                _check_file(path)
            # An empty name is a private temporary file, so that memory stays flat.
            name = os.path.realpath(path) if path else ""
            self._db = sqlite3.connect(name, isolation_level=None, timeout=5.0)
        except sqlite3.Error as error:
            self._unlock()
            _refuse(path, f"cannot open it: {error}")
        except BaseException:
            self._unlock()
            raise
        try:
            self._open(dict(facts))
        except sqlite3.DatabaseError as error:
            self.close()
            _refuse(path, f"{_problem(error)}; {SAVE}", DamagedJournal)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        count: int = self._db.execute("SELECT count(*) FROM games").fetchone()[0]
        return count

    def close(self) -> None:
        """Close the file and let others write it."""
        self._db.close()
        self._unlock()

    def note_command(self, words: Sequence[str]) -> None:
        """Keep the arguments of a command that goes on with this journal, see `read_command`."""
        entry = ("command", json.dumps(list(words)))
        try:
            self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", entry)
        except sqlite3.Error as error:
            _refuse(self.path, f"cannot write it: {error}")

    def add(self, result: GameResult) -> None:
        """Write a finished game, at once and whole.

        Raises
        ------
        BadJournal
            If it cannot be written, for example on a full disk; earlier games are safe.
        """
        row: tuple[Any, ...] = (
            result.pairing.number,
            result.pairing.block,
            json.dumps(result.pairing.seating),
            result.seed,
            json.dumps(result.utilities),
            json.dumps(result.scores),
            result.decisions,
            result.moves,
            result.forfeit,
            result.reason,
            result.record,
        )
        self._insert((*row, _digest(row)))

    def _insert(self, row: tuple[Any, ...]) -> None:
        try:
            self._db.execute(
                f"INSERT INTO games ({COLUMNS}) VALUES ({', '.join('?' * len(row))})", row
            )
        except sqlite3.Error as error:
            _refuse(self.path, f"cannot write a game: {error}; the games before it are safe: run "
                               "the same command again when this is mended")

    def done(self) -> set[int]:
        """Return the numbers of the finished games."""
        return {number for (number,) in self._db.execute("SELECT number FROM games")}

    def games(self, below: int | None = None) -> Iterator[Played]:
        """Yield the finished games by number, those with a number below `below` only."""
        rows = self._db.execute(
            f"SELECT {FACTS} FROM games WHERE number < ? ORDER BY number",
            (MOST if below is None else below,),
        )
        for number, block, seating, seed, utilities, scores, *more in rows:
            yield Played(
                Pairing(number, block, tuple(json.loads(seating))),
                seed,
                tuple(json.loads(utilities)),
                tuple(json.loads(scores)),
                *more,
            )

    def forfeits(self, below: int | None = None) -> Iterator[Forfeited]:
        """Yield the forfeited games by number, those with a number below `below` only."""
        rows = self._db.execute(
            "SELECT number, block, seating, seed, forfeit, reason, record FROM games "
            "WHERE number < ? AND forfeit IS NOT NULL ORDER BY number",
            (MOST if below is None else below,),
        )
        for number, block, seating, *more in rows:
            yield Forfeited(Pairing(number, block, tuple(json.loads(seating))), *more)

    def record(self, number: int) -> str:
        """Return the record of a finished game. Raises KeyError if it is not there."""
        row = self._db.execute("SELECT record FROM games WHERE number = ?", (number,)).fetchone()
        if row is None:
            raise KeyError(number)
        text: str = row[0]
        return text

    # ------------------------------------------------------------------ opening

    def _open(self, facts: dict[str, Any]) -> None:
        """Make the tables, or check what is there before anything is written."""
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master")}
        application = self._db.execute("PRAGMA application_id").fetchone()[0]
        if tables or application:
            if application != APPLICATION or not {"meta", "games"} <= tables:
                _refuse(self.path, f"an SQLite file, but no journal of Heorot; {ANEW}")
            self._check(facts)
        # Only games may be lost when the power fails, never the file; a killed process loses none.
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        if not tables:
            self._db.execute("BEGIN IMMEDIATE")
            for statement in TABLES.split(";"):
                self._db.execute(statement)
            entries = [("schema", str(SCHEMA)), ("config", json.dumps(facts))]
            self._db.executemany("INSERT INTO meta VALUES (?, ?)", entries)
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")
            self._db.execute("COMMIT")

    def _check(self, facts: dict[str, Any]) -> None:
        """Refuse a journal of another version or tournament, and a damaged one."""
        meta = dict(self._db.execute("SELECT key, value FROM meta"))
        schema = meta.get("schema")
        if schema != str(SCHEMA):
            _refuse(self.path, f"a journal of schema {schema}; this version of Heorot reads schema "
                               f"{SCHEMA}; {ANEW}")
        try:
            stored = json.loads(meta["config"])
            differing = [key for key in facts if stored[key] != facts[key]]
        except (KeyError, TypeError, ValueError):
            _refuse(self.path, f"damaged: its configuration cannot be read; {SAVE}", DamagedJournal)
        if differing:
            said = "; ".join(
                f"{key}: the journal has {_show(stored[key])}, this run {_show(facts[key])}"
                for key in differing
            )
            _refuse(self.path, f"it belongs to another tournament; {said}. Give what it was begun "
                               "with, or another --journal FILE")
        fault = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            _refuse(self.path, f"damaged: {' '.join(str(fault).split())}; {SAVE}", DamagedJournal)
        for row in self._db.execute(f"SELECT {COLUMNS} FROM games"):
            if not _intact(row):
                _refuse(self.path, f"damaged: the row of game {row[0]} was changed after it was "
                                   f"written; {SAVE}", DamagedJournal)

    def _unlock(self) -> None:
        if self._lock is not None:
            _release(self._lock)
            self._lock = None


def read_command(path: str) -> list[str]:
    """Return the arguments of the command that wrote a journal last. Raises BadJournal."""
    _check_folder(path)
    if not os.path.exists(path):
        _refuse(path, "there is no such file")
    _check_file(path)
    try:
        with closing(sqlite3.connect(path, timeout=5.0)) as db:
            meta = dict(db.execute("SELECT key, value FROM meta"))
        words = json.loads(meta.get("command", "null"))
        kind = json.loads(meta.get("config", "{}")).get("format", "")
    except (sqlite3.DatabaseError, AttributeError, TypeError, ValueError):
        words, kind = None, ""
    if words is None and str(kind).startswith("tuning"):
        _refuse(path, f"it holds a {kind}; the same heorot tune command goes on with it")
    if not (isinstance(words, list) and all(isinstance(word, str) for word in words)):
        _refuse(path, "it does not tell which command wrote it; give that command again")
    return words


@dataclass(frozen=True)
class Recovery:
    """What became of a damaged journal.

    Attributes
    ----------
    games : int
        How many were recovered.
    aside : str
        Where the damaged file is now.
    """

    games: int
    aside: str


def recover(
    path: str, facts: Mapping[str, Any], expected: Callable[[int], tuple[Pairing, int]]
) -> Recovery:
    """Set a damaged journal aside and begin it anew with the games that are whole in it.

    Parameters
    ----------
    path : str
        The journal.
    facts : mapping
        The tournament's configuration, see `tournaments.match.Config.facts`.
    expected : callable
        Returns the pairing and the seed of a game by its number; others are not taken over.

    Raises
    ------
    BadJournal
        If the file is not there or in use, or no game of this tournament is found in it.
    """
    _check_folder(path)
    if not os.path.exists(path):
        _refuse(path, "there is no such file; without --recover it is made")
    lock = _lock(path)
    try:
        with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=5.0)) as db:
            # What the last writer left in the log belongs to the file, if SQLite can read it.
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if next(_whole(path, expected), None) is None:
            _refuse(path, f"no game of this tournament is whole in it; {ANEW}")
        aside = _set_aside(path)
    finally:
        _release(lock)
    with Journal(path, facts) as journal:
        found: set[int] = set()
        for row in _whole(aside, expected):
            if row[0] not in found:
                found.add(row[0])
                journal._insert(row)
        return Recovery(len(journal), aside)


def _whole(
    path: str, expected: Callable[[int], tuple[Pairing, int]]
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a file that are games of this tournament, and whole."""
    for row in salvage(path, len(COLUMNS.split(","))):
        if _intact(row):
            pairing, seed = expected(row[0])
            if row[1:4] == (pairing.block, json.dumps(pairing.seating), seed):
                yield row


def _set_aside(path: str) -> str:
    """Rename a file and its log to a name that is free, and return it."""
    number = 1
    while os.path.exists(aside := f"{path}.damaged" + (f"-{number}" if number > 1 else "")):
        number += 1
    os.rename(path, aside)
    for end in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.rename(path + end, aside + end)
    return aside


def _check_folder(path: str) -> None:
    """Refuse a path where no journal can be, in clearer words than SQLite's."""
    folder = os.path.dirname(path) or "."
    if not path or "\0" in path:
        _refuse(path, "this is no name of a file")
    if os.path.isdir(path):
        _refuse(path, "this is a folder; give the name of a file")
    if not os.path.isdir(folder):
        _refuse(path, f"there is no folder {folder}; make it first")
    if os.path.exists(path) and not os.path.isfile(path):
        _refuse(path, "this is no ordinary file")


def _check_file(path: str) -> None:
    """Refuse a file that is no SQLite file, untouched. An empty one becomes a journal.

    The lock must be held: closing a file drops the locks that SQLite has on it in this process.
    """
    if not os.path.exists(path):
        return
    try:
        with open(path, "r+b") as file:
            start = file.read(16)
    except OSError as error:
        _refuse(path, f"cannot write it: {error.strerror}")
    if start and start != b"SQLite format 3\0":
        _refuse(path, f"no journal of Heorot, or a damaged one; {SAVE}", DamagedJournal)


def _lock(path: str) -> IO[str]:
    """Lock the file beside the journal and return it; closing it unlocks."""
    name = os.path.realpath(path) + ".lock"
    while True:
        try:
            file = open(name, "a+")  # noqa: SIM115
        except OSError as error:
            _refuse(path, f"cannot write beside it: {name}: {error.strerror}")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            with closing(file):
                file.seek(0)
                holder = file.read(20).strip()
            who = f"process {holder}" if holder.isdigit() else "another process"
            _refuse(path, f"{who} is using it; wait until it ends, or give another --journal FILE")
        # The holder before us removes the file as it ends: make sure that we hold the present one.
        with suppress(OSError):
            if os.path.samestat(os.fstat(file.fileno()), os.stat(name)):
                file.truncate(0)
                file.write(str(os.getpid()))
                file.flush()
                return file
        file.close()


def _release(lock: IO[str]) -> None:
    with suppress(OSError):
        os.unlink(lock.name)
    lock.close()


def _digest(row: tuple[Any, ...]) -> str:
    text = json.dumps(row, ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _intact(row: tuple[Any, ...]) -> bool:
    try:
        return bool(row[-1] == _digest(row[:-1]))
    except TypeError:  # damage can turn a text into bytes
        return False


def _problem(error: sqlite3.DatabaseError) -> str:
    if isinstance(error, sqlite3.OperationalError):
        return f"cannot use it: {error}"
    return f"no journal of Heorot, or a damaged one: {error}"


def _show(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _refuse(path: str | None, message: str, kind: type[BadJournal] = BadJournal) -> NoReturn:
    name = "the journal" if path is None else f"journal {path}"
    raise kind(f"{name}: {message}") from None

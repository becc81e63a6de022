"""Game records: readable, versioned JSON that replays to the same end without random bits.

A file holds one header fact a line and then one move a line, so a reader, an editor and an error
message can all point at it::

    {
    "format": "heorot-record",
    "version": 1,
    "heorot": "0.1.0",
    "game": "beowulf",
    "players": 2,
    "options": {"start": 1},
    "components": "cc609c23ecf26f92",
    "seats": ["human", "ismcts:iterations=500"],
    "seed": 7,
    "check": "5b0d8a3c41f7e296",
    "moves": [
    ["chance", "draw a1_none_p6", "03ab"],
    [1, "figure longship", "9c1f"]
    ],
    "count": 2,
    "result": null,
    "seal": "0f4be2c9d1a6537880124c5d9be3f6a7"
    }

``check`` is a hash of the header. The digits that end a move are a running hash of the header and
of all moves so far: a move that was changed, removed or inserted is found where it happened.
``seal`` covers all of it and the result. These guard against damage and careless edits; they are no
signatures and use no secret, so `Record.replay` trusts none of them and checks by the rules.
"""

from __future__ import annotations

import json
import math
import os
import secrets
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self

from core.errors import BadComponents, BadOption, BadRecord
from core.game import Setup, get

if TYPE_CHECKING:
    from core.state import State

FORMAT = "heorot-record"
VERSION = 1
CHANCE = "chance"
# Made once: json.dumps makes an encoder for every call with other than its default options.
CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
READABLE = json.JSONEncoder(ensure_ascii=False)
MAX_BYTES = 4 << 20  # a long game takes some 50 kB; more is not worth parsing
MAX_INT = 10**39  # above any 128-bit seed
HEADER = (
    "format", "version", "heorot", "game", "players", "options", "components", "seats", "seed",
)  # fmt: skip
KEYS = (*HEADER, "meta", "check", "moves", "count", "result", "seal")

Who = int | str  # a seat, or CHANCE


@dataclass
class Record:
    """One game: what was played, by whom, every move, and how it ended.

    Make one with `start` for a new game, or with `load` or `loads`.

    Attributes
    ----------
    game : str
        Name of the game.
    players : int
        Number of seats.
    options : dict
        The game's options, all fixed.
    components : str
        Digest of the components the game was played with.
    seats : list of str
        Who sat where, for example ``["human", "ismcts:iterations=500"]``.
    seed : int or None
        Seed of the game, for the reader; a replay does not use it.
    meta : dict
        Other facts for the reader, such as a date: strings, numbers, booleans.
    heorot : str
        Version of Heorot that wrote the record.
    moves : list of tuple
        ``(who, notation)``, with who = ``"chance"`` or the seat.
    result : dict or None
        ``{"scores": [...], "utilities": [...]}``; None while the game is unfinished.
    name : str
        Where it was read from, for messages; not part of the record.
    """

    game: str
    players: int
    options: dict[str, Any]
    components: str
    seats: list[str]
    seed: int | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    heorot: str = "unknown"
    moves: list[tuple[Who, str]] = field(default_factory=list)
    result: dict[str, list[float]] | None = None
    name: str = field(default="record", compare=False, repr=False)

    @classmethod
    def start(
        cls,
        setup: Setup,
        seats: Sequence[str],
        seed: int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Self:
        """Return the record of a game that begins now.

        Raises
        ------
        BadRecord
            If there is not one printable text a seat, or meta holds what a record cannot.
        """
        record = cls(
            game=setup.game.name,
            players=setup.players,
            options={name: _listed(value) for name, value in setup.options},
            components=setup.components.digest,
            seats=list(seats),
            seed=seed,
            meta=dict(meta or {}),
            heorot=_own_version(),
        )
        _check_header({**record._header(), "meta": record.meta}, "record")
        return record

    def add(self, state: State, action: int, text: str | None = None) -> None:
        """Append `action`, which is about to be played in `state`; `text` is it in notation.

        Its legality is left to ``state.play``. Raises BadRecord if the game has ended, and
        BadNotation if it is no action at all.
        """
        who = _mover(state)
        if who is None:
            raise BadRecord(f"{self.name}: the game has ended: there is no move to add")
        self.moves.append((who, state.text(action) if text is None else text))

    def rewind(self, count: int) -> None:
        """Forget all moves after the first `count`, and the result: for undo."""
        del self.moves[count:]
        self.result = None

    def finish(self, state: State) -> None:
        """Note the result. Raises IllegalAction if `state` is not the end of a game."""
        utilities = list(state.utilities())
        self.result = {"scores": list(state.scores()), "utilities": utilities}

    # ------------------------------------------------------------------ writing

    def dumps(self) -> str:
        """Return the record as text; the same game gives the same text."""
        # The chain is that of _next_hash, put together here for moves as they should be, as games
        # spend much time on it.
        header = self._header()
        chain = _header_hash(header)
        lines = [f"{_quote(key)}: {_quote(value)}," for key, value in header.items()]
        lines.append(f'"check": "{chain.hex()[:16]}",')
        lines.append('"moves": [')
        for who, text in self.moves:
            if not (isinstance(text, str) and (who == CHANCE or type(who) is int)):
                chain = _next_hash(chain, who, text)
                lines.append(f'[{_quote(who)}, {_quote(text)}, "{chain[:2].hex()}"],')
                continue
            seat = f'"{CHANCE}"' if who == CHANCE else who
            chain = blake2b(chain + f"[{seat},{_canonical_move(text)}]".encode(),
                            digest_size=16).digest()  # fmt: skip
            lines.append(f'[{seat}, {_quote_move(text)}, "{chain[:2].hex()}"],')
        if self.moves:
            lines[-1] = lines[-1].removesuffix(",")
        lines.append("],")
        lines.append(f'"count": {len(self.moves)},')
        lines.append(f'"result": {_quote(self.result)},')
        lines.append(f'"seal": "{_seal(chain, len(self.moves), self.result)}"')
        return "\n".join(["{", *lines, "}", ""])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to `path`: whole, or not at all.

        Raises
        ------
        BadRecord
            If it cannot be written. A file that was there before is then as it was.
        """
        try:
            replace_file(path, self.dumps().encode())
        except (OSError, ValueError) as error:
            _refuse(os.fspath(path), f"cannot save the record: {_reason(error)}")

    # ------------------------------------------------------------------ reading

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read a record. Raises BadRecord, see `loads`, also if the file cannot be read."""
        name = os.fspath(path)
        try:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            _refuse(name, f"cannot read the record: {_reason(error)}")
        return cls.loads(data, name)

    @classmethod
    def loads(cls, text: str | bytes, name: str = "record") -> Record:
        """Read a record from text and check that it is whole; `replay` checks it by the rules.

        Parameters
        ----------
        text : str or bytes
            The record; bytes are UTF-8.
        name : str
            What to call it in messages, such as a file name.

        Raises
        ------
        BadRecord
            If it is damaged, cut off, of another version or was changed; says at which line,
            entry or move.
        """
        data = _parse(text, name)
        _check_kind(data, name)
        _check_header(data, name)
        header = {key: data[key] for key in HEADER}
        if data.get("meta"):
            header["meta"] = data["meta"]
        chain = _header_hash(header)
        if data["check"] != chain.hex()[:16]:
            _refuse(name, f"the entries from 'format' to 'check' were changed after the record was "
                          f"written: they make the check {chain.hex()[:16]!r}, "
                          f"not {_short(data['check'])}")
        moves = []
        for number, entry in enumerate(data["moves"], 1):
            who, text, digits = _checked_move(entry, number, data["players"], name)
            chain = _next_hash(chain, who, text)
            if digits != chain.hex()[:4]:
                _refuse(name, f"{_move(number, who, text)}: its digits are {_short(digits)}, the "
                              f"moves up to here make {chain.hex()[:4]!r}: it was changed or "
                              "inserted, or a move before it was removed")
            moves.append((who, text))
        if not _is_int(data["count"]) or data["count"] != len(moves):
            _refuse(name, f"{len(moves)} moves are there, 'count' says {_short(data['count'])}: "
                          f"move {len(moves) + 1} and what follows was removed, or 'count' changed")
        _check_result(data, name)
        if data["seal"] != _seal(chain, len(moves), data["result"]):
            _refuse(name, f"'result' or 'seal', after move {len(moves)}, was changed after the "
                          "record was written, or the last moves were removed")
        return cls(
            **{key: data[key] for key in HEADER if key not in ("format", "version")},
            meta=data.get("meta", {}),
            moves=moves,
            result=data["result"],
            name=name,
        )

    # ------------------------------------------------------------------ replaying

    def setup(self, components: str | None = None) -> Setup:
        """Return the setup of the recorded game.

        Parameters
        ----------
        components : str, optional
            Path of the components file that the game was played with; the project's own by
            default.

        Raises
        ------
        BadRecord
            If there is no such game or option, or the components are not those of the game.
        BadComponents
            If the file `components` itself is wrong.
        """
        given = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in self.options.items()
        }
        try:
            setup = get(self.game).setup(self.players, 0, components, given)
        except BadComponents:
            raise
        except BadOption as error:
            _refuse(self.name, f"{error} (written by Heorot {self.heorot})")
        except (ValueError, TypeError) as error:
            # A game's option reader need not foresee every type that JSON can hold.
            _refuse(self.name, f"'options': {_short(self.options)} is not possible: {error}")
        fixed = {key: _listed(value) for key, value in setup.options}
        if _canonical(fixed) != _canonical(self.options):
            _refuse(self.name, f"'options': {_short(self.options)} does not fix the options of "
                               f"{self.game}: {', '.join(fixed)}")
        digest = setup.components.digest
        if digest != self.components:
            what = "the project's own" if components is None else components
            _refuse(self.name, "the game was played with another components file: its digest is "
                               f"{_short(self.components)}, {what} has {digest!r}; give the one "
                               "it was played with: --components FILE")
        return setup

    def positions(self, components: str | None = None) -> Iterator[tuple[State, Who, int]]:
        """Yield ``(state, who, action)`` for each move, with `state` a copy of its own before it.

        The last position is not among them; `replay` returns it.

        Raises
        ------
        BadRecord
            At the first move that is not possible, or at the end if the result is another.
        BadComponents
            See `setup`.
        """
        state = self.setup(components).blank()
        for who, action in self._walk(state):
            yield state.clone(), who, action

    def replay(self, components: str | None = None) -> State:
        """Play all moves, checking each; return the last position. Raises as `positions`."""
        state = self.setup(components).blank()
        for _ in self._walk(state):
            pass
        return state

    def _walk(self, state: State) -> Iterator[tuple[Who, int]]:
        """Yield each move before it is played in `state`; check the result at the end."""
        for number, (who, text) in enumerate(self.moves, 1):
            mover = _mover(state)
            if mover is None:
                _refuse(self.name, f"{_move(number, who, text)}: the game ended before it, after "
                                   f"move {number - 1}")
            if mover != who:
                _refuse(self.name, f"{_move(number, who, text)}: it is the turn of {_name(mover)}")
            try:
                action = state.action(text)
            except ValueError as error:
                _refuse(self.name, f"{_move(number, who, text)}: {error}")
            yield who, action
            try:
                state.play(action)
            except ValueError as error:
                _refuse(self.name, f"{_move(number, who, text)}: {error}")
        if self.result is None:
            return
        if not state.is_terminal:
            _refuse(self.name, f"there is a result, but the game goes on after move "
                               f"{len(self.moves)}: moves are missing")
        for key, found in (("scores", state.scores()), ("utilities", state.utilities())):
            told = self.result[key]
            # Not bit for bit: another compiler may round a quotient's last digit otherwise.
            if not all(map(_close, told, found)):
                _refuse(self.name, f"'result': {key} are {_short(told)}, the moves lead to "
                                   f"{list(found)}")

    def _header(self) -> dict[str, Any]:
        header: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        for key in HEADER[2:]:
            header[key] = getattr(self, key)
        if self.meta:
            header["meta"] = self.meta
        return header


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to `path` so that a crash leaves the old file or the new one, never a part.

    A device or a pipe is written to, as it would be gone if a file took its place.

    Raises
    ------
    OSError
        If it cannot be written; a file that was there before is as it was.
    """
    if is_stream(path):
        with open(path, "wb") as stream:
            stream.write(data)
        return
    # Through a link: replace what it names, not the link.
    target = Path(os.path.realpath(path))
    part = target.with_name(f".{target.name[:200]}.{secrets.token_hex(4)}.part")
    try:
        with open(part, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Return whether there is something that is no file and no folder, such as ``/dev/null``."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


# ---------------------------------------------------------------------- hashes


def _canonical(value: object) -> bytes:
    return CANONICAL.encode(value).encode()


def _hash(*parts: bytes) -> bytes:
    return blake2b(b"".join(parts), digest_size=16).digest()


def _header_hash(header: Mapping[str, Any]) -> bytes:
    return _hash(_canonical(header))


def _next_hash(chain: bytes, who: Who, text: str) -> bytes:
    return _hash(chain, _canonical([who, text]))


# The same few moves come again and again.
_canonical_move = lru_cache(maxsize=4096)(CANONICAL.encode)
_quote_move = lru_cache(maxsize=4096)(READABLE.encode)


def _seal(chain: bytes, count: int, result: object) -> str:
    return _hash(chain, _canonical([count, result])).hex()


# ---------------------------------------------------------------------- checks


def _parse(text: str | bytes, name: str) -> dict[str, Any]:
    """Return the JSON object in `text`. Raises BadRecord naming the line at fault."""
    if len(text) > MAX_BYTES:
        _refuse(name, f"larger than {MAX_BYTES >> 20} MB: this is no game record")
    if isinstance(text, bytes):
        raw, text = text, ""
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            _refuse(name, f"line {line}: not UTF-8 text: this is no game record, or a damaged one")
    text = text.removeprefix("\ufeff").rstrip()  # some editors put a mark there
    if not text:
        _refuse(name, "the record is empty")
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_float,
            parse_int=_int,
        )
    except json.JSONDecodeError as error:
        if error.pos >= len(text) or not text.endswith("}"):
            _refuse(name, f"line {text.count(chr(10)) + 1}: the record is cut off here")
        _refuse(name, f"line {error.lineno}: not JSON: {error.msg[:1].lower()}{error.msg[1:]}")
    except ValueError as error:
        _refuse(name, str(error))
    except RecursionError:
        _refuse(name, "nested too deeply: this is no game record")
    if not isinstance(data, dict):
        _refuse(name, "this is no game record: a record is a JSON object, in { }")
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the entry {_short(key)} stands twice")
        found[key] = value
    return found


def _constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of a record")


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {_short(text)} is too large")
    return value


def _int(text: str) -> int:
    if len(text) > 40:
        raise ValueError(f"the number {_short(text)} is too large")
    return int(text)


def _check_kind(data: dict[str, Any], name: str) -> None:
    if data.get("format") != FORMAT:
        _refuse(name, f"this is no game record: 'format' must be {FORMAT!r}, "
                      f"not {_short(data.get('format'))}")
    found: Any = data.get("version")
    if not _is_int(found):
        _refuse(name, f"'version' must be a whole number, not {_short(found)}")
    if found > VERSION:
        _refuse(name, f"version {found}: written by a newer Heorot; this one reads version "
                      f"{VERSION}")
    if found < VERSION:
        _refuse(name, f"version {found}: there is no such version; this one reads version "
                      f"{VERSION}")
    for key in KEYS:
        if key not in data and key != "meta":
            _refuse(name, f"the entry {key!r} is missing")
    for key in data:
        if key not in KEYS:
            _refuse(name, f"the unknown entry {_short(key)}; version {VERSION} has: "
                          f"{', '.join(KEYS)}")


def _check_header(data: Mapping[str, Any], name: str) -> None:
    """Check the types of the header entries, so that nothing later meets a surprise."""

    def want(key: str, good: bool, wanted: str) -> None:
        if not good:
            _refuse(name, f"{key!r} must be {wanted}, not {_short(data[key])}")

    for key in ("heorot", "game", "components"):
        want(key, _is_text(data[key]), "a printable text")
    want("players", _is_int(data["players"]) and data["players"] > 0, "a number of players")
    want("options", _is_facts(data["options"]), "an object of names and plain values")
    if "meta" in data:
        want("meta", _is_facts(data["meta"]), "an object of names and plain values")
    seats, players = data["seats"], data["players"]
    want("seats", _is_list(seats, _is_text) and len(seats) == players,
         f"a list of {players} printable texts, one a seat")
    want("seed", data["seed"] is None or _is_int(data["seed"]), "a whole number or null")
    if "moves" in data:
        want("moves", isinstance(data["moves"], list), "a list of moves")


def _checked_move(entry: Any, number: int, players: int, name: str) -> tuple[Who, str, str]:
    if not (isinstance(entry, list) and len(entry) == 3):
        _refuse(name, f"move {number}: {_short(entry)} must be [who, move, digits]")
    who, text, digits = entry
    if who != CHANCE and not (_is_int(who) and 0 <= who < players):
        _refuse(name, f"move {number}: {_short(entry)}: who moves must be {CHANCE!r} or a seat "
                      f"from 0 to {players - 1}")
    if not (_is_text(text) and _is_text(digits)):
        _refuse(name, f"move {number}: {_short(entry)}: move and digits must be printable texts")
    return who, text, digits


def _check_result(data: dict[str, Any], name: str) -> None:
    result, players = data["result"], data["players"]
    if result is None:
        return
    good = isinstance(result, dict) and set(result) == {"scores", "utilities"}
    if not good or not all(
        _is_list(values, _is_number) and len(values) == players for values in result.values()
    ):
        _refuse(name, f"'result' must be null, or scores and utilities with {players} numbers "
                      f"each, not {_short(result)}")


def _is_int(value: object) -> bool:
    # True equals 1 in Python, but not in JSON.
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < MAX_INT


def _is_number(value: object) -> bool:
    return _is_int(value) or (isinstance(value, float) and math.isfinite(value))


def _is_text(value: object) -> bool:
    # Printable: what goes to a terminal carries no control codes, and UTF-8 can write it.
    return isinstance(value, str) and value.isprintable()


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, bool) or _is_number(value) or _is_text(value)


def _is_list(value: object, good: Callable[[object], bool]) -> bool:
    return isinstance(value, list) and all(map(good, value))


def _is_facts(value: object) -> bool:
    return isinstance(value, dict) and all(
        _is_text(key) and (_is_scalar(fact) or _is_list(fact, _is_scalar))
        for key, fact in value.items()
    )


# ---------------------------------------------------------------------- small things


def _mover(state: State) -> Who | None:
    """Return who moves in `state` as a record says it; None at the end."""
    mover: int = state.mover
    if mover >= 0:
        return mover
    return CHANCE if state.is_chance else None


def _close(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _quote(value: object) -> str:
    return READABLE.encode(value)


def _name(who: Who) -> str:
    return CHANCE if who == CHANCE else f"seat {who}"


def _move(number: int, who: Who, text: str) -> str:
    return f"move {number}, {_name(who)}: {_short(text)}"


def _short(value: object) -> str:
    try:
        text = repr(value)
    except RecursionError:
        return "..."
    return text if len(text) <= 80 else f"{text[:77]}..."


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _refuse(name: str, message: str) -> NoReturn:
    raise BadRecord(f"{name}: {message}") from None


@lru_cache(maxsize=1)
def _own_version() -> str:
    try:
        return version("heorot")
    except PackageNotFoundError:
        return "unknown"

"""Reads what is left of a damaged journal, page by page, without trusting SQLite's structures.

Every page that looks like a leaf of a table is searched for rows, along their overflow pages
(https://www.sqlite.org/fileformat2.html, 1.5 and 2). Whether a row is really one of a game, and
whole, is told by its digest, so a wrong guess here does no harm.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

PAGE = 4096  # of all journals that this version writes
LEAF = 0x0D  # a page with rows of a table
HEADER = 100  # bytes of the file's header on its first page


def salvage(path: str | os.PathLike[str], columns: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows with so many columns that can be found, the row number first.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    with open(path, "rb") as file:
        pages = os.fstat(file.fileno()).st_size // PAGE
        for number in range(pages):
            file.seek(number * PAGE)
            page = file.read(PAGE)
            start = HEADER if number == 0 else 0
            if page[start] != LEAF:
                continue
            for cell in range(int.from_bytes(page[start + 3 : start + 5])):
                at = start + 8 + 2 * cell
                offset = int.from_bytes(page[at : at + 2])
                try:
                    row = _row(file, page, offset, pages)
                except (IndexError, ValueError, OverflowError):
                    continue
                if len(row) == columns:
                    yield row


def _row(file: Any, page: bytes, at: int, pages: int) -> tuple[Any, ...]:
    size, at = _varint(page, at)
    number, at = _varint(page, at)
    if size > PAGE * pages:
        raise ValueError("longer than the file")
    local = size
    if size > PAGE - 35:
        least = (PAGE - 12) * 32 // 255 - 23
        local = least + (size - least) % (PAGE - 4)
        local = local if local <= PAGE - 35 else least
    payload = bytearray(page[at : at + local])
    following = int.from_bytes(page[at + local : at + local + 4]) if local < size else 0
    while len(payload) < size:
        if not 1 <= following <= pages:
            raise ValueError("no such page")
        file.seek((following - 1) * PAGE)
        more = file.read(PAGE)
        following = int.from_bytes(more[:4])
        payload += more[4 : 4 + size - len(payload)]
    return number, *_values(bytes(payload))[1:]


def _values(payload: bytes) -> list[Any]:
    """Return the values of a record; the first, the row's number, is stored as nothing."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Any] = []
    at = end
    for kind in kinds:
        if kind == 0:
            values.append(None)
            continue
        if kind in (8, 9):
            values.append(kind - 8)
            continue
        size = (0, 1, 2, 3, 4, 6, 8)[kind] if kind < 7 else (kind - 12) // 2
        if kind == 7 or kind in (10, 11) or at + size > len(payload):
            raise ValueError("no value of a journal")
        piece = payload[at : at + size]
        at += size
        if kind < 7:
            values.append(int.from_bytes(piece, signed=True))
        else:
            values.append(piece.decode() if kind % 2 else piece)
    return values


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of variable length and where it ends."""
    value = 0
    for count in range(9):
        byte = data[at + count]
        if count == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    raise ValueError("no number")

"""Damaged records: only BadRecord may come out, or a record of the same meaning."""

import dataclasses
import json
import random

import pytest

from core.errors import BadRecord
from core.game import get, load, names
from core.record import Record
from core.rng import Stream

pytestmark = pytest.mark.fuzz

JUNK = [
    None, True, False, -1, 0, 1, 2, 1e9, 0.5, 10**38, "", "x", "chance", "random", "²", "1_0",
    "\ud800", "\x00", [], [1], {}, {"a": 1}, [0, "x", "0000"], "9" * 5000,
]  # fmt: skip
TOKENS = [
    b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\\u0000", b"\\ud800", b"\n", b" ", b"-",
    b"NaN", b"Infinity", b"-0", b"1e999", b"1E5", b"9" * 5000, b"null", b"true", b"\xff",
    b"\xc3", b"\xe2\x80\xae", b"\0", b"\x1b[2J", b"[" * 5000, b'{"a":' * 5000,
]  # fmt: skip


def played(name, players, seed=1, limit=None):
    state = load(name, players=players, seed=seed)
    record = Record.start(state.setup, ["seat"] * players, seed, {"started": "now"})
    stream, rng = Stream(seed, "fuzz"), random.Random(seed)
    while not state.is_terminal and (limit is None or len(record.moves) < limit):
        action = state.sample(stream) if state.is_chance else rng.choice(state.legal_actions())
        record.add(state, action)
        state.play(action)
    if state.is_terminal:
        record.finish(state)
    return record


def mutated(raw, rng):
    raw = bytearray(raw)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at, kind = rng.randrange(len(raw) + 1), rng.randrange(6)
        length = rng.choice((1, 1, 2, 8, 40, 400))
        if kind == 0:
            raw[at : at + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del raw[at : at + length]
        elif kind == 2:
            raw[at:at] = rng.choice(TOKENS)
        elif kind == 3:
            start = rng.randrange(len(raw) + 1)
            raw[at:at] = raw[start : start + length]
        elif kind == 4:
            raw[at : at + length] = rng.choice(TOKENS)
        else:
            raw[at : at + 1] = bytes(b ^ 1 << rng.randrange(8) for b in raw[at : at + 1])
    return bytes(raw)


@pytest.mark.parametrize("name", names(reference=True))
@pytest.mark.parametrize("limit", [4, None])
def test_damaged_bytes(name, limit):
    record = played(name, get(name).traits.max_players, limit=limit)
    raw = record.dumps().encode()
    rng, messages = random.Random(f"{name}, {limit}"), []
    for _ in range(2000):
        bad = mutated(raw, rng)
        try:
            again = Record.loads(bad)
        except BadRecord as error:
            messages.append(str(error))
        else:
            assert again == record, bad
            assert again.dumps() == record.dumps()
    assert len(messages) > 1500
    assert all(message.isprintable() for message in messages)


@pytest.mark.parametrize("name", names(reference=True))
def test_random_entries_with_their_hashes_made_to_agree(name):
    whole = played(name, get(name).traits.min_players)
    texts = [text for _, text in whole.moves]
    rng, messages = random.Random(name), []
    for _ in range(600):
        record = dataclasses.replace(
            whole, moves=list(whole.moves), options=dict(whole.options), seats=list(whole.seats)
        )
        kind = rng.randrange(5)
        if kind == 0:
            field = rng.choice(["game", "players", "options", "components", "seats", "seed", "meta",
                                "heorot", "result"])  # fmt: skip
            setattr(record, field, rng.choice(JUNK))
        elif kind == 1:
            key = rng.choice([*whole.options, "luck"])
            record.options[key] = rng.choice(JUNK)
        else:
            at = rng.randrange(len(record.moves))
            who = rng.choice(["chance", 0, 1, 99, -1, record.moves[at][0], rng.choice(JUNK)])
            text = rng.choice([rng.choice(texts), rng.choice(texts).upper(), rng.choice(JUNK), "²"])
            move = (who, text)
            if kind == 2:
                record.moves[at] = move
            elif kind == 3:
                record.moves.insert(at, move)
            else:
                record.moves[at] = (record.moves[at][0], rng.choice(texts))
        text = json.dumps(json.loads(record.dumps()))
        try:
            Record.loads(text, "game.json").replay()
        except BadRecord as error:
            messages.append(str(error))
    assert len(messages) > 300
    assert all(message.startswith("game.json: ") and message.isprintable() for message in messages)

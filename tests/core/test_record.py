"""Records: what is written comes back, and what was changed is refused where it was changed."""

import dataclasses
import functools
import json
import os
import random
import time

import pytest

from core.errors import BadComponents, BadRecord, IllegalAction
from core.game import get, load, names
from core.record import MAX_BYTES, Record, is_stream, replace_file
from core.rng import Stream

GAMES = [
    (name, players)
    for name in names()
    for players in range(get(name).traits.min_players, get(name).traits.max_players + 1)
]
SEATS = ["human", "ismcts:iterations=500", "random", "greedy", "expectimax:depth=2"]
FIRST = GAMES[0]
SMALL = [(name, 2) for name in names(reference=True) if name not in names()]


@functools.cache
def played(name, players, seed=1, limit=None):
    """Return (record, last state, bytes of the positions) of a random game; do not change them."""
    state = load(name, players=players, seed=seed)
    record = Record.start(state.setup, SEATS[:players], seed)
    stream, rng, path = Stream(seed, "test"), random.Random(seed), []
    while not state.is_terminal and (limit is None or len(record.moves) < limit):
        action = state.sample(stream) if state.is_chance else rng.choice(state.legal_actions())
        path.append((state.to_bytes(), action))
        record.add(state, action)
        state.play(action)
    if state.is_terminal:
        record.finish(state)
    return record, state, path


def copy(record):
    return dataclasses.replace(record, moves=list(record.moves), options=dict(record.options))


def first_move_line(lines):
    return lines.index('"moves": [') + 1


def refused(text, *words):
    """Return the message with which `text` is refused; it must name the file and all `words`."""
    with pytest.raises(BadRecord) as caught:
        Record.loads(text, "game.json").replay()
    message = str(caught.value)
    assert message.startswith("game.json: ")
    assert "\n" not in message
    for word in words:
        assert word in message
    return message


def edited(record, **changes):
    """Return the text of `record` with some entries set to other JSON, hashes left as they were."""
    data = json.loads(record.dumps())
    data.update(changes)
    return json.dumps(data)


# ---------------------------------------------------------------------- round trip


@pytest.mark.parametrize(("name", "players"), [*GAMES, *SMALL])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_round_trip_and_replay(name, players, seed):
    record, end, path = played(name, players, seed)
    again = Record.loads(record.dumps())
    assert again == record
    assert again.dumps() == record.dumps()
    assert again.replay() == end
    assert again.setup() == end.setup
    steps = list(again.positions())
    assert [(state.to_bytes(), action) for state, _, action in steps] == path
    assert [(who, state.text(action)) for state, who, action in steps] == record.moves
    assert again.result == {"scores": list(end.scores()), "utilities": list(end.utilities())}


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_same_game_gives_the_same_text(name, players):
    first = played(name, players)[0].dumps()
    played.cache_clear()
    assert played(name, players)[0].dumps() == first


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("limit", [0, 1, 7])
def test_an_unfinished_record_replays_to_its_last_position(name, players, limit):
    record, state, _ = played(name, players, 1, limit)
    again = Record.loads(record.dumps())
    assert again.result is None
    assert len(again.moves) == limit
    assert again.replay() == state


def test_positions_are_independent_of_each_other():
    record, end, _ = played(*FIRST)
    for state, _, action in record.positions():
        state.play(action)
    last = list(record.positions())[-1]
    last[0].play(last[2])
    assert last[0] == end


def test_rewind_forgets_moves_and_result():
    whole, _, path = played(*FIRST)
    record = copy(whole)
    record.rewind(5)
    assert record.result is None
    assert record.moves == whole.moves[:5]
    assert Record.loads(record.dumps()).replay().to_bytes() == path[5][0]


def test_layout_is_for_readers():
    record = played(*FIRST)[0]
    lines = record.dumps().split("\n")
    assert lines[0] == "{"
    assert lines[1] == '"format": "heorot-record",'
    assert lines[2] == '"version": 1,'
    assert lines[-2:] == ["}", ""]
    at = first_move_line(lines)
    for line, (who, text) in zip(lines[at:], record.moves, strict=False):
        entry = json.loads(line.removesuffix(","))
        assert entry[:2] == [who, text]
        assert len(entry[2]) == 4
    assert set(json.loads(record.dumps())) == {
        "format", "version", "heorot", "game", "players", "options", "components", "seats", "seed",
        "check", "moves", "count", "result", "seal",
    }  # fmt: skip


def test_meta_is_kept_and_guarded():
    setup = load(FIRST[0], players=FIRST[1]).setup
    record = Record.start(setup, SEATS[: FIRST[1]], meta={"started": "2024-05-01", "by": "Jörg"})
    text = record.dumps()
    assert "Jörg" in text
    assert Record.loads(text).meta == record.meta
    assert Record.loads(text.encode()).seed is None
    refused(text.replace("Jörg", "Jorg"), "check")


@pytest.mark.parametrize(
    ("seats", "seed", "meta"),
    [
        (["human"], 1, {}),
        (["human", "a\nb"], 1, {}),
        (["human", "\ud800"], 1, {}),
        (["human", 3], 1, {}),
        (["human", "human"], 1.5, {}),
        (["human", "human"], 10**40, {}),
        (["human", "human"], 1, {"x": float("nan")}),
        (["human", "human"], 1, {"x": {"y": 1}}),
        (["human", "human"], 1, {3: "y"}),
    ],
)
def test_start_refuses_what_could_not_be_read_back(seats, seed, meta):
    with pytest.raises(BadRecord):
        Record.start(load("beowulf", players=2).setup, seats, seed, meta)


def test_the_end_is_checked_when_recording():
    record, end, _ = played(*FIRST)
    with pytest.raises(BadRecord, match="ended"):
        copy(record).add(end, 0)
    with pytest.raises(IllegalAction):
        copy(record).finish(load(FIRST[0], players=FIRST[1]))


def test_size_and_speed():
    record = played("beowulf", 2)[0]
    assert len(record.moves) > 300
    assert len(record.dumps()) * 400 / len(record.moves) < 20_000
    text, best = record.dumps(), 9.0
    for _ in range(5):
        begin = time.perf_counter()
        Record.loads(text).replay()
        best = min(best, time.perf_counter() - begin)
    assert best < 0.3  # some 10 ms on a quiet machine; the bound is for busy ones


# ---------------------------------------------------------------------- files


def test_save_and_load(tmp_path):
    record = played(*FIRST)[0]
    path = tmp_path / "game.json"
    record.save(path)
    assert path.read_bytes() == record.dumps().encode()
    again = Record.load(path)
    assert again == record
    assert again.name == str(path)
    record.save(path)
    assert os.listdir(tmp_path) == ["game.json"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failing_save_leaves_the_old_file_whole(tmp_path, monkeypatch, step):
    path = tmp_path / "game.json"
    old = played(*FIRST, 1, 7)[0]
    old.save(path)

    def fail(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, step, fail)
        with pytest.raises(BadRecord, match=r"game\.json: cannot save.*No space left"):
            played(*FIRST)[0].save(path)
    assert os.listdir(tmp_path) == ["game.json"]
    assert Record.load(path) == old


def test_an_interrupted_save_leaves_the_old_file_whole(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    path.write_bytes(b"old")

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace_file(path, b"new")
    assert os.listdir(tmp_path) == ["game.json"]
    assert path.read_bytes() == b"old"


def test_saving_through_a_link_keeps_the_link(tmp_path):
    target, link = tmp_path / "real.json", tmp_path / "link.json"
    target.write_bytes(b"old")
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("no symbolic links here")
    replace_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_files_that_cannot_be_used(tmp_path):
    record = played(*FIRST)[0]
    for path in (tmp_path / "none.json", tmp_path, "a\0b"):
        with pytest.raises(BadRecord, match="cannot read"):
            Record.load(path)
    for path in (tmp_path / "none" / "game.json", tmp_path, "a\0b"):
        with pytest.raises(BadRecord, match="cannot save"):
            record.save(path)
    assert os.listdir(tmp_path) == []
    big = tmp_path / "big.json"
    big.write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(BadRecord, match="larger"):
        Record.load(big)


# ---------------------------------------------------------------------- damage


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_move_changed_to_another_legal_one_is_named(name, players):
    record = played(name, players)[0]
    lines = record.dumps().split("\n")
    at, changed = first_move_line(lines), 0
    for number, (state, who, action) in enumerate(record.positions(), 1):
        open_now = state.legal_actions() or [a for a, _ in state.chance_outcomes()]
        others = [other for other in open_now if other != action]
        if not others:
            continue
        line = lines[at + number - 1]
        entry = json.loads(line.removesuffix(","))
        entry[1] = state.text(others[number % len(others)])
        bad = list(lines)
        bad[at + number - 1] = json.dumps(entry) + ("," if line.endswith(",") else "")
        seat = who if who == "chance" else f"seat {who}"
        refused("\n".join(bad), f"move {number}, {seat}: {entry[1]!r}")
        changed += 1
    assert changed > 10


def test_swapped_removed_and_inserted_moves_are_named():
    record = played(*FIRST)[0]
    rng = random.Random(5)
    moves = json.loads(record.dumps())["moves"]
    for _ in range(60):
        i, j = sorted(rng.sample(range(len(moves)), 2))
        if moves[i][:2] == moves[j][:2]:
            continue
        bad = list(moves)
        bad[i], bad[j] = moves[j], moves[i]
        refused(edited(record, moves=bad), f"move {i + 1},")
    for i in range(0, len(moves), 3):
        bad = moves[:i] + moves[i + 1 :]
        refused(edited(record, moves=bad), f"move {i + 1}")
        bad = [*moves[:i], moves[rng.randrange(len(moves))], *moves[i:]]
        # A copy of the move that stands there is found one later.
        message = refused(edited(record, moves=bad))
        assert f"move {i + 1 + (bad[i] == moves[i])}" in message
    refused(edited(record, moves=[*moves, moves[-1]]), f"move {len(moves) + 1},")


def test_moves_cut_from_the_end_are_missed_with_and_without_their_count():
    record = played(*FIRST)[0]
    moves = json.loads(record.dumps())["moves"]
    refused(edited(record, moves=moves[:-1]), f"move {len(moves)}")
    refused(edited(record, moves=moves[:-1], count=len(moves) - 1), "the last moves were removed")
    refused(edited(record, count=len(moves) + 1), "'count'")
    refused(edited(record, count=float(len(moves))), "'count'")


def test_a_changed_header_is_named():
    record = played("beowulf", 2)[0]
    for changes in (
        {"players": 3, "seats": ["a", "b", "c"]},
        {"options": {"start": 1 - record.options["start"]}},
        {"options": {}},
        {"seats": ["human", "human"]},
        {"seats": record.seats[::-1]},
        {"seed": 2},
        {"seed": None},
        {"game": "chess"},
        {"heorot": "9.9"},
        {"components": "0" * 16},
        {"meta": {"started": "today"}},
        {"check": "0" * 16},
        {"check": None},
    ):
        refused(edited(record, **changes), "'check'")
    refused(edited(record, players=3), "'seats'", "3")


def test_a_changed_result_is_named():
    record = played(*FIRST)[0]
    scores, utilities = record.result["scores"], record.result["utilities"]
    for result in (
        None,
        {"scores": scores[::-1], "utilities": utilities[::-1]},
        {"scores": [scores[0] + 1, *scores[1:]], "utilities": utilities},
    ):
        refused(edited(record, result=result), "'result'")
    refused(edited(record, seal="0" * 32), "'seal'")
    unfinished = played(*FIRST, 1, 7)[0]
    refused(edited(unfinished, result=record.result), "'result'")


@pytest.mark.parametrize("limit", [9, None])
def test_cut_off_anywhere(limit):
    text = played(*FIRST, 1, limit)[0].dumps()
    step = 1 if limit else 97
    for end in range(0, len(text) - 2, step):
        message = refused(text[:end].encode())
        assert "cut off" in message or "empty" in message or "line" in message
    assert Record.loads(text[:-1]) == Record.loads(text)


def test_the_line_of_a_syntax_error_is_named():
    lines = played(*FIRST)[0].dumps().split("\n")
    for number in (2, 4, 20, 40):
        bad = list(lines)
        bad[number - 1] = bad[number - 1].replace('"', "'")
        refused("\n".join(bad), f"line {number}:", "not JSON")
    raw = "\n".join(lines).encode().split(b"\n")
    raw[29] = raw[29][:5] + b"\xff" + raw[29][5:]
    refused(b"\n".join(raw), "line 30:", "UTF-8")


def test_whitespace_and_order_do_not_matter():
    record = played(*FIRST)[0]
    data = json.loads(record.dumps())
    assert Record.loads(json.dumps(data, indent=4)) == record
    assert Record.loads(json.dumps(dict(reversed(data.items())))) == record
    assert Record.loads(record.dumps().replace("\n", "\r\n")) == record
    assert Record.loads(b"\xef\xbb\xbf" + record.dumps().encode()) == record


# ---------------------------------------------------------------------- foreign


@pytest.mark.parametrize(
    ("version", "word"),
    [(2, "newer Heorot; this one reads version 1"), (999, "newer"), (0, "no such version"),
     (-1, "no such version"), ("1", "whole number"), (1.0, "whole number"), (True, "whole number"),
     (None, "whole number")],
)  # fmt: skip
def test_other_versions(version, word):
    refused(edited(played(*FIRST)[0], version=version), word)


def test_a_newer_version_is_told_before_its_new_entries():
    data = json.loads(played(*FIRST)[0].dumps())
    refused(json.dumps({"format": data["format"], "version": 2, "new": 1}), "newer Heorot")


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "null", "3", "[]", "{}", '"heorot-record"', '{"format": "pgn"}', '{"format": {}}',
     "1. e4 e5", "[" * 100_000, '{"a":' * 100_000, "9" * 10_000, "NaN", "Infinity", "1e999",
     '{"format": "heorot-record"}', '{"format": "heorot-record", "version": 1}',
     '{"format": "heorot-record", "format": "heorot-record"}', "\0", "\ud800", '"\\ud800"',
     b"\xff\xfe{\0}\0", b"\x1f\x8b\x08\0"],
)  # fmt: skip
def test_other_texts(text):
    refused(text)


def test_a_duplicate_entry_is_named():
    text = played(*FIRST)[0].dumps()
    refused(text.replace('"players"', '"players": 2, "players"'), "'players' stands twice")


WRONG = [
    None, True, -1, 0, 1.5, 10**39, "", "x", "\x1b[2J", "\ud800", [], [[]], ["x", "\n"], {},
    {"x": {}}, {"x": [[1]]}, {"\n": 1}, [1, 2], {"scores": 1, "utilities": 2},
    {"scores": [True, 1], "utilities": [0, 1]}, [["chance"]], [[0, 1, 2]], [[True, "x", "0000"]],
    [[99, "x", "0000"]], [["chance", "\n", "0000"]], [[[], {}, None]], [{}],
]  # fmt: skip


@pytest.mark.parametrize("key", [*json.loads(played(*FIRST)[0].dumps()), "meta", "new"])
def test_entries_of_wrong_types_and_missing_ones(key):
    record = played(*FIRST)[0]
    data = json.loads(record.dumps())
    for value in WRONG:
        if (key, value) in (("meta", {}), ("count", len(record.moves))):
            continue
        refused(edited(record, **{key: value}))
    if key in data:
        del data[key]
        refused(json.dumps(data), key)


def test_an_unknown_entry_is_named():
    refused(edited(played(*FIRST)[0], extra=1), "'extra'")


# ---------------------------------------------------------------------- forged: the hashes agree


def test_forged_headers_are_refused_by_the_rules():
    record = played("beowulf", 2)[0]
    for changes, words in (
        ({"game": "chess"}, ["chess", "beowulf"]),
        ({"players": 9, "seats": ["x"] * 9, "result": None}, ["9", "players"]),
        ({"options": {}}, ["options"]),
        ({"options": {"start": "random"}}, ["options"]),
        ({"options": {"start": str(record.options["start"])}}, ["options"]),
        ({"options": {"start": True}}, ["start"]),
        ({"options": {"start": 7}}, ["start"]),
        ({"options": {"start": None}}, ["start"]),
        ({"options": {"start": [1, 2]}}, ["start"]),
        ({"options": {"start": 0, "luck": 1}}, ["luck"]),
    ):
        refused(dataclasses.replace(record, **changes).dumps(), *words)


def test_forged_moves_are_refused_by_the_rules():
    record, end, _ = played(*FIRST)
    last = len(record.moves)
    for i in (0, 5, last // 2, last - 1):
        who, text = record.moves[i]
        bad = copy(record)
        bad.moves[i] = (who, "castle in the air")
        refused(bad.dumps(), f"move {i + 1},", "castle in the air")
        bad.moves[i] = (0 if who == "chance" else "chance", text)
        refused(bad.dumps(), f"move {i + 1},", "turn of")
    # A chance outcome that has been used up, or a decision that is not open.
    bad = copy(record)
    bad.moves[1:] = [record.moves[0]] * 200
    refused(bad.dumps(), "move ")
    bad = copy(record)
    bad.moves.append(record.moves[-1])
    refused(bad.dumps(), f"move {last + 1},", f"ended before it, after move {last}")
    bad = copy(record)
    del bad.moves[-1]
    refused(bad.dumps(), f"goes on after move {last - 1}")
    bad = dataclasses.replace(
        record, result={"scores": [9999] * end.players, "utilities": end.utilities()}
    )
    refused(bad.dumps(), "'result'", "scores", "9999")


def test_errors_of_positions_come_at_their_move():
    bad = copy(played(*FIRST)[0])
    bad.moves[10] = (bad.moves[10][0], "nonsense")
    steps = bad.positions()
    for _ in range(10):
        next(steps)
    with pytest.raises(BadRecord, match="move 11,"):
        next(steps)


def test_another_components_file(tmp_path):
    source = get("beowulf").components.__globals__["__file__"]
    with open(os.path.join(os.path.dirname(source), "components.toml"), encoding="utf-8") as file:
        text = file.read()
    assert "start_points = 50" in text
    other = tmp_path / "mine.toml"
    other.write_text(text.replace("start_points = 50", "start_points = 40"), encoding="utf-8")
    state = load("beowulf", players=2, seed=1, components=str(other))
    record = Record.start(state.setup, ["a", "b"])
    again = Record.loads(record.dumps(), "game.json")
    with pytest.raises(BadRecord, match=r"game\.json: .*another components file.*--components"):
        again.replay()
    assert again.replay(str(other)) == state
    assert again.setup(str(other)) == state.setup
    with pytest.raises(BadRecord, match=r"mine\.toml has"):
        played("beowulf", 2)[0].replay(str(other))
    with pytest.raises(BadComponents):
        again.replay(str(tmp_path / "none.toml"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    replace_file(path, b"through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert is_stream(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["pipe"]
    for other in (tmp_path, tmp_path / "none", __file__):
        assert not is_stream(other)

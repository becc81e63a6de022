"""`heorot replay`: a saved game, step by step, whole or through one seat's eyes."""

import json

import pytest
from arena_kit import call
from click.testing import CliRunner

from core import game
from core.record import Record
from core.rng import Stream
from players.spec import make_player
from players.table import Table
from tournaments.cli import group


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("replay") / "game.json"
    setup = game.get("beowulf").setup(3, 5)
    record = Record.start(setup, ["random"] * 3, 5)
    players = [make_player("random", setup, seat, 5) for seat in range(3)]
    Table(setup.blank(), players, [5], record).run()
    record.save(path)
    return str(path)


def replay(*args):
    return CliRunner().invoke(group, ["replay", *map(str, args)], catch_exceptions=False)


def test_all_steps_are_printed(path):
    record = Record.load(path)
    done = replay(path)
    assert done.exit_code == 0
    assert "\x1b" not in done.output
    assert max(map(len, done.output.splitlines())) <= 80
    assert done.output.count("ends: what each figure's owner scores") == 3
    steps = [line for line in done.output.splitlines() if line[:4].strip().isdigit()
             and line[4:6] == "  "]
    assert len(steps) == len(record.moves)
    assert all(text in line for line, (_, text) in zip(steps, record.moves, strict=True))
    assert done.output == replay(path, "--all").output
    assert "win" in done.output.splitlines()[-1] or "victory" in done.output


def test_one_step(path):
    done = replay(path, "--step", 40)
    assert "Step 40 of" in done.output
    assert done.output.count("Step ") == 1
    assert "the beginning" in replay(path, "--step", 0).output


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_seat_sees_what_it_saw(path, seat):
    full = json.loads(replay(path, "--json").output)["steps"]
    mine = json.loads(replay(path, "--json", "--seat", seat).output)["steps"]
    state = Record.load(path).setup().blank()
    for whole, part in zip(full[1:], mine[1:], strict=True):
        action = state.action(whole["move"])
        seen = state.seen(action, seat - 1)
        assert part["move"] == (None if seen is None else state.text(seen))
        if part["move"] != whole["move"]:
            assert part["told"] != whole["told"] or not whole["told"]
        state.play(action)
    assert sum(step["move"].startswith("back") for step in mine[1:]) > 20


def test_what_a_seat_is_shown_does_not_depend_on_what_is_hidden(path, tmp_path):
    """Another hand is drawn at the start of a record: a seat's replay of it stays the same."""
    record = Record.load(path)
    setup = record.setup()
    other = Record.start(setup, record.seats, record.seed)
    state, free, changed = setup.blank(), Stream(1), 0
    for who, text in record.moves[:40]:
        action = state.action(text)
        if who == "chance" and state.observation(0).active != 0 and not changed:
            open_now = [each for each, _ in state.chance_outcomes() if each != action]
            action = open_now[free.below(len(open_now))]
            changed += 1
        if action not in (state.legal_actions() or [each for each, _ in state.chance_outcomes()]):
            break
        other.add(state, action)
        state.play(action)
    assert changed
    record.rewind(len(other.moves))
    names = [str(tmp_path / "a.json"), str(tmp_path / "b.json")]
    record.save(names[0])
    other.save(names[1])
    assert replay(names[0], "--seat", 1).output == replay(names[1], "--seat", 1).output
    assert replay(names[0]).output != replay(names[1]).output


def test_json(path):
    data = json.loads(replay(path, "--json").output)
    record = Record.load(path)
    assert len(data["steps"]) == len(record.moves) + 1
    assert data["result"] == record.result
    assert data["seat"] is None
    assert data["steps"][-1]["scores"] == record.result["scores"]
    one = json.loads(replay(path, "--json", "--step", 7).output)["steps"]
    assert [step["step"] for step in one] == [7]


def test_an_unfinished_game(path, tmp_path):
    record = Record.load(path)
    record.rewind(30)
    record.save(tmp_path / "part.json")
    done = replay(tmp_path / "part.json")
    assert "not finished" in done.output
    assert done.output.count("Act I - Grendel") == 1


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["--step", "99999"], "step 99999: the game has steps 0 to"),
        (["--step", "-1"], "step -1"),
        (["--seat", "4"], "--seat 4: the game has seats 1 to 3"),
        (["--seat", "0"], "--seat 0: the game has seats 1 to 3"),
        (["--all", "--step", "3"], "give one of them"),
    ],
)
def test_bad_options(path, args, error):
    with pytest.raises(Exception, match=error) as caught:
        CliRunner().invoke(group, ["replay", path, *args], catch_exceptions=False,
                           standalone_mode=False)
    assert caught.value.__class__.__name__ in ("BadOption", "UsageError")


def test_no_such_file(tmp_path):
    with pytest.raises(ValueError, match="cannot read the record"):
        replay(tmp_path / "none.json")


def test_a_journal_needs_the_number_of_a_game(tmp_path):
    journal = str(tmp_path / "a.db")
    assert call("tournament", "kuhn", "random", "random", "--blocks", 1, "--workers", 0,
                "--journal", journal)[0] == 0  # fmt: skip
    status, out, err = call("replay", journal)
    assert (status, out) == (2, "")
    assert "a tournament's journal: say which of its games with --game N" in err
    assert call("replay", journal, "--game", 1)[0] == 0

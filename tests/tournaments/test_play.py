"""`heorot play` as a user meets it: a process, pipes, signals, files."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from core.beowulf import components
from core.errors import BadOption
from core.record import Record
from tournaments.cli import main
from tournaments.commands.common import split_players
from tournaments.commands.play import default_path

HEOROT = [sys.executable, "-c", "import sys; from tournaments.cli import main; sys.exit(main())"]
CLEAN = {key: value for key, value in os.environ.items()
         if key not in ("COLUMNS", "FORCE_COLOR", "HEOROT_SAVES")}


def heorot(*args, typed="", env=None, cwd=None, timeout=60):
    """Run the command; return the finished process."""
    done = subprocess.run([*HEOROT, *map(str, args)], input=typed, capture_output=True,
                          text=True, env={**CLEAN, **(env or {})}, cwd=cwd, timeout=timeout)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def entries(seed, count=4000):
    rng = random.Random(seed)
    return "\n".join(str(rng.choice([1, 1, 2, 3, rng.randint(0, 12)])) for _ in range(count)) + "\n"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_through_pipes(tmp_path, players):
    opponents = ",".join(["random", "greedy:worlds=1", "random"][: players - 1])
    done = heorot("play", "beowulf", "--seat", players, "--opponents", opponents, "--seed", 4,
                  "--save", "game.json", typed=entries(players), env={"NO_COLOR": "1"},
                  cwd=tmp_path)
    assert done.returncode == 0
    assert not done.stderr
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.stdout.endswith("  heorot replay game.json\n")
    record = Record.load(tmp_path / "game.json")
    assert record.replay().is_terminal
    assert record.seats[players - 1] == "human"
    assert record.seed == 4
    again = heorot("play", "--resume", "game.json", cwd=tmp_path)
    assert again.returncode == 0
    assert "This game is finished." in again.stdout


def test_the_same_seed_and_entries_give_the_same_game(tmp_path):
    texts = []
    for name in ("a.json", "b.json"):
        heorot("play", "beowulf", "--opponents", "random", "--seed", 9, "--save", name,
               typed=entries(1, 40), cwd=tmp_path)
        texts.append(Record.load(tmp_path / name).moves)
    assert texts[0] == texts[1]


def test_end_of_input_saves_and_the_printed_command_goes_on(tmp_path):
    done = heorot("play", "beowulf", "--opponents", "random", "--seed", 3,
                  "--save", "my game.json", typed="castle\nc3\n", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.endswith("  heorot play --resume 'my game.json'\n")
    done = heorot("play", "--resume", "my game.json", typed="quit\n", cwd=tmp_path)
    assert done.returncode == 0
    assert "You place Castle Heorot" in done.stdout
    done = heorot("play", "--resume", "my game.json", typed="1\n1\n", cwd=tmp_path)
    assert done.returncode == 0
    assert "You draw" in done.stdout
    assert len(Record.load(tmp_path / "my game.json").moves) > 12


def start(tmp_path, *args):
    """Start a game and wait for its first prompt."""
    process = subprocess.Popen([*HEOROT, "play", *args], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**CLEAN, "PYTHONUNBUFFERED": "1"}, cwd=tmp_path)
    return process


def until(process, text, limit=30):
    """Read the output up to `text`."""
    seen, end = "", time.monotonic() + limit
    while text not in seen and time.monotonic() < end:
        char = process.stdout.read(1)
        if not char:
            break
        seen += char
    assert text in seen, seen
    return seen


NEW = ("beowulf", "--opponents", "random", "--seed", "3", "--save", "game.json")


def test_ctrl_c_at_a_prompt_saves_and_ends_with_130(tmp_path):
    process = start(tmp_path, *NEW)
    until(process, "> ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert out.endswith("  heorot play --resume game.json\n")
    assert Record.load(tmp_path / "game.json").replay() is not None


def test_ctrl_c_while_a_computer_thinks_saves_at_once(tmp_path):
    process = start(tmp_path, "beowulf", "--opponents", "ismcts:time=60s", "--seed", "3",
                    "--option", "start=0", "--save", "game.json")
    until(process, "> ")
    process.stdin.write("castle\nc3\n")
    process.stdin.flush()
    until(process, "go on? (a name such as c3)")
    time.sleep(1)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert time.monotonic() - began < 10
    assert "heorot play --resume game.json" in out
    assert Record.load(tmp_path / "game.json").moves[-1] == (0, "at c3")


def test_kill_loses_nothing_that_was_decided(tmp_path):
    process = start(tmp_path, *NEW)
    until(process, "> ")
    process.stdin.write("castle\nc3\n")
    process.stdin.flush()
    until(process, "You place Castle Heorot")
    until(process, "> ")
    process.kill()
    process.communicate(timeout=30)
    record = Record.load(tmp_path / "game.json")
    assert (0, "at c3") in record.moves
    done = heorot("play", "--resume", "game.json", typed="log\n", cwd=tmp_path)
    assert "You place Castle Heorot (2 diamonds) on c3." in done.stdout


def test_a_closed_pipe_is_no_traceback_and_loses_nothing(tmp_path):
    process = start(tmp_path, *NEW)
    process.stdout.close()
    with suppress(BrokenPipeError):
        process.stdin.write("castle\nc3\n" * 50)
        process.stdin.close()
    err = process.stderr.read()
    process.wait(timeout=30)
    assert "Traceback" not in err
    Record.load(tmp_path / "game.json").replay()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "which game?"),
        (["chess"], "there is no game 'chess'; games: beowulf"),
        (["beowulf", "--seat", "3", "--opponents", "random"], "--seat 3: with 2 players"),
        (["beowulf", "--seat", "-1", "--opponents", "random"], "--seat -1"),
        (["beowulf", "--opponents", "nobody"], "there is no player 'nobody'"),
        (["beowulf", "--opponents", "human"], "one person plays at a console"),
        (["beowulf", "--opponents", "random,,random"], "a player is missing"),
        (["beowulf", "--opponents", "ismcts:time=soon"], "ismcts: time=soon"),
        (["beowulf", "--opponents", "random,random", "--players", "2"], "--players 2: there are 3"),
        (["beowulf", "--opponents", "random,random,random,random"], "2 to 4 players"),
        (["beowulf", "--players", "5"], "2 to 4 players"),
        (["beowulf", "--opponents", "random", "--option", "start=9"], "start=9"),
        (["beowulf", "--opponents", "random", "--components", "none.toml"], "none.toml"),
        (["beowulf", "--opponents", "random", "--save", "no/where.json"], "cannot save"),
        (["beowulf", "--opponents", "random", "--save", "there.json"], "there.json is there"),
        (["beowulf", "--opponents", "random", "--save", "."], ". is there already"),
        (["--resume", "none.json"], "cannot read the record"),
        (["--resume", "there.json"], "no game record"),
        (["--resume", "there.json", "--seed", "3"], "leave out --seed"),
        (["beowulf", "--resume", "there.json", "--opponents", "random"],
         "leave out GAME, --opponents"),
    ],
)  # fmt: skip
def test_bad_input_is_a_message(tmp_path, monkeypatch, capsys, args, message):
    (tmp_path / "there.json").write_text("[1]")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(["play", *args])
    assert end.value.code == 2
    assert message in " ".join(capsys.readouterr().err.split())
    assert (tmp_path / "there.json").read_text() == "[1]"
    assert [path.name for path in tmp_path.iterdir()] == ["there.json"]


def test_one_hero_alone_needs_no_partner(tmp_path):
    done = heorot("play", "defenders", "--players", 1, "--seed", 5, "--option", "heroes=rogue",
                  "--save", "game.json", typed="walk wolf pass\nquit\n", cwd=tmp_path)
    assert done.returncode == 0
    assert Record.load(tmp_path / "game.json").seats == ["human"]
    done = heorot("play", "defenders", "--seed", 5, "--save", "two.json", typed="quit\n",
                  cwd=tmp_path)
    assert Record.load(tmp_path / "two.json").seats == ["human", "ismcts:time=1s"]


def test_overwrite_replaces(tmp_path):
    (tmp_path / "there.json").write_text("[1]")
    done = heorot("play", "beowulf", "--opponents", "random", "--seed", 3, "--save", "there.json",
                  "--overwrite", cwd=tmp_path)
    assert done.returncode == 0
    assert Record.load(tmp_path / "there.json").seed == 3


def test_a_damaged_record_is_refused_at_its_fault(tmp_path):
    heorot("play", *NEW, typed="castle\nc3\n", cwd=tmp_path)
    text = (tmp_path / "game.json").read_text()
    (tmp_path / "game.json").write_text(text.replace("at c3", "at c4"))
    for command in (["play", "--resume"], ["replay"]):
        done = heorot(*command, "game.json", cwd=tmp_path)
        assert done.returncode == 2
        assert "at c4" in done.stderr
        assert not done.stdout
    assert "at c4" in (tmp_path / "game.json").read_text()


def test_default_file_and_seed_are_told(tmp_path):
    done = heorot("play", "beowulf", "--opponents", "random", cwd=tmp_path)
    (path,) = tmp_path.iterdir()
    record = Record.load(path)
    assert f"Seed {record.seed}." in " ".join(done.stdout.split())
    assert path.name.startswith("beowulf-")
    assert path.name.endswith(f"-{record.seed}.json")
    assert path.name in done.stdout.replace("\n", "")


def test_saves_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HEOROT_SAVES", str(tmp_path / "a" / "b"))
    first = default_path("beowulf", 7)
    with open(first, "w"):
        pass
    second = default_path("beowulf", 7)
    assert first.startswith(str(tmp_path / "a" / "b"))
    assert second.endswith("-7-2.json")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HEOROT_SAVES", str(tmp_path / "file"))
    with pytest.raises(ValueError, match="HEOROT_SAVES"):
        default_path("beowulf", 7)


@pytest.mark.parametrize(
    ("texts", "players"),
    [
        (["random"], ["random"]),
        (["ismcts:time=1s,greedy"], ["ismcts:time=1s", "greedy"]),
        (["ismcts:time=1s,c=0.7,greedy"], ["ismcts:time=1s,c=0.7", "greedy"]),
        (["greedy, random", "ismcts:c=1,keys=so"], ["greedy", "random", "ismcts:c=1,keys=so"]),
        (["ismcts:c=1,ismcts:c=2, trees=3"], ["ismcts:c=1", "ismcts:c=2,trees=3"]),
        (["c=1"], ["c=1"]),
        ([], []),
    ],
)
def test_split_players(texts, players):
    assert list(split_players(texts)) == players


def test_split_players_refuses_gaps():
    with pytest.raises(BadOption, match="missing"):
        list(split_players(["random,"]))


@pytest.mark.parametrize("watch", [["--watch"], ["--seat", "0"]])
def test_watching(tmp_path, watch):
    done = heorot("play", "beowulf", *watch, "--opponents", "random", "--players", 3, "--seed", 2,
                  "--save", "game.json", cwd=tmp_path)
    assert done.returncode == 0
    assert "Player 3 (grey) draws" in done.stdout
    assert Record.load(tmp_path / "game.json").seats == ["random"] * 3


def test_the_last_opponent_fills_up(tmp_path):
    heorot("play", "beowulf", "--opponents", "greedy,random", "--players", 4, "--seat", 2,
           "--seed", 2, "--save", "game.json", cwd=tmp_path)
    assert Record.load(tmp_path / "game.json").seats == ["greedy", "human", "random", "random"]


def test_corrected_components_stay_with_the_game(tmp_path):
    text = Path(components.__file__).with_name("components.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text.replace("start_points = 50", "start_points = 60"))
    done = heorot("play", "beowulf", "--opponents", "random", "--seed", 3, "--components",
                  "mine.toml", "--save", "game.json", typed="1\n", cwd=tmp_path)
    assert "heorot play --resume game.json --components mine.toml" in done.stdout
    assert " 60 now" in done.stdout
    assert heorot("play", "--resume", "game.json", cwd=tmp_path).returncode == 2
    assert heorot("play", "--resume", "game.json", "--components", "mine.toml",
                  cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_output_encoding(tmp_path, encoding):
    done = subprocess.run([*HEOROT, "play", *NEW], input=b"\xff\xfe\x00\ncastle\n\xc5\xbe\nc3\n",
                          capture_output=True, cwd=tmp_path, timeout=60,
                          env={**CLEAN, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    text = done.stdout.decode(encoding)
    assert ("│" in text) == (encoding == "utf-8")
    assert (0, "at c3") in Record.load(tmp_path / "game.json").moves


def test_the_record_is_plain_json(tmp_path):
    heorot("play", *NEW, cwd=tmp_path)
    data = json.loads((tmp_path / "game.json").read_text())
    assert data["seats"] == ["human", "random"]
    assert data["game"] == "beowulf"

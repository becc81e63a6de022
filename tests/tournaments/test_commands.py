import contextlib
import csv
import fcntl
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from arena_kit import call, rows, run
from click.testing import CliRunner

from core import game
from core.record import Record
from players import spec
from tournaments.cli import COMMANDS, group
from tournaments.commands import check, players, tournament
from tournaments.failure import GameFailed
from tournaments.progress import Progress

OWN = ("tournament", "check", "games", "players")


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.mark.parametrize("name", OWN)
def test_help(name):
    result = CliRunner().invoke(group, [name, "--help"])
    assert result.exit_code == 0
    assert result.output.startswith("Usage: ")
    assert "0 there" in result.output or "--json" in result.output


def test_the_front_page_lists_the_commands():
    result = CliRunner().invoke(group, ["--help"])
    assert all(name in result.output for name in COMMANDS)


# ---------------------------------------------------------------------- tournament


def test_tables():
    status, out, err = call("tournament", "beowulf", "random", "greedy:worlds=1", "--blocks", 2,
                            "--seed", 7, "--workers", 0, "--journal", "a.db")  # fmt: skip
    assert status == 0, err
    assert "Beowulf: The Movie Board Game, 2 players, round-robin" in out
    assert "seed 7, 2 blocks of 2 games: 4 games, 4 a player" in out
    assert " 1  greedy:worlds=1" in out
    assert " 2  random" in out
    assert "seat 1  seat 2" in out
    assert "--blocks 4 --seed 7 --journal a.db" in out.splitlines()[-1]
    assert all(len(line) <= 80 for line in out.splitlines()[:-1])
    assert "ahead of whom" not in out
    assert len(rows("a.db")) == 4


def test_three_players_get_a_pair_table_and_four_seats_fit():
    status, out, err = call("tournament", "beowulf", "random", "random", "random", "--workers", 0,
                            "--blocks", 1, "--players", 4)  # fmt: skip
    assert status == 0, err
    assert "Who was ahead of whom" in out
    assert "random#3" in out
    assert "seat 4" in out
    assert "One block gives no interval" in out
    assert "To play on" not in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_wide_tables_are_parted_and_lose_nothing():
    names = [f"ismcts:iterations=2,c=0.7{digit},cutoff=none,prior=0" for digit in "12"]
    _, out, err = call("tournament", "kuhn", *names, *["random"] * 6, "--blocks", 2, "--workers", 0)
    assert max(map(len, out.splitlines())) <= 80, err
    assert "…" not in out
    assert out.count("-  ") > 8
    # Once in the table of pairs and once in that of likelihoods.
    assert all(len(re.findall(rf"\bvs {place}\b", out)) == 2 for place in range(1, 9))
    _, out, err = call("tournament", "vikings", *["random"] * 5, "--players", 5, "--seatings", 5,
                       "--blocks", 1, "--workers", 0)  # fmt: skip
    assert max(map(len, out.splitlines())) <= 80, err
    assert "Win % in each seat" in out
    assert " seat 5" in out
    seats = out.partition("Win % in each seat")[2].partition("Elo")[0]
    for name in (*(f"random#{number}" for number in range(1, 6)), "all"):
        row = next(line for line in seats.splitlines() if name in line)
        assert len(re.findall(r"\d+\.\d", row)) == 5


def test_data_counts_from_0_and_has_no_place_or_time():
    args = ("tournament", "beowulf", "random", "random", "--blocks", 2, "--workers", 0, "--json")
    status, out, err = call(*args)
    assert status == 0, err
    data = json.loads(out)
    assert data["seed"] == 1
    assert data["contestants"] == ["random", "random"]
    assert [row["label"] for row in data["standings"]] == ["random#1", "random#2"]
    assert [row["rank"] for row in data["standings"]] == [1, 1]
    assert data["standings"][0]["win_share"]["mean"] == 0.5
    assert len(data["standings"][0]["seats"]) == 2
    assert data["games"] == 4
    assert call(*args, "--journal", "a.db")[1] == out


def test_the_same_command_again_plays_nothing_and_more_blocks_play_on(monkeypatch):
    args = ["tournament", "beowulf", "random", "random", "--workers", 0, "--json"]
    first = call(*args, "--journal", "a.db", "--blocks", 2)
    grown = call(*args, "--journal", "a.db", "--blocks", 4)
    assert grown == call(*args, "--blocks", 4)
    monkeypatch.setattr(tournament, "run", None)
    assert call(*args, "--journal", "a.db", "--blocks", 2) == first
    assert call(*args, "--journal", "a.db", "--blocks", 4) == grown


def test_resume_needs_the_journal_alone():
    plan = ["tournament", "beowulf", "random", "random", "--workers", 0, "--seed", 3,
            "--format", "gauntlet", "-o", "start=1", "--anchor", "random#2"]  # fmt: skip
    status, out, err = call(*plan, "--blocks", 2, "--journal", "a.db")
    assert status == 0, err
    assert call("resume", "a.db", "--workers", 0) == (0, out, "")
    status, more, err = call("resume", "a.db", "--blocks", 3, "--workers", 0, "--json")
    assert status == 0, err
    assert more == call(*plan, "--blocks", 3, "--json")[1]
    status, _, err = call("resume", "a.db", "--blocks", "x")
    assert status == 2
    assert "Usage: heorot tournament [OPTIONS]" in err
    # It may have been moved.
    os.rename("a.db", "b.db")
    assert json.loads(call("resume", "b.db", "--workers", 0)[1]) == json.loads(more)


@pytest.mark.parametrize(
    ("name", "said"),
    [("none.db", "no such file"), ("text", "no journal of Heorot"), (".", "this is a folder")],
)
def test_resume_of_no_journal(name, said, tmp_path):
    (tmp_path / "text").write_text("a text that is longer than a head")
    status, out, err = call("resume", name)
    assert (status, out) == (2, "")
    assert said in err


def test_the_command_to_go_on_is_quoted_and_whole(tmp_path):
    path = tmp_path / "it's.toml"
    shutil.copy(Path(game.__file__).with_name("beowulf") / "components.toml", path)
    status, out, err = call(
        "tournament", "beowulf", "random", "random", "--blocks", 1, "--workers", 0, "-o", "start=1",
        "--components", path.name, "--journal", "a b.db",
    )  # fmt: skip
    assert status == 0, err
    assert out.splitlines()[-1] == (
        "To play on: heorot tournament beowulf random random --players 2 --blocks 2 --seed 1 "
        """--option start=1 --components 'it'"'"'s.toml' --journal 'a b.db'"""
    )


def test_a_terminal_without_the_signs(tmp_path):
    plan = ["tournament", "beowulf", *["random"] * 3, "--blocks", 2, "--workers", 0]
    status, out, err = run(*plan, cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert status == 0, err
    assert out.isascii()
    assert "+-" in out


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_under_the_report(tmp_path):
    with open("/dev/full", "w") as full:
        status, _, err = run("games", cwd=tmp_path, stdout=full)
    assert (status, err) == (1, "heorot: No space left on device\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["random"], "two contestants"),
        ([], "two contestants"),
        (["random", "human"], "human cannot take part"),
        (["random", "randon"], "there is no player 'randon'; players: random"),
        (["random", "random", "--players", "7"], "2 to 4 players, not 7"),
        (["random", "random", "--players", "x"], "'x': a whole number from 1 to 100 is expected"),
        (["random", "random", "--blocks", "0"], "--blocks"),
        (["random", "random", "--blocks", "1.5"], "--blocks"),
        (["random", "random", "--seed", "-1"], "--seed"),
        (["random", "random", "--seed", str(2**63)], "--seed"),
        (["random", "random", "--workers", "-1"], "--workers"),
        (["random", "random", "-o", "start"], "NAME=VALUE is expected"),
        (["random", "random", "-o", "start=9"], "start=9"),
        (["random", "random", "-o", "start=0", "-o", "start=1"], "start is given twice"),
        (["random", "random", "-o", "end=1"], "no option 'end'"),
        (["random", "random", "--components", "none.toml"], "none.toml: No such file"),
        (["random", "random", "--components", "."], ".: Is a directory"),
        (["random", "random", "--journal", "."], "this is a folder"),
        (["random", "random", "--journal", "no/a.db"], "there is no folder no"),
        (["random", "random", "--journal", ""], "no name of a file"),
        (["random", "random", "--what"], "No such option"),
        (["random", "random", "--format", "swiss"], "'swiss' is not one of 'round-robin'"),
        (["random", "random", "--format", "team"], "team is for cooperative games"),
        (["random", "random", "--challengers", "2"], "only a gauntlet has challengers"),
        (["random", "random", "--format", "gauntlet", "--challengers", "2"], "a field is left"),
        (["random", "random", "--seatings", "3"], "near it: 2"),
        (["random", "random", "--sprt", "elo=5"], "it takes elo0, elo1, alpha, beta, model"),
        (["random", "random", "--sprt", "elo0=5", "elo1=0"], "elo0 must be less than elo1"),
        (["random", "random", "random", "--sprt", "elo1=5"], "compares two contestants"),
        (["random", "random", "--sprt", "elo1=5", "--until", "0.1"], "give one of them"),
        (["random", "random", "--until", "0"], "a number from 0.001 to 0.5"),
        (["random", "random", "--anchor", "greedy"], "'greedy' takes no part; players: random#1"),
        (["random", "random", "--patience", "5"], "a duration from 1ms to 60m"),
        (["random", "random", "--sprt", "elo0=0", "elo3=1"], "'elo3=1' is not expected"),
        (["random", "random", "--csv", "-", "--json"], "give one a file"),
        (["random", "random", "--csv", "no/a.csv"], "--csv no/a.csv: there is no folder no"),
        (["random", "random", "--csv", "."], "--csv .: this is a folder"),
        (["random", "random", "--csv", ""], "--csv '': this is no name of a file"),
        (["random", "random", "--json", "no/a.json"], "--json no/a.json: there is no folder no"),
        (["random", "random", "--csv", "a.json", "--json", "a.json"], "the same file"),
        (["random", "random", "--csv", "a.db", "--journal", "./a.db"], "the journal itself"),
        (["random", "random", "--recover", "--journal", "no/a.db"], "there is no folder no"),
    ],
)
def test_bad_input_is_a_message(args, said):
    status, out, err = call("tournament", "beowulf", *args)
    assert status == 2
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_another_configuration_is_refused_field_by_field():
    plan = ["random", "random", "--blocks", 1, "--workers", 0, "--journal", "a.db"]
    assert call("tournament", "beowulf", *plan)[0] == 0
    before = rows("a.db")
    for more, said in (
        (["--seed", "2"], "seed: the journal has 1, this run 2"),
        (["--players", "3"], "players: the journal has 2, this run 3"),
        (["-o", "start=1"], 'options: the journal has {}, this run {"start": "1"}'),
        (["random"], 'contestants: the journal has ["random", "random"], this run'),
    ):
        status, _, err = call("tournament", "beowulf", *plan, *more)
        assert status == 2
        assert said in err
        assert "seed" in said or "seed:" not in err
    assert rows("a.db") == before


def test_a_gauntlet_is_told_who_met_whom():
    status, out, err = call("tournament", "kuhn", *["random"] * 3, "--format", "gauntlet",
                            "--blocks", 3, "--workers", 0)  # fmt: skip
    assert status == 0, err
    assert "2 players, gauntlet" in out
    assert "3 blocks of 4 games: 12 games, 6 to 12 a player" in out
    words = [line.split() for line in out.splitlines() if " random#2 " in line]
    assert any(row.count("-") == 2 for row in words)  # itself and random#3


def test_teams_in_a_cooperative_game():
    plan = ["tournament", "defenders", "random", "random", "--players", 2, "--workers", 0,
            "--blocks", 1, "--json"]  # fmt: skip
    status, out, err = call(*plan)
    assert status == 0, err
    data = json.loads(out)
    assert (data["format"], data["games"], data["standings"][0]["games"]) == ("team", 2, 1)
    status, out, err = call(*plan, "--format", "mixed")
    assert status == 0, err
    assert json.loads(out)["games"] == 4
    assert json.loads(out)["pairs"] == []


def test_a_part_of_the_seatings():
    status, out, err = call("tournament", "beowulf", *["random"] * 4, "--players", 3, "--seatings",
                            4, "--blocks", 1, "--workers", 0)  # fmt: skip
    assert status == 0, err
    assert "1 block of 4 games: 4 games, 3 a player" in out


@pytest.mark.parametrize(
    "test",
    [
        ["--sprt", "elo0=0 elo1=30 alpha=0.1 beta=0.1"],
        ["--sprt", "elo0=0", "elo1=30", "alpha=0.1", "beta=0.1"],
        ["--sprt=elo0=0", "elo1=30", "alpha=0.1", "beta=0.1"],
    ],
)
def test_a_sequential_test_stops_by_itself(test):
    status, out, err = call("tournament", "kuhn", "random", "random", *test, "--workers", 0,
                            "--journal", "a.db")  # fmt: skip
    assert status == 0, err
    assert "H0 accepted: 0 Elo rather than 30, LLR -2." in out
    assert "To play on" not in out
    status, again, err = call("tournament", "kuhn", "random", "random", *test, "--json",
                              "--journal", "a.db")  # fmt: skip
    assert status == 0, err
    stop = json.loads(again)["stop"]
    assert (stop["rule"], stop["accepted"], stop["alpha"]) == ("sprt", "H0", 0.1)
    assert stop["blocks"] * 2 == len(rows("a.db"))


def test_until_the_interval_is_narrow():
    status, out, err = call("tournament", "kuhn", "random", "random", "--until", 0.05,
                            "--workers", 0, "--json")  # fmt: skip
    assert status == 0, err
    data = json.loads(out)
    assert data["stop"]["widest"] <= 0.05
    for row in data["standings"]:
        assert (row["win_share"]["high"] - row["win_share"]["low"]) / 2 <= 0.05


def test_the_anchor_has_the_rating_0():
    plan = ["tournament", "beowulf", "random", "greedy:worlds=1", "--blocks", 2, "--workers", 0,
            "--journal", "a.db", "--json"]  # fmt: skip
    ratings = {
        row["label"]: row["rating"]["mean"]
        for row in json.loads(call(*plan, "--anchor", "greedy:worlds=1")[1])["standings"]
    }
    assert ratings["greedy:worlds=1"] == 0 > ratings["random"]
    other = json.loads(call(*plan)[1])
    assert other["anchor"] == "random"
    assert other["standings"][0]["rating"]["mean"] == pytest.approx(-ratings["random"])


def test_files_beside_the_tables(tmp_path):
    plan = ["tournament", "kuhn", "random", "random", "--blocks", 3, "--workers", 0]
    status, out, err = call(*plan, "--csv", "a.csv", "--json", "a.json")
    assert status == 0, err
    assert "Kuhn poker" in out
    assert (tmp_path / "a.json").read_text() == call(*plan, "--json")[1]
    with open("a.csv", newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["player"] for row in table] == ["random#1", "random#2"]
    assert table[0]["win_share"] == "0.5"
    assert float(table[0]["win_share_low"]) < 0.5
    assert set(table[0]) >= {"rating", "score_high", "seat_0", "seat_1", "forfeits", "rank_high"}
    status, out, _ = call(*plan, "--csv", "-")
    assert out == (tmp_path / "a.csv").read_text()
    # Where --json stands before another word it takes none.
    status, out, _ = call("tournament", "--json", *plan[1:])
    assert json.loads(out)["seed"] == 1


def test_files_are_checked_before_the_first_game(monkeypatch):
    monkeypatch.setattr(tournament, "hold", lambda *_: pytest.fail("played"))
    for option in ("--csv", "--json"):
        status, _, err = call("tournament", "kuhn", "random", "random", "--journal", "a.db",
                              option, "no/a.json")  # fmt: skip
        assert status == 2
        assert err == f"heorot: {option} no/a.json: there is no folder no; make it first\n"
        assert not Path("a.db").exists()


def test_a_device_is_written_to_and_stays_one():
    plan = ["tournament", "kuhn", "random", "random", "--blocks", 1, "--workers", 0]
    ours, theirs = os.openpty()
    status, _, err = call(*plan, "--csv", os.ttyname(theirs))
    assert status == 0, err
    assert os.read(ours, 1 << 16).startswith(b"rank,rank_low,")
    os.close(theirs)
    os.close(ours)


def test_a_damaged_journal_is_recovered_on_request():
    plan = ["tournament", "beowulf", "random", "random", "--blocks", 3, "--workers", 0, "--json",
            "--journal", "a.db"]  # fmt: skip
    whole = call(*plan)[1]
    data = bytearray(Path("a.db").read_bytes())
    data[len(data) // 2 : len(data) // 2 + 3000] = bytes(3000)
    Path("a.db").write_bytes(data)
    status, out, err = call(*plan)
    assert (status, out) == (2, "")
    assert "damaged" in err
    assert "--recover" in err
    assert Path("a.db").read_bytes() == data
    status, out, err = call(*plan, "--recover")
    assert (status, out) == (0, whole), err
    assert "recovered 5 games; the damaged file is a.db.damaged now" in err
    assert Path("a.db.damaged").read_bytes() == data
    assert len(rows("a.db")) == 6
    assert call(*plan, "--recover")[:2] == (0, whole)


def test_progress_without_a_terminal_says_how_far_how_fast_and_who_leads(monkeypatch, capsys):
    progress = Progress(20, "game", done=4, delay=0)
    monkeypatch.setattr(Progress, "seconds", property(lambda self: 2.0))
    for _ in range(4):
        progress.step("leader me 60%")
    assert capsys.readouterr().err.splitlines() == [
        "6 of 20 games, 1.0 games/s, 14 s left, leader me 60%",
        "8 of 20 games, 2.0 games/s, 6 s left, leader me 60%",
    ]
    endless = Progress(None, "game")
    monkeypatch.setattr(Progress, "seconds", property(lambda self: 25.0))
    for _ in range(3):
        endless.step()
    assert capsys.readouterr().err.splitlines() == ["1 games, 0.0 games/s", "2 games, 0.1 games/s"]


def test_the_bar_is_gone_before_the_pace_is_told(monkeypatch):
    monkeypatch.setattr(Progress, "seconds", property(lambda self: 4.0))
    monkeypatch.setattr(Progress, "__exit__", lambda *_: print("closed", file=sys.stderr))
    status, _, err = call("tournament", "kuhn", "random", "random", "--blocks", 2, "--workers", 0)
    assert status == 0, err
    assert err.splitlines()[-2:] == ["closed", "4 games in 4.0 s with this process alone: "
                                    "1.0 games/s"]


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
def test_progress_on_a_terminal_is_a_bar():
    program = """
import time
from tournaments.progress import Progress
with Progress(20, "game", delay=0) as progress:
    for _ in range(20):
        time.sleep(0.02)
        progress.step("leader me 60%")
    progress.say("by the way")
"""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    subprocess.run([sys.executable, "-c", program], stderr=theirs, check=True)
    os.close(theirs)
    text = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert re.search(r"\d+/20 \[.*games/s, leader me 60%\]", text)
    assert "by the way" in text


# ---------------------------------------------------------------------- check


def test_check_plays_every_number_of_seats():
    status, out, err = call("check", "beowulf", "--games", 2, "--workers", 0, "--json")
    assert status == 0, err
    data = json.loads(out)["checked"]
    assert [(row["players"], row["games"]) for row in data] == [(2, 2), (3, 2), (4, 2)]
    assert all(row["redeals"] > 20 for row in data)
    status, out, _ = call("check", "beowulf", "--games", 1, "--players", 3, "--seed", 5)
    assert status == 0
    assert "seeds 5 to 5: no fault found" in out


def test_check_is_the_same_with_workers():
    args = ["check", "beowulf", "--games", 3, "--players", 2, "--json"]
    assert call(*args, "--workers", 0)[:2] == call(*args, "--workers", 2)[:2]


def test_a_fault_is_saved_and_told_how_to_see_again(monkeypatch):
    setup = game.get("beowulf").setup(3, 1)
    record = Record.start(setup, ["random"] * 3, 4)
    state = setup.blank()
    action = state.chance_outcomes()[0][0]
    record.add(state, action)

    def fail(plan, job):
        raise GameFailed("tiles are lost", "beowulf, 3 players", 4, ["random"] * 3, record.moves,
                         record.dumps())  # fmt: skip

    monkeypatch.setattr(check, "_check", fail)
    status, out, err = call("check", "beowulf", "--players", 3, "--workers", 0, "-o", "start=1")
    assert (status, out) == (1, "")
    assert err.startswith("heorot: tiles are lost\n  beowulf, 3 players, seed 4; seats: 1 random,")
    assert "1 moves so far (seat: move): chance: draw" in err
    again = "heorot check beowulf --players 3 --games 1 --seed 4 --workers 0 --option start=1"
    assert f"again: {again}" in err
    assert Record.load("heorot-check-beowulf-3-4.json") == record


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["chess"], "there is no game 'chess'; games: beowulf"),
        (["beowulf", "--players", "1"], "2 to 4 players, not 1"),
        (["beowulf", "--games", "0"], "--games"),
        (["beowulf", "-o", "start=2"], "start=2: say random, or a seat from 0 to 1"),
        (["beowulf", "--components", "x"], "x: No such file"),
        ([], "Missing argument 'GAME'"),
    ],
)
def test_bad_input_to_check(args, said):
    status, out, err = call("check", *args)
    assert (status, out) == (2, "")
    assert said in err


# ---------------------------------------------------------------------- games, players


def test_games():
    status, out, _ = call("games")
    assert status == 0
    assert all(name in out for name in game.names())
    status, out, _ = call("games", "beowulf", "--json")
    (entry,) = json.loads(out)
    assert entry["min_players"] == 2
    assert entry["traits"] == {
        "chance": True, "hidden": True, "simultaneous": False, "cooperative": False,
    }  # fmt: skip
    assert entry["options"][0]["name"] == "start"
    assert call("games", "chess")[0] == 2


def test_players():
    status, out, _ = call("players")
    assert status == 0
    assert all(kind in out for kind in ("random", "greedy", "brewer", "ismcts", "expectimax",
                                       "human"))
    entries = json.loads(call("players", "--json")[1])
    assert [entry["name"] for entry in entries] == list(spec.KINDS)
    for entry in entries:
        assert spec.parse_spec(entry["example"]).kind == entry["name"]
        for parameter in entry["parameters"]:
            assert parameter["help"]


def test_examples_are_for_kinds_there_are():
    assert set(players.EXAMPLES) <= set(spec.KINDS)


# ---------------------------------------------------------------------- fuzz


ODD = "abc=,:;-_ 0179.%\\'\"[]{}\n\té½\x00\x1b\ud800"


def near_miss(rng, text):
    """Return `text` with a few small errors."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        change = rng.randrange(5)
        if change == 0:
            text = text[:at] + text[at + 1 :]
        elif change == 1:
            text = text[:at] + rng.choice(ODD) + text[at:]
        elif change == 2:
            text = text[:at] + text[at:][::-1]
        elif change == 3:
            text = text.swapcase()
        else:
            text = text[:at] + text[: rng.randint(0, 5)] + text[at:]
    return text


SPECS = ["random", "greedy", "greedy:worlds=4", "ismcts:iterations=20", "ismcts:time=1s,c=0.7",
         "expectimax:depth=2", "human", "ismcts:keys=so,trees=1", "random:", ""]  # fmt: skip


@pytest.mark.fuzz
def test_specs_make_a_player_or_a_message():
    rng = random.Random(5)
    for _ in range(3000):
        text = near_miss(rng, rng.choice(SPECS))
        with contextlib.suppress(spec.BadSpec):
            found = spec.parse_spec(text)
            assert spec.parse_spec(found.text) == found


COMMAND_LINES = [
    ["tournament", "beowulf", "random", "greedy", "--blocks", "5", "--seed", "7"],
    ["tournament", "beowulf", "random", "ismcts:iterations=5", "--journal", "a.db"],
    ["tournament", "beowulf", "random", "random", "--players", "3", "-o", "start=1", "--json"],
    ["tournament", "beowulf", "random", "random", "--components", "box.toml"],
    ["tournament", "beowulf", "random", "greedy", "--sprt", "elo0=0", "elo1=5", "alpha=0.1"],
    ["tournament", "beowulf", "random", "greedy", "--until", "0.1", "--anchor", "greedy"],
    ["tournament", "beowulf", "random", "greedy", "--format", "gauntlet", "--seatings", "4"],
    ["check", "beowulf", "--players", "3", "--games", "20", "--seed", "1"],
    ["check", "beowulf", "--option", "start=0", "--json", "--workers", "0"],
    ["games", "beowulf", "--json"],
    ["players", "--json"],
]


@pytest.mark.fuzz
def test_command_lines_give_results_or_messages(monkeypatch):
    def stop(*args, **more):
        raise KeyboardInterrupt

    # Right ones would take long; that they came so far is enough.
    monkeypatch.setattr(tournament, "hold", stop)
    monkeypatch.setattr(check, "work", stop)
    rng = random.Random(6)
    seen = set()
    for _ in range(600):
        args = list(rng.choice(COMMAND_LINES))
        for _ in range(rng.randint(0, 2)):
            at = rng.randrange(len(args))
            args[at : at + 1] = rng.choice([[near_miss(rng, args[at])], [], [args[at]] * 2])
        status, out, err = call(*args)
        seen.add(status)
        assert status in (0, 2, 130), (args, err)
        assert status == 0 or err.strip(), args
        assert "Traceback" not in out + err, args
    assert seen == {0, 2, 130}

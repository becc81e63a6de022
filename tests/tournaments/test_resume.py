"""Real processes, really killed: nothing is lost and nothing changes."""

import json
import os
import random
import signal
import time
from pathlib import Path

import pytest
from arena_kit import count, rows, run, start

GAMES = 36
KILLS = 20
PLAN = ["tournament", "beowulf", "random", "odd", "random", "--blocks", "6", "--seed", "5"]
LONG = ["tournament", "kuhn", "random", "odd", "--blocks", "2000", "--seed", "5"]


def wait_until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)


def children(pid):
    """Return the processes whose parent is `pid`; none where there is no /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def alive(pid):
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    return fields[0] != "Z"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """An uninterrupted run: its folder, report and rows."""
    folder = tmp_path_factory.mktemp("whole")
    status, out, err = run(*PLAN, "--journal", "a.db", "--json", cwd=folder)
    assert status == 0, err
    return folder, out, rows(folder / "a.db")


@pytest.mark.slow
def test_killed_at_random_it_goes_on_to_the_same_report(tmp_path):
    whole = tmp_path / "whole"
    whole.mkdir()
    status, report, err = run(*LONG, "--journal", "a.db", "--json", cwd=whole)
    assert status == 0, err
    rng = random.Random(2)
    journal = tmp_path / "a.db"
    killed = 0
    for round_ in range(KILLS):
        before = count(journal)
        process = start(*LONG, "--journal", "a.db", "--workers", "2", "--json", cwd=tmp_path)
        if round_ % 5 == 0:
            time.sleep(rng.uniform(0, 0.3))  # before the first game, perhaps before the file
        else:
            wait_until(lambda before=before: count(journal) > before)
            time.sleep(rng.uniform(0, 0.02))
        workers = children(process.pid)
        process.kill()
        _, err = process.communicate()
        assert "Traceback" not in err
        killed += process.returncode == -signal.SIGKILL
        wait_until(lambda left=workers: not any(map(alive, left)))
        assert before <= count(journal) < 4000
    assert killed == KILLS
    status, out, err = run(*LONG, "--journal", "a.db", "--json", cwd=tmp_path)
    assert (status, out) == (0, report), err
    assert rows(journal) == rows(whole / "a.db")
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["a.db"]


def test_ctrl_c_tells_how_to_go_on(whole, tmp_path):
    journal = tmp_path / "a b.db"
    process = start(*PLAN, "--journal", journal.name, "--json", cwd=tmp_path)
    wait_until(lambda: count(journal) >= 3)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert "KeyboardInterrupt" not in err
    again = err.splitlines()[-1].strip()
    assert again.startswith("heorot tournament beowulf random odd random --players 2 --blocks 6")
    assert again.endswith("--journal 'a b.db' --json")
    kept = count(journal)
    assert 3 <= kept < GAMES
    status, out, err = run(*PLAN, "--journal", journal.name, "--json", cwd=tmp_path)
    assert (status, out) == (0, whole[1])
    assert rows(journal) == whole[2]


def test_ctrl_c_without_a_journal(tmp_path):
    process = start(*PLAN[:-3], "100000", cwd=tmp_path)
    wait_until(lambda: len(children(process.pid)) >= 2)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "--journal FILE" in err


def test_a_second_process_is_refused(tmp_path):
    journal = tmp_path / "a.db"
    process = start(*PLAN[:-3], "1000", "--journal", "a.db", cwd=tmp_path)
    try:
        wait_until(lambda: count(journal) >= 1)
        status, out, err = run(*PLAN[:-3], "1000", "--journal", "a.db", cwd=tmp_path)
        assert (status, out) == (2, "")
        assert err == (f"heorot: journal a.db: process {process.pid} is using it; wait until it "
                       "ends, or give another --journal FILE\n")  # fmt: skip
    finally:
        process.kill()
        process.communicate()


def test_a_worker_killed_once_is_replaced(tmp_path):
    plan = ["tournament", "beowulf", "random", "odd:how=once", "--blocks", "3", "--json"]
    status, out, err = run(*plan, "--workers", "2", cwd=tmp_path)
    assert status == 0, err
    assert (tmp_path / "died-once").exists()
    status, again, _ = run(*plan, "--workers", "1", cwd=tmp_path)
    assert out == again


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("crash", "failed: RuntimeError: boom (odd_heorot.py, line"),
        ("hang", "took more than 1 s for a decision"),
        ("illegal", "chose an illegal action: IllegalChoice: odd:how=illegal in seat"),
        ("die", "ended its process 2 times (killed by SIGKILL)"),
    ],
)
def test_a_failing_player_forfeits_and_the_tournament_goes_on(how, said, tmp_path):
    plan = ["tournament", "beowulf", "random", f"odd:how={how}", "--journal", "a.db", "--json",
            "--blocks", "1", "--patience", "1s"]  # fmt: skip
    status, out, err = run(*plan, "--workers", "2", cwd=tmp_path)
    assert status == 3, err
    assert "Traceback" not in err
    for seat in (2, 1):
        assert f"odd:how={how} in seat {seat} {said}" in err
    assert "game 1 of beowulf, block 1, seed " in err
    assert f"seats: 1 random, 2 odd:how={how}" in err
    assert " moves so far (seat: move): chance: draw " in err
    data = json.loads(out)
    assert data["games"] == 2
    assert [row["forfeits"] for row in data["standings"]] == [0, 2]
    assert [row["win_share"]["mean"] for row in data["standings"]] == [1.0, 0.0]
    (one, two) = data["forfeits"]
    assert (one["game"], one["block"], one["seat"]) == (0, 0, 1)
    assert two["player"] == f"odd:how={how}"
    assert one["reason"].startswith(said)
    assert len(one["moves"]) > 3
    # Again: nothing is played, the status is the same.
    assert run(*plan, cwd=tmp_path)[:2] == (3, out)

"""Real processes, really killed: nothing is lost and nothing changes."""

import os
import random
import signal
import time
from pathlib import Path

import pytest
from arena_kit import count, rows, run, start

GAMES = 36
PLAN = ["tournament", "beowulf", "random", "odd", "random", "--blocks", "6", "--seed", "5"]


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


def test_killed_at_random_it_goes_on_to_the_same_report(whole, tmp_path):
    rng = random.Random(2)
    journal = tmp_path / "a.db"
    targets = sorted(rng.sample(range(1, GAMES - 6), 5))
    for target in [0, *targets]:
        before = count(journal)
        process = start(*PLAN, "--journal", "a.db", "--workers", "2", "--json", cwd=tmp_path)
        if target == 0:
            time.sleep(rng.uniform(0, 0.1))  # before the first game, perhaps before the file
        else:
            enough = max(target, before + 1)
            wait_until(lambda enough=enough: count(journal) >= enough)
            time.sleep(rng.uniform(0, 0.03))
        workers = children(process.pid)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        wait_until(lambda left=workers: not any(map(alive, left)))
        assert before <= count(journal) < GAMES
    status, out, err = run(*PLAN, "--journal", "a.db", "--json", cwd=tmp_path)
    assert (status, out) == (0, whole[1]), err
    assert rows(journal) == whole[2]
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.db"]


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
        ("crash", "odd:how=crash in seat 2 failed: RuntimeError: boom (odd_heorot.py, line"),
        ("unpicklable", "odd:how=unpicklable in seat 2 failed: Unpicklable: no way across"),
        ("die", "the worker process died 2 times on job 0 (killed by SIGKILL)"),
    ],
)
def test_a_failing_player_stops_the_tournament(how, said, tmp_path):
    plan = ["tournament", "beowulf", "random", f"odd:how={how}", "--journal", "a.db"]
    status, out, err = run(*plan, "--blocks", "4", "--workers", "1", cwd=tmp_path)
    assert (status, out) == (1, "")
    assert "Traceback" not in err
    assert f"heorot: {said}" in err
    assert "game 1 of beowulf, block 1, seed " in err
    assert f"seats: 1 random, 2 odd:how={how}" in err
    assert (" moves so far (seat: move): chance: draw " in err) == (how != "die")
    assert [entry.name for entry in tmp_path.glob("a.db*")] == ["a.db"]
    assert count(tmp_path / "a.db") == 0

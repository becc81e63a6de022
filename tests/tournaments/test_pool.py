import multiprocessing
import os
from contextlib import closing

import pytest
from pool_jobs import die, fail, name_process, play, square

from tournaments import pool
from tournaments.pool import Lost, Trace, WorkerDied, default_workers, work


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_every_job_is_done_once(workers):
    with closing(work(square, 10, range(20), workers)) as results:
        assert sorted(results) == [(job, job * job + 10) for job in range(20)]


def test_more_workers_than_jobs_and_no_jobs():
    assert list(work(square, 0, [2], 4)) == [(2, 4)]
    assert list(work(square, 0, [], 2)) == []


@pytest.mark.parametrize("workers", [0, 1])
def test_an_exception_comes_back(workers):
    with pytest.raises(ValueError, match="no 1"):
        list(work(fail, None, [1, 2], workers))


def test_jobs_are_taken_when_a_worker_is_free():
    taken = []
    jobs = (taken.append(job) or job for job in range(100))
    with closing(work(square, 0, jobs, 1)) as results:
        next(results)
    assert len(taken) <= 2


def test_workers_end_with_the_generator():
    results = work(name_process, None, range(10), 2)
    pids = {next(results)[1] for _ in range(4)}
    results.close()
    assert os.getpid() not in pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_worker_ends_quietly_when_its_parent_was_killed_with_an_answer_unread():
    ours, theirs = multiprocessing.Pipe()
    theirs.send("an answer")
    ours.close()
    worker = multiprocessing.get_context("spawn").Process(
        target=pool._serve, args=(theirs, square, 0, None)
    )
    worker.start()
    worker.join(60)
    assert worker.exitcode == 0


def test_a_killed_worker_is_replaced_once(tmp_path):
    assert sorted(job for job, _ in work(die, str(tmp_path), [4, 5, 6], 2)) == [4, 5, 6]
    with pytest.raises(WorkerDied, match=r"2 times on job 3 \(killed by SIGKILL") as caught:
        list(work(die, str(tmp_path), [3], 1))
    assert caught.value.job == 3


def test_default_workers():
    assert 1 <= default_workers() <= os.cpu_count()


def test_lost_jobs_are_answered_with_what_is_known():
    with closing(work(play, None, range(7), 2, lost=lambda job, what: what, limit=0.5)) as results:
        found = dict(results)
    dead = "ended its process 2 times (killed by SIG{})"
    assert found == {
        0: 0, 5: 5, 6: 6,
        1: Lost("took more than 0.5 s for a decision", 1, (7, 8, 10)),
        2: Lost("took more than 0.5 s for a decision", 2, (7, 8, 20)),
        3: Lost(dead.format("KILL"), 3, (7, 8, 30)),
        4: Lost(dead.format("SEGV"), -1, (7, 8, 40)),
    }  # fmt: skip


def test_a_trace_keeps_what_it_has_room_for(monkeypatch):
    monkeypatch.setattr(Trace, "ROOM", 3)
    trace = Trace()
    assert not trace.overdue(-1)
    trace.begin()
    for action in range(5):
        trace.add(action)
    assert trace.lost("gone") == Lost("gone", -1, (0, 1, 2))
    trace.ask(2)
    assert trace.overdue(-1)
    assert not trace.overdue(100)
    trace.rest()
    assert not trace.overdue(-1)
    trace.begin()
    assert trace.lost("gone").actions == ()

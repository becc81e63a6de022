"""Jobs for the worker pool; a spawned worker imports this module by name."""

import os
import signal
import time
from pathlib import Path

from tournaments.pool import current_trace


def square(offset, job):
    return job * job + offset


def fail(context, job):
    raise ValueError(f"no {job}")


def name_process(context, job):
    return os.getpid()


def die(folder, job):
    """Die on job 3, each time; on job 5 the first time."""
    mark = Path(folder, "mark")
    if job == 3 or (job == 5 and not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def play(where, job):
    """Note three actions, then wait for seat `job` if it is 1 or 2, or die there if it is 3."""
    trace = current_trace()
    trace.begin()
    for action in (7, 8, 10 * job):
        trace.add(action)
    if job in (1, 2):
        trace.ask(job)
        time.sleep(60)
    if job == 3:
        trace.ask(job)
        os.kill(os.getpid(), signal.SIGKILL)
    if job == 4:
        os.kill(os.getpid(), signal.SIGSEGV)
    return job

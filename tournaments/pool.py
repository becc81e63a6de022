"""Worker processes that do jobs in any order, and notice when one of them is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from tournaments.failure import Failed

Context = TypeVar("Context")
Job = TypeVar("Job", bound=Hashable)
Answer = TypeVar("Answer")

TRIES = 2  # a process may be killed by chance once, on the same job twice hardly


class WorkerDied(Failed):
    """Worker processes ended on the same job again and again.

    Attributes
    ----------
    job : object
        The job.
    how : str
        The exit status or the signal that ended it, or where it was.
    deaths : int
        How often the job was tried.
    """

    def __init__(self, job: Any, how: str, deaths: int = TRIES) -> None:
        super().__init__(job, how, deaths)
        self.job = job
        self.how = how
        self.deaths = deaths

    def __str__(self) -> str:
        return f"the worker process died {self.deaths} times on job {self.job} ({self.how})"


def default_workers() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def work(
    task: Callable[[Context, Job], Answer], context: Context, jobs: Iterable[Job], workers: int
) -> Generator[tuple[Job, Answer], None, None]:
    """Yield ``(job, task(context, job))`` for each job, as they are done.

    Processes are spawned, not forked: they inherit no lock and no thread. They end with the
    generator, or when their parent does, however it ends: close it with `contextlib.closing`.

    Parameters
    ----------
    task : callable
        A function at the top level of a module.
    context : object
        Sent once to each worker.
    jobs : iterable
        Taken one by one when a worker is free; a job is hashable.
    workers : int
        Number of processes; 0 to work in this one.

    Raises
    ------
    WorkerDied
        If a worker is killed on the same job twice; after the first time the job is done again.
    Exception
        What `task` raised.
    """
    if workers == 0:
        for job in jobs:
            yield job, task(context, job)
        return
    left = iter(jobs)
    deaths: Counter[Job] = Counter()
    busy: dict[Connection, tuple[BaseProcess, Job]] = {}
    processes: list[BaseProcess] = []

    def start(job: Job) -> None:
        process, connection = _start(task, context)
        processes.append(process)
        busy[connection] = process, job
        give(connection, job)

    def give(connection: Connection, job: Job) -> None:
        # If it has died, reading from it will tell; the job is done again there.
        with suppress(OSError):
            connection.send(job)

    try:
        for _, job in zip(range(workers), left, strict=False):
            start(job)
        while busy:
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                process, job = busy.pop(connection)
                try:
                    good, answer = connection.recv()
                except (EOFError, OSError):
                    process.join()
                    deaths[job] += 1
                    if deaths[job] == TRIES:
                        raise WorkerDied(job, _how(process.exitcode)) from None
                    start(job)
                    continue
                for following in left:
                    busy[connection] = process, following
                    give(connection, following)
                    break
                else:
                    connection.close()
                if not good:
                    raise answer
                yield job, answer
    finally:
        with _shielded():
            for process in processes:
                process.kill()
            for process in processes:
                process.join()
            for connection in busy:
                connection.close()


def _start(
    task: Callable[[Any, Any], Any], context: Any
) -> tuple[BaseProcess, Connection]:
    """Start a worker; return its process and our end of the connection to it."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs, task, context), daemon=True)
    with _shielded():
        process.start()
    # Only the worker holds its end now, so that its death can be read from ours.
    theirs.close()
    return process, ours


@contextmanager
def _shielded() -> Iterator[None]:
    """Put Ctrl-C off and keep it from starting workers: a terminal sends it to all processes.

    Workers inherit that the signal is blocked. Here blocking is not enough, as another thread
    may receive it, so it is noted and sent again.
    """
    resource_tracker.ensure_running()  # it would unblock the signal if it began inside
    noted: list[int] = []
    main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGINT)
    if main:
        signal.signal(signal.SIGINT, lambda number, frame: noted.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if main:
            signal.signal(signal.SIGINT, handler)
        if noted:
            signal.raise_signal(signal.SIGINT)


def _serve(connection: Connection, task: Callable[[Any, Any], Any], context: Any) -> None:
    """Do jobs until the other end closes: the whole life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()
    while True:
        try:
            job = connection.recv()
        except EOFError:
            return
        try:
            answer = True, task(context, job)
        except Exception as error:
            answer = False, error
        try:
            connection.send(answer)
        except OSError:
            return
        except Exception as error:  # an exception of a player may refuse to be pickled
            connection.send((False, Failed(f"{type(error).__name__}: {error}: {answer[1]}")))


def _follow_parent() -> None:
    """End this process when its parent ends, in the middle of a game too."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _how(exitcode: int | None) -> str:
    if exitcode is not None and exitcode < 0:
        try:
            return f"killed by {signal.Signals(-exitcode).name}"
        except ValueError:
            return f"killed by signal {-exitcode}"
    return f"exit status {exitcode}"

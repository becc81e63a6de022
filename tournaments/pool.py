"""Worker processes that do jobs in any order, and notice when one of them is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from ctypes import c_int64
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic_ns
from typing import Any, TypeVar

from tournaments.failure import Failed

Context = TypeVar("Context")
Job = TypeVar("Job", bound=Hashable)
Answer = TypeVar("Answer")

TRIES = 2  # a process may be killed by chance once, on the same job twice hardly


LOOKS = 8  # how often in the time limit the pool looks for workers that are over it
IDLE, RULES = -2, -1  # where a worker is that is not waiting for a seat


@dataclass(frozen=True)
class Lost:
    """What is known of a job whose worker is gone.

    Attributes
    ----------
    how : str
        What happened to the worker.
    seat : int
        The player that it was waiting for, or -1.
    actions : tuple of int
        The actions of its game so far.
    """

    how: str
    seat: int
    actions: tuple[int, ...]


class Trace:
    """Where a worker is in its game, in memory that outlives the worker.

    A worker writes, the pool reads. It is written at every move, so it is kept cheap: some tenths
    of a microsecond.

    Parameters
    ----------
    array : array of c_int64, optional
        Memory of ``Trace.SIZE`` cells that an earlier trace may have used; new memory that
        processes share by default.
    """

    ROOM = 1 << 16  # actions; what comes after is not kept
    SIZE = 3 + ROOM

    def __init__(self, array: Any = None) -> None:
        if array is not None:
            self.__setstate__(array)
            return
        self.__setstate__(multiprocessing.get_context("spawn").RawArray(c_int64, self.SIZE))
        self.rest()

    def __getstate__(self) -> Any:
        return self._array

    def __setstate__(self, array: Any) -> None:
        self._array = array
        # Number of actions, where it is, since when; the actions.
        self._cells = memoryview(array).cast("B").cast("q")

    def rest(self) -> None:
        """Note that no job is at hand."""
        self._cells[1] = IDLE

    def begin(self) -> None:
        """Note that a game begins."""
        self._cells[0] = 0
        self._cells[1] = RULES

    def ask(self, seat: int) -> None:
        """Note that the worker waits for the player of a seat from now on."""
        self._cells[2] = monotonic_ns()
        self._cells[1] = seat

    def answered(self) -> None:
        """Note that the worker has the player's answer and goes on by the rules."""
        self._cells[1] = RULES

    def add(self, action: int) -> None:
        """Note an action that was played."""
        cells = self._cells
        count = cells[0]
        if count < self.ROOM:
            cells[3 + count] = action
            cells[0] = count + 1

    def overdue(self, limit: float) -> bool:
        """Return whether the worker has waited for a player for more than `limit` seconds."""
        waited = monotonic_ns() - self._cells[2]
        return bool(self._cells[1] >= 0 and waited > limit * 1e9)

    def lost(self, how: str) -> Lost:
        """Return what is known of a worker that is gone."""
        actions = tuple(self._cells[3 : 3 + self._cells[0]])
        return Lost(how, max(RULES, self._cells[1]), actions)


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
    task: Callable[[Context, Job], Answer],
    context: Context,
    jobs: Iterable[Job],
    workers: int,
    *,
    lost: Callable[[Job, Lost], Answer] | None = None,
    limit: float | None = None,
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
    lost : callable, optional
        Makes the answer to a job that cannot be done. The task is then a game: it is noted where it
        is by `current_trace`.
    limit : float, optional
        Seconds that a game may wait for a player; then its worker is killed and the job lost. Not
        watched with `workers` = 0, as a process cannot take leave of itself.

    Raises
    ------
    WorkerDied
        If a worker is killed on the same job twice and there is no `lost`; after the first time the
        job is done again.
    Exception
        What `task` raised.
    """
    if workers == 0:
        yield from ((job, task(context, job)) for job in jobs)
        return
    left = iter(jobs)
    deaths: Counter[Job] = Counter()
    busy: dict[Connection, _Worker] = {}
    processes: list[BaseProcess] = []

    def start(first: Job) -> None:
        worker = _start(task, context, lost is not None)
        processes.append(worker.process)
        give(worker, first)

    def give(worker: _Worker, following: Job) -> None:
        worker.job = following
        busy[worker.connection] = worker
        # If it has died, reading from it will tell; the job is done again there.
        with suppress(OSError):
            worker.connection.send(following)

    def give_next(worker: _Worker | None = None) -> None:
        for following in left:
            if worker is None:
                start(following)
            else:
                give(worker, following)
            return
        if worker is not None:
            worker.connection.close()

    def bury(worker: _Worker, how: str) -> Lost:
        del busy[worker.connection]
        worker.connection.close()
        processes.remove(worker.process)
        trace = worker.trace
        return Lost(how, RULES, ()) if trace is None else trace.lost(how)

    try:
        for _ in range(workers):
            give_next()
        while busy:
            for connection in wait(list(busy), None if limit is None else limit / LOOKS):
                assert isinstance(connection, Connection)
                worker = busy[connection]
                job = worker.job
                try:
                    good, answer = connection.recv()
                except (EOFError, OSError):
                    worker.process.join()
                    how = _how(worker.process.exitcode)
                    known = bury(worker, f"ended its process {TRIES} times ({how})")
                    deaths[job] += 1
                    if deaths[job] < TRIES:
                        start(job)
                        continue
                    if lost is None:
                        raise WorkerDied(job, how) from None
                    give_next()
                    yield job, lost(job, known)
                    continue
                del busy[connection]
                give_next(worker)
                if not good:
                    raise answer
                yield job, answer
            if limit is None or lost is None:
                continue
            for worker in list(busy.values()):
                if worker.trace is not None and worker.trace.overdue(limit):
                    worker.process.kill()
                    worker.process.join()
                    known = bury(worker, f"took more than {limit:g} s for a decision")
                    give_next()
                    yield worker.job, lost(worker.job, known)
    finally:
        with _shielded():
            for process in processes:
                process.kill()
            for process in processes:
                process.join()
            for connection in busy:
                connection.close()


@dataclass
class _Worker:
    """A process, our end of the connection to it, its trace and the job it was given last."""

    process: BaseProcess
    connection: Connection
    trace: Trace | None
    job: Any = None


def _start(task: Callable[[Any, Any], Any], context: Any, traced: bool) -> _Worker:
    """Start a worker."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    trace = Trace() if traced else None
    process = spawn.Process(target=_serve, args=(theirs, task, context, trace), daemon=True)
    with _shielded():
        process.start()
    # Only the worker holds its end now, so that its death can be read from ours.
    theirs.close()
    return _Worker(process, ours, trace)


_trace: Trace | None = None


def follow(trace: Trace | None) -> None:
    """Let tasks of this process note in `trace` how far their game is."""
    global _trace
    _trace = trace


def current_trace() -> Trace | None:
    """Return where the task that runs in this worker notes how far its game is, if anywhere."""
    return _trace


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


def _serve(
    connection: Connection, task: Callable[[Any, Any], Any], context: Any, trace: Trace | None
) -> None:
    """Do jobs until the other end closes: the whole life of a worker."""
    follow(trace)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()
    while True:
        try:
            job = connection.recv()
        except (EOFError, OSError):  # OSError if the parent was killed with an answer unread
            return
        try:
            answer = True, task(context, job)
        except Exception as error:
            answer = False, error
        if trace is not None:
            trace.rest()
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

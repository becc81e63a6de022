"""Jobs done by the workers of a Dask cluster, see docs/cluster.md.

Dask brings jobs to workers and answers back, and gives a job to another worker when one is lost.
Here are only the limit on how many jobs are out, the check that workers are fit to play, and
errors in words that help.
"""

from __future__ import annotations

import importlib
import logging
import os
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from ctypes import c_int64, sizeof
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from mmap import mmap
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread, Timer
from types import TracebackType
from typing import Any, NoReturn, TypeVar

from core.errors import HeorotError
from tournaments.cli import heorot_version
from tournaments.failure import Failed
from tournaments.pool import LOOKS, RULES, TRIES, Lost, Trace, WorkerDied, follow

try:
    distributed: Any = importlib.import_module("distributed")
except ImportError:  # the extra is not installed; Cluster says so
    distributed = None

Context = TypeVar("Context")
Job = TypeVar("Job", bound=Hashable)
Answer = TypeVar("Answer")

PATIENCE = 10.0  # seconds to wait for a scheduler, and for its first worker
AHEAD = 2  # jobs out for each worker, so that none waits for its next one
ROUNDS = 3  # times that Dask may give up a game before we do
GRACE = 10.0  # seconds for an answer to be fetched from a worker in which a player hangs
LOOK = 1.0  # seconds between looks at how many workers there are


class BadCluster(HeorotError, ValueError):
    """A cluster that cannot be used; the message says why and what to do."""


class Cluster:
    """The workers of a Dask cluster, as an executor. Use it in a ``with`` block.

    Parameters
    ----------
    address : str
        Address of the scheduler, such as ``tcp://192.0.2.1:8786``.
    patience : float, optional
        Seconds to wait for an answer and for a first worker, 10 by default.

    Raises
    ------
    BadCluster
        If Dask is not installed, nothing answers, there is no worker, or one is not fit to play.
    """

    def __init__(self, address: str, patience: float | None = None) -> None:
        if distributed is None:
            raise BadCluster("--cluster needs Dask: pip install 'heorot[cluster]'")
        # What matters is told by errors; Dask logs each step of a lost connection besides.
        for name in ("distributed", "distributed.client", "distributed.core"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address = address
        patience = PATIENCE if patience is None else patience
        self.client: Any = self._connect(patience)
        try:
            self._check(patience)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster; jobs that are still out are dropped there."""
        with suppress(Exception):  # the connection may be lost already
            self.client.close(timeout=2)

    @property
    def workers(self) -> int:
        """How many workers the cluster has now."""
        return len(self.client.nthreads())

    def work(
        self,
        task: Callable[[Context, Job], Answer],
        context: Context,
        jobs: Iterable[Job],
        *,
        lost: Callable[[Job, Lost], Answer] | None = None,
        limit: float | None = None,
    ) -> Generator[tuple[Job, Answer], None, None]:
        """Yield what the jobs give, see `tournaments.executor.Executor.work`.

        Raises
        ------
        tournaments.pool.WorkerDied
            If as many workers died on a job as the scheduler allows, four by default, and there is
            no `lost`.
        tournaments.failure.Failed
            If the scheduler is lost, or a worker that joined is not fit to play.
        Exception
            What `task` raised.
        """
        left = iter(jobs)
        out: dict[Any, tuple[Job, _Game | None]] = {}
        blamed: Counter[Job] = Counter()
        done = distributed.as_completed(loop=self.client.loop)
        room, looked = 0, -LOOK
        run = secrets.token_hex(8)
        names = count()

        def send(job: Job, game: _Game | None) -> None:
            future = self.client.submit(_do, heorot_version(), task, context, job, game, pure=False)
            out[future] = job, game
            done.add(future)

        try:
            while True:
                if time.monotonic() - looked >= LOOK:
                    room, looked = max(1, AHEAD * self._count()), time.monotonic()
                for job in islice(left, max(0, room - len(out))):
                    send(job, None if lost is None else _Game(f"{run}-{next(names)}", limit))
                if not out:
                    if lost is not None:
                        self.client.run(_sweep, run, on_error="ignore")
                    return
                future = next(done)
                job, game = out.pop(future)
                try:
                    answer = self._answer(future)
                except distributed.KilledWorker as error:
                    # Dask blames all jobs that wait at a worker, and does not ask our traces.
                    blamed[job] += 1
                    if game is not None and blamed[job] < ROUNDS:
                        send(job, game)
                        continue
                    deaths = blamed[job] * (error.allowed_failures + 1)
                    how = f"last on {error.last_worker.address}"
                    if game is None:
                        raise WorkerDied(job, how, deaths) from None
                    answer = Lost(f"{deaths} workers ended their process ({how})", RULES, ())
                future.release()  # or it would be computed again if its worker is gone now
                if isinstance(answer, _Stuck):
                    self.client.run(_leave, workers=[answer.worker], on_error="ignore")
                    answer = answer.lost
                if isinstance(answer, Lost) and lost is not None:
                    answer = lost(job, answer)
                yield job, answer
        finally:
            with suppress(Exception):
                self.client.cancel(list(out))

    def _connect(self, patience: float) -> Any:
        try:
            return distributed.Client(self.address, timeout=patience, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            told = " ".join(str(error).split()) or type(error).__name__
            raise BadCluster(
                f"--cluster {self.address}: no Dask scheduler answers there ({told}); start one "
                "with `dask scheduler` and give the address that it prints, such as "
                "tcp://192.0.2.1:8786"
            ) from None

    def _check(self, patience: float) -> None:
        """Let a worker tell that it can play, before the first game."""
        try:
            self.client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            raise BadCluster(
                f"--cluster {self.address}: the scheduler has no workers; start some on each "
                f"machine: dask worker {self.address} --nworkers auto --nthreads 1"
            ) from None
        try:
            self.client.submit(_check_fitness, heorot_version(), pure=False).result()
        except HeorotError as error:
            raise BadCluster(f"--cluster {self.address}: {error}") from None
        except Exception as error:
            told = " ".join(f"{error.__cause__ or error}".split())
            raise BadCluster(
                f"--cluster {self.address}: its machines cannot play ({told}); install the same "
                "Heorot with its extra cluster for the scheduler and for every worker"
            ) from None

    def _count(self) -> int:
        try:
            return self.workers
        except Exception as error:
            self._lost(error)

    def _answer(self, future: Any) -> Any:
        try:
            return future.result()
        except CancelledError as error:
            self._lost(error)

    def _lost(self, error: BaseException) -> NoReturn:
        raise Failed(
            f"the connection to the cluster {self.address} was lost; the games that ended are safe "
            "where there is a --journal: the same command again goes on from there"
        ) from error


# ---------------------------------------------------------------------- on a worker


@dataclass(frozen=True)
class _Game:
    """How a job that is a game is watched: the name of its trace, and seconds for a decision."""

    name: str
    limit: float | None


@dataclass(frozen=True)
class _Stuck:
    """The answer of a worker in which a player hangs; the worker is good for nothing more."""

    lost: Lost
    worker: str


_stuck = Event()


def _do(
    version: str,
    task: Callable[[Context, Job], Answer],
    context: Context,
    job: Job,
    game: _Game | None,
) -> Answer | Lost | _Stuck:
    """Do a job on a worker; workers may join at any time, so each time it is checked."""
    _check_fitness(version)
    if game is None:
        return task(context, job)
    while _stuck.is_set():
        time.sleep(LOOK)  # this process is about to be ended; the job is done elsewhere then
    with _kept_trace(game.name) as (trace, deaths):
        if deaths >= TRIES:
            return trace.lost(f"ended its process {TRIES} times")
        trace.rest()
        return _watched(partial(task, context, job), trace, game.limit)


def _leave(seconds: float = 0.1) -> None:
    """End this process when that is answered; its nanny starts another."""
    timer = Timer(seconds, os._exit, (1,))
    timer.daemon = True
    timer.start()


@contextmanager
def _kept_trace(name: str) -> Iterator[tuple[Trace, int]]:
    """Give a trace that outlives this process, and how often one ended on its job before.

    It is in a file, which is there again if the job comes back to this machine.
    """
    cells = (c_int64 * (Trace.SIZE + 1)).from_buffer
    path = _trace_path(name)
    with open(path, "a+b") as file:
        size = (Trace.SIZE + 1) * sizeof(c_int64)
        file.truncate(size)
        memory = cells(mmap(file.fileno(), size))
        deaths = memory[Trace.SIZE]
        memory[Trace.SIZE] = deaths + 1
        try:
            yield Trace(memory), deaths
        finally:
            path.unlink(missing_ok=True)


def _trace_path(name: str) -> Path:
    return Path(tempfile.gettempdir(), f"heorot-{name}.trace")


def _sweep(run: str) -> None:
    """Remove what is left of games that were done on another machine in the end."""
    for path in _trace_path(run).parent.glob(_trace_path(f"{run}-*").name):
        path.unlink(missing_ok=True)


def _watched(
    task: Callable[[], Answer], trace: Trace, limit: float | None
) -> Answer | _Stuck:
    """Do a job in a thread of its own, which can be left behind if its player hangs."""
    follow(trace)
    done: Queue[tuple[bool, Any]] = Queue()

    def do() -> None:
        try:
            done.put((True, task()))
        except BaseException as error:
            done.put((False, error))

    Thread(target=do, daemon=True).start()
    while True:
        try:
            good, answer = done.get(timeout=None if limit is None else limit / LOOKS)
        except Empty:
            if limit is not None and trace.overdue(limit):
                _stuck.set()
                _leave(GRACE)
                lost = trace.lost(f"took more than {limit:g} s for a decision")
                return _Stuck(lost, distributed.get_worker().address)
            continue
        if not good:
            raise answer
        return answer  # type: ignore[no-any-return]


def _check_fitness(version: str) -> None:
    """Refuse to play in a worker of another version, or where games would slow each other down.

    Raises
    ------
    Failed
        Names the worker and says how to start it.
    """
    worker = distributed.get_worker()
    if heorot_version() != version:
        raise Failed(f"worker {worker.address} has Heorot {heorot_version()}, this machine "
                     f"{version}: install the same version on both")
    if worker.state.nthreads != 1:
        raise Failed(f"worker {worker.address} plays {worker.state.nthreads} games at a time in "
                     "one process, where they slow each other down: start it with --nworkers auto "
                     "--nthreads 1")

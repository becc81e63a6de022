"""Jobs done by the workers of a Dask cluster, see docs/cluster.md.

Dask brings jobs to workers and answers back, and gives a job to another worker when one is lost.
Here are only the limit on how many jobs are out, the check that workers are fit to play, and
errors in words that help.
"""

from __future__ import annotations

import importlib
import logging
import time
from collections.abc import Callable, Generator, Hashable, Iterable
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import islice
from types import TracebackType
from typing import Any, NoReturn, TypeVar

from core.errors import HeorotError
from tournaments.cli import heorot_version
from tournaments.failure import Failed
from tournaments.pool import WorkerDied

try:
    distributed: Any = importlib.import_module("distributed")
except ImportError:  # the extra is not installed; Cluster says so
    distributed = None

Context = TypeVar("Context")
Job = TypeVar("Job", bound=Hashable)
Answer = TypeVar("Answer")

PATIENCE = 10.0  # seconds to wait for a scheduler, and for its first worker
AHEAD = 2  # jobs out for each worker, so that none waits for its next one
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
        self, task: Callable[[Context, Job], Answer], context: Context, jobs: Iterable[Job]
    ) -> Generator[tuple[Job, Answer], None, None]:
        """Yield what the jobs give, see `tournaments.executor.Executor.work`.

        Raises
        ------
        tournaments.pool.WorkerDied
            If as many workers died on a job as the scheduler allows, four by default.
        tournaments.failure.Failed
            If the scheduler is lost, or a worker that joined is not fit to play.
        Exception
            What `task` raised.
        """
        left = iter(jobs)
        out: dict[Any, Job] = {}
        done = distributed.as_completed(loop=self.client.loop)
        room, looked = 0, -LOOK
        try:
            while True:
                if time.monotonic() - looked >= LOOK:
                    room, looked = max(1, AHEAD * self._count()), time.monotonic()
                for job in islice(left, max(0, room - len(out))):
                    future = self.client.submit(
                        _do, heorot_version(), task, context, job, pure=False
                    )
                    out[future] = job
                    done.add(future)
                if not out:
                    return
                future = next(done)
                job = out.pop(future)
                yield job, self._answer(future, job)
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

    def _answer(self, future: Any, job: Any) -> Any:
        try:
            return future.result()
        except CancelledError as error:
            self._lost(error)
        except distributed.KilledWorker as error:
            deaths = error.allowed_failures + 1
            raise WorkerDied(job, f"last on {error.last_worker.address}", deaths) from None

    def _lost(self, error: BaseException) -> NoReturn:
        raise Failed(
            f"the connection to the cluster {self.address} was lost; the games that ended are safe "
            "where there is a --journal: the same command again goes on from there"
        ) from error


def _do(
    version: str, task: Callable[[Context, Job], Answer], context: Context, job: Job
) -> Answer:
    """Do a job on a worker; workers may join at any time, so each time it is checked."""
    _check_fitness(version)
    return task(context, job)


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

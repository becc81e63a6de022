"""What plays the games: worker processes of this machine, or a cluster, behind one small interface.

An executor only decides where a job is done and when. What comes out depends on the job alone, so
every executor leads to the same report.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from core.errors import BadOption
from tournaments import pool
from tournaments.pool import Lost

Context = TypeVar("Context")
Job = TypeVar("Job", bound=Hashable)
Answer = TypeVar("Answer")


class Executor(Protocol):
    """Does jobs somewhere, in any order."""

    @property
    def workers(self) -> int:
        """How many workers there are now; 0 if jobs are done in this process."""
        ...

    def work(
        self,
        task: Callable[[Context, Job], Answer],
        context: Context,
        jobs: Iterable[Job],
        *,
        lost: Callable[[Job, Lost], Answer] | None = None,
        limit: float | None = None,
    ) -> Generator[tuple[Job, Answer], None, None]:
        """Yield ``(job, task(context, job))`` for each job, as they are done.

        Close the generator, as `contextlib.closing` does, and what was begun is dropped.

        Parameters
        ----------
        task : callable
            A function at the top level of a module.
        context : object
            The same for all jobs; it can be pickled.
        jobs : iterable
            Taken one by one, when a worker is soon free; a job is hashable.
        lost : callable, optional
            Makes the answer to a job that cannot be done. The task is then a game: it notes where
            it is in `tournaments.pool.current_trace`.
        limit : float, optional
            Seconds that a game may wait for a player; then the job is lost.

        Raises
        ------
        tournaments.pool.WorkerDied
            If workers die again and again on the same job and there is no `lost`; before that it is
            done again.
        Exception
            What `task` raised.
        """
        ...


@dataclass(frozen=True)
class Processes:
    """Worker processes on this machine; with `workers` 0 this process does the jobs itself."""

    workers: int

    def work(
        self,
        task: Callable[[Context, Job], Answer],
        context: Context,
        jobs: Iterable[Job],
        *,
        lost: Callable[[Job, Lost], Answer] | None = None,
        limit: float | None = None,
    ) -> Generator[tuple[Job, Answer], None, None]:
        """Yield what the jobs give, see `Executor.work` and `tournaments.pool.work`."""
        return pool.work(task, context, jobs, self.workers, lost=lost, limit=limit)


@contextmanager
def open_executor(
    workers: int | None, cluster: str | None, most: int | None = None
) -> Iterator[Executor]:
    """Give the executor that the options ``--workers`` and ``--cluster`` ask for.

    Parameters
    ----------
    workers : int or None
        Worker processes here; None for one a processor.
    cluster : str or None
        Address of a Dask scheduler, which then has the workers.
    most : int, optional
        Jobs there are; more worker processes than that are not started.

    Raises
    ------
    BadOption
        If both are given.
    tournaments.cluster.BadCluster
        If the cluster cannot be used.
    """
    if cluster is None:
        count = pool.default_workers() if workers is None else workers
        yield Processes(count if most is None else min(count, most))
        return
    if workers is not None:
        raise BadOption("--workers counts processes of this machine, and --cluster has workers of "
                        "its own: give one of them")
    # Slow to load, and the extra it needs may be missing.
    from tournaments.cluster import Cluster

    with Cluster(cluster) as executor:
        yield executor

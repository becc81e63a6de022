"""The Dask executor on a real cluster: a scheduler and workers in processes of their own."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from threading import Thread

import odd_heorot
import pytest
from arena_kit import call, count, rows
from arena_kit import run as start_and_wait
from cluster_jobs import die, mark_and_wait
from pool_jobs import fail, name_process, square

from players import spec
from tournaments import cluster, executor
from tournaments.cluster import BadCluster, Cluster
from tournaments.failure import Failed
from tournaments.match import configure
from tournaments.pool import WorkerDied
from tournaments.runner import run
from tournaments.store import COLUMNS, Journal
from tournaments.tune import plan_tuning, search

HERE = Path(__file__).parent
REASON = COLUMNS.split(", ").index("reason")
PLAN = ["tournament", "beowulf", "random", "greedy:worlds=1", "--blocks", 3, "--seed", 4, "--json"]


def free_port():
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Site:
    """A scheduler and its workers, started as docs/cluster.md says."""

    def __init__(self, folder):
        self.folder = folder
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.processes = []
        self.scheduler = self.start("scheduler", "--host", self.address, "--no-show",
                                    "--dashboard-address", "127.0.0.1:0")  # fmt: skip

    def start(self, *args):
        path = os.pathsep.join([str(HERE), str(HERE.parents[1])])
        with open(self.folder / f"{len(self.processes)}.log", "w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *args],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "PYTHONPATH": path, "TMPDIR": str(self.folder)},
                start_new_session=True,
            )  # fmt: skip
        self.processes.append(process)
        return process

    def add_worker(self, *args):
        return self.start("worker", self.address, "--no-dashboard",
                          *(args or ("--nworkers", "1", "--nthreads", "1")))  # fmt: skip

    def stop(self):
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Two workers; each has a nanny that starts it again when it dies."""
    found = Site(tmp_path_factory.mktemp("site"))
    found.add_worker("--nworkers", "2", "--nthreads", "1", "--preload", "cluster_jobs")
    yield found
    found.stop()


@pytest.fixture
def own_site(tmp_path):
    found = Site(tmp_path)
    yield found
    found.stop()


@pytest.fixture
def two(site):
    with Cluster(site.address, 60) as found:
        found.client.wait_for_workers(2, timeout=60)
        yield found


def wait_for(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)
    return found


def test_every_job_is_done_once(two):
    with closing(two.work(square, 10, range(20))) as results:
        assert sorted(results) == [(job, job * job + 10) for job in range(20)]
    assert list(two.work(square, 0, [])) == []
    assert two.workers == 2


def test_jobs_are_done_elsewhere_by_both_workers(two):
    pids = {pid for _, pid in two.work(name_process, None, range(30))}
    assert len(pids) == 2
    assert os.getpid() not in pids


def test_an_exception_comes_back(two):
    with pytest.raises(ValueError, match="no 1"):
        list(two.work(fail, None, [1]))


def test_jobs_are_taken_when_a_worker_is_soon_free(two):
    taken = []
    jobs = (taken.append(job) or job for job in range(100))
    with closing(two.work(square, 0, jobs)) as results:
        next(results)
    assert len(taken) <= cluster.AHEAD * 2 + 1


def test_a_job_of_a_killed_worker_is_done_again(two, tmp_path):
    results = two.work(mark_and_wait, str(tmp_path), [1, 2])
    names = []

    def kill():
        names.extend(wait_for(lambda: [path.name for path in tmp_path.glob("1-*")]))
        os.kill(int(names[0].partition("-")[2]), signal.SIGKILL)
        wait_for(lambda: len(list(tmp_path.glob("1-*"))) == 2)
        (tmp_path / "go").touch()

    killer = Thread(target=kill)
    killer.start()
    assert sorted(results) == [(1, 1), (2, 4)]
    killer.join()
    tried = {path.name for path in tmp_path.glob("1-*")}
    assert len(tried) == 2
    assert names[0] in tried


def test_a_job_that_kills_its_workers_is_given_up(two, tmp_path):
    with pytest.raises(WorkerDied, match="died 4 times on job 7") as caught:
        list(two.work(die, str(tmp_path), [7]))
    assert caught.value.job == 7
    assert len(list(tmp_path.glob("7-*"))) == 4


def test_a_killed_worker_changes_nothing_of_a_tournament(two):
    """A worker is killed in the middle of a game, and another while the rest is played."""
    texts = ["ismcts:iterations=60", "random"]
    config = configure("beowulf", texts, seed=3)
    with Journal(None, config.facts()) as journal:
        run(config, 3, journal, 0)
        alone = [journal.record(game.pairing.number) for game in journal.games()]
    pids = list(two.client.run(os.getpid).values())
    killed = []

    def watch(result):
        if len(killed) < 2:
            killed.append(pids[len(killed)])
            os.kill(killed[-1], signal.SIGKILL)

    with Journal(None, config.facts()) as journal:
        run(config, 3, journal, two, watch)
        games = list(journal.games())
        assert [journal.record(game.pairing.number) for game in games] == alone
    assert len(killed) == 2


def test_the_command_gives_the_same_report_and_journal(two, site, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    here = call(*PLAN, "--workers", 0, "--journal", "here.db")
    there = call(*PLAN, "--cluster", site.address, "--journal", "there.db")
    assert here[0] == 0
    assert there[:2] == here[:2], there[2]
    assert rows("here.db") == rows("there.db")


def test_a_search_finds_the_same_there(two):
    plan = plan_tuning("kuhn", "ismcts:iterations=4,cutoff=none,prior=0", ["c=0.1:1.0"], blocks=3)
    found = []
    for place in (two, executor.Processes(0)):
        with Journal(None, plan.config.facts()) as journal:
            found.append(search(plan, 2, journal, place))
    assert found[0] == found[1]


@pytest.fixture
def odd(monkeypatch):
    """Players for tests, here; workers know them by --preload."""
    monkeypatch.setitem(spec.KINDS, "odd", odd_heorot.KIND)


def hold(how, place):
    """Return the games and the forfeits of two blocks with a player that fails."""
    config = configure("beowulf", ["random", f"odd:how={how}"], seed=1)
    with Journal(None, config.facts()) as journal:
        run(config, 2, journal, place)
        return list(journal.games()), list(journal.forfeits())


@pytest.mark.usefixtures("odd")
@pytest.mark.parametrize("how", ["crash", "illegal", "exit", "unpicklable", "nothing"])
def test_a_failing_player_forfeits_as_it_does_at_home(two, how):
    games, forfeits = hold(how, two)
    assert len(forfeits) == 4
    assert (games, forfeits) == hold(how, 0)


def hold_at_home(how, folder):
    """Return the rows of the same games, played by processes that know the player."""
    plan = ["tournament", "beowulf", "random", f"odd:how={how}", "--blocks", 2, "--seed", 1]
    status, _, err = start_and_wait(*plan, "--workers", 2, "--patience", "500ms", "--journal",
                                    "home.db", cwd=folder)  # fmt: skip
    assert status == 3, err
    return rows(folder / "home.db")


def hold_there(how, place, folder):
    config = configure("beowulf", ["random", f"odd:how={how}"], seed=1)
    with Journal(str(folder / "there.db"), config.facts()) as journal:
        run(config, 2, journal, place, patience=0.5)
    return rows(folder / "there.db")


@pytest.mark.usefixtures("odd")
def test_a_player_that_hangs_forfeits_as_it_does_at_home(two, tmp_path):
    games = hold_there("hang", two, tmp_path)
    assert len(games) == 4
    assert games == hold_at_home("hang", tmp_path)
    assert {game[REASON] for game in games} == {"took more than 0.5 s for a decision"}
    # Its processes were ended, and the cluster plays on.
    with closing(two.work(square, 10, range(4))) as results:
        assert sorted(results) == [(job, job * job + 10) for job in range(4)]


@pytest.mark.usefixtures("odd")
def test_a_player_that_ends_its_process_forfeits_as_it_does_at_home(two, site, tmp_path):
    games, at_home = hold_there("die", two, tmp_path), hold_at_home("die", tmp_path)
    # All but how it ended, which a cluster does not tell, and so the digest of the row.
    assert [game[:REASON] for game in games] == [game[:REASON] for game in at_home]
    assert [game[REASON + 1] for game in games] == [game[REASON + 1] for game in at_home]
    assert {game[REASON] for game in games} == {"ended its process 2 times"}
    assert list(site.folder.glob("heorot-*.trace")) == []


def test_a_worker_of_another_version_is_refused(site, monkeypatch):
    monkeypatch.setattr(cluster, "heorot_version", lambda: "9.9")
    with pytest.raises(BadCluster, match=r"this machine 9\.9: install the same version on both"):
        Cluster(site.address)


def test_a_worker_with_several_threads_is_refused(own_site):
    own_site.add_worker("--nworkers", "1", "--nthreads", "3")
    with pytest.raises(BadCluster, match=r"plays 3 games at a time .* --nthreads 1$"):
        Cluster(own_site.address, 60)


def test_a_scheduler_without_workers_and_one_that_is_lost(own_site, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wait_for(lambda: "Scheduler at" in (tmp_path / "0.log").read_text())
    with pytest.raises(BadCluster, match=r"has no workers; start some .*: dask worker tcp://"):
        Cluster(own_site.address, 1)
    own_site.add_worker()
    config = configure("beowulf", ["random", "random"], seed=3)

    def watch(result):
        if own_site.scheduler.poll() is None:
            os.killpg(own_site.scheduler.pid, signal.SIGKILL)
            own_site.scheduler.wait()

    with Journal("a.db", config.facts()) as journal:
        with (
            pytest.raises(Failed, match=r"was lost; the games that ended are safe"),
            Cluster(own_site.address, 60) as found,
        ):
            run(config, 5000, journal, found, watch)
        kept = len(journal)
        assert kept >= 1
    assert count("a.db") == kept


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{port}", "127.0.0.1:{port}", "nonsense://x"])
def test_an_address_where_nobody_answers(address, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    address = address.format(port=free_port())
    status, out, err = call(*PLAN, "--cluster", address)
    assert (status, out) == (2, "")
    assert err.startswith(f"heorot: --cluster {address}: no Dask scheduler answers there (")
    assert "dask scheduler" in err
    assert "Traceback" not in err
    assert len(err.splitlines()) == 1


def test_workers_and_a_cluster_exclude_each_other():
    status, _, err = call(*PLAN, "--cluster", "tcp://127.0.0.1:1", "--workers", 2)
    assert status == 2
    assert "give one of them" in err


def test_without_dask(monkeypatch):
    monkeypatch.setattr(cluster, "distributed", None)
    status, _, err = call(*PLAN, "--cluster", "tcp://127.0.0.1:1")
    assert (status, err) == (2, "heorot: --cluster needs Dask: pip install 'heorot[cluster]'\n")


def test_processes_are_not_more_than_there_are_jobs():
    with executor.open_executor(5, None, 2) as found:
        assert found.workers == 2
        assert sorted(found.work(square, 1, [1, 2])) == [(1, 2), (2, 5)]

import odd_heorot
import pytest

from players import spec
from tournaments.failure import GameFailed
from tournaments.match import configure
from tournaments.report import report_data
from tournaments.runner import run
from tournaments.schedule import block_seed
from tournaments.statistics import Games, summarise
from tournaments.store import Journal


def play(contestants, blocks, workers, **more):
    """Return the rows and the report of a tournament."""
    config = configure("beowulf", contestants, seed=11, **more)
    watched = []
    with Journal(None, config.facts()) as journal:
        run(config, blocks, journal, workers, watched.append)
        games = list(journal.games())
        records = [journal.record(game.pairing.number) for game in games]
    assert sorted(result.pairing.number for result in watched) == list(range(len(games)))
    report = report_data(config, summarise(Games.of(games), len(contestants)))
    return games, records, report


@pytest.mark.parametrize(
    ("contestants", "more", "workers"),
    [
        (["random", "greedy:worlds=1"], {}, (1, 2, 4)),
        (["random", "random"], {"players": 3, "options": {"start": "1"}}, (2,)),
    ],
)
def test_the_same_with_any_number_of_workers(contestants, more, workers):
    one = play(contestants, 2, 0, **more)
    for number in workers:
        assert play(contestants, 2, number, **more) == one


def test_what_is_in_the_journal_is_not_played_again():
    config = configure("beowulf", ["random", "random"], seed=1)
    watched = []
    with Journal(None, config.facts()) as journal:
        run(config, 2, journal, 0)
        run(config, 3, journal, 0, lambda result: watched.append(result.pairing.number))
        assert watched == [4, 5]
        run(config, 3, journal, 1, lambda result: watched.append(result.pairing.number))
        run(config, 1, journal, 1, lambda result: watched.append(result.pairing.number))
    assert watched == [4, 5]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("crash", "odd:how=crash in seat 2 failed: RuntimeError: boom"),
        ("illegal", "odd:how=illegal in seat 2 chose an illegal action: IllegalAction"),
        ("exit", "odd:how=exit in seat 2 failed: SystemExit: I leave"),
    ],
)
def test_a_player_that_fails_is_named_with_seed_and_moves(how, said, monkeypatch):
    monkeypatch.setitem(spec.KINDS, "odd", odd_heorot.KIND)
    config = configure("beowulf", ["random", f"odd:how={how}"], seed=1)
    with Journal(None, config.facts()) as journal:
        with pytest.raises(GameFailed) as caught:
            run(config, 2, journal, 0)
        assert len(journal) == 0
    error = caught.value
    assert error.reason.startswith(said)
    assert error.seats == config.labels
    assert error.seed == block_seed(1, 0)
    assert error.moves[0][0] == "chance"
    assert f"{len(error.moves)} moves so far" in str(error)

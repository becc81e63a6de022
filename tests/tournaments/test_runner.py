import odd_heorot
import pytest

from core.errors import InvariantError
from core.record import Record
from players import spec
from players.table import Table
from tournaments import match
from tournaments.failure import GameFailed
from tournaments.match import configure
from tournaments.report import report_data
from tournaments.runner import run
from tournaments.schedule import block_seed
from tournaments.sequential import SprtRule, UntilRule, parse_sprt
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


@pytest.fixture
def odd(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(spec.KINDS, "odd", odd_heorot.KIND)


FAULTS = [
    ("crash", "failed: RuntimeError: boom (odd_heorot.py, line"),
    ("illegal", "chose an illegal action: IllegalChoice: odd:how=illegal in seat"),
    ("exit", "failed: SystemExit: I leave"),
    ("unpicklable", "failed: Unpicklable: no way across"),
    ("nothing", "failed: it chose None, which is no decision"),
    ("real", "failed: it chose Decision(action="),
]


@pytest.mark.parametrize(("how", "said"), FAULTS)
def test_a_player_that_fails_forfeits_and_the_rest_is_played(how, said, odd):
    config = configure("beowulf", ["random", f"odd:how={how}"], seed=1)
    with Journal(None, config.facts()) as journal:
        assert run(config, 2, journal, 0) == 2
        games = list(journal.games())
        lost = list(journal.forfeits())
    assert len(games) == len(lost) == 4
    for game, found in zip(games, lost, strict=True):
        seat = game.pairing.seating.index(1)
        assert (game.forfeit, found.seat) == (seat, seat)
        assert game.utilities == tuple(float(who == 0) for who in game.pairing.seating)
        assert game.scores == (None, None)
        assert found.reason.startswith(said)
        assert found.seed == block_seed(1, game.pairing.block)
        record = Record.loads(found.record)
        assert record.result is None
        assert len(record.moves) == game.moves > 3
        assert record.replay().mover == seat
        assert sum(who == seat for who, _ in record.moves) == 2 == game.decisions - sum(
            who == 1 - seat for who, _ in record.moves
        )


def test_a_player_that_cannot_be_made_forfeits(odd):
    config = configure("beowulf", ["random", "odd:how=start"], seed=1)
    with Journal(None, config.facts()) as journal:
        run(config, 1, journal, 0)
        first, second = journal.forfeits()
    assert first.reason.startswith("failed: ValueError: not today")
    assert (first.seat, second.seat) == (1, 0)
    assert Record.loads(first.record).moves == []


def test_all_seats_of_a_player_lose_what_it_forfeits(odd):
    config = configure("beowulf", ["random", "odd:how=crash"], seed=1, players=4)
    with Journal(None, config.facts()) as journal:
        run(config, 1, journal, 0)
        games = list(journal.games())
    for game in games:
        others = game.pairing.seating.count(0)
        assert game.utilities == tuple(
            1 / others if who == 0 else 0.0 for who in game.pairing.seating
        )


def test_a_team_loses_what_a_member_forfeits(odd):
    config = configure("defenders", ["random", "odd:how=crash"], seed=1, players=2)
    assert config.format == "team"
    with Journal(None, config.facts()) as journal:
        run(config, 1, journal, 0)
        one, other = journal.games()
    assert one.forfeit is None
    assert other.forfeit is not None
    assert other.utilities == (0.0, 0.0)


def test_faulty_rules_stop_the_tournament(monkeypatch):
    config = configure("beowulf", ["random", "random"], seed=1)

    class Faulty(Table):
        def view(self, seat):
            raise InvariantError("tiles are lost")

    monkeypatch.setattr(match, "Table", Faulty)
    with Journal(None, config.facts()) as journal:
        with pytest.raises(GameFailed) as caught:
            run(config, 2, journal, 0)
        assert len(journal) == 0
    error = caught.value
    assert error.reason.startswith("the rules of beowulf failed: InvariantError: tiles are lost")
    assert error.seats == config.labels
    assert error.seed == block_seed(1, 0)
    assert error.moves[0][0] == "chance"
    assert f"{len(error.moves)} moves so far" in str(error)


# ---------------------------------------------------------------------- stopping by a rule


def held(config, make, workers, journal):
    """Return the blocks that count, the rule's verdict and the figures."""
    rule = make(config)
    blocks = run(config, 1000, journal, workers, rule=rule)
    games = journal.games(len(config.schedule().games(blocks)))
    return blocks, rule.data(), report_data(config, summarise(Games.of(games), 2), rule)


def sprt(config):
    return SprtRule(parse_sprt("elo0=0 elo1=200"), config.schedule().seatings, shared=True)


def until(config):
    return UntilRule(0.15, 2, config.seed)


@pytest.mark.parametrize("make", [sprt, until])
def test_a_rule_decides_by_blocks_in_order_whoever_plays(make, tmp_path):
    config = configure("kuhn", ["random", "random"], seed=3)
    with Journal(None, config.facts()) as journal:
        one = held(config, make, 0, journal)
        assert len(journal) == 2 * one[0]
        assert held(config, make, 0, journal) == one
    assert 10 <= one[0] < 1000
    # Workers run ahead; their games are kept, but do not count. Some were played before.
    path = str(tmp_path / "a.db")
    with Journal(path, config.facts()) as journal:
        run(config, one[0] // 2, journal, 0)
    with Journal(path, config.facts()) as journal:
        assert held(config, make, 2, journal) == one


def test_a_rule_without_a_decision_plays_all_blocks():
    config = configure("kuhn", ["random", "random"], seed=3)
    rule = sprt(config)
    with Journal(None, config.facts()) as journal:
        assert run(config, 5, journal, 0, rule=rule) == 5
    assert rule.data()["accepted"] is None
    assert rule.blocks == 5

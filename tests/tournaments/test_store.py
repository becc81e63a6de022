import random
import shutil
import sqlite3
from dataclasses import replace

import pytest

from tournaments.match import GameResult, configure
from tournaments.runner import run
from tournaments.schedule import Pairing, block_seed
from tournaments.store import BadJournal, DamagedJournal, Forfeited, Journal, recover

FACTS = {"game": "g", "players": 2, "options": {}, "contestants": ["a", "b"], "seed": 1}


def result(number):
    return GameResult(
        Pairing(number, number // 2, (0, 1)), 5, (1.0, 0.0), (30.0, 2.5), 10, 12, f"record {number}"
    )


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "a.db")


def test_games_are_there_when_it_is_opened_again(path):
    with Journal(path, FACTS) as journal:
        for number in (3, 0, 1):
            journal.add(result(number))
    with Journal(path, FACTS) as journal:
        assert len(journal) == 3
        assert journal.done() == {0, 1, 3}
        assert [game.pairing.number for game in journal.games()] == [0, 1, 3]
        assert [game.pairing.number for game in journal.games(3)] == [0, 1]
        assert next(journal.games()).scores == (30.0, 2.5)
        assert next(journal.games()).pairing == Pairing(0, 0, (0, 1))
        assert journal.record(3) == "record 3"
        with pytest.raises(KeyError):
            journal.record(2)


def test_without_a_file_nothing_is_left(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Journal(None, FACTS) as journal:
        journal.add(result(0))
        assert len(journal) == 1
    assert list(tmp_path.iterdir()) == []


def test_only_the_journal_is_left_when_it_is_closed(path, tmp_path):
    with Journal(path, FACTS) as journal:
        journal.add(result(0))
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.db"]


@pytest.mark.parametrize("name", list(FACTS))
def test_another_tournament_is_refused_and_named(path, name):
    Journal(path, FACTS).close()
    other = {**FACTS, name: "other"}
    with pytest.raises(BadJournal, match=f"another tournament; {name}: the journal has .* other"):
        Journal(path, other)
    Journal(path, FACTS).close()


def test_a_second_one_is_refused_until_the_first_is_closed(path):
    with (
        Journal(path, FACTS) as journal,
        pytest.raises(BadJournal, match=r"process \d+ is using it"),
    ):
        Journal(path, FACTS)
    journal = Journal(path, FACTS)
    journal.close()


def test_others_may_read_while_it_is_written(path):
    with Journal(path, FACTS) as journal:
        journal.add(result(0))
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        assert db.execute("SELECT record FROM games").fetchall() == [("record 0",)]
        journal.add(result(1))
        assert db.execute("SELECT count(*) FROM games").fetchone() == (2,)
        db.close()


def test_a_game_is_not_written_twice(path):
    with Journal(path, FACTS) as journal:
        journal.add(result(0))
        with pytest.raises(BadJournal, match="cannot write a game: UNIQUE"):
            journal.add(result(0))
        assert len(journal) == 1


def test_places_where_no_journal_can_be(tmp_path):
    for path, message in {
        str(tmp_path): "this is a folder",
        str(tmp_path / "no" / "a.db"): "there is no folder",
        "": "no name of a file",
        "a\0b": "no name of a file",
        "/dev/null": "no ordinary file",
        str(tmp_path / ("x" * 300)): "cannot write beside it",
    }.items():
        with pytest.raises(BadJournal, match=message):
            Journal(path, FACTS)
    assert list(tmp_path.iterdir()) == []


def test_foreign_files_are_refused_and_left_alone(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("my notes, much longer than the head of an SQLite file\n")
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE games (number)")
    db.close()
    for path in (text, foreign):
        before = path.read_bytes()
        with pytest.raises(BadJournal, match=r"no journal of Heorot.*the file was left"):
            Journal(str(path), FACTS)
        assert path.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 2


def test_an_empty_file_becomes_a_journal(path):
    open(path, "w").close()
    with Journal(path, FACTS) as journal:
        journal.add(result(0))


def test_a_journal_of_another_schema_is_refused(path):
    Journal(path, FACTS).close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE meta SET value = '1' WHERE key = 'schema'")
    db.close()
    with pytest.raises(BadJournal, match="schema 1; this version of Heorot reads schema 2"):
        Journal(path, FACTS)


@pytest.mark.parametrize("config", ["{", "[]", "{}", "null"])
def test_a_damaged_configuration_is_refused(path, config):
    Journal(path, FACTS).close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE meta SET value = ? WHERE key = 'config'", (config,))
    db.close()
    with pytest.raises(BadJournal, match="configuration cannot be read"):
        Journal(path, FACTS)


@pytest.mark.parametrize("column", ["block", "seating", "seed", "utilities", "scores", "forfeit",
                                    "reason", "record"])  # fmt: skip
def test_a_changed_row_is_refused(path, column):
    with Journal(path, FACTS) as journal:
        journal.add(result(0))
    with sqlite3.connect(path) as db:
        db.execute(f"UPDATE games SET {column} = ?", (b"\xff\xfe",))
    db.close()
    with pytest.raises(BadJournal, match="damaged: the row of game 0 was changed"):
        Journal(path, FACTS)


def test_a_forfeited_game(path):
    lost = replace(result(1), scores=(None, None), forfeit=1, reason="fell asleep")
    with Journal(path, FACTS) as journal:
        journal.add(result(0))
        journal.add(lost)
    with Journal(path, FACTS) as journal:
        assert [game.forfeit for game in journal.games()] == [None, 1]
        assert list(journal.games())[1].scores == (None, None)
        (found,) = journal.forfeits()
        assert found == Forfeited(lost.pairing, 5, 1, "fell asleep", "record 1")
        assert list(journal.forfeits(1)) == []


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A real journal, and what is in it."""
    path = tmp_path_factory.mktemp("whole") / "a.db"
    config = configure("beowulf", ["random", "random"], seed=3)
    with Journal(str(path), config.facts()) as journal:
        run(config, 4, journal, workers=0)
        return path, config, list(journal.games())


@pytest.mark.fuzz
def test_damage_is_refused_or_harmless(whole, tmp_path):
    source, config, games = whole
    rng = random.Random(11)
    data = source.read_bytes()
    refused = []
    for round_ in range(150):
        damaged = bytearray(data)
        if round_ % 3 == 0:
            del damaged[rng.randrange(len(damaged)) :]
        elif round_ % 3 == 1:
            # The first page and the tables' roots are few bytes, so they are aimed at.
            damaged[rng.randrange(rng.choice([100, 4096, len(data)]))] ^= 1 << rng.randrange(8)
        else:
            at = rng.randrange(len(damaged))
            damaged[at : at + 512] = rng.randbytes(512)
        path = tmp_path / f"{round_}.db"
        path.write_bytes(damaged)
        try:
            with Journal(str(path), config.facts()) as journal:
                assert damaged == b"" or list(journal.games()) == games
        except BadJournal as error:
            refused.append(str(error))
    assert len(refused) > 100
    assert all("another --journal" in message for message in refused)


def expected(config):
    schedule = config.schedule()

    def find(number):
        pairing = schedule.pairing(number)
        return pairing, block_seed(config.seed, pairing.block)

    return find


@pytest.mark.fuzz
def test_what_is_whole_is_recovered(whole, tmp_path):
    source, config, games = whole
    rng = random.Random(13)
    data = source.read_bytes()
    kept = 0
    for round_ in range(60):
        damaged = bytearray(data)
        if round_ % 3 == 0:  # the file's head and its list of tables, which SQLite needs
            damaged[: rng.randrange(1, 4096)] = b""
            damaged = damaged.rjust(len(data), b"y")
        elif round_ % 3 == 1:
            del damaged[rng.randrange(len(data) // 2, len(data)) :]
        else:
            at = rng.randrange(1, len(data) // 4096) * 4096
            damaged[at : at + 4096] = rng.randbytes(4096)
        path = tmp_path / f"{round_}.db"
        path.write_bytes(damaged)
        found = recover(str(path), config.facts(), expected(config))
        kept += found.games
        with Journal(str(path), config.facts()) as journal:
            assert len(journal) == found.games > 0
            assert set(journal.games()) <= set(games)
    # A game has three pages or four: a damaged page costs one, half a file half of them.
    assert kept > 60 * len(games) * 0.7


def test_all_is_recovered_if_only_the_head_is_damaged(whole, tmp_path):
    source, config, games = whole
    path = tmp_path / "a.db"
    path.write_bytes(b"\xff" * 90 + source.read_bytes()[90:])
    with pytest.raises(DamagedJournal, match="--recover sets it aside"):
        Journal(str(path), config.facts())
    found = recover(str(path), config.facts(), expected(config))
    assert found.games == len(games)
    assert found.aside == f"{path}.damaged"
    with Journal(str(path), config.facts()) as journal:
        assert list(journal.games()) == games
    # A second time, under another name.
    path.write_bytes(b"\xff" * 90 + source.read_bytes()[90:])
    assert recover(str(path), config.facts(), expected(config)).aside == f"{path}.damaged-2"


def test_games_of_another_tournament_are_not_recovered(whole, tmp_path):
    source, config, _ = whole
    path = tmp_path / "a.db"
    path.write_bytes(b"\xff" * 90 + source.read_bytes()[90:])
    other = replace(config, seed=4)
    with pytest.raises(BadJournal, match="no game of this tournament"):
        recover(str(path), other.facts(), expected(other))
    with pytest.raises(BadJournal, match="no such file"):
        recover(str(tmp_path / "b.db"), config.facts(), expected(config))


def test_what_is_in_the_log_is_recovered(whole, tmp_path):
    _, config, games = whole
    live, path = tmp_path / "live.db", tmp_path / "a.db"
    with Journal(str(live), config.facts()) as journal:
        run(config, 2, journal, workers=0)
        for end in ("", "-wal"):
            shutil.copy(f"{live}{end}", f"{path}{end}")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE games SET moves = 0 WHERE number = 1")
    db.close()
    found = recover(str(path), config.facts(), expected(config))
    assert found.games == 3
    with Journal(str(path), config.facts()) as journal:
        assert list(journal.games()) == [games[0], *games[2:4]]


@pytest.mark.fuzz
def test_a_damaged_log_costs_games_but_no_more(tmp_path):
    rng = random.Random(12)
    live = tmp_path / "live.db"
    journal = Journal(str(live), FACTS)
    for number in range(30):
        journal.add(result(number))
    for round_ in range(40):
        path = tmp_path / f"{round_}.db"
        shutil.copy(live, path)
        log = bytearray((tmp_path / "live.db-wal").read_bytes())
        if round_ % 2:
            del log[rng.randrange(len(log)) :]
        else:
            log[rng.randrange(len(log))] ^= 255
        (tmp_path / f"{round_}.db-wal").write_bytes(log)
        with Journal(str(path), FACTS) as copy:
            numbers = [game.pairing.number for game in copy.games()]
            assert numbers == list(range(len(numbers)))
            for number in range(len(numbers), 30):
                copy.add(result(number))
            assert list(copy.games()) == list(journal.games())
    journal.close()

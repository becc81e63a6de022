import json
import os
import shlex
import signal
import subprocess
import sys

import numpy as np
import odd_heorot
import pytest
from arena_kit import call, count, rows, start
from test_resume import wait_until

from core.errors import BadOption, HeorotError
from players import spec
from players.spec import BadSpec, parse_spec
from tournaments import tune
from tournaments.executor import Processes
from tournaments.match import BadTournament
from tournaments.statistics import Estimate
from tournaments.store import Journal
from tournaments.tune import (
    BadParameter,
    Trial,
    Verification,
    best_of,
    plan_tuning,
    propose,
    read_parameter,
    search,
    verify,
    with_parameters,
)

PLAYER = "ismcts:iterations=8,cutoff=none,prior=0,rollout=random"
PLAYER_TEXT = parse_spec(PLAYER).text
PLAN = ["tune", "kuhn", PLAYER, "--param", "c=0.1:2.0", "--param", "iterations=4:40:log",
        "--param", "keys=mo|so|open", "--field", "random", "--blocks", 3, "--verify", 4,
        "--seed", 5, "--json"]  # fmt: skip


def make_plan(**more):
    given = {"field": ["random"], "blocks": 3, "seed": 5, **more}
    return plan_tuning("kuhn", PLAYER, ["c=0.1:2.0", "iterations=4:40:log"], **given)


# ---------------------------------------------------------------------- parameters


@pytest.mark.parametrize(
    ("text", "corners", "log"),
    [
        ("c=0.1:2.0", ("0.1", "2.0"), False),
        ("c = 1 : 2.0", ("1.0", "2.0"), False),
        ("cutoff=1:8", ("1", "8"), False),
        ("nodes=100:10000:log", ("100", "10000"), True),
        ("prior=1e-1:1e2:log", ("0.1", "100.0"), True),
        ("keys=mo|so", ("mo", "so"), False),
        ("cutoff=none|0|4", ("none", "0", "4"), False),
    ],
)
def test_ranges_and_choices(text, corners, log):
    found = read_parameter(text)
    assert (found.corners, found.log) == (corners, log)
    assert all(found.write(found.read(corner)) == corner for corner in corners)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("c", "NAME=LOW:HIGH or NAME=A|B|C is expected"),
        ("=1:2", "is expected"),
        ("c=", "is expected"),
        ("c=1", "a range such as 0.1:2.0"),
        ("c=1:2:lin", "a range such as"),
        ("c=1:x", "a range such as"),
        ("c=2:1", "begins with the smaller number"),
        ("c=1:1", "begins with the smaller number"),
        ("c=0:1e999", "begins with the smaller number"),
        ("c=0:1:log", "begins above 0"),
        ("keys=mo|", "every choice has a text"),
        ("keys=mo|mo", "every choice has a text"),
    ],
)
def test_what_is_no_parameter(text, said):
    with pytest.raises(BadParameter, match=r"^--param ") as caught:
        read_parameter(text)
    assert said in str(caught.value)


def test_a_tried_number_is_short_and_stays_in_its_range():
    found = read_parameter("c=0.12344:1.98765")
    assert found.write(0.777777777) == "0.7778"
    assert found.write(0.12344001) == "0.12344"
    assert found.write(1.98764999) == "1.98765"


def test_parameters_replace_those_of_the_player():
    assert with_parameters("greedy", {"worlds": "2"}) == "greedy:worlds=2"
    assert with_parameters("greedy:worlds=3", {"worlds": "2"}) == "greedy:worlds=2"
    with pytest.raises(BadSpec, match="has no parameter 'x'"):
        with_parameters("greedy", {"x": "2"})


@pytest.mark.parametrize(
    ("args", "more", "error", "said"),
    [
        ([], {}, BadParameter, "nothing to search"),
        (["c=0.1:2.0", "c=1:2"], {}, BadParameter, "c is given twice"),
        (["x=1:2"], {}, BadParameter, "x=1 is not possible: ismcts has no parameter 'x'"),
        (["c=0.1:200.0"], {}, BadParameter, "c=200.0: a number from 0 to 100 is expected"),
        (["trees=1:2", "threads=1:2"], {}, BadParameter, "threads=2 has no effect beyond trees=1"),
        (["rollout=random|knowledge"], {"field": ["x"]}, HeorotError, "there is no player 'x'"),
        (["cutoff=none|4"], {}, HeorotError, "needs an evaluator"),
        (["c=0.1:2.0"], {"field": ["random", "random"]}, BadOption, "has 1 at most"),
        (["c=0.1:2.0"], {"field": ["human"]}, BadTournament, "human cannot take part"),
        ([f"c{number}=1:2" for number in range(11)], {}, BadParameter, "at most 10"),
    ],
)
def test_a_plan_is_checked_before_the_first_game(args, more, error, said):
    with pytest.raises(error) as caught:
        plan_tuning("kuhn", PLAYER, args, blocks=1, **more)
    assert said in str(caught.value)


# ---------------------------------------------------------------------- who plays whom


def test_the_candidate_sits_in_every_seat_and_the_field_follows():
    plan = plan_tuning("beowulf", "greedy", ["worlds=1:4"], players=4, blocks=2,
                       field=["random", "ismcts:iterations=4"])  # fmt: skip
    assert plan.config.contestants == ("greedy", "random", *["ismcts:iterations=4"] * 2)
    assert plan.seatings == ((0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0))
    assert plan.games == 8
    assert make_plan(field=[]).config.contestants[1] == make_plan().config.contestants[0]


def test_the_match_is_on_other_seeds_than_the_trials():
    plan = make_plan()
    match = plan.match(2, 4)
    assert [pairing.block for pairing in match] == [3, 3, 4, 4, 5, 5, 6, 6]
    assert {pairing.seating for pairing in match} == {(0, 1), (1, 0)}
    others = {pairing.number for pairing in plan.match(1, 10**5)}
    assert others.isdisjoint(pairing.number for pairing in match)


def test_all_seats_in_a_cooperative_game():
    plan = plan_tuning("defenders", "greedy", ["worlds=1:2"], players=2, blocks=2)
    assert plan.seatings == ((0, 0),)
    assert plan.match_seatings == ((0, 0), (1, 1))
    with pytest.raises(BadOption, match="has all seats"):
        plan_tuning("defenders", "greedy", ["worlds=1:2"], blocks=2, field=["random"])


# ---------------------------------------------------------------------- the search


def test_proposals_depend_on_seed_and_trials_only_and_stay_in_the_ranges():
    plan, found = make_plan(), []
    for number in range(1, 16):
        player = propose(plan, found)
        assert player == propose(plan, found)
        values = plan.values(player)
        assert 0.1 <= values["c"] <= 2.0
        assert 4 <= values["iterations"] <= 40
        assert player == parse_spec(player).text
        # The larger c, the better.
        found.append(Trial(number, player, Estimate(values["c"] / 2, None, None)))
    tried = [plan.values(trial.player)["c"] for trial in found]
    assert len(set(tried)) > 10
    assert np.mean(tried[-4:]) > np.mean(tried[:8])
    default = Trial(0, PLAYER, Estimate(9.0, None, None))
    assert best_of([default, *found]).share.mean == max(tried) / 2
    assert propose(make_plan(seed=6), []) != propose(plan, [])


def test_trials_share_their_luck_and_workers_change_nothing():
    plan = make_plan()
    results = []
    for workers in (0, 2):
        with Journal(None, plan.config.facts()) as journal:
            place = Processes(workers)
            found = search(plan, 2, journal, place)
            checked = verify(plan, best_of(found), 4, journal, place)
            games = list(journal.games())
            records = [journal.record(game.pairing.number) for game in games]
        results.append((found, checked, records))
    assert results[0] == results[1]
    seeds = [game.seed for game in games]
    assert seeds[:6] == seeds[6:12] == seeds[12:18]
    assert len(set(seeds)) == 3 + 4
    assert json.loads(records[6])["seats"][0] == found[1].player != found[0].player == PLAYER_TEXT
    assert (checked.games, checked.blocks, checked.equal) == (8, 4, 0.5)


def test_a_team_is_verified_by_the_difference_of_its_win_share(monkeypatch):
    plan = plan_tuning("defenders", "greedy", ["worlds=1:2"], players=2, blocks=2)

    def play_all(config, pairings, journal, executor, watch):
        for pairing in pairings:
            share = 0.75 if pairing.seating[0] == 0 else 0.5
            journal.add(tune.GameResult(pairing, 1, (share,) * 2, (1.0,) * 2, 1, 1, "{}"))
            yield None

    monkeypatch.setattr(tune, "_play_all", play_all)
    with Journal(None, plan.config.facts()) as journal:
        best = Trial(1, "greedy:worlds=1", Estimate(0.5, None, None))
        checked = verify(plan, best, 60, journal, Processes(0))
    assert checked.share.mean == pytest.approx(0.25)
    assert checked.share.low < 0.25 < checked.share.high
    assert (checked.games, checked.equal, checked.verdict) == (120, 0.0, "better")


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.51, 0.6, "better"), (0.4, 0.49, "worse"), (0.4, 0.6, "open"), (None, None, "open")],
)
def test_verdicts(low, high, verdict):
    checked = Verification("a", "b", 2, 1, Estimate(0.5, low, high), 0.5)
    assert checked.verdict == verdict


# ---------------------------------------------------------------------- the command


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.mark.usefixtures("place")
def test_tables_and_the_command_to_go_on():
    plan = [part for part in PLAN if part != "--json"]
    status, out, err = call(*plan, "--trials", 3, "--workers", 0, "--journal", "a b.db")
    assert status == 0, err
    assert "Kuhn poker, 2 players, tuning" in out
    assert "3 trials of 3 blocks, 6 games each, seed 5" in " ".join(out.split())
    assert "default" in out
    assert "Verified on fresh seeds against " in out
    assert "4 blocks, 8 games:" in " ".join(out.split())
    assert "equal players: 50%" in out
    last = out.splitlines()[-1]
    assert last.startswith("To search on: heorot tune kuhn ")
    again = shlex.split(last.partition("heorot ")[2])
    assert again[again.index("--trials") + 1] == "6"
    assert call(*again, "--workers", 0)[0] == 0
    # Whole trials and the match of the best of them; more of either only adds to it.
    assert len(rows("a b.db")) >= 7 * 6 + 8


@pytest.mark.usefixtures("place")
def test_a_longer_search_begins_with_the_shorter_one(monkeypatch):
    short = json.loads(call(*PLAN, "--trials", 2, "--workers", 0)[1])
    status, out, err = call(*PLAN, "--trials", 4, "--workers", 0, "--journal", "a.db")
    assert status == 0, err
    long = json.loads(out)
    assert long["trials"][:3] == short["trials"]
    assert long["trials"][0]["player"] == PLAYER_TEXT
    assert long["best"] in {trial["player"] for trial in long["trials"][1:]}
    assert long["parameters"]["keys"] == "mo|so|open"
    monkeypatch.setattr(Processes, "work", None)
    assert call(*PLAN, "--trials", 4, "--journal", "a.db")[:2] == (0, out)


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (["--blocks", 4], "in 4 blocks a trial"),
        (["--param", "trees=1:2"], "trees=1:2"),
        (["--seed", 6], "seed: the journal has 5, this run 6"),
    ],
)
def test_the_journal_of_another_search_is_refused(change, said):
    assert call(*PLAN, "--trials", 1, "--workers", 0, "--journal", "a.db")[0] == 0
    status, _, err = call(*PLAN, *change, "--trials", 1, "--workers", 0, "--journal", "a.db")
    assert status == 2
    assert "it belongs to another tournament" in err
    assert said in err


def test_ctrl_c_and_kill_lose_nothing(tmp_path):
    """Stopped twice in the middle, it ends as if it had not been."""
    plan = [*PLAN, "--trials", 3, "--blocks", 12, "--workers", 1]
    (tmp_path / "whole").mkdir()
    whole = start(*plan, "--journal", "a.db", cwd=tmp_path / "whole")
    expected = whole.communicate(timeout=120)[0]
    assert whole.returncode == 0
    journal = tmp_path / "a.db"
    total = len(rows(tmp_path / "whole" / "a.db"))
    for sign, target in ((signal.SIGINT, 30), (signal.SIGKILL, 60)):
        process = start(*plan, "--journal", "a.db", cwd=tmp_path)
        wait_until(lambda target=target: count(journal) >= target)
        os.killpg(process.pid, sign)
        _, err = process.communicate(timeout=60)
        assert process.returncode == (130 if sign == signal.SIGINT else -signal.SIGKILL)
        assert target <= count(journal) < total
        if sign == signal.SIGINT:
            assert "Traceback" not in err
            assert f"{count(journal)} games are in a.db; to go on:" in err
            again = shlex.split(err.splitlines()[-1])[1:]
    process = start(*again, cwd=tmp_path)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (0, expected), err
    assert rows(journal) == rows(tmp_path / "whole" / "a.db")


@pytest.mark.usefixtures("place")
def test_a_player_that_fails_forfeits_and_is_named(monkeypatch):
    monkeypatch.setitem(spec.KINDS, "odd", odd_heorot.KIND)
    status, out, err = call("tune", "beowulf", "odd", "--param", "how=crash|illegal", "--field",
                            "random", "--trials", 1, "--blocks", 1, "--verify", 2, "--workers", 0,
                            "--json")  # fmt: skip
    assert status == 3
    data = json.loads(out)
    assert data["trials"][1]["win_share"]["mean"] == 0.0
    assert data["verification"]["share"]["mean"] == 0.0
    assert "in seat 1 " in err
    assert " moves so far (seat: move): chance: draw " in err
    assert "6 games were forfeited in all" in err


@pytest.mark.usefixtures("place")
def test_bad_input_is_told_without_a_traceback():
    for change, said in (
        (["--param", "x=1:2"], "has no parameter 'x'"),
        (["--field", "random,random"], "--field names 3 players"),
        (["--field", "random,"], "--field 'random,': a player is missing"),
        (["--verify", "1"], "a whole number from 2"),
    ):
        status, out, err = call(*PLAN, *change)
        assert (status, out) == (2, "")
        assert said in err
        assert "Traceback" not in err


def test_without_optuna():
    """In a process of its own, as a module that was imported stays."""
    code = (
        "import sys; sys.modules['optuna'] = None\n"
        "from tournaments.cli import main\n"
        "main(['tune', 'kuhn', 'greedy', '--param', 'worlds=1:2'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "heorot: heorot tune needs Optuna: pip install 'heorot[tune]'\n"

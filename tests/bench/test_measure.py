"""The bench: its fixed positions, its figures, and the signature that only behaviour may change."""

import json
import os
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench import measure as module
from bench.measure import Figure, bytes_per_node, machine, measure, plan, signature
from bench.positions import SEED, positions
from core import game
from core.errors import BadOption
from core.state import DEBUG_BUILD
from tournaments.cli import group
from tournaments.commands import bench as command

GOLDEN = Path(__file__).with_name("signature.txt")
REGENERATE = os.environ.get("HEOROT_REGENERATE") == "1"


@pytest.fixture
def _brief(monkeypatch):
    """Make the parts that --quick does not shorten short too."""
    monkeypatch.setattr(module, "SIGNATURE_ITERATIONS", 20)
    monkeypatch.setattr(module, "NODE_ITERATIONS", 200)


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize("name", game.names(reference=True))
def test_positions_are_fixed_real_decisions(name):
    first, second = positions(name), positions(name)
    assert first == second
    traits = game.get(name).traits
    seats = sorted({traits.min_players, traits.max_players})
    assert list(first) == [f"{when}, {n} seats" for n in seats for when in ("opening", "middle")]
    for text, state in first.items():
        assert text.endswith(f"{state.players} seats")
        assert len(state.legal_actions()) > 1
        state.check()
        assert first[text.replace("opening", "middle")].turn >= state.turn


def test_positions_depend_on_no_other_randomness():
    random.seed(1)
    first = positions("beowulf")
    random.seed(2)
    assert positions("beowulf") == first
    assert first["opening, 2 seats"].turn == 1
    assert first["middle, 4 seats"].turn > 20


# ---------------------------------------------------------------- figures


@pytest.mark.usefixtures("_brief")
@pytest.mark.parametrize("name", game.names(reference=True))
def test_every_figure_is_measured(name):
    told = []
    result = measure(name, repeats=1, scale=0.001, progress=told.append)
    assert told == plan(name)
    calibration, *figures = [Figure(**row) for row in result["figures"]]
    assert calibration.position == "calibration"
    assert [f"{row.name}, {row.position}" for row in figures] == plan(name)
    assert len({(row.name, row.position, row.unit) for row in figures}) == len(figures)
    for row in (calibration, *figures):
        assert 0 < row.low <= row.median <= row.high
        assert row.unit.endswith("/s")
    assert all(row.low == row.median == row.high for row in figures)  # one repeat
    assert (result["game"], result["seed"], result["repeats"]) == (name, SEED, 1)
    assert result["bytes_per_node"] > 32
    assert result["position_bytes"] == len(next(iter(positions(name).values())).to_bytes())
    assert json.loads(json.dumps(result, allow_nan=False)) == result


@pytest.mark.usefixtures("_brief")
def test_repeats_give_a_spread():
    result = measure("beowulf", repeats=3, scale=0.001)
    assert result["repeats"] == 3
    assert any(row["low"] < row["high"] for row in result["figures"])


def test_the_plan_names_what_the_searches_can_do():
    names = plan("beowulf")
    for part in ("random playouts", "redeals", "keys=mo", "keys=so", "keys=open", "2 threads",
                 "expectimax"):  # fmt: skip
        assert any(part in name for name in names)


def test_memory_is_the_same_every_time():
    assert bytes_per_node("beowulf") == bytes_per_node("beowulf")


def test_the_machine_is_described():
    told = machine()
    assert list(told) == ["processor", "cores", "system", "python", "heorot", "numpy", "cython",
                          "build"]  # fmt: skip
    assert all(told.values())
    assert told["build"] == ("debug" if DEBUG_BUILD else "release")


# ---------------------------------------------------------------- the signature


def test_the_signature_is_the_recorded_one():
    """A change of speed must keep it. HEOROT_REGENERATE=1 records another, on purpose."""
    marks = "".join(f"{name} {signature(name)}\n" for name in game.names(reference=True))
    if REGENERATE:
        GOLDEN.write_text(marks, encoding="utf-8")
    assert marks == GOLDEN.read_text(encoding="utf-8")


def test_the_signature_is_stable_and_tells_searches_apart(monkeypatch):
    monkeypatch.setattr(module, "SIGNATURE_ITERATIONS", 40)
    first = signature("beowulf")
    assert re.fullmatch("[0-9a-f]{16}", first)
    assert signature("beowulf") == first
    monkeypatch.setattr(module, "SIGNATURE_ITERATIONS", 41)
    assert signature("beowulf") != first


# ---------------------------------------------------------------- the command


@pytest.mark.usefixtures("_brief")
def test_the_command_tells_it_all_as_json():
    ran = CliRunner().invoke(group, ["bench", "--quick", "--repeats", "1", "--json"])
    assert ran.exit_code == 0, ran.output
    results = json.loads(ran.stdout)
    assert [result["game"] for result in results] == game.names()
    for result in results:
        rows = [f"{row['name']}, {row['position']}" for row in result["figures"][1:]]
        assert rows == plan(result["game"])
        assert result["scale"] == 0.1
        assert result["signature"] == signature(result["game"])


@pytest.mark.usefixtures("_brief")
def test_the_command_draws_a_table(monkeypatch):
    quick = measure("beowulf", repeats=1, scale=0.001)
    monkeypatch.setattr(command, "measure", lambda *arguments: quick)
    ran = CliRunner().invoke(group, ["bench", "beowulf"])
    assert ran.exit_code == 0, ran.output
    for part in ("median", "opening, 2 seats:", "middle, 4 seats:", "actions/s",
                 f"seed {SEED}", f"signature {quick['signature']}", "bytes a node"):  # fmt: skip
        assert part in ran.stdout
    assert max(map(len, ran.stdout.splitlines()[2:])) <= 100


@pytest.mark.usefixtures("_brief")
def test_the_command_can_tell_the_signature_alone():
    mark = signature("beowulf")
    ran = CliRunner().invoke(group, ["bench", "beowulf", "--signature"])
    assert ran.stdout == f"beowulf signature {mark}\n"
    ran = CliRunner().invoke(group, ["bench", "--signature", "--json"])
    assert json.loads(ran.stdout)["beowulf"] == mark


def test_an_unknown_game_is_an_error_of_the_user():
    ran = CliRunner().invoke(group, ["bench", "hnefatafl"])
    assert isinstance(ran.exception, BadOption)
    assert "there is no game 'hnefatafl'; games: beowulf" in str(ran.exception)

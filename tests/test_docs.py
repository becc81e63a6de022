"""What the documentation shows is true: doctests of the API, examples, no extra pulled in."""

import doctest
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from core import game
from players import spec

ROOT = Path(__file__).parents[1]
EXTRAS = ("pyspiel", "open_spiel", "pettingzoo", "gymnasium", "sphinx", "distributed", "optuna",
          "pytest", "hypothesis")


def test_the_api_page():
    done = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert done.attempted > 40
    assert done.failed == 0


@pytest.fixture(autouse=True)
def registries(monkeypatch):
    """Examples add players and games; other tests must not meet them."""
    monkeypatch.setattr(spec, "KINDS", dict(spec.KINDS))
    monkeypatch.setattr(game, "_registered", dict(game._registered))


def example(name):
    found = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    module = sys.modules[name] = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_match():
    greedy, chance = example("match").main(blocks=4)
    assert greedy > 0.7
    assert greedy + chance == pytest.approx(1)


def test_the_new_player():
    assert example("new_player").main(games=60) > 0.8


def test_the_new_game():
    shares = example("new_game").main(games=4)
    assert set(shares) == {"greedy", "expectimax:depth=3", "ismcts:iterations=300"}
    assert shares["expectimax:depth=3"] >= 0.5
    assert shares["ismcts:iterations=300"] >= 0.5


def test_a_new_player_takes_thirty_lines():
    text = (ROOT / "examples" / "new_player.py").read_text(encoding="utf-8")
    body = text.split('"""', 2)[2].split("def main", 1)[0]
    assert len([line for line in body.splitlines() if line.strip()]) <= 30


@pytest.mark.parametrize("module", ["core.game", "core.python_game", "ai.ismcts", "ai.expectimax",
                                    "ai.knowledge", "players.spec", "players.table",
                                    "tournaments.cli", "bridges"])
def test_importing_heorot_pulls_in_no_extra(module):
    """Loading all games and naming all players included."""
    code = (f"import sys, {module}\n"
            "from core import game\n"
            "from players.spec import KINDS, describe\n"
            "[game.load(name) for name in game.names(True)]\n"
            "[describe(kind) for kind in KINDS]\n"
            f"extras = {EXTRAS!r}\n"
            "print([name for name in extras if name in sys.modules])\n")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.stdout.strip() == "[]", done.stderr
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("package", ["core", "ai", "players", "tournaments", "bridges"])
def test_packages_are_typed(package):
    assert (ROOT / package / "py.typed").is_file()

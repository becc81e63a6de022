"""One direction only: tournaments, players, ai, core; and no game knows another."""

import re
from pathlib import Path

import pytest

import core
from core import game
from core.state import State

ROOT = Path(core.__file__).parent.parent
FORBIDDEN = {
    "core": ("ai", "players", "tournaments", "bridges", "bench", "tests"),
    "ai": ("players", "tournaments", "bridges", "bench", "tests"),
    "players": ("tournaments", "bridges", "bench", "tests"),
    "tournaments": ("bridges", "tests"),
    "bridges": ("tournaments", "bench", "tests"),
}
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import\b|c?import[ \t]+(.+?)[ \t]*(?:#.*)?$)",
    re.MULTILINE,
)


def sources(folder):
    return sorted(path for ending in ("*.py", "*.pyx", "*.pxd", "*.pxi")
                  for path in (ROOT / folder).rglob(ending))


def imported(text):
    """Return the dotted names that a Python or Cython source imports."""
    names = set()
    for source, plain in IMPORT.findall(text):
        if source:
            names.add(source)
        else:
            names |= {part.split()[0] for part in plain.split(",") if part.strip()}
    return names


def test_the_scan_sees_every_form_of_import():
    text = (
        "import ai\nimport os, ai.table as t  # why\nfrom ai.table import x\ncimport ai.a\n"
        "    from ai.b cimport y\nfrom ai.c cimport (\n    z)\nfrom numpy.random cimport bitgen_t\n"
    )
    assert imported(text) == {"ai", "os", "ai.table", "ai.a", "ai.b", "ai.c", "numpy.random"}


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_imports_go_one_way(folder):
    files = sources(folder)
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        for name in imported(text):
            assert name.split(".")[0] not in FORBIDDEN[folder], f"{path}: imports {name}"
        for other in FORBIDDEN[folder]:
            assert f'import_module("{other}.' not in text, f"{path}: imports {other}"


def test_no_game_imports_another():
    folders = {type(game.load(name)).__module__.split(".")[1] for name in game.names(True)}
    for folder in folders:
        for path in sources(f"core/{folder}"):
            for name in imported(path.read_text(encoding="utf-8")):
                parts = name.split(".")
                other = len(parts) > 1 and parts[0] == "core" and parts[1] in folders - {folder}
                assert not other, f"{path}: imports {name}"


def test_the_core_beside_the_games_imports_none_of_them():
    folders = {type(game.load(name)).__module__.split(".")[1] for name in game.names(True)}
    for path in (ROOT / "core").glob("*.p*"):
        if path.suffix in (".py", ".pyx", ".pxd"):
            for name in imported(path.read_text(encoding="utf-8")):
                assert not set(name.split(".")[1:2]) & folders, f"{path}: imports {name}"


def c_methods(text):
    return set(re.findall(r"^    cdef [^=\n]*?\b(c_\w+)\(self", text, re.MULTILINE))


@pytest.mark.parametrize("name", game.names(reference=True))
def test_every_game_overrides_the_whole_contract(name):
    contract = c_methods((ROOT / "core" / "state.pxd").read_text(encoding="utf-8"))
    assert len(contract) >= 14
    module = type(game.load(name)).__module__
    source = (ROOT / (module.replace(".", "/") + ".pyx")).read_text(encoding="utf-8")
    missing = contract - {"c_random", "c_copy_from"} - c_methods(source)
    assert not missing, f"{module} lacks {sorted(missing)}"


@pytest.mark.parametrize("name", game.names(reference=True))
def test_every_game_has_its_own_python_face(name):
    kind = type(game.load(name))
    assert issubclass(kind, State)
    assert kind.scores is not State.scores
    assert kind.observation is not State.observation


def test_the_base_class_says_what_a_game_lacks():
    bare = State()
    with pytest.raises(NotImplementedError, match="lacks scores"):
        bare.scores()
    with pytest.raises(NotImplementedError, match="lacks observation"):
        bare.observation(0)


@pytest.mark.parametrize("name", game.names())
def test_a_game_is_one_folder_with_its_box(name):
    folder = ROOT / game.REGISTRY[name].replace(".", "/")
    for file in ("__init__.py", "components.toml", "components.py", "state.pxd", "state.pyx",
                 "notation.py", "view.py"):
        assert (folder / file).is_file(), f"{name} lacks {file}"
    assert game.get(name).name == name

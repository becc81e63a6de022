"""The stubs beside the compiled modules say what is in them: names, parameters, defaults."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

ROOT = Path(__file__).parents[1]
SOURCES = sorted(path.relative_to(ROOT) for folder in ("core", "ai") for path in
                 (ROOT / folder).rglob("*.pyx"))  # fmt: skip

# What Cython adds to every module and class. That compiled classes cannot be bases together is
# left out of the stubs too: the decorator that says so is too young.
MACHINERY = re.compile(
    r"\.(__pyx_capi__|__test__|__reduce_cython__|__setstate_cython__) is not present in stub"
    r"| is a disjoint base at runtime"
)


def test_there_are_compiled_modules_to_compare():
    assert Path("core/state.pyx") in SOURCES


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_every_compiled_module_has_a_stub(source):
    assert (ROOT / source).with_suffix(".pyi").is_file()


def test_stubs_agree_with_the_compiled_modules():
    modules = [".".join(path.with_suffix("").parts) for path in SOURCES]
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "--concise", *modules],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    assert not done.stderr
    lines = done.stdout.splitlines() if done.returncode else []
    assert [line for line in lines if not MACHINERY.search(line)] == []


def stubbed_constructors(source):
    """Return {class: parameter names} of a stub; the compiled class hides those of its own."""
    tree = ast.parse((ROOT / source).with_suffix(".pyi").read_text())
    return {
        node.name: [argument.arg for argument in ast.walk(method.args)
                    if isinstance(argument, ast.arg)][1:]
        for node in tree.body if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, ast.FunctionDef) and method.name in ("__init__", "__new__")
    }  # fmt: skip


def written_constructors(source):
    """Return {class: parameter names}, read from the Cython text."""
    found = {}
    for part in re.split(r"^(?=(?:cdef )?class )", (ROOT / source).read_text(), flags=re.M)[1:]:
        name = re.search(r"class (\w+)", part)[1]
        method = re.search(r"    def __c?init__\(self, (.*?)\):\n", part, flags=re.S)
        if method:
            texts = [re.sub(r"=.*| not None", "", text) for text in method[1].split(",")]
            names = [re.search(r"(\w*)$", text.strip())[1] for text in texts]
            found[name] = [name for name in names if name]
    return found


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_stubs_agree_with_the_constructors_that_the_compiler_hides(source):
    assert stubbed_constructors(source) == written_constructors(source)


def test_constructors_are_found():
    assert written_constructors("ai/expectimax.pyx") == {
        "Expectimax": ["state", "evaluator", "policy", "mode", "prune", "outcomes", "table"]}
    assert written_constructors("core/rng.pyx") == {"Stream": ["parts"]}

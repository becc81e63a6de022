import doctest
import importlib

import pytest

MODULES = ("failure", "ratings", "resampling", "schedule", "sequential", "commands.players")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    result = doctest.testmod(importlib.import_module(f"tournaments.{name}"))
    assert result.attempted > 0
    assert result.failed == 0

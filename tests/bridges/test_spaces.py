"""The listing of flat ids and numbers."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from bridges.spaces import main, spaces_of
from core import game
from core.errors import BadOption


def test_the_listing_names_ids_and_numbers():
    lines = CliRunner().invoke(main, ["kuhn"]).output.splitlines()
    assert lines[:6] == ["decision 0: fold", "decision 1: call", "decision 2: raise",
                         "outcome 0: deal j", "outcome 1: deal q", "outcome 2: deal k"]
    assert lines[6:8] == ["number 0: view.seat = 0", "number 1: view.seat = 1"]
    beowulf = CliRunner().invoke(main, ["beowulf", "--players", "4"]).output
    assert "decision 4: tile\n" in beowulf


def test_errors_are_told_without_a_traceback():
    result = CliRunner().invoke(main, ["chess"])
    assert result.exit_code == 1
    assert "there is no game 'chess'" in result.output


def test_a_game_without_spaces_is_named():
    setup = game.load("kuhn").setup
    bare = replace(setup, game=replace(setup.game, layout=None))
    with pytest.raises(BadOption, match="kuhn declares no flat action ids"):
        spaces_of(bare)

"""Games by name, their options and setups."""

import pickle

import pytest

from core import game
from core.errors import BadComponents, BadOption, HeorotError
from core.game import load


def test_an_unknown_game_lists_the_games():
    with pytest.raises(BadOption, match=r"there is no game 'chess'; games: .*beowulf"):
        load("chess")


@pytest.mark.parametrize("name", game.names(reference=True))
def test_descriptors(name):
    descriptor = game.get(name)
    assert descriptor.name == name
    assert descriptor.title
    assert 1 <= descriptor.traits.min_players <= descriptor.traits.max_players <= 5
    for option in descriptor.options:
        assert option.help
        value = option.read(option.default, descriptor.traits.min_players)
        assert option.read(value, descriptor.traits.min_players) == value


@pytest.mark.parametrize("name", game.names(reference=True))
def test_the_smallest_number_of_players_is_the_default(name):
    assert load(name).players == game.get(name).traits.min_players


@pytest.mark.parametrize("players", [1, 5, 0, -2])
def test_players_out_of_range(players):
    with pytest.raises(BadOption, match=f"beowulf is for 2 to 4 players, not {players}"):
        load("beowulf", players=players)


def test_an_unknown_option_lists_the_options():
    with pytest.raises(BadOption, match="beowulf has no option 'begin'; it has: start"):
        load("beowulf", begin=1)


@pytest.mark.parametrize("start", [3, -1, "four", "", None, 1.5, "1.0", True])
def test_a_wrong_start_says_what_is_possible(start):
    with pytest.raises(BadOption, match="say random, or a seat from 0 to 2"):
        load("beowulf", players=3, start=start)


@pytest.mark.parametrize("start", [2, "2"])
def test_a_start_as_number_or_text(start):
    assert load("beowulf", players=3, start=start).setup["start"] == 2


def test_the_seed_fixes_the_random_options():
    starts = [load("beowulf", players=4, seed=seed).setup["start"] for seed in range(40)]
    assert set(starts) == {0, 1, 2, 3}
    assert starts == [load("beowulf", players=4, seed=seed).setup["start"] for seed in range(40)]
    assert load("beowulf", players=4, seed=1, start="random").setup["start"] == starts[1]


def test_setups_are_equal_by_value_and_survive_pickling():
    one, two = load("beowulf", players=3, start=1).setup, load("beowulf", players=3, start=1).setup
    assert one == two
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != load("beowulf", players=3, start=2).setup
    assert one != load("beowulf", players=4, start=1).setup
    assert one.blank() == two.blank()


def test_a_wrong_components_file_is_named():
    with pytest.raises(BadComponents, match=r"no/such\.toml"):
        load("beowulf", components="no/such.toml")


def test_reference_games_are_named_on_request_only():
    assert game.names() == ["beowulf", "quacks", "vikings", "defenders"]
    assert game.names(reference=True) == [
        *game.names(), "kuhn", "leduc", "pig", "phantom", "tictactoe"]
    with pytest.raises(BadOption, match=r"defenders; reference games: kuhn, .*, tictactoe"):
        load("chess")


def test_a_box_that_no_file_describes():
    with pytest.raises(BadComponents, match=r"x\.toml: this game has no components file"):
        load("kuhn", components="x.toml")
    boxes = [load(name).setup.components for name in ("kuhn", "leduc", "pig", "tictactoe")]
    assert len({box.digest for box in boxes}) == len(boxes)
    assert boxes[0].digest == load("kuhn").setup.components.digest


def test_every_error_is_for_the_user():
    assert issubclass(BadOption, HeorotError)
    assert issubclass(BadComponents, ValueError)

import pytest

from core import game
from core.errors import InvariantError
from core.record import Record
from tournaments import checking
from tournaments.failure import GameFailed


class Faulty:
    """A state with one fault: a method that answers otherwise after some moves."""

    def __init__(self, state, name, answer, after=10):
        self._state, self._name, self._answer, self._after = state, name, answer, after
        self._moves = 0

    def __getattr__(self, name):
        if name == self._name and self._moves >= self._after:
            return self._answer
        return getattr(self._state, name)

    def __eq__(self, other):
        return self._state == getattr(other, "_state", other)

    __hash__ = None

    def play(self, action):
        self._moves += 1
        self._state.play(action)


def broken(*args):
    raise InvariantError("beowulf: tiles are lost")


FAULTS = [
    ("check", broken, "InvariantError: beowulf: tiles are lost"),
    ("legal_actions", list, "nothing can be played"),
    ("legal_actions", lambda: [3, 3], "do not rise"),
    ("action", lambda text: -7, "and read as -7"),
    ("mover", 9, "the mover is 9"),
    ("seen", lambda action, seat: None, "does not see its own decision"),
    ("chance_outcomes", lambda: [(1, 0.5), (2, 0.4)], "a decision has chance outcomes"),
    ("sample", lambda stream: -1, "sample() gave -1"),
    ("info_key", lambda seat: 0, "its info_key is another"),
    ("observation", lambda seat: None, "its view is another"),
    ("utilities", lambda: [2.0, 0.0], "a utility is not in [0, 1]"),
    ("scores", lambda: [1.0], "1 scores"),
]


@pytest.mark.parametrize(("name", "answer", "said"), FAULTS)
def test_check_finds(name, answer, said, monkeypatch):
    setup = game.get("beowulf").setup(2, 1)

    class FaultySetup:
        def __getattr__(self, name):
            return getattr(setup, name)

        def blank(self):
            return Faulty(setup.blank(), name, answer)

    # What is compared with the original is another type here.
    monkeypatch.setattr(checking.pickle, "loads", lambda data: data)
    monkeypatch.setattr(checking.pickle, "dumps", lambda state: state)
    with pytest.raises(GameFailed) as caught:
        checking.check_game(FaultySetup(), 1, every=1)
    assert said in caught.value.reason
    where = "beowulf, 2 players, seed 1; seats: 1 random, 2 random"
    assert f"{where}\n  {len(caught.value.moves)} moves so far" in str(caught.value)
    Record.loads(caught.value.record)


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ([(1, 0.5), (2, 0.4)], "probabilities sum to 0.9"),
        ([(1, 1.0), (2, 0.0)], "an outcome has the probability 0.0"),
        ([(2, 0.5), (2, 0.5)], "do not rise"),
    ],
)
def test_check_finds_wrong_chances(outcomes, said):
    state = Faulty(game.load("beowulf"), "chance_outcomes", lambda: outcomes, after=0)
    assert state.is_chance
    with pytest.raises(Exception, match=said):
        checking._check_position(state)


def test_a_sound_game_passes_at_every_step():
    setup = game.get("beowulf").setup(4, 3)
    checked = checking.check_game(setup, 3, every=1)
    assert checked == checking.check_game(setup, 3, every=1)
    assert checked.redeals == 4 * (checked.decisions + checked.outcomes)

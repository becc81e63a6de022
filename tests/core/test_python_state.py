"""Games written in Python: the contract, the searches, and rules that fail."""

import copy
import pickle
import threading

import pytest
from python_kuhn import KUHN, PythonKuhn
from walks import open_actions, walk

from ai import knowledge
from ai.budget import Limit
from ai.exact import GameTree
from ai.expectimax import Expectimax
from ai.ismcts import Ismcts
from ai.policy import Evaluator, Policy, run_playouts
from core import game
from core.errors import BadOption, GameOver, IllegalAction, InvariantError, WrongSeat
from core.game import Traits
from core.python_game import python_game
from core.python_state import PythonState
from core.record import Record
from core.rng import Stream
from players.spec import BadSpec, make_player
from players.table import Table

OPEN = Traits(2, 2, chance=False, hidden=False)


class Countdown(PythonState):
    """Take 1 or 2; who takes the last wins; a broken rule can be planted."""

    fault = None

    def begin(self):
        return (9, 0)

    def trip(self, where):
        if self.fault == where:
            raise ZeroDivisionError(f"in {where}")

    def to_move(self, position):
        return position[1] if position[0] else -2

    def moves(self, position):
        if position[0] < 4:
            self.trip("moves")
        return [n for n in (1, 2) if n <= position[0]]

    def after(self, position, action):
        if position[0] < 4:
            self.trip("after")
        return (position[0] - action, 1 - position[1])

    def results(self, position):
        self.trip("results")
        return [0.0, 1.0] if position[1] == 0 else [1.0, 0.0]

    def judge(self, position):
        self.trip("judge")
        return [0.5, 0.5]


COUNTDOWN = python_game("countdown", Countdown, OPEN, {1: "one", 2: "two"})


@pytest.fixture(params=["moves", "after", "results", "judge"])
def tripped(request, monkeypatch):
    monkeypatch.setattr(Countdown, "fault", request.param)
    return request.param


def pairs():
    """Yield the same position of Kuhn poker in Python and compiled, everywhere in the tree."""
    todo = [(KUHN.setup().blank(), game.load("kuhn"))]
    while todo:
        ours, theirs = todo.pop()
        yield ours, theirs
        for action in open_actions(theirs):
            children = ours.clone(), theirs.clone()
            for child in children:
                child.play(action)
            todo.append(children)


def test_it_is_the_same_game_as_the_compiled_one():
    keys, back = {}, {}
    count = 0
    for ours, theirs in pairs():
        count += 1
        assert ours.mover == theirs.mover
        assert open_actions(ours) == open_actions(theirs)
        assert ours.chance_outcomes() == theirs.chance_outcomes()
        for action in open_actions(ours):
            assert ours.text(action) == theirs.text(action)
            assert [ours.seen(action, s) for s in (0, 1)] == [
                theirs.seen(action, s) for s in (0, 1)]
        if ours.is_terminal:
            assert ours.utilities() == theirs.utilities()
        for seat in (0, 1):  # what a seat cannot tell apart in one it cannot in the other
            mine, its = (seat, ours.info_key(seat)), (seat, theirs.info_key(seat))
            assert keys.setdefault(mine, its) == its
            assert back.setdefault(its, mine) == mine
        ours.check()
    assert count == 1 + 3 + 6 + 6 * 8


def test_exact_values_agree():
    assert GameTree(KUHN.setup().blank()).size == GameTree(game.load("kuhn")).size


def test_redeals_are_uniform_and_keep_what_is_known():
    state = KUHN.setup().blank()
    for text in ("deal q", "deal k", "call"):
        state.play(text)
    seen, stream = [], Stream(1)
    for _ in range(400):
        other = state.clone()
        other.redeal(0, stream)
        assert other.info_key(0) == state.info_key(0)
        seen.append(other.position[0][1])
    assert 150 < seen.count(0) < 250
    assert seen.count(0) + seen.count(2) == 400


def test_copies_pickles_and_bytes():
    for state in walk(KUHN.setup().blank(), 3):
        twins = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        assert all(twin == state and twin.key() == state.key() for twin in twins)
        if not state.is_terminal:
            twins[0].play(open_actions(state)[0])
            assert twins[0] != state
            assert twins[0].turn >= state.turn
    with pytest.raises(ValueError, match="bytes"):
        state.from_bytes(b"x")


def test_bytes_of_equal_values_are_equal():
    """Whatever is shared or interned: position equality is that of bytes."""
    state, twin = (COUNTDOWN.setup().blank() for _ in range(2))
    text = "shared"
    state.place((9, 0, text, text, (1, 2), (1, 2)))
    twin.place((9, 0, "sha" + "red"[:], "".join(["shared"]), (1, 2), tuple(range(1, 3))))
    assert state == twin
    for value in ("long" * 30, 7):
        state.place((9, 0, value))
    for value in (8, 7):
        twin.place((9, 0, value))
    assert state == twin


def test_faces_raise_as_those_of_other_games():
    state = COUNTDOWN.setup().blank()
    with pytest.raises(IllegalAction, match="seat 0 cannot play '7' now; open: one, two"):
        state.play(7)
    with pytest.raises(WrongSeat):
        state.observation(2)
    assert state.observation(1) == (9, 0)
    assert state.scores() == [0.0, 0.0]
    for _ in range(9):
        state.play("one")
    assert state.utilities() == state.scores() == [1.0, 0.0]
    with pytest.raises(GameOver):
        state.play(1)


def test_records_replay():
    table = Table(KUHN.setup().blank(), [make_player("random", KUHN.setup(), s, 1) for s in (0, 1)],
                  (5,), Record.start(KUHN.setup(), ["random", "random"]))
    table.run()
    assert Record.loads(table.record.dumps()).replay() == table.state


@pytest.mark.parametrize("text", [
    "greedy", "expectimax:depth=12", "ismcts:iterations=300", "ismcts:iterations=300,threads=2",
    "ismcts:iterations=300,keys=open", "ismcts:iterations=300,cutoff=2"])
def test_every_search_plays_it_well(text):
    """From 9, 8, 7 counters the seat on turn wins if it leaves a multiple of 3."""
    setup = COUNTDOWN.setup()
    player = make_player(text, setup, 0, 2)
    for counters, right in ((8, 2), (7, 1), (5, 2), (4, 1)):
        state = setup.blank()
        state.place((counters, 0))
        if text == "greedy" and counters > 2:
            assert player.choose(state, ()).action in (1, 2)
        else:
            assert player.choose(state, ()).action == right


def test_ismcts_finds_what_dominates_in_python_kuhn():
    """With the king a call of a raise is right, with the jack a fold."""
    search = Ismcts(Policy(), c=0.7)
    for card, right in (("deal k", "call"), ("deal j", "fold")):
        state = KUHN.setup().blank()
        for text in ("deal q", card, "raise"):
            state.play(text)
        state.redeal(1, Stream(3))
        report = search.search(state, Limit(iterations=600), 1)
        assert state.text(report.chosen) == right


def test_the_same_seed_searches_alike():
    state = COUNTDOWN.setup().blank()
    reports = [Ismcts(Policy(), c=0.7, trees=2, threads=threads).search(
        state, Limit(iterations=200), 4) for threads in (1, 2, 1)]
    assert len({report.actions for report in reports}) == 1


def test_without_a_judge_searches_of_a_depth_are_refused():
    with pytest.raises(BadSpec, match="needs an evaluator, and python_kuhn has none"):
        make_player("expectimax", KUHN.setup(), 0)
    assert knowledge.evaluator(game.load("pig").setup) is None
    assert knowledge.evaluator(COUNTDOWN.setup()).evaluate(COUNTDOWN.setup().blank()) == [0.5, 0.5]


# ---------------------------------------------------------------- rules that fail


def searched(state, where):
    if where == "judge":
        return Expectimax(state, knowledge.evaluator(state.setup)).search(
            state, None, Stream(1), depth=3)
    return Ismcts(Policy(), c=0.7).search(state, Limit(iterations=5000), 1)


def test_what_rules_raise_comes_out_of_the_search(tripped):
    state = COUNTDOWN.setup().blank()
    for _ in range(2):  # and leaves nothing behind
        with pytest.raises(ZeroDivisionError, match=f"in {tripped}"):
            searched(state, tripped)
    Countdown.fault = None
    assert searched(state, tripped).chosen in (1, 2)


def test_what_rules_raise_comes_out_of_threads_and_playouts(monkeypatch):
    state = COUNTDOWN.setup().blank()
    monkeypatch.setattr(Countdown, "fault", "after")
    with pytest.raises(ZeroDivisionError):
        Ismcts(Policy(), c=0.7, trees=4, threads=2).search(state, Limit(iterations=500), 1)
    with pytest.raises(ZeroDivisionError):
        run_playouts(state, Policy(), Stream(1), 3)
    assert threading.active_count() < 10


def test_what_rules_raise_comes_out_of_the_faces(monkeypatch):
    state = COUNTDOWN.setup().blank()
    state.place((3, 0))
    monkeypatch.setattr(Countdown, "fault", "moves")
    for call in (state.legal_actions, lambda: Policy().prior(state),
                 lambda: Policy().choose(state, Stream(1))):
        with pytest.raises(ZeroDivisionError):
            call()
    monkeypatch.setattr(Countdown, "fault", "judge")
    with pytest.raises(ZeroDivisionError):
        knowledge.evaluator(state.setup).evaluate(state)
    dice = KUHN.setup().blank()
    monkeypatch.setattr(PythonKuhn, "stream_of", lambda self, position: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        KUHN.setup().blank().source  # noqa: B018
    assert dice.source == 0
    monkeypatch.setattr(Countdown, "fault", "after")
    before = state.to_bytes()
    with pytest.raises(ZeroDivisionError):
        state.play(1)
    assert state.to_bytes() == before
    monkeypatch.setattr(Countdown, "fault", None)
    state.play(1)


@pytest.mark.parametrize(("method", "value", "what"), [
    ("moves", [], "1 to 512 different ones"),
    ("moves", [1, 1], "1 to 512 different ones"),
    ("moves", [0], "whole numbers from 1"),
    ("moves", range(1, 600), "1 to 512 different ones"),
    ("after", object(), "cannot be kept"),
    ("after", (1, 0, "x" * 600), "set SIZE of Countdown"),
    ("to_move", 2, "to_move says 2: a seat, -1 or -2"),
    ("to_move", None, "to_move says None"),
])
def test_impossible_answers_are_named(monkeypatch, method, value, what):
    state = COUNTDOWN.setup().blank()
    monkeypatch.setattr(Countdown, method, lambda self, *_: value)
    with pytest.raises(InvariantError, match=what):
        state.play(1)
    with pytest.raises(InvariantError, match=what):
        Ismcts(Policy(), c=0.7).search(state, Limit(iterations=50), 1)


@pytest.mark.parametrize(("method", "value", "what"), [
    ("results", [0.5], "2 numbers in"),
    ("results", [2.0, -1.0], "2 numbers in"),
    ("outcomes", [(4, 0.5), (5, 0.4)], "do not sum to 1"),
])
def test_impossible_results_and_chances_are_named(monkeypatch, method, value, what):
    kind = PythonKuhn if method == "outcomes" else Countdown
    state = (KUHN if method == "outcomes" else COUNTDOWN).setup().blank()
    if method == "results":
        state.place((0, 0))
    monkeypatch.setattr(kind, method, lambda self, *_: value)
    with pytest.raises(InvariantError, match=what):
        state.chance_outcomes() if method == "outcomes" else state.utilities()


def test_what_a_game_lacks_is_named():
    class Half(PythonState):
        def begin(self):
            return 0

        def to_move(self, position):
            return 0

    half = python_game("half_a_game", Half, OPEN, {1: "go"})
    with pytest.raises(NotImplementedError, match=r"Half lacks moves\(\)"):
        half.setup().blank().legal_actions()

    class Secretive(Half):
        def known(self, position, seat):
            return 0

    secretive = python_game("secretive", Secretive, OPEN, {1: "go"})
    with pytest.raises(TypeError, match="must override redealt"):
        secretive.setup().blank()


def test_registering():
    assert game.load("countdown").setup.game is COUNTDOWN
    assert "countdown" not in game.names(True)
    for name in ("countdown", "kuhn", "quacks"):
        with pytest.raises(BadOption, match="already"):
            python_game(name, Countdown, OPEN, {1: "one"})
    with pytest.raises(ValueError, match="same text"):
        python_game("twice", Countdown, OPEN, {1: "one", 2: "one"})
    with pytest.raises(ValueError, match="no notation"):
        python_game("capital", Countdown, OPEN, {1: "One"})


def test_a_python_evaluator_is_for_python_games():
    with pytest.raises(TypeError):
        knowledge.evaluator(COUNTDOWN.setup()).evaluate(game.load("pig"))
    assert Evaluator().evaluate(COUNTDOWN.setup().blank()) == [0.5, 0.5]

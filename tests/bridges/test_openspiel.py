"""OpenSpiel's own checks for Python games, for every game and number of seats; its bots as ours."""

import copy
import pickle
import random

import numpy as np
import pyspiel
import pytest
from walks import open_actions, seat_counts

from bridges import openspiel as bridge
from core import game
from core.errors import BadOption
from core.record import Record
from core.rng import Stream
from players.spec import BadSpec, make_player, parse_spec
from players.table import Table

BY_SEATS = pytest.mark.parametrize(("name", "players"), seat_counts(reference=True))
HIDDEN = [pair for pair in seat_counts(reference=True) if game.get(pair[0]).traits.hidden]


def loaded(name, players, **more):
    return pyspiel.load_game(bridge.PREFIX + name, {"players": players, **more})


def walked(name, players, seed, most=10**6):
    """Yield the state of a random game, at every position of it."""
    rng = random.Random(f"{name} {seed}")
    state = loaded(name, players, seed=seed).new_initial_state()
    yield state
    while not state.is_terminal() and state.move_number() < most:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state


@pytest.mark.slow
@BY_SEATS
def test_random_simulation_with_serialisation(name, players):
    pyspiel.random_sim_test(loaded(name, players), num_sims=1, serialize=True, verbose=False)


def test_games_are_loaded_from_text():
    text = "python_heorot_quacks(players=3,options=sets:green2-blue1-red1-yellow1-purple1/start:2)"
    quacks = pyspiel.load_game(text)
    assert quacks.num_players() == 3
    assert quacks.heorot_setup["start"] == 2
    assert quacks.heorot_setup["sets"].startswith("green2")
    assert pyspiel.load_game(str(quacks)).heorot_setup == quacks.heorot_setup
    assert {f"python_heorot_{name}" for name in game.names(True)} <= set(pyspiel.registered_names())
    with pytest.raises(BadOption, match="say default, or name:value"):
        pyspiel.load_game("python_heorot_quacks(options=start)")
    with pytest.raises(BadOption, match="2 to 4 players"):
        pyspiel.load_game("python_heorot_quacks(players=7)")


@BY_SEATS
def test_what_kind_of_game_it_is(name, players):
    one = loaded(name, players)
    kind, traits = one.get_type(), game.get(name).traits
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    stochastic = kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    hidden = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert (stochastic, hidden) == (traits.chance, traits.hidden)
    assert one.num_players() == players
    assert one.information_state_tensor_shape() == [one.layout.size]


@BY_SEATS
def test_the_same_moves_lead_to_the_same_end(name, players):
    """The moves that OpenSpiel counts are a record of ours, with our result."""
    one = loaded(name, players, seed=4)
    *_, last = walked(name, players, 4)
    record = Record.start(one.heorot_setup, ["test"] * players)
    position = one.heorot_setup.blank()
    for flat in last.history():
        ids = one.actions.outcomes if position.is_chance else one.actions.decisions
        record.add(position, ids[flat])
        position.play(ids[flat])
    record.finish(position)
    assert record.replay() == last.inside.position
    assert last.returns() == position.utilities()
    assert all(p > 0 for p in last.returns()) or max(last.returns()) <= 1


@BY_SEATS
def test_copies_are_independent(name, players):
    for state in walked(name, players, 1, most=30):
        twins = [state.clone(), copy.deepcopy(state),
                 pickle.loads(pickle.dumps(state))]
        before = str(state)
        for twin in twins:
            assert str(twin) == before
            if not twin.is_terminal():
                twin.apply_action(twin.legal_actions()[0])
        assert str(state) == before


@BY_SEATS
def test_samples_are_the_same_to_their_seat_and_to_no_other_eye(name, players):
    """Samples keep the seat's information state, forget the others', and are legal positions."""
    draws = np.random.RandomState(1)
    changed = 0
    traits = game.get(name).traits
    # Where seats decide at once little is hidden and seldom; reference games are short.
    every = 1 if traits.simultaneous or name in game.REFERENCE else 5
    for count, state in enumerate(walked(name, players, 2)):
        if count % every:
            continue
        for seat in range(players):
            sample = state.resample_from_infostate(seat, draws.random_sample)
            sample.inside.position.check()
            assert sample.information_state_string(seat) == state.information_state_string(seat)
            assert sample.observation_string(seat) == state.observation_string(seat)
            assert sample.information_state_tensor(seat) == state.information_state_tensor(seat)
            if sample.current_player() == seat:
                assert sample.legal_actions() == state.legal_actions()
            assert set(sample.inside.seen) == {state.inside.seen[seat]}
            changed += sample.inside.position != state.inside.position
    assert bool(changed) == traits.hidden


@pytest.mark.parametrize(("name", "players"), HIDDEN)
def test_information_states_hold_nothing_hidden(name, players):
    """Another world in which a seat sees the same is the same information state."""
    stream = Stream("information", name)
    for count, state in enumerate(walked(name, players, 3)):
        if count % 11 == 0:
            for seat in range(players):
                before = state.information_state_string(seat)
                tensor = state.information_state_tensor(seat)
                other = state.clone()
                other.inside.position.redeal(seat, stream)
                assert other.information_state_string(seat) == before
                assert other.information_state_tensor(seat) == tensor


def test_information_states_recall_what_was_seen():
    state = pyspiel.load_game("python_heorot_kuhn").new_initial_state()
    for flat in (0, 2, 1, 2):  # deal j, deal k, call, raise
        state.apply_action(flat)
    first, second = (state.information_state_string(seat) for seat in (0, 1))
    assert "deal j" in first
    assert "deal k" not in first
    assert "deal k" in second
    assert first.endswith(" 0:call; 1:raise;")
    assert "PokerView" in state.observation_string(0)


def test_observers_are_of_one_seat():
    one = pyspiel.load_game("python_heorot_kuhn")
    public = pyspiel.IIGObservationType(public_info=True, perfect_recall=False,
                                        private_info=pyspiel.PrivateInfoType.NONE)
    with pytest.raises(ValueError, match="all that one seat sees"):
        one.make_py_observer(public)
    with pytest.raises(ValueError, match="no parameters"):
        one.make_py_observer(None, {"x": 1})


def test_equilibrium_of_kuhn_by_their_solver():
    """Their CFR on our Kuhn poker finds the value that is known: -1/18 of a stake of 2 each way."""
    from open_spiel.python.algorithms import cfr, expected_game_score

    one = pyspiel.load_game("python_heorot_kuhn")
    solver = cfr.CFRSolver(one)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(one.new_initial_state(), [policy, policy])[0]
    stake = one.heorot_setup.components.stake
    assert (value - 0.5) * 2 * stake == pytest.approx(-1 / 18, abs=0.01)


# ---------------------------------------------------------------- their bots at our table


@pytest.mark.parametrize(("spec", "name"), [
    ("openspiel:mcts,sims=2", "quacks"),
    ("openspiel:ismcts,sims=2", "quacks"),
    ("openspiel:ismcts,sims=30,c=0.5,rollouts=2", "leduc"),
    ("openspiel:mcts,sims=2", "defenders"),
    ("openspiel:uniform_random", "phantom"),
    ("openspiel:uniform_random", "beowulf"),
])
def test_a_bot_plays_a_game(spec, name):
    results = []
    for _ in range(2):
        state = game.load(name, players=2, seed=1)
        players = [make_player(spec, state.setup, 0, 5), make_player("random", state.setup, 1, 5)]
        table = Table(state, players, (1,), Record.start(state.setup, [spec, "random"]))
        for _ in range(10**6 if name == "leduc" else 60):
            if not state.is_terminal:
                table.step()
        results.append(table.record.moves)
        if "uniform" in spec:
            return
    assert results[0] == results[1]


def test_a_bot_never_gets_the_true_position(monkeypatch):
    """What it is given are redeals, and so are all worlds that it searches."""
    state = game.load("leduc", seed=3)
    player = make_player("openspiel:ismcts,sims=200", state.setup, 0, 1)
    worlds = set()
    roots = bridge.HeorotState.resample_from_infostate

    def spy(self, seat, sampler):
        sample = roots(self, seat, sampler)
        worlds.add(sample.inside.position.key())
        return sample

    monkeypatch.setattr(bridge.HeorotState, "resample_from_infostate", spy)
    table = Table(state, [player, make_player("random", state.setup, 1, 1)], (3,))
    while state.is_chance or state.mover != 0:
        table.step()
    table.step()
    assert len(worlds) >= 2


def test_it_plays_better_than_chance():
    """Tic-tac-toe: with some simulations it beats random play by far."""
    wins = 0
    for seed in range(8):
        state = game.load("tictactoe", seed=seed)
        players = [make_player("openspiel:mcts,sims=100", state.setup, 0, seed),
                   make_player("random", state.setup, 1, seed)]
        wins += Table(state, players, (seed,)).run()[0]
    assert wins >= 7


def moves_of(text):
    """Return the decisions of some games of Phantom against random play."""
    moves = []
    for seed in range(3):
        state = game.load("phantom", seed=seed)
        record = Record.start(state.setup, [text, "random"])
        players = [make_player(text, state.setup, 0, seed),
                   make_player("random", state.setup, 1, seed)]
        Table(state, players, (seed,), record).run()
        moves += record.moves
    return tuple(moves)


def test_every_parameter_changes_what_is_played():
    texts = ["openspiel:ismcts,sims=12", "openspiel:mcts,sims=12", "openspiel:ismcts,sims=20",
             "openspiel:ismcts,sims=12,c=0", "openspiel:ismcts,sims=12,rollouts=2"]
    played = [moves_of(text) for text in texts]
    assert len(set(played)) == len(texts)
    assert moves_of(texts[0]) == played[0]


@pytest.mark.parametrize(("text", "canonical"), [
    ("openspiel", "openspiel"),
    ("openspiel: ismcts , sims=10", "openspiel:ismcts,sims=10"),
    ("openspiel:sims=10,bot=mcts", "openspiel:mcts,sims=10"),
])
def test_player_texts(text, canonical):
    assert parse_spec(text).text == canonical
    assert parse_spec(canonical).text == canonical


@pytest.mark.parametrize(("text", "what"), [
    ("openspiel:sims=10,mcts", "no parameter 'mcts'"),
    ("openspiel:uniform_random,sims=3", "sims has no effect on the bot uniform_random"),
    ("openspiel:no bot", "bot=no bot: the name of a bot, such as mcts, is expected"),
    ("openspiel:deep_blue", "no bot 'deep_blue' for pig; bots: mcts, ismcts"),
    ("openspiel:ismcts", "pig has nothing, say openspiel:mcts"),
])
def test_bad_player_texts_are_named(text, what):
    with pytest.raises(BadSpec, match=what):
        make_player(text, game.load("pig").setup, 0)


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setattr("bridges.openspiel_player.find_spec", lambda name: None)
    with pytest.raises(BadSpec, match=r"pip install 'heorot\[openspiel\]'"):
        make_player("openspiel:mcts", game.load("pig").setup, 0)


def test_legal_ids_are_those_of_the_space():
    for state in walked("vikings", 3, 5, most=200):
        position, actions = state.inside.position, state.shared.actions
        ids = actions.outcomes if position.is_chance else actions.decisions
        legal = ([a for a, _ in state.chance_outcomes()] if state.is_chance_node()
                 else state.legal_actions())
        assert [ids[i] for i in legal] == open_actions(position)

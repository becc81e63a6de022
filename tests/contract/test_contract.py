"""The State contract, for every registered game and every number of seats."""

import copy
import itertools
import pickle
import random
from collections import Counter

import pytest
from scipy.stats import chisquare
from walks import open_actions, positions, seat_counts, walk

from core import game
from core.errors import BadNotation, BadOption, GameOver, IllegalAction, WrongSeat
from core.rng import Stream

pytestmark = pytest.mark.parametrize(("name", "players"), seat_counts(reference=True))
SEEDS = range(5)


def sampled(name, players, share=0.1, seeds=SEEDS):
    """Yield some positions of random games: the first, the last and a share of the rest."""
    rng = random.Random(name)
    for seed in seeds:
        for i, state in enumerate(walk(game.load(name, players=players, seed=seed), seed)):
            if i == 0 or state.is_terminal or rng.random() < share:
                yield state


def ended(name, players, seed=0):
    *_, state = walk(game.load(name, players=players, seed=seed), seed)
    return state


# ---------------------------------------------------------------- decisions and chance


def test_mover_and_open_actions_agree(name, players):
    for state in positions(name, players, SEEDS):
        assert state.players == players
        assert -2 <= state.mover < players
        assert state.is_chance == (state.mover == -1)
        assert state.is_terminal == (state.mover == -2)
        assert bool(state.legal_actions()) == (state.mover >= 0)
        assert bool(state.chance_outcomes()) == state.is_chance


def test_actions_rise_without_duplicates(name, players):
    for state in positions(name, players, SEEDS):
        actions = open_actions(state)
        assert actions == sorted(set(actions))
        assert all(0 < action < 2**32 for action in actions)
        assert len(actions) <= 512


def test_chance_probabilities_sum_to_one(name, players):
    for state in positions(name, players, SEEDS):
        if state.is_chance:
            probabilities = [p for _, p in state.chance_outcomes()]
            assert min(probabilities) > 0
            assert sum(probabilities) == pytest.approx(1, abs=1e-12)


def test_sample_follows_the_probabilities(name, players):
    if not game.get(name).traits.chance:
        pytest.skip("a game without chance")
    tested = 0
    for state in sampled(name, players, 0.2, range(3)):
        outcomes = state.chance_outcomes()
        if len(outcomes) < 2 or tested == 8:
            continue
        stream, draws = Stream("sample", name, players, tested), 4000
        counts = Counter(state.sample(stream) for _ in range(draws))
        assert set(counts) <= {action for action, _ in outcomes}
        expected = [p * draws for _, p in outcomes]
        assert chisquare([counts[a] for a, _ in outcomes], expected).pvalue > 1e-5
        tested += 1
    assert tested


def test_sample_refuses_a_decision(name, players):
    state = next(s for s in positions(name, players, SEEDS) if s.mover >= 0)
    with pytest.raises(IllegalAction, match="no chance node"):
        state.sample(Stream(0))


def test_turn_never_decreases(name, players):
    for seed in SEEDS:
        before = 0
        for state in walk(game.load(name, players=players, seed=seed), seed):
            assert state.turn >= before
            before = state.turn
        assert before > 0


def test_a_chain_of_decisions_has_one_mover(name, players):
    """Within one turn only one seat decides, unless the game is simultaneous."""
    if game.get(name).traits.simultaneous:
        pytest.skip("seats decide at once")
    movers = {}
    for seed in SEEDS:
        for state in walk(game.load(name, players=players, seed=seed), seed):
            if state.mover >= 0:
                assert movers.setdefault((seed, state.turn), state.mover) == state.mover


# ---------------------------------------------------------------- notation


def test_notation_round_trip(name, players):
    for state in positions(name, players, SEEDS):
        texts = [state.text(action) for action in open_actions(state)]
        assert len(set(texts)) == len(texts)
        for action, text in zip(open_actions(state), texts, strict=True):
            assert state.action(text) == action
            assert state.action(f"  {text.upper()} ") == action or text != text.lower()
            assert text == text.strip()
            assert "\n" not in text


def test_seen_actions_have_notation(name, players):
    for state in sampled(name, players):
        for action in open_actions(state):
            for seat in range(players):
                seen = state.seen(action, seat)
                if seen is not None:
                    assert state.action(state.text(seen)) == seen


def test_text_and_number_play_alike(name, players):
    for state in sampled(name, players):
        for action in open_actions(state)[:3]:
            by_number, by_text = state.clone(), state.clone()
            by_number.play(action)
            by_text.play(state.text(action))
            assert by_number == by_text


# ---------------------------------------------------------------- copies


def test_copies_are_equal_and_independent(name, players):
    for state in sampled(name, players):
        before = state.to_bytes()
        other = state.setup.blank()
        other.copy_from(state)
        raw = state.setup.blank()
        raw.from_bytes(before)
        copies = [state.clone(), other, raw, pickle.loads(pickle.dumps(state)),
                  copy.copy(state), copy.deepcopy(state)]
        for twin in copies:
            assert twin == state
            assert twin is not state
            assert twin.to_bytes() == before
            assert twin.key() == state.key()
            assert open_actions(twin) == open_actions(state)
            assert twin.scores() == state.scores()
            assert twin.setup == state.setup
            for seat in range(players):
                assert twin.info_key(seat) == state.info_key(seat)
                assert twin.observation(seat) == state.observation(seat)
        for i, twin in enumerate(copies):
            if not state.is_terminal:
                twin.play(open_actions(twin)[0])
                assert twin != state
                assert copies[i + 1:] == [state] * (len(copies) - i - 1)
        assert state.to_bytes() == before


def test_equal_positions_have_equal_keys_and_others_differ(name, players):
    keys = {}
    for state in positions(name, players, SEEDS):
        raw = state.key()
        twin = state.setup.blank()
        twin.from_bytes(state.to_bytes())
        assert twin.key() == raw
        facts = (state.mover, tuple(open_actions(state)), tuple(state.scores()))
        assert keys.setdefault(raw, facts) == facts
    assert len(keys) > (100 if name in game.names() else 10)  # reference games are small


def test_siblings_that_look_different_have_different_keys(name, players):
    for state in sampled(name, players, 0.05):
        after = [state.clone() for _ in open_actions(state)[:8]]
        for sibling, action in zip(after, open_actions(state), strict=False):
            sibling.play(action)
        for one, two in itertools.combinations(after, 2):
            for seat in range(players):
                if one.info_key(seat) == two.info_key(seat):
                    assert one.observation(seat) == two.observation(seat)


def test_states_of_other_setups_do_not_mix(name, players):
    state = game.load(name, players=players)
    for other_name, other_players in seat_counts(reference=True):
        if (other_name, other_players) != (name, players):
            other = game.load(other_name, players=other_players)
            with pytest.raises(ValueError, match="different games or options"):
                state.copy_from(other)
            assert state != other
    with pytest.raises(ValueError, match="bytes"):
        state.from_bytes(b"short")
    with pytest.raises(TypeError):
        hash(state)


def test_same_seed_same_game(name, players):
    for seed in SEEDS:
        first = [state.to_bytes() for state in positions(name, players, [seed])]
        assert [state.to_bytes() for state in positions(name, players, [seed])] == first


# ---------------------------------------------------------------- errors


def test_an_illegal_action_changes_nothing_and_names_the_open_ones(name, players):
    rng = random.Random(1)
    everything = {action for state in positions(name, players, [0])
                  for action in open_actions(state)}
    everything |= {0, 1, 2**31, 2**32 - 1, -1}
    for state in sampled(name, players):
        if state.is_terminal:
            continue
        open_now, before = open_actions(state), state.to_bytes()
        for action in rng.sample(sorted(everything), min(20, len(everything))):
            if action not in open_now:
                with pytest.raises(IllegalAction, match="cannot play") as caught:
                    state.play(action)
                assert state.text(open_now[0]) in str(caught.value)
                who = "chance" if state.is_chance else f"seat {state.mover}"
                assert str(caught.value).startswith(who)
        assert state.to_bytes() == before


@pytest.mark.parametrize("text", ["", " ", "nonsense", "42", "\x00", "é ü", "play", "a" * 5000])
def test_bad_notation_is_refused_with_help(name, players, text):
    state = game.load(name, players=players)
    with pytest.raises(BadNotation) as caught:
        state.action(text)
    assert len(str(caught.value)) > 20
    with pytest.raises(BadNotation):
        state.play(text)


def test_codes_of_no_action_have_no_text(name, players):
    state = game.load(name, players=players)
    for code in (0, 2**32 - 1, -1, 2**40):
        with pytest.raises(BadNotation):
            state.text(code)


def test_after_the_end(name, players):
    state = ended(name, players)
    assert open_actions(state) == []
    for move in (1, "nonsense"):
        with pytest.raises(GameOver, match="ended"):
            state.play(move)


def test_before_the_end_there_are_no_utilities(name, players):
    with pytest.raises(IllegalAction, match="not ended"):
        game.load(name, players=players).utilities()


@pytest.mark.parametrize("seat", [-1, 5, 100])
def test_a_wrong_seat_is_named(name, players, seat):
    state = game.load(name, players=players)
    for call in (state.info_key, state.observation, lambda s: state.redeal(s, Stream(0)),
                 lambda s: state.seen(open_actions(state)[0], s)):
        with pytest.raises(WrongSeat, match=f"seat {seat}: this game has seats 0 to {players - 1}"):
            call(seat)


def test_a_wrong_number_of_players_is_named(name, players):
    traits = game.get(name).traits
    wanted = f"{name} is for {traits.min_players} to {traits.max_players} players"
    for number in (traits.min_players - 1, traits.max_players + 1, players - 100):
        with pytest.raises(BadOption, match=wanted):
            game.load(name, players=number)


# ---------------------------------------------------------------- the end


def test_utilities(name, players):
    """In [0, 1]; a team has one result, shares sum to 1."""
    traits = game.get(name).traits
    assert traits.utility in ("share", "team", "own")
    assert traits.cooperative == (traits.utility == "team")
    results = set()
    for seed in range(30):
        state = ended(name, players, seed)
        utilities = state.utilities()
        assert len(utilities) == players
        assert all(0 <= u <= 1 for u in utilities)
        assert state.setup.utility == traits.utility
        if state.setup.utility == "team":
            assert len(set(utilities)) == 1
        else:
            assert sum(utilities) == pytest.approx(1)
        results.add(tuple(utilities))
    if traits.utility != "team":  # a team that plays at random may never win
        assert len(results) > 1


# ---------------------------------------------------------------- hidden information


def test_what_a_seat_sees_does_not_change_under_redeal(name, players):
    """View and its text, key, open actions of the seat itself, and public facts."""
    for state in sampled(name, players, 0.08):
        for seat in range(players):
            view, text = state.observation(seat), repr(state.observation(seat))
            for i in range(3):
                sample = state.clone()
                sample.redeal(seat, Stream(name, seat, i))
                assert sample.observation(seat) == view
                assert repr(sample.observation(seat)) == text
                assert sample.info_key(seat) == state.info_key(seat)
                assert sample.mover == state.mover
                assert sample.turn == state.turn
                assert sample.scores() == state.scores()
                if state.mover == seat:
                    assert sample.legal_actions() == state.legal_actions()
                sample.check()


def test_a_redealt_clone_takes_what_really_happens_as_seen(name, players):
    """The mover's own redeal accepts its real decision and stays indistinguishable."""
    for state in sampled(name, players):
        seat = state.mover
        if seat < 0:
            continue
        sample = state.clone()
        sample.redeal(seat, Stream(state.turn))
        action = open_actions(state)[-1]
        truth = state.clone()
        truth.play(action)
        sample.play(action)
        assert sample.mover in range(-2, players)
        # In Phantom a decision asks what is hidden, and worlds give different answers.
        if truth.mover >= 0 and truth.turn == state.turn and name != "phantom":
            assert sample.info_key(seat) == truth.info_key(seat)


def test_seen_hides_what_the_view_hides(name, players):
    """An outcome that a seat does not see whole tells it nothing; one that it sees tells it all.

    So replaying what a seat saw never names a tile, card or chip that it could not see. Only a
    rule that shows things when the turn ends may tell more.
    """
    hidden = 0
    for state in sampled(name, players, 0.15):
        outcomes = [action for action, _ in state.chance_outcomes()]
        hidden += any(state.seen(action, seat) != action
                      for action in state.legal_actions() for seat in range(players))
        for seat in range(players):
            known, guesses = [], {}
            for action in outcomes:
                after = state.clone()
                after.play(action)
                seen = state.seen(action, seat)
                if seen == action:
                    known.append(after.info_key(seat))
                    continue
                assert seen not in outcomes
                hidden += 1
                if after.turn == state.turn:
                    guesses.setdefault(seen, set()).add(after.info_key(seat))
            assert len(known) == len(set(known))
            assert all(len(keys) == 1 for keys in guesses.values())
    assert hidden or not game.get(name).traits.hidden


def test_the_mover_sees_its_own_decisions(name, players):
    for state in sampled(name, players):
        if state.mover >= 0:
            for action in state.legal_actions():
                assert state.seen(action, state.mover) == action

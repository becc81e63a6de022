"""The table: what players are shown, whose luck is whose, the record, going on from a save."""

from collections import Counter
from contextlib import suppress

import pytest
from walks import open_actions, seat_counts, walk

from core import game
from core.errors import GameOver, IllegalAction
from core.record import Record
from core.rng import Stream
from players.base import Decision, Player, Seen
from players.spec import make_player
from players.table import Event, Table, past_events, witness

HIDDEN = [case for case in seat_counts(reference=True) if game.get(case[0]).traits.hidden]


class Chooser(Player):
    """Takes the action that `pick` says of its legal ones; remembers what it was shown."""

    def __init__(self, seat, pick=None):
        super().__init__("chooser", seat)
        self.stream = Stream("chooser", seat)
        self.pick = pick or (lambda actions: actions[self.stream.below(len(actions))])
        self.shown = []

    def choose(self, state, history):
        self.shown.append((state, tuple(history)))
        return Decision(self.pick(state.legal_actions()))


def table(name="beowulf", players=2, seed=1, sit=Chooser, **rest):
    state = game.load(name, players=players, seed=seed)
    return Table(state, [sit(seat) for seat in range(players)], (seed, "table"), **rest)


def actions_of(played):
    return [event.text for event in played.events]


# ---------------------------------------------------------------- what players are shown


@pytest.mark.parametrize(("name", "players"), HIDDEN)
def test_players_get_a_redealt_copy_and_never_the_truth(name, players):
    """Same to the seat's eyes; its own object; and, where something is hidden, seldom the truth."""
    asked, hidden, differ = Counter(), Counter(), Counter()

    class Spy(Chooser):
        def choose(self, state, history):
            truth = at.state
            assert state is not truth
            assert state.info_key(self.seat) == truth.info_key(self.seat)
            assert state.observation(self.seat) == truth.observation(self.seat)
            assert state.legal_actions() == truth.legal_actions()
            state.check()
            asked[self.seat] += 1
            if len({at.view(self.seat).key() for _ in range(6)}) > 1:
                hidden[self.seat] += 1
                differ[self.seat] += state.key() != truth.key()
            return super().choose(state, history)

    for seed in range(3):
        at = table(name, players, seed, Spy)
        at.run()
    if game.get(name).traits.simultaneous:  # only what others have just chosen is hidden
        assert sum(differ.values()) > 0
        return
    for seat in range(players):
        assert hidden[seat] > 0.3 * asked[seat]
        assert differ[seat] > (0.8 if name in game.names() else 0.2) * hidden[seat]


def test_a_player_cannot_change_the_game():
    """What a player does to its copy is undone at the table, and other copies do not show it."""

    class Vandal(Chooser):
        def choose(self, state, history):
            decision = super().choose(state, history)
            *_, end = walk(state, 1)
            assert end.is_terminal
            with suppress(AttributeError):  # a history that cannot be changed will do as well
                history.clear()
            return decision

    honest, wild = table(sit=Chooser), table(sit=Vandal)
    honest.run()
    wild.run()
    assert actions_of(honest) == actions_of(wild)
    assert honest.seen == wild.seen


def test_each_view_is_another_guess():
    at = table(players=4, seed=3)
    while at.state.is_chance:
        at.step()
    keys = {at.view(0).key() for _ in range(50)}
    assert len(keys) > 45


def test_views_do_not_shift_each_other():
    """How often another seat is asked changes nothing of what a seat is shown."""
    first, second = table(players=3, seed=3), table(players=3, seed=3)
    for at in (first, second):
        while at.state.is_chance:
            at.step()
    for _ in range(7):
        first.view(1)
    assert [first.view(0).key() for _ in range(5)] == [second.view(0).key() for _ in range(5)]


@pytest.mark.parametrize(("name", "players"), seat_counts(reference=True))
def test_history_is_all_that_a_seat_saw_and_no_more(name, players):
    at = table(name, players, 5)
    at.run()
    for seat, player in enumerate(at.players):
        for _, history in player.shown:
            assert all(isinstance(entry, Seen) for entry in history)
            assert list(history) == at.seen[seat][: len(history)]
        lengths = [len(history) for _, history in player.shown]
        assert lengths == sorted(set(lengths))
        own = [i for i, event in enumerate(at.events) if event.who == seat]
        assert lengths == own
    # Replayed beside the truth: each entry is what the rules say that the seat sees.
    state = game.load(name, players=players, seed=5)
    for i, event in enumerate(at.events):
        action = state.action(event.text)
        assert event.who == state.mover
        for seat in range(players):
            masked = state.seen(action, seat)
            text = None if masked is None else state.text(masked)
            assert at.seen[seat][i] == Seen(event.who, text)
            assert event.seen[seat] == text
        state.play(action)
    assert state.is_terminal


def test_history_never_names_a_tile_that_another_seat_drew():
    at = table(players=3, seed=6)
    draws = 0
    while not at.state.is_terminal:
        chance, active = at.state.is_chance, at.state.observation(0).active
        event = at.step()
        if chance:
            draws += 1
            for seat, text in enumerate(event.seen):
                assert (text == event.text) == (seat == active)
                assert seat == active or text == f"back {event.text.split('_')[0][-1]}"
        else:
            assert set(event.seen) == {event.text}
    assert draws > 50


# ---------------------------------------------------------------- errors


def test_an_illegal_choice_is_an_error_that_names_the_player():
    at = table(sit=lambda seat: Chooser(seat, lambda actions: 12345))
    while at.state.is_chance:
        at.step()
    who, before = at.state.mover, at.state.to_bytes()
    count = len(at.events)
    with pytest.raises(IllegalAction, match=f"chooser in seat {who + 1} chose 12345"):
        at.step()
    assert at.state.to_bytes() == before  # and nothing was played
    assert len(at.events) == count


def test_a_finished_game_cannot_go_on():
    at = table()
    at.run()
    with pytest.raises(GameOver, match="has ended"):
        at.step()
    assert at.run() == at.state.utilities()


def test_every_seat_needs_a_player():
    state = game.load("beowulf", players=3, seed=1)
    with pytest.raises(ValueError, match="3 seats, 2 players"):
        Table(state, [Chooser(0), Chooser(1)], (1,))


# ---------------------------------------------------------------- whose luck


def drawn(at):
    """Return what each source of chance gave, in order."""
    state = at.events and game.load("beowulf", players=at.state.players, seed=1)
    luck = {}
    for event in at.events:
        if state.is_chance:
            luck.setdefault(state.source, []).append(event.text)
        state.play(event.text)
    return luck


def draw_count(at, source):
    return len(drawn(at).get(source, ()))


def test_the_luck_of_one_source_does_not_depend_on_draws_of_another():
    """The random bits behind a source's draws are its own.

    What a seat draws depends on what is left in the stock, so the streams are compared: after as
    many draws, the next bits of seat 0's stream are the same whatever seat 1 did.
    """
    tables = []
    for first in (0, -1):  # seat 1 prefers figures, or tiles
        picks = {0: None, 1: lambda actions, first=first: actions[first]}
        at = table(sit=lambda seat, picks=picks: Chooser(seat, picks[seat]))
        while draw_count(at, 0) < 12:
            at.step()
        tables.append(at)
    assert draw_count(tables[0], 1) != draw_count(tables[1], 1)
    bits = [[at._chance[0].uniform() for _ in range(5)] for at in tables]
    assert bits[0] == bits[1]
    others = [at._chance[1].uniform() for at in tables]
    assert others[0] != others[1]


def test_opening_hands_are_the_same_whoever_plays():
    deals = []
    for sit in (Chooser, lambda seat: Chooser(seat, min), lambda seat: Chooser(seat, max)):
        at = table(players=4, seed=9, sit=sit)
        while at.state.is_chance:
            at.step()
        deals.append(actions_of(at))
    assert len(deals[0]) >= 4
    assert deals[0] == deals[1] == deals[2]


@pytest.mark.parametrize(("name", "players"), seat_counts(reference=True))
def test_the_same_seed_is_the_same_game(name, players):
    texts = ["ismcts:iterations=6", "random", "greedy:worlds=1", "random", "random"][:players]

    def played(seed):
        state = game.load(name, players=players, seed=2)
        sitting = [make_player(text, state.setup, seat, seed) for seat, text in enumerate(texts)]
        at = Table(state, sitting, (seed,))
        return at.run(), actions_of(at)

    assert played(1) == played(1)
    assert len({tuple(played(seed)[1]) for seed in (1, 2, 3)}) == 3


def test_searching_more_takes_no_luck_from_the_table():
    """A seat that thinks longer but plays the same leaves the game the same."""

    class Thinker(Chooser):
        def choose(self, state, history):
            stream = Stream("thoughts", len(history))
            for _ in range(len(history) % 7):
                state.redeal(self.seat, stream)
            return super().choose(state, history)

    games = [table(players=3, seed=2, sit=sit) for sit in (Chooser, Thinker)]
    for at in games:
        at.run()
    assert actions_of(games[0]) == actions_of(games[1])


# ---------------------------------------------------------------- record, watching, going on


def started(state, seed=1):
    return Record.start(state.setup, [f"p{seat}" for seat in range(state.players)], seed)


def test_the_record_is_kept_move_by_move():
    state = game.load("beowulf", players=2, seed=4)
    record = started(state)
    at = Table(state, [Chooser(0), Chooser(1)], (4,), record)
    while not state.is_terminal:
        assert record.result is None
        event = at.step()
        assert len(record.moves) == len(at.events)
        assert event.text in str(record.moves[-1])
    assert record.result["scores"] == state.scores()
    replayed = Record.loads(record.dumps()).replay()
    assert replayed == state


def test_watchers_see_every_event_in_order():
    at = table()
    watched = []
    utilities = at.run(watched.append)
    assert watched == at.events
    assert all(isinstance(event, Event) for event in watched)
    assert utilities == at.state.utilities()
    deciders = {event.who for event in watched if event.decision is not None}
    assert deciders == {0, 1}
    assert all((event.decision is None) == (event.who == -1) for event in watched)


@pytest.mark.parametrize("stop", [0, 1, 7, 40, 111])
def test_a_game_goes_on_from_its_record(stop):
    """History is whole, the record goes on, and it can be stopped and resumed again."""
    state = game.load("beowulf", players=3, seed=4)
    record = started(state)
    at = Table(state, [Chooser(seat) for seat in range(3)], (4,), record)
    for _ in range(stop):
        at.step()
    saved = Record.loads(record.dumps())
    resumed = Table(
        saved.replay(), [Chooser(seat) for seat in range(3)], (4,), saved, list(past_events(saved))
    )
    assert resumed.state == at.state
    assert resumed.seen == at.seen
    assert actions_of(resumed) == actions_of(at)
    resumed.run()
    assert len(saved.moves) == len(resumed.events) > stop
    assert Record.loads(saved.dumps()).replay() == resumed.state
    for player in resumed.players:
        for _, history in player.shown:
            assert list(history) == resumed.seen[player.seat][: len(history)]


def test_what_comes_after_a_save_cannot_be_tried_out():
    """Resumed at the same move it is the same game; it does not draw again what it drew before."""

    def resumed(stop):
        state = game.load("beowulf", players=2, seed=4)
        record = started(state)
        at = Table(state, [Chooser(seat, min) for seat in (0, 1)], (4,), record)
        for _ in range(stop):
            at.step()
        past = list(past_events(record))
        again = Table(state, [Chooser(seat, max) for seat in (0, 1)], (4,), record, past)
        again.run()
        return actions_of(again)

    assert resumed(30) == resumed(30)
    first, later = resumed(30), resumed(31)
    assert first != later


def test_a_witness_tells_the_truth_once_and_what_each_seat_sees():
    state = game.load("beowulf", players=3, seed=1)
    drawer = state.source
    action = open_actions(state)[0]
    event = witness(state, action)
    assert (event.who, event.text, event.decision) == (-1, state.text(action), None)
    assert [seen == event.text for seen in event.seen] == [seat == drawer for seat in range(3)]


# ---------------------------------------------------------------- fresh players


@pytest.mark.parametrize("text", [
    "random", "greedy", "ismcts:iterations=20", "expectimax:nodes=300,depth=2",
])  # fmt: skip
def test_players_are_fresh_for_every_game(text):
    """A second game by newly made players is the first one again: nothing is carried over."""

    def played():
        state = game.load("beowulf", players=2, seed=3)
        sitting = [make_player(text, state.setup, seat, 3) for seat in (0, 1)]
        at = Table(state, sitting, (3,))
        for _ in range(60):
            at.step()
        return sitting, actions_of(at)

    (first, moves), (second, again) = played(), played()
    assert moves == again
    assert not {id(player) for player in first} & {id(player) for player in second}
    assert all(a._stream is not b._stream for a, b in zip(first, second, strict=True))
    assert first[0]._stream is not first[1]._stream

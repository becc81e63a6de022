"""Player texts: what they make, what is refused, and that every parameter does something."""

import dataclasses
import random

import pytest

from ai import ismcts, knowledge
from ai.knowledge.quacks_brewing import Solver
from bridges.openspiel_player import OpenSpielPlayer
from core import game
from core.errors import HeorotError
from core.rng import Stream
from players import search
from players.console.human import HumanPlayer
from players.search import BrewerPlayer, ExpectimaxPlayer, GreedyPlayer, IsmctsPlayer
from players.simple import RandomPlayer
from players.spec import KINDS, BadSpec, describe, make_player, option, parse_spec, whole
from players.table import Table

PLAYERS = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "brewer": BrewerPlayer,
    "ismcts": IsmctsPlayer,
    "expectimax": ExpectimaxPlayer,
    "openspiel": OpenSpielPlayer,
    "human": HumanPlayer,
}
GAME = {"brewer": "quacks"}  # that a kind is made for


# ---------------------------------------------------------------- reading


def test_every_kind_is_made_from_its_name():
    assert set(PLAYERS) == set(KINDS)
    for kind, player_class in PLAYERS.items():
        setup = game.load(GAME.get(kind, "beowulf"), players=3, seed=1).setup
        spec = parse_spec(kind)
        assert (spec.kind, spec.text) == (kind, kind)
        assert spec.options == type(spec.options)()
        player = make_player(spec, setup, 2, 7)
        assert type(player) is player_class
        assert (player.spec, player.seat) == (kind, 2)


@pytest.mark.parametrize(("text", "canonical", "values"), [
    ("ismcts:iterations=2000,c=0.7", "ismcts:iterations=2000,c=0.7",
     {"iterations": 2000, "c": 0.7}),
    (" ismcts: c=0.7 , iterations = 10k ", "ismcts:iterations=10k,c=0.7",
     {"iterations": 10_000, "c": 0.7}),
    ("ismcts:nodes=2M", "ismcts:nodes=2M", {"nodes": 2_000_000}),
    ("ismcts:time=500ms", "ismcts:time=500ms", {"time": 0.5}),
    ("ismcts:time=1.5s", "ismcts:time=1.5s", {"time": 1.5}),
    ("ismcts:time=2m,keys=open", "ismcts:time=2m,keys=open", {"time": 120.0, "keys": "open"}),
    ("ismcts:cutoff=none,rollout=random", "ismcts:rollout=random,cutoff=none",
     {"cutoff": -1, "rollout": "random"}),
    ("ismcts:threads=2,trees=2,prior=0", "ismcts:prior=0,trees=2,threads=2",
     {"threads": 2, "trees": 2, "prior": 0.0}),
    ("expectimax:worlds=2,depth=4,nodes=1k", "expectimax:nodes=1k,depth=4,worlds=2",
     {"worlds": 2, "depth": 4, "nodes": 1000}),
    ("greedy:worlds=9", "greedy:worlds=9", {"worlds": 9}),
])  # fmt: skip
def test_parameters_are_read_and_put_in_order(text, canonical, values):
    spec = parse_spec(text)
    assert spec.text == canonical
    for name, value in values.items():
        assert getattr(spec.options, name) == value
    others = {entry.name for entry in dataclasses.fields(spec.options)} - set(values)
    for name in others:
        assert getattr(spec.options, name) == getattr(type(spec.options)(), name)
    assert parse_spec(canonical) == spec


@pytest.mark.parametrize(("text", "told"), [
    ("", ["no player ''", *KINDS]),
    ("beorn", ["no player 'beorn'", *KINDS]),
    ("Random", ["no player 'Random'", *KINDS]),
    ("random:", ["after the colon"]),
    ("random:x=1", ["no parameter 'x'", "none"]),
    ("greedy:depth=2", ["no parameter 'depth'", "worlds"]),
    ("ismcts:iteration=5", ["no parameter 'iteration'", "iterations, nodes, time, c, keys"]),
    ("ismcts:iterations=5,", ["no parameter ''"]),
    ("ismcts:iterations", ["iterations needs a value", "iterations=..."]),
    ("ismcts:iterations=", ["iterations needs a value"]),
    ("ismcts:c=1,c=1", ["c is given twice"]),
    ("ismcts:iterations=0", ["iterations=0", "a whole number from 1 to"]),
    ("ismcts:iterations=-5", ["a whole number from 1 to"]),
    ("ismcts:iterations=1.5", ["a whole number from 1 to"]),
    ("ismcts:iterations=10kk", ["a whole number from 1 to"]),
    ("ismcts:iterations=5000m", ["a whole number from 1 to 1000000000"]),
    ("ismcts:c=fast", ["c=fast", "a number from 0 to 100"]),
    ("ismcts:c=nan", ["a number from 0 to 100"]),
    ("ismcts:c=inf", ["a number from 0 to 100"]),
    ("ismcts:c=-0.1", ["a number from 0 to 100"]),
    ("ismcts:keys=mono", ["keys=mono", "one of mo, so, open"]),
    ("ismcts:rollout=best", ["one of knowledge, random"]),
    ("ismcts:cutoff=-1", ["a whole number from 0 to"]),
    ("ismcts:time=1", ["a duration", "500ms"]),
    ("ismcts:time=0s", ["a duration from 1ms to 60m"]),
    ("ismcts:time=2h", ["a duration"]),
    ("ismcts:time=99m", ["a duration from 1ms to 60m"]),
    ("expectimax:depth=0", ["a whole number from 1 to 40"]),
    ("expectimax:worlds=0", ["a whole number from 1 to"]),
    # What would have no effect is refused too.
    ("ismcts:threads=3", ["threads=3 has no effect beyond trees=2"]),
    ("ismcts:threads=3,trees=2", ["threads=3 has no effect beyond trees=2"]),
    ("ismcts:iterations=4,trees=5", ["iterations=4 leaves some of trees=5 empty"]),
    ("ismcts:nodes=4,trees=5", ["nodes=4 leaves some of trees=5 empty"]),
    ("expectimax:mode=team", ["mode=team", "one of maxn, paranoid"]),
    ("expectimax:prune=star3", ["prune=star3", "one of none, star1, star2"]),
    ("expectimax:outcomes=0", ["outcomes=0", "a whole number from 1 to 512"]),
    ("expectimax:table=100m", ["table=100m", "a whole number from 0 to 10000000"]),
    ("expectimax:depth=1,nodes=5", ["no effect at depth=1"]),
    ("expectimax:depth=1,time=5s", ["no effect at depth=1"]),
])  # fmt: skip
def test_what_makes_no_player_is_refused_and_what_would_is_told(text, told):
    with pytest.raises(BadSpec) as caught:
        parse_spec(text)
    assert all(part in str(caught.value) for part in told), str(caught.value)
    assert isinstance(caught.value, HeorotError)


@pytest.mark.fuzz
def test_any_text_makes_a_player_or_a_clean_message():
    rng = random.Random(1)
    words = [*KINDS, ":", ":", "=", "=", ",", "iterations", "time", "c", "trees", "depth", "worlds",
             "5", "0.5", "10k", "1s", "none", "mo", "", " ", "-", "\n", "ž", "\x00", "1e999",
             "9" * 30, "٣", "%s", "{0}"]  # fmt: skip
    made = 0
    for _ in range(20_000):
        text = rng.choice(list(KINDS)) + ":" if rng.random() < 0.7 else ""
        text += "".join(rng.choice(words) for _ in range(rng.randrange(9)))
        try:
            canonical = parse_spec(text).text
        except BadSpec:
            continue
        assert parse_spec(canonical).text == canonical
        made += 1
    assert made > 100


def test_describe_lists_every_parameter():
    for kind in KINDS:
        options = KINDS[kind].load()[1]
        rows = describe(kind)
        assert [row[0] for row in rows] == [entry.name for entry in dataclasses.fields(options)]
        for name, default, text in rows:
            assert text
            if default:  # what is shown can be typed
                spec = parse_spec(f"{kind}:{name}={default}")
                assert spec.options == options()


def test_a_game_without_knowledge_is_refused_loudly(monkeypatch):
    setup = game.load("beowulf", players=2, seed=1).setup
    monkeypatch.setattr(knowledge, "_module", lambda setup: None)
    for text in ("greedy", "expectimax", "ismcts:cutoff=3"):
        with pytest.raises(BadSpec, match="needs an evaluator, and beowulf has none"):
            make_player(text, setup, 0)
    assert make_player("ismcts:cutoff=none", setup, 0)


def test_a_game_without_a_phase_to_solve_is_refused_loudly():
    setup = game.load("beowulf", players=2, seed=1).setup
    with pytest.raises(BadSpec, match="brewer needs a game with a phase it can solve, and beowulf"):
        make_player("brewer", setup, 0)


def test_a_game_tunes_what_the_text_does_not_name(monkeypatch):
    """The search is made with the game's own c, cutoff and prior; each that is named wins."""
    made = []
    monkeypatch.setattr(search, "Ismcts", lambda policy, evaluator, **rest: made.append(rest))
    setup = game.load("vikings", players=3, seed=1).setup
    own = knowledge.tuning(setup)
    assert own != knowledge.Tuning() == knowledge.tuning(game.load("beowulf").setup)
    for text in ("ismcts", "ismcts:c=0.7", "ismcts:cutoff=none", "ismcts:cutoff=0",
                 "ismcts:prior=3", "ismcts:prior=0"):  # fmt: skip
        make_player(text, setup, 0)
    assert [(rest["c"], rest["cutoff"], rest["weight"]) for rest in made] == [
        (own.c, own.cutoff, own.prior), (0.7, own.cutoff, own.prior), (own.c, -1, own.prior),
        (own.c, 0, own.prior), (own.c, own.cutoff, 3), (own.c, own.cutoff, 0),
    ]  # fmt: skip
    assert [rest["advisor"] is None for rest in made] == [False] * 5 + [True]


# ---------------------------------------------------------------- every parameter does something


def middle(players=2):
    """Return a decision in the first act, hands and board filled, with much hidden."""
    state = game.load("beowulf", players=players, seed=11)
    stream = Stream("middle")
    for _ in range(40):
        actions = state.legal_actions()
        state.play(actions[stream.below(len(actions))] if actions else state.sample(stream))
    while state.phase != "D1":
        actions = state.legal_actions()
        state.play(actions[stream.below(len(actions))] if actions else state.sample(stream))
    return state


def drawing():
    """Return a decision of Quacks on the flask, the second chip of round 3."""
    state = game.load("quacks", players=2, seed=1, start=0)
    state.arrange(round=3, bags=[{"white1": 4, "white2": 2, "white3": 1, "orange1": 3}] * 2,
                  cards=["magic_potion"], flasks=[True, False])
    state.play("card magic_potion")
    while state.phase != "FLASK":
        state.play("chip white1")
    return state


def report_of(text):
    seats = 3 if "mode=" in text or "margin=" in text else 2
    state = drawing() if text.startswith("brewer") else middle(seats)
    player = make_player(text, state.setup, state.mover, 5)
    report = player.choose(state, ()).report
    assert not report.forced
    return report


def outcome(text):
    """Return all that a search found, without its time."""
    return repr(dataclasses.replace(report_of(text), seconds=0.0))


# For each parameter of each kind: two texts that differ in it alone, and what must differ.
EFFECTS = {
    "greedy": {"worlds": ("greedy:worlds=1", "greedy:worlds=3"),
               "margin": ("greedy:margin=0", "greedy:margin=1")},
    "brewer": {"draws": ("brewer:draws=1", "brewer:draws=3", "brewer:draws=10")},
    "expectimax": {
        "nodes": ("expectimax:nodes=10", "expectimax:nodes=10m"),
        "depth": ("expectimax:nodes=10m,depth=2", "expectimax:nodes=10m,depth=3"),
        "worlds": ("expectimax:nodes=1,worlds=1", "expectimax:nodes=1,worlds=3"),
        "mode": ("expectimax:nodes=10m,depth=2,mode=maxn,prune=none",
                 "expectimax:nodes=10m,depth=2,mode=paranoid,prune=none"),
        "prune": ("expectimax:nodes=10m,prune=none", "expectimax:nodes=10m,prune=star1",
                  "expectimax:nodes=10m,prune=star2"),
        "outcomes": ("expectimax:nodes=10m,depth=2", "expectimax:nodes=10m,depth=2,outcomes=4",
                     "expectimax:nodes=10m,depth=2,outcomes=5"),
        "table": ("expectimax:nodes=10m,depth=2,table=0", "expectimax:nodes=10m,depth=2"),
        "margin": ("expectimax:nodes=10m,depth=2,margin=0",
                   "expectimax:nodes=10m,depth=2,margin=1"),
    },
    "ismcts": {
        "iterations": ("ismcts:iterations=100", "ismcts:iterations=101"),
        "nodes": ("ismcts:nodes=100", "ismcts:nodes=101"),
        "c": ("ismcts:iterations=300,c=0.1", "ismcts:iterations=300,c=0.9"),
        "keys": ("ismcts:iterations=300,keys=mo", "ismcts:iterations=300,keys=so",
                 "ismcts:iterations=300,keys=open"),
        "rollout": ("ismcts:iterations=300,rollout=knowledge",
                    "ismcts:iterations=300,rollout=random"),
        "cutoff": ("ismcts:iterations=300,cutoff=none", "ismcts:iterations=300,cutoff=0",
                   "ismcts:iterations=300,cutoff=5"),
        "prior": ("ismcts:iterations=300,prior=0", "ismcts:iterations=300,prior=1",
                  "ismcts:iterations=300,prior=20"),
        "trees": ("ismcts:iterations=300,trees=1", "ismcts:iterations=300,trees=2"),
    },
}  # fmt: skip
# These two change how long it takes, and have tests of their own below.
CLOCK = {("expectimax", "time"), ("ismcts", "time"), ("ismcts", "threads")}
# Those of openspiel, which reports nothing, are in tests/bridges.
PARAMETERS = [(kind, name) for kind in KINDS if kind != "openspiel"
              for name, _, _ in describe(kind)]


@pytest.mark.parametrize(("name", "players", "text", "told"), [
    ("vikings", 3, "expectimax:prune=star2", ["bounds need two seats", "mode=paranoid"]),
    ("vikings", 3, "expectimax:prune=star1", ["two seats", "a team"]),
    ("defenders", 2, "expectimax:mode=paranoid", ["nobody plays against the mover", "maxn"]),
])  # fmt: skip
def test_what_does_not_fit_the_game_is_refused(name, players, text, told):
    setup = game.load(name, players=players, seed=1).setup
    with pytest.raises(BadSpec) as caught:
        make_player(text, setup, 0, 1)
    assert all(part in str(caught.value) for part in told), str(caught.value)


@pytest.mark.parametrize(("name", "players", "mode", "prune"), [
    ("beowulf", 2, "maxn", "star2"), ("vikings", 3, "maxn", "none"),
    ("vikings", 3, "paranoid", "star2"), ("defenders", 2, "maxn", "star2"),
])  # fmt: skip
def test_pruning_is_on_where_it_may_be(name, players, mode, prune, monkeypatch):
    made = []
    monkeypatch.setattr("players.search.Expectimax", lambda *_, **options: made.append(options))
    make_player(f"expectimax:mode={mode}", game.load(name, players=players, seed=1).setup, 0, 1)
    assert [(options["mode"], options["prune"]) for options in made] == [(mode, prune)]


def test_no_parameter_is_left_out():
    shown = {(kind, name) for kind, names in EFFECTS.items() for name in names} | CLOCK
    assert shown == set(PARAMETERS)


@pytest.mark.parametrize(("kind", "name"), sorted(set(PARAMETERS) - CLOCK))
def test_a_parameter_changes_what_is_found(kind, name):
    texts = EFFECTS[kind][name]
    found = [outcome(text) for text in texts]
    assert len(set(found)) == len(texts)
    assert [outcome(text) for text in texts] == found  # and nothing else changed it


@pytest.mark.parametrize("kind", ["ismcts", "expectimax"])
def test_time_changes_how_much_is_searched(kind):
    more = {"ismcts": "", "expectimax": ",depth=40,worlds=1"}[kind]
    short, long = (report_of(f"{kind}:time={time}{more}") for time in ("1ms", "400ms"))
    assert short.nodes < long.nodes
    assert long.seconds < 30


@pytest.mark.parametrize("kind", ["ismcts", "expectimax"])
def test_without_a_budget_it_thinks_for_a_second(kind, monkeypatch):
    """Shown by the limit that the search is given."""
    asked = []
    state = middle()
    player = make_player(kind, state.setup, state.mover, 5)

    class Spy:
        def search(self, state, limit, *rest):
            asked.append(limit)
            raise StopIteration

    player._search = Spy()
    with pytest.raises(StopIteration):
        player.choose(state, ())
    assert (asked[0].seconds, asked[0].iterations, asked[0].nodes) == (1.0, None, None)


def test_threads_change_who_grows_the_trees_and_not_what_is_found(monkeypatch):
    asked = []

    class Pool(ismcts.ThreadPoolExecutor):
        def __init__(self, workers):
            asked.append(workers)
            super().__init__(workers)

    monkeypatch.setattr(ismcts, "ThreadPoolExecutor", Pool)
    found = {outcome(f"ismcts:iterations=300,trees=4,threads={n}") for n in (1, 2, 4)}
    assert len(found) == 1
    assert asked == [2, 4]


def test_the_player_of_a_seat_has_a_stream_of_its_own():
    """Same seed and seat, same choices; another seed or seat, others."""
    state = middle()

    def choices(seat, *seed):
        player = make_player("random", state.setup, seat, *seed)
        return [player.choose(state, ()).action for _ in range(40)]

    assert choices(0, 1, "x") == choices(0, 1, "x")
    assert len({tuple(choices(seat, *seed)) for seat, seed in
                [(0, (1,)), (1, (1,)), (0, (2,)), (0, ("1",))]}) == 4  # fmt: skip


def test_a_player_of_random_is_uniform():
    state = middle()
    player = make_player("random", state.setup, state.mover, 3)
    legal = state.legal_actions()
    chosen = [player.choose(state, ()) for _ in range(400 * len(legal))]
    assert all(decision.report is None for decision in chosen)
    counts = [sum(decision.action == action for decision in chosen) for action in legal]
    assert sum((count - 400) ** 2 / 400 for count in counts) < 25


def test_a_whole_game_by_every_kind():
    """Every kind that needs no person plays to the end beside the others."""
    texts = ("ismcts:iterations=10", "expectimax:nodes=500,depth=2,worlds=1", "greedy", "random")
    state = game.load("beowulf", players=4, seed=2)
    players = [make_player(text, state.setup, seat, 1) for seat, text in enumerate(texts)]
    utilities = Table(state, players, (1,)).run()
    assert sum(utilities) == pytest.approx(1.0)


def test_brewer_draws_by_the_solver_and_does_the_rest_as_greedy():
    """A whole game, side by side with the solver and with greedy."""
    state = game.load("quacks", players=2, seed=4, start=0)
    players = [make_player("brewer:draws=2", state.setup, seat, 1) for seat in (0, 1)]
    greedy = [make_player("greedy", state.setup, seat, 1) for seat in (0, 1)]
    solver, stream, met = Solver(2), Stream("side by side"), [0, 0]
    while not state.is_terminal:
        if state.is_chance:
            state.play(state.sample(stream))
            continue
        chosen = players[state.mover].choose(state, ())
        mine = solver.solves(state)
        expected = (solver.search(state) if mine else greedy[state.mover].choose(state, ()).report)
        assert chosen.report.actions == expected.actions or chosen.report.forced
        assert chosen.action == expected.chosen
        met[mine] += 1
        state.play(chosen.action)
    assert min(met) > 30


def test_an_option_may_have_any_reader():
    entry = option(3, whole(1, 5), "how many")
    assert entry.default == 3
    assert entry.metadata["read"]("4") == 4
    with pytest.raises(ValueError, match="a whole number from 1 to 5"):
        entry.metadata["read"]("6")

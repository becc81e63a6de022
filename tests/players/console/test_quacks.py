"""Quacks on the screen: it fits, it tells the truth, and no more than the rules allow."""

import random
import re

import pytest
from console_kit import Typist, random_entries, screen, session, shown
from quacks_kit import Table
from walks import open_actions

from core import game
from core.errors import BadOption
from core.record import Record
from core.rng import Stream
from players.base import Seen
from players.console import make_renderer
from players.console.session import Session
from players.table import witness

SETS = ("1", "2", "3", "4", "green4-blue3-red2-yellow1-purple2")


def text_of(lines):
    return "\n".join(line if isinstance(line, str) else line.plain.rstrip() for line in lines)


def sensible(state, rng):
    """Choose at random, but draw often and buy, so that all there is comes up."""
    actions = open_actions(state)
    if state.phase == "DRAW_STOP" and rng.random() < 0.7:
        return actions[0]
    if state.phase in ("BUY1", "BUY2"):
        return rng.choice(actions[:-1])
    return rng.choice(actions)


def course(players, seed, sets="1", cauldron="plain"):
    """Yield (state, action) of a whole game; the state is played on between two of them."""
    state = game.load("quacks", players=players, seed=seed, sets=sets, cauldron=cauldron)
    rng = random.Random(f"quacks {seed}")
    while not state.is_terminal:
        action = sensible(state, rng)
        yield state, action
        state.play(action)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("cauldron", ["plain", "tubes"])
@pytest.mark.parametrize("sets", SETS)
def test_every_position_and_question_fits(players, cauldron, sets):
    for number, (state, _) in enumerate(course(players, 2, sets, cauldron)):
        renderer = make_renderer(state.setup)
        opened = make_renderer(state.setup)
        opened.open_bags()
        seat = state.mover if state.mover >= 0 else number % players
        view = renderer.view(state, seat)
        for width in (80, 120, 40, 20):
            for roomy in (True, False):
                lines = renderer.draw(view, width, roomy)
                assert all(line.cell_len <= width for line in lines)
        if state.mover >= 0:
            asked = renderer.ask(view, state)
            assert sorted(each.action for each in asked.choices) == sorted(state.legal_actions())
            assert len({each.label for each in asked.choices}) == len(asked.choices)
            widest = max(len(each.label) for each in asked.choices) + 3
            assert widest <= 80
            assert asked.rule
            side_by_side = 1 if len(asked.choices) < asked.columns else max(80 // (widest + 3), 1)
            rows = -(-len(asked.choices) // side_by_side)
            question = -(-len(asked.text) // 75)
            for each in (renderer, opened):
                assert len(each.draw(view, 80, roomy=False)) + question + rows + 1 <= 24


@pytest.mark.parametrize("sets", SETS)
def test_sheets_fit_a_page(sets):
    state = game.load("quacks", players=4, seed=1, sets=sets, cauldron="tubes")
    renderer = make_renderer(state.setup)
    here = screen(Typist())
    for name in renderer.sheets:
        assert len(here.wrap(renderer.sheet(renderer.view(state, 0), name))) <= 23, name
    books = text_of(renderer.sheet(renderer.view(state, 0), "books"))
    for book in renderer.words.books.values():
        assert book.text in books
    assert len(renderer.words.books) == 7


def test_plain_renderer_is_ascii():
    for state, _ in course(3, 1, "2", "tubes"):
        renderer = make_renderer(state.setup, plain=True)
        text_of(renderer.draw(renderer.view(state, None), 80)).encode("ascii")
        text_of(renderer.draw(renderer.view(state, 1), 80)).encode("ascii")
        " ".join(renderer.legend()).encode("ascii")


@pytest.mark.parametrize("players", [2, 4])
def test_screens_are_equal_for_positions_a_seat_cannot_tell_apart(players):
    compared = 0
    for state, _ in course(players, 4):
        renderer = make_renderer(state.setup)
        for seat in range(players) if state.phase == "DRAW_STOP" else ():
            other = state.clone()
            other.redeal(seat, Stream("leak", compared))
            views = [renderer.view(each, seat) for each in (state, other)]
            screens = [text_of(renderer.draw(view, 80)) for view in views]
            assert screens[0] == screens[1]
            if state.mover == seat:
                assert renderer.ask(views[0], state) == renderer.ask(views[1], other)
            compared += state.key() != other.key()
    assert compared > 10


def test_a_closed_bag_is_never_shown():
    """Positions that differ in an own bag only look the same, but for the open bag."""
    tables = [Table("W1 O", bags=[more]) for more in ("W3 G1", "B1 B1")]
    for table in tables:
        table.run("DRAW_STOP")
    for opened in (False, True):
        texts = []
        for table in tables:
            renderer = make_renderer(table.state.setup)
            if opened:
                renderer.open_bags()
            view = renderer.view(table.state, 0)
            texts.append(text_of([*renderer.draw(view, 80), *renderer.sheet(view, "pots"),
                                  *renderer.sheet(view, "bag")]))
        assert (texts[0] == texts[1]) == (not opened)


def test_an_open_bag_tells_the_exact_risk():
    table = Table("W3 W2 W1 O", bags=["W2 W1 G1"]).run("DRAW_STOP", "NEXT")
    while len(table.state.observation(0).seats[0].pot) < 3:
        table.state.play(table.usual("face 1"))
    table.run("DRAW_STOP")
    renderer = make_renderer(table.state.setup)
    renderer.open_bags()
    text = text_of(renderer.draw(renderer.view(table.state, 0), 80))
    chance = 0.0
    state = table.state.clone()
    while not state.is_chance:
        state.play("draw")
    for action, probability in state.chance_outcomes():
        after = state.clone()
        after.play(action)
        while not after.is_terminal and not after.observation(0).seats[0].pot[3:]:
            if after.phase == "DRAW_STOP":
                break
            after.play("place" if after.phase == "FLASK" else open_actions(after)[0])
        chance += probability * after.observation(0).seats[0].exploded
    assert chance == 0.25
    assert "explodes the pot: 1 of 4, 25%." in text


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cauldron", ["plain", "tubes"])
@pytest.mark.parametrize("sets", SETS)
def test_what_is_told_adds_up(players, cauldron, sets):
    """Points and droplet steps named in the sentences are those that were gained, move by move."""
    for seed in range(3):
        story = before = None
        told_rounds = 0
        for state, action in course(players, seed, sets, cauldron):
            if story is None:
                renderer = make_renderer(state.setup)
                story = renderer.story(None)
            before = renderer.view(state, None)
            event = witness(state, action)
            after_state = state.clone()
            after_state.play(action)
            after = renderer.view(after_state, None)
            lines = story.tell(before, Seen(event.who, event.text), after)
            for seat in range(players):
                mine = [line for line in lines if line.startswith(f"Player {seat + 1} ")
                        and " stops" not in line and "turns the card" not in line]
                points = sum(int(n) for line in mine for n in re.findall(r"(\d+) points?", line))
                gained = after.seats[seat].score - before.seats[seat].score
                assert points == gained, (lines, event)
                steps = sum(int(n) for line in mine
                            for n in re.findall(r"(?:get|roll)s.* (\d+) droplet steps?", line))
                moved = after.seats[seat].droplet - before.seats[seat].droplet
                assert cauldron == "tubes" or steps == moved or any(
                    "for a droplet step" in line or "droplet step (green)" in line
                    for line in mine), (lines, event)
            told_rounds += story.closing is not None
        assert told_rounds == 9
        totals = [sum(one[seat] for one in story.rounds) for seat in range(players)]
        assert totals == list(after_state.scores())
        result = text_of(renderer.result(after, after_state, story))
        assert all(re.search(rf"Player {seat + 1} .* {total} ", result)
                   for seat, total in enumerate(totals))
        best = max(after_state.utilities())
        verdict = result.splitlines()[-1]
        for seat, value in enumerate(after_state.utilities()):
            assert (f"Player {seat + 1}" in verdict) == (value == best)


def tale(table, *texts, seat=0):
    """Play some actions and return what `seat` is told, and the teller."""
    renderer = make_renderer(table.state.setup)
    story, told = renderer.story(seat), []
    for text in texts:
        before = renderer.view(table.state, seat)
        event = witness(table.state, table.state.action(text))
        table.state.play(text)
        told += story.tell(before, Seen(event.who, event.seen[seat]),
                           renderer.view(table.state, seat))
    return told


@pytest.mark.parametrize(
    ("table", "moves", "told"),
    [
        (("W1 O", "O"), ["chip white1", "chip orange1", "return"],
         ["You draw white 1 and return it with the flask."]),
        (("W1 O", "O"), ["chip white1", "chip orange1", "place", "place"],
         ["You draw white 1: space 1, white 1 of 7.", "Player 2 draws orange: space 1."]),
    ],
)  # fmt: skip
def test_moves_are_told_in_a_sentence(table, moves, told):
    assert tale(Table(*table), *moves) == told


def test_an_explosion_and_the_choice_after_it_are_told():
    table = Table("W3 W2 W2 W1", "W1")
    table.run("DRAW_STOP")
    told = []
    renderer = make_renderer(table.state.setup)
    story = renderer.story(0)
    while table.state.phase not in ("BUY1", "STEP", "REFILL", "TURN_CARD"):
        text = "points" if table.state.phase == "BOOM" else table.usual("face 1")
        before = renderer.view(table.state, 0)
        event = witness(table.state, table.state.action(text))
        table.state.play(text)
        told += story.tell(before, Seen(event.who, event.seen[0]),
                           renderer.view(table.state, 0))
    assert "You draw white 1: space 8, white 8 of 7. The pot explodes." in told  # vector T3
    assert "You get 1 ruby for scoring space 9." in told
    assert "You choose 1 point instead of coins." in told
    assert "Player 2 rolls the bonus die: 1 point." in told


def test_a_commitment_is_told_only_when_all_are_in():
    table = Table("W1 W1", "W1 W1")
    table.run("DRAW_STOP")
    assert tale(table, "stop", seat=1) == []
    told = tale(table, "draw", seat=1)
    assert told == ["Player 1 stops, scoring space 2: 2 coins and 0 points."]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [("green 4", "Green 4 costs 14, you have 7."), ("yellow 1", "The yellow book opens in round 2"),
     ("w1", "White chips cannot be had."), ("buy g2", "Green 2 costs 8, you have 7.")],
)
def test_a_chip_that_cannot_be_bought_is_explained(entry, reason):
    table = Table("W1 O W3 G1").run("BUY1")  # vector T1: 7 coins
    renderer = make_renderer(table.state.setup)
    view = renderer.view(table.state, 0)
    assert reason in renderer.explain(view, entry)
    asked = renderer.ask(view, table.state)
    assert "7 coins" in asked.text
    assert "buy green 1 for 4 (3 left)" in [each.label for each in asked.choices]


@pytest.mark.parametrize(("tails", "text"), [((0, 2), "~"), ((3, 12), "~~~"), ((10, 61), "23 x ~")])
def test_the_score_track_counts_tails_as_the_rules_do(tails, text):
    low, high = tails
    state = Table("W1", "W1", scores=[low, high], round=2).state
    renderer = make_renderer(state.setup)
    due = state.observation(0).seats[0].tails
    assert renderer._tails(low, high) == due  # vectors T9, T10
    line = renderer._score_track(renderer.view(state, 0)).plain
    assert f"you {low} {text} P2 {high}" in line or due > 6


def quacks_session(path, console, players=2, human=0, seed=1, **options):
    options = {"options": {}, **options}
    setup = game.get("quacks").setup(players, seed, None, options.pop("options"))
    seats = ["random"] * players
    if human is not None:
        seats[human] = "human"
    return Session(setup, Record.start(setup, seats, seed), str(path), console, **options)


@pytest.mark.parametrize(
    ("players", "human", "options"),
    [(2, 0, {}), (4, 3, {"cauldron": "tubes", "sets": "2"}), (3, 1, {"sets": "4"}),
     (4, None, {"sets": "3"})],
)  # fmt: skip
def test_a_whole_game(tmp_path, players, human, options):
    path = tmp_path / "game.json"
    console = screen(Typist(more=random_entries(players)))
    assert quacks_session(path, console, players, human, 5, options=options).run() == 0
    text = shown(console)
    record = Record.load(path)
    assert record.replay().is_terminal
    assert max(map(len, text.splitlines()[:-1])) <= 80
    assert re.search(r"win|victory", text)
    assert text.count(" of 9 ends\n") == 9
    for words in ("Bag of", "explodes the pot"):
        assert words not in text


def test_a_page_fits_24_lines(tmp_path):
    console = screen(Typist(more=random_entries(9)), live=True)
    console.console.clear = lambda: console.console.file.write("\f\n")
    here = quacks_session(tmp_path / "game.json", console, 4, 0, 5, open_bag=True,
                          options={"cauldron": "tubes", "sets": "2"})
    assert here.run() == 0
    pages = shown(console).split("\f\n")[1:]
    assert len(pages) > 50
    for page in pages[:-1]:
        assert len(page.splitlines()) <= 23, page
    assert "explodes the pot" in shown(console)


def test_open_bags_of_a_game_without_bags_are_refused(tmp_path):
    with pytest.raises(BadOption, match=r"Beowulf: .* has no bags to look into"):
        session(tmp_path / "game.json", screen(Typist()), open_bag=True)


def test_a_resumed_game_is_told_to_open_its_bag_again(tmp_path):
    console = screen(Typist())
    quacks_session(tmp_path / "game.json", console, open_bag=True).run()
    assert shown(console).rstrip().endswith("--open-bag")

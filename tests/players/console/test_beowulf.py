"""Beowulf on the screen: it fits, it tells the truth, and no more than its seat may know."""

import pytest
from console_kit import Typist, screen, sentences
from walks import open_actions, positions, walk

from core import game
from core.beowulf.scoring import score_figures
from core.beowulf.tables import box_of
from core.rng import Stream
from players.base import Seen
from players.console import make_renderer
from players.table import witness


def text_of(lines):
    return "\n".join(line.plain.rstrip() for line in lines)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [80, 120, 40, 20])
def test_every_position_fits(players, width):
    high = 0
    for number, state in enumerate(positions("beowulf", players, [3])):
        renderer = make_renderer(state.setup)
        for roomy in (True, False) if number % 4 == 0 else ():
            view = renderer.view(state, number % players)
            lines = renderer.draw(view, width, roomy)
            assert all(line.cell_len <= width for line in lines)
            high = max(high, len(lines)) if not roomy else high
            if state.mover == view.seat:
                asked = renderer.ask(view, state)
                assert sorted(each.action for each in asked.choices) == state.legal_actions()
                height = len(lines) + 2 + (len(asked.choices) if asked.listed else 0)
                if width >= 80 and players == 2 and not roomy and len(asked.choices) < 10:
                    assert height <= 24
    if width >= 80:
        assert high <= 17


def test_plain_renderer_is_ascii():
    for state in positions("beowulf", 3, [1]):
        renderer = make_renderer(state.setup, plain=True)
        text_of(renderer.draw(renderer.view(state, None), 80)).encode("ascii")
        " ".join(renderer.legend()).encode("ascii")


def test_ascii_is_used_where_the_terminal_knows_nothing_else():
    assert screen(Typist(), encoding="ascii").plain
    assert not screen(Typist()).plain


@pytest.mark.parametrize("players", [2, 3, 4])
def test_screens_are_equal_for_positions_a_seat_cannot_tell_apart(players):
    """Whatever is drawn, asked or told at a seat is the same for the truth and for any redeal."""
    compared = 0
    for number, state in enumerate(positions("beowulf", players, range(2))):
        if number % 5:
            continue
        renderer = make_renderer(state.setup)
        for seat in range(players):
            other = state.clone()
            other.redeal(seat, Stream("leak", compared))
            views = [renderer.view(each, seat) for each in (state, other)]
            screens = [text_of(renderer.draw(view, 80)) for view in views]
            assert screens[0] == screens[1]
            assert renderer.hand(views[0]) == renderer.hand(views[1])
            if state.mover == seat:
                assert renderer.ask(views[0], state) == renderer.ask(views[1], other)
            compared += state.key() != other.key()
    assert compared > 40


@pytest.mark.parametrize("players", [2, 3])
def test_tales_are_equal_for_games_a_seat_cannot_tell_apart(players):
    """Another seat's draw is told in the same words, whichever tile it was."""
    checked = 0
    for state in positions("beowulf", players, range(2)):
        if not state.is_chance:
            continue
        renderer = make_renderer(state.setup)
        for seat in range(players):
            before = renderer.view(state, seat)
            if before.active == seat:
                continue
            tales = set()
            for action in open_actions(state):
                after = state.clone()
                seen = witness(state, action).seen[seat]
                after.play(action)
                view = renderer.view(after, seat)
                if view.turn == before.turn:  # else the hand was shown, by B17
                    tales.add(tuple(renderer.story(seat).tell(before, Seen(-1, seen), view)))
            assert len(tales) <= 1
            checked += 1
    assert checked > 50


def test_the_order_of_a_hand_tells_nothing():
    """A shown tile stands before unseen ones, whatever these are."""
    texts = set()
    state = game.load("beowulf", players=2, seed=1)
    state.arrange(hands=[["a1_none_p2", "a1_none_p3"], ["a1_none_p6"]],
                  shown=[[], ["a1_good_counsel_0"]], supplies=[[1, 2, 3, 4]] * 2)
    renderer = make_renderer(state.setup)
    for seed in range(30):
        other = state.clone()
        other.redeal(0, Stream(seed))
        texts.add(text_of(renderer.draw(renderer.view(other, 0), 80)))
    assert len(texts) == 1
    assert "hand I=K I" in texts.pop()


@pytest.mark.parametrize("players", [2, 4])
def test_points_of_acts_add_up(players):
    for seed in range(10):
        state = game.load("beowulf", players=players, seed=seed)
        renderer = make_renderer(state.setup)
        story = renderer.story(0)
        before, closings, played = None, 0, state.clone()
        for after in walk(state, seed):
            view = renderer.view(after, 0)
            if before is not None:
                story.tell(before, Seen(-1, last_move(played, after)), view)
                if story.closing is not None:
                    closings += 1
                    assert list(story.closing.pending) == story.gains[-1]
                    assert board_points(story.closing) == story.gains[-1]
            before, played = view, after.clone()
        assert closings == 3
        totals = [50 + sum(act[seat] for act in story.gains) + story.cashed[seat]
                  for seat in range(players)]
        assert totals == list(state.scores())
        result = text_of(renderer.result(view, state, story))
        assert all(f" {total} " in result for total in totals)
        assert "win" in result


def last_move(before, after):
    """Return the notation of the action between two positions, as seat 0 saw it."""
    for action in open_actions(before):
        other = before.clone()
        other.play(action)
        if other == after:
            return witness(before, action).seen[0]
    raise AssertionError("no action leads there")


def board_points(view):
    """Return the points of every seat's figures on a view's board, by the rules themselves."""
    box = view.setup.components
    tiles, figures = {}, {}
    for space, place in enumerate(box.boards[view.act - 1].spaces):
        if view.tile_at(space) is not None:
            tiles[place] = view.tile_at(space)
        elif view.figure_at(space) is not None:
            figures[place] = view.figure_at(space)
    points = [0] * len(view.points)
    scored = score_figures(box_of(box), box.boards[view.act - 1].layout, tiles, figures)
    for place, value in scored.items():
        points[figures[place][0]] += value
    return points


def told_at(board, hands, *texts, seat=1):
    """Play some actions at an arranged table and return what `seat` is told."""
    state = game.load("beowulf", players=2, seed=1)
    state.arrange(board=board, hands=hands, supplies=[[1, 2, 3, 4]] * 2)
    return sentences(state, *texts, seat=seat)


@pytest.mark.parametrize(
    ("board", "hand", "actions", "told"),
    [
        ({}, [], ["figure castle", "at c3"],
         ["Player 1 (brown) places Castle Heorot (2 diamonds) on c3."]),
        ({(0, 0): "a1_temptation_m1"}, ["a1_valor_p3"],
         ["tile", "draw a1_none_p6", "play a1_valor_p3", "at b1", "on a1"],
         ["Player 1 (brown) draws a tile and places +3 Valor on b1.",
          "Player 1 (brown) removes -1 Temptation from a1."]),
        ({}, ["a1_riches_p4"], ["tile", "draw a1_none_p6", "play a1_riches_p4", "cash"],
         ["Player 1 (brown) draws a tile and cashes +4 Riches for 4 points."]),
        ({(2, 2): "a1_mead_p2"}, ["a1_drunkenness_m2"],
         ["tile", "draw a1_none_p6", "play a1_drunkenness_m2", "replace", "on c3"],
         ["Player 1 (brown) draws a tile and puts -2 Drunkenness over the +2 Mead on c3."]),
        ({(2, 2): (0, "thane")}, ["a1_good_counsel_0"],
         ["tile", "draw a1_none_p6", "play a1_good_counsel_0", "on c3", "at c2"],
         ["Player 1 (brown) draws a tile and moves Thane from c3 to c2 and leaves Good Counsel "
          "on c3."]),
        ({(0, 0): "a1_gorge_0", (0, 1): "a1_none_p5"}, ["a1_golden_statue_0"],
         ["tile", "draw a1_none_p6", "play a1_golden_statue_0", "at c3", "on a1", "on b1"],
         ["Player 1 (brown) draws a tile and places Golden Statue on c3.",
          "Player 1 (brown) exchanges Gorge on a1 and +5 on b1."]),
    ],
)  # fmt: skip
def test_moves_are_told_in_a_sentence(board, hand, actions, told):
    assert told_at(board, [hand, []], *actions) == told


def test_own_moves_are_told_to_you():
    told = told_at({}, [["a1_none_p5"], []], "tile", "draw a1_none_p6", "play a1_none_p5",
                     "at c3", seat=0)
    assert told == ["You draw +6.", "You place +5 on c3."]


def test_a_pass_is_told():
    state = game.load("beowulf", players=2, seed=1)
    state.arrange(act=3, hands=[["a3_good_counsel_0"], ["a3_none_p6"]],
                  stock=["a3_good_counsel_0"], supplies=[[0, 0, 0, 0], [1, 0, 0, 0]])
    renderer = make_renderer(state.setup)
    for seat, who in ((0, "You show only"), (1, "Player 1 (brown) draws a tile and shows only")):
        here, told, story = state.clone(), [], renderer.story(seat)
        for text in ("tile", "draw a3_good_counsel_0"):
            event = witness(here, here.action(text))
            before = renderer.view(here, seat)
            here.play(text)
            told += story.tell(before, Seen(event.who, event.seen[seat]),
                               renderer.view(here, seat))
        assert told[-1].startswith(who), told

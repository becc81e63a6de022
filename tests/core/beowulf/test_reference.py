"""The engine against the rules written once more: whole games, and counts of action sequences."""

import random

import pytest
from beowulf_kit import NO_FIGURES, arranged, blank, box_with, here, options, shipped_data
from plain_beowulf import KINDS, Table, game_from_turn, whole_game

from core.beowulf.components import check_components, read_components


def compare(state, table, seed):
    """Play the engine and the plain rules side by side; compare all that is asked."""
    rng, game = random.Random(seed), whole_game(table)
    asked = next(game)
    while asked is not None:
        mover, texts, odds = asked
        assert state.mover == (-1 if mover is None else mover)
        assert options(state) == texts
        if odds:
            assert [p for _, p in state.chance_outcomes()] == pytest.approx(odds, abs=1e-15)
        assert state.observation(0).stock == len(table.stock)
        text = rng.choice(texts)
        state.play(text)
        try:
            asked = game.send(text)
        except StopIteration:
            asked = None
    assert state.is_terminal
    assert state.scores() == table.points
    assert list(state.observation(0).unused) == table.unused
    assert state.utilities() == pytest.approx(table.utilities())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_agree(players):
    box = read_components()
    for seed in range(12):
        compare(blank(box, players, seed % players), Table(box, players, seed % players), seed)


def boxes():
    """Return boxes thick with one kind of thing, and one with a mask board."""
    rotated = shipped_data()
    rotated["boards"][2] |= {key: value for key, value in rotated["board_alternatives"][0].items()
                             if key in ("rows", "cols", "layout", "playable_spaces")}
    return {
        "counsels": box_with([
            ("counsel", 1, 0, "good_counsel", 6), ("plain", 1, 2, "none", 3),
            ("two", 2, 0, "good_counsel", 3), ("peril", 2, -4), ("three", 3, 0, "good_counsel", 3),
        ]),
        "statues and feuds": box_with([
            ("statue", 1, 0, "golden_statue", 4), ("valor", 1, 3, "valor", 5),
            ("temptation", 1, -2, "temptation", 5), ("gorge", 1, 0, "gorge", 4),
            ("statue2", 2, 1, "golden_statue", 6), ("treachery", 2, 0, "treachery", 4),
            ("horn", 2, 0, "royal_dragon_horn", 4), ("valor2", 2, 3, "valor", 4),
            ("statue3", 3, -1, "golden_statue", 9), ("temptation3", 3, -2, "temptation", 9),
        ]),
        "drink and riches": box_with([
            ("mead", 1, 2, "mead", 6), ("drink", 1, -3, "drunkenness", 8),
            ("riches", 1, 4, "riches", 5, 9), ("mead2", 2, 0, "mead", 5),
            ("drink2", 2, -1, "drunkenness", 5), ("counsel", 2, 0, "good_counsel", 4),
            ("riches3", 3, 1, "riches", 3, 2),
        ]),
        "rotated board": check_components(rotated),
    }  # fmt: skip


@pytest.mark.parametrize("name", boxes())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_other_boxes_agree(name, players):
    box = boxes()[name]
    for seed in range(6):
        compare(blank(box, players), Table(box, players), seed)


# ---------------------------------------------------------------- perft


def engine_count(state, depth):
    """Count the action sequences of a length, chance outcomes included; ended games count once."""
    if depth == 0 or state.is_terminal:
        return 1
    total = 0
    for text in options(state):
        after = state.clone()
        after.play(text)
        total += engine_count(after, depth - 1)
    return total


def plain_count(make, depth, played=()):
    """Count the same by the plain rules, replaying from the start for every sequence."""
    game = make()
    try:
        _, texts, _ = next(game)
        for text in played:
            _, texts, _ = game.send(text)
    except StopIteration:
        return 1
    if len(played) == depth:
        return 1
    return sum(plain_count(make, depth, (*played, text)) for text in texts)


def position(*, board, hands, supplies, stock, act=1, active=0):
    """Return the same start of a turn as an engine state and as a maker of plain games."""
    players = len(hands)
    state = arranged(players=players, act=act, board=here(board), hands=hands, supplies=supplies,
                     stock=stock, active=active)

    def make():
        table = Table(read_components(), players)
        table.act, table.board, table.stock = act, here(board), list(stock)
        table.hands = [list(tiles) for tiles in hands]
        table.supplies = [dict(zip(KINDS, figures, strict=True)) for figures in supplies]
        table.last = (active - 1) % players
        return game_from_turn(table, active)

    return state, make


FULL = {f"{column}{row}": (1, "castle") for row in range(1, 6) for column in "abcde"}


def full_but(*names, **things):
    return {name: thing for name, thing in (FULL | things).items() if name not in names}


PERFTS = {
    "two kinds of figures": (
        {"board": full_but("a1", "c3", "e5"), "hands": [[], []], "stock": [],
         "supplies": [(1, 0, 0, 1), (0, 1, 1, 0)]},
        [1, 2, 6, 12, 24, 24, 24, 552, 12168],
    ),
    "feuds and a statue": (
        {"board": full_but("a1", "c3", a2="a1_valor_p3", b2="a1_gorge_0"),
         "hands": [["a1_temptation_m1", "a1_golden_statue_0"], ["a1_valor_p5"]],
         "stock": ["a1_none_p6", "a1_none_p6"], "supplies": [(0, 0, 0, 1), NO_FIGURES]},
        [1, 2, 3, 5, 8, 14, 14, 104, 202, 4164, 8366],
    ),
    "counsel, mead, riches": (
        {"board": full_but("a1", "c3", "d4", b1=(0, "thane"), a3="a1_mead_p1"),
         "hands": [["a1_good_counsel_0", "a1_drunkenness_m2"], ["a1_riches_p4"]],
         "stock": ["a1_mead_p2"], "supplies": [NO_FIGURES, (0, 0, 0, 1)]},
        [1, 1, 1, 3, 6, 11, 19, 28, 38, 58, 78, 455],
    ),
    "a whole board to choose from": (
        {"board": {}, "hands": [["a1_none_p3"], ["a1_gorge_0"], []], "stock": ["a1_none_p5"],
         "supplies": [(1, 2, 3, 4)] * 3},
        [1, 5, 101, 502, 9750],
    ),
}


@pytest.mark.parametrize("name", PERFTS)
def test_perft(name):
    """The number of action sequences by length: fixed figures, and the plain rules agree."""
    setup, counts = PERFTS[name]
    state, make = position(**setup)
    assert [engine_count(state, depth) for depth in range(len(counts))] == counts
    depth = max(d for d, n in enumerate(counts) if n <= 1500)
    assert plain_count(make, depth) == counts[depth]


def test_perft_by_hand():
    """Longships alone: n spaces for the first, n - 1 for the second, and so on."""
    state, _ = position(board=full_but("a1", "c1", "e1", "e5"), hands=[[], []], stock=[],
                        supplies=[(0, 0, 0, 2), (0, 0, 0, 2)])
    assert [engine_count(state, 2 * n) for n in range(4)] == [1, 4, 4 * 3, 4 * 3 * 2]

"""Scoring at the climax: vectors V0 to V10 of rules.md, and a second scorer (B36 to B40)."""

import random

import pytest
from beowulf_kit import special_components

from core.beowulf.scoring import score_figures
from core.beowulf.tables import Box

KIND_OF_DIAMONDS = {4: 0, 3: 1, 2: 2, 1: 3}
ABILITY_OF_MARK = {
    "G": "gorge", "H": "royal_dragon_horn", "T": "treachery", "S": "golden_statue",
    "K": "good_counsel",
}  # fmt: skip

# Picture, points of each figure by [row, column], totals by player; copied from section 9.
VECTORS = {
    "V0": (
        """
        b1 g1 +1r -1 -1
        b4 +6  G  +5  H
        +4 +3 -6  g3 +1
        -4 b1 y2  -2 +2
        -1 +3  S  +5 y3
        """,
        {(0, 0): -2, (0, 1): 11, (1, 0): 20, (2, 3): 27, (3, 1): 8, (3, 2): -20, (4, 4): 36},
        {"b": 26, "g": 38, "y": 16},
    ),
    "V1": (
        """
        +6 +4 T -3 a2
        +5 b3 +2 +1 -1
        -2 c1 +3 a1 +4
        +1 +2 -6 b1 +3
        S c4 +5 -4 +6
        """,
        {(0, 4): 18, (1, 1): 21, (2, 1): 4, (2, 3): -4, (3, 3): -6, (4, 1): 16},
        {"a": 14, "b": 15, "c": 20},
    ),
    "V2": (
        """
        T +6 G +5 a4
        H +3 b1 -2 +4
        a2 G +2 +1 -1
        -3 +2 H b3 +6
        +1 c1 -4 +3 c2
        """,
        {(0, 4): 56, (1, 2): 9, (2, 0): -9, (3, 3): 48, (4, 1): 1, (4, 4): 16},
        {"a": 47, "b": 57, "c": 17},
    ),
    "V3": (
        """
        H -6 a1 -5 H
        +1 +2 -3 +3 b1
        -1 +4 H c3 +2
        b2 +5 -4 -2 +6
        +3 c1 -1 +1 a4
        """,
        {(0, 2): -76, (1, 4): 22, (2, 3): 8, (3, 0): 24, (4, 1): 8, (4, 4): 55},
        {"a": -21, "b": 46, "c": 16},
    ),
    "V4": (
        """
        +6 T +5 +4 H
        -1 +3 a3 -2 +2
        +1 -4 +6 T b2
        c1 +5 -3 +1 +4
        b4 +2 -6 a1 c1
        """,
        {(1, 2): -30, (2, 4): 6, (3, 0): 0, (4, 0): -28, (4, 3): -8, (4, 4): 0},
        {"a": -38, "b": -22, "c": 0},
    ),
    "V5": (
        """
        a1 +2 +6 -1 b2
        +5 P +4 a3 -2
        -3 +1 P +6 H
        b1 -4 +3 P +5
        +2 T a2 -6 c4
        """,
        {(0, 0): 9, (0, 4): 30, (1, 3): 21, (3, 0): 1, (4, 2): -6, (4, 4): -15},
        {"a": 24, "b": 31, "c": -15},
    ),
    "V6": (
        """
        G +6 a1 G b2
        +5 G +4 -3 +2
        a4 +1 G c3 -1
        -2 +3 +6 H +5
        b1 -4 G a2 +1
        """,
        {(0, 2): 10, (0, 4): 14, (2, 0): 16, (2, 3): -16, (4, 0): -1, (4, 3): -6},
        {"a": 20, "b": 13, "c": -16},
    ),
    "V7": (
        """
        . +6 . a2 .
        b1 . . -4 .
        . T +3 . +5
        +2 . c3 . H
        . a1 . +4 .
        """,
        {(0, 3): 0, (1, 0): -2, (3, 2): 8, (4, 1): 4},
        {"a": 4, "b": -2, "c": 8},
    ),
    "V8": (
        """
        +6 a1 -2 +3 G b4 +5 H -1 +4
        +1 +2 c2 -3 +4 +6 a3 G -5 b1
        T -6 +3 +5 -1 c1 +2 +1 b2 H
        a2 +4 G -4 +6 +3 S -2 c3 +5
        +5 b1 +1 K a1 -6 +4 T +2 c4
        """,
        {(0, 1): 1, (0, 5): 55, (1, 2): 14, (1, 6): 42, (1, 9): 8, (2, 5): -8, (2, 8): -39,
         (3, 0): 8, (3, 8): 6, (4, 1): -6, (4, 4): 3, (4, 9): 15},
        {"a": 54, "b": 18, "c": 27},
    ),
    "V9": (
        """
        # +3 a2 #
        +5 -1 # +4
        b1 # +6 H
        # c3 -2 #
        """,
        {(0, 2): 6, (2, 0): 5, (3, 1): -6},
        {"a": 6, "b": 5, "c": -6},
    ),
    "V10": (
        """
        a1 b1 c1 a2 b2
        S K H -6 +6
        a3 +1 b3 +2 c3
        K S c2 T a1
        b4 -1 +3 +5 c4
        """,
        {(0, 0): 0, (0, 1): 0, (0, 2): 6, (0, 3): -12, (0, 4): 12, (2, 0): 3, (2, 2): 16,
         (2, 4): 21, (3, 2): 9, (3, 4): 6, (4, 0): 8, (4, 4): 32},
        {"a": -3, "b": 36, "c": 68},
    ),
}  # fmt: skip


def grid_of(picture):
    return [line.split() for line in picture.strip().splitlines()]


def engine_scores(grid):
    """Return {place: points} by the engine of a grid of tokens."""
    components = special_components()
    index = {tile.id: i for i, tile in enumerate(components.tiles)}
    layout, tiles, figures, seats = [], {}, {}, {}
    for row, line in enumerate(grid):
        marks = ""
        for column, token in enumerate(line):
            place = row, column
            marks += {"P": "G", "#": "#"}.get(token, ".")
            if token in ABILITY_OF_MARK:
                tiles[place] = index[ABILITY_OF_MARK[token]]
            elif token[0] in "+-":
                kind = "riches" if token.endswith("r") else "plain"
                tiles[place] = index[f"{kind}{int(token.rstrip('r'))}"]
            elif token not in ".#P":
                seat = seats.setdefault(token[0], len(seats))
                figures[place] = seat, KIND_OF_DIAMONDS[int(token[1])]
        layout.append(marks)
    return score_figures(Box(components), layout, tiles, figures)


def plain_scores(grid):
    """Return {place: points} by a scorer written for clarity alone, straight from section 6."""
    rows, columns = len(grid), len(grid[0])

    def blocked(row, column):
        inside = 0 <= row < rows and 0 <= column < columns
        return not inside or grid[row][column] in ("#", "P", "G")

    def segment(row, column):
        found = []
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            r, c = row + dr, column + dc
            while not blocked(r, c):
                found.append((r, c))
                r, c = r + dr, c + dc
        return found

    def value(place):
        token = grid[place[0]][place[1]]
        return int(token.rstrip("r")) if token[0] in "+-" else 0

    places = [(row, column) for row in range(rows) for column in range(columns)]
    turned = set()
    for row, column in places:
        if grid[row][column] == "T":
            turned |= {place for place in segment(row, column) if value(place) > 0}
    points = {}
    for row, column in places:
        token = grid[row][column]
        if token[0].islower():
            line = segment(row, column)
            total = sum(value(place) for place in line if place not in turned)
            horns = sum(grid[r][c] == "H" for r, c in line)
            points[row, column] = total * (int(token[1]) + horns)
    return points


@pytest.mark.parametrize("name", VECTORS)
def test_vector(name):
    picture, figures, totals = VECTORS[name]
    grid = grid_of(picture)
    points = engine_scores(grid)
    assert points == figures
    for player, total in totals.items():
        mine = [p for (row, column), p in points.items() if grid[row][column][0] == player]
        assert sum(mine) == total


@pytest.mark.parametrize("name", VECTORS)
def test_plain_scorer_agrees_with_vector(name):
    picture, figures, _ = VECTORS[name]
    assert plain_scores(grid_of(picture)) == figures


def random_grid(rng):
    """Return a board of at most 64 spaces, thick with Gorges, Horns, Treacheries and holes."""
    rows, columns = rng.randint(1, 8), rng.randint(1, 8)
    tokens = ["#", "P", "G", "H", "T", "S", "K", ".", "boon", "boon", "peril", "peril", "figure",
              "figure", "riches"]
    weights = [rng.random() ** 2 for _ in tokens]
    grid = []
    for _ in range(rows):
        line = rng.choices(tokens, weights, k=columns)
        for column, token in enumerate(line):
            if token == "boon":
                line[column] = f"+{rng.randint(1, 9)}"
            elif token == "riches":
                line[column] = f"+{rng.randint(1, 9)}r"
            elif token == "peril":
                line[column] = f"-{rng.randint(1, 9)}"
            elif token == "figure":
                line[column] = f"{rng.choice('abcd')}{rng.randint(1, 4)}"
        grid.append(line)
    return grid


def test_random_boards_score_as_the_plain_scorer_says():
    rng = random.Random(2007)
    scored = 0
    for _ in range(4000):
        grid = random_grid(rng)
        expected = plain_scores(grid)
        assert engine_scores(grid) == expected, "\n".join(" ".join(line) for line in grid)
        scored += any(expected.values())
    assert scored > 2000  # the boards were not trivial


def test_longest_line_and_last_space_of_the_largest_board():
    """An 8x8 board uses all 64 bits of a mask; its corners see whole lines."""
    grid = [["+1"] * 8 for _ in range(8)]
    for row, column in ((0, 0), (0, 7), (7, 0), (7, 7)):
        grid[row][column] = "a1"
    assert engine_scores(grid) == dict.fromkeys([(0, 0), (0, 7), (7, 0), (7, 7)], 12)
    grid[7][6] = "G"
    grid[6][7] = "G"
    assert engine_scores(grid)[7, 7] == 0


def test_b2_only_value_and_ability_count_not_the_act():
    for tile in ("+4", "+4r"):
        assert engine_scores([[tile, "a3"]]) == {(0, 1): 12}


def test_b5_a_gorge_has_no_segment_so_hides_no_treachery_or_figure_behind_it():
    assert engine_scores([["a1", "G", "+5", "T"]]) == {(0, 0): 0}
    assert engine_scores([["a1", "+5", "G", "T"]]) == {(0, 0): 5}


def test_b37_treacheries_on_both_sides_turn_a_tile_once():
    assert engine_scores([["T", "+5", "T"], ["#", "a4", "#"], ["#", "+2", "#"]]) == {(1, 1): 8}


def test_b39_horns_add_up_and_multiply_perils():
    assert engine_scores([["H", "H", "a2", "-3"], ["#", "#", "H", "#"]]) == {(0, 2): -15}


def test_b40_every_figure_scores_once_in_any_order():
    grid = [["a1", "+2", "b4"], ["a2", "#", "b3"]]
    points = engine_scores(grid)
    assert points == {(0, 0): 2, (0, 2): 8, (1, 0): 0, (1, 2): 0}

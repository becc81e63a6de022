"""The components file: what the shipped one holds, and which corrected ones are accepted."""

import copy
import random

import pytest
from beowulf_kit import SHIPPED, blank, box_with, options, play, recount, shipped_data
from walks import walk

from core.beowulf.components import check_components, read_components
from core.errors import BadComponents, IllegalAction
from core.game import load

ACT_THREE_ROTATED = """rows = 10
cols = 10
printed_gorges = []
playable_spaces = 52
layout = [
  "######..##",
  "#####....#",
  "####......",
  "###.......",
  "##.......#",
  "#.......##",
  ".......###",
  "......####",
  "#....#####",
  "##..######",
]
"""


def tile(data, name):
    return next(entry for entry in data["tiles"] if entry["id"] == name)


# ---------------------------------------------------------------- the shipped file


def test_shipped_figures():
    """Section 8: boards of 25, 22 and 50 spaces, stocks of 26, 24 and 50 tiles."""
    box = read_components()
    assert [sum(t.count for t in box.tiles if t.act == act) for act in (1, 2, 3)] == [26, 24, 50]
    assert [len(board.spaces) for board in box.boards] == [25, 22, 50]
    assert [(len(board.layout), len(board.layout[0])) for board in box.boards] == [
        (5, 5), (5, 5), (5, 10),
    ]  # fmt: skip
    assert sum(line.count("G") for line in box.boards[1].layout) == 3
    assert (box.start_points, box.hand_size) == (50, 2)
    assert len(box.colours) == 4


def test_shipped_act_one_covers_the_seeds_example():
    """The worked example shows a minimum of the Act I set."""
    data = shipped_data()
    minimum = data["example_act1_minimum"]
    tiles = [entry for entry in read_components().tiles if entry.act == 1]
    for text, copies in minimum["values"].items():
        assert sum(entry.count for entry in tiles if entry.value == int(text)) >= copies


def test_copies_of_the_data_give_the_same_digest_and_other_figures_another():
    data = shipped_data()
    assert check_components(data).digest == read_components().digest
    tile(data, "a1_riches_p4")["cash"] = 5
    assert check_components(data).digest != read_components().digest


# ---------------------------------------------------------------- accepted corrections


def rotated_file(tmp_path):
    """Write the shipped file with the alternative board of Act III."""
    text = SHIPPED.read_text(encoding="utf-8")
    start = text.index("rows = 5", text.index("[[boards]]\nact = 3"))
    end = text.index("confidence", start)
    path = tmp_path / "rotated.toml"
    path.write_text(text[:start] + ACT_THREE_ROTATED + text[end:], encoding="utf-8")
    return path


def test_the_alternative_board_is_the_one_the_file_offers():
    entry = shipped_data()["board_alternatives"][0]
    assert entry["layout"] == [line.strip(' ",') for line in ACT_THREE_ROTATED.splitlines()
                               if line.startswith("  ")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_on_the_alternative_board(tmp_path, players):
    path = rotated_file(tmp_path)
    for seed in range(20):
        start = load("beowulf", players=players, seed=seed, components=str(path))
        widest = 0
        for state in walk(start, seed):
            state.check()
            widest = max(widest, len(state.observation(0).board))
        assert widest == 52
        assert sum(state.utilities()) == pytest.approx(1)


def test_the_alternative_boards_neighbours():
    """On a mask, a missing space is no neighbour and no place to go (R-1)."""
    data = shipped_data()
    data["boards"][2] |= {key: value for key, value in data["board_alternatives"][0].items()
                          if key in ("rows", "cols", "layout", "playable_spaces")}
    state = blank(check_components(data))
    state.arrange(act=3, board={(0, 6): (0, "thane"), (0, 7): (1, "thane")}, stock=[],
                  hands=[["a3_good_counsel_0"], []], supplies=[(0, 0, 0, 0), (0, 0, 0, 1)])
    play(state, "tile", "play a3_good_counsel_0", "on g1")
    assert options(state) == ["at g2"]


TINY = [("one", 1, 1, "none", 8), ("counsel", 1, 0, "good_counsel", 3)]


@pytest.mark.parametrize(
    "more",
    [
        [],
        [("two", 2, 2)],
        [("three", 3, -3)],
        [("two", 2, 2), ("three", 3, 0, "good_counsel", 1)],
        [("two", 2, 0, "good_counsel", 4), ("three", 3, 0, "good_counsel", 5)],
        [("two", 2, 0, "golden_statue", 3), ("three", 3, 2, "valor", 2),
         ("four", 3, -2, "temptation", 2)],
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_b33_stocks_of_any_size_play_to_the_end(more, players):
    box = box_with(TINY + more)
    for seed in range(15):
        for state in walk(blank(box, players, start=seed % players), seed):
            state.check()
            if not state.is_terminal:
                assert options(state)
        assert sum(state.utilities()) == pytest.approx(1)


def test_the_largest_hand_of_good_counsels():
    """Twelve Good Counsel tiles: a hand may hold all of them and one more (B17)."""
    box = box_with([("counsel", 1, 0, "good_counsel", 12), ("plain", 1, 1)])
    state = blank(box)
    state.arrange(hands=[["counsel"] * 2, ["counsel"] * 2], stock=["counsel"] * 8 + ["plain"],
                  supplies=[(0, 0, 0, 0)] * 2)
    while "draw counsel" in options(state.clone() if state.is_chance else play(state, "tile")):
        play(state, "draw counsel")
    play(state, "draw plain")
    largest = max(len(cards) for cards in state.observation(0).hands)
    assert largest == 7
    assert options(state) == ["play plain"]


def test_one_space_boards_and_boards_of_64_spaces():
    for rows, columns in ((1, 1), (1, 26), (8, 8), (64, 1)):
        data = shipped_data()
        for board in data["boards"]:
            board |= {"rows": rows, "cols": columns, "layout": ["." * columns] * rows,
                      "printed_gorges": [], "playable_spaces": rows * columns}
        for state in walk(blank(check_components(data), 3), rows):
            state.check()
            for action in state.legal_actions():
                assert state.action(state.text(action)) == action


def test_the_largest_figures_do_not_overflow():
    data = shipped_data()
    data["tiles"] = [tile(data, "a1_none_p3") | {"value": 99, "count": 63}]
    recount(data)
    data["figures"][0]["diamonds"] = 9
    for board in data["boards"]:
        board |= {"rows": 8, "cols": 8, "layout": ["........"] * 8, "printed_gorges": [],
                  "playable_spaces": 64}
    state = blank(check_components(data))
    board = {(row, column): "a1_none_p3" for row in range(8) for column in range(8)}
    board |= {(i, i): (0, "beowulf") for i in range(8)}
    del board[0, 0]
    state.arrange(board=board, supplies=[(1, 0, 0, 0)] * 2, stock=[])
    play(state, "figure beowulf", "at a1")
    assert state.scores() == [50 + 8 * 14 * 99 * 9, 50]


def test_ids_with_capitals_are_read_back():
    data = shipped_data()
    tile(data, "a1_none_p3")["id"] = "Plus_Three"
    state = blank(check_components(data))
    action = state.action("draw Plus_Three")
    assert state.text(action) == "draw Plus_Three"
    assert action in [outcome for outcome, _ in state.chance_outcomes()]


def test_hand_size_one_and_other_points():
    state = blank(box_with(TINY, hand_size=1, start_points=-5), 4)
    assert state.scores() == [-5] * 4
    for position in walk(state):
        position.check()
        if state.act == 1 and state.phase == "D1" and state.turn == 1:
            assert [len(cards) for cards in state.observation(0).hands] == [1] * 4


# ---------------------------------------------------------------- refused files


def refuse(name, match):
    """Mark a function that spoils the data, and what the message must name."""
    def keep(spoil):
        SPOILED.append(pytest.param(spoil, match, id=name))
        return spoil
    return keep


SPOILED: list = []


@refuse("schema", "schema = 2")
def _(data):
    data["schema"] = 2


@refuse("other game", "another game")
def _(data):
    data["game"]["id"] = "quacks"


@refuse("id twice", "a1_none_p3: the id stands 2 times")
def _(data):
    tile(data, "a1_none_p4")["id"] = "a1_none_p3"


@refuse("count", "act 1: total = 26, the tiles make 27")
def _(data):
    tile(data, "a1_none_p3")["count"] = 2


@refuse("value sum", "act 2: value_sum = 18, the tiles make 19")
def _(data):
    tile(data, "a2_none_p3")["value"] = 4


@refuse("total", "tile_totals: act3")
def _(data):
    data["tile_totals"]["act3"] = 49


@refuse("grand total", "tile_totals: all = 99")
def _(data):
    data["tile_totals"]["all"] = 99


@refuse("riches value", "tile a1_riches_p1: Riches needs value > 0 and cash > 0")
def _(data):
    tile(data, "a1_riches_p1")["value"] = 0


@refuse("riches cash", "tile a3_riches_p6: Riches needs value > 0 and cash > 0")
def _(data):
    tile(data, "a3_riches_p6")["cash"] = 0


@refuse("riches without cash", "tile a3_riches_p6: Riches needs")
def _(data):
    del tile(data, "a3_riches_p6")["cash"]


@refuse("drunkenness", "tile a1_drunkenness_m1: Drunkenness needs value < 0")
def _(data):
    tile(data, "a1_drunkenness_m1")["value"] = 0


@refuse("horn", "tile a1_royal_dragon_horn_0: royal_dragon_horn needs value 0")
def _(data):
    tile(data, "a1_royal_dragon_horn_0")["value"] = 1


@refuse("treachery", "tile a2_treachery_0: treachery needs value 0")
def _(data):
    tile(data, "a2_treachery_0")["value"] = -1


@refuse("gorge", "tile a3_gorge_0: gorge needs value 0")
def _(data):
    tile(data, "a3_gorge_0")["value"] = 2


@refuse("opening hands", "the Act I stock of 7 does not cover the opening hands of 8")
def _(data):
    data["tiles"] = [t for t in data["tiles"] if t["act"] > 1] + [
        tile(data, "a1_none_p3") | {"count": 7}
    ]
    recount(data)


@refuse("kind", "tile a1_none_p3: kind = 'peril' with value 3")
def _(data):
    tile(data, "a1_none_p3")["kind"] = "peril"


@refuse("ability", "tile a1_none_p3: unknown ability 'magic'")
def _(data):
    tile(data, "a1_none_p3")["ability"] = "magic"


@refuse("act", "tile a1_none_p3: act = 4")
def _(data):
    tile(data, "a1_none_p3")["act"] = 4


@refuse("zero copies", "tile a1_none_p3: count = 0")
def _(data):
    tile(data, "a1_none_p3")["count"] = 0


@refuse("value type", "tile a1_none_p3: value must be a int, not '3'")
def _(data):
    tile(data, "a1_none_p3")["value"] = "3"


@refuse("true is no number", "tile a1_none_p3: value must be a int, not True")
def _(data):
    tile(data, "a1_none_p3")["value"] = True


@refuse("id with a space", "tile two words: an id")
def _(data):
    tile(data, "a1_none_p3")["id"] = "two words"


@refuse("value too large", "tile a1_none_p3: values go from")
def _(data):
    tile(data, "a1_none_p3")["value"] = 100


@refuse("too many counsels", "13 Good Counsel tiles, at most 12")
def _(data):
    tile(data, "a1_good_counsel_0")["count"] = 10
    recount(data)


@refuse("too many ids", "ids, at most 120")
def _(data):
    data["tiles"] += [tile(data, "a1_none_p3") | {"id": f"more{i}"} for i in range(60)]
    recount(data)


@refuse("board size", "board of act 1: layout is not 5 lines of 6 marks")
def _(data):
    data["boards"][0]["cols"] = 6


@refuse("ragged board", "board of act 2: layout is not")
def _(data):
    data["boards"][1]["layout"][4] = "...."


@refuse("board mark", "board of act 2: row 1 has the unknown mark 'X'")
def _(data):
    data["boards"][1]["layout"][1] = ".X..."


@refuse("gorges", "board of act 2: printed_gorges disagrees")
def _(data):
    data["boards"][1]["printed_gorges"] = [[1, 1]]


@refuse("playable spaces", "board of act 3: 50 playable spaces, playable_spaces says 49")
def _(data):
    data["boards"][2]["playable_spaces"] = 49


@refuse("a board too large", "board of act 1: 1 to 64 playable spaces, not 65")
def _(data):
    data["boards"][0] |= {"rows": 13, "layout": ["....."] * 13, "playable_spaces": 65}


@refuse("a board without spaces", "board of act 1: 1 to 64 playable spaces, not 0")
def _(data):
    data["boards"][0] |= {"rows": 1, "layout": ["#####"], "playable_spaces": 0}


@refuse("missing board", "one board for each of acts")
def _(data):
    del data["boards"][1]


@refuse("figures", "figures: ids must be beowulf, thane, castle, longship")
def _(data):
    data["figures"].reverse()


@refuse("diamonds", "figure thane: diamonds 0 to 9")
def _(data):
    data["figures"][1]["diamonds"] = 10


@refuse("many diamonds", "figures: 270 diamonds a player, at most 255")
def _(data):
    for entry in data["figures"]:
        entry.update(diamonds=9, per_player=0)
    data["figures"][0]["per_player"] = data["figures"][1]["per_player"] = 15


@refuse("no tiles", r"\[\[tiles\]\] is missing")
def _(data):
    del data["tiles"]


@refuse("tile set of an act", "tile_sets: act 2 is missing")
def _(data):
    del data["tile_sets"][1]


@refuse("ability list", "abilities: 'mead' is missing")
def _(data):
    data["abilities"] = [entry for entry in data["abilities"] if entry["id"] != "mead"]


@refuse("colours", "four colours expected")
def _(data):
    data["player_colours"]["names_en"].pop()


@refuse("hand size", "hand_size = 3")
def _(data):
    data["game"]["hand_size"] = 3


@pytest.mark.parametrize(("spoil", "match"), SPOILED)
def test_a_wrong_entry_is_named(spoil, match):
    data = shipped_data()
    spoil(data)
    with pytest.raises(BadComponents, match=match):
        check_components(data)


def test_a_missing_file_a_directory_and_a_damaged_file(tmp_path):
    with pytest.raises(BadComponents, match=r"nowhere\.toml: No such file"):
        read_components(str(tmp_path / "nowhere.toml"))
    with pytest.raises(BadComponents, match=str(tmp_path)):
        read_components(str(tmp_path))
    path = tmp_path / "damaged.toml"
    path.write_text(SHIPPED.read_text(encoding="utf-8")[:5000] + "\n[[[", encoding="utf-8")
    with pytest.raises(BadComponents, match=r"damaged\.toml: not a TOML file"):
        read_components(str(path))
    path = tmp_path / "binary.toml"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(BadComponents, match=r"binary\.toml: not a TOML file"):
        read_components(str(path))


def test_a_refused_file_is_named_and_may_be_corrected_and_read_again(tmp_path):
    path = tmp_path / "mine.toml"
    good = SHIPPED.read_text(encoding="utf-8")
    path.write_text(good.replace("start_points = 50", "start_points = 5000"), encoding="utf-8")
    with pytest.raises(BadComponents, match=r"mine\.toml: \[game\] start_points = 5000"):
        read_components(str(path))
    path.write_text(good.replace("start_points = 50", "start_points = 40"), encoding="utf-8")
    assert read_components(str(path)).start_points == 40
    path.write_text(good.replace("start_points = 50", "start_points = 60"), encoding="utf-8")
    assert read_components(str(path)).start_points == 60


JUNK = [None, 0, -1, 1, 99, 10**12, 0.5, "", "x", [], [1], ["."], [[0, 0]], {}, {"id": 1}, True]


def entries(data, path=()):
    """Return the path of every value below `data`."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    found = []
    for key, value in pairs:
        found.append((*path, key))
        if isinstance(value, dict | list):
            found += entries(value, (*path, key))
    return found


def spoiled(data, rng):
    """Return a copy with one to three values replaced by junk or left out."""
    data = copy.deepcopy(data)
    for _ in range(rng.randint(1, 3)):
        *path, key = rng.choice(entries(data))
        inside = data
        for step in path:
            inside = inside[step]
        if rng.random() < 0.3:
            del inside[key]
        else:
            inside[key] = rng.choice(JUNK)
    return data


def test_damaged_data_is_refused_in_order_or_plays():
    """No damage may crash: BadComponents, or a box that a game can be played with."""
    rng = random.Random(8)
    shipped, refused = shipped_data(), 0
    for seed in range(1500):
        data = spoiled(shipped, rng)
        try:
            box = check_components(data)
        except BadComponents:
            refused += 1
            continue
        for state in walk(blank(box, 4), seed):
            state.check()
    assert 300 < refused < 1500


def test_an_unknown_tile_of_another_box_is_no_action():
    state = load("beowulf", start=0)
    with pytest.raises(IllegalAction):
        state.play("draw a3_none_p1")

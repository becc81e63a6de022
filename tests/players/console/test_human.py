"""The questions of the console: entries, commands, wrong entries."""

import pytest
from console_kit import Typist, screen, session, session_of, shown

from core import game
from players.console import make_renderer
from players.console.human import Desk
from players.console.renderer import Choice, Renderer, match
from players.spec import make_player, parse_spec

CHOICES = [
    Choice(1, "tile", "draw a tile", ("draw", "play")),
    Choice(2, "figure castle", "a castle", ("castle", "castle heorot")),
    Choice(3, "figure longship", "a longship", ("longship",)),
    Choice(4, "at c3", "c3", ("c3",)),
    Choice(5, "at c31", "c31", ("c31",)),
]


@pytest.mark.parametrize(
    ("entry", "actions"),
    [
        ("1", [1]), ("5", [5]), ("0", []), ("6", []), ("99999999999999999999", []), ("", []),
        ("tile", [1]), ("DRAW", [1]), ("d", [1]), ("figure   castle", [2]), ("cas", [2]),
        ("figure", [2, 3]), ("fig l", [3]), ("c3", [4]), ("at c3", [4]), ("c31", [5]),
        ("C3", [4]), ("c", [2, 4, 5]), ("castle x", []), ("²", []), ("١", []), ("+1", []),
    ],
)  # fmt: skip
def test_match_takes_numbers_notation_words_and_unique_beginnings(entry, actions):
    assert [choice.action for choice in match(entry, CHOICES)] == actions


def play(tmp_path, lines, **options):
    """Type some lines into a new game and return what was shown and the session."""
    console = screen(Typist(lines))
    game_session = session(tmp_path / "game.json", console, **options)
    assert game_session.run() == 0
    return shown(console), game_session


def moves(game_session, seat=0):
    return [text for who, text in game_session.record.moves if who == seat]


@pytest.mark.parametrize(
    "lines",
    [["4", "c3"], ["castle", "c3"], ["figure castle", "at c3"], ["Castle Heorot", "C3"],
     ["figure c", "at   c3"], ["cas", "?", "c3"]],
)  # fmt: skip
def test_one_move_said_in_many_ways(tmp_path, lines):
    _, game_session = play(tmp_path, lines)
    assert moves(game_session)[:2] == ["figure castle", "at c3"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["xyz"], '"xyz" is none of the choices. Type a number from 1 to 5'),
        (["0"], '"0" is none of the choices'),
        (["figure"], '"figure" could mean: figure beowulf, figure thane'),
        (["h"], '"h" could mean: help, hand, hint.'),
        (["4", "z9"], "There is no space z9: columns go from a to e, rows from 1 to 5."),
        (["4", "c"], '"c" could mean: at c1, at c2'),
        (["4", "d2"], "lies on d2: that is not open now."),
        (["4", "figure thane"], '"figure thane" is a move, but it is not open now.'),
        (["at c3"], "c3 is empty: that is not open now."),
        (["\x1b[2J\x07"], '"?[2J?" is none of the choices'),
        (["x" * 1000], "That entry is too long."),
        ([""], "Type a number from 1 to 5"),
        (["žluťoučký"], '"žluťoučký" is none of the choices'),
    ],
)
def test_a_wrong_entry_is_explained_and_costs_nothing(tmp_path, lines, message):
    # Seed 3: Player 2 begins with a figure on d2.
    text, game_session = play(tmp_path, lines, seed=3)
    assert message in " ".join(text.split())
    assert moves(game_session) == (["figure castle"] if len(lines) > 1 else [])


def test_spaces_are_listed_on_request_only(tmp_path):
    text, _ = play(tmp_path, ["castle"], seed=3)
    assert "25 e5" not in text
    assert "Which space does Castle Heorot go on?" in text
    listed, _ = play(tmp_path, ["castle", "?"], seed=3)
    assert "24 e5" in listed


def test_commands(tmp_path):
    copy = tmp_path / "copy.json"
    text, game_session = play(
        tmp_path,
        ["help", "board", "hand", "log", "log all", "rules", "rules valor", "rules xyzzy", "save",
         f"save {copy}", f"save {tmp_path}/no/where.json", "q"],
        seed=3,
    )  # fmt: skip
    for word in ("no peeking", "Abilities: t Temptation", "+1 Mead: a Drunkenness can",
                 "Place one figure on an empty space", "Valor any Temptation",
                 "No rule is filed under 'xyzzy'", "all hands included", "cannot save the record",
                 "The game is saved in"):
        assert word in " ".join(text.split()), word
    assert text.count("   ┼───┼") >= 12
    assert copy.exists()
    assert not moves(game_session)


def test_hint_shows_three_choices_and_plays_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("players.console.human.HINT_SPEC", "ismcts:iterations=40")
    text, game_session = play(tmp_path, ["hint"], seed=3)
    assert text.count("% to win") == 3
    assert not moves(game_session)


def test_hint_without_a_search_is_a_message(tmp_path, monkeypatch):
    monkeypatch.setattr("players.console.human.HINT_SPEC", "nobody")
    text, _ = play(tmp_path, ["hint"], seed=3)
    assert "There is no hint for this game" in text


def last_space(ask_all):
    """Return what is asked when a figure can only go on one space."""
    state = game.load("beowulf", players=2, seed=1, start=0)
    full = {(row, column): (1, "longship") for row in range(5) for column in range(5)}
    full.pop((4, 4))
    state.arrange(board=full, supplies=[[1, 0, 0, 0], [0, 0, 0, 0]], stock=[],
                  hands=[["a1_none_p2"], []])
    state.play("figure beowulf")
    typist = Typist([""])
    player = make_player("human", state.setup, 0, 1)
    console = screen(typist)
    player.desk = Desk(console, make_renderer(state.setup), ask_all=ask_all)
    decision = player.choose(state, [])
    return state.text(decision.action), typist.prompts, player.desk.notices


def test_a_forced_decision_is_made_and_told():
    text, prompts, notices = last_space(ask_all=False)
    assert (text, prompts, notices) == ("at e5", 0, ["Only one choice, made for you: e5."])


def test_ask_all_asks_even_so():
    assert last_space(ask_all=True)[:2] == ("at e5", 1)


def test_a_forced_draw_is_asked(tmp_path):
    state = game.load("beowulf", players=2, seed=1, start=0)
    state.arrange(supplies=[[0, 0, 0, 0], [1, 0, 0, 0]], hands=[["a1_none_p2"], ["a1_none_p3"]])
    console = screen(Typist([""]))
    player = make_player("human", state.setup, 0, 1)
    player.desk = Desk(console, make_renderer(state.setup))
    assert state.text(player.choose(state, []).action) == "tile"
    assert "draw a tile and play one" in shown(console)


def test_human_has_no_parameters():
    assert parse_spec("human").text == "human"
    with pytest.raises(ValueError, match="has no parameter"):
        parse_spec("human:time=1s")


def test_a_game_without_a_renderer_is_drawn_plainly(tmp_path, monkeypatch):
    monkeypatch.setattr("players.console.RENDERERS", {})
    text, game_session = play(tmp_path, ["?", "figure castle", "at c3", "hand", "rules"], seed=3)
    assert type(game_session.renderer) is Renderer
    assert moves(game_session)[:2] == ["figure castle", "at c3"]
    assert "phase: D1" in text
    assert "points: (50, 50)" in text


def test_a_long_sheet_is_shown_page_by_page(tmp_path):
    console = screen(Typist(["map west", "", "", "quit"]), live=True)
    assert session_of("vikings", tmp_path / "game.json", console, 3, start=0).run() == 0
    text = shown(console)
    assert text.count("West, 5 fair days") == 1
    assert text.index("West, 5 fair days") < text.index("Bay of Biscay:")
    assert console._read.prompts == 4

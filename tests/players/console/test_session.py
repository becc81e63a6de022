"""Whole games at the console: to the end, left and resumed, interrupted, with any input."""

import random
import re

import pytest
from console_kit import Typist, random_entries, resume, screen, session, shown
from rich.cells import cell_len

from core import game
from core.errors import BadRecord
from core.record import Record
from players.base import Decision, Player
from players.console.screen import Leave
from players.console.session import seats_for
from players.console.viewer import Viewer
from players.spec import BadSpec

ESCAPE = "\x1b"


@pytest.mark.parametrize(("players", "human"), [(2, 0), (3, 1), (4, 3), (4, None)])
def test_a_whole_game(tmp_path, players, human):
    path = tmp_path / "game.json"
    console = screen(Typist(more=random_entries(players)))
    assert session(path, console, players, human, seed=5).run() == 0
    text = shown(console)
    record = Record.load(path)
    state = record.replay()
    assert state.is_terminal
    assert record.result["scores"] == list(state.scores())
    assert text.count(" ends: what each figure's owner scores") == 3
    assert re.search(r"win|victory", text)
    assert f"  heorot replay {path}\n" in text
    assert ESCAPE not in text
    assert max(map(len, text.splitlines()[:-1])) <= 80
    for seat, points in enumerate(state.scores()):
        row = next(line for line in text.splitlines() if re.match(rf"\d\. Player {seat + 1}", line))
        assert f" {points} " in row


def test_a_page_fits_24_lines(tmp_path):
    """Between one prompt and the next nothing scrolls off an 80x24 terminal, in any act."""
    acts = set()
    console = screen(Typist(more=random_entries(9)), live=True)
    console.console.clear = lambda: console.console.file.write("\f\n")
    assert session(tmp_path / "game.json", console, seed=5).run() == 0
    for page in shown(console).split("\f\n")[1:]:
        lines = page.splitlines()
        if "What do you do?" in page or "Which" in page:
            acts.add(lines[0].split(" - ")[0])
            assert len(lines) <= 23, page
    assert max(map(len, shown(console).splitlines()[:-1])) <= 80
    assert acts == {"Act I", "Act II", "Act III"}


def test_leaving_at_every_kind_of_prompt_saves_and_tells_how_to_go_on(tmp_path):
    """End the input after 0, 1, 2, ... entries; the game resumed from there goes on to its end."""
    path = tmp_path / "game.json"
    phases = set()
    for count in range(0, 40, 3):
        console = screen(Typist(more=random_entries(4, count)))
        here = session(path, console, seed=6)
        assert here.run() == 0
        told = shown(console)
        phases.add(here.table.state.phase)
        assert f"heorot play --resume {path}" in told
        record = Record.load(path)
        assert record.moves == here.record.moves
        assert record.result is None
    assert {"D1", "D1s", "D2"} <= phases
    before = len(Record.load(path).moves)
    assert resume(path, screen(Typist(more=random_entries(8, 20)))).run() == 0
    assert len(Record.load(path).moves) > before


def test_resuming_shows_the_same_table_and_news(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = "game.json"
    first = screen(Typist(["4", "c3", "5", "a1"]))
    session(path, first, seed=3).run()
    second = screen(Typist())
    resume(path, second).run()
    old, new = (shown(each).split("\n\n")[-2] for each in (first, second))
    assert old == new
    assert "Your turn" in new


def test_a_resumed_game_draws_other_luck_but_is_the_same_for_the_same_record(tmp_path):
    path = tmp_path / "game.json"
    session(path, screen(Typist(["1"])), seed=3).run()
    raw = path.read_bytes()
    ends = []
    for _ in range(2):
        path.write_bytes(raw)
        resume(path, screen(Typist(more=random_entries(1, 60)))).run()
        ends.append(path.read_bytes())
    assert ends[0] == ends[1] != raw


def test_a_finished_game_says_so(tmp_path, whole):
    path = tmp_path / "game.json"
    whole.save(path)
    console = screen(Typist())
    assert resume(path, console).run() == 0
    assert "This game is finished." in shown(console)
    assert "total" in shown(console)


class Sleeper(Player):
    """Is interrupted while it thinks."""

    def choose(self, state, history):
        raise KeyboardInterrupt


def test_ctrl_c_while_a_computer_thinks_saves(tmp_path):
    console = screen(Typist(["castle", "c3"]))
    here = session(tmp_path / "game.json", console, seed=4)
    here.table.players[1] = Sleeper("sleeper", 1)
    assert here.run() == 130
    assert "heorot play --resume" in shown(console)
    assert Record.load(tmp_path / "game.json").moves == here.record.moves


def test_ctrl_c_at_a_prompt_saves(tmp_path):
    def more():
        raise KeyboardInterrupt

    console = screen(Typist(["castle"], more))
    here = session(tmp_path / "game.json", console, seed=4)
    assert here.run() == 130
    assert Record.load(tmp_path / "game.json").moves[-1][1] == "figure castle"


def test_any_other_end_saves_too(tmp_path):
    def more():
        raise BrokenPipeError

    here = session(tmp_path / "game.json", screen(Typist(["castle"], more)), seed=4)
    with pytest.raises(BrokenPipeError):
        here.run()
    assert Record.load(tmp_path / "game.json").moves[-1][1] == "figure castle"


def test_every_decision_is_saved_before_the_next_prompt(tmp_path):
    path = tmp_path / "game.json"
    entries = random_entries(3, 100)

    def more():
        assert Record.load(path).moves == here.record.moves
        return entries()

    here = session(path, screen(Typist(more=more)), seed=4)
    assert here.run() == 0


def test_a_full_disk_later_on_does_not_stop_the_game(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "game.json"

    def more():
        path.unlink(missing_ok=True)
        if folder.exists():
            folder.rmdir()
        return None if len(here.record.moves) > 20 else "1"

    console = screen(Typist(more=more))
    here = session(path, console, seed=4)
    assert here.run() == 1
    assert "cannot save the record" in shown(console).replace("\n", " ")


def test_a_file_that_cannot_be_written_is_known_at_once(tmp_path):
    typist = Typist(["castle"])
    with pytest.raises(BadRecord, match="cannot save"):
        session(tmp_path / "no" / "game.json", screen(typist)).run()
    assert typist.prompts == 0


def test_a_spinner_names_who_thinks(tmp_path, monkeypatch):
    monkeypatch.setattr("players.console.screen.WAIT", 0.0)
    console = screen(Typist(["castle", "c3"]), live=True, colour=True)
    session(tmp_path / "game.json", console, seed=4, opponents=["greedy"]).run()
    assert "thinks (greedy)" in shown(console)


@pytest.mark.parametrize(("players", "human"), [(2, 0), (3, 2)])
def test_what_is_shown_does_not_depend_on_what_is_hidden(tmp_path, players, human):
    """A console that gets the truth shows, to the letter, what one with redealt hands shows."""
    texts = []
    for honest in (True, False):
        console = screen(Typist(more=random_entries(players, 120)))
        here = session(tmp_path / "game.json", console, players, human, seed=players)
        if not honest:
            table, view = here.table, here.table.view
            table.view = lambda seat, table=table, view=view: (
                table.state.clone() if seat == human else view(seat))
        assert here.run() == 0
        texts.append(shown(console))
    assert texts[0] == texts[1]


def test_seats_for():
    assert seats_for(0, 3, ["random", "greedy"]) == ["human", "random", "greedy"]
    assert seats_for(2, 4, ["greedy:worlds=2", "random"]) == [
        "greedy:worlds=2", "random", "human", "random"]
    assert seats_for(None, 2, ["random"]) == ["random", "random"]
    with pytest.raises(BadSpec, match="one person"):
        seats_for(0, 2, ["human"])


def test_a_record_of_two_persons_is_refused(tmp_path):
    setup = game.get("beowulf").setup(2, 1)
    path = tmp_path / "game.json"
    Record.start(setup, ["human", "human"], 1).save(path)
    with pytest.raises(BadRecord, match="2 persons"):
        resume(path, screen(Typist()))


def test_a_record_of_an_unknown_player_is_refused(tmp_path):
    setup = game.get("beowulf").setup(2, 1)
    path = tmp_path / "game.json"
    Record.start(setup, ["human", "deep thought"], 1).save(path)
    with pytest.raises(BadSpec, match="seat 2: there is no player 'deep thought'"):
        resume(path, screen(Typist()))


def junk(rng):
    """Return one line of anything a keyboard can produce."""
    words = ["1", "2", "c3", "castle", "tile", "figure", "at", "on", "none", "?", "help", "board",
             "hand", "log", "log all", "rules", "rules x", "place", "cash", "play", "b", "\x1b[A",
             "\x00", "\udcff", "💥", "²", "-1", "1e9", "9" * 5000, " ", "a1 b2", "save /", "draw",
             "[bold]x[/bold]", ":smile:", "%s{0}", "at c3", "on a1", "figure thane"]  # fmt: skip
    if rng.random() < 0.6:
        return rng.choice(words)
    return "".join(chr(rng.choice([rng.randint(32, 126), rng.randint(0, 0x2FFF)]))
                   for _ in range(rng.randint(0, 12)))


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(8))
def test_any_input_gives_clean_messages_and_the_game_ends_or_is_saved(tmp_path, seed):
    rng = random.Random(seed)
    path = tmp_path / "game.json"
    left = [rng.randint(30, 150)]

    def more():
        left[0] -= 1
        if left[0] < 0:
            raise EOFError
        return junk(rng) if rng.random() < 0.7 else str(rng.randint(1, 5))

    console = screen(Typist(more=more), width=rng.choice([80, 40, 20]), live=seed % 2 == 1,
                     encoding=rng.choice(["utf-8", "ascii"]))
    console.console.file.reconfigure(errors="replace")
    players = rng.randint(2, 4)
    here = session(path, console, players, rng.randrange(players), seed)
    assert here.run() == 0
    assert "Traceback" not in shown(console)
    record = Record.load(path)
    record.replay()
    assert record.moves == here.record.moves
    if seed % 2 == 0:
        assert max(map(cell_len, shown(console).splitlines()[:-1])) <= max(console.width, 20)


# ------------------------------------------------------------------ the viewer


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("viewer") / "game.json"
    session(path, screen(Typist(more=random_entries(7))), players=3, human=1, seed=7).run()
    return Record.load(path)


def test_browsing(whole):
    last = len(whole.moves)
    console = screen(Typist(["", "", "b", "t", "b", "b", "b", "b", "b", "b", "b", "b", "b", "b",
                             "99999", "", "x", "5", "q", "never"]), live=True)
    viewer = Viewer(whole, console)
    viewer.browse()
    text = shown(console)
    heads = re.findall(r"Step (\d+) of", text)
    assert heads[:4] == ["0", "1", "2", "1"]
    assert "This is the last step." in text
    assert f"The last step is {last}." in text
    assert "Type Enter, t, b, a number or q." in text
    assert heads[-1] == "5"


def test_browsing_ends_with_the_input(whole):
    Viewer(whole, screen(Typist([""]), live=True)).browse()


def test_a_seat_sees_only_what_it_saw(whole):
    truth = Viewer(whole, screen(Typist()))
    for seat in range(3):
        viewer = Viewer(whole, screen(Typist()), seat)
        for step, full in zip(viewer.steps, truth.steps, strict=True):
            if full.text and full.text.startswith("draw "):
                mine = step.view.active == seat or step.text.startswith("draw ")
                assert step.text.startswith("draw ") == mine or step.text.startswith("back ")
        hidden = sum(step.text.startswith("back ") for step in viewer.steps[1:])
        assert hidden > 20
        console = viewer.screen
        viewer.print_all()
        assert max(map(len, shown(console).splitlines())) <= 80


def test_leave_is_no_error_of_the_game():
    assert not issubclass(Leave, BadRecord)
    assert Decision(1).report is None

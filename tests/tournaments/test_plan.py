import pytest
from arena_kit import call

from tournaments.plan import BadPlan, read_plan

PLAN = """\
# Who is better at Kuhn poker?
game = "kuhn"
contestants = [
  "random",
  'random',
]
blocks = 3
seed = 9
workers = 0

[option]
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def write(place, text):
    (place / "plan.toml").write_text(text)
    return "plan.toml"


def test_a_file_is_as_good_as_a_command_line(place):
    status, out, err = call("tournament", write(place, PLAN), "--json")
    assert status == 0, err
    words = ("tournament", "kuhn", "random", "random", "--blocks", 3, "--seed", 9, "--workers", 0)
    assert call(*words, "--json")[1] == out


def test_the_command_line_goes_before_the_file(place):
    plan = write(place, PLAN)
    status, out, err = call("tournament", plan, "--blocks", 2, "--seed", 10)
    assert status == 0, err
    assert "seed 10, 2 blocks of 2 games" in out
    status, out, err = call("tournament", plan, "random", "random", "random")
    assert status == 0, err
    assert "random#3" in out


def test_a_file_can_say_everything(place):
    text = """
game = "beowulf"
contestants = ["greedy:worlds=1", "random"]
players = 3
format = "gauntlet"
challengers = 1
seatings = 3
blocks = 2
seed = 4
until = 0.4
anchor = "random"
journal = "a.db"
workers = 0
patience = "1m"
csv = "a.csv"
json = "a.json"
option = { start = 1 }
"""
    status, out, err = call("tournament", write(place, text))
    assert status == 0, err
    assert "seed 4, 2 blocks of 3 games: 6 games, 6 a player, start=1" in out
    assert "gauntlet" in out
    assert all((place / name).exists() for name in ("a.db", "a.csv", "a.json"))
    assert (place / "a.csv").read_text().startswith("rank,rank_low,rank_high,player,")


@pytest.mark.parametrize("sprt", ['sprt = "elo0=0 elo1=30"', "[sprt]\nelo0 = 0\nelo1 = 30"])
def test_a_sequential_test_in_a_file(place, sprt):
    plan = write(place, PLAN.replace("blocks = 3\n", "").replace("[option]\n", sprt))
    status, out, err = call("tournament", plan)
    assert status == 0, err
    assert "H0 accepted: 0 Elo rather than 30, LLR -" in out


BAD = [
    ("game = 'kuhn'\nblokcs = 3", 2, "'blokcs' is not expected; keys: game, contestants, players"),
    ("game = 'kuhn", None, "no TOML: "),
    ("game = 'chess'\ncontestants = ['random', 'random']", 1, "there is no game 'chess'; games:"),
    ("contestants = ['random', 'random']", None, 'game is missing: game = "beowulf"'),
    ("game = 5", 1, "game: a text in quotes is expected"),
    ("game = 'kuhn'\ncontestants = 'random'", 2, "a list of texts is expected"),
    ("game = 'kuhn'\ncontestants = ['random']", 2, "two contestants"),
    ("game = 'kuhn'\ncontestants = [\n'random',\n'human']", 2, "human cannot take part"),
    ("game = 'kuhn'\n\ncontestants = [\n'random',\n'randon']", 5, "there is no player 'randon'"),
    ("game = 'kuhn'\ncontestants = ['random', 'random:x=1']", 2, "no parameter 'x'"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nplayers = 5", 3, "not 5"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nplayers = '2'", 3, "a whole number"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nblocks = 0", 3, "from 1 to"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nblocks = true", 3, "a whole number"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nuntil = 2", 3, "0.001 to 0.5"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nuntil = 'x'", 3, "a number is expected"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\npatience = '5'", 3, "from 1ms to 60m"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nformat = 'swiss'", 3, "'round-robin'"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nformat = 'team'", 3, "cooperative games"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nseatings = 3", 3, "near it: 2"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nanchor = 'me'", 3, "'me' takes no part"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\nsprt = 'elo=1'", 3, "it takes elo0"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\noption = 1", 3, "a table of texts"),
    ("game = 'beowulf'\ncontestants = ['random', 'random']\n[option]\nstart = 9", 4, "start=9"),
    ("game = 'beowulf'\ncontestants = ['random', 'random']\noption.end = 1", 3, "no option 'end'"),
    ("game = 'beowulf'\ncontestants = ['random', 'random']\ncomponents = 'x'", 3, "x: No such"),
    ("game = 'beowulf'\ncontestants = ['random', 'brewer']", 2, "brewer"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\n[sprt]\nelo0 = 0\nelo9 = 5", 5, "elo9=5"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\n[sprt]\n\nelo1 = 'x'", 5, "elo1=x"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\ncsv = 'no/a'", 3, "no folder no"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\njson = 'no/a'", 3, "no folder no"),
    ("game = 'kuhn'\ncontestants = ['random', 'random']\njournal = 'no/a'", 3, "no folder no"),
]


@pytest.mark.parametrize(("text", "line", "said"), BAD)
def test_errors_name_the_line(place, text, line, said):
    status, out, err = call("tournament", write(place, text))
    assert (status, out) == (2, "")
    where = "plan.toml" if line is None else f"plan.toml, line {line}"
    assert err.startswith(f"heorot: {where}: ")
    assert said in err
    assert "Traceback" not in err


def test_files_that_cannot_be_read(place):
    with pytest.raises(BadPlan, match=r"none\.toml: No such file"):
        read_plan("none.toml")
    (place / "a.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadPlan, match="not UTF-8"):
        read_plan("a.toml")

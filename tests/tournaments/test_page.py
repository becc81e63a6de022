"""`heorot report`: the page by its text, and as a browser shows it."""

import base64
import gzip
import json
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from arena_kit import call, rows

from core.record import Record
from tournaments import page
from tournaments.archive import Archive
from tournaments.match import GameResult, configure
from tournaments.runner import run
from tournaments.schedule import Pairing
from tournaments.statistics import Estimate, Games, summarise
from tournaments.store import Journal

VOID = {"meta", "link", "wbr", "br", "hr", "img", "input"}
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
               None)  # fmt: skip


class Strict(HTMLParser):
    """Refuses what browsers forgive: tags that don't match, attributes or ids given twice."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.tags, self.words = [], [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs), (tag, attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name in ("href", "src")]

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def well_formed(text):
    """Return the page, parsed; it refers to nothing outside and to no anchor that is missing."""
    found = Strict(text)
    assert text.startswith("<!DOCTYPE html>")
    assert len(set(found.ids)) == len(found.ids)
    assert all(link.startswith(("#", "data:")) for link in found.links)
    assert {link[1:] for link in found.links if link.startswith("#")} <= set(found.ids)
    named = [given[name] for _, given in found.tags
             for name in ("aria-labelledby",) if name in given]  # fmt: skip
    assert set(named) <= set(found.ids)
    assert not re.search(r"url\(|@import|<script|\son\w+=", text)
    assert not any(tag == "a" and not given.get("href") for tag, given in found.tags)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Journals of several kinds of tournaments."""
    found = tmp_path_factory.mktemp("page")
    for name, game, contestants, blocks, more in (
        ("two", "beowulf", ["random", "greedy:worlds=1", "random"], 4, {}),
        ("three", "beowulf", ["random"] * 4, 3, {"players": 3, "options": {"start": "1"}}),
        ("few", "beowulf", ["random"] * 2, 2, {"players": 4}),
        ("one", "kuhn", ["random"] * 2, 1, {}),
        ("many", "kuhn", ["random"] * 11 + ["ismcts:iterations=2,cutoff=none,prior=0"], 12, {}),
    ):
        config = configure(game, contestants, seed=5, **more)
        with Journal(str(found / f"{name}.db"), config.facts()) as journal:
            run(config, blocks, journal, 0)
    return found


@pytest.fixture(autouse=True)
def place(folder, monkeypatch):
    monkeypatch.chdir(folder)


def make(name, *more):
    status, out, err = call("report", f"{name}.db", "--html", f"{name}.html", *more)
    assert status == 0, err
    with open(f"{name}.html", encoding="utf-8") as file:
        return file.read(), out, err


# ---------------------------------------------------------------------- the page as text


@pytest.mark.parametrize("name", ["two", "three", "few", "one", "many"])
def test_well_formed_and_self_contained(name):
    text, out, err = make(name)
    found = well_formed(text)
    assert "viewport" in text
    assert "prefers-color-scheme: dark" in text
    for words in ("Standings", "Who beat whom", "Seats", "Games"):
        assert words in found.text
    assert ("Convergence" in found.text) == (name not in ("one", "few"))
    assert out.startswith(f"{name}.html: ")
    assert err == ""
    assert make(name)[0] == text


def test_figures_are_those_of_the_tables():
    found = well_formed(make("two")[0])
    data = json.loads(call("report", "two.db", "--json")[1])
    assert data["games"] == 24
    for standing in data["standings"]:
        share = standing["win_share"]
        assert f"{100 * share['mean']:.1f} {100 * share['low']:.1f} to" in found.text
    cells = [given.get("aria-label", "") for tag, given in found.tags if tag == "a"]
    for pair in data["pairs"]:
        told = f"{pair['first']} against {pair['second']}: {page._percent(pair['share']['mean'])}%"
        assert any(cell.startswith(f"{told} of {pair['games']}") for cell in cells)
    assert found.text.count("Seat 1 ") >= 1


def test_each_cell_leads_to_the_games_of_both():
    for name, groups in (("two", 3), ("three", 4), ("few", 1)):
        text, *_ = make(name)
        found = well_formed(text)
        cells = [given for tag, given in found.tags if tag == "a" and " against " in
                 given.get("aria-label", "")]  # fmt: skip
        assert cells
        assert sum(entry.startswith("games-") for entry in found.ids) == groups
        if name == "three":
            assert {cell["href"][:5] for cell in cells} == {"#met-"}
            line = text.partition('id="met-0-3"')[2].partition("</p>")[0]
            assert re.findall(r"#(games-[\d-]+)", line) == ["games-0-1-3", "games-0-2-3"]
        else:
            assert {cell["href"][:7] for cell in cells} == {"#games-"}


def test_records_are_whole_games():
    found = well_formed(make("two")[0])
    links = {given["download"]: given["href"] for tag, given in found.tags if "download" in given}
    assert len(links) == 24
    kind, _, data = links["beowulf-17.json.gz"].partition(",")
    assert kind == "data:application/gzip;base64"
    packed = base64.b64decode(data)
    assert gzip.decompress(packed).decode() == rows("two.db")[16][-2]
    with open("beowulf-17.json.gz", "wb") as file:
        file.write(packed)
    alone = call("replay", "beowulf-17.json.gz", "--step", 5)
    assert alone == call("replay", "two.db", "--game", 17, "--step", 5)
    assert alone[0] == 0


def test_how_many_games_are_listed():
    text, *_ = make("two", "--games", 3)
    assert "The first 3 of 8 games" in text
    assert text.count("download=") == 9
    text, *_ = make("two", "--games", 0)
    assert "8 games; none are listed here" in text
    # 66 pairs share the room for records.
    assert well_formed(make("many")[0]).text.count("The first 6 of 24 games") == 66


def test_names_are_escaped(folder):
    name = "<b>&'\".db"
    shutil.copy(folder / "one.db", folder / name)
    status, _, err = call("report", name, "--html", "odd.html")
    assert status == 0, err
    text = (folder / "odd.html").read_text()
    well_formed(text)
    assert "<b>&" not in text


def test_a_forfeit_and_a_team_are_shown():
    config = replace(configure("defenders", ["random"] * 2, players=2), format="team")
    games = [
        GameResult(Pairing(number, number // 2, (number % 2,) * 2), 3, (share,) * 2, (1.0, 2.0), 9,
                   10, "{}")
        for number, share in enumerate([0.0, 1.0, 0.0, 1.0, 0.5, 1.0])
    ]  # fmt: skip
    games[0] = replace(games[0], forfeit=1, scores=(None, None))
    arrays = Games.of(games)
    summary = summarise(arrays, 2, together=True)
    text = page.report_page(config, summary, arrays, lambda: games, lambda number: "{}", "a.db",
                            "team")  # fmt: skip
    found = well_formed(text)
    assert "forfeited" in found.text
    assert "Forfeits" in found.text
    # All seats have one result, so that none can be better than another.
    assert "What each seat won" not in found.text
    cell = next(given for tag, given in found.tags if " against " in given.get("aria-label", ""))
    assert cell["href"] == "#met-0-1"


# ---------------------------------------------------------------------- its parts


@pytest.mark.parametrize(
    ("share", "text"),
    [(None, "–"), (0.0, "0.0"), (1.0, "100.0"), (0.9999, ">99.9"), (0.0001, "<0.1"), (0.5, "50.0")],
)
def test_percent(share, text):
    assert page._percent(share) == text


@pytest.mark.parametrize(("low", "high"), [(0, 300), (0.41, 0.58), (0, 1), (0.5, 0.5), (3, 10**6)])
def test_ticks_are_few_and_enclose(low, high):
    ticks = page._ticks(low, high)
    assert 1 <= len(ticks) <= 8
    assert ticks[0] <= low + 1e-9
    assert ticks[-1] >= high - 1e-9
    steps = {round(b - a, 9) for a, b in pairwise(ticks)}
    assert len(steps) <= 1


def test_labels_tell_ticks_apart():
    assert page._labels([0.0, 0.2, 0.4]) == ["0%", "20%", "40%"]
    assert page._labels([0.494, 0.496, 0.498]) == ["49.4%", "49.6%", "49.8%"]
    assert page._labels([0.4975, 0.5, 0.5025]) == ["49.75%", "50.00%", "50.25%"]


def test_bars_stay_on_their_track():
    found = [Estimate(0.0, None, None), Estimate(310.0, 250.0, 371.0), None, Estimate(-90, -200, 5)]
    bars, mark = page._tracks(found)
    assert bars[2] is None
    for bar in filter(None, bars):
        assert 0 <= bar.left <= bar.middle <= bar.left + bar.width + 0.01 <= 100.01
    assert mark == bars[0].middle


# ---------------------------------------------------------------------- the command


def test_tables_are_those_of_the_tournament():
    plan = ["tournament", "kuhn", "random", "random", "--blocks", 3, "--workers", 0]
    printed = call(*plan, "--journal", "new.db")[1]
    assert call("report", "new.db") == (0, printed.partition("To play on")[0], "")


def test_another_anchor():
    data = json.loads(call("report", "two.db", "--json", "--anchor", "greedy:worlds=1")[1])
    assert data["anchor"] == "greedy:worlds=1"
    assert call("report", "two.db", "--anchor", "nobody")[0] == 2


def test_unfinished_blocks_are_left_out():
    config = configure("kuhn", ["random"] * 2, seed=1)
    with Journal("part.db", config.facts()) as journal:
        run(config, 2, journal, 0)
        # Held by a tournament that is running, and read all the same.
        journal._db.execute("DELETE FROM games WHERE number = 3")
        status, out, err = call("report", "part.db", "--json")
        assert status == 0, err
        assert json.loads(out)["games"] == 2
        assert err == "1 games of unfinished seed blocks are left out\n"
        journal._db.execute("DELETE FROM games WHERE number < 3")
        status, _, err = call("report", "part.db")
    assert status == 2
    assert "no seed block is finished yet" in err


def test_what_is_no_journal(folder):
    (folder / "text.db").write_text("no")
    damaged = bytearray((folder / "two.db").read_bytes())
    at = damaged.rindex(b'"heorot-record"')
    damaged[at + 2] ^= 1
    (folder / "damaged.db").write_bytes(damaged)
    call("tune", "kuhn", "ismcts:iterations=2,cutoff=none,prior=0", "--param", "c=0.1:1.0",
         "--trials", 1, "--blocks", 1, "--verify", 2, "--workers", 0, "--journal", "tune.db")
    for args, said in (
        (["missing.db"], "there is no such file"),
        (["text.db"], "no journal of Heorot"),
        (["damaged.db"], "was changed after it was written"),
        (["tune.db"], "it holds a tuning of c=0.1:1.0"),
        (["two.db", "--html", ""], "this is no name of a file"),
        (["two.db", "--html", "two.db"], "this is the journal itself"),
        (["two.db", "--html", "no/page.html"], "there is no folder no"),
        (["two.db", "--html", "."], "this is a folder"),
        (["two.db", "--games", 3], "give --html OUT, too"),
    ):
        status, out, err = call("report", *args)
        assert (status, out) == (2, ""), args
        assert said in err
        assert "Traceback" not in err
    status, out, err = call("resume", "tune.db")
    assert (status, out) == (2, "")
    assert "the same heorot tune command goes on with it" in err
    before = sorted(path.name for path in folder.iterdir())
    call("report", "two.db")
    assert sorted(path.name for path in folder.iterdir()) == before


def test_games_that_cannot_be_replayed(folder):
    (folder / "bad.json.gz").write_bytes(b"\x1f\x8bno")
    for args, said in (
        (["two.db", "--game", 99], "there is no game 99; it has 24 games"),
        (["two.db", "--game", 0], "a whole number from 1"),
        (["bad.json.gz"], "cannot read the record"),
        (["nothing.json.gz"], "cannot read the record"),
    ):
        status, out, err = call("replay", *args)
        assert (status, out) == (2, "")
        assert said in err


def test_an_archive_in_a_folder_that_cannot_be_written(folder, tmp_path):
    shutil.copy(folder / "one.db", tmp_path / "a.db")
    tmp_path.chmod(0o555)
    try:
        with Archive(str(tmp_path / "a.db")) as found:
            assert len(list(found.games())) == 2
            assert found.config.contestants == ("random", "random")
    finally:
        tmp_path.chmod(0o755)


# ---------------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def browser():
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        # Root has no sandbox in a container; the page is our own and has no script.
        found = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["two", "three", "one", "many"])
def test_in_a_browser(browser, folder, name, width, scheme):
    make(name)
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    tab = context.new_page()
    said, asked = [], []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto((folder / f"{name}.html").as_uri())
    assert said == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    sizes = tab.evaluate("[document.documentElement.scrollWidth, document.body.scrollWidth]")
    assert max(sizes) <= width
    # Whatever is wider than the screen scrolls inside a region that the keyboard can reach.
    outside = tab.evaluate("""width => [...document.querySelectorAll('main *')].filter(
        one => one.getBoundingClientRect().right > width + 1 && !one.closest('.scroll, svg')
    ).map(one => one.outerHTML.slice(0, 80))""", width)
    assert outside == []
    assert tab.evaluate("[...document.querySelectorAll('.scroll')].every(one => one.tabIndex == 0)")
    light = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    red = int(re.match(r"rgb\((\d+)", light)[1])
    assert (red > 200) == (scheme == "light")
    assert tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (scheme == "dark")
    ratio, text = worst_contrast(tab)
    assert ratio >= 4.5, text
    context.close()


def worst_contrast(tab):
    """Return the lowest contrast of text with what lies behind it (WCAG 2), and that text."""
    return tab.evaluate("""() => {
      const parse = text => text.match(/[\\d.]+/g).map(Number);
      const over = (top, below) => {
        const a = top.length > 3 ? top[3] : 1;
        return [0, 1, 2].map(i => a * top[i] + (1 - a) * below[i]);
      };
      const light = color => {
        const [r, g, b] = color.map(v => v / 255).map(
          v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b;
      };
      const behind = one => one === null ? [255, 255, 255]
        : over(parse(getComputedStyle(one).backgroundColor), behind(one.parentElement));
      let worst = [21, ''];
      for (const one of document.querySelectorAll('body *')) {
        const own = [...one.childNodes].some(
          node => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
        if (!own || one.closest('svg, .skip')) continue;
        const style = getComputedStyle(one);
        const back = behind(one), alpha = Number(style.opacity);
        const color = over([...parse(style.color).slice(0, 3), alpha], back);
        const pair = [light(color), light(back)].sort((a, b) => b - a);
        const ratio = (pair[0] + .05) / (pair[1] + .05);
        if (ratio < worst[0]) worst = [ratio, one.textContent];
      }
      return worst;
    }""")


def test_a_record_is_saved_by_a_click(browser, folder):
    make("two")
    context = browser.new_context(accept_downloads=True)
    tab = context.new_page()
    tab.goto((folder / "two.html").as_uri())
    with tab.expect_download() as waiting:
        tab.get_by_label("Record of game 3", exact=True).click()
    assert waiting.value.suggested_filename == "beowulf-3.json.gz"
    target = folder / "saved.json.gz"
    waiting.value.save_as(target)
    context.close()
    assert Record.loads(gzip.decompress(target.read_bytes())).replay().is_terminal

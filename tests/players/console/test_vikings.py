"""Vikings on the screen: it fits, it tells the truth, and no more than its seat may know."""

import pytest
from console_kit import Typist, random_entries, resume, screen, sentences, session_of, shown
from vikings_kit import Lively, at, play

from core import game
from core.rng import Stream
from core.vikings.components import RUNES
from players.base import Seen
from players.console import make_renderer
from players.console.human import Asking, Desk
from players.console.vikings_words import RUNE_TEXTS
from players.table import witness


def text_of(lines):
    return "\n".join(line if isinstance(line, str) else line.plain.rstrip() for line in lines)


def course(players, seed, rounds=12):
    """Yield the positions of a game of some rounds; each is played on between two of them."""
    state = game.load("vikings", players=players, seed=seed, rounds=rounds)
    choose = Lively(seed)
    while not state.is_terminal:
        yield state
        state.play(choose(state))
    yield state


def rows(question, width=80):
    """Return the lines that the choices take."""
    if not question.listed:
        return 0
    count = len(question.choices)
    if count < question.columns:
        return count
    widest = max(len(choice.label) for choice in question.choices) + len(str(count)) + 4
    return -(-count // max(width // widest, 1))


@pytest.mark.parametrize("players", [3, 5])
def test_every_position_and_question_fits(players):
    phases = set()
    for number, state in enumerate(course(players, 2)):
        renderer = make_renderer(state.setup)
        seat = state.mover if state.mover >= 0 else number % players
        view = renderer.view(state, seat)
        for width in (80, 40) if number % 5 == 0 else (80,):
            for roomy in (True, False):
                lines = renderer.draw(view, width, roomy)
                assert all(line.cell_len <= width for line in lines)
        if state.mover < 0:
            continue
        phases.add(state.phase)
        asked = renderer.ask(view, state)
        assert sorted(each.action for each in asked.choices) == sorted(state.legal_actions())
        assert len({each.label for each in asked.choices}) == len(asked.choices)
        assert all(len(each.label) <= 75 for each in asked.choices)
        assert asked.rule
        question = -(-len(asked.text) // 75)
        assert len(lines) + question + rows(asked) + 1 <= 24
    assert {"MAIN", "WIND", "LOSS", "RAID_ON", "DICE", "TARGET", "ATTACK_RUNES"} <= phases


@pytest.mark.parametrize("players", [3, 5])
def test_nothing_is_cut_off_the_table(players):
    for number, state in enumerate(course(players, 3)):
        if number % 3 == 0:
            renderer = make_renderer(state.setup)
            for seat in (None, number % players):
                assert "…" not in text_of(renderer.draw(renderer.view(state, seat), 80))


def test_sheets_fit_a_page():
    pages = 0
    for number, state in enumerate(course(5, 4)):
        if state.mover >= 0 and number % 50 == 0:
            renderer = make_renderer(state.setup)
            view = renderer.view(state, state.mover)
            here = screen(Typist())
            for name in renderer.sheets:
                lines = here.wrap(renderer.consult(view, state, name, ""))
                assert lines
                # What lies on the map is told by words; a late game's list of jarls may be long.
                assert len(lines) <= 40, name
            for zone in ("north", "East", "s", "west"):
                assert len(here.wrap(renderer.consult(view, state, "map", zone))) <= 40
            pages += 1
    assert pages > 10


def test_a_large_screen_shows_the_map_and_the_text_of_the_runes():
    state = at("york", hands=[["storm", "revolt"]], settled=[["grobin"]], ports={"man": "furs"})
    for height, large in ((24, False), (48, True)):
        console = screen(Typist(["quit"]), width=120, height=height, live=True)
        renderer = make_renderer(state.setup)
        asking = Asking(Desk(console, renderer), 0, state.setup, state, (),
                        renderer.view(state, 0), renderer.ask(renderer.view(state, 0), state),
                        Stream("large"))
        page = text_of(asking._page())
        assert ("Antioch 4!" in page) is large
        assert ("A die of 4, 5 or 6 removes it." in page) is large
        assert len(page.splitlines()) < height
        assert all(len(line) <= 120 for line in page.splitlines())
    for players in (3, 5):
        for number, late in enumerate(course(players, 8)):
            if number % 40 == 0:
                renderer = make_renderer(late.setup)
                view = renderer.view(late, number % players)
                drawn = text_of(renderer.draw_large(view, 120))
                assert all(renderer.words.port(view, port) in drawn for port in range(48))
                assert "…" not in drawn


def test_plain_renderer_is_ascii():
    for state in course(3, 1):
        renderer = make_renderer(state.setup, plain=True)
        view = renderer.view(state, 0)
        for one in (view, renderer.view(state, None)):
            text_of(renderer.draw(one, 80)).encode("ascii")
    text_of(renderer.result(view, state, renderer.story(0))).encode("ascii")
    " ".join(renderer.legend()).encode("ascii")


def test_every_rune_and_port_is_described():
    state = at()
    renderer = make_renderer(state.setup)
    view = renderer.view(state, 0)
    assert list(RUNE_TEXTS) == list(RUNES)
    for title, name in enumerate(RUNES):
        told = renderer.rules(view, renderer.words.rune(title).lower())
        assert told == [f"{renderer.words.rune(title)}: {renderer.words.rune_text(title)}"], name
    sheet = text_of(renderer.consult(view, state, "map", ""))
    for port in range(48):
        assert renderer.words.port(view, port) in sheet
    for topic, text in renderer.words.topics().items():
        assert renderer.rules(view, topic) == [text]


@pytest.mark.parametrize("players", [3, 5])
def test_screens_are_equal_for_positions_a_seat_cannot_tell_apart(players):
    compared = 0
    for number, state in enumerate(course(players, 5)):
        if number % 7:
            continue
        renderer = make_renderer(state.setup)
        for seat in range(players):
            other = state.clone()
            other.redeal(seat, Stream("leak", compared))
            views = [renderer.view(each, seat) for each in (state, other)]
            assert text_of(renderer.draw(views[0], 80)) == text_of(renderer.draw(views[1], 80))
            assert (text_of(renderer.draw_large(views[0], 120))
                    == text_of(renderer.draw_large(views[1], 120)))
            for name in ("map", "runes", "sagas", "jarls"):
                assert (text_of(renderer.sheet(views[0], name))
                        == text_of(renderer.sheet(views[1], name)))
            if state.mover == seat:
                assert renderer.ask(views[0], state) == renderer.ask(views[1], other)
                assert (text_of(renderer.consult(views[0], state, "odds", ""))
                        == text_of(renderer.consult(views[1], other, "odds", "")))
            compared += state.key() != other.key()
    assert compared > 40


def test_a_rune_that_another_jarl_draws_is_not_told():
    checked = 0
    for state in course(4, 6):
        if state.phase != "DRAW":
            continue
        for seat in range(4):
            tales = set()
            for action, _ in state.chance_outcomes():
                after = state.clone()
                seen = witness(state, action).seen[seat]
                after.play(action)
                renderer = make_renderer(state.setup)
                tales.add(tuple(renderer.story(seat).tell(
                    renderer.view(state, seat), Seen(-1, seen), renderer.view(after, seat))))
            if seat == state.observation(seat).who:
                assert len(tales) == len(state.chance_outcomes())
            else:
                assert tales == {()}  # told with what follows
                checked += 1
    assert checked > 50


# ---------------------------------------------------------------------- sentences


def test_loading_and_sailing_of_another_are_one_sentence():
    told = sentences(at(), "load crew", "load crew", "load hides", "launch denmark",
                     "sail frisian_sea", "end")
    assert told == ["Player 1 loads 2 crew, 1 hide and sails by Denmark to Frisian Sea.",
                    "Player 1 ends the turn on the Frisian Sea."]


def test_draws_of_another_are_told_as_a_number():
    """V4: the titles stay hidden; sailing out again is told after them."""
    state = at("denmark")
    told = sentences(state, "draw", "rune storm", "draw", "rune revolt", "sail frisian_sea", "end")
    assert told == ["Player 1 draws 2 runes.", "Player 1 sails to Frisian Sea.",
                    "Player 1 ends the turn on the Frisian Sea."]


def test_the_drawer_is_told_the_title():
    assert sentences(at("denmark"), "draw", "rune storm", seat=0) == ["You draw Storm."]


def test_own_steps_are_told_at_once():
    assert sentences(at(), "load crew", "launch denmark", seat=0) == [
        "You load 1 crew.", "You sail to Denmark."]


def test_a_raid_is_told():
    told = sentences(at("lincoln", crew=[3]), "raid", "die 2", "roll", "die 5", "treasure 4",
                     seat=0)
    assert told == ["You raid Lincoln: a die needs 5 or more.", "The die shows 2: not enough.",
                    "You lose 1 crew.", "The die shows 5: Lincoln falls.",
                    "The treasure is worth 4 points."]


def test_a_settlement_and_its_saga_are_told():
    """T25: whoever makes a saga true takes it."""
    state = at("shetland", crew=[4], settled=[[], ["orkney"]],
               open=["s1_norway_settle_orkney_shetland", "s1_norway_raid_lindisfarne"])
    told = sentences(state, "settle", "dice 2", "fall 1 6")
    assert told == ["Player 1 tries to settle Shetland: a die needs 3 or more.",
                    "The dice show 1 and 6: enough.",
                    "Player 1 has a new settlement in Shetland.", "Player 1 loses 1 crew.",
                    "Player 1 completes the saga Settlement of Orkney + Shetland (Norway, +1)."]


def test_a_lost_ship_is_told():
    told = sentences(at("lincoln", crew=[1]), "raid", "die 1")
    assert told[-1] == "Player 1's ship has no crew left and goes to Wintering, empty."


def test_a_trade_is_told_without_the_bonus_of_its_saga():
    """T15: 4 points for York and 2 for the demand."""
    told = sentences(at("york", goods=[["hides"]]), "trade hides")
    assert told == ["Player 1 trades hides in York for 6 points, it was demanded."]


def test_a_rune_and_its_target_are_told():
    state = at("north_sea_west", "york", hands=[["storm"]], crew=[2, 3])
    told = sentences(state, "play storm", "jarl 1", "cw")
    assert told == ["Player 1 plays Storm.", "Player 1 chooses your ship.", "You lose 1 crew.",
                    "Player 1 turns the wind: +1 West, -1 East."]


def test_each_draw_of_the_set_up_is_told():
    """V9: one rune a jarl."""
    state = game.load("vikings", players=3, start=0)
    told = sentences(state, "rune storm", "rune siege", "rune revolt",
                     "saga s1_denmark_raid_bremen", seat=0)
    assert told[:3] == ["You draw Storm.", "Player 2 draws a rune.", "Player 3 draws a rune."]


@pytest.mark.parametrize(
    ("rune", "position", "texts", "end"),
    [
        ("navigation_error", {"rest": ["sweden"]}, ["at kattegat"],
         ["Your ship goes to Kattegat."]),
        ("intimidation", {"rest": ["norwich"]}, [],
         ["Player 1 sails to Norwich.", "Your ship goes to English Coast."]),
        ("lokis_mark", {"rest": ["norwich"], "goods": [[], ["furs"]]}, [], ["You lose 1 fur."]),
        ("wrath_of_the_gods", {"others": [["siege", "storm"]]}, [],
         ["You discard Siege and Storm."]),
        ("answered_prayers", {"pile": ["storm"]}, [],
         ["Player 1 takes Storm from the discard pile."]),
        ("new_trade_opportunities", {"ports": {"york": "furs"}}, [],
         ["The furs in York go back to the bank."]),
        ("change_in_demand", {}, ["take tusks"], ["From now on tusks are demanded."]),
    ],
)
def test_what_a_rune_does_is_told_even_without_a_choice(rune, position, texts, end):
    """Section 12: a decision with one option is not asked."""
    position = {"rest": [], "others": [], **position}
    rest, others = position.pop("rest"), position.pop("others")
    state = at("north_sea_west", *rest, hands=[[rune], *others], **position)
    told = sentences(state, f"play {rune}", *texts)
    assert state.phase == "WIND"
    assert told[1:] == end


# ---------------------------------------------------------------------- questions and answers


@pytest.mark.parametrize(
    ("position", "entry", "reason"),
    [
        ({"ship": "denmark", "hands": [["storm"]]}, "play storm", "In a home port"),
        ({"ship": "north_sea_west"}, "raid", "in ports only"),
        ({"ship": "york"}, "raid", "no standing town"),
        ({"ship": "york"}, "settle", "while the town of Lincoln stands"),
        ({"ship": "lincoln"}, "settle", "while the town of Lincoln stands"),
        ({"ship": "hvarf", "settled": [[], ["hvarf"]]}, "settle", "settled already"),
        ({"ship": "wintering", "crew": [5]}, "load crew", "All 5 places"),
        ({"ship": "wintering", "prep": 7}, "crew", "No day ashore is left"),
        ({"ship": "wintering", "prep": 7, "tail": 1}, "crew", "No day ashore is left"),
        ({"ship": "york"}, "trade hides", "no good aboard"),
        ({"ship": "york", "used": ["york"]}, "settle", "used up"),
        ({"ship": "york"}, "load crew", "in Wintering only"),
        ({"ship": "york"}, "draw", "home port only"),
        ({"ship": "denmark", "hands": [["storm", "siege", "revolt"]]}, "draw", "3 runes, the most"),
        ({"ship": "denmark", "prep": 7, "tail": 1}, "draw", "No day ashore"),
        ({"ship": "wintering"}, "launch denmark", "needs a crew"),
        ({"ship": "york"}, "launch", "left Wintering already"),
        ({"ship": "wintering", "crew": [1]}, "winter", "in Wintering already"),
        ({"ship": "york"}, "storm", "You do not hold Storm"),
        ({"ship": "york"}, "paris", "sail to Paris"),
    ],
)
def test_a_wrong_entry_is_explained(position, entry, reason):
    state = at(**position)
    renderer = make_renderer(state.setup)
    assert reason in renderer.explain(renderer.view(state, 0), entry)


def test_the_order_of_loading_is_told():
    """Section 12: the engine loads crew before goods, so that has to be said beforehand."""
    state = at()
    renderer = make_renderer(state.setup)
    assert "Load crew, hides, furs, tusks in this order." in renderer.ask(
        renderer.view(state, 0), state).text
    play(state, "load hides")
    for entry in ("load crew", "crew"):
        assert "in the order crew, hides" in renderer.explain(renderer.view(state, 0), entry)


def test_a_day_of_following_wind_is_for_the_sea_only():
    """V14, R19."""
    state = at("denmark", prep=7, tail=1)
    renderer = make_renderer(state.setup)
    assert "1 day left (at sea only)." in renderer.ask(renderer.view(state, 0), state).text


def test_a_step_says_what_it_costs():
    """T08: the fourth day too many costs the second token."""
    state = at("north_sea_west", crew=[4], sail=5, wind="S")
    renderer = make_renderer(state.setup)
    labels = [choice.label for choice in renderer.ask(renderer.view(state, 0), state).choices]
    assert "sail to York 4 (lose 1)" in labels
    assert "sail to Lincoln 4! (lose 1)" in labels


def test_the_question_between_two_dice():
    """V41."""
    state = play(at("lincoln", crew=[3]), "raid", "die 2")
    renderer = make_renderer(state.setup)
    assert renderer.ask(renderer.view(state, 0), state).text == (
        "The die shows 2: not enough. 2 dice are left against Lincoln, which needs 5 or more. Go "
        "on?")


@pytest.mark.parametrize("rune", RUNES)
def test_every_target_is_asked_for_in_words(rune):
    """D9, D10: all questions of each rune, answered with the first choice."""
    asked = 0
    for ship in ("north_sea_west", "hebrides", "cork", "wintering"):
        state = at(ship, "norwich", "norwegian_sea", hands=[[rune], ["valhalla"]][:1 + (
                   rune != "valhalla")], crew=[3, 3, 3], settled=[["cork"], ["wolin", "grobin"],
                   ["hebrides"]], goods=[[], ["furs", "hides"], ["tusks", "furs"]],
                   captured=[{"dublin": 3}, {}, {}],
                   ports={"man": "furs", "york": "hides", "hebrides": "tusks"},
                   pile=["siege", "surprise_attack"] if rune not in (
                       "siege", "surprise_attack") else [])
        if f"play {rune}" not in [state.text(action) for action in state.legal_actions()]:
            continue
        state.play(f"play {rune}")
        while state.mover >= 0 and state.phase in ("TARGET", "GIVE", "LOSS", "WIND"):
            renderer = make_renderer(state.setup)
            question = renderer.ask(renderer.view(state, state.mover), state)
            assert question.text.endswith("?")
            assert question.rule
            assert len({choice.label for choice in question.choices}) == len(question.choices)
            assert not any(choice.label == choice.text for choice in question.choices
                           if " " in choice.text)
            asked += 1
            if state.phase == "WIND":
                break
            state.play(state.legal_actions()[0])
    attack = ("siege", "raven_banner", "surprise_attack", "valhalla", "berserker_fury",
              "retribution")
    assert asked or rune in (*attack, "prayer_to_odin")


def test_odds_are_shown_on_request():
    state = at("lincoln", crew=[1])
    renderer = make_renderer(state.setup)
    sheet = text_of(renderer.consult(renderer.view(state, 0), state, "odds", ""))
    assert "Lincoln: a die needs 5 or more." in sheet
    assert "33.3% succeed; crew lost 0: 33%, 1: 67% (mean 0.67)" in sheet


# ---------------------------------------------------------------------- sail to


def voyage(state, goal):
    """Sail as `sail to` does; return the steps and what is told at the end."""
    renderer = make_renderer(state.setup)
    chain = renderer.course(renderer.view(state, 0), state, f"sail to {goal}")
    if isinstance(chain, str):
        return [], chain
    steps = []
    while state.mover >= 0:
        action = chain.step(renderer.view(state, 0), state)
        if action is None:
            break
        assert action in state.legal_actions()
        steps.append(state.text(action))
        state.play(action)
    return steps, chain.told


def test_sail_to_goes_there_by_steps():
    steps, told = voyage(at("denmark"), "York")
    assert len(steps) == 3
    assert steps[-1] == "sail york"
    assert told == "Arrived in York after 3 days."


@pytest.mark.parametrize(
    ("position", "goal", "steps", "told"),
    [
        ({"ship": "denmark", "prep": 5}, "york", 2, "no day is left"),
        ({"ship": "sweden", "crew": [4], "goods": [["hides"]]}, "rostov", 5, "hardship costs you"),
        ({"ship": "sweden", "crew": [4]}, "rostov", 5, "hardship took 1 token"),
        ({"ship": "denmark"}, "nowhere", 0, "no place 'nowhere'"),
        ({"ship": "denmark"}, "norw", 0, "could mean: Norwich, Norway"),
        ({"ship": "denmark"}, "", 0, "Sail where?"),
        ({"ship": "denmark"}, "denmark", 0, "already"),
        ({"ship": "wintering", "crew": [2]}, "york", 0, "launch it to a home port first"),
    ],
)
def test_sail_to_says_why_it_stops(position, goal, steps, told):
    sailed, why = voyage(at(**position), goal)
    assert len(sailed) == steps
    assert told in why


def test_sail_to_stops_before_a_taken_port():
    state = at("denmark", "york")
    steps, told = voyage(state, "york")
    assert len(steps) == 2
    assert told == "Stopped on the English Coast after 2 days: another ship lies in York."


def test_sail_to_does_not_sink_the_ship():
    """V51: the step that would cost the last crew is left to its own decision."""
    state = at("norway", crew=[1], prep=1, sail=1, wind="S")
    steps, told = voyage(state, "husavik")
    assert steps == ["sail norwegian_sea"]
    assert told == ("Stopped on the Norwegian Sea after 1 day: hardship would take the last crew "
                    "on the next step.")


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize(("players", "live"), [(3, False), (5, True)])
def test_games_of_random_entries(tmp_path, players, live):
    typist = Typist(more=random_entries(players, 150))
    console = screen(typist, live=live)
    path = tmp_path / "game.json"
    assert session_of("vikings", path, console, players=players).run() == 0
    text = shown(console)
    assert "Traceback" not in text
    assert all(len(line) <= 80 for line in text.splitlines() if "heorot" not in line
               and str(path) not in line)
    again = screen(Typist(["sagas", "", "quit"]))
    assert resume(path, again).run() == 0
    assert "The game goes on." in shown(again) or "finished" in shown(again)


def test_a_typed_voyage_is_played(tmp_path):
    lines = ["load crew", "crew", "launch denmark", "sail to york", "odds", "reach", "quit"]
    console = screen(Typist(lines))
    game_session = session_of("vikings", tmp_path / "game.json", console, players=3, start=0)
    assert game_session.run() == 0
    text = shown(console)
    assert "Arrived in York after 3 days." in text
    mine = [move for who, move in game_session.record.moves if who == 0]
    assert mine[:3] == ["load crew", "load crew", "launch denmark"]
    assert mine[5:] == ["sail york"]


def test_the_final_table_adds_up():
    *_, state = course(4, 7)
    renderer = make_renderer(state.setup)
    view = renderer.view(state, 0)
    table = text_of(renderer.result(view, state, renderer.story(0)))
    for seat, one in enumerate(view.seats):
        row = next(line for line in table.splitlines() if f". Player {seat + 1} " in line)
        assert row.split()[-1] == str(one.score)
        final = one.axe_points + one.settlement_points + one.saga_points
        assert f" {one.score - final} " in row
    assert "win" in table
    assert all(len(line) <= 80 for line in table.splitlines()[:5])

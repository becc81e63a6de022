"""Defenders on the screen: it fits, it asks for everything, it tells what happens."""

import random

import pytest
from console_kit import Typist, random_entries, resume, screen, session_of, shown
from defenders_kit import DARK, arranged, night, pass_windows, play

from core import game
from core.defenders.components import GENERALS, HEROES, LOCATIONS, QUESTS, SPECIALS
from core.errors import BadRecord
from core.record import Record
from players.base import Seen
from players.console import make_renderer
from players.console.session import Session, seats_for
from players.spec import BadSpec
from players.table import witness

PHASES = {
    "hero_choice", "style", "shape", "day_action", "card", "target", "rumors_color", "extra_dice",
    "extra_faction", "reroll", "blessing", "commit", "next_attacker", "lose_cards", "turn_undead",
    "hand_limit", "wisdom", "window", "window_target", "dark_visions", "envoy",
}  # fmt: skip


def text_of(lines):
    return "\n".join(line if isinstance(line, str) else line.plain.rstrip() for line in lines)


class Brisk:
    """Plays at random, but fights, quests and plays cards more often than it walks."""

    LIKED = ("challenge", "fight", "quest_step", "rumors", "play", "use", "card", "fireball")

    def __init__(self, seed):
        self.random = random.Random(seed)

    def __call__(self, state):
        if state.is_chance:
            outcomes = state.chance_outcomes()
            return self.random.choices([action for action, _ in outcomes],
                                       [chance for _, chance in outcomes])[0]
        actions = state.legal_actions()
        liked = [action for action in actions if state.text(action).split()[0] in self.LIKED]
        return self.random.choice(liked if liked and self.random.random() < 0.6 else actions)


def course(players, seed, **options):
    """Yield the positions of a game; each is played on between two of them."""
    state = game.load("defenders", players=players, seed=seed, **options)
    choose = Brisk(seed)
    while not state.is_terminal:
        yield state
        state.play(choose(state))
    yield state


def asked(state):
    """Return the question of the seat that is asked."""
    renderer = make_renderer(state.setup)
    return renderer.ask(renderer.view(state, state.mover), state)


def rows(question, width=80):
    """Return the lines that the choices take."""
    if not question.listed:
        return 0
    count = len(question.choices)
    if count < question.columns:
        return sum(-(-(len(choice.label) + 4) // width) for choice in question.choices)
    widest = max(len(choice.label) for choice in question.choices) + len(str(count)) + 4
    return -(-count // max(width // widest, 1))


def arranged_questions():
    """Yield positions of questions that a random game seldom or never meets."""
    yield pass_windows(arranged(2, heroes=["rogue", "cleric"], at=["dark_woods"] * 2,
                                hands=[["dark_woods_horse"], ["dark_woods_gate"]],
                                rewards=[["find_magic_gate"], ["amaraks_blessing"]],
                                minions={}))
    yield pass_windows(arranged(1, heroes=["dwarf"], at=["wolf_pass"], hands=[["battle_luck"]],
                                rewards=[["find_magic_gate"]],
                                minions={"wolf_pass": {"dragonkin": 2, "orc": 1}}))
    for quest in ("amazon_envoy", "duke_envoy", "elf_envoy"):
        where = {"amazon_envoy": "land_of_amazons", "duke_envoy": "mccorm_highlands",
                 "elf_envoy": "heavens_glade"}[quest]
        yield play(arranged(1, at=[where], quests=[quest], minions={where: {"orc": 2},
                            "thorny_woods": {"orc": 3}}), "quest_step", "success yes", "face 3")
    yield night(DARK[1], heroes=["wizard", "rogue"])
    yield play(pass_windows(arranged(1, at=["thorny_woods"], minions={}, hands=[[
        "raven_forest_gate", "fire_river_gate", "dark_woods_gate", "ghost_marsh_gate"]])),
        "challenge", "hits 0 0")
    full = [card.id for card in arranged(1).setup.components.cards if card.colour == 0][:12]
    yield play(arranged(1, stage="evening", hands=[full]), "draw dark_woods_gate",
               "draw fire_river_gate")
    yield night(DARK[1], hands=[["militia_secures_area", "strong_defenses"], []],
                rewards=[["orc_hunter", "undead_hunter"], []])
    yield pass_windows(arranged(1, stage="day_end", heroes=["cleric"], at=["windy_pass"],
                                minions={"windy_pass": {"undead": 2}}))
    for special in ("battle_strategy", "cavalry_sweep", "dark_visions", "elven_archers",
                    "hammer_of_valor", "kings_guard_attack", "local_information", "magic_gate",
                    "spell_of_purity"):
        yield play(arranged(2, hands=[[special], []], at=["gryphon_inn", "monarch_city"],
                            generals={"gorgutt": ("amarak_peak", 6, 0)},
                            minions={"monarch_city": {"orc": 1, "dragonkin": 1},
                                     "wolf_pass": {"dragonkin": 2, "orc": 1},
                                     "father_oak_forest": {"undead": 2},
                                     "raven_forest": {"orc": 1}},
                            crystals={"raven_forest": 2, "fire_river": 1}), f"play {special}")
    for reward in ("king_of_the_gryphons", "ancient_tree_of_magic"):
        yield play(arranged(2, rewards=[[reward], []], crystals={
            "raven_forest": 2, "fire_river": 1}), f"use {reward}")
    yield arranged(1, stage="turn_end", hands=[["spy_in_the_camp"]], generals={
        "gorgutt": ("thorny_woods", 3, 1), "varkolak": ("dark_woods", 3, 1)})


def followed(state, most=30, seed=1):
    """Yield the positions that follow, for some steps of random play."""
    choose = Brisk(seed)
    for _ in range(most):
        yield state
        if state.is_terminal:
            return
        state.play(choose(state))


def check_question(state):
    """Check that all is asked for in words, each answer once."""
    question = asked(state)
    choices = question.choices
    assert sorted(each.action for each in choices) == sorted(state.legal_actions())
    assert len({each.label for each in choices}) == len(choices)
    assert len({each.text for each in choices}) == len(choices)
    assert all(each.label and each.text == state.text(each.action) for each in choices)
    assert all(len(each.label) <= 76 for each in choices)
    assert question.text.endswith("?" if question.listed else f"? lists all {len(choices)}.")
    assert question.rule
    return question


# ---------------------------------------------------------------------- the screen


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_position_and_question_fits(players):
    phases, tall, count = set(), 0, 0
    for seed in (2, 5):
        for number, state in enumerate(course(players, seed)):
            renderer = make_renderer(state.setup)
            view = renderer.view(state, max(state.mover, 0))
            for width in (80, 40) if number % 5 == 0 else (80,):
                for roomy in (True, False) if number % 5 == 0 else (False,):
                    lines = renderer.draw(view, width, roomy)
                    assert all(line.cell_len <= width for line in lines)
            if state.mover < 0:
                continue
            phases.add(state.phase)
            question = check_question(state)
            text = -(-len(question.text) // 75)
            lines = renderer.draw(view, 80, False)
            count += 1
            tall += len(lines) + text + rows(question) + 1 > 24
    assert tall <= count // 50  # a crowded map late in a game
    assert {"hero_choice", "day_action", "card", "target", "window"} <= phases


def test_every_question_of_the_rules_is_asked_in_words():
    phases = set()
    for begun in arranged_questions():
        for seed in range(2):
            for state in followed(begun.clone(), seed=seed):
                if state.mover >= 0:
                    phases.add(state.phase)
                    check_question(state)
    for seed in range(3):
        for state in course(4, seed):
            if state.mover >= 0:
                phases.add(state.phase)
    for heroes in ("eagle_rider", "sorceress"):
        state = game.load("defenders", players=1, seed=1, heroes=heroes)
        while state.is_chance:
            state.play(state.chance_outcomes()[0][0])
        phases.add(state.phase)
        check_question(state)
    assert phases == PHASES


def test_nothing_is_cut_off_the_table():
    for number, state in enumerate(course(4, 3)):
        if number % 3 == 0:
            renderer = make_renderer(state.setup)
            for seat in (None, number % 4):
                for roomy in (True, False):
                    assert "…" not in text_of(renderer.draw(renderer.view(state, seat), 80, roomy))


def test_the_table_shows_all_that_is_on_the_map():
    for number, state in enumerate(course(3, 8)):
        if number % 10:
            continue
        renderer = make_renderer(state.setup)
        view = renderer.view(state, 0)
        table = text_of(renderer.draw(view, 200))
        for place, crowd in enumerate(view.minions):
            if any(crowd) or view.crystals[place] or place in view.gates:
                what = renderer.words.contents(view, place, heroes=False)
                assert f"{renderer.words.place(place)} {what}" in table
        sheet = text_of(renderer.consult(view, state, "map", ""))
        for place in range(len(LOCATIONS)):
            assert renderer.words.place(place) in sheet


def test_sheets_fit_a_page_and_a_line():
    pages = 0
    for number, state in enumerate(course(4, 4)):
        if state.mover >= 0 and number % 40 == 0:
            renderer = make_renderer(state.setup)
            view = renderer.view(state, state.mover)
            here = screen(Typist())
            for name in renderer.sheets:
                lines = here.wrap(renderer.consult(view, state, name, ""))
                assert lines
                assert len(lines) <= 44, name
            for name, rest in (("map", "red"), ("map", "purple"), ("hands", "player 1"),
                               ("hands", "nobody"), ("map", "x"), ("show", ""), ("show", "zz")):
                assert here.wrap(renderer.consult(view, state, name, rest))
            pages += 1
    assert pages >= 3


def test_plain_renderer_is_ascii():
    for state in course(2, 1):
        renderer = make_renderer(state.setup, plain=True)
        view = renderer.view(state, 0)
        for one in (view, renderer.view(state, None)):
            text_of(renderer.draw(one, 80)).encode("ascii")
    text_of(renderer.result(view, state, renderer.story(0))).encode("ascii")
    " ".join(renderer.legend()).encode("ascii")


def test_colour_is_never_alone():
    """What a colour says is said by a number or a word, too: the plain text holds it."""
    state = arranged(2, minions={"wolf_pass": {"orc": 3}, "raven_forest": {"demon": 1}},
                     crystals={"wolf_pass": 2}, generals={"gorgutt": ("orc_valley", 2, 9)})
    renderer = make_renderer(state.setup)
    table = text_of(renderer.draw(renderer.view(state, 0), 80, False))
    assert "Wolf Pass 3orc *2" in table
    assert "Raven Forest 1dem" in table
    assert "Gorgutt 2/6! Orc Valley in 1" in table
    assert "Taint 2/12  City 0/5" in table


# ---------------------------------------------------------------------- texts on request


def told(state, entry, seat=0):
    renderer = make_renderer(state.setup)
    view = renderer.view(state, seat)
    shown_lines = renderer.consult(view, state, "show", entry)
    assert renderer.rules(view, entry) == list(shown_lines) or entry in renderer.questions.rules
    return text_of(shown_lines)


def test_everything_in_the_box_is_described():
    state = arranged(2)
    renderer = make_renderer(state.setup)
    box = state.setup.components
    for hero in box.heroes:
        text = told(state, hero.name)
        assert text.count(":") >= 3
    for card in box.cards:
        if card.location < 0:
            assert told(state, card.name).startswith(card.name)
    for quest in box.quests:
        assert "Reward:" in told(state, quest.id.replace("_", " ")) or quest.id == "rumors_quest"
    assert "Reward:" in told(state, "rumors_quest")
    for general in box.generals:
        text = told(state, general.name)
        assert "Skill:" in text
        assert "Path:" in text
    for place in box.locations:
        assert "Next to it:" in told(state, place.name)
    for kind in range(len(box.cards)):
        assert "{" not in renderer.words.card_text(kind)
    assert set(renderer.questions.rules) >= {"win", "lose", "turn", "night", "general", "cards"}
    for topic, text in renderer.questions.rules.items():
        assert renderer.rules(renderer.view(state, 0), topic) == [text]
        assert "{" not in text
    assert len(GENERALS) + len(HEROES) + len(QUESTS) + len(SPECIALS) == 4 + 8 + 24 + 15


def test_questions_say_how_many_and_in_which_order():
    """D98: what comes before a pick cannot follow it."""
    state = play(arranged(1, at=["heavens_glade"], quests=["elf_envoy"],
                          minions={"heavens_glade": {"orc": 2}, "ancient_ruins": {"demon": 2}}),
                 "quest_step", "success yes", "face 3")
    assert asked(state).text == (
        "Elf Envoy: up to 3 minions may go. In the order listed, which one does?")
    play(state, "minion ancient_ruins demon")
    assert "up to 2 minions" in asked(state).text
    lost = play(arranged(1, at=["thorny_woods"], hands=[[
        "raven_forest_gate", "fire_river_gate", "dark_woods_gate", "ghost_marsh_gate"]]),
        "challenge", "hits 0 0")
    assert "2 cards to be lost. In the order listed, which one goes?" in asked(lost).text


def test_a_ride_tells_the_points_left():
    """A52: dragonkin cost two."""
    state = play(arranged(2, hands=[["cavalry_sweep"], []], minions={
        "wolf_pass": {"dragonkin": 2, "orc": 1}, "orc_valley": {"orc": 2}}), "play cavalry_sweep")
    assert asked(state).text == "Cavalry Sweep: 6 points left. Where does the ride begin?"
    play(state, "to wolf_pass")
    assert [choice.label for choice in asked(state).choices] == ["1 orc", "1 dragonkin"]
    play(state, "faction dragonkin")
    assert asked(state).text == "Cavalry Sweep: 4 points left. Which second minion is removed?"


def test_rules_begin_with_the_one_of_the_decision():
    state = arranged(2, heroes=["rogue", "wizard"], hands=[["hammer_of_valor"], []])
    renderer = make_renderer(state.setup)
    for seat, part in ((0, "action"), (0, "Hammer of Valor")):
        rule, more = renderer.rules(renderer.view(state, seat), "")
        assert part in rule
        assert more.startswith("More: rules WORD")
        state.play("play hammer_of_valor") if state.phase == "day_action" else None


def test_figures_in_texts_are_those_of_the_box():
    state = arranged(2)
    assert "2+ defeats each" in told(state, "wizard")
    assert "roll 3 dice, one must show 5 or more" in told(state, "war_banner_of_valor")
    assert "6 life, a die hits on 3 or more. At 2 life or less he does not move." in told(
        state, "gorgutt")
    assert "d3 wounds and all cards" in told(state, "balazarg")


def test_threats_tell_the_odds_of_the_night():
    state = arranged(2, known=[DARK[0]], minions={"seabird_port": {"undead": 3},
                                                  "monarch_city": {"orc": 4}})
    renderer = make_renderer(state.setup)
    view = renderer.view(state, 0)
    sheet = text_of(renderer.consult(view, state, "threats", ""))
    assert "Lost this night: 0.0%" in sheet
    assert "Balazarg to Raven Forest 100.0%" in sheet
    assert "Seabird Port 100.0%" in sheet
    assert "Known next cards: 1dem Ancient Ruins; 1und Seabird Port" in sheet
    line = next(line for line in text_of(renderer.draw(view, 80)).splitlines()
                if line.startswith("Tonight"))
    assert "defeat 0%  taint 100%: Seabird Port 100%" in line


def test_threats_name_what_loses():
    state = arranged(2, minions={"father_oak_forest": {"orc": 3}, "monarch_city": {"orc": 4}})
    renderer = make_renderer(state.setup)
    view = renderer.view(state, 0)
    assert "city taken" in text_of(renderer.draw(view, 80))
    sheet = text_of(renderer.consult(view, state, "threats", ""))
    assert renderer.night(view).loss > 0.05
    assert f"city taken: {renderer.night(view).lost['city']:.1%}" in sheet


def test_the_end_of_the_day_names_its_wounds():
    """D44, D88: the Cleric takes three wounds and one of fear, the Rogue fear alone."""
    crowd = {"wolf_pass": {"undead": 1, "orc": 2}}
    for hero, label in (("cleric", "end the Day (4 wounds)"), ("rogue", "end the Day (1 wound)")):
        state = pass_windows(arranged(1, heroes=[hero], at=["wolf_pass"], minions=crowd))
        assert label in [choice.label for choice in asked(state).choices]


def test_odds_are_shown_on_request():
    state = pass_windows(arranged(1, heroes=["rogue"], at=["wolf_pass"], minions={
        "wolf_pass": {"orc": 2}}))
    renderer = make_renderer(state.setup)
    sheet = text_of(renderer.consult(renderer.view(state, 0), state, "odds", ""))
    assert "attack 2 orcs: 44.4%, on average 1.33 minions" in sheet


def test_odds_of_a_battle_name_the_dice():
    state = pass_windows(arranged(2, heroes=["rogue", "cleric"], at=["dark_woods"] * 2, minions={},
                                  hands=[["dark_woods_horse", "fire_river_gate"],
                                         ["dark_woods_gate"]],
                                  generals={"varkolak": ("dark_woods", 2, 0)}))
    renderer = make_renderer(state.setup)
    sheet = text_of(renderer.consult(renderer.view(state, 0), state, "odds", ""))
    assert "attack Varkolak, dice committed: Rogue 2 and Cleric 1: 50.0%" in sheet
    assert "attack Varkolak, dice committed: Rogue 2: 25.0%" in sheet
    play(state, "challenge")
    sheet = text_of(renderer.consult(renderer.view(state, 0), state, "odds", ""))
    assert "dice added now: Rogue 2 and Cleric 1: 50.0%" in sheet


# ---------------------------------------------------------------------- sentences


def sentences(state, *texts, seat=1):
    """Play some actions and return what `seat` is told."""
    renderer = make_renderer(state.setup)
    story, lines = renderer.story(seat), []
    for text in texts:
        event = witness(state, state.action(text))
        before = renderer.view(state, seat)
        state.play(text)
        lines += story.tell(before, Seen(event.who, event.seen[seat]), renderer.view(state, seat))
    return lines


@pytest.mark.parametrize("seed", range(3))
def test_every_change_on_the_table_is_told(seed):
    """An event that changes what lies on the table says so; choosing a part of one may not."""
    lively = {"life", "place", "hero", "solved", "slays"}
    begun = game.load("defenders", players=3, seed=seed)
    choose = Brisk(seed)
    for most, state in ((2000, begun), *((40, each) for each in arranged_questions())):
        renderer = make_renderer(state.setup)
        story, after = renderer.story(0), renderer.view(state, 0)
        for _ in range(most):
            if state.is_terminal:
                break
            event = witness(state, choose(state))
            state.play(event.text)
            before, after = after, renderer.view(state, 0)
            lines = story.tell(before, Seen(event.who, event.text), after)
            changed = any(getattr(old, name) != getattr(new, name) for old, new in
                          zip(before.seats, after.seats, strict=True) for name in lively)
            changed |= before.minions != after.minions or before.gates != after.gates
            changed |= before.crystals != after.crystals
            changed |= any(old.place != new.place for old, new in
                           zip(before.generals, after.generals, strict=True))
            assert lines or not changed, event
            assert all(line[0].isupper() or line[0].isdigit() for line in lines), lines
            assert all("None" not in line for line in lines)


def test_moves_are_told_with_their_cards():
    state = pass_windows(arranged(2, heroes=["rogue", "cleric"], hands=[["raven_forest_horse"],
                                                                        []]))
    assert sentences(state, "horse", "to pleasant_hill") == [
        "The Rogue rides to Pleasant Hill with Raven Forest (horse)."]
    assert sentences(state, "walk", "to raven_forest", seat=0) == ["You walk to Raven Forest."]


def test_an_attack_is_told():
    state = pass_windows(arranged(2, heroes=["rogue", "cleric"], at=["wolf_pass", "monarch_city"],
                                  minions={"wolf_pass": {"orc": 2}}))
    assert sentences(state, "fight", "hits 1 0") == [
        "The Rogue attacks 2 orcs in Wolf Pass.", "1 die hits.", "Gone: 1 orc in Wolf Pass."]


def test_a_won_battle_is_told():
    """D56."""
    state = pass_windows(arranged(2, heroes=["rogue", "cleric"], at=["dark_woods"] * 2, minions={},
                                  hands=[["dark_woods_horse"], []],
                                  generals={"varkolak": ("dark_woods", 1, 0)}))
    assert sentences(state, "challenge", "hits 1 0") == [
        "The Rogue attacks Varkolak in Dark Woods.",
        "The Rogue commits Dark Woods (horse).", "1 die hits.",
        "The Rogue takes the card of Varkolak: slayer of undead.", "Varkolak is defeated!"]


def test_a_lost_battle_is_told():
    """D57, D58."""
    state = pass_windows(arranged(1, heroes=["rogue"], at=["dark_woods"], minions={},
                                  hands=[["dark_woods_horse", "fire_river_gate"]],
                                  generals={"varkolak": ("dark_woods", 3, 0)}))
    lines = sentences(state, "challenge", "card dark_woods_horse", "stop", "hits 0 0", "face 2",
                      "face 1", seat=0)
    assert lines == [
        "You attack Varkolak in Dark Woods.", "You commit Dark Woods (horse): 1 die.",
        "No die hits.", "The die shows 2.", "You take 2 wounds: life 4.", "The die shows 1.",
        "The battle against Varkolak is over.", "You lose Fire River (gate).",
        "You go back to Monarch City."]


def test_a_night_is_told():
    """D68, D70, T10."""
    state = night(heroes=["rogue", "cleric"])
    lines = sentences(state, f"dark {DARK[0]}")
    assert lines[0] == ("Darkness card: 1dem Ancient Ruins; 1und Seabird Port; Balazarg > Raven "
                        "Forest +2.")
    assert "Balazarg advances to Raven Forest, 3 steps from the city." in lines
    assert ("New: 1 demon in Ancient Ruins, 2 demons in Raven Forest and 1 undead in Seabird "
            "Port.") in lines
    assert lines[-1] == "Turn 2: Cleric, life 6."


def test_darkness_cards_of_known_order_are_told():
    """A45: they come without chance, so with the decision before them."""
    state = arranged(2, heroes=["cleric", "rogue"], stage="evening", hands=[["dark_visions"], []],
                     generals={"sapphire": ("blizzard_mountains", 0, 0)}, known=[DARK[0], DARK[1]])
    play(state, "draw wolf_pass_gate", "draw wolf_pass_horse", "pass")
    cards = [line for line in sentences(state, "pass") if line.startswith("Darkness")]
    assert cards == [
        "Darkness card: 1dem Ancient Ruins; 1und Seabird Port; Balazarg > Raven Forest +2."]
    assert [line for line in sentences(state, "pass") if line.startswith("Darkness")] == [
        "Darkness card (the general alone): Balazarg > Raven Forest +1."]
    wizard = night(DARK[0], DARK[1], heroes=["wizard", "rogue"])
    assert sentences(wizard, "replace")[1] == (
        "Darkness card: 1dra Crystal Hills; 2und McCorm Highlands; Balazarg > Raven Forest +1.")


def test_a_card_put_back_by_dark_visions_is_told_when_it_comes():
    rest = [card for card in DARK if card not in (DARK[1], "ds_41")]
    state = arranged(2, heroes=["rogue", "cleric"], stage="night", hands=[["dark_visions"], []],
                     known=["ds_41", DARK[1]], dark_discard=rest)
    play(state, "play dark_visions", "stop")
    lines = sentences(state, "put ds_41")
    assert lines[1] == ("Darkness card: 1dem Serpent Swamp; 1orc Golden Oak Forest; Varkolak > "
                        "Seabird Port +3.")


# ---------------------------------------------------------------------- questions and answers


@pytest.mark.parametrize(
    ("position", "entry", "reason"),
    [
        ({}, "horse", "You hold no horse card"),
        ({}, "portal", "There must be a gate here"),
        ({}, "build", "You hold no card of Monarch City"),
        ({}, "rumors", "in inns only"),
        ({}, "heal_land", "is not tainted"),
        ({"at": ["fire_river"], "crystals": {"fire_river": 1}}, "land", "You hold no black card"),
        ({}, "heal", "You are not wounded"),
        ({}, "fight", "nobody to attack"),
        ({"at": ["thorny_woods"]}, "challenge", "holds a card for Gorgutt"),
        ({"at": ["thorny_woods"], "minions": {"thorny_woods": {"orc": 1}}}, "challenge",
         "minions in his place come first"),
        ({}, "play hammer of valor", "You do not hold Hammer of Valor"),
        ({"hands": [["militia_secures_area"]]}, "play militia secures area",
         "cannot be played now"),
        ({}, "use raids", "You do not have Raids"),
        ({}, "wolf pass", "walk wolf pass"),
    ],
)
def test_a_wrong_entry_is_explained(position, entry, reason):
    state = pass_windows(arranged(1, heroes=["rogue"], **position))
    renderer = make_renderer(state.setup)
    assert reason in renderer.explain(renderer.view(state, 0), entry)


def answers(state, entry):
    """Answer as a line with several words does; return the steps and what is told."""
    renderer = make_renderer(state.setup)
    chain = renderer.course(renderer.view(state, state.mover), state, entry)
    if chain is None or isinstance(chain, str):
        return [], chain
    steps = []
    while state.mover >= 0:
        action = chain.step(renderer.view(state, state.mover), state)
        if action is None:
            break
        steps.append(state.text(action))
        state.play(action)
    return steps, chain.told


@pytest.mark.parametrize(("entry", "steps", "said"), [
    ("walk wolf pass", ["walk", "to wolf_pass"], ""),
    ("walk wolf", ["walk", "to wolf_pass"], ""),
    ("gate raven forest", ["gate", "card raven_forest_gate"], ""),
    ("gate raven forest dancing", ["gate", "card raven_forest_gate", "to dancing_stone"], ""),
    ("play hammer of valor cleric fire river",
     ["play hammer_of_valor", "hero 1", "to fire_river"], ""),
    ("walk wolf pass orc", ["walk", "to wolf_pass"], "Not used: orc."),
    ("walk fire river", [], "walk: 'fire river' is not clear or not open. Open: Bounty Bay / "
     "Dancing Stone / Father Oak Forest / Greenleaf Village / Orc Valley / Wolf Pass."),
    ("fight nobody", [], None),
    ("walk", [], None),
])  # fmt: skip
def test_several_answers_in_one_line(entry, steps, said):
    state = pass_windows(arranged(2, heroes=["rogue", "cleric"], hands=[[
        "raven_forest_gate", "whispering_woods_gate", "hammer_of_valor"], []]))
    assert answers(state, entry) == (steps, said)


def test_passing_for_the_rest_of_a_day_or_turn():
    for words, wanted in (("pass day", "W4"), ("pass turn", None)):
        state = arranged(2, hands=[[], ["hammer_of_valor"]], actions=3)
        assert state.phase == "window"
        renderer = make_renderer(state.setup)
        chain = renderer.course(renderer.view(state, 1), state, words)
        choose = Brisk(1)
        asked_for = []
        while state.observation(0).number == 1:
            if state.mover == 1:
                action = chain.step(renderer.view(state, 1), state)
                if action is None:
                    asked_for.append(state.observation(1).detail)
                    action = state.action("pass")
            else:
                action = choose(state)
            state.play(action)
        assert asked_for[:1] == ([wanted] if wanted else [])


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize(("players", "live"), [(1, False), (4, True), (2, True)])
def test_games_of_random_entries(tmp_path, players, live):
    typist = Typist(more=random_entries(players, 250))
    console = screen(typist, live=live)
    path = tmp_path / "game.json"
    assert session_of("defenders", path, console, players=players).run() == 0
    text = shown(console)
    assert "Traceback" not in text
    assert all(len(line) <= 80 for line in text.splitlines() if "heorot" not in line
               and str(path) not in line)
    again = screen(Typist(["heroes", "", "quit"]))
    assert resume(path, again).run() == 0
    assert "The game goes on." in shown(again) or "finished" in shown(again)


def test_a_scripted_game_to_the_end(tmp_path):
    typist = Typist(more=lambda: "1")
    console = screen(typist)
    path = tmp_path / "game.json"
    setup = game.get("defenders").setup(1, 3, options={"turn_limit": 6})
    record = Record.start(setup, ["human"], 3)
    assert Session(setup, record, str(path), console).run() == 0
    text = shown(console)
    assert "The game is over." in text
    assert "The heroes lose in turn" in text
    assert "King's Champion" in text
    again = screen(Typist())
    assert resume(path, again).run() == 0
    assert "finished" in shown(again)


def test_a_hint_names_what_the_search_has_tried(tmp_path, monkeypatch):
    monkeypatch.setattr("players.console.human.HINT_SPEC", "ismcts:iterations=60,trees=1")
    console = screen(Typist(["wizard", "hint", "quit"]))
    assert session_of("defenders", tmp_path / "game.json", console, players=2).run() == 0
    text = shown(console)
    assert "Hint of ismcts:iterations=60,trees=1 (60 games looked at)" in text
    assert 1 <= text.count("% to win") <= 3
    assert "not tried" not in text


def test_a_page_tells_whole_sentences(tmp_path):
    """What does not fit above the question is left out entry by entry, not line by line."""
    typist = Typist(["paladin", "pass turn", "end", "quit"])
    console = screen(typist, live=True)
    assert session_of("defenders", tmp_path / "game.json", console, players=2).run() == 0
    lines = shown(console).splitlines()
    broken = [i for i, line in enumerate(lines) if line.startswith(("+1.", "+2.", "+3."))]
    assert broken
    assert all("card: " in lines[i - 1] for i in broken)


def test_what_is_begun_is_carried_out(tmp_path):
    """D98: a word such as back is answered with the rule."""
    console = screen(Typist(["wizard", "walk", "back", "wolf pass", "quit"]))
    played = session_of("defenders", tmp_path / "game.json", console, players=2)
    assert played.run() == 0
    assert "nothing is taken back (D98)" in shown(console)
    assert [move for who, move in played.record.moves if who == 0][1:] == ["walk", "to wolf_pass"]


def test_wrong_entries_cost_nothing(tmp_path):
    wrong = ["", "zz", "99", "-1", "fight", "walk nowhere", "play battle fury", "to", "\x00\x1b[A",
             "ěšč", "x" * 5000, "map zz", "show", "show zz", "hands nobody", "rules zz", "odds",
             "1e9", "walk walk walk"]
    console = screen(Typist(["wizard", *wrong, "walk wolf pass", "quit"]))
    played = session_of("defenders", tmp_path / "game.json", console, players=2)
    assert played.run() == 0
    mine = [move for who, move in played.record.moves if who == 0]
    assert mine == ["take wizard", "walk", "to wolf_pass"]
    assert "Traceback" not in shown(console)


def test_one_person_plays_all_heroes(tmp_path):
    setup = game.get("defenders").setup(2, 1, options={"heroes": "rogue+cleric"})
    record = Record.start(setup, seats_for(0, 2, ["human"], cooperative=True), 1)
    assert record.seats == ["human", "human"]
    path = tmp_path / "game.json"
    console = screen(Typist(["end", "end", "quit"]))
    played = Session(setup, record, str(path), console)
    assert played.run() == 0
    assert [who for who, move in record.moves if move == "end"] == [0, 1]
    text = shown(console)
    assert "Rogue in Monarch City" in text
    assert "Cleric in Monarch City" in text
    assert "The Rogue draws" in text
    assert resume(path, screen(Typist(["quit"]))).run() == 0


def test_elsewhere_one_person_has_one_seat(tmp_path):
    with pytest.raises(BadSpec, match="one person"):
        seats_for(0, 2, ["human"])
    setup = game.get("beowulf").setup(2, 1)
    record = Record.start(setup, ["human", "human"], 1)
    with pytest.raises(BadRecord, match="2 persons"):
        Session(setup, record, str(tmp_path / "game.json"), screen(Typist()))


def test_the_end_names_cause_and_champion():
    *_, state = course(3, 7)
    renderer = make_renderer(state.setup)
    view = renderer.view(state, 0)
    table = text_of(renderer.result(view, state, renderer.story(0)))
    assert "The heroes lose in turn" in table
    taken = night("ds_22", generals={"gorgutt": ("orc_valley", 6, 0)})
    end = text_of(renderer.result(make_renderer(taken.setup).view(taken, 0), taken,
                                  renderer.story(0)))
    assert "a general has entered Monarch City" in end
    assert "Gorgutt 6/6, in Monarch City" in end
    for seat, one in enumerate(view.seats):
        line = next(line for line in table.splitlines() if f"Player {seat + 1}" in line)
        assert line.split("Player")[1].split()[1:4] == [
            str(len(one.solved)), str(one.generals), str(one.points)]
        assert ("Champion" in line) == (seat in state.champions())

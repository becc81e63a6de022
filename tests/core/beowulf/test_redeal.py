"""Hidden information (B10): redeals against plain enumeration, info keys against views."""

import dataclasses
import random
from collections import Counter
from itertools import combinations, islice

import pytest
from beowulf_kit import NO_FIGURES, arranged, blank, box_with, filled, hand, here, options, play
from scipy.stats import chisquare
from walks import open_actions, positions
from worlds import can_play, distribution, layings, true_hands

from core.game import load
from core.rng import Stream

PHASES = {"D0", "D1", "D1s", "D1r", "D2", "D2m", "D2s", "D2r", "D2f", "D2n", "D3", "D4a", "D4b",
          "end"}  # fmt: skip
LONGSHIP = (0, 0, 0, 1)


def knowledge(state, seat):
    """Return all that a seat knows, but for the turn number, which no rule reads."""
    return dataclasses.replace(state.observation(seat), turn=0)


def redealt(state, seat, *seed):
    sample = state.clone()
    sample.redeal(seat, Stream("redeal", *seed))
    return sample


# ---------------------------------------------------------------- every phase and seat


@pytest.mark.parametrize("players", [2, 3, 4])
def test_redeal_at_every_phase_and_seat(players):
    """View, keys and pieces stay; a redeal is one of the worlds, and not always the truth."""
    rng = random.Random(players)
    phases, differing, single = set(), Counter(), 0
    for number, state in enumerate(positions("beowulf", players, range(14))):
        if rng.random() > (0.06 if state.phase in phases else 1):
            continue
        phases.add(state.phase)
        truth = true_hands(state)
        for seat in range(players):
            view, key = state.observation(seat), state.info_key(seat)
            world = next((hands for hands in islice(layings(view), 3000) if hands != truth), None)
            seen = set()
            for i in range(60 if world else 3):
                sample = redealt(state, seat, number, i)
                sample.check()
                assert sample.observation(seat) == view
                assert sample.info_key(seat) == key
                if i == 0:
                    assert state.observation(seat) == view  # the original is untouched
                seen.add(true_hands(sample))
                if len(seen) > 1:
                    break
            if world:
                assert len(seen | {truth}) > 1, f"{state.phase}: the sample is always the truth"
                differing[state.phase] += 1
            else:
                single += 1
                if len(list(islice(layings(view), 3000))) < 3000:
                    assert seen == {truth}
    assert phases == PHASES
    assert set(differing) >= PHASES - {"end"}


def test_a_hundred_redeals_are_mostly_distinct():
    state = load("beowulf", players=4, seed=3)
    while state.phase != "D1":
        play(state, options(state)[5])
    samples = Counter(true_hands(redealt(state, 0, i)) for i in range(100))
    assert len(samples) > 90


def test_two_streams_give_two_samples_and_one_stream_goes_on():
    state = load("beowulf", players=4, seed=3)
    while state.phase != "D1":
        play(state, options(state)[5])
    assert redealt(state, 0, 1) == redealt(state, 0, 1)
    assert redealt(state, 0, 1) != redealt(state, 0, 2)
    stream, a, b = Stream("one"), state.clone(), state.clone()
    a.redeal(0, stream)
    b.redeal(0, stream)
    assert a != b


def test_a_redealt_game_plays_to_its_end():
    """The sample is a sound position: play it out, redealing for another seat at each turn."""
    for seed in range(10):
        state, rng = load("beowulf", players=3, seed=seed), random.Random(seed)
        while not state.is_terminal:
            state.redeal(rng.randrange(3), Stream(seed, state.turn))
            state.play(rng.choice(open_actions(state)))
            state.check()


def test_shown_and_own_tiles_stay():
    state = arranged(players=3, stock=None, hands=[["a1_none_p2", "a1_none_m4"],
                     ["a1_valor_p3"], ["a1_gorge_0"]],
                     shown=[[], ["a1_none_p5"], ["a1_good_counsel_0"]],
                     supplies=[LONGSHIP] * 3)
    for i in range(50):
        sample = redealt(state, 0, i)
        assert hand(sample, 0) == ["a1_none_p2", "a1_none_m4"]
        assert "a1_none_p5" in hand(sample, 1)
        assert "a1_good_counsel_0" in hand(sample, 2)


@pytest.mark.parametrize("unseen", ["a1_none_p6", "a1_none_p2"])
def test_a_view_keeps_when_unseen_tiles_on_either_side_of_a_shown_one_are_redealt(unseen):
    """Stock and hands hold tiles with smaller and larger ids than the shown one (B10)."""
    state = arranged(hands=[[], [unseen]], shown=[[], ["a1_good_counsel_0"]],
                     stock=["a1_none_p2", "a1_none_p6", "a1_gorge_0"],
                     supplies=[LONGSHIP, LONGSHIP])
    before, found = knowledge(state, 0), set()
    for i in range(100):
        sample = redealt(state, 0, "beside", i)
        assert knowledge(sample, 0) == before
        found.add(tuple(hand(sample, 1)))
    assert len(found) > 2


# ---------------------------------------------------------------- exact odds


def boxed_rest(active=0):
    """Return a position of Act II whose old-act tiles may lie in the boxed rest of Act I's stock.

    Act I ends with two tiles of its stock unseen; seats 0 and 1 keep a tile of it each, seat 2 two.
    """
    box = box_with([
        ("a", 1, 1, "none", 4), ("b", 1, 2, "none", 2), ("c", 1, -1, "none", 2),
        ("d", 2, 1, "none", 2), ("e", 2, 0, "good_counsel", 2),
    ])  # fmt: skip
    state = blank(box, players=3)
    state.arrange(board=filled(empty=["e5"], things={"a1": "a"}), active=2,
                  hands=[["a"], ["b"], ["a", "c"]], stock=["a", "b", "c"],
                  supplies=[LONGSHIP] * 3)
    play(state, "figure longship", "at e5", "draw d", "draw e")
    assert (state.act, state.phase) == (2, "D1")
    return state


def counsel_box():
    return box_with([("counsel", 1, 0, "good_counsel", 6), ("plain", 1, 1, "none", 4),
                     ("other", 1, 2, "none", 2)])  # fmt: skip


def struck_out_small(phase):
    """Return a turn of seat 1, without figures, after which hands of Counsels are struck out.

    At "D2 movable" seat 1 has a figure to move, so that nothing is struck out.
    """
    state = blank(counsel_box(), players=3)
    rest = {"D1": [], "D2": ["counsel", "other"], "D2 movable": ["plain", "other"]}[phase]
    things = {"a1": (1, "thane")} if phase == "D2 movable" else {"b2": (0, "thane")}
    state.arrange(board=here(things), active=1, stock=rest,
                  hands=[["counsel"], ["counsel", "counsel", "plain"],
                         ["counsel", "other", "plain"]],
                  supplies=[LONGSHIP, NO_FIGURES, LONGSHIP])
    if phase != "D1":
        play(state, "tile", f"draw {rest[0]}")
        assert state.phase == "D2"
    return state


def counsel_played():
    """Return a position after the choice at D2: nothing is struck out any more."""
    state = struck_out_small("D2")
    return play(state, "play plain")


def same_hand_size():
    state = blank(counsel_box(), players=2)
    state.arrange(hands=[["plain"], ["counsel", "other"]],
                  stock=["counsel", "counsel", "plain", "other"],
                  supplies=[LONGSHIP] * 2)
    return state


def shown_counsel():
    """Return a turn without figure or stock of a seat that has shown part of its hand."""
    state = blank(counsel_box(), players=3)
    state.arrange(active=1, stock=[],
                  hands=[["plain"], ["plain", "counsel"], ["counsel", "other", "plain"]],
                  shown=[[], ["counsel", "counsel"], []],
                  supplies=[LONGSHIP, NO_FIGURES, LONGSHIP])
    return state


CASES = {
    "old act in the boxed rest": (boxed_rest, 0),
    "old act in the boxed rest, another seat": (boxed_rest, 1),
    "old act in the boxed rest, third seat": (boxed_rest, 2),
    "on turn without figures or stock": (lambda: struck_out_small("D1"), 0),
    "on turn without figures or stock, himself": (lambda: struck_out_small("D1"), 1),
    "on turn without figures or stock, third seat": (lambda: struck_out_small("D1"), 2),
    "at D2": (lambda: struck_out_small("D2"), 0),
    "at D2, third seat": (lambda: struck_out_small("D2"), 2),
    "at D2 with a movable figure": (lambda: struck_out_small("D2 movable"), 0),
    "after D2": (counsel_played, 2),
    "start of a turn with a stock": (same_hand_size, 0),
    "part of the hand is shown": (shown_counsel, 0),
    "part of the hand is shown, third seat": (shown_counsel, 2),
}


@pytest.mark.parametrize("case", CASES)
def test_redeals_follow_the_exact_distribution(case):
    make, seat = CASES[case]
    state = make()
    exact = distribution(state.observation(seat))
    assert true_hands(state) in exact
    draws = 6000
    stream, sample, seen = Stream("odds", case), state.clone(), Counter()
    for _ in range(draws):
        sample.redeal(seat, stream)
        seen[true_hands(sample)] += 1
    assert set(seen) <= set(exact)
    if len(exact) == 1:
        return
    worlds = sorted(exact)
    expected = [float(exact[world] * draws) for world in worlds]
    assert chisquare([seen[world] for world in worlds], expected).pvalue > 1e-4


def test_the_cases_of_the_odds_are_not_trivial():
    sizes = {case: len(distribution(make().observation(seat)))
             for case, (make, seat) in CASES.items()}
    assert sum(size >= 4 for size in sizes.values()) >= 8, sizes
    uneven = [case for case, (make, seat) in CASES.items()
              if len(set(distribution(make().observation(seat)).values())) > 1]
    assert len(uneven) >= 6


def test_the_strike_out_changes_the_odds():
    """Without the strike-out, hands of Good Counsel alone would be sampled (B10)."""
    for phase in ("D1", "D2"):
        state = struck_out_small(phase)
        view = state.observation(0)
        free = dataclasses.replace(view, phase="D1s")
        bound, loose = distribution(view), distribution(free)
        assert set(bound) < set(loose)
        struck = [hands for hands in loose if hands not in bound]
        assert all(not can_play(view, 1, hands[1]) for hands in struck)
        for i in range(300):
            sample = redealt(state, 0, i)
            assert can_play(view, 1, true_hands(sample)[1])
            assert sample.legal_actions()


def test_a_pass_or_skip_shows_the_hand_to_all():
    """B16, B17: after it, nobody's redeal changes that hand."""
    board = filled(act=3, empty=["a1", "b1"])
    state = arranged(players=3, act=3, board=board, stock=["a3_good_counsel_0", "a3_none_m6"],
                     hands=[["a1_good_counsel_0", "a2_good_counsel_0"], ["a3_none_p5"],
                            ["a3_none_p6"]],
                     supplies=[NO_FIGURES, LONGSHIP, LONGSHIP])
    play(state, "tile", "draw a3_good_counsel_0")
    truth = true_hands(state)
    for seat in (1, 2):
        for i in range(30):
            assert true_hands(redealt(state, seat, i))[0] == truth[0]


def test_random_small_games_sample_every_world():
    """In whole games of a small box, redeals reach exactly the worlds of the enumeration."""
    box = box_with([
        ("counsel", 1, 0, "good_counsel", 5), ("plain", 1, 1, "none", 2), ("mead", 1, 1, "mead", 1),
        ("second", 2, -1, "none", 1), ("advice", 2, 0, "good_counsel", 2),
        ("third", 3, 3, "valor", 2),
    ])  # fmt: skip
    checked, phases = 0, set()
    for seed in range(12):
        rng, state = random.Random(seed), blank(box, players=3)
        while not state.is_terminal:
            if rng.random() < 0.12:
                seat = rng.randrange(3)
                exact = set(distribution(state.observation(seat)))
                stream, sample, seen = Stream(seed, checked), state.clone(), set()
                for _ in range(40 * len(exact)):
                    sample.redeal(seat, stream)
                    seen.add(true_hands(sample))
                assert seen <= exact
                assert len(seen) >= 0.9 * len(exact)
                checked += 1
                phases.add(state.phase)
            state.play(rng.choice(open_actions(state)))
    assert checked > 60


# ---------------------------------------------------------------- info keys


def test_info_keys_differ_whenever_knowledge_differs():
    """Over whole games: no two different views of a seat share a key."""
    views = {}
    for state in positions("beowulf", 3, range(25)):
        for seat in range(3):
            view = knowledge(state, seat)
            key = (seat, state.info_key(seat))
            assert views.setdefault(key, view) == view
    assert len(views) > 10_000


def test_info_keys_are_equal_for_what_a_seat_cannot_tell_apart():
    """Random pairs: a redeal for one seat keeps its key; others' keys follow their own views."""
    rng, told_apart = random.Random(4), 0
    for state in positions("beowulf", 4, range(12)):
        if rng.random() > 0.2:
            continue
        seat = rng.randrange(4)
        sample = redealt(state, seat, rng.random())
        for other in range(4):
            same = knowledge(state, other) == knowledge(sample, other)
            assert same == (state.info_key(other) == sample.info_key(other))
            told_apart += not same
        assert (state.key() == sample.key()) == (true_hands(state) == true_hands(sample))
    assert told_apart > 500


def test_the_drawer_sees_the_draw_the_others_do_not():
    state = load("beowulf", players=3, seed=1, start=0)
    drawn = [play(state.clone(), text) for text in options(state)]
    for a, b in combinations(drawn, 2):
        assert a.info_key(0) != b.info_key(0)
        assert a.info_key(1) == b.info_key(1)
        assert a.info_key(2) == b.info_key(2)
        assert a.key() != b.key()


def test_the_order_of_draws_is_forgotten():
    state = load("beowulf", players=2, start=0)
    one = play(state.clone(), "draw a1_none_p2", "draw a1_gorge_0")
    two = play(state.clone(), "draw a1_gorge_0", "draw a1_none_p2")
    assert one == two
    assert one.key() == two.key()


def test_info_keys_tell_a_shown_tile_from_an_unseen_one():
    common = {"supplies": [LONGSHIP] * 2, "stock": []}
    unseen = arranged(hands=[["a1_none_p2"], ["a1_none_p3"]], **common)
    shown = arranged(hands=[["a1_none_p2"], []], shown=[[], ["a1_none_p3"]], **common)
    for seat in (0, 1):
        assert unseen.info_key(seat) != shown.info_key(seat)
    other = arranged(hands=[["a1_none_p2"], []], shown=[[], ["a1_none_p4"]], **common)
    assert shown.info_key(0) != other.info_key(0)


def test_info_keys_of_siblings():
    """After each of two actions in one position, keys are equal exactly if the views are."""
    rng, alike, unlike = random.Random(6), 0, 0
    for state in positions("beowulf", 3, range(10)):
        if state.is_terminal or rng.random() > 0.2:
            continue
        after = [state.clone() for _ in open_actions(state)[:12]]
        for sibling, action in zip(after, open_actions(state), strict=False):
            sibling.play(action)
        for a, b in combinations(after, 2):
            for seat in range(3):
                same = knowledge(a, seat) == knowledge(b, seat)
                assert same == (a.info_key(seat) == b.info_key(seat))
                alike, unlike = alike + same, unlike + (not same)
            assert a == b or a.key() != b.key()
    assert alike > 1000
    assert unlike > 1000

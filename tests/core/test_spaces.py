"""Flat action ids and observation vectors, for every game and number of seats."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from walks import open_actions, positions, seat_counts

from core import game, spaces
from core.rng import Stream

GOLDEN = Path(__file__).parent / "flat_ids.txt"
BY_SEATS = pytest.mark.parametrize(("name", "players"), seat_counts(reference=True))


@dataclass(frozen=True)
class Odd:
    setup: object
    number: int
    flag: bool
    maybe: int | None
    words: tuple[str, ...]
    table: dict[int, int]


def odd_layout(**more):
    return spaces.Fields(Odd, words=spaces.Row(spaces.OneOf("ab"), 2),
                         table=spaces.Table((3, 5), spaces.Number(1)), **more)


def test_the_items_of_a_layout():
    vector = odd_layout().encode(Odd("x", 5, True, None, ("b",), {5: 7}))
    assert vector.dtype == np.float32
    assert vector.tolist() == [0.5, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 7]
    assert odd_layout(maybe=spaces.OneOf((1, 2))).encode(
        Odd("x", 5, False, 2, ("a", "b"), {})).tolist() == [0.5, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    assert spaces.Bag("xyz", unit=2).encode("zxz").tolist() == [0.5, 0, 1]
    assert spaces.Row(spaces.OneOf("a"), 2, counted=True).encode([None]).tolist() == [1, 0, 0, 0]
    assert odd_layout().labels() == [
        ".number / 10", ".flag", ".maybe is there", ".maybe / 10", ".words[0] = a", ".words[0] = b",
        ".words[1] = a", ".words[1] = b", ".table[3] is there", ".table[3]", ".table[5] is there",
        ".table[5]"]


@pytest.mark.parametrize(("odd", "what"), [
    (Odd("", 1, True, None, ("c",), {}), "words: 'c' is none of a, b"),
    (Odd("", 1, True, None, ("a", "a", "a"), {}), "words: 3 values where 2"),
    (Odd("", 1, True, None, (), {4: 1}), "table: 4 is no key"),
])
def test_what_has_no_place_is_named(odd, what):
    with pytest.raises(ValueError, match=what):
        odd_layout().encode(odd)
    with pytest.raises(ValueError, match="no place"):
        spaces.Bag("ab").encode("c")


def test_a_layout_names_every_field_that_needs_it():
    with pytest.raises(TypeError, match=r"Odd\.table"):
        spaces.Fields(Odd, words=spaces.Number())
    with pytest.raises(TypeError, match="no field other"):
        odd_layout(other=spaces.Number())


@BY_SEATS
def test_every_action_has_a_flat_id(name, players):
    state = game.load(name, players=players)
    space = state.setup.game.actions(state.setup)
    for ids in (space.decisions, space.outcomes):
        assert list(ids) == sorted(set(ids))
    assert not set(space.decisions) & set(space.outcomes)
    for state in positions(name, players, range(8)):
        known = space.outcome_ids if state.is_chance else space.decision_ids
        assert set(open_actions(state)) <= set(known)
    assert [space.decisions[i] for i in space.decision_ids.values()] == list(space.decisions)


@BY_SEATS
def test_vectors_tell_apart_what_views_tell_apart(name, players):
    """Equal views have equal vectors, different ones different vectors."""
    layout = game.load(name, players=players).setup.game.layout(game.load(
        name, players=players).setup)
    labels = layout.labels()
    assert len(set(labels)) == len(labels) == layout.size
    found = {}
    for count, state in enumerate(positions(name, players, range(4))):
        for seat in range(players):
            if (count + seat) % 3 == 0 or state.is_terminal:
                view = state.observation(seat)
                vector = layout.encode(view)
                assert vector.shape == (layout.size,)
                assert np.isfinite(vector).all()
                assert found.setdefault(vector.tobytes(), view) == view
    assert len(found) > 10
    for vector, view in list(found.items())[:50]:
        assert layout.encode(view).tobytes() == vector


@BY_SEATS
def test_a_vector_holds_nothing_that_a_redeal_changes(name, players):
    setup = game.load(name, players=players).setup
    layout = setup.game.layout(setup)
    stream = Stream("vectors", name, players)
    for count, state in enumerate(positions(name, players, range(2))):
        if count % 7 == 0:
            for seat in range(players):
                other = state.clone()
                other.redeal(seat, stream)
                assert (layout.encode(other.observation(seat))
                        == layout.encode(state.observation(seat))).all()


def digest(parts):
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def test_ids_and_vectors_stay_what_they_are():
    """A learned policy is of use only as long as they do; HEOROT_REGENERATE=1 writes them anew."""
    lines = []
    for name, players in seat_counts(reference=True):
        state = game.load(name, players=players)
        space = state.setup.game.actions(state.setup)
        layout = state.setup.game.layout(state.setup)
        codes = [list(map(str, ids)) for ids in (space.decisions, space.outcomes)]
        lines.append(f"{name} {players}: {len(codes[0])} decisions {digest(codes[0])}, "
                     f"{len(codes[1])} outcomes {digest(codes[1])}, "
                     f"{layout.size} numbers {digest(layout.labels())}")
    text = "\n".join(lines) + "\n"
    if os.environ.get("HEOROT_REGENERATE") == "1":
        GOLDEN.write_text(text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == text

"""The node table beside plain dicts: thousands of random visits, growth, equal keys."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.table import Table

NODE_BYTES, EDGE_BYTES, SLOT_BYTES, VALUE_BYTES = 32, 16, 4, 8


class Model:
    """What a Table must remember: {node: {action: [visits, available, sums]}}."""

    def __init__(self, seats):
        self.seats = seats
        self.nodes = {}

    def visit(self, node, actions, action, values):
        rows = self.nodes.setdefault(node, {})
        for open_action in actions:
            row = rows.setdefault(open_action, [0, 0, [0.0] * self.seats])
            row[1] += 1
            if open_action == action:
                row[0] += 1
                row[2] = [a + b for a, b in zip(row[2], values, strict=True)]

    def rows(self, node):
        found = self.nodes.get(node, {})
        return [(action, visits, available, sums)
                for action, (visits, available, sums) in sorted(found.items())]  # fmt: skip


def visit_both(table, model, node, actions, action, values):
    table.visit(node, actions, action, values)
    model.visit(node, actions, action, values)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_thousands_of_random_visits(seats):
    """Many nodes with overlapping sets of actions: blocks move between each other's."""
    rng = random.Random(seats)
    table, model = Table(seats), Model(seats)
    ids = {}
    for _ in range(6000):
        key = rng.choice((rng.randrange(40), rng.randrange(2000)))
        ids.setdefault(key, table.node(key, 0))
        node = ids[key]
        assert table.node(key, 0) == node
        actions = sorted(rng.sample(range(60), rng.randrange(1, 12)))
        values = [rng.randrange(4) / 4 for _ in range(seats)]
        visit_both(table, model, node, actions, rng.choice(actions), values)
    assert table.node_count == len(ids)
    for node in ids.values():
        assert table.rows(node) == model.rows(node)


@given(st.lists(
    st.tuples(st.integers(0, 2), st.sets(st.integers(0, 2**32 - 1), min_size=1, max_size=40)),
    max_size=30,
))  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_any_visits(visits):
    table, model = Table(2), Model(2)
    for node in range(3):
        assert table.node(node, 7) == node
    for count, (node, actions) in enumerate(visits):
        actions = sorted(actions)
        visit_both(table, model, node, actions, actions[count % len(actions)], [count, 1.0])
    for node in range(3):
        assert table.rows(node) == model.rows(node)


@pytest.mark.parametrize("later", [[1], [5], [9], [1, 2], [4, 6], [8, 9], [1, 5, 9],
                                   [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]])  # fmt: skip
@pytest.mark.parametrize("also", [[], [3], [3, 7]])
def test_new_actions_before_between_and_after(later, also):
    """Statistics follow their action, whether the block has room or must move."""
    table, model = Table(2), Model(2)
    node = table.node(1, 0)
    visit_both(table, model, node, [3, 7], 3, [0.25, 0.75])
    visit_both(table, model, node, [3, 7], 7, [1.0, 0.0])
    blocker = table.node(2, 0)  # its block lies behind: the first one cannot grow in place
    visit_both(table, model, blocker, [3, 7], 7, [0.5, 0.5])
    for step in ([0x10000], sorted({*later, *also})):
        visit_both(table, model, node, step, step[-1], [0.5, 0.5])
        assert table.rows(node) == model.rows(node)
    assert [row[0] for row in table.rows(node)] == sorted(row[0] for row in table.rows(node))
    assert table.rows(blocker) == model.rows(blocker)


def test_a_node_with_as_many_actions_as_the_contract_allows():
    table = Table(2)
    node = table.node(1, 0)
    for first in (1, 0):  # the second visit moves every edge
        actions = list(range(first, 1024, 2))
        table.visit(node, actions, actions[-1], [1.0, 0.0])
    rows = table.rows(node)
    assert [row[0] for row in rows] == list(range(1024))
    assert [row[0] for row in rows if row[1]] == [1022, 1023]


def test_growth_over_many_doublings():
    """200,000 nodes: each is found under its key after every growth, and no other is."""
    table = Table(2)
    rng = random.Random(1)
    keys = [rng.getrandbits(64) for _ in range(200_000)]
    for i, key in enumerate(keys):
        assert table.node(key, 1) == i
    assert table.node_count == len(keys)
    assert all(table.node(key, 1) == i for i, key in enumerate(keys))
    assert table.node_count == len(keys)
    assert not any(table.has(rng.getrandbits(64), 1) for _ in range(10_000))
    assert table.collisions == 0


@pytest.mark.parametrize("step", [1, 2**32, 2**63])
def test_keys_that_differ_in_few_bits(step):
    table = Table(2)
    keys = [(i * step) % 2**64 for i in range(5000)]
    distinct = list(dict.fromkeys(keys))
    assert [table.node(key, 0) for key in distinct] == list(range(len(distinct)))
    assert all(table.has(key, 0) for key in keys)


def test_check_values_tell_equal_keys_apart():
    table = Table(2)
    assert [table.node(99, check) for check in (0, 1, 2)] == [0, 1, 2]
    assert table.collisions == 0 + 1 + 2
    for i in range(20_000):  # through several growths
        table.node(1000 + i, 0)
    before = table.collisions
    assert sorted(table.node(99, check) for check in (0, 1, 2)) == [0, 1, 2]
    assert table.collisions > before
    assert not table.has(99, 3)


def test_statistics_survive_growth():
    table, model = Table(3), Model(3)
    for i in range(20_000):
        node = table.node(i, 0)
        visit_both(table, model, node, [i % 7, 7 + i % 5], i % 7, [i, 0.5, 1.0])
    for node in range(0, 20_000, 97):
        assert table.rows(node) == model.rows(node)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_memory_figure(seats):
    table = Table(seats)
    assert table.bytes == 2048 * SLOT_BYTES
    for i in range(5000):
        table.visit(table.node(i, 0), [1, 2, 3], 1, [0.0] * seats)
    assert (table.node_count, table.edge_count) == (5000, 15_000)
    slots = 2 * 8192  # twice the smallest power of two that holds the nodes
    edge = EDGE_BYTES + (seats + 1) * VALUE_BYTES
    assert table.bytes == 5000 * NODE_BYTES + 15_000 * edge + slots * SLOT_BYTES


def test_a_block_that_moves_leaves_its_old_place_unused():
    table = Table(2)
    node = table.node(1, 0)
    table.visit(node, [1, 2], 1, [0.0, 0.0])
    assert table.edge_count == 2
    table.visit(node, [1, 2, 3, 4], 1, [0.0, 0.0])
    assert table.edge_count == 2 + 4 + 2  # the new block has half as much again to grow
    table.visit(node, [5, 6], 5, [0.0, 0.0])
    assert table.edge_count == 8
    assert len(table.rows(node)) == 6


def test_wrong_use_is_refused():
    table = Table(2)
    node = table.node(1, 0)
    with pytest.raises(ValueError, match="no such node"):
        table.visit(node + 1, [1], 1, [0.0, 0.0])
    with pytest.raises(ValueError, match="no such node"):
        table.rows(node + 1)
    with pytest.raises(ValueError, match="too many actions"):
        table.visit(node, list(range(513)), 1, [0.0, 0.0])
    with pytest.raises(ValueError, match="value a seat"):
        table.visit(node, [1], 1, [0.0])

"""`Limit`: what bounds a search."""

import pytest

from ai.budget import Limit


@pytest.mark.parametrize("bounds", [
    {}, {"iterations": 0}, {"nodes": -1}, {"seconds": 0.0}, {"iterations": 5, "nodes": 0},
])  # fmt: skip
def test_a_limit_without_a_sound_bound_is_refused(bounds):
    with pytest.raises(ValueError, match="Limit"):
        Limit(**bounds)


@pytest.mark.parametrize(("bounds", "timed"), [
    ({"iterations": 1}, False), ({"nodes": 1}, False), ({"seconds": 0.001}, True),
    ({"iterations": 1, "seconds": 9}, True), ({"iterations": 1, "nodes": 9}, False),
])  # fmt: skip
def test_only_seconds_may_make_results_depend_on_the_clock(bounds, timed):
    assert Limit(**bounds).timed is timed


def test_limits_are_values():
    assert Limit(iterations=5) == Limit(iterations=5)
    assert len({Limit(iterations=5), Limit(iterations=5), Limit(nodes=5)}) == 2
    with pytest.raises(AttributeError):
        Limit(iterations=5).iterations = 6

from collections import Counter
from itertools import permutations

import pytest

from tournaments.schedule import block_seed, groupings, round_robin

SIZES = [(k, n) for k in range(2, 7) for n in range(2, 6)]


@pytest.mark.parametrize(("contestants", "seats"), SIZES)
def test_every_order_of_every_group_comes_once_a_block(contestants, seats):
    schedule = round_robin(contestants, seats)
    counts = Counter(schedule.seatings)
    expected = {
        order for group in groupings(contestants, seats) for order in permutations(group)
    }
    assert set(counts) == expected
    assert set(counts.values()) == {1}


@pytest.mark.parametrize(("contestants", "seats"), SIZES)
def test_each_contestant_sits_in_each_seat_equally_often(contestants, seats):
    schedule = round_robin(contestants, seats)
    sat = Counter((seat, who) for seating in schedule.seatings for seat, who in enumerate(seating))
    assert len(sat) == contestants * seats
    assert len(set(sat.values())) == 1


@pytest.mark.parametrize(("contestants", "seats"), SIZES)
def test_groups(contestants, seats):
    groups = list(groupings(contestants, seats))
    assert len(set(groups)) == len(groups)
    for group in groups:
        assert len(group) == seats
        assert len(set(group)) == min(contestants, seats)


def test_blocks_interleave_and_a_longer_tournament_begins_like_a_shorter_one():
    schedule = round_robin(3, 2)
    short, long = list(schedule.pairings(2)), list(schedule.pairings(5))
    assert long[: len(short)] == short
    assert [pairing.number for pairing in long] == list(range(30))
    assert [pairing.block for pairing in long] == sorted(pairing.block for pairing in long)
    for block in range(5):
        here = [pairing.seating for pairing in long if pairing.block == block]
        assert tuple(here) == schedule.seatings
    assert all(schedule.pairing(pairing.number) == pairing for pairing in long)


def test_seeds_differ_between_blocks_and_masters_and_fit_json():
    seeds = [block_seed(master, block) for master in range(20) for block in range(500)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**53 for seed in seeds)
    assert block_seed(7, 3) == block_seed(7, 3)


@pytest.mark.parametrize(("contestants", "seats"), [(1, 2), (0, 2), (2, 1), (2, 0)])
def test_too_few(contestants, seats):
    with pytest.raises(ValueError, match="two contestants"):
        round_robin(contestants, seats)

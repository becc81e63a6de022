from collections import Counter
from itertools import permutations

import pytest

from core.rng import seed_of
from tournaments import schedule as schedule_module
from tournaments.schedule import BadSchedule, block_seed, groupings, make_schedule, round_robin

SIZES = [(k, n) for k in range(2, 7) for n in range(2, 6)]


def in_seats(schedule):
    """Return how often each contestant sat in each seat."""
    return Counter((seat, who) for seating in schedule.seatings for seat, who in enumerate(seating))


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
    sat = in_seats(round_robin(contestants, seats))
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


def test_streams_differ_between_blocks_seats_and_components():
    keys = [
        (block_seed(7, block), component, seat)
        for block in range(50)
        for component in ("player", "chance", "redeal")
        for seat in range(5)
    ]
    assert len({seed_of(*key) for key in keys}) == len(keys)


@pytest.mark.parametrize(("contestants", "seats"), [(1, 2), (0, 2), (2, 1), (2, 0)])
def test_too_few(contestants, seats):
    with pytest.raises(ValueError, match="two contestants"):
        round_robin(contestants, seats)


@pytest.mark.parametrize("challengers", [1, 2])
@pytest.mark.parametrize(("field", "seats"), [(1, 2), (3, 2), (1, 4), (2, 4), (4, 3), (5, 5)])
def test_gauntlet(challengers, field, seats):
    schedule = make_schedule("gauntlet", challengers + field, seats, challengers=challengers)
    assert len(set(schedule.seatings)) == len(schedule.seatings)
    for seating in schedule.seatings:
        assert sum(who < challengers for who in seating) == 1
        assert len({who for who in seating if who >= challengers}) == min(field, seats - 1)
    sat = in_seats(schedule)
    for members in (range(challengers), range(challengers, challengers + field)):
        assert len({sat[seat, who] for seat in range(seats) for who in members}) == 1


def test_teams():
    assert make_schedule("team", 3, 2).seatings == ((0, 0), (1, 1), (2, 2))
    mixed = make_schedule("mixed", 2, 3)
    assert len(set(mixed.seatings)) == 8
    assert len(set(in_seats(mixed).values())) == 1


@pytest.mark.parametrize(
    ("format", "contestants", "seats", "challengers", "seatings"),
    [
        ("round-robin", 6, 5, 1, 6),
        ("round-robin", 6, 5, 1, 30),
        ("round-robin", 5, 3, 1, 20),
        ("round-robin", 3, 4, 1, 12),
        ("round-robin", 9, 5, 1, 36),
        ("mixed", 4, 4, 1, 16),
        ("gauntlet", 6, 3, 1, 15),
        ("gauntlet", 6, 4, 2, 32),
    ],
)
def test_a_balanced_part(format, contestants, seats, challengers, seatings):
    schedule = make_schedule(format, contestants, seats, challengers=challengers, seatings=seatings)
    whole = make_schedule(format, contestants, seats, challengers=challengers)
    assert len(schedule.seatings) == len(set(schedule.seatings)) == seatings < len(whole.seatings)
    assert set(schedule.seatings) <= set(whole.seatings)
    sat = in_seats(schedule)
    first = challengers if format == "gauntlet" else 0
    for members in (range(first), range(first, contestants)):
        assert len({sat[seat, who] for seat in range(seats) for who in members}) <= 1
    assert schedule == make_schedule(format, contestants, seats, challengers=challengers,
                                     seatings=seatings)  # fmt: skip


def test_a_balanced_part_spreads_who_meets_whom():
    schedule = make_schedule("round-robin", 7, 3, seatings=21)
    met = Counter(
        (a, b) for seating in schedule.seatings for a in seating for b in seating if a < b
    )
    # 21 games of 3 pairs over 21 pairs: three times each.
    assert len(met) == 21
    assert max(met.values()) - min(met.values()) <= 1


def test_all_seatings_are_a_balanced_part_too():
    whole = make_schedule("round-robin", 4, 3)
    part = make_schedule("round-robin", 4, 3, seatings=24)
    assert sorted(whole.seatings) == sorted(part.seatings)


@pytest.mark.parametrize(
    ("args", "more", "said"),
    [
        (("swiss", 3, 2), {}, "no format 'swiss'; formats: round-robin, gauntlet, team, mixed"),
        (("gauntlet", 3, 2), {"challengers": 3}, "1 to 2 are possible"),
        (("round-robin", 5, 3), {"seatings": 7}, "near it: 5 or 10"),
        (("round-robin", 5, 3), {"seatings": 4}, "near it: 5$"),
        (("round-robin", 5, 3), {"seatings": 1000}, "near it: 60$"),
        (("round-robin", 12, 5), {"challengers": 1}, "choose a balanced part of them"),
    ],
)
def test_schedules_that_cannot_be(args, more, said, monkeypatch):
    monkeypatch.setattr(schedule_module, "MOST", 10_000)
    with pytest.raises(BadSchedule, match=said):
        make_schedule(*args, **more)

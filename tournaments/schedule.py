"""Who plays whom next: seatings in seed blocks. Knows neither players, games nor results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, islice, permutations, product

from core.errors import HeorotError
from core.rng import seed_of

Seating = tuple[int, ...]  # the contestant in each seat, both numbered from 0

FORMATS = ("round-robin", "gauntlet", "team", "mixed")
MOST = 100_000  # seatings a block
CHOICE = 500  # circles among which balanced ones are chosen

SEED_BITS = 53  # so that every reader of JSON keeps a seed exactly


class BadSchedule(HeorotError, ValueError):
    """A schedule that cannot be; the message says what could."""


def block_seed(master: int, block: int) -> int:
    """Return the seed of all games of a block.

    It depends on nothing else, so it does not matter which worker plays a game or when. The streams
    of a game are hashes of it with the component, such as "player" or "chance", and its seat.

    Examples
    --------
    >>> block_seed(7, 0) != block_seed(7, 1)
    True
    """
    seed: int = seed_of(master, "block", block) % 2**SEED_BITS
    return seed


@dataclass(frozen=True)
class Pairing:
    """One game to play.

    Attributes
    ----------
    number : int
        Its place in the schedule, from 0.
    block : int
        Its seed block, from 0.
    seating : tuple of int
        The contestant in each seat.
    """

    number: int
    block: int
    seating: Seating


@dataclass(frozen=True)
class Schedule:
    """The seatings of one seed block, played again in every block with other seeds.

    All of a block's seatings share their luck, so a block as a whole is fair to everyone, and
    blocks are independent of each other: they are the unit of all statistics. Games are numbered
    block by block, so a longer tournament begins with the games of a shorter one.

    Attributes
    ----------
    format : str
        Its name, one of FORMATS.
    contestants, seats : int
        How many there are.
    seatings : tuple of tuple of int
        One a game of a block.
    """

    format: str
    contestants: int
    seats: int
    seatings: tuple[Seating, ...]

    def pairing(self, number: int) -> Pairing:
        """Return the game with this number."""
        block, index = divmod(number, len(self.seatings))
        return Pairing(number, block, self.seatings[index])

    def games(self, blocks: int) -> range:
        """Return the numbers of the games of the first `blocks` blocks, in order."""
        return range(blocks * len(self.seatings))

    def pairings(self, blocks: int) -> Iterator[Pairing]:
        """Yield the games of the first `blocks` blocks, in order."""
        return map(self.pairing, self.games(blocks))


def groupings(contestants: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Yield who sits down together.

    With as many contestants as seats or more: every set of `seats` different contestants. With
    fewer: every way to fill the seats in which each contestant has one seat or more.

    Examples
    --------
    >>> list(groupings(3, 2))
    [(0, 1), (0, 2), (1, 2)]
    >>> list(groupings(2, 3))
    [(0, 0, 1), (0, 1, 1)]
    """
    if contestants >= seats:
        yield from combinations(range(contestants), seats)
        return
    for group in combinations_with_replacement(range(contestants), seats):
        if len(set(group)) == contestants:
            yield group


def seatings_of(format: str, contestants: int, seats: int, challengers: int = 1
                ) -> Iterator[Seating]:  # fmt: skip
    """Yield all seatings of a block, see `make_schedule`."""
    if format == "team":
        yield from ((team,) * seats for team in range(contestants))
    elif format == "mixed":
        yield from product(range(contestants), repeat=seats)
    elif format == "round-robin":
        for group in groupings(contestants, seats):
            yield from sorted(set(permutations(group)))
    else:
        field = range(challengers, contestants)
        for challenger in range(challengers):
            for group in _companies(field, seats - 1):
                yield from sorted(set(permutations((challenger, *group))))


def _companies(field: range, count: int) -> Iterator[tuple[int, ...]]:
    """Yield who of the field sits down with a challenger."""
    if len(field) >= count:
        yield from combinations(field, count)
        return
    for group in combinations_with_replacement(field, count):
        if set(group) == set(field):
            yield group


@lru_cache(maxsize=16)
def make_schedule(
    format: str, contestants: int, seats: int, *, challengers: int = 1, seatings: int | None = None
) -> Schedule:
    """Return a schedule.

    Parameters
    ----------
    format : str
        "round-robin": every grouping sits down in every different order. "gauntlet": each of the
        first players, the challengers, sits down with all groups of the others, the field.
        "team": all seats are one player's, each in turn. "mixed": every way to fill the seats.
    contestants, seats : int
        How many there are, two or more of both.
    challengers : int
        How many of the first players are challengers in a gauntlet.
    seatings : int, optional
        How many seatings a block has; all by default. Fewer are chosen so that every player sits in
        every seat equally often and meets the others as evenly as can be.

    Raises
    ------
    BadSchedule
        If there is no such schedule; says what is possible.

    Examples
    --------
    >>> make_schedule("round-robin", 2, 3).seatings
    ((0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))
    >>> make_schedule("gauntlet", 3, 2).seatings
    ((0, 1), (1, 0), (0, 2), (2, 0))
    >>> make_schedule("round-robin", 4, 3, seatings=4).seatings
    ((0, 2, 1), (1, 3, 2), (2, 0, 3), (3, 1, 0))
    """
    if format not in FORMATS:
        raise BadSchedule(f"there is no format {format!r}; formats: {', '.join(FORMATS)}")
    if contestants < 2 or seats < (1 if format == "team" else 2):
        raise BadSchedule("a tournament needs two contestants and two seats or more")
    if format == "gauntlet" and not 1 <= challengers < contestants:
        raise BadSchedule(f"{challengers} challengers of {contestants} players: 1 to "
                          f"{contestants - 1} are possible, so that a field is left")
    every = seatings_of(format, contestants, seats, challengers)
    if seatings is None:
        chosen = tuple(islice(every, MOST + 1))
        if len(chosen) > MOST:
            raise BadSchedule(f"more than {MOST:,} seatings a block; choose a balanced part of "
                              f"them with --seatings, such as {contestants * seats}")
        return Schedule(format, contestants, seats, chosen)
    circles = _Circles(format, contestants, seats, challengers)
    return Schedule(format, contestants, seats, _balanced(circles, every, seatings))


class _Circles:
    """Groups of seatings, each of which has every player in every seat equally often.

    Each is made of one seating by renaming all players in a circle; in a gauntlet challengers and
    field have a circle each, and the seats turn as well.
    """

    def __init__(self, format: str, contestants: int, seats: int, challengers: int) -> None:
        first = challengers if format == "gauntlet" else 0
        self.contestants = contestants
        self.renamings = [
            tuple((who + a) % first if who < first else first + (who - first + b) % size
                  for who in range(contestants))
            for size in (contestants - first,)
            for a in range(first or 1)
            for b in range(size)
        ]  # fmt: skip
        self.turns = range(seats) if first else range(1)

    def of(self, seating: Seating) -> tuple[Seating, ...]:
        """Return the circle of a seating."""
        found = dict.fromkeys(
            tuple(names[who] for who in (*seating[turn:], *seating[:turn]))
            for turn in self.turns
            for names in self.renamings
        )
        return tuple(found)


def _balanced(circles: _Circles, every: Iterator[Seating], wanted: int) -> tuple[Seating, ...]:
    """Return circles of `wanted` seatings in all, in which players meet as evenly as can be."""
    seen: set[Seating] = set()
    open_: list[tuple[Seating, ...]] = []
    for seating in islice(every, MOST):
        if seating not in seen:
            circle = circles.of(seating)
            seen.update(circle)
            open_.append(circle)
    step = max(1, len(open_) // CHOICE)
    open_ = open_[::step]
    met: Counter[tuple[int, int, int]] = Counter()
    chosen: list[Seating] = []
    while len(chosen) < wanted and open_:
        best = min(open_, key=lambda circle: (_uneven(met, circle), circle))
        open_.remove(best)
        met.update(_meetings(best))
        chosen.extend(best)
    if len(chosen) != wanted:
        sizes = len(chosen) - len(best) if len(chosen) > wanted else 0
        near = [str(count) for count in (sizes, len(chosen)) if count]
        raise BadSchedule(f"--seatings {wanted}: no balanced block has so many seatings; near it: "
                          f"{' or '.join(near)}")
    return tuple(chosen)


def _meetings(circle: Iterable[Seating]) -> Iterator[tuple[int, int, int]]:
    """Yield who meets whom and how many seats further on."""
    for seating in circle:
        for a, b in combinations(range(len(seating)), 2):
            yield seating[a], seating[b], b - a
            yield seating[b], seating[a], a - b


def _uneven(met: Counter[tuple[int, int, int]], circle: Iterable[Seating]) -> tuple[int, int]:
    """Return how unevenly pairs would have met with a circle more: at all, then by distance."""
    after = met.copy()
    after.update(_meetings(circle))
    pairs: Counter[tuple[int, int]] = Counter()
    for (one, other, _), count in after.items():
        pairs[one, other] += count
    return sum(n * n for n in pairs.values()), sum(n * n for n in after.values())


def round_robin(contestants: int, seats: int) -> Schedule:
    """Return the schedule in which every grouping sits down in every different order."""
    return make_schedule("round-robin", contestants, seats)

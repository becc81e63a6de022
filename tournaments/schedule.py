"""Who plays whom next: seatings in seed blocks. Knows neither players, games nor results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations

from core.rng import seed_of

Seating = tuple[int, ...]  # the contestant in each seat, both numbered from 0

SEED_BITS = 53  # so that every reader of JSON keeps a seed exactly


def block_seed(master: int, block: int) -> int:
    """Return the seed of all games of a block.

    It depends on nothing else, so it does not matter which worker plays a game or when.

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
        Its name, such as "round robin".
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


def round_robin(contestants: int, seats: int) -> Schedule:
    """Return the schedule in which every grouping sits down in every different order.

    Parameters
    ----------
    contestants : int
        How many take part, two or more.
    seats : int
        Number of seats of the game, two or more.

    Raises
    ------
    ValueError
        If either number is below two.

    Examples
    --------
    >>> round_robin(2, 2).seatings
    ((0, 1), (1, 0))
    >>> round_robin(2, 3).seatings
    ((0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))
    """
    if contestants < 2 or seats < 2:
        raise ValueError("a round robin needs two contestants and two seats or more")
    seatings = tuple(
        seating
        for group in groupings(contestants, seats)
        for seating in sorted(set(permutations(group)))
    )
    return Schedule("round robin", contestants, seats, seatings)

"""Random bits from numpy's bit generators, for code without the GIL.

Every search, seat and component owns a stream. Its seed is a hash of names and numbers, so streams
never depend on the order in which games finish, and one seat's draws never shift another's.
"""

from cpython.pycapsule cimport PyCapsule_GetPointer

import hashlib

from numpy.random import SFC64, SeedSequence


def seed_of(*parts):
    """Return a 128-bit seed: a hash of the parts.

    Parameters
    ----------
    *parts : int or str
        For example ``master seed, block, seat, "dice"``; their types and order matter.

    Examples
    --------
    >>> seed_of(7, "block", 0) == seed_of(7, "block", 0)
    True
    >>> seed_of(7, 1) == seed_of(71)
    False
    """
    text = "\x1f".join(f"{type(part).__name__}:{part}" for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest(), "little")


cdef class Stream:
    """One stream of random bits (numpy's SFC64), seeded by a hash of `parts`.

    Not thread-safe: give every thread its own.

    Parameters
    ----------
    *parts : int or str
        What the stream belongs to; see `seed_of`.
    """

    def __init__(self, *parts):
        self.generator = SFC64(SeedSequence(seed_of(*parts)))
        self.bits = <bitgen_t*>PyCapsule_GetPointer(self.generator.capsule, "BitGenerator")

    def below(self, uint32_t n):
        """Return a uniform integer in [0, n). Raises ValueError if n is 0."""
        if n == 0:
            raise ValueError("below(0): there is no integer in [0, 0)")
        return below(self.bits, n)

    def uniform(self):
        """Return a uniform float in [0, 1)."""
        return uniform(self.bits)

"""The transposition table of a depth-limited search: a fixed number of entries, allocated once.

An entry lies in the cluster of its key. A full cluster gives up its shallowest entry.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memset
from core.rng cimport mix


cdef class Transpositions:
    """A table for one search after the other.

    Parameters
    ----------
    entries : int
        How many it holds, rounded up to a power of two.
    """

    def __cinit__(self, long long entries):
        if entries < 1:
            raise ValueError(f"a table of {entries} entries: at least 1 expected")
        self.mask = CLUSTER - 1
        while self.mask + 1 < <uint64_t>entries:
            self.mask = 2 * self.mask + 1
        self.entries = <Entry*>calloc(self.mask + 1, sizeof(Entry))
        if self.entries == NULL:
            raise MemoryError(f"no memory for a table of {entries} entries")

    def __dealloc__(self):
        free(self.entries)

    @property
    def room(self):
        """Entries that fit."""
        return self.mask + 1

    @property
    def bytes(self):
        """Bytes of memory of the whole table."""
        return self.room * sizeof(Entry)

    cdef void begin(self) noexcept nogil:
        """Forget everything, without touching the memory."""
        self.generation += 1
        if self.generation == 0:  # the number has wrapped: old entries would come back
            memset(self.entries, 0, (self.mask + 1) * sizeof(Entry))
            self.generation = 1

    cdef Entry* find(self, uint64_t key) noexcept nogil:
        """Return the entry of a position, or NULL."""
        cdef Entry* first = &self.entries[mix(key) & self.mask & ~<uint64_t>(CLUSTER - 1)]
        cdef int i
        for i in range(CLUSTER):
            if first[i].key == key and first[i].generation == self.generation:
                return &first[i]
        return NULL

    cdef Entry* place(self, uint64_t key) noexcept nogil:
        """Return the entry to write a position into, its key and generation set."""
        cdef Entry* first = &self.entries[mix(key) & self.mask & ~<uint64_t>(CLUSTER - 1)]
        cdef Entry* found = first
        cdef int i
        for i in range(CLUSTER):
            if first[i].generation != self.generation or first[i].key == key:
                found = &first[i]
                break
            if first[i].depth < found.depth:
                found = &first[i]
        if found.key != key or found.generation != self.generation:
            found.key = key
            found.generation = self.generation
            found.depth = -1
            found.complete = 0
            found.action = 0
        return found

    # ------------------------------------------------------------------ the Python face, for tests

    def forget(self):
        """Forget everything, as a new search does."""
        self.begin()

    def store(self, uint64_t key, int depth, double value):
        """Write a value under `key`."""
        cdef Entry* entry
        if self.generation == 0:
            self.begin()
        entry = self.place(key)
        entry.depth = <int16_t>depth
        entry.values[0] = value

    def get(self, uint64_t key):
        """Return ``(depth, value)`` under `key`, or None."""
        cdef Entry* entry = self.find(key) if self.generation else NULL
        return None if entry == NULL else (entry.depth, entry.values[0])

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t
from core.state cimport MAX_SEATS, Action

cdef enum:
    CLUSTER = 4             # entries among which a position may lie

cdef struct Entry:
    uint64_t key
    Action action           # the best decision found; 0 at a chance node
    uint16_t generation     # of the search that wrote it; others' entries count as empty
    int16_t depth           # decisions looked ahead
    uint8_t complete        # 1 if no horizon was met: true at any greater depth too
    double[MAX_SEATS] values    # of each seat, or two bounds: lower, upper


cdef class Transpositions:
    cdef Entry* entries
    cdef uint64_t mask          # number of entries - 1, a power of two - 1
    cdef uint16_t generation

    cdef void begin(self) noexcept nogil
    cdef Entry* find(self, uint64_t key) noexcept nogil
    cdef Entry* place(self, uint64_t key) noexcept nogil

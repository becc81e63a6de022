from ai.policy cimport Evaluator
from core.rng cimport Stream
from core.state cimport State

cdef enum:
    MAX_DEPTH = 128     # positions kept on the way down


cdef class Expectimax:
    cdef State work             # the position in hand
    cdef Evaluator evaluator
    cdef char* saved            # MAX_DEPTH positions, to come back to
    cdef readonly long long nodes
    cdef long long max_nodes
    cdef double deadline        # seconds of the monotonic clock; 0 for none
    cdef bint stopped

    cdef void value(self, int depth, int level, double* out) noexcept nogil
    cdef void unbounded(self) noexcept
    cdef bint out_of_budget(self) noexcept nogil

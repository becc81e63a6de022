from libc.stdint cimport uint64_t
from ai.policy cimport Evaluator, Policy
from ai.transpositions cimport Entry, Transpositions
from core.rng cimport Stream
from core.state cimport Action, State

cdef enum:
    MAX_DEPTH = 128     # positions kept on the way down
    LONGEST_VARIATION = 12

cdef enum:              # prune
    NO_PRUNING
    STAR1
    STAR2


cdef class Expectimax:
    cdef State work             # the position in hand
    cdef Evaluator evaluator
    cdef Policy policy          # orders decisions; None for canonical order
    cdef Transpositions table   # None for none
    cdef char* saved            # MAX_DEPTH positions, to come back to
    cdef readonly long long nodes
    cdef long long max_nodes
    cdef double deadline        # seconds of the monotonic clock; 0 for none
    cdef bint stopped
    cdef bint scalar            # one value instead of one a seat
    cdef bint team              # every decision maximises it
    cdef bint paranoid
    cdef bint tabled
    cdef bint ordered
    cdef bint horizon           # whether the subtree in hand met the horizon
    cdef double shaky           # by how much the value found last depends on the room left below
    cdef int prune
    cdef int max_outcomes       # of a chance node that is not sampled
    cdef int seat               # whose value is meant where there is one
    cdef uint64_t seed          # of sampled chance nodes
    cdef Action best            # of the decision searched last

    cdef void value(self, int depth, int level, double* out) noexcept nogil
    cdef double bounded(self, int depth, int level, double alpha, double beta) noexcept nogil
    cdef double decide(self, int mover, int depth, int level, double alpha, double beta,
                       Action first) noexcept nogil
    cdef double expect(self, int depth, int level, double alpha, double beta) noexcept nogil
    cdef void probe(self, int depth, int level, double alpha, double beta, bint lower, bint upper,
                    double* low, double* high) noexcept nogil
    cdef bint at_horizon(self, int depth, int level) noexcept nogil
    cdef bint maximises(self, int mover) noexcept nogil
    cdef int outcomes(self, int level, Action* actions, double* probability) noexcept nogil
    cdef void order(self, const Action* actions, int n, Action first, double* rank) noexcept nogil
    cdef uint64_t key(self, int level) noexcept nogil
    cdef Entry* known(self, uint64_t key, int depth) noexcept nogil
    cdef Entry* note(self, uint64_t key, int depth) noexcept nogil
    cdef list judged(self, int depth, double alpha)
    cdef list after(self, State deal, Action action, int depth, double alpha)
    cdef object row(self, State state, action, list deals, int depth, double best)
    cdef tuple variation(self, State deal, action, int depth)
    cdef void begin(self, int seat, uint64_t seed) noexcept
    cdef void unbounded(self) noexcept
    cdef bint out_of_budget(self) noexcept nogil

from libc.stddef cimport size_t
from libc.stdint cimport uint64_t
from core.quacks.position cimport Position
from core.quacks.state cimport Quacks
from core.quacks.tables cimport SEATS, SPACES, Tables
from core.state cimport Action
from ai.knowledge.quacks cimport Appraisal

cdef enum:
    MAX_LEVEL = 1024    # positions kept on the way down
    ANSWERS = 64        # bound on the answers to a question of brewing

cdef struct Entry:
    uint64_t key        # 0: free
    double value


cdef class OutcomeWorth:
    cdef readonly bint order    # True if it reads where in the pot a chip lies
    cdef double c_worth(self, const Position* p, const Tables* t, int seat) noexcept nogil


cdef class SpaceWorth(OutcomeWorth):
    cdef double[SPACES] safe
    cdef double[SPACES] burst
    cdef double[SPACES] shielded
    cdef double ruby
    cdef double point
    cdef double flask
    cdef double step


cdef class WinWorth(OutcomeWorth):
    cdef int players
    cdef Appraisal appraisal
    cdef double die             # what the bonus die is worth to the one who rolls it
    cdef double[SEATS] points   # of the others
    cdef int[SEATS] lead        # of the others; -1: exploded
    cdef bint[SEATS] active     # the others that still brew


cdef class Brewing(Quacks):
    cdef readonly int seat
    cdef readonly OutcomeWorth worth
    cdef uint64_t tail(self) noexcept nogil


cdef class Solver:
    cdef Brewing work           # the position in hand
    cdef Position* saved        # MAX_LEVEL positions, to come back to
    cdef Entry* entries
    cdef size_t mask            # slots - 1, a power of two less one
    cdef uint64_t base          # what is the same in all positions of the table
    cdef int draws              # looked ahead, or ENDLESS
    cdef int left               # draws that are left of them
    cdef bint failed            # no memory, or too deep
    cdef readonly size_t states  # in the table
    cdef readonly long long played  # actions played by the last call

    cdef void begin(self, Brewing state)
    cdef double expect(self, int level) noexcept nogil
    cdef void save(self, Position* here) noexcept nogil
    cdef double after(self, const Position* here, int level, Action action) noexcept nogil
    cdef double best(self, int level) noexcept nogil
    cdef double mean(self, int level) noexcept nogil
    cdef double shown(self, int level) noexcept nogil
    cdef bint untouched(self) noexcept nogil
    cdef bint find(self, uint64_t key, double* value) noexcept nogil
    cdef void store(self, uint64_t key, double value) noexcept nogil
    cdef void put(self, uint64_t key, double value) noexcept nogil

from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t
from numpy.random cimport bitgen_t

ctypedef uint32_t Action  # a decision or a chance outcome; a game packs verb and argument into it

cdef extern from *:
    """
    #ifndef HEOROT_DEBUG
    #define HEOROT_DEBUG 0
    #endif
    """
    const bint DEBUG "HEOROT_DEBUG"  # compile-time constant: 1 in the debug build

cdef enum:
    MAX_SEATS = 5
    MAX_ACTIONS = 512   # bound on the length of what c_legal and c_outcomes write
    CHANCE = -1         # mover: nobody decides, a chance outcome comes next
    TERMINAL = -2       # mover: the game has ended
    HIDDEN = 0          # no action has this code: "something the seat did not see"


cdef class State:
    cdef readonly object setup  # core.game.Setup: game, players, options
    cdef readonly int players   # number of seats, 1..MAX_SEATS
    cdef void* data             # the position: one plain C struct inside the subclass
    cdef size_t size            # its size in bytes

    # The contract. Every game overrides all of these (but the last two).
    cdef int c_mover(self) noexcept nogil
    cdef int c_turn(self) noexcept nogil
    cdef int c_legal(self, Action* out) noexcept nogil
    cdef void c_play(self, Action action) noexcept nogil
    cdef int c_outcomes(self, Action* out, double* probability) noexcept nogil
    cdef int c_source(self) noexcept nogil
    cdef Action c_sample(self, bitgen_t* rng) noexcept nogil
    cdef Action c_seen(self, Action action, int seat) noexcept nogil
    cdef uint64_t c_info_key(self, int seat) noexcept nogil
    cdef uint64_t c_key(self) noexcept nogil
    cdef void c_redeal(self, int observer, bitgen_t* rng) noexcept nogil
    cdef void c_utilities(self, double* out) noexcept nogil
    cdef const char* c_broken(self) noexcept nogil

    cdef Action c_random(self, bitgen_t* rng) noexcept nogil
    cdef void c_copy_from(self, State other) noexcept nogil


cdef void require_open(State state, Action action) noexcept nogil
cdef void require_sound(State state) noexcept nogil

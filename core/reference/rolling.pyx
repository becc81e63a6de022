"""Pig: every turn begins with a roll; then roll on or hold, until a 1 or a hold ends it.

A turn that reaches the target is banked at once and wins: to roll on would gain nothing.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from core.rng cimport below, mix
from core.state cimport CHANCE, DEBUG, TERMINAL, Action, State, require_open, require_sound
from numpy.random cimport bitgen_t

from core.reference import view

cdef enum:          # actions; a face of the die is DIE + face
    ROLL = 1
    HOLD = 2
    DIE = 2

cdef enum:          # phase
    THROW           # chance: the die
    CHOOSE          # roll on or hold
    OVER

PHASE_NAMES = ("throw", "choose", "end")
MAX_TARGET = 10_000

cdef struct Position:
    uint32_t turn           # turns begun
    uint16_t score[2]
    uint16_t total          # points of this turn
    uint8_t active
    uint8_t phase


cdef class Pig(State):
    cdef Position p
    cdef int target

    def __cinit__(self, setup):
        self.setup = setup
        self.players = setup.players
        self.data = &self.p
        self.size = sizeof(Position)
        self.target = setup["target"]
        memset(&self.p, 0, sizeof(Position))
        self.p.turn = 1

    cdef int c_mover(self) noexcept nogil:
        if self.p.phase == THROW:
            return CHANCE
        if self.p.phase == CHOOSE:
            return self.p.active
        return TERMINAL

    cdef int c_turn(self) noexcept nogil:
        return <int>self.p.turn

    cdef int c_legal(self, Action* out) noexcept nogil:
        out[0] = ROLL
        out[1] = HOLD
        return 2

    cdef Action c_random(self, bitgen_t* rng) noexcept nogil:
        return ROLL + (rng.next_uint32(rng.state) >> 31)

    cdef void c_play(self, Action action) noexcept nogil:
        cdef Position* p = &self.p
        if DEBUG:
            require_open(self, action)
        if p.phase == THROW:
            if action == DIE + 1:
                self.pass_on()
            else:
                p.total += <uint16_t>(action - DIE)
                p.phase = CHOOSE
                if p.score[p.active] + p.total >= self.target:
                    p.score[p.active] += p.total
                    p.total = 0
                    p.phase = OVER
        elif action == ROLL:
            p.phase = THROW
        else:
            p.score[p.active] += p.total
            self.pass_on()
        if DEBUG:
            require_sound(self)

    cdef void pass_on(self) noexcept nogil:
        self.p.total = 0
        self.p.active = 1 - self.p.active
        self.p.turn += 1
        self.p.phase = THROW

    cdef int c_outcomes(self, Action* out, double* probability) noexcept nogil:
        cdef int face
        for face in range(1, 7):
            out[face - 1] = DIE + face
            probability[face - 1] = 1.0 / 6.0
        return 6

    cdef int c_source(self) noexcept nogil:
        """Each seat's throws are a source of their own."""
        return self.p.active

    cdef Action c_sample(self, bitgen_t* rng) noexcept nogil:
        return DIE + 1 + below(rng, 6)

    cdef Action c_seen(self, Action action, int seat) noexcept nogil:
        return action

    cdef uint64_t c_info_key(self, int seat) noexcept nogil:
        return self.c_key()

    cdef uint64_t c_key(self) noexcept nogil:
        return mix((<uint64_t>self.p.score[0] | <uint64_t>self.p.score[1] << 16
                    | <uint64_t>self.p.total << 32 | <uint64_t>self.p.active << 48
                    | <uint64_t>self.p.phase << 56) + 1)

    cdef void c_redeal(self, int observer, bitgen_t* rng) noexcept nogil:
        pass  # nothing is hidden

    cdef void c_utilities(self, double* out) noexcept nogil:
        out[self.p.active] = 1.0
        out[1 - self.p.active] = 0.0

    cdef const char* c_broken(self) noexcept nogil:
        cdef const Position* p = &self.p
        if (p.phase == OVER) != (p.score[p.active] >= self.target):
            return "the game goes on beyond the target, or ended before it"
        if p.score[1 - p.active] >= self.target:
            return "the game went on beyond the target"
        if p.phase == CHOOSE and (
                p.total < 2 or p.score[p.active] + p.total >= self.target):
            return "there is nothing to choose"
        return NULL

    # ------------------------------------------------------------------ the Python face

    @property
    def phase(self):
        """Where the game stands: "throw", "choose" or "end"."""
        return PHASE_NAMES[self.p.phase]

    @property
    def total(self):
        """Points that this turn has collected."""
        return self.p.total

    def scores(self):
        """Return each seat's points in the bank."""
        return [self.p.score[0], self.p.score[1]]

    def observation(self, int seat):
        """Return the `core.reference.view.PigView` of a seat. Raises WrongSeat."""
        self.checked(seat)
        return view.PigView(
            setup=self.setup,
            seat=seat,
            phase=self.phase,
            active=self.p.active,
            scores=(self.p.score[0], self.p.score[1]),
            total=self.p.total,
        )

"""Tic-tac-toe and Phantom(4,4,4): as many marks in a row as the board has rows win.

In Phantom a seat sees the other's marks only where it tried to set one of its own: it learns that
the square is taken, the other learns nothing, and it chooses again. The turn goes on until a mark
is set.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from core.rng cimport below, mix
from core.state cimport (
    DEBUG, HIDDEN, TERMINAL, Action, State, require_open, require_sound,
)
from numpy.random cimport bitgen_t

from core.reference import view

cdef extern from *:
    int low_bit "__builtin_ctz"(unsigned int) noexcept nogil
    int bit_count "__builtin_popcount"(unsigned int) noexcept nogil

cdef enum:
    SIZE = 4            # bound on rows
    DRAWN = 2           # winner: nobody
    NOBODY = 3          # winner: not yet

cdef struct Position:
    uint16_t marks[2]   # a bit a square, row by row
    uint16_t known[2]   # squares on which the seat has met the other's marks
    uint8_t seat
    uint8_t winner


cdef class Marks(State):
    cdef Position p
    cdef int rows
    cdef uint16_t board     # all squares
    cdef bint hidden
    cdef int lines
    cdef uint16_t[2 * SIZE + 2] line

    def __cinit__(self, setup):
        cdef int i, k, rows = setup.components.size
        self.setup = setup
        self.players = setup.players
        self.data = &self.p
        self.size = sizeof(Position)
        self.rows = rows
        self.board = <uint16_t>((1 << rows * rows) - 1)
        self.hidden = setup.game.traits.hidden and setup["marks"] == "hidden"
        self.lines = 2 * rows + 2
        memset(self.line, 0, sizeof(self.line))
        for i in range(rows):
            for k in range(rows):
                self.line[i] |= <uint16_t>(1 << i * rows + k)
                self.line[rows + i] |= <uint16_t>(1 << k * rows + i)
            self.line[2 * rows] |= <uint16_t>(1 << i * (rows + 1))
            self.line[2 * rows + 1] |= <uint16_t>(1 << (i + 1) * (rows - 1))
        memset(&self.p, 0, sizeof(Position))
        self.p.winner = NOBODY

    cdef int c_mover(self) noexcept nogil:
        if self.p.winner == NOBODY:
            return self.p.seat
        return TERMINAL

    cdef int c_turn(self) noexcept nogil:
        """One more than there are marks, for an attempt in vain is none of the other's business."""
        return 1 + bit_count(self.p.marks[0] | self.p.marks[1])

    cdef unsigned int choices(self) noexcept nogil:
        """Return the squares that are empty as far as the mover knows."""
        cdef int seat = self.p.seat
        return self.board & ~(self.p.marks[seat] | (
            self.p.known[seat] if self.hidden else self.p.marks[1 - seat]))

    cdef int c_legal(self, Action* out) noexcept nogil:
        cdef unsigned int squares = self.choices()
        cdef int n = 0
        while squares:
            out[n] = 1 + low_bit(squares)
            n += 1
            squares &= squares - 1
        return n

    cdef Action c_random(self, bitgen_t* rng) noexcept nogil:
        cdef unsigned int squares = self.choices()
        cdef unsigned int skip = below(rng, bit_count(squares))
        while skip:
            squares &= squares - 1
            skip -= 1
        return 1 + low_bit(squares)

    cdef bint has_line(self, unsigned int marks) noexcept nogil:
        cdef int i
        for i in range(self.lines):
            if marks & self.line[i] == self.line[i]:
                return True
        return False

    cdef void c_play(self, Action action) noexcept nogil:
        cdef Position* p = &self.p
        cdef int seat = p.seat
        cdef uint16_t square = <uint16_t>(1 << (action - 1))
        if DEBUG:
            require_open(self, action)
        if p.marks[1 - seat] & square:
            p.known[seat] |= square
        else:
            p.marks[seat] |= square
            p.seat = <uint8_t>(1 - seat)
            if self.has_line(p.marks[seat]):
                p.winner = <uint8_t>seat
            elif p.marks[0] | p.marks[1] == self.board:
                p.winner = DRAWN
        if DEBUG:
            require_sound(self)

    # No chance: these three are never asked.

    cdef int c_outcomes(self, Action* out, double* probability) noexcept nogil:
        return 0

    cdef int c_source(self) noexcept nogil:
        return 0

    cdef Action c_sample(self, bitgen_t* rng) noexcept nogil:
        return 0

    cdef Action c_seen(self, Action action, int seat) noexcept nogil:
        """The other does not even see that an attempt was made in vain."""
        return HIDDEN if self.hidden and seat != self.p.seat else action

    cdef bint veiled(self) noexcept nogil:
        """Return whether there is anything that a seat may not see; at the end all is shown."""
        return self.hidden and self.p.winner == NOBODY

    cdef uint64_t c_info_key(self, int seat) noexcept nogil:
        """Hash of the marks that a seat knows of, and of how many the other has set."""
        if not self.veiled():
            return self.c_key()
        return mix(<uint64_t>self.p.marks[seat] | <uint64_t>self.p.known[seat] << 16
                   | <uint64_t>bit_count(self.p.marks[1 - seat]) << 32
                   | <uint64_t>self.p.seat << 40 | <uint64_t>(seat + 1) << 48)

    cdef uint64_t c_key(self) noexcept nogil:
        cdef uint64_t h = mix((<uint64_t>self.p.marks[0] | <uint64_t>self.p.marks[1] << 16
                               | <uint64_t>self.p.seat << 32 | <uint64_t>self.p.winner << 40) + 1)
        if self.hidden:
            h = mix(h ^ (<uint64_t>self.p.known[0] | <uint64_t>self.p.known[1] << 16))
        return h

    cdef void c_redeal(self, int observer, bitgen_t* rng) noexcept nogil:
        """Lay the other's unseen marks on any squares that make no line, and let it know anything.

        Which of the observer's marks the other has met, the observer cannot tell: it had a turn
        after each of them in which to try any number of squares.
        """
        cdef Position* p = &self.p
        cdef int other = 1 - observer, unseen
        cdef unsigned int open_squares, left, found, square
        if not self.veiled():
            return
        open_squares = self.board & ~(p.marks[observer] | p.known[observer])
        unseen = bit_count(p.marks[other] & ~p.known[observer])
        while True:
            # Of the squares that are left, take each with the chance that keeps all sets alike.
            found = p.known[observer]
            left = open_squares
            while left:
                square = left & (0 - left)
                if below(rng, bit_count(left)) < <unsigned int>(
                        unseen - bit_count(found & open_squares)):
                    found |= square
                left ^= square
            if not self.has_line(found):
                break
        p.marks[other] = <uint16_t>found
        p.known[other] = <uint16_t>(p.marks[observer] & rng.next_uint32(rng.state))

    cdef void c_utilities(self, double* out) noexcept nogil:
        """A win is 1, a draw half."""
        out[0] = 0.5 if self.p.winner == DRAWN else <double>(self.p.winner == 0)
        out[1] = 1.0 - out[0]

    cdef const char* c_broken(self) noexcept nogil:
        cdef const Position* p = &self.p
        cdef int seat, lead = bit_count(p.marks[0]) - bit_count(p.marks[1])
        if p.marks[0] & p.marks[1] or (p.marks[0] | p.marks[1]) & ~<int>self.board:
            return "a square has two marks, or is none"
        if lead != p.seat:
            return "a seat has missed its turn"
        for seat in range(2):
            if p.known[seat] & ~p.marks[1 - seat]:
                return "a seat has met a mark that is not there"
            if self.has_line(p.marks[seat]) != (p.winner == seat):
                return "a line has not won, or none has"
        if (p.winner == DRAWN) != (p.winner > 1 and p.marks[0] | p.marks[1] == self.board):
            return "a draw on a board with empty squares, or none on a full one"
        return NULL

    # ------------------------------------------------------------------ the Python face

    def scores(self):
        """Return 1 for a win, 0 for a loss, a half for a draw; 0 before the end."""
        return self.utilities() if self.p.winner != NOBODY else [0.0, 0.0]

    def observation(self, int seat):
        """Return the `core.reference.view.BoardView` of a seat. Raises WrongSeat."""
        cdef int i, own = self.checked(seat)
        cdef unsigned int other = self.p.known[own] if self.veiled() else self.p.marks[1 - own]
        signs = ("x", "o")
        squares = "".join(
            signs[own] if self.p.marks[own] >> i & 1 else
            signs[1 - own] if other >> i & 1 else "."
            for i in range(self.rows * self.rows))
        return view.BoardView(
            setup=self.setup,
            seat=seat,
            mover=self.mover,
            rows=tuple(squares[i * self.rows:(i + 1) * self.rows] for i in range(self.rows)),
            placed=(bit_count(self.p.marks[0]), bit_count(self.p.marks[1])),
        )

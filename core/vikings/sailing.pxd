from libc.stdint cimport uint64_t
from core.vikings.position cimport Position
from core.vikings.tables cimport Tables

cdef bint may_load(const Position* p, const Tables* t, int token) noexcept nogil
cdef void load_token(Position* p, int token) noexcept nogil
cdef void move_ship(Position* p, const Tables* t, int space) noexcept nogil
cdef int losses_due(const Tables* t, int sailed, int wind, int zone) noexcept nogil
cdef void winter(Position* p) noexcept nogil
cdef void end_turn(Position* p, const Tables* t) noexcept nogil
cdef void begin_game(Position* p, const Tables* t) noexcept nogil
cdef bint sink_ships(Position* p, const Tables* t) noexcept nogil

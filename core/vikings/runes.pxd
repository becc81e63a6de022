from core.state cimport Action
from core.vikings.position cimport Position
from core.vikings.tables cimport Tables

cdef bint playable(const Position* p, const Tables* t, int title) noexcept nogil
cdef void play_rune(Position* p, const Tables* t, int title) noexcept nogil
cdef int write_targets(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef void choose_target(Position* p, const Tables* t, int argument) noexcept nogil
cdef int write_gifts(const Position* p, Action* out) noexcept nogil
cdef void give(Position* p, int port) noexcept nogil
cdef void hits(Position* p, const Tables* t, int dice) noexcept nogil
cdef void settlement_die(Position* p, const Tables* t, int face) noexcept nogil
cdef void end_rune(Position* p) noexcept nogil

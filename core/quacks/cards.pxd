from core.quacks.position cimport Position
from core.quacks.tables cimport Tables
from core.state cimport Action

cdef int tails_due(const Position* p, const Tables* t, int seat, int leader) noexcept nogil
cdef void turn_card(Position* p, const Tables* t, int card) noexcept nogil
cdef void card_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void close_card(Position* p, const Tables* t) noexcept nogil
cdef void rat_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void answer_card(Position* p, const Tables* t, int ask, int verb,
                      int argument) noexcept nogil
cdef int write_card(const Position* p, const Tables* t, Action* out) noexcept nogil

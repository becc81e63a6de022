from core.defenders.position cimport Position
from core.defenders.tables cimport Tables
from core.state cimport Action

cdef void begin(Position* p, const Tables* t) noexcept nogil
cdef void run(Position* p, const Tables* t) noexcept nogil
cdef int write_legal(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef int evening_cards(const Position* p, const Tables* t) noexcept nogil
cdef void play(Position* p, const Tables* t, Action action) noexcept nogil

cdef enum:              # step of TURN_FRAME
    T_BEGIN, T_STYLE, T_COUNT, T_W1, T_DAY, T_W2, T_UNDEAD, T_WOUNDS, T_EVENING, T_W3, T_LIMIT
    T_NIGHT, T_CARD, T_WISDOM, T_REVEALED, T_EFFECTS, T_W6, T_END

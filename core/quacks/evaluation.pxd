from core.quacks.position cimport Position
from core.quacks.tables cimport Tables
from core.state cimport Action

cdef void gloat_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void season_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void open_evaluation(Position* p, const Tables* t) noexcept nogil
cdef void die_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void judge_black(Position* p, const Tables* t) noexcept nogil
cdef void black_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void green_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void purple_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void ruby_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void points_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void buy_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void open_charge(Position* p, const Tables* t) noexcept nogil
cdef void coin_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void charge_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void answer_evaluation(Position* p, const Tables* t, int ask, int verb,
                            int argument) noexcept nogil
cdef int write_evaluation(const Position* p, const Tables* t, Action* out) noexcept nogil

from core.defenders.position cimport Position
from core.defenders.tables cimport Tables
from core.state cimport Action

cdef int steps_of(const Tables* t, int verb) noexcept nogil
cdef int write_day(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef void day_answer(Position* p, const Tables* t, int verb, int argument) noexcept nogil
cdef void action_step(Position* p, const Tables* t) noexcept nogil
cdef Action only_choice(const Position* p, const Tables* t) noexcept nogil
cdef int write_cards(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef int write_goals(const Position* p, const Tables* t, Action* out) noexcept nogil

from libc.stdint cimport uint64_t
from core.defenders.position cimport Position
from core.defenders.tables cimport Tables
from core.state cimport Action

cdef bint any_card(const Position* p) noexcept nogil
cdef void take_hero(Position* p, const Tables* t, int seat, int hero) noexcept nogil
cdef void leave_quest(Position* p, int seat) noexcept nogil
cdef void fail_quest(Position* p, int seat) noexcept nogil
cdef void defeat(Position* p, const Tables* t, int seat, int place, int faction,
                 int n) noexcept nogil
cdef void settle(Position* p) noexcept nogil
cdef void draw_step(Position* p, const Tables* t) noexcept nogil
cdef void draw_answer(Position* p, const Tables* t, int kind) noexcept nogil
cdef void search_answer(Position* p, int kind) noexcept nogil
cdef void settle_step(Position* p, const Tables* t) noexcept nogil
cdef void quest_step(Position* p) noexcept nogil
cdef void quest_answer(Position* p, const Tables* t, int quest) noexcept nogil
cdef void envoy_step(Position* p, const Tables* t) noexcept nogil
cdef int write_envoy(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef void envoy_answer(Position* p, int verb, int argument) noexcept nogil
cdef void death_step(Position* p, const Tables* t) noexcept nogil
cdef int write_minions(const Position* p, uint64_t places, int last,
                       Action* out) noexcept nogil
cdef bint minions_from(const Position* p, uint64_t places, int last) noexcept nogil

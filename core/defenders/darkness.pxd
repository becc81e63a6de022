from core.defenders.position cimport Position
from core.defenders.tables cimport Tables

cdef void add_crystal(Position* p, const Tables* t, int place) noexcept nogil
cdef void put_minion(Position* p, const Tables* t, int faction, int place) noexcept nogil
cdef void add_minions(Position* p, const Tables* t, int faction, int place, int n) noexcept nogil
cdef bint would_advance(const Position* p, const Tables* t, int card) noexcept nogil
cdef void carry_out(Position* p, const Tables* t) noexcept nogil
cdef bint heals_now(const Position* p, const Tables* t, int general) noexcept nogil
cdef void heal_generals(Position* p, const Tables* t) noexcept nogil

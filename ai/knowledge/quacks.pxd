from core.quacks.position cimport Position
from core.quacks.tables cimport Tables

cdef double DIE_WORTH

cdef int rounds_left(const Position* p) noexcept nogil
cdef double ruby_worth(int left) noexcept nogil
cdef double expected_points(const Position* p, const Tables* t, int seat) noexcept nogil
cdef double spread_of(const Position* p) noexcept nogil

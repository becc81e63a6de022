from core.vikings.position cimport Position
from core.vikings.tables cimport Tables

cdef void axe_points(const Position* p, const Tables* t, int* out) noexcept nogil
cdef void settlement_points(const Position* p, const Tables* t, int* out) noexcept nogil
cdef void saga_points(const Position* p, const Tables* t, int* out) noexcept nogil
cdef void final_points(const Position* p, const Tables* t, int* out) noexcept nogil

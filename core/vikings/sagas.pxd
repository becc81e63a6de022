from core.vikings.position cimport Position
from core.vikings.tables cimport Tables

cdef bint fulfilled(const Position* p, const Tables* t, int saga) noexcept nogil
cdef void complete_sagas(Position* p, const Tables* t) noexcept nogil
cdef int deck_left(const Position* p) noexcept nogil
cdef int era_due(const Position* p) noexcept nogil
cdef void next_saga(Position* p) noexcept nogil
cdef void turn_saga(Position* p, const Tables* t, int saga) noexcept nogil

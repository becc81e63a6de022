from core.quacks.position cimport Position
from core.quacks.tables cimport Tables
from core.state cimport Action

cdef void begin_brewing(Position* p, const Tables* t) noexcept nogil
cdef int limit_of(const Position* p, const Tables* t, int seat) noexcept nogil
cdef int extras(const Position* p, const Tables* t, int seat, int kind) noexcept nogil
cdef void commit_part(Position* p, const Tables* t) noexcept nogil
cdef void chip_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void red2_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void strong_part(Position* p, const Tables* t, int seat) noexcept nogil
cdef void answer_brewing(Position* p, const Tables* t, int ask, int verb,
                         int argument) noexcept nogil
cdef int write_brewing(const Position* p, const Tables* t, Action* out) noexcept nogil

from core.defenders.position cimport Position
from core.defenders.tables cimport Tables
from core.state cimport Action

cdef void begin(Position* p, const Tables* t) noexcept nogil
cdef void run(Position* p, const Tables* t) noexcept nogil
cdef int write_legal(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef void play(Position* p, const Tables* t, Action action) noexcept nogil

from core.defenders.position cimport Position
from core.defenders.tables cimport Tables
from core.state cimport Action

cdef int write_plays(const Position* p, const Tables* t, int seat, int window,
                     Action* out) noexcept nogil
cdef void window_step(Position* p, const Tables* t) noexcept nogil
cdef int write_window(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef void window_answer(Position* p, const Tables* t, int verb, int argument) noexcept nogil
cdef void begin_play(Position* p, const Tables* t, int seat, int verb, int argument) noexcept nogil
cdef void play_step(Position* p, const Tables* t) noexcept nogil
cdef int write_targets(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef void play_answer(Position* p, const Tables* t, int verb, int argument) noexcept nogil
cdef void reveal_answer(Position* p, const Tables* t, int card) noexcept nogil
cdef int write_visions(const Position* p, Action* out) noexcept nogil

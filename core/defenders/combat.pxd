from core.defenders.position cimport Position, Seat
from core.defenders.tables cimport CardSet, Tables
from core.state cimport Action

cdef int general_at(const Position* p, const Tables* t, int place) noexcept nogil
cdef int hit_sixths(const Position* p, int die) noexcept nogil
cdef bint can_challenge(const Position* p, const Tables* t, int general) noexcept nogil
cdef void roll_step(Position* p, const Tables* t) noexcept nogil
cdef void roll_answer(Position* p, int argument) noexcept nogil
cdef int write_rerolls(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef void reroll_answer(Position* p, const Tables* t, int verb, int source) noexcept nogil
cdef void combat_step(Position* p, const Tables* t) noexcept nogil
cdef int write_factions(const Position* p, Action* out) noexcept nogil
cdef void extra_answer(Position* p, const Tables* t, int ask, int verb,
                       int argument) noexcept nogil
cdef void battle_step(Position* p, const Tables* t) noexcept nogil
cdef int write_commit(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef int write_attackers(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef void battle_answer(Position* p, const Tables* t, int ask, int verb,
                        int argument) noexcept nogil
cdef void spoil_answer(Position* p, bint spoiled) noexcept nogil
cdef void penalty_step(Position* p, const Tables* t) noexcept nogil
cdef int write_losses(const CardSet* hand, int last, int n, Action* out) noexcept nogil
cdef void lose_answer(Position* p, const Tables* t, int kind) noexcept nogil
cdef int wounds_at(const Position* p, const Tables* t, int seat, int place) noexcept nogil
cdef int need_of(const Tables* t, const Seat* s, int place, int faction, int need, bint archery,
                 bint general) noexcept nogil

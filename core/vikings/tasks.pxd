from core.state cimport Action
from core.vikings.position cimport Position
from core.vikings.tables cimport Tables

cdef bint may_trade(const Position* p, const Tables* t, int kind) noexcept nogil
cdef bint may_raid(const Position* p, const Tables* t) noexcept nogil
cdef bint may_settle(const Position* p, const Tables* t) noexcept nogil
cdef bint may_dispute(const Position* p, const Tables* t) noexcept nogil
cdef void trade(Position* p, const Tables* t, int kind) noexcept nogil
cdef void declare(Position* p, int attack) noexcept nogil
cdef bint aids(const Position* p, const Tables* t, int title) noexcept nogil
cdef int write_attack_runes(const Position* p, const Tables* t, Action* out) noexcept nogil
cdef void play_attack_rune(Position* p, int title) noexcept nogil
cdef void open_dice(Position* p, const Tables* t) noexcept nogil
cdef void raid_die(Position* p, const Tables* t, int face) noexcept nogil
cdef void settle_dice(Position* p, const Tables* t, int roll) noexcept nogil
cdef void place_settlement(Position* p, const Tables* t) noexcept nogil
cdef void end_attack(Position* p) noexcept nogil
cdef void reveal_treasure(Position* p, const Tables* t, int points) noexcept nogil
cdef void score_treasure(Position* p, const Tables* t) noexcept nogil

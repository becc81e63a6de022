from core.vikings.position cimport Position
from core.vikings.tables cimport Tables

cdef const char* broken_pieces(const Position* p, const Tables* t) noexcept nogil
cdef const char* broken_cards(const Position* p, const Tables* t) noexcept nogil
cdef const char* broken_turn(const Position* p, const Tables* t) noexcept nogil

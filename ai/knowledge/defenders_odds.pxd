from libc.stdint cimport uint64_t
from core.defenders.position cimport Position
from core.defenders.tables cimport CardSet, Tables

cdef struct Fighter:    # a hero's part in a battle
    int dice            # sure to be rolled
    int ones            # cards of one die that corruption may still spoil
    int twos            # cards of two
    int need            # face that hits
    int rerolls         # of failed dice
    bint ground         # Ground Attack besides: all dice anew


cdef inline int ones_in(uint64_t x) noexcept nogil:
    """Members of a set, without a loop and without a processor's own instruction."""
    x -= x >> 1 & <uint64_t>0x5555555555555555
    x = (x & <uint64_t>0x3333333333333333) + (x >> 2 & <uint64_t>0x3333333333333333)
    x = x + (x >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>(x * <uint64_t>0x0101010101010101 >> 56)


cdef int dice_in(const Tables* t, const CardSet* hand, int general, int* twos) noexcept nogil
cdef Fighter fighter(const Position* p, const Tables* t, int seat, int general, int place,
                     bint blessed) noexcept nogil
cdef double odds(Fighter* party, int n, int life, bint parry) noexcept nogil
cdef double team_odds(const Position* p, const Tables* t, int general, int seats) noexcept nogil
cdef double battle_odds(const Position* p, const Tables* t, bint hands) noexcept nogil

"""Sagas: who completes them, how the slots are filled, when the last rounds begin (section 9)."""

from libc.stdint cimport uint32_t, uint64_t
from core.vikings.position cimport TURN_SAGA, all_settled, bits, low_bit, put_question, with_goods
from core.vikings.tables cimport RAID_SAGA, TRADE_SAGA

cdef enum:
    SLOTS = 3


cdef bint fulfilled(const Position* p, const Tables* t, int saga) noexcept nogil:
    """The condition of a saga (V62)."""
    cdef uint64_t ports = t.saga_ports[saga]
    if t.saga_task[saga] == TRADE_SAGA:
        return not ports & ~with_goods(p)
    if t.saga_task[saga] == RAID_SAGA:
        return not ports & p.towns
    return not ports & ~all_settled(p, t)


cdef void complete_sagas(Position* p, const Tables* t) noexcept nogil:
    """After a successful task the active jarl takes every saga that it fulfilled (V63, V64)."""
    cdef uint32_t sagas = p.open
    cdef int saga
    while sagas:
        saga = low_bit(sagas)
        sagas &= sagas - 1
        if fulfilled(p, t, saga):
            p.open &= ~(<uint32_t>1 << saga)
            p.seat[p.active].sagas |= <uint32_t>1 << saga
            p.seat[p.active].score += t.saga_bonus[saga]
            p.refill = 1


cdef int deck_left(const Position* p) noexcept nogil:
    return p.left[0] + p.left[1] + p.left[2]


cdef int era_due(const Position* p) noexcept nogil:
    """Era of the next card of the deck."""
    return 0 if p.left[0] else 1 if p.left[1] else 2


cdef void next_saga(Position* p) noexcept nogil:
    """Fill the next slot, if one is empty and the deck is not (V65)."""
    if bits(p.open) < SLOTS and deck_left(p):
        put_question(p, TURN_SAGA, p.active)
    else:
        p.refill = 0


cdef void turn_saga(Position* p, const Tables* t, int saga) noexcept nogil:
    """A card is turned up: its era counts, it may be impossible, it may be the last (V18, V65)."""
    p.era = era_due(p)
    p.left[p.era] -= 1
    p.unseen &= ~(<uint32_t>1 << saga)
    if not fulfilled(p, t, saga):
        p.open |= <uint32_t>1 << saga
    if deck_left(p) == 0:
        p.final = t.final_rounds * t.players + 1

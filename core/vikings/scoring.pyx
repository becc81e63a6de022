"""The scoring at the end (section 10); each function writes the points of every seat."""

from libc.stdint cimport uint64_t
from core.vikings.position cimport all_settled, bits, low_bit
from core.vikings.tables cimport NATIONS, SEATS


cdef void axe_points(const Position* p, const Tables* t, int* out) noexcept nogil:
    """Bloody Axe: who took most towns scores for each of them; all who tie do (V69)."""
    cdef int seat, most = 0
    for seat in range(t.players):
        out[seat] = bits(p.seat[seat].captured)
        most = max(most, out[seat])
    for seat in range(t.players):
        out[seat] = t.axe * most if out[seat] == most else 0


cdef void settlement_points(const Position* p, const Tables* t, int* out) noexcept nogil:
    """Each settlement: value by the number of settled ports in its region (V70)."""
    cdef uint64_t settled = all_settled(p, t), ports
    cdef int seat, port
    for seat in range(t.players):
        out[seat] = 0
        ports = p.seat[seat].settled
        while ports:
            port = low_bit(ports)
            ports &= ports - 1
            out[seat] += t.value[port] * t.multiplier[bits(settled & t.group[port])]


cdef void saga_points(const Position* p, const Tables* t, int* out) noexcept nogil:
    """For each nation most and second most cards; a tie for first leaves no second (V71)."""
    cdef int[SEATS] cards
    cdef int seat, nation, first, second, leaders
    for seat in range(t.players):
        out[seat] = 0
    for nation in range(NATIONS):
        first = second = leaders = 0
        for seat in range(t.players):
            cards[seat] = bits(p.seat[seat].sagas & t.nation_sagas[nation])
            first = max(first, cards[seat])
        for seat in range(t.players):
            if cards[seat] == first:
                leaders += 1
            else:
                second = max(second, cards[seat])
        for seat in range(t.players):
            if cards[seat] == first:
                out[seat] += t.saga_first * first
            elif cards[seat] == second and leaders == 1:
                out[seat] += t.saga_second * second


cdef void final_points(const Position* p, const Tables* t, int* out) noexcept nogil:
    """What the end adds to the points of the game, were it now (V69 to V71)."""
    cdef int[SEATS] settlements
    cdef int[SEATS] sagas
    cdef int seat
    axe_points(p, t, out)
    settlement_points(p, t, settlements)
    saga_points(p, t, sagas)
    for seat in range(t.players):
        out[seat] += settlements[seat] + sagas[seat]

"""What must hold in every position of Vikings."""

from libc.stdint cimport uint32_t, uint64_t
from core.vikings.position cimport (
    HAND, KNOWN, MAIN, NOTHING, NO_ATTACK, OVER, REVEAL, Seat, aboard, bit,
    bits, in_port, low_bit,
)
from core.vikings.sagas cimport deck_left
from core.vikings.tables cimport ERAS, KINDS, PORTS, RUNES, WINTERING

cdef enum:
    REMOVED = 3     # sagas of each era that are never turned up (V6)


cdef const char* broken_pieces(const Position* p, const Tables* t) noexcept nogil:
    """Figures, goods, ships, towns."""
    cdef const Seat* s
    cdef uint64_t settled = 0, taken = 0, ships = 0, ports
    cdef int seat, kind, port
    cdef int[KINDS] goods
    for kind in range(KINDS):
        goods[kind] = p.bank[kind] + bits(p.good[kind]) + (p.demand == kind)
    for seat in range(t.players):
        s = &p.seat[seat]
        if s.crew + s.reserve + bits(s.settled) != t.figures:
            return "figures were lost or made"
        if s.crew + aboard(s) > t.capacity[p.era]:
            return "a ship is overloaded"
        if s.settled & settled or s.captured & taken:
            return "two jarls own one settlement or town"
        settled |= s.settled
        taken |= s.captured
        for kind in range(KINDS):
            goods[kind] += s.goods[kind]
        if s.space >= t.spaces:
            return "a ship is off the map"
        if in_port(s):
            if ships & bit(s.space):
                return "two ships are in one port"
            ships |= bit(s.space)
        if s.crew == 0 and s.space != WINTERING and p.ask == MAIN:
            return "a ship has no crew"
    for kind in range(KINDS):
        if goods[kind] != t.goods[kind]:
            return "goods were lost or made"
    if p.good[0] & p.good[1] or p.good[0] & p.good[2] or p.good[1] & p.good[2]:
        return "two goods lie in one port"
    if p.towns & taken or (p.towns | taken) != t.towns:
        return "towns were lost or made"
    for port in range(PORTS):
        if settled & bit(port) and p.towns & t.group[port]:
            return "a settlement stands beside a town"
        for kind in range(KINDS):
            if bits(p.good[kind] & t.group[port]) > 1:
                return "a region holds a kind of goods twice"
    ports = t.towns
    while ports:
        port = low_bit(ports)
        ports &= ports - 1
        if (p.treasure[t.town[port]] != 0) != (taken & bit(port) != 0) and p.ask != REVEAL:
            return "a treasure is open under a standing town, or hidden without one"
    return NULL


cdef const char* broken_cards(const Position* p, const Tables* t) noexcept nogil:
    """Runes and sagas."""
    cdef const Seat* s
    cdef uint32_t sagas = p.unseen
    cdef int seat, i, deck = 0
    cdef int[RUNES] runes
    for i in range(RUNES):
        runes[i] = p.deck[i] + p.pile[i] + (p.card == i)
        deck += p.deck[i]
    if deck != p.deck_size:
        return "the rune deck disagrees with its size"
    if sagas & p.open:
        return "a saga is in two places"
    sagas |= p.open
    for seat in range(t.players):
        s = &p.seat[seat]
        if s.hand_size > HAND:
            return "a hand is too large"
        for i in range(8):
            if i >= s.hand_size:
                if s.hand[i] != NOTHING:
                    return "something lies beyond the last card of a hand"
                continue
            runes[s.hand[i] & ~KNOWN] += 1
            if i and (s.hand[i] & ~KNOWN) < (s.hand[i - 1] & ~KNOWN):
                return "a hand is out of order"
        if sagas & s.sagas:
            return "a saga is in two places"
        sagas |= s.sagas
    for i in range(RUNES):
        if runes[i] != t.copies[i]:
            return "runes were lost or made"
    if bits(p.open) > 3:
        return "too many sagas lie open"
    for i in range(ERAS):
        if bits(p.unseen & t.era_sagas[i]) != p.left[i] + REMOVED:
            return "sagas were lost or made"
    if p.ask != OVER and (p.final != 0) != (deck_left(p) == 0):
        return "the last rounds do not fit the saga deck"
    return NULL


cdef const char* broken_turn(const Position* p, const Tables* t) noexcept nogil:
    """Days, bounds, and what must be over when the jarl is asked at D1."""
    if p.prep > t.days or p.prep + (p.sail - p.tail if p.sail > p.tail else 0) > t.days:
        return "a turn has too many days"
    if p.runes > t.max_runes:
        return "a turn has too many runes"
    if t.limit and p.round > t.limit:
        return "the game goes on beyond its last round"
    if p.ask == MAIN:
        if p.losses or p.draws or p.refill or p.attack != NO_ATTACK or p.card != NOTHING:
            return "D1 is asked before something is over"
        if p.bonus or p.fury or p.valhalla or p.title or p.dice or p.prize or p.step or (
                p.target or p.count or p.loser or p.lost or p.drawer):
            return "something is left over of what went before"
        if p.who != p.active:
            return "D1 is asked of another jarl"
    return NULL

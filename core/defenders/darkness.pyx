"""What the darkness does: minions, crystals, overruns, generals (rules.md sections 8 and 10)."""

from libc.stdint cimport uint64_t
from core.defenders.position cimport (
    LOST_CITY, LOST_CRYSTALS, LOST_GENERAL, LOST_MINIONS, RUNNING, Seat, bit, crowd, dark_give,
    dark_reshuffle, finish, lives, peopled, place_of, pop, reshuffle, seat_after,
)
from core.defenders.tables cimport (
    CITY, CITY_CARD, DEFEAT, FACTIONS, NEXT, NOTHING, ORC, PATROLS, REGULAR, WAR_PARTY,
)


cdef void add_crystal(Position* p, const Tables* t, int place) noexcept nogil:
    """The last crystal put on the map loses the game (D77)."""
    p.crystals[place] += 1
    p.tainted |= bit(place)
    p.crystals_left -= 1
    if p.crystals_left == 0:
        finish(p, LOST_CRYSTALS)


cdef bint take_marker(Position* p, const Tables* t, int faction) noexcept nogil:
    """A minion is missing: it is taken from a quest card, whose progress is lost (D76)."""
    cdef Seat* s
    cdef int i, seat, best = -1, most = 0
    for i in range(t.players):
        seat = seat_after(p, t, i)
        if p.seat[seat].markers[faction] > most:
            most = p.seat[seat].markers[faction]
            best = seat
    if best < 0:
        return False
    s = &p.seat[best]
    s.markers[faction] -= 1
    if t.quest_type[s.quest] != DEFEAT:
        for i in range(t.quest_places[s.quest]):
            if t.quest_marker[s.quest][i] == faction:
                s.done &= ~(1 << i)
    p.supply[faction] += 1
    return True


cdef void put_minion(Position* p, const Tables* t, int faction, int place) noexcept nogil:
    """One minion from the supply onto the map; without any the game is lost (D76, D93)."""
    if p.supply[faction] == 0 and not take_marker(p, t, faction):
        finish(p, LOST_MINIONS)
        return
    p.supply[faction] -= 1
    p.minions[place][faction] += 1
    p.has[faction] |= bit(place)


cdef void put_where_room(Position* p, const Tables* t, int faction, int place) noexcept nogil:
    """D72.1 and D72.2: the city bears four minions; a third demon taints."""
    put_minion(p, t, faction, place)
    if p.end != RUNNING:
        return
    if place == CITY:
        if crowd(p, place) >= t.city_loss:
            finish(p, LOST_CITY)
    elif t.taints_at[faction] and p.minions[place][faction] == t.taints_at[faction]:
        add_crystal(p, t, place)


cdef void overrun(Position* p, const Tables* t, int faction, int place) noexcept nogil:
    """D73: one minion for every neighbour but inns, a crystal where three stand; no chain."""
    cdef uint64_t places = t.adjacent[place] & ~t.inns
    cdef int at
    while places and p.end == RUNNING:
        at = pop(&places)
        if at == CITY or crowd(p, at) < t.room:
            put_where_room(p, t, faction, at)
        else:
            add_crystal(p, t, at)


cdef void add_minions(Position* p, const Tables* t, int faction, int place, int n) noexcept nogil:
    """One placement instruction: one minion at a time, at most one overrun (D69, D72, D74)."""
    cdef bint overran = False
    while n > 0 and p.end == RUNNING:
        n -= 1
        if place == CITY or crowd(p, place) < t.room:
            put_where_room(p, t, faction, place)
        elif not overran or t.per_minion:
            overran = True
            add_crystal(p, t, place)
            if p.end == RUNNING:
                overrun(p, t, faction, place)


cdef bint would_advance(const Position* p, const Tables* t, int card) noexcept nogil:
    """True if the general part of a card would move its general (D61, D70)."""
    cdef int general = t.dark_general[card], target = t.dark_target[card]
    if target == NOTHING or not lives(p, general) or p.general_life[general] <= t.major[general]:
        return False
    return target == NEXT or t.path[general][p.general_step[general] + 1] == target


cdef void advance(Position* p, const Tables* t, int card) noexcept nogil:
    """The general part of a card (D70)."""
    cdef int general = t.dark_general[card]
    if not would_advance(p, t, card):
        return
    p.general_step[general] += 1
    if place_of(p, t, general) == CITY:
        finish(p, LOST_GENERAL)
    else:
        add_minions(p, t, general, place_of(p, t, general), t.dark_minions[card])


cdef uint64_t lone_orcs(const Position* p) noexcept nogil:
    """Places whose only minion is one orc, Monarch City too."""
    cdef uint64_t around = p.has[ORC], places = 0
    cdef int at
    while around:
        at = pop(&around)
        if p.minions[at][ORC] == 1 and crowd(p, at) == 1:
            places |= bit(at)
    return places


cdef void orcs_gather(Position* p, const Tables* t, int kind) noexcept nogil:
    """Orc Patrols and Orc War Party; the places are fixed before the first orc (D71, A21)."""
    cdef uint64_t places = t.lands[ORC] & ~peopled(p) if kind == PATROLS else lone_orcs(p)
    while places and p.end == RUNNING:
        add_minions(p, t, ORC, pop(&places), 1)


cdef void city_besieged(Position* p, const Tables* t) noexcept nogil:
    """The Monarch City card: a minion of each faction next to the city enters it (D71)."""
    cdef int faction
    for faction in range(FACTIONS):
        if p.end == RUNNING and p.has[faction] & t.adjacent[CITY]:
            put_where_room(p, t, faction, CITY)


cdef void carry_out(Position* p, const Tables* t) noexcept nogil:
    """The effects of the darkness card revealed, then its discard (D68, D71, D97, A22)."""
    cdef int card = p.card, kind = t.dark_kind[card], i
    if p.is_full:
        if kind == REGULAR:
            for i in range(2):
                if not p.cancelled >> i & 1:
                    add_minions(p, t, t.dark_faction[card][i], t.dark_place[card][i],
                                t.dark_count[card][i])
        elif kind == PATROLS or kind == WAR_PARTY:
            orcs_gather(p, t, kind)
        elif kind == CITY_CARD:
            city_besieged(p, t)
    if p.end == RUNNING and not p.cancelled & 4:
        advance(p, t, card)
    if p.end != RUNNING:
        return
    dark_give(&p.dark_discard, t, card)
    p.card = NOTHING
    p.cancelled = p.is_full = 0
    if kind == CITY_CARD:
        reshuffle(p)
        dark_reshuffle(p, t)


cdef bint heals_now(const Position* p, const Tables* t, int general) noexcept nogil:
    """True if a general would heal at the end of this turn (D62-D64)."""
    return (lives(p, general) and p.general_life[general] < t.general_life[general]
            and p.clock[general] and p.number >= p.clock[general])


cdef void heal_generals(Position* p, const Tables* t) noexcept nogil:
    """Every general whose clock has run out heals 1, until his track is full (D64)."""
    cdef int i
    for i in range(FACTIONS):
        if heals_now(p, t, i) and not p.spied >> i & 1:
            p.general_life[i] += 1
            if p.general_life[i] == t.general_life[i]:
                p.clock[i] = 0
    p.spied = 0

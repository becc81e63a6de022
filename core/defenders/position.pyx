"""Pieces on the move: cards, minions, crystals, gates and heroes, kept consistent."""

from core.defenders.tables cimport FACTIONS, NOTHING, VISIT


cdef void throw(Position* p, const Tables* t, int seat, int kind) noexcept nogil:
    """A card leaves a hand: special ones leave the game (D78, A26)."""
    cdef Seat* s = &p.seat[seat]
    take(&s.hand, kind)
    s.size -= 1
    if kind >= t.specials:
        give(&p.gone, kind)
    else:
        give(&p.discard, kind)
        p.discard_size += 1


cdef void reshuffle(Position* p) noexcept nogil:
    """The discards of hero cards go into the deck (D66, D71)."""
    cdef int i
    if p.deck_size == 0:
        p.deck = p.discard
    else:
        for i in range(2):
            # one and two together: a kind in both piles has two copies, one in each
            p.deck.two[i] |= p.discard.two[i] | p.deck.one[i] & p.discard.one[i]
            p.deck.one[i] |= p.discard.one[i]
    for i in range(2):
        p.discard.one[i] = p.discard.two[i] = 0
    p.deck_size += p.discard_size
    p.discard_size = 0


cdef void dark_give(uint64_t* cards, const Tables* t, int card) noexcept nogil:
    """Equal cards (All is Quiet) are counted from the first bit, so that sets are canonical."""
    if t.quiet >> card & 1:
        cards[0] |= bit(low(t.quiet & ~cards[0]))
    else:
        cards[0] |= bit(card)


cdef void dark_take(uint64_t* cards, const Tables* t, int card) noexcept nogil:
    if t.quiet >> card & 1:
        card = t.first_quiet
        while cards[0] & t.quiet & ~(bit(card + 1) - 1):
            card += 1
    cards[0] &= ~bit(card)


cdef void take_known(Position* p) noexcept nogil:
    """The uppermost known darkness card is drawn."""
    cdef int i
    p.knowns -= 1
    for i in range(p.knowns):
        p.known[i] = p.known[i + 1]
    p.known[p.knowns] = 0


cdef void dark_reshuffle(Position* p, const Tables* t) noexcept nogil:
    """The discards and what is left of the deck become the deck, in an unknown order (D97)."""
    cdef uint64_t cards = p.dark_discard & ~t.quiet
    p.dark |= cards
    cards = p.dark_discard & t.quiet
    p.dark_discard = 0
    while cards:
        dark_give(&p.dark, t, pop(&cards))
    while p.knowns:
        dark_give(&p.dark, t, p.known[0])
        take_known(p)


cdef void remove_minion(Position* p, int place, int faction) noexcept nogil:
    """A minion leaves the map; the caller says where it goes."""
    p.minions[place][faction] -= 1
    if p.minions[place][faction] == 0:
        p.has[faction] &= ~bit(place)


cdef void clear_place(Position* p, int place) noexcept nogil:
    """All minions of a place return to the supply."""
    cdef int i
    for i in range(FACTIONS):
        p.supply[i] += p.minions[place][i]
        p.minions[place][i] = 0
        p.has[i] &= ~bit(place)


cdef void remove_crystal(Position* p, int place) noexcept nogil:
    p.crystals[place] -= 1
    p.crystals_left += 1
    if p.crystals[place] == 0:
        p.tainted &= ~bit(place)


cdef void put_gate(Position* p, int place) noexcept nogil:
    p.gates |= bit(place)
    p.gates_left -= 1


cdef void mark_done(Position* p, const Tables* t, int seat, int i) noexcept nogil:
    """Place `i` of a quest is done with and marked, if there is a marker (D80, A41)."""
    cdef Seat* s = &p.seat[seat]
    cdef int faction = t.quest_marker[s.quest][i]
    s.done |= 1 << i
    if p.supply[faction]:
        p.supply[faction] -= 1
        s.markers[faction] += 1
    if s.done == (1 << t.quest_places[s.quest]) - 1:
        s.won = 1


cdef void visit(Position* p, const Tables* t, int seat, int place) noexcept nogil:
    """A hero is in a place: his visit quest takes note (D80)."""
    cdef Seat* s = &p.seat[seat]
    cdef int i
    if s.quest == NOTHING or t.quest_type[s.quest] != VISIT:
        return
    for i in range(t.quest_places[s.quest]):
        if t.quest_place[s.quest][i] == place and not s.done >> i & 1:
            mark_done(p, t, seat, i)


cdef void move_hero(Position* p, const Tables* t, int seat, int to, int steps) noexcept nogil:
    """A hero gets to a place, over at most `steps` edges or by magic (0) (D24-D29, A48)."""
    cdef Seat* s = &p.seat[seat]
    cdef int i, inn, way, start = s.place
    s.place = to
    if s.quest == NOTHING or t.quest_type[s.quest] != VISIT:
        return
    if not shaped(s):
        for i in range(t.quest_places[s.quest]):
            inn = t.quest_place[s.quest][i]
            # from the inn itself he must come back to it
            way = (2 if start == inn else t.distance[start][inn]) + t.distance[inn][to]
            if way <= steps and not s.done >> i & 1:
                mark_done(p, t, seat, i)
                break
    visit(p, t, seat, to)

"""Hero cards drawn, quests drawn, advanced and settled, heroes lost (rules.md sections 6, 11)."""

from libc.stdint cimport uint32_t, uint64_t, uint8_t
from core.defenders.position cimport (
    AS_RUMORS, DRAW_CARD, DRAW_FRAME, DRAW_QUEST, ENVOY, ENVOY_FRAME, HERO_CHOICE, LOST_HEROES,
    MINION, QUEST_FRAME, ROLL_D6, SEARCH_CARD, SETTLE_FRAME, STOP, TO_HAND, Frame, Seat, act_of,
    bit, finish, frame_of, give, holds_any, leave, lives, low, peopled, pop, push, put_question,
    remove_minion, reshuffle, seat_after, take, throw, visit,
)
from core.defenders.tables cimport (
    BUILD_QUEST, DEFEAT, FACTIONS, INSTANT, NOTHING, RUMORS_QUEST, SCOUT_QUEST,
)


# ---------------------------------------------------------------------- hero cards


cdef bint any_card(const Position* p) noexcept nogil:
    """True if a hero card could be drawn."""
    return p.deck_size + p.discard_size > 0


cdef void draw_step(Position* p, const Tables* t) noexcept nogil:
    """DRAW_FRAME: seat, cards still to draw, purpose, colour kept (D31, D65, D66)."""
    cdef Frame* f = frame_of(p)
    cdef int i
    if f.b == 0 or not any_card(p):
        for i in range(p.asides):
            give(&p.discard, p.aside[i])
            p.aside[i] = 0
        p.discard_size += p.asides
        p.asides = 0
        leave(p)
        return
    if p.deck_size == 0:
        reshuffle(p)
    put_question(p, DRAW_CARD, f.a)


cdef void draw_answer(Position* p, const Tables* t, int kind) noexcept nogil:
    cdef Frame* f = frame_of(p)
    cdef Seat* s = &p.seat[f.a]
    take(&p.deck, kind)
    p.deck_size -= 1
    f.b -= 1
    if f.c == AS_RUMORS and kind < t.specials and not (
            t.of_colour[f.d][kind >> 6] >> (kind & 63) & 1):
        p.aside[p.asides] = kind
        p.asides += 1
    else:
        give(&s.hand, kind)
        s.size += 1


cdef void search_answer(Position* p, int kind) noexcept nogil:
    """The reward of a scout: a card out of the deck, which is then shuffled (D81)."""
    take(&p.deck, kind)
    p.deck_size -= 1
    give(&p.seat[p.who].hand, kind)
    p.seat[p.who].size += 1


# ---------------------------------------------------------------------- progress


cdef void defeat(Position* p, const Tables* t, int seat, int place, int faction,
                 int n) noexcept nogil:
    """Minions fall by a hero's own attack: markers on his quest, else to the supply (D40, A28)."""
    cdef Seat* s = &p.seat[seat]
    cdef const uint8_t* needs = NULL
    cdef int i
    if s.quest != NOTHING and t.quest_type[s.quest] == DEFEAT:
        needs = t.needs[s.quest]
    for _ in range(n):
        remove_minion(p, place, faction)
        if needs != NULL and s.markers[faction] < needs[faction]:
            s.markers[faction] += 1
        else:
            p.supply[faction] += 1
    if needs != NULL:
        for i in range(FACTIONS):
            if s.markers[i] < needs[i]:
                return
        s.won = 1


cdef void leave_quest(Position* p, int seat) noexcept nogil:
    """The active quest leaves its hero, the markers go back to the supply (D80)."""
    cdef Seat* s = &p.seat[seat]
    cdef int i
    for i in range(FACTIONS):
        p.supply[i] += s.markers[i]
        s.markers[i] = 0
    s.quest = NOTHING
    s.done = s.won = 0


cdef void fail_quest(Position* p, int seat) noexcept nogil:
    """A failed quest, or that of a dead hero, is discarded (D80, D47)."""
    if p.seat[seat].quest != NOTHING:
        p.quest_discard |= <uint32_t>1 << p.seat[seat].quest
        leave_quest(p, seat)


cdef bint impossible(const Position* p, const Tables* t, int quest) noexcept nogil:
    """True if a quest cannot be completed any more (D80)."""
    if t.quest_type[quest] == SCOUT_QUEST:
        return not lives(p, t.quest_general[quest])
    return t.quest_type[quest] == BUILD_QUEST and p.gates_left == 0


# ---------------------------------------------------------------------- quests settled


cdef void settle(Position* p) noexcept nogil:
    """The frame on top, an action or a play, is wholly done: now its quests are settled (D101)."""
    leave(p)
    push(p, SETTLE_FRAME, 0, 0, 0)


cdef void settle_step(Position* p, const Tables* t) noexcept nogil:
    """SETTLE_FRAME: completed quests, then impossible ones, in seat order (D80, D101)."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s
    cdef int i, seat, quest
    if f.step == 0:
        for i in range(t.players):
            seat = seat_after(p, t, i)
            if p.seat[seat].won:
                f.a = seat
                f.step = 2
                reward(p, t, seat)
                return
        for i in range(t.players):
            seat = seat_after(p, t, i)
            quest = p.seat[seat].quest
            if quest != NOTHING and impossible(p, t, quest):
                p.quests_gone |= <uint32_t>1 << quest
                leave_quest(p, seat)
                push(p, QUEST_FRAME, seat, 0, 0)
                return
        leave(p)
    elif f.step == 1:
        f.step = 2
        s = &p.seat[f.a]
        push(p, ENVOY_FRAME, f.a, s.quest, p.face)
        p.face = 0
    else:
        f.step = 0
        leave_quest(p, f.a)
        push(p, QUEST_FRAME, f.a, 0, 0)


cdef void reward(Position* p, const Tables* t, int seat) noexcept nogil:
    """A quest is completed: its reward is kept, or comes at once (D81)."""
    cdef Seat* s = &p.seat[seat]
    cdef int quest = s.quest
    s.won = 0
    s.quests += 1
    s.solved[quest >> 3] |= 1 << (quest & 7)
    if t.quest_keep[quest] != INSTANT:
        s.rewards |= <uint32_t>1 << quest
    elif quest == RUMORS_QUEST:
        push(p, DRAW_FRAME, seat, t.quest_value[quest], TO_HAND)
    elif t.quest_type[quest] == SCOUT_QUEST:
        if holds_any(&p.deck, t.of_colour[t.quest_colour[quest]]):
            put_question(p, SEARCH_CARD, seat)
    else:
        frame_of(p).step = 1
        put_question(p, ROLL_D6, seat)


cdef void quest_step(Position* p) noexcept nogil:
    """QUEST_FRAME: a seat draws a quest (D80, D82)."""
    cdef Frame* f = frame_of(p)
    if p.quests == 0:
        p.quests = p.quest_discard
        p.quest_discard = 0
    if p.quests == 0 or p.seat[f.a].quest != NOTHING:
        leave(p)
    else:
        put_question(p, DRAW_QUEST, f.a)


cdef void quest_answer(Position* p, const Tables* t, int quest) noexcept nogil:
    """An impossible card leaves the game, and the next one is drawn (A53)."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s = &p.seat[f.a]
    p.quests &= ~(<uint32_t>1 << quest)
    if impossible(p, t, quest):
        p.quests_gone |= <uint32_t>1 << quest
        return
    s.quest = quest
    if t.inns >> s.place & 1:
        visit(p, t, f.a, s.place)   # A44


cdef int write_minions(const Position* p, uint64_t places, int last, Action* out) noexcept nogil:
    """Write the single minions of some places, none before the last pick (D98)."""
    cdef int place, i, n = 0
    places &= peopled(p)
    while places:
        place = pop(&places)
        for i in range(FACTIONS):
            if p.minions[place][i] and (place << 2 | i) >= last:
                out[n] = act_of(MINION, place << 2 | i)
                n += 1
    return n


cdef bint minions_from(const Position* p, uint64_t places, int last) noexcept nogil:
    """True if `write_minions` finds something."""
    cdef int i, place = last >> 2
    places &= peopled(p) & ~(bit(place) - 1)
    if places != bit(place):
        return places != 0
    for i in range(last & 3, FACTIONS):
        if p.minions[place][i]:
            return True
    return False


cdef void envoy_step(Position* p, const Tables* t) noexcept nogil:
    """ENVOY_FRAME: seat, quest, minions that he may still remove, last pick (D81, D99)."""
    cdef Frame* f = frame_of(p)
    if f.c and minions_from(p, t.quest_reach[f.b], f.d):
        put_question(p, ENVOY, f.a)
    else:
        leave(p)


cdef int write_envoy(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef int n = write_minions(p, t.quest_reach[f.b], f.d, out)
    out[n] = act_of(STOP, 0)
    return n + 1


cdef void envoy_answer(Position* p, int verb, int argument) noexcept nogil:
    cdef Frame* f = frame_of(p)
    if verb == STOP:
        f.c = 0
        return
    remove_minion(p, argument >> 2, argument & 3)
    p.supply[argument & 3] += 1
    f.c -= 1
    f.d = argument


# ---------------------------------------------------------------------- heroes


cdef void take_hero(Position* p, const Tables* t, int seat, int hero) noexcept nogil:
    """A hero appears in Monarch City with full life (D11, D47, D100)."""
    cdef Seat* s = &p.seat[seat]
    p.heroes |= 1 << hero
    s.hero = hero
    s.place = t.start
    s.life = t.life[hero]


cdef void death_step(Position* p, const Tables* t) noexcept nogil:
    """DEATH_FRAME: a hero dies and his player takes another one (D47, A37)."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s = &p.seat[f.a]
    cdef int i, seat = f.a
    cdef uint64_t cards
    if f.step == 0:
        for i in range(2):
            cards = s.hand.one[i]
            while cards:
                throw(p, t, seat, 64 * i + low(cards))
                cards = s.hand.one[i]
        fail_quest(p, seat)
        s.rewards = 0
        s.life = s.slays = s.sky = s.shape = s.fresh = s.ambushed = 0
        s.hero = NOTHING
        if seat == p.active:
            p.died = 1
        f.step = 1
        if p.heroes != 255:
            put_question(p, HERO_CHOICE, seat)
            return
        leave(p)
        for i in range(t.players):
            if p.seat[i].hero != NOTHING:
                return
        finish(p, LOST_HEROES)
        return
    leave(p)
    push(p, DRAW_FRAME, seat, t.begin_cards, TO_HAND)
    push(p, QUEST_FRAME, seat, 0, 0)

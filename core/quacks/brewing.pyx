"""Brewing (rules.md section 4): ticks, the chip that was drawn, and the end of brewing."""

from libc.string cimport memset
from core.quacks.position cimport (
    BLUE1, CHIP, CONTINUE, DRAW, DRAW_STOP, EXTRA, FLASK, KEEP, MOVE, NONE, NOTHING,
    PLACE, PULL, PULL_STAGE, RED2, RED2_STAGE, RESTART, RETURN, SECOND, STIRRED, STOP, STRONG,
    YELLOW1, Seat, act_of, bag_add, enter, gain_rubies, next_seat, pot_add, pot_empty, pot_remove,
    put_back, put_question, show, write_shown,
)
from core.quacks.tables cimport (
    BLUE, LAST, LIVING_IN_LUXURY, ORANGE, PUMPKIN_PATCH_PARTY, RED, RED_1, SECOND_CHANCE,
    STRONG_INGREDIENT, WELL_STIRRED, WHITE, YELLOW,
)


cdef void begin_brewing(Position* p, const Tables* t) noexcept nogil:
    """Everybody brews; the first draw is compulsory (Q22)."""
    cdef int seat
    for seat in range(t.players):
        p.seat[seat].active = p.seat[seat].must_draw = 1


cdef int limit_of(const Position* p, const Tables* t, int seat) noexcept nogil:
    """White sum up to which the pot holds: the highest limit in force, never a sum (Q29)."""
    cdef int limit = t.limit, yellow = p.seat[seat].in_pot[YELLOW]
    if p.card == LIVING_IN_LUXURY:
        limit = max(limit, t.a[LIVING_IN_LUXURY])
    if t.side[YELLOW] == 3 and yellow:
        limit = max(limit, t.limit_yellow_third if yellow >= 3 else t.limit_yellow_first)
    return limit


cdef int extras(const Position* p, const Tables* t, int seat, int kind) noexcept nogil:
    """Optional extra spaces of a chip about to be placed, as far as index 52 (Q27, Q82)."""
    cdef const Seat* s = &p.seat[seat]
    cdef int colour = t.colour[kind], value = t.value[kind], extra = 0, n, room
    if s.doubled:
        extra = value
    if colour == RED:
        if t.side[RED] == 1:
            n = s.in_pot[ORANGE]
            extra += t.red1_high if n >= 3 else t.red1_low if n else 0
        elif t.side[RED] == 3 and s.size and t.colour[s.chip[s.size - 1]] == WHITE:
            extra += t.value[s.chip[s.size - 1]]
    elif colour == WHITE:
        if value == 1 and t.side[RED] == 4 and s.in_pot[RED]:
            extra += t.red4_extra
    elif colour == YELLOW:
        if t.side[YELLOW] == 4 and s.in_pot[YELLOW] < 3:
            extra += t.yellow4[s.in_pot[YELLOW]]
    room = LAST - (s.lead + value + forced_extra(p, t, colour))
    if extra > room:
        extra = room
    return extra if extra > 0 else 0


cdef inline int forced_extra(const Position* p, const Tables* t, int colour) noexcept nogil:
    """Compulsory extra spaces (Q27)."""
    if p.card == PUMPKIN_PATCH_PARTY and colour == ORANGE:
        return t.a[PUMPKIN_PATCH_PARTY]
    return 0


cdef void lay(Seat* s, const Tables* t, int kind, int spaces) noexcept nogil:
    """A chip comes into the pot `spaces` further than the last one, at most on 52 (Q27, Q28)."""
    cdef int at = s.lead + spaces
    pot_add(s, t, kind, at if at < LAST else LAST)
    s.doubled = 0


# ---------------------------------------------------------------------- ticks


cdef void commit_part(Position* p, const Tables* t) noexcept nogil:
    """Ask the next seat for its commitment, in the order of the seats; at last open all (Q21)."""
    cdef Seat* s
    cdef int seat
    cdef bint anybody = False
    if p.cursor < t.players:
        s = &p.seat[p.cursor]
        if s.active and s.bag_size and not s.must_draw:
            put_question(p, DRAW_STOP, p.cursor)
            return
        if s.active:
            s.commit = DRAW if s.bag_size else STOP
        next_seat(p)
        return
    for seat in range(t.players):
        s = &p.seat[seat]
        s.active = s.commit == DRAW
        s.commit = s.must_draw = 0
        anybody |= s.active
    p.turn += 1
    enter(p, PULL_STAGE if anybody else RED2_STAGE)
    if not anybody and t.side[RED] != 2:
        p.cursor = t.players


# ---------------------------------------------------------------------- one chip


cdef void chip_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """Finish the chip that a seat has drawn, question by question (Q81)."""
    cdef Seat* s = &p.seat[seat]
    cdef int kind = s.hand
    if p.sub == 0:
        if kind == NOTHING:
            next_seat(p)
            return
        p.sub = 1
        if p.card == WELL_STIRRED and not s.stirred and t.colour[kind] == WHITE:
            s.stirred = 1
            p.sub = 2
            put_question(p, STIRRED, seat)
            return
    if p.sub == 1:
        p.sub = 2
        if s.flask and (t.colour[kind] != WHITE
                        or s.white + t.value[kind] <= limit_of(p, t, seat)):  # Q24
            put_question(p, FLASK, seat)
            return
    if p.sub == 2:
        if t.colour[kind] == RED and t.side[RED] == 2:  # Q26
            s.aside[kind - RED_1] += 1
            s.fresh[kind - RED_1] += 1
            s.hand = NOTHING
            s.window -= s.window > 0
            next_seat(p)
            return
        p.sub = 3
        p.extra = 0
        p.most = extras(p, t, seat, kind)
        if p.most:
            put_question(p, EXTRA, seat)
            return
    if p.sub == 3:
        place(p, t, seat, kind)
        if p.ask == SECOND:
            return
    if p.sub == 4:
        if s.exploded:
            next_seat(p)
        else:
            act(p, t, seat, s.chip[s.size - 1])
        return
    if p.left:  # sub 5: blue set 1 draws
        put_question(p, PULL, seat)
    else:
        put_question(p, BLUE1, seat)


cdef void place(Position* p, const Tables* t, int seat, int kind) noexcept nogil:
    """The chip lies down, the shield window moves, the pot may explode (Q27 to Q29, blue 2)."""
    cdef Seat* s = &p.seat[seat]
    cdef int colour = t.colour[kind]
    cdef bint inside = s.window > 0
    lay(s, t, kind, t.value[kind] + forced_extra(p, t, colour) + p.extra)
    s.hand = NOTHING
    s.window -= inside
    if colour == BLUE:
        if t.side[BLUE] == 2 and s.window < t.value[kind]:
            s.window = t.value[kind]
    elif colour == YELLOW:
        s.doubled = t.side[YELLOW] == 2
    elif colour == WHITE and s.white > limit_of(p, t, seat):
        s.exploded = 1
        s.active = 0
        s.shielded = inside
    p.sub = 4
    p.extra = p.most = 0
    if p.card == SECOND_CHANCE and not s.second and (
            s.size == t.a[SECOND_CHANCE] or (s.exploded and s.size < t.a[SECOND_CHANCE])):
        s.second = 1
        put_question(p, SECOND, seat)


cdef void act(Position* p, const Tables* t, int seat, int kind) noexcept nogil:
    """What a blue or yellow chip does when it lies down (Q30)."""
    cdef Seat* s = &p.seat[seat]
    cdef int colour = t.colour[kind]
    if colour == BLUE:
        if t.side[BLUE] == 1:
            show(p, seat, t.value[kind])
            if p.left:
                p.sub = 5
                return
            p.out = 0
        elif t.ruby[s.lead]:
            if t.side[BLUE] == 3:
                gain_rubies(p, seat, t.blue3_rubies)
            elif t.side[BLUE] == 4:
                s.score += t.value[kind]
    elif colour == YELLOW and t.side[YELLOW] == 1 and s.size > 1 and (
            t.colour[s.chip[s.size - 2]] == WHITE):
        put_question(p, YELLOW1, seat)
        return
    next_seat(p)


cdef void restart(Position* p, const Tables* t, int seat) noexcept nogil:
    """Second Chance: the drawing begins anew (Q80)."""
    cdef Seat* s = &p.seat[seat]
    cdef int i
    pot_empty(s)
    for i in range(3):
        s.aside[i] -= s.fresh[i]
        while s.fresh[i]:
            s.fresh[i] -= 1
            bag_add(s, RED_1 + i)
    s.exploded = s.shielded = s.window = s.doubled = 0
    s.active = s.must_draw = 1
    s.lead = s.start


# ---------------------------------------------------------------------- the end of brewing


cdef void red2_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """Red chips beside the pot, the highest first (Q36)."""
    cdef Seat* s = &p.seat[seat]
    if p.sub == 0:
        memset(s.fresh, 0, sizeof(s.fresh))
    elif p.left:
        put_question(p, RED2, seat)
        return
    if p.sub == 3:
        s.doubled = 0
        next_seat(p)
        return
    p.sub += 1
    p.left = s.aside[3 - p.sub]
    p.least = PLACE


cdef void strong_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """Strong Ingredient: draw, and place one of the chips if wished (Q37)."""
    if p.sub == 0:
        if p.seat[seat].exploded:
            next_seat(p)
            return
        show(p, seat, t.a[STRONG_INGREDIENT])
        p.sub = 1
        if p.left == 0:
            p.out = 0
            next_seat(p)
    elif p.left:
        put_question(p, PULL, seat)
    else:
        put_question(p, STRONG, seat)


# ---------------------------------------------------------------------- questions


cdef void answer_brewing(Position* p, const Tables* t, int ask, int verb,
                         int argument) noexcept nogil:
    cdef int seat = p.who, kind
    cdef Seat* s = &p.seat[seat]
    if ask == DRAW_STOP:
        s.commit = verb
        next_seat(p)
    elif ask == FLASK or ask == STIRRED:
        if verb == RETURN:  # Q24
            if ask == FLASK:
                s.flask = 0
            bag_add(s, s.hand)
            s.hand = NOTHING
            next_seat(p)
    elif ask == EXTRA:
        p.extra = argument
        if p.stage == RED2_STAGE:
            kind = s.hand
            s.hand = NOTHING
            lay(s, t, kind, t.value[kind] + argument)
            p.extra = p.most = 0
    elif ask == BLUE1:
        if verb == NONE:
            put_back(p)
            next_seat(p)
            return
        p.shown[argument] -= 1
        put_back(p)
        s.hand = argument
        if p.card == WELL_STIRRED and t.colour[argument] == WHITE:
            s.stirred = 1
        p.sub = 2
    elif ask == YELLOW1:
        if verb == RETURN:
            bag_add(s, pot_remove(s, t, s.size - 2))
        next_seat(p)
    elif ask == SECOND:
        if verb == RESTART:
            restart(p, t, seat)
            next_seat(p)
    elif ask == RED2:
        kind = RED_1 + 3 - p.sub
        p.least = verb
        p.left -= 1
        if verb == KEEP:
            return
        s.aside[kind - RED_1] -= 1
        if verb == RETURN:
            bag_add(s, kind)
            return
        p.most = extras(p, t, seat, kind)
        if p.most:
            s.hand = kind
            put_question(p, EXTRA, seat)
        else:
            lay(s, t, kind, t.value[kind])
    else:  # STRONG
        if verb == CHIP:
            p.shown[argument] -= 1
            lay(s, t, argument, t.value[argument])
        put_back(p)
        next_seat(p)


cdef int write_brewing(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef int i, n = 0, ask = p.ask
    if ask == DRAW_STOP:
        out[0] = act_of(DRAW, 0)
        out[1] = act_of(STOP, 0)
        return 2
    if ask == FLASK or ask == STIRRED:
        out[0] = act_of(PLACE, 0)
        out[1] = act_of(RETURN, 0)
        return 2
    if ask == EXTRA:
        for i in range(p.most + 1):
            out[i] = act_of(MOVE, i)
        return p.most + 1
    if ask == YELLOW1:
        out[0] = act_of(KEEP, 0)
        out[1] = act_of(RETURN, 0)
        return 2
    if ask == SECOND:
        out[0] = act_of(CONTINUE, 0)
        out[1] = act_of(RESTART, 0)
        return 2
    if ask == RED2:
        for i in range(p.least, RETURN + 1):
            out[n] = act_of(i, 0)
            n += 1
        return n
    return write_shown(p, out)  # BLUE1, STRONG

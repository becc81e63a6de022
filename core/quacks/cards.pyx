"""Fortune cards of phase 2 and the rat stones of phase 3 (rules.md sections 3 and 9)."""

from core.quacks.position cimport (
    CARD, CARD_STAGE, CHIP, DISCARD, DROPLET, NONE, POINTS, PULL, RATS, RAT_STAGE, ROLL, RUBIES,
    SWAP, TAILS, Seat, act_of, bag_add, bag_take, enter, gain_chip, gain_rubies, is_open, next_seat,
    pay_rubies, put_back, put_question, seat_at, show,
)
from core.quacks.tables cimport (
    BEGINNERS_BONUS, CHARITY, CHOOSE_ONE, CHOOSE_WISELY, GOOD_START, JUST_IN_TIME, KINDS, LAST,
    LESS_IS_MORE, OPPORTUNISTIC_MOMENT, POT_FILLING_UP, POT_IS_FULL, RATS_ARE_YOUR_FRIENDS,
    RAT_INFESTATION, ROLL_THE_DIE, WHEEL_AND_DEAL, WHITE_1,
)


cdef inline int tails_below(const Tables* t, int score) noexcept nogil:
    """Tails between 0 and a score; the track is a loop (Q17, ruling 38)."""
    if score <= 0:
        return 0
    return t.tails_lap * (score // t.lap) + t.tails_below[score % t.lap]


cdef int tails_due(const Position* p, const Tables* t, int seat, int leader) noexcept nogil:
    return tails_below(t, leader) - tails_below(t, p.seat[seat].score)


cdef void read_tails(Position* p, const Tables* t) noexcept nogil:
    """Tails of all players by the scores as they are now (Q17, Q18)."""
    cdef int seat, leader = p.seat[0].score
    for seat in range(1, t.players):
        leader = max(leader, p.seat[seat].score)
    for seat in range(t.players):
        p.seat[seat].tails = tails_due(p, t, seat, leader) if t.rats[p.round] else 0


cdef void turn_card(Position* p, const Tables* t, int card) noexcept nogil:
    """The card of the round lies open; who has least is read now (Q13, Q14)."""
    cdef int seat, least = 10000, mine
    p.card = card
    p.deck &= ~(<unsigned int>1 << card)
    p.judged = 0
    if card == RATS_ARE_YOUR_FRIENDS:
        read_tails(p, t)
    elif card == CHARITY or card == BEGINNERS_BONUS:
        for seat in range(t.players):
            mine = p.seat[seat].rubies if card == CHARITY else p.seat[seat].score
            if mine < least:
                least = mine
                p.judged = 0
            if mine == least:
                p.judged |= 1 << 2 * seat
    if card >= POT_IS_FULL or card == RAT_INFESTATION or card == GOOD_START:  # nothing in phase 2
        open_rats(p, t)
    else:
        enter(p, CARD_STAGE)


cdef inline bint pulling(Position* p, int seat, int chips) noexcept nogil:
    """Show chips of a seat's bag one after the other; True until all lie there."""
    if p.sub == 0:
        show(p, seat, chips)
        p.sub = 1
    if p.left:
        put_question(p, PULL, seat)
    return p.left > 0


cdef inline bint can_swap(const Position* p, const Tables* t, int kind) noexcept nogil:
    """True if Opportunistic Moment swaps a shown kind for the next higher one."""
    return p.shown[kind] and t.upgrade[kind] < KINDS and p.supply[t.upgrade[kind]]


cdef void card_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """A purple card acts on one seat (section 9)."""
    cdef int card = p.card, kind
    if card == ROLL_THE_DIE:
        if p.sub < t.a[card]:
            put_question(p, ROLL, seat)
            return
    elif card == POT_FILLING_UP:
        p.steps += t.a[card]
        p.stepper = seat
    elif card == CHARITY:
        if p.judged >> 2 * seat & 1:
            gain_rubies(p, seat, t.a[card])
    elif card == BEGINNERS_BONUS:
        if p.judged >> 2 * seat & 1:
            gain_chip(p, t, seat, t.chip[card])
    elif card == OPPORTUNISTIC_MOMENT:
        if pulling(p, seat, t.a[card]):
            return
        for kind in range(KINDS):
            if can_swap(p, t, kind):
                put_question(p, CARD, seat)
                return
        gain_chip(p, t, seat, t.chip[card])
        p.who = seat
        put_back(p)
    elif card == LESS_IS_MORE:
        if pulling(p, seat, t.a[card]):
            return
        for kind in range(KINDS):
            p.seat[seat].sum += p.shown[kind] * t.value[kind]
        p.who = seat
        put_back(p)
    else:
        put_question(p, CARD, seat)
        return
    next_seat(p)


cdef void close_card(Position* p, const Tables* t) noexcept nogil:
    """All seats are done with the card: Less Is More pays; then come the rats (Q18)."""
    cdef int i, seat, lowest = 10000
    if p.card == LESS_IS_MORE:
        for seat in range(t.players):
            lowest = min(lowest, p.seat[seat].sum)
        for i in range(t.players):
            seat = seat_at(p, t, i)
            if p.seat[seat].sum == lowest:
                gain_chip(p, t, seat, t.chip[LESS_IS_MORE])
            else:
                gain_rubies(p, seat, t.b[LESS_IS_MORE])
    p.judged = 0
    open_rats(p, t)


cdef void open_rats(Position* p, const Tables* t) noexcept nogil:
    """Phase 3: only A Good Start asks; otherwise all stones are set at once (Q18, Q19)."""
    read_tails(p, t)
    enter(p, RAT_STAGE)
    if p.card != GOOD_START:
        while p.cursor < t.players:
            rat_part(p, t, seat_at(p, t, p.cursor))


cdef void rat_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """The rat stone of one seat (Q19)."""
    cdef int tails = p.seat[seat].tails
    if p.card == GOOD_START and tails > 0 and p.sub == 0:
        p.most = min(tails, t.a[GOOD_START])
        if p.most:
            put_question(p, RATS, seat)
            return
    set_rat(p, t, seat, tails)


cdef void set_rat(Position* p, const Tables* t, int seat, int tails) noexcept nogil:
    cdef Seat* s = &p.seat[seat]
    cdef int at
    if p.card == RAT_INFESTATION:
        tails *= t.a[RAT_INFESTATION]
    at = s.droplet + tails
    s.start = s.lead = at if at < LAST else LAST
    s.rat = s.start - s.droplet
    next_seat(p)


cdef void answer_card(Position* p, const Tables* t, int ask, int verb,
                      int argument) noexcept nogil:
    cdef int seat = p.who, card = p.card
    cdef Seat* s = &p.seat[seat]
    if ask == RATS:
        gain_rubies(p, seat, argument * t.b[GOOD_START])
        set_rat(p, t, seat, s.tails - argument)
        return
    if verb == CHIP:
        if card == WHEEL_AND_DEAL:
            pay_rubies(p, seat, t.a[card])
        gain_chip(p, t, seat, argument)
    elif verb == POINTS:
        s.score += s.tails if card == RATS_ARE_YOUR_FRIENDS else t.a[card]
    elif verb == RUBIES:
        gain_rubies(p, seat, t.a[card])
    elif verb == DROPLET:
        p.steps += t.a[card]
        p.stepper = seat
    elif verb == DISCARD:
        bag_take(s, WHITE_1)
        p.supply[WHITE_1] += 1
    elif verb == SWAP:
        p.shown[argument] -= 1
        p.supply[argument] += 1
        p.supply[t.upgrade[argument]] -= 1
        bag_add(s, t.upgrade[argument])
    if card == OPPORTUNISTIC_MOMENT:
        put_back(p)
    next_seat(p)


cdef int write_card(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef const Seat* s = &p.seat[p.who]
    cdef int card = p.card, kind, n = 0
    if p.ask == RATS:
        for n in range(p.most + 1):
            out[n] = act_of(TAILS, n)
        return p.most + 1
    if card == OPPORTUNISTIC_MOMENT:
        for kind in range(KINDS):
            if can_swap(p, t, kind):
                out[n] = act_of(SWAP, kind)
                n += 1
    elif card != WHEEL_AND_DEAL or s.rubies >= t.a[card]:
        for kind in range(KINDS):
            if t.offer[card][kind] and is_open(p, t, kind):
                out[n] = act_of(CHIP, kind)
                n += 1
    if card == JUST_IN_TIME or card == RATS_ARE_YOUR_FRIENDS:
        out[n] = act_of(POINTS, 0)
        n += 1
    if card == CHOOSE_ONE:
        out[n] = act_of(RUBIES, 0)
        n += 1
    elif card == CHOOSE_WISELY:
        out[n] = act_of(DROPLET, 0)
        n += 1
    elif card == JUST_IN_TIME:
        if s.bag[WHITE_1]:
            out[n] = act_of(DISCARD, 0)
            n += 1
    elif card == WHEEL_AND_DEAL or card == OPPORTUNISTIC_MOMENT:
        out[n] = act_of(NONE, 0)
        n += 1
    return n

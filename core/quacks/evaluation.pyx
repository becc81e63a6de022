"""Cards at the end of brewing, and the evaluation A to F (rules.md sections 4.2, 5 and 6)."""

from core.quacks.position cimport (
    BOOM, BUY1, BUY2, BUY_FLASK, BUY_STEP, CHIP, COINS, GLOAT, GREEN2, GREEN3, GREEN4, LINE, MOVE,
    NONE, PAY, POINTS, PURPLE1, PURPLE2, PURPLE4, REFILL, ROLL, STEP, UPGRADE, Seat, act_of,
    bag_add, can_step, chip_key, gain_chip, gain_rubies, is_open, next_seat, pay_out, pay_rubies,
    pot_empty, pot_remove, put_question, take_step,
)
from core.quacks.tables cimport (
    BLACK, GLASSES, GREEN, KINDS, LAST, LUCKY_DEVIL, MAGIC_POTION, POT_IS_FULL,
    PURPLE, ROUNDS, SCHADENFREUDE, SEASONED_PERFECTLY, SHINING_EXTRA_BRIGHT, YELLOW, Reward,
)


cdef inline int left_of(const Tables* t, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < t.players else 0


cdef inline int right_of(const Tables* t, int seat) noexcept nogil:
    return seat - 1 if seat else t.players - 1


cdef void gloat_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """Schadenfreude: the right neighbour's pot has exploded (Q38)."""
    if p.seat[right_of(t, seat)].exploded and p.sub == 0:
        p.sub = 1
        put_question(p, GLOAT, seat)
    else:
        next_seat(p)


cdef void season_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """Seasoned Perfectly (Q39)."""
    if p.seat[seat].white == t.a[SEASONED_PERFECTLY]:
        p.steps += t.b[SEASONED_PERFECTLY]
        p.stepper = seat
    next_seat(p)


# ---------------------------------------------------------------------- A: scoring space, die


cdef void open_evaluation(Position* p, const Tables* t) noexcept nogil:
    """Fix the scoring spaces (Q40) and mark who rolls the bonus die (Q42)."""
    cdef Seat* s
    cdef int seat, best = -1
    for seat in range(t.players):
        s = &p.seat[seat]
        s.scoring = s.lead + 1
        s.doubled = s.window = 0
        if not s.exploded and s.scoring > best:
            best = s.scoring
    p.judged = 0
    for seat in range(t.players):
        s = &p.seat[seat]
        if not s.exploded and s.scoring == best:
            p.judged |= 1 << 2 * seat


cdef void die_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """Roll the bonus die, once or by the card twice (Q43)."""
    if p.judged >> 2 * seat & 1 and p.sub < (t.a[POT_IS_FULL] if p.card == POT_IS_FULL else 1):
        put_question(p, ROLL, seat)
    else:
        next_seat(p)


# ---------------------------------------------------------------------- B: black, green, purple


cdef void judge_black(Position* p, const Tables* t) noexcept nogil:
    """Compare the black chips of all pots before anybody is paid (Q44)."""
    cdef int seat, mine, other, more
    p.judged = 0
    for seat in range(t.players):
        mine = p.seat[seat].in_pot[BLACK]
        other = p.seat[left_of(t, seat)].in_pot[BLACK]
        if t.players == 2:
            more = 2 if mine > other else 1 if mine and mine == other else 0
        else:
            more = (mine > other) + (mine > p.seat[right_of(t, seat)].in_pot[BLACK])
        p.judged |= more << 2 * seat


cdef void black_part(Position* p, const Tables* t, int seat) noexcept nogil:
    cdef int more = p.judged >> 2 * seat & 3
    if more:
        pay_out(p, t, seat, &t.black_high if more == 2 else &t.black_low)
    next_seat(p)


cdef void green_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """Green chips by the side of their book; sets 2 and 4 go from the last chip on."""
    cdef Seat* s = &p.seat[seat]
    cdef int side = t.side[GREEN], i, kind, sum = 0
    if side == 1:
        for i in range(t.green_positions):
            if i < s.size and t.colour[s.chip[s.size - 1 - i]] == GREEN:
                gain_rubies(p, seat, t.green_rubies)
        next_seat(p)
        return
    if side == 3:
        if s.white == t.green3_sum:
            for i in range(s.size):
                if t.colour[s.chip[i]] == GREEN:
                    sum += t.value[s.chip[i]]
        p.most = min(sum, LAST - s.lead)
        if p.most:
            put_question(p, GREEN3, seat)
        else:
            next_seat(p)
        return
    while p.sub < t.green_positions and p.sub < s.size:
        kind = s.chip[s.size - 1 - p.sub]
        p.sub += 1
        if t.colour[kind] != GREEN:
            continue
        if side == 2:
            p.colour = kind - t.first[GREEN]
            put_question(p, GREEN2, seat)
            return
        if s.rubies >= t.green4_cost and can_step(p, t, seat):
            put_question(p, GREEN4, seat)
            return
    next_seat(p)


cdef void purple_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """Purple chips by the side of their book."""
    cdef Seat* s = &p.seat[seat]
    cdef int i
    if p.sub == 0 and s.in_pot[PURPLE]:
        p.sub = 1
        if t.side[PURPLE] == 1:
            put_question(p, PURPLE1, seat)
            return
        if t.side[PURPLE] == 2:
            put_question(p, PURPLE2, seat)
            return
        if t.side[PURPLE] == 4:
            put_question(p, PURPLE4, seat)
            return
        for i in range(s.size):
            if t.colour[s.chip[i]] == PURPLE:
                s.score += t.purple3[s.at[i]]
    next_seat(p)


cdef inline bint beats(const Reward* one, const Reward* two) noexcept nogil:
    """True if a line is at least as good as another in all and better in something."""
    return (one.vp >= two.vp and one.rubies >= two.rubies and one.steps >= two.steps
            and one.vp + one.rubies + one.steps > two.vp + two.rubies + two.steps)


cdef int find_chip(const Position* p, const Tables* t, int seat, int kind) noexcept nogil:
    """Place in the pot of the last chip of a kind, or -1."""
    cdef const Seat* s = &p.seat[seat]
    cdef int i
    for i in range(s.size - 1, -1, -1):
        if s.chip[i] == kind:
            return i
    return -1


cdef inline int kind_at(const Tables* t, int colour, int value) noexcept nogil:
    cdef int kind
    for kind in range(t.first[colour], t.first[colour + 1]):
        if t.value[kind] == value:
            return kind
    return KINDS


# ---------------------------------------------------------------------- C to F


cdef void ruby_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """C: a ruby on the scoring space (Q45)."""
    cdef int rubies = 1
    if t.ruby[p.seat[seat].scoring]:
        if p.card == SHINING_EXTRA_BRIGHT:
            rubies += t.a[SHINING_EXTRA_BRIGHT]
        elif p.card == LUCKY_DEVIL:
            p.seat[seat].score += t.a[LUCKY_DEVIL]
        gain_rubies(p, seat, rubies)
    next_seat(p)


cdef void points_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """D: points of the scoring space, or the choice after an explosion (Q46)."""
    cdef Seat* s = &p.seat[seat]
    if s.exploded and not s.shielded and p.round < ROUNDS:
        put_question(p, BOOM, seat)
        return
    s.score += t.vp[s.scoring]
    s.shops = not s.exploded or s.shielded
    next_seat(p)


cdef void buy_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """E: none, one or two chips (Q47)."""
    if p.sub == 0 and p.seat[seat].shops:
        p.sub = 1
        p.money = t.coins[p.seat[seat].scoring]
        put_question(p, BUY1, seat)
    elif p.sub == 2:
        p.sub = 3
        put_question(p, BUY2, seat)
    else:
        next_seat(p)


cdef void open_charge(Position* p, const Tables* t) noexcept nogil:
    """All have bought: the pots are emptied (Q48, not in round 9); Magic Potion refills (Q49)."""
    cdef int seat
    for seat in range(t.players):
        if p.round < ROUNDS:
            pot_empty(&p.seat[seat])
        if p.card == MAGIC_POTION:
            p.seat[seat].flask = 1


cdef void coin_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """F in round 9: coins become points (Q61)."""
    cdef Seat* s = &p.seat[seat]
    if not s.exploded or s.shielded:
        s.score += t.coins[s.scoring] // t.coins_per_vp
    next_seat(p)


cdef void charge_part(Position* p, const Tables* t, int seat) noexcept nogil:
    """F: rubies for droplet steps and the flask (Q49), in round 9 for points (Q62)."""
    cdef Seat* s = &p.seat[seat]
    cdef bint final = p.round == ROUNDS, room
    cdef int n
    if p.sub == 0:
        room = can_step(p, t, seat) if not final else t.tubes and s.glass < GLASSES - 1
        if room and s.rubies >= t.step_cost:
            put_question(p, STEP, seat)
            return
        p.sub = 1
    if p.sub == 1 and final:
        n = s.rubies // t.rubies_per_vp
        pay_rubies(p, seat, n * t.rubies_per_vp)
        s.score += n
    elif p.sub == 1 and not s.flask and s.rubies >= t.refill_cost:
        p.sub = 2
        put_question(p, REFILL, seat)
        return
    next_seat(p)


# ---------------------------------------------------------------------- questions


cdef void answer_evaluation(Position* p, const Tables* t, int ask, int verb,
                            int argument) noexcept nogil:
    cdef int seat = p.who, i
    cdef Seat* s = &p.seat[seat]
    if ask == BUY1 or ask == BUY2:
        if verb == CHIP:
            p.supply[argument] -= 1
            bag_add(s, argument)
            p.money -= t.price[argument]
            p.colour = t.colour[argument]
            p.sub += 1
        else:
            next_seat(p)
    elif ask == BOOM:
        if verb == POINTS:
            s.score += t.vp[s.scoring]
        else:
            s.shops = 1
        next_seat(p)
    elif ask == STEP:
        if verb == NONE:
            p.sub = 1
            return
        pay_rubies(p, seat, t.step_cost)
        if p.round == ROUNDS:
            take_step(p, t, seat, True)
        else:
            p.steps += 1
            p.stepper = seat
    elif ask == REFILL:
        if verb == BUY_FLASK:
            pay_rubies(p, seat, t.refill_cost)
            s.flask = 1
    elif ask == GLOAT or ask == GREEN2:
        if verb == CHIP:
            gain_chip(p, t, seat, argument)
    elif ask == GREEN3:
        i = s.size - 1
        s.pot_key -= chip_key(i, s.chip[i], s.at[i])
        s.at[i] += argument
        s.pot_key += chip_key(i, s.chip[i], s.at[i])
        s.lead += argument
        s.scoring += argument
        next_seat(p)
    elif ask == GREEN4:
        if verb == PAY:
            pay_rubies(p, seat, t.green4_cost)
            p.steps += t.green4_steps
            p.stepper = seat
    elif ask == PURPLE1:
        pay_out(p, t, seat, &t.purple1[argument])
    elif ask == PURPLE2:
        if argument:
            for _ in range(argument):
                pot_remove(s, t, find_chip(p, t, seat, t.first[PURPLE]))
                p.supply[t.first[PURPLE]] += 1
            pay_out(p, t, seat, &t.purple2[argument])
    elif verb == UPGRADE:  # PURPLE4
        i = kind_at(t, argument & 15, t.purple4_from[argument >> 4])
        pot_remove(s, t, find_chip(p, t, seat, i))
        p.supply[i] += 1
        i = kind_at(t, argument & 15, t.purple4_to[argument >> 4])
        p.supply[i] -= 1
        bag_add(s, i)


cdef int write_purple(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef const Seat* s = &p.seat[p.who]
    cdef int lines = min(<int>s.in_pot[PURPLE], 3), line, other, colour, kind, n = 0
    cdef bint beaten
    if p.ask == PURPLE2:
        for line in range(lines + 1):
            out[line] = act_of(LINE, line)
        return lines + 1
    if p.ask == PURPLE1:
        for line in range(1, lines + 1):
            beaten = False
            for other in range(1, lines + 1):
                beaten |= beats(&t.purple1[other], &t.purple1[line])
            if not beaten:
                out[n] = act_of(LINE, line)
                n += 1
        return n
    for line in range(1, lines + 1):
        for colour in range(GREEN, YELLOW + 1):
            kind = kind_at(t, colour, t.purple4_to[line])
            if p.supply[kind] and find_chip(p, t, p.who,
                                            kind_at(t, colour, t.purple4_from[line])) >= 0:
                out[n] = act_of(UPGRADE, line << 4 | colour)
                n += 1
    out[n] = act_of(NONE, 0)
    return n + 1


cdef int write_evaluation(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef int ask = p.ask, kind, i, n = 0
    if ask == BUY1 or ask == BUY2:
        for kind in range(t.first[p.colour + 1 if ask == BUY2 else 1], KINDS):
            if t.price[kind] <= p.money and t.price[kind] and is_open(p, t, kind):
                out[n] = act_of(CHIP, kind)
                n += 1
    elif ask == BOOM:
        out[0] = act_of(POINTS, 0)
        out[1] = act_of(COINS, 0)
        return 2
    elif ask == STEP:
        out[0] = act_of(BUY_STEP, 0)
        n = 1
    elif ask == REFILL:
        out[0] = act_of(BUY_FLASK, 0)
        n = 1
    elif ask == GREEN4:
        out[0] = act_of(PAY, 0)
        n = 1
    elif ask == GREEN3:
        for i in range(p.most + 1):
            out[i] = act_of(MOVE, i)
        return p.most + 1
    elif ask == GREEN2:
        for i in range(2):
            if t.green2[p.colour][i] < KINDS and is_open(p, t, t.green2[p.colour][i]):
                out[n] = act_of(CHIP, t.green2[p.colour][i])
                n += 1
    elif ask == GLOAT:
        for kind in range(KINDS):
            if t.offer[SCHADENFREUDE][kind] and is_open(p, t, kind):
                out[n] = act_of(CHIP, kind)
                n += 1
        return n
    else:
        return write_purple(p, t, out)
    out[n] = act_of(NONE, 0)
    return n + 1

"""The rune cards outside attacks: when they may be played, targets, effects (sections 7 and 8)."""

from libc.stdint cimport uint64_t
from core.vikings.position cimport (
    ANY_GOODS, AT, A_SETTLEMENT, CREW, DIE, DISPUTING, EFFECT_STAGE, GIVE, HAND, HITS, JARL,
    MAIN_STAGE, NOTHING, Seat, TAKE, TARGET, TITLE, WIND, aboard, act_of, all_settled, bit, bits,
    day_at_sea, effective, free_figure, free_places, gain_token, hand_add, hand_remove, in_port,
    kind_in, lay_down, lose_token, low_bit, occupied, on_water, put_question, reshuffle, settler,
    take_good, with_goods,
)
from core.vikings.sailing cimport move_ship
from core.vikings.tables cimport (
    ANSWERED_PRAYERS, BACK_TO_THE_LONGSHIPS, CHANGE_IN_DEMAND, COLONISATION, DEBTS_OF_HONOUR,
    DISPUTED_SETTLEMENT, FAME_PRECEDES_YOU, FOLLOWING_WIND, INTIMIDATION, KINDS, LOKIS_MARK,
    MASTERS_OF_SEAFARING, NAVIGATION_ERROR, NEW_CREW, NEW_TRADE_OPPORTUNITIES, NOT_WELCOME,
    PORTS, PRAYER_TO_ODIN, REBELLION, REVOLT, RUNES, SEA_MONSTER, STORM, TRADE_WITH_NATIVES, WATERS,
    WINTERING, WRATH_OF_THE_GODS,
)
from core.vikings.tasks cimport declare, may_dispute

cdef enum:
    STRIKES_FROM = 4    # a die of Revolt that removes the settlement


cdef inline bint goods_in_stock(const Position* p) noexcept nogil:
    return (p.bank[0] | p.bank[1] | p.bank[2]) != 0


cdef inline uint64_t reachable_prey(const Position* p, const Tables* t) noexcept nogil:
    """Ports beside the own water that hold another ship (R06)."""
    return t.ports_at[p.seat[p.active].space] & occupied(p, t)


cdef bint targets_seat(const Position* p, const Tables* t, int title, int seat) noexcept nogil:
    """True if a rune may be aimed at a jarl or at his ship (V58)."""
    cdef const Seat* s = &p.seat[seat]
    cdef int i
    if title == LOKIS_MARK:
        return in_port(s) and aboard(s) > 0
    if title == NOT_WELCOME:
        return in_port(s) and effective(p, t, s.space) >= 2
    if title == SEA_MONSTER:
        return on_water(s)
    if title == STORM:
        return on_water(s) or in_port(s)
    if seat == p.active:
        return False
    if title == WRATH_OF_THE_GODS:
        return s.hand_size > 0
    if title == DEBTS_OF_HONOUR:
        return s.settled != 0
    for i in range(t.degree[s.space]):  # Navigation Error; Wintering has no neighbours
        if drifts(p, t, t.adjacent[s.space][i]):
            return True
    return False


cdef bint drifts(const Position* p, const Tables* t, int space) noexcept nogil:
    """True if Navigation Error may move a ship to an adjacent space: no home, no taken port."""
    if space < PORTS:
        return not occupied(p, t) & bit(space)
    return space >= WATERS


cdef bint playable(const Position* p, const Tables* t, int title) noexcept nogil:
    """True if a rune can be played at D1 (V57, V58); the ship is in no home port."""
    cdef const Seat* s = &p.seat[p.active]
    cdef int seat
    if title == INTIMIDATION:
        return on_water(s) and reachable_prey(p, t) != 0 and day_at_sea(p, t)
    if title == ANSWERED_PRAYERS:
        for seat in range(RUNES):
            if p.pile[seat]:
                return True
        return False
    if title == FAME_PRECEDES_YOU:
        return (s.space == WINTERING and free_places(p, t, s) > 0
                and (s.reserve > 0 or goods_in_stock(p)))
    if title == TRADE_WITH_NATIVES:
        return (in_port(s) and with_goods(p) & bit(s.space) != 0
                and p.bank[kind_in(p, s.space)] > 0 and free_places(p, t, s) > 0)
    if title == NEW_CREW:
        return (in_port(s) and s.settled & bit(s.space) != 0 and s.reserve > 0
                and free_places(p, t, s) > 0)
    if title == COLONISATION or title == REBELLION or title == REVOLT:
        return all_settled(p, t) != 0
    if title == NEW_TRADE_OPPORTUNITIES:
        return with_goods(p) != 0
    if title == BACK_TO_THE_LONGSHIPS:
        return ((with_goods(p) | all_settled(p, t)) & t.grey) != 0
    if title == DISPUTED_SETTLEMENT:
        return may_dispute(p, t)
    if title == CHANGE_IN_DEMAND:
        for seat in range(KINDS):
            if seat != p.demand and p.bank[seat]:
                return True
        return False
    if title == MASTERS_OF_SEAFARING or title == FOLLOWING_WIND or title == PRAYER_TO_ODIN:
        return True
    if title == DEBTS_OF_HONOUR and s.reserve == 0:
        return False
    if (title == LOKIS_MARK or title == WRATH_OF_THE_GODS or title == DEBTS_OF_HONOUR
            or title == NOT_WELCOME or title == SEA_MONSTER or title == NAVIGATION_ERROR
            or title == STORM):
        for seat in range(t.players):
            if targets_seat(p, t, title, seat):
                return True
    return False


cdef void play_rune(Position* p, const Tables* t, int title) noexcept nogil:
    """A rune leaves the hand; its effect runs, or its targets are asked (V55)."""
    cdef Seat* s = &p.seat[p.active]
    cdef int seat
    if title == DISPUTED_SETTLEMENT:
        lay_down(p, p.active, title)
        declare(p, DISPUTING)
        put_question(p, WIND, p.active)
        return
    hand_remove(s, title)
    p.card = title
    p.runes += 1
    p.loading = CREW
    p.stage = EFFECT_STAGE
    if title == TRADE_WITH_NATIVES:
        gain_token(p, s, kind_in(p, s.space) + 1)
    elif title == NEW_CREW:
        gain_token(p, s, CREW)
    elif title == COLONISATION:
        for seat in range(t.players):
            p.seat[seat].score += t.colonisation * bits(p.seat[seat].settled)
    elif title == MASTERS_OF_SEAFARING:
        p.masters = 1
    elif title == FOLLOWING_WIND:
        p.tail += 1
    elif title == PRAYER_TO_ODIN:
        p.draws = HAND - s.hand_size
        p.drawer = p.active
    else:
        put_question(p, TARGET, p.active)


# ---------------------------------------------------------------------- targets


cdef inline int write_ports(uint64_t ports, Action* out) noexcept nogil:
    cdef int n = 0
    while ports:
        out[n] = act_of(AT, low_bit(ports))
        n += 1
        ports &= ports - 1
    return n


cdef int write_kinds(const Position* p, Action* out) noexcept nogil:
    """Kinds of goods that the running rune may take."""
    cdef int kind, n = 0
    cdef bint there
    for kind in range(KINDS):
        if p.card == LOKIS_MARK:
            there = p.seat[p.target].goods[kind] > 0
        else:
            there = p.bank[kind] > 0 and not (p.card == CHANGE_IN_DEMAND and kind == p.demand)
        if there:
            out[n] = act_of(TAKE, kind + 1)
            n += 1
    return n


cdef int write_second(const Position* p, const Tables* t, Action* out) noexcept nogil:
    """The second target of the running rune."""
    cdef int i, from_, n = 0
    cdef uint64_t ports
    if p.card == INTIMIDATION:
        for i in range(t.degree[p.target]):
            out[n] = act_of(AT, t.adjacent[p.target][i])
            n += 1
        return n
    if p.card == NAVIGATION_ERROR:
        from_ = p.seat[p.target].space
        for i in range(t.degree[from_]):
            if drifts(p, t, t.adjacent[from_][i]):
                out[n] = act_of(AT, t.adjacent[from_][i])
                n += 1
        return n
    if p.card == NEW_TRADE_OPPORTUNITIES:
        ports = with_goods(p)
        return write_ports(ports & ~((bit(p.target) << 1) - 1), out)
    if p.card == BACK_TO_THE_LONGSHIPS:
        if with_goods(p) & bit(p.target):
            out[n] = act_of(TAKE, ANY_GOODS)
            n += 1
        if all_settled(p, t) & bit(p.target):
            out[n] = act_of(TAKE, A_SETTLEMENT)
            n += 1
        return n
    return write_kinds(p, out)


cdef int write_targets(const Position* p, const Tables* t, Action* out) noexcept nogil:
    """What the running rune may be aimed at (D9)."""
    cdef const Seat* s = &p.seat[p.active]
    cdef int i, n = 0
    cdef uint64_t ports
    if p.step:
        return write_second(p, t, out)
    if p.card == INTIMIDATION:
        return write_ports(reachable_prey(p, t), out)
    if p.card == ANSWERED_PRAYERS:
        for i in range(RUNES):
            if p.pile[i]:
                out[n] = act_of(TITLE, i)
                n += 1
        return n
    if p.card == FAME_PRECEDES_YOU:
        if s.reserve:
            out[n] = act_of(TAKE, CREW)
            n += 1
        if goods_in_stock(p):
            out[n] = act_of(TAKE, ANY_GOODS)
            n += 1
        return n
    if p.card == NEW_TRADE_OPPORTUNITIES:
        ports = with_goods(p)
        if bits(ports) > 1:     # a later port must be left for the second
            ports &= ~bit(63 - leading_zeros(ports))
        return write_ports(ports, out)
    if p.card == REBELLION or p.card == REVOLT:
        return write_ports(all_settled(p, t), out)
    if p.card == BACK_TO_THE_LONGSHIPS:
        return write_ports((with_goods(p) | all_settled(p, t)) & t.grey, out)
    if p.card == CHANGE_IN_DEMAND:
        return write_kinds(p, out)
    for i in range(t.players):
        if targets_seat(p, t, p.card, i):
            out[n] = act_of(JARL, i)
            n += 1
    return n


cdef extern from *:
    """
    #define heorot_leading_zeros(mask) __builtin_clzll(mask)
    """
    int leading_zeros "heorot_leading_zeros"(uint64_t mask) noexcept nogil


cdef void choose_target(Position* p, const Tables* t, int argument) noexcept nogil:
    """A target is chosen: the next one is asked, or the effect takes place."""
    if p.step:
        second_target(p, t, argument)
    else:
        first_target(p, t, argument)


cdef inline void ask_second(Position* p) noexcept nogil:
    p.step = 1
    put_question(p, TARGET, p.active)


cdef void first_target(Position* p, const Tables* t, int argument) noexcept nogil:
    cdef Seat* s = &p.seat[p.active]
    cdef Seat* aim
    cdef int i, places
    p.target = argument
    if p.card == ANSWERED_PRAYERS:
        p.pile[argument] -= 1
        hand_add(s, argument, True)
    elif p.card == FAME_PRECEDES_YOU:
        places = min(2, free_places(p, t, s))
        if argument == CREW:
            for _ in range(min(places, s.reserve)):
                gain_token(p, s, CREW)
        else:
            p.count = min(places, p.bank[0] + p.bank[1] + p.bank[2])
            ask_second(p)
    elif p.card == NEW_TRADE_OPPORTUNITIES:
        if bits(with_goods(p)) > 1:
            ask_second(p)
        else:
            take_good(p, argument)
    elif p.card == REBELLION:
        put_question(p, DIE, settler(p, t, argument))
    elif p.card == REVOLT:
        put_question(p, DIE, p.active)
    elif p.card == CHANGE_IN_DEMAND:
        p.bank[p.demand] += 1
        p.bank[argument - 1] -= 1
        p.demand = argument - 1
    elif p.card == WRATH_OF_THE_GODS:
        aim = &p.seat[argument]
        for i in range(aim.hand_size):
            p.pile[aim.hand[i] & 127] += 1
            aim.hand[i] = NOTHING
        aim.hand_size = 0
        p.asked = NOTHING   # cards came to light: a new chain of decisions
    elif p.card == DEBTS_OF_HONOUR:
        put_question(p, GIVE, argument)
    elif p.card == NOT_WELCOME or p.card == SEA_MONSTER:
        put_question(p, HITS, argument)
    elif p.card == STORM:
        p.loser = argument
        p.losses = 2 if on_water(&p.seat[argument]) else 1
    else:
        ask_second(p)


cdef void second_target(Position* p, const Tables* t, int argument) noexcept nogil:
    cdef int seat = 0
    if p.card == LOKIS_MARK:
        lose_token(p, &p.seat[p.target], argument)
    elif p.card == INTIMIDATION:
        while p.seat[seat].space != p.target:
            seat += 1
        p.seat[seat].space = argument
        move_ship(p, t, p.target)
    elif p.card == FAME_PRECEDES_YOU:
        gain_token(p, &p.seat[p.active], argument)
        p.count -= 1
        if p.count:
            ask_second(p)
    elif p.card == NAVIGATION_ERROR:
        p.seat[p.target].space = argument
    elif p.card == NEW_TRADE_OPPORTUNITIES:
        take_good(p, p.target)
        take_good(p, argument)
    elif argument == ANY_GOODS:
        take_good(p, p.target)
    else:
        free_figure(&p.seat[settler(p, t, p.target)], p.target)


# ---------------------------------------------------------------------- effects


cdef int write_gifts(const Position* p, Action* out) noexcept nogil:
    """The settlements of the victim of Debts of Honour (D10)."""
    return write_ports(p.seat[p.who].settled, out)


cdef void give(Position* p, int port) noexcept nogil:
    """The victim's figure returns, one of the active jarl's stands there instead (R05)."""
    free_figure(&p.seat[p.target], port)
    p.seat[p.active].settled |= bit(port)
    p.seat[p.active].reserve -= 1


cdef void hits(Position* p, const Tables* t, int dice) noexcept nogil:
    """Dice that hit cost tokens (R10) or crew (R12)."""
    cdef Seat* s = &p.seat[p.target]
    if p.card == NOT_WELCOME:
        p.loser = p.target if dice else 0
        p.losses = dice
    else:
        s.crew -= dice
        s.reserve += dice


cdef void settlement_die(Position* p, const Tables* t, int face) noexcept nogil:
    """The die of Rebellion or Revolt: does the settlement hold? (R17, R18)"""
    cdef bint holds_out
    if p.card == REBELLION:
        holds_out = face > effective(p, t, p.target)
    else:
        holds_out = face < STRIKES_FROM
    if not holds_out:
        free_figure(&p.seat[settler(p, t, p.target)], p.target)


cdef void end_rune(Position* p) noexcept nogil:
    """The effect is over: the card goes to the pile, then comes the wind (V31, V55, Q24)."""
    if p.card == STORM:
        reshuffle(p)
    p.pile[p.card] += 1
    p.card = NOTHING
    p.step = p.target = p.count = 0
    p.stage = MAIN_STAGE
    put_question(p, WIND, p.active)

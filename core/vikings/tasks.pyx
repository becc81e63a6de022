"""The tasks in a port: trade, raid, settle (section 5), and the runes of attacks (V59)."""

from core.vikings.position cimport (
    ATTACK_STAGE, CREW, DICE, DIE, DISPUTING, FOUND, GO, KNOWN, MAIN_STAGE,
    NO_ATTACK, PLAY, PRIZE_STAGE, RAIDING, RAID_ON, RETRIBUTE, REVEAL, Seat, act_of,
    all_settled, bit, effective, free_figure, holds, in_port, lay_down, lose_token, put_question,
    settler, with_goods,
)
from core.vikings.sagas cimport complete_sagas
from core.vikings.tables cimport (
    BERSERKER_FURY, RAVEN_BANNER, RETRIBUTION, SIEGE, SURPRISE_ATTACK, VALHALLA,
)

cdef enum:
    ATTACK_DICE = 3


cdef inline bint may_work(const Position* p) noexcept nogil:
    """True if the active ship is in a port whose task is not used up (V32, V33)."""
    cdef const Seat* s = &p.seat[p.active]
    return in_port(s) and not p.used & bit(s.space)


cdef bint may_trade(const Position* p, const Tables* t, int kind) noexcept nogil:
    """The port holds no good, its region none of this kind (V36)."""
    cdef const Seat* s = &p.seat[p.active]
    if not may_work(p) or s.goods[kind] == 0:
        return False
    return not with_goods(p) & bit(s.space) and not p.good[kind] & t.group[s.space]


cdef bint may_raid(const Position* p, const Tables* t) noexcept nogil:
    """A standing town (V39); a ship in a port has crew."""
    return may_work(p) and p.towns & bit(p.seat[p.active].space) != 0


cdef bint may_settle(const Position* p, const Tables* t) noexcept nogil:
    """No settlement in the port, no standing town in its region (V43)."""
    cdef int port = p.seat[p.active].space
    return (may_work(p) and not p.towns & t.group[port]
            and not all_settled(p, t) & bit(port))


cdef bint may_dispute(const Position* p, const Tables* t) noexcept nogil:
    """Another jarl's settlement in the port (R23)."""
    cdef const Seat* s = &p.seat[p.active]
    return may_work(p) and (all_settled(p, t) & ~s.settled & bit(s.space)) != 0


cdef void trade(Position* p, const Tables* t, int kind) noexcept nogil:
    """The good goes into the port and scores the printed value (V35, V37)."""
    cdef Seat* s = &p.seat[p.active]
    p.used |= bit(s.space)
    s.goods[kind] -= 1
    p.good[kind] |= bit(s.space)
    s.score += t.value[s.space] + (t.demand_bonus if kind == p.demand else 0)
    complete_sagas(p, t)


cdef void declare(Position* p, int attack) noexcept nogil:
    """The port's task is used up on declaration (Q12)."""
    p.used |= bit(p.seat[p.active].space)
    p.attack = attack
    p.stage = ATTACK_STAGE


cdef bint aids(const Position* p, const Tables* t, int title) noexcept nogil:
    """True if an attack card's condition holds and its turn in the order has not passed (V59)."""
    cdef const Seat* s = &p.seat[p.active]
    if title < p.title:
        return False
    if title == SIEGE:
        return p.origin == s.space
    if title == SURPRISE_ATTACK:
        return (s.settled & t.group[s.space] & ~(t.grey & bit(s.space))) != 0
    return title == RAVEN_BANNER or title == VALHALLA or title == BERSERKER_FURY


cdef int write_attack_runes(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef const Seat* s = &p.seat[p.active]
    cdef int i, title, n = 0
    for i in range(s.hand_size):
        title = s.hand[i] & ~KNOWN
        if aids(p, t, title) and (n == 0 or out[n - 1] != act_of(PLAY, title)):
            out[n] = act_of(PLAY, title)
            n += 1
    out[n] = act_of(GO, 0)
    return n + 1


cdef void play_attack_rune(Position* p, int title) noexcept nogil:
    """Effects add up (R01, R03, R22, R26, R27)."""
    p.title = title
    lay_down(p, p.active, title)
    if title == VALHALLA:
        p.valhalla = 1
    elif title == BERSERKER_FURY:
        p.fury += 2
    else:
        p.bonus += 2 if title == SURPRISE_ATTACK else 1


cdef void open_dice(Position* p, const Tables* t) noexcept nogil:
    """No more runes: the dice come (V41, V44)."""
    cdef int crew = p.seat[p.active].crew
    if p.attack == RAIDING:
        p.dice = min(crew, ATTACK_DICE)
        put_question(p, DIE, p.active)
    else:
        put_question(p, DICE, p.active)


cdef void raid_die(Position* p, const Tables* t, int face) noexcept nogil:
    """One die of a raid: the first one greater than the effective value wins (V41, V42)."""
    cdef Seat* s = &p.seat[p.active]
    cdef int shown = face + p.bonus + p.fury
    p.fury = 0
    if shown > effective(p, t, s.space):
        p.towns &= ~bit(s.space)
        s.captured |= bit(s.space)
        put_question(p, REVEAL, p.active)
        return
    p.dice -= 1
    if not p.valhalla:
        lose_token(p, s, CREW)
    if p.dice and s.crew:
        put_question(p, RAID_ON, p.active)
    else:
        end_attack(p)


cdef void settle_dice(Position* p, const Tables* t, int roll) noexcept nogil:
    """The dice of a settlement attempt: losses, then the settlement (V44 to V46)."""
    cdef Seat* s = &p.seat[p.active]
    cdef int value = effective(p, t, s.space) - p.bonus, i, failures = 0
    for i in range(p.dice):
        # dice rise: the last one is the highest
        failures += t.roll[roll][i] + (p.fury if i == p.dice - 1 else 0) <= value
    if not p.valhalla:
        s.crew -= failures
        s.reserve += failures
    if failures == p.dice:
        end_attack(p)
    elif s.crew == 1:
        put_question(p, FOUND, p.active)
    else:
        place_settlement(p, t)


cdef void place_settlement(Position* p, const Tables* t) noexcept nogil:
    """One crew becomes the settlement; in a dispute it replaces the old one (V45, R23)."""
    cdef Seat* s = &p.seat[p.active]
    if p.attack == DISPUTING:
        free_figure(&p.seat[settler(p, t, s.space)], s.space)
    s.crew -= 1
    s.settled |= bit(s.space)
    end_attack(p)
    complete_sagas(p, t)


cdef void end_attack(Position* p) noexcept nogil:
    p.attack = NO_ATTACK
    p.bonus = p.fury = p.valhalla = p.title = p.dice = 0
    p.stage = MAIN_STAGE


cdef void reveal_treasure(Position* p, const Tables* t, int points) noexcept nogil:
    """All see the treasure; Retribution may double it (V42, R25)."""
    p.treasure[t.town[p.seat[p.active].space]] = points
    p.prize = points
    p.stage = PRIZE_STAGE
    if holds(&p.seat[p.active], RETRIBUTION):
        put_question(p, RETRIBUTE, p.active)


cdef void score_treasure(Position* p, const Tables* t) noexcept nogil:
    p.seat[p.active].score += p.prize
    p.prize = 0
    end_attack(p)
    complete_sagas(p, t)

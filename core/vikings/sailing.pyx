"""Days, loading, movement and hardship, Wintering, the change of turns (sections 3, 4, 6)."""

from core.vikings.position cimport (
    CREW, MAIN_STAGE, NOTHING, OVER, Seat, day_ashore, free_places, gain_token,
    lose_ship, put_question, unload,
)
from core.vikings.scoring cimport final_points
from core.vikings.tables cimport OVER_DAYS, PORTS, SEATS, WATERS, WINTERING


cdef bint may_load(const Position* p, const Tables* t, int token) noexcept nogil:
    """True if a token may come aboard for a day in Wintering (V17, V18, order of section 12)."""
    cdef const Seat* s = &p.seat[p.active]
    if token < p.loading or free_places(p, t, s) < 1 or not day_ashore(p, t):
        return False
    return s.reserve > 0 if token == CREW else p.bank[token - 1] > 0


cdef void load_token(Position* p, int token) noexcept nogil:
    gain_token(p, &p.seat[p.active], token)
    p.prep += 1
    p.loading = token


cdef int losses_due(const Tables* t, int sailed, int wind, int zone) noexcept nogil:
    """Losses due in total after so many sailing days, the last one in `zone` (V26)."""
    cdef int over = sailed - t.fair[wind][zone]
    return 0 if over <= 0 else t.losses[min(over, OVER_DAYS - 1)]


cdef void move_ship(Position* p, const Tables* t, int space) noexcept nogil:
    """One sailing day of the active ship and its hardship (V22 to V28)."""
    cdef Seat* s = &p.seat[p.active]
    # a step into a home port is judged in the zone of the water just left (V24)
    cdef int zone = t.zone[s.space if PORTS <= space < WATERS else space], due
    s.space = space
    p.sail += 1
    if p.masters:
        return
    due = losses_due(t, p.sail, p.wind, zone)
    if due > p.due:
        p.losses = due - p.due
        p.loser = p.active
        p.due = due


cdef void winter(Position* p) noexcept nogil:
    """The ship returns to Wintering; all goods and all crew but one leave it (V48)."""
    cdef Seat* s = &p.seat[p.active]
    unload(p, s)
    s.reserve += s.crew - 1
    s.crew = 1
    s.space = WINTERING


cdef bint stuck(const Position* p, int seat) noexcept nogil:
    """True for a jarl whose figures have all settled (V52)."""
    return p.seat[seat].reserve == 0 and p.seat[seat].crew == 0


cdef void finish(Position* p, const Tables* t) noexcept nogil:
    """The game ends and is scored (V69 to V71)."""
    cdef int[SEATS] points
    cdef int seat
    final_points(p, t, points)
    for seat in range(t.players):
        p.seat[seat].score += points[seat]
    put_question(p, OVER, p.active)


cdef void begin_turn(Position* p) noexcept nogil:
    """What counts for a turn starts anew (V76)."""
    p.prep = p.sail = p.tail = p.due = p.masters = p.loading = 0
    p.used = 0
    p.runes = 0
    p.origin = p.seat[p.active].space
    p.asked = NOTHING
    p.stage = MAIN_STAGE


cdef void pass_turn(Position* p, const Tables* t) noexcept nogil:
    """The next turn begins, or the game ends (V52, V67, V75); turns that are skipped count."""
    cdef int seat, able = 0
    for seat in range(t.players):
        able += not stuck(p, seat)
    while True:
        if p.final:
            p.final -= 1
            if p.final == 0:
                break
        p.active = p.active + 1 if p.active + 1 < t.players else 0
        if p.active == t.start:
            if t.limit and p.round == t.limit:
                break
            p.round += 1
        if not able:
            break
        if not stuck(p, p.active):
            begin_turn(p)
            return
    finish(p, t)


cdef void end_turn(Position* p, const Tables* t) noexcept nogil:
    """The active jarl's turn is over; goods without crew do not stay in Wintering (V49)."""
    cdef Seat* s = &p.seat[p.active]
    if s.space == WINTERING and s.crew == 0:
        unload(p, s)
    pass_turn(p, t)


cdef void begin_game(Position* p, const Tables* t) noexcept nogil:
    """Set-up is over: the first turn begins."""
    p.active = t.start
    p.round = 1
    begin_turn(p)


cdef bint sink_ships(Position* p, const Tables* t) noexcept nogil:
    """End of the game by sagas, then empty ships (V51, V68); True if the turn is over by them."""
    cdef int seat
    cdef bint emptied = False
    if p.final and p.open == 0:
        finish(p, t)
        return True
    for seat in range(t.players):
        if p.seat[seat].crew == 0 and p.seat[seat].space != WINTERING:
            lose_ship(p, &p.seat[seat])
            emptied = emptied or seat == p.active
    if emptied:
        end_turn(p, t)
    return emptied

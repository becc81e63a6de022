"""What tasks and voyages of Vikings are worth: exact odds of attacks, settlements, sagas, ships.

Everything is in points of the final margin. A voyage is worth its best port, discounted by the
days to it, and the best one after that. The figures come packed in a `Book`.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset
from core.vikings.position cimport (
    CREW, Position, Seat, aboard, all_settled, bit, bits, free_places, in_port,
    low_bit, occupied, with_goods,
)
from core.vikings.tables cimport HOMES, KINDS, PORTS, RAID_SAGA, TRADE_SAGA, WINTERING, Tables

cdef enum:
    LANES = 8

cdef double SECOND = 0.85       # of what comes after the first port of a voyage
cdef double TAKEN = 0.5         # of a port with another ship in it
cdef double HALF_SAGA = 0.35    # of a saga that one task brings within one more
cdef double ATTACK_HALF = 0.55  # of a second attack where the crew may not suffice


# ---------------------------------------------------------------------- time


cdef double time_left(const Position* p, const Tables* t) noexcept nogil:
    """Sagas in the deck and 3, or the rounds of the final ones."""
    cdef double left = p.left[0] + p.left[1] + p.left[2] + t.final_rounds
    if p.final:
        left = <double>p.final / t.players
    if t.limit and left > t.limit + 1 - p.round:
        left = t.limit + 1 - p.round
    return left


cdef int locate(const Book* b, double left, double* share) noexcept nogil:
    """Return the knot below a time and the share of the next one."""
    cdef int i = 0
    while i < KNOT_COUNT - 2 and left > b.knot[i + 1]:
        i += 1
    share[0] = min(1.0, max(0.0, (left - b.knot[i]) / (b.knot[i + 1] - b.knot[i])))
    return i


cdef void worths(const Book* b, double left, double* k) noexcept nogil:
    """Write the worth of every feature at a time."""
    cdef double share
    cdef int knot = locate(b, left, &share), i
    for i in range(FEATURES):
        k[i] = b.worth[knot][i] + share * (b.worth[knot + 1][i] - b.worth[knot][i])


cdef double spread_of(const Book* b, double left) noexcept nogil:
    cdef double share
    cdef int knot = locate(b, left, &share)
    return b.spread[knot] + share * (b.spread[knot + 1] - b.spread[knot])


# ---------------------------------------------------------------------- worth of tasks


cdef double card_worth(const Position* p, const Tables* t, int seat, int saga,
                       const double* k) noexcept nogil:
    """Points of taking a saga: the card, its bonus, the standing in its nation."""
    cdef uint32_t nation = t.nation_sagas[t.saga_nation[saga]]
    cdef int mine = bits(p.seat[seat].sagas & nation), best = 0, i, c
    cdef double now, then, loss = 0.0
    for i in range(t.players):
        if i != seat:
            c = bits(p.seat[i].sagas & nation)
            best = max(best, c)
    now = t.saga_first * mine if mine >= best else t.saga_second * mine
    then = t.saga_first * (mine + 1) if mine + 1 >= best else t.saga_second * (mine + 1)
    if mine <= best < mine + 1 and best:
        loss = <double>(t.saga_first - t.saga_second) * best / (t.players - 1)
    return k[SAGA_CARDS] + k[SAGA_POINTS] * (then - now + loss) + t.saga_bonus[saga]


cdef double site_worth(const Position* p, const Tables* t, int seat, int port, uint64_t settled,
                       const double* k) noexcept nogil:
    """Points of a new settlement in a port, sagas left out."""
    cdef uint64_t group = t.group[port]
    cdef int value = t.value[port], m, mine, others
    if t.grey & bit(port):
        return k[SETTLED] * value
    settled = settled & group & ~bit(port)
    m = bits(settled)
    mine = bits(p.seat[seat].settled & settled)
    others = m - mine
    return value * (k[SETTLED] * (m + 1 + mine - <double>others / (t.players - 1))
                    + k[ROOM] * (2 - m - mine + <double>others / (t.players - 1)))


cdef double town_worth(const Position* p, const Tables* t, const Book* b, int seat, int port,
                       const double* k) noexcept nogil:
    """Points of a town's treasure and of its count for the Bloody Axe."""
    cdef int mine = bits(p.seat[seat].captured), best = 0, i
    cdef double total = k[TOWNS_TAKEN] + (b.large if t.large & bit(port) else b.small)
    for i in range(t.players):
        if i != seat:
            best = max(best, bits(p.seat[i].captured))
    if mine + 1 >= best:
        total += k[AXE] * t.axe * (1 if mine >= best else mine + 1)
    return total


cdef void add_sagas(const Position* p, const Tables* t, int seat, uint64_t settled,
                    Scene* scene) noexcept nogil:
    """Add the open sagas to the worth of the ports that they need."""
    cdef uint32_t sagas = p.open
    cdef uint64_t missing
    cdef double worth
    cdef int saga, port, kind, task
    while sagas:
        saga = low_bit(sagas)
        sagas &= sagas - 1
        task = t.saga_task[saga]
        if task == TRADE_SAGA:
            missing = t.saga_ports[saga] & ~with_goods(p)
        elif task == RAID_SAGA:
            missing = t.saga_ports[saga] & p.towns
        else:
            missing = t.saga_ports[saga] & ~settled
        worth = card_worth(p, t, seat, saga, scene.k)
        if bits(missing) > 1:
            worth *= HALF_SAGA
        while missing:
            port = low_bit(missing)
            missing &= missing - 1
            if task == TRADE_SAGA:
                for kind in range(KINDS):
                    if scene.trade[kind][port] > 0:
                        scene.trade[kind][port] += <float>worth
            elif (scene.raids if task == RAID_SAGA else scene.settles) & bit(port):
                scene.prize[port] += <float>worth


cdef void survey(const Position* p, const Tables* t, const Book* b, int seat, double left,
                 Scene* scene) noexcept nogil:
    """What the tasks in every port are worth to a seat."""
    cdef uint64_t settled = all_settled(p, t), goods = with_goods(p), ports, here, taken
    cdef int port, kind, turns
    cdef bint active = seat == p.active
    worths(b, left, scene.k)
    memset(scene.trade, 0, sizeof(scene.trade))
    memset(scene.prize, 0, sizeof(scene.prize))
    scene.raids = scene.settles = 0
    turns = turns_left(p, t, seat)
    scene.days = t.days * turns
    if active:
        scene.days += days_left(p, t) - t.days
    here = (<uint64_t>1 << PORTS) - 1
    if active:
        here &= ~p.used
    ports = here & ~goods
    while ports:
        port = low_bit(ports)
        ports &= ports - 1
        for kind in range(KINDS):
            if not p.good[kind] & t.group[port]:
                scene.trade[kind][port] = t.value[port] + (
                    t.demand_bonus if kind == p.demand else 0)
    scene.raids = p.towns & here
    ports = scene.raids
    while ports:
        port = low_bit(ports)
        ports &= ports - 1
        scene.prize[port] = <float>town_worth(p, t, b, seat, port, scene.k)
    ports = here & ~settled & ~p.towns
    while ports:
        port = low_bit(ports)
        ports &= ports - 1
        if not p.towns & t.group[port]:
            scene.settles |= bit(port)
            scene.prize[port] = <float>site_worth(p, t, seat, port, settled, scene.k)
    add_sagas(p, t, seat, settled, scene)
    taken = occupied(p, t)
    if in_port(&p.seat[seat]):
        taken &= ~bit(p.seat[seat].space)
    while taken:
        port = low_bit(taken)
        taken &= taken - 1
        for kind in range(KINDS):
            scene.trade[kind][port] *= <float>TAKEN
        scene.prize[port] *= <float>TAKEN


cdef void chart(const Position* p, const Tables* t, const Book* b, const Scene* scene, int crew,
                const int* goods, Plan* plan) noexcept nogil:
    """What a ship with this crew and these goods can do, and where to begin."""
    cdef float[PORTS] after_trade
    cdef float[PORTS] after_attack
    cdef uint64_t attacks = scene.raids | scene.settles
    cdef int port, kind, total = goods[0] + goods[1] + goods[2]
    cdef float again_trade = <float>(SECOND if total > 1 else 0.0)
    cdef float again_attack = <float>(
        0.0 if crew < 2 else SECOND * ATTACK_HALF if crew < 4 else SECOND)
    cdef float best_trade, best_attack
    memset(plan, 0, sizeof(Plan))
    if crew == 0:
        return
    if total:
        for kind in range(KINDS):
            if goods[kind]:
                for port in range(PORTS):
                    plan.goods[port] = max(plan.goods[port], scene.trade[kind][port])
    while attacks:
        port = low_bit(attacks)
        attacks &= attacks - 1
        plan.attack[port] = <float>attack_worth(p, t, scene, port, crew)
    for port in range(PORTS):
        after_trade[port] = max(plan.goods[port] * again_trade, plan.attack[port] * <float>SECOND)
        after_attack[port] = max(plan.goods[port] * <float>SECOND,
                                 plan.attack[port] * again_attack)
    for port in range(PORTS):
        best_trade = plan.goods[port]
        best_attack = plan.attack[port]
        if best_trade > 0:
            best_trade += most(after_trade, b.hop[port])
        if best_attack > 0:
            best_attack += most(after_attack, b.hop[port])
        plan.ahead[port] = max(best_trade, best_attack)


cdef inline float most(const float* worth, const float* near) noexcept nogil:
    """The highest product, or 0; in lanes, so that the compiler can use vectors."""
    cdef float[LANES] best
    cdef float product
    cdef int i, k
    for k in range(LANES):
        best[k] = 0
    for i in range(PORTS // LANES):
        for k in range(LANES):
            product = worth[LANES * i + k] * near[LANES * i + k]
            best[k] = product if product > best[k] else best[k]
    for k in range(1, LANES):
        best[0] = best[k] if best[k] > best[0] else best[0]
    return best[0]


cdef double voyage(const Tables* t, const Book* b, const Scene* scene, const Plan* plan,
                   int space, int days) noexcept nogil:
    """Points of the voyage that begins in a space, with days of sailing until the end."""
    cdef float best = 0, worth
    cdef int port
    if days < 21:
        for port in range(PORTS):
            worth = plan.ahead[port] * b.near[space][port]
            if worth > best and t.distance[space][port] <= days:
                best = worth
        return best
    return most(plan.ahead, b.near[space])


cdef double from_home(const Tables* t, const Book* b, const Scene* scene,
                      const Plan* plan) noexcept nogil:
    """Points of the voyage from the best home port."""
    cdef double best = 0.0
    cdef int home
    for home in range(PORTS, PORTS + HOMES):
        best = max(best, voyage(t, b, scene, plan, home, scene.days))
    return best


cdef int crew_wanted(const Position* p, const Tables* t) noexcept nogil:
    return (t.capacity[p.era] + 1) // 2


cdef bint at_home(const Position* p, int seat) noexcept nogil:
    """True for a ship in Wintering that nobody has begun to load; a laden one is as if at sea."""
    cdef const Seat* s = &p.seat[seat]
    return s.space == WINTERING and s.crew + aboard(s) <= 1 and not (
        seat == p.active and p.prep)


cdef double loading_worth(const Position* p, const Tables* t, int seat,
                          const double* k) noexcept nogil:
    """Points of what may still be loaded, less those lost by goods before enough crew."""
    cdef const Seat* s = &p.seat[seat]
    cdef double total
    if seat != p.active or s.space != WINTERING or at_home(p, seat):
        return 0.0
    total = 0.5 * k[CREWS] * min(free_places(p, t, s), t.days - <int>p.prep)
    if p.loading != CREW and s.reserve:
        total -= 1.5 * max(0, crew_wanted(p, t) - s.crew)
    return total

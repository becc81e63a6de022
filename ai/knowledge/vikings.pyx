"""What searches know of Vikings: who is ahead, and what each answer promises, when to go home.

Everything is in points of the final margin, as tasks and voyages (`vikings_voyage`). The figures
stand in `vikings_worth`; they are fitted to games, by the time that is left.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset
from core.rng cimport below
from core.state cimport MAX_ACTIONS, MAX_SEATS, Action, State
from core.vikings.position cimport (
    ANY_GOODS, AT, A_SETTLEMENT, CLOCKWISE, CREW, DISCARD, DISPUTING, DRAW_ONE, END_TURN, FOUND,
    GIVE, JARL, KEEP, KNOWN, LAUNCH, LOAD, LOSE, LOSS, MAIN, NUMBER, OVER, PLACE, PLAY, RAID,
    RAIDING, RETRIBUTE, ROLL, SAIL, SETTLE, TARGET, TITLE, TRADE, TURN_SAGA, WIND, WINTER,
    Position, Seat, aboard, all_settled, bit, bits, effective, free_places, in_home, low_bit,
    settler,
)
from core.vikings.sailing cimport losses_due
from core.vikings.scoring cimport axe_points, saga_points, settlement_points
from core.vikings.state cimport Vikings
from core.vikings.tables cimport (
    ANSWERED_PRAYERS, BACK_TO_THE_LONGSHIPS, BERSERKER_FURY, CHANGE_IN_DEMAND, COLONISATION,
    DEBTS_OF_HONOUR, DISPUTED_SETTLEMENT, FAME_PRECEDES_YOU, FOLLOWING_WIND, INTIMIDATION,
    KINDS, LOKIS_MARK, MASTERS_OF_SEAFARING, NAVIGATION_ERROR, NEW_CREW, NOT_WELCOME, PORTS,
    PRAYER_TO_ODIN, REBELLION, REVOLT, SEATS, SEA_MONSTER, STORM, SURPRISE_ATTACK,
    TRADE_WITH_NATIVES, VALHALLA, WATERS, WINTERING, WRATH_OF_THE_GODS, Tables,
)
from numpy.random cimport bitgen_t
from ai.knowledge.vikings_voyage cimport (
    AXE, CREWS, DAYS_LEFT, FEATURES, GOODS, HOME, HOME_CREW, HOME_GOODS, HOME_TRIP, KNOT_COUNT,
    MORE_CREW, ORDER, ROOM, RUNES_HELD, SAGA_CARDS, SAGA_POINTS, SETTLED, SPENT, TOWNS_TAKEN,
    TRIP, Book, Plan, Scene, add_sagas, at_home, attack_worth, best_settle, chart, crew_wanted,
    days_left, dice_thrown, from_home, loading_worth, miss, raid_worth, settle_worth,
    ship_worth, site_worth, spread_of, survey, time_left, town_worth, turns_left, voyage,
    worths,
)
from ai.policy cimport Evaluator, Policy, chances

import heapq

from ai.knowledge import Tuning, vikings_worth

# Most decisions are worth less than the noise of a playout, so the advice counts much.
TUNING = Tuning(c=0.02, cutoff=1, prior=10.0)

cdef enum:
    RANDOM_IN = 100     # one decision of the rollout policy in so many


# ---------------------------------------------------------------------- features of a seat


cdef void features(const Position* p, const Tables* t, const Book* b, int seat, double left,
                   const int* settled, const int* sagas, const int* axe,
                   double* f) noexcept nogil:
    """Write what a seat has, in the order of the worths."""
    cdef Scene scene
    cdef Plan plan
    cdef int[KINDS] goods
    cdef const Seat* s = &p.seat[seat]
    cdef uint64_t ports = s.settled & ~t.grey, all_ports = all_settled(p, t)
    cdef int port, i, offset = seat - p.active
    cdef double room = 0.0
    for i in range(FEATURES):
        f[i] = 0.0
    if seat == p.active:
        f[DAYS_LEFT] = days_left(p, t)
    else:
        f[ORDER] = <double>(offset + t.players if offset < 0 else offset) / t.players
    while ports:
        port = low_bit(ports)
        ports &= ports - 1
        room += t.value[port] * (3 - bits(all_ports & t.group[port]))
    f[SETTLED] = settled[seat]
    f[ROOM] = room
    f[SAGA_POINTS] = sagas[seat]
    f[SAGA_CARDS] = bits(s.sagas)
    f[AXE] = axe[seat]
    f[TOWNS_TAKEN] = bits(s.captured)
    f[RUNES_HELD] = s.hand_size
    f[SPENT] = max(0, 4 - <int>s.reserve)
    if turns_left(p, t, seat) <= 0:
        return
    survey(p, t, b, seat, left, &scene)
    for i in range(KINDS):
        goods[i] = s.goods[i]
    chart(p, t, b, &scene, s.crew, goods, &plan)
    if at_home(p, seat):
        f[HOME] = 1.0
        f[HOME_CREW] = s.crew
        f[HOME_GOODS] = aboard(s)
        f[HOME_TRIP] = from_home(t, b, &scene, &plan)
    else:
        f[CREWS] = min(<int>s.crew, 3)
        f[MORE_CREW] = max(0, <int>s.crew - 3)
        f[GOODS] = aboard(s)
        f[TRIP] = (from_home(t, b, &scene, &plan) if s.space == WINTERING
                   else voyage(t, b, &scene, &plan, s.space, scene.days))


cdef double expected_points(const Position* p, const Tables* t, const Book* b, int seat,
                            double left, const int* settled, const int* sagas, const int* axe,
                            const double* k) noexcept nogil:
    cdef double[FEATURES] f
    cdef double total = p.seat[seat].score
    cdef int i
    features(p, t, b, seat, left, settled, sagas, axe, f)
    for i in range(FEATURES):
        total += k[i] * f[i]
    for i in range(p.seat[seat].hand_size):
        total += b.rune[p.seat[seat].hand[i] & ~KNOWN] * min(1.0, left / 3.0)
    return total + loading_worth(p, t, seat, k)


cdef class Worths:
    """The figures of `vikings_worth` and the map of a game, packed."""

    cdef Book book

    def __init__(self, setup, worth=vikings_worth.WORTH):
        cdef Book* b = &self.book
        cdef int i, k
        box = setup.components
        if tuple(worth) != _NAMES:
            raise ValueError("vikings_worth: WORTH does not name the features in their order")
        for k in range(KNOT_COUNT):
            b.knot[k] = vikings_worth.KNOTS[k]
            b.spread[k] = vikings_worth.SPREAD[k]
            for i, name in enumerate(_NAMES):
                b.worth[k][i] = worth[name][k]
        for i, title in enumerate(rune.id for rune in box.runes):
            b.rune[i] = vikings_worth.RUNE.get(title, 0.0)
        b.small = sum(box.small) / len(box.small)
        b.large = sum(box.large) / len(box.large)
        for port in range(PORTS):
            for space, days in hard_days(box.spaces, port).items():
                b.near[space][port] = vikings_worth.DISCOUNT ** days
                if space < PORTS and space != port:
                    b.hop[space][port] = b.near[space][port]


def hard_days(spaces, port):
    """Return {space: days to `port`, each counted by the hardship of its zone}."""
    found, front = {}, [(0.0, port)]
    while front:
        days, space = heapq.heappop(front)
        if space in found:
            continue
        found[space] = days
        if space != port and space < WATERS:
            continue  # ships pass through ports seldom
        zone = spaces[space].zone
        for other in spaces[space].adjacent:
            if other not in found:
                heapq.heappush(front, (days + vikings_worth.SLOW[zone], other))
    return found


_NAMES = (
    "days", "order", "settled", "room", "saga_points", "sagas", "axe", "towns", "crew",
    "more_crew", "goods", "trip", "home", "home_crew", "home_goods", "home_trip", "runes", "spent",
)  # fmt: skip


cdef class VikingsEvaluator(Evaluator):
    """Win chances from points, settlements, sagas, towns, runes and the ships' voyages."""

    cdef Worths worths
    cdef const Book* b

    def __init__(self, setup):
        self.worths = Worths(setup)
        self.b = &self.worths.book

    cdef bint c_quiet(self, State state) noexcept nogil:
        """Before a decision D1, and before a saga or a rune that nobody can foresee."""
        cdef int ask = (<Vikings>state).p.ask
        return ask == MAIN or ask == TURN_SAGA or ask == OVER

    cdef void points_of(self, State state, double left, double* out) noexcept nogil:
        cdef const Position* p = &(<Vikings>state).p
        cdef const Tables* t = (<Vikings>state).t
        cdef int[SEATS] settled
        cdef int[SEATS] sagas
        cdef int[SEATS] axe
        cdef double[FEATURES] k
        cdef int seat
        settlement_points(p, t, settled)
        saga_points(p, t, sagas)
        axe_points(p, t, axe)
        worths(self.b, left, k)
        for seat in range(t.players):
            out[seat] = expected_points(p, t, self.b, seat, left, settled, sagas, axe, k)

    cdef void c_evaluate(self, State state, double* out) noexcept nogil:
        cdef const Position* p = &(<Vikings>state).p
        cdef double left
        cdef int players = state.players
        if p.ask == OVER:
            state.c_utilities(out)
            return
        left = time_left(p, (<Vikings>state).t)
        self.points_of(state, left, out)
        chances(out, players, spread_of(self.b, left))

    def points(self, Vikings state not None):
        """Return the points that each seat is expected to end with but for later turns, a list."""
        cdef double[MAX_SEATS] out
        self.points_of(state, time_left(&state.p, state.t), out)
        return [out[seat] for seat in range(state.players)]

    def features(self, Vikings state not None, int seat):
        """Return ``{name: how much}`` of a seat, as `vikings_worth.WORTH` names them."""
        cdef int[SEATS] settled
        cdef int[SEATS] sagas
        cdef int[SEATS] axe
        cdef double[FEATURES] f
        state.checked(seat)
        settlement_points(&state.p, state.t, settled)
        saga_points(&state.p, state.t, sagas)
        axe_points(&state.p, state.t, axe)
        features(&state.p, state.t, self.b, seat, time_left(&state.p, state.t), settled, sagas,
                 axe, f)
        return {name: f[i] for i, name in enumerate(_NAMES)}

    @staticmethod
    def raid_odds(int value, int crew):
        """Return the chance of a raid on an effective value, and the crew that it costs (V41)."""
        cdef double thrown = dice_thrown(value, crew)
        return thrown * (1.0 - miss(value)), thrown * miss(value)

    @staticmethod
    def settle_odds(int value, int dice):
        """Return the chance of a settlement attempt, and the crew that its dice cost (V44)."""
        return (settle_worth(value, dice, 1.0, 0.0), dice * miss(value))

    def time_left(self, Vikings state not None):
        """Return the time on the scale of `vikings_worth.KNOTS`."""
        return time_left(&state.p, state.t)


# ---------------------------------------------------------------------- advice


cdef struct Advice:     # what the mover needs for its promises, made once a decision
    Scene scene
    Plan plan
    int goods[KINDS]
    double trip         # of the voyage now
    double now          # worth of the ship now
    double rune         # of one in hand


cdef void prepare(const Position* p, const Tables* t, const Book* b, Advice* a) noexcept nogil:
    cdef const Seat* s = &p.seat[p.who]
    cdef int i
    worths(b, time_left(p, t), a.scene.k)
    a.rune = a.scene.k[RUNES_HELD]
    if p.ask != MAIN and p.ask != LOSS and p.ask != TARGET and p.ask != FOUND:
        return      # no question of the voyage
    survey(p, t, b, p.who, time_left(p, t), &a.scene)
    for i in range(KINDS):
        a.goods[i] = s.goods[i]
    chart(p, t, b, &a.scene, s.crew, a.goods, &a.plan)
    if s.space == WINTERING:
        a.trip = from_home(t, b, &a.scene, &a.plan)
    else:
        a.trip = voyage(t, b, &a.scene, &a.plan, s.space, a.scene.days)
    a.now = ship_worth(t, &a.scene, False, s.crew, aboard(s), a.trip)


cdef double laden(const Position* p, const Tables* t, const Book* b, const Advice* a, int crew,
                  const int* goods) noexcept nogil:
    """Worth of the ship where it is, with other crew and goods."""
    cdef Plan plan
    cdef const Seat* s = &p.seat[p.who]
    cdef int total = goods[0] + goods[1] + goods[2]
    cdef double trip
    chart(p, t, b, &a.scene, crew, goods, &plan)
    if s.space == WINTERING:
        trip = from_home(t, b, &a.scene, &plan)
    else:
        trip = voyage(t, b, &a.scene, &plan, s.space, a.scene.days)
    return ship_worth(t, &a.scene, False, crew, total, trip)


cdef double load_gain(const Position* p, const Tables* t, const Book* b, const Advice* a,
                      int token) noexcept nogil:
    """Points of one more token aboard, for a day; crew comes first."""
    cdef const Seat* s = &p.seat[p.who]
    cdef int[KINDS] goods
    cdef int i, short = crew_wanted(p, t) - s.crew
    if token == CREW:
        return a.scene.k[CREWS] * (1.0 if short > 0 else 0.4) - a.scene.k[DAYS_LEFT] + (
            1.0 if short > 0 else 0.0)
    for i in range(KINDS):
        goods[i] = a.goods[i]
    goods[token - 1] += 1
    if short > 0 and s.reserve and p.loading == CREW:
        return laden(p, t, b, a, s.crew, goods) - a.now - a.scene.k[DAYS_LEFT] - (
            1.5 * short)
    return laden(p, t, b, a, s.crew, goods) - a.now - a.scene.k[DAYS_LEFT] - (
        0.4 * a.goods[token - 1])


cdef double sail_gain(const Position* p, const Tables* t, const Book* b, const Advice* a,
                      int space) noexcept nogil:
    """Points of a day's sailing: nearer to the voyage's ports, less what hardship takes."""
    cdef const Seat* s = &p.seat[p.who]
    cdef int zone = t.zone[s.space if PORTS <= space < WATERS else space], due
    cdef double gain = a.scene.k[TRIP] * (
        voyage(t, b, &a.scene, &a.plan, space, a.scene.days - 1) - a.trip)
    gain -= a.scene.k[DAYS_LEFT]
    if not p.masters:
        due = losses_due(t, p.sail + 1, p.wind, zone) - p.due
        if due > 0:
            if due >= s.crew + aboard(s):
                return gain - a.now
            gain -= due * (1.0 + min(a.scene.k[CREWS], a.scene.k[GOODS])) + (
                2.0 if s.crew + aboard(s) - due < 2 else 0.0)
    return gain


cdef double after_task(const Tables* t, const Book* b, const Advice* a, int port, int crew,
                       int goods) noexcept nogil:
    """Points of the voyage after the task in the present port."""
    cdef double best = 0.0, worth
    cdef int other
    for other in range(PORTS):
        if other == port or t.distance[port][other] > a.scene.days:
            continue
        worth = max(a.plan.goods[other] if goods else <float>0.0,
                    a.plan.attack[other] if crew > 1 else <float>0.0) * b.near[port][other]
        best = max(best, worth)
    return best


cdef double task_gain(const Position* p, const Tables* t, const Book* b, const Advice* a, int verb,
                      int kind) noexcept nogil:
    """Points of a task in the present port; no days, so it need not beat sailing on by much."""
    cdef const Seat* s = &p.seat[p.who]
    cdef int port = s.space, goods = aboard(s)
    cdef double worth, rest
    if verb == TRADE:
        worth = a.scene.trade[kind][port]
        rest = after_task(t, b, a, port, s.crew, goods - 1)
        return worth + 0.3 + ship_worth(t, &a.scene, False, s.crew, goods - 1, rest) - a.now
    worth = attack_worth(p, t, &a.scene, port, s.crew)
    rest = after_task(t, b, a, port, s.crew - 1, goods)
    return worth + 0.3 + ship_worth(t, &a.scene, False, s.crew, goods, rest) - a.now if (
        worth > 0) else -1.0


cdef double home_gain(const Position* p, const Tables* t, const Book* b,
                      const Advice* a) noexcept nogil:
    """Points of going home at once."""
    return (ship_worth(t, &a.scene, True, 1, 0, 0.0) - a.now
            - a.scene.k[DAYS_LEFT] * days_left(p, t))


cdef inline double harm(const Tables* t, double points) noexcept nogil:
    """Points of margin that an opponent's loss is worth."""
    return points / (t.players - 1)


cdef double sited(const Position* p, const Tables* t, const Advice* a, int seat,
                  int port) noexcept nogil:
    """Points of a settlement that stands, to its owner."""
    return site_worth(p, t, seat, port, all_settled(p, t) & ~bit(port), a.scene.k)


cdef double strike(const Position* p, const Tables* t, const Advice* a, int port) noexcept nogil:
    """Margin that the removal of a settlement is worth."""
    cdef int owner = settler(p, t, port)
    cdef double worth = sited(p, t, a, owner, port)
    return -worth if owner == p.who else harm(t, worth)


cdef double best_strike(const Position* p, const Tables* t, const Advice* a,
                        uint64_t ports) noexcept nogil:
    cdef double best = 0.0
    ports &= ~p.seat[p.who].settled & all_settled(p, t)
    while ports:
        best = max(best, strike(p, t, a, low_bit(ports)))
        ports &= ports - 1
    return best


cdef double rune_gain(const Position* p, const Tables* t, const Book* b, const Advice* a,
                      int title) noexcept nogil:
    """Points of playing a rune at D1, what it is worth in hand left out."""
    cdef const Seat* s = &p.seat[p.who]
    cdef int[KINDS] goods
    cdef int i, n = 0
    for i in range(KINDS):
        goods[i] = a.goods[i]
    if title == COLONISATION:
        for i in range(t.players):
            n += bits(p.seat[i].settled)
        return t.colonisation * (bits(s.settled)
                                 - harm(t, n - bits(s.settled)))
    if title == FAME_PRECEDES_YOU or title == PRAYER_TO_ODIN:
        if title == PRAYER_TO_ODIN:
            return a.rune * (3 - s.hand_size + 1)
        return min(2, free_places(p, t, s)) * 0.5 * a.scene.k[CREWS]
    if title == TRADE_WITH_NATIVES:
        i = 0 if p.good[0] & bit(s.space) else 1 if p.good[1] & bit(s.space) else 2
        goods[i] += 1
        return laden(p, t, b, a, s.crew, goods) - a.now
    if title == NEW_CREW:
        return laden(p, t, b, a, s.crew + 1, goods) - a.now
    if title == DISPUTED_SETTLEMENT:
        i = settler(p, t, s.space)
        return best_settle(effective(p, t, s.space), s.crew,
                           sited(p, t, a, p.who, s.space) + harm(t, sited(p, t, a, i, s.space)),
                           a.scene.k[CREWS])
    if title == DEBTS_OF_HONOUR:
        return 4.0 * a.scene.k[SETTLED]
    if title == ANSWERED_PRAYERS:
        return a.rune + 0.5
    if title == REBELLION:
        return 0.5 * best_strike(p, t, a, ~<uint64_t>0)
    if title == REVOLT:
        return 0.5 * best_strike(p, t, a, ~<uint64_t>0)
    if title == BACK_TO_THE_LONGSHIPS:
        return best_strike(p, t, a, t.grey)
    if title == FOLLOWING_WIND:
        return a.scene.k[DAYS_LEFT] if s.space != WINTERING and days_left(p, t) == 0 else 0.0
    if title == MASTERS_OF_SEAFARING:
        if s.space == WINTERING or p.masters or days_left(p, t) == 0:
            return 0.0
        return 1.2 * max(0, <int>t.losses[max(0, p.sail + days_left(p, t)
                         - t.fair[p.wind][t.zone[s.space] & 3])] - <int>p.due)
    if title == CHANGE_IN_DEMAND:
        return 0.5 * t.demand_bonus * (aboard(s) - 2 * a.goods[p.demand])
    if title == WRATH_OF_THE_GODS:
        for i in range(t.players):
            if i != p.who:
                n = max(n, <int>p.seat[i].hand_size)
        return harm(t, a.rune * n)
    if title == NOT_WELCOME or title == STORM or title == SEA_MONSTER or title == LOKIS_MARK:
        for i in range(t.players):
            if i != p.who and p.seat[i].space != WINTERING and not in_home(&p.seat[i]):
                n = max(n, <int>p.seat[i].crew + aboard(&p.seat[i]))
        return harm(t, 0.5 * n)
    if title == NAVIGATION_ERROR or title == INTIMIDATION:
        return harm(t, 1.5)
    return 0.2


cdef double target_gain(const Position* p, const Tables* t, const Book* b, const Advice* a,
                        int verb, int argument) noexcept nogil:
    """Points of a target of the running rune."""
    cdef const Seat* s
    cdef double total
    if verb == JARL:
        s = &p.seat[argument]
        total = 0.1 * s.score + 0.5 * bits(s.settled) + 4.0 * bits(s.sagas)
        if p.card == WRATH_OF_THE_GODS:
            total = s.hand_size
        elif p.card != DEBTS_OF_HONOUR:
            total = 0.05 * total + s.crew + aboard(s)
        return -total if argument == p.who else harm(t, total)
    if verb == AT:
        if p.card == REBELLION:
            return miss(effective(p, t, argument)) * strike(p, t, a, argument)
        if p.card == REVOLT:
            return 0.5 * strike(p, t, a, argument)
        if p.card == BACK_TO_THE_LONGSHIPS:
            return strike(p, t, a, argument) if all_settled(p, t) & bit(argument) else -0.2
        if p.card == NAVIGATION_ERROR:
            return 0.1 * t.distance[PORTS][argument]
        return 0.0
    if verb == TITLE:
        return b.rune[argument]
    if p.card == BACK_TO_THE_LONGSHIPS:
        return strike(p, t, a, p.target) if argument == A_SETTLEMENT else 0.1
    if p.card == FAME_PRECEDES_YOU:
        if argument == CREW:
            return 0.5 if p.seat[p.who].crew < crew_wanted(p, t) else -0.2
        return 0.0 if argument == ANY_GOODS else load_gain(p, t, b, a, argument)
    if p.card == CHANGE_IN_DEMAND:
        return a.goods[argument - 1]
    return 0.0


cdef double attack_rune_gain(const Position* p, const Tables* t, const Book* b, const Advice* a,
                             int title) noexcept nogil:
    """Points of an attack card: better odds, or no losses."""
    cdef const Seat* s = &p.seat[p.who]
    cdef int port = s.space, value = effective(p, t, port) - p.bonus
    cdef double prize, f
    cdef int more = 2 if title == SURPRISE_ATTACK or title == BERSERKER_FURY else 1
    prize = attack_prize(p, t, b, a)
    if title == VALHALLA:
        return miss(value) * min(<int>s.crew, 3) * a.scene.k[CREWS] * (1 - p.valhalla)
    if p.attack == RAIDING:
        f = (raid_worth(value - more, s.crew, prize, a.scene.k[CREWS])
             - raid_worth(value, s.crew, prize, a.scene.k[CREWS]))
    else:
        f = (best_settle(value - more, s.crew, prize, a.scene.k[CREWS])
             - best_settle(value, s.crew, prize, a.scene.k[CREWS]))
    return 0.7 * f if title == BERSERKER_FURY else f


cdef double attack_prize(const Position* p, const Tables* t, const Book* b,
                         const Advice* a) noexcept nogil:
    """Points of success in the attack that runs; its port counts as used by now."""
    cdef Scene scene
    cdef int port = p.seat[p.who].space, owner
    cdef uint64_t settled = all_settled(p, t)
    if p.attack == DISPUTING:
        owner = settler(p, t, port)
        return sited(p, t, a, p.who, port) + harm(t, sited(p, t, a, owner, port))
    memcpy(scene.k, a.scene.k, sizeof(scene.k))
    memset(scene.trade, 0, sizeof(scene.trade))
    memset(scene.prize, 0, sizeof(scene.prize))
    scene.raids = scene.settles = 0
    if p.attack == RAIDING:
        scene.raids = bit(port)
        scene.prize[port] = <float>town_worth(p, t, b, p.who, port, scene.k)
    else:
        scene.settles = bit(port)
        scene.prize[port] = <float>site_worth(p, t, p.who, port, settled, scene.k)
    add_sagas(p, t, p.who, settled, &scene)
    return scene.prize[port]


cdef double wind_gain(const Position* p, const Tables* t, int verb) noexcept nogil:
    """Points of the dial: fair weather for the own ship, less for the others."""
    cdef int wind = (p.wind + (1 if verb == CLOCKWISE else 3)) & 3, seat, zone
    cdef double total = 0.0
    if verb == KEEP:
        return 0.0
    for seat in range(t.players):
        if p.seat[seat].space == WINTERING or in_home(&p.seat[seat]):
            continue
        zone = t.zone[p.seat[seat].space]
        total += (t.fair[wind][zone] - t.fair[p.wind][zone]) * (
            1.0 if seat == p.who else -1.0 / (t.players - 1))
    return 0.3 * total


cdef double gain(const Position* p, const Tables* t, const Book* b, const Advice* a,
                 Action action) noexcept nogil:
    """Points that an answer promises, compared with the other answers to the same question."""
    cdef int verb = action >> 8, argument = action & 255
    cdef const Seat* s = &p.seat[p.who]
    cdef int[KINDS] goods
    cdef int i
    cdef double f
    if verb == SAIL:
        return sail_gain(p, t, b, a, argument)
    if verb == LOAD:
        return load_gain(p, t, b, a, argument)
    if verb == LAUNCH:
        return a.scene.k[TRIP] * (
            voyage(t, b, &a.scene, &a.plan, PORTS + argument, a.scene.days) - a.trip)
    if verb == DRAW_ONE:
        return a.rune - a.scene.k[DAYS_LEFT]
    if verb == TRADE or verb == RAID or verb == SETTLE:
        return task_gain(p, t, b, a, verb, argument)
    if verb == WINTER:
        return home_gain(p, t, b, a)
    if verb == END_TURN:
        return -a.scene.k[DAYS_LEFT] * days_left(p, t)
    if verb == PLAY:
        if p.ask == MAIN:
            return rune_gain(p, t, b, a, argument) - a.rune - b.rune[argument]
        if p.ask == RETRIBUTE:
            return p.prize - a.rune
        return attack_rune_gain(p, t, b, a, argument) - a.rune - b.rune[argument]
    if verb == DISCARD:
        return -a.rune - b.rune[argument] - 0.1
    if verb == ROLL:
        f = miss(effective(p, t, s.space) - p.bonus)
        return (1.0 - f) * attack_prize(p, t, b, a) - (0.0 if p.valhalla else f) * (
            a.scene.k[CREWS] + (2.0 if s.crew == 1 else 0.0))
    if verb == NUMBER:
        return settle_worth(effective(p, t, s.space) - p.bonus, argument, attack_prize(p, t, b, a),
                            0.2 if p.valhalla else a.scene.k[CREWS])
    if verb == PLACE:
        return attack_prize(p, t, b, a) - max(0.0, a.now - ship_worth(t, &a.scene, True, 0, 0, 0.0))
    if verb == LOSE:
        for i in range(KINDS):
            goods[i] = a.goods[i]
        if argument == CREW:
            return laden(p, t, b, a, s.crew - 1, goods) - a.now if s.crew > 1 else -9.0
        goods[argument - 1] -= 1
        return laden(p, t, b, a, s.crew, goods) - a.now
    if p.ask == WIND:
        return wind_gain(p, t, verb)
    if p.ask == TARGET:
        return target_gain(p, t, b, a, verb, argument)
    if p.ask == GIVE:
        return -sited(p, t, a, p.who, argument)
    return 0.0


cdef class VikingsPolicy(Policy):
    """Takes the answer that promises most, now and then a random one.

    Attributes
    ----------
    random_in : int
        One decision in so many is random.
    """

    cdef Worths worths
    cdef const Book* b
    cdef public int random_in

    def __init__(self, setup, worth=vikings_worth.WORTH):
        self.worths = Worths(setup, worth)
        self.b = &self.worths.book
        self.random_in = RANDOM_IN

    cdef Action c_choose(self, State state, bitgen_t* rng) noexcept nogil:
        cdef Action[MAX_ACTIONS] actions
        cdef Advice advice
        cdef const Position* p = &(<Vikings>state).p
        cdef const Tables* t = (<Vikings>state).t
        cdef double best, mine
        cdef int i, n, chosen = 0
        n = state.c_legal(actions)
        if n == 1:
            return actions[0]
        if below(rng, self.random_in) == 0:
            return actions[below(rng, n)]
        prepare(p, t, self.b, &advice)
        best = gain(p, t, self.b, &advice, actions[0])
        for i in range(1, n):
            mine = gain(p, t, self.b, &advice, actions[i])
            if mine > best:
                best = mine
                chosen = i
        return actions[chosen]

    cdef void c_prior(self, State state, const Action* actions, int n,
                      double* out) noexcept nogil:
        cdef Advice advice
        cdef const Position* p = &(<Vikings>state).p
        cdef const Tables* t = (<Vikings>state).t
        cdef double share = 1.0 / state.players
        cdef double per_point = share * (1.0 - share) / spread_of(self.b, time_left(p, t))
        cdef int i
        prepare(p, t, self.b, &advice)
        for i in range(n):
            out[i] = per_point * gain(p, t, self.b, &advice, actions[i])


def evaluator(setup):
    """Return the evaluator of a game of Vikings."""
    return VikingsEvaluator(setup)


def policy(setup):
    """Return the rollout policy of a game of Vikings."""
    return VikingsPolicy(setup)

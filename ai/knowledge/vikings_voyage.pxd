from libc.stdint cimport uint64_t
from core.vikings.position cimport Position, bit, effective
from core.vikings.tables cimport KINDS, PORTS, RUNES, SPACES, Tables

cdef enum:
    KNOT_COUNT = 6

cdef enum:              # feature: # of a seat, in the order of vikings_worth.WORTH
    DAYS_LEFT
    ORDER
    SETTLED
    ROOM
    SAGA_POINTS
    SAGA_CARDS
    AXE
    TOWNS_TAKEN
    CREWS
    MORE_CREW
    GOODS
    TRIP
    HOME
    HOME_CREW
    HOME_GOODS
    HOME_TRIP
    RUNES_HELD
    SPENT
    FEATURES

cdef struct Book:       # vikings_worth and the map
    float near[SPACES][PORTS]   # discount from space to port
    float hop[PORTS][PORTS]     # the same between ports, 0 from a port to itself
    double knot[KNOT_COUNT]
    double worth[KNOT_COUNT][FEATURES]
    double spread[KNOT_COUNT]
    double rune[RUNES]
    double small            # mean treasure of a small and of a large town
    double large

cdef struct Scene:      # what the tasks in every port are worth to a seat, whatever is aboard
    double k[FEATURES]          # worth of the features now
    float trade[KINDS][PORTS]   # 0 where it is not possible
    float prize[PORTS]          # of a successful attack
    uint64_t raids              # ports with a prize by raid, by settling
    uint64_t settles
    int days                    # of sailing that are left to the seat in the game

cdef struct Plan:       # what a seat can do with what is aboard
    float goods[PORTS]          # worth of trading
    float attack[PORTS]         # of an attack
    float ahead[PORTS]          # of a voyage that begins with the port


cdef inline int turns_left(const Position* p, const Tables* t, int seat) noexcept nogil:
    """Turns that a seat still has, the present one included; a large number before the end."""
    cdef int offset = seat - p.active
    if not p.final:
        return 9
    if offset < 0:
        offset += t.players
    return (p.final - offset + t.players - 1) // t.players


cdef inline int days_left(const Position* p, const Tables* t) noexcept nogil:
    """Sailing days that the active jarl has left."""
    cdef int left = t.days - p.prep - p.sail + p.tail
    return max(0, min(left, t.days - p.prep))


cdef inline double miss(int value) noexcept nogil:
    """Chance of a die not greater than a value."""
    return 0.0 if value <= 0 else 1.0 if value >= 6 else value / 6.0


cdef inline double dice_thrown(int value, int crew) noexcept nogil:
    """Dice that a raid throws on average: up to three until one is greater."""
    cdef double f = miss(value)
    return 0.0 if crew < 1 else 1.0 if crew < 2 else 1.0 + f if crew < 3 else 1.0 + f + f * f


cdef inline double raid_worth(int value, int crew, double prize, double soldier) noexcept nogil:
    """Points of a raid, its dice one after another, if they pay at all; exact."""
    cdef double f = miss(value)
    return max(0.0, dice_thrown(value, crew) * ((1.0 - f) * prize - f * soldier))


cdef inline double settle_worth(int value, int dice, double prize, double soldier) noexcept nogil:
    """Points of a settlement attempt with so many dice; the settler is spent too."""
    cdef double f = miss(value), fail = f
    for _ in range(1, dice):
        fail *= f
    return (1.0 - fail) * (prize - soldier) - dice * f * soldier


cdef inline double best_settle(int value, int crew, double prize, double soldier) noexcept nogil:
    cdef double best = 0.0
    cdef int dice
    for dice in range(1, min(crew, 3) + 1):
        best = max(best, settle_worth(value, dice, prize, soldier))
    return best


cdef inline double attack_worth(const Position* p, const Tables* t, const Scene* scene, int port,
                                int crew) noexcept nogil:
    """Points of the attack that is possible in a port."""
    cdef int value = effective(p, t, port)
    if scene.raids & bit(port):
        return raid_worth(value, crew, scene.prize[port], scene.k[CREWS])
    return best_settle(value, crew, scene.prize[port], scene.k[CREWS])


cdef inline double ship_worth(const Tables* t, const Scene* scene, bint home, int crew, int goods,
                              double trip) noexcept nogil:
    """Points of a ship with its crew, goods and voyage."""
    if home:
        return (scene.k[HOME] + scene.k[HOME_CREW] * crew + scene.k[HOME_GOODS] * goods
                + scene.k[HOME_TRIP] * trip)
    return (scene.k[CREWS] * min(crew, 3) + scene.k[MORE_CREW] * max(0, crew - 3)
            + scene.k[GOODS] * goods + scene.k[TRIP] * trip)


cdef double time_left(const Position* p, const Tables* t) noexcept nogil
cdef void worths(const Book* b, double left, double* k) noexcept nogil
cdef double spread_of(const Book* b, double left) noexcept nogil
cdef double site_worth(const Position* p, const Tables* t, int seat, int port, uint64_t settled,
                       const double* k) noexcept nogil
cdef double town_worth(const Position* p, const Tables* t, const Book* b, int seat, int port,
                       const double* k) noexcept nogil
cdef void add_sagas(const Position* p, const Tables* t, int seat, uint64_t settled,
                    Scene* scene) noexcept nogil
cdef void survey(const Position* p, const Tables* t, const Book* b, int seat, double left,
                 Scene* scene) noexcept nogil
cdef void chart(const Position* p, const Tables* t, const Book* b, const Scene* scene, int crew,
                const int* goods, Plan* plan) noexcept nogil
cdef double voyage(const Tables* t, const Book* b, const Scene* scene, const Plan* plan,
                   int space, int days) noexcept nogil
cdef double from_home(const Tables* t, const Book* b, const Scene* scene,
                      const Plan* plan) noexcept nogil
cdef int crew_wanted(const Position* p, const Tables* t) noexcept nogil
cdef bint at_home(const Position* p, int seat) noexcept nogil
cdef double loading_worth(const Position* p, const Tables* t, int seat,
                          const double* k) noexcept nogil

"""The components and a game's options packed into C tables, once per set of both."""

from libc.string cimport memset

from itertools import combinations_with_replacement, permutations

from core.vikings.components import ZONES as _ZONES

cdef dict boxes = {}


cdef class Box:
    """C tables of one `core.vikings.components.Components` and the options of a game."""

    def __init__(self, components, int players, int start, int rounds, bint advanced):
        cdef Tables* t = &self.tables
        cdef int i, k, n
        figures = components.figures
        memset(t, 0, sizeof(Tables))
        self.components = components
        t.players = players
        t.start = start
        t.limit = rounds
        t.days = figures["days"]
        t.figures = figures["figures"]
        t.final_rounds = figures["final_rounds"]
        t.max_runes = figures["max_runes"]
        t.demand_bonus = figures["demand_bonus"]
        t.good_modifier = figures["good_modifier"]
        t.axe = figures["axe"]
        t.saga_first = figures["saga_first"]
        t.saga_second = figures["saga_second"]
        t.colonisation = figures["colonisation"]
        t.wind = components.wind
        t.demand = components.demand
        for i in range(ERAS):
            t.capacity[i] = figures["capacity"][i]
            t.multiplier[i + 1] = figures["multiplier"][i]
        for i in range(SEATS):
            t.start_vp[i] = figures["start_vp"][i]
        for i in range(KINDS):
            t.goods[i] = components.goods[i]
        plus, minus, side = components.gusts
        for i in range(4):
            for k in range(4):
                gust = plus if k == i else minus if k == (i + 2) % 4 else side
                t.fair[i][k] = components.fair[k] + gust
        for i in range(OVER_DAYS):
            t.losses[i] = components.losses[i]
        for i, rune in enumerate(components.runes):
            t.copies[i] = rune.base + (rune.advanced if advanced else 0)
        for i in range(12):
            t.small_treasure[i] = components.small[i]
        for i in range(3):
            t.large_treasure[i] = components.large[i]
        self.pack_map()
        self.pack_sagas()
        k = 0
        for n in range(1, 4):
            t.roll_first[n] = k
            for dice in combinations_with_replacement(range(1, 7), n):
                for i in range(n):
                    t.roll[k][i] = dice[i]
                t.roll_weight[k] = len(set(permutations(dice)))
                t.roll_index[t.roll[k][0]][t.roll[k][1]][t.roll[k][2]] = k
                k += 1
        t.roll_first[4] = k

    def pack_map(self):
        """Pack spaces, ways and regions; measure all distances."""
        cdef Tables* t = &self.tables
        cdef int i, k, towns = 0, days
        spaces = self.components.spaces
        t.spaces = len(spaces)
        for i in range(t.spaces):
            space = spaces[i]
            t.zone[i] = space.zone if space.zone >= 0 else len(_ZONES)
            t.degree[i] = len(space.adjacent)
            for k in range(t.degree[i]):
                t.adjacent[i][k] = space.adjacent[k]
                if t.adjacent[i][k] < PORTS:
                    t.ports_at[i] |= <uint64_t>1 << t.adjacent[i][k]
        for i in range(PORTS):
            port = spaces[i]
            t.value[i] = port.value
            t.region[i] = NO_REGION if port.region < 0 else port.region
            t.town[i] = NO_REGION
            t.group[i] = <uint64_t>1 << i
            if port.region < 0:
                t.grey |= <uint64_t>1 << i
            else:
                for k in self.components.regions[port.region].ports:
                    t.group[i] |= <uint64_t>1 << k
            if port.town:
                t.town[i] = towns
                towns += 1
                t.towns |= <uint64_t>1 << i
                if port.town == 2:
                    t.large |= <uint64_t>1 << i
        for i in range(SPACES):
            for k in range(SPACES):
                t.distance[i][k] = 255
        for i in range(t.spaces):
            front, days = {i}, 0
            while front:
                for k in front:
                    t.distance[i][k] = days
                front = {other for k in front for other in spaces[k].adjacent
                         if t.distance[i][other] == 255}
                days += 1
            for k in range(PORTS):
                for days in range(t.distance[i][k], REACH):
                    t.reach[days][i] |= <uint64_t>1 << k

    def pack_sagas(self):
        """Pack the saga cards."""
        cdef Tables* t = &self.tables
        cdef int i, port
        for i, saga in enumerate(self.components.sagas):
            for port in saga.ports:
                t.saga_ports[i] |= <uint64_t>1 << port
            t.saga_task[i] = saga.task
            t.saga_nation[i] = saga.nation
            t.saga_bonus[i] = saga.bonus
            t.era_sagas[saga.era] |= <uint32_t>1 << i
            t.nation_sagas[saga.nation] |= <uint32_t>1 << i

    def distance(self, int one, int other):
        """Return the days between two spaces on an empty map, or None if there is no way."""
        if not (0 <= one < self.tables.spaces and 0 <= other < self.tables.spaces):
            raise ValueError(f"distance: there are spaces 0 to {self.tables.spaces - 1}")
        days = self.tables.distance[one][other]
        return None if days == 255 else days

    def reach(self, int space, int days):
        """Return the ports at most `days` away from a space, rising."""
        return [port for port in range(PORTS) if self.tables.distance[space][port] <= days]


def box_of(components, players, start, rounds, advanced):
    """Return the Box of these components and options, made once."""
    name = (components.digest, players, start, rounds, bool(advanced))
    box = boxes.get(name)
    if box is None:
        box = boxes[name] = Box(components, players, start, rounds, advanced)
    return box

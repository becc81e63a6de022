"""What the evaluator of Defenders sees, and its small network.

A position at dusk (see ai/knowledge/defenders_value.pyx) becomes numbers of about 0 to 2, most of
them 0; a layer of rectified units turns them into the log-odds of a win.
"""

from libc.math cimport exp
from libc.stdint cimport uint64_t
from libc.string cimport memcpy
from core.defenders.position cimport Seat, crowd, holds, lives, peopled, pop, seat_after
from core.defenders.tables cimport CITY, NOTHING
from ai.knowledge.defenders_odds cimport ones_in, team_odds
from ai.knowledge.defenders_plan cimport Team, assess, threat


cdef inline void put(Inputs* x, int which, double value) noexcept nogil:
    if value != 0.0 and x.n < MOST:
        x.which[x.n] = which
        x.value[x.n] = <float>value
        x.n += 1


cdef void describe(const Position* p, const Tables* t, const Lore* lore,
                   Inputs* out) noexcept nogil:
    """Write the inputs of a position in which no battle goes on."""
    cdef Team team
    cdef uint64_t places = peopled(p)
    cdef double minions = 0.0, danger = 0.0, chance
    cdef int place, f, n, seat, life = 0, greatest = 0
    cdef double frail = 0.0, away = 0.0
    out.n = 0
    assess(p, t, lore, &team)
    put(out, I_SEATS + t.players - 1, 1.0)
    put(out, I_LAST, p.defeated == FACTIONS - 1)
    put(out, I_CRYSTALS, p.crystals_left / 12.0)
    while places:
        place = pop(&places)
        minions += crowd(p, place)
        for f in range(FACTIONS):
            put(out, I_MINION + place * FACTIONS + f, p.minions[place][f] / 3.0)
        if place != CITY:
            danger += threat(p, t, lore, &team, place)
    put(out, I_MINIONS, minions / 50.0)
    put(out, I_THREAT, danger / 20.0)
    put(out, I_CITY, crowd(p, CITY) / 4.0)
    for place in range(PLACES):
        put(out, I_TAINT + place, p.crystals[place])
        put(out, I_GATE + place, p.gates >> place & 1)
    for f in range(FACTIONS):
        put(out, I_SUPPLY + f, p.supply[f] / 20.0)
        if not lives(p, f):
            continue
        put(out, I_STEP + f * PATH + p.general_step[f], 1.0)
        put(out, I_WOUND + f, (t.general_life[f] - p.general_life[f]) / 4.0)
        chance = team_odds(p, t, f, 15)
        put(out, I_ODDS + f, chance)
        if t.steps[f] - 1 - p.general_step[f] == 1:
            put(out, I_DANGER + f, 1.0 - chance)
        n = 0
        for seat in range(t.players):
            if p.seat[seat].hero != NOTHING:
                n += team.dice[seat][f]
        put(out, I_DICE + f, min(2.0, n / 12.0))
    for seat in range(t.players):
        if p.seat[seat].hero == NOTHING:
            continue
        life += p.seat[seat].life
        greatest += t.life[p.seat[seat].hero]
        frail += 1.0 / p.seat[seat].life
        if team.party >> seat & 1:
            away += t.distance[p.seat[seat].place][team.site] / 8.0
    put(out, I_LIFE, <double>life / max(greatest, 1))
    put(out, I_FRAIL, frail)
    put(out, I_DEAD, (ones_in(p.heroes) - t.players) / 2.0)
    if team.goal >= 0:
        put(out, I_GOAL + team.goal, 1.0)
        put(out, I_THERE, <double>ones_in(team.there) / ones_in(team.party))
        put(out, I_MISSING, ones_in(team.party & ~team.there) / 2.0)
        put(out, I_AWAY, away)
    put(out, I_DARK, ones_in(p.dark) / 40.0)
    put(out, I_QUIET, p.quiet)
    for f in range(1, t.players + 1):
        describe_hero(p, t, &team, seat_after(p, t, f % t.players),
                      I_HERO + (f - 1) * J_INPUTS, out)


cdef void describe_hero(const Position* p, const Tables* t, const Team* team, int seat, int base,
                        Inputs* out) noexcept nogil:
    """Write the inputs of one hero, beginning at `base`."""
    cdef const Seat* s = &p.seat[seat]
    cdef uint64_t rewards = s.rewards
    cdef int i
    if s.hero == NOTHING:
        return
    put(out, base + J_HERO + s.hero, 1.0)
    put(out, base + J_PLACE + s.place, 1.0)
    put(out, base + J_LIFE + min(<int>s.life, LIVES) - 1, 1.0)
    for i in range(FACTIONS):
        if lives(p, i):
            put(out, base + J_STRENGTH + i, min(2.0, team.dice[seat][i] / 6.0))
    for i in range(SPECIALS):
        put(out, base + J_SPECIAL + i, holds(&s.hand, t.specials + i))
    if s.quest != NOTHING:
        put(out, base + J_QUEST + s.quest, 1.0)
    while rewards:
        put(out, base + J_REWARD + pop(&rewards), 1.0)
    put(out, base + J_CARDS, s.size / 10.0)
    put(out, base + J_FRESH, s.fresh)


cdef double foretell(const Net* net, const Inputs* x) noexcept nogil:
    """Return the chance to win."""
    cdef float[HIDDEN] unit
    cdef const float* row
    cdef float value
    cdef double total = net.last
    cdef int i, k
    memcpy(unit, net.bias, sizeof(unit))
    for i in range(x.n):
        row = net.first[x.which[i]]
        value = x.value[i]
        for k in range(HIDDEN):
            unit[k] += value * row[k]
    for k in range(HIDDEN):
        if unit[k] > 0.0:
            total += unit[k] * net.second[k]
    return 1.0 / (1.0 + exp(-total))

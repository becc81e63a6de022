"""A plan for the Day of a hero of Defenders: the best thing to do, and the way to it.

What the table looks like is assessed once a decision: how dangerous each place is, what cards are
worth, which general the team goes for. Then every task in reach gets a score - what it is worth,
less with every action that it is away - and the best one's first step is the plan. The unit is
the worth of an average action.
"""

from libc.stdint cimport uint64_t
from core.defenders.actions cimport steps_of
from core.defenders.combat cimport general_at, need_of, wounds_at
from core.defenders.darkness cimport would_advance
from core.defenders.position cimport (
    ARCHERY, ATTACK, BUILD, END, FIREBALL, FLY, GATE, GENERAL, HEAL, HEAL_LAND, HORSE, PORTAL,
    QUEST, RIDE, RUMORS, SANCTIFY, SLAY, STEED, TELEPORT, WALK, Position, Seat, bit, crowd,
    has_reward, lives, peopled, place_of, pop, shaped,
)
from core.defenders.tables cimport (
    ACT_AT, BUILD_QUEST, CITY, CLERIC, DEFEAT, DEMON, EAGLE_RIDER, FACTIONS, FIND_GATE, GORGUTT,
    NOTHING, PALADIN, PLACES, RANGER, ROGUE, ROLL_PER_ACTION, ROLL_QUEST, SCOUT_QUEST, SEATS,
    SORCERESS, UNICORN, VARKOLAK, VISIT, WIZARD, Tables,
)
from ai.knowledge.defenders_odds cimport dice_in, ones_in, team_odds


# ---------------------------------------------------------------------- the table


cdef inline double stacked(const Lore* lore, double n) noexcept nogil:
    """Danger of so many minions in a land; between whole numbers in proportion."""
    if n <= 0.0:
        return 0.0
    if n <= 1.0:
        return lore.w[W_ONE] * n
    if n <= 2.0:
        return lore.w[W_ONE] + (lore.w[W_TWO] - lore.w[W_ONE]) * (n - 1.0)
    return lore.w[W_TWO] + (lore.w[W_THREE] - lore.w[W_TWO]) * (n - 2.0)


cdef double weight_of(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                      int place, double* chain) noexcept nogil:
    """How much danger in a land counts, and how much more where an overrun would spread."""
    cdef uint64_t near
    cdef int full = 0
    chain[0] = 1.0
    if crowd(p, place) >= t.room:
        near = t.adjacent[place] & peopled(p)
        while near:
            full += crowd(p, pop(&near)) >= t.room
        if t.adjacent[place] >> CITY & 1:
            full += crowd(p, CITY)
        chain[0] = 1.0 + lore.w[W_CHAIN] * full
    return (1.0 - lore.w[W_RATE] + lore.w[W_RATE] * lore.rate[place]) * team.scarce


cdef double relief(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                   int place, double taken) noexcept nogil:
    """By how much the danger in a place falls when so many minions are taken away."""
    cdef int n = crowd(p, place)
    cdef double rest = n - taken, weight, chain
    if place == CITY:
        return lore.w[W_CITY] * (n * (1.0 if n < 3 else 2.0) - rest * (1.0 if rest < 2.5 else 2.0))
    if t.barred >> place & 1:
        return 0.0
    weight = weight_of(p, t, lore, team, place, &chain)
    return weight * (stacked(lore, n) * (chain if n > 2 else 1.0)
                     - stacked(lore, rest) * (chain if rest > 2.0 else 1.0))


cdef double threat(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                   int place) noexcept nogil:
    """Danger of the minions in a place."""
    return relief(p, t, lore, team, place, crowd(p, place))


cdef inline int left_steps(const Position* p, const Tables* t, int general) noexcept nogil:
    """Steps of a general to the city."""
    return t.steps[general] - 1 - p.general_step[general]


cdef inline double table_odds(const Position* p, const Tables* t, const Lore* lore, int general,
                              double dice) noexcept nogil:
    """Odds of plain dice against a general, from the table."""
    cdef int halves = <int>(2.0 * dice)
    if halves >= HALVES:
        halves = HALVES - 1
    return lore.kill[general][min(<int>p.general_life[general], LIVES - 1)][halves]


cdef inline double strength(const Position* p, const Tables* t, int seat, int general,
                            int dice) noexcept nogil:
    """A hero's dice against a general counted in plain dice."""
    cdef const Seat* s = &p.seat[seat]
    cdef double n = dice
    cdef int hits = 7 - t.general_hit[general], bonus
    if general == VARKOLAK or dice == 0:
        return n
    bonus = t.general_hit[general] - need_of(t, s, place_of(p, t, general), general,
                                             t.general_hit[general], False, True)
    if bonus:
        n *= (hits + bonus - (general == GORGUTT)) / <double>(hits - (general == GORGUTT))
    if has_reward(s, UNICORN) or (s.hero == EAGLE_RIDER and not s.sky):
        n *= 1.3
    return n


cdef double wanted_odds(const Position* p, const Tables* t, const Lore* lore,
                        int general) noexcept nogil:
    """Odds at which the team goes for a general: less the more there is to lose by waiting."""
    cdef double wanted = lore.w[W_ODDS]
    if left_steps(p, t, general) <= 1:
        wanted -= lore.w[W_DARE]
    if p.defeated == FACTIONS - 1:
        wanted -= lore.w[W_LAST]
    if p.crystals_left < 5:
        wanted -= lore.w[W_PANIC] * (5 - p.crystals_left) / 4.0
    return max(wanted, 0.25)


cdef void assess(const Position* p, const Tables* t, const Lore* lore, Team* team) noexcept nogil:
    """Assess the table: see `Team`."""
    cdef int g, seat, twos, i, best, party
    cdef double total, score, top = 0.0, chance
    cdef double[SEATS] own
    cdef double wanted
    cdef bint hurry = False
    team.scarce = 0.4 + lore.w[W_SCARCE] / p.crystals_left
    team.goal = -1
    team.party = team.there = 0
    team.site = 0
    for g in range(FACTIONS):
        team.press[g] = lore.w[W_SUPPLY] * 10.0 / (p.supply[g] + 1.0) / (p.supply[g] + 1.0)
        team.odds[g] = team.card[g] = 0.0
        if not lives(p, g):
            continue
        total = 0.0
        for seat in range(t.players):
            own[seat] = 0.0
            team.dice[seat][g] = 0
            if p.seat[seat].hero == NOTHING:
                continue
            team.dice[seat][g] = dice_in(t, &p.seat[seat].hand, g, &twos)
            own[seat] = strength(p, t, seat, g, team.dice[seat][g])
            if has_reward(&p.seat[seat], FIND_GATE):
                own[seat] += 2.0
            total += own[seat]
        team.odds[g] = table_odds(p, t, lore, g, total)
        i = left_steps(p, t, g)
        team.card[g] = lore.w[W_CARD] * (1.0 + lore.w[W_URGENT] * (4 - i)) * (
            1.0 if team.odds[g] < 0.9 else 0.6)
        wanted = wanted_odds(p, t, lore, g)
        if team.odds[g] < wanted:
            continue
        # as few heroes as will do, those with most dice
        party = 0
        total = 0.0
        chance = 0.0
        while chance < wanted:
            best = -1
            for seat in range(t.players):
                if not party >> seat & 1 and own[seat] > 0.0 and (
                        best < 0 or own[seat] > own[best]):
                    best = seat
            if best < 0:
                break
            party |= 1 << best
            total += own[best]
            chance = table_odds(p, t, lore, g, total)
        if chance < wanted:
            continue
        score = 1.0 + chance + 0.25 * (4 - i) - 0.1 * ones_in(party)
        hurry = hurry or i <= 1
        if score > top:
            top = score
            team.goal = g
            team.party = party
    if p.defeated == 0 and not hurry and (
            team.odds[0] + team.odds[1] + team.odds[2] + team.odds[3] < lore.w[W_PATIENCE]):
        team.goal = -1      # the first victory makes the nights longer (D92)
        team.party = 0
    if team.goal >= 0:
        team.site = place_of(p, t, team.goal)
        for seat in range(t.players):
            if team.party >> seat & 1 and p.seat[seat].place == team.site:
                team.there |= 1 << seat


cdef double card_worth(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                       const Seat* s, int kind) noexcept nogil:
    """What a card in a hand is worth to the team."""
    cdef int g
    cdef double best = 0.0, worth
    if kind >= t.specials:
        best = lore.w[W_PLAY]
    for g in range(FACTIONS):
        if lives(p, g) and t.of_general[g][kind >> 6] >> (kind & 63) & 1:
            worth = t.dice[kind] * team.card[g] * (
                1.0 + lore.w[W_OWN] * team.dice[s - &p.seat[0]][g])
            best = max(best, worth)
    return best + 0.02


cdef double harm(const Position* p, const Tables* t, const Lore* lore, const Team* team, int card,
                 int part) noexcept nogil:
    """What a part of a darkness card would do: 0 and 1 the placements, 2 the general's."""
    cdef int place, faction, n, space, general
    cdef double total
    if part == 2:
        general = t.dark_general[card]
        if not would_advance(p, t, card):
            return 0.0
        n = left_steps(p, t, general)
        if n == 1:
            return 50.0
        place = t.path[general][p.general_step[general] + 1]
        total = lore.w[W_STEP] * (5.0 - n)
        faction = general
        n = t.dark_minions[card]
    else:
        place = t.dark_place[card][part]
        faction = t.dark_faction[card][part]
        n = t.dark_count[card][part]
        total = 0.0
    if n == 0:
        return total
    if p.supply[faction] < n:
        return 50.0
    space = (t.city_loss - 1 if place == CITY else t.room) - crowd(p, place)
    if n > space:
        if place == CITY:
            return 50.0
        total += lore.w[W_CRYSTAL] * team.scarce * (1.6 if p.crystals_left > 1 else 30.0)
        n = space
    total -= relief(p, t, lore, team, place, -n)
    if faction == DEMON and p.minions[place][DEMON] + n == t.room and n > 0:
        total += lore.w[W_CRYSTAL] * team.scarce * (1.0 if p.crystals_left > 1 else 30.0)
    return total + n * team.press[faction]


# ---------------------------------------------------------------------- ways


cdef void ways(const Position* p, const Tables* t, const Seat* s, int start, int steps,
               uint64_t first, unsigned char* cost) noexcept nogil:
    """Actions to every place, by moves of `steps` edges and gates; `first`: other first moves."""
    cdef uint64_t seen = bit(start), front = seen, grown
    cdef uint64_t open = t.everywhere & ~t.barred if shaped(s) else t.everywhere
    cdef int i, level = 0
    for i in range(PLACES):
        cost[i] = FAR
    cost[start] = 0
    while front and level < 12:
        level += 1
        grown = first if level == 1 else 0
        if front & p.gates:
            grown |= p.gates & open
        while front:
            grown |= t.reach[steps][shaped(s)][pop(&front)]
        front = grown & ~seen
        seen |= grown
        grown = front
        while grown:
            cost[pop(&grown)] = level


cdef inline int stride(const Tables* t, const Seat* s) noexcept nogil:
    """Edges of the best move without a card."""
    cdef int steps = 1
    if s.hero == PALADIN:
        steps = t.steed_steps
    elif s.hero == EAGLE_RIDER:
        steps = t.flight_steps
    if has_reward(s, UNICORN):
        steps = max(steps, t.horse_steps)
    return steps


cdef uint64_t spare_cards(const Position* p, const Tables* t, const Team* team, const Seat* s,
                          int word, bint haste) noexcept nogil:
    """Location cards that may go for a move: of dead generals, in haste of any but the goal's."""
    cdef uint64_t cards = 0
    cdef int g
    for g in range(FACTIONS):
        if not lives(p, g) or (haste and g != team.goal):
            cards |= t.of_colour[g][word]
    return cards & s.hand.one[word]


cdef uint64_t carried(const Position* p, const Tables* t, const Seat* s, uint64_t cards, int word,
                      int verb) noexcept nogil:
    """Places to which some of these cards carry a hero."""
    cdef uint64_t goals = 0
    cdef int icon = verb - HORSE
    cards &= t.icon[icon][word]
    if not cards:
        return 0
    if verb != GATE:
        return t.reach[steps_of(t, verb)][shaped(s)][s.place]
    goals = p.gates
    while cards:
        goals |= bit(t.place[64 * word + pop(&cards)])
    if shaped(s):
        goals &= ~t.barred
    return goals & ~bit(s.place)


# ---------------------------------------------------------------------- tasks


cdef struct Desk:       # the work of make_plan
    const Position* p
    const Tables* t
    const Lore* lore
    const Team* team
    const Seat* s
    int seat
    int left            # actions
    double here         # price of ending the Day here
    unsigned char[PLACES] cost
    unsigned char[PLACES] back      # to the goal's place, if this hero is needed there
    bint bound          # he is
    double[8] faded     # FADE to the power of actions


cdef inline double wounds_price(const Desk* d, double wounds) noexcept nogil:
    cdef double life = d.s.life
    if wounds <= 0.0:
        return 0.0
    if wounds >= life - 0.5:
        return d.lore.w[W_WOUND] * wounds + 6.0
    return d.lore.w[W_WOUND] * wounds * (1.0 + 1.5 / (life - wounds))


cdef inline double score_of(const Desk* d, double worth, int place, int last) noexcept nogil:
    """Score of a task in a place whose last action is `last` actions after the way there."""
    cdef int k = d.cost[place]
    cdef double score
    if k >= FAR:
        return -1.0
    score = worth * d.faded[min(k, 7)]
    if k >= d.left:
        score *= d.lore.w[W_LATER]
    if d.bound and k + last + d.back[place] > d.left and place != d.team.site:
        score -= d.lore.w[W_AWAY]
    return score


cdef inline void offer(Plan* plan, int verb, double score, int place, int target) noexcept nogil:
    """A task on the spot."""
    if score > plan.by_verb[verb]:
        plan.by_verb[verb] = score
    if score > plan.score:
        plan.score = score
        plan.verb = verb
        plan.place = place
        plan.target = target


cdef inline double power(double x, int n) noexcept nogil:
    cdef double y = 1.0
    for _ in range(n):
        y *= x
    return y


cdef double attack_worth(const Desk* d, int place, int verb, double* wounds) noexcept nogil:
    """What an attack on the minions of a place does; `wounds`: what the rest of them would cost."""
    cdef const Position* p = d.p
    cdef double chance, fallen = 0.0, worth = 0.0, wound = 0.0
    cdef int f, n, need, quest = d.s.quest
    for f in range(FACTIONS):
        n = p.minions[place][f]
        if n == 0:
            continue
        if verb == SLAY:
            chance = 1.0 if d.s.slays >> f & 1 else 0.0
        else:
            need = need_of(d.t, d.s, place, f,
                           d.t.fireball_hit if verb == FIREBALL else d.t.hit[f],
                           verb == ARCHERY, False)
            chance = (7 - need) / 6.0
            if has_reward(d.s, UNICORN) or (d.s.hero == EAGLE_RIDER and not d.s.sky):
                chance += 0.7 * chance * (1.0 - chance)
        fallen += n * chance
        worth += n * chance * d.team.press[f]
        if f == DEMON and n >= 2:
            worth += chance * d.lore.w[W_DEMONS] * d.team.scarce
        if quest != NOTHING and d.t.quest_type[quest] == DEFEAT and (
                d.s.markers[f] < d.t.needs[quest][f]):
            worth += d.lore.w[W_QUEST] * d.lore.quest[quest] * min(
                n * chance, d.t.needs[quest][f] - d.s.markers[f]) / 4.0
        if d.s.hero != ROGUE and d.s.shape != 1 + f:
            wound += n * (1.0 - chance)
        if d.t.fear[f] and d.s.hero != PALADIN:
            wound += d.t.fear[f] * power(1.0 - chance, n)
    if d.s.sky:
        wound = 0.0
    wounds[0] = wounds_price(d, wound)
    return worth + relief(p, d.t, d.lore, d.team, place, fallen)


cdef void fireball_task(const Desk* d, Plan* plan) noexcept nogil:
    """Fireball, for the cheapest card of a colour that is here (D86)."""
    cdef uint64_t cards
    cdef double wounds, worth, cheapest = 100.0
    cdef int f, word
    for f in range(FACTIONS):
        if d.p.minions[d.s.place][f]:
            for word in range(2):
                cards = d.s.hand.one[word] & d.t.of_colour[f][word]
                while cards:
                    cheapest = min(cheapest, card_worth(d.p, d.t, d.lore, d.team, d.s,
                                                        64 * word + pop(&cards)))
    if cheapest < 100.0:
        worth = attack_worth(d, d.s.place, FIREBALL, &wounds)
        offer(plan, FIREBALL, worth - cheapest - (wounds if d.left == 1 else 0.0), d.s.place, 0)


cdef void fight_tasks(const Desk* d, Plan* plan, Plan* trip) noexcept nogil:
    """Attacks on minions, here or elsewhere."""
    cdef const Position* p = d.p
    cdef uint64_t places = peopled(p)
    cdef int place, f
    cdef double worth, wounds, score
    cdef double[PLACES] danger
    cdef uint64_t near
    while places:
        place = pop(&places)
        danger[place] = threat(p, d.t, d.lore, d.team, place)
    places = peopled(p)
    while places:
        place = pop(&places)
        if d.cost[place] > NEAR:
            continue
        worth = attack_worth(d, place, ATTACK, &wounds)
        if place == d.team.site and d.team.goal >= 0 and d.team.party >> d.seat & 1:
            worth += d.lore.w[W_CLEAR]
        if d.cost[place]:
            near = d.t.adjacent[place] & peopled(p)
            while near:
                worth += d.lore.w[W_NEXT] * danger[pop(&near)]
        score = score_of(d, worth, place, 1)
        if d.cost[place] == d.left - 1 or (d.cost[place] and d.cost[place] >= d.left):
            score -= wounds
        if d.cost[place] == 0:
            offer(plan, ATTACK, score, place, 0)
            if d.s.hero == WIZARD:
                fireball_task(d, plan)
            if d.s.slays:
                for f in range(FACTIONS):
                    if d.s.slays >> f & 1 and p.minions[place][f]:
                        worth = attack_worth(d, place, SLAY, &wounds) + 0.05
                        if place == d.team.site and d.team.party >> d.seat & 1:
                            worth += d.lore.w[W_CLEAR]
                        score = score_of(d, worth, place, 1) - (wounds if d.left == 1 else 0.0)
                        offer(plan, SLAY, score, place, f)
        else:
            offer(trip, ATTACK, score, place, 0)
    if d.s.hero == RANGER:
        places = peopled(p) & d.t.adjacent[d.s.place]
        while places:
            place = pop(&places)
            worth = attack_worth(d, place, ARCHERY, &wounds)
            offer(plan, ARCHERY, worth - (d.here if d.left == 1 else 0.0), d.s.place, place)


cdef double chance_of(const Tables* t, const Seat* s, int quest) noexcept nogil:
    """Chance that a roll completes a quest."""
    return 1.0 - power((t.quest_hit[quest] - 1) / 6.0,
                       t.quest_dice[quest] + (t.visions if s.hero == SORCERESS else 0))


cdef void other_tasks(const Desk* d, Plan* plan, Plan* trip) noexcept nogil:
    """Rumors, healing, taint, quests, gates."""
    cdef const Position* p = d.p
    cdef const Tables* t = d.t
    cdef const Seat* s = d.s
    cdef const Lore* lore = d.lore
    cdef uint64_t places
    cdef int place, i, n, kind, quest = s.quest, missing, word
    cdef double worth, score, cheapest
    cdef uint64_t cards
    # rumors
    if s.size < 16 and t.rumors_a_turn:
        places = t.inns
        while places:
            place = pop(&places)
            if d.cost[place] >= FAR:
                continue
            n = t.rumors_a_turn - p.rumors
            if d.cost[place] < d.left:
                if n <= 0:
                    continue
                n = min(n, d.left - d.cost[place])
            else:
                n = t.rumors_a_turn
            worth = lore.w[W_RUMORS] * (2.4 if s.hero == ROGUE else 1.0)
            worth *= 1.0 if s.size <= t.hand_limit else 0.5
            if d.cost[place] == 0:
                offer(plan, RUMORS, score_of(d, worth, place, 1)
                      - (d.here if d.left == 1 else 0.0), place, 0)
            else:
                offer(trip, RUMORS, score_of(d, worth * (0.6 + 0.4 * n), place, n), place, 0)
    # wounds
    missing = t.life[s.hero] - s.life
    if missing > 0:
        for i in range(PLACES):
            if d.cost[i] > 2 or peopled(p) >> i & 1 or general_at(p, t, i) >= 0:
                continue
            n = missing if t.barred >> i & 1 else min(missing, t.heal_elsewhere)
            worth = lore.w[W_HEAL] * n * (1.0 + 1.0 / s.life)
            if d.cost[i] == 0:
                offer(plan, HEAL, score_of(d, worth, i, 1), i, 0)
            else:
                offer(trip, HEAL, score_of(d, worth, i, 1), i, 0)
    # taint
    places = p.tainted
    while places:
        place = pop(&places)
        if d.cost[place] >= FAR:
            continue
        worth = lore.w[W_CRYSTAL] * d.team.scarce
        cheapest = 100.0
        for word in range(2):
            cards = s.hand.one[word] & t.of_colour[t.colour[place]][word]
            while cards:
                cheapest = min(cheapest, card_worth(p, t, lore, d.team, s, 64 * word + pop(&cards)))
        if cheapest < 100.0:
            score = score_of(d, worth * (0.7 if s.hero == SORCERESS else 5.0 / 9.0) - cheapest,
                             place, 1)
            if d.cost[place] == 0:
                offer(plan, HEAL_LAND, score - (d.here if d.left == 1 else 0.0), place, 0)
            else:
                offer(trip, HEAL_LAND, score, place, 0)
        if s.hero == CLERIC and not peopled(p) >> place & 1 and general_at(p, t, place) < 0:
            score = score_of(d, worth / 3.0, place, 1)
            offer(plan if d.cost[place] == 0 else trip, SANCTIFY, score, place, 0)
    # quests
    if quest == NOTHING:
        return
    kind = t.quest_type[quest]
    worth = lore.w[W_QUEST] * lore.quest[quest]
    if kind == ROLL_QUEST or kind == ROLL_PER_ACTION:
        place = t.quest_place[quest][0]
        score = score_of(d, worth * chance_of(t, s, quest), place, 1)
        offer(plan if d.cost[place] == 0 else trip, QUEST, score
              - (d.here if d.left == 1 and d.cost[place] == 0 else 0.0), place, 0)
    elif kind == SCOUT_QUEST:
        place = place_of(p, t, t.quest_general[quest])
        offer(plan if d.cost[place] == 0 else trip, QUEST, score_of(d, worth, place, 1)
              - (d.here if d.left == 1 and d.cost[place] == 0 else 0.0), place, 0)
    elif kind == ACT_AT or kind == VISIT:
        n = t.quest_places[quest]
        for i in range(n):
            place = t.quest_place[quest][i]
            if s.done >> i & 1 or (kind == VISIT and d.cost[place] == 0):
                continue
            score = score_of(d, worth / n * (1.0 + ones_in(s.done)), place, 1)
            if d.cost[place] == 0:
                offer(plan, QUEST, score - (d.here if d.left == 1 else 0.0), place, 0)
            else:
                offer(trip, QUEST, score, place, 0)
    elif kind == BUILD_QUEST and p.gates_left:
        for word in range(2):
            cards = s.hand.one[word] & t.of_colour[t.quest_colour[quest]][word]
            while cards:
                i = 64 * word + pop(&cards)
                place = t.place[i]
                if p.gates >> place & 1 or d.cost[place] >= FAR:
                    continue
                score = score_of(d, worth - card_worth(p, t, lore, d.team, s, i), place, 1)
                offer(plan if d.cost[place] == 0 else trip, BUILD, score, place, i)


cdef void war_tasks(const Desk* d, Plan* plan, Plan* trip) noexcept nogil:
    """The general: the attack, and the way to where the team meets."""
    cdef const Position* p = d.p
    cdef int general = general_at(p, d.t, d.s.place), place, clear, seats = 0, seat
    cdef double chance, wanted
    cdef bint ready
    if general >= 0 and not peopled(p) >> d.s.place & 1:
        for seat in range(d.t.players):
            if p.seat[seat].hero != NOTHING and p.seat[seat].place == d.s.place and (
                    d.team.dice[seat][general]):
                seats |= 1 << seat
        if seats:
            wanted = wanted_odds(p, d.t, d.lore, general) - 0.05
            chance = team_odds(p, d.t, general, seats)
            offer(plan, GENERAL, 30.0 if chance >= wanted else 10.0 * (chance - wanted),
                  d.s.place, 0)
    if d.team.goal < 0:
        return
    place = d.team.site
    if d.team.party >> d.seat & 1 and d.cost[place] and d.cost[place] < FAR:
        ready = (d.team.there | 1 << d.seat) == d.team.party
        clear = 0 if not peopled(p) >> place & 1 else 1
        if ready and d.cost[place] + clear < d.left:
            offer(trip, GENERAL, 3.0 * d.lore.w[W_GATHER] * d.faded[min(<int>d.cost[place], 7)],
                  place, 0)
        elif d.cost[place] + 1 >= d.left:
            offer(trip, GENERAL, d.lore.w[W_GATHER] * d.faded[max(
                0, min(7, d.cost[place] - d.left))], place, 0)
        else:
            offer(trip, GENERAL, 0.3, place, 0)


# ---------------------------------------------------------------------- the plan


cdef void first_move(const Desk* d, int goal, uint64_t spare0, uint64_t spare1,
                     Plan* plan) noexcept nogil:
    """The first step of the way to a place that is at least one action away."""
    cdef const Position* p = d.p
    cdef const Tables* t = d.t
    cdef const Seat* s = d.s
    cdef unsigned char[PLACES] back
    cdef int wanted = d.cost[goal] - 1, steps = stride(t, s), verb, to = -1, at, word
    cdef uint64_t places
    cdef double least = 1e9, price
    cdef bint ends = d.left == 1
    ways(p, t, s, goal, steps, 0, back)
    # on foot, hoof or wing, or by the gates
    places = t.reach[steps][shaped(s)][s.place]
    if p.gates >> s.place & 1:
        places |= p.gates & ~bit(s.place) & ~(t.barred if shaped(s) else 0)
    while places:
        at = pop(&places)
        if back[at] != wanted:
            continue
        price = wounds_price(d, wounds_at(p, t, d.seat, at)) if ends else crowd(p, at) * 0.001
        price += 0.01 * t.distance[s.place][at]
        if price < least:
            least = price
            to = at
    if to >= 0:
        plan.target = to
        if t.adjacent[s.place] >> to & 1:
            plan.verb = WALK
        elif p.gates >> s.place & 1 and p.gates >> to & 1:
            plan.verb = PORTAL
        elif s.hero == PALADIN:
            plan.verb = STEED
        elif s.hero == EAGLE_RIDER:
            plan.verb = FLY
        else:
            plan.verb = RIDE
        return
    if s.hero == WIZARD and not p.teleported:
        plan.verb = TELEPORT
        plan.target = goal
        return
    for verb in range(HORSE, GATE + 1):
        for word in range(2):
            places = carried(p, t, s, spare1 if word else spare0, word, verb)
            while places:
                at = pop(&places)
                if back[at] == wanted:
                    plan.verb = verb
                    plan.target = at
                    return
    plan.verb = END


cdef void make_plan(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                    Plan* plan) noexcept nogil:
    """Plan the next action of the active hero."""
    cdef Desk d
    cdef Plan trip
    cdef uint64_t spare0, spare1, first = 0
    cdef int i, steps
    cdef bint haste
    d.p = p
    d.t = t
    d.lore = lore
    d.team = team
    d.seat = p.active
    d.s = &p.seat[p.active]
    d.left = p.actions
    d.faded[0] = 1.0
    for i in range(1, 8):
        d.faded[i] = d.faded[i - 1] * lore.w[W_FADE]
    d.here = wounds_price(&d, wounds_at(p, t, d.seat, d.s.place))
    steps = stride(t, d.s)
    haste = team.goal >= 0 and team.party >> d.seat & 1 and (
        (team.there | 1 << d.seat) == team.party)
    spare0 = spare_cards(p, t, team, d.s, 0, haste)
    spare1 = spare_cards(p, t, team, d.s, 1, haste)
    if spare0 | spare1:
        for i in range(HORSE, GATE + 1):
            first |= carried(p, t, d.s, spare0, 0, i) | carried(p, t, d.s, spare1, 1, i)
    if d.s.hero == WIZARD and not p.teleported:
        first = t.everywhere & ~(t.barred if shaped(d.s) else 0)
    ways(p, t, d.s, d.s.place, steps, first, d.cost)
    d.bound = team.goal >= 0 and team.party >> d.seat & 1 and d.cost[team.site] < FAR
    if d.bound:
        ways(p, t, d.s, team.site, steps, 0, d.back)
    for i in range(VERBS):
        plan.by_verb[i] = -5.0
        trip.by_verb[i] = -5.0
    plan.score = trip.score = -100.0
    plan.verb = END
    offer(plan, END, lore.w[W_IDLE] - d.here, d.s.place, 0)
    trip.place = -1
    fight_tasks(&d, plan, &trip)
    other_tasks(&d, plan, &trip)
    war_tasks(&d, plan, &trip)
    if trip.place < 0:
        return
    first_move(&d, trip.place, spare0, spare1, &trip)
    if trip.verb == END:
        return
    if d.left == 1:
        trip.score -= wounds_price(&d, wounds_at(p, t, d.seat, trip.target))
    plan.by_verb[trip.verb] = trip.score
    if trip.score > plan.score:
        plan.score = trip.score
        plan.verb = trip.verb
        plan.target = trip.target
        plan.place = trip.place

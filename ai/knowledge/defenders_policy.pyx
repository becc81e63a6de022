"""How a team of Defenders of the Realm plays on: the rollout policy.

It follows a plan of the Day (`defenders_plan`) and weighs every other answer in the same unit, the
worth of an average action. All seats share one goal, so nothing depends on the seat.
"""

from libc.stdint cimport uint64_t
from core.defenders.combat cimport wounds_at
from core.defenders.course cimport write_legal
from core.defenders.position cimport (
    BATTLE_FRAME, BLESSING_CHOICE, CARD_CHOICE, COMMIT, DAY_ACTION, ENVOY,
    EXTRA_DICE, EXTRA_FACTION, FOE, GATE, GROUND_ATTACK, HALF, HAND_LIMIT, HERO_CHOICE, HERO_OF,
    HORSE, LEADER, LOSE_CARDS, LUCK, MINION, NEXT_ATTACKER, ON, PASS, PLAY, PUT, REPLACE,
    REROLL, RUMORS_COLOR, SHAPE_CHOICE,
    SPEND, STOP, STYLE_CHOICE, TARGET, TO, TOSS, TURN_UNDEAD, VISIONS, W4, WINDOW, WINDOW_TARGET,
    WISDOM, Frame, Position, Seat, bit, crowd, lives, peopled, pop,
)
from core.defenders.state cimport Defenders
from core.defenders.tables cimport (
    ALL_IS_QUIET, ANCIENT_TREE, BATTLE_FURY, BATTLE_LUCK, BATTLE_STRATEGY,
    CAVALRY_SWEEP, CITY, CRYSTAL_OF_LIGHT, DARK_VISIONS, EAGLE_RIDER, ELVEN_ARCHERS, FACTIONS,
    GRYPHONS, HAMMER_OF_VALOR, KINGS_GUARD, LOCAL_INFORMATION, MILITIA, NOTHING, ORC,
    ORGANIZE_MILITIA, PLACES, RAIDS, REGULAR, SPELL_OF_PURITY, STRONG_DEFENSES, VARKOLAK, Tables,
)
from core.state cimport MAX_ACTIONS, Action, State
from numpy.random cimport bitgen_t
from ai.knowledge.defenders_odds cimport Fighter, battle_odds, odds, ones_in
from ai.knowledge.defenders_plan cimport (
    HALVES, LIVES, VERBS, W_CRYSTAL, W_HARM, W_PLAY, W_QUIET, W_STEP, WEIGHTS, Lore, Plan, Team,
    assess, card_worth, harm, make_plan, relief, threat,
)
from ai.policy cimport Policy

from ai.knowledge import defenders_worth as _figures
from core.defenders import components as _components

cdef enum:
    REWARD = 32         # code of a play in its frame: a special card, or this and a quest

cdef double SURE = 0.985    # odds at which no more cards are announced


# ---------------------------------------------------------------------- plays


cdef double night_harm(const Position* p, const Tables* t, const Lore* lore,
                       const Team* team) noexcept nogil:
    """What an average card of the darkness deck would do."""
    cdef uint64_t cards = p.dark if p.dark else p.dark_discard
    cdef double total = 0.0
    cdef int n = 0
    while cards:
        total += card_harm(p, t, lore, team, pop(&cards), True)
        n += 1
    return total / n if n else 0.0


cdef double card_harm(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                      int card, bint full) noexcept nogil:
    cdef double total = 0.0
    if t.dark_kind[card] == REGULAR:
        if full:
            total = harm(p, t, lore, team, card, 0) + harm(p, t, lore, team, card, 1)
    elif t.dark_general[card] == 0 and t.dark_target[card] == NOTHING:
        return 0.0
    return total + harm(p, t, lore, team, card, 2)


cdef double best_threats(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                         uint64_t places, int n) noexcept nogil:
    """The sum of the n greatest threats among some places."""
    cdef double[4] top
    cdef double here
    cdef int i
    for i in range(4):
        top[i] = 0.0
    places &= peopled(p)
    while places:
        here = place_threat(p, t, lore, team, pop(&places))
        for i in range(n):
            if here > top[i]:
                top[i], here = here, top[i]
    return top[0] + top[1] + top[2]


cdef double place_threat(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                         int place) noexcept nogil:
    """Danger of all minions of a place, shortage of their kind included."""
    cdef double total = threat(p, t, lore, team, place)
    cdef int f
    for f in range(FACTIONS):
        total += p.minions[place][f] * team.press[f]
    return total


cdef inline double minion_threat(const Position* p, const Tables* t, const Lore* lore,
                                 const Team* team, int place, int faction) noexcept nogil:
    return team.press[faction] + relief(p, t, lore, team, place, 1.0)


cdef double sweep_worth(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                        int place, uint64_t seen, int depth) noexcept nogil:
    """What a ride that begins in a place takes away, going on to the most dangerous neighbour."""
    cdef double total = relief(p, t, lore, team, place, 2.0)
    cdef double best = 0.0
    cdef uint64_t near = t.adjacent[place] & peopled(p) & ~seen & ~bit(place)
    cdef int at, to = -1
    if depth:
        while near:
            at = pop(&near)
            if crowd(p, at) * 0.5 + threat(p, t, lore, team, at) > best:
                best = crowd(p, at) * 0.5 + threat(p, t, lore, team, at)
                to = at
        if to >= 0:
            total += sweep_worth(p, t, lore, team, to, seen | bit(place), depth - 1)
    return total


cdef int missing_hero(const Position* p, const Tables* t, const Team* team) noexcept nogil:
    """The hero who alone is not yet where the team meets, if the attack can follow now; or -1."""
    cdef int seat = 0, missing = team.party & ~team.there
    if team.goal < 0 or missing == 0 or ones_in(missing) > 1:
        return -1
    if p.actions < 1 + (peopled(p) >> team.site & 1):
        return -1
    while not missing >> seat & 1:
        seat += 1
    if seat != p.active and not team.there >> p.active & 1:
        return -1
    return seat


cdef double push_worth(const Position* p, const Tables* t, const Lore* lore) noexcept nogil:
    """What it is worth to push the general nearest to the city back."""
    cdef double best = 0.0
    cdef int g
    for g in range(FACTIONS):
        if lives(p, g) and p.general_step[g]:
            best = max(best, lore.w[W_STEP] * (6.0 if t.steps[g] - p.general_step[g] == 2 else
                                               2.0 * p.general_step[g]))
    return best


cdef double play_worth(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                       int verb, int which, int window) noexcept nogil:
    """What a special card or reward is worth if it is played now, its later use taken off."""
    cdef const Seat* s = &p.seat[p.who]
    cdef double price = lore.w[W_PLAY], best = 0.0
    cdef uint64_t places
    cdef int place, play = which if verb == PLAY else REWARD + which
    if play == ALL_IS_QUIET or play == REWARD + RAIDS:
        best = night_harm(p, t, lore, team) * (t.full[p.defeated] + 0.4 * t.move_only[p.defeated])
        return best - lore.w[W_QUIET] * (1.0 if verb == PLAY else 0.6)
    if play == STRONG_DEFENSES or play == REWARD + ORGANIZE_MILITIA:
        return harm(p, t, lore, team, p.card, 2) - lore.w[W_HARM] * (1.0 if verb == PLAY else 0.5)
    if play == MILITIA or play >= REWARD + ORGANIZE_MILITIA:
        for place in range(2):
            if play == MILITIA or t.dark_faction[p.card][place] == t.quest_colour[which]:
                best = max(best, harm(p, t, lore, team, p.card, place))
        return best - lore.w[W_HARM] * (1.0 if verb == PLAY else 0.6)
    if play == BATTLE_FURY:
        return place_threat(p, t, lore, team, s.place) - 1.5 * price
    if play == BATTLE_STRATEGY:
        best = best_threats(p, t, lore, team, t.everywhere, 3)
        return best + push_worth(p, t, lore) - 5.0 * price
    if play == ELVEN_ARCHERS:
        return best_threats(p, t, lore, team, t.lands[ORC], 2) - 2.5 * price
    if play == KINGS_GUARD:
        return best_threats(p, t, lore, team, t.adjacent[CITY] | bit(CITY), 3) - 3.0 * price
    if play == CAVALRY_SWEEP:
        places = peopled(p)
        while places:
            place = pop(&places)
            if crowd(p, place) > 1:
                best = max(best, sweep_worth(p, t, lore, team, place, 0, 2))
        return best - 3.0 * price
    if play == HAMMER_OF_VALOR or play == REWARD + GRYPHONS:
        return 4.0 if missing_hero(p, t, team) >= 0 else -1.0
    if play == LOCAL_INFORMATION:
        return 2.0
    if play == SPELL_OF_PURITY:
        places = p.tainted
        while places:
            best = max(best, p.crystals[pop(&places)])
        return best * lore.w[W_CRYSTAL] * team.scarce - 3.5 * price
    if play == REWARD + CRYSTAL_OF_LIGHT or play == REWARD + ANCIENT_TREE:
        return lore.w[W_CRYSTAL] * team.scarce - price
    if play == DARK_VISIONS and window == W4:
        return night_harm(p, t, lore, team) - lore.w[W_QUIET]
    return -1.0


cdef double target_worth(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                         int verb, int argument) noexcept nogil:
    """The next part of a play."""
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef int play = f.a
    if verb == STOP or verb == ON:
        return 0.05
    if verb == HALF:
        return harm(p, t, lore, team, p.card, argument)
    if verb == LEADER:
        return 1.0 + p.general_step[argument] - 5.0 * (t.steps[argument] < 3)
    if verb == MINION:
        return minion_threat(p, t, lore, team, argument >> 2, argument & 3)
    if verb == FOE:
        return minion_threat(p, t, lore, team, f.c, argument)
    if verb == HERO_OF:
        return 1.0 if argument == missing_hero(p, t, team) else 0.0
    if play == BATTLE_STRATEGY or play == ELVEN_ARCHERS:
        return place_threat(p, t, lore, team, argument)
    if play == CAVALRY_SWEEP:
        return sweep_worth(p, t, lore, team, argument, p.visited, 1)
    if play == HAMMER_OF_VALOR or play == REWARD + GRYPHONS:
        return 1.0 if argument == team.site and team.goal >= 0 else 0.0
    if play == SPELL_OF_PURITY or play == REWARD + ANCIENT_TREE:
        return p.crystals[argument] + 0.01 * crowd(p, argument)
    return 0.0


# ---------------------------------------------------------------------- dice


cdef double reroll_worth(const Position* p, int verb, int source) noexcept nogil:
    """Re-rolls of failed dice cost nothing; Battle Luck is for battles that are not yet won."""
    cdef int i, failed = 0, dice = 0, hits = 0
    cdef bint last
    if verb == STOP:
        return 0.0
    for i in range(FACTIONS):
        dice += p.dice[i]
        hits += p.hits[i]
    failed = dice - hits
    if p.party == 0:
        if source == GROUND_ATTACK:
            return 1.0 if 3 * hits < dice else -1.0
        return -1.0 if source == LUCK else 2.0
    if p.all_hits + hits - p.all_ones - p.ones >= p.start_life:
        return -1.0
    last = p.pool[0] + p.pool[1] + p.pool[2] + p.pool[3] == 0
    if source == GROUND_ATTACK:
        return 0.5 if last or 3 * hits < dice else -1.0
    if source == LUCK:
        return 1.0 if failed > 2 or last else -1.0
    return 2.0


cdef double commit_worth(const Position* p, const Tables* t, int verb, int kind) noexcept nogil:
    """All cards, until the battle is as good as won; Battle Luck is kept where it may be used."""
    if verb == STOP:
        return 0.0
    if kind == t.specials + BATTLE_LUCK and not (p.foe == VARKOLAK and not p.blessed):
        return -1.0
    if p.announced + p.pool[0] + p.pool[1] + p.pool[2] + p.pool[3] >= p.start_life and (
            battle_odds(p, t, False) >= SURE):
        return -1.0
    return 2.0 - 0.001 * kind


# ---------------------------------------------------------------------- answers


cdef double shape_worth(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                        int shape) noexcept nogil:
    """The shape of the faction that is to be fought; none to get healed."""
    cdef const Seat* s = &p.seat[p.who]
    cdef uint64_t near = (t.reach[2][0][s.place] | bit(s.place)) & peopled(p)
    cdef double total = 0.0
    cdef int place
    if shape == 0:
        return 1.5 if s.life <= 3 and t.distance[s.place][CITY] < 4 else 0.2
    while near:
        place = pop(&near)
        if p.minions[place][shape - 1]:
            total = max(total, p.minions[place][shape - 1] * 0.5 + 0.1 * crowd(p, place)
                        - 0.2 * t.distance[s.place][place])
    if team.goal == shape - 1 and team.party >> p.who & 1 and (
            (team.there | 1 << p.who) == team.party):
        total += 5.0
    return total


cdef double color_worth(const Position* p, const Tables* t, const Team* team, const Seat* s,
                        int color) noexcept nogil:
    """Cards of the colour left in the deck, by what they are worth."""
    cdef int i, n = 0
    for i in range(2):
        n += ones_in(p.deck.one[i] & t.of_colour[color][i])
        n += ones_in(p.deck.two[i] & t.of_colour[color][i])
    return (n + 0.5) * (team.card[color] * (1.0 + 0.1 * team.dice[s - &p.seat[0]][color])
                        if lives(p, color) else 0.001)


cdef double loss_limit(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                       const Action* actions, int n, int wanted) noexcept nogil:
    """Worth of the dearest of the cheapest `wanted` cards among those that may go next."""
    cdef double[16] low
    cdef double worth
    cdef int i, k
    wanted = max(1, min(wanted, 16))
    for k in range(wanted):
        low[k] = 1e9
    for i in range(n):
        worth = card_worth(p, t, lore, team, &p.seat[p.who], actions[i] & 0xffff)
        for k in range(wanted):
            if worth < low[k]:
                low[k], worth = worth, low[k]
    return low[min(wanted, n) - 1]


cdef void weigh(const Position* p, const Tables* t, const Lore* lore, const double* heroes,
                const Action* actions, int n, double* out) noexcept nogil:
    """Write what every answer to the question is worth, in average actions."""
    cdef Team team
    cdef Plan plan
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef const Seat* s = &p.seat[p.who]
    cdef double limit = 0.0, base
    cdef int i, verb, argument, ask = p.ask
    if ask == HERO_CHOICE:
        for i in range(n):
            out[i] = heroes[actions[i] & 0xffff]
        return
    if ask == REROLL:
        for i in range(n):
            out[i] = reroll_worth(p, actions[i] >> 16, actions[i] & 0xffff)
        return
    if ask == COMMIT:
        for i in range(n):
            out[i] = commit_worth(p, t, actions[i] >> 16, actions[i] & 0xffff)
        return
    if ask == NEXT_ATTACKER:
        for i in range(n):
            s = &p.seat[actions[i] & 0xffff]
            out[i] = 0.1 * p.pool[actions[i] & 0xffff]
            if s.hero == EAGLE_RIDER and not s.sky:
                out[i] -= 5.0
        return
    if ask == BLESSING_CHOICE or ask == EXTRA_DICE:
        limit = -1.0
        if ask == BLESSING_CHOICE or f.kind == BATTLE_FRAME:
            limit = 4.0 * (0.95 - battle_odds(p, t, True))
        for i in range(n):
            out[i] = limit if actions[i] >> 16 == SPEND else 0.0
        return
    if ask == EXTRA_FACTION:
        for i in range(n):
            out[i] = p.minions[f.b][actions[i] & 0xffff]
        return
    assess(p, t, lore, &team)
    if ask == DAY_ACTION or ask == TARGET or ask == CARD_CHOICE:
        make_plan(p, t, lore, &team, &plan)
    if ask == LOSE_CARDS or ask == HAND_LIMIT:
        limit = loss_limit(p, t, lore, &team, actions, n, f.c)
    elif ask == VISIONS or ask == WISDOM:
        limit = night_harm(p, t, lore, &team)
    for i in range(n):
        verb = actions[i] >> 16
        argument = actions[i] & 0xffff
        out[i] = 0.0
        if ask == DAY_ACTION:
            if verb < VERBS:
                out[i] = plan.score if verb == plan.verb else min(plan.score - 0.01,
                                                                  plan.by_verb[verb])
            else:
                base = play_worth(p, t, lore, &team, verb, argument, 0)
                out[i] = base if base <= 0.0 else max(plan.score, 0.0) + base
        elif ask == TARGET:
            if verb == FOE:
                out[i] = p.minions[s.place][argument]
            elif plan.verb == f.a and plan.target == argument:
                out[i] = 2.0
            else:
                out[i] = -0.2 * t.distance[argument][plan.place] - 0.1 * wounds_at(
                    p, t, p.who, argument)
        elif ask == CARD_CHOICE:
            out[i] = -card_worth(p, t, lore, &team, s, argument)
            if plan.verb == f.a and HORSE <= f.a <= GATE and carries(
                    p, t, s, f.a, argument, plan.target):
                out[i] += 3.0
        elif ask == WINDOW:
            if verb != PASS:
                out[i] = play_worth(p, t, lore, &team, verb, argument, f.a)
        elif ask == WINDOW_TARGET:
            out[i] = target_worth(p, t, lore, &team, verb, argument)
        elif ask == LOSE_CARDS or ask == HAND_LIMIT:
            base = card_worth(p, t, lore, &team, s, argument)
            out[i] = 1.0 - 0.001 * i if base <= limit else -base
        elif ask == STYLE_CHOICE:
            if argument == 1:
                out[i] = 0.3
            elif team.goal >= 0 and team.party >> p.who & 1 and (
                    (team.there | 1 << p.who) == team.party):
                out[i] = 2.0
        elif ask == SHAPE_CHOICE:
            out[i] = shape_worth(p, t, lore, &team, argument)
        elif ask == RUMORS_COLOR:
            out[i] = color_worth(p, t, &team, s, argument)
        elif ask == TURN_UNDEAD:
            if verb == TO:
                out[i] = 0.7 + relief(p, t, lore, &team, argument, -1.0)
        elif ask == WISDOM:
            if verb == REPLACE:
                out[i] = card_harm(p, t, lore, &team, p.card, p.is_full) - limit
        elif ask == VISIONS:
            if verb == TOSS:
                out[i] = card_harm(p, t, lore, &team, argument, True) - limit
            elif verb == PUT:
                out[i] = -card_harm(p, t, lore, &team, argument, True)
        elif ask == ENVOY:
            if verb == MINION:
                out[i] = minion_threat(p, t, lore, &team, argument >> 2, argument & 3)


cdef bint carries(const Position* p, const Tables* t, const Seat* s, int verb, int card,
                  int to) noexcept nogil:
    """True if a move card gets a hero to a place."""
    if verb == GATE:
        return t.place[card] == to or p.gates >> to & 1
    return True


cdef class DefendersPolicy(Policy):
    """Follows a plan of the Day; the same answer whenever the same is asked.

    Parameters
    ----------
    setup : Setup
        Of the game.
    weights : mapping, optional
        Changes of `defenders_worth.WEIGHTS`, for experiments.
    quests, heroes : mapping, optional
        Changes of `defenders_worth.QUESTS` and `defenders_worth.HEROES`.
    """

    def __init__(self, setup, weights=None, quests=None, heroes=None):
        self.blank = setup.blank()
        cdef const Tables* t = (<Defenders>self.blank).t
        cdef Fighter f
        cdef int i, k, g
        cdef double total = 0.0, low, high
        figures = _figures.WEIGHTS | dict(weights or {})
        names = list(_figures.WEIGHTS)
        if len(names) != WEIGHTS or set(figures) != set(names):
            raise ValueError(f"weights: {', '.join(names)} expected")
        for i, name in enumerate(names):
            self.lore.w[i] = figures[name]
        likes = _figures.HEROES | dict(heroes or {})
        for i, name in enumerate(_components.HEROES):
            self.heroes[i] = likes[name]
        worths = _figures.QUESTS | dict(quests or {})
        for i, name in enumerate(_components.QUESTS):
            self.lore.quest[i] = worths[name]
        for i in range(PLACES):
            self.lore.rate[i] = 0.0
        for i in range(t.darks):
            for k in range(2):
                if t.dark_kind[i] == REGULAR:
                    self.lore.rate[t.dark_place[i][k]] += 1.0
                    total += 1.0
            if t.dark_target[i] < PLACES and t.dark_minions[i]:
                self.lore.rate[t.dark_target[i]] += 0.5
        for i in range(PLACES):
            self.lore.rate[i] *= 41.0 / total
        for g in range(FACTIONS):
            f = plain(t, g)
            for i in range(LIVES):
                low = 0.0
                for k in range(0, HALVES, 2):
                    f.dice = k // 2
                    high = corrupted(&f, g, i)
                    self.lore.kill[g][i][k] = high
                    if k:
                        self.lore.kill[g][i][k - 1] = 0.5 * (low + high)
                    low = high
                self.lore.kill[g][i][HALVES - 1] = low

    cdef Action answer(self, const Position* p, const Tables* t) noexcept nogil:
        """The answer that is worth most."""
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] worth
        cdef int i, n = write_legal(p, t, actions), best = 0
        if n == 1:
            return actions[0]
        weigh(p, t, &self.lore, self.heroes, actions, n, worth)
        for i in range(1, n):
            if worth[i] > worth[best]:
                best = i
        return actions[best]

    cdef Action c_choose(self, State state, bitgen_t* rng) noexcept nogil:
        return self.answer(&(<Defenders>state).p, (<Defenders>state).t)

    cdef void c_prior(self, State state, const Action* actions, int n,
                      double* out) noexcept nogil:
        cdef double best
        cdef int i
        weigh(&(<Defenders>state).p, (<Defenders>state).t, &self.lore, self.heroes, actions, n, out)
        best = out[0]
        for i in range(1, n):
            best = max(best, out[i])
        for i in range(n):
            out[i] = PRIOR * max(out[i] - best, -4.0) / 4.0

    def weigh(self, Defenders state not None):
        """Return ``{action: worth}`` of the mover's answers, in average actions."""
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] worth
        cdef int i, n = state.c_legal(actions)
        weigh(&state.p, state.t, &self.lore, self.heroes, actions, n, worth)
        return {actions[i]: worth[i] for i in range(n)}


cdef double PRIOR = 0.06    # what the best answer promises above one that is much worse


cdef Fighter plain(const Tables* t, int general) noexcept nogil:
    """A hero without any skill against a general."""
    cdef Fighter f
    f.dice = f.ones = f.twos = f.rerolls = 0
    f.ground = False
    f.need = t.general_hit[general]
    return f


cdef double corrupted(Fighter* f, int general, int life) noexcept nogil:
    """Odds of plain dice; against corruption three of ten are taken to come in pairs."""
    cdef Fighter g = f[0]
    if general == 0:
        g.twos = g.dice * 3 // 20
        g.ones = g.dice - 2 * g.twos
        g.dice = 0
    return odds(&g, 1, life, general == 1)

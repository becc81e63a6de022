"""Who is winning Defenders of the Realm: the evaluator.

Before the first action of a Day a logistic regression judges, fitted by
bench/experiments/defenders_worth.py. A battle is worth its two ends, by their exact odds. Any other
position is judged by where the policy leads from it: the turn is played to its end, with dice and
cards of its own.
"""

from libc.math cimport exp
from libc.stdint cimport uint32_t, uint64_t
from core.defenders.chance cimport sample_outcome
from core.defenders.course cimport T_COUNT, T_STYLE, T_W1, play, run
from core.defenders.position cimport (
    CARD_CHOICE, COMMIT, DAY_ACTION, DRAW_DARK, ENVOY, EXTRA_DICE, EXTRA_FACTION, LOSE_CARDS, OVER,
    REROLL, ROLL_CHECK, ROLL_CORRUPTION, ROLL_D3, ROLL_D6, ROLL_DICE, TARGET, TURN_FRAME,
    WINDOW_TARGET, WON, Position, Seat, crowd, lives, peopled, pop,
)
from core.defenders.state cimport Defenders
from core.defenders.tables cimport (
    AMULET, BOOTS, CITY, FACTIONS, HELM, NOTHING, UNICORN, WAR_BANNER, Tables,
)
from core.rng cimport Stream, below, mix
from core.state cimport MAX_ACTIONS, Action, State
from numpy.random cimport bitgen_t
from ai.knowledge.defenders_odds cimport battle_odds, ones_in, team_odds
from ai.knowledge.defenders_plan cimport Lore, Team, assess, threat
from ai.knowledge.defenders_policy cimport DefendersPolicy
from ai.policy cimport Evaluator

from ai.knowledge import defenders_worth as _figures
from core.defenders import components as _components

cdef enum:
    LASTING = 1 << AMULET | 1 << BOOTS | 1 << HELM | 1 << WAR_BANNER | 1 << UNICORN

cdef enum:              # features, in the order of defenders_worth.VALUE
    F_ONE, F_SEATS1, F_SEATS2, F_SEATS3, F_CLERIC
    F_DEMON = F_CLERIC + 8, F_LAST = F_DEMON + 4
    F_CRYSTALS, F_MINIONS, F_THREAT, F_CITY, F_BEST_ODDS, F_DICE, F_DANGER1, F_DANGER2, F_LIFE
    F_FRAIL, F_DEAD, F_LASTING, F_REWARDS, F_SPECIALS, F_CARDS, F_GOAL, F_THERE, F_AWAY
    FEATURES


cdef void describe(const Position* p, const Tables* t, const Lore* lore,
                   double* out) noexcept nogil:
    """Write the features of a position in which no battle goes on."""
    cdef Team team
    cdef const Seat* s
    cdef uint64_t places = peopled(p)
    cdef int i, g, n, left, seat, life = 0, greatest = 0
    cdef double chance
    for i in range(FEATURES):
        out[i] = 0.0
    assess(p, t, lore, &team)
    out[F_ONE] = 1.0
    if t.players < 4:
        out[F_SEATS1 + t.players - 1] = 1.0
    out[F_LAST] = p.defeated == FACTIONS - 1
    out[F_CRYSTALS] = p.crystals_left / 12.0
    while places:
        i = pop(&places)
        out[F_MINIONS] += crowd(p, i) / 50.0
        if i == CITY:
            out[F_CITY] = crowd(p, i) / 4.0
        else:
            out[F_THREAT] += threat(p, t, lore, &team, i) / 20.0
    for g in range(FACTIONS):
        if not lives(p, g):
            out[F_DEMON + g] = 1.0
            continue
        left = t.steps[g] - 1 - p.general_step[g]
        chance = team_odds(p, t, g, 15)
        if left == 1:
            out[F_DANGER1] += 1.0 - chance
        elif left == 2:
            out[F_DANGER2] += 1.0 - chance
        out[F_BEST_ODDS] = max(out[F_BEST_ODDS], chance)
        n = 0
        for seat in range(t.players):
            if p.seat[seat].hero != NOTHING:
                n += team.dice[seat][g]
        out[F_DICE] += min(1.5, n / 12.0)
    for seat in range(t.players):
        s = &p.seat[seat]
        if s.hero == NOTHING:
            continue
        out[F_CLERIC + s.hero] += 1.0
        life += s.life
        greatest += t.life[s.hero]
        out[F_FRAIL] += 1.0 / s.life
        out[F_CARDS] += s.size / 40.0
        out[F_LASTING] += ones_in(s.rewards & LASTING)
        out[F_REWARDS] += ones_in(s.rewards & ~<uint64_t>LASTING)
        for i in range(2):
            out[F_SPECIALS] += 0.1 * ones_in(s.hand.one[i] & t.special[i])
        if team.party >> seat & 1:
            out[F_AWAY] += t.distance[s.place][team.site] / 8.0
    out[F_LIFE] = <double>life / max(greatest, 1)
    out[F_DEAD] = ones_in(p.heroes) - t.players
    if team.goal >= 0:
        out[F_GOAL] = 1.0
        out[F_THERE] = <double>ones_in(team.there) / ones_in(team.party)


cdef inline bint fresh(const Position* p) noexcept nogil:
    """True from the start of a turn to the first action of its Day."""
    cdef int step = p.stack[0].step
    if p.stack[0].kind != TURN_FRAME:
        return False
    if step == T_STYLE or step == T_COUNT or step == T_W1:
        return p.stack[0].e == 0
    return p.ask == DAY_ACTION and p.actions >= p.seat[p.active].life


# ---------------------------------------------------------------------- a source of chance


cdef uint64_t next_word(void* state) noexcept nogil:
    """SplitMix64 (Steele, Lea, Flood, 2014)."""
    cdef uint64_t* word = <uint64_t*>state
    word[0] += <uint64_t>0x9E3779B97F4A7C15
    return mix(word[0])


cdef uint32_t next_half(void* state) noexcept nogil:
    return <uint32_t>(next_word(state) >> 32)


cdef double next_uniform(void* state) noexcept nogil:
    return (next_word(state) >> 11) * (1.0 / 9007199254740992.0)


# ---------------------------------------------------------------------- the evaluator


cdef class DefendersEvaluator(Evaluator):
    """The team's chance to win."""

    cdef DefendersPolicy policy
    cdef double[FEATURES] value

    def __init__(self, setup):
        self.policy = DefendersPolicy(setup)
        if len(_figures.VALUE) != FEATURES:
            raise ValueError(f"defenders_worth.VALUE: {FEATURES} figures expected")
        for i, figure in enumerate(_figures.VALUE.values()):
            self.value[i] = figure

    cdef bint c_quiet(self, State state) noexcept nogil:
        """Where no action, play or roll is under way."""
        cdef int ask = (<Defenders>state).p.ask
        return not (ask == CARD_CHOICE or ask == TARGET or ask == WINDOW_TARGET or ask == REROLL
                    or ask == EXTRA_DICE or ask == EXTRA_FACTION or ask == ROLL_DICE
                    or ask == ROLL_CHECK or ask == ROLL_D3 or ask == ROLL_D6 or ask == ENVOY
                    or ask == ROLL_CORRUPTION or ask == LOSE_CARDS)

    cdef double chance(self, const Position* p, const Tables* t) noexcept nogil:
        cdef double[FEATURES] x
        cdef double total = 0.0
        cdef int i
        describe(p, t, &self.policy.lore, x)
        for i in range(FEATURES):
            total += x[i] * self.value[i]
        return 1.0 / (1.0 + exp(-total))

    cdef double led_on(self, const Position* p, const Tables* t) noexcept nogil:
        """The chance when this turn is over, played on by the policy."""
        cdef Position now = p[0]
        cdef uint64_t word = mix(p.number)      # the same luck for all that may come of a decision
        cdef bitgen_t rng
        rng.state = &word
        rng.next_uint64 = rng.next_raw = next_word
        rng.next_uint32 = next_half
        rng.next_double = next_uniform
        while now.ask != OVER and now.number == p.number:
            if now.ask <= ROLL_CHECK:
                play(&now, t, sample_outcome(&now, t, &rng))
            else:
                play(&now, t, self.policy.answer(&now, t))
            run(&now, t)
        return now.end == WON if now.ask == OVER else self.chance(&now, t)

    cdef double battle(self, const Position* p, const Tables* t) noexcept nogil:
        """In a battle: the value of its two ends by their exact odds."""
        cdef Position after = p[0]
        cdef double hope = battle_odds(p, t, p.ask <= COMMIT), won = 1.0
        cdef Seat* s
        cdef int seat, i
        after.party = 0
        for seat in range(t.players):
            s = &after.seat[seat]
            if p.party >> seat & 1:
                for i in range(2):
                    s.size -= ones_in(s.hand.one[i] & t.of_general[p.foe][i])
                    s.size -= ones_in(s.hand.two[i] & t.of_general[p.foe][i])
                    s.hand.one[i] &= ~t.of_general[p.foe][i]
                    s.hand.two[i] &= ~t.of_general[p.foe][i]
        after.ask = DRAW_DARK
        after.general_life[p.foe] = 0
        after.defeated += 1
        if after.defeated < FACTIONS:
            won = self.chance(&after, t)
        after.general_life[p.foe] = p.start_life
        after.defeated -= 1
        for seat in range(t.players):
            if p.party >> seat & 1:
                after.seat[seat].place = CITY
                after.seat[seat].life = max(1, after.seat[seat].life - 2)
        return hope * won + (1.0 - hope) * self.chance(&after, t)

    cdef void c_evaluate(self, State state, double* out) noexcept nogil:
        cdef const Position* p = &(<Defenders>state).p
        cdef const Tables* t = (<Defenders>state).t
        cdef double won
        cdef int seat
        state.c_utilities(out)
        if p.ask == OVER:
            return
        if p.party:
            won = self.battle(p, t)
        else:
            won = self.chance(p, t) if fresh(p) else self.led_on(p, t)
        for seat in range(t.players):
            # the champion's share stands as if the game ended now
            out[seat] = 0.75 * won + out[seat] if t.objective else won

    def features(self, Defenders state not None):
        """Return ``{name: value}``, what the regression sees of a position."""
        cdef double[FEATURES] x
        describe(&state.p, state.t, &self.policy.lore, x)
        return {name: x[i] for i, name in enumerate(_figures.VALUE)}

    def odds(self, Defenders state not None, str general, seats=None):
        """Return the exact odds of killing a general with all cards of some seats, all by default.

        In a battle they are those of the battle, with the cards that can still be announced.
        """
        cdef int g = list(_components.GENERALS).index(general)
        cdef int bits = 0
        for seat in range(state.players) if seats is None else seats:
            bits |= 1 << state.checked(seat)
        if state.p.party and state.p.foe == g:
            return battle_odds(&state.p, state.t, state.p.ask <= COMMIT)
        return team_odds(&state.p, state.t, g, bits) if lives(&state.p, g) else 1.0


# ---------------------------------------------------------------------- matched turns


cdef Action any_answer(State state, bitgen_t* rng) noexcept nogil:
    cdef Action[MAX_ACTIONS] actions
    return actions[below(rng, state.c_legal(actions))]


cdef void play_turn(Defenders state, DefendersPolicy policy, int random_in,
                    bitgen_t* rng) noexcept nogil:
    """Play to the first action of the next turn, one answer in `random_in` at random."""
    cdef int number = state.p.number
    while state.p.ask != OVER and (state.p.number == number or state.p.ask != DAY_ACTION):
        if state.p.ask <= ROLL_CHECK:
            state.c_play(state.c_sample(rng))
        elif state.p.number == number and below(rng, random_in) == 0:
            state.c_play(any_answer(state, rng))
        else:
            state.c_play(policy.c_choose(state, rng))


cdef void play_out(Defenders state, DefendersPolicy policy, bitgen_t* rng) noexcept nogil:
    while state.p.ask != OVER:
        state.c_play(state.c_sample(rng) if state.p.ask <= ROLL_CHECK
                     else policy.c_choose(state, rng))


def matched_turns(Defenders state not None, DefendersPolicy policy not None, Stream stream not None,
                  float[:, ::1] rows, unsigned char[::1] won, int random_in):
    """Play games by a policy and branch twice at every third turn or so, for experiments.

    In each branch that turn has random answers, one in `random_in`; then the policy plays on.

    Parameters
    ----------
    state : Defenders
        Where the games begin.
    rows : float32 array, shape (2 * n, features)
        Written: the features after the turn, two rows next to each other for a pair of branches.
    won : uint8 array, shape (2 * n,)
        Written: whether the team won.
    random_in : int
        One answer in so many is random.
    """
    cdef double[FEATURES] x
    cdef Defenders game = state.clone(), branch = state.clone()
    cdef bitgen_t* rng = stream.bits
    cdef Py_ssize_t pair = 0, row
    cdef int i, noted
    if rows.shape[1] != FEATURES or won.shape[0] != rows.shape[0] or won.shape[0] % 2:
        raise ValueError(f"matched_turns: rows (2 n, {FEATURES}) and won (2 n,) expected")
    with nogil:
        while 2 * pair < rows.shape[0]:
            game.c_copy_from(state)
            noted = 0
            while game.p.ask != OVER and 2 * pair < rows.shape[0]:
                if game.p.ask <= ROLL_CHECK:
                    game.c_play(game.c_sample(rng))
                    continue
                if game.p.ask == DAY_ACTION and game.p.number != noted:
                    noted = game.p.number
                    if below(rng, 3) == 0:
                        for row in range(2 * pair, 2 * pair + 2):
                            branch.c_copy_from(game)
                            play_turn(branch, policy, random_in, rng)
                            if branch.p.ask == OVER:
                                break
                            describe(&branch.p, branch.t, &policy.lore, x)
                            for i in range(FEATURES):
                                rows[row, i] = <float>x[i]
                            play_out(branch, policy, rng)
                            won[row] = branch.p.end == WON
                        else:
                            pair += 1
                game.c_play(policy.c_choose(game, rng))

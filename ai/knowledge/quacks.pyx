"""What searches know of Quacks: what a position is worth, and how to play on quickly.

The unit is the victory point. A space, a coin, a chip or a droplet step is worth what it will make
in the rounds that are left.
"""

from core.quacks.brewing cimport extras, limit_of
from core.quacks.position cimport (
    BLUE1, BOOM, BUY1, BUY2, BUY_FLASK, BUY_STEP, CARD, CHIP, COINS, COIN_STAGE, DISCARD, DRAW,
    DRAW_STOP, DROPLET, FLASK, LINE, MOVE, NOTHING, OVER, PAY, PLACE, POINTS, POINTS_STAGE, PULL,
    PULL_STAGE, PURPLE1, RED2, RESTART, RETURN, ROUND_BEGIN, RUBIES, STEP, STIRRED, STOP, STRONG,
    SWAP, TAILS, TO_POT, TO_TUBE, TURN_CARD, UPGRADE, YELLOW1, Position, Seat,
)
from core.quacks.state cimport Quacks
from core.quacks.tables cimport (
    COLOURS, KINDS, LAST, PURPLE, RATS_ARE_YOUR_FRIENDS, RED, ROUNDS, WHEEL_AND_DEAL, WHITE, Reward,
    Tables,
)
from core.rng cimport below
from core.state cimport MAX_ACTIONS, Action, State
from numpy.random cimport bitgen_t
from ai.policy cimport Evaluator, Policy, chances

from ai.knowledge import quacks_worth as _figures
from core.quacks.components import KIND_NAMES as _KIND_NAMES

cdef double FLASK_NEXT = 0.6    # points that a full flask makes in the very next round
cdef double DIE_WORTH = 1.2     # points of a roll of the bonus die
cdef int RANDOM_IN = 24         # one decision of the rollout policy in so many

cdef enum:
    MONEY = 64                  # coins that one can have are fewer
    AHEAD = 6                   # coins over which prices are smoothed

cdef struct Worth:  # in points of the final margin, by rounds left
    double chip[ROUNDS + 1][KINDS]      # in the bag
    double coins[ROUNDS + 1][MONEY]     # to spend in the round before those left
    double hope[ROUNDS + 1][MONEY]      # the same where brewing may go on: prices smoothed out
    double score[ROUNDS + 1]            # of a point: the rats feed on a lead
    double ruby[ROUNDS + 1]
    double step[ROUNDS + 1]             # of the droplet
    double flask[ROUNDS + 1]            # full
    double spread[ROUNDS + 1]           # margin that e-folds the odds of winning


cdef double best_chip(const Tables* t, const double* chip, int round, int colour,
                      int money) noexcept nogil:
    """Worth of the best chip of `colour` or a later one that `money` buys in `round`."""
    cdef double best = 0.0
    cdef int kind
    for kind in range(t.first[colour] if colour < COLOURS else KINDS, KINDS):
        if 0 < t.price[kind] <= money and t.opens[kind] <= round and chip[kind] > best:
            best = chip[kind]
    return best


cdef double best_basket(const Tables* t, const double* chip, int round, int money) noexcept nogil:
    """Worth of the best one or two chips of different colours that `money` buys (Q47)."""
    cdef double best = 0.0
    cdef int kind
    for kind in range(KINDS):
        if 0 < t.price[kind] <= money and t.opens[kind] <= round:
            best = max(best, chip[kind] + best_chip(
                t, chip, round, t.colour[kind] + 1, money - t.price[kind]))
    return best


cdef class Appraisal:
    """What things are worth in one game: quacks_worth.py, for the books that are in play."""

    cdef Worth worth

    def __init__(self, Quacks state not None):
        cdef const Tables* t = state.t
        cdef Worth* w = &self.worth
        cdef int left, kind, money
        for left in range(ROUNDS + 1):
            w.score[left] = _figures.SCORE[left]
            w.flask[left] = _figures.FLASK[left]
            w.spread[left] = _figures.SPREAD[left]
            w.ruby[left] = max(curve(_figures.RUBY, left), 1.0 / t.rubies_per_vp * w.score[left])
            w.step[left] = curve(_figures.STEP, left)
            for kind in range(KINDS):
                if t.colour[kind] == WHITE:
                    w.chip[left][kind] = t.value[kind] * curve(_figures.WHITE, left)
                else:
                    w.chip[left][kind] = curve(
                        _figures.CHIP[_KIND_NAMES[kind]][t.side[t.colour[kind]] - 1], left)
            for money in range(MONEY):
                w.coins[left][money] = best_basket(t, w.chip[left], ROUNDS - left, money) if (
                    left) else <double>money / t.coins_per_vp
            for money in range(MONEY):
                w.hope[left][money] = 0.0
                for kind in range(AHEAD):
                    w.hope[left][money] += w.coins[left][min(money + kind, MONEY - 1)] / AHEAD


def curve(figures, left):
    """Return a * left + b * left ** 2."""
    a, b = figures
    return a * left + b * left * left


# ---------------------------------------------------------------------- worth in points


cdef inline int rounds_left(const Position* p) noexcept nogil:
    """Rounds in which a chip that comes into a bag now can still be drawn."""
    if p.stage == ROUND_BEGIN or p.ask == TURN_CARD or p.ask == CARD:
        return ROUNDS + 1 - p.round
    return ROUNDS - p.round


cdef inline double reward_worth(const Reward* reward, const Worth* w, int left) noexcept nogil:
    cdef double total = (w.score[left] * reward.vp + w.ruby[left] * reward.rubies
                         + w.step[left] * reward.steps)
    cdef int i
    for i in range(reward.chips):
        total += w.chip[left][reward.chip[i]]
    return total


cdef inline double space_worth(const Position* p, const Tables* t, const Worth* w, int at,
                               bint exploded) noexcept nogil:
    """Points, ruby and coins of a scoring space; after an explosion the better of two."""
    cdef int left = ROUNDS - p.round
    cdef double vp, coins
    if at > LAST + 1:
        at = LAST + 1
    vp = w.score[left] * t.vp[at]
    coins = w.coins[left][t.coins[at]]
    if exploded:
        return max(vp, coins) + t.ruby[at] * w.ruby[left]
    return vp + coins + t.ruby[at] * w.ruby[left]


cdef inline double way_worth(const Position* p, const Tables* t, const Worth* w,
                             int at) noexcept nogil:
    """Points, ruby and coins of a scoring space from which brewing may go on."""
    cdef int left = ROUNDS - p.round
    if at > LAST + 1:
        at = LAST + 1
    return (w.score[left] * t.vp[at] + w.hope[left][t.coins[at]]
            + t.ruby[at] * w.ruby[left])


cdef double bag_worth(const Position* p, const Tables* t, const Worth* w, int seat) noexcept nogil:
    """All chips that a seat owns, in bag, pot and beside the pot."""
    cdef const Seat* s = &p.seat[seat]
    cdef double total = 0.0
    cdef int left = rounds_left(p), kind, i
    for kind in range(KINDS):
        if s.bag[kind]:
            total += s.bag[kind] * w.chip[left][kind]
    for i in range(s.size):
        total += w.chip[left][s.chip[i]]
    for i in range(3):
        total += s.aside[i] * w.chip[left][t.first[RED] + i]
    return total


cdef double expected_points(const Position* p, const Tables* t, const Worth* w,
                            int seat) noexcept nogil:
    """Points so far, of this round's pot and of what will help later."""
    cdef const Seat* s = &p.seat[seat]
    cdef int left = rounds_left(p)
    cdef double total = w.score[left] * s.score + bag_worth(p, t, w, seat)
    total += s.rubies * w.ruby[left]
    total += w.step[left] * s.droplet
    if s.flask and left:
        total += w.flask[left]
    if p.ask == TURN_CARD or p.stage == ROUND_BEGIN:
        return total
    if p.stage < POINTS_STAGE or (p.stage == POINTS_STAGE and not scored(p, t, seat)):
        total += space_worth(p, t, w, s.scoring if s.scoring else s.lead + 1,
                             s.exploded and not s.shielded)
        total += next_chip(p, t, w, seat)
    elif p.stage <= COIN_STAGE and s.shops and not settled(p, t, seat):
        if p.ask == BUY2 and p.who == seat:
            total += best_chip(t, w.chip[left], p.round, p.colour + 1, p.money)
        else:
            total += w.coins[left][t.coins[s.scoring]]
    return total


cdef double next_chip(const Position* p, const Tables* t, const Worth* w, int seat) noexcept nogil:
    """Points that the chip in the hand or the next one promises."""
    cdef const Seat* s = &p.seat[seat]
    cdef double hope
    if s.hand != NOTHING:
        return hand_gain(p, t, w, seat)
    if not s.active or s.commit == STOP:
        return 0.0
    hope = draw_gain(p, t, w, seat)
    if s.commit == DRAW or (p.stage == PULL_STAGE and not settled(p, t, seat)):
        return hope
    return max(0.0, hope)


cdef inline bint settled(const Position* p, const Tables* t, int seat) noexcept nogil:
    """True if a seat has had its part of the stage."""
    cdef int order = seat - p.first
    if order < 0:
        order += t.players
    return order < p.cursor


cdef inline bint scored(const Position* p, const Tables* t, int seat) noexcept nogil:
    return p.stage > POINTS_STAGE or (p.stage == POINTS_STAGE and settled(p, t, seat))


cdef class QuacksEvaluator(Evaluator):
    """Win chances from points, bags, droplets, rubies and the pots as they stand."""

    cdef Appraisal appraisal

    def __init__(self, Appraisal appraisal not None):
        self.appraisal = appraisal

    cdef bint c_quiet(self, State state) noexcept nogil:
        """At chance, where the mean is estimated, and before decisions that begin something new."""
        cdef int ask = (<Quacks>state).p.ask
        return (ask <= PULL or ask == OVER or ask == DRAW_STOP or ask == BOOM or ask == BUY1
                or ask == STEP)

    cdef void c_evaluate(self, State state, double* out) noexcept nogil:
        cdef const Position* p = &(<Quacks>state).p
        cdef const Worth* w = &self.appraisal.worth
        cdef int seat, players = state.players
        if p.ask == OVER:
            state.c_utilities(out)
            return
        for seat in range(players):
            out[seat] = expected_points(p, (<Quacks>state).t, w, seat)
        chances(out, players, w.spread[rounds_left(p)])

    def points(self, Quacks state not None):
        """Return the points that each seat is expected to end with but for later pots, a list."""
        return [expected_points(&state.p, state.t, &self.appraisal.worth, seat)
                for seat in range(state.players)]

    def risk(self, Quacks state not None, int seat):
        """Return the exact chance that a seat's next chip makes its pot explode."""
        state.checked(seat)
        return risk(&state.p, state.t, seat)


# ---------------------------------------------------------------------- drawing


cdef double risk(const Position* p, const Tables* t, int seat) noexcept nogil:
    """Exact chance that the next chip from the bag makes the pot explode (Q29)."""
    cdef const Seat* s = &p.seat[seat]
    cdef int room = limit_of(p, t, seat) - s.white, kind, deadly = 0
    if s.bag_size == 0:
        return 0.0
    for kind in range(t.first[WHITE + 1]):
        if t.value[kind] > room:
            deadly += s.bag[kind]
    return <double>deadly / s.bag_size


cdef double draw_gain(const Position* p, const Tables* t, const Worth* w, int seat) noexcept nogil:
    """Points that one more draw promises over stopping, every chip of the bag weighed."""
    cdef const Seat* s = &p.seat[seat]
    cdef int room = limit_of(p, t, seat) - s.white, kind
    cdef double now = way_worth(p, t, w, s.lead + 1), total = 0.0
    if s.bag_size == 0:
        return 0.0
    for kind in range(KINDS):
        if s.bag[kind]:
            total += s.bag[kind] * (placed_worth(p, t, w, seat, kind, room) - now)
    return total / s.bag_size


cdef double placed_worth(const Position* p, const Tables* t, const Worth* w, int seat, int kind,
                         int room) noexcept nogil:
    """Points of the pot once a chip lies in it; `room` is what white chips may still add."""
    cdef const Seat* s = &p.seat[seat]
    cdef int to = s.lead + 1 + t.value[kind] + extras(p, t, seat, kind)
    if t.colour[kind] == WHITE and t.value[kind] > room:
        return space_worth(p, t, w, to, not s.window) - DIE_WORTH * 0.5
    return way_worth(p, t, w, to) + later_worth(p, t, kind)


cdef double hand_gain(const Position* p, const Tables* t, const Worth* w, int seat) noexcept nogil:
    """Points of placing the chip in the hand."""
    cdef const Seat* s = &p.seat[seat]
    return (placed_worth(p, t, w, seat, s.hand, limit_of(p, t, seat) - s.white)
            - way_worth(p, t, w, s.lead + 1))


cdef inline double later_worth(const Position* p, const Tables* t, int kind) noexcept nogil:
    """Points of a chip in the pot beside its spaces."""
    cdef int colour = t.colour[kind]
    if colour == WHITE:
        return 0.0
    return 0.15 + 0.5 * (colour >= PURPLE)


cdef double chosen_worth(const Position* p, const Tables* t, const Worth* w, int seat,
                         int kind) noexcept nogil:
    """Points of placing a kind that was shown; below 0 if rather none."""
    cdef const Seat* s = &p.seat[seat]
    cdef int room = limit_of(p, t, seat) - s.white
    cdef int to = s.lead + 1 + t.value[kind]
    cdef double now = way_worth(p, t, w, s.lead + 1)
    if p.ask == BLUE1:
        to += extras(p, t, seat, kind)
        if t.colour[kind] == WHITE:
            if t.value[kind] > room:
                return space_worth(p, t, w, to, not s.window) - now
            return way_worth(p, t, w, to) - now - 0.9 * t.value[kind]
    return way_worth(p, t, w, to) - now + later_worth(p, t, kind)


cdef double flask_gain(const Position* p, const Tables* t, const Worth* w, int seat) noexcept nogil:
    """Points of putting the drawn chip back, compared with placing it."""
    cdef const Seat* s = &p.seat[seat]
    cdef int value = t.value[s.hand], room = limit_of(p, t, seat) - s.white - value
    cdef double price = 0.0
    if p.ask == FLASK and p.round < ROUNDS:
        price = 0.8
    if t.colour[s.hand] != WHITE:
        return -1.0 - value
    return 1.0 * (value - 1) + (1.4 if room <= 1 else 0.7 if room == 2 else 0.0) - price - (
        0.35 if room > 2 else 0.0)


# ---------------------------------------------------------------------- advice


cdef double gain(const Position* p, const Tables* t, const Worth* w, Action action) noexcept nogil:
    """Points that an answer promises, compared with the other answers to the same question."""
    cdef int verb = action >> 8, argument = action & 255, seat = p.who
    cdef const Seat* s = &p.seat[seat]
    cdef int left = rounds_left(p), ask = p.ask
    if verb == DRAW:
        return draw_gain(p, t, w, seat)
    if verb == RETURN:
        if ask == FLASK or ask == STIRRED:
            return flask_gain(p, t, w, seat)
        if ask == YELLOW1:
            return 0.8
        return -0.5
    if verb == PLACE and ask == RED2:
        return 1.0
    if verb == MOVE:
        return 0.4 * argument
    if verb == TAILS:
        return argument * (w.ruby[left] - 0.7 * w.score[left])
    if verb == CHIP:
        if ask == BLUE1 or ask == STRONG:
            return chosen_worth(p, t, w, seat, argument)
        if ask == CARD and p.card == WHEEL_AND_DEAL:
            return w.chip[left][argument] - w.ruby[left] * t.a[p.card]
        return w.chip[left][argument] if left else 0.0
    if verb == SWAP:
        return w.chip[left][t.upgrade[argument]] - w.chip[left][argument]
    if verb == UPGRADE:
        return (w.chip[left][t.first[PURPLE]] * 0.6
                * (t.purple4_to[argument >> 4] - t.purple4_from[argument >> 4]))
    if verb == LINE:
        if ask == PURPLE1:
            return reward_worth(&t.purple1[argument], w, left)
        return reward_worth(&t.purple2[argument], w, left) - argument * (
            w.chip[left][t.first[PURPLE]])
    if verb == PAY:
        return w.step[left] - w.ruby[left]
    if verb == BUY_STEP:
        if p.round == ROUNDS:
            return reward_worth(&t.glass[s.glass + 1], w, 0) - 1.0
        return w.step[left] - t.step_cost * w.ruby[left]
    if verb == BUY_FLASK:
        return w.flask[left] + FLASK_NEXT - t.refill_cost * w.ruby[left] if left else -1.0
    if verb == TO_POT:
        return w.step[left]
    if verb == TO_TUBE:
        return reward_worth(&t.glass[s.glass + 1], w, left) + 0.3
    if verb == POINTS:
        if ask == BOOM:
            return w.score[left] * t.vp[s.scoring]
        return w.score[left] * (s.tails if p.card == RATS_ARE_YOUR_FRIENDS else t.a[p.card])
    if verb == COINS:
        return w.coins[left][t.coins[s.scoring]]
    if verb == RUBIES:
        return w.ruby[left] * t.a[p.card]
    if verb == DROPLET:
        return w.step[left] * t.a[p.card]
    if verb == DISCARD:
        return -2.5 * w.chip[left][0]
    if verb == RESTART:
        return restart_gain(p, t, w, seat)
    return 0.0


cdef double restart_gain(const Position* p, const Tables* t, const Worth* w,
                         int seat) noexcept nogil:
    """Points of beginning anew, a middling pot being what one may hope for."""
    cdef const Seat* s = &p.seat[seat]
    cdef double hope = space_worth(p, t, w, s.start + 9, False)
    return hope - space_worth(p, t, w, s.lead + 1, s.exploded and not s.shielded) - (
        0.0 if s.exploded else 2.0 * (limit_of(p, t, seat) - s.white) * 0.5)


cdef class QuacksPolicy(Policy):
    """Takes the answer that promises most points, now and then a random one."""

    cdef Appraisal appraisal

    def __init__(self, Appraisal appraisal not None):
        self.appraisal = appraisal

    cdef Action c_choose(self, State state, bitgen_t* rng) noexcept nogil:
        cdef Action[MAX_ACTIONS] actions
        cdef const Position* p = &(<Quacks>state).p
        cdef const Tables* t = (<Quacks>state).t
        cdef const Worth* w = &self.appraisal.worth
        cdef double best, mine
        cdef int i, n, chosen = 0
        if below(rng, RANDOM_IN) == 0:
            return state.c_random(rng)
        n = state.c_legal(actions)
        best = gain(p, t, w, actions[0])
        for i in range(1, n):
            mine = gain(p, t, w, actions[i])
            if mine > best:
                best = mine
                chosen = i
        return actions[chosen]

    cdef void c_prior(self, State state, const Action* actions, int n,
                      double* out) noexcept nogil:
        cdef const Position* p = &(<Quacks>state).p
        cdef const Tables* t = (<Quacks>state).t
        cdef const Worth* w = &self.appraisal.worth
        cdef double share = 1.0 / state.players
        cdef double per_point = share * (1.0 - share) / w.spread[rounds_left(p)]
        cdef int i
        for i in range(n):
            out[i] = per_point * gain(p, t, w, actions[i])


def evaluator(setup):
    """Return the evaluator of a game of Quacks."""
    return QuacksEvaluator(Appraisal(setup.blank()))


def policy(setup):
    """Return the rollout policy of a game of Quacks."""
    return QuacksPolicy(Appraisal(setup.blank()))

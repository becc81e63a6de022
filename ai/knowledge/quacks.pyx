"""What searches know of Quacks: what a position is worth, and how to play on quickly.

The unit is the victory point. A space, a coin, a chip or a droplet step is worth what it will make
in the rounds that are left.
"""

from libc.math cimport exp
from core.quacks.brewing cimport extras, limit_of
from core.quacks.position cimport (
    BLUE1, BOOM, BUY1, BUY2, BUY_FLASK, BUY_STEP, CARD, CHIP, COINS, COIN_STAGE, DISCARD, DRAW,
    DRAW_STOP, DROPLET, FLASK, LINE, MOVE, NOTHING, OVER, PAY, PLACE, POINTS, POINTS_STAGE, PULL,
    PULL_STAGE, PURPLE1, RED2, RESTART, RETURN, ROUND_BEGIN, RUBIES, STEP, STIRRED, STOP, STRONG,
    SWAP, TAILS, TO_POT, TO_TUBE, TURN_CARD, UPGRADE, YELLOW1, Position, Seat,
)
from core.quacks.state cimport Quacks
from core.quacks.tables cimport (
    KINDS, LAST, PURPLE, RATS_ARE_YOUR_FRIENDS, RED, ROUNDS, WHEEL_AND_DEAL, WHITE, Reward,
    Tables,
)
from core.rng cimport below
from core.state cimport MAX_ACTIONS, Action, State
from numpy.random cimport bitgen_t
from ai.policy cimport Evaluator, Policy

cdef double PER_COIN = 0.08     # points that a coin spent on chips makes, a round that is left
cdef double PER_STEP = 0.35     # points that a droplet step makes, a round
cdef double PER_WHITE = 0.2     # points that a white chip in the bag costs, a round and value
cdef double FLASK_WORTH = 1.3   # points of a full flask, if a round is left
cdef double RUBY_WORTH = 0.5    # points of a ruby at the end; sooner it is worth more
cdef double DIE_WORTH = 1.2     # points of a roll of the bonus die
cdef double SPREAD_END = 3.0    # points of margin that e-fold the odds of winning at the end
cdef double SPREAD_ROUND = 1.4  # and what each round left adds
cdef int RANDOM_IN = 24         # one decision of the rollout policy in so many


# ---------------------------------------------------------------------- worth in points


cdef int rounds_left(const Position* p) noexcept nogil:
    """Rounds in which a chip that comes into a bag now can still be drawn."""
    if p.stage == ROUND_BEGIN or p.ask == TURN_CARD or p.ask == CARD:
        return ROUNDS + 1 - p.round
    return ROUNDS - p.round


cdef inline double chip_worth(const Tables* t, int kind, int left) noexcept nogil:
    if t.colour[kind] == WHITE:
        return -PER_WHITE * t.value[kind] * left
    return PER_COIN * t.price[kind] * left


cdef double ruby_worth(int left) noexcept nogil:
    return max(RUBY_WORTH, 0.5 * PER_STEP * left)


cdef inline double coin_worth(const Tables* t, const Position* p) noexcept nogil:
    """Points that a coin of this round's scoring space makes."""
    if p.round == ROUNDS:
        return 1.0 / t.coins_per_vp
    return PER_COIN * (ROUNDS - p.round)


cdef inline double reward_worth(const Tables* t, const Reward* reward, int left) noexcept nogil:
    cdef double total = reward.vp + ruby_worth(left) * reward.rubies + (
        PER_STEP * left * reward.steps)
    cdef int i
    for i in range(reward.chips):
        total += chip_worth(t, reward.chip[i], left)
    return total


cdef inline double space_worth(const Position* p, const Tables* t, int at,
                               bint exploded) noexcept nogil:
    """Points, ruby and coins of a scoring space; after an explosion the better of two."""
    cdef double vp, coins
    if at > LAST + 1:
        at = LAST + 1
    vp = t.vp[at]
    coins = coin_worth(t, p) * t.coins[at]
    if exploded:
        vp = vp if p.round == ROUNDS or vp > coins else coins
        return vp + t.ruby[at] * ruby_worth(ROUNDS - p.round)
    return vp + coins + t.ruby[at] * ruby_worth(ROUNDS - p.round)


cdef double bag_worth(const Position* p, const Tables* t, int seat) noexcept nogil:
    """All chips that a seat owns, in bag, pot and beside the pot."""
    cdef const Seat* s = &p.seat[seat]
    cdef double total = 0.0
    cdef int left = rounds_left(p), kind, i
    for kind in range(KINDS):
        if s.bag[kind]:
            total += s.bag[kind] * chip_worth(t, kind, left)
    for i in range(s.size):
        total += chip_worth(t, s.chip[i], left)
    for i in range(3):
        total += s.aside[i] * chip_worth(t, t.first[RED] + i, left)
    return total


cdef double expected_points(const Position* p, const Tables* t, int seat) noexcept nogil:
    """Points so far, of this round's pot and of what will help later."""
    cdef const Seat* s = &p.seat[seat]
    cdef int left = rounds_left(p)
    cdef double total = s.score + bag_worth(p, t, seat)
    total += s.rubies * ruby_worth(left)
    total += PER_STEP * left * s.droplet
    if s.flask and left:
        total += FLASK_WORTH
    if p.ask == TURN_CARD or p.stage == ROUND_BEGIN:
        return total
    if p.stage < POINTS_STAGE or (p.stage == POINTS_STAGE and not scored(p, t, seat)):
        total += space_worth(p, t, s.scoring if s.scoring else s.lead + 1,
                             s.exploded and not s.shielded)
        total += next_chip(p, t, seat)
    elif p.stage <= COIN_STAGE and s.shops and not settled(p, t, seat):
        total += coin_worth(t, p) * (
            p.money if p.ask == BUY2 and p.who == seat else t.coins[s.scoring])
    return total


cdef double next_chip(const Position* p, const Tables* t, int seat) noexcept nogil:
    """Points that the chip in the hand or the next one promises."""
    cdef const Seat* s = &p.seat[seat]
    cdef double hope
    if s.hand != NOTHING:
        return hand_gain(p, t, seat)
    if not s.active or s.commit == STOP:
        return 0.0
    hope = draw_gain(p, t, seat)
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

    cdef bint c_quiet(self, State state) noexcept nogil:
        """At chance, where the mean is estimated, and before decisions that begin something new."""
        cdef int ask = (<Quacks>state).p.ask
        return (ask <= PULL or ask == OVER or ask == DRAW_STOP or ask == BOOM or ask == BUY1
                or ask == STEP)

    cdef void c_evaluate(self, State state, double* out) noexcept nogil:
        cdef const Position* p = &(<Quacks>state).p
        cdef double spread, best, total = 0.0
        cdef int seat, players = state.players
        if p.ask == OVER:
            state.c_utilities(out)
            return
        for seat in range(players):
            out[seat] = expected_points(p, (<Quacks>state).t, seat)
        spread = spread_of(p)
        best = out[0]
        for seat in range(1, players):
            best = max(best, out[seat])
        for seat in range(players):
            out[seat] = exp((out[seat] - best) / spread)
            total += out[seat]
        for seat in range(players):
            out[seat] /= total

    def points(self, Quacks state not None):
        """Return the points that each seat is expected to end with but for later pots, a list."""
        return [expected_points(&state.p, state.t, seat) for seat in range(state.players)]

    def risk(self, Quacks state not None, int seat):
        """Return the exact chance that a seat's next chip makes its pot explode."""
        state.checked(seat)
        return risk(&state.p, state.t, seat)


cdef double spread_of(const Position* p) noexcept nogil:
    return SPREAD_END + SPREAD_ROUND * rounds_left(p)


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


cdef double draw_gain(const Position* p, const Tables* t, int seat) noexcept nogil:
    """Points that one more draw promises over stopping, every chip of the bag weighed."""
    cdef const Seat* s = &p.seat[seat]
    cdef int room = limit_of(p, t, seat) - s.white, kind
    cdef double now = space_worth(p, t, s.lead + 1, False), total = 0.0
    if s.bag_size == 0:
        return 0.0
    for kind in range(KINDS):
        if s.bag[kind]:
            total += s.bag[kind] * (placed_worth(p, t, seat, kind, room) - now)
    return total / s.bag_size


cdef double placed_worth(const Position* p, const Tables* t, int seat, int kind,
                         int room) noexcept nogil:
    """Points of the pot once a chip lies in it; `room` is what white chips may still add."""
    cdef const Seat* s = &p.seat[seat]
    cdef int to = s.lead + 1 + t.value[kind] + extras(p, t, seat, kind)
    if t.colour[kind] == WHITE and t.value[kind] > room:
        return space_worth(p, t, to, not s.window) - DIE_WORTH * 0.5
    return space_worth(p, t, to, False) + later_worth(p, t, kind)


cdef double hand_gain(const Position* p, const Tables* t, int seat) noexcept nogil:
    """Points of placing the chip in the hand."""
    cdef const Seat* s = &p.seat[seat]
    return (placed_worth(p, t, seat, s.hand, limit_of(p, t, seat) - s.white)
            - space_worth(p, t, s.lead + 1, False))


cdef inline double later_worth(const Position* p, const Tables* t, int kind) noexcept nogil:
    """Points of a chip in the pot beside its spaces."""
    cdef int colour = t.colour[kind]
    if colour == WHITE:
        return 0.0
    return 0.15 + 0.5 * (colour >= PURPLE)


cdef double chosen_worth(const Position* p, const Tables* t, int seat, int kind) noexcept nogil:
    """Points of placing a kind that was shown; below 0 if rather none."""
    cdef const Seat* s = &p.seat[seat]
    cdef int room = limit_of(p, t, seat) - s.white
    cdef int to = s.lead + 1 + t.value[kind]
    cdef double now = space_worth(p, t, s.lead + 1, False)
    if p.ask == BLUE1:
        to += extras(p, t, seat, kind)
        if t.colour[kind] == WHITE:
            if t.value[kind] > room:
                return space_worth(p, t, to, not s.window) - now
            return space_worth(p, t, to, False) - now - 0.9 * t.value[kind]
    return space_worth(p, t, to, False) - now + later_worth(p, t, kind)


cdef double flask_gain(const Position* p, const Tables* t, int seat) noexcept nogil:
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


cdef double gain(const Position* p, const Tables* t, Action action) noexcept nogil:
    """Points that an answer promises, compared with the other answers to the same question."""
    cdef int verb = action >> 8, argument = action & 255, seat = p.who
    cdef const Seat* s = &p.seat[seat]
    cdef int left = rounds_left(p), ask = p.ask
    if verb == DRAW:
        return draw_gain(p, t, seat)
    if verb == RETURN:
        if ask == FLASK or ask == STIRRED:
            return flask_gain(p, t, seat)
        if ask == YELLOW1:
            return 0.8
        return -0.5
    if verb == PLACE and ask == RED2:
        return 1.0
    if verb == MOVE:
        return 0.4 * argument
    if verb == TAILS:
        return argument * (ruby_worth(left) - PER_STEP - 0.1)
    if verb == CHIP:
        if ask == BLUE1 or ask == STRONG:
            return chosen_worth(p, t, seat, argument)
        if ask == CARD and p.card == WHEEL_AND_DEAL:
            return chip_worth(t, argument, left) - ruby_worth(left) * t.a[p.card]
        return chip_worth(t, argument, left) if left else 0.0
    if verb == SWAP:
        return chip_worth(t, t.upgrade[argument], left) - chip_worth(t, argument, left)
    if verb == UPGRADE:
        return PER_COIN * left * 5.0 * (t.purple4_to[argument >> 4]
                                        - t.purple4_from[argument >> 4])
    if verb == LINE:
        if ask == PURPLE1:
            return reward_worth(t, &t.purple1[argument], left)
        return reward_worth(t, &t.purple2[argument], left) - argument * chip_worth(
            t, t.first[PURPLE], left)
    if verb == PAY:
        return PER_STEP * left - ruby_worth(left)
    if verb == BUY_STEP:
        if p.round == ROUNDS:
            return reward_worth(t, &t.glass[s.glass + 1], 0) - 1.0
        return PER_STEP * left - 2.0 * RUBY_WORTH
    if verb == BUY_FLASK:
        return FLASK_WORTH - 2.0 * ruby_worth(left) + 0.5 * left if left else -1.0
    if verb == TO_POT:
        return PER_STEP * left
    if verb == TO_TUBE:
        return reward_worth(t, &t.glass[s.glass + 1], left) + 0.3
    if verb == POINTS:
        if ask == BOOM:
            return t.vp[s.scoring]
        return s.tails if p.card == RATS_ARE_YOUR_FRIENDS else t.a[p.card]
    if verb == COINS:
        return coin_worth(t, p) * t.coins[s.scoring]
    if verb == RUBIES:
        return ruby_worth(left) * t.a[p.card]
    if verb == DROPLET:
        return PER_STEP * left * t.a[p.card]
    if verb == DISCARD:
        return PER_WHITE * 2.5 * left
    if verb == RESTART:
        return restart_gain(p, t, seat)
    return 0.0


cdef double restart_gain(const Position* p, const Tables* t, int seat) noexcept nogil:
    """Points of beginning anew, a middling pot being what one may hope for."""
    cdef const Seat* s = &p.seat[seat]
    cdef double hope = space_worth(p, t, s.start + 9, False)
    return hope - space_worth(p, t, s.lead + 1, s.exploded and not s.shielded) - (
        0.0 if s.exploded else 2.0 * (limit_of(p, t, seat) - s.white) * 0.5)


cdef class QuacksPolicy(Policy):
    """Takes the answer that promises most points, now and then a random one."""

    cdef Action c_choose(self, State state, bitgen_t* rng) noexcept nogil:
        cdef Action[MAX_ACTIONS] actions
        cdef const Position* p = &(<Quacks>state).p
        cdef const Tables* t = (<Quacks>state).t
        cdef double best, mine
        cdef int i, n, chosen = 0
        if below(rng, RANDOM_IN) == 0:
            return state.c_random(rng)
        n = state.c_legal(actions)
        best = gain(p, t, actions[0])
        for i in range(1, n):
            mine = gain(p, t, actions[i])
            if mine > best:
                best = mine
                chosen = i
        return actions[chosen]

    cdef void c_prior(self, State state, const Action* actions, int n,
                      double* out) noexcept nogil:
        cdef const Position* p = &(<Quacks>state).p
        cdef const Tables* t = (<Quacks>state).t
        cdef double share = 1.0 / state.players
        cdef double per_point = share * (1.0 - share) / spread_of(p)
        cdef int i
        for i in range(n):
            out[i] = per_point * gain(p, t, actions[i])


def evaluator(setup):
    """Return the evaluator of a game of Quacks."""
    return QuacksEvaluator()


def policy(setup):
    """Return the rollout policy of a game of Quacks."""
    return QuacksPolicy()


def solver(draws=None):
    """Return the solver of a seat's brewing, exact or looking so many draws ahead."""
    from ai.knowledge.quacks_brewing import Solver

    return Solver(draws)

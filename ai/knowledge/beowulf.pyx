"""What searches know of Beowulf: what a position is worth, and how to play on quickly."""

from libc.math cimport exp
from libc.stdint cimport uint64_t
from libc.string cimport memset
from core.beowulf.scoring cimport bit_count, facedown, lines, low_bit, score, sum_of, tiles_on
from core.beowulf.state cimport (
    AT, CASH, CHOOSE_MODE, DEAL, FIGURE_SPACE, MODE, OVER, PLACE, PLACE_FIGURE, PLAY_TILE, SHOWN, TAKE_TILE,
    TILE_SPACE, TURN, Beowulf, Position,
)
from core.beowulf.tables cimport ACTS, GORGE, HORN, KINDS, RICHES, SEATS, SPACES, Board, Tables
from core.rng cimport below
from core.state cimport Action, State
from numpy.random cimport bitgen_t
from ai.policy cimport Evaluator, Policy

cdef double[ACTS] KEPT_DIAMOND = [4.0, 4.0, 3.5]   # points a diamond of an unplaced figure will make
cdef double[ACTS] SPREAD = [24.0, 20.0, 4.0]       # points of margin that e-fold the odds of winning
cdef double SPREAD_OF_SPACE = 0.35                 # more of it for every empty space in Act III
cdef double ROOM_OF_FIGURE = 2.0                   # empty spaces that an unplaced figure waits for
cdef double CASH_WORTH = 0.8                       # of a Riches tile in the hand
cdef int LOOK = 4                                  # spaces that the rollout policy compares
cdef int GOOD_SUM = 5                              # line sum at which it places a figure


cdef inline double room(double empty, double figures) noexcept nogil:
    """Share of `figures` unplaced figures that will find a place in `empty` spaces."""
    if figures <= 0.0:
        return 0.0
    return min(1.0, empty / (ROOM_OF_FIGURE * figures))


cdef class BeowulfEvaluator(Evaluator):
    """Win chances from points, figures on the board, unplaced figures and Riches in hand."""

    cdef bint c_quiet(self, State state) noexcept nogil:
        cdef int phase = (<Beowulf>state).p.phase
        return phase == TURN or phase == DEAL or phase == OVER

    cdef void c_evaluate(self, State state, double* out) noexcept nogil:
        cdef const Position* p = &(<Beowulf>state).p
        cdef double spread, best, total = 0.0
        cdef int seat, players = state.players
        if p.phase == OVER:
            state.c_utilities(out)
            return
        expected_points(p, (<Beowulf>state).t, players, out)
        spread = spread_of(p)
        best = out[0]
        for seat in range(1, players):
            best = max(best, out[seat])
        for seat in range(players):
            out[seat] = exp((out[seat] - best) / spread)
            total += out[seat]
        for seat in range(players):
            out[seat] /= total

    def points(self, Beowulf state not None):
        """Return the points that each seat is expected to end with, a list."""
        cdef double[SEATS] out
        expected_points(&state.p, state.t, state.players, out)
        return [out[seat] for seat in range(state.players)]


cdef void expected_points(const Position* p, const Tables* t, int players,
                          double* out) noexcept nogil:
    """Points so far, of the board as it lies, and of what is still unplaced."""
    cdef int[SEATS] gained
    cdef int seat, kind, i, tile, waiting = 0
    cdef double share, empty = bit_count(p.ground.empty)
    memset(gained, 0, sizeof(gained))
    score(&t.board[p.act], t, &p.ground, gained)
    for seat in range(players):
        for kind in range(KINDS):
            waiting += p.supply[seat][kind]
    share = room(empty, waiting)
    for seat in range(players):
        out[seat] = p.points[seat] + gained[seat]
        for kind in range(KINDS):
            # Figures that do not return can wait for a later act; Longships are there in each.
            if t.returns[kind] or p.act == ACTS - 1:
                out[seat] += KEPT_DIAMOND[p.act] * share * p.supply[seat][kind] * t.diamonds[kind]
            else:
                out[seat] += KEPT_DIAMOND[p.act] * p.supply[seat][kind] * t.diamonds[kind]
        for i in range(p.hand_size[seat]):
            tile = p.hand[seat][i] & ~SHOWN
            if t.ability[tile] == RICHES:
                out[seat] += CASH_WORTH * t.cash[tile]


cdef class BeowulfPolicy(Policy):
    """Places figures where lines are good, tiles where they help most; the rest at random."""

    cdef Action c_choose(self, State state, bitgen_t* rng) noexcept nogil:
        cdef const Position* p = &(<Beowulf>state).p
        cdef const Tables* t = (<Beowulf>state).t
        if p.phase == TURN:
            return choose_turn(state, p, t, rng)
        if p.phase == FIGURE_SPACE:
            return <Action>(AT << 8 | best_space(p, t, 0, rng))
        if p.phase == TILE_SPACE and t.value[p.kind] != 0:
            return <Action>(AT << 8 | best_space(p, t, t.value[p.kind], rng))
        if p.phase == MODE and t.ability[p.kind] == RICHES:
            return <Action>(CHOOSE_MODE << 8 | (CASH if below(rng, 2) else PLACE))
        return state.c_random(rng)

    cdef void c_prior(self, State state, const Action* actions, int n,
                      double* out) noexcept nogil:
        cdef const Position* p = &(<Beowulf>state).p
        cdef const Tables* t = (<Beowulf>state).t
        cdef double share = 1.0 / state.players
        cdef double per_point = share * (1.0 - share) / spread_of(p)
        cdef int[SPACES] weight
        cdef int i, argument, verb, most, least
        weigh(p, t, state.players, weight, &least, &most)
        for i in range(n):
            verb = actions[i] >> 8
            argument = actions[i] & 255
            out[i] = 0.0
            if verb == AT and p.phase == FIGURE_SPACE:
                out[i] = per_point * figure_gain(p, t, argument, p.kind)
            elif verb == AT and p.phase == TILE_SPACE:
                out[i] = per_point * t.value[p.kind] * weight[argument]
            elif verb == PLACE_FIGURE:
                out[i] = per_point * best_figure_gain(p, t, argument)
            elif verb == PLAY_TILE:
                out[i] = per_point * tile_gain(t, argument, least, most)
            elif verb == TAKE_TILE:
                out[i] = per_point * best_tile_gain(p, t, least, most)
            elif verb == CHOOSE_MODE and argument == CASH:
                out[i] = per_point * (1.0 - CASH_WORTH) * t.cash[p.kind]
            elif verb == CHOOSE_MODE and argument == PLACE:
                out[i] = per_point * tile_gain(t, p.kind, least, most)


cdef double spread_of(const Position* p) noexcept nogil:
    """Points of margin that e-fold the odds of winning."""
    if p.act < ACTS - 1:
        return SPREAD[p.act]
    return SPREAD[p.act] + SPREAD_OF_SPACE * bit_count(p.ground.empty)


cdef void weigh(const Position* p, const Tables* t, int players, int* weight,
                int* least, int* most) noexcept nogil:
    """Write what a point of tile value on each empty space is worth to the active seat.

    That is the multipliers of its own figures in line less the mean of an opponent's.
    """
    cdef const Board* board = &t.board[p.act]
    cdef uint64_t empty = p.ground.empty, seen, figures
    cdef int space, seat, own, others
    least[0] = 1000
    most[0] = -1000
    while empty:
        space = low_bit(empty)
        empty &= empty - 1
        seen = lines(board, space, p.ground.having[GORGE])
        own = others = 0
        for seat in range(players):
            figures = seen & p.ground.figures[seat]
            while figures:
                if seat == p.active:
                    own += t.content_diamonds[p.ground.content[low_bit(figures)]]
                else:
                    others += t.content_diamonds[p.ground.content[low_bit(figures)]]
                figures &= figures - 1
        weight[space] = own - others // (players - 1)
        least[0] = min(least[0], weight[space])
        most[0] = max(most[0], weight[space])


cdef double figure_gain(const Position* p, const Tables* t, int space, int kind) noexcept nogil:
    """Points of a figure on a space, less what it would make elsewhere."""
    cdef uint64_t seen = lines(&t.board[p.act], space, p.ground.having[GORGE])
    return ((t.diamonds[kind] + bit_count(seen & p.ground.having[HORN]))
            * sum_of(seen & ~facedown(&t.board[p.act], &p.ground), &p.ground, t)
            - KEPT_DIAMOND[p.act] * t.diamonds[kind])


cdef double best_figure_gain(const Position* p, const Tables* t, int kind) noexcept nogil:
    cdef uint64_t empty = p.ground.empty
    cdef double best = -1000.0
    while empty:
        best = max(best, figure_gain(p, t, low_bit(empty), kind))
        empty &= empty - 1
    return best


cdef double tile_gain(const Tables* t, int tile, int least, int most) noexcept nogil:
    """Points of a tile on the best space."""
    cdef int value = t.value[tile]
    if value == 0:
        return 0.0
    return value * (most if value > 0 else least)


cdef double best_tile_gain(const Position* p, const Tables* t, int least,
                           int most) noexcept nogil:
    cdef double best = 0.0
    cdef int i
    for i in range(p.hand_size[p.active]):
        best = max(best, tile_gain(t, p.hand[p.active][i] & ~SHOWN, least, most))
    return best


cdef inline int random_space(uint64_t mask, bitgen_t* rng) noexcept nogil:
    cdef int skip = below(rng, bit_count(mask))
    while skip:
        mask &= mask - 1
        skip -= 1
    return low_bit(mask)


cdef Action choose_turn(State state, const Position* p, const Tables* t,
                        bitgen_t* rng) noexcept nogil:
    """Place a figure if a space looked at is good enough, the better the larger; else a tile."""
    cdef const Board* board = &t.board[p.act]
    cdef int i, kind, total, best = -1000
    cdef bint tile = p.stock > 0 or p.hand_size[p.active] > 0
    for i in range(LOOK):
        total = sum_of(lines(board, random_space(p.ground.empty, rng), p.ground.having[GORGE]),
                       &p.ground, t)
        if total > best:
            best = total
    if tile and best < GOOD_SUM:
        if p.stock > 0 or (<Beowulf>state).playable(p.active):
            return <Action>(TAKE_TILE << 8)
    if best < 2 * GOOD_SUM:  # a middling place is for a small figure
        for kind in range(KINDS - 1, -1, -1):
            if p.supply[p.active][kind]:
                return <Action>(PLACE_FIGURE << 8 | kind)
    for kind in range(KINDS):
        if p.supply[p.active][kind]:
            return <Action>(PLACE_FIGURE << 8 | kind)
    return state.c_random(rng)


cdef int best_space(const Position* p, const Tables* t, int value, bitgen_t* rng) noexcept nogil:
    """The best of a few empty spaces, for a figure (value 0) or for a tile of this value."""
    cdef const Board* board = &t.board[p.act]
    cdef int i, seat, space, gain, best = 0, highest = 0
    cdef uint64_t seen, figures
    for i in range(LOOK):
        space = random_space(p.ground.empty, rng)
        seen = lines(board, space, p.ground.having[GORGE])
        if value == 0:
            gain = sum_of(seen, &p.ground, t)
        else:
            gain = 0
            for seat in range(SEATS):
                figures = seen & p.ground.figures[seat]
                while figures:
                    if seat == p.active:
                        gain += t.content_diamonds[p.ground.content[low_bit(figures)]]
                    else:
                        gain -= t.content_diamonds[p.ground.content[low_bit(figures)]]
                    figures &= figures - 1
            gain *= value
        if i == 0 or gain > highest:
            highest = gain
            best = space
    return best


def evaluator(setup):
    """Return the evaluator of a game of Beowulf."""
    return BeowulfEvaluator()


def policy(setup):
    """Return the rollout policy of a game of Beowulf."""
    return BeowulfPolicy()

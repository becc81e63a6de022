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
from core.state cimport MAX_ACTIONS, Action, State
from numpy.random cimport bitgen_t
from ai.policy cimport Evaluator, Policy

# Fitted by least squares to 55,000 positions of 500 two-player games of greedy against itself with
# some random turns: the final margin against these features, by act and by empty spaces.
cdef double[ACTS] DIAMOND = [3.5, 5.8, 6.0]    # points that a diamond of an unplaced figure will make
cdef double[ACTS] BOARD_EARLY = [0.3, 0.2, 0.95]  # share of the board's present points that stays,
cdef double[ACTS] BOARD_LATE = [0.95, 0.95, 0.9]  # on an empty board and on a full one
cdef double[ACTS] TEMPO = [4.0, 2.0, 4.5]      # points that it is worth to be on turn
cdef double CASH_WORTH = 0.5                   # of a Riches tile in the hand
cdef double[ACTS][SPACES + 1] SPREAD           # points of margin that e-fold the odds of winning
cdef int RANDOM_IN = 16                        # one decision of the rollout policy in so many


cdef void fill_spread() noexcept:
    cdef int empty
    for empty in range(SPACES + 1):
        SPREAD[0][empty] = 54.0
        SPREAD[1][empty] = 45.0
        SPREAD[2][empty] = 4.0 + 40.0 * (empty / 50.0) ** 0.4


fill_spread()


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
        spread = SPREAD[p.act][bit_count(p.ground.empty)]
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
    cdef const Board* board = &t.board[p.act]
    cdef int[SEATS] gained
    cdef int seat, i, tile
    cdef double empty = bit_count(p.ground.empty)
    cdef double stays = BOARD_LATE[p.act] + (BOARD_EARLY[p.act] - BOARD_LATE[p.act]) * (
        empty / board.spaces)
    memset(gained, 0, sizeof(gained))
    score(board, t, &p.ground, gained)
    for seat in range(players):
        out[seat] = p.points[seat] + stays * gained[seat] + unplaced(p, t, seat, empty)
        for i in range(p.hand_size[seat]):
            tile = p.hand[seat][i] & ~SHOWN
            if t.ability[tile] == RICHES:
                out[seat] += CASH_WORTH * t.cash[tile]
    out[p.active] += TEMPO[p.act]


cdef inline double diamond_worth(const Position* p, const Tables* t, int kind,
                                 double empty) noexcept nogil:
    """Points that a diamond of an unplaced figure will make; in Act III it needs empty spaces.

    Longships are there in each act, placed or not, so that only the last act counts.
    """
    if p.act == ACTS - 1:
        return DIAMOND[p.act] * empty / t.board[p.act].spaces
    return 0.0 if t.returns[kind] else DIAMOND[p.act]


cdef double unplaced(const Position* p, const Tables* t, int seat, double empty) noexcept nogil:
    cdef double total = 0.0
    cdef int kind
    for kind in range(KINDS):
        total += diamond_worth(p, t, kind, empty) * p.supply[seat][kind] * t.diamonds[kind]
    return total


cdef class BeowulfPolicy(Policy):
    """Takes the action that promises most points at once, now and then a random one."""

    cdef Action c_choose(self, State state, bitgen_t* rng) noexcept nogil:
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] promise
        cdef int i, n, best = 0
        if below(rng, RANDOM_IN) == 0:
            return state.c_random(rng)
        n = state.c_legal(actions)
        self.c_prior(state, actions, n, promise)
        for i in range(1, n):
            if promise[i] > promise[best]:
                best = i
        return actions[best]

    cdef void c_prior(self, State state, const Action* actions, int n,
                      double* out) noexcept nogil:
        cdef const Position* p = &(<Beowulf>state).p
        cdef const Tables* t = (<Beowulf>state).t
        cdef double share = 1.0 / state.players
        cdef double per_point = (share * (1.0 - share)
                                 / SPREAD[p.act][bit_count(p.ground.empty)])
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
            - diamond_worth(p, t, kind, bit_count(p.ground.empty)) * t.diamonds[kind])


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


def evaluator(setup):
    """Return the evaluator of a game of Beowulf."""
    return BeowulfEvaluator()


def policy(setup):
    """Return the rollout policy of a game of Beowulf."""
    return BeowulfPolicy()

"""What searches know of Beowulf: what a position is worth, and how to play on quickly."""

from libc.stdint cimport uint64_t
from libc.string cimport memset
from core.beowulf.scoring cimport (
    bit_count, facedown, lines, low_bit, put_tile, score, sum_of, take, tiles_on,
)
from core.beowulf.state cimport (
    AT, CASH, CHOOSE_MODE, COUNSEL_FIGURE, DEAL, FIGURE_SPACE, MEAD_SPACE, OVER, PLACE_FIGURE,
    PLAY_TILE, REMOVAL, REPLACE, SHOWN, SWAP_FIRST, TAKE_TILE, TARGET, TILE_SPACE, TURN, Beowulf,
    Position,
)
from core.beowulf.tables cimport (
    ACTS, COUNSEL, DRUNKENNESS, FIGURE, GORGE, HORN, KINDS, MEAD, RICHES, SEATS, SPACES, STATUE,
    TEMPTATION, TREACHERY, VALOR, Board, Tables,
)
from core.rng cimport below
from core.state cimport MAX_ACTIONS, Action, State
from numpy.random cimport bitgen_t
from ai.policy cimport Evaluator, Policy, chances

# Fitted by least squares to 55,000 positions of 500 two-player games of greedy against itself with
# some random turns: the final margin against these features, by act and by empty spaces.
cdef double[ACTS] DIAMOND = [3.5, 5.8, 6.0]    # points that a diamond of an unplaced figure makes
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
        cdef int players = state.players
        if p.phase == OVER:
            state.c_utilities(out)
            return
        expected_points(p, (<Beowulf>state).t, players, out)
        chances(out, players, SPREAD[p.act][bit_count(p.ground.empty)])

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
        cdef Position* p = &(<Beowulf>state).p
        cdef const Tables* t = (<Beowulf>state).t
        cdef double share = 1.0 / state.players
        cdef double per_point = (share * (1.0 - share)
                                 / SPREAD[p.act][bit_count(p.ground.empty)])
        cdef Outlook view
        cdef int i
        look(&view, p, t, state.players)
        for i in range(n):
            out[i] = per_point * gain(&view, actions[i])


cdef struct Outlook:            # what the tiles of a board mean to the seat on turn
    Position* p
    const Tables* t
    int players
    double weight[SPACES]       # points that a point of tile value on a space makes, less others'
    double least                # over the empty spaces
    double most


cdef void look(Outlook* view, Position* p, const Tables* t, int players) noexcept nogil:
    """Fill the outlook: own multipliers in line with each space, less the mean of an opponent's."""
    cdef const Board* board = &t.board[p.act]
    cdef uint64_t seen, figures
    cdef int space, seat, own, others
    view.p = p
    view.t = t
    view.players = players
    view.least = 1000.0
    view.most = -1000.0
    for space in range(board.spaces):
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
        view.weight[space] = own - <double>others / (players - 1)
        if p.ground.empty >> space & 1:
            view.least = min(view.least, view.weight[space])
            view.most = max(view.most, view.weight[space])


cdef double gain(const Outlook* view, Action action) noexcept nogil:
    """Points that an action promises, if the seat then goes on as well as it can."""
    cdef Position* p = view.p
    cdef const Tables* t = view.t
    cdef int verb = action >> 8, argument = action & 255
    if verb == PLACE_FIGURE:
        return best_figure_gain(view, argument)
    if verb == TAKE_TILE:
        return best_hand_gain(view)
    if verb == PLAY_TILE:
        return tile_gain(view, argument)
    if verb == CHOOSE_MODE:
        if argument == CASH:
            return (1.0 - CASH_WORTH) * t.cash[p.kind]
        return replace_gain(view, p.kind) if argument == REPLACE else place_gain(view, p.kind)
    if verb == AT:
        if p.phase == FIGURE_SPACE:
            return figure_gain(view, argument, p.kind)
        if p.phase == TILE_SPACE:
            return space_gain(view, p.kind, argument)
        return move_gain(view, p.space, argument)
    if verb == TARGET:
        if p.phase == MEAD_SPACE:
            return (t.value[p.kind] - value_at(view, argument)) * view.weight[argument]
        if p.phase == COUNSEL_FIGURE:
            return best_move_gain(view, argument)
        if p.phase == REMOVAL:
            return -value_at(view, argument) * view.weight[argument]
        if p.phase == SWAP_FIRST:
            return swap_gain(view, argument, later_tiles(view, argument))
        return swap_gain(view, p.swap, <uint64_t>1 << argument)
    return 0.0


cdef inline int value_at(const Outlook* view, int space) noexcept nogil:
    return view.t.content_value[view.p.ground.content[space]]


cdef inline uint64_t later_tiles(const Outlook* view, int space) noexcept nogil:
    """Tiles behind a space in board order, but for the Golden Statue in play."""
    cdef uint64_t tiles = tiles_on(&view.p.ground, &view.t.board[view.p.act])
    if view.p.space < SPACES:
        tiles &= ~(<uint64_t>1 << view.p.space)
    return tiles & ~((<uint64_t>2 << space) - 1)


cdef double figure_gain(const Outlook* view, int space, int kind) noexcept nogil:
    """Points of a figure on a space, less what it would make elsewhere."""
    cdef Position* p = view.p
    cdef const Board* board = &view.t.board[p.act]
    cdef uint64_t seen = lines(board, space, p.ground.having[GORGE])
    cdef int diamonds = view.t.diamonds[kind]
    return ((diamonds + bit_count(seen & p.ground.having[HORN]))
            * sum_of(seen & ~facedown(board, &p.ground), &p.ground, view.t)
            - diamond_worth(p, view.t, kind, bit_count(p.ground.empty)) * diamonds)


cdef double best_figure_gain(const Outlook* view, int kind) noexcept nogil:
    cdef uint64_t empty = view.p.ground.empty
    cdef double best = -1000.0
    while empty:
        best = max(best, figure_gain(view, low_bit(empty), kind))
        empty &= empty - 1
    return best


cdef double space_gain(const Outlook* view, int tile, int space) noexcept nogil:
    """Points of a tile on an empty space; Horn, Treachery and Gorge are tried out and scored."""
    cdef Position* p = view.p
    cdef const Board* board = &view.t.board[p.act]
    cdef int[SEATS] points
    cdef int ability = view.t.ability[tile], seat
    cdef double total = 0.0
    if ability != HORN and ability != TREACHERY and ability != GORGE:
        return view.t.value[tile] * view.weight[space]
    memset(points, 0, sizeof(points))
    score(board, view.t, &p.ground, points)
    for seat in range(view.players):
        points[seat] = -points[seat]
    put_tile(&p.ground, view.t, space, tile)
    score(board, view.t, &p.ground, points)
    take(&p.ground, view.t, space)
    for seat in range(view.players):
        total += points[seat] if seat == p.active else -<double>points[seat] / (view.players - 1)
    return total


cdef double place_gain(const Outlook* view, int tile) noexcept nogil:
    """Points of a tile on the best space, its ability included."""
    cdef uint64_t spaces = view.p.ground.empty
    cdef int ability = view.t.ability[tile], value = view.t.value[tile]
    cdef double best = value * (view.most if value > 0 else view.least)
    if ability == HORN or ability == TREACHERY or ability == GORGE:
        best = -1000.0
        while spaces:
            best = max(best, space_gain(view, tile, low_bit(spaces)))
            spaces &= spaces - 1
    elif ability == STATUE:
        best += best_swap_gain(view)
    elif ability == TEMPTATION:
        best += removal_gain(view, view.p.ground.having[VALOR])
    elif ability == VALOR:
        best += removal_gain(view, view.p.ground.having[TEMPTATION])
    return best


cdef double tile_gain(const Outlook* view, int tile) noexcept nogil:
    """Points of a tile of the hand, played in the best of its modes."""
    cdef int ability = view.t.ability[tile]
    cdef uint64_t figures
    cdef double best
    if ability == COUNSEL:
        best = -1000.0
        figures = view.p.ground.figures[view.p.active]
        while figures:
            best = max(best, best_move_gain(view, low_bit(figures)))
            figures &= figures - 1
        return best
    best = place_gain(view, tile)
    if ability == RICHES:
        return max(best, (1.0 - CASH_WORTH) * view.t.cash[tile])
    if ability == DRUNKENNESS:
        return max(best, replace_gain(view, tile))
    return best


cdef double best_hand_gain(const Outlook* view) noexcept nogil:
    cdef double best = 0.0
    cdef int i
    for i in range(view.p.hand_size[view.p.active]):
        best = max(best, tile_gain(view, view.p.hand[view.p.active][i] & ~SHOWN))
    return best


cdef double replace_gain(const Outlook* view, int tile) noexcept nogil:
    """Points of a Drunkenness on the best Mead (B22b)."""
    cdef uint64_t meads = view.p.ground.having[MEAD]
    cdef double best = -1000.0
    cdef int space
    while meads:
        space = low_bit(meads)
        best = max(best, (view.t.value[tile] - value_at(view, space)) * view.weight[space])
        meads &= meads - 1
    return best


cdef double removal_gain(const Outlook* view, uint64_t targets) noexcept nogil:
    """Points of removing the best of some tiles, or none (B19, B20)."""
    cdef double best = 0.0
    cdef int space
    while targets:
        space = low_bit(targets)
        best = max(best, -value_at(view, space) * view.weight[space])
        targets &= targets - 1
    return best


cdef double swap_gain(const Outlook* view, int first, uint64_t seconds) noexcept nogil:
    """Points of exchanging a tile with the best of some others (B24)."""
    cdef int value = value_at(view, first), second
    cdef double best = -1000.0
    while seconds:
        second = low_bit(seconds)
        best = max(best, (value_at(view, second) - value)
                   * (view.weight[first] - view.weight[second]))
        seconds &= seconds - 1
    return best


cdef double best_swap_gain(const Outlook* view) noexcept nogil:
    cdef uint64_t tiles = tiles_on(&view.p.ground, &view.t.board[view.p.act])
    cdef double best = 0.0
    while tiles:
        best = max(best, swap_gain(view, low_bit(tiles), tiles & (tiles - 1)))
        tiles &= tiles - 1
    return best


cdef double move_gain(const Outlook* view, int space, int to) noexcept nogil:
    """Points of moving an own figure to an empty space (B25)."""
    cdef int kind = (view.p.ground.content[space] - FIGURE) % KINDS
    return figure_gain(view, to, kind) - figure_gain(view, space, kind)


cdef double best_move_gain(const Outlook* view, int space) noexcept nogil:
    cdef uint64_t spaces = (view.t.board[view.p.act].neighbours[space]
                            & view.p.ground.empty)
    cdef double best = -1000.0
    while spaces:
        best = max(best, move_gain(view, space, low_bit(spaces)))
        spaces &= spaces - 1
    return best


def evaluator(setup):
    """Return the evaluator of a game of Beowulf."""
    return BeowulfEvaluator()


def policy(setup):
    """Return the rollout policy of a game of Beowulf."""
    return BeowulfPolicy()

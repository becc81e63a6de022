"""The position of Beowulf and its rules; every function names the rule it carries out."""

from libc.string cimport memcmp, memcpy, memmove, memset
from core.beowulf.scoring cimport (
    Ground, bit_count, low_bit, put_figure, put_tile, score, take, tiles_on,
)
from core.beowulf.tables cimport (
    COUNSEL, DRUNKENNESS, FIGURE, MEAD, RICHES, SPACES, STATUE, TEMPTATION, VALOR, Board,
)
from core.rng cimport below, chain, mix
from core.state cimport CHANCE, DEBUG, TERMINAL, Action, State, require_open, require_sound
from numpy.random cimport bitgen_t

from core.beowulf import view
from core.beowulf.tables import box_of

PHASE_NAMES = ("D0", "D1", "D1s", "D1r", "D2", "D2m", "D2s", "D2r", "D2f", "D2n", "D3", "D4a",
               "D4b", "end")


cdef inline Action act_of(int verb, int argument) noexcept nogil:
    return <Action>(verb << 8 | argument)


cdef inline int write_spaces(Action* out, int verb, uint64_t mask) noexcept nogil:
    cdef int n = 0
    while mask:
        out[n] = act_of(verb, low_bit(mask))
        n += 1
        mask &= mask - 1
    return n


cdef inline bint hand_less(uint8_t a, uint8_t b) noexcept nogil:
    """Order of hand tiles: by id, an unseen copy before a shown one."""
    return (a & 127) < (b & 127) or ((a & 127) == (b & 127) and a < b)


cdef inline void hand_add(Position* p, int seat, uint8_t tile) noexcept nogil:
    cdef int i = p.hand_size[seat]
    while i > 0 and hand_less(tile, p.hand[seat][i - 1]):
        p.hand[seat][i] = p.hand[seat][i - 1]
        i -= 1
    p.hand[seat][i] = tile
    p.hand_size[seat] += 1


cdef inline void hand_remove(Position* p, int seat, int at) noexcept nogil:
    cdef int last = p.hand_size[seat] - 1
    memmove(&p.hand[seat][at], &p.hand[seat][at + 1], last - at)
    p.hand[seat][last] = NOTHING
    p.hand_size[seat] -= 1


cdef inline void show_hand(Position* p, int seat) noexcept nogil:
    """All see the tiles of a hand (B16, B17)."""
    cdef int i
    for i in range(p.hand_size[seat]):
        p.hand[seat][i] |= SHOWN


cdef inline void box_tile(Position* p, int tile) noexcept nogil:
    """A tile leaves the game before everybody's eyes."""
    p.gone[tile] += 1
    p.boxed += mix(<uint64_t>tile + 1)


cdef inline bint has_figure(const Position* p, int seat) noexcept nogil:
    return (p.supply[seat][0] | p.supply[seat][1] | p.supply[seat][2] | p.supply[seat][3]) != 0


cdef inline uint64_t word(const void* at) noexcept nogil:
    cdef uint64_t bits
    memcpy(&bits, at, 8)
    return bits


cdef class Beowulf(State):
    """A position of Beowulf: The Movie Board Game.

    See `core.state.State` for how to use it; `observation` returns a `core.beowulf.view.View`.
    """

    def __cinit__(self, setup):
        self.setup = setup
        self.players = setup.players
        self.box = box_of(setup.components)
        self.t = &self.box.tables
        self.data = &self.p
        self.size = sizeof(Position)
        memset(&self.p, 0, sizeof(Position))
        cdef int seat, i
        for i in range(self.t.ids):
            self.p.pool[i] = self.t.count[i]
        memset(self.p.hand, NOTHING, sizeof(self.p.hand))
        self.p.kind = self.p.space = self.p.swap = NOTHING
        for seat in range(self.players):
            self.p.points[seat] = self.t.start_points
            for i in range(KINDS):
                self.p.supply[seat][i] = self.t.per_player[i]
        self.p.last = (setup["start"] + self.players - 1) % self.players
        self.open_act(0)

    # ------------------------------------------------------------------ the course of an act

    cdef void open_act(self, int act) noexcept nogil:
        """Lay out an act's board and stock; its first seat follows the last turn (B7, B33, B34)."""
        cdef Position* p = &self.p
        memset(&p.ground, 0, sizeof(Ground))
        p.ground.empty = self.t.board[act].all
        p.act = act
        p.stock = self.t.total[act]
        p.first = (p.last + 1) % self.players
        self.deal()

    cdef void deal(self) noexcept nogil:
        """Go to the next draw of an opening hand or refill (B8, B33), or to the first turn."""
        cdef Position* p = &self.p
        cdef int i, seat
        if p.stock > 0:
            for i in range(self.players):
                seat = (p.first + i) % self.players
                if p.hand_size[seat] < self.t.hand_size:
                    p.active = seat
                    p.phase = DEAL
                    return
        self.next_turn(p.first)

    cdef void next_turn(self, int seat) noexcept nogil:
        """Give the turn to the first seat, from `seat` on, with a legal action (B16, B28)."""
        cdef Position* p = &self.p
        cdef int _i
        for _i in range(self.players):
            if has_figure(p, seat) or p.stock > 0 or self.playable(seat):
                p.active = seat
                p.phase = TURN
                p.turn += 1
                return
            show_hand(p, seat)
            seat = (seat + 1) % self.players
        self.climax()

    cdef void end_turn(self) noexcept nogil:
        """The active seat has played: climax on a full board (B27), else the next turn."""
        cdef Position* p = &self.p
        p.last = p.active
        p.kind = p.space = p.swap = NOTHING
        if p.ground.empty == 0:
            self.climax()
        else:
            self.next_turn((p.active + 1) % self.players)

    cdef void climax(self) noexcept nogil:
        """Score the act, clear its board, open the next act or end the game (B29 to B34, B41)."""
        cdef Position* p = &self.p
        cdef const Board* board = &self.t.board[p.act]
        cdef int[SEATS] gained
        cdef int seat, kind, space
        cdef uint64_t mask
        memset(gained, 0, sizeof(gained))
        score(board, self.t, &p.ground, gained)
        for seat in range(self.players):
            p.points[seat] += gained[seat]
            if p.act == ACTS - 1:
                for kind in range(KINDS):
                    p.unused[seat] += p.supply[seat][kind] * self.t.diamonds[kind]
            mask = p.ground.figures[seat]
            while mask:
                kind = (p.ground.content[low_bit(mask)] - FIGURE) % KINDS
                if self.t.returns[kind]:
                    p.supply[seat][kind] += 1
                mask &= mask - 1
        mask = tiles_on(&p.ground, board)
        while mask:
            space = low_bit(mask)
            box_tile(p, p.ground.content[space] - 1)
            mask &= mask - 1
        if p.act < ACTS - 1:
            self.open_act(p.act + 1)
        else:
            memset(&p.ground, 0, sizeof(Ground))
            p.stock = 0
            p.phase = OVER

    # ------------------------------------------------------------------ what can be played

    cdef uint64_t movable(self, int seat) noexcept nogil:
        """Own figures that Good Counsel can move: those with an empty neighbour (B25)."""
        cdef const Board* board = &self.t.board[self.p.act]
        cdef uint64_t figures = self.p.ground.figures[seat], found = 0
        while figures:
            if board.neighbours[low_bit(figures)] & self.p.ground.empty:
                found |= figures & (0 - figures)
            figures &= figures - 1
        return found

    cdef bint playable(self, int seat) noexcept nogil:
        """True if a tile of the hand can be played now (B26); an empty space exists."""
        cdef int i
        for i in range(self.p.hand_size[seat]):
            if self.t.ability[self.p.hand[seat][i] & 127] != COUNSEL:
                return True
        return self.p.hand_size[seat] > 0 and self.movable(seat) != 0

    cdef uint64_t removable(self) noexcept nogil:
        """Tiles that the placed Temptation or Valor may remove (B19, B20)."""
        if self.t.ability[self.p.kind] == TEMPTATION:
            return self.p.ground.having[VALOR]
        return self.p.ground.having[TEMPTATION]

    cdef uint64_t swappable(self) noexcept nogil:
        """Tiles that the placed Golden Statue may exchange: all others (B24)."""
        return (tiles_on(&self.p.ground, &self.t.board[self.p.act])
                & ~(<uint64_t>1 << self.p.space))

    # ------------------------------------------------------------------ the contract

    cdef int c_mover(self) noexcept nogil:
        if self.p.phase == DEAL or self.p.phase == DRAW:
            return CHANCE
        if self.p.phase == OVER:
            return TERMINAL
        return self.p.active

    cdef int c_turn(self) noexcept nogil:
        return self.p.turn

    cdef int c_legal(self, Action* out) noexcept nogil:
        cdef Position* p = &self.p
        cdef int n = 0, i, tile
        if p.phase == TURN:
            for i in range(KINDS):
                if p.supply[p.active][i]:
                    out[n] = act_of(PLACE_FIGURE, i)
                    n += 1
            if p.stock > 0 or self.playable(p.active):  # B15
                out[n] = act_of(TAKE_TILE, 0)
                n += 1
            return n
        if p.phase == FIGURE_SPACE or p.phase == TILE_SPACE:
            return write_spaces(out, AT, p.ground.empty)
        if p.phase == TILE:
            for i in range(p.hand_size[p.active]):
                tile = p.hand[p.active][i] & ~SHOWN
                if n > 0 and out[n - 1] == act_of(PLAY_TILE, tile):
                    continue
                if self.t.ability[tile] == COUNSEL and self.movable(p.active) == 0:
                    continue
                out[n] = act_of(PLAY_TILE, tile)
                n += 1
            return n
        if p.phase == MODE:
            out[0] = act_of(CHOOSE_MODE, PLACE)
            out[1] = act_of(CHOOSE_MODE, CASH if self.t.ability[p.kind] == RICHES else REPLACE)
            return 2
        if p.phase == MEAD_SPACE:
            return write_spaces(out, TARGET, p.ground.having[MEAD])
        if p.phase == COUNSEL_FIGURE:
            return write_spaces(out, TARGET, self.movable(p.active))
        if p.phase == COUNSEL_SPACE:
            return write_spaces(out, AT, self.t.board[p.act].neighbours[p.space] & p.ground.empty)
        if p.phase == SWAP_SECOND:
            return write_spaces(out, TARGET, self.swappable() & ~((<uint64_t>2 << p.swap) - 1))
        if p.phase == REMOVAL:
            n = write_spaces(out, TARGET, self.removable())
        else:
            n = write_spaces(out, TARGET, self.swappable()) - 1  # the last one cannot come first
        out[n] = act_of(DECLINE, 0)
        return n + 1

    cdef void c_play(self, Action action) noexcept nogil:
        cdef int verb = action >> 8, argument = action & 255
        if DEBUG:
            require_open(self, action)
        if verb == AT:
            self.fill(argument)
        elif verb == PLACE_FIGURE:
            self.p.kind = argument
            self.p.phase = FIGURE_SPACE
        elif verb == TAKE_TILE:
            self.p.phase = DRAW if self.p.stock > 0 else TILE  # B13, B14
        elif verb == DRAW_TILE:
            self.draw(argument)
        elif verb == PLAY_TILE:
            self.play_tile(argument)
        elif verb == TARGET:
            self.aim(argument)
        elif verb == DECLINE:
            self.end_turn()
        elif argument == PLACE:
            self.p.phase = TILE_SPACE
        elif argument == REPLACE:
            self.p.phase = MEAD_SPACE
        else:  # CASH: B21b
            self.p.points[self.p.active] += self.t.cash[self.p.kind]
            box_tile(&self.p, self.p.kind)
            self.end_turn()
        if DEBUG:
            require_sound(self)

    cdef void draw(self, int tile) noexcept nogil:
        """The active seat draws a tile into its hand (B8, B13, B33)."""
        cdef Position* p = &self.p
        p.pool[tile] -= 1
        p.stock -= 1
        hand_add(p, p.active, tile)
        if p.phase == DEAL:
            self.deal()
        elif self.playable(p.active):
            p.phase = TILE
        else:  # forced pass, B17
            show_hand(p, p.active)
            self.end_turn()

    cdef void play_tile(self, int tile) noexcept nogil:
        """A tile leaves the hand; a shown copy before an unseen one (B10)."""
        cdef Position* p = &self.p
        cdef int at = p.hand_size[p.active] - 1, ability = self.t.ability[tile]
        while p.hand[p.active][at] & ~SHOWN != tile:
            at -= 1
        hand_remove(p, p.active, at)
        p.kind = tile
        if ability == COUNSEL:
            p.phase = COUNSEL_FIGURE
        elif ability == RICHES or (ability == DRUNKENNESS and p.ground.having[MEAD] != 0):
            p.phase = MODE
        else:
            p.phase = TILE_SPACE

    cdef void fill(self, int space) noexcept nogil:
        """A figure or a tile comes to an empty space (B12, B18, B25)."""
        cdef Position* p = &self.p
        cdef int kind
        if p.phase == TILE_SPACE:
            self.lay(space)
            return
        if p.phase == FIGURE_SPACE:
            p.supply[p.active][p.kind] -= 1
            put_figure(&p.ground, space, p.active, p.kind)
        else:  # COUNSEL_SPACE: the figure moves, the tile takes its place
            kind = (p.ground.content[p.space] - FIGURE) % KINDS
            take(&p.ground, self.t, p.space)
            put_figure(&p.ground, space, p.active, kind)
            put_tile(&p.ground, self.t, p.space, p.kind)
        self.end_turn()

    cdef void lay(self, int space) noexcept nogil:
        """Place the tile in play on an empty space, then its ability (B18 to B24)."""
        cdef Position* p = &self.p
        cdef int ability = self.t.ability[p.kind]
        put_tile(&p.ground, self.t, space, p.kind)
        p.space = space
        if (ability == TEMPTATION or ability == VALOR) and self.removable() != 0:
            p.phase = REMOVAL
        elif ability == STATUE and bit_count(self.swappable()) >= 2:
            p.phase = SWAP_FIRST
        else:
            self.end_turn()

    cdef void aim(self, int space) noexcept nogil:
        """Something on the board is chosen: replaced, moved, removed or exchanged."""
        cdef Position* p = &self.p
        cdef int tile = p.ground.content[space] - 1, other
        if p.phase == COUNSEL_FIGURE:
            p.space = space
            p.phase = COUNSEL_SPACE
            return
        if p.phase == SWAP_FIRST:
            p.swap = space
            p.phase = SWAP_SECOND
            return
        take(&p.ground, self.t, space)
        if p.phase == MEAD_SPACE:  # B22b
            box_tile(p, tile)
            put_tile(&p.ground, self.t, space, p.kind)
        elif p.phase == REMOVAL:  # B19, B20
            box_tile(p, tile)
        else:  # SWAP_SECOND, B24
            other = p.ground.content[p.swap] - 1
            take(&p.ground, self.t, p.swap)
            put_tile(&p.ground, self.t, p.swap, tile)
            put_tile(&p.ground, self.t, space, other)
        self.end_turn()

    cdef int c_outcomes(self, Action* out, double* probability) noexcept nogil:
        cdef int tile, n = 0
        for tile in range(self.t.first[self.p.act], self.t.first[self.p.act + 1]):
            if self.p.pool[tile]:
                out[n] = act_of(DRAW_TILE, tile)
                probability[n] = <double>self.p.pool[tile] / self.p.stock
                n += 1
        return n

    cdef int c_source(self) noexcept nogil:
        return self.p.active  # every seat's draws are a source of their own

    cdef Action c_sample(self, bitgen_t* rng) noexcept nogil:
        cdef int left = below(rng, self.p.stock), tile = self.t.first[self.p.act]
        while left >= self.p.pool[tile]:
            left -= self.p.pool[tile]
            tile += 1
        return act_of(DRAW_TILE, tile)

    cdef Action c_seen(self, Action action, int seat) noexcept nogil:
        if action >> 8 == DRAW_TILE and seat != self.p.active:
            return act_of(DRAW_BACK, self.p.act)
        return action

    cdef uint64_t public_key(self) noexcept nogil:
        """Hash of what all know but for the hands."""
        cdef const Position* p = &self.p
        cdef uint64_t h = chain(chain(p.boxed, word(p.points)), word(&p.points[2]))
        cdef int i
        h = chain(h, <uint64_t>p.stock | <uint64_t>p.act << 16 | <uint64_t>p.phase << 20
                  | <uint64_t>p.active << 26 | <uint64_t>p.first << 29 | <uint64_t>p.last << 32
                  | <uint64_t>p.kind << 36 | <uint64_t>p.space << 44 | <uint64_t>p.swap << 52)
        h = chain(chain(h, word(p.supply)), word(&p.supply[2]))
        if p.phase == OVER:
            for i in range(SEATS):
                h = chain(h, p.unused[i])
        for i in range(0, self.t.board[p.act].spaces, 8):
            h = chain(h, word(&p.ground.content[i]))
        return h

    cdef uint64_t c_info_key(self, int seat) noexcept nogil:
        cdef const Position* p = &self.p
        cdef uint64_t h = self.public_key(), hand
        cdef int other, i, tile
        for other in range(self.players):
            hand = 0
            for i in range(p.hand_size[other]):
                tile = p.hand[other][i]
                if other != seat and not tile & SHOWN:
                    tile = 256 + self.t.act[tile]
                hand += mix(<uint64_t>tile + 1)
            h = chain(h, hand)
        return h

    cdef uint64_t c_key(self) noexcept nogil:
        cdef const Position* p = &self.p
        cdef uint64_t h = self.public_key(), hand
        cdef int seat, i
        for seat in range(self.players):
            hand = 0
            for i in range(p.hand_size[seat]):
                hand += mix(<uint64_t>p.hand[seat][i] + 1)
            h = chain(h, hand)
        return h

    cdef void c_redeal(self, int observer, bitgen_t* rng) noexcept nogil:
        """Odds as in B10: every way of laying the unseen tiles of an act is equally likely."""
        cdef const Position* p = &self.p
        cdef Backs backs
        cdef bint bound = p.active != observer and (  # holds a playable tile: strike out the rest
            p.phase == TILE or (p.phase == TURN and p.stock == 0 and not has_figure(p, p.active)))
        while True:
            memset(&backs, 0, sizeof(backs))
            self.strip(observer, &backs)
            self.deal_unseen(&backs, rng)
            if not bound or self.playable(p.active):
                return

    cdef void strip(self, int observer, Backs* backs) noexcept nogil:
        """Put tiles that `observer` cannot know into the pool; count backs by seat and act."""
        cdef Position* p = &self.p
        cdef int seat, at, tile
        for seat in range(self.players):
            if seat == observer:
                continue
            for at in range(p.hand_size[seat] - 1, -1, -1):
                tile = p.hand[seat][at]
                if not tile & SHOWN:
                    p.pool[tile] += 1
                    backs.of[seat][self.t.act[tile]] += 1
                    hand_remove(p, seat, at)

    cdef void deal_unseen(self, const Backs* backs, bitgen_t* rng) noexcept nogil:
        """Deal tiles of the pool, uniformly, to the hands by the acts on their backs."""
        cdef Position* p = &self.p
        cdef int act, seat, tile, _i, left, unseen
        for act in range(p.act + 1):
            unseen = 0
            for tile in range(self.t.first[act], self.t.first[act + 1]):
                unseen += p.pool[tile]
            for seat in range(self.players):
                for _i in range(backs.of[seat][act]):
                    left = below(rng, unseen)
                    tile = self.t.first[act]
                    while left >= p.pool[tile]:
                        left -= p.pool[tile]
                        tile += 1
                    p.pool[tile] -= 1
                    unseen -= 1
                    hand_add(p, seat, tile)

    cdef bint ahead(self, int seat, int other) noexcept nogil:
        """True if `seat` ranks before `other`: points, then unused diamonds (B41, B42)."""
        if self.p.points[seat] != self.p.points[other]:
            return self.p.points[seat] > self.p.points[other]
        return self.p.unused[seat] > self.p.unused[other]

    cdef void c_utilities(self, double* out) noexcept nogil:
        """The win, shared among those who tie to the end (B41 to B43)."""
        cdef int seat, winners = 0, best = 0
        for seat in range(1, self.players):
            if self.ahead(seat, best):
                best = seat
        for seat in range(self.players):
            out[seat] = 0.0 if self.ahead(best, seat) else 1.0
            winners += not self.ahead(best, seat)
        for seat in range(self.players):
            out[seat] /= winners

    cdef const char* c_broken(self) noexcept nogil:
        cdef const Position* p = &self.p
        cdef const Board* board = &self.t.board[p.act]
        cdef Ground ground
        cdef int[IDS] copies
        cdef int[SEATS][KINDS] figures
        cdef uint64_t boxed = 0
        cdef int i, k, seat, content, tile, stock = 0
        memset(copies, 0, sizeof(copies))
        memset(figures, 0, sizeof(figures))
        memset(&ground, 0, sizeof(ground))
        if p.phase != OVER:
            ground.empty = board.all
        for i in range(SPACES):
            content = p.ground.content[i]
            if content == 0:
                continue
            if not ground.empty >> i & 1:
                return "something lies where there is no space"
            if content >= FIGURE:
                seat = (content - FIGURE) // KINDS
                if seat >= self.players:
                    return "a figure of nobody lies on the board"
                figures[seat][(content - FIGURE) % KINDS] += 1
                put_figure(&ground, i, seat, (content - FIGURE) % KINDS)
            elif content > self.t.ids:
                return "an unknown tile lies on the board"
            else:
                copies[content - 1] += 1
                put_tile(&ground, self.t, i, content - 1)
        if memcmp(&ground, &p.ground, sizeof(ground)) != 0:
            return "the masks disagree with the board"
        for seat in range(self.players):
            for i in range(HAND):
                tile = p.hand[seat][i]
                if (i < p.hand_size[seat]) != (tile != NOTHING):
                    return "a hand disagrees with its size"
                if tile == NOTHING:
                    continue
                if tile & ~SHOWN >= self.t.ids:
                    return "an unknown tile is in a hand"
                if i > 0 and hand_less(tile, p.hand[seat][i - 1]):
                    return "a hand is out of order"
                copies[tile & ~SHOWN] += 1
            for k in range(KINDS):
                i = p.supply[seat][k] + figures[seat][k]
                if i > self.t.per_player[k] or (
                        p.phase != OVER and i < self.t.per_player[k]
                        and (self.t.returns[k] or p.act == 0)
                        and not (p.phase == FIGURE_SPACE and p.kind == k and p.active == seat)):
                    return "figures were lost or made"
        if p.phase >= MODE and p.phase <= COUNSEL_SPACE:
            copies[p.kind] += 1  # the tile in play, between hand and board
        for tile in range(self.t.ids):
            if copies[tile] + p.pool[tile] + p.gone[tile] != self.t.count[tile]:
                return "tiles were lost or made"
            boxed += p.gone[tile] * mix(<uint64_t>tile + 1)
            if self.t.act[tile] == p.act:
                stock += p.pool[tile]
        if boxed != p.boxed:
            return "the hash of the boxed tiles is wrong"
        if p.phase != OVER and stock != p.stock:
            return "the stock disagrees with its size"
        return NULL

    # ------------------------------------------------------------------ the Python face

    @property
    def act(self):
        """The current act, 1 to 3."""
        return self.p.act + 1

    @property
    def phase(self):
        """The decision point of rules.md section 3: "D0", "D1", "D1s", ... or "end"."""
        return PHASE_NAMES[self.p.phase]

    def scores(self):
        """Return each seat's points so far; figures on the board count at the climax only."""
        return [self.p.points[seat] for seat in range(self.players)]

    def observation(self, int seat):
        """Return the `core.beowulf.view.View` of a seat. Raises WrongSeat."""
        cdef Position* p = &self.p
        cdef int[SEATS] gained
        self.checked(seat)
        memset(gained, 0, sizeof(gained))
        score(&self.t.board[p.act], self.t, &p.ground, gained)
        return view.View(
            setup=self.setup,
            seat=seat,
            act=self.act,
            turn=p.turn,
            phase=self.phase,
            active=None if p.phase == OVER else p.active,
            first=p.first,
            points=tuple(self.scores()),
            pending=tuple(gained[i] for i in range(self.players)),
            unused=tuple(p.unused[i] for i in range(self.players)),
            supplies=tuple(tuple(p.supply[i][k] for k in range(KINDS))
                           for i in range(self.players)),
            stock=p.stock,
            board=tuple(p.ground.content[i] for i in range(self.t.board[p.act].spaces)),
            hands=tuple(self.cards(i, seat) for i in range(self.players)),
            gone=tuple(p.gone[i] for i in range(self.t.ids)),
            playing=None if p.kind == NOTHING else p.kind,
            space=None if p.space == NOTHING else p.space,
            swap=None if p.swap == NOTHING else p.swap,
        )

    def cards(self, int seat, int observer):
        """Return the hand of a seat as `observer` sees it.

        In another's hand the shown tiles of an act come before its hidden ones: the place of a
        shown tile in the order of ids would tell something of the hidden ones (B10).
        """
        cdef int at, tile
        found = []
        for at in range(self.p.hand_size[seat]):
            tile = self.p.hand[seat][at] & ~SHOWN
            shown = (self.p.hand[seat][at] & SHOWN) != 0
            known = shown or seat == observer
            found.append(view.HandTile(act=self.t.act[tile] + 1, tile=tile if known else None,
                                       shown=shown))
        if seat != observer:
            found.sort(key=lambda card: (card.act, not card.shown))
        return tuple(found)

    def arrange(self, *, act=1, board=None, hands=None, supplies=None, points=None, stock=None,
                active=0, phase="D1", shown=None):
        """Set up a position at the start of a turn, for tests and for analysis.

        Tiles of this and earlier acts that are named nowhere count as seen and gone.

        Parameters
        ----------
        act : int
        board : dict
            ``(row, column): tile id text`` or ``(seat, figure id text)``.
        hands, shown : sequence of sequence of str
            Tile ids of each seat; `shown` are further ones that all have seen.
        supplies : sequence of sequence of int
            Beowulf, Thanes, Castles and Longships of each seat.
        points : sequence of int
        stock : sequence of str
            Tile ids; all tiles of the act named nowhere else by default.
        active : int
            The seat whose turn it is, if it has a legal action.
        phase : {"D0", "D1"}
            "D0" opens the act: only `hands`, `supplies` and `points` are set up.

        Raises
        ------
        ValueError
            If a name is unknown or the pieces do not fit into the box.
        """
        cdef Position* p = &self.p
        cdef int tile, seat, k
        box = self.setup.components
        ids = {entry.id: i for i, entry in enumerate(box.tiles)}
        kinds = [figure.id for figure in box.figures]
        if act not in range(1, ACTS + 1):
            raise ValueError(f"arrange: act {act}: 1, 2 or 3 expected")
        if phase not in ("D0", "D1"):
            raise ValueError(f"arrange: phase {phase!r}: D0 or D1 expected")
        self.checked(active)
        spaces = {place: i for i, place in enumerate(box.boards[act - 1].spaces)}
        named = list(stock or ())
        for place, thing in (board or {}).items():
            if place not in spaces:
                raise ValueError(f"arrange: the board of act {act} has no space {place}")
            if isinstance(thing, str):
                named.append(thing)
            elif thing[0] not in range(self.players) or thing[1] not in kinds:
                raise ValueError(f"arrange: there is no figure {thing}")
        for values in (hands, shown, supplies, points):
            if values and len(values) != self.players:
                raise ValueError(f"arrange: {len(values)} entries for {self.players} seats")
        for seat in range(self.players):
            held = [*(hands[seat] if hands else ()), *(shown[seat] if shown else ())]
            if len(held) >= HAND:
                raise ValueError(f"arrange: {len(held)} tiles in a hand, at most {HAND - 1}")
            named += held
        for name in named:
            if name not in ids:
                raise ValueError(f"arrange: there is no tile {name!r}")
        memset(p, 0, sizeof(Position))
        memset(p.hand, NOTHING, sizeof(p.hand))
        p.kind = p.space = p.swap = NOTHING
        p.act = act - 1
        p.ground.empty = self.t.board[p.act].all
        for place, thing in (board or {}).items():
            if isinstance(thing, str):
                put_tile(&p.ground, self.t, spaces[place], ids[thing])
            else:
                put_figure(&p.ground, spaces[place], thing[0], kinds.index(thing[1]))
        for seat in range(self.players):
            p.points[seat] = points[seat] if points else self.t.start_points
            for k in range(KINDS):
                p.supply[seat][k] = supplies[seat][k] if supplies else 0
            for name in (hands[seat] if hands else ()):
                hand_add(p, seat, ids[name])
            for name in (shown[seat] if shown else ()):
                hand_add(p, seat, SHOWN | <int>ids[name])
        lying = [thing for thing in (board or {}).values() if isinstance(thing, str)]
        lying += [name for seat_tiles in (*(hands or ()), *(shown or ())) for name in seat_tiles]
        for name, tile in ids.items():
            left = self.t.count[tile] - lying.count(name)
            if self.t.act[tile] > p.act or (self.t.act[tile] == p.act and stock is None):
                p.pool[tile] = left
            else:
                p.pool[tile] = stock.count(name) if self.t.act[tile] == p.act else 0
                for _ in range(left - p.pool[tile]):
                    box_tile(p, tile)
            if self.t.act[tile] == p.act:
                p.stock += p.pool[tile]
        p.last = (active + self.players - 1) % self.players
        if phase == "D0":
            self.open_act(p.act)
        else:
            p.first = active
            self.next_turn(active)
        if p.phase != OVER and p.act == act - 1:
            fault = self.c_broken()
            if fault != NULL and fault != b"figures were lost or made":
                raise ValueError(f"arrange: {fault.decode()}")

"""The State of Vikings: the course of a turn and the contract.

The rules themselves stand in `sailing`, `tasks`, `runes`, `sagas` and `scoring`. `run` goes on
until something must be asked of a seat or of chance; what has one answer is not asked, except D1.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset
from core.rng cimport below, chain
from core.state cimport (
    CHANCE, DEBUG, MAX_ACTIONS, TERMINAL, Action, State, require_open, require_sound,
)
from core.vikings.chance cimport sample_outcome, write_outcomes
from core.vikings.invariants cimport broken_cards, broken_pieces, broken_turn
from core.vikings.position cimport (
    ATTACK_RUNES, ATTACK_STAGE, CLOCKWISE, COUNTER, CREW, DEAL_STAGE, DECLINE, DICE, DIE,
    DISCARD, DRAW, DRAW_ONE, EFFECT_STAGE, END_TURN, FOUND, GO, HAND, HITS, HITS_FELL, KEEP, KNOWN,
    LAUNCH, LOAD, LOSS, MAIN, MAIN_STAGE, NOBODY, NOTHING, NUMBER, OVER, PLACE, PLAY, RAID, RAIDING,
    RAID_ON, RETRIBUTE, REVEAL, ROLL, RUNE, SAIL, SETTLE, SETTLING, SKIP, STOP, TARGET, THROW,
    TRADE, TURN_SAGA, UNSEEN_RUNE, WIND, WINTER, Position, Seat, aboard, act_of, bit, bits,
    day_ashore, day_at_sea, draw_rune, hand_add, hand_strip, holds, in_home, in_port, lay_down,
    lose_all, lose_token, occupied, put_question, reshuffle, write_hand, write_losses,
)
from core.vikings.runes cimport (
    choose_target, end_rune, give, hits, play_rune, playable, settlement_die, write_gifts,
    write_targets,
)
from core.vikings.sagas cimport next_saga, turn_saga
from core.vikings.sailing cimport (
    begin_game, end_turn, load_token, losses_due, may_load, move_ship, sink_ships, winter,
)
from core.vikings.scoring cimport axe_points, saga_points, settlement_points
from core.vikings.tables cimport (
    ERAS, HOMES, KINDS, PORTS, RETRIBUTION, RUNES, SAGAS, SEATS, WINTERING,
)
from core.vikings.tasks cimport (
    declare, end_attack, may_raid, may_settle, may_trade, open_dice, place_settlement,
    play_attack_rune, raid_die, reveal_treasure, score_treasure, settle_dice, trade,
    write_attack_runes,
)
from numpy.random cimport bitgen_t

from core.vikings import view
from core.vikings.components import GOODS as _GOODS
from core.vikings.components import RUNES as _RUNE_IDS
from core.vikings.components import ZONES as _ZONES
from core.vikings.tables import box_of

PHASE_NAMES = (
    "", "DRAW", "TURN_SAGA", "DIE", "THROW", "REVEAL", "HITS", "MAIN", "LOSS", "ATTACK_RUNES",
    "RAID_ON", "RETRIBUTION", "DICE", "FOUND", "WIND", "TARGET", "GIVE", "end",
)  # fmt: skip
ATTACK_NAMES = (None, "raid", "settle", "dispute")
cdef enum:
    SEAT_WORDS = 4      # of the hashed block of a Seat, its hand left out
    TABLE_WORDS = 17    # of the hashed block of a Position
    REMOVED = 3         # sagas of each era that are never turned up (V6)


# ---------------------------------------------------------------------- the course of a turn


cdef void deal(Position* p, const Tables* t) noexcept nogil:
    """Set-up: a rune for each jarl from the first seat on, then the sagas (V6, V9)."""
    cdef int i, seat
    for i in range(t.players):
        seat = (t.start + i) % t.players
        if p.seat[seat].hand_size == 0:
            p.draws = 1
            p.drawer = seat
            return
    if p.open == 0:
        p.refill = 1
    else:
        begin_game(p, t)


cdef void advance(Position* p, const Tables* t) noexcept nogil:
    """What comes next when nobody is asked: losses, cards, then what the stage says."""
    cdef Seat* s
    if p.losses:
        s = &p.seat[p.loser]
        if s.crew + aboard(s) <= p.losses:
            lose_all(p, s)
            p.losses = p.loser = p.lost = 0
        else:
            put_question(p, LOSS, p.loser)
    elif p.draws:
        if p.deck_size == 0:
            reshuffle(p)
        put_question(p, DRAW, p.drawer)
    elif p.refill:
        next_saga(p)
    elif p.stage == MAIN_STAGE:
        if not sink_ships(p, t):
            put_question(p, MAIN, p.active)
    elif p.stage == EFFECT_STAGE:
        end_rune(p)
    elif p.stage == ATTACK_STAGE:
        put_question(p, ATTACK_RUNES, p.active)
    elif p.stage == DEAL_STAGE:
        deal(p, t)
    else:
        score_treasure(p, t)


cdef int write_main(const Position* p, const Tables* t, Action* out) noexcept nogil:
    """Everything that the active jarl may do (D1)."""
    cdef const Seat* s = &p.seat[p.active]
    cdef int i, k, space, n = 0
    cdef uint64_t taken
    if s.space == WINTERING:
        for i in range(p.loading, KINDS + 1):
            if may_load(p, t, i):
                out[n] = act_of(LOAD, i)
                n += 1
        if s.crew:
            for i in range(HOMES):
                out[n] = act_of(LAUNCH, i)
                n += 1
    else:
        if in_home(s) and s.hand_size < HAND and day_ashore(p, t):
            out[n] = act_of(DRAW_ONE, 0)
            n += 1
        if day_at_sea(p, t):
            taken = occupied(p, t)
            for i in range(t.degree[s.space]):
                space = t.adjacent[s.space][i]
                if space >= PORTS or not taken & bit(space):
                    out[n] = act_of(SAIL, space)
                    n += 1
        if in_port(s) and not p.used & bit(s.space):
            for i in range(KINDS):
                if may_trade(p, t, i):
                    out[n] = act_of(TRADE, i)
                    n += 1
            if may_raid(p, t):
                out[n] = act_of(RAID, 0)
                n += 1
            if may_settle(p, t):
                out[n] = act_of(SETTLE, 0)
                n += 1
    if s.hand_size and not in_home(s):
        k = n
        n += write_hand(s, PLAY, &out[n])
        for i in range(k, n):
            if playable(p, t, out[i] & 255):
                out[k] = out[i]
                k += 1
        n = k + write_hand(s, DISCARD, &out[k])
    if s.space != WINTERING:
        out[n] = act_of(WINTER, 0)
        n += 1
    out[n] = act_of(END_TURN, 0)
    return n + 1


cdef inline int write_two(Action* out, int one, int other) noexcept nogil:
    out[0] = act_of(one, RETRIBUTION if one == PLAY else 0)
    out[1] = act_of(other, 0)
    return 2


cdef int write_legal(const Position* p, const Tables* t, Action* out) noexcept nogil:
    """Write the answers to the present question."""
    cdef int i, n
    if p.ask == MAIN:
        return write_main(p, t, out)
    if p.ask == WIND:
        for i in range(3):
            out[i] = act_of(KEEP + i, 0)
        return 3
    if p.ask == TARGET:
        return write_targets(p, t, out)
    if p.ask == LOSS:
        return write_losses(p, out)
    if p.ask == ATTACK_RUNES:
        return write_attack_runes(p, t, out)
    if p.ask == DICE:
        n = min(p.seat[p.active].crew, 3)
        for i in range(n):
            out[i] = act_of(NUMBER, i + 1)
        return n
    if p.ask == RAID_ON:
        return write_two(out, ROLL, STOP)
    if p.ask == RETRIBUTE:
        return write_two(out, PLAY, SKIP)
    if p.ask == FOUND:
        return write_two(out, PLACE, DECLINE)
    return write_gifts(p, out)


cdef void act(Position* p, const Tables* t, int verb, int argument) noexcept nogil:
    """Apply a decision at D1."""
    cdef Seat* s = &p.seat[p.active]
    if verb == SAIL:
        move_ship(p, t, argument)
    elif verb == LOAD:
        load_token(p, argument)
    elif verb == LAUNCH:
        s.space = PORTS + argument
        p.loading = CREW
    elif verb == DRAW_ONE:
        p.prep += 1
        p.draws = 1
        p.drawer = p.active
    elif verb == TRADE:
        trade(p, t, argument)
    elif verb == RAID:
        declare(p, RAIDING)
    elif verb == SETTLE:
        declare(p, SETTLING)
    elif verb == PLAY:
        play_rune(p, t, argument)
    elif verb == DISCARD:
        lay_down(p, p.active, argument)
        put_question(p, WIND, p.active)
    else:
        if verb == WINTER:
            winter(p)
        end_turn(p, t)


cdef void answer(Position* p, const Tables* t, Action action) noexcept nogil:
    """Apply the answer to a question of a seat."""
    cdef int ask = p.ask, verb = action >> 8, argument = action & 255
    p.ask = NOBODY
    if ask == MAIN:
        act(p, t, verb, argument)
    elif ask == WIND:
        if verb == CLOCKWISE:
            p.wind = (p.wind + 1) & 3
        elif verb == COUNTER:
            p.wind = (p.wind + 3) & 3
    elif ask == TARGET:
        choose_target(p, t, argument)
    elif ask == LOSS:
        lose_token(p, &p.seat[p.loser], argument)
        p.losses -= 1
        p.lost = argument
        if p.losses == 0:
            p.loser = p.lost = 0
    elif ask == ATTACK_RUNES:
        if verb == GO:
            open_dice(p, t)
        else:
            play_attack_rune(p, argument)
            put_question(p, WIND, p.active)
    elif ask == DICE:
        p.dice = argument
        put_question(p, THROW, p.active)
    elif ask == RAID_ON:
        if verb == ROLL:
            put_question(p, DIE, p.active)
        else:
            end_attack(p)
    elif ask == RETRIBUTE:
        if verb == PLAY:
            lay_down(p, p.active, RETRIBUTION)
            p.prize *= 2
            put_question(p, WIND, p.active)
    elif ask == FOUND:
        if verb == PLACE:
            place_settlement(p, t)
        else:
            end_attack(p)
    else:
        give(p, argument)


cdef void happen(Position* p, const Tables* t, Action outcome) noexcept nogil:
    """Apply an outcome of chance."""
    cdef int ask = p.ask, argument = outcome & 255
    p.ask = NOBODY
    if ask == DRAW:
        draw_rune(p, p.drawer, argument)
        p.draws -= 1
        if p.draws == 0:
            p.drawer = 0
    elif ask == TURN_SAGA:
        turn_saga(p, t, argument)
    elif ask == THROW:
        p.fell = 1 + argument
        settle_dice(p, t, argument)
    elif ask == REVEAL:
        reveal_treasure(p, t, argument)
    elif ask == HITS:
        p.fell = HITS_FELL + argument
        hits(p, t, argument)
    else:
        p.fell = argument   # the first multisets are those of one die
        if p.attack == RAIDING:
            raid_die(p, t, argument)
        else:
            settlement_die(p, t, argument)


cdef void run(Position* p, const Tables* t) noexcept nogil:
    """Go on until a seat or chance has to decide."""
    cdef Action[MAX_ACTIONS] actions
    while True:
        if p.ask == NOBODY:
            advance(p, t)
        elif p.ask > MAIN and p.ask != WIND and p.ask != OVER and (
                write_legal(p, t, actions) == 1):
            answer(p, t, actions[0])
        else:
            break
    if p.ask >= MAIN and p.ask != OVER and p.who != p.asked:
        p.asked = p.who
        p.turn += 1


cdef inline uint64_t word(const void* at, int i) noexcept nogil:
    cdef uint64_t bits_
    memcpy(&bits_, <const char*>at + 8 * i, 8)
    return bits_


cdef inline uint64_t known_hand(const Seat* s) noexcept nogil:
    """The cards of a hand that all have seen, as a word."""
    cdef uint64_t cards = 0
    cdef int i
    for i in range(s.hand_size):
        if s.hand[i] & KNOWN:
            cards = cards << 8 | s.hand[i]
    return cards


cdef class Vikings(State):
    """A position of Vikings.

    See `core.state.State` for how to use it; `observation` returns a `core.vikings.view.View`.
    """

    def __cinit__(self, setup):
        cdef Position* p = &self.p
        cdef Seat* s
        cdef int seat, i
        self.setup = setup
        self.players = setup.players
        rounds = setup["rounds"]
        if rounds == "box":
            rounds = setup.components.figures["max_rounds"]
        self.box = box_of(setup.components, setup.players, setup["start"], rounds,
                          setup["advanced"] == "yes")
        self.t = &self.box.tables
        self.data = p
        self.size = sizeof(Position)
        memset(p, 0, sizeof(Position))
        for seat in range(SEATS):
            s = &p.seat[seat]
            memset(s.hand, NOTHING, sizeof(s.hand))
            s.space = WINTERING
            if seat < self.players:
                s.reserve = self.t.figures
                s.score = self.t.start_vp[(seat - self.t.start + self.players) % self.players]
        p.towns = self.t.towns
        p.demand = self.t.demand
        p.wind = self.t.wind
        for i in range(KINDS):
            p.bank[i] = self.t.goods[i] - (i == p.demand)
        for i in range(RUNES):
            p.deck[i] = self.t.copies[i]
            p.deck_size += p.deck[i]
        for i in range(ERAS):
            p.unseen |= self.t.era_sagas[i]
            p.left[i] = SAGAS // ERAS - REMOVED
        p.card = p.asked = NOTHING
        p.active = self.t.start
        p.round = 1
        run(p, self.t)

    # ------------------------------------------------------------------ the contract

    cdef int c_mover(self) noexcept nogil:
        if self.p.ask < MAIN:
            return CHANCE
        if self.p.ask == OVER:
            return TERMINAL
        return self.p.who

    cdef int c_turn(self) noexcept nogil:
        return <int>self.p.turn

    cdef int c_legal(self, Action* out) noexcept nogil:
        return write_legal(&self.p, self.t, out)

    cdef void c_play(self, Action action) noexcept nogil:
        if DEBUG:
            require_open(self, action)
        self.p.fell = 0
        if self.p.ask < MAIN:
            happen(&self.p, self.t, action)
        else:
            answer(&self.p, self.t, action)
        run(&self.p, self.t)
        if DEBUG:
            require_sound(self)

    cdef int c_outcomes(self, Action* out, double* probability) noexcept nogil:
        return write_outcomes(&self.p, self.t, out, probability)

    cdef int c_source(self) noexcept nogil:
        if self.p.ask == DRAW:
            return self.p.who
        if self.p.ask == REVEAL:
            return TREASURE_SOURCE
        if self.p.ask == TURN_SAGA:
            return SAGA_SOURCE
        return DICE_SOURCE + self.p.who

    cdef Action c_sample(self, bitgen_t* rng) noexcept nogil:
        return sample_outcome(&self.p, self.t, rng)

    cdef Action c_seen(self, Action action, int seat) noexcept nogil:
        """Only the drawer sees a rune that is drawn (V4)."""
        if self.p.ask == DRAW and seat != self.p.who:
            return act_of(RUNE, UNSEEN_RUNE)
        return action

    cdef uint64_t hashed(self, int observer) noexcept nogil:
        """Hash of all that lies open and of the hand of `observer`; -1: of all hands."""
        cdef const Seat* s
        cdef uint64_t h = 0
        cdef int seat, i
        for i in range(TABLE_WORDS):
            h = chain(h, word(&self.p.towns, i))
        for seat in range(self.players):
            s = &self.p.seat[seat]
            for i in range(SEAT_WORDS):
                h = chain(h, word(s, i))
            h = chain(h, word(s.hand, 0) if observer < 0 or seat == observer else known_hand(s))
        return h

    cdef uint64_t c_info_key(self, int seat) noexcept nogil:
        return self.hashed(seat)

    cdef uint64_t c_key(self) noexcept nogil:
        return self.hashed(-1)

    cdef void c_redeal(self, int observer, bitgen_t* rng) noexcept nogil:
        """Deal the other hands anew from deck and hands, known cards stay (V4).

        A jarl who is asked for an attack card or for Retribution holds one: hands without it are
        struck out.
        """
        cdef Position* p = &self.p
        cdef Seat* s
        cdef Action[MAX_ACTIONS] actions
        cdef int[SEATS] unknown
        cdef int seat, i, left
        while True:
            for seat in range(self.players):
                s = &p.seat[seat]
                unknown[seat] = 0
                if seat == observer:
                    continue
                for i in range(s.hand_size - 1, -1, -1):
                    if not s.hand[i] & KNOWN:
                        p.deck[s.hand[i]] += 1
                        p.deck_size += 1
                        unknown[seat] += 1
                        hand_strip(s, i)
            for seat in range(self.players):
                for _ in range(unknown[seat]):
                    left = below(rng, p.deck_size)
                    i = 0
                    while left >= p.deck[i]:
                        left -= p.deck[i]
                        i += 1
                    draw_rune(p, seat, i)
            if p.active == observer:
                return
            if p.ask == ATTACK_RUNES:
                if write_attack_runes(p, self.t, actions) > 1:
                    return
            elif p.ask != RETRIBUTE or holds(&p.seat[p.active], RETRIBUTION):
                return

    cdef void c_utilities(self, double* out) noexcept nogil:
        """The win by points, shared by those who tie (V72)."""
        cdef int seat, winners = 0, best = -1
        for seat in range(self.players):
            best = max(best, self.p.seat[seat].score)
        for seat in range(self.players):
            winners += self.p.seat[seat].score == best
        for seat in range(self.players):
            out[seat] = 1.0 / winners if self.p.seat[seat].score == best else 0.0

    cdef const char* c_broken(self) noexcept nogil:
        cdef const char* fault = broken_pieces(&self.p, self.t)
        if fault == NULL:
            fault = broken_cards(&self.p, self.t)
        if fault == NULL:
            fault = broken_turn(&self.p, self.t)
        return fault

    # ------------------------------------------------------------------ the Python face

    @property
    def round(self):
        """The round, from 1: one turn of every seat (V75)."""
        return self.p.round

    @property
    def phase(self):
        """The question of rules.md section 12, or what chance decides (DRAW, ...), or "end"."""
        return PHASE_NAMES[self.p.ask]

    @property
    def active(self):
        """Seat whose turn it is."""
        return self.p.active

    def scores(self):
        """Return each seat's points so far; at the end with the final scoring."""
        return [self.p.seat[seat].score for seat in range(self.players)]

    def distance(self, one, other):
        """Return the days between two spaces, given by id, on an empty map."""
        space = self.setup.components.space
        return self.box.distance(space(one), space(other))

    def losses_due(self, int sailed, wind, zone):
        """Return the hardship losses due in total after `sailed` days (V26).

        `wind` and `zone` are names of zones: where the +1 sector points, where the last day ended.
        """
        return losses_due(self.t, sailed, _ZONES.index(wind), _ZONES.index(zone))

    def observation(self, int seat):
        """Return the `core.vikings.view.View` of a seat. Raises WrongSeat."""
        cdef Position* p = &self.p
        cdef int[SEATS] axe
        cdef int[SEATS] settlements
        cdef int[SEATS] sagas
        cdef int i, k
        self.checked(seat)
        axe_points(p, self.t, axe)
        settlement_points(p, self.t, settlements)
        saga_points(p, self.t, sagas)
        goods = {}
        for k in range(KINDS):
            for i in ports_in(p.good[k]):
                goods[i] = k
        return view.View(
            setup=self.setup,
            seat=seat,
            round=p.round,
            turn=p.turn,
            phase=self.phase,
            who=None if p.ask == OVER else p.who,
            active=p.active,
            towns=ports_in(p.towns),
            treasures={i: p.treasure[self.t.town[i]] for i in ports_in(self.t.towns)
                       if p.treasure[self.t.town[i]]},
            goods=dict(sorted(goods.items())),
            bank=tuple(p.bank[i] for i in range(KINDS)),
            demand=p.demand,
            wind=p.wind,
            fair=tuple(self.t.fair[p.wind][i] for i in range(4)),
            era=p.era,
            capacity=self.t.capacity[p.era],
            open=cards_in(p.open),
            unseen=cards_in(p.unseen),
            deck=tuple(p.left[i] for i in range(ERAS)),
            final=p.final,
            pile=tuple(p.pile[i] for i in range(RUNES)),
            rune_deck=p.deck_size,
            prep=p.prep,
            sail=p.sail,
            tail=p.tail,
            due=p.due,
            masters=bool(p.masters),
            used=ports_in(p.used),
            origin=p.origin,
            loading=p.loading,
            card=None if p.card == NOTHING else p.card,
            step=p.step,
            target=p.target,
            count=p.count,
            losses=p.losses,
            loser=p.loser,
            lost=p.lost,
            draws=p.draws,
            attack=ATTACK_NAMES[p.attack],
            bonus=p.bonus,
            fury=p.fury,
            valhalla=bool(p.valhalla),
            title=p.title,
            dice=p.dice,
            prize=p.prize,
            fallen=tuple(self.t.roll[p.fell - 1][i] for i in range(3)
                         if self.t.roll[p.fell - 1][i]) if 0 < p.fell < HITS_FELL else (),
            hits=p.fell - HITS_FELL if p.fell >= HITS_FELL else None,
            seats=tuple(self.seat_view(i, seat, axe[i], settlements[i], sagas[i])
                        for i in range(self.players)),
        )

    def seat_view(self, int seat, int observer, int axe, int settlements, int sagas):
        """Return the `core.vikings.view.SeatView` of a seat as `observer` sees it."""
        cdef const Seat* s = &self.p.seat[seat]
        cdef int i
        known = [s.hand[i] & ~KNOWN for i in range(s.hand_size) if s.hand[i] & KNOWN]
        hand = ([s.hand[i] & ~KNOWN for i in range(s.hand_size)] if seat == observer
                else known + [None] * (s.hand_size - len(known)))
        return view.SeatView(
            score=s.score, space=s.space, crew=s.crew,
            goods=tuple(s.goods[i] for i in range(KINDS)), reserve=s.reserve,
            hand=tuple(hand), known=tuple(known), settled=ports_in(s.settled),
            captured=ports_in(s.captured), sagas=cards_in(s.sagas), axe_points=axe,
            settlement_points=settlements, saga_points=sagas,
        )

    def arrange(self, *, ships=None, crew=None, goods=None, hands=None, known=None, settled=None,
                captured=None, completed=None, scores=None, ports=None, pile=None, open=None,
                deck=None, unseen=(), wind=None, demand=None, active=0, round=1, final=0, prep=0,
                sail=0, tail=0, due=0, masters=False, used=(), origin=None):
        """Set up a decision D1 of seat `active`, for tests and for analysis.

        Parameters
        ----------
        ships : sequence of str
            Space of each seat's ship; "wintering" by default.
        crew : sequence of int
            Crew aboard each ship.
        goods, hands, known, settled, completed : sequence of (sequence of str)
            Of each seat: goods aboard, runes, those of them that all have seen, ports with
            settlements, sagas.
        captured : sequence of dict
            Of each seat: {port: points of its treasure}; all other towns stand.
        scores : sequence of int
            Of each seat.
        ports : dict
            {port: kind of the good there}.
        pile : sequence of str
            Rune discard pile; the runes not named anywhere are the deck.
        open : sequence of str
            Sagas that lie open; three of the first era by default.
        deck : sequence of int
            Sagas left in the deck by era; by default what `open` and `completed` leave at most.
        unseen : sequence of str
            Sagas that are not to be among those turned up and gone.
        wind, demand : str
            Zone and kind.
        active, round, final, prep, sail, tail, due, masters, used, origin
            See `core.vikings.view.View`; `used` and `origin` by id.

        Raises
        ------
        ValueError
            If a name is unknown or the pieces do not fit together.
        """
        cdef Position* p = &self.p
        cdef Seat* s
        cdef int seat, i, k, n
        for values in (ships, crew, goods, hands, known, settled, captured, completed, scores):
            if values is not None and len(values) != self.players:
                raise ValueError(f"arrange: {len(values)} entries for {self.players} seats")
        self.checked(active)
        box = self.setup.components
        saga_ids = [saga.id for saga in box.sagas]
        space_ids = [space.id for space in box.spaces]
        fresh = self.setup.blank()
        self.c_copy_from(fresh)
        p.ask, p.stage = NOBODY, MAIN_STAGE
        p.draws = p.drawer = 0
        for seat in range(self.players):
            s = &p.seat[seat]
            if ships is not None:
                s.space = place(space_ids, ships[seat])
            if crew is not None:
                s.crew = crew[seat]
            for name in goods[seat] if goods is not None else ():
                s.goods[<int>place(_GOODS, name)] += 1
            for name in settled[seat] if settled is not None else ():
                s.settled |= bit(place(space_ids, name))
            for name, points in (captured[seat] if captured is not None else {}).items():
                i = place(space_ids, name)
                if i >= PORTS or not p.towns & bit(i):
                    raise ValueError(f"arrange: there is no town in {name} to be taken")
                s.captured |= bit(i)
                p.towns &= ~bit(i)
                p.treasure[self.t.town[i]] = points
            for name in completed[seat] if completed is not None else ():
                s.sagas |= <uint32_t>1 << <int>place(saga_ids, name)
                p.unseen &= ~s.sagas
            if scores is not None:
                s.score = scores[seat]
            shown = list(known[seat]) if known is not None else []
            for name in hands[seat] if hands is not None else ():
                if s.hand_size == HAND:
                    raise ValueError(f"arrange: a hand holds at most {HAND} runes")
                i = place(_RUNE_IDS, name)
                p.deck[i] -= 1
                p.deck_size -= 1
                hand_add(s, i, name in shown)
                if name in shown:
                    shown.remove(name)
            n = self.t.figures - s.crew - bits(s.settled)
            if n < 0:
                raise ValueError(f"arrange: seat {seat} has not so many figures")
            if s.crew == 0 and s.space != WINTERING:
                raise ValueError(f"arrange: the ship of seat {seat} has no crew")
            s.reserve = n
        for name, kind in (ports or {}).items():
            p.good[<int>place(_GOODS, kind)] |= bit(place(space_ids[:PORTS], name))
        if wind is not None:
            p.wind = place(_ZONES, wind)
        if demand is not None:
            p.demand = place(_GOODS, demand)
        for k in range(KINDS):
            n = self.t.goods[k] - (k == p.demand) - bits(p.good[k])
            for seat in range(self.players):
                n -= p.seat[seat].goods[k]
            if n < 0:
                raise ValueError(f"arrange: the box has not so many {_GOODS[k]}")
            p.bank[k] = n
        for name in pile or ():
            i = place(_RUNE_IDS, name)
            p.pile[i] += 1
            p.deck[i] -= 1
            p.deck_size -= 1
        names = [saga.id for saga in box.sagas if saga.era == 0][:3] if open is None else open
        for name in names:
            p.open |= <uint32_t>1 << <int>place(saga_ids, name)
        p.unseen &= ~p.open
        kept = [place(saga_ids, name) for name in unseen]
        for k in range(ERAS):
            n = bits(p.unseen & self.t.era_sagas[k]) - REMOVED
            p.left[k] = max(0, n if deck is None else deck[k])
            for i in range(SAGAS - 1, -1, -1):
                if n > p.left[k] and i not in kept and (
                        p.unseen & self.t.era_sagas[k]) >> i & 1:
                    p.unseen &= ~(<uint32_t>1 << i)
                    n -= 1
            if bits(self.t.era_sagas[k] & ~p.unseen):
                p.era = k
        p.active, p.round, p.final = active, round, final
        p.prep, p.sail, p.tail, p.due, p.masters = prep, sail, tail, due, bool(masters)
        p.used = 0
        for name in used:
            p.used |= bit(place(space_ids, name))
        p.origin = p.seat[active].space if origin is None else place(space_ids, origin)
        p.asked, p.turn = NOTHING, 0
        run(p, self.t)
        fault = self.c_broken()
        if fault != NULL:
            raise ValueError(f"arrange: {fault.decode()}")


def place(names, name):
    """Return where a name stands. Raises ValueError."""
    if name not in names:
        raise ValueError(f"arrange: there is no {name!r}")
    return names.index(name)


def ports_in(uint64_t mask):
    """Return the ports of a set of bits, rising."""
    return tuple(i for i in range(PORTS) if mask >> i & 1)


def cards_in(uint32_t mask):
    """Return the sagas of a set of bits, rising."""
    return tuple(i for i in range(SAGAS) if mask >> i & 1)

"""The State of The Quacks of Quedlinburg: the course of a round and the contract.

The rules themselves stand in `brewing`, `cards` and `evaluation`. A round is a row of stages; in a
stage each seat has its part, in turn order. `run` goes on until something must be asked of a seat
or of chance.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset
from core.quacks.brewing cimport (
    answer_brewing, begin_brewing, chip_part, commit_part, limit_of, red2_part, strong_part,
    write_brewing,
)
from core.quacks.cards cimport (
    answer_card, card_part, close_card, rat_part, turn_card, write_card,
)
from core.quacks.evaluation cimport (
    answer_evaluation, black_part, buy_part, charge_part, coin_part, die_part, gloat_part,
    green_part, judge_black, open_charge, open_evaluation, points_part, purple_part, ruby_part,
    season_part, write_evaluation,
)
from core.quacks.position cimport (
    BLACK_STAGE, BOOM, BUY1, BUY_STAGE, CARD, CARD_STAGE, CHARGE_STAGE, CHIP_STAGE, COIN_STAGE,
    COMMIT_STAGE,
    DIE_STAGE, DRAW, DRAWN, DRAW_STOP, FACE, GLOAT_STAGE, GREEN_STAGE, NOBODY, NOTHING, OVER,
    POINTS_STAGE, POT, PULL, PULL_STAGE, PURPLE_STAGE, RATS, RAT_STAGE, RED2, RED2_STAGE, ROLL,
    ROUND_BEGIN, RUBY_STAGE, SEASON_STAGE, STEP, STOP, STRONG, STRONG_STAGE, TO_POT,
    TO_TUBE, TRACK, TURNED, TURN_CARD, Position, Seat, act_of, bag_take, chip_key, do_step,
    enter, gain_chip, is_open, next_seat, pay_out, put_question, seat_at, take_step,
)
from core.quacks.tables cimport (
    CARDS, COLOURS, FACES, GLASSES, GREEN, KINDS, LAST, ORANGE_1, PURPLE, RED, RED_1, ROUNDS,
    SCHADENFREUDE, SEASONED_PERFECTLY, SEATS, STRONG_INGREDIENT, WHITE,
)
from core.rng cimport below, chain
from core.state cimport (
    CHANCE, DEBUG, HIDDEN, MAX_ACTIONS, TERMINAL, Action, State, require_open, require_sound,
)
from numpy.random cimport bitgen_t

from core.quacks import view
from core.quacks.components import CARDS as _CARD_IDS
from core.quacks.components import KIND_NAMES as _KIND_NAMES
from core.quacks.tables import box_of

PHASE_NAMES = (
    "", "TURN_CARD", "ROLL", "PULL", "CARD", "RATS", "DRAW_STOP", "STIRRED", "FLASK", "EXTRA",
    "BLUE1", "YELLOW1", "SECOND", "RED2", "STRONG", "GLOAT", "GREEN2", "GREEN3", "GREEN4",
    "PURPLE1", "PURPLE2", "PURPLE4", "TRACK", "BOOM", "BUY1", "BUY2", "STEP", "REFILL", "end",
)  # fmt: skip
cdef enum:
    SEAT_WORDS = 6      # of the hashed block of a Seat
    TABLE_WORDS = 6     # of the hashed block of a Position


# ---------------------------------------------------------------------- the course of a round


cdef void begin_round(Position* p, const Tables* t) noexcept nogil:
    """Phase 1 (Q10), then the card is turned (Q13)."""
    cdef int i
    if p.round == t.white_round:
        for i in range(t.players):
            for _ in range(t.white_count):
                gain_chip(p, t, seat_at(p, t, i), t.white_kind)
    put_question(p, TURN_CARD, p.first)


cdef void end_round(Position* p, const Tables* t) noexcept nogil:
    """The rat stones return, the start player passes to the left (Q12, Q50); or the game ends."""
    cdef Seat* s
    cdef int seat
    if p.round == ROUNDS:
        put_question(p, OVER, p.first)
        return
    for seat in range(t.players):
        s = &p.seat[seat]
        s.rat = s.tails = s.sum = s.scoring = 0
        s.exploded = s.shielded = s.window = s.doubled = s.stirred = s.second = s.shops = 0
        s.start = s.lead = s.droplet
    p.card = NOTHING
    p.round += 1
    p.first = p.first + 1 if p.first + 1 < t.players else 0
    enter(p, ROUND_BEGIN)


cdef void next_stage(Position* p, const Tables* t) noexcept nogil:
    """All seats have had their part of a stage."""
    cdef int stage = p.stage
    if stage == CHIP_STAGE:
        enter(p, COMMIT_STAGE)
    elif stage == PULL_STAGE:
        enter(p, CHIP_STAGE)
    elif stage == CARD_STAGE:
        close_card(p, t)
    elif stage == RAT_STAGE:
        begin_brewing(p, t)
        enter(p, COMMIT_STAGE)
    elif stage == RED2_STAGE and p.card == STRONG_INGREDIENT:
        enter(p, STRONG_STAGE)
    elif stage == RED2_STAGE and p.card == SCHADENFREUDE:
        enter(p, GLOAT_STAGE)
    elif stage == RED2_STAGE and p.card == SEASONED_PERFECTLY:
        enter(p, SEASON_STAGE)
    elif stage <= SEASON_STAGE:
        open_evaluation(p, t)
        enter(p, DIE_STAGE)
    elif stage == DIE_STAGE:
        judge_black(p, t)
        enter(p, BLACK_STAGE)
        if p.judged == 0:
            p.cursor = t.players
    elif stage == BLACK_STAGE:
        p.judged = 0
        enter(p, GREEN_STAGE)
        skip_without(p, t, GREEN)
    elif stage == GREEN_STAGE:
        enter(p, PURPLE_STAGE)
        skip_without(p, t, PURPLE)
    elif stage == PURPLE_STAGE:
        enter(p, RUBY_STAGE)
        while p.cursor < t.players:
            ruby_part(p, t, seat_at(p, t, p.cursor))
        enter(p, POINTS_STAGE)
    elif stage == POINTS_STAGE and p.round == ROUNDS:
        open_charge(p, t)
        enter(p, COIN_STAGE)
    elif stage == BUY_STAGE:
        open_charge(p, t)
        enter(p, CHARGE_STAGE)
    elif stage == CHARGE_STAGE:
        end_round(p, t)
    else:
        enter(p, BUY_STAGE if stage == POINTS_STAGE else CHARGE_STAGE)


cdef inline void skip_without(Position* p, const Tables* t, int colour) noexcept nogil:
    """Pass over a stage of step B if no pot holds a chip of its colour."""
    cdef int seat
    for seat in range(t.players):
        if p.seat[seat].in_pot[colour]:
            return
    p.cursor = t.players


cdef void part(Position* p, const Tables* t, int seat) noexcept nogil:
    """One step of a seat's part of the stage."""
    cdef int stage = p.stage
    if stage == CHIP_STAGE:
        chip_part(p, t, seat)
    elif stage == PULL_STAGE:
        if p.seat[seat].active:
            put_question(p, PULL, seat)
        else:
            next_seat(p)
    elif stage == CARD_STAGE:
        card_part(p, t, seat)
    elif stage == RAT_STAGE:
        rat_part(p, t, seat)
    elif stage == RED2_STAGE:
        red2_part(p, t, seat)
    elif stage == STRONG_STAGE:
        strong_part(p, t, seat)
    elif stage == GLOAT_STAGE:
        gloat_part(p, t, seat)
    elif stage == SEASON_STAGE:
        season_part(p, t, seat)
    elif stage == DIE_STAGE:
        die_part(p, t, seat)
    elif stage == BLACK_STAGE:
        black_part(p, t, seat)
    elif stage == GREEN_STAGE:
        green_part(p, t, seat)
    elif stage == PURPLE_STAGE:
        purple_part(p, t, seat)
    elif stage == POINTS_STAGE:
        points_part(p, t, seat)
    elif stage == BUY_STAGE:
        buy_part(p, t, seat)
    elif stage == COIN_STAGE:
        coin_part(p, t, seat)
    else:
        charge_part(p, t, seat)


cdef int write_legal(const Position* p, const Tables* t, Action* out) noexcept nogil:
    """Write the answers to the present question."""
    if p.ask <= RATS:
        return write_card(p, t, out)
    if p.ask <= STRONG:
        return write_brewing(p, t, out)
    if p.ask == TRACK:
        out[0] = act_of(TO_POT, 0)
        out[1] = act_of(TO_TUBE, 0)
        return 2
    return write_evaluation(p, t, out)


cdef void answer(Position* p, const Tables* t, Action action) noexcept nogil:
    """Apply the answer to a question of a seat."""
    cdef int ask = p.ask, verb = action >> 8, argument = action & 255
    p.ask = NOBODY
    if ask <= RATS:
        answer_card(p, t, ask, verb, argument)
    elif ask <= STRONG:
        answer_brewing(p, t, ask, verb, argument)
    elif ask == TRACK:
        p.steps -= 1
        take_step(p, t, p.stepper, verb == TO_TUBE)
    else:
        answer_evaluation(p, t, ask, verb, argument)


cdef inline bint may_be_idle(const Position* p, const Tables* t) noexcept nogil:
    """True for questions that may turn out to have less than two answers (Q84)."""
    cdef int ask = p.ask
    if ask == BUY1:
        return p.money < t.price[ORANGE_1] or not is_open(p, t, ORANGE_1)
    return ask == CARD or (RED2 <= ask < STEP and ask != TRACK and ask != BOOM)


cdef void run(Position* p, const Tables* t) noexcept nogil:
    """Go on until a seat or chance has to decide; what has one answer is not asked (Q84)."""
    cdef Action[MAX_ACTIONS] actions
    cdef int n
    while True:
        if p.ask == NOBODY:
            if p.steps:
                do_step(p, t)
            elif p.stage == COMMIT_STAGE:
                commit_part(p, t)
            elif p.stage == ROUND_BEGIN:
                begin_round(p, t)
            elif p.cursor >= t.players:
                next_stage(p, t)
            else:
                part(p, t, seat_at(p, t, p.cursor))
            continue
        if may_be_idle(p, t):
            n = write_legal(p, t, actions)
            if n == 1:
                answer(p, t, actions[0])
                continue
            if n == 0:
                p.ask = NOBODY
                continue
        if p.ask > PULL and p.ask != OVER and p.who != p.asked:
            p.asked = p.who
            p.turn += 1
        return


cdef inline uint64_t word(const void* at, int i) noexcept nogil:
    cdef uint64_t bits
    memcpy(&bits, <const char*>at + 8 * i, 8)
    return bits


cdef class Quacks(State):
    """A position of The Quacks of Quedlinburg.

    See `core.state.State` for how to use it; `observation` returns a `core.quacks.view.View`.
    """

    def __cinit__(self, setup):
        cdef Position* p = &self.p
        cdef Seat* s
        cdef int seat, kind
        self.setup = setup
        self.players = setup.players
        self.box = box_of(setup.components, setup.players, setup["sets"],
                          setup["cauldron"] == "tubes")
        self.t = &self.box.tables
        self.data = p
        self.size = sizeof(Position)
        memset(p, 0, sizeof(Position))
        p.stock = self.t.rubies
        for kind in range(KINDS):
            p.supply[kind] = self.t.count[kind]
        for seat in range(SEATS):
            s = &p.seat[seat]
            s.hand = NOTHING
            if seat >= self.players:
                continue
            s.score = self.t.start_score
            s.rubies = self.t.start_rubies
            p.stock -= s.rubies
            s.droplet = s.start = s.lead = self.t.start_droplet
            s.glass = self.t.start_glass
            s.flask = self.t.start_flask
            for kind in range(KINDS):
                s.bag[kind] = self.t.start[kind]
                s.bag_size += s.bag[kind]
                p.supply[kind] -= s.bag[kind]
        p.deck = (<unsigned int>1 << CARDS) - 1
        p.card = p.asked = NOTHING
        p.round = 1
        p.first = setup["start"]
        run(p, self.t)

    # ------------------------------------------------------------------ the contract

    cdef int c_mover(self) noexcept nogil:
        if self.p.ask <= PULL:
            return CHANCE
        if self.p.ask == OVER:
            return TERMINAL
        return self.p.who

    cdef int c_turn(self) noexcept nogil:
        return self.p.turn

    cdef int c_legal(self, Action* out) noexcept nogil:
        return write_legal(&self.p, self.t, out)

    cdef void c_play(self, Action action) noexcept nogil:
        cdef Position* p = &self.p
        cdef int verb = action >> 8, argument = action & 255
        if DEBUG:
            require_open(self, action)
        if p.glow:
            memset(p.shown, 0, sizeof(p.shown))
            p.face = p.glow = 0
        p.drawn = 0
        if verb == DRAWN:
            p.ask = NOBODY
            p.drawn = 1 + argument
            bag_take(&p.seat[p.who], argument)
            if p.stage == PULL_STAGE:
                p.seat[p.who].hand = argument
                next_seat(p)
            else:
                p.shown[argument] += 1
                p.left -= 1
        elif verb == FACE:
            p.ask = NOBODY
            p.face = 1 + argument
            p.glow = 1
            p.sub += 1
            pay_out(p, self.t, p.who, &self.t.face[argument])
        elif verb == TURNED:
            p.ask = NOBODY
            turn_card(p, self.t, argument)
        else:
            answer(p, self.t, action)
        run(p, self.t)
        if DEBUG:
            require_sound(self)

    cdef int c_outcomes(self, Action* out, double* probability) noexcept nogil:
        cdef const Position* p = &self.p
        cdef const Seat* s = &p.seat[p.who]
        cdef int i, n = 0, cards = 0
        if p.ask == PULL:
            for i in range(KINDS):
                if s.bag[i]:
                    out[n] = act_of(DRAWN, i)
                    probability[n] = <double>s.bag[i] / s.bag_size
                    n += 1
        elif p.ask == ROLL:
            for i in range(FACES):
                if self.t.face_count[i]:
                    out[n] = act_of(FACE, i)
                    probability[n] = <double>self.t.face_count[i] / FACES
                    n += 1
        else:
            for i in range(CARDS):
                cards += p.deck >> i & 1
            for i in range(CARDS):
                if p.deck >> i & 1:
                    out[n] = act_of(TURNED, i)
                    probability[n] = 1.0 / cards
                    n += 1
        return n

    cdef int c_source(self) noexcept nogil:
        if self.p.ask == PULL:
            return self.p.who
        if self.p.ask == ROLL:
            return DICE
        return DECK

    cdef Action c_sample(self, bitgen_t* rng) noexcept nogil:
        cdef const Position* p = &self.p
        cdef const Seat* s = &p.seat[p.who]
        cdef int left, i = 0
        cdef uint32_t deck
        if p.ask == PULL:
            left = below(rng, s.bag_size)
            while left >= s.bag[i]:
                left -= s.bag[i]
                i += 1
            return act_of(DRAWN, i)
        if p.ask == ROLL:
            left = below(rng, FACES)
            while left >= self.t.face_count[i]:
                left -= self.t.face_count[i]
                i += 1
            return act_of(FACE, i)
        deck = p.deck
        left = below(rng, CARDS + 1 - p.round)
        while left:
            deck &= deck - 1
            left -= 1
        while not deck >> i & 1:
            i += 1
        return act_of(TURNED, i)

    cdef bint asked_later(self) noexcept nogil:
        """True if a later seat is still to be asked for its commitment of this tick."""
        cdef const Seat* s
        cdef int seat
        for seat in range(self.p.who + 1, self.players):
            s = &self.p.seat[seat]
            if s.active and s.bag_size and not s.must_draw:
                return True
        return False

    cdef Action c_seen(self, Action action, int seat) noexcept nogil:
        """The others see a commitment when all are in (Q85)."""
        if self.p.ask == DRAW_STOP and seat != self.p.who and self.asked_later():
            return HIDDEN
        return action

    cdef uint64_t hashed(self, int observer) noexcept nogil:
        """Hash of all that lies open and, of the commitments, that of `observer`; -1: of all."""
        cdef const Position* p = &self.p
        cdef const Seat* s
        cdef uint64_t h = 0
        cdef int seat, i
        for i in range(TABLE_WORDS):
            h = chain(h, word(&p.deck, i))
        for seat in range(self.players):
            s = &p.seat[seat]
            h = chain(h, s.pot_key + (s.commit if observer < 0 or seat == observer else 0))
            for i in range(SEAT_WORDS):
                h = chain(h, word(s.bag, i))
        return h

    cdef uint64_t c_info_key(self, int seat) noexcept nogil:
        return self.hashed(seat)

    cdef uint64_t c_key(self) noexcept nogil:
        return self.hashed(-1)

    cdef void c_redeal(self, int observer, bitgen_t* rng) noexcept nogil:
        """Pending commitments that others chose freely may be either (section 11)."""
        cdef Seat* s
        cdef int seat
        if self.p.stage != COMMIT_STAGE:
            return
        for seat in range(self.p.cursor):
            s = &self.p.seat[seat]
            if seat != observer and s.active and s.bag_size and not s.must_draw:
                s.commit = STOP if below(rng, 2) else DRAW

    cdef void c_utilities(self, double* out) noexcept nogil:
        """The win by points, then by the scoring space; shared by those who still tie (Q63)."""
        cdef int[SEATS] rank
        cdef int seat, winners = 0, best = -1000000
        for seat in range(self.players):
            rank[seat] = 64 * self.p.seat[seat].score + self.p.seat[seat].scoring
            best = max(best, rank[seat])
        for seat in range(self.players):
            winners += rank[seat] == best
        for seat in range(self.players):
            out[seat] = 1.0 / winners if rank[seat] == best else 0.0

    cdef const char* c_broken(self) noexcept nogil:
        cdef const Position* p = &self.p
        cdef const Seat* s
        cdef int[KINDS] chips
        cdef int[COLOURS] in_pot
        cdef int seat, i, kind, bag, white, cards = 0, rubies = p.stock
        cdef uint64_t pot_key
        memset(chips, 0, sizeof(chips))
        for seat in range(self.players):
            s = &p.seat[seat]
            bag = white = 0
            pot_key = 0
            memset(in_pot, 0, sizeof(in_pot))
            rubies += s.rubies
            for kind in range(KINDS):
                chips[kind] += s.bag[kind]
                bag += s.bag[kind]
            if bag != s.bag_size:
                return "a bag disagrees with its size"
            if s.size >= POT:
                return "a pot is too full"
            for i in range(POT):
                if i >= s.size:
                    if s.chip[i] or s.at[i]:
                        return "something lies beyond the last chip of a pot"
                    continue
                kind = s.chip[i]
                if kind >= KINDS or s.at[i] < 1 or s.at[i] > LAST or (i and s.at[i] < s.at[i - 1]):
                    return "a chip lies wrongly in a pot"
                chips[kind] += 1
                in_pot[self.t.colour[kind]] += 1
                if self.t.colour[kind] == WHITE:
                    white += self.t.value[kind]
                pot_key += chip_key(i, kind, s.at[i])
            for i in range(COLOURS):
                if in_pot[i] != s.in_pot[i]:
                    return "the colours of a pot are counted wrongly"
            if white != s.white:
                return "a white sum is wrong"
            if pot_key != s.pot_key:
                return "the hash of a pot is wrong"
            for i in range(3):
                chips[RED_1 + i] += s.aside[i]
                if s.fresh[i] > s.aside[i]:
                    return "more chips were set aside than lie there"
            if s.hand != NOTHING:
                chips[s.hand] += 1
            if s.droplet > LAST or s.glass >= GLASSES or s.start > LAST:
                return "a droplet is off its track"
            if s.scoring == 0 and s.lead != (s.at[s.size - 1] if s.size else s.start):
                return "a lead index is wrong"
        for kind in range(KINDS):
            if p.out:
                chips[kind] += p.shown[kind]
            if chips[kind] + p.supply[kind] != self.t.count[kind]:
                return "chips were lost or made"
        if rubies != self.t.rubies:
            return "rubies were lost or made"
        for i in range(CARDS):
            cards += p.deck >> i & 1
        if cards != CARDS + 1 - p.round - (p.card != NOTHING):
            return "cards were lost or made"
        return NULL

    # ------------------------------------------------------------------ the Python face

    @property
    def round(self):
        """The round, 1 to 9."""
        return self.p.round

    @property
    def phase(self):
        """The question of rules.md section 10, or TURN_CARD, ROLL, PULL at chance, or "end"."""
        return PHASE_NAMES[self.p.ask]

    @property
    def card(self):
        """Id of the card of the round, or None before it is turned."""
        return None if self.p.card == NOTHING else _CARD_IDS[self.p.card]

    def scores(self):
        """Return each seat's points so far."""
        return [self.p.seat[seat].score for seat in range(self.players)]

    def observation(self, int seat):
        """Return the `core.quacks.view.View` of a seat. Raises WrongSeat."""
        cdef Position* p = &self.p
        cdef int i
        self.checked(seat)
        return view.View(
            setup=self.setup,
            seat=seat,
            round=p.round,
            turn=p.turn,
            phase=self.phase,
            who=None if p.ask == OVER or p.ask == TURN_CARD else p.who,
            first=p.first,
            card=None if p.card == NOTHING else p.card,
            deck=tuple(i for i in range(CARDS) if p.deck >> i & 1),
            supply=tuple(p.supply[i] for i in range(KINDS)),
            stock=p.stock,
            shown=tuple(p.shown[i] for i in range(KINDS)),
            face=p.face - 1 if p.face else None,
            drawn=p.drawn - 1 if p.drawn else None,
            judged=p.judged,
            left=p.left,
            least=p.least,
            most=p.most,
            money=p.money,
            colour=p.colour,
            steps=p.steps,
            seats=tuple(self.seat_view(i, seat) for i in range(self.players)),
        )

    def seat_view(self, int seat, int observer):
        """Return the `core.quacks.view.SeatView` of a seat as `observer` sees it."""
        cdef const Seat* s = &self.p.seat[seat]
        cdef int i
        commitment = None
        if s.commit and seat == observer:
            commitment = "draw" if s.commit == DRAW else "stop"
        return view.SeatView(
            score=s.score, rubies=s.rubies, droplet=s.droplet, glass=s.glass, flask=bool(s.flask),
            bag=tuple(s.bag[i] for i in range(KINDS)),
            pot=tuple((s.chip[i], s.at[i]) for i in range(s.size)),
            aside=tuple(s.aside[i] for i in range(3)),
            fresh=tuple(s.fresh[i] for i in range(3)),
            start=s.start, lead=s.lead, scoring=s.scoring, rat=s.rat, tails=s.tails,
            limit=limit_of(&self.p, self.t, seat), white=s.white, active=bool(s.active),
            must_draw=bool(s.must_draw), exploded=bool(s.exploded), shielded=bool(s.shielded),
            window=s.window, doubled=bool(s.doubled), stirred=bool(s.stirred),
            second=bool(s.second), shops=bool(s.shops), sum=s.sum,
            hand=None if s.hand == NOTHING else s.hand, commitment=commitment,
        )

    def arrange(self, *, round=1, bags=None, scores=None, rubies=None, droplets=None, glasses=None,
                flasks=None, aside=None, first=0, cards=None):
        """Set up the start of a round, for tests and for analysis: the card comes next.

        Parameters
        ----------
        round : int
            1 to 9; in round 6 the white chips of the round track are dealt at once.
        bags, aside : sequence of (dict or sequence of str)
            ``{kind name: count}`` or kind names of each seat; `aside` are red chips beside the pot.
        scores, rubies, droplets, glasses, flasks : sequence of int
            Of each seat.
        first : int
            Start player of this round.
        cards : sequence of str
            Cards that may still come; all by default. The rest counts as turned.

        Raises
        ------
        ValueError
            If a name is unknown or the pieces do not fit into the box.
        """
        cdef Position* p = &self.p
        cdef Seat* s
        cdef int seat, kind, n, total = self.t.rubies
        if round not in range(1, ROUNDS + 1):
            raise ValueError(f"arrange: round {round}: 1 to {ROUNDS} expected")
        self.checked(first)
        for values in (bags, scores, rubies, droplets, glasses, flasks, aside):
            if values is not None and len(values) != self.players:
                raise ValueError(f"arrange: {len(values)} entries for {self.players} seats")
        fresh = self.setup.blank()
        self.c_copy_from(fresh)
        for kind in range(KINDS):
            p.supply[kind] = self.t.count[kind]
        for seat in range(self.players):
            s = &p.seat[seat]
            if bags is not None:
                memset(s.bag, 0, sizeof(s.bag))
                s.bag_size = 0
                for name, n in counted(bags[seat]):
                    kind = kind_index(name)
                    s.bag[kind] = n
                    s.bag_size += n
            for name, n in counted(aside[seat] if aside is not None else ()):
                kind = kind_index(name)
                if self.t.colour[kind] != RED:
                    raise ValueError(f"arrange: {name} cannot lie beside a pot")
                s.aside[kind - RED_1] = n
            for kind in range(KINDS):
                n = s.bag[kind] + (s.aside[kind - RED_1] if self.t.colour[kind] == RED else 0)
                if n > p.supply[kind]:
                    raise ValueError(f"arrange: the box has not so many {_KIND_NAMES[kind]}")
                p.supply[kind] -= n
            if scores is not None:
                s.score = scores[seat]
            if rubies is not None:
                s.rubies = rubies[seat]
            if droplets is not None:
                s.droplet = droplets[seat]
            if glasses is not None:
                s.glass = glasses[seat]
            if flasks is not None:
                s.flask = bool(flasks[seat])
            if s.rubies > total:
                raise ValueError("arrange: the box has not so many rubies")
            total -= s.rubies
            s.start = s.lead = s.droplet
        p.stock = total
        p.round = round
        p.first = first
        p.ask = NOBODY
        p.asked = NOTHING
        p.turn = 0
        names = list(_CARD_IDS if cards is None else cards)
        for name in names:
            if name not in _CARD_IDS:
                raise ValueError(f"arrange: there is no card {name!r}")
        rest = [name for name in _CARD_IDS if name not in names]
        names += rest[:max(0, CARDS + 1 - round - len(set(names)))]
        p.deck = 0
        for name in names[:CARDS + 1 - round]:
            p.deck |= <unsigned int>1 << <int>_CARD_IDS.index(name)
        enter(p, ROUND_BEGIN)
        run(p, self.t)
        fault = self.c_broken()
        if fault != NULL:
            raise ValueError(f"arrange: {fault.decode()}")


def counted(chips):
    """Return (name, count) pairs of a dict or of a sequence of names."""
    if isinstance(chips, dict):
        return list(chips.items())
    return [(name, list(chips).count(name)) for name in dict.fromkeys(chips)]


def kind_index(name):
    """Return the index of a kind of chip. Raises ValueError."""
    if name not in _KIND_NAMES:
        raise ValueError(f"arrange: there is no chip {name!r}")
    return _KIND_NAMES.index(name)

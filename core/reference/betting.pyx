"""Kuhn and Leduc poker: two seats, a card each, rounds of bets; the deck of the setup says which.

Cards of one rank are alike, so a deal is one of at most three outcomes. A pair with the board beats
all else, then the higher rank wins. Seat 0 decides first in every round.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from core.rng cimport below, mix
from core.state cimport (
    CHANCE, DEBUG, HIDDEN, TERMINAL, Action, State, require_open, require_sound,
)
from numpy.random cimport bitgen_t

from core.reference import view

cdef enum:
    RANKS = 3
    ROUNDS = 2      # bound
    NO_CARD = 3

cdef enum:          # actions; a card dealt is DEAL + rank
    FOLD = 1
    CALL = 2
    RAISE = 3
    DEAL = 4

cdef enum:          # phase
    DEAL_FIRST      # chance: the card of seat 0
    DEAL_SECOND     # chance: the card of seat 1
    BET             # `seat` decides
    DEAL_BOARD      # chance: the card for both
    SHOWDOWN        # the end: both cards are shown
    FOLDED          # the end: `seat` has folded, no card is shown

PHASE_NAMES = ("deal 1", "deal 2", "bet", "board", "showdown", "folded")
WORDS = ("", "fold", "call", "raise")

cdef struct Position:
    uint16_t history        # decisions, two bits each, the last one lowest
    uint8_t card[2]         # rank, or NO_CARD
    uint8_t board           # rank, or NO_CARD
    uint8_t phase
    uint8_t seat
    uint8_t round
    uint8_t raises          # in this round
    uint8_t acted           # decisions in this round
    uint8_t paid[2]
    uint8_t turn            # decisions made


cdef class Poker(State):
    cdef Position p
    cdef int copies
    cdef int[ROUNDS] bet
    cdef int rounds
    cdef int most           # raises in a round
    cdef int ante
    cdef int stake          # the most that a seat can lose

    def __cinit__(self, setup):
        cdef int i
        self.setup = setup
        self.players = setup.players
        self.data = &self.p
        self.size = sizeof(Position)
        deck = setup.components
        self.copies = deck.copies
        self.rounds = len(deck.bets)
        for i in range(self.rounds):
            self.bet[i] = deck.bets[i]
        self.most = deck.raises
        self.ante = deck.ante
        self.stake = deck.stake
        memset(&self.p, 0, sizeof(Position))
        self.p.card[0] = self.p.card[1] = self.p.board = NO_CARD
        self.p.paid[0] = self.p.paid[1] = self.ante

    cdef int c_mover(self) noexcept nogil:
        if self.p.phase == BET:
            return self.p.seat
        return CHANCE if self.p.phase < SHOWDOWN else TERMINAL

    cdef int c_turn(self) noexcept nogil:
        return self.p.turn

    cdef int c_legal(self, Action* out) noexcept nogil:
        cdef int n = 0
        if self.p.paid[0] != self.p.paid[1]:
            out[0] = FOLD
            n = 1
        out[n] = CALL
        n += 1
        if self.p.raises < self.most:
            out[n] = RAISE
            n += 1
        return n

    cdef void c_play(self, Action action) noexcept nogil:
        cdef Position* p = &self.p
        if DEBUG:
            require_open(self, action)
        if p.phase == BET:
            self.decide(action)
        elif p.phase == DEAL_BOARD:
            p.board = <uint8_t>(action - DEAL)
            p.phase = BET
        else:
            p.card[p.phase] = <uint8_t>(action - DEAL)
            p.phase += 1
        if DEBUG:
            require_sound(self)

    cdef void decide(self, Action action) noexcept nogil:
        cdef Position* p = &self.p
        cdef int other = 1 - p.seat
        p.history = <uint16_t>(p.history << 2 | action)
        p.turn += 1
        p.acted += 1
        if action == FOLD:
            p.phase = FOLDED
            return
        p.paid[p.seat] = p.paid[other]
        if action == RAISE:
            p.paid[p.seat] += <uint8_t>self.bet[p.round]
            p.raises += 1
            p.seat = <uint8_t>other
        elif p.acted == 1:
            p.seat = <uint8_t>other
        else:
            p.seat = p.raises = p.acted = 0
            p.round += 1
            p.phase = DEAL_BOARD if p.round < self.rounds else SHOWDOWN

    cdef int left(self, int rank) noexcept nogil:
        """Return how many cards of a rank are in the deck."""
        return (self.copies - (self.p.card[0] == rank) - (self.p.card[1] == rank)
                - (self.p.board == rank))

    cdef int drawn(self, bitgen_t* rng) noexcept nogil:
        """Return the rank of a card drawn from the deck."""
        cdef int rank = 0, n = self.left(0) + self.left(1) + self.left(2)
        n = <int>below(rng, n)
        while n >= self.left(rank):
            n -= self.left(rank)
            rank += 1
        return rank

    cdef int c_outcomes(self, Action* out, double* probability) noexcept nogil:
        cdef int rank, n = 0
        cdef double total = self.left(0) + self.left(1) + self.left(2)
        for rank in range(RANKS):
            if self.left(rank):
                out[n] = DEAL + rank
                probability[n] = self.left(rank) / total
                n += 1
        return n

    cdef int c_source(self) noexcept nogil:
        """Each seat's card is a source of its own, and so is the board's."""
        return self.p.phase if self.p.phase < BET else 2

    cdef Action c_sample(self, bitgen_t* rng) noexcept nogil:
        return <Action>(DEAL + self.drawn(rng))

    cdef Action c_seen(self, Action action, int seat) noexcept nogil:
        if self.p.phase < BET and seat != self.p.phase:
            return HIDDEN
        return action

    cdef uint64_t known(self, int first, int second) noexcept nogil:
        """Return the position with these two cards, packed."""
        return (<uint64_t>self.p.history | <uint64_t>self.p.phase << 16
                | <uint64_t>self.p.board << 24 | <uint64_t>first << 32 | <uint64_t>second << 40)

    cdef uint64_t c_info_key(self, int seat) noexcept nogil:
        """Hash of the seat's own card and all decisions: perfect recall."""
        cdef bint shown = self.p.phase == SHOWDOWN
        return mix(<uint64_t>(seat + 1) << 48 | self.known(
            self.p.card[0] if shown or seat == 0 else NO_CARD,
            self.p.card[1] if shown or seat == 1 else NO_CARD))

    cdef uint64_t c_key(self) noexcept nogil:
        return mix(self.known(self.p.card[0], self.p.card[1]))

    cdef void c_redeal(self, int observer, bitgen_t* rng) noexcept nogil:
        """Every card that `observer` does not see is as likely to be the other's."""
        cdef int other = 1 - observer
        if self.p.card[other] == NO_CARD or self.p.phase == SHOWDOWN:
            return
        self.p.card[other] = NO_CARD
        self.p.card[other] = <uint8_t>self.drawn(rng)

    cdef int strength(self, int seat) noexcept nogil:
        return self.p.card[seat] + RANKS * (self.p.card[seat] == self.p.board)

    cdef int winnings(self) noexcept nogil:
        """At the end: return what seat 0 wins."""
        cdef int lead
        if self.p.phase == FOLDED:
            lead = -1 if self.p.seat == 0 else 1
        else:
            lead = self.strength(0) - self.strength(1)
        if lead == 0:
            return 0
        if lead > 0:
            return self.p.paid[1]
        return -<int>self.p.paid[0]

    cdef void c_utilities(self, double* out) noexcept nogil:
        """Winnings from minus to plus the stake, as 0 to 1: the two shares sum to 1."""
        out[0] = 0.5 + <double>self.winnings() / (2 * self.stake)
        out[1] = 1.0 - out[0]

    cdef const char* c_broken(self) noexcept nogil:
        cdef const Position* p = &self.p
        cdef int rank, decisions = 0
        cdef uint16_t history = p.history
        for rank in range(RANKS):
            if self.left(rank) < 0:
                return "a card was dealt too often"
        while history:
            decisions += 1
            history >>= 2
        if decisions != p.turn:
            return "decisions were lost"
        if (p.card[0] == NO_CARD) != (p.phase == DEAL_FIRST):
            return "the first card is missing, or early"
        if (p.card[1] == NO_CARD) != (p.phase <= DEAL_SECOND):
            return "the second card is missing, or early"
        if p.raises > self.most or p.paid[0] > self.stake or p.paid[1] > self.stake:
            return "more was paid than the rules allow"
        if p.paid[0] != p.paid[1] and (p.raises == 0 or p.phase not in (BET, FOLDED)):
            return "a round ended before both had paid the same"
        return NULL

    # ------------------------------------------------------------------ the Python face

    @property
    def phase(self):
        """Where the game stands: "deal 1", "deal 2", "bet", "board", "showdown" or "folded"."""
        return PHASE_NAMES[self.p.phase]

    def scores(self):
        """Return what each seat has won, less than 0 for what it has paid so far."""
        if self.p.phase < SHOWDOWN:
            return [-self.p.paid[0], -self.p.paid[1]]
        return [self.winnings(), -self.winnings()]

    def observation(self, int seat):
        """Return the `core.reference.view.PokerView` of a seat. Raises WrongSeat."""
        cdef const Position* p = &self.p
        cdef int i
        names = (*view.RANKS, None)
        self.checked(seat)
        return view.PokerView(
            setup=self.setup,
            seat=seat,
            phase=self.phase,
            mover=self.mover,
            cards=tuple(names[p.card[i]] if i == seat or p.phase == SHOWDOWN else None
                        for i in range(2)),
            board=names[p.board],
            paid=(p.paid[0], p.paid[1]),
            bets=tuple(WORDS[p.history >> 2 * i & 3] for i in reversed(range(p.turn))),
        )

"""The drawing phase of one player of Quacks, solved exactly.

`Brewing` is the brewing of one seat as a game of its own: the others have stopped, the game ends
when the seat's pot is final (after Q36, Q37 and Q39, before the evaluation), and its utility is
what an `OutcomeWorth` says of that outcome. All rules are core's. `Solver` finds the best answer to
every question by dynamic programming over the contents of the bag.

Exact: all books of all four sets, both sides of the cauldron, the flask, the droplet and the rat
stone, the red chips beside the pot, and all cards. While it brews a seat cannot be touched by
another's choices, but for these, which count as they stand now: the stock of rubies (blue set 3,
Q52), and Schadenfreude, which pays for others' explosions only. What the evaluation will bring is
the business of the `OutcomeWorth`.

What is joined: pots that hold the same chips and end on the same index, in whatever order they were
filled. Carried of the order are only the last chip where it is white and red set 3 or yellow set 1
is played; and, if the worth reads the pot's order, the green chips among the last two (green sets
1, 2, 4) and the VP of the purple chips' spaces (purple set 3). At `YELLOW1` the third chip from the
end counts too, since it may move up. Positions are told apart by 64-bit hashes.
"""

from libc.math cimport exp
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from core.quacks.evaluation cimport (
    answer_evaluation, black_part, green_part, judge_black, purple_part, ruby_part,
    write_evaluation,
)
from core.quacks.position cimport (
    BLACK_STAGE, BLUE1, CHIP, COMMIT_STAGE, DRAW, DRAW_STOP, GREEN_STAGE, NOBODY, NONE, NOTHING,
    PULL, PULL_STAGE, PURPLE_STAGE, RED2, SEASON_STAGE, STRONG, STRONG_STAGE, TRACK, YELLOW1, Seat,
    act_of, bag_add, enter, take_step,
)
from core.quacks.tables cimport (
    FACES, GLASSES, GREEN, KINDS, LAST, POT_IS_FULL, PURPLE, RED, RED_1, ROUNDS, SECOND_CHANCE,
    WHITE, YELLOW,
)
from core.rng cimport chain
from core.state cimport CHANCE, MAX_ACTIONS, TERMINAL, Action, State
from ai.knowledge.quacks cimport (
    Appraisal, Worth, expected_points, reward_worth, rounds_left,
)

import math
import time

from ai.report import ActionReport, SearchReport, forced_report

cdef enum:
    SEAT_WORDS = 6      # of the hashed block of a Seat
    FIRST_SLOTS = 1 << 12
    ENDLESS = 255       # draws
    TABLE_AT = SEATS * sizeof(Seat)     # in a Position


# ---------------------------------------------------------------------- what an outcome is worth


cdef class OutcomeWorth:
    """What a pot is worth to its seat when brewing is over: the contract; this one says nothing."""

    cdef double c_worth(self, const Position* p, const Tables* t, int seat) noexcept nogil:
        """Return the worth of the seat's outcome; `p` is a position at the end of its brewing."""
        return 0.0


cdef class SpaceWorth(OutcomeWorth):
    """Worth by scoring space, and by what else the seat then has.

    Parameters
    ----------
    safe, burst : sequence of float
        Of scoring spaces 0 to 53, for a pot that holds and for one that has exploded.
    shielded : sequence of float, optional
        For an explosion under the shield of blue set 2; `safe` by default.
    ruby, point, flask, step : float
        Of each ruby and VP that the seat then has, of a full flask, of a space of the droplet.
    """

    def __init__(self, safe, burst, shielded=None, *, double ruby=0.0, double point=0.0,
                 double flask=0.0, double step=0.0):
        shielded = safe if shielded is None else shielded
        if not len(safe) == len(burst) == len(shielded) == SPACES:
            raise ValueError(f"SpaceWorth: {SPACES} spaces expected")
        cdef int at
        for at in range(SPACES):
            self.safe[at] = safe[at]
            self.burst[at] = burst[at]
            self.shielded[at] = shielded[at]
        self.ruby = ruby
        self.point = point
        self.flask = flask
        self.step = step

    cdef double c_worth(self, const Position* p, const Tables* t, int seat) noexcept nogil:
        cdef const Seat* s = &p.seat[seat]
        cdef double total = self.ruby * s.rubies + self.point * s.score + self.step * s.droplet
        if s.flask:
            total += self.flask
        if s.exploded:
            return total + (self.shielded[s.lead + 1] if s.shielded else self.burst[s.lead + 1])
        return total + self.safe[s.lead + 1]


cdef class WinWorth(OutcomeWorth):
    """The knowledge evaluator's chance to win, the others' points being what it says of them now.

    Own points are those of the evaluator after the seat's own step B, played by the rules with the
    answers that suit it best, against the others' pots as they stand. Of the bonus die the seat has
    the mean of its faces if it beats those who have stopped, halved for each other that still
    brews.

    Parameters
    ----------
    state : Quacks
        The position whose other seats are to be beaten.
    seat : int
        Whose worth it is.
    """

    def __init__(self, Quacks state not None, int seat):
        cdef const Seat* s
        cdef const Tables* t = state.t
        cdef const Worth* w
        cdef int other, face
        state.checked(seat)
        self.order = True
        self.players = state.players
        self.appraisal = Appraisal(state)
        w = &self.appraisal.worth
        self.die = 0.0
        for face in range(FACES):
            self.die += t.face_count[face] * reward_worth(
                &t.face[face], w, ROUNDS - state.p.round) / FACES
        if state.p.card == POT_IS_FULL:
            self.die *= t.a[POT_IS_FULL]
        for other in range(state.players):
            s = &state.p.seat[other]
            self.points[other] = expected_points(&state.p, t, w, other)
            self.lead[other] = -1 if s.exploded else s.lead
            self.active[other] = s.active

    cdef double c_worth(self, const Position* p, const Tables* t, int seat) noexcept nogil:
        cdef Position q = p[0]
        cdef const Worth* w = &self.appraisal.worth
        cdef double mine, roll = self.die, total = 1.0
        cdef int other
        for other in range(self.players):
            if other == seat:
                continue
            if self.active[other]:
                roll *= 0.5
            elif self.lead[other] > q.seat[seat].lead:
                roll = 0.0
        if q.seat[seat].exploded:
            roll = 0.0
        q.seat[seat].scoring = q.seat[seat].lead + 1
        q.steps = 0
        q.ask = NOBODY
        judge_black(&q, t)
        enter(&q, BLACK_STAGE)
        mine = roll + rewarded(&q, t, w, seat)
        for other in range(self.players):
            if other != seat:
                total += exp((self.points[other] - mine) / w.spread[rounds_left(p)])
        return 1.0 / total


cdef double rewarded(Position* p, const Tables* t, const Worth* w, int seat) noexcept nogil:
    """Best points after the seat's parts of step B and of C, from the stage and question of `p`."""
    cdef Action[MAX_ACTIONS] actions
    cdef Position q
    cdef double best = -1e300
    cdef int i, n, ruby
    while True:
        if p.steps:
            p.steps -= 1
            n = t.tubes and p.seat[seat].glass < GLASSES - 1
            if n and p.seat[seat].droplet < LAST:
                q = p[0]
                take_step(&q, t, seat, True)
                best = rewarded(&q, t, w, seat)
                take_step(p, t, seat, False)
                return max(best, rewarded(p, t, w, seat))
            if n or p.seat[seat].droplet < LAST:
                take_step(p, t, seat, n)
        elif p.ask != NOBODY:
            n = write_evaluation(p, t, actions)
            for i in range(n):
                q = p[0]
                q.ask = NOBODY
                answer_evaluation(&q, t, p.ask, actions[i] >> 8, actions[i] & 255)
                best = max(best, rewarded(&q, t, w, seat))
            return best
        elif p.cursor == 0:
            if p.stage == BLACK_STAGE:
                black_part(p, t, seat)
            elif p.stage == GREEN_STAGE:
                green_part(p, t, seat)
            else:
                purple_part(p, t, seat)
        elif p.stage == PURPLE_STAGE:
            break
        else:
            enter(p, GREEN_STAGE if p.stage == BLACK_STAGE else PURPLE_STAGE)
    # the evaluator counts the ruby of the scoring space, but not what cards add to it
    ruby = t.ruby[p.seat[seat].scoring]
    ruby_part(p, t, seat)
    return expected_points(p, t, w, seat) - ruby * w.ruby[rounds_left(p)]


# ---------------------------------------------------------------------- one seat's brewing


cdef class Brewing(Quacks):
    """The brewing of one seat as a game of its own; made by `brewing`.

    Attributes
    ----------
    seat : int
        The seat that brews.
    worth : OutcomeWorth
        Judges the end; the other seats share what is missing to 1.
    """

    cdef int c_mover(self) noexcept nogil:
        cdef const Position* p = &self.p
        if p.stage > STRONG_STAGE or (p.stage == STRONG_STAGE and p.cursor):
            if p.stage != SEASON_STAGE or p.ask != TRACK or p.stepper != self.seat:
                return TERMINAL
        return CHANCE if p.ask == PULL else self.seat

    cdef void c_utilities(self, double* out) noexcept nogil:
        cdef double worth = self.worth.c_worth(&self.p, self.t, self.seat)
        cdef int seat
        for seat in range(self.players):
            out[seat] = (1.0 - worth) / (self.players - 1)
        out[self.seat] = worth

    cdef uint64_t c_key(self) noexcept nogil:
        """Hash of what matters of the position; see the module's text."""
        cdef const Position* p = &self.p
        cdef uint64_t[SEAT_WORDS] words
        cdef uint64_t h
        cdef int i
        memcpy(words, p.seat[self.seat].bag, sizeof(words))
        h = chain(self.tail(), <uint64_t>p.ask << 48 | <uint64_t>p.stage << 40
                  | <uint64_t>p.sub << 32 | <uint64_t>p.left << 24 | <uint64_t>p.least << 16
                  | <uint64_t>p.most << 8 | p.steps)
        for i in range(SEAT_WORDS):
            h = chain(h, words[i])
        if p.out:
            for i in range(KINDS):
                h = chain(h, p.shown[i])
        return h

    cdef uint64_t tail(self) noexcept nogil:
        """What matters of the order of the pot."""
        cdef const Seat* s = &self.p.seat[self.seat]
        cdef const Tables* t = self.t
        cdef int side = t.side[GREEN], i, kind
        cdef uint64_t code = 0, vp = 0
        if self.p.ask == YELLOW1:
            for i in range(min(<int>s.size, 3)):
                code = code << 8 | (1 + s.chip[s.size - 1 - i])
        elif s.size:
            kind = s.chip[s.size - 1]
            if t.colour[kind] == WHITE and (
                    (t.side[RED] == 3 and colour_left(s, t, RED))
                    or (t.side[YELLOW] == 1 and colour_left(s, t, YELLOW))):
                code = 1 + kind
            if self.worth.order:
                if t.colour[kind] == PURPLE and t.side[PURPLE] == 3 and side == 3:
                    code = 1 + kind
                if side != 3:
                    for i in range(min(<int>s.size, t.green_positions)):
                        kind = s.chip[s.size - 1 - i]
                        if t.colour[kind] == GREEN:
                            code |= <uint64_t>(1 + (kind if side == 2 else 0)) << 8 * (i + 1)
        if self.worth.order and t.side[PURPLE] == 3 and s.in_pot[PURPLE]:
            for i in range(s.size):
                if t.colour[s.chip[i]] == PURPLE:
                    vp += t.purple3[s.at[i]]
        return chain(vp, code)

    def clone(self):
        """Return an independent copy."""
        cdef Brewing other = Brewing(self.setup)
        other.seat = self.seat
        other.worth = self.worth
        other.c_copy_from(self)
        return other

    def __reduce__(self):
        raise TypeError("a Brewing is not kept: make it anew from the position")


cdef bint colour_left(const Seat* s, const Tables* t, int colour) noexcept nogil:
    """True if a chip of a colour can still be drawn or lies in the hand."""
    cdef int kind
    for kind in range(t.first[colour], t.first[colour + 1]):
        if s.bag[kind] or s.hand == kind:
            return True
    return False


def brews(Quacks state not None, int seat):
    """Return whether a seat decides on its own brewing here, or draws for it."""
    cdef const Position* p = &state.p
    if p.who != seat:
        return False
    if p.stage == SEASON_STAGE:
        return p.ask == TRACK
    return COMMIT_STAGE <= p.stage <= STRONG_STAGE and (
        p.ask == PULL or DRAW_STOP <= p.ask <= STRONG)


def brewing(Quacks state not None, seat=None, OutcomeWorth worth=None):
    """Return the brewing of one seat as a game of its own.

    Parameters
    ----------
    state : Quacks
        A position in which the seat is asked something about its own brewing, or draws a chip.
    seat : int, optional
        The seat; the one whose turn it is by default.
    worth : OutcomeWorth, optional
        Judges the outcome; the `WinWorth` of `state` by default.

    Raises
    ------
    ValueError
        If the seat neither draws nor decides on its brewing now: what it will be asked may then
        hang on other seats or on the next card.
    """
    cdef Position* p
    cdef Seat* s
    cdef int other, i
    cdef int who = state.p.who if seat is None else state.checked(seat)
    if not brews(state, who):
        raise ValueError(f"brewing: seat {who} neither draws nor decides on its brewing now"
                         f" (phase {state.phase})")
    cdef Brewing alone = Brewing(state.setup)
    alone.seat = who
    alone.worth = WinWorth(state, who) if worth is None else worth
    memcpy(&alone.p, &state.p, sizeof(Position))
    p = &alone.p
    for other in range(state.players):
        if other == who:
            continue
        s = &p.seat[other]
        s.active = s.must_draw = s.commit = s.exploded = 0
        if s.hand != NOTHING:
            bag_add(s, s.hand)
            s.hand = NOTHING
        for i in range(3):
            while s.aside[i]:
                s.aside[i] -= 1
                bag_add(s, RED_1 + i)
            s.fresh[i] = 0
    p.first = p.asked = who
    if p.stage != COMMIT_STAGE:
        p.cursor = 0
    return alone


# ---------------------------------------------------------------------- the solver


cdef class Solver:
    """Solves `Brewing` games; keeps what it found as long as bag, pot, round and worth fit.

    Parameters
    ----------
    draws : int, optional
        Look so many draws ahead, after which the seat must stop; the values are then lower bounds.
        Without it they are exact.

    Attributes
    ----------
    states : int
        Different positions in the table.
    played : int
        Actions played by the last call.
    """

    def __cinit__(self, draws=None):
        self.draws = ENDLESS if draws is None else draws
        self.saved = <Position*>malloc(MAX_LEVEL * sizeof(Position))
        self.entries = <Entry*>calloc(FIRST_SLOTS, sizeof(Entry))
        self.mask = FIRST_SLOTS - 1
        if self.saved == NULL or self.entries == NULL:
            raise MemoryError("no memory for a solver")

    def __dealloc__(self):
        free(self.saved)
        free(self.entries)

    def value(self, Brewing state not None):
        """Return the worth that the seat may expect of the best brewing from here."""
        cdef double value
        self.begin(state)
        self.left = self.draws
        with nogil:
            value = self.expect(0)
        self.check()
        return value

    def values(self, Brewing state not None):
        """Return ``{action: expected worth}`` of the answers. Raises ValueError at chance."""
        cdef double value
        cdef Action action
        if state.c_mover() != state.seat:
            raise ValueError("values: the seat has nothing to decide here")
        self.begin(state)
        found = {}
        for each in state.legal_actions():
            action = each
            self.left = self.draws - (self.draws < ENDLESS and action == act_of(DRAW, 0))
            with nogil:
                value = self.after(&state.p, 0, action)
            self.check()
            found[each] = value
        return found

    def solves(self, State state not None):
        """Return whether the mover decides on its own brewing."""
        return isinstance(state, Quacks) and state.c_mover() >= 0 and brews(state, state.c_mover())

    def search(self, State state not None):
        """Return the `SearchReport` of a decision on brewing.

        Parameters
        ----------
        state : Brewing or Quacks
            Of a Quacks the `brewing` with its `WinWorth` is solved.

        Raises
        ------
        ValueError
            If no seat decides on its own brewing here.
        """
        start = time.perf_counter()
        if not self.solves(state):
            raise ValueError("search: no seat decides on its own brewing here")
        seat = state.mover
        legal = state.legal_actions()
        if len(legal) == 1:
            return forced_report(seat, legal[0], state.text(legal[0]), state.players)
        values = self.values(state if isinstance(state, Brewing) else brewing(state))
        actions = [
            ActionReport(action, state.text(action), 1,
                         tuple(values[action] if other == seat
                               else (1.0 - values[action]) / (state.players - 1)
                               for other in range(state.players)), math.nan)
            for action in sorted(legal, key=lambda action: -values[action])
        ]
        return SearchReport(
            seat=seat,
            chosen=actions[0].action,
            actions=tuple(actions),
            variation=(actions[0].text,),
            iterations=1,
            nodes=self.states,
            depth=1,
            seconds=time.perf_counter() - start,
        )

    cdef void begin(self, Brewing state):
        """Take a position in hand; forget the table if it tells of other bags or worths."""
        cdef const Position* p = &state.p
        cdef const Seat* s = &p.seat[state.seat]
        cdef int[KINDS] owned
        cdef uint64_t base
        cdef int i
        for i in range(KINDS):
            owned[i] = s.bag[i] + (p.shown[i] if p.out else 0)
        for i in range(s.size):
            owned[s.chip[i]] += 1
        for i in range(3):
            owned[RED_1 + i] += s.aside[i]
        if s.hand != NOTHING:
            owned[s.hand] += 1
        base = chain(p.stock + s.rubies, p.card)
        for i in range(KINDS):
            base = chain(base, owned[i])
        if (self.work is None or self.work.worth is not state.worth or base != self.base
                or self.work.setup != state.setup or self.work.seat != state.seat):
            self.base = base
            self.states = 0
            memset(self.entries, 0, (self.mask + 1) * sizeof(Entry))
        self.work = state.clone()
        self.failed = False
        self.played = 0

    def check(self):
        """Raise MemoryError if the last call gave up."""
        if self.failed:
            self.base = self.states = 0
            memset(self.entries, 0, (self.mask + 1) * sizeof(Entry))
            raise MemoryError("no memory to solve so large a bag")

    # ------------------------------------------------------------------ the recursion

    cdef double expect(self, int level) noexcept nogil:
        """Return the worth that may be expected of `work`, which is changed."""
        cdef int mover = self.work.c_mover(), ask = self.work.p.ask
        cdef uint64_t key = 0
        cdef double value
        if mover == TERMINAL:
            return self.work.worth.c_worth(&self.work.p, self.work.t, self.work.seat)
        if level == MAX_LEVEL or self.failed:
            self.failed = True
            return 0.0
        # ways meet again before a chip is drawn, and beside the pot
        if ask == DRAW_STOP or ask == RED2 or (ask == PULL and self.work.p.card == SECOND_CHANCE):
            key = chain(self.work.c_key(), self.left) | 1
            if self.find(key, &value):
                return value
        if mover != CHANCE:
            value = self.best(level)
        elif self.work.p.stage != PULL_STAGE and self.untouched():
            value = self.shown(level)
        else:
            value = self.mean(level)
        if key:
            self.store(key, value)
        return value

    cdef void save(self, Position* here) noexcept nogil:
        """Keep what may change before the brewing is over: the seat and the table."""
        here.seat[self.work.seat] = self.work.p.seat[self.work.seat]
        memcpy(&here.deck, &self.work.p.deck, sizeof(Position) - TABLE_AT)

    cdef double after(self, const Position* here, int level, Action action) noexcept nogil:
        """Return the worth of `here` after an action."""
        cdef int seat = self.work.seat  # nothing else of the other seats is read before the end
        self.work.p.seat[seat] = here.seat[seat]
        memcpy(&self.work.p.deck, &here.deck, sizeof(Position) - TABLE_AT)
        self.work.c_play(action)
        self.played += 1
        return self.expect(level)

    cdef double best(self, int level) noexcept nogil:
        """The seat decides."""
        cdef Action[ANSWERS] actions
        cdef Position* here = &self.saved[level]
        cdef int i, n = self.work.c_legal(actions)
        cdef double best = -1e300
        self.save(here)
        for i in range(n):
            if here.ask == DRAW_STOP and actions[i] == act_of(DRAW, 0):
                if self.left == 0:
                    continue
                self.left -= self.draws < ENDLESS
                best = max(best, self.after(here, level + 1, actions[i]))
                self.left += self.draws < ENDLESS
            else:
                best = max(best, self.after(here, level + 1, actions[i]))
        return best

    cdef double mean(self, int level) noexcept nogil:
        """A chip is drawn."""
        cdef Action[ANSWERS] actions
        cdef double[ANSWERS] probability
        cdef Position* here = &self.saved[level]
        cdef int i, n = self.work.c_outcomes(actions, probability)
        cdef double total = 0.0
        self.save(here)
        for i in range(n):
            total += probability[i] * self.after(here, level + 1, actions[i])
        return total

    cdef bint untouched(self) noexcept nogil:
        """True if chips are to be shown and none is shown yet."""
        cdef int kind
        for kind in range(KINDS):
            if self.work.p.shown[kind]:
                return False
        return True

    cdef double shown(self, int level) noexcept nogil:
        """Some chips are shown and one may be placed (blue set 1, Strong Ingredient).

        The others return, so only the best kind among the shown ones counts: the mean of a maximum,
        kind by kind from the best down, without going through all hands.
        """
        cdef double[KINDS] values
        cdef int[KINDS] kinds
        cdef Position* here = &self.saved[level]
        cdef Position* p = &self.work.p
        cdef int kind, i, n = 0, better = 0, chips = p.left, bag = p.seat[p.who].bag_size
        cdef double none, total = 0.0, value, missed = 1.0, next
        self.save(here)
        here.left = here.glow = 0
        here.ask = BLUE1 if p.stage != STRONG_STAGE else STRONG
        none = self.after(here, level + 1, act_of(NONE, 0))
        for kind in range(KINDS):
            if here.seat[here.who].bag[kind] == 0:
                continue
            here.seat[here.who].bag[kind] -= 1
            here.seat[here.who].bag_size -= 1
            here.shown[kind] = 1
            value = self.after(here, level + 1, act_of(CHIP, kind))
            here.seat[here.who].bag[kind] += 1
            here.seat[here.who].bag_size += 1
            here.shown[kind] = 0
            if value <= none:
                continue
            i = n
            while i and values[i - 1] < value:
                values[i] = values[i - 1]
                kinds[i] = kinds[i - 1]
                i -= 1
            values[i] = value
            kinds[i] = kind
            n += 1
        for i in range(n):
            better += here.seat[here.who].bag[kinds[i]]
            next = without(bag, better, chips)
            total += (missed - next) * values[i]
            missed = next
        return total + missed * none

    # ------------------------------------------------------------------ the table

    cdef bint find(self, uint64_t key, double* value) noexcept nogil:
        cdef size_t i = key >> 20 & self.mask
        while self.entries[i].key:
            if self.entries[i].key == key:
                value[0] = self.entries[i].value
                return True
            i = i + 1 & self.mask
        return False

    cdef void store(self, uint64_t key, double value) noexcept nogil:
        cdef Entry* old = self.entries
        cdef size_t i, size = self.mask + 1
        if self.failed:
            return
        if 2 * self.states >= size:
            self.entries = <Entry*>calloc(2 * size, sizeof(Entry))
            if self.entries == NULL:
                self.entries = old
                self.failed = True
                return
            self.mask = 2 * size - 1
            for i in range(size):
                if old[i].key:
                    self.put(old[i].key, old[i].value)
            free(old)
        self.put(key, value)
        self.states += 1

    cdef void put(self, uint64_t key, double value) noexcept nogil:
        cdef size_t i = key >> 20 & self.mask
        while self.entries[i].key:
            i = i + 1 & self.mask
        self.entries[i].key = key
        self.entries[i].value = value


cdef double without(int bag, int wanted, int chips) noexcept nogil:
    """Chance that `chips` chips from a bag are none of the wanted ones."""
    cdef double chance = 1.0
    cdef int i
    for i in range(chips):
        chance *= <double>max(0, bag - wanted - i) / (bag - i)
    return chance

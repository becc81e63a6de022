"""`PythonState`: a game whose rules are written in Python, for a first version or an experiment.

A subclass says what the first position is and how actions change it; `python_game` of
`core.python_game` makes a `core.game.Game` of it. Searches, players, records and the arena then
treat it like any other game, at the speed of its Python.

A position is a plain value: numbers, strings, bytes, None, and tuples or lists of these. It is kept
as its marshalled bytes in a block of fixed size, so that copies are one memcpy here too. What the
rules raise during a search ends it and comes out of it.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.string cimport memcpy, memset
from core.rng cimport chain, uniform
from core.state cimport CHANCE, HIDDEN, MAX_ACTIONS, TERMINAL, Action, State
from numpy.random cimport bitgen_t

import marshal
import math
from random import Random

from core.errors import InvariantError

FORMAT = 0  # of marshal: the one in which equal values have equal bytes, whatever shares what

cdef enum:
    PLACEHOLDER = 1  # action that stands for those that the rules failed to name

cdef object fault = None  # what the rules raised where nothing can be raised


cdef void fail(object error):
    global fault
    if fault is None:
        fault = error


cdef bytes packed(object value):
    try:
        return marshal.dumps(value, FORMAT)
    except ValueError:
        raise InvariantError(
            f"{value!r} cannot be kept: a position is made of numbers, strings, bytes, None, and "
            "tuples and lists of these") from None


cdef uint64_t hashed(uint64_t h, const char* raw, size_t length) noexcept nogil:
    cdef uint64_t word
    cdef size_t i
    for i in range(0, length, 8):
        word = 0
        memcpy(&word, raw + i, min(<size_t>8, length - i))
        h = chain(h, word)
    return chain(h, length)


cdef int write_actions(object actions, Action* out, str what) except -1:
    """Write distinct actions in rising order; return how many."""
    cdef int n = 0
    rising = sorted(actions)
    if not rising or len(rising) > MAX_ACTIONS or len(set(rising)) < len(rising):
        raise InvariantError(f"{what} says {rising!r}: 1 to {MAX_ACTIONS} different ones expected")
    if not 0 < rising[0] <= rising[len(rising) - 1] < 1 << 32:
        raise InvariantError(f"{what} says {rising!r}: actions are whole numbers from 1")
    for action in rising:
        out[n] = action
        n += 1
    return n


cdef int write_results(object results, int players, double* out, str what) except -1:
    cdef int seat
    if len(results) != players or not all(0 <= result <= 1 for result in results):
        raise InvariantError(f"{what} says {results!r}: {players} numbers in [0, 1] expected")
    for seat in range(players):
        out[seat] = results[seat]
    return 0


# What the rules say, with the GIL. None of these raises: `fail` keeps what the rules raise, and the
# search gets an answer with which it can go on to its end.


cdef int legal_of(PythonState state, Action* out) noexcept:
    try:
        return write_actions(state.moves(state.value()), out, "moves")
    except BaseException as error:
        fail(error)
    out[0] = PLACEHOLDER
    return 1


cdef void play_on(PythonState state, Action action) noexcept:
    cdef int before = state.head.mover
    try:
        if fault is None:
            value = state.after(state.value(), action)
            state.store(value)
            state.head.mover = state.next_mover(value)
            if state.head.mover != before or state.players == 1:
                state.head.turn += 1
            return
    except BaseException as error:
        fail(error)
    state.head.mover = TERMINAL


cdef int outcomes_of(PythonState state, Action* out, double* probability) noexcept:
    cdef int i, n
    try:
        pairs = sorted(state.outcomes(state.value()))
        n = write_actions([action for action, _ in pairs], out, "outcomes")
        if not math.isclose(math.fsum(p for _, p in pairs), 1.0, abs_tol=1e-9):
            raise InvariantError(f"outcomes says {pairs!r}: the probabilities do not sum to 1")
        for i in range(n):
            probability[i] = pairs[i][1]
        return n
    except BaseException as error:
        fail(error)
    out[0] = PLACEHOLDER
    probability[0] = 1.0
    return 1


cdef int source_of(PythonState state) noexcept:
    try:
        return state.stream_of(state.value())
    except BaseException as error:
        fail(error)
    return 0


cdef Action seen_of(PythonState state, Action action, int seat) noexcept:
    try:
        seen = state.shown(state.value(), action, seat)
        return HIDDEN if seen is None else seen
    except BaseException as error:
        fail(error)
    return HIDDEN


cdef uint64_t info_key_of(PythonState state, int seat) noexcept:
    cdef bytes raw
    try:
        raw = packed((seat, state.head.mover, state.known(state.value(), seat)))
        return hashed(1, PyBytes_AS_STRING(raw), <size_t>PyBytes_GET_SIZE(raw))
    except BaseException as error:
        fail(error)
    return 0


cdef void redeal_of(PythonState state, int observer, uint64_t seed) noexcept:
    try:
        state.store(state.redealt(state.value(), observer, Random(seed)))
    except BaseException as error:
        fail(error)


cdef void results_of(PythonState state, double* out) noexcept:
    cdef bint over = state.head.mover == TERMINAL
    try:
        if fault is None:
            if over:
                write_results(state.results(state.value()), state.players, out, "results")
            else:
                write_results(state.judge(state.value()), state.players, out, "judge")
            return
    except BaseException as error:
        fail(error)
    for seat in range(state.players):
        out[seat] = 1.0 / state.players


cdef class PythonState(State):
    """A position of a game in Python; override the methods below.

    Seats are numbered from 0; actions are whole numbers from 1. Every method but `begin` gets the
    position as a value of its own, which it may change.

    ===================  ========================================================
    must be overridden
    ===================  ========================================================
    `begin`              the first position
    `to_move`            the seat to decide, -1 at chance, -2 at the end
    `moves`              what the mover can do
    `after`              the position after a decision or a chance outcome
    `results`            each seat's result in [0, 1], at the end
    ===================  ========================================================

    `outcomes` is needed where there is chance; `known`, `shown` and `redealt` where something is
    hidden; `judge` by searches that look ahead to a depth (greedy, expectimax).

    Attributes
    ----------
    SIZE : int
        Bound on the marshalled bytes of a position, some five a number; 512 by default.
    hides : bool
        True if the game overrides `known`.

    Raises
    ------
    TypeError
        If the game hides something and says not how to deal it anew.

    Examples
    --------
    See ``examples/new_game.py``.
    """

    SIZE = 512

    def __cinit__(self, setup):
        kind = type(self)
        self.room = kind.SIZE
        self.size = sizeof(Head) + self.room
        self.data = PyMem_Malloc(self.size)
        if self.data == NULL:
            raise MemoryError
        memset(self.data, 0, self.size)
        self.head = <Head*>self.data
        self.body = <char*>self.data + sizeof(Head)
        self.setup = setup
        self.players = setup.players
        self.hides = kind.known is not PythonState.known
        self.sees_all = kind.shown is PythonState.shown
        self.has_sources = kind.stream_of is not PythonState.stream_of
        if self.hides and kind.redealt is PythonState.redealt:
            raise TypeError(f"{kind.__name__} hides something: it must override redealt, too")

    def __init__(self, setup):
        self.place(self.begin())

    def __dealloc__(self):
        PyMem_Free(self.data)

    # ------------------------------------------------------------------ what a game overrides

    def begin(self):
        """Return the first position."""
        raise NotImplementedError(f"{type(self).__name__} lacks begin()")

    def to_move(self, position):
        """Return the seat to decide, -1 if chance comes next, -2 if the game has ended."""
        raise NotImplementedError(f"{type(self).__name__} lacks to_move()")

    def moves(self, position):
        """Return what the mover can do: whole numbers from 1, at least one, in any order."""
        raise NotImplementedError(f"{type(self).__name__} lacks moves()")

    def after(self, position, action):
        """Return the position after a decision or a chance outcome."""
        raise NotImplementedError(f"{type(self).__name__} lacks after()")

    def results(self, position):
        """Return each seat's result in [0, 1], at the end of the game."""
        raise NotImplementedError(f"{type(self).__name__} lacks results()")

    def outcomes(self, position):
        """Return ``(action, probability)`` of all that chance can do."""
        raise NotImplementedError(f"{type(self).__name__} lacks outcomes()")

    def stream_of(self, position):
        """Return which random source chance draws from next; see `State.source`."""
        return 0

    def known(self, position, seat):
        """Return what `seat` knows, a plain value; by default everything."""
        return position

    def shown(self, position, action, seat):
        """Return what `seat` sees of `action`: itself, another action, None; by default all."""
        return action

    def redealt(self, position, seat, random):
        """Return a position that `seat` cannot tell from this one, all of them equally likely.

        `random` is a `random.Random` for the purpose.
        """
        return position

    def judge(self, position):
        """Return each seat's expected result in [0, 1] of an unfinished game."""
        raise NotImplementedError(f"{type(self).__name__} lacks judge()")

    def points(self, position):
        """Return each seat's points so far; by default its result, 0 before the end."""
        if self.head.mover != TERMINAL:
            return [0.0] * self.players
        return self.results(position)

    # ------------------------------------------------------------------ the position as a value

    @property
    def position(self):
        """The position, a copy."""
        return self.value()

    def place(self, position):
        """Stand at `position`, as at the start of a turn.

        Raises
        ------
        InvariantError
            If it is no plain value, too large, or nobody can be to move in it.
        """
        mover = self.next_mover(position)
        self.store(position)
        self.head.mover = mover
        self.head.turn += 1

    cdef object value(self):
        return marshal.loads(PyBytes_FromStringAndSize(self.body, self.head.length))

    cdef int store(self, object value) except -1:
        cdef bytes raw = packed(value)
        cdef size_t length = <size_t>PyBytes_GET_SIZE(raw)
        if length > self.room:
            raise InvariantError(f"{value!r} takes {length} bytes: set SIZE of "
                                 f"{type(self).__name__} to the most that a position can take")
        memcpy(self.body, PyBytes_AS_STRING(raw), length)
        if length < self.head.length:
            memset(self.body + length, 0, self.head.length - length)
        self.head.length = <uint32_t>length
        return 0

    cdef int next_mover(self, object value) except? -3:
        mover = self.to_move(value)
        if mover not in range(TERMINAL, self.players):
            raise InvariantError(f"to_move says {mover!r}: a seat, {CHANCE} or {TERMINAL} expected")
        return mover

    # ------------------------------------------------------------------ the contract

    cdef int c_mover(self) noexcept nogil:
        return self.head.mover

    cdef int c_turn(self) noexcept nogil:
        return <int>self.head.turn

    cdef int c_legal(self, Action* out) noexcept nogil:
        with gil:
            return legal_of(self, out)

    cdef void c_play(self, Action action) noexcept nogil:
        with gil:
            play_on(self, action)

    cdef int c_outcomes(self, Action* out, double* probability) noexcept nogil:
        with gil:
            return outcomes_of(self, out, probability)

    cdef int c_source(self) noexcept nogil:
        if not self.has_sources:
            return 0
        with gil:
            return source_of(self)

    cdef Action c_sample(self, bitgen_t* rng) noexcept nogil:
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] probability
        cdef int i, n = self.c_outcomes(actions, probability)
        cdef double left = uniform(rng)
        for i in range(n - 1):
            left -= probability[i]
            if left < 0:
                return actions[i]
        return actions[n - 1]

    cdef Action c_seen(self, Action action, int seat) noexcept nogil:
        if self.sees_all:
            return action
        with gil:
            return seen_of(self, action, seat)

    cdef uint64_t c_info_key(self, int seat) noexcept nogil:
        if not self.hides:
            return self.c_key()
        with gil:
            return info_key_of(self, seat)

    cdef uint64_t c_key(self) noexcept nogil:
        return hashed(0, self.body, self.head.length)

    cdef void c_redeal(self, int observer, bitgen_t* rng) noexcept nogil:
        cdef uint64_t seed
        if not self.hides:
            return
        seed = rng.next_uint64(rng.state)
        with gil:
            redeal_of(self, observer, seed)

    cdef void c_utilities(self, double* out) noexcept nogil:
        with gil:
            results_of(self, out)

    cdef void c_judge(self, double* out) noexcept nogil:
        """Write what `judge` says of an unfinished game, at the end the results."""
        with gil:
            results_of(self, out)

    cdef const char* c_broken(self) noexcept nogil:
        if self.head.length > self.room or not TERMINAL <= self.head.mover < self.players:
            return "the bytes of the position are damaged"
        return NULL

    # ------------------------------------------------------------------ the Python face

    def settle(self):
        """Raise what the rules raised where nothing could be raised."""
        global fault
        if fault is not None:
            error, fault = fault, None
            raise error

    @property
    def source(self):
        """See `State.source`."""
        return self.settled(self.c_source() if self.head.mover == CHANCE else 0)

    def legal_actions(self):
        """See `State.legal_actions`."""
        return self.settled(State.legal_actions(self))

    def chance_outcomes(self):
        """See `State.chance_outcomes`."""
        return self.settled(State.chance_outcomes(self))

    def play(self, action):
        """See `State.play`."""
        before = self.to_bytes()
        State.play(self, action)
        try:
            self.settle()
        except BaseException:
            self.from_bytes(before)
            raise

    def sample(self, stream):
        """See `State.sample`."""
        return self.settled(State.sample(self, stream))

    def seen(self, action, int seat):
        """See `State.seen`."""
        return self.settled(State.seen(self, action, seat))

    def info_key(self, int seat):
        """See `State.info_key`."""
        return self.settled(State.info_key(self, seat))

    def redeal(self, int observer, stream):
        """See `State.redeal`."""
        self.settled(State.redeal(self, observer, stream))

    def utilities(self):
        """See `State.utilities`."""
        return self.settled(State.utilities(self))

    def scores(self):
        """Return each seat's points so far."""
        return list(self.points(self.value()))

    def observation(self, int seat):
        """Return what a seat knows: what `known` says. Raises WrongSeat."""
        return self.known(self.value(), self.checked(seat))

    def settled(self, result):
        """Return `result`, or raise what the rules raised meanwhile."""
        self.settle()
        return result

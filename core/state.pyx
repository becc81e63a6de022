"""`State`: the one contract that every game fulfils, for C and for Python.

The C face (methods ``c_...``) runs without the GIL, allocates nothing and checks nothing in the
release build; the debug build checks legality and invariants at every move and aborts with a
message. The Python face checks always and raises the errors of `core.errors`.
"""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport abort
from libc.string cimport memcmp, memcpy
from core.rng cimport Stream, below

from core.errors import GameOver, IllegalAction, InvariantError, WrongSeat

CHANCE_MOVER = CHANCE
TERMINAL_MOVER = TERMINAL
DEBUG_BUILD = bool(DEBUG)


cdef void missing(State state, const char* method) noexcept nogil:
    with gil:
        fprintf(stderr, "heorot: %s lacks the method %s of the State contract\n",
                PyBytes_AsString(type(state).__name__.encode()), method)
    abort()


cdef void require_open(State state, Action action) noexcept nogil:
    """Debug build: abort unless `action` is legal, or an outcome, now."""
    cdef Action[MAX_ACTIONS] actions
    cdef double[MAX_ACTIONS] probability
    cdef int n, i, mover = state.c_mover()
    if mover == CHANCE:
        n = state.c_outcomes(actions, probability)
    else:
        n = state.c_legal(actions) if mover >= 0 else 0
    for i in range(n):
        if actions[i] == action:
            return
    fprintf(stderr, "heorot: action %u is not open to mover %d\n", action, mover)
    abort()


cdef void require_sound(State state) noexcept nogil:
    """Debug build: abort if an invariant of the game is broken."""
    cdef const char* fault = state.c_broken()
    if fault != NULL:
        fprintf(stderr, "heorot: invariant broken: %s\n", fault)
        abort()


cdef class State:
    """A position of a game, everything on the table included, hidden hands too.

    Make one with `core.game.load`. Seats are numbered from 0. An action is an int; `text` and
    `action` translate. A game goes on as long as `mover` is not ``TERMINAL_MOVER`` (-2): at
    ``CHANCE_MOVER`` (-1) play one of `chance_outcomes`, else one of `legal_actions`.

    Attributes
    ----------
    setup : core.game.Setup
        The game, its number of players and its options.
    players : int
        Number of seats.

    Warnings
    --------
    The C face must not be called on a state another thread uses.
    """

    cdef int c_mover(self) noexcept nogil:
        """Return the seat to decide, CHANCE or TERMINAL."""
        missing(self, "c_mover")
        return TERMINAL

    cdef int c_turn(self) noexcept nogil:
        """Return a number that grows whenever a chain of small decisions of one seat is over."""
        missing(self, "c_turn")
        return 0

    cdef int c_legal(self, Action* out) noexcept nogil:
        """Write the mover's open decisions in rising order, without duplicates; return how many."""
        missing(self, "c_legal")
        return 0

    cdef void c_play(self, Action action) noexcept nogil:
        """Apply a decision or a chance outcome."""
        missing(self, "c_play")

    cdef int c_outcomes(self, Action* out, double* probability) noexcept nogil:
        """At chance: write every outcome, rising, with its exact probability; return how many."""
        missing(self, "c_outcomes")
        return 0

    cdef int c_source(self) noexcept nogil:
        """At chance: return which random source comes next (a seat's draws, the dice, a deck).

        A runner keeps one stream a source, so that paired games share their luck.
        """
        missing(self, "c_source")
        return 0

    cdef Action c_sample(self, bitgen_t* rng) noexcept nogil:
        """At chance: return one outcome, drawn from the distribution of c_outcomes."""
        missing(self, "c_sample")
        return 0

    cdef Action c_seen(self, Action action, int seat) noexcept nogil:
        """Return what `seat` sees of `action`, played in this position: itself, part, or HIDDEN."""
        missing(self, "c_seen")
        return 0

    cdef uint64_t c_info_key(self, int seat) noexcept nogil:
        """Return a hash of what `seat` knows and no more: its information set."""
        missing(self, "c_info_key")
        return 0

    cdef uint64_t c_key(self) noexcept nogil:
        """Return a hash of the whole position, for transpositions."""
        missing(self, "c_key")
        return 0

    cdef void c_redeal(self, int observer, bitgen_t* rng) noexcept nogil:
        """Replace what `observer` cannot know by a uniform sample of what it cannot rule out."""
        missing(self, "c_redeal")

    cdef void c_utilities(self, double* out) noexcept nogil:
        """At the end: write each seat's result in [0, 1]."""
        missing(self, "c_utilities")

    cdef const char* c_broken(self) noexcept nogil:
        """Return the name of a broken invariant, or NULL."""
        missing(self, "c_broken")
        return NULL

    cdef Action c_random(self, bitgen_t* rng) noexcept nogil:
        """Return a uniform legal decision; games may override it with something faster."""
        cdef Action[MAX_ACTIONS] actions
        cdef int n = self.c_legal(actions)
        return actions[below(rng, <uint32_t>n)] if n > 1 else actions[0]

    cdef void c_copy_from(self, State other) noexcept nogil:
        """Become `other`, a state of the same setup: one memcpy."""
        memcpy(self.data, other.data, self.size)

    # ------------------------------------------------------------------ the Python face

    @property
    def mover(self):
        """Seat to decide now, -1 at a chance node, -2 when the game has ended."""
        return self.c_mover()

    @property
    def turn(self):
        """Number of the current turn: the chain of small decisions of one seat."""
        return self.c_turn()

    @property
    def is_chance(self):
        """True if a chance outcome comes next."""
        return self.c_mover() == CHANCE

    @property
    def is_terminal(self):
        """True if the game has ended."""
        return self.c_mover() == TERMINAL

    @property
    def source(self):
        """At chance: number of the random source that comes next; 0 elsewhere."""
        return self.c_source() if self.c_mover() == CHANCE else 0

    def legal_actions(self):
        """Return the mover's legal actions, a list of ints in canonical (rising) order.

        The list is empty at a chance node and after the end.
        """
        cdef Action[MAX_ACTIONS] actions
        if self.c_mover() < 0:
            return []
        cdef int i, n = self.c_legal(actions)
        return [actions[i] for i in range(n)]

    def chance_outcomes(self):
        """Return all ``(action, probability)`` pairs of this chance node; empty elsewhere."""
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] probability
        if self.c_mover() != CHANCE:
            return []
        cdef int i, n = self.c_outcomes(actions, probability)
        return [(actions[i], probability[i]) for i in range(n)]

    def play(self, action):
        """Apply one legal decision or one chance outcome.

        Parameters
        ----------
        action : int or str
            The action, or its notation.

        Raises
        ------
        GameOver
            If the game has ended.
        IllegalAction
            If the action is not open now.
        BadNotation
            If the text names no action.
        """
        cdef int mover = self.c_mover()
        if mover == TERMINAL:
            raise GameOver("the game has ended: there is nothing left to play")
        code = self.action(action) if isinstance(action, str) else action
        if mover == CHANCE:
            open_now = [outcome for outcome, _ in self.chance_outcomes()]
        else:
            open_now = self.legal_actions()
        if code not in open_now:
            who = "chance" if mover == CHANCE else f"seat {mover}"
            options = ", ".join(self.text(a) for a in open_now[:12])
            more = f" and {len(open_now) - 12} more" if len(open_now) > 12 else ""
            try:
                name = self.text(code)
            except ValueError:
                name = str(code)
            raise IllegalAction(f"{who} cannot play {name!r} now; open: {options}{more}")
        self.c_play(<Action>code)

    def sample(self, Stream stream not None):
        """Return an outcome drawn from its exact distribution. Raises IllegalAction elsewhere."""
        if self.c_mover() != CHANCE:
            raise IllegalAction("sample: this is no chance node")
        return self.c_sample(stream.bits)

    def seen(self, action, int seat):
        """Return what `seat` sees when `action` is played here: an action, or None if nothing."""
        cdef Action masked = self.c_seen(action, self.checked(seat))
        return None if masked == HIDDEN else masked

    def info_key(self, int seat):
        """Return a 64-bit hash of what `seat` knows: equal for positions it cannot tell apart."""
        return self.c_info_key(self.checked(seat))

    def key(self):
        """Return a 64-bit hash of the whole position."""
        return self.c_key()

    def redeal(self, int observer, Stream stream not None):
        """Replace what `observer` cannot know by a uniform sample of what it cannot rule out."""
        self.c_redeal(self.checked(observer), stream.bits)

    def utilities(self):
        """Return each seat's result in [0, 1]. Raises IllegalAction before the end."""
        cdef double[MAX_SEATS] out
        if self.c_mover() != TERMINAL:
            raise IllegalAction("utilities: the game has not ended yet")
        self.c_utilities(out)
        return [out[seat] for seat in range(self.players)]

    def check(self):
        """Raise InvariantError if the position breaks an invariant of its game."""
        cdef const char* fault = self.c_broken()
        if fault != NULL:
            raise InvariantError(f"{self.setup.game.name}: {fault.decode()}")

    def clone(self):
        """Return an independent copy."""
        cdef State other = self.setup.blank()
        other.c_copy_from(self)
        return other

    def copy_from(self, State other not None):
        """Become a copy of `other`. Raises ValueError if it belongs to another setup."""
        if other.setup != self.setup:
            raise ValueError("copy_from: the states belong to different games or options")
        self.c_copy_from(other)

    def to_bytes(self):
        """Return the raw position; meaningful only for the same setup and build."""
        return PyBytes_FromStringAndSize(<char*>self.data, <Py_ssize_t>self.size)

    def from_bytes(self, bytes raw not None):
        """Become the raw position `raw`. Raises ValueError if its length is wrong."""
        if <size_t>PyBytes_GET_SIZE(raw) != self.size:
            raise ValueError(f"from_bytes: {len(raw)} bytes, a position has {self.size}")
        memcpy(self.data, PyBytes_AsString(raw), self.size)

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        cdef State that = other
        return self.setup == that.setup and memcmp(self.data, that.data, self.size) == 0

    __hash__ = None

    def __reduce__(self):
        return _rebuild, (self.setup, self.to_bytes())

    def action(self, text):
        """Return the action that `text` names. Raises BadNotation."""
        return self.setup.game.parse(self, text)

    def text(self, action):
        """Return the short canonical notation of `action`. Raises BadNotation if it is none."""
        return self.setup.game.format(self, action)

    def settle(self):
        """Raise what went wrong in the rules during a search: only in games written in Python."""

    def scores(self):
        """Return each seat's points so far (the game's own unit)."""
        raise NotImplementedError(f"{type(self).__name__} lacks scores()")

    def observation(self, int seat):
        """Return what `seat` may see, as the game's view dataclass."""
        raise NotImplementedError(f"{type(self).__name__} lacks observation()")

    def checked(self, int seat):
        """Return `seat` if the game has it. Raises WrongSeat."""
        if not 0 <= seat < self.players:
            raise WrongSeat(f"seat {seat}: this game has seats 0 to {self.players - 1}")
        return seat


def _rebuild(setup, raw):
    state = setup.blank()
    state.from_bytes(raw)
    return state

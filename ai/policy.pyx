"""Rollout policies and evaluators: the contract, and the playout that uses both."""

from libc.math cimport exp
from core.rng cimport Stream
from core.state cimport CHANCE, MAX_ACTIONS, MAX_SEATS, TERMINAL, Action

from core.errors import IllegalAction


cdef class Policy:
    """Chooses the decisions of a playout; this one uniformly among the legal ones."""

    cdef Action c_choose(self, State state, bitgen_t* rng) noexcept nogil:
        """Return a legal decision of the mover; `rng` belongs to the calling search."""
        return state.c_random(rng)

    cdef void c_prior(self, State state, const Action* actions, int n,
                      double* out) noexcept nogil:
        """Write how much each of the mover's actions promises to change its utility, about 0."""
        cdef int i
        for i in range(n):
            out[i] = 0.0

    def prior(self, State state not None):
        """Return ``{action: promised change of the mover's utility}`` of the legal actions."""
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] out
        if state.c_mover() < 0:
            raise IllegalAction("prior: no seat decides here")
        cdef int i, n = state.c_legal(actions)
        self.c_prior(state, actions, n, out)
        state.settle()
        return {actions[i]: out[i] for i in range(n)}

    def choose(self, State state not None, Stream stream not None):
        """Return a legal decision. Raises IllegalAction where no seat decides."""
        if state.c_mover() < 0:
            raise IllegalAction("choose: no seat decides here")
        cdef Action action = self.c_choose(state, stream.bits)
        state.settle()
        return action


cdef class Evaluator:
    """Estimates what each seat will get; this one knows nothing: equal shares."""

    cdef void c_evaluate(self, State state, double* out) noexcept nogil:
        """Write each seat's expected utility in [0, 1]; exact at the end of the game."""
        cdef int seat
        if state.c_mover() == TERMINAL:
            state.c_utilities(out)
            return
        for seat in range(state.players):
            out[seat] = 1.0 / state.players

    cdef bint c_quiet(self, State state) noexcept nogil:
        """Return whether the position can be judged: a search looks on until it can."""
        return True

    cdef bint c_boundary(self, State state) noexcept nogil:
        """Return whether a playout may be cut off here; where it is quiet, unless overridden."""
        return self.c_quiet(state)

    def evaluate(self, State state not None):
        """Return each seat's expected utility in [0, 1], a list."""
        cdef double[MAX_SEATS] out
        self.c_evaluate(state, out)
        state.settle()
        return [out[seat] for seat in range(state.players)]

    def quiet(self, State state not None):
        """Return whether the position can be judged: a search looks on until it can."""
        return bool(self.c_quiet(state))

    def boundary(self, State state not None):
        """Return whether a playout may be cut off here."""
        return bool(self.c_boundary(state))


cdef void chances(double* points, int players, double spread) noexcept nogil:
    """Turn expected points into win chances: a lead of `spread` points e-folds the odds."""
    cdef double best = points[0], total = 0.0
    cdef int seat
    for seat in range(1, players):
        best = max(best, points[seat])
    for seat in range(players):
        points[seat] = exp((points[seat] - best) / spread)
        total += points[seat]
    for seat in range(players):
        points[seat] /= total


cdef int playout(State state, Policy policy, Evaluator evaluator, int turns, double* out,
                 bitgen_t* rng) noexcept nogil:
    """Play `state` on and write what each seat gets; return the number of actions played.

    With ``turns >= 0`` the evaluator judges at the first boundary that many turns later;
    below 0 the game is played to its end.
    """
    cdef int mover, played = 0, stop = state.c_turn() + turns
    while True:
        mover = state.c_mover()
        if mover == TERMINAL:
            state.c_utilities(out)
            return played
        if turns >= 0 and state.c_turn() >= stop and evaluator.c_boundary(state):
            evaluator.c_evaluate(state, out)
            return played
        if mover == CHANCE:
            state.c_play(state.c_sample(rng))
        else:
            state.c_play(policy.c_choose(state, rng))
        played += 1


def run_playouts(State state not None, Policy policy not None, Stream stream not None, int games,
                 Evaluator evaluator=None, int turns=-1):
    """Play out `state` many times; for tests and the bench.

    Returns
    -------
    tuple
        Number of actions played and each seat's mean utility (list).
    """
    cdef State work = state.clone()
    cdef double[MAX_SEATS] out
    cdef double[MAX_SEATS] total
    cdef long long played = 0
    cdef int _game, seat
    if turns >= 0 and evaluator is None:
        raise ValueError("run_playouts: turns needs an evaluator")
    for seat in range(MAX_SEATS):
        total[seat] = 0.0
    with nogil:
        for _game in range(games):
            work.c_copy_from(state)
            played += playout(work, policy, evaluator, turns, out, stream.bits)
            for seat in range(state.players):
                total[seat] += out[seat]
    state.settle()
    return played, [total[seat] / games for seat in range(state.players)]


def run_redeals(State state not None, int observer, Stream stream not None, int times):
    """Redeal a copy of `state` many times; for the bench."""
    cdef State work = state.clone()
    cdef int _i
    work.checked(observer)
    with nogil:
        for _i in range(times):
            work.c_redeal(observer, stream.bits)

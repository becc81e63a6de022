"""Depth-limited expectimax with exact chance nodes, max^n for several seats.

Iterative deepening under a `Limit`: depth d looks d decisions ahead and then on to the next
position that the evaluator calls quiet (the end of a turn, for example). At a chance node every
outcome counts with its exact probability. Hidden hands are redealt into a number of worlds; every
action is judged in the same worlds and their values are averaged, so luck in the deal cancels out
between actions. In cooperative games all seats' values are equal and max^n is a team's maximum.

Not handled: a decision may differ between worlds that the mover cannot tell apart (strategy
fusion).
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec
from core.state cimport CHANCE, MAX_ACTIONS, MAX_SEATS, TERMINAL, Action

import math
import time

from ai.report import ActionReport, SearchReport, forced_report


cdef class Expectimax:
    """A searcher; see the module's text.

    Parameters
    ----------
    state : State
        Any position of the game that will be searched.
    evaluator : Evaluator
        Judges quiet positions at the horizon.
    """

    def __cinit__(self, State state not None, Evaluator evaluator not None):
        self.work = state.clone()
        self.evaluator = evaluator
        self.saved = <char*>malloc(MAX_DEPTH * state.size)
        if self.saved == NULL:
            raise MemoryError("no memory for a search")

    def __dealloc__(self):
        free(self.saved)

    cdef bint out_of_budget(self) noexcept nogil:
        cdef timespec now
        if self.nodes >= self.max_nodes:
            self.stopped = True
        elif self.deadline > 0 and self.nodes & 255 == 0:
            clock_gettime(CLOCK_MONOTONIC, &now)
            if now.tv_sec + now.tv_nsec * 1e-9 >= self.deadline:
                self.stopped = True
        return self.stopped

    cdef void value(self, int depth, int level, double* out) noexcept nogil:
        """Write the value of `work` to each seat, `depth` decisions ahead; restores `work`."""
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] probability
        cdef double[MAX_SEATS] child
        cdef char* here = self.saved + level * self.work.size
        cdef int mover = self.work.c_mover(), n, i, seat
        self.nodes += 1
        if mover == TERMINAL:
            self.work.c_utilities(out)
            return
        if (depth <= 0 and self.evaluator.c_quiet(self.work)) or level == MAX_DEPTH - 1 \
                or self.out_of_budget():
            self.evaluator.c_evaluate(self.work, out)
            return
        memcpy(here, self.work.data, self.work.size)
        if mover == CHANCE:
            n = self.work.c_outcomes(actions, probability)
            for seat in range(self.work.players):
                out[seat] = 0.0
            for i in range(n):
                self.work.c_play(actions[i])
                self.value(depth, level + 1, child)
                memcpy(self.work.data, here, self.work.size)
                for seat in range(self.work.players):
                    out[seat] += probability[i] * child[seat]
            return
        n = self.work.c_legal(actions)
        for i in range(n):
            self.work.c_play(actions[i])
            self.value(depth - 1, level + 1, child)
            memcpy(self.work.data, here, self.work.size)
            if i == 0 or child[mover] > out[mover]:
                memcpy(out, child, self.work.players * sizeof(double))

    def values(self, State state not None, int depth):
        """Return the value of one fully known position to each seat, without a budget.

        Parameters
        ----------
        state : State
            Taken as it stands: nothing is redealt.
        depth : int
            Decisions to look ahead.
        """
        cdef double[MAX_SEATS] out
        self.work.copy_from(state)
        self.unbounded()
        with nogil:
            self.value(depth, 0, out)
        state.settle()
        return [out[seat] for seat in range(state.players)]

    cdef void unbounded(self) noexcept:
        self.max_nodes = <long long>1 << 62
        self.deadline = 0.0
        self.stopped = False
        self.nodes = 0

    def search(self, State state not None, limit, stream, int depth=1, int worlds=4):
        """Search the mover's decision.

        Parameters
        ----------
        state : State
            The position; what its mover cannot know is redealt into every world.
        limit : Limit or None
            Bound on positions visited or on time; depth 1 is always completed. Iterations of a
            Limit count worlds at one depth and are not used here.
        stream : Stream
            For the redeals.
        depth : int
            Last depth that iterative deepening tries.
        worlds : int
            Redeals; 1 is enough where the mover knows everything that matters.

        Returns
        -------
        SearchReport
            Visits are worlds; errors are over worlds.

        Raises
        ------
        ValueError
            If no seat decides here.
        """
        start = time.perf_counter()
        cdef int mover = state.c_mover()
        if mover < 0:
            raise ValueError("search: no seat decides here")
        legal = state.legal_actions()
        if len(legal) == 1:
            return forced_report(mover, legal[0], state.text(legal[0]), state.players)
        self.unbounded()
        if not state.setup.game.traits.hidden:
            worlds = 1
        deals = []
        for _ in range(worlds):
            deal = state.clone()
            deal.redeal(mover, stream)
            deals.append(deal)
        found = None
        completed = 0
        for ahead in range(1, depth + 1):
            if ahead == 2 and limit is not None:
                if limit.nodes is not None:
                    self.max_nodes = limit.nodes
                if limit.seconds is not None:
                    self.deadline = time.monotonic() + limit.seconds - (time.perf_counter() - start)
            deeper = [[self.after(deal, action, ahead - 1) for deal in deals] for action in legal]
            state.settle()
            if self.stopped:
                break
            found = deeper
            completed = ahead
        actions = []
        for action, rows in zip(legal, found, strict=True):
            values = tuple(math.fsum(column) / worlds for column in zip(*rows, strict=True))
            error = math.nan
            if worlds > 1:
                spread = math.fsum((row[mover] - values[mover]) ** 2 for row in rows)
                error = math.sqrt(spread / (worlds - 1) / worlds)
            actions.append(ActionReport(action, state.text(action), worlds, values, error))
        actions.sort(key=lambda row: -row.values[mover])
        nodes = self.nodes
        self.unbounded()  # so that the variation is not cut off by the spent budget
        return SearchReport(
            seat=mover,
            chosen=actions[0].action,
            actions=tuple(actions),
            variation=self.variation(deals[0], actions[0].action),
            iterations=worlds,
            nodes=nodes,
            depth=completed,
            seconds=time.perf_counter() - start,
        )

    def after(self, State deal, Action action, int depth):
        """Return the values after `action` in one world."""
        cdef double[MAX_SEATS] out
        self.work.c_copy_from(deal)
        self.work.c_play(action)
        with nogil:
            self.value(depth, 0, out)
        return [out[seat] for seat in range(deal.players)]

    def variation(self, State deal, action):
        """Return `action` and the mover's best further decisions of the turn, up to chance."""
        cdef State at = deal.clone()
        mover = at.mover
        texts = [at.text(action)]
        at.play(action)
        while at.mover == mover and not self.evaluator.c_quiet(at) and len(texts) < 12:
            best = max(at.legal_actions(), key=lambda a: self.after(at, a, 0)[mover])
            texts.append(at.text(best))
            at.play(best)
        return tuple(texts)

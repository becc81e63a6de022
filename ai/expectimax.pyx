"""Depth-limited expectimax: max^n, paranoid and team, chance nodes exact, pruned or sampled.

Iterative deepening under a `Limit`: depth d looks d decisions ahead and then on to the next
position that the evaluator calls quiet (the end of a turn, for example). At a chance node every
outcome counts with its exact probability, or, beyond a number of outcomes, a sample of them. Hidden
hands are redealt into a number of worlds; every action is judged in the same worlds, by the same
sampled outcomes, and their values are averaged, so luck cancels out between actions.

``mode`` says what the others want: max^n, their own (Luckhardt and Irani 1986), or ``paranoid``,
the mover's worst (Sturtevant and Korf 2000). In a cooperative game max^n is a team's maximum.

One value tells everything where two seats share a constant sum, in a team and in ``paranoid``.
There alpha-beta prunes decisions and Star1 or Star2 prunes chance nodes (Ballard 1983; Hauk, Buro
and Schaeffer 2004), by what a value in [0, 1] can still change. Star2 first probes the best-ordered
decision behind every outcome for a bound on it. Pruning and the transposition table change how many
positions are visited, never the value of a position; of an action at the root that is not the best,
pruning may tell an upper bound only.

Not handled: a decision may differ between worlds that the mover cannot tell apart (strategy
fusion).
"""

from libc.stdint cimport int16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec
from core.rng cimport mix
from core.state cimport CHANCE, MAX_ACTIONS, MAX_SEATS, TERMINAL

import math
import time

from ai.report import ActionReport, SearchReport, forced_report

MODES = ("maxn", "paranoid")
MOST_OUTCOMES = MAX_ACTIONS
PRUNES = {"none": NO_PRUNING, "star1": STAR1, "star2": STAR2}
cdef double SHAKY = 1e-14   # what an entry of the table may owe to where its position was met


def prunable(setup, mode="maxn"):
    """Return whether one value tells everything, so that bounds on it can prune.

    Parameters
    ----------
    setup : core.game.Setup
    mode : {"maxn", "paranoid"}
    """
    return (mode == "paranoid" or setup.players == 1 or setup.utility == "team"
            or (setup.players == 2 and setup.utility == "share"))


cdef class Expectimax:
    """A searcher; see the module's text.

    Parameters
    ----------
    state : State
        Any position of the game that will be searched.
    evaluator : Evaluator
        Judges quiet positions at the horizon.
    policy : Policy or None
        Its priors order decisions where there is pruning.
    mode : {"maxn", "paranoid"}
        What the other seats want. Where two seats share a constant sum both are the same.
    prune : {"none", "star1", "star2"}
        See `prunable` for where it may be.
    outcomes : int or None
        Chance nodes with more outcomes are sampled: so many draws, spread evenly.
    table : int
        Entries of the transposition table; 0 for none.

    Raises
    ------
    ValueError
        If the words are unknown or do not fit the game.
    """

    def __cinit__(self, State state not None, Evaluator evaluator not None, Policy policy=None,
                  mode="maxn", prune="none", outcomes=None, long long table=0):
        setup = state.setup
        if mode not in MODES:
            raise ValueError(f"mode={mode!r}: one of {', '.join(MODES)}")
        if prune not in PRUNES:
            raise ValueError(f"prune={prune!r}: one of {', '.join(PRUNES)}")
        if mode == "paranoid" and (setup.utility == "team" or setup.players == 1):
            raise ValueError("mode=paranoid: here nobody plays against the mover, use maxn")
        if prune != "none" and not prunable(setup, mode):
            raise ValueError(f"prune={prune}: bounds need two seats, a team or mode=paranoid")
        if outcomes is not None and not 1 <= outcomes <= MOST_OUTCOMES:
            raise ValueError(f"outcomes={outcomes}: from 1 to {MOST_OUTCOMES}")
        self.work = state.clone()
        self.evaluator = evaluator
        self.policy = policy
        self.table = Transpositions(table) if table else None
        self.tabled = table != 0
        self.prune = PRUNES[prune]
        self.ordered = policy is not None and self.prune != NO_PRUNING
        self.team = setup.utility == "team" or setup.players == 1
        self.paranoid = mode == "paranoid" and not (setup.players == 2 and setup.utility == "share")
        self.scalar = self.paranoid or self.prune != NO_PRUNING
        self.max_outcomes = MAX_ACTIONS if outcomes is None else outcomes
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

    cdef bint at_horizon(self, int depth, int level) noexcept nogil:
        """Return whether the evaluator is to judge `work`; note that, and if for want of room."""
        if level == MAX_DEPTH - 1 or self.out_of_budget():
            self.shaky = 1.0
        elif depth > 0 or not self.evaluator.c_quiet(self.work):
            return False
        self.horizon = True
        return True

    # ------------------------------------------------------------------ chance and the table

    cdef int outcomes(self, int level, Action* actions, double* probability) noexcept nogil:
        """Write the outcomes that count here; return how many.

        A sample is systematic: one random number a level places evenly spaced points on the
        cumulated probabilities. Positions at one level share it, so that actions, and worlds, meet
        the same luck.
        """
        cdef int n = self.work.c_outcomes(actions, probability), i, m = 0, drawn = 0, mine
        cdef double step, total = 0.0
        if n <= self.max_outcomes:
            return n
        step = 1.0 / self.max_outcomes
        cdef double point = step * (mix(self.seed + <uint64_t>level) >> 11) / 9007199254740992.0
        for i in range(n):
            total += probability[i]
            mine = 0
            while drawn < self.max_outcomes and (point < total or i == n - 1):
                mine += 1
                drawn += 1
                point += step
            if mine:
                actions[m] = actions[i]
                probability[m] = mine * step
                m += 1
        return m

    cdef uint64_t key(self, int level) noexcept nogil:
        """Return the key of `work`; the luck of sampled chance nodes depends on the level too."""
        cdef uint64_t key = self.work.c_key()
        return key if self.max_outcomes == MAX_ACTIONS else key ^ mix(<uint64_t>level + 1)

    cdef Entry* known(self, uint64_t key, int depth) noexcept nogil:
        """Return the entry that tells about this position so many decisions ahead, or NULL."""
        cdef Entry* entry = self.table.find(key)
        if entry != NULL and (entry.depth == depth or (entry.complete and entry.depth < depth)):
            return entry
        return NULL

    cdef Entry* note(self, uint64_t key, int depth) noexcept nogil:
        """Return the entry to write, its depth set; bounds are kept if they were of this depth."""
        cdef Entry* entry = self.table.place(key)
        if entry.depth != depth:
            entry.values[0] = 0.0
            entry.values[1] = 1.0
            entry.depth = <int16_t>depth
            entry.complete = 1
        entry.complete &= not self.horizon
        return entry

    # ------------------------------------------------------------------ a value for every seat

    cdef void value(self, int depth, int level, double* out) noexcept nogil:
        """Write the value of `work` to each seat, `depth` decisions ahead; restores `work`."""
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] probability
        cdef double[MAX_SEATS] child
        cdef char* here = self.saved + level * self.work.size
        cdef int mover = self.work.c_mover(), n, i, seat
        cdef Action best = 0
        cdef Entry* entry
        cdef uint64_t key = 0
        cdef double shaky = 0.0
        cdef bint outer
        self.nodes += 1
        self.shaky = 0.0
        if mover == TERMINAL:
            self.work.c_utilities(out)
            return
        if self.at_horizon(depth, level):
            self.evaluator.c_evaluate(self.work, out)
            return
        depth = max(depth, 0)
        if self.tabled:
            key = self.key(level)
            entry = self.known(key, depth)
            if entry != NULL:
                self.horizon |= not entry.complete
                memcpy(out, entry.values, self.work.players * sizeof(double))
                return
        outer = self.horizon
        self.horizon = False
        memcpy(here, self.work.data, self.work.size)
        if mover == CHANCE:
            n = self.outcomes(level, actions, probability)
            for seat in range(self.work.players):
                out[seat] = 0.0
            for i in range(n):
                self.work.c_play(actions[i])
                self.value(depth, level + 1, child)
                memcpy(self.work.data, here, self.work.size)
                shaky += probability[i] * self.shaky
                for seat in range(self.work.players):
                    out[seat] += probability[i] * child[seat]
        else:
            n = self.work.c_legal(actions)
            for i in range(n):
                self.work.c_play(actions[i])
                self.value(depth - 1, level + 1, child)
                memcpy(self.work.data, here, self.work.size)
                shaky = max(shaky, self.shaky)
                if i == 0 or child[mover] > out[mover]:
                    memcpy(out, child, self.work.players * sizeof(double))
                    best = actions[i]
        self.shaky = shaky
        if self.tabled and shaky <= SHAKY:
            entry = self.note(key, depth)
            memcpy(entry.values, out, self.work.players * sizeof(double))
            entry.action = best
        self.horizon |= outer

    # ------------------------------------------------------------------ one value, with bounds

    cdef bint maximises(self, int mover) noexcept nogil:
        return self.team or mover == self.seat

    cdef double bounded(self, int depth, int level, double alpha, double beta) noexcept nogil:
        """Return the value of `work` to `seat`, `depth` decisions ahead; restores `work`.

        Below or at `alpha` it is an upper bound, at or above `beta` a lower bound (fail-soft).
        """
        cdef double[MAX_SEATS] out
        cdef int mover = self.work.c_mover()
        cdef Action first = 0
        cdef Entry* entry
        cdef uint64_t key = 0
        cdef double found
        cdef bint outer
        self.nodes += 1
        self.shaky = 0.0
        if mover == TERMINAL:
            self.work.c_utilities(out)
            return out[self.seat]
        if self.at_horizon(depth, level):
            self.evaluator.c_evaluate(self.work, out)
            return out[self.seat]
        depth = max(depth, 0)
        if self.tabled:
            key = self.key(level)
            entry = self.table.find(key)
            if entry != NULL:
                first = entry.action
            entry = self.known(key, depth)
            if entry != NULL:
                if entry.values[0] >= beta or entry.values[0] >= entry.values[1]:
                    self.horizon |= not entry.complete
                    return entry.values[0]
                if entry.values[1] <= alpha:
                    self.horizon |= not entry.complete
                    return entry.values[1]
        outer = self.horizon
        self.horizon = False
        if mover == CHANCE:
            found = self.expect(depth, level, alpha, beta)
            self.best = 0
        else:
            found = self.decide(mover, depth, level, alpha, beta, first)
        if self.tabled and self.shaky <= SHAKY:
            entry = self.note(key, depth)
            entry.action = self.best
            if found > alpha:
                entry.values[0] = max(entry.values[0], found)
            if found < beta:
                entry.values[1] = min(entry.values[1], found)
        self.horizon |= outer
        return found

    cdef double decide(self, int mover, int depth, int level, double alpha, double beta,
                       Action first) noexcept nogil:
        """Return the value of a decision; `first` is tried before the others. Sets `best`."""
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] rank
        cdef char* here = self.saved + level * self.work.size
        cdef int n = self.work.c_legal(actions), i, k, top
        cdef bint maximise = self.maximises(mover)
        cdef double found = -1.0 if maximise else 2.0, child, shaky = 0.0
        cdef Action best = actions[0], swapped
        memcpy(here, self.work.data, self.work.size)
        if self.prune != NO_PRUNING:
            self.order(actions, n, first, rank)
        for i in range(n):
            if self.prune != NO_PRUNING:
                top = i
                for k in range(i + 1, n):
                    if rank[k] > rank[top]:
                        top = k
                swapped = actions[top]
                for k in range(top, i, -1):  # the others keep their order
                    actions[k] = actions[k - 1]
                    rank[k] = rank[k - 1]
                actions[i] = swapped
            self.work.c_play(actions[i])
            child = self.bounded(depth - 1, level + 1, alpha, beta)
            memcpy(self.work.data, here, self.work.size)
            shaky = max(shaky, self.shaky)
            if maximise and child > found:
                found = child
                best = actions[i]
                if self.prune != NO_PRUNING:
                    alpha = max(alpha, found)
            elif not maximise and child < found:
                found = child
                best = actions[i]
                if self.prune != NO_PRUNING:
                    beta = min(beta, found)
            if alpha >= beta:
                break
        self.best = best
        self.shaky = shaky
        return found

    cdef void order(self, const Action* actions, int n, Action first, double* rank) noexcept nogil:
        """Write how soon each decision is to be tried: `first`, then by the policy's prior."""
        cdef int i
        if self.ordered and n > 1:
            self.policy.c_prior(self.work, actions, n, rank)
        else:
            for i in range(n):
                rank[i] = 0.0
        for i in range(n):
            if actions[i] == first:
                rank[i] = 1e9

    cdef double expect(self, int depth, int level, double alpha, double beta) noexcept nogil:
        """Return the value of a chance node."""
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] probability
        cdef double[MAX_ACTIONS] low
        cdef double[MAX_ACTIONS] high
        cdef char* here = self.saved + level * self.work.size
        cdef int n = self.outcomes(level, actions, probability), i, k
        cdef Action swapped
        cdef double child, a, b, p, rest, done = 0.0, least = 0.0, most = 0.0, shaky = 0.0
        cdef bint lower, upper
        memcpy(here, self.work.data, self.work.size)
        if self.prune == NO_PRUNING:
            for i in range(n):
                self.work.c_play(actions[i])
                done += probability[i] * self.bounded(depth, level + 1, alpha, beta)
                memcpy(self.work.data, here, self.work.size)
                shaky += probability[i] * self.shaky
            self.shaky = shaky
            return done
        for i in range(1, n):
            p = probability[i]
            swapped = actions[i]
            k = i
            while k > 0 and probability[k - 1] < p:
                probability[k] = probability[k - 1]
                actions[k] = actions[k - 1]
                k -= 1
            probability[k] = p
            actions[k] = swapped
        for i in range(n):
            low[i] = 0.0
            high[i] = 1.0
            most += probability[i]
        if self.prune == STAR2:
            rest = most
            for i in range(n):
                lower = least + rest >= beta and beta < 1.0
                upper = most - rest <= alpha and alpha > 0.0
                if not (lower or upper):  # no probe can prune any more
                    break
                p = probability[i]
                rest -= p
                self.work.c_play(actions[i])
                self.probe(depth, level + 1, (alpha - most) / p + 1.0, (beta - least) / p,
                           lower, upper, &low[i], &high[i])
                memcpy(self.work.data, here, self.work.size)
                shaky += p * self.shaky
                least += p * low[i]
                most -= p * (1.0 - high[i])
                self.shaky = shaky
                if least >= beta:
                    return least
                if most <= alpha:
                    return most
        for i in range(n):
            p = probability[i]
            least -= p * low[i]
            most -= p * high[i]
            if low[i] < high[i]:
                a = (alpha - done - most) / p
                b = (beta - done - least) / p
                self.work.c_play(actions[i])
                child = self.bounded(depth, level + 1, a, b)
                memcpy(self.work.data, here, self.work.size)
                shaky += p * self.shaky
                self.shaky = shaky
                if child <= a:
                    return done + p * child + most
                if child >= b:
                    return done + p * child + least
            else:
                child = low[i]
            done += p * child
        self.shaky = shaky
        return done

    cdef void probe(self, int depth, int level, double alpha, double beta, bint lower, bint upper,
                    double* low, double* high) noexcept nogil:
        """Bound the value of `work` by its best-ordered decision; restores `work`.

        `lower` and `upper` say which bounds are of use.
        """
        cdef Action[MAX_ACTIONS] actions
        cdef double[MAX_ACTIONS] rank
        cdef char* here = self.saved + level * self.work.size
        cdef int mover = self.work.c_mover(), n, i, top = 0
        cdef bint maximise = self.maximises(mover)
        cdef Action first = 0
        cdef Entry* entry
        cdef uint64_t key
        cdef double found
        self.shaky = 0.0
        if mover == TERMINAL or (depth <= 0 and self.evaluator.c_quiet(self.work)):
            low[0] = high[0] = self.bounded(depth, level, alpha, beta)
            return
        if self.tabled:
            key = self.key(level)
            entry = self.table.find(key)
            if entry != NULL:
                first = entry.action
            entry = self.known(key, depth)
            if entry != NULL:
                low[0] = entry.values[0]
                high[0] = entry.values[1]
                self.horizon |= not entry.complete
                if low[0] >= high[0] or low[0] >= beta or high[0] <= alpha:
                    return
        if mover == CHANCE or level >= MAX_DEPTH - 2 or self.stopped \
                or not (lower if maximise else upper):
            return
        self.nodes += 1
        memcpy(here, self.work.data, self.work.size)
        n = self.work.c_legal(actions)
        self.order(actions, n, first, rank)
        for i in range(1, n):
            if rank[i] > rank[top]:
                top = i
        self.work.c_play(actions[top])
        found = self.bounded(depth - 1, level + 1, alpha, beta)
        memcpy(self.work.data, here, self.work.size)
        if (maximise or n == 1) and found > alpha:
            low[0] = max(low[0], found)
        if (not maximise or n == 1) and found < beta:
            high[0] = min(high[0], found)

    # ------------------------------------------------------------------ the Python face

    def values(self, State state not None, int depth, seat=None, uint64_t seed=0):
        """Return the value of one fully known position to each seat, without a budget.

        Parameters
        ----------
        state : State
            Taken as it stands: nothing is redealt.
        depth : int
            Decisions to look ahead.
        seat : int, optional
            Against whom all others play in ``paranoid``; the mover by default. The values of those
            others are not known and NaN.
        seed : int
            For sampled chance nodes.

        Raises
        ------
        ValueError
            If ``paranoid`` needs a seat and none is to move.
        WrongSeat
            If the game has no such seat.
        """
        if seat is None:
            seat = state.c_mover()
            if self.paranoid and seat < 0:
                raise ValueError("values: paranoid at a chance node needs to know for which seat")
            seat = max(0, seat)
        self.work.copy_from(state)
        self.unbounded()
        self.begin(state.checked(seat), seed)
        return self.judged(depth, 0.0)

    cdef list judged(self, int depth, double alpha):
        """Return the values of `work`; of one that is at most `alpha`, a bound if pruned."""
        cdef double[MAX_SEATS] out
        cdef double found
        cdef int seat
        if not self.scalar:
            with nogil:
                self.value(depth, 0, out)
        else:
            with nogil:
                found = self.bounded(depth, 0, alpha if self.prune else -1.0,
                                     1.0 if self.prune else 2.0)
            for seat in range(self.work.players):
                if self.team or seat == self.seat:
                    out[seat] = found
                else:
                    out[seat] = math.nan if self.paranoid else 1.0 - found
        self.work.settle()
        return [out[seat] for seat in range(self.work.players)]

    cdef void unbounded(self) noexcept:
        self.max_nodes = <long long>1 << 62
        self.deadline = 0.0
        self.stopped = False
        self.nodes = 0

    cdef void begin(self, int seat, uint64_t seed) noexcept:
        """Take a new search in hand: for whom, with which luck, and with an empty table."""
        self.seat = seat
        self.seed = mix(seed)
        if self.tabled:
            self.table.begin()

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
            For the redeals, and for chance nodes that are sampled.
        depth : int
            Last depth that iterative deepening tries.
        worlds : int
            Redeals; 1 is enough where the mover knows everything that matters.

        Returns
        -------
        SearchReport
            Visits are worlds; errors are over worlds. Where there is pruning, actions that proved
            to be no better than the best are marked as bounds. In ``paranoid`` with more than two
            seats the others' values are NaN.

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
        self.begin(mover, 0 if self.max_outcomes == MAX_ACTIONS else stream.below(1 << 31))
        actions = []
        order = legal
        completed = 0
        for ahead in range(1, depth + 1):
            if ahead == 2 and limit is not None:
                if limit.nodes is not None:
                    self.max_nodes = limit.nodes
                if limit.seconds is not None:
                    self.deadline = time.monotonic() + limit.seconds - (time.perf_counter() - start)
            best = 0.0
            deeper = []
            for action in order:
                row = self.row(state, action, deals, ahead - 1, best)
                deeper.append(row)
                best = max(best, row.values[mover])
            state.settle()
            if self.stopped:
                break
            deeper.sort(key=lambda row: (-row.values[mover], row.bound, row.action))
            actions = deeper
            order = [row.action for row in actions]
            completed = ahead
        nodes = self.nodes
        self.unbounded()  # so that the variation is not cut off by the spent budget
        return SearchReport(
            seat=mover,
            chosen=actions[0].action,
            actions=tuple(actions),
            variation=self.variation(deals[0], actions[0].action, completed),
            iterations=worlds,
            nodes=nodes,
            depth=completed,
            seconds=time.perf_counter() - start,
        )

    cdef object row(self, State state, action, list deals, int depth, double best):
        """Return what is to be said of an action at the root.

        Its worlds are a chance node of their own: when they can no longer bring it above `best`,
        pruning stops.
        """
        cdef int mover = state.c_mover(), worlds = len(deals), left = worlds
        cdef double total = 0.0, alpha
        rows = []
        bound = False
        for deal in deals:
            left -= 1
            alpha = max(0.0, worlds * best - total - left)
            values = self.after(deal, action, depth, alpha)
            rows.append(values)
            total += values[mover]
            if self.prune != NO_PRUNING and alpha > 0.0 and values[mover] <= alpha:
                bound = True
                break
        if bound:
            most = min(best, (total + left) / worlds)
            rest = math.nan if self.paranoid else 1.0 - most
            values = [most if self.team or seat == mover else rest
                      for seat in range(state.players)]
        else:
            values = [math.fsum(column) / worlds for column in zip(*rows, strict=True)]
        error = math.nan
        if worlds > 1 and not bound:
            spread = math.fsum([(row[mover] - values[mover]) ** 2 for row in rows])
            error = math.sqrt(spread / (worlds - 1) / worlds)
        return ActionReport(action, state.text(action), len(rows), tuple(values), error, bound)

    cdef list after(self, State deal, Action action, int depth, double alpha):
        """Return the values after `action` in one world; see `judged`."""
        self.work.c_copy_from(deal)
        self.work.c_play(action)
        return self.judged(depth, alpha)

    cdef tuple variation(self, State deal, action, int depth):
        """Return `action` and the best further decisions, up to chance or a quiet horizon.

        The table tells them; where it does not, what the evaluator says of each. Other seats'
        decisions end it where something is hidden.
        """
        cdef State at = deal.clone()
        cdef Entry* entry
        mover = at.mover
        texts = [at.text(action)]
        at.play(action)
        while (at.mover >= 0 and len(texts) < LONGEST_VARIATION
               and (at.mover == mover or not at.setup.game.traits.hidden)
               and (depth > len(texts) or not self.evaluator.c_quiet(at))):
            self.work.c_copy_from(at)
            entry = NULL
            if self.tabled:
                entry = self.known(self.key(len(texts) - 1), max(depth - len(texts), 0))
            if entry != NULL and entry.action in at.legal_actions():
                best = entry.action
            else:
                sign = -1.0 if self.scalar and not self.maximises(at.mover) else 1.0
                judge = mover if self.scalar else at.mover
                values = {a: sign * self.after(at, a, 0, 0.0)[judge] for a in at.legal_actions()}
                best = max(values, key=values.get)
            texts.append(at.text(best))
            at.play(best)
        return tuple(texts)

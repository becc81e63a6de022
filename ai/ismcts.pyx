"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012).

One loop serves three variants that differ only in the key under which a decision's node is found:

- ``mo``, multiple observers: what the mover knows;
- ``so``, single observer: what the searcher knows, whoever moves;
- ``open``, open loop: the decisions since the root, whatever chance did between them.

Handled: hidden information, chance nodes, any number of seats (every seat maximises its own value,
max^n; in cooperative games all values are equal). Not handled: bluffing. ISMCTS settles on one best
guess, not on an equilibrium.

A search grows several trees from independent streams and adds up their roots, so its result depends
on the number of trees but not on the number of threads that grow them.
"""

from libc.math cimport log, sqrt
from core.rng cimport below, chain
from core.state cimport CHANCE, MAX_ACTIONS, MAX_SEATS, TERMINAL, Action
from ai.policy cimport playout
from ai.table cimport Edge, Node

import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from ai.report import ActionReport, SearchReport, forced_report

KEYS = {"mo": MULTIPLE_OBSERVER, "so": SINGLE_OBSERVER, "open": OPEN_LOOP}
BATCH_SECONDS = 0.02  # between looks at the clock and at Ctrl-C
ITERATIONS_A_NODE = 10  # where nodes alone are bounded: a small endgame has fewer than any bound


cdef class Tree:
    """One search tree with its own random stream and position."""

    def __init__(self, State root not None, Stream stream not None, Policy policy not None,
                 Evaluator evaluator, int keys, int cutoff, double c, double weight,
                 Policy advisor not None):
        if cutoff >= 0 and evaluator is None:
            raise ValueError("a cutoff needs an evaluator")
        self.root = root
        self.work = root.clone()
        self.table = Table(root.players)
        self.stream = stream
        self.policy = policy
        self.evaluator = evaluator
        self.keys = keys
        self.cutoff = cutoff
        self.searcher = root.c_mover()
        self.c = c
        self.weight = weight
        self.advisor = advisor

    def run(self, int iterations, long long max_nodes):
        """Run iterations without the GIL, fewer if `max_nodes` is reached; return how many."""
        cdef int done = 0, status = 0
        with nogil:
            while done < iterations and self.table.node_count < max_nodes:
                status = self.iterate()
                if status < 0:
                    break
                done += 1
        self.iterations += done
        self.root.settle()
        if status < 0:
            raise MemoryError("no memory for a larger search tree")
        return done

    cdef int iterate(self) noexcept nogil:
        """Redeal, descend, play out, back up; return -1 without memory."""
        cdef double[MAX_SEATS] values
        cdef int length
        self.work.c_copy_from(self.root)
        self.work.c_redeal(self.searcher, self.stream.bits)
        length = self.descend(self.work, values)
        if length < 0:
            return -1
        if length > self.depth:
            self.depth = length
        self.backup(length, values)
        return 0

    cdef int descend(self, State work, double* values) noexcept nogil:
        """Follow the tree to its edge, add a node, fill `values`; return the path's length."""
        cdef Action[MAX_ACTIONS] actions
        cdef uint32_t[MAX_ACTIONS] edges
        cdef int mover, n, node, fresh, length = 0
        cdef uint32_t edge
        cdef uint64_t key, trail = 0
        self.leaf = -1
        while length < MAX_PATH:
            mover = work.c_mover()
            if mover == TERMINAL:
                work.c_utilities(values)
                return length
            if mover == CHANCE:
                work.c_play(work.c_sample(self.stream.bits))
                continue
            n = work.c_legal(actions)
            if n == 1:
                work.c_play(actions[0])
                continue
            key = self.node_key(mover, trail)
            node = self.table.find(key, <uint32_t>mover)
            if node < 0:
                node = self.table.insert(key, <uint32_t>mover)
                if node < 0:
                    return -1
                if length > 0:  # the root's first visit goes on to its first action
                    self.leaf = node
                    self.leaf_mover = mover
                    break
            fresh = self.table.match(node, actions, n, edges)
            if fresh < 0:
                return -1
            if self.weight > 0:
                if fresh:
                    self.advise(work, actions, edges, n)
                edge = self.select_with_prior(node, mover, edges, n)
            else:
                edge = self.select(node, mover, edges, n)
            self.path[length].node = node
            self.path[length].edge = edge
            self.path[length].mover = mover
            length += 1
            trail = chain(trail, self.table.edges[edge].action)
            work.c_play(self.table.edges[edge].action)
        playout(work, self.policy, self.evaluator, self.cutoff, values, self.stream.bits)
        return length

    cdef uint64_t node_key(self, int mover, uint64_t trail) noexcept nogil:
        if self.keys == MULTIPLE_OBSERVER:
            return self.work.c_info_key(mover)
        if self.keys == SINGLE_OBSERVER:
            return self.work.c_info_key(self.searcher)
        return trail

    cdef uint32_t select(self, int node, int mover, const uint32_t* edges, int n) noexcept nogil:
        """UCT among the legal edges, with availability counts; an untried edge comes first."""
        cdef Edge* edge
        cdef uint32_t best = edges[0], last_available = 0
        cdef double bound, highest = -1.0, log_available = 0.0
        cdef int i, untried = 0
        for i in range(n):
            edge = &self.table.edges[edges[i]]
            edge.available += 1
            if edge.visits == 0:
                untried += 1
                if untried == 1 or below(self.stream.bits, untried) == 0:
                    best = edges[i]
            elif untried == 0:
                if edge.available != last_available:
                    last_available = edge.available
                    log_available = log(<double>last_available)
                bound = (self.table.sum_of(edges[i])[mover] / edge.visits
                         + self.c * sqrt(log_available / edge.visits))
                if bound > highest:
                    highest = bound
                    best = edges[i]
        return best

    cdef void advise(self, State work, const Action* actions, const uint32_t* edges,
                     int n) noexcept nogil:
        """Give new edges their prior."""
        cdef double[MAX_ACTIONS] prior
        cdef int i
        self.advisor.c_prior(work, actions, n, prior)
        for i in range(n):
            if self.table.edges[edges[i]].available == 0:
                self.table.edges[edges[i]].prior = <float>prior[i]

    cdef uint32_t select_with_prior(self, int node, int mover, const uint32_t* edges,
                                    int n) noexcept nogil:
        """UCT with `weight` visits of the node's mean plus the prior in every edge's mean.

        An untried edge is then worth what its node is worth so far, better or worse by its prior:
        the progressive bias of Chaslot et al. 2008 and first-play urgency in one.
        """
        cdef Edge* edge
        cdef uint32_t best = edges[0], last_available = 0
        cdef double bound, visits, highest = -1e9, log_available = 0.0
        cdef double mean = self.table.nodes[node].value / max(<uint32_t>1,
                                                              self.table.nodes[node].visits)
        cdef int i
        for i in range(n):
            edge = &self.table.edges[edges[i]]
            edge.available += 1
            if edge.available != last_available:
                last_available = edge.available
                log_available = log(<double>last_available)
            visits = edge.visits + self.weight
            bound = ((self.table.sum_of(edges[i])[mover] + self.weight * (mean + edge.prior))
                     / visits + self.c * sqrt(log_available / visits))
            if bound > highest:
                highest = bound
                best = edges[i]
        return best

    cdef void backup(self, int length, const double* values) noexcept nogil:
        cdef int i, seat, seats = self.root.players
        cdef Node* nodes = self.table.nodes
        cdef Edge* edges = self.table.edges
        cdef double* sums
        cdef Step step
        for i in range(length):
            step = self.path[i]
            nodes[step.node].visits += 1
            nodes[step.node].value += values[step.mover]
            edges[step.edge].visits += 1
            sums = self.table.sum_of(step.edge)
            for seat in range(seats):
                sums[seat] += values[seat]
            sums[seats] += values[step.mover] * values[step.mover]
        if self.leaf >= 0:
            nodes[self.leaf].visits = 1
            nodes[self.leaf].value = values[self.leaf_mover]

    @property
    def nodes(self):
        """Nodes of the tree."""
        return self.table.node_count

    @property
    def bytes(self):
        """Bytes of memory that the tree uses."""
        return self.table.bytes

    @property
    def collisions(self):
        """Lookups at which the check value told two nodes with one key apart."""
        return self.table.collisions

    def root_rows(self):
        """Return ``{action: (visits, [sum of each seat's value], sum of squares)}`` at the root."""
        cdef uint32_t i, edge
        cdef int seat, seats = self.root.players
        rows = {}
        if self.table.node_count:
            for i in range(self.table.nodes[0].edges):
                edge = self.table.nodes[0].first + i
                rows[self.table.edges[edge].action] = (
                    self.table.edges[edge].visits,
                    [self.table.sum_of(edge)[seat] for seat in range(seats)],
                    self.table.sum_of(edge)[seats])
        return rows

    def node_at(self, State at not None, decisions=()):
        """Return a node's visits, sum of its mover's values and `Table.rows`, or None.

        Parameters
        ----------
        at : State
            A position of a later decision.
        decisions : sequence of int
            The choices that led to it from the root; for open loop only.
        """
        cdef uint64_t trail = 0
        for action in decisions:
            trail = chain(trail, <Action>action)
        self.work.c_copy_from(at)
        cdef int node = self.table.find(self.node_key(at.c_mover(), trail),
                                        <uint32_t>at.c_mover())
        if node < 0:
            return None
        return (self.table.nodes[node].visits, self.table.nodes[node].value,
                self.table.rows(node))

    def variation(self, action):
        """Return the texts of `action` and the most visited replies, up to a chance node.

        They are of one world that the searcher holds possible, not of the one it was handed.
        """
        cdef State at = self.root.clone()
        cdef int node, i, best, visits
        cdef uint64_t trail = 0
        texts = []
        at.c_redeal(self.searcher, self.stream.bits)
        while True:
            texts.append(at.text(action))
            if len(at.legal_actions()) > 1:
                trail = chain(trail, <Action>action)
            at.play(action)
            if at.c_mover() < 0:
                return tuple(texts)
            legal = at.legal_actions()
            if len(legal) == 1:
                action = legal[0]
                continue
            self.work.c_copy_from(at)
            node = self.table.find(self.node_key(at.c_mover(), trail), <uint32_t>at.c_mover())
            best = -1
            visits = 1
            if node >= 0:
                for i in range(self.table.nodes[node].edges):
                    edge = self.table.nodes[node].first + i
                    if (self.table.edges[edge].visits > <uint32_t>visits
                            and self.table.edges[edge].action in legal):
                        visits = self.table.edges[edge].visits
                        best = edge
            if best < 0 or len(texts) >= 12:
                return tuple(texts)
            action = self.table.edges[best].action


class Ismcts:
    """A searcher; see the module's text.

    Parameters
    ----------
    policy : Policy
        Chooses the decisions of playouts.
    evaluator : Evaluator or None
        Judges the end of playouts that are cut off.
    keys : {"mo", "so", "open"}
    c : float
        Exploration constant of UCT, for values in [0, 1].
    cutoff : int
        Turns of a playout before the evaluator judges; -1 plays to the end.
    advisor : Policy or None
        Gives the prior of every action; None leaves it out and tries every action first.
    weight : float
        Visits that the prior counts as.
    trees : int
        Independent trees whose roots are added up.
    threads : int
        Threads that grow them; changes the time, never the result of a counted budget.
    """

    def __init__(self, policy, evaluator=None, *, keys="mo", c=0.7, cutoff=-1, advisor=None,
                 weight=1.0, trees=2, threads=1):
        if keys not in KEYS:
            raise ValueError(f"keys={keys!r}: one of {', '.join(KEYS)}")
        self.policy = policy
        self.evaluator = evaluator
        self.keys = keys
        self.c = c
        self.cutoff = cutoff
        self.advisor = policy if advisor is None else advisor
        self.weight = 0.0 if advisor is None else weight
        self.trees = trees
        self.threads = threads

    def search(self, state, limit, *seed):
        """Search the mover's decision.

        Parameters
        ----------
        state : State
            The position; what its mover cannot know is redealt at every iteration.
        limit : Limit
            When to stop.
        *seed : int or str
            Parts of the seed of the trees' streams.

        Returns
        -------
        SearchReport

        Raises
        ------
        ValueError
            If no seat decides here.
        """
        start = time.perf_counter()
        mover = state.mover
        if mover < 0:
            raise ValueError("search: no seat decides here")
        legal = state.legal_actions()
        if len(legal) == 1:
            return forced_report(mover, legal[0], state.text(legal[0]), state.players)
        trees = [
            Tree(state.clone(), Stream(*seed, "tree", i), self.policy, self.evaluator,
                 KEYS[self.keys], self.cutoff, self.c, self.weight, self.advisor)
            for i in range(self.trees)
        ]
        self._grow(trees, limit, start)
        return report(state, trees, time.perf_counter() - start)

    def _grow(self, trees, limit, start):
        stop = threading.Event()
        deadline = None if limit.seconds is None else start + limit.seconds
        jobs = []
        for thread in range(min(self.threads, len(trees))):
            mine = []
            for i in range(thread, len(trees), self.threads):
                iterations, nodes = (
                    None if bound is None else bound // len(trees) + (i < bound % len(trees))
                    for bound in (limit.iterations, limit.nodes))
                if iterations is None and nodes is not None:
                    iterations = ITERATIONS_A_NODE * nodes
                mine.append((trees[i], iterations, nodes))
            jobs.append(mine)
        if len(jobs) == 1:
            _grow_some(jobs[0], deadline, stop)
            return
        with ThreadPoolExecutor(len(jobs)) as pool:
            try:
                for done in [pool.submit(_grow_some, mine, deadline, stop) for mine in jobs]:
                    done.result()
            finally:
                stop.set()


def _grow_some(jobs, deadline, stop):
    """Grow trees in turns of a few milliseconds until every one has reached its bounds."""
    size = 16
    while jobs and not stop.is_set():
        unfinished = []
        for tree, iterations, nodes in jobs:
            wanted = size if iterations is None else min(size, iterations - tree.iterations)
            before = time.perf_counter()
            if deadline is not None and before >= deadline and tree.iterations:
                continue
            done = tree.run(wanted, 1 << 40 if nodes is None else nodes)
            spent = time.perf_counter() - before
            if done == size and spent < BATCH_SECONDS / 2:
                size *= 2
            if done == wanted and (iterations is None or tree.iterations < iterations):
                unfinished.append((tree, iterations, nodes))
        jobs = unfinished


def report(state, trees, seconds):
    """Add up the roots of some trees into a SearchReport."""
    seats = state.players
    mover = state.mover
    rows = [tree.root_rows() for tree in trees]
    actions = []
    for action in state.legal_actions():
        visits = 0
        squares = 0.0
        sums = [0.0] * seats
        for row in rows:
            if action in row:
                visits += row[action][0]
                squares += row[action][2]
                sums = [a + b for a, b in zip(sums, row[action][1], strict=True)]
        values = tuple(s / visits if visits else math.nan for s in sums)
        error = math.nan
        if visits > 1:
            variance = max(0.0, squares / visits - values[mover] ** 2) * visits / (visits - 1)
            error = math.sqrt(variance / visits)
        actions.append(ActionReport(action, state.text(action), visits, values, error))
    actions.sort(key=lambda row: (-row.visits, -row.values[mover] if row.visits else 0.0))
    chosen = actions[0].action
    longest = max((tree.variation(chosen) for tree in trees), key=len)
    return SearchReport(
        seat=mover,
        chosen=chosen,
        actions=tuple(actions),
        variation=longest,
        iterations=sum(tree.iterations for tree in trees),
        nodes=sum(tree.nodes for tree in trees),
        depth=max(tree.depth for tree in trees),
        seconds=seconds,
    )

"""The node table of a tree search: 64-bit keys to nodes, nodes to edges, ids and no pointers.

Everything lives in four arrays that double when full and are freed at once. An edge does not
know its child: the child is found under the key of the position that the action leads to, so
hidden information and dice need nothing special, and transpositions meet.
"""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset
from core.rng cimport mix
from core.state cimport MAX_ACTIONS


cdef class Table:
    """Nodes and edges of one search.

    Parameters
    ----------
    seats : int
        Values kept for every edge.

    Attributes
    ----------
    node_count, edge_count : int
        In use.
    collisions : int
        Lookups at which the check value told two positions with one key apart.
    """

    def __cinit__(self, int seats):
        self.seats = seats
        self.node_room = 1024
        self.edge_room = 4096
        self.slot_mask = 2047
        self.nodes = <Node*>malloc(self.node_room * sizeof(Node))
        self.edges = <Edge*>malloc(self.edge_room * sizeof(Edge))
        self.sums = <double*>malloc(self.edge_room * (seats + 1) * sizeof(double))
        self.slots = <uint32_t*>calloc(self.slot_mask + 1, sizeof(uint32_t))
        if not (self.nodes and self.edges and self.sums and self.slots):
            raise MemoryError("no memory for a search tree")

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)
        free(self.sums)
        free(self.slots)

    @property
    def bytes(self):
        """Bytes of memory in use by nodes, edges, values and slots."""
        return (self.node_count * sizeof(Node)
                + self.edge_count * (sizeof(Edge) + (self.seats + 1) * sizeof(double))
                + (self.slot_mask + 1) * sizeof(uint32_t))

    cdef int find(self, uint64_t key, uint32_t check) noexcept nogil:
        """Return the id of a node, or -1."""
        cdef uint32_t slot = <uint32_t>mix(key) & self.slot_mask, held
        while True:
            held = self.slots[slot]
            if held == 0:
                return -1
            if self.nodes[held - 1].key == key:
                if self.nodes[held - 1].check == check:
                    return held - 1
                self.collisions += 1
            slot = (slot + 1) & self.slot_mask

    cdef int insert(self, uint64_t key, uint32_t check) noexcept nogil:
        """Add a node that `find` did not find; return its id, or -1 without memory."""
        cdef uint32_t slot
        cdef Node* node
        if self.node_count == self.node_room and self.grow_nodes() < 0:
            return -1
        slot = <uint32_t>mix(key) & self.slot_mask
        while self.slots[slot]:
            slot = (slot + 1) & self.slot_mask
        node = &self.nodes[self.node_count]
        memset(node, 0, sizeof(Node))
        node.key = key
        node.check = check
        self.node_count += 1
        self.slots[slot] = self.node_count
        return self.node_count - 1

    cdef int grow_nodes(self) noexcept nogil:
        """Double the nodes and their slots, which stay at most half full."""
        cdef uint32_t room = 2 * self.node_room, i, slot
        cdef Node* nodes
        cdef uint32_t* slots
        if room > <uint32_t>1 << 30:
            return -1
        nodes = <Node*>realloc(self.nodes, room * sizeof(Node))
        if nodes == NULL:
            return -1
        self.nodes = nodes
        self.node_room = room
        slots = <uint32_t*>calloc(2 * <size_t>room, sizeof(uint32_t))
        if slots == NULL:
            return -1
        free(self.slots)
        self.slots = slots
        self.slot_mask = 2 * room - 1
        for i in range(self.node_count):
            slot = <uint32_t>mix(self.nodes[i].key) & self.slot_mask
            while slots[slot]:
                slot = (slot + 1) & self.slot_mask
            slots[slot] = i + 1
        return 0

    cdef int reserve(self, uint32_t count) noexcept nogil:
        """Make room for `count` more edges; -1 without memory."""
        cdef size_t room = self.edge_room
        cdef Edge* edges
        cdef double* sums
        if self.edge_count + count <= self.edge_room:
            return 0
        while room < <size_t>self.edge_count + count:
            room *= 2
        if room > <size_t>1 << 31:
            return -1
        edges = <Edge*>realloc(self.edges, room * sizeof(Edge))
        if edges == NULL:
            return -1
        self.edges = edges
        sums = <double*>realloc(self.sums, room * (self.seats + 1) * sizeof(double))
        if sums == NULL:
            return -1
        self.sums = sums
        self.edge_room = <uint32_t>room
        return 0

    cdef int match(self, int node, const Action* actions, int n, uint32_t* found) noexcept nogil:
        """Find the edges of `n` rising actions, adding those that are new.

        Return how many are new, or -1 without memory. New edges have no visits, not even available.
        Addresses of edges do not survive this call: it may move them.
        """
        cdef Node* at = &self.nodes[node]
        cdef uint32_t need, old, last, to
        cdef int i, e = 0, fresh = 0, stride = self.seats + 1
        for i in range(n):
            while e < at.edges and self.edges[at.first + e].action < actions[i]:
                e += 1
            if e < at.edges and self.edges[at.first + e].action == actions[i]:
                found[i] = at.first + e
                e += 1
            else:
                fresh += 1
        if fresh == 0:
            return 0
        need = at.edges + fresh
        if need > at.room:  # move to a larger block; a full first block fits exactly
            last = need if at.room == 0 else need + (need >> 1)
            if last > 0xFFFF or self.reserve(last) < 0:
                return -1
            memcpy(&self.edges[self.edge_count], &self.edges[at.first], at.edges * sizeof(Edge))
            memcpy(self.sum_of(self.edge_count), self.sum_of(at.first),
                   at.edges * stride * sizeof(double))
            at.first = self.edge_count
            at.room = <uint16_t>last
            self.edge_count += last
        # Merge from the back, so that every edge moves once and nothing is overwritten.
        old = at.edges
        to = need
        i = n - 1
        while i >= 0:
            if old > 0 and self.edges[at.first + old - 1].action >= actions[i]:
                if self.edges[at.first + old - 1].action == actions[i]:
                    found[i] = at.first + to - 1
                    i -= 1
                old -= 1
                to -= 1
                if old != to:
                    self.edges[at.first + to] = self.edges[at.first + old]
                    memcpy(self.sum_of(at.first + to), self.sum_of(at.first + old),
                           stride * sizeof(double))
            else:
                to -= 1
                memset(&self.edges[at.first + to], 0, sizeof(Edge))
                memset(self.sum_of(at.first + to), 0, stride * sizeof(double))
                self.edges[at.first + to].action = actions[i]
                found[i] = at.first + to
                i -= 1
        at.edges = <uint16_t>need
        return fresh

    # ------------------------------------------------------------------ the Python face, for tests

    def node(self, uint64_t key, uint32_t check):
        """Return the id of the node under `key`, adding it if it is new."""
        cdef int found = self.find(key, check)
        if found < 0:
            found = self.insert(key, check)
        if found < 0:
            raise MemoryError("no memory for a larger search tree")
        return found

    def has(self, uint64_t key, uint32_t check):
        """Return whether there is a node under `key`."""
        return self.find(key, check) >= 0

    def visit(self, uint32_t node, actions, action, values):
        """Make one visit to `node`, at which rising `actions` were open: try `action`."""
        cdef Action[MAX_ACTIONS] legal
        cdef uint32_t[MAX_ACTIONS] edges
        cdef int i, n = len(actions)
        cdef double* sums
        if node >= self.node_count or n > MAX_ACTIONS or len(values) != self.seats:
            raise ValueError("visit: no such node, or too many actions, or not a value a seat")
        for i in range(n):
            legal[i] = actions[i]
        if self.match(node, legal, n, edges) < 0:
            raise MemoryError("no memory for a larger search tree")
        for i in range(n):
            self.edges[edges[i]].available += 1
            if legal[i] == <Action>action:
                self.edges[edges[i]].visits += 1
                sums = self.sum_of(edges[i])
                for seat in range(self.seats):
                    sums[seat] += values[seat]

    def rows(self, uint32_t node):
        """Return ``[(action, visits, available, [sum of each seat's value])]`` of a node."""
        if node >= self.node_count:
            raise ValueError("rows: no such node")
        cdef Node* at = &self.nodes[node]
        return [(self.edges[e].action, self.edges[e].visits, self.edges[e].available,
                 [self.sum_of(e)[seat] for seat in range(self.seats)])
                for e in range(at.first, at.first + at.edges)]

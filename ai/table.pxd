from libc.stdint cimport uint16_t, uint32_t, uint64_t
from core.state cimport Action

cdef struct Node:           # a decision node
    uint64_t key            # information set, or path
    uint32_t check          # mover and game phase: tells a false match of keys
    uint32_t visits
    uint32_t first          # id of its first edge; the others follow
    uint16_t edges          # edges in use, by rising action
    uint16_t room           # edges reserved
    double value            # sum of the mover's value over the visits

cdef struct Edge:           # an action at a node
    Action action
    uint32_t visits
    uint32_t available      # visits of the node at which the action was legal
    float prior             # what the policy promises of it, as a change of the mover's value


cdef class Table:
    cdef Node* nodes
    cdef Edge* edges
    cdef double* sums           # (seats + 1) an edge: sums of each seat's values, mover's squares
    cdef uint32_t* slots        # open addressing: node id + 1, or 0
    cdef readonly uint32_t node_count
    cdef readonly uint32_t edge_count
    cdef uint32_t node_room
    cdef uint32_t edge_room
    cdef uint32_t slot_mask     # number of slots - 1, a power of two - 1
    cdef readonly int seats
    cdef readonly uint32_t collisions  # false matches that the check value caught

    cdef int find(self, uint64_t key, uint32_t check) noexcept nogil
    cdef int insert(self, uint64_t key, uint32_t check) noexcept nogil
    cdef int match(self, int node, const Action* actions, int n, uint32_t* found) noexcept nogil
    cdef int grow_nodes(self) noexcept nogil
    cdef int reserve(self, uint32_t count) noexcept nogil
    cdef inline double* sum_of(self, uint32_t edge) noexcept nogil:
        return &self.sums[<size_t>edge * (self.seats + 1)]

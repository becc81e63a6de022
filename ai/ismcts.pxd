from libc.stdint cimport uint32_t, uint64_t
from ai.policy cimport Evaluator, Policy
from ai.table cimport Table
from core.rng cimport Stream
from core.state cimport Action, State

cdef enum:
    MULTIPLE_OBSERVER, SINGLE_OBSERVER, OPEN_LOOP  # keys of nodes
    MAX_PATH = 512                                 # decisions of one descent into the tree

cdef struct Step:
    uint32_t node
    uint32_t edge
    int mover


cdef class Tree:
    cdef State root             # what the searcher was handed; never changed
    cdef State work             # the position of the current iteration
    cdef Table table
    cdef Stream stream          # this tree's own
    cdef Policy policy
    cdef Evaluator evaluator
    cdef int keys
    cdef int cutoff             # turns of a playout before the evaluator; below 0: to the end
    cdef int searcher
    cdef int leaf               # node added by the current iteration, or -1
    cdef int leaf_mover
    cdef double c
    cdef double weight          # visits that a policy's prior counts as; 0: no prior
    cdef Policy advisor         # gives the prior
    cdef readonly long long iterations
    cdef readonly int depth     # decisions on the longest path so far
    cdef Step[MAX_PATH] path

    cdef int iterate(self) noexcept nogil
    cdef int descend(self, State work, double* values) noexcept nogil
    cdef uint64_t node_key(self, int mover, uint64_t trail) noexcept nogil
    cdef void advise(self, State work, const Action* actions, const uint32_t* edges,
                     int n) noexcept nogil
    cdef uint32_t select(self, int node, int mover, const uint32_t* edges, int n) noexcept nogil
    cdef uint32_t select_with_prior(self, int node, int mover, const uint32_t* edges,
                                    int n) noexcept nogil
    cdef void backup(self, int length, const double* values) noexcept nogil

from numpy.random cimport bitgen_t
from core.state cimport Action, State


cdef class Policy:
    cdef Action c_choose(self, State state, bitgen_t* rng) noexcept nogil
    cdef void c_prior(self, State state, const Action* actions, int n,
                      double* out) noexcept nogil


cdef class Evaluator:
    cdef void c_evaluate(self, State state, double* out) noexcept nogil
    cdef bint c_quiet(self, State state) noexcept nogil
    cdef bint c_boundary(self, State state) noexcept nogil


cdef void chances(double* points, int players, double spread) noexcept nogil
cdef int playout(State state, Policy policy, Evaluator evaluator, int turns, double* out,
                 bitgen_t* rng) noexcept nogil

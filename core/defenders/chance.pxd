from core.defenders.position cimport Position
from core.defenders.tables cimport Tables
from core.state cimport Action
from numpy.random cimport bitgen_t

cdef int write_outcomes(const Position* p, const Tables* t, Action* out,
                        double* probability) noexcept nogil
cdef Action sample_outcome(const Position* p, const Tables* t, bitgen_t* rng) noexcept nogil
cdef Action only_outcome(const Position* p, const Tables* t) noexcept nogil
cdef int source_of(const Position* p) noexcept nogil

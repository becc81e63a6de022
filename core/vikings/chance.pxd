from core.state cimport Action
from core.vikings.position cimport Position
from core.vikings.tables cimport Tables
from numpy.random cimport bitgen_t

cdef int write_outcomes(const Position* p, const Tables* t, Action* out,
                        double* probability) noexcept nogil
cdef Action sample_outcome(const Position* p, const Tables* t, bitgen_t* rng) noexcept nogil

from libc.stdint cimport int32_t, uint32_t, uint64_t
from core.state cimport State

cdef struct Head:       # of the position; the marshalled value of the rules follows
    uint32_t length     # of the value in bytes; behind it all is zero
    uint32_t turn
    int32_t mover
    uint32_t spare


cdef class PythonState(State):
    cdef Head* head
    cdef char* body             # just behind the head
    cdef size_t room            # bytes of the body
    cdef readonly bint hides    # the game overrides `known`
    cdef bint sees_all          # it does not override `shown`
    cdef bint has_sources       # it overrides `stream_of`

    cdef object value(self)
    cdef int store(self, object value) except -1
    cdef int next_mover(self, object value) except? -3
    cdef void c_judge(self, double* out) noexcept nogil

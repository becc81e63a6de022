from libc.stdint cimport uint64_t
from core.defenders.position cimport Position
from core.defenders.tables cimport Box, Tables
from core.state cimport State


cdef class Defenders(State):
    cdef Position p
    cdef Box box
    cdef const Tables* t        # of box

    cdef uint64_t hashed(self) noexcept nogil

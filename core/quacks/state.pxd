from libc.stdint cimport uint64_t
from core.quacks.position cimport Position
from core.quacks.tables cimport Box, Tables
from core.state cimport State

cdef enum:          # random sources beside the seats' bags (c_source)
    DICE = 4
    DECK = 5


cdef class Quacks(State):
    cdef Position p
    cdef Box box
    cdef const Tables* t        # of box

    cdef uint64_t hashed(self, int observer) noexcept nogil
    cdef bint asked_later(self) noexcept nogil

from libc.stdint cimport uint64_t
from core.state cimport State
from core.vikings.position cimport Position
from core.vikings.tables cimport Box, Tables

cdef enum:              # random sources (c_source): a seat draws runes from source `seat`,
    DICE_SOURCE = 5     # and rolls from source 5 + seat
    TREASURE_SOURCE = 10
    SAGA_SOURCE = 11


cdef class Vikings(State):
    cdef Position p
    cdef Box box
    cdef const Tables* t        # of box

    cdef uint64_t hashed(self, int observer) noexcept nogil

from core.defenders.position cimport Position
from core.defenders.tables cimport HEROES, Tables
from core.state cimport Action
from ai.knowledge.defenders_plan cimport Lore
from ai.policy cimport Policy


cdef class DefendersPolicy(Policy):
    cdef Lore lore
    cdef double[HEROES] heroes      # how gladly each is chosen
    cdef object blank               # keeps the tables alive

    cdef Action answer(self, const Position* p, const Tables* t) noexcept nogil

from core.quacks.position cimport Position
from core.quacks.tables cimport KINDS, ROUNDS, Reward, Tables

cdef enum:
    MONEY = 64                  # coins that one can have are fewer

cdef struct Worth:  # in points of the final margin, by rounds left
    double chip[ROUNDS + 1][KINDS]      # in the bag
    double coins[ROUNDS + 1][MONEY]     # to spend in the round before those left
    double hope[ROUNDS + 1][MONEY]      # the same where brewing may go on: prices smoothed out
    double score[ROUNDS + 1]            # of a point: the rats feed on a lead
    double ruby[ROUNDS + 1]
    double step[ROUNDS + 1]             # of the droplet
    double flask[ROUNDS + 1]            # full
    double spread[ROUNDS + 1]           # margin that e-folds the odds of winning


cdef class Appraisal:
    cdef Worth worth


cdef int rounds_left(const Position* p) noexcept nogil
cdef double reward_worth(const Reward* reward, const Worth* w, int left) noexcept nogil
cdef double expected_points(const Position* p, const Tables* t, const Worth* w,
                            int seat) noexcept nogil

"""Chance: the outcomes that may come next, their exact probabilities, and one of them drawn."""

from libc.stdint cimport uint32_t, uint64_t
from core.rng cimport below
from core.vikings.position cimport (
    DIE, DRAW, FACE, FALL, HIT, REVEAL, RUNE, SAGA, THROW, TREASURE, TURN_SAGA, act_of, bit, bits,
    effective, low_bit,
)
from core.vikings.sagas cimport era_due
from core.vikings.tables cimport NOT_WELCOME, RUNES

cdef enum:
    SMALL = 12
    LARGE = 3


cdef double choose(int n, int k) noexcept nogil:
    cdef double ways = 1.0
    cdef int i
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways


cdef double hit_share(const Position* p, const Tables* t) noexcept nogil:
    """Chance of one die to hit: lower than the effective value (R10), or 4 to 6 (R12)."""
    if p.card == NOT_WELCOME:
        return (effective(p, t, p.seat[p.target].space) - 1) / 6.0
    return 0.5


cdef int hit_dice(const Position* p) noexcept nogil:
    return 3 if p.card == NOT_WELCOME else p.seat[p.target].crew


cdef int write_treasures(const Position* p, const Tables* t, int* points,
                         int* tokens) noexcept nogil:
    """The treasures that may lie under the town just raided, each value once; return how many."""
    cdef bint large = t.large & bit(p.seat[p.active].space) != 0
    cdef int size = LARGE if large else SMALL, i, n = 0
    cdef uint64_t towns = t.towns
    for i in range(size):
        if n and points[n - 1] == (t.large_treasure[i] if large else t.small_treasure[i]):
            tokens[n - 1] += 1
        else:
            points[n] = t.large_treasure[i] if large else t.small_treasure[i]
            tokens[n] = 1
            n += 1
    while towns:
        i = low_bit(towns)
        towns &= towns - 1
        if p.treasure[t.town[i]] and (t.large & bit(i) != 0) == large:
            size = 0
            while points[size] != p.treasure[t.town[i]]:
                size += 1
            tokens[size] -= 1
    return n


cdef int write_outcomes(const Position* p, const Tables* t, Action* out,
                        double* probability) noexcept nogil:
    """Write every outcome, rising, with its probability; return how many."""
    cdef int[SMALL] points
    cdef int[SMALL] tokens
    cdef int i, k, n = 0, total = 0
    cdef uint32_t sagas
    cdef double share
    if p.ask == DRAW:
        for i in range(RUNES):
            if p.deck[i]:
                out[n] = act_of(RUNE, i)
                probability[n] = <double>p.deck[i] / p.deck_size
                n += 1
    elif p.ask == TURN_SAGA:
        sagas = p.unseen & t.era_sagas[era_due(p)]
        while sagas:
            out[n] = act_of(SAGA, low_bit(sagas))
            probability[n] = 1.0 / bits(p.unseen & t.era_sagas[era_due(p)])
            n += 1
            sagas &= sagas - 1
    elif p.ask == DIE:
        for i in range(6):
            out[i] = act_of(FACE, i + 1)
            probability[i] = 1.0 / 6
        n = 6
    elif p.ask == THROW:
        total = 6 if p.dice == 1 else 36 if p.dice == 2 else 216
        for i in range(t.roll_first[p.dice], t.roll_first[p.dice + 1]):
            out[n] = act_of(FALL, i)
            probability[n] = <double>t.roll_weight[i] / total
            n += 1
    elif p.ask == REVEAL:
        k = write_treasures(p, t, points, tokens)
        for i in range(k):
            total += tokens[i]
        for i in range(k):
            if tokens[i]:
                out[n] = act_of(TREASURE, points[i])
                probability[n] = <double>tokens[i] / total
                n += 1
    else:
        total = hit_dice(p)
        share = hit_share(p, t)
        for i in range(total + 1):
            out[i] = act_of(HIT, i)
            probability[i] = choose(total, i)
            for k in range(total):
                probability[i] *= share if k < i else 1 - share
        n = total + 1
    return n


cdef Action sample_outcome(const Position* p, const Tables* t, bitgen_t* rng) noexcept nogil:
    """Return one outcome, drawn from the distribution of `write_outcomes`."""
    cdef int[SMALL] points
    cdef int[SMALL] tokens
    cdef int[3] dice
    cdef int i = 0, k, left
    cdef uint32_t sagas
    if p.ask == DRAW:
        left = below(rng, p.deck_size)
        while left >= p.deck[i]:
            left -= p.deck[i]
            i += 1
        return act_of(RUNE, i)
    if p.ask == TURN_SAGA:
        sagas = p.unseen & t.era_sagas[era_due(p)]
        for _ in range(<int>below(rng, bits(sagas))):
            sagas &= sagas - 1
        return act_of(SAGA, low_bit(sagas))
    if p.ask == DIE:
        return act_of(FACE, 1 + below(rng, 6))
    if p.ask == THROW:
        dice[1] = dice[2] = 0
        for i in range(p.dice):
            left = 1 + below(rng, 6)
            k = i
            while k > 0 and dice[k - 1] > left:
                dice[k] = dice[k - 1]
                k -= 1
            dice[k] = left
        return act_of(FALL, t.roll_index[dice[0]][dice[1]][dice[2]])
    if p.ask == REVEAL:
        k = write_treasures(p, t, points, tokens)
        left = -1
        for i in range(k):
            left += tokens[i]
        left = below(rng, left + 1)
        i = 0
        while left >= tokens[i]:
            left -= tokens[i]
            i += 1
        return act_of(TREASURE, points[i])
    k = 0
    left = effective(p, t, p.seat[p.target].space) - 1 if p.card == NOT_WELCOME else 3
    for _ in range(hit_dice(p)):
        k += <int>below(rng, 6) < left
    return act_of(HIT, k)

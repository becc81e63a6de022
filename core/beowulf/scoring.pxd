from libc.stdint cimport uint8_t, uint64_t
from core.beowulf.tables cimport ABILITIES, FIGURE, KINDS, SEATS, SPACES, Board, Tables

cdef struct Ground:             # what lies on the board; masks and content always agree
    uint64_t empty              # empty playable spaces
    uint64_t boons              # tiles with a value above 0
    uint64_t figures[SEATS]     # figures of each seat
    uint64_t having[ABILITIES]  # tiles of each ability
    uint8_t content[SPACES]     # 0 empty, 1 + tile id, or FIGURE + seat * KINDS + kind


cdef extern from *:
    """
    #define bit_count(x) __builtin_popcountll(x)
    #define low_bit(x) __builtin_ctzll(x)
    #define high_bit(x) (63 - __builtin_clzll(x))
    """
    int bit_count(uint64_t x) noexcept nogil
    int low_bit(uint64_t x) noexcept nogil   # index of the lowest set bit; x != 0
    int high_bit(uint64_t x) noexcept nogil  # index of the highest set bit; x != 0


cdef inline uint64_t before(uint64_t ray, uint64_t gorges) noexcept nogil:
    """The part of a ray towards lower spaces that lies before its first Gorge."""
    cdef uint64_t block = ray & gorges
    if block == 0:
        return ray
    return ray & ~(((<uint64_t>2) << high_bit(block)) - 1)


cdef inline uint64_t after(uint64_t ray, uint64_t gorges) noexcept nogil:
    """The part of a ray towards higher spaces that lies before its first Gorge."""
    cdef uint64_t block = ray & gorges
    if block == 0:
        return ray
    return ray & ((block & (0 - block)) - 1)


cdef inline uint64_t lines(const Board* board, int space, uint64_t gorges) noexcept nogil:
    """Row and column segment of a space (B5, B36), the space itself left out; none for a Gorge."""
    if gorges >> space & 1:
        return 0
    return (before(board.left[space], gorges) | after(board.right[space], gorges)
            | before(board.up[space], gorges) | after(board.down[space], gorges))


cdef inline void put_tile(Ground* g, const Tables* t, int space, int tile) noexcept nogil:
    cdef uint64_t bit = <uint64_t>1 << space
    g.content[space] = <uint8_t>(1 + tile)
    g.empty &= ~bit
    g.having[t.ability[tile]] |= bit
    if t.value[tile] > 0:
        g.boons |= bit


cdef inline void put_figure(Ground* g, int space, int seat, int kind) noexcept nogil:
    cdef uint64_t bit = <uint64_t>1 << space
    g.content[space] = <uint8_t>(FIGURE + seat * KINDS + kind)
    g.empty &= ~bit
    g.figures[seat] |= bit


cdef inline void take(Ground* g, const Tables* t, int space) noexcept nogil:
    """Clear an occupied space."""
    cdef uint64_t bit = <uint64_t>1 << space
    cdef int content = g.content[space]
    if content >= FIGURE:
        g.figures[(content - FIGURE) // KINDS] &= ~bit
    else:
        g.having[t.ability[content - 1]] &= ~bit
        g.boons &= ~bit
    g.content[space] = 0
    g.empty |= bit


cdef inline uint64_t all_figures(const Ground* g) noexcept nogil:
    return g.figures[0] | g.figures[1] | g.figures[2] | g.figures[3]


cdef inline uint64_t tiles_on(const Ground* g, const Board* board) noexcept nogil:
    return board.all & ~g.empty & ~all_figures(g)


cdef inline int sum_of(uint64_t mask, const Ground* g, const Tables* t) noexcept nogil:
    """Sum of the values of what lies on the spaces of a mask."""
    cdef int total = 0
    while mask:
        total += t.content_value[g.content[low_bit(mask)]]
        mask &= mask - 1
    return total


cdef uint64_t facedown(const Board* board, const Ground* g) noexcept nogil
cdef int figure_points(const Board* board, const Tables* t, const Ground* g, uint64_t valued,
                       int space) noexcept nogil
cdef void score(const Board* board, const Tables* t, const Ground* g, int* points) noexcept nogil

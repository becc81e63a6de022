"""Scoring at the climax: segments, Treachery, Horns (rules.md section 6)."""

from libc.string cimport memset
from core.beowulf.tables cimport GORGE, HORN, TREACHERY, Box, lay_out


cdef uint64_t facedown(const Board* board, const Ground* g) noexcept nogil:
    """Boons turned face down: those in the row or column segment of a Treachery (B37)."""
    cdef uint64_t treacheries = g.having[TREACHERY], turned = 0
    while treacheries:
        turned |= lines(board, low_bit(treacheries), g.having[GORGE])
        treacheries &= treacheries - 1
    return turned & g.boons


cdef int figure_points(const Board* board, const Tables* t, const Ground* g, uint64_t valued,
                       int space) noexcept nogil:
    """Points of the figure on a space (B38), if only the tiles of `valued` count."""
    cdef uint64_t seen = lines(board, space, g.having[GORGE])
    return (sum_of(seen & valued, g, t)
            * (t.content_diamonds[g.content[space]] + bit_count(seen & g.having[HORN])))


cdef void score(const Board* board, const Tables* t, const Ground* g, int* points) noexcept nogil:
    """Add every figure's points to those of its owner (B36 to B40)."""
    cdef uint64_t valued = tiles_on(g, board) & ~facedown(board, g)
    cdef uint64_t figures
    cdef int seat
    for seat in range(SEATS):
        figures = g.figures[seat]
        while figures:
            points[seat] += figure_points(board, t, g, valued, low_bit(figures))
            figures &= figures - 1


def score_figures(Box box not None, layout, tiles, figures):
    """Score any board, whatever the box holds.

    Parameters
    ----------
    box : Box
        Tile ids and figures are read from it.
    layout : sequence of str
        The board as a mask, as in components.toml.
    tiles : dict
        ``(row, column): tile id`` (an index into ``components.tiles``).
    figures : dict
        ``(row, column): (seat, kind)``.

    Returns
    -------
    dict
        ``(row, column): points`` of every figure.
    """
    cdef Board board
    cdef Ground g
    memset(&g, 0, sizeof(Ground))
    lay_out(&board, layout)
    g.empty = board.all
    spaces = [(row, column) for row, line in enumerate(layout)
              for column, mark in enumerate(line) if mark == "."]
    index = {place: space for space, place in enumerate(spaces)}
    for place, tile in tiles.items():
        put_tile(&g, &box.tables, index[place], tile)
    for place, (seat, kind) in figures.items():
        put_figure(&g, index[place], seat, kind)
    cdef uint64_t valued = tiles_on(&g, &board) & ~facedown(&board, &g)
    return {place: figure_points(&board, &box.tables, &g, valued, index[place])
            for place in figures}

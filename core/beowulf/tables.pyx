"""The components packed into C tables, once per components file."""

from libc.string cimport memset

from core.beowulf.components import ABILITIES as _ABILITY_IDS

cdef dict boxes = {}


cdef void lay_out(Board* board, layout):
    """Fill the geometry of a mask: '.' is playable, anything else bounds segments (B5, R-1)."""
    memset(board, 0, sizeof(Board))
    index = {}
    for row, line in enumerate(layout):
        for column, mark in enumerate(line):
            if mark == ".":
                index[row, column] = len(index)
    cdef int space
    cdef uint64_t one = 1
    board.spaces = len(index)
    for (row, column), at in index.items():
        space = at
        board.all |= one << space
        for dr, dc in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            ray = 0
            r, c = row + dr, column + dc
            if (r, c) in index:
                board.neighbours[space] |= one << <int>index[r, c]
            while (r, c) in index:
                ray |= 1 << index[r, c]
                r, c = r + dr, c + dc
            if dc:
                if dc < 0:
                    board.left[space] = ray
                else:
                    board.right[space] = ray
            elif dr < 0:
                board.up[space] = ray
            else:
                board.down[space] = ray


cdef class Box:
    """C tables of one `core.beowulf.components.Components`."""

    def __init__(self, components):
        cdef Tables* t = &self.tables
        cdef int k, seat, i = 0
        memset(t, 0, sizeof(Tables))
        self.components = components
        t.start_points = components.start_points
        t.hand_size = components.hand_size
        for k, figure in enumerate(components.figures):
            t.diamonds[k] = figure.diamonds
            t.per_player[k] = figure.per_player
            t.returns[k] = figure.returns
            for seat in range(SEATS):
                t.content_diamonds[FIGURE + seat * KINDS + k] = figure.diamonds
        t.ids = len(components.tiles)
        for i, tile in enumerate(components.tiles):
            t.act[i] = tile.act - 1
            t.count[i] = tile.count
            t.ability[i] = _ABILITY_IDS.index(tile.ability)
            t.value[i] = tile.value
            t.cash[i] = tile.cash
            t.content_value[1 + i] = tile.value
            t.total[t.act[i]] += tile.count
        for k in range(ACTS):
            t.first[k] = sum(tile.act <= k for tile in components.tiles)
            lay_out(&t.board[k], components.boards[k].layout)
        t.first[ACTS] = t.ids


def box_of(components):
    """Return the Box of `components`, made once."""
    box = boxes.get(components.digest)
    if box is None:
        box = boxes[components.digest] = Box(components)
    return box

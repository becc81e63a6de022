from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

cdef enum:
    SEATS = 4
    KINDS = 4       # kinds of figures: Beowulf, Thane, Castle, Longship
    ACTS = 3
    ABILITIES = 11
    SPACES = 64     # bound on the playable spaces of a board
    IDS = 128       # bound on tile ids
    FIGURE = 128    # content of a space: 0 empty, 1 + tile id, or FIGURE + seat * KINDS + kind

cdef enum:          # abilities, in the order of core.beowulf.components.ABILITIES
    PLAIN, TEMPTATION, VALOR, RICHES, DRUNKENNESS, MEAD, STATUE, COUNSEL, HORN, TREACHERY, GORGE

cdef struct Board:              # geometry of one act's board; space s is bit s of every mask
    int spaces                  # playable spaces, 0..spaces-1 in board order
    uint64_t all                # mask of all spaces
    uint64_t neighbours[SPACES]  # orthogonal neighbours
    uint64_t left[SPACES]       # spaces left of s up to the rim, a printed Gorge or a missing space
    uint64_t right[SPACES]
    uint64_t up[SPACES]
    uint64_t down[SPACES]

cdef struct Tables:             # components.toml packed for the rules
    int ids                     # number of tile ids; those of an act stand side by side
    int start_points
    int hand_size
    int first[ACTS + 1]         # first id of each act; first[ACTS] = ids
    int total[ACTS]             # tiles of each act
    uint8_t count[IDS]          # copies of an id
    uint8_t act[IDS]            # 0..2
    uint8_t ability[IDS]
    int8_t value[IDS]
    uint8_t cash[IDS]
    uint8_t diamonds[KINDS]
    uint8_t per_player[KINDS]
    uint8_t returns[KINDS]      # 1 if back in the supply after scoring (B30)
    int8_t content_value[256]   # value of a space's content: 0 for figures and empty spaces
    uint8_t content_diamonds[256]
    Board board[ACTS]


cdef class Box:
    cdef Tables tables
    cdef readonly object components


cdef void lay_out(Board* board, layout)

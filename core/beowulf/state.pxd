from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from core.beowulf.scoring cimport Ground
from core.beowulf.tables cimport ACTS, IDS, KINDS, SEATS, Box, Tables
from core.state cimport State
from numpy.random cimport bitgen_t

cdef enum:
    HAND = 16       # bound on tiles in a hand (B17)
    SHOWN = 128     # flag of a hand tile: all have seen it (B16, B17)
    NOTHING = 255

cdef enum:          # phase: the decision points of rules.md section 3, in its order
    DEAL            # D0   chance: opening hands and refills
    TURN            # D1   place a figure, or draw and play a tile
    FIGURE_SPACE    # D1s  space of the figure
    DRAW            # D1r  chance: the drawn tile
    TILE            # D2   tile to play
    MODE            # D2m  place, or cash (Riches), or replace (Drunkenness)
    TILE_SPACE      # D2s  space of the tile
    MEAD_SPACE      # D2r  Mead to replace
    COUNSEL_FIGURE  # D2f  own figure to move
    COUNSEL_SPACE   # D2n  where it moves
    REMOVAL         # D3   tile that Temptation or Valor removes
    SWAP_FIRST      # D4a  first tile of the Golden Statue's exchange
    SWAP_SECOND     # D4b  second tile
    OVER            # the game has ended

cdef enum:          # verb: an action is verb << 8 | argument; rising verbs give the canonical order
    PLACE_FIGURE = 1  # kind of figure (D1, action F)
    TAKE_TILE         # no argument           (D1, action T)
    PLAY_TILE         # tile id               (D2)
    CHOOSE_MODE       # mode                  (D2m)
    AT                # space to be filled    (D1s, D2s, D2n)
    TARGET            # space of a thing that lies there (D2r, D2f, D3, D4a, D4b)
    DECLINE           # "none"                (D3, D4a)
    DRAW_TILE         # tile id               (D0, D1r: chance)
    DRAW_BACK         # act; what the others see of DRAW_TILE

cdef enum:          # argument of CHOOSE_MODE
    PLACE, CASH, REPLACE

cdef struct Position:
    Ground ground               # the board of the act
    uint64_t boxed              # sum of hashes of the tiles seen to leave the board or to be cashed
    uint8_t gone[IDS]           # those tiles, by id
    uint8_t pool[IDS]           # unseen by all: stock of this and later acts, boxed rest of earlier
    uint8_t hand[SEATS][HAND]   # tile ids, rising; SHOWN | id behind id; NOTHING beyond the size
    uint8_t hand_size[SEATS]
    uint8_t supply[SEATS][KINDS]
    int32_t points[SEATS]
    uint8_t unused[SEATS]       # at the end: diamonds in the supply (B42)
    uint16_t turn               # turns begun
    uint16_t stock              # tiles left in the stock of this act
    uint8_t act                 # 0..2
    uint8_t phase               # phase, see above
    uint8_t active              # seat on turn; at DEAL the seat that draws
    uint8_t first               # first seat of the act
    uint8_t last                # seat that took the last turn (B34)
    uint8_t kind                # figure or tile that is being played, else NOTHING
    uint8_t space               # where it lies, or the figure that it moves; else NOTHING
    uint8_t swap                # first tile of the exchange, else NOTHING


cdef struct Backs:              # unknown tiles in the hands, by seat and act
    uint8_t of[SEATS][ACTS]


cdef class Beowulf(State):
    cdef Position p
    cdef Box box
    cdef const Tables* t        # of box

    cdef bint playable(self, int seat) noexcept nogil
    cdef uint64_t movable(self, int seat) noexcept nogil
    cdef void open_act(self, int act) noexcept nogil
    cdef void deal(self) noexcept nogil
    cdef void next_turn(self, int seat) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef void climax(self) noexcept nogil
    cdef uint64_t removable(self) noexcept nogil
    cdef uint64_t swappable(self) noexcept nogil
    cdef void draw(self, int tile) noexcept nogil
    cdef void play_tile(self, int tile) noexcept nogil
    cdef void fill(self, int space) noexcept nogil
    cdef void lay(self, int space) noexcept nogil
    cdef void aim(self, int space) noexcept nogil
    cdef void strip(self, int observer, Backs* backs) noexcept nogil
    cdef void deal_unseen(self, const Backs* backs, bitgen_t* rng) noexcept nogil
    cdef uint64_t public_key(self) noexcept nogil
    cdef bint ahead(self, int seat, int other) noexcept nogil

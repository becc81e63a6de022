from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from core.quacks.tables cimport COLOURS, KINDS, SEATS, Reward, Tables
from core.state cimport Action

cdef enum:
    POT = 104       # bound on chips in a pot: a start bag and what nine rounds can give
    NOTHING = 255

cdef enum:          # ask: # what is asked now; decisions have the names of rules.md section 10
    NOBODY          # the engine goes on by itself
    TURN_CARD       # chance: the fortune card
    ROLL            # chance: the bonus die
    PULL            # chance: a chip from the bag of `who`
    CARD
    RATS
    DRAW_STOP
    STIRRED
    FLASK
    EXTRA
    BLUE1
    YELLOW1
    SECOND
    RED2
    STRONG
    GLOAT
    GREEN2
    GREEN3
    GREEN4
    PURPLE1
    PURPLE2
    PURPLE4
    TRACK
    BOOM
    BUY1
    BUY2
    STEP
    REFILL
    OVER            # the game has ended

cdef enum:          # stage: # where the round stands, in the order of section 3
    ROUND_BEGIN
    CARD_STAGE
    RAT_STAGE
    COMMIT_STAGE
    PULL_STAGE
    CHIP_STAGE
    RED2_STAGE
    STRONG_STAGE
    GLOAT_STAGE
    SEASON_STAGE
    DIE_STAGE
    BLACK_STAGE
    GREEN_STAGE
    PURPLE_STAGE
    RUBY_STAGE
    POINTS_STAGE
    BUY_STAGE
    COIN_STAGE
    CHARGE_STAGE

cdef enum:          # verb: # an action is verb << 8 | argument; rising verbs, canonical order
    DRAW = 1        # DRAW_STOP
    STOP
    PLACE           # STIRRED, FLASK, RED2
    KEEP            # RED2, YELLOW1
    RETURN          # STIRRED, FLASK, YELLOW1, RED2
    MOVE            # spaces: EXTRA, GREEN3
    TAILS           # tails given up: RATS
    CHIP            # kind: CARD, BLUE1, STRONG, GLOAT, GREEN2, BUY1, BUY2
    SWAP            # kind: CARD (opportunistic_moment)
    UPGRADE         # line << 4 | colour: PURPLE4
    LINE            # line: PURPLE1, PURPLE2
    PAY             # GREEN4
    BUY_STEP        # STEP
    BUY_FLASK       # REFILL
    TO_POT          # TRACK
    TO_TUBE         # TRACK
    POINTS          # CARD, BOOM
    COINS           # BOOM
    RUBIES          # CARD
    DROPLET         # CARD
    DISCARD         # CARD (just_in_time)
    CONTINUE        # SECOND
    RESTART         # SECOND
    NONE            # wherever one may do without
    DRAWN           # kind: chance
    FACE            # face: chance
    TURNED          # card: chance

cdef struct Seat:
    uint64_t pot_key        # sum of hashes of the chips in the pot
    # hashed as it stands, from bag to more
    uint8_t bag[KINDS]
    uint8_t aside[3]        # red chips beside the pot, by value index (red set 2)
    uint8_t fresh[3]        # those of them set aside this round
    int16_t score
    uint8_t rubies
    uint8_t droplet
    uint8_t glass
    uint8_t flask           # 1 full
    uint8_t start           # lead index of an empty pot: droplet or rat stone (Q51)
    uint8_t lead
    uint8_t scoring         # scoring space; set at the start of the evaluation
    uint8_t tails           # tails due (Q17)
    uint8_t sum             # less_is_more: values drawn
    uint8_t active          # still brewing
    uint8_t must_draw
    uint8_t exploded
    uint8_t shielded        # by blue set 2
    uint8_t window          # of blue set 2
    uint8_t doubled         # the next chip, by yellow set 2
    uint8_t stirred         # Well Stirred used up
    uint8_t second          # Second Chance used up
    uint8_t shops           # may shop in step E
    uint8_t hand            # chip drawn and not resolved, else NOTHING
    uint8_t rat             # spaces that the rat stone stands before the droplet
    uint8_t unused
    uint8_t more            # filler: the hashed block is 48 bytes
    # what follows from the rest, or is not to be hashed
    uint8_t commit          # DRAW or STOP while a tick is not opened, else 0
    uint8_t bag_size
    uint8_t size            # chips in the pot
    uint8_t white           # white sum
    uint8_t in_pot[COLOURS]
    uint8_t chip[POT]       # kinds, in order of placing
    uint8_t at[POT]         # their indices

cdef struct Position:
    Seat seat[SEATS]
    # hashed as it stands, from deck to filler
    uint32_t deck           # cards not turned yet, a bit each
    uint8_t shown[KINDS]    # chips shown by blue 1 or a card, lying before `who`
    uint8_t round
    uint8_t card            # of the round, else NOTHING
    uint8_t stage
    uint8_t ask
    uint8_t who             # seat asked, or whose bag or die it is
    uint8_t first           # start player of the round
    uint8_t cursor          # seats of the stage done with
    uint8_t sub             # step within the seat's part of a stage
    uint8_t left            # chips still to be shown; red chips of a value still to be decided
    uint8_t least           # RED2: first answer still open to equal chips
    uint8_t steps           # droplet steps to be made before anything else
    uint8_t stepper         # whose
    uint8_t most            # largest answer to EXTRA, RATS, GREEN3
    uint8_t face            # 1 + face just rolled, else 0
    uint8_t out             # 1 while the shown chips are out of the bag
    uint8_t colour          # BUY2: colour of the first chip; GREEN: place from the end
    uint8_t money           # BUY2: coins left
    uint8_t extra           # answer to EXTRA
    uint8_t judged          # 2 bits a seat: who gets what of a card, the die or black chips
    uint8_t glow            # 1 until the next action: chips shown or a face rolled just now
    uint8_t drawn           # 1 + kind drawn just now, else 0
    uint8_t filler[5]       # the hashed block is 48 bytes
    # not hashed
    uint8_t stock           # rubies left
    uint8_t asked           # seat asked last
    uint16_t turn
    uint8_t supply[KINDS]


cdef inline Action act_of(int verb, int argument) noexcept nogil:
    return <Action>(verb << 8 | argument)


cdef inline bint is_open(const Position* p, const Tables* t, int kind) noexcept nogil:
    """True if a chip can be had now: its book is open and it is not sold out (Q16)."""
    return p.supply[kind] > 0 and t.opens[kind] <= p.round


cdef inline int seat_at(const Position* p, const Tables* t, int cursor) noexcept nogil:
    """Seat that comes after `cursor` others in turn order."""
    cdef int seat = p.first + cursor
    return seat - t.players if seat >= t.players else seat


cdef inline void bag_add(Seat* s, int kind) noexcept nogil:
    s.bag[kind] += 1
    s.bag_size += 1


cdef inline void bag_take(Seat* s, int kind) noexcept nogil:
    s.bag[kind] -= 1
    s.bag_size -= 1


cdef inline void gain_chip(Position* p, const Tables* t, int seat, int kind) noexcept nogil:
    if is_open(p, t, kind):
        p.supply[kind] -= 1
        bag_add(&p.seat[seat], kind)


cdef inline void gain_rubies(Position* p, int seat, int rubies) noexcept nogil:
    """Rubies from the stock, as many as there are (Q52)."""
    cdef int n = rubies if rubies < p.stock else p.stock
    p.seat[seat].rubies += n
    p.stock -= n


cdef inline void pay_rubies(Position* p, int seat, int rubies) noexcept nogil:
    p.seat[seat].rubies -= rubies
    p.stock += rubies


cdef inline void next_seat(Position* p) noexcept nogil:
    p.cursor += 1
    p.sub = p.left = p.least = p.most = p.extra = p.colour = p.money = 0


cdef inline void enter(Position* p, int stage) noexcept nogil:
    p.stage = stage
    p.cursor = p.sub = 0


cdef inline void put_question(Position* p, int ask, int seat) noexcept nogil:
    p.ask = ask
    p.who = seat


cdef uint64_t chip_key(int i, int kind, int at) noexcept nogil
cdef void pot_add(Seat* s, const Tables* t, int kind, int at) noexcept nogil
cdef int pot_remove(Seat* s, const Tables* t, int i) noexcept nogil
cdef void pot_empty(Seat* s) noexcept nogil
cdef void pay_out(Position* p, const Tables* t, int seat, const Reward* reward) noexcept nogil
cdef bint can_step(const Position* p, const Tables* t, int seat) noexcept nogil
cdef void take_step(Position* p, const Tables* t, int seat, bint tube) noexcept nogil
cdef void do_step(Position* p, const Tables* t) noexcept nogil
cdef void show(Position* p, int seat, int chips) noexcept nogil
cdef void put_back(Position* p) noexcept nogil
cdef int write_shown(const Position* p, Action* out) noexcept nogil

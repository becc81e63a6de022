from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from core.state cimport Action
from core.vikings.tables cimport ERAS, HOMES, KINDS, PORTS, RUNES, SEATS, WINTERING, Tables

cdef enum:
    HAND = 3
    KNOWN = 128     # bit of a card in a hand that all have seen (V2)
    NOTHING = 255
    CREW = 0        # tokens of a ship: crew, then the kinds of goods from 1

cdef enum:          # ask: # what is asked now; decisions D1 to D10 of rules.md section 12
    NOBODY          # the engine goes on by itself
    DRAW            # chance: a rune for `who`
    TURN_SAGA       # chance
    DIE             # chance: of a raid, of Rebellion or of Revolt
    THROW           # chance: the dice of a settlement attempt, together
    REVEAL          # chance: the treasure of a town
    HITS            # chance: dice of Not Welcome or Sea Monster that hit
    MAIN
    LOSS
    ATTACK_RUNES
    RAID_ON
    RETRIBUTE
    DICE
    FOUND
    WIND
    TARGET
    GIVE
    OVER            # the game has ended

cdef enum:          # stage: # what comes when nothing is asked and nothing is due
    DEAL_STAGE      # set-up
    MAIN_STAGE
    EFFECT_STAGE    # the effect of a rune is over
    ATTACK_STAGE    # declared, before the dice
    PRIZE_STAGE     # the treasure lies open

cdef enum:          # attack
    NO_ATTACK
    RAIDING
    SETTLING
    DISPUTING       # a settlement attempt by Disputed Settlement

cdef enum:          # verb: # an action is verb << 8 | argument; rising verbs, canonical order
    LOAD = 1        # token: MAIN
    LAUNCH          # home: MAIN
    DRAW_ONE        # MAIN
    SAIL            # space: MAIN
    TRADE           # kind from 0: MAIN
    RAID            # MAIN
    SETTLE          # MAIN
    PLAY            # title: MAIN, ATTACK_RUNES, RETRIBUTE
    DISCARD         # title: MAIN
    WINTER          # MAIN
    END_TURN        # MAIN
    LOSE            # token: LOSS
    GO              # ATTACK_RUNES
    ROLL            # RAID_ON
    STOP            # RAID_ON
    SKIP            # RETRIBUTE
    NUMBER          # dice: DICE
    PLACE           # FOUND
    DECLINE         # FOUND
    KEEP            # WIND
    CLOCKWISE       # WIND
    COUNTER         # WIND
    JARL            # seat: TARGET
    AT              # space: TARGET, GIVE
    TITLE           # title: TARGET
    TAKE            # token, or ANY_GOODS, or A_SETTLEMENT: TARGET
    RUNE            # title or UNSEEN_RUNE: chance
    SAGA            # card: chance
    FACE            # 1..6: chance
    FALL            # multiset of dice: chance
    TREASURE        # points: chance
    HIT             # dice: chance

cdef enum:          # arguments of TAKE beside the tokens, and of RUNE beside the titles
    ANY_GOODS = 4
    A_SETTLEMENT = 5
    UNSEEN_RUNE = RUNES
    HITS_FELL = 100         # of fell

cdef struct Seat:
    # hashed as it stands, from settled to filler
    uint64_t settled        # ports
    uint64_t captured       # ports whose town the jarl took
    uint32_t sagas          # completed
    int16_t score
    uint8_t space
    uint8_t crew
    uint8_t goods[KINDS]    # aboard
    uint8_t reserve         # figures neither aboard nor placed
    uint8_t hand_size
    uint8_t filler[3]
    # hashed apart
    uint8_t hand[8]         # titles, rising, a KNOWN copy before an unseen one; then NOTHING

cdef struct Position:
    Seat seat[SEATS]
    # hashed as it stands, from towns to spare
    uint64_t towns          # ports with a standing town
    uint64_t good[KINDS]    # ports where a good of the kind lies
    uint64_t used           # ports whose task of this turn is used up (V33)
    uint32_t unseen         # sagas never turned up, removed ones among them
    uint32_t open           # sagas that lie open
    uint8_t treasure[16]    # of each town, 0 while it is hidden
    uint8_t pile[RUNES]     # rune discard pile
    uint8_t bank[KINDS]
    uint8_t demand          # kind on the demand space
    uint16_t round          # from 1
    uint8_t wind            # zone at which the +1 sector points
    uint8_t era             # of the latest saga turned up
    uint8_t left[ERAS]      # sagas in the deck
    uint8_t final           # turns left, this one included, in the final rounds; else 0
    uint8_t active
    uint8_t prep            # days of this turn
    uint8_t sail
    uint8_t tail            # Following Wind cards played
    uint8_t due             # highest hardship losses due so far (V28)
    uint8_t masters         # Masters of Seafaring played
    uint8_t origin          # space where the turn began
    uint8_t loading         # token loaded last: the order of loading (section 12)
    uint8_t ask
    uint8_t stage
    uint8_t who             # seat asked, or whose dice or card it is
    uint8_t card            # rune whose effect runs, else NOTHING
    uint8_t step            # targets chosen for it
    uint8_t target          # the first of them
    uint8_t count           # tokens or goods still to take by it
    uint8_t losses          # tokens that `loser` still has to lose
    uint8_t loser
    uint8_t lost            # token lost last in this event: the order of losses
    uint8_t draws           # runes that `drawer` still has to draw
    uint8_t drawer
    uint8_t refill          # 1 while empty slots of sagas are to be filled
    uint8_t attack
    uint8_t bonus           # added to every die
    uint8_t fury            # added to one die
    uint8_t valhalla
    uint8_t title           # attack card played last: the order of attack cards
    uint8_t dice            # still to be thrown
    uint8_t prize           # points of the treasure that lies open
    uint8_t fell            # dice until the next action: 1 + multiset, or HITS_FELL + hits; else 0
    uint8_t spare[3]        # the hashed block is 136 bytes
    # not hashed
    uint8_t deck[RUNES]
    uint8_t deck_size
    uint8_t asked           # seat asked last
    uint16_t runes          # played and discarded in this turn (V74)
    uint32_t turn


cdef inline Action act_of(int verb, int argument) noexcept nogil:
    return <Action>(verb << 8 | argument)


cdef inline uint64_t bit(int port) noexcept nogil:
    return <uint64_t>1 << port


cdef extern from *:
    """
    #define heorot_low_bit(mask) __builtin_ctzll(mask)
    #define heorot_bits(mask) __builtin_popcountll(mask)
    """
    int low_bit "heorot_low_bit"(uint64_t mask) noexcept nogil
    int bits "heorot_bits"(uint64_t mask) noexcept nogil


cdef inline bint in_port(const Seat* s) noexcept nogil:
    return s.space < PORTS


cdef inline bint in_home(const Seat* s) noexcept nogil:
    return PORTS <= s.space < WINTERING


cdef inline bint on_water(const Seat* s) noexcept nogil:
    return s.space > WINTERING


cdef inline uint64_t with_goods(const Position* p) noexcept nogil:
    """Ports where a good lies."""
    return p.good[0] | p.good[1] | p.good[2]


cdef inline uint64_t all_settled(const Position* p, const Tables* t) noexcept nogil:
    """Ports with a settlement."""
    cdef uint64_t ports = 0
    cdef int seat
    for seat in range(t.players):
        ports |= p.seat[seat].settled
    return ports


cdef inline uint64_t occupied(const Position* p, const Tables* t) noexcept nogil:
    """Ports with a ship."""
    cdef uint64_t ports = 0
    cdef int seat
    for seat in range(t.players):
        if p.seat[seat].space < PORTS:
            ports |= bit(p.seat[seat].space)
    return ports


cdef inline int settler(const Position* p, const Tables* t, int port) noexcept nogil:
    """Seat whose settlement stands in a port; there is one."""
    cdef int seat = 0
    while not p.seat[seat].settled & bit(port):
        seat += 1
    return seat


cdef inline int aboard(const Seat* s) noexcept nogil:
    """Goods aboard."""
    return s.goods[0] + s.goods[1] + s.goods[2]


cdef inline int free_places(const Position* p, const Tables* t, const Seat* s) noexcept nogil:
    """Places that crew and goods leave free in the present era (V18)."""
    return t.capacity[p.era] - s.crew - aboard(s)


cdef inline int effective(const Position* p, const Tables* t, int port) noexcept nogil:
    """Value of a port in attacks, Not Welcome and Rebellion (V40)."""
    return t.value[port] + (t.good_modifier if with_goods(p) & bit(port) else 0)


cdef inline bint day_ashore(const Position* p, const Tables* t) noexcept nogil:
    """True if a day of preparation is left (V14)."""
    cdef int sailed = p.sail - p.tail if p.sail > p.tail else 0
    return p.prep + 1 + sailed <= t.days


cdef inline bint day_at_sea(const Position* p, const Tables* t) noexcept nogil:
    """True if a sailing day is left (V14)."""
    return p.sail + 1 <= p.tail or p.prep + p.sail + 1 - p.tail <= t.days


cdef inline void put_question(Position* p, int ask, int seat) noexcept nogil:
    p.ask = ask
    p.who = seat


cdef inline void free_figure(Seat* s, int port) noexcept nogil:
    """A settlement is removed; its figure returns to the reserve."""
    s.settled &= ~bit(port)
    s.reserve += 1


cdef inline int kind_in(const Position* p, int port) noexcept nogil:
    """Kind of the good in a port; there is one."""
    return 0 if p.good[0] & bit(port) else 1 if p.good[1] & bit(port) else 2


cdef inline void take_good(Position* p, int port) noexcept nogil:
    """The good in a port returns to the bank."""
    cdef int kind = kind_in(p, port)
    p.good[kind] &= ~bit(port)
    p.bank[kind] += 1


cdef void hand_add(Seat* s, int title, bint known) noexcept nogil
cdef void hand_strip(Seat* s, int at) noexcept nogil
cdef void hand_remove(Seat* s, int title) noexcept nogil
cdef bint holds(const Seat* s, int title) noexcept nogil
cdef int write_hand(const Seat* s, int verb, Action* out) noexcept nogil
cdef void lay_down(Position* p, int seat, int title) noexcept nogil
cdef void draw_rune(Position* p, int seat, int title) noexcept nogil
cdef void reshuffle(Position* p) noexcept nogil
cdef void gain_token(Position* p, Seat* s, int token) noexcept nogil
cdef void lose_token(Position* p, Seat* s, int token) noexcept nogil
cdef void unload(Position* p, Seat* s) noexcept nogil
cdef void lose_ship(Position* p, Seat* s) noexcept nogil
cdef void lose_all(Position* p, Seat* s) noexcept nogil
cdef int write_losses(const Position* p, Action* out) noexcept nogil

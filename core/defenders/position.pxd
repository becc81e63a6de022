from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from core.defenders.tables cimport CITY, FACTIONS, NOTHING, PLACES, SEATS, CardSet, Tables
from core.state cimport Action

cdef enum:
    DEPTH = 8           # bound on frames
    QUEST_BYTES = 3     # that hold a bit for each quest
    COMMITTED = 40      # bound on cards announced in a battle
    CHUNK = 24          # dice rolled in one chance event
    ASIDE = 6           # bound on cards laid aside in one draw

cdef enum:              # ask: # what is asked now; decisions have the names of rules.md section 14
    NOBODY              # the engine goes on by itself
    DEAL_HERO           # chance, from here
    REMOVE_SPECIAL
    DRAW_CARD
    SEARCH_CARD
    DRAW_QUEST
    DRAW_DARK
    FIRST_SEAT
    ROLL_DICE
    ROLL_CORRUPTION
    ROLL_D3
    ROLL_D6
    ROLL_CHECK          # the last of chance
    HERO_CHOICE
    STYLE_CHOICE
    SHAPE_CHOICE
    DAY_ACTION
    CARD_CHOICE
    TARGET
    RUMORS_COLOR
    EXTRA_DICE
    EXTRA_FACTION
    REROLL
    BLESSING_CHOICE
    COMMIT
    NEXT_ATTACKER
    LOSE_CARDS
    TURN_UNDEAD
    HAND_LIMIT
    WISDOM
    WINDOW
    WINDOW_TARGET
    VISIONS
    ENVOY
    OVER                # the game has ended

cdef enum:              # verb: # an action is verb << 16 | argument; rising verbs, canonical order
    WALK = 1            # day_action: the kinds of section 4 and of the heroes
    HORSE
    EAGLE
    GATE
    PORTAL              # gate to gate
    BUILD
    RUMORS
    HEAL_LAND
    HEAL
    ATTACK
    GENERAL
    SLAY
    QUEST
    SANCTIFY
    STEED
    RIDE                # Unicorn Steed
    FLY
    TELEPORT
    FIREBALL
    ARCHERY
    END
    PLAY                # special: day_action, window
    USE                 # quest whose reward is used: day_action, window
    CARD                # kind
    TO                  # place
    COLOR               # colour
    FOE                 # faction
    MINION              # place << 2 | faction
    HERO_OF             # seat
    LEADER              # general
    HALF                # of a darkness card
    TOSS                # darkness card
    PUT                 # darkness card
    HERO                # hero
    STYLE               # 1 sky
    SHAPE               # 0 none, else 1 + faction
    SOURCE              # re-roll
    NEXT_HERO           # seat
    SPEND               # Find Magic Gate, Amarak's Blessing
    KEEP
    REPLACE
    PASS
    STOP
    ON
    DEALT               # chance, from here: hero
    REMOVED             # special
    DRAWN               # kind
    QUESTED             # quest
    DARKNESS            # darkness card
    FIRST               # seat
    HITS                # hits << 8 | ones
    SPOILED             # 1: the card gives no dice
    FACE                # 1 to 6
    SUCCESS             # 1 or 0

cdef enum:              # source of a re-roll
    DRAGON_SLAYER, GROUND_ATTACK, UNICORN_STEED, LUCK

cdef enum:              # kind of frame, see the functions of the same name
    SETUP_FRAME, TURN_FRAME, WINDOW_FRAME, ACTION_FRAME, DRAW_FRAME, COMBAT_FRAME, BATTLE_FRAME
    ROLL_FRAME, PENALTY_FRAME, DEATH_FRAME, SETTLE_FRAME, QUEST_FRAME, ENVOY_FRAME, PLAY_FRAME

cdef enum:              # window
    W1 = 1
    W2, W3, W4, W5, W6

cdef enum:              # cause of the end
    RUNNING, WON, LOST_CITY, LOST_GENERAL, LOST_MINIONS, LOST_CRYSTALS, LOST_HEROES, LOST_TURNS

cdef enum:              # purpose of a draw
    TO_HAND, AS_RUMORS

cdef struct Frame:      # a rule that waits for others to be done
    uint8_t kind
    uint8_t step
    uint8_t a
    uint8_t b
    uint8_t c
    uint8_t d
    uint8_t e
    uint8_t f

cdef struct Seat:       # a player and the hero that is his now; 64 bytes
    CardSet hand
    uint32_t rewards    # quests whose reward he may still use
    uint8_t size        # cards in hand
    uint8_t hero        # or NOTHING: out of the game
    uint8_t place
    uint8_t life
    uint8_t quest       # active, or NOTHING
    uint8_t done        # visit, act_at: places done with, a bit each
    uint8_t won         # 1 until a completed quest is settled
    uint8_t markers[FACTIONS]
    uint8_t quests      # completed by the player
    uint8_t generals    # cards taken by the player
    uint8_t slays       # factions that the hero slays, a bit each
    uint8_t sky         # Eagle Rider
    uint8_t shape       # Sorceress: 0 none, else 1 + faction
    uint8_t fresh       # actions to be added at the next turn start
    uint8_t ambushed    # bit 0: minions, bit 1: general, in this turn
    uint8_t solved[QUEST_BYTES]     # completed quests, a bit each

cdef struct Position:   # hashed as it stands, but for what stands after `asked`
    Seat seat[SEATS]
    uint64_t has[FACTIONS]          # places with such minions
    uint64_t tainted
    uint64_t gates
    CardSet deck
    CardSet discard
    CardSet gone                    # removed from the game
    uint64_t dark                   # darkness deck without its known top
    uint64_t dark_discard
    uint64_t visited                # Cavalry Sweep: places; set-up: places shown
    uint32_t quests                 # deck
    uint32_t quest_discard
    uint32_t quests_gone            # removed from the game
    uint8_t minions[PLACES][FACTIONS]
    uint8_t crystals[PLACES]
    uint8_t supply[FACTIONS]
    uint8_t crystals_left
    uint8_t gates_left
    uint8_t deck_size
    uint8_t discard_size
    uint8_t known[5]                # next darkness cards, uppermost first, where known
    uint8_t knowns
    # generals
    uint8_t general_step[FACTIONS]
    uint8_t general_life[FACTIONS]  # 0: defeated
    uint8_t defeated
    uint8_t heroes                  # used in this game, a bit each
    uint16_t clock[FACTIONS]        # turn at whose end healing begins, 0 if none
    # the turn
    uint16_t number                 # of the turn
    uint8_t active
    uint8_t actions                 # left
    uint8_t rumors                  # times in this turn
    uint8_t teleported
    uint8_t day_over                # by a lost battle
    uint8_t died                    # the active hero, in this turn
    # the night
    uint8_t full                    # cards still to come
    uint8_t move_only
    uint8_t quiet                   # no more cards in this Night
    uint8_t card                    # revealed, or NOTHING
    uint8_t replaced                # by Wisdom, or NOTHING
    uint8_t is_full                 # the card revealed is carried out in full
    uint8_t cancelled               # bits 0, 1: placements, 2: general part
    uint8_t spied                   # generals, a bit each
    uint8_t last_dark               # 1 + darkness card drawn last, 0 before the first
    # the question
    uint8_t ask
    uint8_t who
    uint8_t end                     # cause of the end
    # a roll
    uint8_t dice[FACTIONS]
    uint8_t hits[FACTIONS]
    uint8_t need[FACTIONS]
    uint8_t pending[FACTIONS]       # dice to be rolled now
    uint8_t ones                    # dice that show a 1, counted where they parry
    uint8_t parry
    uint8_t barred                  # no re-rolls
    uint8_t roller
    uint8_t sources                 # used, a bit each
    uint8_t check                   # of a check: dice << 4 | number needed
    uint8_t face                    # last die
    # a battle
    uint8_t foe                     # its general
    uint8_t party                   # seats that take part, a bit each
    uint8_t attacked
    uint8_t blessed                 # the general's skill is off
    uint8_t pool[SEATS]             # dice of each seat
    uint8_t announced               # cards
    uint8_t all_hits
    uint8_t all_ones
    uint8_t start_life
    uint8_t shared_wounds           # die rolled for all, or 0
    uint8_t shared_cards
    uint8_t kept_off                # seats that need not go to the city, a bit each
    uint8_t committed[COMMITTED]    # seat << 6 | dice of each card announced against Balazarg
    # draws and revealed cards
    uint8_t aside[ASIDE]
    uint8_t asides
    uint8_t revealed[5]
    uint8_t reveals
    uint8_t tossed                  # of the revealed cards, a bit each
    uint8_t depth
    Frame stack[DEPTH]
    # not hashed
    uint32_t asked                  # 1 + seat asked last
    uint32_t turn                   # chains of decisions


cdef inline Action act_of(int verb, int argument) noexcept nogil:
    return <Action>(verb << 16 | argument)


cdef inline uint64_t bit(int i) noexcept nogil:
    return <uint64_t>1 << i


cdef extern from *:
    """
    static inline int heorot_low(uint64_t x) { return __builtin_ctzll(x); }
    """
    int low "heorot_low"(uint64_t x) noexcept nogil     # place of the lowest bit of x, not 0


cdef inline int pop(uint64_t* x) noexcept nogil:
    """Take the lowest bit out of a set and return its place."""
    cdef int i = low(x[0])
    x[0] &= x[0] - 1
    return i


cdef inline int count(uint64_t x) noexcept nogil:
    cdef int n = 0
    while x:
        x &= x - 1
        n += 1
    return n


cdef inline int crowd(const Position* p, int place) noexcept nogil:
    """Minions in a place."""
    return (p.minions[place][0] + p.minions[place][1]
            + p.minions[place][2] + p.minions[place][3])


cdef inline uint64_t peopled(const Position* p) noexcept nogil:
    """Places with minions."""
    return p.has[0] | p.has[1] | p.has[2] | p.has[3]


cdef inline bint lives(const Position* p, int general) noexcept nogil:
    return p.general_life[general] > 0


cdef inline int place_of(const Position* p, const Tables* t, int general) noexcept nogil:
    return t.path[general][p.general_step[general]]


cdef inline int seat_after(const Position* p, const Tables* t, int i) noexcept nogil:
    """The i-th seat from the active player (D101)."""
    cdef int seat = p.active + i
    return seat - t.players if seat >= t.players else seat


cdef inline bint has_reward(const Seat* s, int quest) noexcept nogil:
    return s.rewards >> quest & 1


cdef inline void put_question(Position* p, int ask, int seat) noexcept nogil:
    p.ask = ask
    p.who = seat


cdef inline Frame* frame_of(Position* p) noexcept nogil:
    return &p.stack[p.depth - 1]


cdef inline void push(Position* p, int kind, int a, int b, int c) noexcept nogil:
    cdef Frame* f = &p.stack[p.depth]
    p.depth += 1
    f.kind = kind
    f.step = 0
    f.a = a
    f.b = b
    f.c = c
    f.d = f.e = f.f = 0


cdef inline void leave(Position* p) noexcept nogil:
    """The frame on top is done; a frame that is gone leaves nothing behind."""
    cdef Frame* f
    p.depth -= 1
    f = &p.stack[p.depth]
    f.kind = f.step = f.a = f.b = f.c = f.d = f.e = f.f = 0


cdef inline void finish(Position* p, int cause) noexcept nogil:
    """The game has ended; the first condition counts (D95, D102)."""
    if p.end == RUNNING:
        p.end = cause


# ---------------------------------------------------------------- sets of hero cards

cdef inline void give(CardSet* cards, int kind) noexcept nogil:
    cdef uint64_t b = <uint64_t>1 << (kind & 63)
    if cards.one[kind >> 6] & b:
        cards.two[kind >> 6] |= b
    else:
        cards.one[kind >> 6] |= b


cdef inline void take(CardSet* cards, int kind) noexcept nogil:
    cdef uint64_t b = <uint64_t>1 << (kind & 63)
    if cards.two[kind >> 6] & b:
        cards.two[kind >> 6] &= ~b
    else:
        cards.one[kind >> 6] &= ~b


cdef inline bint holds(const CardSet* cards, int kind) noexcept nogil:
    return cards.one[kind >> 6] >> (kind & 63) & 1


cdef inline bint holds_any(const CardSet* cards, const uint64_t* mask) noexcept nogil:
    return (cards.one[0] & mask[0] | cards.one[1] & mask[1]) != 0


cdef inline bint holds_special(const Seat* s, const Tables* t, int special) noexcept nogil:
    return holds(&s.hand, t.specials + special)


cdef void throw(Position* p, const Tables* t, int seat, int kind) noexcept nogil
cdef void reshuffle(Position* p) noexcept nogil
cdef void dark_give(uint64_t* cards, const Tables* t, int card) noexcept nogil
cdef void dark_take(uint64_t* cards, const Tables* t, int card) noexcept nogil
cdef void dark_reshuffle(Position* p, const Tables* t) noexcept nogil
cdef void remove_minion(Position* p, int place, int faction) noexcept nogil
cdef void clear_place(Position* p, int place) noexcept nogil
cdef void remove_crystal(Position* p, int place) noexcept nogil
cdef void put_gate(Position* p, int place) noexcept nogil
cdef void move_hero(Position* p, const Tables* t, int seat, int to, int steps) noexcept nogil
cdef void visit(Position* p, const Tables* t, int seat, int place) noexcept nogil
cdef void mark_done(Position* p, const Tables* t, int seat, int i) noexcept nogil
cdef void take_known(Position* p) noexcept nogil


cdef inline bint shaped(const Seat* s) noexcept nogil:
    """True for the Sorceress in a shape, who may not enter Monarch City or an inn (D90)."""
    return s.shape > 0

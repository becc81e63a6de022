from libc.stdint cimport uint64_t
from core.defenders.position cimport Position, Seat
from core.defenders.tables cimport FACTIONS, PLACES, SEATS, Tables

cdef enum:              # weights, in the order of WEIGHTS in defenders_worth.py
    W_ONE, W_TWO, W_THREE, W_RATE, W_CHAIN, W_CITY, W_SCARCE, W_SUPPLY, W_CRYSTAL, W_DEMONS
    W_FADE, W_LATER, W_WOUND, W_HEAL, W_RUMORS, W_QUEST, W_CLEAR, W_GATHER, W_AWAY, W_ODDS
    W_DARE, W_CARD, W_URGENT, W_OWN, W_PLAY, W_QUIET, W_HARM, W_IDLE, W_STEP
    W_LAST, W_PANIC, W_PATIENCE, W_NEXT
    WEIGHTS

cdef enum:
    FAR = 60            # cost of a place that is not reached
    NEAR = 7            # cost up to which a fight is thought of
    VERBS = 22          # kinds of action of the Day
    LIVES = 9           # lives of a general in the table of odds
    HALVES = 64         # half dice in it

cdef struct Lore:       # what does not change during a game
    double[WEIGHTS] w
    double[PLACES] rate             # placements a card, 1 on the average
    float[FACTIONS][LIVES][HALVES] kill     # chance to kill, by life and half dice
    double[24] quest                # worth of a quest times the chance of an attempt

cdef struct Team:       # how the heroes stand together
    double scarce                   # how much a crystal matters now
    double[FACTIONS] press          # cost of a minion on the map, as its supply runs low
    double[FACTIONS] card           # worth of a die against each general
    int[SEATS][FACTIONS] dice       # in hand
    double[FACTIONS] odds           # of all together
    int goal                        # general to be attacked next, or -1
    int party                       # seats needed for that
    int there                       # and those of them that are there
    int site                        # his place

cdef struct Plan:       # the best thing to do now
    double score
    int verb
    int target
    int place           # where the thing is to be done
    double[VERBS] by_verb

cdef double relief(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                   int place, double taken) noexcept nogil
cdef double threat(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                   int place) noexcept nogil
cdef void assess(const Position* p, const Tables* t, const Lore* lore, Team* team) noexcept nogil
cdef double card_worth(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                       const Seat* s, int kind) noexcept nogil
cdef double harm(const Position* p, const Tables* t, const Lore* lore, const Team* team, int card,
                 int part) noexcept nogil
cdef void make_plan(const Position* p, const Tables* t, const Lore* lore, const Team* team,
                    Plan* plan) noexcept nogil

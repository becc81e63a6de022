from core.defenders.position cimport Position
from core.defenders.tables cimport FACTIONS, HEROES, PATH, PLACES, QUESTS, SEATS, SPECIALS, Tables
from ai.knowledge.defenders_plan cimport Lore

cdef enum:
    LIVES = 8           # lives that are told apart
    HIDDEN = 48         # units of the hidden layer

cdef enum:              # inputs that sum up the team
    I_SEATS, I_LAST = I_SEATS + SEATS, I_CRYSTALS, I_MINIONS, I_THREAT, I_CITY
    I_ODDS, I_DICE = I_ODDS + FACTIONS, I_DANGER = I_DICE + FACTIONS
    I_LIFE = I_DANGER + FACTIONS, I_FRAIL, I_DEAD, I_GOAL
    I_THERE = I_GOAL + FACTIONS, I_MISSING, I_AWAY, I_DARK, I_QUIET
    # inputs that show the board
    I_MINION, I_TAINT = I_MINION + PLACES * FACTIONS, I_GATE = I_TAINT + PLACES
    I_STEP = I_GATE + PLACES, I_WOUND = I_STEP + FACTIONS * PATH, I_SUPPLY = I_WOUND + FACTIONS
    # and each hero, in the order of play
    I_HERO = I_SUPPLY + FACTIONS

cdef enum:              # inputs of a hero
    J_HERO, J_PLACE = J_HERO + HEROES, J_LIFE = J_PLACE + PLACES, J_STRENGTH = J_LIFE + LIVES
    J_SPECIAL = J_STRENGTH + FACTIONS, J_QUEST = J_SPECIAL + SPECIALS, J_REWARD = J_QUEST + QUESTS
    J_CARDS = J_REWARD + QUESTS, J_FRESH
    J_INPUTS

cdef enum:
    INPUTS = I_HERO + SEATS * J_INPUTS
    MOST = 512          # bound on inputs that are not 0

cdef struct Inputs:     # those that are not 0
    int n
    int[MOST] which
    float[MOST] value

cdef struct Net:
    float[INPUTS][HIDDEN] first
    float[HIDDEN] bias
    float[HIDDEN] second
    float last

cdef void describe(const Position* p, const Tables* t, const Lore* lore, Inputs* out) noexcept nogil
cdef double foretell(const Net* net, const Inputs* x) noexcept nogil

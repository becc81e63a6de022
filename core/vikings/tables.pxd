from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    SEATS = 5
    PORTS = 48          # spaces 0..47
    HOMES = 3           # spaces 48..50
    WINTERING = 51
    WATERS = 52         # first water
    SPACES = 116        # bound
    DEGREE = 16         # bound on neighbours of a space
    KINDS = 3           # of goods
    RUNES = 28
    SAGAS = 27
    ERAS = 3
    TOWNS = 15
    NATIONS = 3
    ROLLS = 83          # multisets of one, two and three dice
    OVER_DAYS = 32
    REACH = 16          # days for which reachable ports are listed
    NO_REGION = 255

cdef enum:              # titles, in the order of core.vikings.components.RUNES
    SIEGE, LOKIS_MARK, RAVEN_BANNER, WRATH_OF_THE_GODS, DEBTS_OF_HONOUR, INTIMIDATION
    ANSWERED_PRAYERS, FAME_PRECEDES_YOU, TRADE_WITH_NATIVES, NOT_WELCOME, COLONISATION
    SEA_MONSTER, MASTERS_OF_SEAFARING, NAVIGATION_ERROR, NEW_CREW, NEW_TRADE_OPPORTUNITIES
    REBELLION, REVOLT, FOLLOWING_WIND, PRAYER_TO_ODIN, STORM, SURPRISE_ATTACK
    DISPUTED_SETTLEMENT, CHANGE_IN_DEMAND, RETRIBUTION, VALHALLA, BERSERKER_FURY
    BACK_TO_THE_LONGSHIPS

cdef enum:              # tasks of sagas
    TRADE_SAGA, RAID_SAGA, SETTLE_SAGA

cdef struct Tables:     # components.toml and the options of a game, packed for the rules
    int players
    int start           # seat that begins
    int limit           # rounds after which the game ends (V75); 0: none
    int days
    int figures
    int capacity[ERAS]
    int start_vp[SEATS]
    int final_rounds
    int max_runes
    int demand_bonus
    int good_modifier
    int axe
    int multiplier[4]   # by settled ports of the region
    int saga_first
    int saga_second
    int colonisation
    int wind            # at the start
    int demand          # at the start
    int goods[KINDS]    # tokens in the box
    int fair[4][4]      # fair-weather days by dial and zone (V25)
    uint8_t losses[OVER_DAYS]
    uint8_t spaces      # numbers in use
    uint8_t zone[SPACES]
    uint8_t degree[SPACES]
    uint8_t adjacent[SPACES][DEGREE]    # rising
    uint64_t ports_at[SPACES]           # ports adjacent to a water
    uint8_t value[PORTS]
    uint8_t region[PORTS]               # NO_REGION for independent ports
    uint64_t group[PORTS]               # ports of the port's region; an independent port alone
    uint8_t town[PORTS]                 # number of the town, or 255
    uint64_t grey                       # independent ports
    uint64_t towns
    uint64_t large
    uint8_t small_treasure[12]
    uint8_t large_treasure[3]
    uint64_t saga_ports[SAGAS]
    uint8_t saga_task[SAGAS]
    uint8_t saga_nation[SAGAS]
    uint8_t saga_bonus[SAGAS]
    uint32_t era_sagas[ERAS]
    uint32_t nation_sagas[NATIONS]
    uint8_t copies[RUNES]
    uint8_t roll[ROLLS][3]              # dice of a multiset, rising; 0 for a die not thrown
    uint8_t roll_weight[ROLLS]          # orders in which they may fall
    uint8_t roll_first[5]               # those of n dice: roll_first[n] .. roll_first[n + 1] - 1
    uint8_t roll_index[7][7][7]         # by dice, rising
    uint8_t distance[SPACES][SPACES]    # days from space to space on an empty map; 255: no way
    uint64_t reach[REACH][SPACES]       # ports at most so many days away


cdef class Box:
    cdef Tables tables
    cdef readonly object components

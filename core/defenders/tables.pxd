from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t

cdef enum:
    SEATS = 4
    PLACES = 45
    FACTIONS = 4
    HEROES = 8
    QUESTS = 24
    SPECIALS = 15
    KINDS = 96          # bound on different hero cards
    DARKS = 64          # bound on darkness cards
    PATH = 8            # bound on the places of a general's path
    CITY = 28           # Monarch City, see core.defenders.components.LOCATIONS
    NOTHING = 255
    NEXT = 254          # target of a darkness card: one step on

cdef enum:              # faction: # also colours, generals and dice
    DEMON, ORC, DRAGONKIN, UNDEAD

cdef enum:              # general: # in the order of their factions
    BALAZARG, GORGUTT, SAPPHIRE, VARKOLAK

cdef enum:              # hero: # in the order of core.defenders.components.HEROES
    CLERIC, DWARF, EAGLE_RIDER, PALADIN, RANGER, ROGUE, SORCERESS, WIZARD

cdef enum:              # special: # in the order of core.defenders.components.SPECIALS
    ALL_IS_QUIET, BATTLE_FURY, BATTLE_LUCK, BATTLE_STRATEGY, CAVALRY_SWEEP, DARK_VISIONS
    ELVEN_ARCHERS, HAMMER_OF_VALOR, KINGS_GUARD, LOCAL_INFORMATION, MAGIC_GATE, MILITIA
    SPELL_OF_PURITY, SPY, STRONG_DEFENSES

cdef enum:              # quest: # in the order of core.defenders.components.QUESTS
    AMULET, BOOTS, HELM, WAR_BANNER, BLESSING, GRYPHONS, CRYSTAL_OF_LIGHT, ANCIENT_TREE
    AMAZON_ENVOY, DUKE_ENVOY, ELF_ENVOY, UNICORN, RUMORS_QUEST, ORGANIZE_MILITIA, FIND_GATE
    ORC_HUNTER, DEMON_HUNTER, DRAGON_HUNTER, UNDEAD_HUNTER, RAIDS
    SCOUT                                       # the first of four, by general

cdef enum:              # quest type
    ROLL_QUEST, ROLL_PER_ACTION, VISIT, ACT_AT, DEFEAT, SCOUT_QUEST, BUILD_QUEST

cdef enum:              # quest reward: when it works
    PERMANENT, DISCARD, INSTANT

cdef enum:              # darkness kind
    REGULAR, PATROLS, WAR_PARTY, QUIET, CITY_CARD

cdef enum:              # penalty: # a fixed number, or one of
    D3 = 100
    D6
    ALL_CARDS

cdef struct CardSet:    # a multiset of hero cards, at most two of a kind, a bit a kind
    uint64_t one[2]     # kinds of which there is at least one
    uint64_t two[2]     # kinds of which there are two

cdef struct Tables:     # components.toml and the options of a game, packed for the rules
    int players
    # options
    int chosen          # 1: heroes are chosen by their players; 0: random or given
    int given[SEATS]    # heroes given, or NOTHING
    int first           # first seat, or NOTHING for a random one
    int objective       # 1: champion
    int no_penalty
    int setup_overruns
    int remove_specials
    int shared_roll
    int per_minion
    int lean
    int turn_limit
    # map
    uint64_t adjacent[PLACES]
    uint64_t reach[5][2][PLACES]        # by steps: other places within; [1] round city and inns
    uint8_t distance[PLACES][PLACES]
    uint8_t colour[PLACES]              # 4 purple
    uint64_t lands[5]                   # places of each colour
    uint64_t inns
    uint64_t barred                     # Monarch City and inns
    uint64_t chests
    uint64_t everywhere
    # factions and generals
    uint8_t minions[FACTIONS]
    uint8_t hit[FACTIONS]               # against minions (D39)
    uint8_t fear[FACTIONS]
    uint8_t taints_at[FACTIONS]
    uint8_t general_hit[FACTIONS]
    uint8_t general_life[FACTIONS]
    uint8_t major[FACTIONS]
    uint8_t path[FACTIONS][PATH]
    uint8_t steps[FACTIONS]             # places of the path
    uint8_t penalty_wounds[FACTIONS]
    uint8_t penalty_cards[FACTIONS]
    uint8_t life[HEROES]                # greatest life, variants included
    # hero cards; kinds stand in the order of components.toml, location cards first
    int kinds
    int specials                        # first special card
    CardSet all_cards
    int all_size
    uint8_t place[KINDS]
    uint8_t dice[KINDS]
    uint64_t icon[3][2]                 # horse, eagle, gate
    uint64_t of_colour[FACTIONS][2]
    uint64_t of_general[FACTIONS][2]    # cards that show a general
    uint64_t of_place[PLACES][2]
    uint64_t special[2]
    uint64_t two_dice[2]                # cards of two dice
    # darkness cards
    int darks
    uint64_t all_dark
    uint64_t quiet                      # bits of All is Quiet
    int first_quiet
    uint8_t dark_kind[DARKS]
    uint8_t dark_place[DARKS][2]
    uint8_t dark_faction[DARKS][2]
    uint8_t dark_count[DARKS][2]
    uint8_t dark_general[DARKS]
    uint8_t dark_target[DARKS]
    uint8_t dark_minions[DARKS]
    uint8_t full[FACTIONS]              # by generals defeated
    uint8_t move_only[FACTIONS]
    # quests
    uint8_t quest_type[QUESTS]
    uint8_t quest_keep[QUESTS]
    uint8_t quest_places[QUESTS]        # number of places
    uint8_t quest_place[QUESTS][4]
    uint8_t quest_marker[QUESTS][4]
    uint8_t quest_dice[QUESTS]
    uint8_t quest_hit[QUESTS]
    uint8_t quest_value[QUESTS]
    uint8_t quest_colour[QUESTS]
    uint8_t quest_general[QUESTS]
    uint8_t needs[QUESTS][FACTIONS]
    uint64_t quest_reach[QUESTS]        # places that an envoy's reward reaches
    # single numbers
    int crystals
    int gates
    int hand_limit
    int room                            # minions that a place but the city holds
    int city_loss
    int rumors_a_turn
    int deal                            # cards dealt at the start
    int begin_cards                     # cards of a hero who comes later
    int generals_minions
    int start_crystals
    int phase_cards[2]
    int phase_minions[2]
    int start
    int gate_start
    int horse_steps
    int eagle_steps
    int land_dice
    int land_hit
    int heal_elsewhere
    int rumors_cards
    int evening_cards
    int reward_cards
    int blessed
    int sanctify_dice
    int sanctify_hit
    int mountain_lore
    int dwarf_armor
    int flight_steps
    int fresh_mount
    int steed_steps
    int paladin_armor
    int woods_lore
    int elf_support
    int thievery
    int crafty
    int ambush_minions
    int ambush_general
    int visions
    int fireball_hit
    int strategy_places
    int sweep_points
    int sweep_each
    int sweep_dragonkin
    int visions_cards
    int archers_places
    int archers_colour
    int guard_minions
    int information_cards


cdef class Box:
    cdef Tables tables
    cdef readonly object components

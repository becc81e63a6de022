from libc.stdint cimport int16_t, int32_t, uint8_t

cdef enum:
    SEATS = 4
    COLOURS = 8
    KINDS = 18      # kinds of chips, see core.quacks.components.KINDS
    SPACES = 54     # of the pot track
    LAST = 52       # last index on which chips lie (Q28)
    GLASSES = 13
    CARDS = 24
    ROUNDS = 9
    FACES = 6

cdef enum:          # colours, in the order of core.quacks.components.COLOURS
    WHITE, ORANGE, GREEN, BLUE, RED, YELLOW, PURPLE, BLACK

cdef enum:          # kinds that the rules name; colours stand together, values rise
    WHITE_1 = 0
    ORANGE_1 = 3
    RED_1 = 10

cdef enum:          # cards, in the order of core.quacks.components.CARDS
    ROLL_THE_DIE, POT_FILLING_UP, CHARITY, RAT_INFESTATION, BEGINNERS_BONUS, JUST_IN_TIME
    CHOOSE_ONE, RATS_ARE_YOUR_FRIENDS, GOOD_START, CHOOSE_WISELY, WHEEL_AND_DEAL
    OPPORTUNISTIC_MOMENT, LESS_IS_MORE, POT_IS_FULL, PUMPKIN_PATCH_PARTY, LUCKY_DEVIL
    SHINING_EXTRA_BRIGHT, MAGIC_POTION, SEASONED_PERFECTLY, LIVING_IN_LUXURY, WELL_STIRRED
    STRONG_INGREDIENT, SCHADENFREUDE, SECOND_CHANCE

cdef struct Reward:             # paid in this order (section 8)
    uint8_t chips
    uint8_t chip[2]             # kinds
    uint8_t vp
    uint8_t rubies
    uint8_t steps

cdef struct Tables:             # components.toml and the options of a game, packed for the rules
    int players
    int tubes                   # 1 on the test-tube side (Q70)
    int side[COLOURS]           # set of each book, 1 to 4
    uint8_t colour[KINDS]
    uint8_t value[KINDS]
    uint8_t count[KINDS]        # chips in the box, spares left out
    uint8_t price[KINDS]        # 0: not for sale
    uint8_t opens[KINDS]        # first round in which the kind can be had
    uint8_t first[COLOURS + 1]  # kinds of colour c: first[c] .. first[c + 1] - 1
    uint8_t start[KINDS]        # start bag
    uint8_t upgrade[KINDS]      # Opportunistic Moment: kind after the swap, or 255
    uint8_t coins[SPACES]
    uint8_t vp[SPACES]
    uint8_t ruby[SPACES]
    uint8_t purple3[SPACES]     # VP of a purple chip there
    Reward glass[GLASSES]
    Reward face[FACES]          # of the bonus die; equal faces are packed into the first of them
    uint8_t face_count[FACES]
    uint8_t tails_below[64]     # tails t < s, s = 0..50
    int tails_lap
    int lap
    int rubies                  # in the box
    int start_rubies
    int start_score
    int start_droplet
    int start_glass
    int start_flask
    int limit
    int limit_yellow_first
    int limit_yellow_third
    int white_kind              # what everyone gets in round white_round
    int white_round
    int white_count
    uint8_t rats[ROUNDS + 1]
    int coins_per_vp
    int rubies_per_vp
    int step_cost
    int refill_cost
    Reward black_low            # black: droplet only
    Reward black_high
    int green_positions
    int green_rubies
    int green2[3][2]            # kinds gained by value index, 255 for none
    int green3_sum
    int green4_cost
    int green4_steps
    int blue3_rubies
    int red1_low
    int red1_high
    int red4_extra
    int yellow4[3]
    Reward purple1[4]           # by line
    Reward purple2[4]
    uint8_t purple4_from[4]     # by line: values
    uint8_t purple4_to[4]
    int a[CARDS]                # figures of the cards, see tables.pyx
    int b[CARDS]
    int chip[CARDS]             # kind, or 255
    uint8_t offer[CARDS][KINDS]  # kinds that a card offers for choice


cdef class Box:
    cdef Tables tables
    cdef readonly object components

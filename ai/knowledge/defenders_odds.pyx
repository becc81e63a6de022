"""The exact odds of killing a general of Defenders of the Realm (rules.md section 7).

They are those of one plan: heroes roll one after the other, each uses every re-roll of failed dice
that he owns, Battle Luck goes to the hero with most dice, and the Eagle Rider on the ground comes
last and rolls all dice anew if the general still stands.
"""

from libc.string cimport memset
from core.defenders.combat cimport need_of
from core.defenders.position cimport Position, Seat, has_reward, holds, place_of, seat_after
from core.defenders.tables cimport (
    BALAZARG, BATTLE_LUCK, DRAGONKIN, DWARF, EAGLE_RIDER, FIND_GATE, GORGUTT, NOTHING, SEATS,
    UNICORN, VARKOLAK, CardSet, Tables,
)

cdef enum:
    ZERO = 64           # index of no net hit
    NETS = 128          # nets from -64 to 63; no battle has so many dice

cdef int dice_in(const Tables* t, const CardSet* hand, int general, int* twos) noexcept nogil:
    """Dice of a hand's cards that show a general, Battle Luck left out; also cards of two dice."""
    cdef uint64_t mask, one, two
    cdef int i, cards = 0, double_dice = 0, luck = t.specials + BATTLE_LUCK
    for i in range(2):
        mask = t.of_general[general][i]
        if luck >> 6 == i:
            mask &= ~(<uint64_t>1 << (luck & 63))
        one = hand.one[i] & mask
        two = hand.two[i] & mask
        cards += ones_in(one) + ones_in(two)
        double_dice += ones_in(one & t.two_dice[i]) + ones_in(two & t.two_dice[i])
    twos[0] = double_dice
    return cards + double_dice


cdef Fighter fighter(const Position* p, const Tables* t, int seat, int general, int place,
                     bint blessed) noexcept nogil:
    """A hero's bonuses against a general in a place, without any dice yet."""
    cdef const Seat* s = &p.seat[seat]
    cdef Fighter f
    cdef bint cut = general == VARKOLAK and not blessed
    f.dice = f.ones = f.twos = f.rerolls = 0
    f.ground = False
    f.need = t.general_hit[general]
    if not cut:
        f.need = need_of(t, s, place, general, f.need, False, True)
        f.rerolls = has_reward(s, UNICORN) + (s.hero == DWARF and general == DRAGONKIN)
        f.ground = s.hero == EAGLE_RIDER and not s.sky
    return f


# ---------------------------------------------------------------------- sums of dice


cdef struct Sum:        # chances of every net, from the lowest to the highest possible
    double[NETS] chance
    int low
    int high


cdef inline void nothing(Sum* sum) noexcept nogil:
    sum.low = sum.high = ZERO
    sum.chance[ZERO] = 1.0


cdef void add_die(Sum* sum, double plus, double minus, int top) noexcept nogil:
    """One more die; nets from `top` on are as good as `top`."""
    cdef double rest = 1.0 - plus - minus, left, here
    cdef int i, low = sum.low - (minus > 0.0)
    if low < sum.low:
        sum.chance[low] = 0.0
    if sum.high < top:
        sum.high += 1
        sum.chance[sum.high] = 0.0
    left = 0.0
    for i in range(low, sum.high + 1):
        here = sum.chance[i]
        sum.chance[i] = here * rest + left * plus
        if i < sum.high:
            sum.chance[i] += sum.chance[i + 1] * minus
        elif i == top:
            sum.chance[i] += here * plus
        left = here
    sum.low = low


cdef void add_cards(Sum* sum, int cards, int dice, double plus, double minus,
                    int top) noexcept nogil:
    """Cards that give their dice in five cases of six."""
    cdef Sum before
    cdef int i
    for _ in range(cards):
        before = sum[0]
        for _ in range(dice):
            add_die(sum, plus, minus, top)
        for i in range(sum.low, sum.high + 1):
            sum.chance[i] *= 5.0 / 6.0
            if before.low <= i <= before.high:
                sum.chance[i] += before.chance[i] / 6.0


cdef void die_of(const Fighter* f, bint parry, int rerolls, double* plus,
                 double* minus) noexcept nogil:
    """Chances of a die to add a hit, and of one to take one away, after re-rolls when failed."""
    cdef double hit = 1.0 if f.need <= 1 else (7 - f.need) / 6.0 if f.need <= 6 else 0.0
    cdef double stuck = 1.0
    for _ in range(rerolls):
        stuck *= 1.0 - hit
    plus[0] = 1.0 - stuck * (1.0 - hit)
    minus[0] = stuck / 6.0 if parry and f.need > 1 else 0.0
    if parry and f.need <= 1:
        plus[0] = 5.0 / 6.0     # a one is a hit and parries one (A49)


cdef double tail(const Fighter* f, int dice, bint parry, int rerolls, int wanted) noexcept nogil:
    """Chance that so many dice alone make the net wanted."""
    cdef Sum sum
    cdef double plus, minus, total = 0.0
    cdef int i
    nothing(&sum)
    die_of(f, parry, rerolls, &plus, &minus)
    for _ in range(dice):
        add_die(&sum, plus, minus, NETS - 1)
    for i in range(max(sum.low, ZERO + wanted), sum.high + 1):
        total += sum.chance[i]
    return total


cdef double ground_odds(const Sum* base, const Fighter* f, int life, bint parry) noexcept nogil:
    """The last attack, by the Eagle Rider on the ground."""
    cdef double[NETS] dice
    cdef double total = 0.0, fails
    cdef Sum cards
    cdef int i, n
    memset(dice, 0, sizeof(dice))
    nothing(&cards)                 # dice that corruption leaves
    add_cards(&cards, f.ones, 1, 1.0, 0.0, NETS - 1)
    add_cards(&cards, f.twos, 2, 1.0, 0.0, NETS - 1)
    for i in range(base.low, base.high + 1):
        if base.chance[i] == 0.0:
            continue
        for n in range(cards.low, cards.high + 1):
            if cards.chance[n] == 0.0:
                continue
            fails = 1.0 - tail(f, f.dice + n - ZERO, parry, f.rerolls, life - (i - ZERO))
            fails *= 1.0 - tail(f, f.dice + n - ZERO, parry, 0, life - (i - ZERO))
            total += base.chance[i] * cards.chance[n] * (1.0 - fails)
    return total


cdef double odds(Fighter* party, int n, int life, bint parry) noexcept nogil:
    """Chance that the party takes `life` points off a general, attacking in this order."""
    cdef Sum sum
    cdef double plus, minus, won = 0.0
    cdef int i, k, top = NETS - 1 if parry else ZERO + life
    nothing(&sum)
    for i in range(n):
        if party[i].ground:
            return won + ground_odds(&sum, &party[i], life, parry)
        die_of(&party[i], parry, party[i].rerolls, &plus, &minus)
        for _ in range(party[i].dice):
            add_die(&sum, plus, minus, top)
        add_cards(&sum, party[i].ones, 1, plus, minus, top)
        add_cards(&sum, party[i].twos, 2, plus, minus, top)
        for k in range(ZERO + life, sum.high + 1):  # counted after each hero's attack (D55)
            won += sum.chance[k]
            sum.chance[k] = 0.0
    return won


# ---------------------------------------------------------------------- parties


cdef int lucks(const Position* p, const Tables* t) noexcept nogil:
    """Cards of Battle Luck in all hands; any of them serves any hero (D79)."""
    cdef int seat, n = 0, luck = t.specials + BATTLE_LUCK
    for seat in range(t.players):
        if holds(&p.seat[seat].hand, luck):
            n += 1 + (p.seat[seat].hand.two[luck >> 6] >> (luck & 63) & 1)
    return n


cdef double line_up(Fighter* party, int n, int life, int luck, bint cut, bint parry) noexcept nogil:
    """The odds of a party with Battle Luck given out and the Eagle Rider put last."""
    cdef Fighter last
    cdef int i, most = 0
    for i in range(1, n):
        if party[i].dice + party[i].ones + 2 * party[i].twos > (
                party[most].dice + party[most].ones + 2 * party[most].twos):
            most = i
    if n and not cut:
        party[most].rerolls += luck
    for i in range(n - 1):
        if party[i].ground:
            last = party[i]
            party[i] = party[n - 1]
            party[n - 1] = last
    return odds(party, n, life, parry)


cdef double team_odds(const Position* p, const Tables* t, int general, int seats) noexcept nogil:
    """Odds if these seats attacked a general together with all their cards, wherever they are."""
    cdef Fighter[SEATS] party
    cdef Fighter f
    cdef int i, seat, dice, twos, n = 0
    for i in range(t.players):
        seat = seat_after(p, t, i)
        if not seats >> seat & 1 or p.seat[seat].hero == NOTHING:
            continue
        dice = dice_in(t, &p.seat[seat].hand, general, &twos)
        if dice == 0 and not has_reward(&p.seat[seat], FIND_GATE):
            continue
        f = fighter(p, t, seat, general, place_of(p, t, general), False)
        if general == BALAZARG:
            f.twos = twos
            f.ones = dice - 2 * twos
        else:
            f.dice = dice
        if has_reward(&p.seat[seat], FIND_GATE):
            f.dice += t.quest_value[FIND_GATE]
        party[n] = f
        n += 1
    return line_up(party, n, p.general_life[general], lucks(p, t), general == VARKOLAK,
                   general == GORGUTT)


cdef double battle_odds(const Position* p, const Tables* t, bint hands) noexcept nogil:
    """Odds of the battle that goes on; `hands`: also with the cards not yet announced."""
    cdef Fighter[SEATS] party
    cdef Fighter f
    cdef int i, k, seat, dice, twos, n = 0, net = p.all_hits - p.all_ones
    for i in range(t.players):
        seat = seat_after(p, t, i)
        if not p.party >> seat & 1 or p.attacked >> seat & 1:
            continue
        f = fighter(p, t, seat, p.foe, place_of(p, t, p.foe), p.blessed)
        f.dice = p.pool[seat]
        for k in range(p.announced):
            if p.committed[k] >> 6 == seat:
                if p.committed[k] & 63 == 2:
                    f.twos += 1
                else:
                    f.ones += 1
        if hands:
            dice = dice_in(t, &p.seat[seat].hand, p.foe, &twos)
            if p.foe == BALAZARG and not p.blessed:
                f.twos += twos
                f.ones += dice - 2 * twos
            else:
                f.dice += dice
        if has_reward(&p.seat[seat], FIND_GATE):
            f.dice += t.quest_value[FIND_GATE]
        party[n] = f
        n += 1
    return line_up(party, n, p.start_life - net, lucks(p, t),
                   p.foe == VARKOLAK and not p.blessed, p.foe == GORGUTT and not p.blessed)

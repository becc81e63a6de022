"""Chance: draws from multisets, counts of dice, exact probabilities (rules.md section 15)."""

from libc.stdint cimport uint64_t
from core.defenders.combat cimport hit_sixths
from core.defenders.position cimport (
    CHUNK, DARKNESS, DEALT, DEAL_HERO, DRAWN, DRAW_CARD, DRAW_DARK, DRAW_QUEST, FACE, FIRST,
    FIRST_SEAT, HITS, QUESTED, REMOVED, REMOVE_SPECIAL, ROLL_CORRUPTION, ROLL_D3, ROLL_D6,
    ROLL_DICE, SEARCH_CARD, SPOILED, SUCCESS, act_of, bit, count, low, pop,
)
from core.defenders.tables cimport CardSet
from core.rng cimport below, uniform

cdef enum:              # random sources (c_source); the dice of seat s are DICE_SOURCE + s
    SETUP_SOURCE, CARD_SOURCE, DARK_SOURCE, QUEST_SOURCE, DICE_SOURCE


cdef int source_of(const Position* p) noexcept nogil:
    if p.ask == DRAW_CARD or p.ask == SEARCH_CARD:
        return CARD_SOURCE
    if p.ask == DRAW_DARK:
        return DARK_SOURCE
    if p.ask == DRAW_QUEST:
        return QUEST_SOURCE
    if p.ask >= ROLL_DICE:
        return DICE_SOURCE + p.who
    return SETUP_SOURCE


cdef inline int die_of(const Position* p) noexcept nogil:
    """Colour of the dice that are rolled next."""
    cdef int i = 0
    while p.pending[i] == 0:
        i += 1
    return i


cdef inline uint64_t masked(const Position* p, const Tables* t, int word) noexcept nogil:
    """Kinds that may be drawn."""
    if p.ask == SEARCH_CARD:
        return t.of_colour[t.quest_colour[p.seat[p.who].quest]][word]
    return t.special[word] if p.ask == REMOVE_SPECIAL else ~<uint64_t>0


cdef int write_cards(const Position* p, const Tables* t, int verb, Action* out,
                     double* probability) noexcept nogil:
    cdef const CardSet* deck = &p.deck
    cdef uint64_t cards, mask
    cdef int i, k, n = 0, total = 0
    for i in range(2):
        mask = masked(p, t, i)
        total += count(deck.one[i] & mask) + count(deck.two[i] & mask)
    for i in range(2):
        cards = deck.one[i] & masked(p, t, i)
        while cards:
            k = pop(&cards)
            out[n] = act_of(verb, 64 * i + k - (t.specials if verb == REMOVED else 0))
            probability[n] = <double>(1 + (deck.two[i] >> k & 1)) / total
            n += 1
    return n


cdef int write_dark(const Position* p, const Tables* t, Action* out,
                    double* probability) noexcept nogil:
    """Equal cards (All is Quiet) are one outcome."""
    cdef uint64_t cards = p.dark & (~t.quiet | bit(t.first_quiet))
    cdef int card, n = 0, total = count(p.dark), quiet = count(p.dark & t.quiet)
    while cards:
        card = pop(&cards)
        out[n] = act_of(DARKNESS, card)
        probability[n] = <double>(quiet if card == t.first_quiet else 1) / total
        n += 1
    return n


cdef int write_even(int verb, uint64_t bits, Action* out, double* probability) noexcept nogil:
    cdef int n = 0, total = count(bits)
    while bits:
        out[n] = act_of(verb, pop(&bits))
        probability[n] = 1.0 / total
        n += 1
    return n


cdef double power(double base, int n) noexcept nogil:
    cdef double product = 1.0
    for _ in range(n):
        product *= base
    return product


cdef double ways(int n, int k) noexcept nogil:
    """Binomial coefficient."""
    cdef double product = 1.0
    cdef int i
    for i in range(k):
        product = product * (n - i) / (i + 1)
    return product


cdef int write_dice(const Position* p, Action* out, double* probability) noexcept nogil:
    """Hits and, where they parry, ones of the dice of one colour."""
    cdef int die = die_of(p), dice = min(p.pending[die], CHUNK), sixths = hit_sixths(p, die)
    cdef int hits, ones, n = 0
    cdef double hit = sixths / 6.0, one = 1 / 6.0, rest = (5 - sixths) / 6.0
    if not p.parry:
        for hits in range(dice + 1):
            out[n] = act_of(HITS, hits << 8)
            probability[n] = ways(dice, hits) * power(hit, hits) * power(1 - hit, dice - hits)
            n += 1
        return n
    if sixths == 6:     # each die hits, ones too (A49)
        for ones in range(dice + 1):
            out[n] = act_of(HITS, dice << 8 | ones)
            probability[n] = ways(dice, ones) * power(one, ones) * power(1 - one, dice - ones)
            n += 1
        return n
    for hits in range(dice + 1):
        if hits and not sixths:
            break
        for ones in range(dice + 1 - hits):
            if sixths == 5 and hits + ones < dice:
                continue
            out[n] = act_of(HITS, hits << 8 | ones)
            probability[n] = (ways(dice, hits) * ways(dice - hits, ones) * power(hit, hits)
                              * power(one, ones) * power(rest, dice - hits - ones))
            n += 1
    return n


cdef double chance_of(int check) noexcept nogil:
    """Chance that at least one of `check >> 4` dice shows `check & 15` or more."""
    return 1.0 - power(((check & 15) - 1) / 6.0, check >> 4)


cdef int write_outcomes(const Position* p, const Tables* t, Action* out,
                        double* probability) noexcept nogil:
    cdef int i
    if p.ask == DRAW_CARD or p.ask == SEARCH_CARD:
        return write_cards(p, t, DRAWN, out, probability)
    if p.ask == DRAW_DARK:
        return write_dark(p, t, out, probability)
    if p.ask == ROLL_DICE:
        return write_dice(p, out, probability)
    if p.ask == DRAW_QUEST:
        return write_even(QUESTED, p.quests, out, probability)
    if p.ask == REMOVE_SPECIAL:
        return write_cards(p, t, REMOVED, out, probability)
    if p.ask == DEAL_HERO:
        return write_even(DEALT, ~p.heroes & 255, out, probability)
    if p.ask == FIRST_SEAT:
        return write_even(FIRST, (1 << t.players) - 1, out, probability)
    if p.ask == ROLL_D3 or p.ask == ROLL_D6:
        return write_even(FACE, 14 if p.ask == ROLL_D3 else 126, out, probability)
    if p.ask == ROLL_CORRUPTION:
        for i in range(2):
            out[i] = act_of(SPOILED, i)
        probability[1] = 1 / 6.0
    else:
        for i in range(2):
            out[i] = act_of(SUCCESS, i)
        probability[1] = chance_of(p.check)
    probability[0] = 1.0 - probability[1]
    return 2


cdef int pick(uint64_t bits, int i) noexcept nogil:
    """Place of the i-th bit of a set."""
    while i:
        bits &= bits - 1
        i -= 1
    return low(bits)


cdef Action sample_card(const Position* p, const Tables* t, bitgen_t* rng) noexcept nogil:
    """A card of the deck: any slot of the box until one holds a card; counted if few are left."""
    cdef const CardSet* deck = &p.deck
    cdef uint64_t cards
    cdef int i, slot, n = 0
    if p.ask == DRAW_CARD and p.deck_size > 16:
        while True:
            slot = below(rng, 256)
            cards = deck.one[slot >> 6] if slot < 128 else deck.two[slot - 128 >> 6]
            if cards >> (slot & 63) & 1:
                return act_of(DRAWN, slot & 127)
    for i in range(2):
        n += count(deck.one[i] & masked(p, t, i)) + count(deck.two[i] & masked(p, t, i))
    slot = below(rng, n)
    for i in range(2):
        cards = deck.one[i] & masked(p, t, i)
        if slot < count(cards):
            return act_of(DRAWN, 64 * i + pick(cards, slot))
        slot -= count(cards)
        cards = deck.two[i] & masked(p, t, i)
        if slot < count(cards):
            return act_of(DRAWN, 64 * i + pick(cards, slot))
        slot -= count(cards)
    return 0


cdef Action sample_dice(const Position* p, bitgen_t* rng) noexcept nogil:
    cdef int die = die_of(p), dice = min(p.pending[die], CHUNK), sixths = hit_sixths(p, die)
    cdef int face, hits = 0, ones = 0
    for _ in range(dice):
        face = 1 + below(rng, 6)
        hits += face > 6 - sixths
        ones += face == 1
    return act_of(HITS, hits << 8 | (ones if p.parry else 0))


cdef Action sample_outcome(const Position* p, const Tables* t, bitgen_t* rng) noexcept nogil:
    cdef uint64_t bits
    cdef Action action
    cdef int card
    if p.ask == DRAW_CARD or p.ask == SEARCH_CARD:
        return sample_card(p, t, rng)
    if p.ask == DRAW_DARK:
        card = pick(p.dark, below(rng, count(p.dark)))
        return act_of(DARKNESS, t.first_quiet if t.quiet >> card & 1 else card)
    if p.ask == ROLL_DICE:
        return sample_dice(p, rng)
    if p.ask == DRAW_QUEST:
        return act_of(QUESTED, pick(p.quests, below(rng, count(p.quests))))
    if p.ask == REMOVE_SPECIAL:
        action = sample_card(p, t, rng)
        return act_of(REMOVED, (action & 0xffff) - t.specials)
    if p.ask == DEAL_HERO:
        bits = ~p.heroes & 255
        return act_of(DEALT, pick(bits, below(rng, count(bits))))
    if p.ask == FIRST_SEAT:
        return act_of(FIRST, below(rng, t.players))
    if p.ask == ROLL_D3 or p.ask == ROLL_D6:
        return act_of(FACE, 1 + below(rng, 3 if p.ask == ROLL_D3 else 6))
    if p.ask == ROLL_CORRUPTION:
        return act_of(SPOILED, below(rng, 6) == 0)
    return act_of(SUCCESS, uniform(rng) < chance_of(p.check))


cdef Action only_outcome(const Position* p, const Tables* t) noexcept nogil:
    """The outcome that is sure to come, or 0 if there are several."""
    cdef uint64_t cards
    cdef int i, kinds = 0, kind = 0
    if p.ask == DRAW_DARK:
        cards = p.dark & (~t.quiet | bit(t.first_quiet))
        return act_of(DARKNESS, low(cards)) if cards & (cards - 1) == 0 else 0
    if p.ask == DRAW_QUEST:
        return act_of(QUESTED, low(p.quests)) if p.quests & (p.quests - 1) == 0 else 0
    if p.ask == SEARCH_CARD or (p.ask == DRAW_CARD and p.deck_size <= 2):
        for i in range(2):
            cards = p.deck.one[i] & masked(p, t, i)
            if cards:
                kinds += 1 if cards & (cards - 1) == 0 else 2
                kind = 64 * i + low(cards)
        return act_of(DRAWN, kind) if kinds == 1 else 0
    return 0

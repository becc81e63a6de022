"""Dice, re-rolls, attacks on minions and on generals, penalties (rules.md sections 5 to 7)."""

from libc.stdint cimport uint64_t
from libc.string cimport memset
from core.defenders.position cimport (
    ARCHERY, BATTLE_FRAME, BLESSING_CHOICE, CARD, CHUNK, COMMIT, DEATH_FRAME, DRAGON_SLAYER,
    DRAW_FRAME, EXTRA_DICE, EXTRA_FACTION, FIREBALL, FOE, GROUND_ATTACK, LOSE_CARDS, LUCK,
    NEXT_ATTACKER, NEXT_HERO, PENALTY_FRAME, REROLL, ROLL_CORRUPTION, ROLL_D3, ROLL_D6, ROLL_DICE,
    ROLL_FRAME, SOURCE, SPEND, STOP, TO_HAND, UNICORN_STEED, WON, Frame, Seat, act_of, bit, count,
    finish, frame_of, has_reward, holds_any, holds_special, leave, lives, move_hero, place_of,
    pop, push, put_question, seat_after, throw,
)
from core.defenders.quests cimport defeat, settle
from core.defenders.tables cimport (
    ALL_CARDS, AMULET, BALAZARG, BATTLE_LUCK, BLESSING, CITY, CLERIC, D3, D6, DEMON, DRAGONKIN,
    DWARF, EAGLE_RIDER, FACTIONS, FIND_GATE, GORGUTT, NOTHING, ORC, PALADIN, RANGER, ROGUE,
    SAPPHIRE, SORCERESS, UNDEAD, UNICORN, VARKOLAK, WAR_BANNER,
)


cdef int general_at(const Position* p, const Tables* t, int place) noexcept nogil:
    """The general in a place, or -1."""
    cdef int i
    for i in range(FACTIONS):
        if lives(p, i) and place_of(p, t, i) == place:
            return i
    return -1


# ---------------------------------------------------------------------- a roll


cdef int hit_sixths(const Position* p, int die) noexcept nogil:
    """Faces of a die that hit."""
    return 6 if p.need[die] <= 1 else 7 - p.need[die] if p.need[die] <= 6 else 0


cdef inline int failed(const Position* p, int die) noexcept nogil:
    return p.dice[die] - p.hits[die]


cdef inline bint any_failed(const Position* p) noexcept nogil:
    return failed(p, 0) or failed(p, 1) or failed(p, 2) or failed(p, 3)


cdef void begin_roll(Position* p, int seat) noexcept nogil:
    """The dice of `p.dice` are about to be rolled by a seat."""
    cdef int i
    for i in range(FACTIONS):
        p.pending[i] = p.dice[i]
        p.hits[i] = 0
    p.ones = p.sources = 0
    p.roller = seat
    push(p, ROLL_FRAME, 0, 0, 0)


cdef void end_roll(Position* p) noexcept nogil:
    memset(p.dice, 0, sizeof(p.dice))
    memset(p.hits, 0, sizeof(p.hits))
    memset(p.need, 0, sizeof(p.need))
    p.ones = p.sources = p.roller = p.parry = p.barred = 0


cdef inline int asked_seat(const Position* p, const Tables* t, int i) noexcept nogil:
    """The roller first, then the others in seat order (D41); -1: no seat to be asked."""
    cdef int seat
    if i == 0:
        return p.roller
    seat = seat_after(p, t, i - 1)
    return -1 if seat == p.roller else seat


cdef void roll_step(Position* p, const Tables* t) noexcept nogil:
    """ROLL_FRAME: place in the row of seats asked for re-rolls (D41)."""
    cdef Frame* f = frame_of(p)
    cdef Action[8] actions
    cdef int i, seat, sixths
    for i in range(FACTIONS):
        if p.pending[i]:
            sixths = hit_sixths(p, i)
            if p.parry or 0 < sixths < 6:
                put_question(p, ROLL_DICE, p.roller)
                return
            p.hits[i] += p.pending[i] if sixths else 0
            p.pending[i] = 0
    while f.a <= t.players and not p.barred and any_failed(p):
        seat = asked_seat(p, t, f.a)
        if seat >= 0:
            p.who = seat
            if write_rerolls(p, t, actions) > 1:
                put_question(p, REROLL, seat)
                return
        f.a += 1
    leave(p)


cdef void roll_answer(Position* p, int argument) noexcept nogil:
    """So many hits and ones of the first dice pending; a long row of dice comes in parts."""
    cdef int i = 0, n
    while p.pending[i] == 0:
        i += 1
    n = min(p.pending[i], CHUNK)
    p.pending[i] -= n
    p.hits[i] += argument >> 8
    p.ones += argument & 255


cdef int write_rerolls(const Position* p, const Tables* t, Action* out) noexcept nogil:
    """The sources of the seat asked that have a failed die to take, then: the roll stands."""
    cdef const Seat* s = &p.seat[p.who]
    cdef int n = 0
    if p.who == p.roller:
        if s.hero == DWARF and not p.sources >> DRAGON_SLAYER & 1 and failed(p, DRAGONKIN):
            out[n] = act_of(SOURCE, DRAGON_SLAYER)
            n += 1
        if s.hero == EAGLE_RIDER and not s.sky and not p.sources >> GROUND_ATTACK & 1:
            out[n] = act_of(SOURCE, GROUND_ATTACK)
            n += 1
        if has_reward(s, UNICORN) and not p.sources >> UNICORN_STEED & 1:
            out[n] = act_of(SOURCE, UNICORN_STEED)
            n += 1
    if holds_special(s, t, BATTLE_LUCK):
        out[n] = act_of(SOURCE, LUCK)
        n += 1
    out[n] = act_of(STOP, 0)
    return n + 1


cdef void reroll_answer(Position* p, const Tables* t, int verb, int source) noexcept nogil:
    cdef Frame* f = frame_of(p)
    cdef int i
    if verb == STOP:
        f.a += 1
        return
    f.a = 0
    if source == LUCK:
        throw(p, t, p.who, t.specials + BATTLE_LUCK)
    else:
        p.sources |= 1 << source
    for i in range(FACTIONS):
        if source == GROUND_ATTACK:
            p.pending[i] = p.dice[i]
            p.hits[i] = p.ones = 0
        elif source != DRAGON_SLAYER or i == DRAGONKIN:
            p.pending[i] = failed(p, i)
            if p.pending[i] and p.parry:
                p.ones = 0      # where dice have failed, all ones are among them


cdef int need_of(const Tables* t, const Seat* s, int place, int faction, int need, bint archery,
                 bint general) noexcept nogil:
    """The face a die of a hero in a place must show, bonuses off (section 12, D42, D81)."""
    if has_reward(s, AMULET):
        need -= 1
    if s.hero == CLERIC and not general and (faction == UNDEAD or faction == DEMON):
        need -= t.blessed
    elif s.hero == RANGER and not archery and t.lands[ORC] >> place & 1:
        need -= t.woods_lore
    elif s.hero == SORCERESS and s.shape == 1 + faction:
        if general and not s.ambushed & 2:
            need -= t.ambush_general
        elif not general and not s.ambushed & 1:
            need -= t.ambush_minions
    return max(need, 1)


# ---------------------------------------------------------------------- minions


cdef void combat_step(Position* p, const Tables* t) noexcept nogil:
    """COMBAT_FRAME: seat, place, kind of attack; last faction and number of extra dice (D38)."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s = &p.seat[f.a]
    cdef int i, seat = f.a, place = f.b
    if f.step == 0:
        f.step = 2
        for i in range(FACTIONS):
            p.dice[i] = p.minions[place][i]
        p.roller = seat
        if has_reward(s, FIND_GATE):
            put_question(p, EXTRA_DICE, seat)
    elif f.step == 1:
        if f.e == t.quest_value[FIND_GATE]:
            f.step = 2
        else:
            put_question(p, EXTRA_FACTION, seat)
    elif f.step == 2:
        f.step = 3
        for i in range(FACTIONS):
            p.need[i] = need_of(t, s, s.place, i,
                                t.fireball_hit if f.c == FIREBALL else t.hit[i],
                                f.c == ARCHERY, False)
        if s.shape and p.dice[s.shape - 1]:
            s.ambushed |= 1
        begin_roll(p, seat)
    else:
        for i in range(FACTIONS):
            if p.hits[i]:
                defeat(p, t, seat, place, i, min(p.hits[i], p.minions[place][i]))
        end_roll(p)
        settle(p)


cdef int write_factions(const Position* p, Action* out) noexcept nogil:
    """Factions for the next die of Find Magic Gate, in their order (A43, D98)."""
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef int i, n = 0
    for i in range(f.d, FACTIONS):
        if p.minions[f.b][i]:
            out[n] = act_of(FOE, i)
            n += 1
    return n


cdef void extra_answer(Position* p, const Tables* t, int ask, int verb,
                       int argument) noexcept nogil:
    """Find Magic Gate: two more dice for this roll, or not (D81)."""
    cdef Frame* f = frame_of(p)
    if ask == EXTRA_FACTION:
        p.dice[argument] += 1
        f.d = argument
        f.e += 1
        return
    if verb == SPEND:
        p.seat[p.who].rewards &= ~(<unsigned int>1 << FIND_GATE)
        if f.kind == BATTLE_FRAME:
            p.pool[f.b] += t.quest_value[FIND_GATE]
        else:
            f.step = 1


# ---------------------------------------------------------------------- generals


cdef bint can_challenge(const Position* p, const Tables* t, int general) noexcept nogil:
    """True if some hero in the general's place holds a card for him (D48)."""
    cdef int i, place = place_of(p, t, general)
    for i in range(t.players):
        if p.seat[i].hero != NOTHING and p.seat[i].place == place and holds_any(
                &p.seat[i].hand, t.of_general[general]):
            return True
    return False


cdef inline bint cut(const Position* p) noexcept nogil:
    """True while Varkolak forbids re-rolls and bonuses (D54)."""
    return p.foe == VARKOLAK and not p.blessed


cdef uint64_t cards_from(const uint64_t* mask, int last, int word) noexcept nogil:
    """The kinds of a mask's word that do not come before `last`."""
    if last >> 6 > word:
        return 0
    return mask[word] & ~(bit(last & 63) - 1) if last >> 6 == word else mask[word]


cdef bint can_commit(const Position* p, const Tables* t, int seat, int last) noexcept nogil:
    cdef const uint64_t* mask = t.of_general[p.foe]
    return p.party >> seat & 1 and (
        p.seat[seat].hand.one[0] & cards_from(mask, last, 0)
        | p.seat[seat].hand.one[1] & cards_from(mask, last, 1)) != 0


cdef void battle_step(Position* p, const Tables* t) noexcept nogil:
    """BATTLE_FRAME: general; place in the row of seats, last card, cards committed (section 7)."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s
    cdef int i, seat, net
    if f.step == 0:             # D49
        p.foe = f.a
        p.start_life = p.general_life[f.a]
        for i in range(t.players):
            if p.seat[i].hero != NOTHING and p.seat[i].place == place_of(p, t, f.a):
                p.party |= 1 << i
        f.step = 1
    elif f.step == 1:           # Amarak's Blessing (D81)
        while f.b < t.players:
            seat = seat_after(p, t, f.b)
            if p.party >> seat & 1 and has_reward(&p.seat[seat], BLESSING):
                put_question(p, BLESSING_CHOICE, seat)
                return
            f.b += 1
        f.b = 0
        f.step = 2
    elif f.step == 2:           # commitment (D50)
        while f.b < t.players:
            seat = seat_after(p, t, f.b)
            if can_commit(p, t, seat, f.c):
                put_question(p, COMMIT, seat)
                return
            f.b += 1
            f.c = 0
        f.b = f.d = 0
        f.step = 3
    elif f.step == 3:           # corruption (D51)
        if f.b < p.announced:
            put_question(p, ROLL_CORRUPTION, p.committed[f.b] >> 6)
            return
        memset(p.committed, 0, sizeof(p.committed))
        p.announced = f.b = 0
        f.step = 4
    elif f.step == 4:           # the next hero (D52)
        for i in range(t.players):
            if may_attack(p, i):
                put_question(p, NEXT_ATTACKER, p.active)
                return
        lost_battle(p, t)
    elif f.step == 5:
        f.step = 6
        if has_reward(&p.seat[f.b], FIND_GATE):
            put_question(p, EXTRA_DICE, f.b)
    elif f.step == 6:           # his attack
        s = &p.seat[f.b]
        f.step = 4
        if p.pool[f.b] == 0:
            return
        f.step = 7
        p.dice[f.a] = p.pool[f.b]
        p.pool[f.b] = 0
        p.need[f.a] = t.general_hit[f.a]
        if not cut(p):
            p.need[f.a] = need_of(t, s, s.place, f.a, t.general_hit[f.a], False, True)
        if s.shape == 1 + f.a:
            s.ambushed |= 2
        p.barred = cut(p)
        p.parry = f.a == GORGUTT and not p.blessed
        begin_roll(p, f.b)
    elif f.step == 7:           # the count (D53, D55)
        p.all_hits += p.hits[f.a]
        p.all_ones += p.ones
        end_roll(p)
        net = max(0, p.all_hits - p.all_ones)
        p.general_life[f.a] = max(0, p.start_life - net)
        f.step = 4
        if p.general_life[f.a] == 0:
            won_battle(p, f.b)
    elif f.step == 8:           # rewards of a victory (D56)
        while f.b < t.players:
            seat = seat_after(p, t, f.b)
            f.b += 1
            if p.party >> seat & 1:
                push(p, DRAW_FRAME, seat, t.reward_cards, TO_HAND)
                return
        end_battle(p)
    else:                       # penalties (D57, D58)
        while f.b < t.players:
            seat = seat_after(p, t, f.b)
            f.b += 1
            if p.party >> seat & 1 and not p.kept_off >> seat & 1:
                push(p, PENALTY_FRAME, seat, f.a, 0)
                return
        if not p.kept_off >> p.active & 1:
            p.day_over = 1
        set_clock(p, t, f.a)
        end_battle(p)


cdef inline bint may_attack(const Position* p, int seat) noexcept nogil:
    return p.party >> seat & 1 and not p.attacked >> seat & 1 and (
        p.pool[seat] or has_reward(&p.seat[seat], FIND_GATE))


cdef void won_battle(Position* p, int seat) noexcept nogil:
    """The general is defeated by a seat's attack; the last one wins the game (D56, D94)."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s = &p.seat[seat]
    s.generals += 1
    s.slays |= 1 << f.a
    p.general_step[f.a] = 0
    p.clock[f.a] = 0
    p.defeated += 1
    f.b = 0
    f.step = 8
    if p.defeated == FACTIONS:
        finish(p, WON)


cdef void lost_battle(Position* p, const Tables* t) noexcept nogil:
    """All have attacked and he lives: Sapphire is whole again, penalties follow (D57, D59)."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s
    cdef int i
    if f.a == SAPPHIRE and not p.blessed:
        p.general_life[f.a] = t.general_life[f.a]
    for i in range(t.players):
        s = &p.seat[i]
        if has_reward(s, WAR_BANNER) or (s.hero == EAGLE_RIDER and s.sky):
            p.kept_off |= 1 << i
    f.b = 0
    f.step = 9


cdef void set_clock(Position* p, const Tables* t, int general) noexcept nogil:
    """When the general begins to heal (D63); set anew by each battle (A19)."""
    cdef int i, players = 0
    p.clock[general] = 0
    if p.general_life[general] == t.general_life[general]:
        return
    for i in range(t.players):
        players += p.seat[i].hero != NOTHING
    p.clock[general] = p.number + (
        players if p.general_life[general] <= t.major[general] else 1)


cdef void end_battle(Position* p) noexcept nogil:
    p.foe = p.party = p.attacked = p.blessed = p.all_hits = p.all_ones = p.start_life = 0
    p.shared_wounds = p.shared_cards = p.kept_off = 0
    memset(p.pool, 0, sizeof(p.pool))
    settle(p)


cdef int write_commit(const Position* p, const Tables* t, Action* out) noexcept nogil:
    """One more card for this general; done, unless nobody has announced a card yet (A13)."""
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef const Seat* s = &p.seat[p.who]
    cdef uint64_t cards
    cdef int i, n = 0
    cdef bint others = f.d
    for i in range(2):
        cards = s.hand.one[i] & cards_from(t.of_general[p.foe], f.c, i)
        while cards:
            out[n] = act_of(CARD, 64 * i + pop(&cards))
            n += 1
    for i in range(f.b + 1, t.players):
        others = others or can_commit(p, t, seat_after(p, t, i), 0)
    if others:
        out[n] = act_of(STOP, 0)
        n += 1
    return n


cdef int write_attackers(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef int i, n = 0
    for i in range(t.players):
        if may_attack(p, i):
            out[n] = act_of(NEXT_HERO, i)
            n += 1
    return n


cdef void battle_answer(Position* p, const Tables* t, int ask, int verb,
                        int argument) noexcept nogil:
    cdef Frame* f = frame_of(p)
    if ask == BLESSING_CHOICE:
        if verb == SPEND:
            p.seat[p.who].rewards &= ~(<unsigned int>1 << BLESSING)
            p.blessed = 1
            f.b = t.players
        else:
            f.b += 1
    elif ask == NEXT_ATTACKER:
        p.attacked |= 1 << argument
        f.b = argument
        f.step = 5
    elif verb == STOP:
        f.b += 1
        f.c = 0
    else:
        throw(p, t, p.who, argument)
        f.c = argument
        f.d = 1
        if p.foe == BALAZARG and not p.blessed:
            p.committed[p.announced] = p.who << 6 | t.dice[argument]
            p.announced += 1
        else:
            p.pool[p.who] += t.dice[argument]


cdef void spoil_answer(Position* p, bint spoiled) noexcept nogil:
    """Corruption: on a 1 the card gives no dice (D51)."""
    cdef Frame* f = frame_of(p)
    if not spoiled:
        p.pool[p.committed[f.b] >> 6] += p.committed[f.b] & 63
    f.b += 1


# ---------------------------------------------------------------------- penalties


cdef int armor(const Position* p, const Tables* t, int seat) noexcept nogil:
    """Wounds ignored of each sum (D84, D85)."""
    if p.seat[seat].hero == PALADIN:
        return t.paladin_armor
    return t.dwarf_armor if p.seat[seat].hero == DWARF else 0


cdef int wounds_at(const Position* p, const Tables* t, int seat, int place) noexcept nogil:
    """Wounds of a hero who ends his Day in a place (D44 and section 12)."""
    cdef const Seat* s = &p.seat[seat]
    cdef int i, wounds = 0
    if s.hero == EAGLE_RIDER and s.sky:
        return 0
    for i in range(FACTIONS):
        if p.minions[place][i] == 0 or s.shape == 1 + i:
            continue
        if s.hero != ROGUE:
            wounds += p.minions[place][i]
        if s.hero != PALADIN:
            wounds += t.fear[i]
    return max(0, wounds - armor(p, t, seat))


cdef void penalty_step(Position* p, const Tables* t) noexcept nogil:
    """PENALTY_FRAME: seat, general, cards still to lose, last card (D58)."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s = &p.seat[f.a]
    cdef int figure, wounds, seat = f.a
    if f.step == 0:
        figure = t.penalty_wounds[f.b]
        f.step = 5 if t.no_penalty else 2
        if figure < D3 or t.no_penalty:
            p.face = figure
        elif t.shared_roll and p.shared_wounds:
            p.face = p.shared_wounds
        else:
            f.step = 1
            put_question(p, ROLL_D3 if figure == D3 else ROLL_D6, seat)
    elif f.step == 1:
        p.shared_wounds = p.face if t.shared_roll else 0
        f.step = 2
    elif f.step == 2:
        wounds = max(0, p.face - armor(p, t, seat))
        p.face = 0
        if wounds >= s.life:
            leave(p)
            push(p, DEATH_FRAME, seat, 0, 0)
            return
        s.life -= wounds
        figure = t.penalty_cards[f.b]
        f.step = 4
        if figure == ALL_CARDS:
            f.c = s.size
        elif figure != D6:
            f.c = min(figure, s.size)
        elif t.shared_roll and p.shared_cards:
            f.c = min(p.shared_cards, s.size)
        else:
            f.step = 3
            put_question(p, ROLL_D6, seat)
    elif f.step == 3:
        p.shared_cards = p.face if t.shared_roll else 0
        f.c = min(p.face, s.size)
        f.step = 4
    elif f.step == 4 and f.c:
        put_question(p, LOSE_CARDS, seat)
    else:
        p.face = 0
        s.shape = 0
        move_hero(p, t, seat, CITY, 0)
        leave(p)


cdef int write_losses(const CardSet* hand, int last, int n, Action* out) noexcept nogil:
    """Cards that may go next, if `n` must go in the fixed order (D98)."""
    cdef uint64_t cards
    cdef int i, kind, written = 0, spare = -n
    for i in range(2):
        spare += count(cards_from(hand.one, last, i)) + count(cards_from(hand.two, last, i))
    for i in range(2):
        cards = cards_from(hand.one, last, i)
        while cards and spare >= 0:
            kind = pop(&cards)
            out[written] = act_of(CARD, 64 * i + kind)
            written += 1
            spare -= 1 + (hand.two[i] >> kind & 1)
    return written


cdef void lose_answer(Position* p, const Tables* t, int kind) noexcept nogil:
    cdef Frame* f = frame_of(p)
    throw(p, t, p.who, kind)
    f.c -= 1
    f.d = kind

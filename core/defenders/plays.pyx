"""Special cards and quest rewards played at the windows (rules.md sections 11 and 14)."""

from libc.stdint cimport uint32_t, uint64_t
from core.defenders.darkness cimport heals_now, would_advance
from core.defenders.position cimport (
    AS_RUMORS, DRAW_DARK, DRAW_FRAME, FOE, HALF, HERO_OF, LEADER, ON, PASS, PLAY, PLAY_FRAME, PUT,
    RUMORS_COLOR, STOP, TO, TOSS, USE, VISIONS, W1, W4, W5, W6, WINDOW, WINDOW_TARGET, Frame,
    Seat, act_of, bit, clear_place, crowd, dark_give, dark_take, frame_of, leave, lives, low,
    move_hero, peopled, pop, push, put_gate, put_question, remove_crystal, remove_minion,
    seat_after, shaped, take_known, throw,
)
from core.defenders.quests cimport any_card, defeat, minions_from, settle, write_minions
from core.defenders.tables cimport (
    ALL_IS_QUIET, ANCIENT_TREE, BATTLE_FURY, BATTLE_STRATEGY, CAVALRY_SWEEP, CITY,
    CRYSTAL_OF_LIGHT, DARK_VISIONS, DEMON_HUNTER, DRAGONKIN, DRAGON_HUNTER, ELVEN_ARCHERS,
    FACTIONS, GRYPHONS, HAMMER_OF_VALOR, KINGS_GUARD, LOCAL_INFORMATION, MAGIC_GATE, MILITIA,
    NOTHING, ORC_HUNTER, ORGANIZE_MILITIA, RAIDS, REGULAR, SPELL_OF_PURITY, SPY, STRONG_DEFENSES,
    UNDEAD_HUNTER,
)

cdef enum:
    REWARD = 32     # code of a play: a special card, or this and a quest
    USABLE = (1 << GRYPHONS | 1 << CRYSTAL_OF_LIGHT | 1 << ANCIENT_TREE | 1 << ORGANIZE_MILITIA
              | 1 << ORC_HUNTER | 1 << DEMON_HUNTER | 1 << DRAGON_HUNTER | 1 << UNDEAD_HUNTER
              | 1 << RAIDS)


# ---------------------------------------------------------------------- what may be played


cdef uint64_t payable(const Position* p, const Tables* t, int points) noexcept nogil:
    """Places with a minion that Cavalry Sweep can still pay for (D79, A52)."""
    cdef uint64_t places = 0
    cdef int i
    for i in range(FACTIONS):
        if points >= (t.sweep_dragonkin if i == DRAGONKIN else 1):
            places |= p.has[i]
    return places


cdef bint can_push(const Position* p, const Tables* t) noexcept nogil:
    cdef int i
    for i in range(FACTIONS):
        if lives(p, i) and p.general_step[i]:
            return True
    return False


cdef int open_halves(const Position* p, const Tables* t, int faction) noexcept nogil:
    """Placements of the card revealed that can be cancelled, a bit each; -1: of any faction."""
    cdef int i, halves = 0
    if p.card == NOTHING or not p.is_full or t.dark_kind[p.card] != REGULAR:
        return 0
    for i in range(2):
        if not p.cancelled >> i & 1 and (faction < 0 or t.dark_faction[p.card][i] == faction):
            halves |= 1 << i
    return halves


cdef bint open_general_part(const Position* p, const Tables* t) noexcept nogil:
    return p.card != NOTHING and not p.cancelled & 4 and would_advance(p, t, p.card)


cdef int healing(const Position* p, const Tables* t) noexcept nogil:
    """Generals who would heal now and are not spied on, a bit each."""
    cdef int i, generals = 0
    for i in range(FACTIONS):
        if heals_now(p, t, i) and not p.spied >> i & 1:
            generals |= 1 << i
    return generals


cdef bint playable(const Position* p, const Tables* t, int seat, int special,
                   int window) noexcept nogil:
    """True if a special card could change something in a window; 0 is the owner's day_action."""
    cdef const Seat* s = &p.seat[seat]
    if special == BATTLE_STRATEGY:
        return peopled(p) != 0 or can_push(p, t)
    if special == CAVALRY_SWEEP:
        return payable(p, t, t.sweep_points) != 0
    if special == DARK_VISIONS:
        return p.dark != 0 or p.knowns > 0
    if special == ELVEN_ARCHERS:
        return peopled(p) & t.lands[t.archers_colour] != 0
    if special == HAMMER_OF_VALOR:
        return True
    if special == KINGS_GUARD:
        return peopled(p) & (t.adjacent[CITY] | bit(CITY)) != 0
    if special == LOCAL_INFORMATION:
        return t.inns >> s.place & 1 and any_card(p)
    if special == MAGIC_GATE:
        return p.gates_left > 0
    if special == SPELL_OF_PURITY:
        return p.tainted != 0
    if special == BATTLE_FURY:
        return window == 0 and p.actions and crowd(p, s.place)
    if special == ALL_IS_QUIET:
        return window == W4 and not p.quiet
    if special == MILITIA:
        return window == W5 and open_halves(p, t, -1) != 0
    if special == STRONG_DEFENSES:
        return window == W5 and open_general_part(p, t)
    if special == SPY:
        return window == W6 and healing(p, t) != 0
    return False


cdef bint usable(const Position* p, const Tables* t, int seat, int quest,
                 int window) noexcept nogil:
    """The same for a quest reward."""
    if quest == GRYPHONS:
        return True
    if quest == CRYSTAL_OF_LIGHT:
        return p.tainted >> p.seat[seat].place & 1
    if quest == ANCIENT_TREE:
        return p.tainted != 0
    if quest == ORGANIZE_MILITIA:
        return window == W5 and open_general_part(p, t)
    if quest == RAIDS:
        return window == W4 and seat == p.active and not p.quiet
    return window == W5 and open_halves(p, t, t.quest_colour[quest]) != 0


cdef int write_plays(const Position* p, const Tables* t, int seat, int window,
                     Action* out) noexcept nogil:
    """Write what a seat may play in a window (section 14)."""
    cdef const Seat* s = &p.seat[seat]
    cdef uint64_t cards
    cdef uint32_t rewards = s.rewards & USABLE
    cdef int i, special, quest, n = 0
    for i in range(2):
        cards = s.hand.one[i] & t.special[i]
        while cards:
            special = 64 * i + pop(&cards) - t.specials
            if playable(p, t, seat, special, window):
                out[n] = act_of(PLAY, special)
                n += 1
    while rewards:
        quest = low(rewards)
        rewards &= rewards - 1
        if usable(p, t, seat, quest, window):
            out[n] = act_of(USE, quest)
            n += 1
    return n


# ---------------------------------------------------------------------- windows


cdef void window_step(Position* p, const Tables* t) noexcept nogil:
    """WINDOW_FRAME: window, place in the row of seats (section 14)."""
    cdef Frame* f = frame_of(p)
    cdef Action[64] actions
    cdef int seat
    while f.b < t.players:
        seat = seat_after(p, t, f.b)
        # in W1 the active player's own plays stand in day_action
        if not (f.a == W1 and f.b == 0) and write_plays(p, t, seat, f.a, actions):
            put_question(p, WINDOW, seat)
            return
        f.b += 1
    leave(p)


cdef int write_window(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef int n = write_plays(p, t, p.who, p.stack[p.depth - 1].a, out)
    out[n] = act_of(PASS, 0)
    return n + 1


cdef void window_answer(Position* p, const Tables* t, int verb, int argument) noexcept nogil:
    cdef Frame* f = frame_of(p)
    if verb == PASS:
        f.b += 1
        return
    f.b = 0
    begin_play(p, t, p.who, verb, argument)


# ---------------------------------------------------------------------- a play


cdef void begin_play(Position* p, const Tables* t, int seat, int verb, int argument) noexcept nogil:
    """The card or reward is used up; nothing can happen between the parts of a play (D98)."""
    if verb == PLAY:
        throw(p, t, seat, t.specials + argument)
        push(p, PLAY_FRAME, argument, seat, 0)
    else:
        p.seat[seat].rewards &= ~(<uint32_t>1 << argument)
        push(p, PLAY_FRAME, REWARD + argument, seat, 0)


cdef void play_step(Position* p, const Tables* t) noexcept nogil:
    """PLAY_FRAME: card or reward, seat; least next pick or place, picks or points left (D99)."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s = &p.seat[f.b]
    cdef int i, play = f.a
    if play == ALL_IS_QUIET or play == REWARD + RAIDS:
        p.quiet = 1
    elif play == STRONG_DEFENSES or play == REWARD + ORGANIZE_MILITIA:
        p.cancelled |= 4
    elif play == BATTLE_FURY:
        p.actions -= 1
        for i in range(FACTIONS):
            defeat(p, t, f.b, s.place, i, p.minions[s.place][i])
    elif play == REWARD + CRYSTAL_OF_LIGHT:
        remove_crystal(p, s.place)
    elif play == LOCAL_INFORMATION:
        if f.step == 0:
            f.step = 1
            put_question(p, RUMORS_COLOR, f.b)
            return
    elif play == DARK_VISIONS:
        visions_step(p, t)
        return
    elif play == BATTLE_STRATEGY and f.step == 0:
        if f.d == t.strategy_places or not peopled(p) & ~(bit(f.c) - 1):
            f.step = 1
            return
        put_question(p, WINDOW_TARGET, f.b)
        return
    elif play == BATTLE_STRATEGY and f.step == 1 and can_push(p, t):
        put_question(p, WINDOW_TARGET, f.b)
        return
    elif play == ELVEN_ARCHERS and f.step == 0 and f.d < t.archers_places and (
            peopled(p) & t.lands[t.archers_colour] & ~(bit(f.c) - 1)):
        put_question(p, WINDOW_TARGET, f.b)
        return
    elif play == KINGS_GUARD and f.step == 0 and f.d < t.guard_minions and (
            minions_from(p, t.adjacent[CITY] | bit(CITY), f.c)):
        put_question(p, WINDOW_TARGET, f.b)
        return
    elif play == CAVALRY_SWEEP:
        if sweep_goes_on(p, t):
            put_question(p, WINDOW_TARGET, f.b)
            return
        p.visited = 0
    elif play == REWARD + GRYPHONS:
        if f.step < 4 and not (f.step == 2 and not others_to_carry(p, t)):
            put_question(p, WINDOW_TARGET, f.b)
            return
    elif f.step == 0 or (play == HAMMER_OF_VALOR and f.step == 1):
        # one target, or the second of two
        if play not in (BATTLE_STRATEGY, ELVEN_ARCHERS, KINGS_GUARD):
            put_question(p, WINDOW_TARGET, f.b)
            return
    settle(p)


cdef bint others_to_carry(const Position* p, const Tables* t) noexcept nogil:
    """King of the Gryphons may carry a second hero of a later seat (D98)."""
    cdef int i
    for i in range(p.stack[p.depth - 1].c + 1, t.players):
        if p.seat[i].hero != NOTHING:
            return True
    return False


cdef bint sweep_goes_on(Position* p, const Tables* t) noexcept nogil:
    """Cavalry Sweep: steps start, faction, second faction or on, next place or stop (D99)."""
    cdef Frame* f = frame_of(p)
    if f.step == 2 and (f.e == t.sweep_each or not payable(p, t, f.d) >> f.c & 1):
        f.step = 3
    if f.step == 3:
        return payable(p, t, f.d) & t.adjacent[f.c] & ~p.visited != 0
    if f.step == 0:
        f.d = t.sweep_points
    return f.step < 4


cdef uint64_t landing(const Position* p, const Tables* t, int seat) noexcept nogil:
    """Places to which a card may carry a hero (D79, A54)."""
    cdef uint64_t places = t.everywhere & ~bit(p.seat[seat].place)
    return places & ~t.barred if shaped(&p.seat[seat]) else places


cdef int write_places(uint64_t places, Action* out) noexcept nogil:
    cdef int n = 0
    while places:
        out[n] = act_of(TO, pop(&places))
        n += 1
    return n


cdef int write_heroes(const Position* p, const Tables* t, int first, Action* out) noexcept nogil:
    cdef int i, n = 0
    for i in range(first, t.players):
        if p.seat[i].hero != NOTHING:
            out[n] = act_of(HERO_OF, i)
            n += 1
    return n


cdef int write_bits(int verb, int bits, Action* out) noexcept nogil:
    cdef int i, n = 0
    for i in range(8):
        if bits >> i & 1:
            out[n] = act_of(verb, i)
            n += 1
    return n


cdef int write_targets(const Position* p, const Tables* t, Action* out) noexcept nogil:
    """Write the next part of a play; "stop" where it would not end without effect (D98)."""
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef int i, n = 0, play = f.a, generals = 0
    cdef bint stop = False
    if play == BATTLE_STRATEGY:
        for i in range(FACTIONS):
            if lives(p, i) and p.general_step[i]:
                generals |= 1 << i
        if f.step == 0:
            n = write_places(peopled(p) & ~(bit(f.c) - 1), out)
            stop = f.d > 0 or generals
        else:
            n = write_bits(LEADER, generals, out)
            stop = f.d > 0
    elif play == ELVEN_ARCHERS:
        n = write_places(peopled(p) & t.lands[t.archers_colour] & ~(bit(f.c) - 1), out)
        stop = f.d > 0
    elif play == KINGS_GUARD:
        n = write_minions(p, t.adjacent[CITY] | bit(CITY), f.c, out)
        stop = f.d > 0
    elif play == CAVALRY_SWEEP:
        if f.step == 0:
            n = write_places(payable(p, t, f.d), out)
        elif f.step == 3:
            n = write_places(payable(p, t, f.d) & t.adjacent[f.c] & ~p.visited, out)
            stop = True
        else:
            for i in range(FACTIONS):
                if p.minions[f.c][i] and f.d >= (t.sweep_dragonkin if i == DRAGONKIN else 1):
                    out[n] = act_of(FOE, i)
                    n += 1
            if f.step == 2:
                out[n] = act_of(ON, 0)
                n += 1
    elif play == HAMMER_OF_VALOR or play == REWARD + GRYPHONS:
        if f.step & 1:
            n = write_places(landing(p, t, f.c), out)
        else:
            n = write_heroes(p, t, f.c + 1 if f.step else 0, out)
            stop = f.step > 0
    elif play == MAGIC_GATE:
        n = write_places(t.everywhere & ~p.gates, out)
    elif play == SPELL_OF_PURITY or play == REWARD + ANCIENT_TREE:
        n = write_places(p.tainted, out)
    elif play == SPY:
        n = write_bits(LEADER, healing(p, t), out)
    else:
        n = write_bits(HALF, open_halves(
            p, t, -1 if play == MILITIA else t.quest_colour[play - REWARD]), out)
    if stop:
        out[n] = act_of(STOP, 0)
        n += 1
    return n


cdef void play_answer(Position* p, const Tables* t, int verb, int argument) noexcept nogil:
    cdef Frame* f = frame_of(p)
    cdef int play = f.a
    if play == BATTLE_STRATEGY or play == ELVEN_ARCHERS or play == KINGS_GUARD:
        if verb == TO:
            clear_place(p, argument)
            f.c = argument + 1
            f.d += 1
        elif verb == STOP:
            f.step = f.step + 1 if play == BATTLE_STRATEGY else 2
        elif verb == LEADER:
            p.general_step[argument] -= 1
            f.step = 2
        else:
            remove_minion(p, argument >> 2, argument & 3)
            p.supply[argument & 3] += 1
            f.c = argument
            f.d += 1
    elif play == CAVALRY_SWEEP:
        if verb == TO:
            f.c = argument
            p.visited |= bit(argument)
            f.e = 0
            f.step = 1
        elif verb == FOE:
            remove_minion(p, f.c, argument)
            p.supply[argument] += 1
            f.d -= t.sweep_dragonkin if argument == DRAGONKIN else 1
            f.e += 1
            f.step = 2
        else:
            f.step = 3 if verb == ON else 4
    elif play == HAMMER_OF_VALOR or play == REWARD + GRYPHONS:
        if verb == HERO_OF:
            f.c = argument
        elif verb == TO:
            move_hero(p, t, f.c, argument, 0)
        f.step = f.step + 1 if verb != STOP else 4
    elif play == LOCAL_INFORMATION:
        push(p, DRAW_FRAME, f.b, t.information_cards, AS_RUMORS)
        frame_of(p).d = argument
    elif play == DARK_VISIONS:
        visions_answer(p, t, verb, argument)
    else:
        f.step = 1
        if play == MAGIC_GATE:
            put_gate(p, argument)
        elif play == SPELL_OF_PURITY:
            while p.crystals[argument]:
                remove_crystal(p, argument)
        elif play == REWARD + ANCIENT_TREE:
            remove_crystal(p, argument)
        elif play == SPY:
            p.spied |= 1 << argument
        else:
            p.cancelled |= 1 << argument


# ---------------------------------------------------------------------- Dark Visions


cdef void visions_step(Position* p, const Tables* t) noexcept nogil:
    """Cards are revealed (step 0), some discarded (1), the rest put back (2) (D79, A45)."""
    cdef Frame* f = frame_of(p)
    cdef int i
    if f.step == 0:
        while p.reveals < t.visions_cards and p.knowns:
            p.revealed[p.reveals] = p.known[0]
            p.reveals += 1
            take_known(p)
        if p.reveals < t.visions_cards and p.dark:
            put_question(p, DRAW_DARK, f.b)
            return
        f.step = 1
    if f.step == 1:
        if f.c < p.reveals:
            put_question(p, VISIONS, f.b)
            return
        f.step = 2
    if count_kept(p):
        put_question(p, VISIONS, f.b)
        return
    for i in range(p.reveals):
        p.revealed[i] = 0
    p.reveals = p.tossed = 0
    settle(p)


cdef int count_kept(const Position* p) noexcept nogil:
    cdef int i, n = 0
    for i in range(p.reveals):
        n += not p.tossed >> i & 1
    return n


cdef void reveal_answer(Position* p, const Tables* t, int card) noexcept nogil:
    dark_take(&p.dark, t, card)
    p.revealed[p.reveals] = card
    p.reveals += 1


cdef int place_among(const Position* p, int first, int card) noexcept nogil:
    """Place of the first revealed card of a kind that is not tossed, from `first`; or -1."""
    cdef int i
    for i in range(first, p.reveals):
        if p.revealed[i] == card and not p.tossed >> i & 1:
            return i
    return -1


cdef int write_visions(const Position* p, Action* out) noexcept nogil:
    """The revealed cards that may go next, equal ones once, in rising order."""
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef uint64_t cards = 0
    cdef int i, n = 0
    for i in range(f.c if f.step == 1 else 0, p.reveals):
        if not p.tossed >> i & 1:
            cards |= bit(p.revealed[i])
    while cards:
        out[n] = act_of(TOSS if f.step == 1 else PUT, pop(&cards))
        n += 1
    if f.step == 1:
        out[n] = act_of(STOP, 0)
        n += 1
    return n


cdef void visions_answer(Position* p, const Tables* t, int verb, int argument) noexcept nogil:
    cdef Frame* f = frame_of(p)
    cdef int i
    if verb == STOP:
        f.step = 2
        return
    i = place_among(p, f.c if verb == TOSS else 0, argument)
    p.tossed |= 1 << i
    if verb == TOSS:
        f.c = i + 1
        dark_give(&p.dark_discard, t, argument)
    else:
        p.known[p.knowns] = argument
        p.knowns += 1

"""The actions of the Day (rules.md section 4, skills of section 12)."""

from libc.stdint cimport uint64_t
from core.defenders.combat cimport can_challenge, general_at
from core.defenders.position cimport (
    ACTION_FRAME, ARCHERY, AS_RUMORS, ATTACK, BATTLE_FRAME, BUILD, CARD, CARD_CHOICE,
    COMBAT_FRAME, DRAW_FRAME, EAGLE, END, FIREBALL, FLY, FOE, GATE, GENERAL, HEAL, HEAL_LAND,
    HORSE, PLAY, PORTAL, QUEST, QUEST_FRAME, RIDE, ROLL_CHECK, RUMORS, RUMORS_COLOR, SANCTIFY,
    SLAY, STEED, TARGET, TELEPORT, TO, USE, WALK, Frame, Seat, act_of, bit, crowd, frame_of,
    has_reward, low, mark_done, move_hero, peopled, pop, push, put_gate, put_question,
    remove_crystal, shaped, throw,
)
from core.defenders.plays cimport begin_play, write_plays
from core.defenders.quests cimport any_card, defeat, fail_quest, settle
from core.defenders.tables cimport (
    ACT_AT, BUILD_QUEST, CLERIC, EAGLE_RIDER, FACTIONS, NOTHING, PALADIN, RANGER, ROGUE,
    ROLL_PER_ACTION, ROLL_QUEST, SCOUT_QUEST, SORCERESS, UNICORN, WIZARD,
)


cdef inline uint64_t may_enter(const Seat* s, const Tables* t) noexcept nogil:
    """Places that a hero may enter (D90)."""
    return t.everywhere & ~t.barred if shaped(s) else t.everywhere


cdef int steps_of(const Tables* t, int verb) noexcept nogil:
    """Edges of a move on foot or wing; 0 for magic (D24-D28, D81, D84, D86, D89)."""
    if verb == WALK:
        return 1
    if verb == HORSE or verb == RIDE:
        return t.horse_steps
    if verb == EAGLE:
        return t.eagle_steps
    if verb == STEED:
        return t.steed_steps
    return t.flight_steps if verb == FLY else 0


cdef uint64_t goals(const Position* p, const Tables* t, const Seat* s, int verb,
                    int card) noexcept nogil:
    """Places that a move or Archery may name; never the place it starts from (D29)."""
    cdef int steps = steps_of(t, verb)
    cdef uint64_t here = bit(s.place)
    if steps:
        return t.reach[steps][shaped(s)][s.place]
    if verb == GATE:
        return (p.gates | bit(t.place[card])) & ~here & may_enter(s, t)
    if verb == PORTAL:
        return p.gates & ~here & may_enter(s, t) if p.gates & here else 0
    if verb == TELEPORT:
        return t.everywhere & ~here
    return t.adjacent[s.place] & peopled(p)


cdef uint64_t serving(const Position* p, const Tables* t, const Seat* s, int verb,
                      int word) noexcept nogil:
    """The cards of a hand that serve for an action, one word of them."""
    cdef uint64_t cards = s.hand.one[word], mask = 0
    cdef int i
    if verb == HORSE:
        return cards & t.icon[0][word]
    if verb == EAGLE:
        return cards & t.icon[1][word]
    if verb == GATE:
        mask = t.icon[2][word]
        if not p.gates & ~bit(s.place) & may_enter(s, t):
            mask &= ~t.of_place[s.place][word]
        return cards & mask
    if verb == BUILD:
        return cards & t.of_place[s.place][word]
    if verb == HEAL_LAND:
        return cards & t.of_colour[t.colour[s.place]][word]
    for i in range(FACTIONS):       # FIREBALL
        if p.minions[s.place][i]:
            mask |= t.of_colour[i][word]
    return cards & mask


cdef inline bint serves(const Position* p, const Tables* t, const Seat* s, int verb) noexcept nogil:
    return (serving(p, t, s, verb, 0) | serving(p, t, s, verb, 1)) != 0


cdef bint can_quest(const Position* p, const Tables* t, const Seat* s) noexcept nogil:
    """True if the active quest can be tried or advanced by an action here (D37, D80)."""
    cdef int i, kind, quest = s.quest
    if quest == NOTHING:
        return False
    kind = t.quest_type[quest]
    if kind == ROLL_QUEST or kind == ROLL_PER_ACTION:
        return s.place == t.quest_place[quest][0]
    if kind == SCOUT_QUEST:
        return general_at(p, t, s.place) == t.quest_general[quest]
    if kind == ACT_AT:
        for i in range(t.quest_places[quest]):
            if t.quest_place[quest][i] == s.place and not s.done >> i & 1:
                return True
    return False


cdef int write_day(const Position* p, const Tables* t, Action* out) noexcept nogil:
    """Write the kinds of action that can be completed, free plays, and the end of the Day."""
    cdef const Seat* s = &p.seat[p.active]
    cdef int n = 0, i, place = s.place, hero = s.hero, general = general_at(p, t, place)
    cdef int crowded = crowd(p, place)
    cdef uint64_t here = bit(place)
    cdef bint own_cards = (s.hand.one[0] | s.hand.one[1]) != 0
    out[n] = act_of(WALK, 0)
    n += 1
    if own_cards:
        for i in range(HORSE, GATE + 1):
            if serves(p, t, s, i):
                out[n] = act_of(i, 0)
                n += 1
    if p.gates & here and goals(p, t, s, PORTAL, 0):
        out[n] = act_of(PORTAL, 0)
        n += 1
    if own_cards and p.gates_left and not p.gates & here and serves(p, t, s, BUILD):
        out[n] = act_of(BUILD, 0)
        n += 1
    if t.inns & here and p.rumors < t.rumors_a_turn and any_card(p):
        out[n] = act_of(RUMORS, 0)
        n += 1
    if p.tainted & here and serves(p, t, s, HEAL_LAND):
        out[n] = act_of(HEAL_LAND, 0)
        n += 1
    if s.life < t.life[hero] and not crowded and general < 0:
        out[n] = act_of(HEAL, 0)
        n += 1
    if crowded:
        out[n] = act_of(ATTACK, 0)
        n += 1
    elif general >= 0 and can_challenge(p, t, general):
        out[n] = act_of(GENERAL, 0)
        n += 1
    if s.slays and crowded:
        for i in range(FACTIONS):
            if s.slays >> i & 1 and p.minions[place][i]:
                out[n] = act_of(SLAY, 0)
                n += 1
                break
    if can_quest(p, t, s):
        out[n] = act_of(QUEST, 0)
        n += 1
    if hero == CLERIC and p.tainted & here and not crowded and general < 0:
        out[n] = act_of(SANCTIFY, 0)
        n += 1
    if hero == PALADIN:
        out[n] = act_of(STEED, 0)
        n += 1
    if has_reward(s, UNICORN):
        out[n] = act_of(RIDE, 0)
        n += 1
    if hero == EAGLE_RIDER:
        out[n] = act_of(FLY, 0)
        n += 1
    if hero == WIZARD:
        if not p.teleported:
            out[n] = act_of(TELEPORT, 0)
            n += 1
        if crowded and serves(p, t, s, FIREBALL):
            out[n] = act_of(FIREBALL, 0)
            n += 1
    if hero == RANGER and goals(p, t, s, ARCHERY, 0):
        out[n] = act_of(ARCHERY, 0)
        n += 1
    out[n] = act_of(END, 0)
    n += 1
    return n + write_plays(p, t, p.active, 0, out + n)


cdef void day_answer(Position* p, const Tables* t, int verb, int argument) noexcept nogil:
    if verb == END:
        p.actions = 0
    elif verb == PLAY or verb == USE:
        begin_play(p, t, p.active, verb, argument)
    else:
        push(p, ACTION_FRAME, verb, NOTHING, NOTHING)


cdef inline bint needs_card(int verb) noexcept nogil:
    return HORSE <= verb <= GATE or verb == BUILD or verb == HEAL_LAND or verb == FIREBALL


cdef inline bint needs_goal(int verb) noexcept nogil:
    return verb <= PORTAL or verb == SLAY or STEED <= verb <= TELEPORT or verb == ARCHERY


cdef void action_step(Position* p, const Tables* t) noexcept nogil:
    """ACTION_FRAME: kind, card, goal; a roll's outcome in `face` (section 4)."""
    cdef Frame* f = frame_of(p)
    if f.step == 0:
        f.step = 1
        if needs_card(f.a):
            put_question(p, CARD_CHOICE, p.active)
            return
    if f.step == 1:
        f.step = 2
        if needs_goal(f.a):
            put_question(p, TARGET, p.active)
            return
        if f.a == RUMORS:
            put_question(p, RUMORS_COLOR, p.active)
            return
    if f.step == 2:
        f.step = 3
        p.actions -= 1
        if f.b != NOTHING:
            throw(p, t, p.active, f.b)
        act(p, t, f.a)
    else:
        rolled(p, t, f.a)


cdef void act(Position* p, const Tables* t, int verb) noexcept nogil:
    """The action itself; its cost is paid."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s = &p.seat[p.active]
    cdef int place = s.place, seat = p.active
    if verb == ATTACK or verb == FIREBALL or verb == ARCHERY:
        f.kind = COMBAT_FRAME
        f.b = f.c if verb == ARCHERY else place
        f.a = seat
        f.c = verb
        f.step = 0
        f.d = f.e = 0
        return
    if verb == GENERAL:
        f.kind = BATTLE_FRAME
        f.a = general_at(p, t, place)
        f.b = f.c = f.step = 0
        return
    if verb == HEAL_LAND or verb == SANCTIFY:
        if verb == SANCTIFY:
            p.check = t.sanctify_dice << 4 | t.sanctify_hit
        else:
            p.check = land_dice(t, s) << 4 | t.land_hit
        put_question(p, ROLL_CHECK, seat)
        return
    if verb == QUEST:
        if t.quest_type[s.quest] == ROLL_QUEST or t.quest_type[s.quest] == ROLL_PER_ACTION:
            p.check = (t.quest_dice[s.quest] + vision(t, s)) << 4 | t.quest_hit[s.quest]
            put_question(p, ROLL_CHECK, seat)
            return
        advance_quest(p, t, seat)
    elif verb == RUMORS:
        p.rumors += 1
        push(p, DRAW_FRAME, seat, t.crafty if s.hero == ROGUE else t.rumors_cards, AS_RUMORS)
        frame_of(p).d = f.c
        return
    elif verb == BUILD:
        put_gate(p, place)
        if s.quest != NOTHING and t.quest_type[s.quest] == BUILD_QUEST and (
                t.lands[t.quest_colour[s.quest]] >> place & 1):
            s.won = 1
    elif verb == HEAL:
        s.life = t.life[s.hero] if t.barred >> place & 1 else min(
            s.life + t.heal_elsewhere, t.life[s.hero])
    elif verb == SLAY:
        defeat(p, t, seat, place, f.c, p.minions[place][f.c])
    else:
        if verb == TELEPORT:
            p.teleported = 1
        move_hero(p, t, seat, f.c, steps_of(t, verb))
    settle(p)


cdef inline int vision(const Tables* t, const Seat* s) noexcept nogil:
    """Visions of the Sorceress: more dice (D90)."""
    return t.visions if s.hero == SORCERESS else 0


cdef inline int land_dice(const Tables* t, const Seat* s) noexcept nogil:
    return t.land_dice + vision(t, s)


cdef void advance_quest(Position* p, const Tables* t, int seat) noexcept nogil:
    """A scout's look, or one place of a quest that acts at several (D80)."""
    cdef Seat* s = &p.seat[seat]
    cdef int i
    if t.quest_type[s.quest] == SCOUT_QUEST:
        s.won = 1
        return
    for i in range(t.quest_places[s.quest]):
        if t.quest_place[s.quest][i] == s.place:
            mark_done(p, t, seat, i)


cdef void rolled(Position* p, const Tables* t, int verb) noexcept nogil:
    """The dice have fallen (D32, D80); after Rumors nothing is left to do."""
    cdef Seat* s = &p.seat[p.active]
    cdef int success = p.face
    p.face = 0
    if verb == QUEST:
        if success:
            s.won = 1
        elif t.quest_type[s.quest] == ROLL_QUEST:
            fail_quest(p, p.active)
            settle(p)
            push(p, QUEST_FRAME, p.active, 0, 0)
            return
    elif verb != RUMORS and success:
        remove_crystal(p, s.place)
    settle(p)


cdef Action only_choice(const Position* p, const Tables* t) noexcept nogil:
    """The one card or place that is open, or 0 if there are several; no list is written."""
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef const Seat* s = &p.seat[p.active]
    cdef Action[FACTIONS] actions
    cdef uint64_t first, second
    if p.ask == CARD_CHOICE:
        first = serving(p, t, s, f.a, 0)
        second = serving(p, t, s, f.a, 1)
        if second == 0:
            return act_of(CARD, low(first)) if first & (first - 1) == 0 else 0
        return act_of(CARD, 64 + low(second)) if first | second & (second - 1) == 0 else 0
    if f.a == SLAY:
        return actions[0] if write_goals(p, t, actions) == 1 else 0
    first = goals(p, t, s, f.a, f.b)
    return act_of(TO, low(first)) if first & (first - 1) == 0 else 0


cdef int write_cards(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef uint64_t cards
    cdef int i, n = 0
    for i in range(2):
        cards = serving(p, t, &p.seat[p.active], f.a, i)
        while cards:
            out[n] = act_of(CARD, 64 * i + pop(&cards))
            n += 1
    return n


cdef int write_goals(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef const Seat* s = &p.seat[p.active]
    cdef uint64_t places
    cdef int i, n = 0
    if f.a == SLAY:
        for i in range(FACTIONS):
            if s.slays >> i & 1 and p.minions[s.place][i]:
                out[n] = act_of(FOE, i)
                n += 1
        return n
    places = goals(p, t, s, f.a, f.b)
    while places:
        out[n] = act_of(TO, pop(&places))
        n += 1
    return n

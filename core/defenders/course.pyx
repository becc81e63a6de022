"""The course of the game: set-up, Day, Evening, Night, and who is asked (rules.md sections 2, 3).

A rule that has to wait for a decision, a die or another rule is a frame on a stack; its step says
how far it has come. `run` lets the frame on top go on until something must be asked.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset
from core.defenders.actions cimport (
    action_step, day_answer, only_choice, write_cards, write_day, write_goals,
)
from core.defenders.chance cimport only_outcome
from core.defenders.combat cimport (
    battle_answer, battle_step, combat_step, extra_answer, lose_answer, penalty_step,
    reroll_answer, roll_answer, roll_step, spoil_answer, wounds_at, write_attackers, write_commit,
    write_factions, write_losses, write_rerolls,
)
from core.defenders.darkness cimport add_crystal, add_minions, carry_out, heal_generals, put_minion
from core.defenders.plays cimport (
    play_answer, play_step, reveal_answer, window_answer, window_step, write_targets,
    write_visions, write_window,
)
from core.defenders.position cimport (
    ACTION_FRAME, BATTLE_FRAME, BLESSING_CHOICE, CARD_CHOICE, COLOR, COMBAT_FRAME, COMMIT,
    DAY_ACTION, DEALT, DEAL_HERO, DEATH_FRAME, DRAW_CARD, DRAW_DARK, DRAW_FRAME, ENVOY,
    ENVOY_FRAME, EXTRA_DICE, EXTRA_FACTION, FACE, FIRST_SEAT, HAND_LIMIT, HERO, HERO_CHOICE, HITS,
    KEEP, LOSE_CARDS, LOST_TURNS, NEXT_ATTACKER, NOBODY, OVER, PENALTY_FRAME, PLAY_FRAME, QUESTED,
    QUEST_FRAME, REMOVED, REMOVE_SPECIAL, REPLACE, REROLL, ROLL_CHECK, ROLL_FRAME, RUMORS_COLOR,
    RUNNING, SEARCH_CARD, SETTLE_FRAME, SETUP_FRAME, SHAPE, SHAPE_CHOICE, SPEND, SPOILED, STOP,
    STYLE, STYLE_CHOICE, SUCCESS, TARGET, TO, TO_HAND, TURN_FRAME, TURN_UNDEAD, VISIONS, W1, W2,
    W3, W4, W5, W6, WINDOW, WINDOW_FRAME, WINDOW_TARGET, WISDOM, Frame, Seat, act_of, bit, crowd,
    dark_give, dark_take, finish, frame_of, give, has_reward, pop, push, put_gate, put_question,
    remove_minion, take, take_known,
)
from core.defenders.quests cimport (
    death_step, draw_answer, draw_step, envoy_answer, envoy_step, quest_answer, quest_step,
    search_answer, settle_step, take_hero, write_envoy,
)
from core.defenders.tables cimport (
    BALAZARG, BOOTS, CITY, CLERIC, DEMON, DRAGONKIN, DWARF, EAGLE_RIDER, FACTIONS, HELM, HEROES,
    NOTHING, ORC, RANGER, REGULAR, ROGUE, SEATS, SORCERESS, UNDEAD, WIZARD,
)
from core.state cimport MAX_ACTIONS


# ---------------------------------------------------------------------- set-up


cdef void begin(Position* p, const Tables* t) noexcept nogil:
    """All that lies on the table before the first choice (D10, D13, D14)."""
    cdef int i, place
    memset(p, 0, sizeof(Position))
    p.crystals_left = t.crystals
    p.gates_left = t.gates
    p.deck = t.all_cards
    p.deck_size = t.all_size
    p.dark = t.all_dark
    p.quests = (<uint32_t>1 << 24) - 1
    p.card = p.replaced = NOTHING
    for i in range(SEATS):
        p.seat[i].hero = p.seat[i].quest = NOTHING
    put_gate(p, t.gate_start)
    for i in range(FACTIONS):
        p.general_life[i] = t.general_life[i]
        p.supply[i] = t.minions[i] - t.generals_minions
        place = t.path[i][0]
        p.minions[place][i] = t.generals_minions
        if t.generals_minions:
            p.has[i] = bit(place)
    for _ in range(t.start_crystals):
        add_crystal(p, t, t.path[BALAZARG][0])
    push(p, SETUP_FRAME, 0, 0, 0)


cdef void setup_step(Position* p, const Tables* t) noexcept nogil:
    """SETUP_FRAME: seat or cards done with, phase, cards accepted (section 2)."""
    cdef Frame* f = frame_of(p)
    if f.step == 0:             # D11
        if f.a == t.players:
            f.a = 0
            f.step = 1
        elif t.given[f.a] != NOTHING:
            take_hero(p, t, f.a, t.given[f.a])
            f.a += 1
        elif t.chosen:
            put_question(p, HERO_CHOICE, f.a)
        else:
            put_question(p, DEAL_HERO, f.a)
    elif f.step == 1:           # section 16
        if f.a == t.remove_specials:
            f.a = 0
            f.step = 2
        else:
            put_question(p, REMOVE_SPECIAL, 0)
    elif f.step == 2:           # D12
        if f.a == t.players:
            f.a = 0
            f.step = 3
        else:
            push(p, DRAW_FRAME, f.a, t.deal, TO_HAND)
            f.a += 1
    elif f.step == 3:
        if f.a == t.players:
            f.a = 0
            f.step = 4
        else:
            push(p, QUEST_FRAME, f.a, 0, 0)
            f.a += 1
    elif f.step == 4:           # D15, D16
        if f.b == t.phase_cards[f.a] or p.dark == 0:
            f.a += 1
            f.b = 0
            f.step = 4 if f.a < 2 else 5
        else:
            put_question(p, DRAW_DARK, 0)
    else:                       # D17, D19
        p.dark = t.all_dark
        p.dark_discard = 0
        p.visited = 0
        f.kind = TURN_FRAME
        f.step = f.a = f.b = 0
        if t.first != NOTHING:
            p.active = t.first
        elif t.players > 1:
            put_question(p, FIRST_SEAT, 0)


cdef bint accepted(const Position* p, const Tables* t, int card, int phase) noexcept nogil:
    """D15, D16; with set-up overruns only earlier cards of phase one matter (A55)."""
    cdef int i, place
    if t.dark_kind[card] != REGULAR:
        return False
    for i in range(2):
        place = t.dark_place[card][i]
        if phase == 0 and p.visited >> place & 1:
            return False
        if t.setup_overruns:
            continue
        if phase == 0 and crowd(p, place):
            return False
        if phase == 1 and crowd(p, place) + t.phase_minions[1] > t.room:
            return False
    return True


cdef void setup_dark(Position* p, const Tables* t, int card) noexcept nogil:
    """A card of phase one or two: minions of each location's own colour (D15, D16, A55)."""
    cdef Frame* f = frame_of(p)
    cdef int i, place, faction, phase = f.a
    dark_give(&p.dark_discard, t, card)
    if not accepted(p, t, card, phase):
        return
    f.b += 1
    for i in range(2):
        place = t.dark_place[card][i]
        faction = t.colour[place]
        p.visited |= bit(place)
        if t.setup_overruns:
            add_minions(p, t, faction, place, t.phase_minions[phase])
        else:
            for _ in range(t.phase_minions[phase]):
                put_minion(p, t, faction, place)
            if t.taints_at[faction] and p.minions[place][faction] == t.taints_at[faction]:
                add_crystal(p, t, place)
        if p.end != RUNNING:
            return


# ---------------------------------------------------------------------- the turn


cdef void begin_turn(Position* p, const Tables* t) noexcept nogil:
    """D21: turns are numbered on; Ambush starts anew for everybody (D90)."""
    cdef int i
    p.number += 1
    p.asked = 0
    p.rumors = p.teleported = p.day_over = p.died = 0
    for i in range(t.players):
        p.seat[i].ambushed = 0
    if p.seat[p.active].quest == NOTHING:
        push(p, QUEST_FRAME, p.active, 0, 0)


cdef void count_actions(Position* p, const Tables* t) noexcept nogil:
    """Actions of the Day: life and the bonuses of the turn start (D21)."""
    cdef Seat* s = &p.seat[p.active]
    p.actions = s.life + s.fresh
    s.fresh = 0
    if s.hero == DWARF and t.lands[DEMON] >> s.place & 1:
        p.actions += t.mountain_lore
    if s.hero == RANGER and t.lands[ORC] >> s.place & 1:
        p.actions += t.elf_support
    if has_reward(s, BOOTS):
        p.actions += t.quest_value[BOOTS]


cdef uint64_t undead_rooms(const Position* p, const Tables* t) noexcept nogil:
    """Places to which the Cleric may move an undead (D83)."""
    cdef uint64_t places = t.adjacent[p.seat[p.active].place] & ~t.inns, rooms = 0
    cdef int place
    while places:
        place = pop(&places)
        if crowd(p, place) < (t.city_loss - 1 if place == CITY else t.room):
            rooms |= bit(place)
    return rooms


cdef void end_day(Position* p, const Tables* t) noexcept nogil:
    """Fresh Mount, then wounds and death (D23, D44, D89)."""
    cdef Seat* s = &p.seat[p.active]
    cdef int wounds = wounds_at(p, t, p.active, s.place)
    if s.hero == EAGLE_RIDER and not s.sky and (
            (t.lands[DRAGONKIN] | bit(CITY)) >> s.place & 1):
        s.fresh = t.fresh_mount
    if wounds >= s.life:
        push(p, DEATH_FRAME, p.active, 0, 0)
    else:
        s.life -= wounds


cdef int evening_cards(const Position* p, const Tables* t) noexcept nogil:
    """D65: Helm of Power, and Thievery in a place with a chest."""
    cdef const Seat* s = &p.seat[p.active]
    cdef int n = t.evening_cards
    if has_reward(s, HELM):
        n += t.quest_value[HELM]
    if s.hero == ROGUE and t.chests >> s.place & 1:
        n += t.thievery
    return n


cdef void end_turn(Position* p, const Tables* t) noexcept nogil:
    """D64, A58, A37: healing, the turn limit, the next player who is still in the game."""
    heal_generals(p, t)
    if t.turn_limit and p.number >= t.turn_limit:
        finish(p, LOST_TURNS)
        return
    while True:
        p.active = p.active + 1 if p.active + 1 < t.players else 0
        if p.seat[p.active].hero != NOTHING:
            return


cdef void turn_step(Position* p, const Tables* t) noexcept nogil:
    """TURN_FRAME: cards to discard and last one of them; 1 after the first W1 of the Day."""
    cdef Frame* f = frame_of(p)
    cdef Seat* s = &p.seat[p.active]
    if f.step == T_BEGIN:
        f.step = T_STYLE
        f.e = 0
        begin_turn(p, t)
    elif f.step == T_STYLE:
        f.step = T_COUNT
        if s.hero == EAGLE_RIDER:
            put_question(p, STYLE_CHOICE, p.active)
        elif s.hero == SORCERESS:
            put_question(p, SHAPE_CHOICE, p.active)
    elif f.step == T_COUNT:
        f.step = T_W1
        count_actions(p, t)
    elif f.step == T_W1:
        if p.died:
            p.actions = 0
            f.step = T_NIGHT
        elif p.day_over or p.actions == 0:
            p.actions = 0
            f.step = T_W2
        else:
            f.step = T_DAY
            if not (t.lean and f.e):
                push(p, WINDOW_FRAME, W1, 0, 0)
            f.e = 1
    elif f.step == T_DAY:
        f.step = T_W1
        put_question(p, DAY_ACTION, p.active)
    elif f.step == T_W2:
        f.step = T_UNDEAD
        push(p, WINDOW_FRAME, W2, 0, 0)
    elif f.step == T_UNDEAD:
        if s.hero == CLERIC and p.minions[s.place][UNDEAD] and undead_rooms(p, t):
            put_question(p, TURN_UNDEAD, p.active)
        else:
            f.step = T_WOUNDS
    elif f.step == T_WOUNDS:
        f.step = T_EVENING
        end_day(p, t)
    elif f.step == T_EVENING:
        f.step = T_NIGHT
        if not p.died:
            f.step = T_W3
            push(p, DRAW_FRAME, p.active, evening_cards(p, t), TO_HAND)
    elif f.step == T_W3:
        f.step = T_LIMIT
        f.d = 0
        push(p, WINDOW_FRAME, W3, 0, 0)
    elif f.step == T_LIMIT:
        if s.size > t.hand_limit:
            f.c = s.size - t.hand_limit
            put_question(p, HAND_LIMIT, p.active)
        else:
            f.c = f.d = 0
            f.step = T_NIGHT
    elif f.step == T_NIGHT:     # D67
        f.step = T_CARD
        f.c = f.d = 0
        p.full = t.full[p.defeated]
        p.move_only = t.move_only[p.defeated]
        push(p, WINDOW_FRAME, W4, 0, 0)
    elif f.step == T_CARD:
        if p.quiet or p.full + p.move_only == 0:
            p.quiet = p.full = p.move_only = 0
            f.step = T_W6
            return
        if p.full:
            p.full -= 1
            p.is_full = 1
        else:
            p.move_only -= 1
            p.is_full = 0
        f.step = T_WISDOM
        draw_darkness(p, t)
    elif f.step == T_WISDOM:
        f.step = T_REVEALED
        if s.hero == WIZARD and p.card != NOTHING and p.dark | p.dark_discard | p.knowns:
            put_question(p, WISDOM, p.active)
    elif f.step == T_REVEALED:
        f.step = T_EFFECTS
        if p.replaced != NOTHING:
            dark_give(&p.dark_discard, t, p.replaced)
            p.replaced = NOTHING
        if p.card != NOTHING:
            push(p, WINDOW_FRAME, W5, 0, 0)
    elif f.step == T_EFFECTS:
        f.step = T_CARD
        if p.card != NOTHING:
            carry_out(p, t)
        p.is_full = 0
    elif f.step == T_W6:
        f.step = T_END
        push(p, WINDOW_FRAME, W6, 0, 0)
    else:
        f.step = T_BEGIN
        end_turn(p, t)


cdef void draw_darkness(Position* p, const Tables* t) noexcept nogil:
    """The next darkness card; where its order is known it is no chance (D97, section 15)."""
    if p.knowns:
        p.card = p.known[0]
        p.last_dark = 1 + p.card
        take_known(p)
        return
    if p.dark == 0:
        p.dark = p.dark_discard
        p.dark_discard = 0
    if p.dark:
        put_question(p, DRAW_DARK, p.active)


# ---------------------------------------------------------------------- questions and answers


cdef int write_range(int verb, int first, int last, Action* out) noexcept nogil:
    cdef int i
    for i in range(first, last + 1):
        out[i - first] = act_of(verb, i)
    return last + 1 - first


cdef int write_unused(const Position* p, Action* out) noexcept nogil:
    """Heroes not used yet in this game (D11, D47)."""
    cdef int i, n = 0
    for i in range(HEROES):
        if not p.heroes >> i & 1:
            out[n] = act_of(HERO, i)
            n += 1
    return n


cdef int write_undead(const Position* p, const Tables* t, Action* out) noexcept nogil:
    cdef uint64_t places = undead_rooms(p, t)
    cdef int n = 0
    while places:
        out[n] = act_of(TO, pop(&places))
        n += 1
    out[n] = act_of(STOP, 0)
    return n + 1


cdef int write_legal(const Position* p, const Tables* t, Action* out) noexcept nogil:
    """Write the answers to the present question."""
    cdef const Frame* f = &p.stack[p.depth - 1]
    cdef int ask = p.ask
    if ask == DAY_ACTION:
        return write_day(p, t, out)
    if ask == CARD_CHOICE:
        return write_cards(p, t, out)
    if ask == TARGET:
        return write_goals(p, t, out)
    if ask == WINDOW:
        return write_window(p, t, out)
    if ask == WINDOW_TARGET:
        return write_targets(p, t, out)
    if ask == REROLL:
        return write_rerolls(p, t, out)
    if ask == COMMIT:
        return write_commit(p, t, out)
    if ask == NEXT_ATTACKER:
        return write_attackers(p, t, out)
    if ask == LOSE_CARDS or ask == HAND_LIMIT:
        return write_losses(&p.seat[p.who].hand, f.d, f.c, out)
    if ask == HERO_CHOICE:
        return write_unused(p, out)
    if ask == STYLE_CHOICE:
        return write_range(STYLE, 0, 1, out)
    if ask == SHAPE_CHOICE:
        return write_range(SHAPE, 0, FACTIONS, out)
    if ask == RUMORS_COLOR:
        return write_range(COLOR, 0, FACTIONS - 1, out)
    if ask == EXTRA_FACTION:
        return write_factions(p, out)
    if ask == TURN_UNDEAD:
        return write_undead(p, t, out)
    if ask == VISIONS:
        return write_visions(p, out)
    if ask == ENVOY:
        return write_envoy(p, t, out)
    if ask == WISDOM:
        out[0] = act_of(KEEP, 0)
        out[1] = act_of(REPLACE, 0)
    else:                       # EXTRA_DICE, BLESSING_CHOICE
        out[0] = act_of(SPEND, 0)
        out[1] = act_of(KEEP, 0)
    return 2


cdef void answer(Position* p, const Tables* t, int ask, int verb, int argument) noexcept nogil:
    """Apply the answer to a question of a seat."""
    cdef Frame* f = frame_of(p)
    if ask == DAY_ACTION:
        day_answer(p, t, verb, argument)
    elif ask == CARD_CHOICE:
        f.b = argument
    elif ask == TARGET:
        f.c = argument
    elif ask == WINDOW:
        window_answer(p, t, verb, argument)
    elif ask == WINDOW_TARGET or ask == VISIONS or (
            ask == RUMORS_COLOR and f.kind == PLAY_FRAME):
        play_answer(p, t, verb, argument)
    elif ask == RUMORS_COLOR:
        f.c = argument
    elif ask == REROLL:
        reroll_answer(p, t, verb, argument)
    elif BLESSING_CHOICE <= ask <= NEXT_ATTACKER:
        battle_answer(p, t, ask, verb, argument)
    elif ask == EXTRA_DICE or ask == EXTRA_FACTION:
        extra_answer(p, t, ask, verb, argument)
    elif ask == LOSE_CARDS or ask == HAND_LIMIT:
        lose_answer(p, t, argument)
    elif ask == HERO_CHOICE:
        take_hero(p, t, p.who, argument)
        f.a += f.kind == SETUP_FRAME
    elif ask == STYLE_CHOICE:
        p.seat[p.who].sky = argument
    elif ask == SHAPE_CHOICE:
        p.seat[p.who].shape = argument
    elif ask == ENVOY:
        envoy_answer(p, verb, argument)
    elif ask == WISDOM:
        if verb == REPLACE:
            p.replaced = p.card
            p.card = NOTHING
            draw_darkness(p, t)
    elif verb == STOP:          # TURN_UNDEAD
        f.step = T_WOUNDS
    else:
        remove_minion(p, p.seat[p.who].place, UNDEAD)
        p.minions[argument][UNDEAD] += 1
        p.has[UNDEAD] |= bit(argument)


cdef void chance(Position* p, const Tables* t, int ask, int verb, int argument) noexcept nogil:
    """Apply an outcome."""
    cdef Frame* f = frame_of(p)
    if verb == HITS:
        roll_answer(p, argument)
    elif ask == DRAW_CARD:
        draw_answer(p, t, argument)
    elif ask == SEARCH_CARD:
        search_answer(p, argument)
    elif verb == QUESTED:
        quest_answer(p, t, argument)
    elif verb == FACE or verb == SUCCESS:
        p.face = argument
        p.check = 0
    elif verb == SPOILED:
        spoil_answer(p, argument)
    elif ask == DRAW_DARK and f.kind == PLAY_FRAME:
        reveal_answer(p, t, argument)
    elif ask == DRAW_DARK:
        dark_take(&p.dark, t, argument)
        p.last_dark = 1 + argument
        if f.kind == SETUP_FRAME:
            setup_dark(p, t, argument)
        else:
            p.card = argument
    elif verb == DEALT:
        take_hero(p, t, f.a, argument)
        f.a += 1
    elif verb == REMOVED:
        take(&p.deck, t.specials + argument)
        give(&p.gone, t.specials + argument)
        p.deck_size -= 1
        f.a += 1
    else:
        p.active = argument


cdef void play(Position* p, const Tables* t, Action action) noexcept nogil:
    cdef int ask = p.ask
    p.ask = NOBODY
    if ask <= ROLL_CHECK:
        chance(p, t, ask, action >> 16, action & 0xffff)
    else:
        answer(p, t, ask, action >> 16, action & 0xffff)


cdef void step(Position* p, const Tables* t) noexcept nogil:
    """The frame on top goes on."""
    cdef int kind = frame_of(p).kind
    if kind == TURN_FRAME:
        turn_step(p, t)
    elif kind == WINDOW_FRAME:
        window_step(p, t)
    elif kind == ACTION_FRAME:
        action_step(p, t)
    elif kind == SETTLE_FRAME:
        settle_step(p, t)
    elif kind == DRAW_FRAME:
        draw_step(p, t)
    elif kind == COMBAT_FRAME:
        combat_step(p, t)
    elif kind == ROLL_FRAME:
        roll_step(p, t)
    elif kind == PLAY_FRAME:
        play_step(p, t)
    elif kind == BATTLE_FRAME:
        battle_step(p, t)
    elif kind == PENALTY_FRAME:
        penalty_step(p, t)
    elif kind == DEATH_FRAME:
        death_step(p, t)
    elif kind == QUEST_FRAME:
        quest_step(p)
    elif kind == ENVOY_FRAME:
        envoy_step(p, t)
    else:
        setup_step(p, t)


cdef inline bint may_be_idle(int ask) noexcept nogil:
    """True for questions that may turn out to have one answer; such are not asked (section 14)."""
    return (ask == WINDOW_TARGET or ask == EXTRA_FACTION or ask == COMMIT or ask == NEXT_ATTACKER
            or ask == LOSE_CARDS or ask == HAND_LIMIT or ask == HERO_CHOICE or ask == VISIONS)


cdef void run(Position* p, const Tables* t) noexcept nogil:
    """Go on until a seat or chance has to decide."""
    cdef Action[MAX_ACTIONS] actions
    cdef Action only
    while True:
        if p.end != RUNNING:
            put_question(p, OVER, 0)
            return
        if p.ask == NOBODY:
            step(p, t)
            continue
        if p.ask <= ROLL_CHECK:
            only = only_outcome(p, t)
            if only == 0:
                return
            play(p, t, only)
            continue
        if p.ask == CARD_CHOICE or p.ask == TARGET:
            only = only_choice(p, t)
            if only:
                play(p, t, only)
                continue
        elif may_be_idle(p.ask) and write_legal(p, t, actions) == 1:
            play(p, t, actions[0])
            continue
        if p.asked != <uint32_t>p.who + 1:
            p.asked = p.who + 1
            p.turn += 1
        return

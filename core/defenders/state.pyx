"""The State of Defenders of the Realm: the contract and what Python sees of a position.

The rules stand in `course` (who does what when), `actions`, `combat`, `plays`, `quests`,
`darkness` and `chance`; pieces are moved by `position`.
"""

from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy
from core.defenders.chance cimport sample_outcome, source_of, write_outcomes
from core.defenders.combat cimport wounds_at
from core.defenders.course cimport begin, play, run, write_legal
from core.defenders.position cimport (
    ACTION_FRAME, COMBAT_FRAME, NOBODY, OVER, PLAY_FRAME, QUEST_BYTES, ROLL_CHECK, WINDOW_FRAME,
    WON, CardSet, Seat, bit, count, crowd, dark_give, dark_take, give, place_of, take,
)
from core.defenders.tables cimport EAGLE_RIDER, FACTIONS, NOTHING, PLACES, QUESTS, SEATS, SORCERESS
from core.rng cimport mix
from core.state cimport CHANCE, DEBUG, TERMINAL, Action, State, require_open, require_sound
from numpy.random cimport bitgen_t

from core.defenders import arrange, components, notation, tables, view

PHASE_NAMES = (
    "", "deal_hero", "remove_special", "draw_card", "search_card", "draw_quest", "draw_dark",
    "first_seat", "roll_dice", "roll_corruption", "roll_d3", "roll_d6", "roll_check",
    "hero_choice", "style", "shape", "day_action", "card", "target", "rumors_color", "extra_dice",
    "extra_faction", "reroll", "blessing", "commit", "next_attacker", "lose_cards", "turn_undead",
    "hand_limit", "wisdom", "window", "window_target", "dark_visions", "envoy", "end",
)  # fmt: skip
CAUSES = (None, "won", "city", "general", "minions", "crystals", "heroes", "turn_limit")


cdef inline uint64_t word(const void* at, size_t i) noexcept nogil:
    cdef uint64_t bits
    memcpy(&bits, <const char*>at + 8 * i, 8)
    return bits


cdef tuple kinds_of(const CardSet* cards):
    """Return the kinds of a set, rising, doubles twice."""
    cdef int i, k
    kinds = []
    for i in range(2):
        for k in range(64):
            if cards.one[i] >> k & 1:
                kinds += [64 * i + k, 64 * i + k] if cards.two[i] >> k & 1 else [64 * i + k]
    return tuple(kinds)


cdef tuple bits_of(uint64_t bits):
    return tuple(i for i in range(64) if bits >> i & 1)


cdef class Defenders(State):
    """A position of Defenders of the Realm.

    See `core.state.State` for how to use it; `observation` returns a `core.defenders.view.View`.
    """

    def __cinit__(self, setup):
        self.setup = setup
        self.players = setup.players
        self.box = tables.box_of(setup.components, setup.players, setup.options)
        self.t = &self.box.tables
        self.data = &self.p
        self.size = sizeof(Position)
        begin(&self.p, self.t)
        run(&self.p, self.t)

    # ------------------------------------------------------------------ the contract

    cdef int c_mover(self) noexcept nogil:
        if self.p.ask <= ROLL_CHECK:
            return CHANCE
        if self.p.ask == OVER:
            return TERMINAL
        return self.p.who

    cdef int c_turn(self) noexcept nogil:
        return self.p.turn

    cdef int c_legal(self, Action* out) noexcept nogil:
        return write_legal(&self.p, self.t, out)

    cdef void c_play(self, Action action) noexcept nogil:
        if DEBUG:
            require_open(self, action)
        play(&self.p, self.t, action)
        run(&self.p, self.t)
        if DEBUG:
            require_sound(self)

    cdef int c_outcomes(self, Action* out, double* probability) noexcept nogil:
        return write_outcomes(&self.p, self.t, out, probability)

    cdef int c_source(self) noexcept nogil:
        return source_of(&self.p)

    cdef Action c_sample(self, bitgen_t* rng) noexcept nogil:
        return sample_outcome(&self.p, self.t, rng)

    cdef Action c_seen(self, Action action, int seat) noexcept nogil:
        """All lies open (A1)."""
        return action

    cdef uint64_t hashed(self) noexcept nogil:
        """Hash of all but the counters of `turn`; four lanes, so that they run side by side."""
        cdef const Position* p = &self.p
        cdef size_t i, words = (<const char*>&p.asked - <const char*>p) // 8
        cdef uint64_t[4] lane
        for i in range(4):
            lane[i] = i
        i = 0
        while i + 4 <= words:
            lane[0] = mixed(lane[0], word(p, i))
            lane[1] = mixed(lane[1], word(p, i + 1))
            lane[2] = mixed(lane[2], word(p, i + 2))
            lane[3] = mixed(lane[3], word(p, i + 3))
            i += 4
        while i < words:
            lane[i & 3] = mixed(lane[i & 3], word(p, i))
            i += 1
        return mix(lane[0] + 3 * mix(lane[1] + 5 * mix(lane[2] + 7 * mix(lane[3]))))

    cdef uint64_t c_info_key(self, int seat) noexcept nogil:
        """No player knows more than another (section 15)."""
        return self.hashed()

    cdef uint64_t c_key(self) noexcept nogil:
        return self.hashed()

    cdef void c_redeal(self, int observer, bitgen_t* rng) noexcept nogil:
        """Decks are multisets: nothing hidden is fixed before it is drawn."""
        return

    cdef void c_utilities(self, double* out) noexcept nogil:
        """The win of the team; with the champion's objective his title besides (D96, A47)."""
        cdef int[SEATS] rank
        cdef int seat, champions = 0, best = -1
        cdef double won = self.p.end == WON
        for seat in range(self.players):
            rank[seat] = 64 * (self.p.seat[seat].quests + self.p.seat[seat].generals)
            rank[seat] += self.p.seat[seat].quests
            best = max(best, rank[seat])
        for seat in range(self.players):
            champions += rank[seat] == best
        for seat in range(self.players):
            out[seat] = won
            if self.t.objective:
                out[seat] = 0.75 * won
                if rank[seat] == best:
                    out[seat] += 0.25 / champions

    cdef const char* c_broken(self) noexcept nogil:
        cdef const Position* p = &self.p
        cdef const Tables* t = self.t
        cdef const Seat* s
        cdef CardSet cards
        cdef int i, k, n, seat, crystals = 0, generals = 0
        cdef int size = p.deck_size + p.discard_size
        cdef uint64_t dark
        cdef uint32_t quests, solved, seen = 0
        cdef int[FACTIONS] minions
        for i in range(FACTIONS):
            minions[i] = p.supply[i]
        for i in range(PLACES):
            crystals += p.crystals[i]
            if (p.crystals[i] > 0) != (p.tainted >> i & 1):
                return "the tainted places are noted wrongly"
            if p.crystals[i] and t.barred >> i & 1:
                return "a crystal lies in the city or an inn"
            for k in range(FACTIONS):
                minions[k] += p.minions[i][k]
                if (p.minions[i][k] > 0) != (p.has[k] >> i & 1):
                    return "the places of a faction are noted wrongly"
            if crowd(p, i) > t.room and not t.barred >> i & 1:
                return "a place is too full"
        if crystals + p.crystals_left != t.crystals:
            return "crystals were lost or made"
        if count(p.gates) + p.gates_left != t.gates:
            return "gates were lost or made"
        cards = t.all_cards
        if size_of(&p.deck) != p.deck_size or size_of(&p.discard) != p.discard_size:
            return "a pile of hero cards is counted wrongly"
        if not take_all(&cards, &p.deck) or not take_all(&cards, &p.discard):
            return "hero cards were made"
        if not take_all(&cards, &p.gone):
            return "removed cards were made"
        for i in range(p.asides):
            size += 1
            take(&cards, p.aside[i])
        quests = p.quests | p.quest_discard | p.quests_gone
        n = count(p.quests) + count(p.quest_discard) + count(p.quests_gone)
        for seat in range(self.players):
            s = &p.seat[seat]
            size += s.size
            if size_of(&s.hand) != s.size:
                return "a hand is counted wrongly"
            generals += s.generals
            if not take_all(&cards, &s.hand):
                return "a hand has cards that lie elsewhere"
            solved = 0
            for i in range(QUEST_BYTES):
                solved |= <uint32_t>s.solved[i] << 8 * i
            if count(solved) != s.quests or s.rewards & ~solved:
                return "completed quests are counted wrongly"
            n += s.quests
            quests |= solved
            if s.quest != NOTHING and not solved >> s.quest & 1:
                n += 1
                quests |= <uint32_t>1 << s.quest
            for i in range(FACTIONS):
                minions[i] += s.markers[i]
                if s.markers[i] and s.quest == NOTHING:
                    return "markers lie on no quest"
            if s.hero == NOTHING:
                continue
            if seen >> s.hero & 1 or not p.heroes >> s.hero & 1:
                return "a hero is there twice"
            seen |= <uint32_t>1 << s.hero
            if s.life > t.life[s.hero] or (s.life == 0 and p.end == 0):
                return "a life is off its track"
            if s.place >= PLACES:
                return "a hero is nowhere"
            if (s.shape and s.hero != SORCERESS) or (s.sky and s.hero != EAGLE_RIDER):
                return "a hero has the style of another"
        if cards.one[0] | cards.one[1]:
            return "hero cards were lost"
        if size + size_of(&p.gone) != t.all_size:
            return "hero cards are counted wrongly"
        if quests != (<uint32_t>1 << QUESTS) - 1 or n != QUESTS:
            return "quests were lost or made"
        for i in range(FACTIONS):
            if minions[i] != t.minions[i]:
                return "minions were lost or made"
            if p.general_life[i] > t.general_life[i]:
                return "a general's life is off its track"
            generals -= p.general_life[i] == 0
            if p.general_step[i] >= t.steps[i]:
                return "a general left his path"
        if generals != 0:
            return "general cards were lost or made"
        dark = p.dark | p.dark_discard
        n = count(p.dark) + count(p.dark_discard) + p.knowns + (p.card != NOTHING)
        n += p.replaced != NOTHING
        for i in range(p.reveals):
            n += not p.tossed >> i & 1
        if n != count(t.all_dark) or dark & ~t.all_dark:
            return "darkness cards were lost or made"
        return NULL

    # ------------------------------------------------------------------ the Python face

    @property
    def phase(self):
        """The question of rules.md section 14, what chance decides, or "end"."""
        return PHASE_NAMES[self.p.ask]

    @property
    def cause(self):
        """How the game ended, such as "won" or "crystals"; None while it goes on."""
        return CAUSES[self.p.end]

    def scores(self):
        """Return each player's points so far: quests and general cards (D96)."""
        return [self.p.seat[seat].quests + self.p.seat[seat].generals
                for seat in range(self.players)]

    def champions(self):
        """Return the seats that are King's Champion now (D96)."""
        ranks = [(self.p.seat[seat].quests + self.p.seat[seat].generals, self.p.seat[seat].quests)
                 for seat in range(self.players)]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    def wounds(self, int seat):
        """Return the wounds that a seat's hero would take if his Day ended now (D44).

        Raises
        ------
        WrongSeat
            If there is no such seat.
        """
        self.checked(seat)
        return wounds_at(&self.p, self.t, seat, self.p.seat[seat].place)

    def observation(self, int seat):
        """Return the `core.defenders.view.View` of a seat. Raises WrongSeat."""
        cdef Position* p = &self.p
        cdef int i, k
        self.checked(seat)
        battle = roll = None
        if p.party:
            battle = view.BattleView(
                general=p.foe, party=bits_of(p.party), attacked=bits_of(p.attacked),
                blessed=bool(p.blessed), dice=tuple(p.pool[i] for i in range(self.players)),
                hits=p.all_hits, ones=p.all_ones, start_life=p.start_life)
        if p.dice[0] or p.dice[1] or p.dice[2] or p.dice[3]:
            roll = view.RollView(
                roller=p.roller, place=self.attacked_place(),
                dice=tuple(p.dice[i] for i in range(FACTIONS)),
                hits=tuple(p.hits[i] for i in range(FACTIONS)),
                need=tuple(p.need[i] for i in range(FACTIONS)), ones=p.ones)
        detail, chosen = self.detail()
        return view.View(
            setup=self.setup, seat=seat, turn=p.turn, number=p.number, phase=self.phase,
            detail=detail, chosen=chosen, who=p.who, active=p.active, actions=p.actions,
            rumors=p.rumors, teleported=bool(p.teleported),
            seats=tuple(self.seat_view(i) for i in range(self.players)),
            generals=tuple(self.general_view(i) for i in range(FACTIONS)),
            minions=tuple(tuple(p.minions[i][k] for k in range(FACTIONS)) for i in range(PLACES)),
            crystals=tuple(p.crystals[i] for i in range(PLACES)), gates=bits_of(p.gates),
            supply=tuple(p.supply[i] for i in range(FACTIONS)), crystals_left=p.crystals_left,
            gates_left=p.gates_left, deck=kinds_of(&p.deck), discard=kinds_of(&p.discard),
            gone=kinds_of(&p.gone), dark=bits_of(p.dark), dark_discard=bits_of(p.dark_discard),
            known=tuple(p.known[i] for i in range(p.knowns)), quests=bits_of(p.quests),
            quest_discard=bits_of(p.quest_discard), defeated=p.defeated,
            card=None if p.card == NOTHING else p.card,
            last_dark=p.last_dark - 1 if p.last_dark else None,
            replaced=None if p.replaced == NOTHING else p.replaced, full=bool(p.is_full),
            cancelled=tuple(name for i, name in enumerate(("half 1", "half 2", "general"))
                            if p.cancelled >> i & 1),
            cards_full=p.full, cards_move_only=p.move_only, quiet=bool(p.quiet),
            spied=bits_of(p.spied), heroes_used=bits_of(p.heroes),
            aside=tuple(p.aside[i] for i in range(p.asides)),
            revealed=tuple(p.revealed[i] for i in range(p.reveals)), tossed=bits_of(p.tossed),
            face=p.face, battle=battle, roll=roll, cause=self.cause,
        )

    def attacked_place(self):
        """Return the place whose minions are attacked now, or None."""
        cdef int i
        for i in range(self.p.depth):
            if self.p.stack[i].kind == COMBAT_FRAME:
                return self.p.stack[i].b
        return None

    def detail(self):
        """Return what the question belongs to, and what of it has been chosen."""
        cdef Position* p = &self.p
        if p.depth == 0:
            return None, ()
        frame = p.stack[p.depth - 1]
        parts = (frame.b, frame.c, frame.d, frame.e, frame.step)
        if frame.kind == WINDOW_FRAME:
            return f"W{frame.a}", ()
        if frame.kind == ACTION_FRAME:
            return notation.WORDS[frame.a - 1], parts
        if frame.kind == PLAY_FRAME:
            name = (list(components.QUESTS)[frame.a - 32] if frame.a >= 32
                    else notation.SPECIAL_NAMES[frame.a])
            return name, parts
        return None, (frame.a, *parts)

    def seat_view(self, int seat):
        """Return the `core.defenders.view.SeatView` of a seat."""
        cdef const Seat* s = &self.p.seat[seat]
        cdef int i
        solved = sum(s.solved[i] << 8 * i for i in range(QUEST_BYTES))
        rider, sorceress = s.hero == EAGLE_RIDER, s.hero == SORCERESS
        return view.SeatView(
            hero=None if s.hero == NOTHING else s.hero, place=s.place, life=s.life,
            greatest_life=0 if s.hero == NOTHING else self.t.life[s.hero],
            hand=kinds_of(&s.hand), quest=None if s.quest == NOTHING else s.quest,
            done=bits_of(s.done), markers=tuple(s.markers[i] for i in range(FACTIONS)),
            rewards=bits_of(s.rewards), solved=bits_of(solved), generals=s.generals,
            slays=bits_of(s.slays), style=("sky" if s.sky else "ground") if rider else None,
            shape=s.shape - 1 if sorceress and s.shape else None, fresh=s.fresh,
            points=s.quests + s.generals,
        )

    def general_view(self, int general):
        """Return the `core.defenders.view.GeneralView` of a general."""
        cdef Position* p = &self.p
        cdef int life = p.general_life[general]
        return view.GeneralView(
            place=place_of(p, self.t, general) if life else None, step=p.general_step[general],
            life=life, greatest_life=self.t.general_life[general],
            major=0 < life <= self.t.major[general], clock=p.clock[general],
        )

    def arrange(self, **wanted):
        """Set up a position, for tests and for analysis; see `core.defenders.arrange`.

        Raises
        ------
        ValueError
            If a name is unknown or the pieces do not fit into the box.
        """
        cdef Position* p = &self.p
        cdef Seat* s
        cdef int i, k, seat
        new = arrange.Arrangement(self.setup, **wanted)
        begin(p, self.t)
        p.stack[0].kind = 1     # TURN_FRAME
        p.stack[0].step = new.step
        p.number = new.number
        p.active = new.active
        p.actions = new.actions
        p.defeated = new.defeated
        p.crystals_left = self.t.crystals
        p.tainted = p.gates = 0
        for i in range(FACTIONS):
            p.supply[i] = self.t.minions[i] - new.minions_of(i)
            p.has[i] = 0
            p.general_step[i] = new.general_step[i]
            p.general_life[i] = new.general_life[i]
            p.clock[i] = new.clock[i]
        for i in range(PLACES):
            p.crystals[i] = new.crystals[i]
            p.crystals_left -= new.crystals[i]
            if new.crystals[i]:
                p.tainted |= bit(i)
            for k in range(FACTIONS):
                p.minions[i][k] = new.minions[i][k]
                if new.minions[i][k]:
                    p.has[k] |= bit(i)
        for place in new.gates:
            p.gates |= bit(place)
        p.gates_left = self.t.gates - len(new.gates)
        for seat in range(self.players):
            s = &p.seat[seat]
            s.hero = new.heroes[seat]
            p.heroes |= 1 << s.hero
            s.place = new.at[seat]
            s.life = new.life[seat] if new.life[seat] else self.t.life[s.hero]
            s.sky, s.shape, s.slays, s.generals = new.traits[seat]
            for kind in new.hands[seat]:
                take(&p.deck, kind)
                give(&s.hand, kind)
            s.size = len(new.hands[seat])
            p.deck_size -= s.size
            s.quest = new.quests[seat]
            p.quests &= ~(<uint32_t>1 << s.quest)
            s.done = new.done[seat]
            for k in range(FACTIONS):
                s.markers[k] = new.markers[seat][k]
            for quest in new.rewards[seat]:
                s.rewards |= <uint32_t>1 << <int>quest
                s.solved[<int>quest >> 3] |= 1 << (<int>quest & 7)
                s.quests += 1
                p.quests &= ~(<uint32_t>1 << <int>quest)
        for hero in new.used:
            p.heroes |= 1 << <int>hero
        for kind in new.discard:
            take(&p.deck, kind)
            give(&p.discard, kind)
        p.deck_size -= len(new.discard)
        p.discard_size = len(new.discard)
        for quest in new.quest_discard:
            p.quests &= ~(<uint32_t>1 << <int>quest)
            p.quest_discard |= <uint32_t>1 << <int>quest
        for card in new.known:
            p.known[p.knowns] = self.t.first_quiet if self.t.quiet >> <int>card & 1 else card
            p.knowns += 1
            dark_take(&p.dark, self.t, card)
        for card in new.dark_discard:
            dark_take(&p.dark, self.t, card)
            dark_give(&p.dark_discard, self.t, card)
        p.ask = NOBODY
        run(p, self.t)
        fault = self.c_broken()
        if fault != NULL:
            raise ValueError(f"arrange: {fault.decode()}")


cdef inline uint64_t mixed(uint64_t h, uint64_t bits) noexcept nogil:
    h = (h ^ bits) * <uint64_t>0x9E3779B97F4A7C15
    return h ^ (h >> 29)


cdef int size_of(const CardSet* cards) noexcept nogil:
    return (count(cards.one[0]) + count(cards.two[0]) + count(cards.one[1])
            + count(cards.two[1]))


cdef bint take_all(CardSet* cards, const CardSet* part) noexcept nogil:
    """Take a part out of a set; False if it was not all there."""
    cdef uint64_t b, bits
    cdef int i
    for i in range(2):
        bits = part.one[i]
        if part.two[i] & ~bits:
            return False
        while bits:
            b = bits & (~bits + 1)
            bits ^= b
            if cards.two[i] & b and part.two[i] & b:
                cards.one[i] &= ~b
                cards.two[i] &= ~b
            elif part.two[i] & b or not cards.one[i] & b:
                return False
            elif cards.two[i] & b:
                cards.two[i] &= ~b
            else:
                cards.one[i] &= ~b
    return True

"""Who is winning Defenders of the Realm: the evaluator.

A small network (ai/knowledge/defenders_net.pyx) judges at dusk: when the active hero's Day is over
and before the first card of the Evening. It was fitted by bench/experiments/defenders_net.py to how
games of the policy ended. Any other position is judged by where the policy leads from it: it is
played on to dusk several times, with dice and cards of its own, the same for every answer to a
decision. A battle on the way counts by its exact odds.
"""

from libc.stdint cimport uint32_t, uint64_t
from core.defenders.chance cimport sample_outcome
from core.defenders.course cimport T_W3, evening_cards, play, run
from core.defenders.position cimport (
    COMMIT, DRAW_CARD, OVER, ROLL_CHECK, ROLL_DICE, TURN_FRAME, WON, Position, lives,
)
from core.defenders.state cimport Defenders
from core.defenders.tables cimport Tables
from core.rng cimport Stream, below, mix
from core.state cimport MAX_ACTIONS, Action, State
from numpy.random cimport bitgen_t
from ai.knowledge.defenders_net cimport HIDDEN, INPUTS, Inputs, Net, describe, foretell
from ai.knowledge.defenders_odds cimport battle_odds, team_odds
from ai.knowledge.defenders_policy cimport DefendersPolicy
from ai.policy cimport Evaluator

from importlib.resources import files

import numpy as np

from core.defenders import components as _components

cdef enum:
    SAMPLES = 32        # ways from a decision to dusk

cdef double BATTLE = 0.35   # what a battle is worth, about: the best factor of its luck


cdef inline bint dusk(const Position* p, const Tables* t) noexcept nogil:
    """True when the first card of an Evening is to be drawn."""
    return (p.ask == DRAW_CARD and p.depth == 2 and p.stack[0].kind == TURN_FRAME
            and p.stack[0].step == T_W3 and p.stack[1].b == evening_cards(p, t))


cdef inline bint before_attack(const Position* p) noexcept nogil:
    """True when a hero is to roll for the first time against a general."""
    return (p.party != 0 and p.ask == ROLL_DICE and p.hits[p.foe] == 0 and p.ones == 0
            and p.pending[p.foe] == p.dice[p.foe])


# ---------------------------------------------------------------------- a source of chance


cdef uint64_t next_word(void* state) noexcept nogil:
    """SplitMix64 (Steele, Lea, Flood, 2014)."""
    cdef uint64_t* word = <uint64_t*>state
    word[0] += <uint64_t>0x9E3779B97F4A7C15
    return mix(word[0])


cdef uint32_t next_half(void* state) noexcept nogil:
    return <uint32_t>(next_word(state) >> 32)


cdef double next_uniform(void* state) noexcept nogil:
    return (next_word(state) >> 11) * (1.0 / 9007199254740992.0)


# ---------------------------------------------------------------------- the evaluator


cdef class DefendersEvaluator(Evaluator):
    """The team's chance to win."""

    cdef DefendersPolicy policy
    cdef Net net

    def __init__(self, setup):
        self.policy = DefendersPolicy(setup)
        with (files("ai.knowledge") / "defenders_net.npz").open("rb") as file:
            stored = np.load(file)
            self.set_net(*(stored[name].astype(np.float32)
                           for name in ("first", "bias", "second", "last")))

    def set_net(self, const float[:, ::1] first, const float[::1] bias, const float[::1] second,
                const float[::1] last):
        """Take other weights; for experiments.

        Parameters
        ----------
        first : float32 array, shape (inputs, units)
        bias, second : float32 array, shape (units,)
        last : float32 array, shape (1,)
        """
        cdef int i, k
        if (first.shape[0] != INPUTS or first.shape[1] != HIDDEN or bias.shape[0] != HIDDEN
                or second.shape[0] != HIDDEN or last.shape[0] != 1):
            raise ValueError(f"set_net: {INPUTS} inputs and {HIDDEN} units expected")
        for i in range(INPUTS):
            for k in range(HIDDEN):
                self.net.first[i][k] = first[i, k]
        for k in range(HIDDEN):
            self.net.bias[k] = bias[k]
            self.net.second[k] = second[k]
        self.net.last = last[0]

    cdef bint c_quiet(self, State state) noexcept nogil:
        """Everywhere: chance is played on as well."""
        return True

    cdef bint c_boundary(self, State state) noexcept nogil:
        """At dusk."""
        return dusk(&(<Defenders>state).p, (<Defenders>state).t)

    cdef double chance(self, const Position* p, const Tables* t) noexcept nogil:
        cdef Inputs x
        describe(p, t, &self.policy.lore, &x)
        return foretell(&self.net, &x)

    cdef double led_on(self, const Position* p, const Tables* t) noexcept nogil:
        """The mean chance at the next dusk, played on by the policy.

        The luck of the first battle on the way is taken out by its exact odds (a control variate:
        Lavenberg and Welch, 1981).
        """
        cdef Position now
        cdef uint64_t word
        cdef bitgen_t rng
        cdef double total = 0.0, hope
        cdef int i, defeated
        rng.state = &word
        rng.next_uint64 = rng.next_raw = next_word
        rng.next_uint32 = next_half
        rng.next_double = next_uniform
        for i in range(SAMPLES):
            now = p[0]
            word = mix(<uint64_t>p.number * SAMPLES + i)
            hope = -1.0
            while now.ask != OVER and not dusk(&now, t):
                if hope < 0.0 and before_attack(&now):
                    hope = self.hope(&now, t)
                    defeated = now.defeated
                if now.ask <= ROLL_CHECK:
                    play(&now, t, sample_outcome(&now, t, &rng))
                else:
                    play(&now, t, self.policy.answer(&now, t))
                run(&now, t)
            if now.ask == OVER:
                total += now.end == WON
            else:
                total += self.chance(&now, t)
            if hope >= 0.0:
                total += BATTLE * (hope - (now.defeated > defeated))
        return max(0.0, min(1.0, total / SAMPLES))

    cdef double hope(self, const Position* p, const Tables* t) noexcept nogil:
        """The odds of the battle in which a hero is to roll first."""
        cdef Position before = p[0]
        before.pool[p.roller] += p.dice[p.foe]
        before.attacked &= ~(1 << p.roller)
        return battle_odds(&before, t, False)

    cdef void c_evaluate(self, State state, double* out) noexcept nogil:
        cdef const Position* p = &(<Defenders>state).p
        cdef const Tables* t = (<Defenders>state).t
        cdef double won
        cdef int seat
        state.c_utilities(out)
        if p.ask == OVER:
            return
        won = self.chance(p, t) if dusk(p, t) else self.led_on(p, t)
        for seat in range(t.players):
            # the champion's share stands as if the game ended now
            out[seat] = 0.75 * won + out[seat] if t.objective else won

    def odds(self, Defenders state not None, str general, seats=None):
        """Return the exact odds of killing a general with all cards of some seats, all by default.

        In a battle they are those of the battle, with the cards that can still be announced.
        """
        cdef int g = list(_components.GENERALS).index(general)
        cdef int bits = 0
        for seat in range(state.players) if seats is None else seats:
            bits |= 1 << state.checked(seat)
        if state.p.party and state.p.foe == g:
            return battle_odds(&state.p, state.t, state.p.ask <= COMMIT)
        return team_odds(&state.p, state.t, g, bits) if lives(&state.p, g) else 1.0


# ---------------------------------------------------------------------- games to learn from


cdef Action any_answer(State state, bitgen_t* rng) noexcept nogil:
    cdef Action[MAX_ACTIONS] actions
    return actions[below(rng, state.c_legal(actions))]


def dusks(Defenders state not None, DefendersPolicy policy not None, Stream stream not None,
          unsigned char[:, ::1] rows, unsigned char[::1] won, int last_strayed):
    """Play games by a policy and note what its dusks look like; for experiments.

    Every game has one turn, up to the `last_strayed`, in which one answer in four is random; only
    dusks after that turn are noted, one in three, so that each is followed by the policy alone.

    Parameters
    ----------
    state : Defenders
        Where the games begin.
    rows : uint8 array, shape (n, inputs)
        Written: the inputs of the network, in hundredths.
    won : uint8 array, shape (n,)
        Written: whether the team won.
    last_strayed : int
        Bound on the turn with random answers.
    """
    cdef Inputs x
    cdef Defenders game = state.clone()
    cdef bitgen_t* rng = stream.bits
    cdef Py_ssize_t row = 0, first, n = rows.shape[0]
    cdef int i, strayed
    if rows.shape[1] != INPUTS or won.shape[0] != n:
        raise ValueError(f"dusks: rows (n, {INPUTS}) and won (n,) expected")
    with nogil:
        while row < n:
            game.c_copy_from(state)
            first = row
            strayed = 1 + below(rng, last_strayed)
            while game.p.ask != OVER:
                if row < n and game.p.number > strayed and dusk(&game.p, game.t) and below(rng, 3) == 0:
                    describe(&game.p, game.t, &policy.lore, &x)
                    for i in range(INPUTS):
                        rows[row, i] = 0
                    for i in range(x.n):
                        rows[row, x.which[i]] = <unsigned char>min(255.0, 100.0 * x.value[i] + 0.5)
                    row += 1
                if game.p.ask <= ROLL_CHECK:
                    game.c_play(game.c_sample(rng))
                elif game.p.number == strayed and below(rng, 4) == 0:
                    game.c_play(any_answer(game, rng))
                else:
                    game.c_play(policy.c_choose(game, rng))
            while first < row:
                won[first] = game.p.end == WON
                first += 1


def inputs():
    """Return the number of inputs of the network and the number of its hidden units."""
    return INPUTS, HIDDEN

"""The odds of a Night: every draw of darkness cards, carried out by the rules (section 10)."""

from libc.string cimport memset
from core.defenders.course cimport T_NIGHT, T_W6, play, run
from core.defenders.chance cimport write_outcomes
from core.defenders.position cimport (
    DRAW_DARK, KEEP, NOBODY, RUNNING, TURN_FRAME, WISDOM, Position, act_of, crowd,
)
from core.defenders.state cimport Defenders
from core.defenders.tables cimport CITY, FACTIONS, NOTHING, PLACES, Tables
from core.state cimport MAX_ACTIONS, Action

cdef enum:
    CAUSE_COUNT = 8     # of the end of a game, see position.pxd
    CROWDS = 16         # bound on minions in Monarch City, and on crystals put in a Night, less 1

cdef struct Tally:      # probabilities
    double[CAUSE_COUNT] causes      # of the end; RUNNING: the game goes on
    double[FACTIONS] moves          # a general advances
    double[PLACES] taints           # a place gets a crystal
    double[CROWDS] city             # minions in Monarch City afterwards
    double[CROWDS] crystals         # put on the map


cdef bint open_night(Position* p, int players) noexcept nogil:
    """Let a copy stand at the Night of its turn, nothing left to be played; False: there is none.

    A Night that has begun goes on where it stands.
    """
    cdef int i, heroes = 0
    if p.end != RUNNING or p.depth == 0 or p.stack[0].kind != TURN_FRAME or p.reveals:
        return False
    if p.stack[0].step >= T_W6:
        return False
    for i in range(players):
        heroes += p.seat[i].hero != NOTHING
    if heroes == 0:             # the only one has died, and the next is being chosen
        return False
    for i in range(players):
        memset(&p.seat[i].hand, 0, sizeof(p.seat[i].hand))
        p.seat[i].size = 0
        p.seat[i].rewards = 0
    if p.stack[0].step < T_NIGHT:
        p.stack[0].step = T_NIGHT
        p.ask = NOBODY
    elif p.ask != DRAW_DARK:
        p.ask = NOBODY      # windows and Wisdom are passed by
    memset(p.dice, 0, sizeof(p.dice))
    memset(p.pending, 0, sizeof(p.pending))
    p.depth = 1
    return True


cdef void count_in(Tally* tally, const Position* p, const Position* start,
                   double chance) noexcept nogil:
    """Count how a Night has ended."""
    cdef int i, put = start.crystals_left - p.crystals_left
    tally.causes[p.end] += chance
    tally.city[min(crowd(p, CITY), CROWDS - 1)] += chance
    tally.crystals[min(put, CROWDS - 1)] += chance
    for i in range(FACTIONS):
        if p.general_step[i] > start.general_step[i]:
            tally.moves[i] += chance
    if put:
        for i in range(PLACES):
            if p.crystals[i] > start.crystals[i]:
                tally.taints[i] += chance


cdef void go_through(Tally* tally, const Position* p, const Position* start, const Tables* t,
                     double chance) noexcept nogil:
    """Count all ends of a Night."""
    cdef Action[MAX_ACTIONS] actions
    cdef double[MAX_ACTIONS] chances
    cdef Position here = p[0], after
    cdef int i, n
    while here.ask == WISDOM:
        play(&here, t, act_of(KEEP, 0))
        run(&here, t)
    if here.ask != DRAW_DARK or here.number != start.number:
        count_in(tally, &here, start, chance)
        return
    n = write_outcomes(&here, t, actions, chances)
    for i in range(n):
        after = here
        play(&after, t, actions[i])
        run(&after, t)
        go_through(tally, &after, start, t, chance * chances[i])


def count_night(Defenders state not None):
    """Return the odds of the Night of the turn that runs, if nobody plays a card or a reward.

    Of a Night that has begun, those of what is left of it.

    Parameters
    ----------
    state : Defenders
        The position.

    Returns
    -------
    tuple or None
        Probabilities: of each cause of the end, the first that the game goes on; that each
        general advances; that each place gets a crystal; of each number of minions in Monarch
        City afterwards; of each number of crystals put on the map. None where no Night lies
        ahead in this turn.
    """
    cdef Position p = state.p
    cdef Position start
    cdef Tally tally
    cdef int i
    memset(&tally, 0, sizeof(tally))
    if not open_night(&p, state.t.players):
        return None
    start = p
    with nogil:
        run(&p, state.t)
        go_through(&tally, &p, &start, state.t, 1.0)
    return (tuple(tally.causes[i] for i in range(CAUSE_COUNT)),
            tuple(tally.moves[i] for i in range(FACTIONS)),
            tuple(tally.taints[i] for i in range(PLACES)),
            tuple(tally.city[i] for i in range(CROWDS)),
            tuple(tally.crystals[i] for i in range(CROWDS)))

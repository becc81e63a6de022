"""The position of The Quacks of Quedlinburg and the small acts of which its rules are made."""

from libc.string cimport memset
from core.quacks.tables cimport GLASSES, LAST, WHITE
from core.rng cimport mix


cdef uint64_t chip_key(int i, int kind, int at) noexcept nogil:
    return mix(<uint64_t>(i << 16 | kind << 8 | at) + 1)


cdef void pot_add(Seat* s, const Tables* t, int kind, int at) noexcept nogil:
    """A chip becomes the last of the pot."""
    s.pot_key += chip_key(s.size, kind, at)
    s.chip[s.size] = kind
    s.at[s.size] = at
    s.size += 1
    s.lead = at
    s.in_pot[t.colour[kind]] += 1
    if t.colour[kind] == WHITE:
        s.white += t.value[kind]


cdef int pot_remove(Seat* s, const Tables* t, int i) noexcept nogil:
    """Chip i leaves the pot, the others keep order and place (Q34); return its kind."""
    cdef int kind = s.chip[i], k
    s.pot_key -= chip_key(i, kind, s.at[i])
    for k in range(i, s.size - 1):
        s.pot_key += (chip_key(k, s.chip[k + 1], s.at[k + 1])
                      - chip_key(k + 1, s.chip[k + 1], s.at[k + 1]))
        s.chip[k] = s.chip[k + 1]
        s.at[k] = s.at[k + 1]
    s.size -= 1
    s.chip[s.size] = s.at[s.size] = 0
    s.in_pot[t.colour[kind]] -= 1
    if t.colour[kind] == WHITE:
        s.white -= t.value[kind]
    return kind


cdef void pot_empty(Seat* s) noexcept nogil:
    """All chips of the pot go into the bag."""
    cdef int i
    for i in range(s.size):
        bag_add(s, s.chip[i])
        s.chip[i] = s.at[i] = 0
    s.size = s.white = 0
    s.pot_key = 0
    memset(s.in_pot, 0, sizeof(s.in_pot))


cdef void pay_out(Position* p, const Tables* t, int seat, const Reward* reward) noexcept nogil:
    """Chips, VP, rubies, droplet steps, in this order (section 8); the steps come next in `run`."""
    cdef int i
    for i in range(reward.chips):
        gain_chip(p, t, seat, reward.chip[i])
    p.seat[seat].score += reward.vp
    gain_rubies(p, seat, reward.rubies)
    p.steps += reward.steps
    p.stepper = seat


cdef bint can_step(const Position* p, const Tables* t, int seat) noexcept nogil:
    """True if a droplet step is not lost (Q51)."""
    return p.seat[seat].droplet < LAST or (t.tubes and p.seat[seat].glass < GLASSES - 1)


cdef void take_step(Position* p, const Tables* t, int seat, bint tube) noexcept nogil:
    """One droplet step, in the pot or through the glasses (Q71, Q72)."""
    if tube:
        p.seat[seat].glass += 1
        pay_out(p, t, seat, &t.glass[p.seat[seat].glass])
    else:
        p.seat[seat].droplet += 1


cdef void do_step(Position* p, const Tables* t) noexcept nogil:
    """The next of the steps to be made; `TRACK` is asked where both droplets can move."""
    cdef const Seat* s = &p.seat[p.stepper]
    cdef bint pot = s.droplet < LAST, tube = t.tubes and s.glass < GLASSES - 1
    if pot and tube:
        put_question(p, TRACK, p.stepper)
        return
    p.steps -= 1
    if pot or tube:
        take_step(p, t, p.stepper, tube)


cdef void show(Position* p, int seat, int chips) noexcept nogil:
    """Begin to draw chips from a bag, one after the other, and show them to all."""
    memset(p.shown, 0, sizeof(p.shown))
    p.left = chips if chips < p.seat[seat].bag_size else p.seat[seat].bag_size
    p.out = 1
    p.who = seat


cdef void put_back(Position* p) noexcept nogil:
    """The shown chips return to the bag; all remember them until the next action."""
    cdef int kind
    cdef Seat* s = &p.seat[p.who]
    for kind in range(KINDS):
        s.bag[kind] += p.shown[kind]
        s.bag_size += p.shown[kind]
    p.out = 0
    p.glow = 1


cdef int write_shown(const Position* p, Action* out) noexcept nogil:
    """The shown kinds, each once, or none."""
    cdef int kind, n = 0
    for kind in range(KINDS):
        if p.shown[kind]:
            out[n] = act_of(CHIP, kind)
            n += 1
    out[n] = act_of(NONE, 0)
    return n + 1

"""The position of Vikings and the small acts of which its rules are made."""


cdef inline bint before(int one, int other) noexcept nogil:
    """Order of a hand: by title, a known copy before an unseen one."""
    return (one & ~KNOWN) < (other & ~KNOWN) or ((one & ~KNOWN) == (other & ~KNOWN) and one > other)


cdef void hand_add(Seat* s, int title, bint known) noexcept nogil:
    """A rune comes into a hand."""
    cdef int card = title | (KNOWN if known else 0), i = s.hand_size
    while i > 0 and before(card, s.hand[i - 1]):
        s.hand[i] = s.hand[i - 1]
        i -= 1
    s.hand[i] = card
    s.hand_size += 1


cdef void hand_strip(Seat* s, int at) noexcept nogil:
    """The card at a place of a hand leaves it."""
    cdef int i
    s.hand_size -= 1
    for i in range(at, s.hand_size):
        s.hand[i] = s.hand[i + 1]
    s.hand[s.hand_size] = NOTHING


cdef void hand_remove(Seat* s, int title) noexcept nogil:
    """A rune leaves a hand that holds it, of two copies the known one first (V2)."""
    cdef int i = 0
    while s.hand[i] & ~KNOWN != title:
        i += 1
    hand_strip(s, i)


cdef bint holds(const Seat* s, int title) noexcept nogil:
    """True if a hand has a rune of this title."""
    cdef int i
    for i in range(s.hand_size):
        if s.hand[i] & ~KNOWN == title:
            return True
    return False


cdef int write_hand(const Seat* s, int verb, Action* out) noexcept nogil:
    """The titles of a hand, each once."""
    cdef int i, n = 0
    for i in range(s.hand_size):
        if i == 0 or s.hand[i] & ~KNOWN != s.hand[i - 1] & ~KNOWN:
            out[n] = act_of(verb, s.hand[i] & ~KNOWN)
            n += 1
    return n


cdef void lay_down(Position* p, int seat, int title) noexcept nogil:
    """A rune goes from a hand to the pile; loading starts over (section 12)."""
    hand_remove(&p.seat[seat], title)
    p.pile[title] += 1
    p.runes += 1
    p.loading = CREW


cdef void draw_rune(Position* p, int seat, int title) noexcept nogil:
    """The rune that chance chose comes from the deck."""
    p.deck[title] -= 1
    p.deck_size -= 1
    hand_add(&p.seat[seat], title, False)


cdef void reshuffle(Position* p) noexcept nogil:
    """The discard pile joins the deck (V60, R21)."""
    cdef int title
    for title in range(RUNES):
        p.deck[title] += p.pile[title]
        p.deck_size += p.pile[title]
        p.pile[title] = 0


cdef void gain_token(Position* p, Seat* s, int token) noexcept nogil:
    """Crew from the reserve or a good from the bank comes aboard."""
    if token == CREW:
        s.crew += 1
        s.reserve -= 1
    else:
        s.goods[token - 1] += 1
        p.bank[token - 1] -= 1


cdef void lose_token(Position* p, Seat* s, int token) noexcept nogil:
    """Crew goes to the reserve, a good to the bank (V29)."""
    if token == CREW:
        s.crew -= 1
        s.reserve += 1
    else:
        s.goods[token - 1] -= 1
        p.bank[token - 1] += 1


cdef void unload(Position* p, Seat* s) noexcept nogil:
    """All goods go to the bank."""
    cdef int kind
    for kind in range(KINDS):
        p.bank[kind] += s.goods[kind]
        s.goods[kind] = 0


cdef void lose_ship(Position* p, Seat* s) noexcept nogil:
    """A ship without crew goes to Wintering, empty (V51)."""
    unload(p, s)
    s.space = WINTERING


cdef void lose_all(Position* p, Seat* s) noexcept nogil:
    """Every token aboard is lost."""
    unload(p, s)
    s.reserve += s.crew
    s.crew = 0


cdef int write_losses(const Position* p, Action* out) noexcept nogil:
    """Tokens that may be lost next: no earlier kind, and enough must follow (section 12)."""
    cdef const Seat* s = &p.seat[p.loser]
    cdef int[KINDS + 1] tokens
    cdef int token, n = 0, rest = 0
    tokens[CREW] = s.crew
    for token in range(1, KINDS + 1):
        tokens[token] = s.goods[token - 1]
    for token in range(p.lost, KINDS + 1):
        rest += tokens[token]
    for token in range(p.lost, KINDS + 1):
        if tokens[token] and rest >= p.losses:
            out[n] = act_of(LOSE, token)
            n += 1
        rest -= tokens[token]
    return n

"""The components and a game's options packed into C tables, once per pair of both.

Figures of the cards: `a` is the number that the card's text names first, `b` the second; see
`core.quacks.components` for which one that is.
"""

from libc.string cimport memset

from core.quacks.components import CARDS as _CARD_IDS
from core.quacks.components import COLOURS as _COLOUR_IDS
from core.quacks.components import KINDS as _KIND_PAIRS
from core.quacks.components import VALUES as _VALUES
from core.quacks.components import sides_of as _sides_of

cdef dict boxes = {}


cdef void pack(Reward* reward, chips, int vp, int rubies, int steps):
    cdef int i
    memset(reward, 0, sizeof(Reward))
    reward.chips = len(chips)
    for i in range(len(chips)):
        reward.chip[i] = chips[i]
    reward.vp = vp
    reward.rubies = rubies
    reward.steps = steps


cdef void pack_line(Reward* reward, line):
    pack(reward, line[0], line[1], line[2], line[3])


cdef class Box:
    """C tables of one `core.quacks.components.Components` and the options of a game."""

    def __init__(self, components, int players, sides, bint tubes):
        cdef Tables* t = &self.tables
        cdef int i, k, low, high, lap
        memset(t, 0, sizeof(Tables))
        figures = components.figures
        self.components = components
        t.players = players
        t.tubes = tubes
        for i in range(COLOURS):
            t.side[i] = sides[i]
        books = []
        for colour, side in zip(_COLOUR_IDS, sides, strict=True):
            if colour == "white":
                books.append(None)
            elif colour == "orange":
                books.append(components.book("orange"))
            elif colour == "black":
                books.append(components.book("black_2p" if players == 2 else "black_3_4p"))
            else:
                books.append(components.book(f"{colour}_{side}"))
        for k, (colour, value) in enumerate(_KIND_PAIRS):
            i = _COLOUR_IDS.index(colour)
            t.colour[k] = i
            t.value[k] = value
            t.count[k] = components.supply[k]
            t.start[k] = components.start_bag[k]
            t.opens[k] = components.unlock[i]
            if books[i] is not None:
                t.price[k] = books[i].prices[_VALUES[colour].index(value)]
            t.upgrade[k] = 255
        k = 0
        for i in range(COLOURS):
            t.first[i] = k
            k += len(_VALUES[_COLOUR_IDS[i]])
        t.first[COLOURS] = k
        for i, space in enumerate(components.spaces):
            t.coins[i] = space.coins
            t.vp[i] = space.vp
            t.ruby[i] = space.ruby
            for low, high, vp in figures["purple3"]:
                if low <= space.coins <= high:
                    t.purple3[i] = vp
        for i, glass in enumerate(components.glasses):
            pack(&t.glass[i], glass.chips, glass.vp, glass.rubies, glass.steps)
        faces = components.faces
        for i, face in enumerate(faces):
            k = faces.index(face)
            pack(&t.face[i], face.chips, face.vp, face.rubies, face.steps)
            t.face_count[k] += 1
        for i in range(51):
            t.tails_below[i] = sum(tail < i for tail in components.tails)
        t.lap = lap = figures["lap"]
        t.tails_lap = sum(tail < lap for tail in components.tails)
        t.rubies = figures["rubies"]
        t.start_rubies = figures["start_rubies"]
        t.start_score = figures["start_score"]
        t.start_droplet = figures["start_droplet"]
        t.start_glass = figures["start_glass"]
        t.start_flask = figures["start_flask"]
        t.limit = figures["limit"]
        t.limit_yellow_first, t.limit_yellow_third = figures["yellow3"]
        t.white_kind = figures["white_kind"]
        t.white_round = figures["white_round"]
        t.white_count = figures["white_count"]
        for i in range(ROUNDS):
            t.rats[i + 1] = figures["rats"][i]
        t.coins_per_vp = figures["coins_per_vp"]
        t.rubies_per_vp = figures["rubies_per_vp"]
        t.step_cost = figures["step_cost"]
        t.refill_cost = figures["refill_cost"]
        low_line, high_line = figures["black"][0 if players == 2 else 1]
        pack_line(&t.black_low, low_line)
        pack_line(&t.black_high, high_line)
        t.green_positions = figures["green_positions"]
        t.green_rubies = figures["green_rubies"]
        for i in range(3):
            for k in range(2):
                gains = figures["green2"][i]
                t.green2[i][k] = gains[k] if k < len(gains) else 255
        t.green3_sum = figures["green3_sum"]
        t.green4_cost, t.green4_steps = figures["green4"]
        t.blue3_rubies = figures["blue3_rubies"]
        t.red1_low, t.red1_high = figures["red1"]
        t.red4_extra = figures["red4_extra"]
        for i in range(3):
            t.yellow4[i] = figures["yellow4"][i]
            pack_line(&t.purple1[i + 1], figures["purple1"][i])
            pack_line(&t.purple2[i + 1], figures["purple2"][i])
            t.purple4_from[i + 1], t.purple4_to[i + 1] = figures["purple4"][i]
        for i, card in enumerate(_CARD_IDS):
            a, b, chip, offered = figures["cards"][card]
            t.a[i] = a
            t.b[i] = b
            t.chip[i] = 255 if chip is None else chip
            if card == "opportunistic_moment":
                for low, high in offered:
                    t.upgrade[low] = high
            else:
                for k in offered:
                    t.offer[i][k] = 1


def box_of(components, int players, str sets, bint tubes):
    """Return the Box of these components and options, made once."""
    name = (components.digest, players, sets, tubes)
    box = boxes.get(name)
    if box is None:
        sides = _sides_of(sets)
        box = boxes[name] = Box(components, players,
                                [sides.get(colour, 1) for colour in _COLOUR_IDS], tubes)
    return box

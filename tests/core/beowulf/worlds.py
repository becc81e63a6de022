"""Every world that a seat cannot rule out, listed by plain enumeration from its view (B10).

Written apart from the engine: it reads a View and the components, nothing else.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations


def neighbours(layout, place):
    row, column = place
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < len(layout) and 0 <= c < len(layout[0]) and layout[r][c] == ".":
            yield r, c


def can_play(view, seat, tiles):
    """True if `seat` could play one of `tiles` (indices) now: B26."""
    components = view.setup.components
    abilities = [components.tiles[tile].ability for tile in tiles]
    if any(ability != "good_counsel" for ability in abilities):
        return True
    board = components.boards[view.act - 1]
    content = dict(zip(board.spaces, view.board, strict=True))
    movable = any(
        128 + 4 * seat <= thing < 128 + 4 * seat + 4
        and any(content[near] == 0 for near in neighbours(board.layout, place))
        for place, thing in content.items()
    )
    return bool(abilities) and movable


def unseen_tiles(view):
    """Return {act: [index of every tile that the seat has not seen, copy by copy]}."""
    tiles = view.setup.components.tiles
    seen = Counter(card.tile for cards in view.hands for card in cards if card.tile is not None)
    seen += Counter(content - 1 for content in view.board if 0 < content < 128)
    if view.phase in ("D2m", "D2s", "D2r", "D2f", "D2n"):
        seen[view.playing] += 1
    return {
        act: [i for i, tile in enumerate(tiles) if tile.act == act
              for _ in range(tile.count - seen[i] - view.gone[i])]
        for act in range(1, view.act + 1)
    }  # fmt: skip


def hidden_slots(view):
    """Return [(seat, act, how many hidden tiles of that act the seat holds)]."""
    slots = Counter((seat, card.act) for seat, cards in enumerate(view.hands) for card in cards
                    if card.tile is None)
    return [(seat, act, n) for (seat, act), n in sorted(slots.items())]


def ways(copies, sizes):
    """Yield every way to take groups of the given sizes from numbered copies."""
    if not sizes:
        yield ()
        return
    for group in combinations(copies, sizes[0]):
        rest = [copy for copy in copies if copy not in group]
        for others in ways(rest, sizes[1:]):
            yield (group, *others)


def layings(view):
    """Yield the hands of all seats for every way of laying the unseen tiles, one way at a time.

    Copies of one id are told apart: every way is equally likely.
    """
    slots, unseen = hidden_slots(view), unseen_tiles(view)
    acts = sorted({act for _, act, _ in slots})
    per_act = [[slot for slot in slots if slot[1] == act] for act in acts]
    known = [[card.tile for card in cards if card.tile is not None] for cards in view.hands]
    bound = view.active is not None and view.active != view.seat and (
        view.phase == "D2"
        or (view.phase == "D1" and view.stock == 0 and not any(view.supplies[view.active]))
    )
    def by_act(i):  # lazy: one act alone may have millions of ways
        if i == len(acts):
            yield ()
            return
        for groups in ways(range(len(unseen[acts[i]])), [n for _, _, n in per_act[i]]):
            for others in by_act(i + 1):
                yield (groups, *others)

    for way in by_act(0):
        hands = [list(tiles) for tiles in known]
        for act, mine, groups in zip(acts, per_act, way, strict=True):
            for (seat, _, _), group in zip(mine, groups, strict=True):
                hands[seat] += [unseen[act][copy] for copy in group]
        if not bound or can_play(view, view.active, hands[view.active]):
            yield tuple(tuple(sorted(tiles)) for tiles in hands)


def distribution(view):
    """Return {hands of all seats: exact probability}."""
    counted = Counter(layings(view))
    whole = sum(counted.values())
    return {hands: Fraction(n, whole) for hands, n in counted.items()}


def true_hands(state):
    """Return the hands of all seats, as their owners see them."""
    return tuple(tuple(sorted(card.tile for card in state.observation(seat).hands[seat]))
                 for seat in range(state.players))

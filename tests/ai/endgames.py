"""Small endgames of Beowulf, and what they are worth by plain enumeration."""

import random
from collections import Counter, defaultdict

from beowulf_kit import arranged

from core.beowulf.components import FIGURES, read_components
from core.state import CHANCE_MOVER, TERMINAL_MOVER

LONGSHIP = 3


class Endgame:
    """A random, nearly full board of Act III with a close score; the tiles are drawn from the box.

    Parameters
    ----------
    seed : int
    players, empty : int
        Seats, empty spaces.
    stock, hands : int, tuple of int
        Tiles in the stock and in each hand.
    supplies : tuple of int
        Unplaced figures of each seat.
    shown : bool
        True if all know the hands.
    """

    def __init__(self, seed, players=2, empty=2, stock=0, hands=(1, 1), supplies=(1, 0),
                 shown=True):  # fmt: skip
        rng = random.Random(f"endgame {seed}")
        box = read_components()
        bag = [tile.id for tile in box.tiles if tile.act == 3 for _ in range(tile.count)]
        rng.shuffle(bag)
        # Exchanging two of fifty tiles is too much for a plain enumeration, and a Good Counsel that
        # cannot be played would make some hands impossible.
        live = [tile for tile in bag if "statue" not in tile and "counsel" not in tile]
        self.stock = live[:stock]
        del live[:stock]
        self.hands = []
        for count in hands:
            self.hands.append(live[:count])
            del live[:count]
        self.shown = shown
        spaces = list(box.boards[2].spaces)
        rng.shuffle(spaces)
        del spaces[:empty]
        self.board = {}
        self.supplies = []
        for seat in range(players):
            left = [kind for kind, figure in enumerate(box.figures)
                    for _ in range(figure.per_player)]  # fmt: skip
            rng.shuffle(left)
            unplaced = [kind for kind in left if kind != LONGSHIP][: supplies[seat]]
            self.supplies.append(tuple(unplaced.count(kind) for kind in range(4)))
            for kind in unplaced:
                left.remove(kind)
            others = [kind for kind in left if kind != LONGSHIP]
            for kind in [LONGSHIP] * left.count(LONGSHIP) + others[:4]:  # the rest is gone
                self.board[spaces.pop()] = (seat, FIGURES[kind])
        for place in spaces:
            self.board[place] = live.pop()
        self.points = [0] * players
        pending = self.position().observation(0).pending
        lead = max(pending)
        self.points = [20 + lead - points + rng.randrange(-4, 5) for points in pending]

    def position(self, hands=None, stock=None):
        """Return the position; other hands and another stock may be named."""
        hands = self.hands if hands is None else hands
        named = {"shown": hands} if self.shown else {"hands": hands}
        return arranged(
            players=len(self.supplies), act=3, board=self.board, supplies=self.supplies,
            points=self.points, stock=self.stock if stock is None else stock, **named,
        )  # fmt: skip

    def worlds(self):
        """Return [(probability, position)] of all that seat 0 cannot rule out.

        Seat 1 must hold one tile.
        """
        unseen = Counter(self.stock + self.hands[1])
        total = sum(unseen.values())
        return [
            (count / total, self.position([self.hands[0], [tile]],
                                          list((unseen - Counter([tile])).elements())))
            for tile, count in sorted(unseen.items())
        ]  # fmt: skip


def after(state, action):
    """Return a copy of `state` after `action`."""
    child = state.clone()
    child.play(action)
    return child


def expectimax(state, evaluator=None, depth=None, last=False):
    """Return each seat's value: max^n with exact chance, every tile known to all.

    Without `depth` to the end; else `depth` decisions ahead, then on to a quiet position. Of equal
    decisions the first counts, or the `last`: with more than two seats that may matter.
    """
    if state.mover == TERMINAL_MOVER:
        return state.utilities()
    if depth is not None and depth <= 0 and evaluator.quiet(state):
        return evaluator.evaluate(state)
    if state.mover == CHANCE_MOVER:
        total = [0.0] * state.players
        for action, probability in state.chance_outcomes():
            values = expectimax(after(state, action), evaluator, depth, last)
            total = [a + probability * b for a, b in zip(total, values, strict=True)]
        return total
    further = None if depth is None else depth - 1
    actions = state.legal_actions()[:: -1 if last else 1]
    children = [expectimax(after(state, a), evaluator, further, last) for a in actions]
    return max(children, key=lambda values: values[state.mover])


def belief_value(worlds, seat=0):
    """Return the value to `seat` of worlds that it cannot tell apart, weighted, not normalized.

    Once another seat has the turn, `seat` must have no decision left: from there each world is
    judged by itself.
    """
    mover = worlds[0][1].mover
    assert all(state.mover == mover for _, state in worlds)
    assert len({state.info_key(seat) for _, state in worlds}) == 1
    if mover == CHANCE_MOVER and worlds[0][1].source == seat:
        seen = defaultdict(list)
        for weight, state in worlds:
            for action, probability in state.chance_outcomes():
                seen[state.seen(action, seat)].append((weight * probability, after(state, action)))
        return sum(belief_value(group, seat) for group in seen.values())
    if mover != seat:
        return sum(weight * expectimax(state)[seat] for weight, state in worlds)
    return max(belief_action_values(worlds, seat).values())


def belief_action_values(worlds, seat=0):
    """Return {action: value} of the decision of `seat`."""
    actions = worlds[0][1].legal_actions()
    assert all(state.legal_actions() == actions for _, state in worlds)
    return {
        action: belief_value([(weight, after(state, action)) for weight, state in worlds], seat)
        for action in actions
    }


def action_values(state, last=False):
    """Return {action: value to the mover} with every tile known to all."""
    return {a: expectimax(after(state, a), last=last)[state.mover] for a in state.legal_actions()}

"""Kuhn poker through `PythonState`: cards, bets; the same actions as core.reference.betting."""

from core.game import Traits
from core.python_game import python_game
from core.python_state import PythonState
from core.spaces import OneOf

FOLD, CALL, RAISE = 1, 2, 3
DEAL = 4  # and the two cards behind it
TEXTS = {1: "fold", 2: "call", 3: "raise", 4: "deal j", 5: "deal q", 6: "deal k"}
ENDS = ([2, 2], [2, 3, 1], [2, 3, 2], [3, 1], [3, 2])


class PythonKuhn(PythonState):
    SIZE = 64

    def begin(self):
        return [[], []]  # cards, bets

    def to_move(self, position):
        cards, bets = position
        if len(cards) < 2:
            return -1
        return -2 if bets in ENDS else len(bets) % 2

    def outcomes(self, position):
        left = [rank for rank in range(3) if rank not in position[0]]
        return [(DEAL + rank, 1 / len(left)) for rank in left]

    def moves(self, position):
        return [FOLD, CALL] if RAISE in position[1] else [RAISE, CALL]

    def after(self, position, action):
        cards, bets = position
        if action >= DEAL:
            cards.append(action - DEAL)
        else:
            bets.append(action)
        return [cards, bets]

    def results(self, position):
        cards, bets = position
        if bets[-1] == FOLD:
            gain = 1 if len(bets) % 2 == 0 else -1  # who made the last bet has folded
        else:
            gain = (2 if RAISE in bets else 1) * (1 if cards[0] > cards[1] else -1)
        return [0.5 + gain / 4, 0.5 - gain / 4]

    def known(self, position, seat):
        cards, bets = position
        if bets in ENDS and bets[-1] != FOLD:
            return [cards, bets]
        return [[card if i == seat else -1 for i, card in enumerate(cards)], bets]

    def shown(self, position, action, seat):
        return action if action < DEAL or len(position[0]) == seat else None

    def redealt(self, position, seat, random):
        cards, bets = position
        if len(cards) > 1 - seat and self.known(position, seat) != position:
            cards[1 - seat] = random.choice([rank for rank in range(3)
                                             if rank not in cards[seat:seat + 1]])
        return [cards, bets]


KUHN = python_game("python_kuhn", PythonKuhn, Traits(2, 2, chance=True, hidden=True), TEXTS,
                   outcomes=(4, 5, 6), layout=lambda setup: OneOf(()))

"""What things in Vikings are worth, fitted by bench/experiments/vikings_worth.py.

The unit is a point of the final margin. A list goes by the time that is left, at `KNOTS`: while
sagas are in the deck their number + 3, in the final rounds the rounds left; linear in between.
"""

KNOTS = (0.0, 1.0, 3.0, 7.0, 12.0, 18.0)

WORTH = {
    "days": (0.3, 0.6, 0.8, 0.9, 0.9, 0.9),  # days left to the jarl whose turn it is
    "order": (0.0, -1.0, -1.0, -1.0, -1.0, -1.0),  # share of a round until the own turn
    "settled": (1.0, 1.0, 1.0, 1.0, 1.0, 1.0),  # points of settlements, were it the end
    "room": (0.0, 0.1, 0.2, 0.3, 0.4, 0.5),  # points that their regions may still add
    "saga_points": (1.0, 0.9, 0.9, 0.7, 0.5, 0.4),  # of the nations, were it the end
    "sagas": (0.0, 1.0, 1.0, 2.0, 4.0, 5.0),  # each card
    "axe": (1.0, 0.9, 0.8, 0.6, 0.4, 0.3),  # points of the Bloody Axe, were it the end
    "towns": (0.0, 0.2, 0.5, 0.8, 1.2, 1.5),  # each town taken
    "crew": (0.0, 0.2, 0.4, 0.6, 0.6, 0.6),  # each of the first three at sea
    "more_crew": (0.0, 0.2, 0.4, 0.5, 0.5, 0.5),  # each one more
    "goods": (0.0, 0.4, 0.8, 1.0, 1.0, 1.0),  # each aboard at sea
    "trip": (0.5, 0.8, 0.8, 0.8, 0.8, 0.8),  # points of the voyage ahead
    "home": (0.0, 1.0, 3.0, 4.0, 4.0, 4.0),  # the ship in Wintering
    "home_crew": (0.0, 0.2, 0.8, 0.9, 0.9, 0.9),
    "home_goods": (0.0, 0.4, 0.9, 1.0, 1.0, 1.0),
    "home_trip": (0.3, 0.5, 0.5, 0.5, 0.5, 0.5),
    "runes": (0.0, 0.8, 1.0, 1.2, 1.2, 1.2),  # each in hand
    "spent": (0.0, 0.0, -0.3, -0.5, -0.8, -1.0),  # each figure missing of a reserve of four
}

# Points that a rune in hand is worth more than the average one.
RUNE = {}

DISCOUNT = 0.87  # of what is a day farther away
SLOW = (1.5, 1.15, 1.0, 1.05)  # days that a day counts in the zones N, E, S, W
SPREAD = (3.0, 6.0, 9.0, 13.0, 18.0, 22.0)  # points of margin that e-fold the odds of winning

"""What things in Vikings are worth, fitted by bench/experiments/vikings_worth.py.

The unit is a point of the final margin. A list goes by the time that is left, at `KNOTS`: while
sagas are in the deck their number + 3, in the final rounds the rounds left; linear in between.
"""

KNOTS = (0.0, 1.0, 3.0, 7.0, 12.0, 18.0)

WORTH = {
    "days": (0.30, 0.60, 0.80, 0.90, 0.90, 0.90),  # days left to the jarl whose turn it is
    "order": (1.52, 1.35, 1.88, 2.94, 3.70, 1.62),  # share of a round until the own turn
    "settled": (1.01, 0.98, 0.96, 0.95, 1.05, 1.14),  # points of settlements, were it the end
    "room": (0.03, 0.15, 0.22, 0.20, 0.23, 0.18),  # points that their regions may still add
    "saga_points": (1.02, 0.90, 0.86, 0.71, 0.54, 0.45),  # of the nations, were it the end
    "sagas": (-0.04, 1.11, 1.15, 2.66, 4.54, 5.34),  # each card
    "axe": (1.02, 0.98, 0.92, 0.78, 0.65, 0.52),  # points of the Bloody Axe, were it the end
    "towns": (0.00, 0.00, 0.00, 0.00, 0.90, 1.65),  # each town taken
    "crew": (0.00, 0.35, 1.08, 1.75, 2.15, 2.27),  # each of the first three at sea
    "more_crew": (0.28, 1.14, 2.33, 3.27, 2.41, 1.91),  # each one more
    "goods": (0.18, 0.48, 0.67, 0.71, 1.23, 2.29),  # each aboard at sea
    "trip": (0.61, 0.86, 0.80, 0.61, 0.47, 0.41),  # points of the voyage ahead
    "home": (0.00, 2.25, 5.77, 7.96, 8.28, 8.52),  # the ship in Wintering
    "home_crew": (-0.09, -0.11, 0.20, 0.06, -0.60, -1.38),
    "home_goods": (-0.55, 0.91, 2.85, 2.66, 0.68, -1.64),
    "home_trip": (0.33, 0.58, 0.57, 0.43, 0.37, 0.48),
    "runes": (0.00, 0.73, 1.48, 1.83, 1.53, 0.85),  # each in hand
    "spent": (0.54, 0.49, -0.13, -0.39, -0.83, -1.12),  # each figure missing of a reserve of four
}

# Points that a rune in hand is worth more than the average one; less than fitted, for few games
# have seen each.
RUNE = {
    "siege": -0.4,
    "lokis_mark": 0.2,
    "raven_banner": 0.8,
    "wrath_of_the_gods": 0.1,
    "debts_of_honour": 1.5,
    "intimidation": -1.0,
    "answered_prayers": -1.0,
    "fame_precedes_you": -0.0,
    "trade_with_natives": -0.5,
    "not_welcome": -0.1,
    "colonisation": -0.5,
    "sea_monster": 0.3,
    "masters_of_seafaring": 0.8,
    "navigation_error": -1.0,
    "new_crew": 0.5,
    "new_trade_opportunities": -1.0,
    "rebellion": -0.8,
    "revolt": 0.9,
    "following_wind": 0.1,
    "prayer_to_odin": 0.5,
    "storm": 0.1,
    "surprise_attack": 0.2,
    "disputed_settlement": 0.4,
    "change_in_demand": 0.1,
    "retribution": -0.1,
    "valhalla": 0.7,
    "berserker_fury": 1.5,
    "back_to_the_longships": 1.1,
}

DISCOUNT = 0.87  # of what is a day farther away
SLOW = (1.5, 1.15, 1.0, 1.05)  # days that a day counts in the zones N, E, S, W
SPREAD = (4.8, 8.1, 17.7, 25.1, 29.9, 32.6)  # points of margin that e-fold the odds of winning

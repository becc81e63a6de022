"""Short words to set up and play positions of Defenders in tests."""

import copy
import tomllib
from pathlib import Path

import core.defenders.components as components_module
from core.defenders.components import FACTIONS, GENERALS, HEROES, LOCATIONS, QUESTS
from core.game import load

SHIPPED = Path(components_module.__file__).with_name("components.toml")
BOX = components_module.read_components()
CARDS = [card.id for card in BOX.cards]
DARK = [card.id for card in BOX.dark]
QUIET = "ds_53"
CITY_NEIGHBOURS = [LOCATIONS[i] for i in BOX.locations[LOCATIONS.index("monarch_city")].neighbours]


def shipped_data():
    """Return the shipped components.toml, parsed."""
    return tomllib.loads(SHIPPED.read_text(encoding="utf-8"))


def edited(change):
    """Return the shipped data after ``change(data)``."""
    data = copy.deepcopy(shipped_data())
    change(data)
    return data


def options(state):
    """Return the open decisions or outcomes in notation."""
    if state.is_chance:
        return [state.text(action) for action, _ in state.chance_outcomes()]
    return [state.text(action) for action in state.legal_actions()]


def odds(state):
    """Return {notation: probability} of a chance node."""
    return {state.text(action): probability for action, probability in state.chance_outcomes()}


def arranged(players=2, game=None, **position):
    """Return an arranged position; `game` are options of the game."""
    state = load("defenders", players=players, heroes="random", **(game or {}))
    state.arrange(**position)
    return state


def play(state, *texts):
    """Play actions one after the other, checking invariants; return the state."""
    for text in texts:
        state.play(text)
        state.check()
    return state


def pass_windows(state):
    while state.phase == "window":
        state.play("pass")
    return state


def seat(state, number=0):
    return state.observation(0).seats[number]


def place(state, number=0):
    return LOCATIONS[seat(state, number).place]


def hand(state, number=0):
    return [CARDS[kind] for kind in seat(state, number).hand]


def quest(state, number=0):
    active = seat(state, number).quest
    return None if active is None else list(QUESTS)[active]


def minions(state):
    """Return {place: {faction: number}} of all places with minions."""
    return {
        LOCATIONS[i]: {FACTIONS[k]: n for k, n in enumerate(crowd) if n}
        for i, crowd in enumerate(state.observation(0).minions) if any(crowd)
    }


def crystals(state):
    return {LOCATIONS[i]: n for i, n in enumerate(state.observation(0).crystals) if n}


def supply(state):
    return dict(zip(FACTIONS, state.observation(0).supply, strict=True))


def general(state, name):
    return state.observation(0).generals[GENERALS.index(name)]


def general_place(state, name):
    where = general(state, name).place
    return None if where is None else LOCATIONS[where]


def discards(state):
    return [CARDS[kind] for kind in state.observation(0).discard]


def gone(state):
    return [CARDS[kind] for kind in state.observation(0).gone]


def hero(state, number=0):
    found = seat(state, number).hero
    return None if found is None else HEROES[found]


def night(*known, players=2, **position):
    """Return the position after a Night with these darkness cards on top (nobody has a card)."""
    return arranged(players, stage="night", known=known, **position)


def hits(state, n, ones=0):
    return play(state, f"hits {n} {ones}")

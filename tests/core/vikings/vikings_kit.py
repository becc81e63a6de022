"""Short words to set up and play positions of Vikings in tests."""

import copy
import random
import tomllib
from pathlib import Path

import core.vikings.components as components_module
from core.game import load
from core.vikings.components import GOODS, PORTS, RUNES, WINTERING, read_components

SHIPPED = Path(components_module.__file__).with_name("components.toml")
BOX = read_components()
SPACES = [space.id for space in BOX.spaces]
SAGAS = [saga.id for saga in BOX.sagas]
DUD = "colonisation"  # a rune that only one title has and that nothing here waits for


def shipped_data():
    """Return the shipped components.toml, parsed."""
    return tomllib.loads(SHIPPED.read_text(encoding="utf-8"))


def edited(change):
    """Return the shipped data after ``change(data)``."""
    data = copy.deepcopy(shipped_data())
    change(data)
    return data


def fill(values, players, default):
    """Return a list as long as there are seats."""
    values = list(values)
    return values + [copy.copy(default) for _ in range(players - len(values))]


def at(ship="wintering", *rest, players=3, start=0, advanced="yes", rounds="box", **position):
    """Return a position at D1: ships by seat, everything else as in `Vikings.arrange`.

    Lists by seat may be short. A ship outside Wintering has two crew unless told otherwise.
    """
    state = load("vikings", players=players, start=start, advanced=advanced, rounds=rounds)
    ships = fill([ship, *rest], players, "wintering")
    crew = [0 if name == "wintering" else 2 for name in ships]
    given = position.pop("crew", ())
    crew[:len(given)] = given
    for name, default in (("goods", ()), ("hands", ()), ("known", ()), ("settled", ()),
                          ("completed", ()), ("captured", {})):
        if name in position:
            position[name] = fill(position[name], players, default)
    if "scores" not in position:
        position["scores"] = [0] * players
    state.arrange(ships=ships, crew=crew, **position)
    return state


def options(state):
    """Return the open decisions or outcomes in notation."""
    if state.is_chance:
        return [state.text(action) for action, _ in state.chance_outcomes()]
    return [state.text(action) for action in state.legal_actions()]


def chances(state):
    """Return {outcome: probability}."""
    return {state.text(action): p for action, p in state.chance_outcomes()}


def play(state, *texts):
    """Play actions one after the other, every position checked; return the state."""
    for text in texts:
        state.play(text)
        state.check()
    return state


def words(state, *firsts):
    """Return the options that begin with one of these words."""
    return [text for text in options(state) if text.split()[0] in firsts]


def seat(state, number=0):
    return state.observation(number).seats[number]


def where(state, number=0):
    return SPACES[seat(state, number).space]


def view(state, number=0):
    return state.observation(number)


def hand(state, number=0):
    return [RUNES[title] for title in seat(state, number).hand]


def port_goods(state):
    """Return {port: kind} by name."""
    return {SPACES[port]: GOODS[kind] for port, kind in view(state).goods.items()}


def settled(state, number=0):
    return [SPACES[port] for port in seat(state, number).settled]


def names(numbers):
    return [SPACES[number] for number in numbers]


def fair(state):
    """Return the fair-weather days in the order N, E, S, W."""
    return view(state).fair


def saga(number):
    return SAGAS[number]


def towns(*without):
    """Return all towns but some."""
    return [space.id for space in BOX.spaces[:PORTS] if space.town and space.id not in without]


def days(one):
    """Return the days from a space to every other, counted here by steps over the map."""
    found, front = {one: 0}, [one]
    for space in front:
        for other in BOX.spaces[space].adjacent:
            if other not in found:
                found[other] = found[space] + 1
                front.append(other)
    return found


DAYS = [days(space) for space in range(len(SPACES))]
LAZY = ("end", "winter", "stop", "skip", "decline", "discard")


class Lively:
    """Jarls who load, sail somewhere on purpose and use what they have, all by chance."""

    def __init__(self, seed):
        self.rng = random.Random(f"lively {seed}")
        self.turn, self.goal = -1, 0

    def aim(self, state):
        """Choose a port for this turn: one with a town or of an open saga, or any near one."""
        view = state.observation(state.mover)
        mine = view.seats[state.mover]
        wanted = [*view.towns, *(port for saga in view.open for port in BOX.sagas[saga].ports)]
        here = DAYS[mine.space] if mine.space in DAYS[0] else DAYS[PORTS + self.rng.randrange(3)]
        near = [port for port in range(PORTS) if here[port] <= 6]
        self.turn, self.goal = state.turn, self.rng.choice([*wanted, *near])
        if not mine.crew and mine.space != WINTERING:
            self.goal = PORTS

    def __call__(self, state):
        """Return the next action or outcome."""
        rng = self.rng
        if state.is_chance:
            outcomes = state.chance_outcomes()
            return rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]
        actions = state.legal_actions()
        if state.phase != "MAIN" or len(actions) == 1 or rng.random() < 0.03:
            return rng.choice(actions)
        if state.turn != self.turn:
            self.aim(state)
        first = {action: state.text(action).split()[0] for action in actions}
        tasks = [action for action in actions if first[action] in ("raid", "settle", "trade")]
        cards = [action for action in actions if first[action] == "play"]
        if tasks and rng.random() < 0.8:
            return rng.choice(tasks)
        if cards and rng.random() < 0.25:
            return rng.choice(cards)
        if rng.random() < 0.9:
            mine = state.observation(state.mover).seats[state.mover]
            loads = [action for action in actions if first[action] in ("load", "draw")]
            if mine.crew < 3 and first[actions[0]] == "load" and actions[0] & 255 == 0:
                return actions[0]
            if loads and rng.random() < (0.6 if mine.crew else 1):
                return rng.choice(loads)
            harbours = [action for action in actions if first[action] == "launch"]
            if harbours:
                return min(harbours, key=lambda action: DAYS[PORTS + (action & 255)][self.goal])
            sails = [action for action in actions if first[action] == "sail"]
            if sails:
                return min(sails, key=lambda action: DAYS[action & 255].get(self.goal, 99))
        busy = [action for action in actions if first[action] not in LAZY]
        return rng.choice(busy or actions)


def lively_walk(state, seed=0):
    """Play on with lively jarls to the end; yield the state before the first and after each."""
    choose = Lively(seed)
    yield state
    while not state.is_terminal:
        state.play(choose(state))
        yield state

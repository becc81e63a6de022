"""Exact values of games small enough to be written out whole; for tests and experiments.

- `GameTree`: best responses and the distance from equilibrium of a strategy, for two seats whose
  results are shares (Kuhn and Leduc poker, not Phantom, whose tree is too large);
- `guarantees`: what a seat can force, without chance and secrets, by a proof search with memory;
- `value_iteration`: games with chance in which positions come back, without secrets;
- `pig_values`: the same for Pig alone, over arrays, so that 100 points take seconds.

Everything works on the Python face of `core.state.State`, except `pig_values`, which has Pig's
rules in arrays of its own; a test compares it with `value_iteration` over the rules engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.state import State

InfoSet = tuple[int, int]  # a seat and the key of what it knows
Strategy = Mapping[InfoSet, Mapping[int, float]]  # probability of each action, for all seats
Rule = Callable[..., "NDArray[np.bool_]"]


@dataclass
class _Node:
    """A position of a GameTree; `seat` is -1 at chance and -2 at the end."""

    seat: int
    key: int = 0
    actions: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    children: list[_Node] = field(default_factory=list)
    value: float = 0.0  # of seat 0, at the end


class GameTree:
    """Every course of a game of two seats with perfect recall.

    Parameters
    ----------
    root : State
        Where the tree begins.
    max_nodes : int
        Refuse a larger tree.

    Attributes
    ----------
    information_sets : dict
        A position in which each set is decided, by (seat, information key).
    size : int
        Nodes of the tree.

    Raises
    ------
    ValueError
        If the game is none of two seats that share one result, the tree is too large, or a seat
        forgets what it knew or did: then no best response can be computed this way.
    """

    def __init__(self, root: State, max_nodes: int = 200_000) -> None:
        if root.players != 2 or root.setup.utility != "share":
            raise ValueError("a GameTree needs two seats that share one result")
        self.information_sets: dict[InfoSet, State] = {}
        self.size = 0
        self._max_nodes = max_nodes
        self._trails: dict[InfoSet, tuple[tuple[int, int], ...]] = {}
        self._root = self._grow(root, ((), ()))

    def _grow(self, state: State, trails: tuple[tuple[tuple[int, int], ...], ...]) -> _Node:
        self.size += 1
        if self.size > self._max_nodes:
            raise ValueError(f"the tree has more than {self._max_nodes} nodes")
        node = _Node(state.mover)
        if state.is_terminal:
            node.value = state.utilities()[0]
            return node
        if state.is_chance:
            for action, chance in state.chance_outcomes():
                node.actions.append(action)
                node.chances.append(chance)
        else:
            seat, node.key = node.seat, state.info_key(node.seat)
            node.actions = state.legal_actions()
            self.information_sets.setdefault((seat, node.key), state)
            if self._trails.setdefault((seat, node.key), trails[seat]) != trails[seat]:
                raise ValueError(f"seat {seat} forgets: two ways lead to one information set")
        for action in node.actions:
            after = state.clone()
            after.play(action)
            longer = tuple(
                (*trail, (node.key, action)) if seat == node.seat else trail
                for seat, trail in enumerate(trails)
            )
            node.children.append(self._grow(after, longer))
        return node

    def uniform(self) -> Strategy:
        """Return the strategy of both seats that takes every legal action alike."""
        return {
            where: dict.fromkeys(actions, 1 / len(actions))
            for where, state in self.information_sets.items()
            for actions in [state.legal_actions()]
        }

    def value(self, strategy: Strategy) -> float:
        """Return the expected utility of seat 0; that of seat 1 is what is missing to 1."""

        def below(node: _Node) -> float:
            if node.seat == -2:
                return node.value
            return sum(
                chance * below(child)
                for chance, child in zip(_chances(node, strategy), node.children, strict=True)
                if chance > 0
            )

        return below(self._root)

    def best_response(self, seat: int, strategy: Strategy) -> tuple[float, dict[InfoSet, int]]:
        """Return what `seat` can reach against the other's strategy, and by which actions.

        At an information set the best action is the one that is best on average over the positions
        in it, each weighted with how likely chance and the other seat lead there.
        """
        sets: dict[InfoSet, list[tuple[float, _Node]]] = {}
        stack = [(1.0, self._root)]
        while stack:
            reach, node = stack.pop()
            if node.seat == seat:
                sets.setdefault((seat, node.key), []).append((reach, node))
                stack += [(reach, child) for child in node.children]
            elif node.seat != -2:
                chances = _chances(node, strategy)
                stack += [(reach * chance, child)
                          for chance, child in zip(chances, node.children, strict=True)]
        choices: dict[InfoSet, int] = {}
        known: dict[int, float] = {}

        def choice(where: InfoSet) -> int:
            if where not in choices:
                members = sets[where]
                worth = [
                    sum(reach * below(node.children[i]) for reach, node in members)
                    for i in range(len(members[0][1].actions))
                ]
                choices[where] = max(range(len(worth)), key=worth.__getitem__)
            return choices[where]

        def below(node: _Node) -> float:
            if id(node) not in known:
                if node.seat == -2:
                    worth = node.value if seat == 0 else 1 - node.value
                elif node.seat == seat:
                    worth = below(node.children[choice((seat, node.key))])
                else:
                    worth = sum(
                        chance * below(child)
                        for chance, child in zip(_chances(node, strategy), node.children,
                                                 strict=True)
                    )
                known[id(node)] = worth
            return known[id(node)]

        best = below(self._root)
        return best, {where: sets[where][0][1].actions[i] for where, i in choices.items()}

    def nash_conv(self, strategy: Strategy) -> float:
        """Return what the two seats could gain in sum by answering the other's strategy best."""
        return sum(self.best_response(seat, strategy)[0] for seat in (0, 1)) - 1.0

    def exploitability(self, strategy: Strategy) -> float:
        """Return half of `nash_conv`: what a seat could gain on average; 0 in an equilibrium."""
        return self.nash_conv(strategy) / 2


def _chances(node: _Node, strategy: Strategy) -> list[float]:
    if node.seat == -1:
        return node.chances
    chosen = strategy[node.seat, node.key]
    return [chosen.get(action, 0.0) for action in node.actions]


def guarantees(
    state: State,
    seat: int,
    share: float,
    order: Callable[[State, list[int]], Sequence[int]] | None = None,
    hopeless: Callable[[State], bool] | None = None,
) -> bool:
    """Return whether `seat` can force a result of at least `share`, whatever the others do.

    Parameters
    ----------
    state : State
        A position of a game without chance and secrets.
    seat, share : int, float
        Who, and how much.
    order : callable or None
        ``order(state, actions)``: the same actions, the most promising for their mover first.
    hopeless : callable or None
        ``hopeless(state)``: True only if `seat` cannot reach `share` any more.

    Raises
    ------
    ValueError
        At a chance node.
    """
    known: dict[int, bool] = {}

    def proven(at: State) -> bool:
        if at.is_terminal:
            return at.utilities()[seat] >= share
        if at.is_chance:
            raise ValueError("guarantees: there is chance in this game")
        key = at.key()
        if key not in known:
            if hopeless is not None and hopeless(at):
                known[key] = False
            else:
                legal = at.legal_actions()
                results = (proven(_after(at, action))
                           for action in (order(at, legal) if order is not None else legal))
                known[key] = any(results) if at.mover == seat else all(results)
        return known[key]

    return proven(state)


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.play(action)
    return after


def value_iteration(
    root: State,
    choose: Callable[[State], int | None] | None = None,
    max_states: int = 200_000,
    precision: float = 1e-12,
) -> float:
    """Return what seat 0 can expect in a game of two seats that know everything.

    Parameters
    ----------
    root : State
        Where the game begins. Positions with equal `State.key` count as one.
    choose : callable or None
        ``choose(state)``: the action of a fixed rule, or None where the mover takes the best one.
    max_states : int
        Refuse a game with more positions.
    precision : float
        Stop when no value changes by more in a round.

    Raises
    ------
    ValueError
        If the game has more positions.
    """
    numbers = {root.key(): 0}
    states = [root]
    kinds: list[int] = []
    values: list[float] = []
    children: list[list[int]] = []
    chances: list[list[float]] = []
    for state in states:  # grows as it is walked
        kinds.append(state.mover)
        values.append(state.utilities()[0] if state.is_terminal else 0.5)
        if state.is_chance:
            actions, odds = (list(row) for row in zip(*state.chance_outcomes(), strict=True))
        else:
            fixed = choose(state) if choose is not None and state.mover >= 0 else None
            actions, odds = (state.legal_actions() if fixed is None else [fixed]), []
        chances.append(odds)
        found = []
        for action in actions:
            after = _after(state, int(action))
            key = after.key()
            if key not in numbers:
                if len(states) == max_states:
                    raise ValueError(f"the game has more than {max_states} positions")
                numbers[key] = len(states)
                states.append(after)
            found.append(numbers[key])
        children.append(found)
    change = 1.0
    while change > precision:
        change = 0.0
        for i in reversed(range(len(states))):  # what comes later is known better
            if not children[i]:
                continue
            below = [values[child] for child in children[i]]
            if chances[i]:
                worth = sum(odds * value for odds, value in zip(chances[i], below, strict=True))
            else:
                worth = max(below) if kinds[i] == 0 else min(below)
            change = max(change, abs(worth - values[i]))
            values[i] = worth
    return values[0]


def hold_at(points: int, target: int) -> Rule:
    """Return the rule of Pig that holds at so many points of a turn, or when they win."""
    return lambda own, total: (total >= points) | (own + total >= target)


@dataclass(frozen=True)
class PigValues:
    """What `pig_values` finds, for the seat on turn with `own` points, `other` of the other seat.

    Attributes
    ----------
    first, second : ndarray
        ``[own, other]``: chance that the one seat wins when it begins a turn, and the other one.
    holds : ndarray of bool
        ``[own, other, total]``: whether the first one holds with `total` points of this turn.
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]
    holds: NDArray[np.bool_]


def pig_values(
    target: int,
    first: Rule | NDArray[np.bool_] | None = None,
    second: Rule | NDArray[np.bool_] | None = None,
    precision: float = 1e-12,
) -> PigValues:
    """Return how likely each seat wins at Pig, by value iteration (Neller and Presser 2004).

    Parameters
    ----------
    target : int
        Points that win.
    first, second : callable, array of bool, or None
        How a seat decides: ``rule(own, total)`` or ``array[own, other, total]`` says whether it
        holds; None is the best answer to the other seat.
    precision : float
        Stop when no value changes by more in a round.
    """
    points = np.arange(target)
    own, total = points[:, None], points[None, :]
    rules = [
        np.broadcast_to(rule(own, total)[:, None, :], (target,) * 3) if callable(rule) else rule
        for rule in (first, second)
    ]
    starts = [np.full((target, target), 0.5), np.full((target, target), 0.5)]
    holds = np.zeros((target,) * 3, dtype=bool)
    change = 1.0
    while change > precision:
        change = 0.0
        for seat in (0, 1):
            lost = 1 - starts[1 - seat].T  # [own, other]: the other seat begins a turn
            # [total, own, other]; 1 where the total wins
            after = np.ones((target + 6, target, target))
            for held in reversed(range(target)):
                going = points < target - held  # own points with which the game still goes on
                rolled = (lost + after[held + 2:held + 7].sum(axis=0)) / 6
                if held == 0:
                    change = max(change, float(np.abs(rolled - starts[seat]).max()))
                    starts[seat] = rolled
                    break
                banked = np.ones((target, target))
                banked[going] = lost[held:]
                rule = rules[seat]
                hold = banked >= rolled if rule is None else rule[:, :, held]
                if seat == 0:
                    holds[:, :, held] = hold
                after[held][going] = np.where(hold, banked, rolled)[going]
    return PigValues(starts[0], starts[1], holds)

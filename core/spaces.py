"""Fixed-length numbers for learners: flat action ids, and a vector of what a seat sees.

A game declares both in its ``spaces.py``. An `ActionSpace` lists every action of a setup; the flat
id of an action is its place in that list. A layout, built of the items below, says how the game's
view dataclass becomes a vector; `Item.encode` does it and `Item.labels` names every entry.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

UNIT = 10.0  # what a number is divided by unless the layout says otherwise


@dataclasses.dataclass(frozen=True)
class ActionSpace:
    """All actions of a setup.

    The flat id of a decision is its index in `decisions`, that of a chance outcome its index in
    `outcomes`; both rise with the action codes.

    Attributes
    ----------
    decisions, outcomes : tuple of int
        Action codes of what seats decide and of what chance does.
    """

    decisions: tuple[int, ...]
    outcomes: tuple[int, ...]

    @cached_property
    def decision_ids(self) -> dict[int, int]:
        """Flat id of each decision."""
        return {action: i for i, action in enumerate(self.decisions)}

    @cached_property
    def outcome_ids(self) -> dict[int, int]:
        """Flat id of each chance outcome."""
        return {action: i for i, action in enumerate(self.outcomes)}


def split_actions(actions: Iterable[int], is_outcome: Callable[[int], bool]) -> ActionSpace:
    """Return the space of `actions`, told apart by `is_outcome`."""
    ordered = sorted(set(actions))
    return ActionSpace(
        tuple(action for action in ordered if not is_outcome(action)),
        tuple(action for action in ordered if is_outcome(action)),
    )


class Item(ABC):
    """A part of a layout: how one value becomes `size` numbers.

    Attributes
    ----------
    size : int
        Numbers that it takes.
    """

    size: int

    @abstractmethod
    def write(self, value: Any, out: array[float], at: int) -> None:
        """Write `value` to ``out[at : at + size]``, which holds zeros.

        Raises
        ------
        ValueError
            If the layout has no place for the value.
        """

    @abstractmethod
    def labels(self) -> list[str]:
        """Return a name for each number, to be put behind the name of the value."""

    def encode(self, value: Any) -> NDArray[np.float32]:
        """Return the vector of `value`: shape ``(size,)``, float32. Raises ValueError."""
        out = array("f", bytes(4 * self.size))
        self.write(value, out, 0)
        return np.frombuffer(out, dtype=np.float32)


class Number(Item):
    """A number or a yes or no, divided by `unit`."""

    size = 1

    def __init__(self, unit: float = UNIT) -> None:
        self._unit = unit

    def write(self, value: Any, out: array[float], at: int) -> None:
        """Write the quotient."""
        out[at] = value / self._unit

    def labels(self) -> list[str]:
        """Return the unit, if it is not 1."""
        return ["" if self._unit == 1 else f" / {self._unit:g}"]


class Maybe(Item):
    """A value that may be None: 1 and the value, or all zeros."""

    def __init__(self, item: Item) -> None:
        self._item = item
        self.size = 1 + item.size

    def write(self, value: Any, out: array[float], at: int) -> None:
        """Write the flag and the value."""
        if value is not None:
            out[at] = 1.0
            self._item.write(value, out, at + 1)

    def labels(self) -> list[str]:
        """Return those of the value behind that of the flag."""
        return [" is there", *self._item.labels()]


class OneOf(Item):
    """One of some values, one-hot; None is all zeros unless it is among them."""

    def __init__(self, values: Iterable[Hashable]) -> None:
        self._places = {value: i for i, value in enumerate(values)}
        self.size = len(self._places)

    def write(self, value: Any, out: array[float], at: int) -> None:
        """Write a 1 at the place of the value."""
        place = self._places.get(value)
        if place is not None:
            out[at + place] = 1.0
        elif value is not None:
            raise ValueError(f"{value!r} is none of {', '.join(map(str, self._places))}")

    def labels(self) -> list[str]:
        """Return the values."""
        return [f" = {value}" for value in self._places]


class Bag(Item):
    """Values whose order means nothing: how many there are of each."""

    def __init__(self, values: Iterable[Hashable], unit: float = 1.0) -> None:
        self._places = {value: i for i, value in enumerate(values)}
        self._share = 1.0 / unit
        self.size = len(self._places)

    def write(self, value: Any, out: array[float], at: int) -> None:
        """Add up the values."""
        for member in value:
            place = self._places.get(member)
            if place is None:
                raise ValueError(f"{member!r} has no place in this bag")
            out[at + place] += self._share

    def labels(self) -> list[str]:
        """Return the values."""
        return [f" has {value}" for value in self._places]


class Row(Item):
    """Values in order, at most `length`; those that are missing are zeros.

    With ``counted`` each has a 1 before it: for values whose own code may be all zeros.
    """

    def __init__(self, item: Item, length: int, counted: bool = False) -> None:
        self._item = item
        self._length = length
        self._counted = int(counted)
        self._step = item.size + self._counted
        self.size = self._step * length

    def write(self, value: Any, out: array[float], at: int) -> None:
        """Write one behind the other."""
        if len(value) > self._length:
            raise ValueError(f"{len(value)} values where {self._length} have a place")
        write, step, counted = self._item.write, self._step, self._counted
        for member in value:
            if counted:
                out[at] = 1.0
            write(member, out, at + counted)
            at += step

    def labels(self) -> list[str]:
        """Return those of each value behind its index."""
        inner = [*[" is there"] * self._counted, *self._item.labels()]
        return [f"[{i}]{label}" for i in range(self._length) for label in inner]


class Table(Item):
    """A dict with some of the keys that there are: for each key 1 and its value, or zeros."""

    def __init__(self, keys: Sequence[Hashable], item: Item) -> None:
        self._item = Maybe(item)
        self._places = {key: i * self._item.size for i, key in enumerate(keys)}
        self.size = len(self._places) * self._item.size

    def write(self, value: Any, out: array[float], at: int) -> None:
        """Write the values at the places of their keys."""
        for key, member in value.items():
            if key not in self._places:
                raise ValueError(f"{key!r} is no key of this table")
            self._item.write(member, out, at + self._places[key])

    def labels(self) -> list[str]:
        """Return those of each value behind its key."""
        inner = self._item.labels()
        return [f"[{key}]{label}" for key in self._places for label in inner]


class Fields(Item):
    """The fields of a dataclass in order, without its `setup`.

    Fields that are not named follow their type: `bool` is 0 or 1, `int` and `float` a `Number`,
    the same or None a `Maybe` of it. All others must be named.
    """

    def __init__(self, kind: type[Any], **items: Item) -> None:
        hints = typing.get_type_hints(kind)
        self._items: list[tuple[str, Item]] = []
        for entry in dataclasses.fields(kind):
            if entry.name != "setup":
                item = items.pop(entry.name, None) or _by_type(kind, entry.name, hints[entry.name])
                self._items.append((entry.name, item))
        if items:
            raise TypeError(f"{kind.__name__} has no field {', '.join(items)}")
        self.size = sum(item.size for _, item in self._items)

    def write(self, value: Any, out: array[float], at: int) -> None:
        """Write field by field."""
        for name, item in self._items:
            try:
                item.write(getattr(value, name), out, at)
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
            at += item.size

    def labels(self) -> list[str]:
        """Return those of each field behind its name."""
        return [f".{name}{label}" for name, item in self._items for label in item.labels()]


def _by_type(kind: type[Any], name: str, hint: Any) -> Item:
    if hint is bool:
        return Number(1)
    if hint in (int, float):
        return Number()
    if isinstance(hint, types.UnionType) and set(hint.__args__) in ({int, type(None)},
                                                                    {float, type(None)}):
        return Maybe(Number())
    raise TypeError(f"{kind.__name__}.{name}: a layout must say how {hint} becomes numbers")

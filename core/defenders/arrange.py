"""Positions written down by name, for tests and for analysis: see `Arrangement`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.defenders.components import FACTIONS, GENERALS, HEROES, LOCATIONS, QUESTS

STAGES = {"turn": 0, "day": 3, "day_end": 5, "evening": 8, "night": 11, "turn_end": 16}


def _index(name: object, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise ValueError(f"arrange: there is no {what} {name!r}")
    return list(names).index(str(name))


class Arrangement:
    """What `Defenders.arrange` was asked for, as indices.

    Parameters
    ----------
    stage : str
        Where the active player's turn stands: "turn" (its start), "day" (before window W1, with
        `actions` left), "day_end" (W2), "evening", "night" (W4) or "turn_end" (W6).
    heroes : sequence of str
        Of each seat; the first ones of the list by default.
    at : sequence of str
        Where the heroes are; Monarch City by default.
    life : sequence of int
        Of the heroes; the greatest by default.
    hands : sequence of sequence of str
        Ids of hero cards.
    quests : sequence of str
        Active quests; some that are far away by default.
    done, markers : sequence
        Of the active quests: bits of places done with; ``{faction: number}``.
    rewards : sequence of sequence of str
        Completed quests whose rewards are there to be used.
    sky, shapes, slays : sequence
        Style of the Eagle Rider, shape of the Sorceress (a faction or None), slayer skills.
    minions : dict
        ``{place: {faction: number}}``, all there are on the map.
    crystals, gates : dict, sequence
        ``{place: number}``; places.
    generals : dict
        ``{general: (place, life, clock)}``; life 0: defeated, by seat 0. Others are at the start.
    used : sequence of str
        Heroes that died earlier in this game.
    taken : sequence of int
        General cards of each player; all with seat 0 by default.
    discard, quest_discard, dark_discard : sequence of str
        Discarded cards.
    known : sequence of str
        Next darkness cards.
    active, actions, number : int
        Seat on turn, actions left, number of the turn.
    """

    def __init__(
        self,
        setup: Any,
        *,
        stage: str = "day",
        heroes: Sequence[str] | None = None,
        at: Sequence[str] | None = None,
        life: Sequence[int] | None = None,
        hands: Sequence[Sequence[str]] | None = None,
        quests: Sequence[str] | None = None,
        done: Sequence[int] | None = None,
        markers: Sequence[Mapping[str, int]] | None = None,
        rewards: Sequence[Sequence[str]] | None = None,
        sky: Sequence[bool] | None = None,
        shapes: Sequence[str | None] | None = None,
        slays: Sequence[Sequence[str]] | None = None,
        minions: Mapping[str, Mapping[str, int]] | None = None,
        crystals: Mapping[str, int] | None = None,
        gates: Sequence[str] = ("dancing_stone",),
        generals: Mapping[str, tuple[str, int, int]] | None = None,
        used: Sequence[str] = (),
        taken: Sequence[int] | None = None,
        discard: Sequence[str] = (),
        quest_discard: Sequence[str] = (),
        dark_discard: Sequence[str] = (),
        known: Sequence[str] = (),
        active: int = 0,
        actions: int = 5,
        number: int = 1,
    ) -> None:
        box, seats = setup.components, setup.players
        for values in (heroes, at, life, hands, quests, done, markers, rewards, sky, shapes, slays,
                       taken):
            if values is not None and len(values) != seats:
                raise ValueError(f"arrange: {len(values)} entries for {seats} seats")
        cards = [card.id for card in box.cards]
        dark = [card.id for card in box.dark]
        self.step = STAGES[stage] if stage in STAGES else _index(stage, list(STAGES), "stage")
        self.number = number
        self.active = active
        self.actions = actions
        names = heroes or HEROES[:seats]
        self.heroes = [_index(name, HEROES, "hero") for name in names]
        self.used = [_index(name, HEROES, "hero") for name in used]
        places = at or ["monarch_city"] * seats
        self.at = [_index(name, LOCATIONS, "location") for name in places]
        self.life = list(life or [0] * seats)
        self.hands = [[_index(name, cards, "hero card") for name in hand]
                      for hand in hands or [()] * seats]
        self.discard = [_index(name, cards, "hero card") for name in discard]
        far = ("helm_of_power", "boots_of_speed", "amulet_of_the_gods", "ancient_tree_of_magic")
        busy = {name for names in rewards or () for name in names} | set(quest_discard)
        spare = [name for name in (*far, *QUESTS) if name not in busy]
        self.quests = [_index(name, tuple(QUESTS), "quest") for name in quests or spare[:seats]]
        self.done = list(done or [0] * seats)
        self.markers = [[marks.get(name, 0) for name in FACTIONS]
                        for marks in markers or [{}] * seats]
        self.rewards = [[_index(name, tuple(QUESTS), "quest") for name in owned]
                        for owned in rewards or [()] * seats]
        self.quest_discard = [_index(name, tuple(QUESTS), "quest") for name in quest_discard]
        self.dark_discard = [_index(name, dark, "darkness card") for name in dark_discard]
        self.known = [_index(name, dark, "darkness card") for name in known]
        self.minions = [[0] * len(FACTIONS) for _ in LOCATIONS]
        for place, crowd in (minions or {}).items():
            for faction, count in crowd.items():
                at_place = self.minions[_index(place, LOCATIONS, "location")]
                at_place[_index(faction, FACTIONS, "faction")] = count
        self.crystals = [0] * len(LOCATIONS)
        for place, count in (crystals or {}).items():
            self.crystals[_index(place, LOCATIONS, "location")] = count
        self.gates = [_index(place, LOCATIONS, "location") for place in gates]
        self.general_step = [0] * len(GENERALS)
        self.general_life = [general.life for general in box.generals]
        self.clock = [0] * len(GENERALS)
        for name, (place, left, clock) in (generals or {}).items():
            i = _index(name, GENERALS, "general")
            path = [LOCATIONS[step] for step in box.generals[i].path]
            self.general_step[i] = _index(place, path, f"place of {name}") if left else 0
            self.general_life[i] = left
            self.clock[i] = clock
        self.defeated = sum(left == 0 for left in self.general_life)
        self.traits = [
            (int(bool(sky and sky[seat])),
             1 + _index(shapes[seat], FACTIONS, "shape") if shapes and shapes[seat] else 0,
             sum(1 << _index(name, FACTIONS, "faction") for name in (slays[seat] if slays else ())),
             taken[seat] if taken else self.defeated if seat == 0 else 0)
            for seat in range(seats)
        ]

    def minions_of(self, faction: int) -> int:
        """Return how many minions of a faction are not in the supply."""
        return sum(crowd[faction] for crowd in self.minions) + sum(
            marks[faction] for marks in self.markers)

"""Exact odds of a Night and of rolls (sections 5, 7, 10), found by playing on with copies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.defenders.components import LOCATIONS, QUESTS
from core.defenders.night import count_night

if TYPE_CHECKING:
    from core.defenders.state import Defenders
    from core.defenders.view import View

CAUSES = ("city", "general", "minions", "crystals", "heroes", "turn_limit")
# Questions and draws between the beginning of an attack and its end; a check is a roll by itself.
_BATTLE = ("blessing", "commit", "roll_corruption", "next_attacker")
_ROLLING = ("roll_dice", "reroll", "extra_dice", "extra_faction", *_BATTLE)
_CHECK = "roll_check"
# Actions of the Day that end in a roll, by their words.
_ACTIONS = ("fight", "challenge", "fireball", "archery", "heal_land", "sanctify", "quest_step")
_HELPS = {list(QUESTS).index(name) for name in ("find_magic_gate", "amaraks_blessing")}

Value = tuple[float, float]


@dataclass(frozen=True)
class NightOdds:
    """What may happen in a Night if nobody plays a card or a reward.

    Attributes
    ----------
    lost : dict
        Chance that the game is lost, by cause; causes that cannot come are left out.
    moves : tuple of float
        Chance that each general advances.
    taints : dict
        Chance of each place to get a crystal; places that cannot are left out.
    city : tuple of float
        Chance of each number of minions in Monarch City afterwards.
    crystals : tuple of float
        Chance of each number of crystals put on the map.
    """

    lost: dict[str, float]
    moves: tuple[float, ...]
    taints: dict[int, float]
    city: tuple[float, ...]
    crystals: tuple[float, ...]

    @property
    def loss(self) -> float:
        """Chance that the game is lost."""
        return sum(self.lost.values())


def night_odds(state: Defenders) -> NightOdds | None:
    """Return the odds of the Night of the turn that runs, or of what is left of it.

    The order of the darkness deck is unknown but for cards that have been looked at (section 15).
    None where no Night lies ahead in this turn.
    """
    counted = count_night(state)
    if counted is None:
        return None
    ends, moves, taints, city, crystals = counted
    lost = {cause: chance for cause, chance in zip(CAUSES, ends[2:], strict=True) if chance > 0}
    return NightOdds(lost, moves, {place: chance for place, chance in enumerate(taints)
                                   if chance > 0}, city, crystals)


@dataclass(frozen=True)
class Odds:
    """The odds of one way to go on with a roll, an attack or a battle.

    Attributes
    ----------
    actions : tuple of int
        The decisions that lead there, from the present one on.
    success : float
        Chance that all minions attacked are defeated, the general is, or the check succeeds.
    mean : float
        Minions defeated on average, or net hits that a general keeps; of a check the same as
        `success`.
    spending : tuple of float or None
        Both, if the heroes also use Battle Luck, Find Magic Gate and Amarak's Blessing where that
        helps; None where it changes nothing.
    """

    actions: tuple[int, ...]
    success: float
    mean: float
    spending: Value | None


def roll_odds(state: Defenders) -> list[Odds]:
    """Return the odds of each way to begin a roll now, or to go on with one.

    Of the cards against a general these are looked at: at the beginning of a battle all cards of
    all heroes and the active hero's alone; at a commitment each number of the seat's own cards,
    those with most dice first, with none and with all of the other heroes' cards still to come.
    Skills that re-roll are used where that helps, and the initiator chooses the best order.
    """
    return [_odds(*way) for way in _ways(state)]


@dataclass(frozen=True)
class _Target:
    """What is to be beaten: a general, or else the minions of a place; None, None: a check."""

    general: int | None
    place: int | None

    def left(self, state: Defenders) -> int:
        """Return the life or the minions that are left."""
        if self.general is not None:
            return state.general_view(self.general).life
        if self.place is not None:
            return sum(state.observation(0).minions[self.place])
        return 0


_Way = tuple[tuple[int, ...], "Defenders", _Target, int]  # decisions, position, target, its size


def _ways(state: Defenders) -> Iterator[_Way]:
    """Yield each way to go on."""
    if state.mover < 0:
        return
    phase, (detail, _) = state.phase, state.detail()
    view = state.observation(state.mover)
    if phase == "day_action" or (phase in ("card", "target") and detail in _ACTIONS):
        for action in state.legal_actions():
            kind = state.text(action) if phase == "day_action" else detail
            if kind in _ACTIONS:
                yield from _begun(state, (action,), str(kind))
    elif phase in _ROLLING:
        general = view.battle.general if view.battle else None
        target = _Target(general, view.roll.place if view.roll else None)
        size = view.battle.start_life if view.battle else target.left(state)
        ways = _commitments(state) if phase == "commit" else (
            ((action,), _after(state, action)) for action in state.legal_actions())
        for actions, begun in ways:
            yield actions, begun, target, size


def _after(state: Defenders, action: int | str) -> Defenders:
    after = state.clone()
    after.play(action)
    return after


def _begun(state: Defenders, actions: tuple[int, ...], kind: str) -> Iterator[_Way]:
    """Yield each target of an action of the Day; which card it costs does not matter."""
    after = _after(state, actions[-1])
    if after.phase in ("card", "target") and after.detail()[0] == kind:
        open_now = after.legal_actions()
        for action in open_now[:1] if after.phase == "card" else open_now:
            yield from _begun(after, (*actions, action), kind)
        return
    view = state.observation(state.mover)
    here = view.seats[state.mover].place
    if kind == "challenge":
        general = next(i for i, one in enumerate(view.generals) if one.place == here)
        target = _Target(general, None)
        seen: list[tuple[int, ...]] = []
        for others in (True, False):
            made, begun = _committed(after, {} if others else {
                other: 0 for other in range(state.players) if other != state.mover})
            if made not in seen:
                seen.append(made)
                yield (*actions, *made), begun, target, target.left(state)
    elif kind == "archery":
        around = view.setup.components.locations[here].neighbours
        shot = [place for place in around if any(view.minions[place])]
        text = state.text(actions[-1])
        place = LOCATIONS.index(text.split()[1]) if text.startswith("to ") else shot[0]
        yield actions, after, _Target(None, place), sum(view.minions[place])
    elif kind in ("fight", "fireball"):
        yield actions, after, _Target(None, here), sum(view.minions[here])
    elif after.phase == _CHECK:
        yield actions, after, _Target(None, None), 1


# ---------------------------------------------------------------------- commitments


def _dice(view: View, seat: int, general: int) -> list[int]:
    """Return the kinds of a hand that show a general, most dice first, doubles twice."""
    cards = view.setup.components.cards
    kinds = [kind for kind in view.seats[seat].hand if cards[kind].general in (general, -1)]
    return sorted(kinds, key=lambda kind: (-cards[kind].dice, kind))


def _commitments(state: Defenders) -> Iterator[tuple[tuple[int, ...], Defenders]]:
    """Yield each number of the seat's cards, with none and with all of the others' to come."""
    seat = state.mover
    view = state.observation(seat)
    assert view.battle is not None
    open_now = [state.text(action) for action in state.legal_actions()]
    cards = view.setup.components.cards
    own = [kind for kind in _dice(view, seat, view.battle.general)
           if kind >= min(cards_of(open_now, [card.id for card in cards]), default=0)]
    seen: list[tuple[int, ...]] = []
    for others in (False, True):
        for count in range(len(own) + 1):
            wanted = dict.fromkeys(range(state.players), 0) if not others else {}
            made, begun = _committed(state, wanted | {seat: count})
            if made not in seen:
                seen.append(made)
                yield made, begun


def cards_of(texts: list[str], ids: list[str]) -> list[int]:
    """Return the kinds that notations such as ``card raven_forest_gate`` name."""
    return [ids.index(text.split()[1]) for text in texts if text.startswith("card ")]


def _committed(state: Defenders, limits: dict[int, int]) -> tuple[tuple[int, ...], Defenders]:
    """Commit for every seat so many cards, most dice first; seats without a limit commit all.

    Where the last who can commit must, he does (A13). Amarak's Blessing is kept.
    """
    made: list[int] = []
    chosen: dict[int, list[int]] = {}
    after = state.clone()
    while after.phase in ("blessing", "commit"):
        seat = after.mover
        actions = {after.text(action): action for action in after.legal_actions()}
        if after.phase == "blessing":
            action = actions["keep"]
        else:
            view = after.observation(seat)
            assert view.battle is not None
            ids = [card.id for card in view.setup.components.cards]
            open_now = cards_of(list(actions), ids)
            if seat not in chosen:
                own = [kind for kind in _dice(view, seat, view.battle.general)
                       if kind >= min(open_now, default=0)]
                chosen[seat] = sorted(own[:limits.get(seat, len(own))])
            if not chosen[seat] and "stop" not in actions:
                chosen[seat] = open_now[:1]
            action = (actions[f"card {ids[chosen[seat].pop(0)]}"] if chosen[seat]
                      else actions["stop"])
        made.append(action)
        after.play(action)
    return tuple(made), after


# ---------------------------------------------------------------------- values


def _odds(actions: tuple[int, ...], begun: Defenders, target: _Target, size: int) -> Odds:
    success, mean = _Roll(target, size, False).value(begun)
    if not _can_spend(begun):
        return Odds(actions, success, mean, None)
    spending = _Roll(target, size, True).value(begun)
    # What is in the hands may change nothing; sums of small products differ in their last places.
    same = abs(spending[0] - success) < 1e-9 and abs(spending[1] - mean) < 1e-9
    return Odds(actions, success, mean, None if same else spending)


def _can_spend(state: Defenders) -> bool:
    """Return True if some hero has a card or reward that serves once in a roll."""
    view = state.observation(0)
    luck = [card.id for card in view.setup.components.cards].index("battle_luck")
    return any(luck in seat.hand or set(seat.rewards) & _HELPS for seat in view.seats)


class _Roll:
    """The best that the heroes can get out of a roll, an attack or a battle."""

    def __init__(self, target: _Target, size: int, spend: bool) -> None:
        self.target, self.size, self.spend = target, size, spend
        self.values: dict[int, Value] = {}

    def value(self, state: Defenders) -> Value:
        """Return success and mean, see `Odds`.

        Of two ways the one with more success is better, then the one with the higher mean.
        """
        if state.phase == _CHECK:
            chance = sum(chance for action, chance in state.chance_outcomes()
                         if state.text(action) == "success yes")
            return chance, chance
        if state.phase not in _ROLLING:
            left = self.target.left(state)
            return float(left == 0), float(self.size - left)
        key = state.key()
        if key not in self.values:
            if state.is_chance:
                success = mean = 0.0
                for action, chance in state.chance_outcomes():
                    value = self.value(_after(state, action))
                    success += chance * value[0]
                    mean += chance * value[1]
                self.values[key] = success, mean
            else:
                self.values[key] = max(self.value(_after(state, action))
                                       for action in self._choices(state))
        return self.values[key]

    def _choices(self, state: Defenders) -> list[int | str]:
        """Return the decisions to look at; what can be used but once is used only if asked for."""
        phase = state.phase
        if phase in ("extra_dice", "blessing") and not self.spend:
            return ["keep"]
        return [action for action in state.legal_actions()
                if self.spend or state.text(action) != "reroll luck"]


"""The table: the one loop that draws chance outcomes, asks players and keeps the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from core.errors import GameOver, IllegalAction
from core.record import Record
from core.rng import Stream
from core.state import CHANCE_MOVER, TERMINAL_MOVER, State
from players.base import Decision, Player, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator


class IllegalChoice(IllegalAction):
    """A player chose an action that is not open."""


class Event(NamedTuple):
    """One action that was played.

    Attributes
    ----------
    who : int
        The seat that decided, or -1 for chance.
    text : str
        The action in notation: the whole truth, not for players' eyes.
    seen : tuple of (str or None)
        What each seat saw of it.
    decision : Decision or None
        The player's decision with its report; None at chance.
    """

    who: int
    text: str
    seen: tuple[str | None, ...]
    decision: Decision | None


class Table:
    """A game in progress.

    Players get a redealt copy of the position and what their seat has seen, never the truth.
    Chance outcomes come from one stream a source (see `State.source`), redeals from one a seat, so
    that one seat's luck never shifts another's.

    Parameters
    ----------
    state : State
        The position to go on from; the table owns it.
    players : sequence of Player
        One a seat.
    seed : sequence of (int or str)
        Parts of the seed of all streams.
    record : Record or None
        Where every action is added.
    history : sequence of Event
        What was played before, if the game is resumed.
    """

    def __init__(
        self,
        state: State,
        players: Sequence[Player],
        seed: Sequence[int | str],
        record: Record | None = None,
        history: Sequence[Event] = (),
    ) -> None:
        if len(players) != state.players:
            raise ValueError(f"{state.players} seats, {len(players)} players")
        self.state = state
        self.players = list(players)
        self.record = record
        self.events: list[Event] = []
        self.seen: list[list[Seen]] = [[] for _ in players]
        for event in history:
            self.note(event)
        # A resumed game must not draw again what it drew before it was saved.
        self._seed = (*seed, len(self.events)) if history else tuple(seed)
        self._chance: dict[int, Stream] = {}
        self._redeal = [Stream(*self._seed, "redeal", seat) for seat in range(state.players)]

    def view(self, seat: int) -> State:
        """Return a redealt copy of the position for the player of `seat`."""
        copy = self.state.clone()
        copy.redeal(seat, self._redeal[seat])
        return copy

    def step(self) -> Event:
        """Play one chance outcome or one decision and return it.

        Raises
        ------
        GameOver
            If the game has ended.
        IllegalChoice
            If a player chose an action that is not open; names the player.
        """
        state = self.state
        who = state.mover
        decision = None
        if who == TERMINAL_MOVER:
            raise GameOver("the game has ended: there is nothing left to play")
        if who == CHANCE_MOVER:
            source = state.source
            if source not in self._chance:
                self._chance[source] = Stream(*self._seed, "chance", source)
            action = state.sample(self._chance[source])
        else:
            decision = self.players[who].choose(self.view(who), tuple(self.seen[who]))
            action = decision.action
            if action not in state.legal_actions():
                player = self.players[who].spec
                raise IllegalChoice(f"{player} in seat {who + 1} chose {action}, which is not open")
        event = witness(state, action, decision)
        if self.record is not None:
            self.record.add(state, action, event.text)
        state.play(action)
        if self.record is not None and state.is_terminal:
            self.record.finish(state)
        self.note(event)
        return event

    def note(self, event: Event) -> None:
        """Add an event to what was played and to what every seat has seen."""
        self.events.append(event)
        first = Seen(event.who, event.seen[0])  # most seats see the same
        for seen, text in zip(self.seen, event.seen, strict=True):
            seen.append(first if text == first.text else Seen(event.who, text))

    def run(self, watch: Callable[[Event], None] | None = None) -> list[float]:
        """Play to the end, calling `watch` after every action; return the utilities."""
        while not self.state.is_terminal:
            event = self.step()
            if watch is not None:
                watch(event)
        return self.state.utilities()


def witness(state: State, action: int, decision: Decision | None = None) -> Event:
    """Return the event of playing `action` in `state`, with what every seat sees of it."""
    text = state.text(action)
    seen: list[str | None] = []
    for seat in range(state.players):
        masked = state.seen(action, seat)
        if masked == action:
            seen.append(text)
        else:
            seen.append(None if masked is None else state.text(masked))
    return Event(state.mover, text, tuple(seen), decision)


def past_events(record: Record, components: str | None = None) -> Iterator[Event]:
    """Yield the events of a record, for a game that goes on from it."""
    for state, _, action in record.positions(components):
        yield witness(state, action)

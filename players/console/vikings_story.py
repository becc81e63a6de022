"""What happens in Vikings, in sentences; others' loading, sailing and drawing are told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.vikings.components import GOODS, PORTS, RUNES, WINTERING
from players.base import Seen
from players.console.english import form, listed, plural
from players.console.renderer import Renderer, Story
from players.console.vikings_words import Words, cargo

if TYPE_CHECKING:
    from core.vikings.view import View

_QUIET = ("draw", "go", "roll", "skip", "dice", "keep", "load", "launch", "sail")

_COSTLY = ("sail", "lose", "hits", "die", "fall", "jarl", "at", "play")  # crew and goods may go
_EFFECTS = ("play", "jarl", "at", "take")  # a rune may take effect: what is not asked is told too


class VikingsStory(Story):
    """Tells the events of one game to one seat."""

    def __init__(self, renderer: Renderer, seat: int | None, words: Words) -> None:
        super().__init__(renderer, seat)
        self.words = words
        self._loaded: list[str] = []
        self._route: list[str] = []
        self._drawn = 0
        self._sailor = -1

    def tell(self, before: View, seen: Seen, after: View) -> list[str]:
        """Return what is to be said about an event; see `Story.tell`."""
        verb, _, rest = (seen.text or "").partition(" ")
        told: list[str] = []
        if verb in ("load", "launch", "sail"):
            if self._drawn:  # sailing out again: told in the order of what was done
                told += self._voyage()
            self._gather(seen.who, verb, rest)
        elif verb == "rune" and before.who is not None and not self._knows(before.who, rest):
            if self._drawn and self._sailor != before.who:  # in set-up each jarl draws one
                told += self._voyage()
            self._sailor = before.who
            self._drawn += 1
        elif verb != "draw":
            told += self._voyage()
            if verb and verb not in _QUIET:
                told += self._event(before, after, seen.who, verb, rest)
        changes = self._changes(before, after, verb)
        own = seen.who == self.seat and verb in ("load", "launch", "sail")
        if changes or own or after.phase == "end":
            told += self._voyage()
        return told + changes

    # ------------------------------------------------------------------ loading and sailing

    def _gather(self, who: int, verb: str, rest: str) -> None:
        self._sailor = who
        if verb == "load":
            self._loaded.append(rest)
        else:
            self._route.append(self.words.named(rest))

    def _voyage(self) -> list[str]:
        """Return what was gathered, in one sentence."""
        if not self._loaded and not self._route and not self._drawn:
            return []
        who = self.name(self._sailor)
        parts = []
        if self._loaded:
            crew = self._loaded.count("crew")
            what = cargo(crew, [self._loaded.count(kind) for kind in GOODS])
            parts.append(f"{form(who, 'load')} {what}")
        if self._route:
            way = f" by {listed(self._route[:-1])}" if len(self._route) > 1 else ""
            parts.append(f"{form(who, 'sail')}{way} to {self._route[-1]}")
        if self._drawn:
            what = "a rune" if self._drawn == 1 else f"{self._drawn} runes"
            parts.append(f"{form(who, 'draw')} {what}")
        self._loaded, self._route, self._drawn = [], [], 0
        return [f"{who} {listed(parts)}."]

    # ------------------------------------------------------------------ events

    def _event(self, before: View, after: View, seat: int, verb: str, rest: str) -> list[str]:
        """Return the sentence of a decision or of chance, without what follows from it."""
        words = self.words
        if seat < 0:
            return self._chance(before, after, verb, rest)
        who = self.name(seat)
        here = words.space(before.seats[seat].space)
        if verb == "trade":
            gained = after.seats[seat].score - before.seats[seat].score - sum(
                words.box.sagas[saga].bonus for saga in _new(before, after, seat))
            demanded = ", it was demanded" if GOODS.index(rest) == before.demand else ""
            return [f"{who} {form(who, 'trade')} {rest} in {here} for "
                    f"{plural(gained, 'point')}{demanded}."]
        if verb in ("raid", "settle"):
            tries = "try" if who == "You" else "tries"
            what = form(who, "raid") if verb == "raid" else f"{tries} to settle"
            return [f"{who} {what} {here}: a die needs {words.needs(before, _port(before, seat))}."]
        if verb == "play":
            return [f"{who} {form(who, 'play')} {words.runes[rest]}.",
                    *self._brought(before, after, rest)]
        if verb == "discard":
            return [f"{who} {form(who, 'discard')} {words.runes[rest]}."]
        if verb == "winter":
            return [f"{who} {form(who, 'return')} to Wintering."]
        if verb == "end":
            where = words.inside(before.seats[seat].space)
            return [] if seat == self.seat else [f"{who} {form(who, 'end')} the turn {where}."]
        if verb == "stop":
            return [f"{who} {form(who, 'stop')} the raid."]
        if verb == "decline":
            return [f"{who} {form(who, 'keep')} the last crew aboard: {here} is not settled."]
        if verb in ("cw", "ccw"):
            return [f"{who} {form(who, 'turn')} the wind: {words.wind(after.wind)}."]
        if verb in ("jarl", "at", "take"):
            return self._target(before, who, verb, rest)
        return []  # losses and settlements are told as changes

    def _target(self, before: View, who: str, verb: str, rest: str) -> list[str]:
        """Return what a rune was aimed at."""
        words = self.words
        rune = RUNES[before.card or 0]
        choose = form(who, "choose")
        if verb == "jarl":
            whose = self._whose(int(rest))
            thing = {"wrath_of_the_gods": "runes", "debts_of_honour": "settlements"}.get(
                rune, "ship")
            return [f"{who} {choose} {whose} {thing}."]
        if verb == "at":
            if before.phase == "GIVE":
                return [f"{who} {form(who, 'give')} up {words.named(rest)}."]
            if before.step and rune in ("intimidation", "navigation_error"):
                return []  # told as a change
            return [f"{who} {choose} {words.named(rest)}."]
        if rest in words.runes:
            return [f"{who} {form(who, 'take')} {words.runes[rest]} from the discard pile."]
        if rune == "lokis_mark":
            return [f"The {rest} go back to the bank."]
        if rune == "fame_precedes_you" and rest != "goods":
            return [f"{who} {form(who, 'take')} {rest} aboard."]
        return []

    def _knows(self, drawer: int, title: str) -> bool:
        """Return True if this seat sees which rune is drawn."""
        return title in self.words.runes and self.seat in (None, drawer)

    def _chance(self, before: View, after: View, verb: str, rest: str) -> list[str]:
        words = self.words
        active = before.active
        if verb == "rune":
            seat = before.who if before.who is not None else active
            who = self.name(seat)
            return [f"{who} {form(who, 'draw')} {words.runes[rest]}."]
        if verb == "saga":
            number = next(i for i, saga in enumerate(words.box.sagas) if saga.id == rest)
            if number in after.open:
                return [f"New saga: {words.saga(number)}."]
            return [f"The saga {words.saga(number)} is turned up; it is fulfilled already and is "
                    "discarded."]
        if verb == "treasure":
            return [f"The treasure is worth {plural(int(rest), 'point')}."]
        if verb == "hits":
            count = int(rest)
            dice = "One die hits." if count == 1 else f"{count} dice hit."
            return [dice if count else "No die hits."]
        port = _port(before, active)
        if verb == "fall":
            fate = " no die is enough." if after.phase != "FOUND" and not _settled(
                before, after, active) else " enough."
            return [f"The dice show {listed(rest.split())}:{fate}"]
        if before.attack == "raid":
            fate = (f"{words.space(port)} falls" if port not in after.towns or
                    after.phase == "REVEAL" else "not enough")
            return [f"The die shows {rest}: {fate}."]
        gone = any(before.target in old.settled and before.target not in new.settled
                   for old, new in zip(before.seats, after.seats, strict=True))
        return [f"The die shows {rest}: the settlement in {words.space(before.target)} "
                f"{'is lost' if gone else 'holds'}."]

    # ------------------------------------------------------------------ what follows

    def _changes(self, before: View, after: View, verb: str) -> list[str]:
        """Return what an event changed beyond what it says itself."""
        words, told = self.words, []
        for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
            who = self.name(seat)
            founded = [port for port in new.settled if port not in old.settled]
            for port in founded:
                told.append(f"{who} {form(who, 'have')} a new settlement in {words.space(port)}.")
            for port in old.settled:
                if port not in new.settled:
                    told.append(f"{self._whose(seat, True)} settlement in {words.space(port)} is "
                                "gone.")
            sunk = (new.space == WINTERING != old.space and new.crew == 0 and verb != "winter")
            dead = old.crew - new.crew - len(founded) * (before.card is None)
            lost = [max(a - b, 0) for a, b in zip(old.goods, new.goods, strict=True)]
            if verb in _COSTLY and not sunk and (dead > 0 or any(lost)):
                told.append(f"{who} {form(who, 'lose')} {cargo(max(dead, 0), lost)}.")
            if verb in _EFFECTS:
                told += self._struck(before, after, seat)
            for saga in _new(before, after, seat):
                told.append(f"{who} {form(who, 'complete')} the saga {words.saga(saga)}.")
            if sunk:
                told.append(f"{self._whose(seat, True)} ship has no crew left and goes to "
                            "Wintering, empty.")
        if after.demand != before.demand:
            told.append(f"From now on {GOODS[after.demand]} are demanded.")
        told += [f"The {GOODS[kind]} in {words.space(port)} go back to the bank."
                 for port, kind in before.goods.items() if port not in after.goods]
        if after.era != before.era:
            told.append(f"Era {after.era + 1} begins: every ship holds {after.capacity} tokens.")
        if after.final and not before.final:
            rounds = words.box.figures["final_rounds"]
            told.append(f"That was the last saga of the deck: after this turn come the last "
                        f"{rounds} rounds.")
        if after.phase == "end":
            told.append("The game is over.")
        return told

    def _struck(self, before: View, after: View, seat: int) -> list[str]:
        """Return what a rune did to a ship's place and to a hand."""
        old, new = before.seats[seat], after.seats[seat]
        who, told = self.name(seat), []
        if new.space not in (old.space, WINTERING):
            where = self.words.space(new.space)
            told.append(f"{who} {form(who, 'sail')} to {where}." if seat == before.active else
                        f"{self._whose(seat, True)} ship goes to {where}.")
        if seat != before.active and len(new.hand) < len(old.hand):
            titles = [self.words.rune(title) for title, n in enumerate(after.pile)
                      if n > before.pile[title] and RUNES[title] != "wrath_of_the_gods"]
            told.append(f"{who} {form(who, 'discard')} {listed(titles)}.")
        return told

    def _brought(self, before: View, after: View, rune: str) -> list[str]:
        """Return the card that Answered Prayers took unasked, and the points of Colonisation."""
        if rune == "answered_prayers" and after.phase == "WIND":
            who = self.name(before.active)
            return [f"{who} {form(who, 'take')} {self.words.rune(title)} from the discard pile."
                    for title, n in enumerate(before.pile) if n > after.pile[title]]
        if rune != "colonisation":
            return []
        gains = [(self.name(seat), new.score - old.score) for seat, (old, new) in
                 enumerate(zip(before.seats, after.seats, strict=True)) if new.score > old.score]
        parts = [f"{who} {form(who, 'score')} {points}" for who, points in gains]
        return [f"{listed(parts)}."]

    def _whose(self, seat: int, begins: bool = False) -> str:
        if seat == self.seat:
            return "Your" if begins else "your"
        return f"{self.renderer.name(seat)}'s"


def _new(before: View, after: View, seat: int) -> list[int]:
    """Return the sagas that a seat has completed."""
    return [saga for saga in after.seats[seat].sagas if saga not in before.seats[seat].sagas]


def _port(view: View, seat: int) -> int:
    return min(view.seats[seat].space, PORTS - 1)


def _settled(before: View, after: View, seat: int) -> bool:
    return before.seats[seat].settled != after.seats[seat].settled

"""What happens in Defenders, told in sentences: what was done, then what it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.defenders.components import CITY
from players.base import Seen
from players.console.defenders_words import CAUSE_TEXTS, MANY_OF, ONE, Words, dice_of, troop, troops
from players.console.english import form, listed, plural
from players.console.renderer import Renderer, Story

if TYPE_CHECKING:
    from core.defenders.view import View

# How a hero comes to another place, by the action that takes him there.
_WAYS = {
    "walk": "walk", "horse": "ride", "eagle": "fly on an eagle", "gate": "pass through a gate",
    "portal": "pass from gate to gate", "steed": "ride the noble steed",
    "ride": "ride the unicorn", "fly": "fly", "teleport": "teleport",
}  # fmt: skip
_REROLLS = {"slayer": "Dragon Slayer", "ground": "Ground Attack", "unicorn": "Unicorn Steed",
            "luck": "Battle Luck"}


class DefendersStory(Story):
    """Tells the events of one game to one seat; everyone is called by his hero."""

    def __init__(self, renderer: Renderer, seat: int | None, words: Words) -> None:
        super().__init__(renderer, seat)
        self.words = words
        self._kind = ""  # the action of the Day that is being chosen or carried out
        self._spent: list[str] = []  # cards spent for it

    def tell(self, before: View, seen: Seen, after: View) -> list[str]:
        """Return what is to be said about an event; see `Story.tell`."""
        verb, _, rest = (seen.text or "").partition(" ")
        if seen.who >= 0 and before.phase in ("day_action", "window"):
            self._kind = verb if verb not in ("play", "use") else rest
            self._spent = []
        told = self._said(before, after, seen.who, verb, rest)
        told += self._known(before, after, verb, rest)
        told += self._changes(before, after, seen.who, verb, rest)
        if after.phase == "end":
            how = "won" if after.cause == "won" else "lost"
            told.append(f"The game is {how}: {CAUSE_TEXTS[after.cause or 'won']}.")
        elif after.number != before.number:
            if before.number:
                told += self._healing(before, after)
            told.append(f"Turn {after.number}: {self.words.hero(after, after.active)}, "
                        f"life {after.seats[after.active].life}.")
        return told

    def subject(self, view: View, seat: int) -> str:
        """Return the subject of a sentence about a seat."""
        if seat == self.seat:
            return "You"
        name = self.words.hero(view, seat)
        return name if name.startswith("Player") else f"The {name}"

    def whose(self, view: View, seat: int) -> str:
        """Return whose something is, in a sentence."""
        return "your" if seat == self.seat else f"{self.words.the_hero(view, seat)}'s"

    # ------------------------------------------------------------------ what was done

    def _said(self, before: View, after: View, seat: int, verb: str, rest: str) -> list[str]:
        """Return the sentence of a decision or of chance, without what follows from it."""
        if seat < 0:
            return self._chance(before, after, verb, rest)
        words = self.words
        who = self.subject(before, seat)
        here = words.place(before.seats[seat].place)
        if verb == "take":
            name = words.box.heroes[words.hero_number[rest]].name
            return [f"{words.hero(before, seat) if seat != self.seat else 'You'} "
                    f"{form(who, 'take')} the {name}."]
        if verb == "style":
            where = "from the sky" if rest == "sky" else "on the ground"
            return [f"{who} {form(who, 'fight')} {where} this turn."]
        if verb == "shape":
            return [f"{who} {form(who, 'take')} {'no' if rest == 'none' else rest} shape."]
        if verb == "play":
            title = words.box.cards[words.kinds[rest]].name
            return [f"{who} {form(who, 'play')} {title}."]
        if verb == "use":
            return [f"{who} {form(who, 'use')} {self._quest(rest)}."]
        if verb in ("fight", "fireball"):
            return self._attack(before, who, seat, verb)
        if verb == "challenge":
            foe = self._foe_at(before, before.seats[seat].place)
            return [f"{who} {form(who, 'attack')} {foe} in {here}."]
        if verb == "card":
            return self._card(before, who, rest)
        if verb == "end":
            return [f"{who} {form(who, 'end')} the Day in {here}."]
        return self._answered(before, who, seat, verb, rest)

    def _answered(self, before: View, who: str, seat: int, verb: str, rest: str) -> list[str]:
        """Return the sentence of the answers that say something by themselves."""
        words = self.words
        if verb == "to" and self._kind == "archery":
            place = words.number[rest]
            crowd = troops(before.minions[place])
            return [f"{who} {form(who, 'shoot')} at {crowd} in {words.place(place)}."]
        if verb == "color":
            return [f"{who} {form(who, 'listen')} for {rest} cards."]
        if verb == "reroll":
            return [f"{who} {form(who, 'use')} {_REROLLS[rest]}: dice are rolled again."]
        if verb == "attack" and before.battle is not None:
            dice = before.battle.dice[int(rest)]
            hero = self.subject(before, int(rest))
            return [f"{hero} {form(hero, 'attack')} with {dice_of(dice)}."]
        if verb == "spend":
            what = "Amarak's Blessing" if before.phase == "blessing" else "Find Magic Gate"
            return [f"{who} {form(who, 'use')} {what}."]
        if verb == "replace":
            return [f"{who} {form(who, 'discard')} the darkness card for the next one."]
        if verb == "toss":
            return [f"{who} {form(who, 'discard')} a darkness card: "
                    f"{words.dark(before, words.dark_number[rest])}."]
        if verb == "put":
            return [f"{who} {form(who, 'put')} a darkness card on the deck: "
                    f"{words.dark(before, words.dark_number[rest])}."]
        if verb == "half" and before.card is not None:
            place, faction, count = words.box.dark[before.card].placements[int(rest) - 1]
            return [f"The placement of {troop(faction, count)} in {words.place(place)} is "
                    "cancelled."]
        if verb == "general" and self._kind == "spy_in_the_camp":
            return [f"{words.box.generals[words.general_number[rest]].name} does not heal this "
                    "time."]
        return []

    def _attack(self, before: View, who: str, seat: int, verb: str) -> list[str]:
        place = before.seats[seat].place
        crowd = troops(before.minions[place])
        if verb == "fireball":
            return [f"{who} {form(who, 'throw')} a Fireball at {crowd} in "
                    f"{self.words.place(place)}."]
        return [f"{who} {form(who, 'attack')} {crowd} in {self.words.place(place)}."]

    def _card(self, before: View, who: str, rest: str) -> list[str]:
        """Return what a card is spent for; that of a move is told with the move."""
        name = self.words.short_card(self.words.kinds[rest])
        if before.phase == "commit":
            dice = self.words.box.cards[self.words.kinds[rest]].dice
            return [f"{who} {form(who, 'commit')} {name}: {dice_of(dice)}."]
        if before.phase in ("lose_cards", "hand_limit"):
            return [f"{who} {form(who, 'discard')} {name}."]
        self._spent.append(name)
        return []

    def _chance(self, before: View, after: View, verb: str, rest: str) -> list[str]:
        """Return what chance brought."""
        words = self.words
        seat = before.who
        who = self.subject(before, seat)
        if verb == "deal":
            name = words.box.heroes[words.hero_number[rest]].name
            return [f"{who} {form(who, 'have')} the {name}."]
        if verb == "remove":
            return [f"{words.box.cards[words.kinds[rest]].name} is removed from the game."]
        if verb == "draw":
            card = words.short_card(words.kinds[rest])
            return [f"{who} {form(who, 'draw')} {card}."]
        if verb == "quest":
            return [f"{who} {form(who, 'draw')} the quest {self._quest(rest)}."]
        if verb == "first":
            first = self.subject(after, int(rest))
            return [f"{first} {form(first, 'begin')}."]
        if verb == "dark":
            return self._dark(before, after, words.dark_number[rest])
        if verb == "hits":
            return self._hits(before, rest)
        if verb == "spoiled":
            return ["Corruption: a card gives no dice."] if rest == "yes" else [
                "Corruption spares a card."]
        if verb == "face":
            return [f"The die shows {rest}."]
        if verb == "success":
            return ["The dice succeed." if rest == "yes" else "The dice fail."]
        return []

    def _dark(self, before: View, after: View, card: int) -> list[str]:
        words = self.words
        if before.number == 0:
            return [f"Set-up card: {words.dark(after, card)}."]
        if before.phase == "draw_dark" and before.detail == "dark_visions":
            return [f"Dark Visions shows: {words.dark(after, card)}."]
        # The engine may have carried the card out by now, so it is read as it was revealed.
        alone = "" if before.full else " (the general alone)"
        return [f"Darkness card{alone}: {words.dark(before, card, before.full)}."]

    def _known(self, before: View, after: View, verb: str, rest: str) -> list[str]:
        """Return the darkness cards of known order that came: they are no event of their own."""
        if "dark_visions" in (after.phase, after.detail):
            return []
        known = list(before.known)
        if before.phase == "dark_visions":  # those put back now lie on the deck
            kept = [card for i, card in enumerate(before.revealed) if i not in before.tossed]
            if verb in ("toss", "put"):
                card = self.words.dark_number[rest]
                kept.remove(card)
                known += [card] if verb == "put" else []
            known += kept
        drawn = known[:len(known) - len(after.known)]
        box = self.words.box
        for i, card in enumerate(drawn):
            if box.dark[card].kind == 4:  # the Monarch City card: what lay below was shuffled
                drawn = drawn[:i + 1]
                break
        night = before.card is not None or before.detail in ("W4", "W5") or (
            before.phase == "draw_dark")
        full = before.cards_full if night else box.war[min(before.defeated, 3)][0]
        if verb == "replace":
            full = int(before.full)
        return [f"Darkness card{'' if i < full else ' (the general alone)'}: "
                f"{self.words.dark(before, card, i < full)}." for i, card in enumerate(drawn)]

    def _hits(self, before: View, rest: str) -> list[str]:
        """Return how the dice of one colour have fallen."""
        hits, ones = map(int, rest.split())
        what = f"{'1 die hits' if hits == 1 else f'{hits} dice hit'}" if hits else "No die hits"
        if before.roll is not None and sum(n > 0 for n in before.roll.dice) > 1:
            what += " of one colour"
        shown = f", {'1 one parries' if ones == 1 else f'{ones} ones parry'}" if ones else ""
        return [f"{what}{shown}."]

    def _quest(self, name: str) -> str:
        return self.words.box.quests[self.words.quest_number[name]].name

    def _foe_at(self, view: View, place: int) -> str:
        return next((self.words.box.generals[i].name for i, one in enumerate(view.generals)
                     if one.place == place), "the general")

    # ------------------------------------------------------------------ what it changed

    def _changes(self, before: View, after: View, seat: int, verb: str, rest: str) -> list[str]:
        """Return what an event changed on the table."""
        told = self._battles(before, after)
        told += self._seats(before, after, verb)
        told += self._generals(before, after)
        told += self._minions(before, after)
        told += self._crystals(before, after)
        for place in after.gates:
            if place not in before.gates:
                told.append(f"A magic gate opens in {self.words.place(place)}.")
        if after.quiet and not before.quiet:
            told.append("No more darkness cards this Night.")
        if "general" in after.cancelled and "general" not in before.cancelled:
            told.append("The general of the darkness card stays where he is.")
        return told

    def _battles(self, before: View, after: View) -> list[str]:
        """Return the end of a battle."""
        if before.battle is None or after.battle is not None:
            return []
        foe = self.words.box.generals[before.battle.general].name
        return [] if after.generals[before.battle.general].life == 0 else [
            f"The battle against {foe} is over."]

    def _seats(self, before: View, after: View, verb: str) -> list[str]:
        """Return what befell the heroes."""
        words, told = self.words, []
        for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
            who = self.subject(before if old.hero is not None else after, seat)
            if old.hero is not None and new.hero != old.hero:
                told.append(f"{who} {'die' if who == 'You' else 'dies'}.")
                if new.hero is not None and verb != "take":
                    told.append(f"The {words.hero(after, seat)} comes instead.")
                continue
            if old.hero is None:
                continue
            if new.hand != old.hand and verb not in ("card", "play", "draw", "reroll"):
                committed = verb == "challenge" or before.phase in ("blessing", "commit")
                told += self._cards(who, list(old.hand), list(new.hand), committed)
            if new.place != old.place:
                told.append(self._move(before, who, seat, new.place))
            if new.life < old.life:
                told.append(f"{who} {form(who, 'take')} {plural(old.life - new.life, 'wound')}: "
                            f"life {new.life}.")
            elif new.life > old.life:
                told.append(f"{who} {form(who, 'heal')} {new.life - old.life}: life {new.life}.")
            told += self._quests(before, after, seat, who)
            if len(new.slays) > len(old.slays):
                foe = next(i for i in new.slays if i not in old.slays)
                told.append(f"{who} {form(who, 'take')} the card of "
                            f"{words.box.generals[foe].name}: slayer of {MANY_OF[foe]}.")
        return told

    def _cards(self, who: str, old: list[int], new: list[int], committed: bool) -> list[str]:
        """Return cards that came or went by something else than a choice of cards."""
        for kind in list(new):
            if kind in old:
                old.remove(kind)
                new.remove(kind)
        told = []
        if new:
            names = listed([self.words.short_card(kind) for kind in new])
            told.append(f"{who} {form(who, 'take')} {names}.")
        if old and not self._spent:
            if self._kind in ("horse", "eagle", "gate", "build", "heal_land", "fireball"):
                self._spent = [self.words.short_card(kind) for kind in old]
            else:
                names = listed([self.words.short_card(kind) for kind in old])
                told.append(f"{who} {form(who, 'commit' if committed else 'lose')} {names}.")
        return told

    def _move(self, before: View, who: str, seat: int, new: int) -> str:
        goal = self.words.place(new)
        if before.battle is not None and new == CITY:
            return f"{who} {'go' if who == 'You' else 'goes'} back to Monarch City."
        if self._kind in _WAYS and seat == before.active:
            verb, _, more = _WAYS[self._kind].partition(" ")
            spelt = "flies" if verb == "fly" and who != "You" else form(who, verb)
            card = f" with {self._spent[-1]}" if self._spent else ""
            return f"{who} {spelt}{f' {more}' if more else ''} to {goal}{card}."
        return f"{who} {'are' if who == 'You' else 'is'} carried to {goal}."

    def _quests(self, before: View, after: View, seat: int, who: str) -> list[str]:
        old, new = before.seats[seat], after.seats[seat]
        words, told = self.words, []
        for quest in new.solved:
            if quest not in old.solved:
                one = words.box.quests[quest]
                told.append(f"{who} {form(who, 'complete')} the quest {one.name}. Reward: "
                            f"{words.quest_reward(one)}")
        if old.quest is not None and new.quest != old.quest and old.quest not in new.solved:
            name = words.box.quests[old.quest].name
            how = "has failed" if old.quest in after.quest_discard else "is impossible now"
            told.append(f"The quest {name} {how}.")
        if old.quest == new.quest and len(new.done) > len(old.done):
            told.append(f"{who} {form(who, 'come')} on in the quest "
                        f"{words.box.quests[new.quest or 0].name}.")
        return told

    def _generals(self, before: View, after: View) -> list[str]:
        words, told = self.words, []
        for i, (old, new) in enumerate(zip(before.generals, after.generals, strict=True)):
            name = words.box.generals[i].name
            if old.place is not None and new.place is None:
                told.append(f"{name} is defeated!")
                continue
            if new.step > old.step and new.place is not None:
                left = words.steps_left(after, i)
                far = f", {plural(left, 'step')} from the city" if left else ""
                told.append(f"{name} advances to {words.place(new.place)}{far}.")
            elif new.step < old.step and new.place is not None:
                told.append(f"{name} is put back to {words.place(new.place)}.")
            if new.life != old.life and after.number == before.number:
                told.append(f"{name} has {new.life} life.")
        return told

    def _healing(self, before: View, after: View) -> list[str]:
        """Return generals that healed at the end of a turn."""
        return [f"{self.words.box.generals[i].name} heals: {new.life} life."
                for i, (old, new) in enumerate(zip(before.generals, after.generals, strict=True))
                if new.life > old.life and new.place is not None]

    def _minions(self, before: View, after: View) -> list[str]:
        """Return minions that came, and those that fell or were moved."""
        if before.minions == after.minions:
            return []
        come, gone = [], []
        for place, (old, new) in enumerate(zip(before.minions, after.minions, strict=True)):
            more = [max(b - a, 0) for a, b in zip(old, new, strict=True)]
            less = [max(a - b, 0) for a, b in zip(old, new, strict=True)]
            if any(more):
                come.append(f"{troops(more)} in {self.words.place(place)}")
            if any(less):
                gone.append(f"{troops(less)} in {self.words.place(place)}")
        told = []
        if come and gone and before.phase == "turn_undead":
            return [f"An {ONE[3]} goes from {gone[0].split(' in ')[1]} to "
                    f"{come[0].split(' in ')[1]}."]
        if gone:
            told.append(f"Gone: {listed(gone)}.")
        if come:
            told.append(f"New: {listed(come)}.")
        return told

    def _crystals(self, before: View, after: View) -> list[str]:
        told = []
        for place, (old, new) in enumerate(zip(before.crystals, after.crystals, strict=True)):
            name = self.words.place(place)
            if new > old:
                what = "a crystal" if new - old == 1 else f"{new - old} crystals"
                told.append(f"Taint: {what} in {name}.")
            elif new < old:
                what = "A crystal is" if old - new == 1 else f"{old - new} crystals are"
                told.append(f"{what} removed from {name}.")
        return told


"""The questions of Defenders, as they are put to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.defenders.components import COLOURS, FACTIONS, GENERALS, LOCATIONS, MOVES
from players.console.defenders_rules import topics
from players.console.defenders_words import MANY_OF, ONE, Words, dice_of, troop, troops
from players.console.english import listed, plural
from players.console.renderer import Choice, Question

if TYPE_CHECKING:
    from core.defenders.state import Defenders
    from core.defenders.view import View

_Said = tuple[str, tuple[str, ...]]  # a label, and words that mean the same
# Kinds of action in the order in which one looks for them: battles, land, moves, the rest.
_ORDER = ("challenge", "fight", "slay", "fireball", "archery", "quest_step", "heal_land",
          "sanctify", "walk", "steed", "ride", "fly", "teleport", "portal", "horse", "eagle",
          "gate", "build", "rumors", "heal", "end", "use", "play")
_KINDS = {
    "walk": ("walk", ("go", "move")),
    "horse": ("horse (card)", ("ride a horse",)),
    "eagle": ("eagle (card)", ("ride an eagle",)),
    "gate": ("magic gate (card)", ("magic gate",)),
    "portal": ("from gate to gate", ("gate to gate",)),
    "build": ("build a gate (card)", ("build a gate",)),
    "rumors": ("rumors", ("rumours", "listen")),
    "heal_land": ("heal the land (card)", ("heal land", "heal the land", "land")),
    "heal": ("heal wounds", ("rest",)),
    "slay": ("slay", ()),
    "sanctify": ("sanctify the land", ("sanctify land",)),
    "steed": ("noble steed", ("noble",)),
    "ride": ("unicorn steed", ("unicorn",)),
    "fly": ("eagle flight", ("flight",)),
    "teleport": ("teleport", ()),
    "fireball": ("fireball (card)", ()),
    "archery": ("archery", ("shoot",)),
    "end": ("end the Day", ("done", "end day")),
}  # fmt: skip
_RULES = {
    "walk": "move", "horse": "move", "eagle": "move", "gate": "move", "portal": "move",
    "steed": "move", "ride": "move", "fly": "move", "teleport": "move", "build": "gate",
    "heal_land": "land", "fireball": "fight", "archery": "fight", "slay": "slay",
    "rumors": "rumors",
}  # fmt: skip
_PHASE_RULES = {
    "day_action": "turn", "rumors_color": "rumors", "extra_faction": "fight", "reroll": "fight",
    "blessing": "general", "commit": "general", "next_attacker": "general",
    "lose_cards": "general", "hand_limit": "turn", "wisdom": "night", "window": "cards",
    "dark_visions": "cards", "hero_choice": "win", "style": "turn", "shape": "turn",
    "turn_undead": "wounds", "envoy": "quests", "extra_dice": "fight",
}  # fmt: skip
_SOURCES = {"slayer": "Dragon Slayer: failed blue dice", "ground": "Ground Attack: all dice",
            "unicorn": "Unicorn Steed: failed dice", "luck": "Battle Luck (card): failed dice"}
WINDOWS = {
    "W1": "before {whose} next action",
    "W2": "at the end of {whose} Day",
    "W3": "after the cards of the Evening",
    "W4": "before the Night",
    "W5": "before the darkness card is carried out",
    "W6": "before wounded generals heal",
}
ORDER = "In the order listed,"  # what comes before a pick cannot follow it (D98)
MANY = 24  # more choices are listed on request only
MANY_PLACES = 12  # the same for places of the map
WIDE = 5  # from this many choices on they stand side by side


class Questions:
    """Puts the decisions of one game into words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.rules = topics(words.box)

    def ask(self, view: View, state: Defenders) -> Question:
        """Return the decision at hand; see `Renderer.ask`."""
        choices = []
        for action in state.legal_actions():
            text = state.text(action)
            verb, _, rest = text.partition(" ")
            label, entries = self._choice(view, verb, rest)
            if verb == "end" and state.wounds(view.seat):
                label = f"{label} ({plural(state.wounds(view.seat), 'wound')})"
            choices.append(Choice(action, text, label, entries))
        if view.phase == "day_action":
            choices.sort(key=lambda choice: _ORDER.index(choice.text.split()[0]))
        elif view.phase == "window":  # what is asked most often is answered most often with pass
            choices.sort(key=lambda choice: choice.text != "pass")
        elif view.phase == "dark_visions":  # as they lie on the table
            order = {self.words.box.dark[card].id: i for i, card in enumerate(view.revealed)}
            choices.sort(key=lambda choice: order.get(choice.text.partition(" ")[2], len(order)))
        places = sum(choice.text.startswith(("to ", "minion ")) for choice in choices)
        listed_now = len(choices) <= MANY and places <= MANY_PLACES
        text = self._text(view)
        if not listed_now:
            text = f"{text} Type a name; ? lists all {len(choices)}."
        return Question(text, tuple(choices), listed_now, self.rule(view), WIDE)

    def rule(self, view: View) -> str:
        """Return the rule about the decision of a view."""
        detail = view.detail or ""
        if view.phase in ("card", "target"):
            return self.rules[_RULES.get(detail, "turn")]
        if view.phase in ("window_target", "dark_visions") or (
                view.phase == "rumors_color" and detail in self.words.kinds):
            return self._play_text(detail)
        return self.rules[_PHASE_RULES[view.phase]]

    def _play_text(self, name: str) -> str:
        """Return what a card or reward does that is being played."""
        if name in self.words.quest_number:
            quest = self.words.box.quests[self.words.quest_number[name]]
            return f"{quest.name}: {self.words.quest_reward(quest)}"
        return self.words.card_text(self.words.kinds[name])

    def _title(self, name: str) -> str:
        if name in self.words.quest_number:
            return self.words.box.quests[self.words.quest_number[name]].name
        return self.words.box.cards[self.words.kinds[name]].name

    # ------------------------------------------------------------------ the question

    def _text(self, view: View) -> str:
        words, phase = self.words, view.phase
        me = view.seats[view.seat]
        who = words.hero(view, view.seat)
        if phase == "day_action":
            where = words.place(me.place)
            left = plural(view.actions, "action") if view.actions else "no action"
            return f"{who} in {where}, {left} left. What do you do?"
        if phase == "hero_choice":
            return f"{who}: which hero do you take?"
        if phase == "style":
            return f"{who}: do you fight from the sky or on the ground until your next turn?"
        if phase == "shape":
            return f"{who}: which shape do you take until your next turn?"
        if phase in ("card", "target", "rumors_color"):
            return f"{who}: {self._part(view)}"
        if phase == "window":
            return self._window(view)
        if phase == "window_target":
            return f"{self._title(view.detail or '')}: {self._play_part(view)}"
        if phase == "dark_visions":
            if view.chosen and view.chosen[-1] == 1:
                return f"Dark Visions: {ORDER.lower()} which darkness card is discarded?"
            return "Dark Visions: which card will come first?"
        if phase == "envoy":
            quest = me.quest if me.quest is not None else 0
            left = plural(view.chosen[2], "minion")
            return f"{words.quest_name(quest)}: up to {left} may go. {ORDER} which one does?"
        if phase == "turn_undead":
            return (f"{who}: {troop(3, view.minions[me.place][3])} in {words.place(me.place)}. "
                    "Where does the next one go?")
        if phase == "wisdom":
            full = "" if view.full else " (the general alone)"
            card = words.dark(view, view.card or 0, view.full)
            return f"Wisdom. Darkness card{full}: {card}. Does it stand?"
        if phase == "hand_limit":
            return (f"{who}: {len(me.hand)} cards, {words.figures['hand_limit']} may stay. "
                    f"{ORDER} which one goes?")
        return f"{who}: {self._battle(view)}"

    def _part(self, view: View) -> str:
        """Return the question for a card or target of an action."""
        detail = view.detail or ""
        if view.phase == "rumors_color":
            return "which colour do you ask for?"
        if view.phase == "card":
            return {
                "horse": "which horse card do you spend?",
                "eagle": "which eagle card do you spend?",
                "gate": "which gate card do you spend?",
                "heal_land": "which card do you spend to heal the land?",
                "fireball": "which card do you spend for the Fireball?",
            }.get(detail, "which card do you spend?")
        return {"slay": "which faction do you slay?",
                "archery": "at which place do you shoot?"}.get(detail, "where do you go?")

    def _battle(self, view: View) -> str:
        """Return the question of a combat or a battle."""
        phase = view.phase
        battle = view.battle
        foe = self.words.box.generals[battle.general].name if battle else "the minions"
        if phase == "extra_dice":
            return "do you use Find Magic Gate for more dice in this roll?"
        if phase == "extra_faction":
            return "against which faction is the next extra die?"
        if phase == "reroll":
            return f"{self.dice(view)} Roll again?"
        if phase == "blessing":
            return f"use Amarak's Blessing, so that {foe} has no skill in this battle?"
        if phase == "lose_cards":
            left = plural(view.chosen[2], "card")
            return f"{left} to be lost. {ORDER} which one goes?"
        assert battle is not None
        life = view.generals[battle.general].life
        if phase == "commit":
            have = listed([f"{self.words.hero(view, seat)} {battle.dice[seat]}"
                           for seat in battle.party if battle.dice[seat]])
            sofar = f" Dice so far: {have}." if have else ""
            return f"{foe} has {life} life.{sofar} {ORDER} which card do you commit?"
        return f"{foe} has {life} life left. Who attacks next?"

    def dice(self, view: View) -> str:
        """Return how the dice on the table lie."""
        roll = view.roll
        assert roll is not None
        parts = [f"{roll.hits[i]} of {n} {COLOURS[i]} {'die' if n == 1 else 'dice'} hit"
                 for i, n in enumerate(roll.dice) if n]
        ones = f", {roll.ones} show a 1" if roll.ones else ""
        return f"{listed(parts)}{ones}."

    def _window(self, view: View) -> str:
        window = view.detail or "W1"
        whose = "your" if view.active == view.seat else (
            f"{self.words.the_hero(view, view.active)}'s")
        when = WINDOWS[window].format(whose=whose)
        who = self.words.hero(view, view.seat)
        card = ""
        if window == "W5" and view.card is not None:
            alone = "" if view.full else " (the general alone)"
            card = f"Darkness card{alone}: {self.words.dark(view, view.card, view.full)}. "
        return f"{card}{who}, {when}: do you play something?"

    def _play_part(self, view: View) -> str:
        """Return the question for the next part of a play (D99)."""
        name = view.detail or ""
        step = view.chosen[-1] if view.chosen else 0
        if name == "battle_strategy":
            return ("which general goes a step back?" if step else
                    f"{ORDER.lower()} in which place are all minions removed?")
        if name == "elven_archers":
            return f"{ORDER.lower()} in which place are all minions removed?"
        if name == "kings_guard_attack":
            return f"{ORDER.lower()} which minion is removed?"
        if name == "cavalry_sweep":
            left = plural(view.chosen[2], "point")
            part = ("Where does the ride begin?", "Which minion is removed?",
                    "Which second minion is removed?", "Where does the ride go on?")[min(step, 3)]
            return f"{left} left. {part}"
        if name in ("hammer_of_valor", "king_of_the_gryphons"):
            return "where does the hero go?" if step % 2 else "which hero is carried?"
        return {
            "magic_gate": "where does the gate appear?",
            "spell_of_purity": "from which place do all crystals go?",
            "ancient_tree_of_magic": "from which place does a crystal go?",
            "spy_in_the_camp": "which general does not heal?",
        }.get(name, "which placement is cancelled?")

    # ------------------------------------------------------------------ the answers

    def _choice(self, view: View, verb: str, rest: str) -> _Said:
        """Return the label and the words of an answer."""
        words = self.words
        if verb in _KINDS:
            return self._kind(view, verb)
        if verb == "fight":
            crowd = troops(view.minions[view.seats[view.seat].place])
            return f"attack {crowd}", ("attack minions", "attack", "fight minions")
        if verb == "challenge":
            here = view.seats[view.seat].place
            foe = next(words.box.generals[i].name for i, one in enumerate(view.generals)
                       if one.place == here)
            return f"attack {foe}", ("attack", f"attack {foe.lower()}", foe.lower())
        if verb == "quest_step":
            return self._quest(view)
        if verb in ("play", "use"):
            title = self._title(rest)
            return f"{verb} {title}", (f"{verb} {title.lower()}", title.lower())
        if verb == "card":
            return self._card(view, words.kinds[rest])
        if verb == "to":
            return self._to(view, words.number[rest])
        if verb == "minion":
            place, faction = rest.split()
            name = words.place(words.number[place])
            one = FACTIONS.index(faction)
            left = view.minions[words.number[place]][one]
            return (f"{ONE[one]} in {name} (of {left})",
                    (f"{name.lower()} {faction}", f"{faction} {name.lower()}", f"{faction} in "
                     f"{name.lower()}"))
        if verb == "faction":
            number = FACTIONS.index(rest)
            label = troop(number, 1) if view.detail == "cavalry_sweep" else MANY_OF[number]
            return label, (rest, MANY_OF[number])
        if verb == "color":
            return self._colour(view, COLOURS.index(rest))
        if verb == "general":
            name = words.box.generals[GENERALS.index(rest)].name
            return self._general(view, GENERALS.index(rest)), (rest, name.lower())
        if verb in ("hero", "attack"):
            return self._seat(view, verb, int(rest))
        if verb == "take":
            number = words.hero_number[rest]
            return self._hero(number), (words.box.heroes[number].name.lower(), rest)
        return self._plain(view, verb, rest)

    def _plain(self, view: View, verb: str, rest: str) -> _Said:
        """Return the label and the words of the shorter answers."""
        words = self.words
        if verb in ("toss", "put"):
            label = words.dark(view, words.dark_number[rest])
            return label, (rest,)
        if verb == "half":
            card = words.box.dark[view.card or 0]
            place, faction, count = card.placements[int(rest) - 1]
            return f"{troop(faction, count)} in {words.place(place)}", (
                words.place(place).lower(),)
        if verb == "style":
            return {"sky": ("sky: no wounds and penalties", ("sky",)),
                    "ground": ("ground: one re-roll of all dice", ("ground",))}[rest]
        if verb == "shape":
            if rest == "none":
                return "none: may enter Monarch City and inns", ("none", "no")
            return f"{rest} shape", (rest,)
        if verb == "reroll":
            return _SOURCES[rest], (_SOURCES[rest].split(":")[0].lower(), rest)
        if verb in ("spend", "keep", "replace") and view.phase == "wisdom":
            return {"keep": ("it stands", ("yes", "stand")),
                    "replace": ("draw another one instead", ("no", "draw"))}[verb]
        if verb == "spend":
            return "use it now", ("yes", "use")
        if verb == "keep":
            return "keep it", ("no",)
        if verb == "pass":
            return "pass (pass day, pass turn: for longer)", ("pass", "no", "nothing")
        if verb == "on":
            return "no second one: ride on", ("ride on", "no")
        stop = {"commit": "no more cards", "reroll": "the roll stands", "turn_undead": "no more",
                "dark_visions": "no more to discard", "window_target": "no more",
                "envoy": "no more"}
        return stop.get(view.phase, "no more"), ("done", "no")

    def _kind(self, view: View, verb: str) -> _Said:
        """Return a kind of action."""
        label, entries = _KINDS[verb]
        me = view.seats[view.seat]
        if verb == "slay":
            fall = troops([n if i in me.slays else 0 for i, n in
                           enumerate(view.minions[me.place])])
            return f"slay {fall}", ()
        if verb == "rumors":
            left = self.words.figures["rumors_per_turn"] - view.rumors
            return f"rumors ({left} left)", entries
        return label, entries

    def _quest(self, view: View) -> _Said:
        number = view.seats[view.seat].quest
        assert number is not None
        name = self.words.quest_name(number)
        return f"quest: {name}", ("quest", f"quest {name.lower()}", name.lower())

    def _card(self, view: View, kind: int) -> _Said:
        """Return a card; where it is spent for its dice these count, elsewhere all it can do."""
        card = self.words.box.cards[kind]
        count = view.seats[view.seat].hand.count(kind)
        more = f" x{count}" if count > 1 else ""
        bare = card.name.lower()
        entries = [bare, f"card {bare}"]
        if card.location >= 0:
            move = MOVES[card.move]
            entries += [f"{bare} {move}", f"card {bare} {move}"]
        return f"{self.words.card(kind)}{more}", tuple(entries)

    def _to(self, view: View, place: int) -> _Said:
        entries = self.words.entries(place)
        label = self.words.place(place)
        what = [self.words.contents(view, place, heroes=False)]
        what += [self.words.box.generals[i].name.upper() for i, one in enumerate(view.generals)
                 if one.place == place]
        if any(what):
            label = f"{label}: {' '.join(what).strip()}"
        return label, (*entries, *(f"to {name}" for name in entries))

    def _colour(self, view: View, colour: int) -> _Said:
        """Return a colour, and how many of its cards are in the deck."""
        cards = self.words.box.cards
        left = sum(cards[kind].colour == colour for kind in view.deck)
        name = COLOURS[colour]
        foe = self.words.box.generals[colour].name
        return f"{name}, {foe}: {left} of {len(view.deck)} cards in the deck", (name, foe.lower())

    def _general(self, view: View, general: int) -> str:
        one = view.generals[general]
        where = self.words.place(one.place) if one.place is not None else "defeated"
        return (f"{self.words.box.generals[general].name} in {where}, life "
                f"{one.life}/{one.greatest_life}")

    def _seat(self, view: View, verb: str, seat: int) -> _Said:
        name = self.words.hero(view, seat)
        entries = (name.lower(), f"player {seat + 1}", f"{verb} {name.lower()}")
        if verb == "attack" and view.battle is not None:
            dice = view.battle.dice[seat]
            return f"{name}, {dice_of(dice)}", entries
        return f"{name} in {self.words.place(view.seats[seat].place)}", entries

    def _hero(self, hero: int) -> str:
        one = self.words.box.heroes[hero]
        names = [line.split(":")[0] for line in self.words.hero_text(hero)[1:]]
        more = ", ..." if len(names) > 3 else ""
        return f"{one.name} ({one.life} life): {', '.join(names[:3])}{more}"

    # ------------------------------------------------------------------ wrong entries

    def explain(self, view: View, entry: str) -> str | None:
        """Return why something that was named cannot be done."""
        if entry.strip().lower() in ("back", "cancel", "undo"):
            return "What is begun is carried out; nothing is taken back (D98)."
        if view.phase != "day_action":
            return None
        words, me = self.words, view.seats[view.seat]
        verb = entry.lower().split()[0] if entry.split() else ""
        here = words.place(me.place)
        one = words.box.locations[me.place]
        held = [words.box.cards[kind] for kind in me.hand]
        if verb in ("horse", "eagle", "gate"):
            return f"You hold no {verb} card that serves."
        if verb == "portal":
            return "There must be a gate here and another one elsewhere (D28)."
        if verb == "build":
            if me.place in view.gates:
                return f"There is a gate in {here} already."
            return (f"You hold no card of {here} (D30)." if view.gates_left else
                    "All gates are on the map.")
        if verb == "rumors":
            return ("Rumors are heard in inns only (D31)." if one.kind != "inn" else
                    "You have listened twice this turn (D31).")
        if verb in ("heal_land", "land", "sanctify"):
            if not view.crystals[me.place]:
                return f"{here} is not tainted."
            if not any(card.colour == one.colour for card in held):
                return f"You hold no {COLOURS[one.colour]} card (D32)."
        if verb == "heal":
            if me.life == me.greatest_life:
                return "You are not wounded."
            return f"Not in a place with minions or a general (D33): {here}."
        if verb in ("fight", "attack", "challenge"):
            general = [i for i, foe in enumerate(view.generals) if foe.place == me.place]
            if not general:
                return f"There is nobody to attack in {here}."
            if any(view.minions[me.place]):
                return "The minions in his place come first (D48)."
            return (f"No hero here holds a card for {words.box.generals[general[0]].name} "
                    "(D48).")
        if verb in ("play", "use"):
            return self._unplayable(view, " ".join(entry.lower().split()[1:]))
        if verb in ("quest", "quest_step") and me.quest is not None:
            return words.quest_text(me.quest)
        places = [name for name in LOCATIONS if name.replace("_", " ").startswith(
            " ".join(entry.lower().split()).removeprefix("to "))]
        if entry.strip() and len(places) == 1:
            name = words.place(words.number[places[0]]).lower()
            return f"How do you go there? For example: walk {name}."
        return None

    def _unplayable(self, view: View, name: str) -> str | None:
        """Return why a special card or reward cannot be played."""
        words, me = self.words, view.seats[view.seat]
        wanted = name.replace(" ", "_").replace("'", "")
        if wanted in words.quest_number:
            quest = words.quest_number[wanted]
            title = words.box.quests[quest].name
            return (f"{title} cannot be used now: {words.quest_reward(words.box.quests[quest])}"
                    if quest in me.rewards else f"You do not have {title} to use.")
        if wanted not in words.kinds:
            return None
        kind = words.kinds[wanted]
        title = words.box.cards[kind].name
        if kind not in me.hand:
            return f"You do not hold {title}."
        if words.box.cards[kind].location >= 0:
            return f"{title} is no special card: it moves, heals, builds or fights."
        return f"{title} cannot be played now: {words.special_text(wanted)}"

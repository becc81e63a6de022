"""The questions of Vikings, as they are put to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.vikings.components import GOODS, PORTS, RUNES, WINTERING
from core.vikings.voyage import hardship
from players.console.english import listed, plural
from players.console.renderer import Choice, Question
from players.console.vikings_words import ZONE_NAMES, Words, player

if TYPE_CHECKING:
    from core.vikings.state import Vikings
    from core.vikings.view import View

_Said = tuple[str, tuple[str, ...]]  # a label, and words that mean the same
# What one looks for first comes first.
_ORDER = ("raid", "settle", "trade", "load", "launch", "draw", "sail", "play", "discard", "winter",
          "end")
ORDER = ", ".join(("crew", *GOODS))  # of loading (section 12); it starts anew after a rune
MANY = 24  # more choices are listed on request only
WIDE = 5  # from this many choices on they stand side by side


class Questions:
    """Puts the decisions of one game into words."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def ask(self, view: View, state: Vikings) -> Question:
        """Return the decision at hand; see `Renderer.ask`."""
        choices = []
        for action in state.legal_actions():
            text = state.text(action)
            verb, _, rest = text.partition(" ")
            label, entries = self._choice(view, state, action, verb, rest)
            choices.append(Choice(action, text, label, entries))
        if view.phase == "MAIN":
            choices.sort(key=lambda choice: _ORDER.index(choice.text.split()[0]))
        text = self._text(view)
        if choices and choices[0].text.startswith("load"):
            text = text.replace("What do you do?", f"Load {ORDER} in this order.")
        return Question(text, tuple(choices), len(choices) <= MANY,
                        self.words.rule(view), WIDE)

    # ------------------------------------------------------------------ the question

    def _text(self, view: View) -> str:
        words, me = self.words, view.seats[view.seat]
        port = words.space(me.space)
        phase = view.phase
        if phase == "MAIN":
            days = view.sailing_days
            left = "no day left" if days < 1 else f"{plural(days, 'day')} left"
            if view.prep_days < 1 <= days:
                left += " (at sea only)"  # by Following Wind
            return f"You are {words.inside(me.space)}, {left}. What do you do?"
        if phase == "LOSS":
            cause = "Hardship at sea" if view.card is None else words.rune(view.card)
            return (f"{cause}: your ship loses {plural(view.losses, 'token')}. "
                    f"Which goes{' first' if view.losses > 1 else ''}?")
        if phase == "ATTACK_RUNES":
            return (f"You {_attack(view)} {port}; a die needs {words.needs(view, me.space)}. Play "
                    "a rune for it, or roll?")
        if phase == "RAID_ON":
            fell = f"The die shows {view.fallen[0]}: not enough. " if view.fallen else ""
            dice = "One die is" if view.dice == 1 else f"{view.dice} dice are"
            return (f"{fell}{dice} left against {port}, which needs "
                    f"{words.needs(view, me.space)}. Go on?")
        if phase == "RETRIBUTION":
            return (f"The treasure of {port} is worth {plural(view.prize, 'point')}. Play "
                    "Retribution, so that it scores double?")
        if phase == "DICE":
            return (f"How many dice do you roll to settle {port}? A die needs "
                    f"{words.needs(view, me.space)}; each failure costs a crew.")
        if phase == "FOUND":
            return (f"The attempt on {port} succeeds, but only one crew is left. Does it settle "
                    "there (the ship goes to Wintering empty), or stay aboard?")
        if phase == "WIND":
            return f"Your rune lets you turn the wind ({words.wind(view.wind)}). Do you?"
        if phase == "GIVE":
            return f"{words.rune(view.card or 0)}: which of your settlements do you give up?"
        return self._target(view)

    def _target(self, view: View) -> str:
        rune = RUNES[view.card or 0]
        title = self.words.rune(view.card or 0)
        second = {
            "lokis_mark": "which of its goods goes back to the bank?",
            "intimidation": "where does the other ship go?",
            "fame_precedes_you": "which good comes aboard?",
            "navigation_error": "where does the ship go?",
            "new_trade_opportunities": "the second port whose good goes?",
            "back_to_the_longships": "what goes, the good or the settlement?",
        }
        first = {
            "lokis_mark": "which ship loses a good?",
            "wrath_of_the_gods": "which jarl discards his runes?",
            "debts_of_honour": "which jarl gives up a settlement?",
            "intimidation": "which port do you take by driving a ship out?",
            "answered_prayers": "which rune of the discard pile do you take?",
            "fame_precedes_you": "do you take crew or goods aboard?",
            "not_welcome": "which ship is not welcome?",
            "sea_monster": "which ship does it attack?",
            "navigation_error": "which ship goes astray?",
            "new_trade_opportunities": "from which port does the good go?",
            "rebellion": "which settlement rebels?",
            "revolt": "which settlement revolts?",
            "storm": "which ship does it strike?",
            "change_in_demand": "which kind of goods is demanded from now on?",
            "back_to_the_longships": "from which independent port is something removed?",
        }
        return f"{title}: {(second if view.step else first)[rune]}"

    # ------------------------------------------------------------------ the answers

    def _choice(self, view: View, state: Vikings, action: int, verb: str, rest: str) -> _Said:
        """Return the label and the words of an answer."""
        words, me = self.words, view.seats[view.seat]
        if verb == "sail":
            return self._sail(view, state, action, rest)
        if verb == "at":
            return self._at(view, words.number[rest])
        if verb == "jarl":
            return self._jarl(view, int(rest))
        if verb in ("play", "discard"):
            title = words.runes[rest]
            return f"{verb} {title}", (f"{verb} {title.lower()}", title.lower())[:1 + (
                verb == "play")]
        if verb == "take" and rest in words.runes:
            return words.runes[rest], (words.runes[rest].lower(),)
        if verb == "launch":
            return f"launch to {words.named(rest)}", (words.named(rest).lower(),
                                                      f"launch to {rest}")
        if verb == "trade":
            bonus = words.box.figures["demand_bonus"] * (GOODS.index(rest) == view.demand)
            points = words.spaces[me.space].value + bonus
            return f"trade {rest} for {plural(points, 'point')}", (rest,)
        if verb in ("load", "lose", "take"):
            return self._token(view, verb, rest)
        if verb in ("keep", "cw", "ccw"):
            after = state.clone()
            after.play(action)
            turned = after.observation(view.seat)
            what = {"keep": "leave it", "cw": "clockwise", "ccw": "anticlockwise"}[verb]
            return (f"{what}: {words.wind(turned.wind)}",
                    {"keep": ("leave it", "no"), "cw": ("clockwise",),
                     "ccw": ("anticlockwise",)}[verb]
                    + ((ZONE_NAMES[turned.wind].lower(),)))
        if verb == "dice":
            count = int(rest)
            return "1 die" if count == 1 else f"{count} dice", (f"{count} dice",)
        return {
            "raid": (f"raid {words.space(me.space)}", ("attack",)),
            "settle": (f"settle {words.space(me.space)}", ()),
            "draw": ("draw a rune", ("rune",)),
            "winter": ("return to Wintering", ("wintering", "home")),
            "end": ("end the turn", ("pass",)),
            "go": ("roll the dice", ("roll", "dice")),
            "roll": ("roll the next die", ("yes",)),
            "stop": ("stop the raid", ("no",)),
            "skip": ("keep it for later", ("no", "keep")),
            "place": ("the last crew settles", ("yes", "settle")),
            "decline": ("it stays aboard", ("no", "stay")),
        }[verb]

    def _sail(self, view: View, state: Vikings, action: int, name: str) -> _Said:
        """Return a step: the port with what is there, and what hardship takes."""
        space = self.words.number[name]
        what = self.words.port(view, space) if space < PORTS else self.words.space(space)
        lost = hardship(state, action)
        price = f" (lose {lost})" if lost else ""
        bare = self.words.space(space).lower()
        return f"sail to {what}{price}", (bare, f"sail {bare}", f"sail to {bare}",
                                          name, f"sail to {name}")

    def _at(self, view: View, space: int) -> _Said:
        bare = self.words.space(space)
        what = self.words.port(view, space) if space < PORTS else bare
        return what, (bare.lower(), self.words.spaces[space].id)

    def _jarl(self, view: View, seat: int) -> _Said:
        one = view.seats[seat]
        who = "you" if seat == view.seat else f"Player {seat + 1}"
        where = self.words.space(one.space)
        entries = (f"player {seat + 1}", player(seat).lower()) + ("you",) * (seat == view.seat)
        rune = RUNES[view.card or 0]
        if rune == "wrath_of_the_gods":
            return f"{who}, {plural(len(one.hand), 'rune')}", entries
        if rune == "debts_of_honour":
            return f"{who}, {plural(len(one.settled), 'settlement')}", entries
        goods = plural(sum(one.goods), "good")
        return f"{who}: {where}, {one.crew} crew, {goods}", entries

    def _token(self, view: View, verb: str, name: str) -> _Said:
        if name == "goods":
            return "goods" if view.step == 0 else "the good", ("good",)
        if name == "settlement":
            return "the settlement", ()
        if verb == "load":
            if name == "crew":
                reserve = view.seats[view.seat].reserve
                return f"load a crew ({reserve} in reserve)", ("crew",)
            more = ", demanded" if GOODS.index(name) == view.demand else ""
            left = view.bank[GOODS.index(name)]
            return f"load {name} ({left} left{more})", (name,)
        if verb == "lose":
            me = view.seats[view.seat]
            left = me.crew if name == "crew" else me.goods[GOODS.index(name)]
            what = "a crew" if name == "crew" else f"a {name[:-1]}"
            return f"lose {what} (of {left})", (name,)
        return name, (f"take {name}",)

    # ------------------------------------------------------------------ wrong entries

    def explain(self, view: View, entry: str) -> str | None:
        """Return why something that was named cannot be done."""
        words, me = self.words, view.seats[view.seat]
        verb, _, rest = entry.lower().partition(" ")
        if view.phase != "MAIN":
            return None
        if verb in ("play", "discard") or words_of(entry) in words.runes:
            title = words_of(rest if verb in ("play", "discard") else entry)
            if me.space in range(PORTS, WINTERING) and title in words.runes:
                return "In a home port no rune can be played or discarded (V57)."
            held = [RUNES[each] for each in me.hand if each is not None]
            if title in words.runes:
                name = words.runes[title]
                return (f"{name} cannot be played now: {words.rune_text(RUNES.index(title))}"
                        if title in held else f"You do not hold {name}.")
        if verb == "load" or (me.space == WINTERING and entry.lower() in ("crew", *GOODS)):
            return self._load(view)
        if verb == "draw":
            return self._draw(view)
        if verb == "launch":
            return ("A ship needs a crew to leave Wintering (V19)." if me.space == WINTERING else
                    "Your ship has left Wintering already.")
        if verb in ("winter", "return") and me.space == WINTERING:
            return "Your ship is in Wintering already."
        if verb in ("trade", "raid", "settle"):
            return self._task(view, verb)
        found = words.find(rest.removeprefix("to ") if verb == "sail" else entry)
        if len(found) == 1 and view.sailing_days > 0 and me.space not in (WINTERING, found[0]) and (
                len(entry) > 2):
            name = words.space(found[0])
            return f"{name} is no next step; sail to {name} goes there step by step."
        return None

    def _draw(self, view: View) -> str:
        """Return why no rune can be drawn (V21)."""
        me = view.seats[view.seat]
        if me.space not in range(PORTS, WINTERING):
            return "Runes are drawn in a home port only (V21)."
        if view.prep_days > 0:
            return f"You hold {len(me.hand)} runes, the most that a hand may have (V21)."
        return "No day ashore is left (V14)."

    def _load(self, view: View) -> str:
        """Return why something does not come aboard (V17 to V19)."""
        me = view.seats[view.seat]
        if me.space != WINTERING:
            return "Crew and goods come aboard in Wintering only (V17)."
        if me.crew + sum(me.goods) >= view.capacity:
            return f"All {view.capacity} places of the ship are taken (V18)."
        if view.prep_days < 1:
            return "No day ashore is left (V14)."
        return (f"Loading goes in the order {ORDER}, anew after a rune; what is out of stock "
                "cannot be loaded.")

    def _task(self, view: View, verb: str) -> str:
        """Return why a task is not open (V32 to V43)."""
        words, me = self.words, view.seats[view.seat]
        port, name = me.space, words.space(me.space)
        if port >= PORTS:
            return "Tasks are done in ports only, not in home ports or on water (V32)."
        if port in view.used:
            return f"The task of this turn in {name} is used up (V33)."
        if verb == "raid":
            return f"{name} has no standing town (V39)."
        if verb == "trade":
            if not any(me.goods):
                return "There is no good aboard."
            if port in view.goods:
                return f"A good lies in {name} already (V36)."
            return f"That good is not aboard, or its kind lies in the region {words.region(port)}."
        if any(port in one.settled for one in view.seats):
            return f"{name} is settled already (V43)."
        region = words.spaces[port].region
        group = words.box.regions[region].ports if region >= 0 else (port,)
        towns = listed([words.space(each) for each in group if each in view.towns])
        return f"{name} cannot be settled while the town of {towns} stands (V43)."


def words_of(text: str) -> str:
    """Return a title as its id is spelt."""
    return "_".join(text.lower().replace("'", "").split())


def _attack(view: View) -> str:
    return {"raid": "raid", "settle": "try to settle", "dispute": "dispute the settlement of",
            None: "attack"}[view.attack]

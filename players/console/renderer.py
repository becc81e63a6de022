"""What a game's renderer does for the console, and a plain one for a game that has none.

Renderers get views, never positions: what a seat may not see cannot reach its screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rich.text import Text

from core.errors import BadNotation, BadOption
from players.base import Seen

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State


@dataclass(frozen=True)
class Choice:
    """One action of a question.

    Attributes
    ----------
    action : int
        The action.
    text : str
        Its notation.
    label : str
        What it does, in a person's words.
    words : tuple of str
        Other entries that mean it, in lower case, such as the bare name of a space.
    """

    action: int
    text: str
    label: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """One small decision, as it is put to a person.

    Attributes
    ----------
    text : str
        The question.
    choices : tuple of Choice
        The most natural first; their numbers count from 1 in this order.
    listed : bool
        False if the choices are places on the board, to be listed on request only.
    rule : str
        The rule of the decision in a sentence or two.
    columns : int
        From this many choices on they are listed side by side.
    """

    text: str
    choices: tuple[Choice, ...]
    listed: bool
    rule: str
    columns: int = 10


class Course(Protocol):
    """A chain of decisions that a person asked for in one entry.

    Attributes
    ----------
    told : str
        Once `step` has returned None: how far it went and why it ended.
    """

    told: str

    def step(self, view: Any, state: State) -> int | None:
        """Return the next action, or None if the chain ends here: what follows is asked."""


class Story:
    """Tells the events of one game to one seat, in sentences.

    Attributes
    ----------
    seat : int or None
        Who listens; None sees everything.
    closing : object or None
        After an event that ended a part of the game (an act): the view of its last position, with
        what it scored. None after any other event.
    """

    def __init__(self, renderer: Renderer, seat: int | None) -> None:
        self.renderer = renderer
        self.seat = seat
        self.closing: Any = None

    def name(self, seat: int) -> str:
        """Return the subject of a sentence about `seat`."""
        return "You" if seat == self.seat else self.renderer.name(seat)

    def tell(self, before: Any, seen: Seen, after: Any) -> list[str]:
        """Return what is to be said about an event, given the views around it; maybe nothing."""
        if seen.text is None:
            return []
        who = "Chance" if seen.who < 0 else self.name(seen.who)
        return [f"{who}: {seen.text}"]


class Renderer:
    """Draws any game by printing its view; a game's own renderer overrides what it does better.

    Parameters
    ----------
    setup : core.game.Setup
        The game.
    plain : bool
        True if only ASCII characters can be shown.
    """

    # Commands of the console that show a sheet of this game, with what they show.
    sheets: Mapping[str, str] = {"hand": "your hand, with what each tile does"}

    def __init__(self, setup: Setup, plain: bool = False) -> None:
        self.setup = setup
        self.plain = plain

    def open_bags(self) -> None:
        """Show from now on what is in the bags, which the rules forbid to look into.

        Raises
        ------
        BadOption
            If the game has none.
        """
        raise BadOption(f"--open-bag: {self.setup.game.title} has no bags to look into")

    def name(self, seat: int) -> str:
        """Return how a player is called."""
        return f"Player {seat + 1}"

    def view(self, state: State, seat: int | None) -> Any:
        """Return what a seat sees of a position, or for None everything."""
        if seat is None:
            return [state.observation(each) for each in range(state.players)]
        return state.observation(seat)

    def draw(self, view: Any, width: int, roomy: bool = True) -> list[Text]:
        """Return the lines of the table: board, players, the seat's own hand.

        Parameters
        ----------
        view : object
            See `view`.
        width : int
            Columns of the screen.
        roomy : bool
            False asks for as few lines as possible.
        """
        lines = []
        for one in view if isinstance(view, list) else [view]:
            if is_dataclass(one):
                lines += [f"{entry.name}: {getattr(one, entry.name)}"
                          for entry in fields(one) if entry.repr]
            else:
                lines += str(one).splitlines()
        return [fit(Text(line), width, self.plain) for line in lines]

    def hand(self, view: Any) -> list[str]:
        """Return the lines that explain the seat's own hand."""
        return []

    def sheet(self, view: Any, name: str) -> Sequence[Text | str]:
        """Return what the command `name`, one of `sheets`, shows."""
        return self.hand(view) or ["Your hand is empty."]

    def consult(self, view: Any, state: State, name: str, rest: str) -> Sequence[Text | str]:
        """Return what the command `name`, one of `sheets`, shows at a decision.

        Parameters
        ----------
        view : object
            See `view`.
        state : core.state.State
            The position as the seat was given it: what the seat may not know is dealt anew.
        name, rest : str
            The command, and what was typed after it.
        """
        return self.sheet(view, name)

    def course(self, view: Any, state: State, entry: str) -> Course | str | None:
        """Return the chain of decisions that an entry asks for.

        A text says why it cannot be; None if the entry asks for no chain.
        """
        return None

    def ask(self, view: Any, state: State) -> Question:
        """Return the decision that the mover of `state`, whose view is given, has to make."""
        choices = tuple(
            Choice(action, state.text(action), state.text(action))
            for action in state.legal_actions()
        )
        return Question("Your decision:", choices, len(choices) <= 20, "")

    def legend(self) -> list[str]:
        """Return what the marks of the drawing mean."""
        return []

    def explain(self, view: Any, entry: str) -> str | None:
        """Return why an entry that is no choice is none, if it can be told."""
        return None

    def rules(self, view: Any, word: str) -> list[str]:
        """Return the rules about a word, or with an empty one what can be asked."""
        return [f"No rules are stored for {self.setup.game.name}."]

    def story(self, seat: int | None) -> Story:
        """Return a teller of events for a seat, or for None of everything."""
        return Story(self, seat)

    def result(self, view: Any, state: State, story: Story) -> list[Text]:
        """Return the final table and who won; `story` has heard the whole game."""
        lines = [Text(f"{self.name(seat)}: {points:g}") for seat, points in
                 enumerate(state.scores())]
        return [*lines, Text(f"{winners(self, state)}.")]


def winners(renderer: Renderer, state: State) -> str:
    """Return who won a game that has ended."""
    utilities = state.utilities()
    best = [seat for seat, value in enumerate(utilities) if value == max(utilities)]
    names = " and ".join(renderer.name(seat) for seat in best)
    return f"{names} {'wins' if len(best) == 1 else 'share the victory'}"


def fit(line: Text, width: int, plain: bool = False) -> Text:
    """Return a line cut to `width` columns."""
    short = line.copy()
    short.truncate(max(width, 1), overflow="crop" if plain else "ellipsis")
    return short


def match(entry: str, choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices that an entry can mean: one if it is clear, none if it is wrong.

    An entry is a number, the notation, one of the choice's words, or a beginning of these that no
    other choice has. Whole words come before beginnings.
    """
    wanted = " ".join(entry.lower().split())
    if not wanted:
        return []
    if wanted.isascii() and wanted.isdigit():
        # Long digit strings would be slow to convert, and are no choice anyway.
        number = int(wanted) if len(wanted) < 6 else 0
        return [choices[number - 1]] if 1 <= number <= len(choices) else []
    whole = [choice for choice in choices if wanted in (choice.text, *choice.words)]
    if whole:
        return whole
    return [choice for choice in choices
            if any(_begins(name, wanted) for name in (choice.text, *choice.words))]


def _begins(name: str, wanted: str) -> bool:
    """Return True if each word of an entry begins the word of a name in its place."""
    names, entries = name.split(), wanted.split()
    return len(entries) <= len(names) and all(map(str.startswith, names, entries))


def reads(state: State, text: str) -> bool:
    """Return True if `text` is notation of some action of the game, open now or not."""
    try:
        state.action(text)
    except BadNotation:
        return False
    return True


RENDERER = Renderer

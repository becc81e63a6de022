"""Beowulf on the screen: the table, the questions, the final reckoning."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rich.text import Text

from core.beowulf.notation import space_names
from core.beowulf.view import HandTile, View
from players.console.beowulf_words import (
    ROMAN,
    RULES,
    TOPICS,
    BeowulfStory,
    Words,
    bare,
    mark,
    signed,
)
from players.console.english import plural
from players.console.renderer import Choice, Question, Renderer, Story, fit, match

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State

# A player's colour on 16-colour terminals, by seat; his number stands beside it everywhere.
STYLES = ("yellow", "green", "white", "bright_blue")
PERIL, BOON, NEUTRAL, DIM = "red", "bold", "magenta", "dim"
LISTED = 9  # more spaces than this are asked for by name
SIDE = 34  # least width of the players' panel beside the board
LETTERS = "BTCL"


class BeowulfRenderer(Renderer):
    """Draws Beowulf; fits two players into 80 columns and 24 lines in every act."""

    def __init__(self, setup: Setup, plain: bool = False) -> None:
        super().__init__(setup, plain)
        self.box = setup.components
        self.words = Words(self.box)
        self.diamond, self.dot, self.bar, self.line, self.turn = (
            ("*", ".", "|", "-", ">") if plain else ("◆", "·", "│", "─", "▸"))
        self.gorge = "###" if plain else "▒▒▒"

    def name(self, seat: int) -> str:
        """Return a player's name with the colour of his figures."""
        return f"Player {seat + 1} ({self.box.colours[seat]})"

    def view(self, state: State, seat: int | None) -> View:
        """Return what a seat sees, or for None a view with all hands known."""
        if seat is not None:
            own: View = state.observation(seat)
            return own
        views: list[View] = [state.observation(each) for each in range(state.players)]
        hands = tuple(one.hands[each] for each, one in enumerate(views))
        return replace(views[0], seat=-1, hands=hands)

    def story(self, seat: int | None) -> Story:
        """Return a teller of events."""
        return BeowulfStory(self, seat)

    # ------------------------------------------------------------------ the table

    def draw(self, view: View, width: int, roomy: bool = True) -> list[Text]:
        """Return the lines of the table; see `Renderer.draw`."""
        cell = 5 if width >= 110 else 3
        widest = max(len(mark(tile)) for tile in self.box.tiles)
        cell = max(cell, widest)
        layout = self.box.boards[view.act - 1].layout
        fits = max(1, (width - 4) // (cell + 1))
        bands = [range(start, min(start + fits, len(layout[0])))
                 for start in range(0, len(layout[0]), fits)]
        board = [line for band in bands for line in self._board(view, cell, band, roomy)]
        across = 4 + (cell + 1) * len(bands[0])
        lines = [self._title(view, width)]
        room = width - across - 1
        if len(bands) > 1 or room < SIDE:
            lines += board + self._side(view, width)
        else:
            side = self._side(view, room)
            for row in range(max(len(board), len(side))):
                line = Text(no_wrap=True)
                line.append_text(board[row] if row < len(board) else Text())
                if row < len(side):
                    line.pad_right(across + 1 - line.cell_len)
                    line.append_text(side[row])
                lines.append(line)
        return [fit(line, width, self.plain) for line in lines]

    def _title(self, view: View, width: int) -> Text:
        title = Text(self.box.boards[view.act - 1].name, style="bold")
        if view.phase == "closed":
            return title.append(" ends: what each figure's owner scores", style="not bold")
        facts = ["the game is over"] if view.phase == "end" else [
            f"turn {view.turn}", f"stock {plural(view.stock, 'tile')}",
        ]
        if view.active is not None:
            mine = view.active == view.seat
            facts.append("your turn" if mine else f"{self.name(view.active)} to move")
        gap = " - " if self.plain else " · "
        title.append(gap + gap.join(facts), style="not bold")
        return title

    def _board(self, view: View, cell: int, band: range, roomy: bool) -> list[Text]:
        """Return the board's lines: column letters, then rows with their numbers."""
        layout = self.box.boards[view.act - 1].layout
        index = {place: at for at, place in enumerate(self.box.boards[view.act - 1].spaces)}
        letters = Text("    ")
        for column in band:
            letters.append(chr(ord("a") + column).center(cell) + " ")
        corner = "+" if self.plain else "┼"
        rule = Text("   " + corner + (self.line * cell + corner) * len(band), style=DIM)
        lines = [letters]
        for row, marks in enumerate(layout):
            if roomy or row == 0:
                lines.append(rule)
            line = Text(f"{row + 1:>2} ")
            line.append(self.bar, style=DIM)
            for column in band:
                if (row, column) in index:
                    line.append_text(self._content(view, index[row, column], cell))
                elif marks[column] == "G":
                    line.append(self.gorge.center(cell, self.gorge[0]), style=DIM)
                else:
                    line.append(" " * cell)
                line.append(self.bar, style=DIM)
            lines.append(line)
        return [*lines, rule]

    def _content(self, view: View, space: int, cell: int) -> Text:
        figure = view.figure_at(space)
        if figure is not None:
            seat, kind = figure
            text = f"{seat + 1}{self.diamond}{self.box.figures[kind].diamonds}"
            return Text(text.center(cell), style=f"bold {STYLES[seat]}")
        tile = view.tile_at(space)
        if tile is None:
            return Text(self.dot.center(cell), style=DIM)
        return self._tile(tile, cell)

    def _tile(self, tile: int, cell: int = 0) -> Text:
        value = self.box.tiles[tile].value
        style = BOON if value > 0 else PERIL if value < 0 else NEUTRAL
        return Text(mark(self.box.tiles[tile]).center(cell), style=style)

    def _side(self, view: View, width: int) -> list[Text]:
        lines: list[Text] = []
        for seat in range(len(view.points)):
            lines += self._player(view, seat, width)
        if view.seat >= 0 and view.phase not in ("end", "closed"):
            lines += [Text("Your hand:" if view.hands[view.seat] else "Your hand is empty.")]
            lines += [Text("  " + line) for line in self._tiles(view, width < SIDE + 18)]
        return lines

    def _player(self, view: View, seat: int, width: int) -> list[Text]:
        """Return a player's facts, on one line if it is wide enough, else on two."""
        over = view.phase in ("end", "closed")
        line = Text(f"{self.turn if view.active == seat else ' '} ")
        who = f"{seat + 1} {self.box.colours[seat]}{' (you)' if seat == view.seat else ''}"
        line.append(f"{who:<13}", style=f"bold {STYLES[seat]}")
        line.append(f"{view.points[seat]:>4}", style="bold")
        if view.phase != "end":
            gain = f"{view.pending[seat]:+d}"
            line.append(f" {'scores' if view.phase == 'closed' else 'now'} {gain:<4}")
        if over:
            return [line]
        facts = Text()
        for letter, count in zip(LETTERS, view.supplies[seat], strict=True):
            facts.append(f"{letter}{count} ", style="" if count else DIM)
        facts.append(" hand ")
        facts.append_text(self._backs(view, seat))
        if line.cell_len + facts.cell_len + 2 <= width:
            return [line.append("  ").append_text(facts)]
        return [line, Text("    ").append_text(facts)]

    def _backs(self, view: View, seat: int) -> Text:
        """Return the backs of a hand, and the faces that all know (or the watcher knows)."""
        text = Text()
        if not view.hands[seat]:
            return text.append("empty", style=DIM)
        for number, tile in enumerate(sorted(view.hands[seat], key=_public)):
            text.append(" " if number else "")
            text.append(ROMAN[tile.act - 1])
            if tile.tile is not None and (tile.shown or view.seat < 0):
                text.append("=").append_text(self._tile(tile.tile))
        return text

    def hand(self, view: View) -> list[str]:
        """Return a line for each tile of the seat's own hand."""
        return self._tiles(view, brief=False) if view.seat >= 0 else []

    def _tiles(self, view: View, brief: bool) -> list[str]:
        return [
            f"{self.words.tile(tile.tile)}: {self.words.what(tile.tile, brief)}"
            f"{' (seen by all)' if tile.shown else ''}"
            for tile in view.hands[view.seat] if tile.tile is not None
        ]

    # ------------------------------------------------------------------ questions

    def ask(self, view: View, state: State) -> Question:
        """Return the decision at hand; see `Renderer.ask`."""
        names = space_names(self.setup, view.act)
        choices = []
        for action in state.legal_actions():
            text = state.text(action)
            verb, _, rest = text.partition(" ")
            label, words = self._choice(view, verb, rest, names)
            choices.append(Choice(action, text, label, words))
        if view.phase == "D1":  # the most usual action comes first
            choices.sort(key=lambda choice: choice.text != "tile")
        listed = view.phase in ("D1", "D2", "D2m") or (
            len(choices) <= LISTED and view.phase not in ("D1s", "D2s"))
        return Question(self._question(view), tuple(choices), listed, RULES.get(view.phase, ""))

    def _question(self, view: View) -> str:
        playing = "" if view.playing is None or view.phase == "D1s" else (
            self.words.tile(view.playing))
        if view.phase == "D1s":
            playing = self.words.figure(view.playing or 0)
        return {
            "D1": "Your turn. What do you do?",
            "D1s": f"Which space does {playing} go on? (a name such as c3)",
            "D2": "Which tile of your hand do you play?",
            "D2m": f"How do you play {playing}?",
            "D2s": f"Which space does {playing} go on? (a name such as c3)",
            "D2r": f"Which Mead does {playing} replace?",
            "D2f": "Good Counsel: which of your figures moves a step?",
            "D2n": "Where does it step to?",
            "D3": f"{playing} may remove a tile. Which one?",
            "D4a": "Golden Statue may exchange two tiles. The first? (a space, or none)",
            "D4b": "Which second tile? It lies after the first, row by row. (a space)",
        }.get(view.phase, "Your decision:")

    def _choice(
        self, view: View, verb: str, rest: str, names: list[str]
    ) -> tuple[str, tuple[str, ...]]:
        if verb == "figure":
            kind = [figure.id for figure in self.box.figures].index(rest)
            figure = self.box.figures[kind]
            left = view.supplies[view.seat][kind]
            return (f"place a figure: {bare(figure.name)} ({plural(figure.diamonds, 'diamond')}), "
                    f"{left} left"), (rest, bare(figure.name).lower())
        if verb == "tile":
            if view.stock:
                return f"draw a tile and play one ({view.stock} left)", ("draw", "play")
            return "play a tile of your hand (the stock is empty)", ("play",)
        if verb == "play":
            tile = self.words.ids[rest]
            name = self.words.tile(tile).lower()
            value = signed(self.box.tiles[tile].value)
            ability = name.removeprefix(value).strip()
            words = tuple(dict.fromkeys(word for word in (name, value, ability) if word))
            plain = self.box.tiles[tile].ability == "none"
            what = "" if plain else f": {self.words.what(tile)}"
            return f"play {self.words.tile(tile)}{what}", words
        if verb in ("place", "cash", "replace"):
            cash = self.box.tiles[view.playing or 0].cash
            return {
                "place": "place it on the board",
                "cash": f"cash it for {plural(cash, 'point')}",
                "replace": "put it in the place of a Mead",
            }[verb], ()
        if verb == "none":
            return "exchange nothing" if view.phase == "D4a" else "remove nothing", ("nothing",)
        label = rest if verb == "at" else f"{rest}: {self.words.lies(view, names.index(rest))}"
        return label, (rest,)

    def explain(self, view: View, entry: str) -> str | None:
        """Return what is wrong with a space's name."""
        words = entry.lower().split()
        name = words[-1] if words else ""
        names = space_names(self.setup, view.act)
        layout = self.box.boards[view.act - 1].layout
        if name in names:
            space = names.index(name)
            if view.board[space]:
                figure = view.figure_at(space)
                owner = "" if figure is None else f" of {self.name(figure[0])}"
                lies = f"{self.words.lies(view, space)}{owner} lies on {name}"
            else:
                lies = f"{name} is empty"
            return f"{lies}: that is not open now."
        if not (2 <= len(name) <= 3 and name[0].isalpha() and name[1:].isdecimal()):
            return None
        row, column = int(name[1:]) - 1, ord(name[0]) - ord("a")
        if 0 <= row < len(layout) and 0 <= column < len(layout[0]):
            what = "a printed Gorge" if layout[row][column] == "G" else "not part of the board"
            return f"{name} is {what}."
        return (f"There is no space {name}: columns go from a to "
                f"{chr(ord('a') + len(layout[0]) - 1)}, rows from 1 to {len(layout)}.")

    def rules(self, view: View, word: str) -> list[str]:
        """Return the rules about a word, or about the decision at hand and what can be asked."""
        topics = [Choice(0, topic, topic) for topic in TOPICS]
        found = match(word, topics) if word and not word.isdigit() else []
        if found:
            return [TOPICS[choice.text] for choice in found]
        lines = [RULES[view.phase]] if view.phase in RULES and not word else []
        if word:
            lines.append(f"No rule is filed under {word!r}.")
        return [*lines, f"More: rules WORD, with WORD one of {', '.join(TOPICS)}."]

    def legend(self) -> list[str]:
        """Return what the marks on the board mean."""
        return [
            f"Board: 2{self.diamond}3 is player 2's figure with 3 diamonds; +5v is a tile of value "
            "5 with an ability.",
            "Abilities: t Temptation, v Valor, r Riches, d Drunkenness, m Mead, S Golden Statue, "
            "K Good Counsel, H Royal Dragon Horn, T Treachery, G Gorge; "
            f"{self.gorge} is a printed Gorge.",
            "Players: points, what the act would score now, figures left (B Beowulf, T Thane, "
            "C Castle, L Longship), and the acts on the backs of the hand.",
        ]

    # ------------------------------------------------------------------ the end

    def result(self, view: View, state: State, story: Story) -> list[Text]:
        """Return the final table with each act's points, and who won by what."""
        assert isinstance(story, BeowulfStory)
        start = self.box.start_points
        ranks = [(-view.points[seat], -view.unused[seat]) for seat in range(len(view.points))]
        heads = ["start", *(f"Act {ROMAN[act]}" for act in range(len(story.gains))),
                 "Riches", "total", "unused" if self.plain else "unused ◆"]
        lines = [Text(" " * 22 + "".join(f"{head:>{len(head) + 2}}" for head in heads),
                      style="bold")]
        for seat in sorted(range(len(ranks)), key=lambda each: ranks[each]):
            place = 1 + sum(other < ranks[seat] for other in ranks)
            facts: list[Any] = [start, *(f"{gains[seat]:+d}" for gains in story.gains),
                                f"{story.cashed[seat]:+d}", view.points[seat], view.unused[seat]]
            line = Text(f"{place}. {self.name(seat)}"[:22].ljust(22), style=STYLES[seat])
            for head, fact in zip(heads, facts, strict=True):
                line.append(f"{fact!s:>{len(head) + 2}}")
            lines.append(line)
        return [*lines, Text(self._verdict(view, ranks), style="bold")]

    def _verdict(self, view: View, ranks: list[tuple[int, int]]) -> str:
        """Return who won, and by which rule of B41 to B43."""
        first = [seat for seat, rank in enumerate(ranks) if rank == min(ranks)]
        names = " and ".join("You" if seat == view.seat else self.name(seat) for seat in first)
        points = view.points[first[0]]
        tied = [seat for seat in range(len(ranks)) if view.points[seat] == points]
        if len(first) > 1:
            return (f"{names} share the victory with {points} points each: their unused figures "
                    "have as many diamonds.")
        wins = f"{names} win{'' if names == 'You' else 's'} with {points} points"
        if len(tied) > 1:
            return (f"{wins}: a tie on points, decided by {view.unused[first[0]]} diamonds on "
                    "unused figures.")
        return f"{wins}."


def _public(tile: HandTile) -> tuple[bool, int, int]:
    # Known tiles first: the order of a hand must tell nothing about the others.
    known = tile.tile if tile.tile is not None and tile.shown else -1
    return not tile.shown, tile.act, known


RENDERER = BeowulfRenderer

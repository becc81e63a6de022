"""Beowulf in words: names, marks, abilities, rules, and each event as a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.beowulf.notation import place_name
from core.beowulf.view import FIGURE, KINDS, View
from players.base import Seen
from players.console.english import form, plural
from players.console.renderer import Story

if TYPE_CHECKING:
    from core.beowulf.components import Components, Tile
    from players.console.renderer import Renderer

ROMAN = ("I", "II", "III")
# A tile's mark on the board: its value and a letter, or for a zero of this kind the capital alone.
MARKS = {
    "none": "", "temptation": "t", "valor": "v", "riches": "r", "drunkenness": "d", "mead": "m",
    "golden_statue": "s", "good_counsel": "k", "royal_dragon_horn": "h", "treachery": "x",
    "gorge": "g",
}  # fmt: skip
ABILITIES = {
    "none": "a plain tile",
    "temptation": "when placed, may remove a Valor",
    "valor": "when placed, may remove a Temptation",
    "riches": "place it, or cash it for {cash}",
    "drunkenness": "place it, or put it over a Mead",
    "mead": "a Drunkenness can replace it",
    "golden_statue": "when placed, may exchange 2 other tiles",
    "good_counsel": "own figure steps, it fills the gap",
    "royal_dragon_horn": "+1 diamond for figures in its lines",
    "treachery": "boons in its lines count 0",
    "gorge": "cuts its row and its column",
}
BRIEF = {
    "none": "plain tile", "temptation": "removes a Valor", "valor": "removes a Temptation",
    "riches": "or cash {cash}", "drunkenness": "or over a Mead", "mead": "for Drunkenness",
    "golden_statue": "swaps 2 tiles", "good_counsel": "moves a figure",
    "royal_dragon_horn": "+1 diamond", "treachery": "boons count 0", "gorge": "cuts lines",
}  # fmt: skip
RULES = {
    "D1": "Place one figure on an empty space, or draw a tile and then play a tile of your hand. "
          "After the draw a figure may no longer be placed. (B11-B15)",
    "D1s": "A figure goes on any empty space. At the act's end it scores the sum of all tiles in "
           "its row and column, times its diamonds. (B12, B38)",
    "D2": "Play one tile of your hand, the new one or an older one. Good Counsel needs an own "
          "figure with an empty space beside it. (B13, B26)",
    "D2m": "Riches: place it as a boon, or cash it for points at once. Drunkenness: place it as a "
           "peril, or put it in the place of a Mead. (B21, B22)",
    "D2s": "A tile goes on any empty space. (B18)",
    "D2r": "The Mead leaves the game, the Drunkenness takes its space. (B22)",
    "D2f": "Good Counsel moves one of your figures a step; the tile fills the gap. (B25)",
    "D2n": "The figure steps to an empty space beside it, not diagonally. (B25)",
    "D3": "Temptation may remove any Valor from the board, Valor any Temptation. (B19, B20)",
    "D4a": "Golden Statue may exchange two other tiles. Name the one that comes first, reading the "
           "board row by row from the top left. (B24)",
    "D4b": "The second tile of the exchange comes later on the board, row by row. (B24)",
}
TOPICS = {
    "turn": RULES["D1"],
    "scoring": "When no empty space is left, each figure scores the sum of the tiles in its row "
               "and its column, times its diamonds; each Royal Dragon Horn in these lines adds a "
               "diamond. Gorges and the rim end a line, figures do not. (B27, B36-B40)",
    "act": "An act ends when the board is full, or when nobody can play. Longships come back to "
           "their owners, other figures that stood on the board are gone. Hands are kept and "
           "filled up to two tiles. The next seat begins. (B27-B34)",
    "end": "After Act III most points win; on a tie most diamonds on unused figures. (B41-B43)",
    "figures": "Beowulf 4 diamonds, Thane 3, Castle Heorot 2, Longship 1. (B3)",
    "hand": "Others see only how many tiles you hold and of which act; a player who can play "
            "nothing shows his tiles. (B10, B16, B17)",
    "temptation": RULES["D3"],
    "valor": RULES["D3"],
    "riches": "Riches is placed as a boon, or cashed: it leaves the game and brings its points at "
              "once. (B21)",
    "drunkenness": "Drunkenness is placed as a peril, or put over a Mead. (B22)",
    "mead": "Mead has no ability of its own; a Drunkenness can replace it. (B23)",
    "golden statue": RULES["D4a"],
    "good counsel": "Good Counsel: one of your figures steps to an empty space beside it, the tile "
                    "fills the gap. Without such a figure it cannot be played. (B25, B26)",
    "royal dragon horn": "Each Horn in a figure's row or column counts as one diamond more, also "
                         "for a negative sum. (B38, B39)",
    "treachery": "Boons in its row and column are turned face down and count 0 for everyone; "
                 "perils still count. (B37)",
    "gorge": "A Gorge ends the row and the column it lies in; nothing counts across it. (B5)",
}


def bare(name: str) -> str:
    """Return a component's name without its bracketed gloss."""
    return name.split(" (")[0]


def signed(value: int) -> str:
    """Return a value with its sign."""
    return f"{value:+d}" if value else "0"


def mark(tile: Tile) -> str:
    """Return a tile's mark on the board, such as ``+5v`` or ``G``."""
    letter = MARKS[tile.ability]
    if tile.value == 0 and letter and letter in "skhxg":
        return "T" if letter == "x" else letter.upper()
    return f"{signed(tile.value)}{letter}"


class Words:
    """The names of one box, for sentences and tables."""

    def __init__(self, box: Components) -> None:
        self.box = box
        self.boards = [
            tuple(place_name(row, column) for row, column in board.spaces) for board in box.boards
        ]
        self.ids = {tile.id: index for index, tile in enumerate(box.tiles)}

    def tile(self, index: int) -> str:
        """Return a tile's name, such as ``+5 Valor``, ``-4`` or ``Gorge``."""
        tile = self.box.tiles[index]
        if tile.ability == "none":
            return signed(tile.value)
        value = f"{signed(tile.value)} " if tile.value else ""
        return f"{value}{self.ability(tile)}"

    def ability(self, tile: Tile) -> str:
        """Return the name of a tile's ability."""
        names = dict(zip(ABILITIES, self.box.ability_names, strict=True))
        return bare(names[tile.ability])

    def figure(self, kind: int) -> str:
        """Return a figure's name."""
        return bare(self.box.figures[kind].name)

    def what(self, index: int, brief: bool = False) -> str:
        """Return what a tile's ability does, in a few words, or very few."""
        tile = self.box.tiles[index]
        return (BRIEF if brief else ABILITIES)[tile.ability].format(cash=tile.cash)

    def lies(self, view: View, space: int) -> str:
        """Return the name of what lies on a space."""
        figure = view.figure_at(space)
        if figure is not None:
            return self.figure(figure[1])
        tile = view.tile_at(space)
        return "nothing" if tile is None else self.tile(tile)

    def space(self, view: View, name: str) -> int:
        """Return the index of a space's name on the view's board."""
        return self.boards[view.act - 1].index(name)


class BeowulfStory(Story):
    """Tells a game of Beowulf and keeps account of the points of each act.

    Attributes
    ----------
    gains : list of list of int
        Points of the figures: one list an act that has ended, one number a seat.
    cashed : list of int
        Points of cashed Riches, of each seat.
    """

    def __init__(self, renderer: Renderer, seat: int | None) -> None:
        super().__init__(renderer, seat)
        self.words = Words(renderer.setup.components)
        self.gains: list[list[int]] = []
        self.cashed = [0] * renderer.setup.players
        self._drew = False

    def tell(self, before: View, seen: Seen, after: View) -> list[str]:
        """Return the sentences about an event; see `Story.tell`."""
        self.closing = None
        verb, _, rest = (seen.text or "").partition(" ")
        active = 0 if before.active is None else before.active
        if before.phase in ("D0", "D1r"):
            lines = self._draw(before, verb, rest, active, after)
        else:
            lines = self._decision(before, verb, rest, active)
        cash = self._cash(before, verb)
        self.cashed[active] += cash
        if before.phase in ("D1", "D0"):
            self._drew = False
        over = after.act != before.act or after.phase == "end"
        if over:
            gains = [new - old for new, old in zip(after.points, before.points, strict=True)]
            gains[active] -= cash
            self.gains.append(gains)
            self.closing = self._last_board(before, verb, rest, tuple(gains))
            totals = ", ".join(f"{self._object(seat)} {gain:+d}"
                               for seat, gain in enumerate(gains))
            lines.append(f"Act {ROMAN[before.act - 1]} ends: {totals}.")
        if after.turn != before.turn:
            opening = over or before.phase == "D0"
            lines += self._skipped(after.first if opening else active + 1, after)
        return lines

    def _draw(self, before: View, verb: str, rest: str, active: int, after: View) -> list[str]:
        who = self.name(active)
        passed = before.phase == "D1r" and after.phase != "D2"
        self._drew = before.phase == "D1r"
        lines = []
        if verb == "draw":
            self._drew = False
            tile = self.words.tile(self.words.ids[rest])
            lines.append(f"{who} {form(who, 'draw')} {tile}.")
        if passed:
            drew = f"{form(who, 'draw')} a tile and " if verb == "back" else ""
            lines.append(f"{who} {drew}{form(who, 'show')} only Good Counsels that cannot be "
                         f"played, and {form(who, 'pass')}.")
        return lines

    def _decision(self, before: View, verb: str, rest: str, active: int) -> list[str]:
        who, phase = self.name(active), before.phase
        drew = f"{form(who, 'draw')} a tile and " if self._drew else ""
        playing = before.playing or 0
        if phase == "D1s":
            figure = self.words.box.figures[playing]
            return [f"{who} {form(who, 'place')} {self.words.figure(playing)} "
                    f"({plural(figure.diamonds, 'diamond')}) on {rest}."]
        if phase == "D2s":
            return [f"{who} {drew}{form(who, 'place')} {self.words.tile(playing)} on {rest}."]
        if phase == "D2m" and verb == "cash":
            cash = self.words.box.tiles[playing].cash
            return [f"{who} {drew}{form(who, 'cash')} {self.words.tile(playing)} for "
                    f"{plural(cash, 'point')}."]
        if phase == "D2r":
            mead = self.words.lies(before, self.words.space(before, rest))
            return [f"{who} {drew}{form(who, 'put')} {self.words.tile(playing)} over the {mead} on "
                    f"{rest}."]
        if phase == "D2n" and before.space is not None:
            start = self.words.boards[before.act - 1][before.space]
            return [f"{who} {drew}{form(who, 'move')} {self.words.lies(before, before.space)} from "
                    f"{start} to {rest} and {form(who, 'leave')} Good Counsel on {start}."]
        if phase == "D3" and verb == "on":
            gone = self.words.lies(before, self.words.space(before, rest))
            return [f"{who} {form(who, 'remove')} {gone} from {rest}."]
        if phase == "D4b" and before.swap is not None:
            first = self.words.boards[before.act - 1][before.swap]
            second = self.words.lies(before, self.words.space(before, rest))
            return [f"{who} {form(who, 'exchange')} {self.words.lies(before, before.swap)} on "
                    f"{first} and {second} on {rest}."]
        return []

    def _cash(self, before: View, verb: str) -> int:
        if before.phase == "D2m" and verb == "cash":
            return int(self.words.box.tiles[before.playing or 0].cash)
        return 0

    def _object(self, seat: int) -> str:
        return "you" if seat == self.seat else self.renderer.name(seat)

    def _skipped(self, seat: int, after: View) -> list[str]:
        """Return who was passed over from `seat` on, until the seat that has the turn now."""
        lines = []
        seat %= len(after.points)
        while after.active is not None and seat != after.active:
            who = self.name(seat)
            are = "are" if who == "You" else "is"
            lines.append(f"{who} {form(who, 'have')} nothing to play and {are} skipped.")
            seat = (seat + 1) % len(after.points)
        return lines

    def _last_board(self, before: View, verb: str, rest: str, gains: tuple[int, ...]) -> View:
        """Return the view of the act's last position: `before` with its last action carried out."""
        board = list(before.board)
        playing = before.playing or 0
        if verb in ("at", "on"):
            space = self.words.space(before, rest)
            if before.phase == "D1s":
                board[space] = FIGURE + (before.active or 0) * KINDS + playing
            elif before.phase in ("D2s", "D2r"):
                board[space] = playing + 1
            elif before.phase == "D2n" and before.space is not None:
                board[space], board[before.space] = board[before.space], playing + 1
            elif before.phase == "D3":
                board[space] = 0
            elif before.phase == "D4b" and before.swap is not None:
                board[space], board[before.swap] = board[before.swap], board[space]
        supplies = [list(supply) for supply in before.supplies]
        if before.phase == "D1s" and before.active is not None:
            supplies[before.active][playing] -= 1
        return replace(before, board=tuple(board), pending=gains, phase="closed", active=None,
                       supplies=tuple(map(tuple, supplies)))

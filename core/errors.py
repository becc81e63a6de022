"""Errors with a message for the user: what was wrong and what to do about it."""


class HeorotError(Exception):
    """Base of all errors that a user can cause; the commands print them without a traceback."""


class IllegalAction(HeorotError, ValueError):
    """The action is not open to the mover now, or is no outcome of this chance node."""


class GameOver(HeorotError, ValueError):
    """The game has ended: there is nothing left to decide."""


class WrongSeat(HeorotError, ValueError):
    """There is no such seat in this game."""


class BadNotation(HeorotError, ValueError):
    """The text names no action of this game."""


class BadOption(HeorotError, ValueError):
    """A game option or a number of players that this game does not have."""


class BadComponents(HeorotError, ValueError):
    """A components file that cannot be the contents of this game's box."""


class BadRecord(HeorotError, ValueError):
    """A game record that is damaged, foreign or was changed after it was written."""


class InvariantError(HeorotError, AssertionError):
    """The rules engine broke one of its own invariants: a bug."""

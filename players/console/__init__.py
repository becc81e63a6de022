"""The human's side of the table: a screen, questions in small steps, one renderer a game."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.game import Setup
    from players.console.renderer import Renderer

# A game's renderer is one module here, with a class RENDERER; a game without one is drawn plainly.
RENDERERS = {
    "beowulf": "players.console.beowulf",
    "quacks": "players.console.quacks",
    "vikings": "players.console.vikings",
    "defenders": "players.console.defenders",
}


def make_renderer(setup: Setup, plain: bool = False) -> Renderer:
    """Return the renderer of a game.

    Parameters
    ----------
    setup : core.game.Setup
        The game to draw.
    plain : bool
        True if only ASCII characters can be shown.
    """
    module = RENDERERS.get(setup.game.name, "players.console.renderer")
    renderer: Renderer = importlib.import_module(module).RENDERER(setup, plain)
    return renderer

from collections.abc import Mapping
from typing import Any

from core.defenders.components import Components

TYPES: tuple[str, ...]
KEEPS: tuple[str, ...]
FIGURES_OF_DICE: dict[str, int]

class Box:
    components: Components
    def __init__(
        self, components: Components, players: int, options: Mapping[str, Any]
    ) -> None: ...

def box_of(
    components: Components, players: int, options: tuple[tuple[str, Any], ...]
) -> Box: ...

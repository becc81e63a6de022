from collections.abc import Sequence

from core.quacks.components import Components

class Box:
    components: Components
    def __init__(
        self, components: Components, players: int, sides: Sequence[int], tubes: bool
    ) -> None: ...

def box_of(components: Components, players: int, sets: str, tubes: bool) -> Box: ...

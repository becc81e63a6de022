from collections.abc import Mapping, Sequence

from core.beowulf.tables import Box

Place = tuple[int, int]

def score_figures(
    box: Box,
    layout: Sequence[str],
    tiles: Mapping[Place, int],
    figures: Mapping[Place, tuple[int, int]],
) -> dict[Place, int]: ...

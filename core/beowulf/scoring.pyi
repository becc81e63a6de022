from collections.abc import Mapping, Sequence

from core.beowulf.tables import Box

def score_figures(
    box: Box,
    layout: Sequence[str],
    tiles: Mapping[tuple[int, int], int],
    figures: Mapping[tuple[int, int], tuple[int, int]],
) -> dict[tuple[int, int], int]: ...

from core.defenders.state import Defenders

def count_night(
    state: Defenders,
) -> (
    tuple[
        tuple[float, ...],
        tuple[float, ...],
        tuple[float, ...],
        tuple[float, ...],
        tuple[float, ...],
    ]
    | None
): ...

"""State.check() notices damage: the fuzz tests are worth as much as it sees."""

import pytest
from walks import positions

from core.errors import InvariantError

GROUND_BYTES = (1 + 1 + 4 + 11) * 8 + 64  # struct Ground opens the position


def test_every_flipped_bit_of_the_board_is_noticed():
    """In Act I, where every figure must be on the board or in a supply."""
    tested = 0
    for number, state in enumerate(positions("beowulf", 4, [1])):
        if state.act > 1 or number % 20 or state.phase == "D1s":
            continue
        tested += 1
        raw, twin = state.to_bytes(), state.clone()
        for bit in range(GROUND_BYTES * 8):
            damaged = bytearray(raw)
            damaged[bit // 8] ^= 1 << bit % 8
            twin.from_bytes(bytes(damaged))
            with pytest.raises(InvariantError):
                twin.check()
    assert tested >= 4


def test_the_message_names_game_and_fault():
    state = next(positions("beowulf", 2, [0]))
    raw = bytearray(state.to_bytes())
    raw[0] ^= 1
    state.from_bytes(bytes(raw))
    with pytest.raises(InvariantError, match="beowulf: the masks disagree with the board"):
        state.check()

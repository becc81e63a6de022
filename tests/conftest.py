"""Lets tests import the helper modules `walks`, `beowulf_kit` and `quacks_kit` by name."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "contract"), str(HERE / "core" / "beowulf"),
                str(HERE / "core" / "quacks")]

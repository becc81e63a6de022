"""Lets tests import the helper modules `arena_kit` and `odd_heorot` by name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

"""Lets these tests import the helper module `endgames` by name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

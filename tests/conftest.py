"""What all tests need: helper modules found by name, and a Ctrl-C that processes notice."""

import signal
import sys
from pathlib import Path

HERE = Path(__file__).parent
GAMES = ("beowulf", "quacks", "vikings", "defenders")
sys.path[:0] = [str(HERE / "contract"), str(HERE / "core"),
                *(str(HERE / "core" / game) for game in GAMES)]

# A shell that runs tests in the background ignores SIGINT, and child processes would inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)

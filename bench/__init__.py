"""How fast the rules and the searches run; ``heorot bench`` and the pytest-benchmark suite."""

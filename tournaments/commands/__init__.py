"""One module a command of ``heorot``; each holds a Click command named ``command``."""

"""The rules: states, games, random streams and records. Knows nothing of search or screens."""

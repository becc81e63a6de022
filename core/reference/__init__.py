"""Small games whose exact values are known: they prove rules engine and searches.

Two share a module where they share their rules: `betting` has Kuhn and Leduc poker, `marking`
Phantom(4,4,4) and tic-tac-toe. Their rules are in docs/reference-games.md.
"""

"""Experiments whose figures stand in the docs; each is a script that says how to run it."""

"""Heorot in the field's own tools: PettingZoo environments, OpenSpiel games and players.

Each module needs the extra of its name: ``pip install heorot[pettingzoo]``, ``heorot[openspiel]``.
"""

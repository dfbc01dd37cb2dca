"""How we know that the figures are right: three checks, each with a part that a game declares (``declared``).

``published`` counts figures again that others have published. ``agreement`` holds simulated rounds against the exact
odds. ``both_ways`` plays every game twice with the same cards and decisions, at a table clause by clause and in fast
rounds: the ``twins`` of a game.
"""

"""Verification of the figures by three checks. Each game declares its part of them (``declared``).

``published`` recounts figures that others have published. ``agreement`` compares simulated rounds with the exact odds.
``both_ways`` plays every game twice with the same cards and decisions: at a table, clause by clause, and in fast
rounds. Such a pair is called ``twins``.
"""

"""Verification of the figures by several checks. Each game declares its part of them (``declared``).

``published`` recounts figures that others have published. ``agreement`` compares simulated rounds with the exact odds.
``paired_rounds`` plays every game twice with the same cards and decisions: at a table, clause by clause, and in fast
rounds. Such a pair is called ``twins``. ``pairs`` reports two irregularities in one round, and holds the log against
the checker. ``cpu_against_gpu`` plays runs on GPUs and on processors. ``proofs`` deals out every deal of the stud
games, and records what was proved. ``trace`` shows the code and the tests of every clause.
"""

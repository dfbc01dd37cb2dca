"""Evidence for the shuffle of a table: what it draws, the orders that follow, and tests of both.

``orders`` collects from a table, by the code that every table runs. ``tally`` counts what the tests need, ``chances``
has the laws that a fair shuffle follows, and ``evidence`` compares the two and says how small a bias that can find.
"""

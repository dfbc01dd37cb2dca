"""Procedures that the documents share: shuffle, cut, shoe, dealing and irregularities."""

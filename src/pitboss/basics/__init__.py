"""What everything else stands on: cards, poker hands, money, clauses, errors and files. No game, no table."""

__version__ = "0.1.0"

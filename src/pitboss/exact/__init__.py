"""The exact mathematics that games share: counting, suit classes, distributions, strategies and the form of odds."""

"""High Card has the properties of every game."""

from pitboss.testing import tests_of

TestHighCard = tests_of("high_card")

"""Progressive jackpots: meters, and links between the tables that share them."""

from pitboss.progressive.link import Link
from pitboss.progressive.meter import Meter, MeterTerms

__all__ = ["Link", "Meter", "MeterTerms"]

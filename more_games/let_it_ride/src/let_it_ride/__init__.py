"""Let It Ride: three equal bets on five cards, of which two can be taken back."""

from let_it_ride.game import GAME

__all__ = ["GAME"]

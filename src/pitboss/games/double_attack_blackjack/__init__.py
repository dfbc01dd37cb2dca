"""Double Attack Blackjack: blackjack without tens, and a second wager after the player sees the dealer's up card."""

from pitboss.games.double_attack_blackjack.game import GAME

__all__ = ["GAME"]

"""Double Attack Blackjack: blackjack without tens, and a second wager once the dealer's up card is seen."""

from pitboss.games.double_attack_blackjack.game import GAME

__all__ = ["GAME"]

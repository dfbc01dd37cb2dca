"""Progressive jackpots in a round, and links between tables that share meters."""

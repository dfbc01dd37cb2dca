"""Progressive jackpots in a round, and links between the tables that share their meters."""

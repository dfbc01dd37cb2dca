"""Progressive jackpots: meters, what a round adds and pays, and links between tables."""

"""What the games' exact mathematics share: counting, suit classes, distributions, strategies, and what odds are."""

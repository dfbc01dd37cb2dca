"""How the game is verified."""

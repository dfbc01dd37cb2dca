"""The table in a terminal: drawn, and played by someone who sits at it."""

"""The table in a terminal: drawn, and played by a person at the prompt."""

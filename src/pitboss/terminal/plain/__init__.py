"""The table at the prompt of a terminal."""

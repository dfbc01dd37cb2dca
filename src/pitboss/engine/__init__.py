"""A round is a value: the types of a game and of its rules, the registry of games, and the table."""

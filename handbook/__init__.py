"""The pages of the documentation that are made when it is built: games from the engine, tutorials from notebooks."""

"""Practice for dealers: exercises whose right answers the engine makes."""

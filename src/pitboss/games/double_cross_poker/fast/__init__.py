"""Fast rounds for simulation."""

"""The mathematics of a declared game: every deal counted up to suits, and the best way through its decisions."""

"""Counting: compiled code, hands up to suits, and the cache of what was counted."""

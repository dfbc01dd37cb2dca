"""Mutation testing: break the engine in small ways, one at a time, and check that its tests fail."""

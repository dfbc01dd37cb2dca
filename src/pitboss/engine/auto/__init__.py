"""Automatic play: policies, the driver, and random events around rounds."""

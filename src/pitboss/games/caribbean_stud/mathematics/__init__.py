"""Exact odds, decisions and strategies."""

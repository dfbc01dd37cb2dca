"""Exact mathematics of any game: odds, decisions, strategies, studies and searches for pay tables."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

_MOVED = frozenset({"advise", "mathematics", "odds", "pictures", "short_strategy", "study"})
"""What this module held before it became a folder. It works for one version."""


def __getattr__(name: str) -> Any:
    if name not in _MOVED:
        raise AttributeError(f"module 'pitboss.mathematics' has no attribute {name!r}")
    warnings.warn(
        f"{name} of pitboss.mathematics is now in pitboss.mathematics.any_game", DeprecationWarning, stacklevel=2
    )
    return getattr(import_module("pitboss.mathematics.any_game"), name)

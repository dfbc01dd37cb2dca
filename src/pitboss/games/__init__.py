"""One folder a game. ``pitboss.engine.registry`` finds them, and the games of other packages."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

_MOVED = frozenset({"clauses", "file", "folder", "game", "games", "has", "package", "packages", "part", "words"})
"""What this module held before it moved to the registry. It works for one version."""


def __getattr__(name: str) -> Any:
    if name not in _MOVED:
        raise AttributeError(f"module 'pitboss.games' has no attribute {name!r}")
    warnings.warn(f"pitboss.games.{name} is now in pitboss.engine.registry", DeprecationWarning, stacklevel=2)
    return getattr(import_module("pitboss.engine.registry"), name)

"""``pitboss`` whose full screen hears every key, also one that comes right after a question."""

from __future__ import annotations

from pitboss.cli import run
from pitboss.terminal.screen.model import Shown

if __name__ == "__main__":
    Shown.is_deaf = property(lambda self: False)  # type: ignore[method-assign]
    run()

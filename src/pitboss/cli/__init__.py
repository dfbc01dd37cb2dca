"""The ``pitboss`` program. Commands that are one idea share a module, and ``app`` says which."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    from pitboss.cli import app

    return app.main(arguments)


def run() -> None:
    """Run the command line as a program. An interrupt while it loads ends it with a short message."""
    try:
        from pitboss.cli import app
    except KeyboardInterrupt:
        sys.stderr.write("pitboss: interrupted.\n")
        sys.stderr.flush()
        os._exit(130)
    app.run()

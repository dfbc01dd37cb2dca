"""Whether a command plays on the full screen, and how it comes back from it."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.cli.output import console

if TYPE_CHECKING:
    from pitboss.terminal.screen.app import TableApp


def wants_screen(plain: bool) -> bool:
    """Whether to use the full screen. Without Textual, a sentence says how to get it."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "") == "dumb":
        return False
    if find_spec("textual") is None:
        get_it = "The full-screen table needs Textual: pip install 'pitboss[terminal]'. This is the plain one."
        console().print(Text(get_it))
        return False
    return True


def run(app: TableApp) -> object:
    """Run a table on the full screen, then print what was said at the end. Returns what the seat returned."""
    for line in app.run() or []:
        console().print(Text(line))
    if app.error is not None:
        raise app.error
    return app.answer

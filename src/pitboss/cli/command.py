"""How to run Pitboss from the shell in which it was started."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

NAME = "pitboss"


def own_command() -> str:
    """The command that runs this Pitboss: by its name if the shell finds it, else by its path, else as a module."""
    started, python = Path(sys.argv[0]), Path(sys.executable)
    script = shutil.which(started) if started.stem == NAME else shutil.which(NAME, path=str(python.parent))
    if script is None:
        return f"{_shown(python)} -m pitboss.cli"
    found = shutil.which(NAME)
    return NAME if found and Path(found).samefile(script) else _shown(Path(script))


def _shown(path: Path) -> str:
    """A path as a shell takes it, from the current directory if it lies below that."""
    full, here = path.absolute(), Path.cwd()
    if not full.is_relative_to(here):
        return shlex.quote(str(full))
    below = full.relative_to(here)
    return shlex.quote(str(below) if len(below.parts) > 1 else f"./{below}")

"""A house for one command: a server process with a temporary database."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pitboss.cli.arguments import Unusable

OPEN_AT = "The house is open at "
"""What ``pitboss serve`` says when it is ready, before its address."""
TO_END = 15.0
"""Seconds within which a house must close."""


@contextmanager
def own_house(*, coach: bool = False) -> Iterator[str]:
    """Start a house on a free port, and stop it afterwards. Gives its address. With ``coach``, its coach gets ready."""
    with TemporaryDirectory(prefix="pitboss-") as folder:
        database, log = f"sqlite:///{folder}/house.db", Path(folder) / "log"
        command = [sys.executable, "-m", "pitboss.cli", "serve", "--port", "0", "--database", database]
        command += ["--no-tables", "--no-limits"] if coach else ["--no-tables", "--no-limits", "--lazy-coach"]
        with log.open("w+") as written:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=written, text=True)
            try:
                yield _address(process, log)
            finally:
                _end(process)


def _address(process: subprocess.Popen[str], log: Path) -> str:
    """The address of the house, once it is open."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(OPEN_AT):
            return line.removeprefix(OPEN_AT).strip()
    said = log.read_text(encoding="utf-8").strip().splitlines()
    why = said[-1].removeprefix("pitboss: ") if said else f"exit status {process.wait()}"
    raise Unusable(f"the house did not open: {why}")


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()

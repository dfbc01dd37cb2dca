"""What a failed test leaves in a folder of its own: the logs of its houses, and what its pages showed and received."""

from __future__ import annotations

import logging
import os
import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Protocol

FOLDER = "PITBOSS_FAILURES"
"""The environment variable with the folder of all failures. All processes of a run share it."""


class Source(Protocol):
    """Something that knows what happened."""

    def leave(self, folder: Path, number: int) -> None:
        """Write what happened into files with this number in their names."""

    def forget(self) -> bool:
        """The test is over. Returns whether the next one may use this too."""


sources: list[Source] = []
"""Whoever makes a house or a browser adds it here."""


def begin(root: Path) -> None:
    """Remove what an earlier run left, unless this process was started by a run."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = str(root / "build" / "failures")
        shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


def leave(test: str = "") -> Path | None:
    """Write all that is known into the folder of a test, by default of the one that runs. None if nothing is."""
    test = test or os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if not test:  # a program that borrows a house or a page
        return None
    folder = Path(os.environ[FOLDER], re.sub(r"[^\w.]+", "-", test).strip("-")[-150:])
    with suppress(OSError):  # what is not there is left out, and the test fails by its own reason
        folder.mkdir(parents=True, exist_ok=True)
        for number, source in enumerate(sources, 1):
            with suppress(OSError):
                source.leave(folder, number)
        if any(folder.iterdir()):
            return folder
        folder.rmdir()
    return None


def forget() -> None:
    """Begin another test, in which houses and browsers of several tests go on."""
    sources[:] = [one for one in sources if one.forget()]


class OwnLog(logging.Handler):
    """The log of houses in this process."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def leave(self, folder: Path, number: int) -> None:
        from pitboss.house.process.logs import JsonLines

        if self.records:
            lines = map(JsonLines().format, self.records)
            (folder / f"log-{number}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def forget(self) -> bool:
        self.records.clear()
        return True

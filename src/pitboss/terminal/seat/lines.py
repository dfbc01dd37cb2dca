"""Lines that are typed at a terminal, read while other things happen."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from getpass import getpass
from types import FrameType
from typing import Protocol


class Keyboard(Protocol):
    """What a seat reads from."""

    def next(self, seconds: float) -> str | None:
        """The next line, or None if none comes in time. ``EOFError`` and ``KeyboardInterrupt`` end the input."""

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if Ctrl-C was pressed."""

    def secret(self, prompt: str) -> str:
        """A line that is typed without echo."""


class Lines:
    """The lines of an input, one at a time. ``next`` waits for a line only as long as it is told.

    >>> reads, writes = os.pipe()
    >>> lines = Lines(reads)
    >>> lines.next(0) is None
    True
    >>> os.write(writes, b"ante 25\\nfo")
    10
    >>> lines.next(1), lines.next(0)
    ('ante 25', None)
    """

    def __init__(self, file: int) -> None:
        self._file, self._read = file, b""
        self._interrupted = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep Ctrl-C until ``next`` or ``check``. Elsewhere it could come between two parts of one step."""

        def note(number: int, frame: FrameType | None) -> None:
            self._interrupted = True

        before = signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if Ctrl-C was pressed."""
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    def next(self, seconds: float) -> str | None:
        """The next line, or None if none comes in time. At the end of the input, ``EOFError`` is raised."""
        end = time.monotonic() + seconds
        self.check()
        while b"\n" not in self._read:
            if not select.select([self._file], [], [], max(0.0, end - time.monotonic()))[0]:
                self.check()
                return None
            try:
                more = os.read(self._file, 4096)
            except OSError:  # the terminal is gone
                more = b""
            if not more:
                raise EOFError
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    def secret(self, prompt: str) -> str:
        """A line that is typed without echo. Ctrl-C raises ``KeyboardInterrupt`` at once."""
        held = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return getpass(prompt)
        finally:
            signal.signal(signal.SIGINT, held)


class Prompted:
    """A keyboard that shows its own prompt, as ``input`` does, and waits for a line as long as that takes.

    >>> keyboard = Prompted(lambda words: f"typed at {words}")
    >>> keyboard.words = "> "
    >>> keyboard.next(1)
    'typed at > '
    """

    def __init__(self, ask: Callable[[str], str]) -> None:
        self._ask = ask
        self.words = ""
        """The prompt."""

    def next(self, seconds: float) -> str | None:
        return self._ask(self.words)

    def check(self) -> None:
        """Ctrl-C is raised where it is pressed."""

    def secret(self, prompt: str) -> str:
        """There is nothing secret at a table of one's own."""
        raise EOFError

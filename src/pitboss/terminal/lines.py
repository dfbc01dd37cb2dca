"""Lines that are typed at a terminal, read while other things happen."""

from __future__ import annotations

import os
import select
import time


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
        self._file, self._read, self._ended = file, b"", False

    def next(self, seconds: float) -> str | None:
        """The next line, or None if none comes in time. At the end of the input, ``EOFError`` is raised."""
        end = time.monotonic() + seconds
        while b"\n" not in self._read:
            if self._ended:
                raise EOFError
            if not select.select([self._file], [], [], max(0.0, end - time.monotonic()))[0]:
                return None
            try:
                more = os.read(self._file, 4096)
            except OSError:  # the terminal is gone
                more = b""
            self._ended = not more
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

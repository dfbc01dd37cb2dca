"""A command in a pseudo-terminal, with typed input."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Sequence

import psutil

from waiting import HANG_S, until


class Terminal:
    """A command in its own terminal."""

    def __init__(self, *arguments: str, program: Sequence[str] = ("-m", "pitboss.cli"), **environment: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "50", **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.state = psutil.Process(self.process.pid)
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def comes(self, words: str, seconds: float) -> bool:
        """Whether these words appear in time. The command must not end before."""
        end = time.monotonic() + seconds
        while words not in self.seen:
            if not select.select([self.master], [], [], max(0.0, end - time.monotonic()))[0]:
                return False
            try:
                read = os.read(self.master, 65536)
            except OSError:  # on Linux, the other end is closed
                read = b""
            assert read, f"the command ended before {words!r}; there was {self.seen[-2000:]!r}"
            more = self.decoder.decode(read)
            self.seen += re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[78])", "", more).replace("\r", "")
        return True

    def expect(self, words: str) -> str:
        """Read until these words appear. Returns the output before them."""
        assert self.comes(words, HANG_S), f"{words!r} did not come; there was {self.seen[-2000:]!r}"
        before, _, self.seen = self.seen.partition(words)
        return before

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def press(self, key: bytes, words: str) -> None:
        """Press a key when the command waits for one, and read until these words appear.

        Python does not hear Ctrl-C between a prompt and the wait for a line.
        """
        until(lambda: self.process.poll() is not None or self.state.status() == psutil.STATUS_SLEEPING)
        os.write(self.master, key)
        self.expect(words)

    def status(self) -> int:
        return self.process.wait(HANG_S)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)

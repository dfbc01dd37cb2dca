"""The house's side of the back office: starts its process when it is first needed, asks it, and ends it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import Any

import msgspec
from sqlalchemy import URL

LONGEST = 1 << 24
"""The most bytes of an answer."""


class OfficeClosed(Exception):
    """The back office could not do what it was asked, and why."""


class Office:
    """One process for long work. It does one thing at a time."""

    def __init__(self, database: URL) -> None:
        self._database = database
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, what: str) -> Any:
        """Ask for ``hold`` or ``audit``. The answer may take minutes."""
        async with self._lock:
            try:
                process = self._process
                if process is None or process.returncode is not None:
                    process = await self._start()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(msgspec.json.encode(what) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            except BaseException as error:  # an answer may still come, which nobody waits for
                await self._end()
                if isinstance(error, OSError):
                    raise OfficeClosed("the back office has ended") from None
                raise
            if not line:
                await self._end()
                raise OfficeClosed("the back office has ended")
            said = msgspec.json.decode(line)
        if "error" in said:
            raise OfficeClosed(said["error"])
        return said["answer"]

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "pitboss.server.back_office", stdin=pipe, stdout=pipe, limit=LONGEST
        )
        assert self._process.stdin is not None
        address = self._database.render_as_string(hide_password=False)  # not an argument, which others could read
        self._process.stdin.write(f"{address}\n".encode())
        return self._process

    async def _end(self) -> None:
        if (process := self._process) is None:
            return
        self._process = None
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def close(self) -> None:
        """End the process, whatever it does."""
        await self._end()

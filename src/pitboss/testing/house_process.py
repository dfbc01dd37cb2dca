"""Starts, kills and restarts the server processes of the soak test, at the same address.

``python -m pitboss.testing.house_process URL PORT KEY SEED`` is one of them: the server of ``pitboss serve`` without
pauses and limits. Jackpots are planted, since they are rare. When the house is open, it prints its address.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from random import Random

import msgspec

from pitboss.house.process import house
from pitboss.house.settings import UNLIMITED, HouseSettings, Pace
from pitboss.house.tables.live import LiveTable
from pitboss.server.http import run
from pitboss.server.http.start import listen

START_S = 90.0
"""Seconds that a process may take to recover its tables."""
STOP_S = 30.0
"""Seconds that a process may take to park its tables."""
WRONG = ("error", "critical")
"""The levels of lines in the log that a sound house does not write."""
EXPECTED = "another process does not answer"
"""The error that a kill of another process causes."""
EVICTED = ("AdminShutdown", "TableLost")
"""Why a house stops that the machine did not let run for a while: another process has its tables. It opens again."""
FORTUNE = 10_000_000_00
"""Cents that everybody begins with, and the face value of each person's coupons."""
JACKPOTS = "Ts Js Qs Ks As 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 5d 6d 7d 8d 9d"
"""Hands that win shares of meters, if dealt one after the other."""
PLANTED = 0.4
"""How often a jackpot is planted."""
GRACE_MS = 300
"""The time that people get to connect again after a restart. Lives are short, so it is too."""


class SoakError(RuntimeError):
    """The house broke a promise, or did not start again."""


class HouseProcess:
    """A process that serves the house, at one address for all its lives."""

    def __init__(self, url: str, key: Path, number: int, seed: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.slowest_start_s = 0.0
        self._url, self._seed, self._lives = url, seed, 0
        self._key, self._log = key, key.with_name(f"log-{number}.jsonl")
        self._read = 0
        self._process: Process | None = None
        self._began = 0.0

    async def start(self) -> None:
        """Start the process. ``opened`` waits until it serves."""
        self._lives += 1
        seed = self._seed * 100_000 + self._lives
        arguments = (self._url, str(self.port), str(self._key), str(seed))
        self._began = time.monotonic()
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "pitboss.testing.house_process", *arguments, stdout=PIPE, stderr=log
            )

    async def opened(self) -> None:
        """Wait until the house is open."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(START_S):
                said = await self._process.stdout.readline()
        except TimeoutError:
            raise SoakError(f"the house did not open within {START_S:.0f} s") from None
        if not said:
            raise SoakError(f"the house did not start: {self._last_words()}")
        self.slowest_start_s = max(self.slowest_start_s, time.monotonic() - self._began)

    async def kill(self) -> None:
        """Kill the process as a crash would."""
        assert self._process is not None
        if self._process.returncode is not None:
            raise SoakError(f"the house ended by itself: {self._last_words()}")
        self._process.kill()
        await self._process.wait()
        if self._process.returncode != -signal.SIGKILL:
            raise SoakError(f"the house ended by itself: {self._last_words()}")

    async def stop(self) -> None:
        """Ask the process to end, and wait until it has parked its tables."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
        async with asyncio.timeout(STOP_S):
            status = await self._process.wait()
        if status:
            raise SoakError(f"the house closed with status {status}: {self._last_words()}")

    async def abandon(self) -> None:
        """Kill the process if it still runs, whatever it does."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    def check_log(self) -> None:
        """Raise ``SoakError`` if the process has logged an error since the last time."""
        with self._log.open("rb") as log:
            log.seek(self._read)
            text = log.read()
        whole = text[: text.rfind(b"\n") + 1]  # a kill may tear the last line
        self._read += len(whole)
        for line in whole.splitlines():
            if line.startswith(b"{"):
                said = msgspec.json.decode(line)
                evicted = said.get("event") == "the house has stopped" and said.get("error") in EVICTED
                if said.get("level") in WRONG and said.get("event") != EXPECTED and not evicted:
                    raise SoakError(f"the house logged an error: {line.decode()}")

    def _last_words(self) -> str:
        lines = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"


def plant_jackpots(random: Random) -> None:
    """Let some rounds with a meter begin with cards that win from it."""
    open_round = LiveTable.open_round

    def planted(self: LiveTable) -> None:
        if self.table.terms and random.random() < PLANTED:
            self.table.stack(JACKPOTS)
        open_round(self)

    LiveTable.open_round = planted  # type: ignore[method-assign]


def main(url: str, port: int, key: Path, seed: int) -> None:
    plant_jackpots(Random(seed))
    house.GRACE_MS = GRACE_MS
    settings = HouseSettings(pace=Pace().times(0), starting_cents=FORTUNE, seed_tables=False, limits=UNLIMITED)
    run.serve(url, listen("127.0.0.1", port), settings, lambda address, token: print(address, flush=True), key=key)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))

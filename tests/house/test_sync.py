"""What was acknowledged had been synced: a kill does not test the disk, so the system calls are traced.

``strace`` shows the order. The page that holds an act is written to the write-ahead log, then the log is synced, and
only then does the answer leave the process.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

ANSWERS, LONGEST_S = 100, 40.0
CALL = re.compile(r"^(?P<pid>\d+) +(?P<name>\w+)\((?P<fd>\d+)<(?P<path>[^>]*)>(?P<rest>.*)$")
RESUMED = re.compile(r"^(?P<pid>\d+) +<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)$")
DONE = re.compile(r'"done (?P<table>\S+) (?P<seq>\d+) (?P<person>\S+) (?P<key>[\w-]+)\\n"')


def unsynced(trace: Sequence[str]) -> tuple[int, list[str]]:
    """How many answers there are, and the keys of those that left before their act was synced."""
    answers, early = 0, []
    written: list[tuple[int, str]] = []
    """Where something was written to the log, and what."""
    syncs: list[tuple[int, int]] = []
    """Where each sync of the log began and ended."""
    under_way: dict[str, int] = {}
    for at, line in enumerate(trace):
        if (again := RESUMED.match(line)) and again["name"] in ("fsync", "fdatasync"):
            if again["pid"] in under_way and again["rest"].endswith("= 0"):
                syncs.append((under_way.pop(again["pid"]), at))
            continue
        call = CALL.match(line)
        if call is None:
            continue
        if call["path"].endswith("-wal"):
            if call["name"] in ("write", "pwrite64"):
                written.append((at, call["rest"]))
            elif call["rest"].endswith("= 0"):
                syncs.append((at, at))
            else:
                under_way[call["pid"]] = at
        elif (done := DONE.search(call["rest"])) and done["seq"] != "0":
            answers += 1
            stored = f":{done['key']}{done['person']}"  # two columns of a row lie side by side
            page = next((where for where, what in written if stored in what), None)
            if page is None or not any(page < began and ended < at for began, ended in syncs):
                early.append(done["key"])
    return answers, early


def test_an_answer_that_leaves_before_the_sync_is_noticed() -> None:
    page = '7 pwrite64(5</h.db-wal>, "..p1:1:1-2p1..", 4096, 99) = 4096'
    sync, answer = "7 fdatasync(5</h.db-wal>) = 0", r'8 write(1<pipe:[9]>, "done t 3 p1 1-2\n", 16) = 16'
    begun, ended = "7 fdatasync(5</h.db-wal> <unfinished ...>", "7 <... fdatasync resumed>) = 0"
    assert unsynced([page, sync, answer]) == (1, [])
    assert unsynced([page, begun, ended, answer]) == (1, [])
    for wrong in ([page, answer, sync], [sync, page, answer], [sync, answer], [page, begun, answer, ended]):
        assert unsynced(wrong) == (1, ["1-2"])
    assert unsynced([page, sync.replace("-wal", ""), answer]) == (1, ["1-2"])


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_every_act_is_synced_before_its_answer(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    calls = "trace=fsync,fdatasync,write,pwrite64"
    command = ["strace", "-f", "-y", "-s", "5000", "-e", calls, "-o", str(trace), sys.executable]
    command += ["-m", "pitboss.house.soak_worker", f"sqlite:///{tmp_path / 'house.db'}", "1", "0.02"]
    error = tmp_path / "error"
    with (
        error.open("wb") as errors,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
        ) as worker,
    ):
        assert worker.stdout is not None
        done, deadline = 0, time.monotonic() + LONGEST_S
        try:
            while done < ANSWERS and time.monotonic() < deadline and (line := worker.stdout.readline()):
                done += line.startswith(b"done")
        finally:
            os.killpg(worker.pid, signal.SIGKILL)  # strace alone would leave the worker running
    told = error.read_text(encoding="utf-8", errors="replace")
    if "ptrace" in told:
        pytest.skip("strace may not trace here")
    answers, early = unsynced(trace.read_text(encoding="utf-8", errors="replace").splitlines())
    assert early == []
    assert answers > ANSWERS // 2, told

"""What was acknowledged had been synced: a kill does not test the disk, so the system calls are traced.

``strace`` shows the order. What holds an act is written to the write-ahead log, then the log is synced, and only then
does the answer leave the process. With PostgreSQL, the processes of its server are traced too.
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
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

import self_playing
from postgres import PostgresServer, missing
from waiting import HANG_S

ANSWERS = 100
CALL = re.compile(r"^(?P<pid>\d+) +(?P<name>\w+)\((?P<fd>\d+)<(?P<path>[^>]*)>(?P<rest>.*)$")
RESUMED = re.compile(r"^(?P<pid>\d+) +<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)$")
DONE = re.compile(r'"done (?P<table>\S+) (?P<seq>\d+) (?P<person>\S+) (?P<key>[\w-]+)\\n"')


class Log(NamedTuple):
    """How the write-ahead log of a database looks in a trace."""

    path: re.Pattern[str]
    between: str
    """A pattern of what lies between the key and the person of an act, which are columns side by side."""


SQLITE = Log(re.compile(r"-wal$"), "")
POSTGRES = Log(re.compile(r"/pg_wal/[0-9A-F]{24}$"), r"(?:\\[0-7]{1,3}|\\?.)")  # the length of the person's id


class Found(NamedTuple):
    """The answers in a trace."""

    answers: int
    early: list[str]
    """The keys of answers that left before their act was synced."""
    unseen: list[str]
    """The keys of answers whose act was written nowhere before."""


def unsynced(trace: Sequence[str], log: Log = SQLITE) -> Found:
    """Whether every answer left after its act was synced."""
    answers, early, unseen = 0, [], []
    written: list[tuple[int, str, str]] = []
    """Where something was written to the log, the file, and what."""
    syncs: list[tuple[int, int, str]] = []
    """Where each sync of the log began and ended, and the file."""
    under_way: dict[str, tuple[int, str]] = {}
    for at, line in enumerate(trace):
        if (again := RESUMED.match(line)) and again["name"] in ("fsync", "fdatasync"):
            if again["pid"] in under_way and again["rest"].endswith("= 0"):
                began, path = under_way.pop(again["pid"])
                syncs.append((began, at, path))
            continue
        call = CALL.match(line)
        if call is None:
            continue
        if log.path.search(call["path"]):
            if call["name"] in ("write", "pwrite64"):
                written.append((at, call["path"], call["rest"]))
            elif call["rest"].endswith("= 0"):
                syncs.append((at, at, call["path"]))
            else:
                under_way[call["pid"]] = at, call["path"]
        elif (done := DONE.search(call["rest"])) and done["seq"] != "0":
            answers += 1
            stored = re.compile(f":{done['key']}{log.between}{done['person']}")
            page = next(((where, file) for where, file, what in written if stored.search(what)), None)
            if page is None:
                unseen.append(done["key"])
            elif not any(page[0] < began and ended < at and page[1] == file for began, ended, file in syncs):
                early.append(done["key"])
    return Found(answers, early, unseen)


def test_an_answer_that_leaves_before_the_sync_is_noticed() -> None:
    page = '7 pwrite64(5</h.db-wal>, "..p1:1:1-2p1..", 4096, 99) = 4096'
    sync, answer = "7 fdatasync(5</h.db-wal>) = 0", r'8 write(1<pipe:[9]>, "done t 3 p1 1-2\n", 16) = 16'
    begun, ended = "7 fdatasync(5</h.db-wal> <unfinished ...>", "7 <... fdatasync resumed>) = 0"
    assert unsynced([page, sync, answer]) == (1, [], [])
    assert unsynced([page, begun, ended, answer]) == (1, [], [])
    for wrong in ([page, answer, sync], [sync, page, answer], [page, begun, answer, ended]):
        assert unsynced(wrong) == (1, ["1-2"], [])
    assert unsynced([sync, answer]) == (1, [], ["1-2"])
    assert unsynced([page, sync.replace("-wal", ""), answer]) == (1, ["1-2"], [])
    assert unsynced([page, sync.replace("h.db", "other.db"), answer]) == (1, ["1-2"], [])


def test_the_log_of_postgresql_is_read_too() -> None:
    wal = "/tmp/pg/data/pg_wal/000000010000000000000001"
    page = rf'7 pwrite64(5<{wal}>, "..\21p1:1:1-2\7p1..", 8192, 99) = 8192'
    sync, answer = f"7 fdatasync(5<{wal}>) = 0", r'8 write(1<pipe:[9]>, "done t 3 p1 1-2\n", 16) = 16'
    assert unsynced([page, sync, answer], POSTGRES) == (1, [], [])
    assert unsynced([page, answer, sync], POSTGRES) == (1, ["1-2"], [])


def traced(tmp_path: Path, url: str, *options: str) -> list[str]:
    """The system calls of a worker until it has given some answers."""
    trace, error = tmp_path / "trace", tmp_path / "error"
    calls = "trace=fsync,fdatasync,write,pwrite64"
    command = ["strace", "-f", "-y", "-s", "100000", "-e", calls, "-o", str(trace), *options, sys.executable]
    command += [self_playing.__file__, url, "1"]
    with (
        error.open("wb") as errors,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
        ) as worker,
    ):
        assert worker.stdout is not None
        done, deadline = 0, time.monotonic() + HANG_S
        try:
            while done < ANSWERS and time.monotonic() < deadline and (line := worker.stdout.readline()):
                done += line.startswith(b"done")
        finally:
            os.killpg(worker.pid, signal.SIGKILL)  # strace alone would leave the worker running
    told = error.read_text(encoding="utf-8", errors="replace")
    if "ptrace" in told:
        pytest.skip("strace may not trace here")
    return trace.read_text(encoding="utf-8", errors="replace").splitlines()


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_every_act_is_synced_before_its_answer(tmp_path: Path) -> None:
    found = unsynced(traced(tmp_path, f"sqlite:///{tmp_path / 'house.db'}"))
    assert (found.early, found.unseen) == ([], [])
    assert found.answers > ANSWERS // 2


def writers(server: PostgresServer) -> list[str]:
    """The processes that write the log: the first one, which starts a process for each session, and the WAL writer."""
    first = (server.home / "data" / "postmaster.pid").read_text().split()[0]
    others = []
    for pid in Path(f"/proc/{first}/task/{first}/children").read_text().split():
        with suppress(FileNotFoundError):  # a session that has just ended
            if b"walwriter" in Path(f"/proc/{pid}/cmdline").read_bytes():
                others.append(pid)
    return [first, *others]


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_every_act_is_synced_by_postgresql_before_its_answer(tmp_path: Path) -> None:
    """A few acts are not seen, since the border of two pages of the log may lie in a key."""
    if why := missing():
        pytest.skip(why)
    server = PostgresServer()
    try:
        pids = writers(server)
        found = unsynced(traced(tmp_path, server.fresh(), *(f"--attach={pid}" for pid in pids)), POSTGRES)
    finally:
        server.stop()
    assert found.early == []
    assert found.answers > ANSWERS // 2
    assert len(found.unseen) < found.answers // 10

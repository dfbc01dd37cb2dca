"""The kill test: a house under load is killed at random moments, and nothing that it promised may be lost.

The promises are what the worker wrote to its standard output before it died: answers to commands, and updates.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from random import Random
from select import select as wait_for
from typing import NamedTuple

import msgspec
from sqlalchemy import Engine, func, select

from pitboss.house.audit.promises import Answer, SoakError, Update, check_promises
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.storage.database import DatabaseError, database_file, hold, migrate, open_database, writing
from pitboss.house.storage.schema import game_table, meter_move, person, setting

START_S = 60.0
"""Seconds that a worker may take to recover its tables."""
MARK = "soak"
"""The setting that marks the database of a soak."""
WHOLE, AUDIT_EVERY = 15, 20
"""After this many kills, only one in so many is followed by an audit, since an audit grows with history."""
RESENT = 20
"""The most commands that are given again after a kill."""


class Soaked(msgspec.Struct):
    """What a soak has seen."""

    kills: int = 0
    promised: int = 0
    """Acts and entries that somebody was told of."""
    commands: int = 0
    """Commands that were answered with Done."""
    resent: int = 0
    """Commands that were given again after a kill."""
    audits: int = 0
    acts: int = 0
    rounds: int = 0
    jackpots: int = 0
    """Shares of meters that were won."""
    slowest_start_s: float = 0.0


class Life(NamedTuple):
    """What a worker said before it died."""

    lines: list[tuple[str, str]]
    started_s: float


def soak(
    url: str,
    kills: int,
    *,
    seed: int = 1,
    longest_s: float = 1.0,
    pace: float = 0.004,
    tick: Callable[[Soaked], None] = lambda so_far: None,
) -> Soaked:
    """Kill a house so often, and check everything after each kill. Raises ``SoakError`` on the first break.

    A worker lives up to ``longest_s`` after it has recovered its tables. ``pace`` is its pause between two acts of a
    table.
    """
    random, told, engine = Random(seed), Soaked(), open_database(url)
    file = database_file(engine)
    with hold(file) if file else nullcontext():
        migrate(engine)
        mark(engine)
        _soak(url, engine, kills, seed, random, longest_s, pace, told, tick)
    engine.dispose()
    return told


def mark(engine: Engine) -> None:
    """Mark an empty database as one of a soak. A soak issues money, so it must not touch a house."""
    with writing(engine) as connection:
        if connection.execute(select(setting.c.value).where(setting.c.name == MARK)).scalar() is not None:
            return
        for table in (game_table, person):
            if connection.execute(select(func.count()).select_from(table)).scalar_one():
                raise DatabaseError("this database holds a house: a soak needs an empty one, or one of its own")
        connection.execute(setting.insert().values(name=MARK, value="1"))


def _soak(
    url: str,
    engine: Engine,
    kills: int,
    seed: int,
    random: Random,
    longest_s: float,
    pace: float,
    told: Soaked,
    tick: Callable[[Soaked], None],
) -> None:
    pending: list[str] = []
    for number in range(1, kills + 1):
        life = _lived(url, seed * 100_000 + number, pace, pending, random.uniform(0.0, longest_s))
        told.kills, told.resent = number, told.resent + len(pending)
        told.slowest_start_s = max(told.slowest_start_s, life.started_s)
        _check_life(engine, life.lines, told)
        pending = _unanswered(life.lines)
        if number <= WHOLE or number % AUDIT_EVERY == 0 or number == kills:
            _check_all(engine, told)
        tick(told)


def _lived(url: str, seed: int, pace: float, again: Sequence[str], seconds: float) -> Life:
    """Start a worker, let it live for some time after its start, and kill it."""
    command = [sys.executable, "-m", "pitboss.stress.core_soak_worker", url, str(seed), str(pace)]
    began = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        try:
            worker.stdin.write("".join(f"{line}\n" for line in again).encode())
            worker.stdin.close()
            said = _until_ready(worker)
            ready = time.monotonic()
            said += _heard(worker, ready + seconds)
        finally:
            worker.kill()
        said += worker.stdout.read()
        if worker.wait() != -9:
            raise SoakError(f"the house ended by itself: {_last_words(worker.stderr.read())}")
    lines = [line.partition(" ")[::2] for line in said.decode().split("\n")[:-1]]  # the last line may be torn
    return Life(lines, ready - began)


def _until_ready(worker: subprocess.Popen[bytes]) -> bytes:
    said = b""
    deadline = time.monotonic() + START_S
    while b"ready\n" not in said:
        more = _heard(worker, min(deadline, time.monotonic() + 0.01))
        said += more
        if worker.poll() is not None or time.monotonic() > deadline:
            worker.kill()
            assert worker.stderr is not None
            raise SoakError(f"the house did not start: {_last_words(worker.stderr.read())}")
    return said


def _heard(worker: subprocess.Popen[bytes], until: float) -> bytes:
    """What a worker says until some time. A pipe holds little, so it must be read all the time."""
    assert worker.stdout is not None
    said = b""
    while (left := until - time.monotonic()) > 0:
        if wait_for([worker.stdout], [], [], left)[0]:
            more = worker.stdout.read1(1 << 16)  # type: ignore[attr-defined]
            if not more:
                return said
            said += more
    return said


def _last_words(error: bytes) -> str:
    """The errors that a worker died of, the cause first."""
    lines = error.decode(errors="replace").strip().splitlines()
    errors = [line for line in lines if line[:1].isalpha() and ": " in line and not line.startswith("Traceback")]
    return "; ".join(errors) or (lines[-1] if lines else "it said nothing")


def _unanswered(lines: Sequence[tuple[str, str]]) -> list[str]:
    """The last commands that were sent and not answered."""
    answered = {line[1].rpartition(" ")[2] for line in lines if line[0] in ("done", "no")}
    sent = [(line[1], msgspec.json.decode(line[1])["command"]) for line in lines if line[0] == "sent"]
    return [one for one, command in sent if command["key"] not in answered][-RESENT:]


# --- what must hold after a kill


def _check_life(engine: Engine, lines: Sequence[tuple[str, str]], told: Soaked) -> None:
    """Everything that somebody was told of is in the database, once."""
    updates, answers = [], []
    for kind, said in lines:
        if kind == "told":
            table, seq = said.split(" ")
            updates.append(Update(table, int(seq)))
        elif kind == "done":
            table, seq, person, key = said.split(" ")
            answers.append(Answer(table, int(seq), person, key))
    told.promised += len(updates) + len(answers)
    told.commands += len(answers)
    check_promises(engine, updates, answers)


def _check_all(engine: Engine, told: Soaked) -> None:
    audit = audit_house(engine)
    told.audits += 1
    told.acts, told.rounds = audit.counts.acts, audit.counts.rounds
    with engine.connect() as connection:
        won = select(func.count()).select_from(meter_move).where(meter_move.c.kind == "jackpot won")
        told.jackpots = connection.execute(won).scalar_one()
    if audit.findings:
        found = audit.findings
        raise SoakError(f"the audit found {len(found)} breaks after kill {told.kills}: {found[0].sentence}")

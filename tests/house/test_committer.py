"""The committer writes together what the tables ask for while they are busy."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event

import pytest

from pitboss.house.money import books
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import Entry
from pitboss.house.storage import committer
from pitboss.house.storage.committer import Committer, Job, Outcome
from pitboss.house.storage.store import NoStore
from waiting import until

FOR_EVER = 600.0


def test_jobs_that_come_before_the_tables_hear_of_the_last_ones_are_written_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(committer, "GATHER_S", FOR_EVER)
    calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
    writing = Committer(NoStore(), calls.put)
    heard: list[tuple[str, Outcome]] = []

    def job(name: str) -> Job:
        lines = Posting(books.ISSUED, -1), Posting(books.HOUSE, 1)
        return Job(entries=(Entry(name, "issue", 0, lines),), done=lambda outcome: heard.append((name, outcome)))

    writing.submit(job("first"))
    tell = calls.get()
    told, waits = writing._told, list[float]()
    monkeypatch.setattr(told, "wait", lambda seconds: waits.append(seconds) or Event.wait(told, seconds))
    writing.submit(job("second"))
    until(lambda: waits or writing.transactions > 1)
    writing.submit(job("third"))
    assert (writing.transactions, writing.jobs) == (1, 1)
    tell()
    calls.get()()
    assert (writing.transactions, writing.jobs) == (2, 3)
    assert heard == [(name, Outcome()) for name in ("first", "second", "third")]
    writing.close()

"""A process beside the house: what is urgent goes first, nobody fills its queue, and its own work has no limit."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

import waiting_aside
from pitboss.server.aside import BUSY, BUSY_FOR_YOU, CLOSED, ENDED, TOO_LONG, Aside, NotDone
from waiting import until_async

QUESTION_S = 0.05
"""Far less than the process works by itself before it answers."""
LINES = 6
"""What the process waits for: a question, its withdrawal and the four that may wait."""


def test_urgent_questions_interrupt_long_work_and_nobody_fills_the_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(waiting_aside.__file__).parent), prepend=os.pathsep)

    async def ask() -> None:
        waits = tmp_path / "waits"
        aside = Aside("waiting_aside", first=f"{LINES} {waits}", most=4, most_of_one=2, long_s=QUESTION_S)
        aside.start()
        await until_async(waits.exists)
        with pytest.raises(NotDone, match=TOO_LONG):  # the asker does not wait so long, but the process goes on
            await aside.ask("withdrawn", person="ann", patience_s=5 * QUESTION_S)
        aside.long_s = None
        pid = aside.pid
        first = asyncio.create_task(aside.ask("first", person="ann"))
        await asyncio.sleep(0)
        long = asyncio.create_task(aside.ask("long", rank=2, person="ann"))
        await asyncio.sleep(0)
        with pytest.raises(NotDone, match=BUSY_FOR_YOU):
            await aside.ask("one too many", person="ann")
        also = asyncio.create_task(aside.ask("also", rank=2, person="bob"))
        await asyncio.sleep(0)
        last = asyncio.create_task(aside.ask("last", rank=3, person="bob"))
        await asyncio.sleep(0)
        with pytest.raises(NotDone, match=BUSY):
            await aside.ask("one too many", person="cat")
        assert await first == ["first"]
        assert await aside.ask("urgent", person="cat") == ["first", "urgent"]  # the long one does not end before it
        assert await long == ["first", "urgent", "long"]
        assert await also == ["first", "urgent", "long", "also"]
        assert await last == ["first", "urgent", "long", "also", "last"]
        assert (aside.pid, aside.started) == (pid, 1)
        await aside.close()
        with pytest.raises(NotDone, match=CLOSED):
            await aside.ask("late")
        assert aside.started == 1

    asyncio.run(ask())


@pytest.mark.parametrize("quiet", [False, True])
def test_a_process_that_can_not_start_is_not_started_for_ever(quiet: bool, capfd: pytest.CaptureFixture[str]) -> None:
    async def ask() -> None:
        aside = Aside("pitboss.nowhere", quiet=quiet)
        with pytest.raises(NotDone, match=ENDED):
            await aside.ask("anything")
        assert aside.started == 2
        await aside.close()

    asyncio.run(ask())
    assert ("pitboss.nowhere" in capfd.readouterr().err) != quiet

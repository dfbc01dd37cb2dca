"""A process beside the house: what is urgent goes first, nobody fills its queue, and its own work has no limit."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

import waiting_worker
from pitboss.house.process.worker import BUSY, BUSY_FOR_YOU, CLOSED, ENDED, TOO_LONG, NotDone, Worker, processor_s
from waiting import until_async

QUESTION_S = 0.05
"""Far less than the process works by itself before it answers."""
LINES = 6
"""What the process waits for: a question, its withdrawal and the four that may wait."""


@pytest.fixture
def path_of_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(waiting_worker.__file__).parent), prepend=os.pathsep)


@pytest.mark.usefixtures("path_of_helpers")
def test_urgent_questions_interrupt_long_work_and_nobody_fills_the_queue(tmp_path: Path) -> None:
    async def ask() -> None:
        waits = tmp_path / "waits"
        worker = Worker("waiting_worker", first=f"{LINES} {waits}", most=4, most_of_one=2, long_s=QUESTION_S)
        worker.start()
        await until_async(waits.exists)
        with pytest.raises(NotDone, match=TOO_LONG):  # the asker does not wait so long, but the process goes on
            await worker.ask("withdrawn", person="ann", patience_s=5 * QUESTION_S)
        worker.long_s = None
        pid = worker.pid
        first = asyncio.create_task(worker.ask("first", person="ann"))
        await asyncio.sleep(0)
        long = asyncio.create_task(worker.ask("long", rank=2, person="ann"))
        await asyncio.sleep(0)
        with pytest.raises(NotDone, match=BUSY_FOR_YOU):
            await worker.ask("one too many", person="ann")
        also = asyncio.create_task(worker.ask("also", rank=2, person="bob"))
        await asyncio.sleep(0)
        last = asyncio.create_task(worker.ask("last", rank=3, person="bob"))
        await asyncio.sleep(0)
        with pytest.raises(NotDone, match=BUSY):
            await worker.ask("one too many", person="cat")
        assert await first == ["first"]
        assert await worker.ask("urgent", person="cat") == ["first", "urgent"]  # the long one does not end before it
        assert await long == ["first", "urgent", "long"]
        assert await also == ["first", "urgent", "long", "also"]
        assert await last == ["first", "urgent", "long", "also", "last"]
        assert (worker.pid, worker.started) == (pid, 1)
        await worker.close()
        with pytest.raises(NotDone, match=CLOSED):
            await worker.ask("late")
        assert worker.started == 1

    asyncio.run(ask())


@pytest.mark.usefixtures("path_of_helpers")
def test_a_question_waits_only_for_others_in_its_lane(tmp_path: Path) -> None:
    async def ask() -> None:
        worker = Worker("waiting_worker", first=f"0 {tmp_path}/waits")
        stuck = asyncio.create_task(worker.ask("stuck"))  # is answered after the other
        behind = asyncio.create_task(worker.ask("behind"))
        await until_async(lambda: any(one.begun for one in worker._asked.values()))
        assert await worker.ask("elsewhere") == ["elsewhere"]
        assert await stuck == ["elsewhere", "stuck"]
        assert await behind == ["elsewhere", "stuck", "behind"]
        assert worker.started == 1
        await worker.close()

    asyncio.run(ask())


@pytest.mark.usefixtures("path_of_helpers")
def test_a_question_that_hangs_is_given_up_though_others_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = count()
    monkeypatch.setattr("pitboss.house.process.worker.processor_s", lambda pid: 100.0 * next(looks))

    async def ask() -> None:
        worker = Worker("waiting_worker", first=f"0 {tmp_path}/waits")
        hangs = asyncio.create_task(worker.ask("for ever"))
        await until_async(lambda: any(one.begun for one in worker._asked.values()))
        while not hangs.done():
            with suppress(NotDone):  # the process was ended with what it had begun
                await worker.ask("elsewhere")
        with pytest.raises(NotDone, match=TOO_LONG):
            await hangs
        assert await worker.ask("elsewhere")
        assert worker.started == 2
        await worker.close()

    asyncio.run(ask())


@pytest.mark.usefixtures("path_of_helpers")
def test_slow_work_on_a_busy_machine_is_not_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    def slow(pid: int) -> float:
        looks.append(pid)
        return len(looks) * QUESTION_S / 1000

    monkeypatch.setattr("pitboss.house.process.worker.processor_s", slow)

    async def ask() -> None:
        worker = Worker("waiting_worker", first=f"0 {tmp_path}/waits", long_s=QUESTION_S)
        long = asyncio.create_task(worker.ask("long", rank=1))
        await until_async(lambda: len(looks) >= 20 or long.done())
        assert await worker.ask("urgent") == ["urgent"]
        assert await long == ["urgent", "long"]
        assert worker.started == 1
        await worker.close()

    asyncio.run(ask())


@pytest.mark.usefixtures("path_of_helpers")
@pytest.mark.parametrize("work", [0.0, QUESTION_S], ids=["it does nothing", "it works too long"])
def test_a_process_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: float) -> None:
    looks = count()
    monkeypatch.setattr("pitboss.house.process.worker.processor_s", lambda pid: next(looks) * work)

    async def ask() -> None:
        worker = Worker("waiting_worker", first=f"0 {tmp_path}/waits", long_s=QUESTION_S)
        with pytest.raises(NotDone, match=TOO_LONG):
            await worker.ask("long")
        await worker.close()

    asyncio.run(ask())


def test_the_time_of_the_processor_grows_with_work() -> None:
    before = processor_s(os.getpid())
    if before is None:
        pytest.skip("this system does not say how long a process has worked")
    while (now := processor_s(os.getpid())) == before:
        pass
    assert now is not None
    assert now > before
    assert processor_s(0) is None


@pytest.mark.parametrize("quiet", [False, True])
def test_a_process_that_can_not_start_is_not_started_for_ever(quiet: bool, capfd: pytest.CaptureFixture[str]) -> None:
    async def ask() -> None:
        worker = Worker("pitboss.nowhere", quiet=quiet)
        with pytest.raises(NotDone, match=ENDED):
            await worker.ask("anything")
        assert worker.started == 2
        await worker.close()

    asyncio.run(ask())
    assert ("pitboss.nowhere" in capfd.readouterr().err) != quiet

"""The process that computes figures: it is started again, given up and asked once, and its answers are kept on disk."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules
from pitboss.house.process.prices import MOST_OF_ONE, Prices, Terms
from pitboss.house.process.worker import ERROR, NotDone, Worker
from pitboss.mathematics import answers, any_game
from pitboss.mathematics.counting.store import shipped
from waiting import HANG_S

PRICED = "double_down_stud"


def rules(minimum: int = 600) -> TableRules:
    """Rules that are not the document's own."""
    return any_game.study(PRICED, rules={"table_minimum": minimum})


class Counted(Worker):
    """Counts what reaches the process."""

    questions = 0

    async def ask(self, question: Any, *, rank: int = 0, person: str = "", patience_s: float | None = None) -> Any:
        self.questions += 1
        return await super().ask(question, rank=rank, person=person, patience_s=patience_s)


class Watched(Prices):
    def __init__(self, long_s: float = 100.0) -> None:
        super().__init__(long_s)
        self.worker = self.counted = Counted(self.worker.module, long_s=long_s)


def test_the_same_question_is_computed_once_and_another_after_a_crash() -> None:
    async def ask() -> None:
        prices = Watched()
        first, again = await asyncio.gather(*(prices.ask("odds", PRICED, rules()) for _ in range(2)))
        assert first is again
        assert prices.counted.questions == 1
        assert prices.worker.pid is not None
        os.kill(prices.worker.pid, signal.SIGKILL)
        other = await prices.ask("odds", PRICED, rules(1000))
        assert (other["rules_hash"], other["house_edge"]) == (rules(1000).digest, first["house_edge"])
        await prices.close()

    asyncio.run(ask())


def test_figures_of_the_document_need_no_process() -> None:
    async def ask() -> None:
        prices = Watched()
        assert (
            await prices.ask("odds", PRICED, registry.game(PRICED).rules()) == shipped(registry.package(PRICED))["odds"]
        )
        assert prices.counted.questions == prices.worker.started == 0
        await prices.close()

    asyncio.run(ask())


@pytest.fixture
def computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The minimums of the rules for which a figure was computed."""
    found: list[int] = []

    def figure(game: Game, given: TableRules) -> dict[str, int]:
        found.append(given.table_minimum)
        return {"minimum": given.table_minimum}

    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setitem(answers.FIGURES, "odds", figure)
    return found


def test_answers_are_kept_on_disk_by_their_rules(computed: list[int]) -> None:
    for minimum in (600, 1000, 600, 1000):
        assert answers.kept("odds", registry.game(PRICED), rules(minimum)) == {"minimum": minimum}
    assert computed == [600, 1000]


def test_the_answers_that_nobody_asks_for_leave_the_disk(
    computed: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "MOST_KEPT", 2)
    answers.kept("odds", registry.game(PRICED), rules(600))
    answers.kept("odds", registry.game(PRICED), rules(1000))
    first, second = sorted((tmp_path / "answers").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    os.utime(first, ns=(1, 1))
    os.utime(second, ns=(2, 2))
    answers.kept("odds", registry.game(PRICED), rules(600))  # asked for again, so the other one is the oldest
    answers.kept("odds", registry.game(PRICED), rules(1500))
    assert first in (tmp_path / "answers").iterdir()
    assert second not in (tmp_path / "answers").iterdir()
    assert computed == [600, 1000, 1500]


def test_a_damaged_answer_is_computed_again(computed: list[int], tmp_path: Path) -> None:
    answers.kept("odds", registry.game(PRICED), rules(600))
    (path,) = (tmp_path / "answers").iterdir()
    path.write_bytes(b"{")
    assert answers.kept("odds", registry.game(PRICED), rules(600)) == {"minimum": 600}
    assert computed == [600, 600]


def test_an_error_of_the_asker_is_told_in_words_and_one_of_ours_only_in_the_log() -> None:
    async def ask() -> None:
        process = Worker("pitboss.house.process.prices")
        with pytest.raises(NotDone, match="no: not an option"):
            await process.ask({"what": "odds", "game": PRICED, "rules": {"no": 1}})
        with pytest.raises(NotDone, match=ERROR):
            await process.ask({"what": "weather", "game": PRICED, "rules": {}, "form": ""})
        await process.close()

    asyncio.run(ask())


def test_one_person_can_not_keep_others_from_their_figures() -> None:
    async def ask() -> None:
        prices = Prices()
        waiting = [
            asyncio.create_task(prices.ask("odds", PRICED, rules(600 + 100 * at), person="ann"))
            for at in range(MOST_OF_ONE)
        ]
        await asyncio.sleep(0)  # the tasks
        await asyncio.sleep(0)  # and what they ask
        with pytest.raises(NotDone, match="still being computed"):
            await prices.ask("odds", PRICED, rules(5000), person="ann")
        for task in waiting:  # those who go away leave their questions behind
            task.cancel()
        with pytest.raises(NotDone, match="still being computed"):
            await prices.ask("odds", PRICED, rules(5000), person="ann")
        assert await prices.ask("odds", PRICED, rules(5000), person="bob")
        assert await prices.ask("odds", PRICED, rules(6000), person="ann")
        await prices.close()

    asyncio.run(ask())


def test_the_process_ends_with_the_house_even_while_it_computes() -> None:
    """A process whose input ends has lost its house."""
    program = (
        "from threading import Event; from pitboss.house.process.worker import serve;"
        "serve(lambda _: lambda _: Event().wait(), ())"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"[1,0,0]\n")
        process.stdin.close()
        assert process.wait(HANG_S) == 0


def test_an_evening_does_not_wait_for_figures_that_take_long() -> None:
    """The figure that is asked for first is never computed."""
    program = (
        "import runpy; from threading import Event; from pitboss.mathematics import answers;"
        "answers.kept = lambda *asked: Event().wait();"
        "runpy.run_module('pitboss.house.process.prices', run_name='__main__')"
    )
    evening = {"what": "evening", "game": PRICED, "rules": {}, "form": Terms(500, 10_000, 20).form}
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, asked in ((1, {"what": "odds", "game": PRICED, "rules": {}, "form": ""}), (2, evening)):
            process.stdin.write(msgspec.json.encode([number, 0, asked]) + b"\n")
        process.stdin.flush()
        answered = next(one for one in map(msgspec.json.decode, process.stdout) if "answer" in one)
        assert answered["number"] == 2
        process.stdin.close()
        assert process.wait(HANG_S) == 0

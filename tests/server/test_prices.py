"""The process that computes figures: it is started again, given up and asked once, and its answers are kept on disk."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from pitboss.server import pricing
from pitboss.server.prices import NoPrice, Prices
from pitboss.table.rules import TableRules

PRICED = "double_down_stud"


def rules(minimum: int = 500) -> TableRules:
    return pricing.settled(PRICED, {"table_minimum": minimum})


class Watched(Prices):
    """Counts what reaches the process, and names it."""

    def __init__(self, long_s: float = 100.0) -> None:
        super().__init__(long_s)
        self.questions = 0

    async def _exchange(self, asked: dict[str, Any]) -> Any:
        self.questions += 1
        return await super()._exchange(asked)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid


def test_the_same_question_is_computed_once_and_another_after_a_crash() -> None:
    async def ask() -> None:
        prices = Watched()
        first, again = await asyncio.gather(*(prices.ask("odds", PRICED, rules()) for _ in range(2)))
        assert first is again
        assert prices.questions == 1
        os.kill(prices.pid, signal.SIGKILL)
        with pytest.raises(NoPrice, match="has ended; try again"):
            await prices.ask("odds", PRICED, rules(1000))
        other = await prices.ask("odds", PRICED, rules(1000))
        assert (other["rules_hash"], other["house_edge"]) == (rules(1000).digest, first["house_edge"])
        await prices.close()

    asyncio.run(ask())


def test_a_question_that_takes_too_long_is_given_up() -> None:
    async def ask() -> None:
        prices = Watched(long_s=0.0)
        with pytest.raises(NoPrice, match="too long"):
            await prices.ask("odds", PRICED, rules())
        assert prices._process is None

    asyncio.run(ask())


@pytest.fixture
def computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The minimums of the rules for which a figure was computed."""
    found: list[int] = []

    def figure(name: str, given: TableRules) -> dict[str, int]:
        found.append(given.table_minimum)
        return {"minimum": given.table_minimum}

    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setitem(pricing.FIGURES, "odds", figure)
    return found


def test_answers_are_kept_on_disk_by_their_rules(computed: list[int]) -> None:
    for minimum in (500, 1000, 500, 1000):
        assert pricing.kept("odds", PRICED, rules(minimum)) == {"minimum": minimum}
    assert computed == [500, 1000]


def test_a_damaged_answer_is_computed_again(computed: list[int], tmp_path: Path) -> None:
    pricing.kept("odds", PRICED, rules())
    (path,) = (tmp_path / "answers").iterdir()
    path.write_bytes(b"{")
    assert pricing.kept("odds", PRICED, rules()) == {"minimum": 500}
    assert computed == [500, 500]


def test_an_error_is_an_answer() -> None:
    wrong = pricing.answered({"what": "odds", "game": PRICED, "rules": {"no": 1}})
    assert "no: not an option" in wrong["error"]
    assert pricing.answered({"what": "sheet", "game": PRICED, "rules": {}, "form": "doc"})["error"]

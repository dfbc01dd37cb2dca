"""The coach's process: it answers, it is started again when it dies, and it ends."""

from __future__ import annotations

import asyncio
import os
import signal
from io import BytesIO
from threading import Event, Thread

import msgspec
import pytest

from pitboss.coach import counsel, drill
from pitboss.coach.answering import Advice, Show, answered
from pitboss.engine import registry
from pitboss.engine.round.round import Round
from pitboss.engine.rules import to_builtins
from pitboss.house.process import coach as coach_process
from pitboss.house.process.coach import Coach
from pitboss.house.process.worker import QuestionDesk, Worker
from pitboss.mathematics.decision_values import SeatQuestion
from waiting import HANG_S

from scene import Scene


def at_a_decision() -> Scene:
    return Scene("double_down_stud", "Kd 7c Kh 3d 4c").wager("Ann", original=1000).no_more_bets()


def request(round: Round) -> Advice:
    party = round.waiting[0]
    return Advice(
        game=round.game.name,
        rules=to_builtins(round.rules),
        viewer="seat 1",
        player="Ann",
        events=list(round.view("seat 1").events),
        about="double",
        seats=((1, tuple(round.offers(party))),),
        chips=1000,
    )


class Hanging(Worker):
    """Has no patience with one process."""

    hangs = 0

    def _patience(self) -> float | None:
        return 0.2 if self.pid == self.hangs else None


def test_the_process_answers_as_the_library_does_is_replaced_if_it_dies_or_hangs_and_ends_with_the_house() -> None:
    scene = at_a_decision()
    offers = scene.round.offers(scene.round.waiting[0])
    asked, view = SeatQuestion(about="double", seat=1, player="Ann"), scene.round.view("seat 1")
    known = counsel(scene.game, scene.round.rules, view, asked, offers, chips=1000).as_dict()

    async def disturbed() -> int:
        coach = Coach(patience_s=120.0)  # a busy machine may compile slowly
        coach.worker = hanging = Hanging("pitboss.house.process.coach")

        async def replied() -> int:
            assert await coach.ask(request(scene.round)) == [known]
            assert coach.worker.pid is not None
            return coach.worker.pid

        coach.start()
        coach.expect("double_down_stud")
        assert coach.worker.pid is None  # without ``ahead`` nothing runs before the first request
        first = await replied()
        os.kill(first, signal.SIGKILL)
        second = await replied()
        os.kill(second, signal.SIGSTOP)
        hanging.hangs = second
        third = await replied()
        assert len({first, second, third}) == coach.worker.started == 3
        await coach.close()
        assert coach.worker.pid is None
        return third

    last = asyncio.run(disturbed())
    with pytest.raises(ProcessLookupError):
        os.kill(last, 0)


def test_with_the_house_the_process_starts_and_hears_what_is_about_to_be_played() -> None:
    async def started() -> None:
        coach = Coach(ahead=True, patience_s=120.0)
        coach.start()
        coach.expect("double_down_stud")
        while coach._tasks:
            await asyncio.gather(*coach._tasks)
        assert coach.worker.started == 1
        await coach.close()

    asyncio.run(started())


def test_a_game_that_is_about_to_be_played_is_loaded_next(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(coach_process, "price_wagers", lambda game: loaded.append(f"wagers of {game}"))
    monkeypatch.setattr(coach_process, "warm", loaded.append)
    coach = coach_process.Coaching(QuestionDesk(BytesIO(), BytesIO()))
    coach.answer(msgspec.Raw(b'{"type":"expect","game":"double_cross_poker"}'))
    coach.get_ready()
    assert loaded[: len(registry.games())] == [f"wagers of {game}" for game in registry.games()]
    assert loaded[len(registry.games())] == "double_cross_poker"
    assert sorted(loaded[len(registry.games()) :]) == registry.games()
    assert not coach.cold
    coach.answer(msgspec.Raw(b'{"type":"expect","game":"whist"}'))


def test_a_hint_does_not_wait_for_a_game_that_is_being_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, answered = Event(), Event()

    def compiling(game: str) -> None:
        begun.set()
        assert answered.wait(HANG_S)

    monkeypatch.setattr(coach_process, "price_wagers", lambda game: None)
    monkeypatch.setattr(coach_process, "warm", compiling)
    coach = coach_process.Coaching(QuestionDesk(BytesIO(), BytesIO()))
    loading = Thread(target=coach.get_ready)
    loading.start()
    assert begun.wait(HANG_S)
    found = coach.answer(msgspec.Raw(msgspec.json.encode(request(at_a_decision().round))))
    answered.set()
    loading.join()
    assert found is not None
    assert [choice["do"] for choice in found.body[0]["choices"]] == ["double", "pass"]


def test_a_wrong_request_is_answered_by_a_sentence() -> None:
    for wrong, why in (
        (Show(game="whist", rules={}, puzzle="1-0"), "there is no game 'whist'"),
        (Show(game="double_down_stud", rules={}, puzzle="x"), "there is no puzzle 'x'"),
    ):
        found = answered(wrong)
        assert found.why.startswith(why)
        assert found.asked_wrongly


def test_an_error_of_the_coach_itself_is_told_and_logged(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drill, "at", lambda *_: 1 / 0)
    found = answered(Show(game="double_down_stud", rules={}, puzzle="1-0"))
    assert (found.why, found.asked_wrongly) == ("the coach made an error, which the log explains", False)
    assert "ZeroDivisionError" in capfd.readouterr().err

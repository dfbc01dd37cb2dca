"""The coach's process: it answers, it is started again when it dies, and it ends."""

from __future__ import annotations

import asyncio
import os
import signal

import msgspec
import pytest

from pitboss.coach import counsel
from pitboss.coach.answering import Advice, Answer, Show, answer_in_bytes, encode
from pitboss.coach.worker import CLOSED, CoachError, Worker
from pitboss.exact.spots import Asked
from pitboss.table.round import Round
from pitboss.table.rules import to_builtins

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


def test_the_process_answers_as_the_library_does_is_replaced_if_it_dies_or_hangs_and_ends_with_the_house() -> None:
    scene, worker = at_a_decision(), Worker(patience_s=120.0)  # a busy machine may compile slowly
    offers = scene.round.offers(scene.round.waiting[0])
    asked, view = Asked(about="double", seat=1, player="Ann"), scene.round.view("seat 1")
    known = counsel(scene.game, scene.round.rules, view, asked, offers, chips=1000).as_dict()

    async def answered() -> int:
        assert await worker.ask(request(scene.round)) == [known]
        assert worker.pid is not None
        return worker.pid

    async def disturbed() -> int:
        assert worker.pid is None  # nothing runs before the first request
        first = await answered()
        os.kill(first, signal.SIGKILL)
        second = await answered()
        os.kill(second, signal.SIGSTOP)
        worker.patience_s = 0.2
        with pytest.raises(CoachError, match="took too long"):
            await worker.ask(request(scene.round))
        worker.patience_s = 120.0
        third = await answered()
        assert len({first, second, third}) == worker.started == 3
        return third

    last = asyncio.run(disturbed())
    worker.close()
    assert worker.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(last, 0)


def test_a_wrong_request_is_answered_by_a_sentence() -> None:
    for wrong, why in (
        (Show(game="whist", rules={}, puzzle="1-0"), "there is no game 'whist'"),
        (Show(game="double_down_stud", rules={}, puzzle="x"), "there is no puzzle 'x'"),
    ):
        found = msgspec.json.decode(answer_in_bytes(encode(wrong)), type=Answer)
        assert found.why.startswith(why)
        assert found.asked_wrongly


def test_an_error_of_the_coach_itself_is_told_and_logged(capfd: pytest.CaptureFixture[str]) -> None:
    found = msgspec.json.decode(answer_in_bytes(b"{"), type=Answer)
    assert (found.why, found.asked_wrongly) == ("the coach made an error, which the log explains", False)
    assert "DecodeError" in capfd.readouterr().err


def test_a_closed_worker_says_so_and_starts_nothing() -> None:
    worker = Worker()
    worker.close()
    with pytest.raises(CoachError, match=CLOSED):
        asyncio.run(worker.ask(request(at_a_decision().round)))
    assert worker.started == 0

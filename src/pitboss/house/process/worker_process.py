"""The process that ``worker`` starts: it answers the house's questions, the most urgent first."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from heapq import heapify, heappop, heappush
from queue import Empty, SimpleQueue
from threading import Lock, Thread, local
from typing import Any, BinaryIO, TypeVar

import msgspec

from pitboss.house.process.struct_types import prepare_structs
from pitboss.house.process.worker import ERROR, OWN, WITHDRAWN, Question, Reply

NICE = 10
"""The house goes first on a busy machine."""
IDLE = 1 << 30
"""The rank while nothing is asked."""

T = TypeVar("T")
Answering = Callable[[msgspec.Raw], Any]
"""Answers a question, which is JSON."""
LaneOf = Callable[[msgspec.Raw], str]
"""Names the lane of a question, which is JSON."""


class Lane:
    """Answers some of the questions in a thread of its own: one at a time, the most urgent first."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._questions: SimpleQueue[Question] = SimpleQueue()
        self._waiting: list[tuple[int, int, msgspec.Raw]] = []
        self._rank = IDLE
        Thread(target=self._serve, daemon=True).start()

    def put(self, question: Question) -> None:
        self._questions.put(question)

    def pause(self) -> None:
        """Answer first what is more urgent than the work under way."""
        self._look()
        while self._waiting and self._waiting[0][0] < self._rank:
            self._answer_next()

    def _serve(self) -> None:
        self._desk.here.lane = self
        while True:
            self._look()
            if self._waiting:
                self._answer_next()
            else:
                self._take(self._questions.get())

    def _answer_next(self) -> None:
        rank, number, body = heappop(self._waiting)
        before, self._rank = self._rank, rank
        try:
            self._desk.answer(number, body)
        finally:
            self._rank = before

    def _look(self) -> None:
        """Take the questions that have come."""
        with suppress(Empty):
            while True:
                self._take(self._questions.get_nowait())

    def _take(self, asked: Question) -> None:
        if asked.rank != WITHDRAWN:
            heappush(self._waiting, (asked.rank, asked.number, asked.body))
            return
        self._waiting = [one for one in self._waiting if one[1] != asked.number]
        heapify(self._waiting)


class Desk:
    """Where the process finds its questions and leaves its answers."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions, self._answers = questions, answers
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._lanes: dict[str, Lane] = {}
        self._one_at_a_time = Lock()
        self.here = local()
        """What the thread that runs has of its own: its lane."""

    def first_line(self) -> str:
        """What comes before any question."""
        return self._lines.get().decode().strip()

    def serve(self, answer: Answering, known: tuple[type[Exception], ...], lane_of: LaneOf) -> None:
        """Answer until the house ends."""
        self._answering, self._known = answer, known
        self._say(Reply(number=OWN))  # it has started
        while True:
            asked = msgspec.json.decode(self._lines.get(), type=Question)
            if asked.rank == WITHDRAWN:
                for one in self._lanes.values():
                    one.put(asked)
                continue
            name = lane_of(asked.body)
            if name not in self._lanes:
                self._lanes[name] = Lane(self)
            self._lanes[name].put(asked)

    def pause(self) -> None:
        """Answer first what is more urgent than the work under way, which calls this now and then."""
        self.here.lane.pause()

    def by_itself(self, work: Callable[[], T]) -> T:
        """Do something that may take as long as it takes."""
        self._say(Reply(number=OWN, begins=True))
        try:
            return work()
        finally:
            self._say(Reply(number=OWN))

    def answer(self, number: int, body: msgspec.Raw) -> None:
        self._say(Reply(number=number, begins=True))
        try:
            said = Reply(number=number, answer=msgspec.Raw(msgspec.json.encode(self._answering(body))))
        except self._known as error:
            said = Reply(number=number, error=str(error) or ERROR)
        except Exception:
            traceback.print_exc()
            said = Reply(number=number, error=ERROR)
        self._say(said)

    def _say(self, reply: Reply) -> None:
        with self._one_at_a_time:
            self._answers.write(msgspec.json.encode(reply) + b"\n")
            self._answers.flush()

    def read(self) -> None:
        """Read questions until the house ends, and then end the process. Runs in a thread."""
        for line in self._questions:
            self._lines.put(line)
        os._exit(0)  # the house is gone, so nobody waits for what is being computed


def one_lane(body: msgspec.Raw) -> str:
    """All questions wait for each other."""
    return ""


def serve(
    make: Callable[[Desk], Answering],
    known: tuple[type[Exception], ...],
    *,
    lane_of: LaneOf = one_lane,
    nice: int = NICE,
) -> None:
    """Answer the house until it ends. ``make`` returns what answers. ``nice`` says how far the process steps back.

    Errors that are ``known`` are told in their own words. Others go to the log. ``lane_of`` names the lane of a
    question: a question waits only for others in its lane.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the house ends it
    with suppress(OSError):  # not every system lets a process step back
        os.nice(nice)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # whatever a library prints is no answer
    desk = Desk(sys.stdin.buffer, answers)
    prepare_structs()
    Thread(target=desk.read, daemon=True).start()
    desk.serve(make(desk), known, lane_of)

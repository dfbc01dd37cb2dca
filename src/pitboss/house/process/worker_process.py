"""The side of the process in ``aside``: it answers the house's questions, one at a time, the most urgent first."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from heapq import heapify, heappop, heappush
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, TypeVar

import msgspec

from pitboss.house.process.struct_types import prepare_structs
from pitboss.house.process.worker import ERROR, OWN, WITHDRAWN, Line, Question

NICE = 10
"""The house goes first on a busy machine."""
IDLE = 1 << 30
"""The rank while nothing is asked."""

T = TypeVar("T")
Answering = Callable[[msgspec.Raw], Any]
"""Answers a question, which is JSON."""


class Desk:
    """Where the process finds its questions and leaves its answers."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions, self._answers = questions, answers
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._waiting: list[tuple[int, int, msgspec.Raw]] = []
        self._rank = IDLE

    def first_line(self) -> str:
        """What comes before any question."""
        return self._lines.get().decode().strip()

    def serve(self, answer: Answering, known: tuple[type[Exception], ...]) -> None:
        """Answer until the house ends."""
        self._answering, self._known = answer, known
        self._say(Line(number=OWN))  # it has started
        while True:
            self._look()
            if self._waiting:
                self._answer_next()
            else:
                self._take(self._lines.get())

    def pause(self) -> None:
        """Answer first what is more urgent than the work under way, which calls this now and then."""
        self._look()
        while self._waiting and self._waiting[0][0] < self._rank:
            self._answer_next()

    def by_itself(self, work: Callable[[], T]) -> T:
        """Do something that may take as long as it takes."""
        self._say(Line(number=OWN, begins=True))
        try:
            return work()
        finally:
            self._say(Line(number=OWN))

    def _answer_next(self) -> None:
        rank, number, body = heappop(self._waiting)
        self._say(Line(number=number, begins=True))
        before, self._rank = self._rank, rank
        try:
            said = Line(number=number, answer=msgspec.Raw(msgspec.json.encode(self._answering(body))))
        except self._known as error:
            said = Line(number=number, error=str(error) or ERROR)
        except Exception:
            traceback.print_exc()
            said = Line(number=number, error=ERROR)
        finally:
            self._rank = before
        self._say(said)

    def _say(self, line: Line) -> None:
        self._answers.write(msgspec.json.encode(line) + b"\n")
        self._answers.flush()

    def _look(self) -> None:
        """Take the questions that have come."""
        with suppress(Empty):
            while True:
                self._take(self._lines.get_nowait())

    def _take(self, line: bytes) -> None:
        asked = msgspec.json.decode(line, type=Question)
        if asked.rank == WITHDRAWN:
            self._waiting = [one for one in self._waiting if one[1] != asked.number]
            heapify(self._waiting)
            return
        heappush(self._waiting, (asked.rank, asked.number, asked.body))

    def read(self) -> None:
        """Read questions until the house ends, and then end the process. Runs in a thread."""
        for line in self._questions:
            self._lines.put(line)
        os._exit(0)  # the house is gone, so nobody waits for what is being computed


def serve(make: Callable[[Desk], Answering], known: tuple[type[Exception], ...], *, nice: int = NICE) -> None:
    """Answer the house until it ends. ``make`` returns what answers. ``nice`` says how far the process steps back.

    Errors that are ``known`` are told in their own words. Others go to the log.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the house ends it
    with suppress(OSError):  # not every system lets a process step back
        os.nice(nice)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # whatever a library prints is no answer
    desk = Desk(sys.stdin.buffer, answers)
    prepare_structs()
    Thread(target=desk.read, daemon=True).start()
    desk.serve(make(desk), known)

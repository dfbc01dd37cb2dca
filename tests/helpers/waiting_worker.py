"""A process beside a house that waits for questions before it answers any. ``test_worker.py`` asks it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pitboss.house.process.worker import Answering, QuestionDesk, serve
from waiting import until


def answering(desk: QuestionDesk) -> Answering:
    """Every answer lists all questions that were answered.

    The first line says for how many lines it waits, and the path of a file that it makes when it begins to wait.
    """
    awaited, path = desk.first_line().split(maxsplit=1)
    answered: list[str] = []

    def answer(body: msgspec.Raw) -> list[str]:
        what = msgspec.json.decode(body, type=str)
        while what == "long" and "urgent" not in answered:
            desk.pause()
        until(lambda: what != "stuck" or "elsewhere" in answered)
        until(lambda: what != "for ever")
        answered.append(what)
        return answered

    Path(path).touch()
    until(lambda: desk._lines.qsize() >= int(awaited))
    return answer


def lane_of(body: msgspec.Raw) -> str:
    return "another" if bytes(body) == b'"elsewhere"' else ""


if __name__ == "__main__":
    serve(answering, (), lane_of=lane_of)

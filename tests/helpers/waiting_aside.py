"""A process beside a house that waits for a file before it answers. ``test_aside.py`` asks it."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from pitboss.server.aside_process import Answering, Desk, serve


def answering(desk: Desk) -> Answering:
    """Every answer lists all questions that were answered. The first line is the path of the file.

    While it waits for the file, there is another one, ``waits``, beside it.
    """
    go, answered = Path(desk.first_line()), list[str]()

    def wait() -> None:
        go.with_name("waits").touch()
        while not go.exists():
            time.sleep(0.001)

    def answer(body: msgspec.Raw) -> list[str]:
        what = msgspec.json.decode(body, type=str)
        while what == "long" and "urgent" not in answered:
            desk.pause()
        answered.append(what)
        return answered

    desk.idle.append(wait)
    return answer


if __name__ == "__main__":
    serve(answering, ())

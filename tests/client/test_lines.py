"""Lines that are typed while other things happen."""

from __future__ import annotations

import os
import pty
import signal
from collections.abc import Iterator

import pytest

from pitboss.terminal.seat.display import Lines


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Both ends of a terminal: the one that types, and the one that reads."""
    types, reads = pty.openpty()
    yield types, reads
    os.close(types)
    os.close(reads)


def test_ctrl_c_waits_until_it_is_looked_for(terminal: tuple[int, int]) -> None:
    lines = Lines(terminal[1])
    with lines.held():
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            lines.check()
        lines.check()
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            lines.next(0)
        assert lines.next(0) is None, "it is raised once"
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


def test_after_ctrl_d_more_can_be_typed(terminal: tuple[int, int]) -> None:
    types, reads = terminal
    lines = Lines(reads)
    os.write(types, b"\x04")
    with pytest.raises(EOFError):
        lines.next(60)
    os.write(types, b"fold\n")
    assert lines.next(60) == "fold"


def test_several_lines_that_come_at_once_are_read_one_by_one(terminal: tuple[int, int]) -> None:
    types, reads = terminal
    lines = Lines(reads)
    os.write(types, b"ante 5\nready\n")
    assert (lines.next(60), lines.next(60), lines.next(0)) == ("ante 5", "ready", None)

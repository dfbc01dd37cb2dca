"""``pitboss play`` in a pseudo-terminal, with typed input."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator

import pytest

from pitboss import games

PATIENCE = 30.0


class Terminal:
    """A command in its own terminal."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "50"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss.cli", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def comes(self, words: str, seconds: float) -> bool:
        """Whether these words appear in time. The command must not end before."""
        until = time.monotonic() + seconds
        while words not in self.seen:
            if not select.select([self.master], [], [], max(0.0, until - time.monotonic()))[0]:
                return False
            try:
                read = os.read(self.master, 65536)
            except OSError:  # on Linux, the other end is closed
                read = b""
            assert read, f"the command ended before {words!r}; there was {self.seen[-2000:]!r}"
            more = self.decoder.decode(read)
            self.seen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", more).replace("\r", "")
        return True

    def expect(self, words: str) -> str:
        """Read until these words appear. Returns the output before them."""
        assert self.comes(words, PATIENCE), f"{words!r} did not come; there was {self.seen[-2000:]!r}"
        before, _, self.seen = self.seen.partition(words)
        return before

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def press(self, key: bytes, words: str) -> None:
        """Press a key until these words appear. A key pressed before the prompt is ready can be lost."""
        for _ in range(int(PATIENCE / 2)):
            os.write(self.master, key)
            if self.comes(words, 2.0):
                return
        self.expect(words)

    def status(self) -> int:
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminal() -> Iterator[type[Terminal]]:
    opened: list[Terminal] = []

    class Kept(Terminal):
        def __init__(self, *arguments: str) -> None:
            super().__init__(*arguments)
            opened.append(self)

    yield Kept
    for one in opened:
        one.close()


def test_a_game_is_picked_wagered_decided_and_paid(terminal: type[Terminal]) -> None:
    table = terminal("play", "--seed", "3")
    menu = table.expect("Which game? ")
    assert all(games.game(name).title in menu for name in games.games())
    table.type("99")
    table.expect("Type a number from 1 to")
    table.expect("Which game? ")
    table.type("double down")
    table.expect("You sit at seat 1 of Double Down Stud with $1,000 of play money.")
    table.expect("> ")
    table.type("3")
    table.expect("An original wager of $3 is below the table minimum, which is $5 (clause 6(a)).")
    table.expect("> ")
    table.type("25")
    table.expect("On the layout: original $25. You have $975.")
    table.expect("> ")
    table.type("")
    before = table.expect("place a double down wager")
    assert before.count("░░░") == 1, "the hole card is not seen"
    assert "Bob, seat 2" in before
    table.expect("> ")
    table.type("double 10")
    end = table.expect("This round: ")
    assert "the end of round 1" in end
    assert "original" in end
    table.expect("quit to leave: ")
    table.type("quit")
    table.expect("You leave with $")
    assert table.status() == 0


@pytest.mark.parametrize("key", [b"\x04", b"\x03"], ids=["Ctrl-D", "Ctrl-C"])
def test_ctrl_c_and_ctrl_d_leave_cleanly(terminal: type[Terminal], key: bytes) -> None:
    table = terminal("play", "double_down_stud", "--seats", "1")
    table.expect("> ")
    table.press(key, "You leave with $1,000, neither up nor down.")
    assert table.status() == 0
    assert "Traceback" not in table.seen


def test_leaving_before_a_game_is_picked(terminal: type[Terminal]) -> None:
    table = terminal("play")
    table.expect("Which game? ")
    table.press(b"\x04", "Good-bye.")
    assert table.status() == 0


def test_a_bankroll_below_the_minimum_is_refused(terminal: type[Terminal]) -> None:
    table = terminal("play", "double_down_stud", "--bankroll", "2")
    table.expect("pitboss: --bankroll must be at least the table minimum of $5, not $2.")
    assert table.status() == 2


def test_a_long_deal_has_a_progress_bar_in_a_terminal(terminal: type[Terminal]) -> None:
    table = terminal("deal", "double_down_stud", "--rounds", "600", "--seed", "1")
    table.expect("dealing")
    table.expect("600 rounds, 1 seat, basic policy")
    table.expect("lines, not saved")
    assert table.status() == 0

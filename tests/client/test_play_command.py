"""``pitboss play --server`` as a command in a terminal, at a real house."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import keen
from served import Server, served
from terminal import Terminal

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("house"), "--pace", "0", "--no-limits") as running:
        yield running


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    terminals: list[Terminal] = []
    yield terminals
    for one in terminals:
        one.close()


def test_a_guest_plays_registers_leaves_and_comes_back(server: Server, tmp_path: Path, opened: list[Terminal]) -> None:
    def play(*arguments: str) -> Terminal:
        opened.append(
            Terminal("play", *arguments, "--plain", "--server", server.url, PITBOSS_STATE=str(tmp_path / "state"))
        )
        return opened[-1]

    table = play("--guest", "--name", "Ann")
    table.expect("You play as the new guest Ann.")
    table.expect("Which table? ")
    table.type("?")
    table.expect("sign in ann")
    table.expect("Which table? ")
    table.type("new double_down")
    table.expect("You sit at seat 1 of Double Down Stud")
    table.expect("> ")
    table.type("register ann.lee")
    table.expect("Choose a password for ann.lee, 10 characters or more: ")
    table.type(PASSWORD)
    table.expect("Type it again: ")
    table.type(PASSWORD)
    assert PASSWORD not in table.expect("You are registered as ann.lee. You keep your chips and your history.")
    table.expect("> ")
    table.type("25")
    table.expect("On the layout: original $25.")
    table.expect("> ")
    table.type("")
    table.expect("Double: you may")
    table.expect("> ")
    table.press(b"\x03", "You leave when the round is over.")
    table.press(b"\x03", "Your wagers of $25 lie on the layout: original $25.")
    table.expect("Good-bye.")
    assert table.status() == 0
    assert PASSWORD not in table.seen

    back = play("double_down_stud")
    back.expect("Welcome back. You play as Ann.")
    back.expect("You still sit at seat 1 of Double Down Stud")
    assert back.process.poll() is None
    back.press(b"\x03", "You leave with $")
    back.expect("Good-bye.")
    assert back.status() == 0
    assert "Traceback" not in back.seen


def test_lines_of_a_pipe_wait_until_they_are_asked_for(server: Server, tmp_path: Path) -> None:
    typed = "new double_down\n5\n\npass\nhistory\nquit\n"
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", "play", "--plain", "--server", server.url],
        input=typed,
        text=True,
        capture_output=True,
        check=False,
        env={**os.environ, "PITBOSS_STATE": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "It is not your turn" not in done.stdout
    assert "Double Down Stud" in done.stdout.partition("Type history 1 to read the newest")[0]
    assert "You played 1 round and staked $5." in done.stdout
    assert done.stdout.endswith("Good-bye.\n")


def test_a_house_that_is_not_there_is_one_sentence(tmp_path: Path, opened: list[Terminal]) -> None:
    opened.append(Terminal("play", "--server", "http://127.0.0.1:1", PITBOSS_STATE=str(tmp_path)))
    opened[0].expect("pitboss: http://127.0.0.1:1 does not answer")
    assert opened[0].status() == 2


def test_a_table_that_is_not_there_is_answered_with_the_tables(
    server: Server, tmp_path: Path, opened: list[Terminal]
) -> None:
    opened.append(Terminal("watch", "Table One", "--server", server.url, PITBOSS_STATE=str(tmp_path)))
    opened[0].expect("pitboss: no table is called 'Table One'; the tables are ")
    assert opened[0].status() == 2


def test_a_player_on_the_full_screen_is_watched_line_by_line(
    server: Server, tmp_path: Path, opened: list[Terminal]
) -> None:
    def start(command: str, *arguments: str) -> Terminal:
        state = str(tmp_path / command)
        program = [keen.__file__]
        opened.append(Terminal(command, *arguments, "--server", server.url, program=program, PITBOSS_STATE=state))
        return opened[-1]

    watcher = start("watch", "Double Cross Poker", "--plain")
    watcher.expect("You watch as the new guest ")
    watcher.expect("You watch Double Cross Poker.")
    player = start("play", "double_cross_poker", "--guest", "--name", "Ann")
    player.expect("Place your wagers")
    player.press(b" ", "$5")
    player.press(b"\r", "Fold or raise?")
    seen = watcher.expect("Ann at seat 1 placed an ante wager of $5")
    assert "wallet" not in seen
    player.press(b"f", "Last round: down $5")
    watcher.expect("the end of round 1")
    player.press(b"q", "You leave with $995, down $5.")
    assert player.status() == 0
    watcher.press(b"\x03", "You watch no longer.")
    assert watcher.status() == 0
    assert not any("Traceback" in one.seen for one in opened)

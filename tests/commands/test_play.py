"""``pitboss play`` in a pseudo-terminal, with typed input."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss import prove
from pitboss.cli import output
from pitboss.cli.app import main
from pitboss.engine import registry
from terminal import Terminal


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
    table = terminal("play", "--plain", "--seed", "3")
    menu = table.expect("Which game? ")
    assert all(registry.game(name).title in menu for name in registry.games())
    table.type("99")
    table.expect("Type a number from 1 to")
    table.expect("Which game? ")
    table.type("double down")
    table.expect("You sit at seat 1 of Double Down Stud with $1,000 of play money.")
    table.expect("Double: you may")
    table.type("pass")
    table.expect("Enter deals again, $5; next to change bets, quit to leave: ")
    table.type("next")
    table.expect("> ")
    table.type("3")
    table.expect("An original wager of $3 is below the table minimum, which is $5 (clause 6(a)).")
    table.expect("> ")
    table.type("25")
    table.expect("On the layout: original $25.")
    table.expect("> ")
    table.type("")
    before = table.expect("place a double down wager")
    assert before.count("░░░") == 1, "the hole card is not seen"
    assert "Bob, seat 2" in before
    table.expect("> ")
    table.type("double 10")
    end = table.expect("This round: ")
    assert "the end of round 2" in end
    assert "original" in end
    table.expect("quit to leave: ")
    table.type("quit")
    table.expect("You leave with $")
    assert table.status() == 0


@pytest.mark.parametrize("key", [b"\x04", b"\x03"], ids=["Ctrl-D", "Ctrl-C"])
def test_ctrl_c_and_ctrl_d_leave_cleanly(terminal: type[Terminal], key: bytes) -> None:
    table = terminal("play", "double_down_stud", "--plain", "--seats", "1")
    table.expect("> ")
    table.press(key, "You leave with $1,000, neither up nor down.")
    assert table.status() == 0
    assert "Traceback" not in table.seen


def test_leaving_before_a_game_is_picked(terminal: type[Terminal]) -> None:
    table = terminal("play", "--plain")
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


def test_a_terminal_gets_the_full_screen_and_comes_back_from_it(terminal: type[Terminal]) -> None:
    table = terminal("play", "double_down_stud", "--seed", "3")
    table.expect("Place your wagers")
    table.press(b"q", "You leave with $1,000, neither up nor down.")
    assert table.status() == 0
    assert "Traceback" not in table.seen


def test_rounds_are_logged_and_the_log_is_proved(tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    typed = "25\n\npass\nhistory\nsame\npass\nquit\n"
    arguments = ["play", "double_down_stud", "--plain", "--seed", "3", "--log", str(log)]
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", *arguments], input=typed, text=True, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "You played 2 rounds and staked $50." in done.stdout
    assert "1  Double Down Stud · round 1" in done.stdout
    assert prove(log).rounds == 2


def test_a_log_needs_a_file_that_may_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "evening.jsonl"
    log.write_text("mine", encoding="utf-8")
    for path, why in ((log, "evening.jsonl"), (Path("-"), "--log needs a file")):
        assert main(["play", "double_down_stud", "--plain", "--log", str(path)]) == 2
        assert why in capsys.readouterr().err
    assert log.read_text(encoding="utf-8") == "mine"


def test_without_textual_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "find_spec", lambda name: None)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert not output.wants_screen(plain=False)
    assert "pip install 'pitboss[terminal]'" in " ".join(capsys.readouterr().out.split())
    assert not output.wants_screen(plain=True)
    assert capsys.readouterr().out == ""

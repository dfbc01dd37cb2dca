"""Progress of long work that is started from Python."""

from __future__ import annotations

from itertools import count

import pytest

from pitboss import odds
from pitboss.mathematics.progress import shown


def test_nothing_is_drawn_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with shown(None, "asking") as tick:
        tick(0.5)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("seconds", "drawn"), [(10, True), (0, False)])
def test_a_bar_is_drawn_at_a_terminal_once_work_has_lasted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, seconds: int, drawn: bool
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # which makes rich take the stream for a terminal
    monkeypatch.setenv("TERM", "xterm")
    clock = count(0, seconds)
    with shown(None, "asking about 1,755 decisions", now=lambda: float(next(clock))) as tick:
        tick(0.25)
        tick(0.75)
    printed = capsys.readouterr()
    assert (printed.out, "asking about 1,755 decisions" in printed.err) == ("", drawn)


def test_a_function_is_asked_once_a_decision_and_its_caller_told_how_far_it_is() -> None:
    asked, told = [], []

    def fold(known: object) -> str:
        asked.append(known)
        return "fold"

    odds("boston_5_stud", strategy=fold, tick=told.append)
    assert len(asked) == 1755 + 2 * 5000  # pairs of decisions that must be treated alike
    assert told
    assert told == sorted(told)

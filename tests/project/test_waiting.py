"""Tests wait for states. One that waits for a time is slow, and fails by chance on a busy machine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import waiting
from waiting import until

TESTS = Path(__file__).parents[1]
MAY_PAUSE = ("helpers/waiting.py", "browser/animation.py")
"""The helper that waits for states, and a film, which is about time."""
LIMITED = {"wait", "wait_for", "wait_procs", "communicate", "settimeout"}
"""What takes a limit on a hang. One that is shorter than ``HANG_S`` fails on a busy machine, or is a pause."""


def pauses(source: str) -> Iterator[int]:
    """The lines at which a program waits for a time."""
    if not re.search("sleep|pause|wait_|timeout|wait\\(|communicate", source):
        return  # most programs, which need not be parsed
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(names=names) if any(one.name == "sleep" for one in names):
                yield node.lineno  # it could have another name then
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                given = [*node.args, *(one.value for one in node.keywords if one.arg == "timeout")]
                if given and waits(name, given):
                    yield node.lineno


def waits(name: str, given: list[ast.expr]) -> bool:
    seconds = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, int | float)]
    match name:
        case "sleep" | "wait_for_timeout" | "pause":
            return seconds != [0]
        case _:
            return name in LIMITED and any(0 < one < waiting.HANG_S for one in seconds)


def test_no_test_pauses() -> None:
    found = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.relative_to(TESTS).as_posix() not in MAY_PAUSE
        for line in pauses(path.read_text(encoding="utf-8"))
    ]
    assert not found, f"wait for a state with tests/helpers/waiting.py instead of a time: {found}"


@pytest.mark.parametrize(
    "pause",
    [
        "time.sleep(1)",
        "time.sleep(seconds)",
        "from time import sleep as rest",
        "await asyncio.sleep(0.01)",
        "page.wait_for_timeout(50)",
        "await pilot.pause(0.1)",
        "assert not done.wait(0.3)",
        "client.wait(live, is_asked, timeout=0.5)",
        "await asyncio.wait({task}, timeout=0.2)",
        "process.wait(60)",
        "process.communicate(timeout=60)",
    ],
)
def test_a_pause_is_found(pause: str) -> None:
    assert list(pauses(pause)) == [1]


@pytest.mark.parametrize(
    "limit", ["await asyncio.sleep(0)", "await pilot.pause()", "done.wait()", "process.wait(HANG_S)", "sleep(0)"]
)
def test_a_limit_on_a_hang_is_no_pause(limit: str) -> None:
    assert list(pauses(limit)) == []


def test_a_state_that_does_not_come_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "HANG_S", 0.0)
    came: list[str] = []
    with pytest.raises(AssertionError, match=r"in vain for\nuntil\(lambda: came.*; there was nobody"):
        until(lambda: came, seen=lambda: "nobody")


def test_examples_are_the_same_in_every_run_and_may_take_long() -> None:
    used = settings()
    assert (used.derandomize, used.deadline, used.database) == (True, None, None)
    assert HealthCheck.too_slow in used.suppress_health_check


def test_nothing_waits_in_a_way_that_loses_a_cancellation() -> None:
    """In Python 3.11, a task that is cancelled as ``asyncio.wait_for`` returns goes on. ``asyncio.timeout`` ends it."""
    sources = sorted((TESTS.parent / "src").rglob("*.py"))
    assert not [str(path) for path in sources if "asyncio.wait_for(" in path.read_text(encoding="utf-8")]

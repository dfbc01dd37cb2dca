"""Run commands in tests."""

from __future__ import annotations

import pytest

from pitboss.cli import main

Captured = pytest.CaptureFixture[str]


def run(capsys: Captured, *arguments: object) -> str:
    """The output of a command that must succeed."""
    status = main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    assert (status, printed.err) == (0, ""), f"status {status}, and on standard error: {printed.err}"
    return printed.out


def refused(capsys: Captured, *arguments: object, status: int = 2) -> str:
    """The error message of a command that must fail: one line on standard error, nothing on standard output."""
    ended = main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    assert (ended, printed.out) == (status, ""), f"status {ended}, and on standard output: {printed.out}"
    assert printed.err.startswith("pitboss: ")
    assert printed.err.endswith(".\n")
    assert printed.err.count("\n") == 1
    return printed.err.removeprefix("pitboss: ").rstrip("\n")

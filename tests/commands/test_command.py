"""The command that runs Pitboss again, as a message names it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from pitboss.cli.serve import announce, own_command


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A virtual environment below the current directory, from which Python was started as a module."""
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "pitboss"):
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(programs / "python"))
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "src" / "pitboss" / "cli" / "__main__.py"), "serve"])
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    return programs


def test_make_run_names_the_script_of_the_environment(venv: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert own_command() == ".venv/bin/pitboss"
    announce("http://127.0.0.1:8000", "")
    assert ".venv/bin/pitboss play --server http://127.0.0.1:8000\n" in capsys.readouterr().out


def test_a_script_that_the_shell_finds_is_called_by_its_name(venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(venv))
    assert own_command() == "pitboss"


def test_another_pitboss_in_the_path_is_not_named(venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = venv.parents[1] / "other"
    other.mkdir()
    (other / "pitboss").write_text("#!/bin/sh\n")
    (other / "pitboss").chmod(0o755)
    monkeypatch.setenv("PATH", str(other))
    assert own_command() == ".venv/bin/pitboss"


def test_a_script_away_from_python_is_named_as_it_was_started(venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    away = venv.parents[1] / "my programs"
    away.mkdir()
    (venv / "pitboss").rename(away / "pitboss")
    monkeypatch.setattr(sys, "argv", ["my programs/pitboss", "serve"])
    assert shlex.split(own_command()) == ["my programs/pitboss"]
    monkeypatch.chdir(venv)
    monkeypatch.setattr(sys, "argv", [str(away / "pitboss"), "serve"])
    assert shlex.split(own_command()) == [str(away / "pitboss")]
    monkeypatch.chdir(away)
    assert own_command() == "./pitboss"


def test_without_a_script_python_runs_the_module(venv: Path) -> None:
    (venv / "pitboss").unlink()
    assert own_command() == ".venv/bin/python -m pitboss.cli"

"""Shells complete commands, options, games and files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.basics.errors import GameError
from pitboss.cli.app import COMMANDS
from pitboss.cli.arguments import game_names
from pitboss.engine import registry

from shell import Captured, run

BASH = """
eval "$(pitboss --show-completion bash)"
COMP_WORDS=(pitboss odds boston) COMP_CWORD=2
_pitboss_completion pitboss
echo "${COMPREPLY[@]}"
"""


def offered(*words: str, shell: str = "bash") -> list[str]:
    """What a shell is offered for the last word."""
    if shell == "bash":
        asked = {"COMP_WORDS": "\n".join(["pitboss", *words]), "COMP_CWORD": str(len(words))}
    else:
        asked = {"_TYPER_COMPLETE_ARGS": " ".join(["pitboss", *words]), "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    environment = os.environ | asked | {"_PITBOSS_COMPLETE": f"complete_{shell}"}
    done = subprocess.run([sys.executable, "-m", "pitboss.cli"], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return [line for line in done.stdout.splitlines() if line]


def test_commands_complete() -> None:
    assert offered("s") == [name for name in COMMANDS if name.startswith("s")]


def test_options_complete() -> None:
    assert offered("odds", "--r") == ["--rules", "--report"]


@pytest.mark.parametrize(
    "command",
    ["play", "games", "deal", "trace", "rules", "odds", "design", "advise", "chart", "verify", "simulate", "sessions"],
)
def test_every_game_argument_completes(command: str) -> None:
    assert offered(command, "double_") == [name for name in registry.games() if name.startswith("double_")]


def test_a_shell_that_shows_help_gets_the_titles_of_games() -> None:
    assert offered("odds", "carib", shell="fish") == ["caribbean_stud\tCaribbean Stud Poker"]


@pytest.mark.parametrize("words", [("replay", ""), ("deal", "caribbean_stud", "--rules", "")])
def test_files_are_left_to_the_shell(words: tuple[str, ...]) -> None:
    assert offered(*words) == []
    named = os.environ | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}  # no shell may have started the tests
    command = [sys.executable, "-m", "pitboss.cli", "--show-completion", "bash"]
    script = subprocess.run(command, env=named, capture_output=True, text=True).stdout
    assert "complete -o default -F" in script, "bash completes files where nothing is offered"


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_the_script_that_bash_is_given_works(tmp_path: Path) -> None:
    program = tmp_path / "pitboss"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m pitboss.cli "$@"\n')
    program.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "--norc", "-c", BASH], env=environment, capture_output=True, text=True)
    assert done.stdout == "boston_5_stud\n", done.stderr


def test_help_says_how_to_install_completion(capsys: Captured) -> None:
    text = run(capsys, "--help")
    assert "--install-completion" in text
    assert "Let your shell complete commands" in text
    assert "<bool>" not in text


def test_a_broken_game_offers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> dict[str, str]:
        raise GameError("two packages provide one game")

    monkeypatch.setattr(registry, "packages", broken)
    assert game_names("") == []

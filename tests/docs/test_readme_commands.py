"""Every command of the README works. Long ones run on fewer rounds, and those of a house have tests of their own."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pitboss.cli.app import main
from site_built import PROJECT

from shell import Captured

pytestmark = pytest.mark.long

COMMAND = re.compile(r"^pitboss (.+?)(?:\s{2,}#.*|\s#.*)?$", re.MULTILINE)
OF_A_HOUSE = ("serve", "watch", "audit", "load", "soak", "backup", "restore", "play", "statistics")
"""Commands that need a house or a terminal: tests/server and tests/fullscreen start them."""
LESS = {
    "--rounds 1e9": "--rounds 1e4",
    "--players 100000": "--players 200",
    "verify --simulate": "verify double_down_stud --simulate --rounds 1e4 --table-rounds 20",
    "verify": "verify double_down_stud",
}


def commands() -> list[str]:
    found = [one.strip() for one in COMMAND.findall((PROJECT / "README.md").read_text(encoding="utf-8"))]
    assert len(found) > 30
    return found


def test_every_command_of_the_readme_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.chdir(tmp_path)
    last_hash = ""
    ran = 0
    for said in commands():
        if said.split()[0] in OF_A_HOUSE:
            continue
        command = next((said.replace(long, less) for long, less in LESS.items() if long in said), said)
        line, _, target = command.replace("HASH", last_hash).partition(" > ")
        assert main(shlex.split(line)) == 0, said
        printed = capsys.readouterr().out
        if target:
            Path(target).write_text(printed, encoding="utf-8")
        if "--log" in line:
            last_hash = re.findall(r"\b[0-9a-f]{64}\b", printed)[-1]
        ran += 1
    assert ran > 20


def test_the_other_commands_have_their_options(capsys: Captured) -> None:
    """Each option that the README names is in the command's help."""
    for said in commands():
        name, *words = shlex.split(said)
        if name in OF_A_HOUSE:
            assert main([name, "--help"]) == 0
            told = capsys.readouterr().out
            assert all(word in told for word in words if word.startswith("--")), said

"""Every command of a quick start works, in the order of the page.

A fenced block of ``sh`` is run by a shell in a new folder. ``pitboss serve`` runs on until the next one, or until the
page is done, on a port of its own, which takes the place of the one that the page names. ``pitboss play`` runs in a
terminal until it has drawn a table. ``HASH`` is what the last log ended with.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from served import Server, served
from site_built import PROJECT
from terminal import Terminal

pytestmark = pytest.mark.long

PAGES = sorted((PROJECT / "docs" / "start").glob("*.md"))
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^```(\w*)$", re.MULTILINE)
SERVE = re.compile(r"pitboss serve(?: --database sqlite:///(\S+))?\n")
PLAY = "pitboss play "
DRAWN = "Caribbean Stud Poker"
"""What a table of the game shows that the quick start plays."""
ADDRESS = "http://127.0.0.1:8000"
HASH = re.compile(r"\b[0-9a-f]{64}\b")
LONGEST_S = 300


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A shell in which ``pitboss`` is the command of this project, without a terminal."""
    programs = tmp_path / "bin"
    programs.mkdir()
    command = programs / "pitboss"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m pitboss.cli "$@"\n')
    command.chmod(0o755)
    paths = {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(PROJECT / "src")}
    return os.environ | paths | {"PITBOSS_STATE": str(tmp_path / "state")}


def blocks(page: Path) -> Iterator[str]:
    for found in BLOCK.finditer(page.read_text("utf-8")):
        yield found[1]


def play(command: str, state: str) -> None:
    """Run a command of ``pitboss play`` in a terminal until its table is drawn."""
    pitboss, *arguments = shlex.split(command)
    assert pitboss == "pitboss"
    terminal = Terminal(*arguments, PITBOSS_STATE=state)
    try:
        terminal.expect(DRAWN)
    finally:
        terminal.close()


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_command_works(page: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    house: Server | None = None
    last_hash = ""
    with ExitStack() as until:
        for block in blocks(page):
            if serve := SERVE.fullmatch(block):
                if house is not None:
                    assert house.stop() == 0
                house = until.enter_context(served(folder, database=f"sqlite:///{folder}/{serve[1] or 'house.db'}"))
                continue
            script = (block.replace(ADDRESS, house.url) if house else block).replace("HASH", last_hash)
            if script.startswith(PLAY):
                for line in script.splitlines():
                    play(line, environment["PITBOSS_STATE"])
                continue
            done = subprocess.run(
                ["sh", "-e", "-c", script],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=LONGEST_S,
            )
            assert done.returncode == 0, f"{block}{done.stdout}{done.stderr}"
            assert done.stdout or ">" in block, block
            last_hash = next(iter(HASH.findall(done.stdout)), last_hash)


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_a_page_has_commands_and_nothing_that_is_not_run(page: Path) -> None:
    fences = [kind for kind in FENCE.findall(page.read_text("utf-8")) if kind]
    assert "sh" in fences
    assert set(fences) <= {"sh", "python"}  # pytest runs the examples of Python
    assert any("pitboss " in block for block in blocks(page))
    named = re.findall(r"^pitboss serve.*\n", "".join(blocks(page)), re.MULTILINE)
    assert all(map(SERVE.fullmatch, named))

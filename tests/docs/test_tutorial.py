"""The tutorial on a new game shows the files of a package in ``more_games`` as they are, and its figures are counted.

If the package changes, ``python tests/docs/test_tutorial.py`` writes its files into the tutorial again.
"""

from __future__ import annotations

import re
import shlex
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from installed import Installed
from pitboss.verification.trace import SOURCE

PROJECT = SOURCE.parent.parent
NAME = "three_card_poker"
PAGE = PROJECT / "docs" / "tutorials" / f"{NAME}.md"
PACKAGE = PROJECT / "more_games" / NAME
BLOCK = re.compile(r'^```\w+ title="(src/[^"]+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)
"""A block that shows a file, or a part of one."""
SAID = re.compile(r'^```text title="pitboss ([^"]+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)
"""A block that shows what a command prints."""
WRITTEN = ("__init__.py", "clauses.tsv", "game.py", "published.toml", "rules.py", "settle.py")


def shown() -> dict[str, list[str]]:
    """The blocks of each file, in the order of the page."""
    found: dict[str, list[str]] = {}
    for file, text in BLOCK.findall(PAGE.read_text("utf-8")):
        found.setdefault(file, []).append(text)
    return found


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_tutorial_shows_every_file_that_an_author_writes() -> None:
    assert sorted(shown()) == [f"src/{NAME}/{file}" for file in WRITTEN]
    assert sorted(
        path.name for path in (PACKAGE / "src" / NAME).iterdir() if path.suffix in (".py", ".toml", ".tsv")
    ) == sorted(WRITTEN)


@pytest.mark.parametrize("file", WRITTEN)
def test_the_code_of_the_tutorial_is_that_of_the_package(file: str) -> None:
    parts = shown()[f"src/{NAME}/{file}"]
    assert lines("".join(parts)) == lines((PACKAGE / "src" / NAME / file).read_text("utf-8"))


def test_an_author_writes_at_most_three_hundred_lines() -> None:
    written = [(PACKAGE / "src" / NAME / file).read_text("utf-8") for file in WRITTEN if file.endswith(".py")]
    assert sum(len(text.splitlines()) for text in written) <= 300


@pytest.mark.long
def test_the_refusal_that_the_tutorial_shows_is_said(tmp_path: Path) -> None:
    (said,) = re.findall(r"^Three Card Poker can't be played: .*$", PAGE.read_text("utf-8"), re.MULTILINE)
    shutil.copytree(PACKAGE, tmp_path / "project")
    game = tmp_path / "project" / "src" / NAME / "game.py"
    text = game.read_text("utf-8")
    assert text.count('lost=("high card",)') == 1
    game.write_text(text.replace('lost=("high card",)', "lost=()"), encoding="utf-8")
    ((status, _, wrong),) = Installed(tmp_path / "project", tmp_path / "site").commands(("odds", NAME), folder=tmp_path)
    assert (status, wrong.count("\n")) == (2, 1)
    assert said in wrong


@pytest.mark.long
def test_the_commands_of_the_tutorial_work_and_say_what_it_shows(tmp_path: Path) -> None:
    text = PAGE.read_text("utf-8")
    said = re.findall(r"^pitboss (\w.*)$", text, re.MULTILINE)
    fewer = {"--rounds 1e7": "--rounds 1e5", "--simulate": "--simulate --rounds 1e4 --table-rounds 50"}
    asked = []
    for one in said:
        for many, few in fewer.items():
            one = one.replace(many, few)
        if one.split()[0] not in ("new-game", "play"):  # tests/commands, and a terminal
            asked.append(tuple(shlex.split(one)))
    assert [one[0] for one in asked] == ["odds", "advise", "simulate", "trace", "verify"]
    ended = Installed(PACKAGE, tmp_path / "site").commands(*asked, folder=tmp_path)
    assert [status for status, _, _ in ended] == [0] * len(asked), [wrong for _, _, wrong in ended]
    printed = {shlex.join(one): out for one, (_, out, _) in zip(asked, ended, strict=True)}
    found = SAID.findall(text)
    assert found
    for command, block in found:
        assert {line.strip() for line in lines(block)} <= {line.strip() for line in printed[command].splitlines()}
    assert re.search(r"^play +-0\.993378 .*best", printed[shlex.join(asked[1])], re.MULTILINE)


def rewritten() -> str:
    """The page with the files of the package as they are now. Each block begins with the line that it began with."""
    text = PAGE.read_text("utf-8")
    for file, parts in shown().items():
        whole = (PACKAGE / file).read_text("utf-8").splitlines()
        starts = [0, *(whole.index(lines(part)[0]) for part in parts[1:]), len(whole)]
        for part, (start, end) in zip(parts, pairwise(starts), strict=True):
            text = text.replace(part, "\n".join(whole[start:end]).strip("\n") + "\n")
    return text


if __name__ == "__main__":
    PAGE.write_text(rewritten(), encoding="utf-8")

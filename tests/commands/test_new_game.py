"""``pitboss new-game``: the package that it writes, and the names and folders that it rejects.

``tests/project/test_sixth_game.py`` installs and plays the package.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest

from pitboss.cli.app import COMMANDS
from pitboss.cli.new_game import FILES

from shell import Captured, refused, run

WRITTEN = [path.replace("new_game", "red_dog") for path in FILES]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "red_dog"


def test_a_package_is_written_under_its_name(capsys: Captured, folder: Path) -> None:
    run(capsys, "new-game", "red_dog")
    found = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.*")}
    assert sorted(found) == sorted(WRITTEN)
    for path, text in found.items():
        assert not re.search("new.?game", text, re.IGNORECASE), path
        if path.endswith(".py"):
            ast.parse(text)
    assert "class RedDogRules" in found["src/red_dog/rules.py"]
    assert 'title="Red Dog"' in found["src/red_dog/game.py"]
    assert "TestRedDog = tests_of(NAME)" in found["tests/test_red_dog.py"]
    project = tomllib.loads(found["pyproject.toml"])["project"]
    assert project["name"] == "pitboss-red-dog"
    assert project["entry-points"] == {"pitboss.games": {"red_dog": "red_dog"}}


def test_lines_are_no_longer_than_ours(capsys: Captured, folder: Path) -> None:
    run(capsys, "new-game", "red_dog")
    assert max(len(line) for path in folder.rglob("*.py") for line in path.read_text("utf-8").splitlines()) <= 120


def test_an_author_writes_no_more_than_three_hundred_lines(capsys: Captured, folder: Path) -> None:
    run(capsys, "new-game", "red_dog")
    written = [folder / "src" / "red_dog" / f"{name}.py" for name in ("__init__", "game", "rules", "settle")]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in written) < 200


def test_the_last_words_say_what_to_do_next(capsys: Captured, folder: Path) -> None:
    said = run(capsys, "new-game", "red_dog", "--out", "games/dog")
    assert said.startswith("Red Dog is in games/dog: 10 files")
    for command in ("pip install -e 'games/dog[test]'", "pitboss play red_dog", "pytest games/dog"):
        assert command in said
    for command in re.findall(r"^  pitboss (\S+)", said, re.MULTILINE):
        assert command in COMMANDS
    assert (folder.parent / "games" / "dog" / "pyproject.toml").is_file()


def test_as_json(capsys: Captured, folder: Path) -> None:
    said = json.loads(run(capsys, "new-game", "red_dog", "--title", "Red Dog's Night", "--json"))
    assert (said["game"], said["title"], said["folder"]) == ("red_dog", "Red Dog's Night", "red_dog")
    assert said["files"] == WRITTEN
    assert said["next"][0] == "pip install -e 'red_dog[test]'"
    assert 'title="Red Dog\'s Night"' in (folder / "src" / "red_dog" / "game.py").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Red-Dog", "use lower-case letters, digits and single _, such as red_dog"),
        ("21 red", "use lower-case letters, digits and single _, such as red"),
        ("red__dog", "such as red_dog"),
        ("while", "'while' can't be a game's name"),
        ("x" * 41, f"such as {'x' * 40}"),
        ("boston_5_stud", "there is a game 'boston_5_stud' already"),
        ("json", "there is a Python package 'json' already"),
        ("../red_dog", "'../red_dog' can't be a game's name"),
        ("", "name the game in lower-case letters"),
    ],
)
def test_a_bad_name_is_rejected_in_one_sentence(capsys: Captured, folder: Path, name: str, why: str) -> None:
    assert why in refused(capsys, "new-game", name)
    assert list(folder.parent.iterdir()) == []


@pytest.mark.parametrize("title", ['Red "Dog"', "Red\\Dog", "x" * 61])
def test_a_title_that_would_break_the_code_is_rejected(capsys: Captured, folder: Path, title: str) -> None:
    assert "--title must be" in refused(capsys, "new-game", "red_dog", "--title", title)
    assert not folder.exists()


def test_an_existing_folder_is_left_alone(capsys: Captured, folder: Path) -> None:
    folder.mkdir()
    assert refused(capsys, "new-game", "red_dog").startswith("red_dog exists already: name another folder with --out")
    assert list(folder.iterdir()) == []

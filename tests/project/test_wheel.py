"""The wheel ships the trace as data, so that an installed package without tests shows the same trace as a clone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from pitboss.cli.trace import plain
from pitboss.games import games
from pitboss.trace import SOURCE, trace
from pitboss.version import __version__

pytest.importorskip("hatchling", reason="hatchling is not installed, and nothing else builds the package")

PROJECT = SOURCE.parent.parent


def build(project: Path, target: str, folder: Path) -> Path:
    """Build only a wheel or only an sdist of a project into a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(PROJECT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked outside the project."""
    folder = tmp_path_factory.mktemp("installed")
    with ZipFile(wheel) as file:
        file.extractall(folder)
    return folder


def told(installed: Path, *arguments: str) -> str:
    """The output of ``pitboss trace`` there."""
    command = [sys.executable, "-m", "pitboss.cli", "trace", *arguments]
    environment = os.environ | {"PYTHONPATH": str(installed)}
    done = subprocess.run(command, cwd=installed, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_a_trace_for_each_game_and_no_tests(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    traces = [f"pitboss/games/{game}/trace.json" for game in games()]
    assert sorted(name for name in names if name.endswith("trace.json")) == traces
    assert not [name for name in names if "test" in name or name.endswith("conftest.py")]


def test_an_installed_package_tells_the_same_trace_as_a_clone(installed: Path) -> None:
    found = json.loads(told(installed, "--json"))
    assert list(found) == games()
    for game in games():
        assert found[game].pop("source") == {"data": f"pitboss {__version__}"}
        clone = plain(trace(game))
        assert clone.pop("source") == {"tests": str(PROJECT / "tests")}
        assert found[game] == clone


def test_an_installed_package_says_which_version_the_trace_was_built_with(installed: Path) -> None:
    assert told(installed).endswith(f"\nread from the data built with pitboss {__version__}\n")


def test_an_installed_package_reads_the_tests_that_it_is_given(installed: Path) -> None:
    tests = PROJECT / "tests"
    found = json.loads(told(installed, "double_down_stud", "--tests", str(tests), "--json"))["double_down_stud"]
    assert found["source"] == {"tests": str(tests)}
    assert found["missing"] == []
    assert found["details"][0]["tests"][0]["test"].startswith("tests/")


def test_an_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build(PROJECT, "sdist", tmp_path / "sdist")
    shutil.unpack_archive(sdist, tmp_path)
    again = build(tmp_path / sdist.name.removesuffix(".tar.gz"), "wheel", tmp_path / "wheel")
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()

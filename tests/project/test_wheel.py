"""The packages hold what they should and nothing else, and say what they are.

The wheel ships the trace as data, so that an installed package without tests shows the same trace as a clone.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from email import message_from_bytes
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from pitboss.basics import __version__
from pitboss.cli.trace import plain
from pitboss.engine.registry import games
from pitboss.verification.trace import SOURCE, trace

pytestmark = pytest.mark.long

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


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(PROJECT, "sdist", tmp_path_factory.mktemp("sdist"))


def held(package: Path) -> dict[str, bytes]:
    """The files of a wheel or an sdist. Those of an sdist are named without its own folder."""
    if package.suffix == ".whl":
        with ZipFile(package) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(package) as sdist:
        files = [(one.name.partition("/")[2], sdist.extractfile(one)) for one in sdist.getmembers()]
        return {name: file.read() for name, file in files if file is not None}


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
    files = [name.rpartition("/")[2] for name in names]
    assert not [name for name in files if name.startswith("test_") or name == "conftest.py"]
    assert not [name for name in names if "/tests/" in name]


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


def test_the_checker_of_the_wheel_checks_fields_and_rulings(installed: Path, tmp_path: Path) -> None:
    log = PROJECT / "tests" / "golden" / "double_down_stud-manual_shoe.jsonl"
    command = [sys.executable, "-I", "-S", str(installed / "pitboss" / "checker.py"), str(log)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert re.search(r": right; .* fields, .* rulings", done.stdout), done.stdout + done.stderr


def test_the_wheel_holds_the_package_alone(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in held(wheel)}
    assert tops == {"pitboss", f"pitboss-{__version__}.dist-info"}


@pytest.mark.skipif(not (PROJECT / ".git").exists(), reason="this is not a clone, so nothing lists its files")
def test_the_sdist_holds_what_a_clone_holds(sdist: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    clone = {name for name in listed.splitlines() if not name.startswith(".")}
    assert {name for name in held(sdist) if not name.startswith(".")} == clone | {"PKG-INFO"}


@pytest.mark.parametrize("package", ["wheel", "sdist"])
def test_no_package_holds_a_leftover_or_a_path_of_this_machine(package: str, request: pytest.FixtureRequest) -> None:
    files = held(request.getfixturevalue(package))
    leftover = re.compile(r"__pycache__|\.pyc$|\.(mypy|pytest|ruff)_cache|\.hypothesis|^(build|dist)/|house\.db|\.key$")
    assert [name for name in files if leftover.search(name)] == []
    here = str(PROJECT).encode()
    assert [name for name, content in files.items() if here in content] == []


def test_the_metadata_says_what_the_package_is(wheel: Path, sdist: Path) -> None:
    (name,) = (name for name in held(wheel) if name.endswith(".dist-info/METADATA"))
    written = held(wheel)[name]
    assert held(sdist)["PKG-INFO"] == written
    about = message_from_bytes(written)
    assert about["Version"] == __version__
    assert about["License-Expression"] == "Apache-2.0"
    assert about.get_all("License-File") == ["LICENSE"]
    assert about["Requires-Python"] == ">=3.11"
    assert about["Description-Content-Type"] == "text/markdown"
    assert "# Pitboss" in str(about.get_payload())
    assert "blackjack" in about["Keywords"].split(",")
    assert "Typing :: Typed" in about.get_all("Classifier", [])
    assert about.get_all("Project-URL") is None, "no address is known"
    needed = [one for one in about.get_all("Requires-Dist", []) if "extra ==" not in one]
    assert sorted(one.partition(">")[0] for one in needed) == ["msgspec", "platformdirs", "rich", "tomli-w", "typer"]


def test_one_version_is_told_everywhere() -> None:
    newest = re.search(r"^## (\S+)", (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__
    assert citation()["version"] == __version__


def citation() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="nothing here reads YAML")
    found: dict[str, Any] = yaml.safe_load((PROJECT / "CITATION.cff").read_text(encoding="utf-8"))
    return found


def test_the_citation_has_what_its_format_asks_for() -> None:
    found = citation()
    assert found["cff-version"] == "1.2.0"
    assert all(found[key] for key in ("message", "title", "authors"))
    assert (found["type"], found["license"]) == ("software", "Apache-2.0")


def test_an_sdist_builds_the_same_wheel(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(sdist, tmp_path)
    again = build(tmp_path / sdist.name.removesuffix(".tar.gz"), "wheel", tmp_path / "wheel")
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()

"""A failed test leaves what happened in a folder that the failure names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evidence import FOLDER

TESTS = Path(__file__).parents[1]
HOUSE = """
import sys
print("Pitboss is at http://127.0.0.1:1", flush=True)
print('{"event":"a house"}', file=sys.stderr, flush=True)
if "--broken" not in sys.argv:
    print("Stop with Ctrl-C", flush=True)
    sys.stdin.read()
"""
SOURCE = """
import logging, pytest
from served import served

@pytest.fixture(scope="session")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    with served(folder, program=["house.py"]) as server:
        yield server

@pytest.fixture
def broken(tmp_path):
    with served(tmp_path, "--broken", program=["house.py"]) as server:
        yield server

def test_with_a_house(house): assert not house.url
def test_in_setup(broken): pass
def test_in_this_process():
    logging.getLogger("pitboss").info("a table", extra={"fields": {}})
    assert False
def test_that_passes(house): assert house.url
"""
SHOWN = """
from browsing import visit

def test_with_a_page(page):
    page.set_content("<script>console.log('a page')</script>")
    assert not page.url

def test_with_a_visitor(chromium):
    with visit(chromium, None) as visitor:
        visitor.page.set_content("<script>console.log('a visitor')</script>")
        assert not visitor.page.url
"""


def left(folder: Path, source: str, *options: str) -> dict[str, str]:
    """Run tests that fail. Returns what they left by test, and checks that the failure names it."""
    (folder / "test_it.py").write_text(source, encoding="utf-8")
    (folder / "house.py").write_text(HOUSE, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "conftest", *options, "test_it.py"]
    paths = TESTS.parent / "src", TESTS, TESTS / "helpers"
    environment = {name: value for name, value in os.environ.items() if name != FOLDER}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, paths))
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, stdin=subprocess.PIPE)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    found = {}
    for one in sorted((folder / "build" / "failures").iterdir()):
        assert str(one) in ran.stdout
        found[one.name] = "".join(path.read_text() for path in one.iterdir() if path.suffix != ".png")
    return found


@pytest.mark.long
@pytest.mark.parametrize("processes", [(), ("-n", "2")], ids=["one", "two"])
def test_a_failed_test_leaves_the_logs_of_its_houses(tmp_path: Path, processes: tuple[str, ...]) -> None:
    said = left(tmp_path, SOURCE, *processes)
    assert set(said) == {f"test_it.py-test_{name}" for name in ("with_a_house", "in_setup", "in_this_process")}
    for name in ("with_a_house", "in_setup"):  # the house of another test may still be there
        assert set(said[f"test_it.py-test_{name}"].splitlines()) == {'{"event":"a house"}'}
    assert '"event":"a table"' in said["test_it.py-test_in_this_process"]


@pytest.mark.long
def test_what_an_earlier_run_left_is_removed(tmp_path: Path) -> None:
    assert len(left(tmp_path, SOURCE)) == 3
    assert list(left(tmp_path, SOURCE, "-k", "setup")) == ["test_it.py-test_in_setup"]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no chromium")
def test_a_failed_test_leaves_what_its_page_said_and_showed(tmp_path: Path) -> None:
    shutil.copy(TESTS / "browser" / "conftest.py", tmp_path / "with_chromium.py")
    said = left(tmp_path, SHOWN, "-p", "with_chromium")
    for of in ("page", "visitor"):
        assert f"log: a {of}\n" in said[f"test_it.py-test_with_a_{of}"]
        [picture] = (tmp_path / "build" / "failures" / f"test_it.py-test_with_a_{of}").glob("*.png")
        assert picture.read_bytes().startswith(b"\x89PNG")

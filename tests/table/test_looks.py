"""What a test with an assertion shows: citations of play and refusals, and those of the opening that it looked at."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from looks import shown
from pitboss import RulesError, Table
from pitboss.engine.registry import games
from pitboss.engine.round import events as ev
from pitboss.verification.trace import SOURCE as PACKAGE

from scene import Scene

NAME = "double_down_stud"


@pytest.mark.parametrize("game", games())
def test_opening_a_round_shows_nothing_by_itself(game: str) -> None:
    with shown() as found:
        scene = Scene(game)
        scene.clauses()
    assert {"3(a)", "3(b)", "3(c)", "4(a)"} <= scene.clauses()
    assert found == set()


def test_what_is_looked_at_is_shown_and_the_rest_is_not() -> None:
    with shown() as found:
        assert [e.step for e in Scene(NAME).citing("3(a)")] == ["receive the cards"]
    assert found == {(NAME, "3(a)", "")}
    with shown() as found:
        Scene(NAME).events(ev.Shuffled)
    assert found == {(NAME, "4(a)", "")}


def test_play_and_refusals_show_what_they_cite() -> None:
    with shown() as found:
        Scene(NAME).wager("Ann", original=1000)
        with pytest.raises(RulesError):
            Table(NAME, {"pays": {"flush": "1 to 1"}})
    assert found == {(NAME, "6(a)", ""), (NAME, "10(b)", "")}


SOURCE = """
import pytest
from scene import Scene

clause = pytest.mark.clause("double_down_stud", "6(a)")

@clause
def test_that_only_runs(): Scene("double_down_stud").wager("Ann", original=1000).house()

@clause
def test_whose_loop_never_turns():
    Scene("double_down_stud").wager("Ann", original=1000)
    for one in (): assert one

@clause
def test_that_asserts(): assert Scene("double_down_stud").wager("Ann", original=1000).round.records

@clause
def test_that_expects_a_refusal(): Scene("double_down_stud").wager("Ann", original=1000).refused("Bob", "wager")

def test_of_no_clause(): Scene("double_down_stud")
"""


def test_a_test_that_names_a_clause_and_asserts_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SOURCE, encoding="utf-8")
    tests = Path(__file__).parents[1]
    command = ["-m", "pytest", "-rE", "-p", "no:cacheprovider", "-p", "conftest", "-c", tests.parent / "pyproject.toml"]
    ran = subprocess.run(
        [sys.executable, *command, tmp_path / "test_it.py"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(PACKAGE.parent), str(tests), str(tests / "helpers")))},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    failed = [line.split("::")[1].split(" ")[0] for line in ran.stdout.splitlines() if line.startswith("ERROR")]
    assert failed == ["test_that_only_runs", "test_whose_loop_never_turns"], ran.stdout

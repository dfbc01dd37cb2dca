"""The games of ``more_games``: projects of their own, each a declaration, and none of them in our wheel.

Each is put on the path of a new process as an installer would do. Its own tests must pass there, and its trace must
have no gap.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from installed import Installed
from pitboss.verification.trace import SOURCE

FOLDER = SOURCE.parent.parent / "more_games"
GAMES = sorted(path.name for path in FOLDER.iterdir() if (path / "pyproject.toml").is_file())
every_game = pytest.mark.parametrize("game", GAMES)


def test_there_are_three() -> None:
    assert len(GAMES) >= 3


@pytest.mark.long
@every_game
def test_its_own_tests_pass(game: str, tmp_path: Path) -> None:
    """The properties of every game are among them, one test each."""
    ended = Installed(FOLDER / game, tmp_path / "site").python("-m", "pytest", "-v", "-p", "no:cacheprovider")
    assert ended.returncode == 0, ended.stdout
    assert "::test_every_irregularity_is_reached PASSED" in ended.stdout


@every_game
def test_every_clause_is_in_its_declaration_and_shown_by_a_test(game: str, tmp_path: Path) -> None:
    ((status, out, wrong),) = Installed(FOLDER / game, tmp_path / "site").commands(
        ("trace", game, "--json"), folder=tmp_path
    )
    assert (status, wrong) == (0, "")
    found = json.loads(out)[game]
    assert found["clauses"] > 30
    assert (found["missing"], found["strangers"], found["only_run"]) == ([], [], [])

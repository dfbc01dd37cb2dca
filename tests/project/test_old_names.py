"""Whoever built on modules by their old names is told the new ones, and everything works as before."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installed import BY_HAND, Installed
from pitboss.old_names import NAMES

EACH = """
import json, sys, warnings
from importlib import import_module

warnings.simplefilter("always")
found = {}
for old in json.load(sys.stdin):
    with warnings.catch_warnings(record=True) as said:
        module = import_module(old)
    found[old] = module.__name__, module.__spec__.name, [str(one.message) for one in said]
print(json.dumps(found))
"""


def test_an_old_name_is_the_module_of_the_new_one() -> None:
    ended = subprocess.run([sys.executable, "-c", EACH], input=json.dumps(list(NAMES)), capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    for old, (name, spec, said) in json.loads(ended.stdout).items():
        assert name == spec == NAMES[old]
        assert f"{old} is now {name}; the old name goes with the next version" in said


@pytest.mark.parametrize(
    "line",
    [
        "from pitboss.games import game; assert game('boston_5_stud').title",
        "from pitboss.mathematics import odds; assert odds",
        "from pitboss.table import events; assert events.Dealt",
        "import pitboss.gym",
        "from pitboss.exact.spots import Asked; assert Asked",
        "from pitboss.verification.trace.data import build; assert build",
    ],
)
def test_names_that_were_documented_still_work(line: str) -> None:
    ended = subprocess.run([sys.executable, "-W", "always", "-c", line], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert "DeprecationWarning: " in ended.stderr


def test_a_name_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'pitboss\.nothing'"):
        __import__("pitboss.nothing")


@pytest.mark.long
def test_a_game_written_before_plays_is_priced_and_verified(tmp_path: Path) -> None:
    project = tmp_path / "by_hand"
    shutil.copytree(BY_HAND, project)
    old = {new: before for before, new in NAMES.items()} | {"pitboss.mathematics.any_game": "pitboss.mathematics"}
    words = re.compile("|".join(rf"\b{re.escape(one)}\b" for one in sorted(old, key=len, reverse=True)))
    changed = 0
    for path in project.rglob("*.py"):
        text, count = words.subn(lambda found: old[found[0]], path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
        changed += count
    assert changed > 30
    commands = (
        ("deal", "high_card", "--rounds", "50", "--seed", "1", "--json"),
        ("odds", "high_card", "--json"),
        ("verify", "high_card", "--json"),
        ("verify", "high_card", "--simulate", "--rounds", "1e5", "--table-rounds", "200", "--json"),
    )
    for status, _, wrong in Installed(project, tmp_path / "site").commands(*commands, folder=tmp_path):
        assert status == 0, wrong

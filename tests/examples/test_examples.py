"""The programs of examples/ run as their first lines say, and what they print is what the library computes."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss import odds, study

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str, status: int = 0) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONUTF8": "1"})
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def test_every_example_says_how_it_is_run() -> None:
    for path in EXAMPLES.glob("*.py"):
        assert f"python examples/{path.name}" in path.read_text(encoding="utf-8")


@pytest.mark.long
def test_an_agent_learns_and_its_regret_is_exact() -> None:
    heading, *rows, best = run("train_agent.py", "--rounds", "5e4").splitlines()
    assert heading.split() == ["rounds", "house", "edge", "exact", "regret"]
    assert best.split() == ["best", "play", f"{odds('boston_5_stud').house_edge:.6%}", "0"]
    edges, regrets = ([float(row.split()[at].rstrip("%")) for row in rows] for at in (1, 2))
    perfect = float(best.split()[2].rstrip("%"))
    for edge, regret in zip(edges, regrets, strict=True):
        assert edge - regret == pytest.approx(perfect, abs=2e-6)
    assert regrets[-1] < regrets[0]


def test_a_pay_table_is_priced_beside_the_documents() -> None:
    said = run("price_pay_table.py", "double_down_stud", "pays.flush=2")
    edges = [
        f"{odds('double_down_stud', rules).house_edge:.4%}"
        for rules in (None, study("double_down_stud", "pays.flush=2"))
    ]
    assert said.splitlines()[0] == "a study, not a table"
    assert next(line for line in said.splitlines() if line.startswith("house edge")).split()[2:] == edges
    assert "decisions change" in said
    assert "is not" in run("price_pay_table.py", "double_down_stud", "pays.whist=2", status=2)
    assert "no game" in run("price_pay_table.py", "whist", "pays.flush=2", status=2)


@pytest.mark.long
def test_evenings_are_a_table_that_other_programs_read() -> None:
    rows = list(csv.DictReader(run("session_study.py", "--players", "400").splitlines()))
    assert len(rows) == 12
    by_case = {(row["strategy"], row["bankroll"]): row for row in rows}
    for row in rows:
        assert 0 <= float(row["ahead"]) + float(row["even"]) <= 1
    assert float(by_case["optimal", "500"]["stopped early"]) < float(by_case["optimal", "100"]["stopped early"])
    assert float(by_case["always", "200"]["mean result"]) < float(by_case["optimal", "200"]["mean result"])

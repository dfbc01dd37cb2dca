"""Runs on a GPU: the same bytes as on processors. Without a GPU, the kernels run in numba's simulator of one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from shell import Captured, refused

HERE = Path(__file__).parent
SIMULATOR = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}

TABLES: dict[str, list[dict[str, Any]]] = {
    "double_down_stud": [{}, {"seats": 3}],
    "boston_5_stud": [{"wagers": {"optional bonus": 2500}}, {"seats": 2}],
    "caribbean_stud": [
        {"wagers": {"bonus": 500}},
        {"strategy": "matching-rank"},
        {"seats": 2, "wagers": {"progressive": 100}},
    ],
    "double_cross_poker": [{"wagers": {"three-card": 500}}, {"seats": 2}],
    "double_attack_blackjack": [
        {"strategy": "chart"},
        {"strategy": "chart", "penetration": 0.75, "seats": 3, "wagers": {"bust bonus": 500, "insurance": 300}},
    ],
}


def in_simulator(*command: str) -> str:
    done = subprocess.run([sys.executable, *command], env=SIMULATOR, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", TABLES)
def test_tallies_are_the_same_in_the_simulator(game: str) -> None:
    """Several launches, an incomplete chunk at the end, and a run that is continued from there, also chunk by chunk."""
    for told in json.loads(in_simulator(str(HERE / "gpu_runs.py"), game, json.dumps(TABLES[game]))):
        assert told["gpu"] == told["processor"], told["table"]
        tally = told["gpu"]["run"]["tally"]
        assert sum(tally["ends"] if "ends" in tally else tally["alone"] + tally["several"]) > 0


def test_a_difference_is_noticed() -> None:
    told = json.loads(in_simulator(str(HERE / "gpu_runs.py"), "double_down_stud", "[{}]", "--break"))
    assert told[0]["gpu"] != told[0]["processor"]


def test_the_command_prints_the_same_bytes() -> None:
    command = ("-m", "pitboss.cli", "simulate", "double_down_stud", "--rounds", "300", "--seed", "5", "--json")
    assert in_simulator(*command, "--gpu") == in_simulator(*command)


def test_the_two_are_compared_on_request() -> None:
    command = ("-m", "pitboss.cli", "verify", "double_down_stud", "--gpu", "--rounds", "40", "--json")
    told = json.loads(in_simulator(*command))
    assert told["gpus"] == ["numba's simulator"]
    assert len(told["runs"]) == 3
    assert not any(run["differs"] for run in told["runs"])


@pytest.mark.skipif(bool(os.environ.get("NUMBA_ENABLE_CUDASIM")), reason="numba simulates a GPU here")
def test_without_a_gpu_it_says_so_and_plays_nothing(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    said = refused(capsys, "simulate", "double_down_stud", "--rounds", "1000", "--gpu")
    assert "a GPU needs numba_cuda: pip install 'pitboss[gpu]'" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("simulate", "double_down_stud", "--gpu", "--threads", "2"), "leave out --threads and --workers"),
        (("simulate", "double_down_stud", "--gpu", "--workers", "2"), "leave out --threads and --workers"),
        (("simulate", "double_down_stud", "--gpu", "--cluster", "tcp://a:1", "--workers", "2"), "leave out --threads"),
        (("verify", "--gpu", "--simulate"), "use one at a time"),
        (("verify", "--gpu", "--table-rounds", "5"), "--table-rounds works only with --simulate"),
    ],
)
def test_what_does_not_go_together_is_one_sentence(capsys: Captured, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, *arguments)


def has_gpu() -> bool:
    from pitboss.errors import SimulationError
    from pitboss.extras import MissingExtra
    from pitboss.simulation.gpu import SIMULATED, cards

    try:
        return bool(cards()) and not SIMULATED
    except (MissingExtra, SimulationError):
        return False


@pytest.mark.skipif(not has_gpu(), reason="this machine has no GPU, or not the extra gpu")
def test_a_gpu_plays_the_same_runs(capsys: Captured) -> None:
    command = [sys.executable, "-m", "pitboss.cli", "verify", "--gpu", "--json"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert not [run for run in told["runs"] if run["differs"]]

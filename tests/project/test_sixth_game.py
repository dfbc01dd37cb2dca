"""A third party ships a game in a separate project, registered only by an entry point.

``tests/sixth_game`` is that project. It is put on the path of a new process as an installer would do, and must then
play, prove, price, advise, draw, simulate, verify and trace like our own games.
"""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from installed import SIXTH, Installed
from pitboss.engine import registry
from pitboss.verification.trace import SOURCE

pytestmark = pytest.mark.long

PROJECT = SOURCE.parent.parent
NAME = "high_card"

Said = dict[str, tuple[int, str, str]]
"""The status, output and errors of commands, by name."""


ANYTHING = ("--policy", "everything", "--irregularities", "0.1", "--random-events")
COMMANDS: dict[str, tuple[str, ...]] = {
    "games": ("games", "--json"),
    "rules": ("rules", NAME),
    "deal": (
        "deal",
        NAME,
        "--seats",
        "3",
        "--rounds",
        "200",
        "--seed",
        "1",
        *ANYTHING,
        "--log",
        "rounds.jsonl",
        "--json",
    ),
    "replay": ("replay", "rounds.jsonl", "--json"),
    "narrate": ("deal", NAME, "--seed", "7", "--narrate"),
    "odds": ("odds", NAME, "--json"),
    "par sheet": ("odds", NAME, "--report", "par.html"),
    "advise": ("advise", NAME, "--hand", "5d", "--seen", "Ks Kh Kd Kc", "--json"),
    "chart": ("chart", NAME, "--out", "chart.svg"),
    "simulate": ("simulate", NAME, "--rounds", "1e6", "--seats", "3", "--json"),
    "sessions": ("sessions", NAME, "--ante", "10", "--players", "500", "--rounds", "50", "--json"),
    "verify": ("verify", NAME, "--json"),
    "both ways": ("verify", NAME, "--simulate", "--rounds", "1e5", "--table-rounds", "400", "--json"),
    "trace": ("trace", NAME, "--json"),
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(SIXTH, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def said(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Said:
    """The results of all commands, run in one process."""
    folder = tmp_path_factory.mktemp("somewhere")
    found = dict(zip(COMMANDS, installed.commands(*COMMANDS.values(), folder=folder), strict=True))
    assert (folder / "par.html").stat().st_size > 10_000
    assert (folder / "chart.svg").stat().st_size > 1_000
    return found


def answer(said: Said, command: str) -> Any:
    status, out, wrong = said[command]
    assert status == 0, wrong
    return json.loads(out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_the_game(said: Said, command: str) -> None:
    status, out, wrong = said[command]
    assert (status, wrong) == (0, "")
    assert out or command in ("par sheet", "chart")


def test_it_stands_beside_our_games(said: Said) -> None:
    assert list(answer(said, "games")) == sorted([*registry.games(), NAME])


def test_its_log_is_proved(said: Said) -> None:
    dealt, proved = answer(said, "deal"), answer(said, "replay")
    assert (proved["game"], proved["rounds"]) == (NAME, dealt["rounds"]) == (NAME, 200)


def test_its_clauses_are_told_in_its_own_words(said: Said) -> None:
    assert "One card face down to each player from the dealer's left" in said["narrate"][1]


def test_its_odds_are_exact(said: Said) -> None:
    assert Fraction(answer(said, "odds")["expected_value"]) == Fraction(-4, 221)


def test_its_advice_takes_the_cards_that_it_declares(said: Said) -> None:
    assert answer(said, "advise")["best"] == "raise"


def test_its_simulation_agrees_with_its_odds(said: Said) -> None:
    found = answer(said, "simulate")["results"]
    assert [one["name"] for one in found] == ["round", "ante", "raise"]
    assert all(abs(one["z"]) < 4.5 for one in found)


def test_its_published_figures_are_counted_again(said: Said) -> None:
    assert [one["agrees"] for one in answer(said, "verify")] == [True, True]


def test_its_table_and_fast_rounds_agree(said: Said) -> None:
    found = answer(said, "both ways")
    assert (len(found["comparisons"]) > 20, found["failures"]) == (True, [])
    assert [(one["game"], one["rounds"], one["agrees"]) for one in found["both_ways"]] == [(NAME, 400, True)]


def test_its_trace_has_no_gap(said: Said) -> None:
    found = answer(said, "trace")[NAME]
    assert (found["clauses"], found["premises"], found["missing"], found["strangers"]) == (23, 1, [], [])
    assert found["only_run"] == []


def test_its_own_tests_pass(installed: Installed) -> None:
    ended = installed.python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml")
    assert ended.returncode == 0, ended.stdout


LEARNER = """
import gymnasium, numpy, pitboss.simulation.gym
seats = gymnasium.make_vec("pitboss/HighCard-v0", num_envs=2000)
seats.reset(seed=1)
values = seats.unwrapped.action_values()
_, rewards, over, _, _ = seats.step(numpy.argmax(values, axis=1))
assert over.all() and set(rewards) <= {-2.0, -1.0, 0.0, 1.5, 2.5}, set(rewards)
assert abs(rewards.mean() + 4 / 221) < 4.5 * rewards.std() / 2000**0.5
"""


def test_a_learner_can_play_it(installed: Installed) -> None:
    ended = installed.python("-c", LEARNER)
    assert ended.returncode == 0, ended.stderr


def test_fast_rounds_that_pay_a_cent_too_much_are_found(tmp_path: Path) -> None:
    wrong = tmp_path / "project"
    shutil.copytree(SIXTH, wrong)
    kernel = wrong / "src" / NAME / "kernel.py"
    right = kernel.read_text(encoding="utf-8")
    assert right.count("return -stake, 0") == 1
    kernel.write_text(right.replace("return -stake, 0", "return 1 - stake, 0"), encoding="utf-8")
    asked = ("verify", NAME, "--simulate", "--rounds", "1000", "--table-rounds", "50", "--json")
    ((status, out, _),) = Installed(wrong, tmp_path / "site").commands(asked, folder=tmp_path)
    assert status == 1
    assert "'s ante is -$" in json.loads(out)["both_ways"][0]["difference"]

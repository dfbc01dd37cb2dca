"""A third party ships a game in a separate project, registered only by an entry point.

There are two such projects: what ``pitboss new-game`` writes, which declares its game, and ``tests/written_by_hand``,
whose author wrote every part. Each is put on the path of a new process as an installer would do, and must then play,
prove, price, advise, draw, simulate, verify and trace like our own games.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest

from installed import BY_HAND, Installed
from pitboss.cli.new_game import write
from pitboss.engine import registry

pytestmark = pytest.mark.long

AMOUNTS = {"Kd 9c Qh Jh": 35_00, "8s 8d Ah Kd": 45_00, "Ks 9d Kh 9c": 20_00}
"""What goes back for an ante and a raise of $10 each, by hand: even money and one to two; a pair; a push."""


def written(folder: Path, *, filled_in: bool = True) -> Path:
    """The project of a new game, with its amounts filled in."""
    write("sixth_game", "Sixth Game", folder)
    tests = folder / "tests" / "test_sixth_game.py"
    text = tests.read_text(encoding="utf-8")
    for cards, back in AMOUNTS.items() if filled_in else ():
        assert text.count(f'"{cards}": None') == 1
        text = text.replace(f'"{cards}": None', f'"{cards}": {back}')
    tests.write_text(text, encoding="utf-8")
    return folder


class Game(NamedTuple):
    """A game of another project, and what is known of it."""

    name: str
    project: Callable[[Path], Path]
    dealt: str
    """The clause on dealing, in the words of its document."""
    value: Fraction
    hand: str
    """A hand that is raised, once all kings are gone."""
    wagers: tuple[str, ...]
    published: int
    clauses: tuple[int, int]
    """All, and those of premises."""


NEW = Game(
    name="sixth_game",
    project=written,
    dealt="Two cards face down to each player from the dealer's left, then two to the dealer.",
    value=Fraction(-1507, 38675),
    hand="Qd 5c",
    wagers=("ante", "raise", "pair bonus"),
    published=0,
    clauses=(26, 0),
)
OLD = Game(
    name="high_card",
    project=lambda folder: BY_HAND,
    dealt="One card face down to each player from the dealer's left",
    value=Fraction(-4, 221),
    hand="5d",
    wagers=("ante", "raise"),
    published=2,
    clauses=(23, 1),
)

Said = dict[str, tuple[int, str, str]]
"""The status, output and errors of commands, by name."""


ANYTHING = ("--policy", "everything", "--irregularities", "0.1", "--random-events")


def commands(of: Game) -> dict[str, tuple[str, ...]]:
    name = of.name
    rounds = ("--seats", "3", "--rounds", "200", "--seed", "1", *ANYTHING, "--log", "rounds.jsonl", "--json")
    return {
        "games": ("games", "--json"),
        "rules": ("rules", name),
        "deal": ("deal", name, *rounds),
        "replay": ("replay", "rounds.jsonl", "--json"),
        "narrate": ("deal", name, "--seed", "7", "--narrate"),
        "odds": ("odds", name, "--json"),
        "par sheet": ("odds", name, "--report", "par.html"),
        "petition": ("petition", name, "--out", "petition.html"),
        "advise": ("advise", name, "--hand", of.hand, "--seen", "Ks Kh Kd Kc", "--json"),
        "chart": ("chart", name, "--out", "chart.svg"),
        "simulate": ("simulate", name, "--rounds", "1e6", "--seats", "3", "--json"),
        "sessions": ("sessions", name, "--ante", "10", "--players", "500", "--rounds", "50", "--json"),
        "verify": ("verify", name, "--json"),
        "both ways": ("verify", name, "--simulate", "--rounds", "1e5", "--table-rounds", "400", "--json"),
        "trace": ("trace", name, "--json"),
    }


@pytest.fixture(scope="module", params=[NEW, OLD], ids=["declared", "by hand"])
def of(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


@pytest.fixture(scope="module")
def installed(of: Game, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(of.project(tmp_path_factory.mktemp("project")), tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def said(of: Game, installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Said:
    """The results of all commands, run in one process."""
    folder, asked = tmp_path_factory.mktemp("somewhere"), commands(of)
    found = dict(zip(asked, installed.commands(*asked.values(), folder=folder), strict=True))
    assert (folder / "par.html").stat().st_size > 10_000
    assert (folder / "petition.html").stat().st_size > 10_000
    assert (folder / "chart.svg").stat().st_size > 1_000
    return found


def answer(said: Said, command: str) -> Any:
    status, out, wrong = said[command]
    assert status == 0, wrong
    return json.loads(out)


@pytest.mark.parametrize("command", commands(NEW))
def test_every_command_takes_the_game(said: Said, command: str) -> None:
    status, out, wrong = said[command]
    assert (status, wrong) == (0, "")
    assert out or command in ("par sheet", "chart")


def test_it_stands_beside_our_games(of: Game, said: Said) -> None:
    assert list(answer(said, "games")) == sorted([*registry.games(), of.name])


def test_its_log_is_proved(of: Game, said: Said) -> None:
    dealt, proved = answer(said, "deal"), answer(said, "replay")
    assert (proved["game"], proved["rounds"]) == (of.name, dealt["rounds"]) == (of.name, 200)


def test_its_clauses_are_told_in_its_own_words(of: Game, said: Said) -> None:
    assert of.dealt in said["narrate"][1]


def test_its_odds_are_exact(of: Game, said: Said) -> None:
    assert Fraction(answer(said, "odds")["expected_value"]) == of.value


def test_its_advice_takes_the_cards_that_it_declares(said: Said) -> None:
    assert answer(said, "advise")["best"] == "raise"


def test_its_simulation_agrees_with_its_odds(of: Game, said: Said) -> None:
    found = answer(said, "simulate")["results"]
    assert [one["name"] for one in found] == ["round", *of.wagers]
    assert all(abs(one["z"]) < 4.5 for one in found)


def test_its_published_figures_are_counted_again(of: Game, said: Said) -> None:
    assert [one["agrees"] for one in answer(said, "verify")] == [True] * of.published


def test_its_table_and_fast_rounds_agree(of: Game, said: Said) -> None:
    found = answer(said, "both ways")
    assert (len(found["comparisons"]) > 20, found["failures"]) == (True, [])
    assert [(one["game"], one["rounds"], one["agrees"]) for one in found["both_ways"]] == [(of.name, 400, True)]


def test_its_trace_has_no_gap(of: Game, said: Said) -> None:
    found = answer(said, "trace")[of.name]
    assert (found["clauses"], found["premises"], found["missing"], found["strangers"]) == (*of.clauses, [], [])
    assert found["only_run"] == []


def own_tests(installed: Installed) -> tuple[int, str]:
    """The status and the output of the project's own tests."""
    ended = installed.python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml")
    return ended.returncode, ended.stdout


def test_its_own_tests_pass(installed: Installed) -> None:
    status, out = own_tests(installed)
    assert status == 0, out


def test_one_test_of_a_new_game_fails_until_its_amounts_are_filled_in(tmp_path: Path) -> None:
    status, out = own_tests(Installed(written(tmp_path / "project", filled_in=False), tmp_path / "site"))
    assert status == 1
    assert "AssertionError: fill in the three amounts of BACK_IN_ALL, worked out by hand" in out
    assert "1 failed, " in out
    assert " error" not in out.splitlines()[-1]


def test_the_wheel_of_a_new_game_holds_its_trace_and_no_tests(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling is not installed, and nothing else builds the package")
    project = written(tmp_path / "project")
    ended = Installed(project, tmp_path / "site").python("-m", "hatchling", "build", "-t", "wheel")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    (wheel,) = (project / "dist").iterdir()
    with ZipFile(wheel) as packed:
        assert {name for name in packed.namelist() if ".dist-info/" not in name} == {
            f"sixth_game/{file}"
            for file in ("__init__.py", "clauses.tsv", "game.py", "py.typed", "rules.py", "settle.py", "trace.json")
        }
        traced = json.loads(packed.read("sixth_game/trace.json"))
    assert traced["built_from"] == "sixth_game 0.1"
    assert all(one["tests"] for one in traced["clauses"])


LEARNER = """
import gymnasium, numpy, pitboss.simulation.gym
seats = gymnasium.make_vec("pitboss/HighCard-v0", num_envs=2000)
seats.reset(seed=1)
values = seats.unwrapped.action_values()
_, rewards, over, _, _ = seats.step(numpy.argmax(values, axis=1))
assert over.all() and set(rewards) <= {-2.0, -1.0, 0.0, 1.5, 2.5}, set(rewards)
assert abs(rewards.mean() + 4 / 221) < 4.5 * rewards.std() / 2000**0.5
"""


def test_a_learner_can_play_it(tmp_path: Path) -> None:
    ended = Installed(BY_HAND, tmp_path / "site").python("-c", LEARNER)
    assert ended.returncode == 0, ended.stderr


def test_fast_rounds_that_pay_a_cent_too_much_are_found(tmp_path: Path) -> None:
    wrong = tmp_path / "project"
    shutil.copytree(BY_HAND, wrong)
    kernel = wrong / "src" / "high_card" / "kernel.py"
    right = kernel.read_text(encoding="utf-8")
    assert right.count("return -stake, 0") == 1
    kernel.write_text(right.replace("return -stake, 0", "return 1 - stake, 0"), encoding="utf-8")
    assert "'s ante is -$" in difference(Installed(wrong, tmp_path / "site"), "high_card", tmp_path)


OWN_PART = """
import msgspec
from pitboss.simulation.declared import part
from sixth_game.game import GAME

derived = part(GAME).KERNEL


def table(setup, odds):
    found = derived.table(setup, odds)
    ante = next(part for part in found.parts if part.name == "ante")
    ante.net[:] += 1
    return found


KERNEL = msgspec.structs.replace(derived, table=table)
"""


def difference(installed: Installed, name: str, folder: Path) -> str:
    """What differs between the table and the fast rounds of a game."""
    asked = ("verify", name, "--simulate", "--rounds", "1000", "--table-rounds", "50", "--json")
    ((status, out, _),) = installed.commands(asked, folder=folder)
    assert status == 1
    found: str = json.loads(out)["both_ways"][0]["difference"]
    return found


def test_a_part_of_the_authors_replaces_the_derived_one(tmp_path: Path) -> None:
    """Here it pays a cent too much, and the comparison with the derived table finds it."""
    project = written(tmp_path / "project")
    (project / "src" / "sixth_game" / "kernel.py").write_text(OWN_PART, encoding="utf-8")
    assert "'s ante is -$" in difference(Installed(project, tmp_path / "site"), "sixth_game", tmp_path)

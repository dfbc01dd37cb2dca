"""The base package plays by itself. Where a library of an extra is missing, one sentence names the extra."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.basics.extras import EXTRAS, MissingExtra, extra_of, needs
from pitboss.cli.app import COMMANDS
from pitboss.verification.trace import SOURCE
from waiting import HANG_S

pytestmark = pytest.mark.long

PROJECT = tomllib.loads((SOURCE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OPTIONAL = sorted({module for extra in EXTRAS for module in (*extra.libraries, *extra.along)})
FASTER = "uvloop"
"""A library that only makes a house faster. It is used if it is there."""

BROUGHT = "pydantic"
"""A library that comes with the base package, since Typer needs it."""
PLUGIN = "clause_marks.py: pytest"
"""A plugin of pytest, which pytest alone imports."""


def packages(requirements: Sequence[str]) -> set[str]:
    """The names of required packages, without their versions and their own extras."""
    return {re.split(r"[\[<>=; ]", one)[0] for one in requirements}


def run_without(missing: Sequence[str], *arguments: object, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a process that can't import some modules."""
    script = (
        f"import sys; sys.modules.update(dict.fromkeys({list(missing)!r}))\n"
        "from pitboss.cli import main\n"
        "sys.exit(main())"
    )
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=HANG_S)


def said_without(missing: Sequence[str], *arguments: object) -> str:
    """The sentence with which a command ends that lacks these modules."""
    done = run_without(missing, *arguments)
    assert (done.returncode, done.stdout) == (2, ""), done.stdout + done.stderr
    assert done.stderr.startswith("pitboss: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.removeprefix("pitboss: ").rstrip("\n")


# --- the list of extras


def with_those_it_brings(extra: str) -> set[str]:
    """The name of an extra and of all that it brings."""
    brought = [name for one in PROJECT["optional-dependencies"][extra] for name in re.findall(r"pitboss\[(\w+)\]", one)]
    return {extra}.union(*map(with_those_it_brings, brought))


def test_the_image_of_a_house_has_the_coach_and_what_the_page_draws() -> None:
    said = (SOURCE.parent.parent / "Dockerfile").read_text(encoding="utf-8")
    (extras,) = re.findall(r"'\.\[([\w,]+)\]'", said)
    assert set.union(*map(with_those_it_brings, extras.split(","))) == {"odds", "report", "serve"}


def test_the_list_names_what_each_extra_installs() -> None:
    optional = PROJECT["optional-dependencies"]
    for extra in EXTRAS:
        own = packages(optional[extra.name]) - {"pitboss", FASTER}
        assert own == set(extra.libraries.values()), extra.name


def test_every_extra_for_users_is_in_the_list_and_in_all() -> None:
    optional = PROJECT["optional-dependencies"]
    names = {extra.name for extra in EXTRAS}
    assert set(optional) - {"all", "bench", "dev", "docs", "mutants", "test"} == names
    assert optional["all"] == [f"pitboss[{','.join(sorted(names - {'gpu'}))}]"]


@pytest.mark.parametrize("name", ["cluster", "gym", "parquet", "report"])
def test_an_extra_that_prices_or_simulates_brings_the_compiler(name: str) -> None:
    assert "pitboss[odds]" in PROJECT["optional-dependencies"][name]


def test_every_import_is_of_the_base_package_or_of_an_extra() -> None:
    base = {name.replace("-", "_") for name in packages(PROJECT["dependencies"])} | {"pitboss", BROUGHT, FASTER}
    known = base | set(OPTIONAL) | set(sys.stdlib_module_names)
    unknown = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found = [name.name for name in node.names]
            elif isinstance(node, ast.ImportFrom):
                found = [node.module or ""]
            else:
                continue
            tops = {name.partition(".")[0] for name in found}
            unknown |= {f"{path.name}: {top}" for top in tops - known}
    assert unknown == {PLUGIN}


def test_a_module_that_no_extra_brings_is_not_explained_away() -> None:
    assert extra_of("no_such_module") is None
    with pytest.raises(ModuleNotFoundError) as caught, needs():
        raise ModuleNotFoundError("No module named 'no_such_module'", name="no_such_module")
    assert not isinstance(caught.value, MissingExtra)


# --- the base package


ALONE = {
    "games": [],
    "deal": ["caribbean_stud", "--seed", 1],
    "trace": ["caribbean_stud", "--json"],
    "rules": ["caribbean_stud"],
    "schema": [],
    "play": ["caribbean_stud"],
    "doctor": [],
}
"""Commands that need no extra, with arguments that make them do something."""
LACKING = {
    "odds": (["caribbean_stud"], "odds"),
    "design": (["caribbean_stud", "--target", "4%..5%", "--vary", "bet"], "odds"),
    "exposure": (["double_down_stud"], "odds"),
    "petition": (["double_down_stud", "--out", "petition.html"], "odds"),
    "counting": (["double_attack_blackjack", "--rounds", 10], "odds"),
    "advise": (["caribbean_stud", "--hand", "As Kd Qh 7c 3s", "--up", "Qd"], "odds"),
    "chart": (["caribbean_stud"], "odds"),
    "verify": ([], "odds"),
    "simulate": (["caribbean_stud", "--rounds", 10], "odds"),
    "sessions": (["caribbean_stud", "--bankroll", 500], "odds"),
    "stream": ([], "odds"),
    "shuffle-evidence": (["caribbean_stud"], "odds"),
    "serve": ([], "serve"),
    "audit": ([], "serve"),
    "backup": (["house.gz"], "serve"),
    "restore": (["house.gz"], "serve"),
    "soak": ([], "serve"),
    "load": ([], "serve"),
    "watch": (["--server", "http://127.0.0.1:1"], "serve"),
    "statistics": (["--server", "http://127.0.0.1:1"], "serve"),
}
"""Commands that need an extra, with arguments, and the extra."""


def test_every_command_is_tried_without_extras() -> None:
    assert sorted([*ALONE, *LACKING, "new-game", "replay"]) == sorted(COMMANDS)


@pytest.mark.parametrize("command", ALONE)
def test_a_command_runs_without_any_extra(command: str) -> None:
    done = run_without(OPTIONAL, command, *ALONE[command])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_a_game_is_begun_without_any_extra(tmp_path: Path) -> None:
    done = run_without(OPTIONAL, "new-game", "high_card", "--out", tmp_path / "high_card")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "high_card" / "pyproject.toml").is_file()


def test_a_log_is_replayed_without_any_extra(tmp_path: Path) -> None:
    log = tmp_path / "rounds.jsonl"
    dealt = run_without(OPTIONAL, "deal", "caribbean_stud", "--seed", 1, "--log", log)
    assert dealt.returncode == 0, dealt.stderr
    assert run_without(OPTIONAL, "replay", log).stdout.startswith("Proved.")


@pytest.mark.parametrize("command", LACKING)
def test_a_command_names_the_extra_that_it_lacks(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, extra = LACKING[command]
    assert said_without(OPTIONAL, command, *arguments).endswith(f": pip install 'pitboss[{extra}]'.")
    assert not list(tmp_path.iterdir())


def test_a_seat_is_played_without_any_extra_and_says_how_to_get_a_coach() -> None:
    typed = "ante 5\n\nhint\ndrill\nfold\nquit\n"
    done = run_without(OPTIONAL, "play", "caribbean_stud", "--plain", "--seed", 1, given=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("The coach needs numba: pip install 'pitboss[odds]'.") == 2
    assert "You leave with $995" in done.stdout


# --- one extra without another


@pytest.mark.parametrize(
    ("module", "library"),
    [
        *((name, name) for name in ("alembic", "fastapi", "starlette", "uvicorn")),
        ("argon2", "argon2-cffi"),
        ("prometheus_client", "prometheus-client"),
    ],
)
def test_a_house_that_lacks_one_library_names_it(module: str, library: str) -> None:
    assert said_without([module], "serve") == f"this command needs {library}: pip install 'pitboss[serve]'."


def test_the_names_of_strategies_need_the_compiler() -> None:
    said = said_without(["numba"], "odds", "caribbean_stud", "--strategies")
    assert said == "exact odds and simulation need numba: pip install 'pitboss[odds]'."


def test_live_play_needs_the_client() -> None:
    said = said_without(["httpx"], "play", "--plain", "--server", "http://127.0.0.1:1")
    assert said == "this command needs httpx: pip install 'pitboss[serve]'."


def test_environments_name_their_extra() -> None:
    script = "import sys; sys.modules['gymnasium'] = None; import pitboss.simulation.gym"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr.rstrip().endswith("MissingExtra: environments need gymnasium: pip install 'pitboss[gym]'")

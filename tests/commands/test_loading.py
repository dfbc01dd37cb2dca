"""A command loads only what it needs, so it begins at once. Modules are counted here, and no time is measured."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pitboss.basics.extras import EXTRAS
from pitboss.cli.app import COMMANDS, loaded

NAME = "double_down_stud"
EXTRA = {module for extra in EXTRAS for module in (*extra.libraries, *extra.along)}
HEAVY = EXTRA | {"asyncio", "pydantic"}
"""Libraries that take long to load, and that no short command needs."""
SHORT = [["--version"], ["--help"], ["games"], ["games", NAME], ["deal", NAME], ["rules", NAME], ["schema"]]
LISTING = [["--version"], ["--help"], []]
"""Ways to learn which commands there are."""


def modules_of(*arguments: str) -> set[str]:
    """The names of all modules that a command loads."""
    code = (
        "import sys; from pitboss.cli import main; status = main();"
        "print(*sys.modules, file=sys.stderr); sys.exit(status)"
    )
    ran = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return set(ran.stderr.split())


@pytest.mark.parametrize("arguments", SHORT, ids=" ".join)
def test_a_short_command_loads_no_heavy_library(arguments: list[str]) -> None:
    assert {name.partition(".")[0] for name in modules_of(*arguments)} & HEAVY == set()


@pytest.mark.parametrize("arguments", [["games"], ["deal", NAME]], ids=" ".join)
def test_a_short_command_loads_no_module_that_reads_files_or_draws_pages(arguments: list[str]) -> None:
    assert modules_of(*arguments) & {"csv", "email", "html", "importlib.metadata", "tomllib"} == set()


@pytest.mark.parametrize("arguments", [["--help"], ["deal", "--help"]], ids=" ".join)
def test_help_is_drawn_without_markdown_and_tracebacks(arguments: list[str]) -> None:
    assert modules_of(*arguments) & {"rich.markdown", "rich.traceback", "markdown_it", "pygments"} == set()


@pytest.mark.parametrize("arguments", LISTING, ids=" ".join)
def test_the_list_of_commands_loads_no_command_and_no_table(arguments: list[str]) -> None:
    found = {name for name in modules_of(*arguments) if name.startswith("pitboss.")}
    assert found == {
        *(
            "pitboss.basics",
            "pitboss.basics.cards",
            "pitboss.basics.errors",
            "pitboss.basics.extras",
            "pitboss.basics.files",
        ),
        "pitboss.old_names",
        *("pitboss.cli", "pitboss.cli.app", "pitboss.cli.output", "pitboss.cli.parsing"),
    }


def test_a_command_does_not_load_the_others() -> None:
    others = {f"pitboss.cli.{where.partition('.')[0]}" for where, _ in COMMANDS.values()} - {"pitboss.cli.deal"}
    assert modules_of("deal", NAME) & others == set()


def test_a_deal_loads_no_other_game() -> None:
    games = {name.split(".")[2] for name in modules_of("deal", NAME) if name.startswith("pitboss.games.")}
    assert games == {NAME}


def test_no_module_of_a_command_loads_the_library_of_an_extra() -> None:
    code = "import sys; from pitboss.cli.app import *; [loaded(name) for name in COMMANDS]; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found = {name.partition(".")[0] for name in ran.stdout.split()}
    assert (
        found & {*("fastapi", "uvicorn", "sqlalchemy", "httpx", "cryptography"), *("numpy", "numba", "textual")}
        == set()
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_a_command_what_its_own_help_says_first(name: str) -> None:
    assert loaded(name).help.split("\n\n")[0] == COMMANDS[name][1]

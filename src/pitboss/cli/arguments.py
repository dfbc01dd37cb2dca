"""Arguments that several commands share, and the checks on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from pitboss.basics.cards import CardError
from pitboss.basics.errors import DesignError, GameError, RulesError, SimulationError, StrategyError
from pitboss.basics.extras import needs
from pitboss.basics.files import check_free, same_file
from pitboss.basics.money import LONGEST_SEED, read_number
from pitboss.cli.output import INTERRUPTED, complain
from pitboss.cli.parsing import READERS
from pitboss.cli.parsing import Unusable as Unusable
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import MOST_DIGITS, TableRules, load_toml, parse_toml, take_game
from pitboss.engine.table import Table
from pitboss.mathematics import any_game

MOST_WRITTEN = 100
"""The most digits of a whole number that may be written as 1e99."""
LONGEST_SHOWN = 40
"""The most characters of an argument that an error repeats."""


def option(default: Any, metavar: str, help: str, *names: str, **more: Any) -> Any:
    """An option of a command. Without ``names``, it is called like its parameter."""
    return typer.Option(default, *names, metavar=metavar, help=help, **more)


def flag(name: str, help: str) -> Any:
    """An option that takes no value."""
    return typer.Option(False, name, help=help)


RulesFile = Annotated[
    Path | None, typer.Option("--rules", metavar="F", help="A rules file, as written by 'pitboss rules GAME'.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Change an option or a line of a pay table, as in bet.flush=6 or table_minimum=1000. Repeat it for more."
        " If the document forbids the result, it is priced as a study and marked.",
    ),
]
AsStudy = Annotated[
    bool,
    typer.Option("--study", help="Price the rules file as a study if the document forbids it, and mark the output."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
DATABASE = "sqlite:///house.db"
"""The database of a house, unless another one is named."""
Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="PITBOSS_DATABASE",
        help="The house's database: sqlite:///FILE or postgresql://USER@HOST/NAME.",
    ),
]
NAMES = ("Ann", "Bob", "Cho", "Dee", "Eli", "Fay", "Gus", "Hal")
"""The players at seats that are played automatically."""


@contextmanager
def usable() -> Iterator[None]:
    """Report errors in cards, strategies, searches, file names and missing packages as errors of the user's input."""
    from pitboss.report.drawing import FileNameError

    try:
        with needs():
            yield
    except (
        CardError,
        DesignError,
        GameError,
        SimulationError,
        StrategyError,
        FileNameError,
        ModuleNotFoundError,
    ) as error:
        raise Unusable(str(error)) from None
    except KeyboardInterrupt:
        complain("interrupted")
        raise typer.Exit(INTERRUPTED) from None


def check_output(path: Path, *inputs: Path | None, replace: bool = False) -> None:
    """Reject an output file that cannot be created, must not be replaced, or is also an input."""
    for one in inputs:
        if one is not None and same_file(path, one):
            raise Unusable(f"{path} can't be both an input and an output: choose another name")
    check_free(path, replace=replace)


def strategy_file(name: str) -> Path | None:
    """The file in ``file.py:function``, or None if the strategy is named otherwise."""
    path, _, _ = name.rpartition(":")
    return Path(path) if path.endswith(".py") else None


def as_written(given: str | int) -> int | None:
    """Read a number as people write it: 1000000, 1_000_000 or 1e6. None if it is not a number."""
    said = str(given).strip().replace("_", "").replace(",", "")
    if found := re.fullmatch(r"(\d+)(?:\.(\d+))?e\+?(\d{1,2})", said, re.IGNORECASE | re.ASCII):
        whole, part, power = found[1], found[2] or "", int(found[3])
        if len(part) <= power:
            said = whole + part + "0" * (power - len(part))
    return int(said) if re.fullmatch(f"[+-]?[0-9]{{1,{MOST_WRITTEN}}}", said) else None


def many(given: str | int) -> int:
    """Read a whole number as people write it."""
    found = as_written(given)
    if found is None:
        raise typer.BadParameter(f"{shown(given)} is not a whole number")
    return found


def whole_number(given: str | int, most: int = MOST_DIGITS) -> int:
    """Read a whole number in plain digits."""
    said = str(given).strip()
    if not re.fullmatch("[+-]?[0-9]+", said):
        raise typer.BadParameter(f"{shown(given)} is not a whole number")
    if len(said.lstrip("+-")) > most:
        raise typer.BadParameter(f"{shown(given)} is too long: give at most {most:,} digits")
    return int(said)


def seed_number(given: str | int) -> int:
    """Read a seed, which may be longer than other numbers."""
    return whole_number(given, LONGEST_SEED)


def any_number(given: str | float) -> float:
    """Read a number that may have decimals."""
    try:
        return float(read_number(str(given)))
    except ValueError:
        raise typer.BadParameter(f"{shown(given)} is not a number") from None


READERS |= {int: whole_number, float: any_number}


def shown(given: object) -> str:
    """What somebody typed, as an error repeats it.

    >>> shown("six"), shown("9" * 900_000)
    ("'six'", "'9999999999999999999999999999999999999999...'")
    """
    said = str(given)
    return f"'{said}'" if len(said) <= LONGEST_SHOWN else f"'{said[:LONGEST_SHOWN]}...'"


def game_names(incomplete: str) -> list[tuple[str, str]]:
    """The games that a shell offers for what is typed so far, with their titles. A broken package offers none."""
    found: list[tuple[str, str]] = []
    with suppress(GameError):
        for name in registry.packages():
            if name.startswith(incomplete):
                with suppress(GameError):
                    found.append((name, registry.game(name).title))
    return found


GameName = Annotated[
    str, typer.Argument(metavar="GAME", autocompletion=game_names, help="A game's name. 'pitboss games' lists them.")
]
"""A required game. ``game_named`` reports a missing one."""
AnyGame = Annotated[
    str, typer.Argument(metavar="[GAME]", autocompletion=game_names, help="A game's name. Default: all games.")
]
Seats = Annotated[int, typer.Option("--seats", metavar="N", help="Number of seats taken, from the dealer's left.")]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="S",
        parser=seed_number,
        help="A whole number that makes the shuffles repeatable. Default: random shuffles.",
    ),
]


def game_named(name: str) -> Game:
    if name in registry.packages():
        return registry.game(name)
    known = registry.games()
    if not name:
        raise Unusable(f"name a game; the games are {', '.join(known)}")
    near = get_close_matches(name.lower().replace("-", "_").replace(" ", "_"), known, n=1)
    hint = f"perhaps you mean {near[0]}" if near else f"the games are {', '.join(known)}"
    raise Unusable(f"there is no game '{name}'; {hint}")


def rules_of(game: Game, path: Path | None) -> TableRules | None:
    return None if path is None else load_toml(game.name, game.rules, path)


def priced_rules(game: Game, path: Path | None, settings: Sequence[str] | None, study: bool) -> TableRules | None:
    """The rules to price: lawful ones, or a study if one was asked for with --set or --study."""
    if settings:
        return any_game.study(game, *settings, rules=path)
    if not study:
        return _lawful_or_hint(game, path)
    if path is None:
        raise Unusable("--study needs rules to price: use --rules FILE or --set NAME=VALUE")
    return any_game.study(game, rules=path)


def _lawful_or_hint(game: Game, path: Path | None) -> TableRules | None:
    """The rules of a file. If they can only be a study, the error says how to price them."""
    try:
        return rules_of(game, path)
    except RulesError as error:
        with suppress(RulesError):
            any_game.study(game, rules=path)
            raise Unusable(f"{error}; --study prices these rules as a study") from None
        raise


def game_of_rules(path: Path) -> str:
    """The game that a rules file names, or an empty string."""
    try:
        return take_game(parse_toml(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return ""  # loading the rules reports the error


def table_for(game: Game, rules: TableRules | None, seats: int, seed: int | None) -> Table:
    """A table that has at least this many seats."""
    table = Table(game, rules, seed=seed)
    most = table.rules.positions
    if not 1 <= seats <= most:
        clause = f" ({game.name} {game.seated})" if game.seated else ""
        raise Unusable(f"--seats must be between 1 and {most} at this table, not {seats}{clause}")
    return table


def fill(table: Table, seats: int) -> None:
    """Seat players until this many seats are taken."""
    while len(table.seats) < seats:
        at = len(table.seats)
        table.sit(NAMES[at] if at < len(NAMES) else f"Player {at + 1}")


def is_standard_output(path: Path) -> bool:
    """Whether the path means standard output."""
    return str(path) in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def whims(seed: int | None) -> Random:
    """The randomness of automatic players. A seed makes it repeatable, as it does the shuffles."""
    return SystemRandom() if seed is None else Random(seed)


def checked_server(server: str) -> str:
    """The address of a server, as the client needs it.

    >>> checked_server("http://127.0.0.1:8000/")
    'http://127.0.0.1:8000'
    """
    try:
        parts = urlsplit(server)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 0) >= 0
    except ValueError:
        good = False
    if not good:
        raise Unusable(f"--server must be an address such as http://127.0.0.1:8000, not {server}")
    return server.rstrip("/")

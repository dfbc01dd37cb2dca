"""Arguments that several commands share, and what makes them unusable."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated

import typer

from pitboss import games
from pitboss.cards import CardError
from pitboss.cli.output import INTERRUPTED, complain
from pitboss.errors import GameError, SimulationError, StrategyError
from pitboss.files import check_free, same_file
from pitboss.pit import Table
from pitboss.report.forms import FileNameError
from pitboss.table.game import Game
from pitboss.table.rules import TableRules, load_toml


class Unusable(Exception):
    """An argument that can't be used; a sentence."""


@contextmanager
def usable() -> Iterator[None]:
    """What is wrong with the cards, strategy or file names of a question, or missing for its answer, is the asker's."""
    try:
        yield
    except (CardError, GameError, SimulationError, StrategyError, FileNameError, ModuleNotFoundError) as error:
        raise Unusable(str(error)) from None
    except KeyboardInterrupt:
        complain("interrupted")
        raise typer.Exit(INTERRUPTED) from None


def check_output(path: Path, *inputs: Path | None, replace: bool = False) -> None:
    """Refuse a file that can't be made, that may not be replaced, or that is also read."""
    for one in inputs:
        if one is not None and same_file(path, one):
            raise Unusable(f"{path} can't be both an input and an output; choose another name")
    check_free(path, replace=replace)


def strategy_file(name: str) -> Path | None:
    """The file of a strategy that ``file.py:function`` names, if it does."""
    path, _, _ = name.rpartition(":")
    return Path(path) if path.endswith(".py") else None


def as_written(given: str | int) -> int | None:
    """A number as people write it: 1000000, 1_000_000 or 1e6; None where it is none."""
    said = str(given).strip().replace("_", "").replace(",", "")
    if found := re.fullmatch(r"(\d+)(?:\.(\d+))?e\+?(\d{1,2})", said, re.IGNORECASE):
        whole, part, power = found[1], found[2] or "", int(found[3])
        if len(part) <= power:
            said = whole + part + "0" * (power - len(part))
    return int(said) if re.fullmatch("[+-]?[0-9]+", said) else None


def many(given: str | int) -> int:
    """A whole number of anything, as people write it."""
    found = as_written(given)
    if found is None:
        raise typer.BadParameter(f"'{given}' is not a whole number")
    return found


def whole_number(given: str | int) -> int:
    """A number as it was typed, however long, or a default."""
    if not re.fullmatch(r"[+-]?\d+", str(given).strip()):
        raise typer.BadParameter(f"'{given}' is not a whole number")
    return int(given)


GameName = Annotated[
    str, typer.Argument(metavar="GAME", show_default=False, help="A game's name; 'pitboss games' lists them.")
]
"""A game that must be given; what is asked without one is told by ``game_named``."""
AnyGame = Annotated[
    str, typer.Argument(metavar="[GAME]", show_default=False, help="A game's name; all games without one.")
]
Seats = Annotated[
    int,
    typer.Option("--seats", metavar="N", parser=whole_number, help="How many seats are taken, from the dealer's left."),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="S",
        parser=whole_number,
        help="A whole number that makes the shuffles repeatable; without it they are random.",
    ),
]
RulesFile = Annotated[
    Path | None, typer.Option("--rules", metavar="F", help="A file of rules, as 'pitboss rules GAME' writes it.")
]
FLAG = ""
"""What a flag takes, as help shows it: nothing."""
Json = Annotated[bool, typer.Option("--json", metavar=FLAG, help="Print JSON, for other programs to read.")]
Force = Annotated[
    bool, typer.Option("--force", metavar=FLAG, help="Replace a file that is there already; without it, it is kept.")
]

NAMES = ("Ann", "Bob", "Cho", "Dee", "Eli", "Fay", "Gus", "Hal")
"""Who sits at the seats that are played automatically."""


def game_named(name: str) -> Game:
    known = games.games()
    if not name:
        raise Unusable(f"a game's name is missing; the games are {', '.join(known)}")
    if name in known:
        return games.game(name)
    near = get_close_matches(name.lower().replace("-", "_").replace(" ", "_"), known, n=1)
    hint = f"perhaps {near[0]} is meant" if near else f"the games are {', '.join(known)}"
    raise Unusable(f"there is no game '{name}'; {hint}")


def rules_of(game: Game, path: Path | None) -> TableRules | None:
    return None if path is None else load_toml(game.name, game.rules, path)


def game_of_rules(path: Path) -> str:
    """The game that a file of rules names, or nothing."""
    try:
        named = tomllib.loads(path.read_text(encoding="utf-8")).get("game", "")
    except (OSError, ValueError):
        return ""  # whoever loads the rules says what is wrong with them
    return named if isinstance(named, str) else ""


def table_for(game: Game, rules: TableRules | None, seats: int, seed: int | None) -> Table:
    """A table at which so many seats can be taken."""
    table = Table(game, rules, seed=seed)
    most = table.rules.positions
    if not 1 <= seats <= most:
        clause = f" ({game.name} {game.seated})" if game.seated else ""
        raise Unusable(f"--seats {seats} can't be: this table has {most} seats, so give 1 to {most}{clause}")
    return table


def fill(table: Table, seats: int) -> None:
    """Seat players until so many seats are taken."""
    while len(table.seats) < seats:
        at = len(table.seats)
        table.sit(NAMES[at] if at < len(NAMES) else f"Player {at + 1}")


def is_standard_output(path: Path) -> bool:
    """Whether what is written there is printed."""
    return str(path) in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def whims(seed: int | None) -> Random:
    """The source of automatic players' whims: as repeatable as the shuffles."""
    return SystemRandom() if seed is None else Random(seed)

"""The registry of games. A game is a package that exports ``GAME``, and a new game needs only its own folder.

The folders of ``pitboss/games`` are games. Another project adds a game with an entry point of the group
``pitboss.games``, which names the game and its package:

    [project.entry-points."pitboss.games"]
    high_card = "high_card"

Both kinds work alike. ``game`` turns a name into a ``Game``, once, where the name comes in. What lies below takes the
``Game``. ``part`` finds a module of a game, and ``file`` finds a data file, wherever they are.
"""

from __future__ import annotations

import copyreg
import os
import sys
import warnings
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from pitboss.basics.clauses import Clause, read
from pitboss.basics.errors import GameError
from pitboss.engine.game import Game
from pitboss.engine.round.hand_labels import AtSeat

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable

GROUP = "pitboss.games"
"""The package of our own games, and the group of entry points that add others."""


class Part(NamedTuple):
    """A module that a game's package may have."""

    lack: str
    """What a game lacks without it."""
    room: str = ""
    """The folder in which it may lie. A game with few files keeps them beside ``game.py``."""
    old: str = ""
    """Its name before this version."""
    within: str = ""
    """The module that holds it, if it has none of its own."""
    exports: str = ""
    """Its name there."""


PARTS = {
    "odds": Part("exact odds", "mathematics"),
    "short_strategy": Part("short strategy", "mathematics", "carry", within="choices", exports="short_strategy"),
    "design": Part("pay tables that can be searched", "mathematics", within="odds", exports="DESIGN"),
    "decision_values": Part("priced decisions, so it can't be coached", "mathematics", "spots"),
    "kernel": Part("fast rounds, so it can't be simulated", "fast"),
    "kernel_episodes": Part("environment for learners", "fast", within="kernel", exports="EPISODES"),
    "exposure": Part("count of what seen cards are worth", "mathematics"),
    "shared_cards": Part("count of what shared cards are worth", "mathematics"),
    "pictures": Part("pictures of its strategy", "mathematics"),
    "verification": Part("verification", "proof"),
    "brute_force": Part("proof by brute force", "proof"),
    "hand_labels": Part("words for its hands", old="at_seat", within="game", exports="AT_SEAT"),
}


DERIVED = {
    "odds": "pitboss.mathematics.declared.odds",
    "short_strategy": "pitboss.mathematics.declared.short_strategy",
    "design": "pitboss.mathematics.declared.odds",
    "decision_values": "pitboss.mathematics.declared.decision_values",
    "kernel": "pitboss.simulation.declared",
    "kernel_episodes": "pitboss.simulation.declared_episodes",
    "verification": "pitboss.verification.declared_game",
    "brute_force": "pitboss.verification.declared_proof",
}
"""The modules that make a part for a declared game that has none of its own."""


@cache
def packages() -> dict[str, str]:
    """The package of every game, by the game's name. A name that two others bring is left out, and ours stay."""
    brought = {point.name: point.value for point in _points() if point.name not in _contested()}
    return dict(sorted((brought | _ours()).items()))


def _ours() -> dict[str, str]:
    where = import_module(GROUP).__path__
    return {module.name: f"{GROUP}.{module.name}" for module in iter_modules(where) if module.ispkg}


@cache
def _contested() -> dict[str, str]:
    """What is wrong with each name that two packages bring."""
    found, wrong = _ours(), dict[str, str]()
    for point in _points():
        if found.setdefault(point.name, point.value) != point.value:
            wrong[point.name] = (
                f"two packages provide the game '{point.name}': {found[point.name]} and {point.value}"
                f"{_shipped_by(point)}; rename or uninstall one of them"
            )
    return wrong


@cache
def _points() -> Iterable[EntryPoint]:
    """The entry points that add games. Only if there may be one, the standard library is asked, which takes longer."""
    if not _may_have_points():
        return ()
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _may_have_points() -> bool:
    """Whether an installed project names our group, or is kept where only the standard library finds it."""
    if any(hasattr(finder, "find_distributions") for finder in sys.meta_path if finder is not PathFinder):
        return True
    for folder in sys.path:
        if os.path.isfile(folder):  # a zip file
            return True
        with suppress(OSError):
            for name in os.listdir(folder or "."):
                if name.lower().endswith("-info"):  # as in name-1.0.dist-info
                    with suppress(OSError), open(os.path.join(folder, name, "entry_points.txt"), "rb") as listed:
                        if GROUP.encode() in listed.read():
                            return True
    return False


def _shipped_by(point: EntryPoint) -> str:
    return f" of the distribution {point.dist.name}" if point.dist else ""


def games() -> list[str]:
    """The names of all games. One of another package that can't be loaded is left out, and a sentence says why."""
    return [name for name in packages() if name not in _left_out()]


@cache
def _left_out() -> frozenset[str]:
    wrong = set()
    for name, where in packages().items():
        if where != f"{GROUP}.{name}":
            try:
                game(name)
            except GameError as error:
                _warn(f"{error}. It is left out.")
                wrong.add(name)
    for name, said in _contested().items():
        _warn(f"{said}. {'The second is' if name in packages() else 'Both are'} left out.")
    return frozenset(wrong)


def _warn(said: str) -> None:
    import logging  # no other command needs it so early

    logging.getLogger("pitboss").warning(f"pitboss: {said}")


def package(name: str) -> str:
    """The package of the game of this name.

    >>> package("boston_5_stud")
    'pitboss.games.boston_5_stud'
    """
    if name not in packages():
        if name in _contested():
            raise GameError(_contested()[name])
        raise GameError(f"there is no game {name!r}; the games are {', '.join(games())}")
    return packages()[name]


def game(name: str | Game) -> Game:
    """The game of this name. A game that was found already is returned as it is.

    >>> game("caribbean_stud").title
    'Caribbean Stud Poker'
    """
    return name if isinstance(name, Game) else _loaded(name)


@cache
def _loaded(name: str) -> Game:
    where = package(name)
    if ":" in where:
        raise GameError(f"the entry point '{name} = {where}' must name a package, without a colon")
    try:
        found = import_module(where).GAME
    except (Exception, SystemExit) as error:  # whatever the package of somebody else does when it is imported
        why = f"it ends the program ({error})" if isinstance(error, SystemExit) else error
        at = "" if isinstance(error, GameError | SyntaxError) else _line_of(error, where)  # these name their line
        raise GameError(f"the game '{name}' can't be loaded from the package {where}: {why}{at}") from error
    if not isinstance(found, Game):
        raise GameError(f"the GAME of the package {where} is not a pitboss.engine.game.Game")
    if found.name != name:
        raise GameError(f"the package {where} is registered as the game '{name}', but its GAME is named '{found.name}'")
    return found


def _line_of(error: BaseException, where: str) -> str:
    """The last line of a package that was run before an error."""
    found, step = "", error.__traceback__
    while step:
        frame = step.tb_frame
        if f"{frame.f_globals.get('__name__')}.".startswith(f"{where}."):
            found = f" ({Path(frame.f_code.co_filename).name}, line {step.tb_lineno})"
        step = step.tb_next
    return found


copyreg.pickle(Game, lambda of: (_loaded, (of.name,)))  # another process finds the game by its name


def part(of: str | Game, module: str) -> ModuleType:
    """A module of a game's package, by its short name: ``odds``, ``kernel``. A game without it can still be played.

    >>> part("boston_5_stud", "odds").MATHEMATICS.game
    'boston_5_stud'
    """
    found = module_of(of, module)
    if found is None and game(of).declared and module in DERIVED:
        return _derived(game(of), module)
    if found is None:
        lacks = game(of)
        where = package(lacks.name)
        raise GameError(f"{lacks.title} has no {PARTS[module].lack}: the package {where} has no module '{module}'")
    return import_module(found)


def has(of: str | Game, module: str) -> bool:
    """Whether a game's package has a module of this short name, or a declaration from which it follows."""
    return module_of(of, module) is not None or (bool(game(of).declared) and module in DERIVED)


@cache
def _derived(of: Game, module: str) -> ModuleType:
    found: ModuleType = import_module(DERIVED[module]).part(of)
    return found


def sources(of: str | Game, module: str) -> tuple[str, ...]:
    """The modules on which a part of a game rests: its own, or what derives it and the game's package. Empty: none.

    >>> sources("boston_5_stud", "odds")
    ('pitboss.games.boston_5_stud.mathematics.odds',)
    """
    if found := module_of(of, module):
        return (found,)
    return (DERIVED[module], package(game(of).name)) if has(of, module) else ()


def module_of(of: str | Game, module: str) -> str | None:
    """The full name of a part of a game: in its room, beside ``game.py``, or there under its old name.

    Some parts may lie in the module of another: see ``Part.within``.
    """
    return _module_of(game(of).name, module)  # an error if the package is broken


@cache
def _module_of(name: str, module: str) -> str | None:
    where, known = package(name), PARTS[module]
    if found := _lies(where, known.room, module):
        return found
    if known.old and find_spec(f"{where}.{known.old}"):
        old = f"the module '{known.old}' of the package {where} is now called '{module}': rename it"
        warnings.warn(old, DeprecationWarning, stacklevel=4)
        return f"{where}.{known.old}"
    holder = _lies(where, known.room, known.within) if known.within else None
    return holder if holder and hasattr(import_module(holder), known.exports) else None


def _lies(where: str, room: str, module: str) -> str | None:
    """The full name of a module in a room of a package, or beside ``game.py``."""
    if room and find_spec(f"{where}.{room}") and find_spec(f"{where}.{room}.{module}"):
        return f"{where}.{room}.{module}"
    return f"{where}.{module}" if find_spec(f"{where}.{module}") else None


def at_seat(of: str | Game) -> AtSeat:
    """What a game says of its seats: names of hands, and wagers that follow. Nothing, if it has no such module.

    >>> at_seat("caribbean_stud").follows
    {'ante': (2, 'the bet wager')}
    """
    if has(of, "hand_labels"):
        found: AtSeat = part(of, "hand_labels").AT_SEAT
        return found
    declared = game(of).declared
    return declared.at_seat if declared else AtSeat()


def opening(of: str | Game) -> int:
    """The least with which somebody is dealt in under the document's own limits, in cents.

    >>> opening("caribbean_stud"), opening("boston_5_stud")
    (500, 1500)
    """
    return game(of).rules().table_minimum * at_seat(of).least


def file(of: str | Game, data: str) -> Traversable:
    """A data file of a game's package, which may be missing: ``clauses.tsv``, ``published.toml``."""
    from importlib import resources

    return resources.files(package(game(of).name)) / data


def folder(of: str | Game) -> Path:
    """The folder of a game's package."""
    (found,) = import_module(package(game(of).name)).__path__
    return Path(found)


def clauses(of: str | Game) -> dict[str, Clause]:
    """The clauses of a game's document, in order."""
    known = game(of)
    found = _listed(known.name)
    if found is None:
        raise GameError(f"{known.title} lists no clauses: the package {package(known.name)} has no file 'clauses.tsv'")
    return found


@cache
def _listed(name: str) -> dict[str, Clause] | None:
    listed = file(name, "clauses.tsv")
    return read(name, listed) if listed.is_file() else None


def words(of: str | Game, clause: str) -> str:
    """Our paraphrase of a clause. Empty if the id is unknown or the game lists no clauses."""
    found = (_listed(game(of).name) or {}).get(clause)
    return found.words if found else ""

"""Commands as Typer parses them: values are read without Pydantic, and games may declare options.

The options of games are cards for advice, options of some simulations, and base wagers. They are built from the
declarations of all games only when arguments are parsed or help is shown, so no other command waits for the games to
load.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from inspect import Parameter, Signature
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand
from typer.main import get_command

from pitboss.basics.errors import GameError

if TYPE_CHECKING:
    from pitboss.engine.game import Game

GIVEN = "pitboss.cli.parsing"
"""The key under which a context stores the values of the options that games declare."""

READERS: dict[type, Callable[[Any], Any]] = {}
"""How values of a type are read. ``arguments`` adds numbers, which load more than a list of commands needs."""


class Unusable(Exception):
    """An argument is invalid. The message is a sentence."""


class Command(TyperCommand):
    """A command whose parameters are read plainly."""

    def get_params(self, ctx: Any) -> Any:
        return read_plainly(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        load_help()
        super().format_help(ctx, formatter)


def load_help() -> None:
    """Load what draws help, with empty classes for what Typer loads there and our help does not draw.

    Markdown and tracebacks would take a third of the time of ``--help``.
    """
    unused = {"rich.markdown": "Markdown", "rich.traceback": "Traceback"}
    stand_ins = {name: ModuleType(name) for name in unused if name not in sys.modules}
    for name, module in stand_ins.items():
        setattr(module, unused[name], type(unused[name], (), {}))
    sys.modules.update(stand_ins)
    import_module("typer.rich_utils")
    for name in stand_ins:
        del sys.modules[name]


class Plain:
    """Reads the values of one parameter by a function of a single value."""

    def __init__(self, read: Callable[[Any], Any]) -> None:
        self.read = read

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if param.multiple:
            return [self.read(one) for one in value or ()]
        return None if value is None else self.read(value)


def read_plainly(parameters: list[Any]) -> list[Any]:
    """Let parameters read their values by their parser, as numbers, as text or as a path. A flag has none to read.

    Typer would load Pydantic to do the same, which takes as long as everything else that a short command loads.
    """
    for one in parameters:
        kind = one.type_descriptor
        (read,) = getattr(kind.annotation, "__args__", (kind.annotation,))  # one value of list[Path] is a Path
        if read is bool:
            assert not one.envvar, "the text of a variable can't be read as a flag"
            one.metavar = ""
        one._runtime_param = Plain(kind.parameter_info.parser or READERS.get(read, read))
    return parameters


# --- options that games declare


class Asked(NamedTuple):
    """An option as a game declares it."""

    name: str
    metavar: str
    means: str


Declares = Callable[["Game"], Iterable[Asked]]


def advice_cards(game: Game) -> Iterator[Asked]:
    for cards in game.advice_takes:
        yield Asked(cards.name, "CARDS", cards.means)


def simulation_options(game: Game) -> Iterator[Asked]:
    for option in game.simulation_takes:
        yield Asked(option.name, "X", option.means)


def base_wagers(game: Game) -> Iterator[Asked]:
    yield Asked(game.base, "D", "the same as --base")


def base_names() -> set[str]:
    """The base wagers of all games."""
    from pitboss.engine import registry

    return {registry.game(name).base for name in registry.games()}


def session_options(game: Game) -> Iterator[Asked]:
    yield from base_wagers(game)
    yield from simulation_options(game)


def dashed(name: str) -> str:
    """The command-line flag for a name that a game declares.

    >>> dashed("first_card")
    '--first-card'
    """
    return "--" + name.replace("_", "-").replace(" ", "-")


def given_to(context: typer.Context) -> dict[str, str]:
    """The values of a command's declared options, by the names that the games declare."""
    return dict(context.meta.get(GIVEN, {}))


def taking(declares: Declares) -> type[Command]:
    """A class of command that also takes options declared by games."""

    class Declared(Command):
        _declared: list[Any] | None = None

        def get_params(self, ctx: Any) -> list[Any]:
            own = super().get_params(ctx)
            if self._declared is None:
                self._declared = _parameters(declares, {said for one in own for said in one.opts})
            place = len(self.params)  # after the command's own options, before --help
            return [*own[:place], *self._declared, *own[place:]]

    return Declared


def _parameters(declares: Declares, taken: set[str]) -> list[Any]:
    """The options of all games, as Typer parameters."""
    from pitboss.engine import registry

    known = [registry.game(name) for name in registry.games()]
    means: dict[str, dict[str, str]] = {}
    metavars: dict[str, str] = {}
    for game in known:
        for asked in declares(game):
            if dashed(asked.name) in taken:
                raise GameError(f"{game.title} declares the option {dashed(asked.name)}, which the command already has")
            means.setdefault(asked.name, {})[game.title] = asked.means
            metavars.setdefault(asked.name, asked.metavar)
    parameters = {
        f"declared_{at}": _option(name, metavars[name], described(said, len(known)))
        for at, (name, said) in enumerate(means.items())
    }

    def declared(**given: str) -> None: ...

    declared.__annotations__ = parameters
    declared.__signature__ = Signature(  # type: ignore[attr-defined]
        [Parameter(name, Parameter.KEYWORD_ONLY, default="", annotation=kind) for name, kind in parameters.items()]
    )
    app = typer.Typer(add_completion=False)
    app.command()(declared)
    return read_plainly([one for one in get_command(app).params if one.name in parameters])


def _option(name: str, metavar: str, words: str) -> Any:
    def keep(context: typer.Context, value: str) -> None:
        if value:
            context.meta.setdefault(GIVEN, {})[name] = value

    option = typer.Option(
        dashed(name), metavar=metavar, show_default=False, help=words, expose_value=False, callback=keep
    )
    return Annotated[str, option]


def described(means: Mapping[str, str], known: int) -> str:
    """The help of an option: its meaning, followed by the games unless all of them share it.

    >>> described({"Faro": "the dealer's card", "Brag": "the dealer's card"}, known=2)
    "The dealer's card."
    >>> described({"Faro": "your card", "Brag": "your three cards"}, known=3)
    'Your card (Faro); your three cards (Brag).'
    """
    titles: dict[str, list[str]] = {}
    for title, words in means.items():
        titles.setdefault(words, []).append(title)
    if len(titles) == 1 and len(means) == known:
        said = next(iter(titles))
    else:
        said = "; ".join(f"{words} ({', '.join(of)})" for words, of in titles.items())
    return f"{said[:1].upper()}{said[1:]}."

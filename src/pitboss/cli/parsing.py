"""Commands as Typer parses them: flags are shown as flags, and values are read without Pydantic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typer.core import TyperCommand

FLAG = ""
"""The metavar of a flag, which takes no value."""


class Unusable(Exception):
    """An argument is invalid. The message is a sentence."""


class Command(TyperCommand):
    """A command whose help shows ``--help`` as a flag."""

    def get_params(self, ctx: Any) -> Any:
        return read_plainly(super().get_params(ctx))

    def get_help_option(self, ctx: Any) -> Any:
        return as_flag(super().get_help_option(ctx))


def as_flag(option: Any) -> Any:
    if option is not None:
        option.metavar = FLAG
    return option


class Plain:
    """Reads the values of one parameter by a function of a single value."""

    def __init__(self, read: Callable[[Any], Any]) -> None:
        self.read = read

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if param.multiple:
            return [self.read(one) for one in value or ()]
        return None if value is None else self.read(value)


def read_plainly(parameters: list[Any]) -> list[Any]:
    """Let parameters read their values by their parser, as text or as a path. A flag has none to read.

    Typer would load Pydantic to do the same, which takes as long as everything else that a short command loads.
    """
    for one in parameters:
        kind = one.type_descriptor
        (read,) = getattr(kind.annotation, "__args__", (kind.annotation,))  # one value of list[Path] is a Path
        assert read is not bool or not one.envvar, "the text of a variable can't be read as a flag"
        one._runtime_param = Plain(kind.parameter_info.parser or read)
    return parameters

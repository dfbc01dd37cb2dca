"""The trace of a game as data. The build makes it from the tests, for packages installed without tests."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.verification.trace.reading import read_trace
from pitboss.verification.trace.traced import Trace

FILE = "trace.json"
"""The name of the data file in a game's folder."""


def build(game: str | Game, tests: Path, version: str) -> bytes:
    """Read a game's tests and encode its trace. ``version`` names the build, such as ``pitboss 0.1.0``."""
    found = msgspec.structs.replace(read_trace(registry.game(game), tests), tests="", built_from=version)
    return msgspec.json.encode(found)


def shipped_trace(game: Game) -> Trace:
    """The trace that was built with a game's package."""
    path = registry.folder(game) / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Trace)
    except FileNotFoundError:
        raise FileNotFoundError(
            f"the package of {game.name} has neither tests nor a trace: name the folder of its tests with --tests"
        ) from None
    except msgspec.DecodeError as error:
        raise ValueError(f"{path} is not a trace: {error}") from None

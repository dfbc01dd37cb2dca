"""What is installed on this machine: Python, libraries, programs, and whether compiled code works."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path

from pitboss.basics.errors import SimulationError
from pitboss.basics.extras import EXTRAS, Extra, MissingExtra
from pitboss.basics.files import cache_folder
from pitboss.basics.version import __version__
from pitboss.mathematics.counting.store import Held, survey

POSTGRESQL = ("postgres", "initdb", "psql")
DEBIAN = "/usr/lib/postgresql"
"""Where Debian puts PostgreSQL, outside the PATH."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
AT_LEAST = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?>=([\d.]+)")
"""A requirement, as the metadata of the package gives it: a name and the oldest version."""


@dataclass
class ExtraFound:
    """An extra, and the versions of its libraries. None if a library is missing."""

    extra: Extra
    versions: dict[str, str | None]

    @property
    def installed(self) -> bool:
        return all(self.versions.values())

    @property
    def missing(self) -> list[str]:
        return [name for name, version in self.versions.items() if version is None]


@dataclass
class Installed:
    """Everything that was found. ``broken`` has a sentence for each thing that is installed and does not work."""

    extras: list[ExtraFound]
    compiler: bool
    """Whether compiled code works. False if the compiler is missing or broken."""
    cache: dict[str, Held]
    postgresql: str | None
    chromium: str | None
    gpus: list[str]
    """The GPUs that can be used."""
    no_gpu: str
    """Why there is none. Empty if compiled code does not work either."""
    broken: list[str] = field(default_factory=list)
    version: str = __version__
    python: str = f"{platform.python_implementation()} {platform.python_version()}"
    executable: str = sys.executable
    machine: str = platform.platform()
    cores: int = os.cpu_count() or 1
    cache_folder: Path = field(default_factory=cache_folder)


def examine() -> Installed:
    """Look at everything. Each library is imported, and a tiny function is compiled."""
    broken: list[str] = []
    extras = [_look(extra, broken) for extra in EXTRAS]
    odds = next(found for found in extras if found.extra.name == "odds")
    compiler = odds.installed and _compiles(broken)
    gpus, no_gpu = _gpus() if compiler else ([], "")
    return Installed(
        extras,
        compiler=compiler,
        cache=survey(),
        postgresql=_program(*POSTGRESQL) or next(_of_debian(), None),
        chromium=_program(*CHROMIUM),
        gpus=gpus,
        no_gpu=no_gpu,
        broken=broken,
    )


def _look(extra: Extra, broken: list[str]) -> ExtraFound:
    """The versions of an extra's libraries. What can't be imported, or is too old, is added to ``broken``."""
    versions: dict[str, str | None] = {}
    for module, package in extra.libraries.items():
        versions[package] = None
        if find_spec(module) is None:
            continue
        try:
            import_module(module)
        except Exception as error:  # a library of another system or Python fails in any way it likes
            broken.append(f"{package} is installed, but can't be imported: {type(error).__name__}: {error}")
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            versions[package] = "of unknown version"
            continue
        oldest = _oldest().get(package)
        if oldest and _numbers(versions[package] or "") < _numbers(oldest):
            broken.append(f"{package} {versions[package]} is too old: Pitboss needs {oldest} or newer")
    return ExtraFound(extra, versions)


def _oldest() -> dict[str, str]:
    """The oldest version of each library that Pitboss takes. Empty if Pitboss runs without being installed."""
    try:
        required = metadata.requires("pitboss") or []
    except metadata.PackageNotFoundError:
        return {}
    return {found[1]: found[2] for one in required if (found := AT_LEAST.match(one))}


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, to compare it.

    >>> _numbers("2.0.30") < _numbers("2.1rc1")
    True
    """
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("+")[0])[:3])


def _compiles(broken: list[str]) -> bool:
    try:
        from pitboss.mathematics.counting.probe import works

        right = works()
    except Exception as error:
        broken.append(f"compiled code does not work: {type(error).__name__}: {error}")
        return False
    if not right:
        broken.append("compiled code does not work: it adds up wrong")
    return right


def _gpus() -> tuple[list[str], str]:
    """The GPUs that can be used, and why there is none."""
    from pitboss.simulation.gpu import cards

    try:
        return [card.name for card in cards()], ""
    except (MissingExtra, SimulationError) as error:
        return [], str(error)


def _program(*names: str) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def _of_debian() -> Iterator[str]:
    """The programs of PostgreSQL as Debian installs them, the newest first."""
    yield from map(str, sorted(Path(DEBIAN).glob("*/bin/initdb"), reverse=True))

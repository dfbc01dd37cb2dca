"""``pitboss doctor``: what is installed, cached and missing, and whether compiled code works."""

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
from textwrap import wrap
from typing import Any

import typer

from pitboss.basics import __version__
from pitboss.basics.errors import SimulationError
from pitboss.basics.extras import EXTRAS, Extra, MissingExtra
from pitboss.basics.files import cache_folder
from pitboss.cli.arguments import Json, Unusable, flag
from pitboss.cli.output import print_json, waiting
from pitboss.mathematics.counting.store import CacheInDoubt, Held, clear, survey

WIDTH = 80
HEAD = 12
"""The columns of a line's head."""
POSTGRESQL = ("postgres", "initdb", "psql")
DEBIAN = "/usr/lib/postgresql"
"""Where Debian puts PostgreSQL, outside the PATH."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
AT_LEAST = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?>=([\d.]+)")
"""A requirement, as the metadata of the package gives it: a name and the oldest version."""


def doctor(
    clear_cache: bool = flag(
        "--clear-cache",
        "Delete the cache and say what was removed. It fills again when it is needed. If the cache holds"
        " anything that Pitboss did not write, nothing is deleted.",
    ),
    as_json: Json = False,
) -> None:
    """Say what is installed, cached and missing, and whether it works.

    Each library is imported, and a tiny function is compiled. The exit status is 0 if everything that is installed
    works, and 1 if something is broken. What is merely missing is not broken.

    [bold]Examples[/]

      pitboss doctor
      pitboss doctor --json
      pitboss doctor --clear-cache
    """
    if clear_cache:
        _clear(as_json=as_json)
        return
    with waiting("looking at libraries"):
        found = examine()
    if as_json:
        print_json(as_plain(found))
    else:
        print("\n".join(told(found)))
    if found.broken:
        raise typer.Exit(1)


def as_plain(found: Installed) -> dict[str, Any]:
    """Everything that was found, for JSON."""
    return {
        "version": found.version,
        "python": found.python,
        "executable": found.executable,
        "machine": found.machine,
        "cores": found.cores,
        "extras": {
            one.extra.name: {
                "installed": one.installed,
                "gives": one.extra.gives,
                "get": one.extra.command,
                "libraries": one.versions,
            }
            for one in found.extras
        },
        "compiled_code_works": found.compiler,
        "cache": {"folder": str(found.cache_folder), **{part: vars(held) for part, held in found.cache.items()}},
        "gpus": found.gpus,
        "postgresql": found.postgresql,
        "chromium": found.chromium,
        "broken": found.broken,
    }


def told(found: Installed) -> Iterator[str]:
    """Everything that was found, in lines of 80 columns."""
    yield from _line("pitboss", found.version)
    yield from _line("Python", f"{found.python}, {found.executable}")
    yield from _line("machine", f"{found.machine}, {found.cores} {'core' if found.cores == 1 else 'cores'}")
    yield ""
    yield "Extras"
    for one in found.extras:
        yield from _line(f"  {one.extra.name}", one.extra.gives)
        yield from _line("", _extra(one))
    yield ""
    yield from _line("compiler", _compiler(found))
    yield from _line("GPU", ", ".join(found.gpus) or found.no_gpu)
    yield from _line("PostgreSQL", found.postgresql or "not found here; a house runs on SQLite too")
    yield from _line("Chromium", found.chromium or "not found; only the tests of the page need it")
    yield ""
    yield from _line("cache", str(found.cache_folder))
    for part, held in found.cache.items():
        yield from _line(f"  {part}", _held(held))
    if any(held.files for held in found.cache.values()):
        yield from _line("", "'pitboss doctor --clear-cache' deletes it.")
    yield ""
    if found.broken:
        yield "Broken"
        for sentence in found.broken:
            yield from wrap(f"{sentence}.", WIDTH, initial_indent="  ", subsequent_indent="  ")
    else:
        yield "Everything that is installed works."


def _line(head: str, words: str) -> Iterator[str]:
    """A head and words beside it, wrapped there. A path is never cut."""
    lines = wrap(words, WIDTH - HEAD, break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        yield f"{head if number == 0 else '':<{HEAD}}{line}"


def _extra(one: ExtraFound) -> str:
    if one.installed:
        return "installed: " + ", ".join(f"{name} {of}" for name, of in one.versions.items())
    some = f" {', '.join(one.missing)}" if len(one.missing) < len(one.versions) else ""
    return f"missing{some}: {one.extra.command}"


def _compiler(found: Installed) -> str:
    if found.compiler:
        return "compiled code works"
    odds = next(one for one in found.extras if one.extra.name == "odds")
    return "compiled code does not work" if odds.installed else f"missing: {odds.extra.command}"


def _held(held: Held) -> str:
    if not held.files:
        return "nothing"
    stale = f", of which {size(held.stale_bytes)} are stale" if held.stale_bytes else ""
    return f"{held.files:,} {'file' if held.files == 1 else 'files'}, {size(held.bytes)}{stale}"


def size(count: int) -> str:
    """A number of bytes as people say it.

    >>> size(999), size(184_000_000)
    ('999 bytes', '184.0 MB')
    """
    if count < 1000:
        return f"{count} bytes"
    return f"{count / 1e3:,.1f} kB" if count < 1_000_000 else f"{count / 1e6:,.1f} MB"


def _clear(*, as_json: bool) -> None:
    folder = cache_folder()
    try:
        removed = clear()
    except CacheInDoubt as error:
        raise Unusable(f"the cache was left as it is: {error}") from None
    if as_json:
        print_json({"folder": str(folder), "removed": {part: vars(held) for part, held in removed.items()}})
        return
    there = {part: held for part, held in removed.items() if held.files}
    if not there:
        print(f"There was nothing to remove in {folder}")
        return
    print(f"Removed from {folder}")
    for part, held in there.items():
        print("\n".join(_line(f"  {part}", _held(Held(held.files, held.bytes)))))


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
        from pitboss.mathematics.counting.compiled import works

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

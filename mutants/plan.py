"""The plan of a run, read from ``config.toml``: the modules to break and the tests that must fail."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import msgspec

from mutants.mutations import Mutant, mutants

HERE = Path(__file__).parent
PROJECT = HERE.parent
SOURCE = PROJECT / "src" / "pitboss"
TESTS = PROJECT / "tests"


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Modules, the number of their mutants to try, and the share that may survive."""

    modules: list[str]
    survivors: float
    """The share that may survive."""
    seed: int = 0
    size: int = 0
    """The number of mutants; 0 means all."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Modules, and the test files that must fail if one of them is broken."""

    modules: list[str]
    tests: list[str]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of ``config.toml``."""

    slowest: float
    left_out: list[str]
    whole: Group
    sample: Group
    part: list[Part]

    @property
    def groups(self) -> dict[str, Group]:
        return {"whole": self.whole, "sample": self.sample}

    def modules(self, group: str) -> list[Path]:
        """The files of a group. Modules in ``whole`` are not sampled."""
        found = _files(SOURCE, self.groups[group].modules)
        return [path for path in found if group == "whole" or path not in _files(SOURCE, self.whole.modules)]

    def every_module(self) -> list[Path]:
        return [path for group in self.groups for path in self.modules(group)]

    def tests_of(self, module: str) -> list[str]:
        """The test files for a module's path, as ``tests/table/test_x.py``."""
        inside = (PROJECT / module).relative_to(SOURCE).as_posix()
        part = next((part for part in self.part if any(fnmatch(inside, glob) for glob in part.modules)), None)
        if part is None:
            raise ValueError(f"config.toml has no part for {module}")
        return _names(part)

    def every_test(self) -> list[str]:
        return sorted({name for part in self.part for name in _names(part)})

    def leaves_out(self, test: str) -> bool:
        return any(fnmatch(test.partition("[")[0], name) for name in self.left_out)

    def mutants(self, group: str, only: str = "") -> list[Mutant]:
        """The mutants of a group, in modules whose path contains ``only``."""
        modules = [path for path in self.modules(group) if only in path.relative_to(PROJECT).as_posix()]
        size = self.groups[group].size
        every = [mutant for path in modules for mutant in mutants(path, PROJECT, odds_only=bool(size))]
        return list(_compiling(every) if not size else _sampled(every, self.groups[group]))


def plan() -> Plan:
    return msgspec.toml.decode((HERE / "config.toml").read_bytes(), type=Plan)


def digest(plan: Plan) -> str:
    """A digest of everything that the results depend on: the sources, the tests and the plan."""
    found = hashlib.sha256(msgspec.json.encode(plan))
    for folder, names in ((PROJECT / "src", "*.py"), (PROJECT / "src", "*.tsv"), (TESTS, "*.py"), (HERE, "*.py")):
        for path in sorted(folder.rglob(names)):
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _sampled(every: list[Mutant], group: Group) -> Iterator[Mutant]:
    """A sample of the group's size. The seed decides the rank of each mutant independently."""

    def lot(mutant: Mutant) -> str:
        return hashlib.sha256(f"{group.seed} {mutant.key}".encode()).hexdigest()

    found = _compiling(sorted(every, key=lot))
    yield from (mutant for mutant, _ in zip(found, range(group.size), strict=False))


def _compiling(every: list[Mutant]) -> Iterator[Mutant]:
    sources: dict[str, str] = {}
    for mutant in every:
        source = sources.setdefault(mutant.module, (PROJECT / mutant.module).read_text(encoding="utf-8"))
        if mutant.compiles(source):
            yield mutant


def _files(folder: Path, globs: list[str]) -> list[Path]:
    return sorted({path for glob in globs for path in folder.glob(glob) if path.name != "__init__.py"})


def _names(part: Part) -> list[str]:
    files = sorted(path.relative_to(TESTS) for path in TESTS.rglob("test_*.py"))
    found = [path for path in files if any(fnmatch(path.with_suffix("").as_posix(), name) for name in part.tests)]
    return [f"tests/{path.as_posix()}" for path in found]

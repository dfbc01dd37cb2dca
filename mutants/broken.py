"""Runs tests against a mutant in a forked process. The files on disk are never changed.

There are two ways. If only code of functions changes that has not run before the tests, a process that has already
collected every test replaces the code in place. Code that runs on import or collection (tables, defaults, classes)
needs a bare process, which imports everything again and loads the mutant from memory.
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import sys
import warnings
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import msgspec

from mutants.mutations import Mutant
from mutants.plan import PROJECT, SOURCE
from mutants.session import Hung, Session, limited, names

MEMORY, SECONDS = 3 << 30, 300
"""The limits of a process: bytes of memory and seconds of processor time."""


class Job(msgspec.Struct, frozen=True):
    """A mutant, the tests to run until one fails, and whether modules must be imported again."""

    mutant: Mutant
    tests: list[str]
    files: list[str]
    anew: bool


class Verdict(msgspec.Struct, frozen=True):
    """The end of a job: ``killed`` by a test or an import, ``hung``, ``survived``, or ``error`` in this tool."""

    end: str
    by: str = ""


class Cannot(Exception):
    """The code can't be replaced in place."""


def serve(connection: Connection, run: Any) -> None:
    """Fork a process for each job that arrives, and send back its verdict."""
    while (job := connection.recv()) is not None:
        connection.send(_forked(job, run))


def _forked(job: Job, run: Any) -> Verdict:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _be_broken(job, run, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    if told:
        return msgspec.json.decode(told, type=Verdict)
    return Verdict("killed", f"the process ended with status {status}")


def _be_broken(job: Job, run: Any, writing: int) -> None:
    """Do a job, send its verdict, and end the process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    try:
        verdict = run(job)
    except Hung:
        verdict = Verdict("hung")
    except BaseException as error:
        verdict = Verdict("error", f"{type(error).__name__}: {error}")
    os.write(writing, msgspec.json.encode(verdict))
    os._exit(0)


# --- in place


def functions() -> list[FunctionType]:
    """Every existing function of the project. Call this before ``gc.freeze``, which hides them."""
    found = [one for one in gc.get_objects() if isinstance(one, FunctionType)]
    return [one for one in found if one.__code__.co_filename.startswith(str(SOURCE))]


def run_in_place(session: Session, durations: dict[str, float], there: list[FunctionType], job: Job) -> Verdict:
    try:
        if job.mutant.old != job.mutant.new:
            exchange(job.mutant, there)
    except Cannot:
        return Verdict("cannot")
    killer = session.first_failure(job.tests, durations)
    return Verdict("killed", killer) if killer else Verdict("survived")


def exchange(mutant: Mutant, there: list[FunctionType]) -> None:
    """Replace the code of every function that the mutant changes, and of the inner functions already made."""
    path = PROJECT / mutant.module
    source = path.read_text(encoding="utf-8")
    changed = dict(_changed(_compiled(source, path), _compiled(mutant.applied(source), path)))
    if not changed:
        raise Cannot("no function differs")
    if not changed.keys() <= {function.__code__ for function in there}:
        raise Cannot("a function is missing")
    changed |= dict(pair for old, new in changed.items() for pair in _made_by(old, new))
    for function in [one for one in there if one.__code__ in changed]:
        try:
            function.__code__ = changed[function.__code__]
        except ValueError as error:  # the new code has other free variables
            raise Cannot(str(error)) from error


def _compiled(source: str, path: Path) -> CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(source, str(path), "exec")


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The outermost functions that differ, in a module or a class."""
    for before, after in zip(_inner(old), _inner(new), strict=True):
        if before == after:
            continue
        if before.co_flags & 2:  # CO_NEWLOCALS: a function, not the body of a class
            yield before, after
        else:
            yield from _changed(before, after)


def _made_by(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The inner functions that differ. Instances made earlier, such as during imports, need the new code too."""
    if len(_inner(old)) != len(_inner(new)):
        raise Cannot("an inner function was added or removed")
    for before, after in zip(_inner(old), _inner(new), strict=True):
        if before != after:
            yield before, after
            yield from _made_by(before, after)


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


# --- in a new process


class FromMemory(importlib.machinery.SourceFileLoader):
    """Loads the mutant's module with the mutation applied."""

    def __init__(self, mutant: Mutant) -> None:
        path = PROJECT / mutant.module
        super().__init__(names([path])[0], str(path))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        source = (PROJECT / self.mutant.module).read_text(encoding="utf-8")
        return _compiled(self.mutant.applied(source), Path(self.path))


class Finder(importlib.abc.MetaPathFinder):
    """Finds the mutant's module only."""

    def __init__(self, mutant: Mutant) -> None:
        self.loader = FromMemory(mutant)

    def find_spec(self, fullname: str, path: Any = None, target: ModuleType | None = None) -> Any:
        return importlib.util.spec_from_loader(fullname, self.loader) if fullname == self.loader.name else None


def run_anew(durations: dict[str, float], job: Job) -> Verdict:
    assert not any(name == "pitboss" or name.startswith("pitboss.") for name in sys.modules), SOURCE
    sys.meta_path.insert(0, Finder(job.mutant))
    verdicts: list[Verdict] = []

    def then(session: Session) -> None:
        killer = session.first_failure(job.tests, durations)
        verdicts.append(Verdict("killed", killer) if killer else Verdict("survived"))

    with limited(60):
        session = Session(then)
        status = session.collect(job.files)
    return verdicts[0] if verdicts else Verdict("killed", f"tests can't be collected (status {status})")

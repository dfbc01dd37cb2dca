"""``python -m mutants``: break the engine in small ways and check that the tests fail."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from mutants.broken import Job, Verdict
from mutants.mutations import Mutant
from mutants.plan import PROJECT, Plan, digest, plan
from mutants.report import Findings, Result
from mutants.work import CONTROL, Jobs, Measured, measure, run

HOME = "PITBOSS_MUTANTS_HOME"
"""The variable that names the original project. The run reads a copy, so that you can keep working on the original."""
FOLDER = Path(os.environ.get(HOME, PROJECT)) / "build" / "mutants"
COPIED = ("src", "tests", "mutants", "docs", "pyproject.toml", "README.md")
COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    MofNCompleteColumn(),
    TimeElapsedColumn(),
    TimeRemainingColumn(),
)
out = Console(stderr=True)


def main(
    group: Annotated[str, typer.Option(help="whole or sample. Default: both.")] = "",
    only: Annotated[str, typer.Option(help="Only modules whose path contains this text.")] = "",
    first: Annotated[int, typer.Option(help="Only this many mutants of each group; 0 tries all.")] = 0,
    workers: Annotated[int, typer.Option(help="Number of processes that test mutants in parallel.", min=1)] = 2,
    fresh: Annotated[bool, typer.Option("--fresh", help="Discard the results of an interrupted run.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Break the engine in small ways, one at a time, and run the tests of the broken code.

    Writes build/mutants/report.md and report.json. An interrupted run resumes where it stopped, unless a source or a
    test has changed. The exit status is 1 if a goal in mutants/config.toml is missed.
    """
    chosen = plan()
    findings = results(chosen, [group] if group else list(chosen.groups), only, first, workers, fresh)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "report.md").write_text(findings.text(), encoding="utf-8")
    (FOLDER / "report.json").write_bytes(msgspec.json.format(msgspec.json.encode(findings.plain())))
    if as_json:
        sys.stdout.write((FOLDER / "report.json").read_text(encoding="utf-8") + "\n")
    else:
        show(findings)
    raise SystemExit(bool(findings.missed()))


def show(findings: Findings) -> None:
    for group in findings.plan.groups:
        counts = findings.counts(group)
        out.print(f"{group}: " + ", ".join(f"{count:,} {name}" for name, count in counts.items()), highlight=False)
    for line in findings.missed():
        out.print(line, style="red", highlight=False, soft_wrap=True)
    out.print(f"Survivors: {FOLDER / 'report.md'}", soft_wrap=True)


def results(chosen: Plan, groups: list[str], only: str, first: int, workers: int, fresh: bool) -> Findings:
    """The results of every mutant, from this run and from an interrupted one."""
    state = FOLDER / digest(chosen)
    state.mkdir(parents=True, exist_ok=True)
    kept = state / "results.jsonl"
    if fresh:
        kept.unlink(missing_ok=True)
    before = {result.mutant: result for result in _read(kept)}
    with Progress(*COLUMNS, console=out) as progress:
        measured = _measured(chosen, state / "tests.json", progress)
        jobs = Jobs(chosen, measured)
        found: list[Result] = []
        todo: dict[Mutant, tuple[str, Job]] = {}
        for group in groups:
            for mutant in chosen.mutants(group, only)[: first or None]:
                if mutant in before:
                    found.append(before[mutant])
                elif job := jobs.job(mutant, thorough=group == "whole"):
                    todo[mutant] = group, job
                else:
                    found.append(Result(group, mutant, Verdict("unexecuted")))
        controls = [jobs.control(), jobs.control_anew()] if todo else []
        ordered = controls + sorted((job for _, job in todo.values()), key=lambda job: job.anew)
        bar = progress.add_task("mutants", total=len(ordered))
        with kept.open("ab") as file:
            for job, verdict in run(chosen, ordered, measured, workers) if ordered else ():
                progress.advance(bar)
                if job.mutant == CONTROL:
                    _check(verdict)
                    continue
                result = Result(todo[job.mutant][0], job.mutant, verdict)
                found.append(result)
                file.write(msgspec.json.encode(result) + b"\n")
                file.flush()
    return Findings(chosen, found, measured.failing)


def _check(verdict: Verdict) -> None:
    """Stop if a test fails with nothing broken, since it would fail for every mutant."""
    if verdict.end != "survived":
        raise SystemExit(f"a test fails with nothing broken: {verdict.by or verdict.end}")


def _measured(chosen: Plan, path: Path, progress: Progress) -> Measured:
    if path.is_file():
        return msgspec.json.decode(path.read_bytes(), type=Measured)
    bar = progress.add_task("tests, unbroken", total=None)
    found = measure(chosen, lambda number, tests: progress.update(bar, completed=number, total=tests))
    path.write_bytes(msgspec.json.encode(found))
    return found


def _read(path: Path) -> list[Result]:
    if not path.is_file():
        return []
    lines = path.read_bytes().splitlines(keepends=True)
    return [msgspec.json.decode(line, type=Result) for line in lines if line.endswith(b"\n")]


def go_on_in_a_copy() -> NoReturn:
    """Restart the same run on a copy of the project."""
    copy = FOLDER / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    for name in COPIED:
        here, there = PROJECT / name, copy / name
        if here.is_dir():
            shutil.copytree(here, there, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(here, there)
    # Compiled code and counts of deals must not be shared with the caches of other runs.
    caches = {"NUMBA_CACHE_DIR": f"{copy}/cache/numba", "XDG_CACHE_HOME": f"{copy}/cache"}
    environment = {**os.environ, **caches, HOME: str(PROJECT), "PYTHONPATH": f"{copy}{os.pathsep}{copy}/src"}
    os.chdir(copy)
    os.execve(sys.executable, [sys.executable, "-m", "mutants", *sys.argv[1:]], environment)


if __name__ == "__main__":
    if HOME not in os.environ:
        go_on_in_a_copy()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the workers end too
    typer.run(main)

"""Looks for tests that fail by chance, as ``make flaky`` does.

The whole suite runs several times beside busy loops. Then the pages play at a house that is far away, which shows a
test that looks before the page has heard. Then each file runs alone, in a random order. ``build/flaky`` gets what every
run said.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import evidence

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "flaky"


def main() -> int:
    parser = argparse.ArgumentParser(description="Look for tests that fail by chance.")
    parser.add_argument("--runs", type=int, default=5, help="how often the whole suite runs (default: 5)")
    parser.add_argument("--workers", default="3", help="processes that run the tests (default: 3)")
    parser.add_argument("--busy", type=int, default=4, help="busy loops beside it (default: 4)")
    parser.add_argument("--far", type=int, default=300, help="how far away, in milliseconds each way (default: 300)")
    parser.add_argument("--mark", default="not long", help="the tests to run, as -m of pytest takes it")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the random orders (default: 1)")
    parser.add_argument("--no-files", action="store_true", help="do not run each file alone")
    given = parser.parse_args()

    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    failed = []
    spread = ("-n", given.workers, "--dist", "worksteal", "-m", given.mark)
    with busy_loops(given.busy):
        for number in range(1, given.runs + 1):
            failed += run(f"run {number} of {given.runs}", *spread)
    failed += run(f"a house {given.far} ms away", "tests/browser", *spread, f"--far={given.far}")
    files = [] if given.no_files else sorted((ROOT / "tests").glob("*/test_*.py"))
    for number, file in enumerate(files, 1):
        seed = Random(f"{given.seed} {file.name}").randrange(10**6)
        name = file.relative_to(ROOT / "tests").as_posix()
        failed += run(f"{name} alone, {number} of {len(files)}", str(file), "-m", given.mark, f"--shuffle={seed}")
    print(*failed, sep="\n")
    print(f"{len(failed)} failures in {given.runs} runs and {len(files)} files. {FOLDER} holds what they said.")
    return 1 if failed else 0


@contextmanager
def busy_loops(number: int) -> Iterator[None]:
    loop = "import os; of = os.getppid()\nwhile os.getppid() == of: pass"  # it ends with this process
    loops = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(number)]
    try:
        yield
    finally:
        for one in loops:
            one.kill()
            one.wait()


def run(title: str, *arguments: str) -> list[str]:
    """Run some tests and return those that failed."""
    log = FOLDER / (re.sub(r"\W+", "-", title) + ".log")
    with log.open("w") as output:
        command = [sys.executable, "-m", "pytest", *arguments]
        environment = os.environ | {evidence.FOLDER: str(log.with_suffix(""))}
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT, check=False)
    said = log.read_text()
    failed = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
    no_tests = 5
    if done.returncode not in (0, no_tests) and not failed:
        failed = [f"pytest ended with status {done.returncode}"]
    last = said.strip().splitlines()[-1] if said.strip() else "it said nothing"
    print(f"{title}: {last}", flush=True)
    return [f"{title}: {one}" for one in failed]


if __name__ == "__main__":
    sys.exit(main())

"""Sets up ``.venv`` with some extras of Pitboss: ``python3 install.py serve odds``. ``make`` calls it.

uv does it in seconds; where uv can't be had, pip does it. Whatever was fetched is kept, so an interrupted set-up
continues when it is called again. Nothing happens if the extras are installed.
"""

from __future__ import annotations

import errno
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
TOOLS = VENV / "tools"
MARK = VENV / "installed.json"
UNFINISHED = VENV / "unfinished"
NO_NETWORK = re.compile(
    r"connection broken|NewConnectionError|error sending request|dns error|name resolution|unreachable"
    r"|timed out|Could not connect|Connection refused|tunnel error",
    re.IGNORECASE,
)
NO_SPACE = re.compile(r"No space left on device|not enough space|os error 28\b|Disk quota exceeded", re.IGNORECASE)
WANTED = (
    r"Failed to fetch: `\S*/([\w.-]+?)/?`",
    r"No matching distribution found for ([\w.-]+)",
    r"requirement ([\w.-]+)",
    r"Failed to (?:download|fetch) `([\w.-]+)",
)
"""How uv and pip name what they could not fetch."""


class SetUpFailed(Exception):
    """A sentence that says why nothing could be set up."""


def main(extras: list[str]) -> None:
    wanted = reached(extras)
    if wanted <= installed():
        return
    line = Line("Setting up .venv")
    line.tell("looking for what is needed")
    try:
        with alone():
            before = installed()
            if not wanted <= before:
                make_environment()
                install(sorted(wanted | before), line)
                MARK.write_text(json.dumps({"of": inputs(), "extras": sorted(wanted | before)}))
    except OSError as error:
        raise SetUpFailed(no_space() if error.errno in (errno.ENOSPC, errno.EDQUOT) else str(error)) from None
    finally:
        line.end()


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other set-up works in this folder."""
    with Path(__file__).open() as own:
        if fcntl is not None:
            fcntl.flock(own, fcntl.LOCK_EX)
        yield


# --- what is wanted, and what is there


def reached(extras: list[str]) -> set[str]:
    """These extras, and those that they bring."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    found = set[str]()
    waiting = list(extras)
    while waiting:
        extra = waiting.pop()
        if extra not in groups:
            raise SetUpFailed(f"there is no extra {extra!r}; the extras are {', '.join(groups)}")
        if extra not in found:
            found.add(extra)
            for own in filter(None, (re.match(r"pitboss\[(.*)]", one) for one in groups[extra])):
                waiting += own[1].split(",")
    return found


def inputs() -> str:
    """A digest of all that an environment depends on. Its place counts too: an environment can't be moved."""
    digest = sha256(f"{ROOT} {sys.version}".encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def installed() -> set[str]:
    """The extras that a finished set-up left here, if it had the same inputs."""
    try:
        mark = json.loads(MARK.read_text())
    except (OSError, ValueError):
        return set()
    return set(mark["extras"]) if mark["of"] == inputs() and works([PYTHON]) else set()


def works(command: Sequence[str | Path]) -> bool:
    try:
        return subprocess.run([*command, "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


# --- the installers


def make_environment() -> None:
    """Make ``.venv``, unless its Python is this one already. Without pip, which takes longer than all the rest."""
    settings = VENV / "pyvenv.cfg"
    text = settings.read_text() if settings.is_file() else ""
    home = f"home = {Path(getattr(sys, '_base_executable', sys.executable)).parent}"
    version = "version = " + ".".join(map(str, sys.version_info[:3]))
    if not (home in text and version in text and works([PYTHON])):
        venv.create(VENV, clear=True, symlinks=os.name != "nt")


def install(extras: list[str], line: Line) -> None:
    """Install the package from this folder, so that a change of the sources is seen, with what the extras need."""
    package = ["--constraint", "constraints.txt", "--editable", f".[{','.join(extras)}]", "pip"]
    build = ROOT / "constraints.txt"  # the build backend is pinned too
    again = UNFINISHED.exists()  # a package may be there in parts
    UNFINISHED.touch()
    uv = find_uv(line)
    said = ""
    line.tell("looking for what is needed")
    if uv:
        use_index_of_pip()
        how = ["--no-progress", "--python", str(PYTHON), "--build-constraints", str(build)]
        said = run([uv, "pip", "install", *how, *["--reinstall"] * again, *package], line)
        if NO_SPACE.search(said):
            raise SetUpFailed(no_space())
    if said or not uv:
        line.tell("pip is at work, which takes minutes")  # pip may know an index that uv does not
        by_pip(["--retries", "2", *["--force-reinstall"] * again, *package], line, said)
    shutil.rmtree(TOOLS, ignore_errors=True)  # uv is large, and soon fetched again
    UNFINISHED.unlink()


def by_pip(what: list[str], line: Line, before: str) -> None:
    """Install with pip. ``before`` is why uv could not."""
    build = (ROOT / "constraints.txt").as_uri()  # an address, since pip would divide a path at its blanks
    os.environ.update(PIP_CONSTRAINT=build, PIP_BUILD_CONSTRAINT=build)  # older pips know the first alone
    try:
        pip = find_pip(line)
    except SetUpFailed as failed:
        raise SetUpFailed(reason(before) if before else str(failed)) from None
    if said := run([*pip, "--python", PYTHON, "install", *what], line):
        raise SetUpFailed(reason(said))


def find_uv(line: Line) -> str | None:
    """uv, from this machine or fetched. None if there is no uv for this machine."""
    own = shutil.which("uv", path=str(TOOLS / "bin")) or shutil.which("uv")
    if own and works([own]):
        return own
    line.tell("fetching uv")
    pip = find_pip(line)
    fetch = ["install", "--retries", "2", "--only-binary", ":all:", "--constraint", "constraints.txt"]
    said = run([*pip, *fetch, "--upgrade", "--target", TOOLS, "uv"], line)
    if NO_NETWORK.search(said) or NO_SPACE.search(said):
        raise SetUpFailed(reason(said, "uv"))
    return shutil.which("uv", path=str(TOOLS / "bin"))


def use_index_of_pip() -> None:
    """Let uv ask the package index that pip is set to. uv does not read the settings of pip."""
    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    index = os.environ.get("PIP_INDEX_URL") or subprocess.run(command, capture_output=True, text=True).stdout.strip()
    if index:
        os.environ.setdefault("UV_DEFAULT_INDEX", index)


def find_pip(line: Line) -> Sequence[str | Path]:
    """pip of this Python, or else one in ``.venv``."""
    os.environ.update(PIP_REQUIRE_VIRTUALENV="0", PIP_USER="0")
    for python in (sys.executable, PYTHON):
        if works([python, "-m", "pip", "--python", PYTHON]):
            return [python, "-m", "pip", "--disable-pip-version-check"]
    debian = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", "python3-venv"]
    may_install = shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0
    for attempt in ([], ["apt-get", "update", "-qq"], debian):
        if attempt and (not may_install or run(attempt, line)):
            break
        if not run([PYTHON, "-m", "ensurepip", "--upgrade"], line):
            return [PYTHON, "-m", "pip", "--disable-pip-version-check"]
    raise SetUpFailed("this Python has neither pip nor ensurepip: install them (Debian: apt-get install python3-venv)")


# --- what people see


class Line:
    """One line that says what happens and for how long. A terminal sees it move; a file gets it now and then."""

    EVERY_S = 5.0

    def __init__(self, title: str) -> None:
        self.title, self.words, self.begun = title, "", time.monotonic()
        self.told = -self.EVERY_S
        self.moves = sys.stdout.isatty()

    def tell(self, words: str = "") -> None:
        """Show these words, or the last ones with the time that has passed."""
        self.words = words or self.words
        passed = time.monotonic() - self.begun
        whole = f"{self.title}: {self.words} ({passed:.0f} s)"
        if self.moves:
            print(f"\r\033[K{whole[: shutil.get_terminal_size().columns - 1]}", end="", flush=True)
        elif passed - self.told >= self.EVERY_S:
            self.told = passed
            print(whole, flush=True)

    def end(self) -> None:
        if self.moves:
            print("\r\033[K", end="", flush=True)


class Fetched:
    """What uv says it fetches, in megabytes. It names large packages alone."""

    def __init__(self) -> None:
        self.sizes: dict[str, float] = {}
        self.done: set[str] = set()

    def hear(self, said: str) -> str:
        """What a line of uv tells the person who waits, if anything."""
        if begins := re.match(r"Downloading ([\w.-]+) \(([\d.]+)([KMG])iB\)", said):
            self.sizes[begins[1]] = float(begins[2]) * {"K": 1 / 1024, "M": 1, "G": 1024}[begins[3]]
        elif ends := re.match(r"\s*Downloaded ([\w.-]+)", said):
            self.done.add(ends[1])
        else:
            return ""
        missing = sorted(self.sizes.keys() - self.done, key=lambda name: -self.sizes[name])
        whole, got = sum(self.sizes.values()), sum(self.sizes.get(name, 0) for name in self.done)
        return f"{got:.0f} of {whole:.0f} MB fetched" + (f", now {', '.join(missing[:3])}" if missing else "")


def run(command: Sequence[str | Path], line: Line) -> str:
    """Run a command while the line tells what it says. Returns nothing if it succeeded, else all that it said."""
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def listen() -> None:
        for one in process.stdout or ():
            heard.put(one)
        heard.put(None)

    threading.Thread(target=listen, daemon=True).start()
    said: list[str] = []
    fetched = Fetched()
    while True:
        try:
            one = heard.get(timeout=0.2)
        except queue.Empty:
            line.tell()
            continue
        if one is None:
            return "" if process.wait() == 0 else "".join(said) or "it failed without a word"
        said.append(one)
        line.tell(fetched.hear(one))


def reason(said: str, wanted: str = "the packages") -> str:
    """Why an installer failed to fetch what was wanted, from what it said."""
    if NO_SPACE.search(said):
        return no_space()
    if NO_NETWORK.search(said):
        names = [found[1] for pattern in WANTED if (found := re.search(pattern, said))]
        wanted = names[0] if names else wanted
        return f"could not fetch {wanted}, since no package index answers. Check the network and try again"
    return "the packages could not be installed. The installer said:\n" + "".join(said.splitlines(keepends=True)[-15:])


def no_space() -> str:
    place = min((ROOT, Path.home(), Path(tempfile.gettempdir())), key=lambda one: shutil.disk_usage(one).free)
    free = shutil.disk_usage(place).free // 1_000_000
    return f"the disk is full: {place} has {free} MB left, and set-up takes 500 MB (with the tests 1.3 GB)"


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except SetUpFailed as failed:
        sys.exit(f"Set-up failed: {failed}")
    except KeyboardInterrupt:
        sys.exit("\nSet-up was interrupted. It continues when you try again.")

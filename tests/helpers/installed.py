"""A project with a game, as an installer leaves it, and commands that are run beside it in a new process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

from pitboss.verification.trace import SOURCE
from waiting import HANG_S

BY_HAND = SOURCE.parent.parent / "tests" / "written_by_hand"
"""A game whose every part is written by hand, as another project ships it."""
EACH_COMMAND = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO, TextIOWrapper, BytesIO
from pitboss.cli import main

said = []
for command in json.load(sys.stdin):
    out, wrong = TextIOWrapper(BytesIO(), "utf-8"), StringIO()
    with redirect_stdout(out), redirect_stderr(wrong):
        status = main(command)
        out.flush()
    said.append((status, out.buffer.getvalue().decode(), wrong.getvalue()))
print(json.dumps(said))
"""


class Installed:
    """A project as an installer leaves it: packages on the path and a folder of metadata beside them."""

    def __init__(self, project: Path, site: Path) -> None:
        made = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        metadata = site / f"{made['name'].replace('-', '_')}-{made['version']}.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {made['name']}\nVersion: {made['version']}\n")
        lines = [
            line
            for group, points in made["entry-points"].items()
            for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
        ]
        (metadata / "entry_points.txt").write_text("\n".join(lines))
        path = map(str, (site, project / "src", SOURCE.parent))
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "COLUMNS": "200"}
        self.project = project

    def python(self, *arguments: str, given: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        asked = (sys.executable, *arguments)
        where = folder or self.project
        return subprocess.run(
            asked, input=given, env=self.environment, cwd=where, capture_output=True, text=True, timeout=HANG_S
        )

    def commands(self, *commands: tuple[str, ...], folder: Path) -> list[tuple[int, str, str]]:
        """Run the commands in one new process. Returns the status, output and errors of each."""
        ended = self.python("-c", EACH_COMMAND, given=json.dumps(commands), folder=folder)
        assert ended.returncode == 0, ended.stderr
        return [(status, out, wrong) for status, out, wrong in json.loads(ended.stdout)]

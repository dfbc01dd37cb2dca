"""Builds the trace of every game into the wheel, since an installed package has no tests to read it from."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TraceHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # an editable install reads the tests themselves
            return
        self.made = TemporaryDirectory()
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        try:
            from pitboss.engine import registry
            from pitboss.verification.trace import FILE, build

            for game in registry.games():
                folder = registry.folder(game)
                if folder.is_relative_to(root):  # other packages may have added games
                    data = Path(self.made.name) / f"{game}.json"
                    data.write_bytes(build(game, root / "tests", f"pitboss {self.metadata.version}"))
                    place = folder.relative_to(root / "src") / FILE
                    build_data["force_include"][str(data)] = place.as_posix()
        finally:
            sys.path.remove(str(root / "src"))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.made.cleanup()

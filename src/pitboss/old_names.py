"""Lets modules be imported by their old names for one version, with a warning.

A finder at the beginning of Python's list knows the old names. It imports the module of the new name, so both names are
one module.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.abc import Loader
else:
    Loader = object  # importlib.abc takes long to load, and every command loads this module

_MOVED = {  # folder before, folder now: modules, and "before>now" if the name has changed too
    ("", ""): "version>basics",
    ("", "basics"): "cards poker money clauses rulings>clauses errors files extras",
    ("basics", ""): "version>basics",
    ("basics", "basics"): "rulings>clauses",
    ("", "engine"): "pit>table",
    ("", "engine.auto"): "happenings>random_events",
    ("", "engine.meters"): "meter",
    ("", "log"): "narrate>narration",
    ("", "mathematics"): "studies>any_game designs answers",
    ("", "simulation"): "gym",
    ("", "verification"): "trace",
    ("verification", ""): "declared>verification",
    ("table", "engine"): "game rules study state",
    ("table", "engine.round"): "round refusals>round inputs events records asks recorder>dealer dealer faults>dealer"
    " layout view>layout html>layout revision>events at_seat>hand_labels holding>hand_labels naming>hand_labels",
    ("table", "engine.procedures"): "procedures>before_deal dealing ranking>dealing irregularities shoe shuffle>shoe",
    ("table", "engine.auto"): "policy drive everything>drive",
    ("progressive", "engine.meters"): "jackpot",
    ("progressive", "engine"): "link>table",
    ("progressive", "log"): "readings>proof",
    ("exact", "mathematics"): "changes>choices choices design>design_search design_search distribution>results"
    " interface>choices patience>progress picture>results reasons>decision_values results rule_search>short_strategy"
    " short>short_strategy spots>decision_values",
    ("exact", "mathematics.counting"): "compiled probe>compiled strength>compiled hands store"
    " sources>store cached>store",
    ("mathematics", "mathematics"): "interface>choices picture>results distribution>results short>short_strategy",
    ("trace", "verification"): "code>trace data>trace reading>trace traced>trace assertions>trace marks>trace"
    " sources>trace",
    ("verification.trace", "verification"): "data>trace marks>trace",
    ("log", "log"): "schema>lines writer>journal",
    ("stress", "testing"): "crowd house_process load soak",
    ("simulation", "simulation"): "hands>hand_table results>run",
    ("report", "report"): "session_drawing>drawing",
    ("client", "client"): "requests>connection learning_requests>connection staff_requests>connection",
    ("verification", "verification"): "twins>engine_against_kernel stud_twins>engine_against_kernel"
    " same_run>cpu_against_gpu both_ways>paired_rounds every_deal>brute_force first_principles>brute_force"
    " proving>proofs",
}
_FOLDERS = ("table", "exact", "progressive", "stress")


def _names() -> dict[str, str]:
    found = {}
    for (before, now), modules in _MOVED.items():
        for module in modules.split():
            old, _, new = module.partition(">")
            found[_dotted(before, old)] = _dotted(now, new or old)
    return found


def _dotted(folder: str, module: str) -> str:
    return ".".join(filter(None, ("pitboss", folder, module)))


NAMES = _names()
"""The new name of every module that has moved, by its old name."""


class _Moved(Loader):
    """Gives the module of the new name to those who import the old one."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(NAMES[spec.name])
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        spec = module.__spec__
        assert spec is not None
        module.__spec__ = spec.loader_state


class _Folder(Loader):
    """An empty package in place of a folder that has gone."""

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        pass


class OldNames:
    """Finds modules by their old names."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if new := NAMES.get(fullname):
            warnings.warn(f"{fullname} is now {new}; the old name goes with the next version", DeprecationWarning, 2)
            return ModuleSpec(fullname, _Moved())
        if fullname.removeprefix("pitboss.") in _FOLDERS:
            return ModuleSpec(fullname, _Folder(), is_package=True)
        return None


def find_old_names() -> None:
    """Let Python find modules by their old names too."""
    if not any(isinstance(finder, OldNames) for finder in sys.meta_path):
        sys.meta_path.insert(0, OldNames())

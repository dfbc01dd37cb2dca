"""Every example at a prompt, in docstrings and in the documentation, gives what it shows."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SOURCES = [*sorted((ROOT / "src").rglob("*.py")), *sorted((ROOT / "handbook").glob("*.py"))]
WITH_EXAMPLES = [path for path in (*PAGES, *SOURCES) if ">>> " in path.read_text(encoding="utf-8")]
LONG = {ROOT / "handbook"}
"""What makes the site needs packages that only ``make test-all`` installs."""


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.long] * (path.parent in LONG)) for path in WITH_EXAMPLES],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_the_examples_give_what_they_show(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if path.suffix == ".md":
        how = {"optionflags": doctest.ELLIPSIS, "encoding": "utf-8", "module_relative": False}
        failed, tried = doctest.testfile(str(path), **how)
    else:
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(part for part in parts if part not in ("src", "__init__"))
        failed, tried = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert tried, "an example that nothing runs"
    assert not failed, capsys.readouterr().out

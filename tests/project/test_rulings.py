"""The rulings in docs/rulings.md and the rulings that the code names are the same."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from pitboss.verification.trace import SOURCE

RULINGS = SOURCE.parent.parent / "docs" / "rulings.md"
PART = re.compile(r"^## ", re.MULTILINE)
ROW = re.compile(r"^\| ([a-z0-9-]+) \|", re.MULTILINE)
NAMED = re.compile(r"\bruling ([a-z0-9]+(?:-[a-z0-9]+)+)")


def listed(part: str = "") -> list[str]:
    """The names in the tables of the page or of one part."""
    return [name for name in ROW.findall(part or RULINGS.read_text(encoding="utf-8")) if name != "ruling"]


def sources() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))}


def named_in(text: str) -> set[str]:
    """The rulings that a source names: strings given as ``ruling``, and "ruling NAME" in words."""
    found = set(NAMED.findall(text))
    if "ruling" not in text:
        return found  # most sources, which need not be parsed
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.keyword(arg="ruling", value=value):
                found |= texts_in(value)
            case ast.Assign(targets=[ast.Name(id="ruling")], value=value):
                found |= texts_in(value)
    return found


def texts_in(node: ast.expr) -> set[str]:
    """The possible string values of an expression, without the strings of conditions."""
    match node:
        case ast.Constant(value=str(text)) if text:
            return {text}
        case ast.IfExp(body=body, orelse=orelse):
            return texts_in(body) | texts_in(orelse)
        case ast.BoolOp(values=values):
            return set().union(*map(texts_in, values))
    return set()


def test_every_ruling_is_listed_once_in_its_part() -> None:
    assert len(listed()) > 60
    for part in PART.split(RULINGS.read_text(encoding="utf-8")):
        assert len(set(listed(part))) == len(listed(part))


def test_every_ruling_is_named_where_the_code_follows_it() -> None:
    words = {word for text in sources().values() for word in re.findall(r"[\w-]+", text)}
    assert set(listed()) - words == set()


def test_every_ruling_that_the_code_names_is_listed() -> None:
    named = {ruling: path.name for path, text in sources().items() for ruling in named_in(text)}
    assert len(named) > 40
    assert {ruling: path for ruling, path in named.items() if ruling not in listed()} == {}

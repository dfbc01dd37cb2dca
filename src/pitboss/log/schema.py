"""The JSON Schema of a log's lines, made from the records themselves.

The words for each field are those that stand below it in the source.
"""

from __future__ import annotations

import ast
import inspect
from functools import cache
from typing import Any

import msgspec

from pitboss.log.lines import FORM, Log, LogEnd, LoggedMeter
from pitboss.table.inputs import Input
from pitboss.table.records import RECORDS
from pitboss.table.state import TableState

STAMPED = ["round", "clause", "at", "turn"]
"""What a round fills in when it accepts an input: in a log these are always there."""
HASH = {
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
    "description": "SHA-256 of the hash before, as text, followed by this line without the field 'hash'.",
}


def schema() -> dict[str, Any]:
    """What a line of a log may be."""
    kinds: tuple[type[msgspec.Struct], ...] = (Log, LogEnd, *RECORDS.values())
    references, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    described: list[type[msgspec.Struct]] = [*kinds, TableState, LoggedMeter]
    for kind in described:
        told = parts[kind.__name__]
        told["description"] = _plain(kind.__doc__ or "")
        for name, words in _fields(kind).items():
            if name in told["properties"]:
                told["properties"][name].setdefault("description", words)
        if issubclass(kind, Input):
            told["required"] += STAMPED
            for name in STAMPED:
                del told["properties"][name]["default"]
        if kind in kinds:
            told["properties"]["hash"] = HASH
            told["required"].append("hash")
        told["additionalProperties"] = False
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a Pitboss log, form {FORM}",
        "anyOf": list(references),
        "$defs": parts,
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))  # tuples become lists
    return plain


@cache
def _fields(kind: type) -> dict[str, str]:
    """The words that stand below each field of a class and of those that it comes from."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if issubclass(one, msgspec.Struct) and one.__module__.startswith("pitboss."):
            found |= _own_fields(one)
    return found


def _own_fields(kind: type) -> dict[str, str]:
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, words in zip(tree.body, tree.body[1:], strict=False):
        match field, words:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = _plain(text)
    return found


def _plain(words: str) -> str:
    return " ".join(words.replace("``", "'").split())

"""The JSON Schema of a log's lines, made from the record classes.

The description of each field is its docstring in the source.
"""

from __future__ import annotations

import ast
import inspect
from functools import cache
from typing import Any

import msgspec

from pitboss.engine.round.inputs import Input
from pitboss.engine.round.records import RECORDS
from pitboss.engine.state import TableState
from pitboss.log.lines import FORM, Log, LogEnd, LoggedMeter

STAMPED = ["round", "clause", "at", "turn"]
"""The fields that a round fills in when it accepts an input. Inputs in a log always have them."""
HASH = {
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
    "description": "SHA-256 of the previous line's hash, as text, followed by this line without the field 'hash'.",
}


def schema() -> dict[str, Any]:
    """The schema of a line of a log."""
    kinds: tuple[type[msgspec.Struct], ...] = (Log, LogEnd, *RECORDS.values())
    references, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    described: list[type[msgspec.Struct]] = [*kinds, TableState, LoggedMeter]
    for kind in described:
        told = parts[kind.__name__]
        told["description"] = plain_words((kind.__doc__ or "").partition(">>>")[0])
        for name, words in field_words(kind).items():
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
def field_words(kind: type) -> dict[str, str]:
    """The docstrings of the fields of a class and its base classes."""
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
                found[name] = plain_words(text)
    return found


def plain_words(words: str) -> str:
    """A docstring as a line."""
    return " ".join(words.replace("``", "'").split())

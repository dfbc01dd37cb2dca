"""The protocol as others read it: JSON Schema for OpenAPI and the WebSocket, and types for the page.

``make lint`` writes the types of the page, ``browser/protocol.d.ts``, and checks the page against them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from pitboss.engine.game import ChoiceWords
from pitboss.log.lines import field_words, plain_words
from pitboss.protocol import account, bodies, coaching, games, statistics, tables
from pitboss.protocol import messages as msg

HTTP: tuple[ModuleType, ...] = (bodies, account, tables, games, coaching, statistics)
"""The modules with bodies of HTTP requests and answers."""
BASES = (bodies.Body, bodies.Said)
PAGE = Path(__file__).parent.parent / "browser" / "protocol.d.ts"
"""The types of the page."""
IN_OPENAPI, IN_MESSAGES = "#/components/schemas/{name}", "#/$defs/{name}"


def structs() -> list[type[msgspec.Struct]]:
    """The bodies of HTTP requests and answers."""
    return [
        kind
        for module in HTTP
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, BASES)
        and kind not in BASES
        and kind.__module__ == module.__name__
    ]


# --- JSON Schema


def http_schemas() -> dict[str, Any]:
    """The schema of each body of a request or an answer, and of what stands in them, by its name."""
    kinds: list[type[msgspec.Struct]] = [*structs(), ChoiceWords]
    _, parts = msgspec.json.schema_components(kinds, ref_template=IN_OPENAPI)
    return parts | {kind.__name__: _described(kind, parts[kind.__name__]) for kind in kinds}


@cache
def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of the type of an answer, which refers to ``http_schemas``."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=IN_OPENAPI)
    return schema


def messages_schema() -> dict[str, Any]:
    """The JSON Schema of the WebSocket's messages."""
    (client, server), parts = msgspec.json.schema_components([msg.FromClient, msg.FromServer], ref_template=IN_MESSAGES)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of Pitboss, version {msg.VERSION}",
        "anyOf": [client, server],
        "$defs": {**parts, "FromClient": client, "FromServer": server},
    }


def _described(kind: type[msgspec.Struct], schema: dict[str, Any]) -> dict[str, Any]:
    """A schema with the words of the source. Fields are required that the encoder always writes."""
    schema["description"] = plain_words(kind.__doc__ or "")
    fields = schema["properties"]
    for name, words in field_words(kind).items():
        fields[name]["description"] = words
    for one in fields.values():
        if "enum" in one:
            one["type"] = "string"
        if "pattern" in one:
            one["pattern"] = one["pattern"].replace(bodies.END, "$")
    if not kind.__struct_config__.omit_defaults:
        schema["required"] = list(fields)
        for one in fields.values():
            one.pop("default", None)
    if kind.__struct_config__.forbid_unknown_fields:
        schema["additionalProperties"] = False
    return schema


# --- TypeScript

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """The types of all bodies and messages, as a module of TypeScript."""
    parts = msgspec.json.schema_components([msg.FromClient, msg.FromServer], ref_template="{name}")[1]
    kinds = {**parts, **http_schemas()}
    lines = [
        "// The bodies of HTTP and the messages of the WebSocket, made from",
        "// src/pitboss/protocol by make lint. Do not edit.",
    ]
    for name, schema in sorted(kinds.items()):
        lines += ["", *_interface(name, schema)]
    for name, union in (("FromClient", msg.FromClient), ("FromServer", msg.FromServer)):
        lines += ["", f"export type {name} = {' | '.join(sorted(kind.__name__ for kind in union.__args__))};"]
    return "\n".join(lines) + "\n"


def _interface(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield from _comment(schema.get("description", ""), "")
    if not schema.get("properties"):
        yield f"export type {name} = Record<string, never>;"
        return
    yield f"export interface {name} {{"
    for field, kind in schema["properties"].items():
        yield from _comment(kind.get("description", ""), "  ")
        left_out = field not in schema.get("required", ())
        yield f"  {field}{'?' if left_out else ''}: {_type(_without_null(kind) if left_out else kind)};"
    yield "}"


def _without_null(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a field that is left out if it is null."""
    if "anyOf" not in schema or schema.get("default", ...) is not None:
        return schema
    return {"anyOf": [one for one in schema["anyOf"] if one.get("type") != "null"]}


def _comment(words: str, indent: str) -> Iterator[str]:
    if words:
        yield f"{indent}/** {words} */"


def _type(schema: Mapping[str, Any]) -> str:
    match schema:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"anyOf": options}:
            return " | ".join(dict.fromkeys(_type(one) for one in options))
        case {"enum": values}:
            return " | ".join(_literal(one) for one in values)
        case {"const": value}:
            return _literal(value)
        case {"type": "array", "prefixItems": parts}:
            return f"[{', '.join(_type(one) for one in parts)}]"
        case {"type": "array"}:
            return _array(_type(schema.get("items", {})))
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, any>"
        case {"type": str(kind)}:
            return _PLAIN[kind]
    return "any"


def _array(of: str) -> str:
    return f"{of}[]" if re.fullmatch(r"[\w.]+|\[.*\]|Record<.*>|.*\[\]", of) and " | " not in of else f"({of})[]"


def _literal(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def write(path: Path = PAGE) -> None:
    """Write the types of the page."""
    path.write_text(typescript(), encoding="utf-8")


if __name__ == "__main__":
    write()

"""The protocol is written once: OpenAPI, the client and the types of the page come from its structs."""

from __future__ import annotations

import json
import re
from typing import get_args

import pytest

from pitboss.protocol import messages as msg
from pitboss.protocol.bodies import Body
from pitboss.protocol.declarations import http_schemas, structs, typescript
from served import Server


def test_no_two_structs_share_a_name() -> None:
    names = [kind.__name__ for kind in (*structs(), *get_args(msg.FromClient), *get_args(msg.FromServer))]
    assert len(names) == len(set(names))


def test_every_struct_has_a_sentence() -> None:
    assert [name for name, schema in http_schemas().items() if not schema["description"]] == []


def test_an_answer_has_all_its_fields_and_a_request_needs_those_without_a_default() -> None:
    schemas = http_schemas()
    assert schemas["Me"]["required"] == [*schemas["Me"]["properties"]]
    assert schemas["GuestBody"].get("required", []) == []
    assert schemas["TableBody"]["required"] == ["game"]
    assert schemas["TableBody"]["properties"]["link"]["pattern"] == "^[a-z0-9-]*$"
    for kind in structs():
        assert (schemas[kind.__name__].get("additionalProperties") is False) is issubclass(kind, Body)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Turn", "offers?: [number, Offer[]][];"),
        ("Me", "tables: AtTable[];"),
        ("RoundInfo", "own: OwnOpenings | null;"),
        ("CountBody", 'kind?: "" | "closing" | "opening";'),
        ("Hold", "tables: Record<string, TableHold>;"),
        ("Story", "sentences: string[][];"),
    ],
)
def test_types_of_the_page(name: str, line: str) -> None:
    found = re.search(rf"^export interface {name} {{\n(.*?)^}}", typescript(), re.MULTILINE | re.DOTALL)
    assert found is not None
    assert f"  {line}\n" in found[1]


def test_openapi_describes_every_body_and_answer(server: Server) -> None:
    api = server.http.get("/api/openapi.json").json()
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(api)))
    assert named <= set(api["components"]["schemas"])
    opened = api["paths"]["/api/tables"]["post"]
    assert opened["requestBody"]["required"] is True
    assert opened["requestBody"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/TableBody"}
    answer = opened["responses"]["200"]["content"]["application/json"]["schema"]
    assert answer == {"$ref": "#/components/schemas/TableInfo"}
    unused = {kind.__name__ for kind in structs()} - named
    assert unused == set(), "a struct that no route takes or gives"

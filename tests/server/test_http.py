"""Generated requests to every route: each gets an answer that the OpenAPI document promises, and never status 500."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from served import Client, served

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Somebody at a server of their own, without limits."""
    with served(tmp_path_factory.mktemp("fuzzed"), "--pace", "0", "--no-limits") as server:
        client = server.guest("Ann")
        yield client
        client.close()


@pytest.fixture(scope="module")
def api(visitor: Client) -> Any:
    return schemathesis.openapi.from_url(f"{visitor.server.url}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("api").exclude(path_regex="logout")


@schema.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), database=None)
def test_every_route_answers_as_documented(case: Any, visitor: Client) -> None:
    answer = case.call(headers={"authorization": f"Bearer {visitor.token}"})
    assert answer.status_code != 500
    case.validate_response(answer, checks=CHECKS)

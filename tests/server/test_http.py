"""Generated requests to every route: each gets an answer that the OpenAPI document promises, and never status 500."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from served import Client, served
from waiting import HANG_S

pytestmark = pytest.mark.long

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Somebody at a server of their own, without limits."""
    with served(tmp_path_factory.mktemp("fuzzed"), "--pace", "0", "--no-limits") as server:
        client = server.guest("Ann")
        yield client
        client.close()


def test_every_route_answers_as_documented(visitor: Client) -> None:
    api = schemathesis.openapi.from_url(f"{visitor.server.url}/api/openapi.json")
    asked: Counter[str] = Counter()
    for found in api.get_all_operations():
        operation = found.ok()
        if operation.path == "/api/logout":
            continue

        @settings(max_examples=5, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            answer = case.call(headers={"authorization": f"Bearer {visitor.token}"}, timeout=HANG_S)
            asked[f"{case.method} {case.path}"] += 1
            case.validate_response(answer, checks=CHECKS)

        check()
    assert len(asked) >= 25
    assert '"status":500' not in visitor.server.log.read_text()


def test_staff_gets_an_answer_as_documented_about_real_people_and_tables(tmp_path: Path) -> None:
    with served(tmp_path, "--pace", "0", "--no-limits") as server:
        made = server.http.post("/api/register", json={"login": "the-boss", "password": "a long password"}).json()
        boss, ann = server.client(made["token"]), server.guest("Ann")
        assert boss.post("/api/administrator", {"token": server.token}).status_code == 200
        assert boss.post(f"/api/people/{boss.person}/roles", {"grant": ["supervisor"]}).status_code == 200
        ids = {"people": ann.person, "tables": server.table("caribbean_stud", ann)}
        api = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        statuses: Counter[int] = Counter()
        for found in api.get_all_operations():
            operation = found.ok()
            of = operation.path.removeprefix("/api/").partition("/")[0]
            if of not in ids or operation.path.endswith("/close"):
                continue
            id = ids[of]

            @settings(max_examples=8, suppress_health_check=list(HealthCheck))
            @given(case=operation.as_strategy())
            def check(case: Any) -> None:
                if "id" in case.path_parameters:
                    case.path_parameters["id"] = id  # noqa: B023
                answer = case.call(headers={"authorization": f"Bearer {boss.token}"}, timeout=HANG_S)
                statuses[answer.status_code] += 1
                case.validate_response(answer, checks=CHECKS)

            check()
        assert {200, 404} <= set(statuses)
        assert '"status":500' not in server.log.read_text()
        assert server.http.get("/ready").status_code == 200
        for client in (boss, ann):
            client.close()

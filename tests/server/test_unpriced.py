"""A house without the libraries for exact odds says so once, and never asks anybody to wait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import unpriced
from pitboss.basics.extras import ODDS, Extra
from pitboss.engine import registry
from pitboss.house.process.prices import NOT_PRICED
from served import Client, Server, served


@pytest.fixture(scope="module")
def plain_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("plain"), "--pace", "0", program=[unpriced.__file__]) as server:
        yield server


@pytest.fixture(scope="module")
def ann(plain_house: Server) -> Iterator[Client]:
    client = plain_house.guest("Ann")
    yield client
    client.close()


def test_an_extra_is_installed_if_all_its_libraries_are() -> None:
    assert ODDS.is_installed
    assert not Extra("odds", "", {"numpy": "numpy", "no_such_module": "no-such-package"}).is_installed


def test_it_says_so_at_its_start(plain_house: Server, server: Server) -> None:
    said = "It has no exact odds, no coach and no drill: pip install 'pitboss[odds]'."
    assert plain_house.said[-2] == said
    assert said not in server.said


def test_it_tells_the_page_which_games_have_odds(ann: Client, server: Server) -> None:
    assert {one["name"]: one["priced"] for one in ann.get("/api/games").json()} == dict.fromkeys(
        registry.games(), False
    )
    assert all(one["priced"] for one in server.http.get("/api/games").json())


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/games/caribbean_stud/keeps", None),
        ("/api/games/caribbean_stud/odds", None),
        ("/api/games/caribbean_stud/odds", {}),
        ("/api/games/caribbean_stud/strategy", {}),
        ("/api/tables/TABLE/costs", None),
        ("/api/tables/TABLE/advice", None),
        ("/api/tables/TABLE/rounds/1/review", None),
        ("/api/drill/caribbean_stud", None),
    ],
)
def test_what_needs_odds_is_refused_for_good(ann: Client, path: str, body: Any) -> None:
    table = ann.server.table("caribbean_stud", ann)
    at = path.replace("TABLE", table)
    answer = ann.get(at) if body is None else ann.post(at, body)
    assert (answer.status_code, answer.json()) == (501, {"code": "missing", "why": NOT_PRICED})


def test_rules_are_checked_all_the_same(ann: Client) -> None:
    (defect,) = ann.post("/api/games/caribbean_stud/defects", {"rules": {"packs": 3}}).json()["defects"]
    assert defect["option"] == "packs"

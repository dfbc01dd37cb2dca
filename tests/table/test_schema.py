"""The schema of the log: the published file is up to date, and every line of every log is valid."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from long import first_of
from pitboss import Table
from pitboss.engine.auto.drive import try_everything
from pitboss.engine.registry import games
from pitboss.engine.round.records import RECORDS
from pitboss.log.journal import LogWriter
from pitboss.log.lines import schema

PUBLISHED = Path(__file__).parents[2] / "docs" / "log.schema.json"
VALIDATOR = Draft202012Validator(schema())


def test_the_published_schema_is_that_of_the_records() -> None:
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == schema(), "make it anew: pitboss schema"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


def test_every_kind_of_record_is_described_with_its_type() -> None:
    types = {
        part["properties"]["type"]["enum"][0] for part in schema()["$defs"].values() if "type" in part["properties"]
    }
    assert types == {"log", "end", *RECORDS}


@pytest.mark.parametrize("game", first_of(games()))
def test_every_line_of_a_log_fits(game: str, tmp_path: Path) -> None:
    path, random = tmp_path / "log.jsonl", Random(game)
    table = Table(game, seed=1)
    table.sit("Ann")
    table.sit("Ann", id="other")
    table.stand("Bob")
    with LogWriter(path, table.game, table.rules) as log:
        for _ in range(12):
            log.add(try_everything(table.open_round(), random, irregularities=0.1))
    for line in path.read_text(encoding="utf-8").splitlines():
        VALIDATOR.validate(json.loads(line))


@pytest.mark.parametrize(
    "line",
    [
        {"type": "wagered"},
        {"type": "dance", "round": 1, "clause": "", "hash": "0" * 64},
        {"type": "announced", "round": 1, "clause": "", "words": "No more bets"},
        {"type": "announced", "round": 1, "clause": "", "words": "No more bets", "hash": "0" * 64, "tip": 5},
        {"type": "announced", "round": "1", "clause": "", "words": "No more bets", "hash": "0" * 64},
    ],
)
def test_what_is_no_line_of_a_log_does_not_fit(line: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(line)

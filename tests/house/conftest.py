"""The databases of these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from pitboss.house.database import open_database
from postgres import postgres_server, postgres_url

__all__ = ["engine", "postgres_server", "postgres_url", "url"]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new, empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/house.db"
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """A new, empty database of each kind."""
    found = open_database(url)
    yield found
    found.dispose()

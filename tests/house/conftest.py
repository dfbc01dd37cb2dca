"""The databases of these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from pitboss.house.people import staff
from pitboss.house.storage import store
from pitboss.house.storage.database import open_database

PATIENCE_MS = 600_000
ON_BOTH = ("test_backup", "test_database", "test_live", "test_store")
"""The tests in which databases differ: what they write, lock and keep. ``make test`` runs them on both,
and the others on SQLite alone."""

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def patient(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the machine stall for a while. PostgreSQL would end a transaction in which it does so, as of a process that
    hangs."""
    limits = [] if "hangs" in request.keywords else [vars(module) for module in (staff, store)]
    before = [limit["IDLE_MS"] for limit in limits]
    for limit in limits:
        limit["IDLE_MS"] = PATIENCE_MS
    yield
    for limit, value in zip(limits, before, strict=True):
        limit["IDLE_MS"] = value


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == HERE and item.path.stem not in ON_BOTH and "[postgresql" in item.name:
            item.add_marker(pytest.mark.long)


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

"""Houses that played by themselves, and their audits."""

from __future__ import annotations

from pathlib import Path

from pitboss.house.audit.tables import Audit
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.storage.database import migrate, open_database
from self_playing import SelfPlayingHouse


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


def played(path: Path, seed: int, steps: int) -> None:
    """Play on tables of all five games, and stop in mid-round."""
    engine = open_database(url_of(path))
    migrate(engine)
    engine.dispose()
    worker = SelfPlayingHouse(url_of(path), seed, lambda line: None)
    worker.start()
    for _ in range(steps):
        worker.step()
    worker.stop()


def audited(path: Path, *keys: str) -> Audit:
    engine = open_database(url_of(path))
    found = audit_house(engine, keys)
    engine.dispose()
    return found

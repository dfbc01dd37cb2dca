"""A house that is killed at any moment loses nothing that it promised, and does nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.house.soak import SoakError, Soaked, soak

pytest_plugins = ("postgres",)
KILLS = 15


def check(told: Soaked) -> None:
    assert (told.kills, told.audits) == (KILLS, KILLS)
    assert told.promised > 20 * KILLS
    assert told.commands > 10 * KILLS
    assert told.rounds > KILLS


def test_nothing_is_lost_on_sqlite(tmp_path: Path) -> None:
    check(soak(f"sqlite:///{tmp_path / 'house.db'}", KILLS, longest_s=0.6, pace=0.02))

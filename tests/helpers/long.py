"""Which values of a test ``make test`` tries. The tests of all others are long, and ``make test-all`` runs them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_of(values: Iterable[Any], tried: int = 1) -> list[Any]:
    """All values, of which ``make test`` tries the first."""
    return [pytest.param(one, marks=pytest.mark.long) if at >= tried else one for at, one in enumerate(values)]


def only(tried: str, values: Iterable[str]) -> list[Any]:
    """All values, of which ``make test`` tries those that are named, divided by spaces."""
    return [one if one in tried.split() else pytest.param(one, marks=pytest.mark.long) for one in values]

"""The built documentation, and a house that serves it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from served import Server, served
from site_built import built


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory)


@pytest.fixture(scope="session")
def house(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("house")
    with served(folder, "--pace", "0", "--no-limits", "--docs", str(site)) as server:
        yield server

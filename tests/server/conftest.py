"""One server for all tests of this folder that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from served import Server, served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("house"), "--pace", "0") as running:
        yield running

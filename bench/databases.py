"""New databases for benchmarks: SQLite always, PostgreSQL if the tests can start it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "helpers"))


@contextmanager
def databases() -> Iterator[dict[str, Callable[[], str]]]:
    """Makers of new, empty databases, by name."""
    with TemporaryDirectory() as folder:
        numbers = iter(range(10_000))
        made: dict[str, Callable[[], str]] = {"sqlite": lambda: f"sqlite:///{folder}/{next(numbers)}.db"}
        server = None
        try:
            from postgres import PostgresServer

            server = PostgresServer()
            made["postgresql"] = server.fresh
        except (ImportError, OSError, RuntimeError) as absent:
            print(f"absent: postgresql ({absent})", file=sys.stderr)
        try:
            yield made
        finally:
            if server is not None:
                server.stop()

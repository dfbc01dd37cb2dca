"""A real PostgreSQL for tests, from Debian's package. It listens on a Unix socket in a temporary directory.

PostgreSQL does not run as root, so tests that do start it as the user ``postgres``. It stops when the tests end, even
if they are killed: a shell waits for the end of a pipe that only the tests hold, and then stops the server.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from waiting import until

STOP_S = 90.0  # a slow disk takes its time to remove a cluster
RUN = """exec 3<&0
"$@" 3<&- </dev/null &
cat <&3 >/dev/null
kill -QUIT $!
wait $!
[ -e halted ] || rm -rf "$PWD"
"""


def binaries() -> Path | None:
    """The directory of ``initdb`` and ``postgres``, of the newest version that is installed."""

    def version(folder: Path) -> tuple[int, ...]:
        return tuple(int(part) for part in folder.parent.name.split(".") if part.isdecimal())

    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version, reverse=True)
    if config := shutil.which("pg_config"):
        found.append(Path(subprocess.run([config, "--bindir"], capture_output=True, text=True).stdout.strip()))
    if initdb := shutil.which("initdb"):
        found.append(Path(initdb).resolve().parent)
    return next((folder for folder in found if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


def missing() -> str:
    """Why PostgreSQL can't be started here. Empty if it can."""
    if binaries() is None:
        return "PostgreSQL is not installed: there is no initdb in /usr/lib/postgresql, by pg_config or on PATH"
    if os.geteuid() == 0:
        try:
            pwd.getpwnam("postgres")
        except KeyError:
            return "PostgreSQL is not installed: it does not run as root, and there is no user postgres"
    return ""


class PostgresServer:
    """A server with a new cluster. Everybody on this machine who can reach its socket may connect."""

    def __init__(self, *, fsync: bool = True) -> None:
        folder = binaries()
        assert folder is not None
        self.home = Path(tempfile.mkdtemp(prefix="pitboss-pg-", dir="/tmp"))  # a path of a socket must be short
        self._names = count(1)
        self._emptied = ""
        user: dict[str, Any] = {}
        if os.geteuid() == 0:
            shutil.chown(self.home, "postgres", "postgres")
            user = {"user": "postgres", "group": "postgres", "extra_groups": []}
        data, log = self.home / "data", self.home / "log"
        initdb = [folder / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        try:
            made = subprocess.run(initdb, cwd=self.home, capture_output=True, text=True, **user)
            assert made.returncode == 0, made.stdout + made.stderr
            settings = {"listen_addresses": "", "unix_socket_directories": self.home, "shared_buffers": "32MB"}
            settings |= {"fsync": "on" if fsync else "off", "max_connections": 60}
            options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
            self._command = ["sh", "-c", RUN, "sh", folder / "postgres", "-D", data, *options]
            self._user, self._log = user, log
            self.start()
        except BaseException:
            self.stop()
            raise

    def start(self) -> None:
        """Start the server, at first or after ``halt``."""
        (self.home / "halted").unlink(missing_ok=True)
        with self._log.open("ab") as file:
            self._shell = subprocess.Popen(
                self._command, cwd=self.home, stdin=subprocess.PIPE, stdout=file, stderr=file, **self._user
            )
        until(self._answers, seen=lambda: self._log.read_text(encoding="utf-8", errors="replace"))

    def halt(self) -> None:
        """Stop the server at once, as a crash does. Its databases stay."""
        (self.home / "halted").touch()
        assert self._shell.stdin is not None
        self._shell.stdin.close()
        self._shell.wait(STOP_S)

    def url(self, database: str = "postgres", *, user: str = "postgres", password: str = "") -> str:
        secret = f":{password}" if password else ""
        return f"postgresql://{user}{secret}@/{database}?host={self.home}"

    def fresh(self, options: str = "") -> str:
        """The address of a new, empty database."""
        name = f"test_{next(self._names)}"
        self.execute(f"CREATE DATABASE {name} {options}")
        return self.url(name)

    def emptied(self) -> str:
        """The address of a database that is emptied each time. This writes far less than a new database does."""
        if not self._emptied:
            self._emptied = self.fresh()
        name = self._emptied.partition("?")[0].rpartition("/")[2]
        self.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        self.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)
        return self._emptied

    def execute(self, statement: str, database: str = "postgres") -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def stop(self) -> None:
        shell = getattr(self, "_shell", None)
        if shell is not None:
            shell.stdin.close()
            shell.wait(STOP_S)
        shutil.rmtree(self.home, ignore_errors=True)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url()).close()
        except psycopg.OperationalError:
            return False
        return True


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """One server for all tests of a process. It does not sync, which takes a third of the time: ``test_sync.py`` has a
    server that does."""
    if why := missing():
        pytest.skip(why)
    server = PostgresServer(fsync=False)
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """The address of an empty database for one test."""
    return postgres_server.emptied()

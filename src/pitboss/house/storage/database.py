"""Opens the database, brings it to the newest version, and holds an SQLite file for one process.

Whatever is wrong with a database is a ``DatabaseError`` of one sentence. No message contains a password.
"""

from __future__ import annotations

import errno
import fcntl
import math
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, select, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from pitboss.basics import __version__
from pitboss.house.storage import migrations
from pitboss.house.storage.migrations import VERSION_TABLE
from pitboss.house.storage.schema import setting

if TYPE_CHECKING:  # a house on SQLite starts faster without it
    import psycopg

MIGRATIONS = Path(migrations.__file__).parent
FORMS = "an address is sqlite:///FILE or postgresql://USER@HOST/NAME"
BUSY_S = 5.0
"""Seconds to wait while another process writes to an SQLite file."""
OPEN_S = 1.0
"""Seconds to wait for an SQLite file that another process has locked, before it is opened or held."""
CONNECT_S = 10
"""Seconds to wait for an answer of PostgreSQL."""
LIVELY = {"tcp_user_timeout": "10000", "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3"}
"""Options of PostgreSQL's library, so that a network that was cut shows within seconds and not within hours."""
MIGRATE_S = 60
"""Seconds to wait while another process brings the same PostgreSQL database up to date."""
PROGRAM = "program"
"""The setting that holds the newest release of Pitboss that wrote to a database."""
MIGRATE_KEY = int.from_bytes(b"pitboss!")
"""The advisory lock of PostgreSQL that one migration holds at a time."""


class DatabaseError(ValueError):
    """A database that can't be used, and why. Nothing has changed."""


# --- opening


def open_database(url: str, *, must_exist: bool = False) -> Engine:
    """Open ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``, and connect once to check it.

    An SQLite file is made if it is not there, unless ``must_exist``. Its transactions begin with the lock for writing,
    so they run one after the other; see ``reading`` for those that only read.
    """
    address = _address(url)
    with explained(address):
        if address.get_backend_name() == "sqlite":
            _check_file(_file(address), must_exist)
            _make_file(_file(address))
            engine = _open_sqlite(address)
        else:
            engine = _open_postgres(address)
        try:
            with engine.connect():
                return engine
        except BaseException:
            engine.dispose()
            raise


def database_file(engine: Engine) -> Path | None:
    """The file of an SQLite database, which ``hold`` locks. None for PostgreSQL."""
    return _file(engine.url) if engine.dialect.name == "sqlite" else None


def file_at(url: str) -> Path | None:
    """The SQLite file of an address, which could be opened or made. None for PostgreSQL. This makes no file."""
    address = _address(url)
    if address.get_backend_name() != "sqlite":
        return None
    path = _file(address)
    _check_file(path, must_exist=False)
    return path


@contextmanager
def new_file(path: Path | None) -> Iterator[None]:
    """Remove an SQLite file that the block has made, if the block fails. The process must hold it."""
    is_new = path is not None and not path.exists()
    try:
        yield
    except BaseException:
        if path is not None and is_new:
            for suffix in ("-wal", "-shm", "-journal", ""):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
        raise


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads. It sees one state of the whole database and makes no writer wait."""
    with explained(engine.url), engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.execution_options(pitboss_reading=True)
        else:
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that may write. An error of the database is a ``DatabaseError``, and nothing is written then."""
    with explained(engine.url), engine.begin() as connection:
        yield connection


def upsert(connection: Connection) -> Any:
    """The insert of this kind of database that can say what to do about a row that exists."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert
    from sqlalchemy.dialects import postgresql

    return postgresql.insert


def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):  # the message may quote a part of a password
        raise DatabaseError(f"the address of the database can't be read; {FORMS}") from None
    if address.drivername not in ("sqlite", "postgresql", "postgresql+psycopg"):
        raise DatabaseError(f"a database of type {address.drivername} is not supported; {FORMS}")
    if address.drivername == "sqlite" and (
        address.host or address.query or not address.database or address.database == ":memory:"
    ):
        raise DatabaseError("an SQLite database needs a file and nothing else: sqlite:///FILE")
    return address


def _file(address: URL) -> Path:
    return Path(address.database or "").resolve()


def _check_file(path: Path, must_exist: bool) -> None:
    """Check the file and its directory, since SQLite's own messages do not tell them apart."""
    folder = path.parent
    if not folder.is_dir():
        raise DatabaseError(f"the database {path} can't be opened: there is no directory {folder}")
    if path.is_dir():
        raise DatabaseError(f"the database {path} can't be opened: it is a directory")
    if not path.exists() and must_exist:
        raise DatabaseError(f"the database {path} does not exist")
    if not os.access(folder, os.W_OK | os.X_OK, effective_ids=True):
        raise DatabaseError(f"the database {path} can't be opened: its directory is read-only")
    if path.exists() and not os.access(path, os.R_OK | os.W_OK, effective_ids=True):
        raise DatabaseError(f"the database {path} can't be opened: permission denied")


def _make_file(path: Path) -> None:
    """Make a file that is not there.

    A file that is there must not even be opened: closing it again would free the locks that other connections of this
    process have on it. Another process could then close the database as its last user and remove the log beside it.
    """
    try:  # readable by its owner alone, since it holds keys and hashes of passwords; its journals get the same mode
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        why = os.strerror(error.errno or errno.EIO).lower()
        raise DatabaseError(f"the database {path} can't be made: {why}") from None


def _open_postgres(address: URL) -> Engine:
    defaults = {"connect_timeout": str(CONNECT_S), "application_name": "pitboss", **LIVELY}
    full = address.set(drivername="postgresql+psycopg", query=defaults | dict(address.query))
    return create_engine(full, pool_pre_ping=True, hide_parameters=True)


def _open_sqlite(address: URL) -> Engine:
    file = address.set(database=str(_file(address)))
    engine = create_engine(file, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def configure(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # the driver begins no transaction by itself
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {round(OPEN_S * 1000)}")
        cursor.execute("SELECT count(*), count(*) FILTER (WHERE name = ?) FROM sqlite_master", [VERSION_TABLE])
        parts, ours = cursor.fetchone() or (0, 0)
        if ours or not parts:  # the file keeps this setting, so another program's file is left alone
            cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA busy_timeout = {round(BUSY_S * 1000)}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        only_reads = connection.get_execution_options().get("pitboss_reading", False)
        connection.exec_driver_sql("BEGIN" if only_reads else "BEGIN IMMEDIATE")

    return engine


# --- versions


def migrate(engine: Engine) -> None:
    """Bring an empty or older database to the newest version. Several processes may do so at once."""
    with writing(engine) as connection:
        migrate_within(connection)


def migrate_within(connection: Connection, version: str | None = None) -> None:
    """The same inside a transaction that the caller commits, to a version or the newest. A newer one is kept."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SET LOCAL lock_timeout = '{MIGRATE_S}s'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATE_KEY})
    found, known, target = version_of(connection), versions(), version or newest()
    if found is None or known.index(found) > known.index(target):
        from alembic import command  # a database that is up to date needs none of it
        from alembic.config import Config

        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        command.upgrade(config, target)


def version_of(connection: Connection) -> str | None:
    """The version of a database. None if it is empty. Rejects a newer one, and a database that is not ours."""
    tables = set(inspect(connection).get_table_names())
    found: str | None = (
        connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")) if VERSION_TABLE in tables else None
    )
    name = shown(connection.engine.url)
    if found is None:
        if tables := tables - {VERSION_TABLE}:
            raise DatabaseError(f"{name} is not a database of Pitboss: it has a table {min(tables)} and no version")
        return None
    if found not in versions():
        raise DatabaseError(f"{name} has version {found}, but this release of Pitboss ends with version {newest()}")
    program = _program(connection)
    if _order(program) > _order(__version__):  # it may hold acts that only newer releases know
        raise DatabaseError(
            f"{name} was used with Pitboss {program}, and this is {__version__}: install a newer release"
        )
    return found


def note_program(connection: Connection) -> None:
    """Note that this release of Pitboss writes to a database. An older one refuses it from then on."""
    if _program(connection) != __version__:
        put = upsert(connection)(setting).values(name=PROGRAM, value=__version__)
        connection.execute(put.on_conflict_do_update(index_elements=["name"], set_={"value": __version__}))


def _program(connection: Connection) -> str:
    """The newest release that wrote to a database. Empty if it did not say so."""
    return connection.scalar(select(setting.c.value).where(setting.c.name == PROGRAM)) or ""


_RELEASE = re.compile(
    r"(?P<numbers>\d{1,9}(?:\.\d{1,9})*)(?:(?P<stage>a|b|rc)(?P<try>\d{1,9}))?"
    r"(?:\.post(?P<post>\d{1,9}))?(?:\.dev(?P<dev>\d{1,9}))?"
)
_STAGES = ("dev", "a", "b", "rc", "")
"""What comes before a release, in order, then the release itself."""


def _order(release: str) -> tuple[Any, ...]:
    """The place of a release among others, as Python numbers them. What is no release comes first.

    >>> sorted(("0.2.1", "0.2.0.post1", "0.2.0", "0.2.0rc1", "0.2.0b2", "0.2.0.dev3", "0.1.9", ""), key=_order)
    ['', '0.1.9', '0.2.0.dev3', '0.2.0b2', '0.2.0rc1', '0.2.0', '0.2.0.post1', '0.2.1']
    """
    found = _RELEASE.match(release)
    if found is None:
        return ((),)
    post = -1 if found["post"] is None else int(found["post"])
    dev = math.inf if found["dev"] is None else int(found["dev"])
    stage = found["stage"] or ("dev" if found["dev"] is not None and post < 0 else "")
    return tuple(map(int, found["numbers"].split("."))), _STAGES.index(stage), int(found["try"] or 0), post, dev


def versions() -> list[str]:
    """All versions that this release knows, the newest first. The name of a script begins with its version."""
    return sorted((one.name.partition("_")[0] for one in (MIGRATIONS / "versions").glob("[0-9]*.py")), reverse=True)


def newest() -> str:
    return versions()[0]


# --- one process


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Hold an SQLite database for this process, by a lock on a file beside it. A second process gets an error.

    A database that another program has locked for writing is an error too. The system frees the lock when the process
    ends. The lock file is removed, unless the process is killed.
    """
    target = path.resolve()
    beside = target.with_name(f"{target.name}.lock")
    handle = _lock(beside, path)
    try:
        _check_unlocked(target)
        yield
    finally:
        with suppress(OSError):  # a lock file that stays does no harm
            beside.unlink()
        os.close(handle)


def _lock(beside: Path, path: Path) -> int:
    """Lock the file beside a database. Returns its handle."""
    while True:
        try:
            handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            why = os.strerror(error.errno or errno.EIO).lower()
            raise DatabaseError(f"the lock file {beside} can't be opened: {why}") from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(handle, beside):
                os.ftruncate(handle, 0)
                os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
                return handle
        except BlockingIOError:
            holder = os.read(handle, 32).decode("ascii", "replace").strip()
            os.close(handle)
            process = f"process {holder}" if holder.isdecimal() else "another process"
            raise DatabaseError(f"the database {path} is already in use by {process}") from None
        os.close(handle)  # its holder removed it before this process could lock it


def _is_at(handle: int, path: Path) -> bool:
    """Whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _check_unlocked(path: Path) -> None:
    """Raise an error if another program has locked an SQLite file. Other defects show when it is opened."""
    if not path.exists():
        return
    with closing(sqlite3.connect(path, timeout=OPEN_S, isolation_level=None)) as file:
        try:
            file.execute("BEGIN IMMEDIATE")
            file.execute("ROLLBACK")
        except sqlite3.Error as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise DatabaseError(_of_sqlite(error, f"the database {path}")) from None


# --- errors


def shown(address: URL) -> str:
    """The database for messages, without a password.

    >>> shown(make_url("postgresql://ann:secret@db.example:5433/house?password=secret"))
    'the database house at db.example:5433'
    >>> shown(make_url("sqlite:////srv/house.db"))
    'the database /srv/house.db'
    """
    if address.get_backend_name() == "sqlite":
        return f"the database {_file(address)}"
    return f"the database {address.database or address.username or ''} at {_server(address)}"


def _server(address: URL) -> str:
    host = address.host or address.query.get("host", "localhost")
    return f"{host}:{address.port}" if address.port else str(host)


@contextmanager
def explained(address: URL) -> Iterator[None]:
    """Turn errors of the driver into sentences. The original is not chained, since it may hold a password."""
    try:
        yield
    except Exception as error:
        found = error.orig if isinstance(error, DBAPIError) else error
        if (why := _why(found, address)) is None:
            raise
        raise DatabaseError(why) from None


def _why(error: BaseException | None, address: URL) -> str | None:
    """What an error of the driver means. None for any other error."""
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error, shown(address))
    if address.get_backend_name() == "sqlite":
        return None
    import psycopg

    return _of_postgres(error, address) if isinstance(error, psycopg.Error) else None


def _of_sqlite(error: sqlite3.Error, name: str) -> str:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"{name} is locked by another process"
        case sqlite3.SQLITE_NOTADB:
            return f"{name} is not an SQLite database"
        case sqlite3.SQLITE_CORRUPT:
            return f"{name} is damaged"
        case sqlite3.SQLITE_READONLY:
            return f"{name} is read-only"
        case sqlite3.SQLITE_FULL:
            return f"{name} can't grow: the disk is full"
        case _:
            return f"{name} can't be used: {error}"


def _of_postgres(error: psycopg.Error, address: URL) -> str:
    name, server = shown(address), _server(address)
    told = str(error)
    if error.sqlstate == "55P03":
        return f"{name} is locked: another process is changing its version"
    if error.sqlstate is None:  # it was not possible to connect; the library has no code for the reason
        if re.search(r'FATAL: +database ".*" does not exist', told):
            return f"{name} does not exist"
        if re.search(r'authentication failed|no password supplied|FATAL: +role ".*" does not exist', told):
            return f"PostgreSQL at {server} rejected the user or the password"
        if "Connection refused" in told or "No such file or directory" in told:
            return f"no PostgreSQL server answers at {server}"
        if "resolve host" in told:
            return f"the host {address.host} is not known"
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    why = lines[0] if lines else type(error).__name__
    for secret in (address.password, address.query.get("password")):
        why = why.replace(str(secret), "***") if secret else why
    return f"{name} can't be used: {why}"


LOST = {
    "fsync": "if the machine of PostgreSQL crashes, acts that were acknowledged may be lost, or the whole database",
    "full_page_writes": "if the machine of PostgreSQL crashes while it writes a page, the database may be damaged",
    "synchronous_commit": "if PostgreSQL crashes, people, sessions and staff acts of the last second may be lost",
}
"""Settings that must not be off, and what may happen otherwise."""


def unsafe_settings(connection: Connection) -> list[str]:
    """A sentence for each setting of the database that breaks the promise to lose nothing. Empty if all are sound."""
    if connection.dialect.name != "postgresql":
        return []
    values = {
        name: connection.execute(text("SELECT current_setting(:name)"), {"name": name}).scalar_one() for name in LOST
    }
    return [f"PostgreSQL runs with {name} = off: {LOST[name]}" for name, value in values.items() if value == "off"]


def check_writable(engine: Engine, now: int) -> None:
    """Raise a ``DatabaseError`` if a database takes no writes, or has another version by now."""
    with writing(engine) as connection:
        if version_of(connection) != newest():
            raise DatabaseError("the version of the database has changed")
        put = upsert(connection)(setting).values(name="reopened", value=str(now))
        connection.execute(put.on_conflict_do_update(index_elements=["name"], set_={"value": put.excluded.value}))

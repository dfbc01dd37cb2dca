"""``pitboss backup`` and ``pitboss restore``: save a whole house to one file, and bring it back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.arguments import DATABASE, Database, Force, Json, Unusable, check_output, usable
from pitboss.cli.output import print_json


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, such as house.gz.")],
    database: Database = DATABASE,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Save a whole house to one file. The house may run meanwhile.

    The file holds one state of the database, with a checksum. It does not hold the key that signs results: keep that
    separately. Only you can read the file.

    [bold]Examples[/]

      pitboss backup house.gz
      pitboss backup house.gz --database postgresql://user@host/house --force
    """
    with _explained():
        from pitboss.house.audit.heads import key_path
        from pitboss.house.storage.backup import backup as save
        from pitboss.house.storage.database import database_file, open_database

        check_output(file, replace=force)
        engine = open_database(database, must_exist=True)
        try:
            check_output(file, database_file(engine), replace=force)
            rows = save(engine, file, replace=force)
        finally:
            engine.dispose()
        key = key_path(database)
    named = f" {key}" if key.exists() else ""
    _show(f"Saved to {file}", file, rows, as_json, f"The signing key{named} is not in it: keep a copy elsewhere.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that 'pitboss backup' wrote.")],
    database: Database = DATABASE,
    as_json: Json = False,
) -> None:
    """Fill an empty database from a backup, whole or not at all.

    The backup may come from the other kind of database. Start the house afterwards with the key that it had.

    [bold]Examples[/]

      pitboss restore house.gz --database sqlite:///house.db
      pitboss restore house.gz --database postgresql://user@host/empty
    """
    with _explained():
        from pitboss.house.audit.heads import key_path
        from pitboss.house.storage.backup import restore as load
        from pitboss.house.storage.database import file_at, hold, new_file, open_database

        with file.open("rb"):  # a wrong name is found before a new database is made
            pass
        path = file_at(database)
        with nullcontext() if path is None else hold(path), new_file(path):
            engine = open_database(database)
            try:
                rows = load(file, engine)
            finally:
                engine.dispose()
        key = key_path(database)
    _show(f"Restored from {file}", file, rows, as_json, f"To open it, copy the key of the house to {key}.")


@contextmanager
def _explained() -> Iterator[None]:
    """Report a database or a file that can't be used as an error of the user's input."""
    with usable():
        from pitboss.house.storage.database import DatabaseError
    try:
        yield
    except DatabaseError as error:
        raise Unusable(str(error)) from None


def _show(done: str, file: Path, rows: dict[str, int], as_json: bool, about_key: str) -> None:
    if as_json:
        print_json({"file": str(file), "rows": rows})
    else:
        print(f"{done}: {sum(rows.values()):,} rows of {len(rows)} tables.")
        print(about_key)

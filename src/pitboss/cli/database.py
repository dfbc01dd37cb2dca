"""``pitboss audit``, ``backup`` and ``restore``: prove a whole house from its database, save it, and bring it back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from pitboss.cli.arguments import DATABASE, Database, Force, Json, Unusable, check_output, option, usable
from pitboss.cli.output import complain, console, print_json, progress
from pitboss.terminal.seat.drawing import plain_grid

if TYPE_CHECKING:
    from pitboss.house.audit.signing import SignedHead
    from pitboss.house.audit.tables import Audit

LONG = 2000
"""A progress bar appears for at least this many acts."""
MOST_SHOWN = 20
"""The most breaks that are printed."""


def audit(
    database: Database = DATABASE,
    key: list[str] | None = option(
        None,
        "KEY",
        "A public key of the house, as GET /api/key gives it. Can be given several times. Default: signatures"
        " are checked with the keys beside them in the database, which proves less.",
    ),
    kept: list[Path] | None = option(
        None,
        "FILE",
        "A signed head that was kept and must be in the house: a round that a player downloaded, or the JSON"
        " of an earlier audit; may be given several times.",
    ),
    as_json: Json = False,
) -> None:
    """Prove a whole house from its database: rounds, chains, money, meters, people, staff acts and signatures.

    Every table is played again from its first act. The audit only reads, so the house may run meanwhile. The exit
    status is 1 if anything does not hold.

    [bold]Examples[/]

      pitboss audit
      pitboss audit --database sqlite:///house.db --json
      pitboss audit --kept last-audit.json
      pitboss audit --database postgresql://user@host/house
    """
    with usable():
        from pitboss.house.audit.signing import SigningError, public_key
        from pitboss.house.audit.whole_house import acts_stored, audit_house
        from pitboss.house.storage.database import DatabaseError, open_database, reading, unsafe_settings, version_of
    try:
        for one in key or ():  # a text that is no key is rejected before the long work
            public_key(one)
        heads = [_kept(file) for file in kept or ()]
        with ExitStack() as until_done:
            engine = open_database(database, must_exist=True)
            until_done.callback(engine.dispose)
            with reading(engine) as connection:
                if version_of(connection) is None:
                    raise Unusable("this database is empty: it has no house")
            with progress("auditing", acts_stored(engine), long=LONG) as bar:
                found = audit_house(engine, key or (), bar.tick, heads)
            with reading(engine) as connection:
                found.on_trust.extend(unsafe_settings(connection))
    except (DatabaseError, SigningError) as error:
        raise Unusable(str(error)) from None
    if as_json:
        print_json({"clean": found.clean, **msgspec.to_builtins(found)})
    else:
        show(found)
    if not found.clean:
        raise typer.Exit(1)


def _kept(file: Path) -> SignedHead:
    from pitboss.house.audit.signing import SigningError, kept_head

    try:
        return kept_head(file.read_bytes())
    except SigningError as error:
        raise Unusable(f"the file {file} can't be used: {error}") from None


def show(found: Audit) -> None:
    """Print what was proved, then what was not."""
    counts, out = found.counts, console()
    grid = plain_grid("proved", "number", right=("number",))
    for what, number in (
        ("tables, played again from their first act", counts.tables),
        ("acts in unbroken chains", counts.acts),
        ("rounds dealt again, twice", counts.rounds),
        ("rounds in progress", counts.in_progress),
        ("lines of logs, byte for byte", counts.lines),
        ("commitments to cards", counts.commitments),
        ("entries of the ledger", counts.entries),
        ("postings, computed anew", counts.postings),
        ("balances, and the trial balance is 0", counts.accounts),
        ("moves of meters", counts.moves),
        ("meters", counts.meters),
        ("people with the roles of the staff journal", counts.people),
        ("staff acts", counts.staff_acts),
        ("signed heads", counts.signed_heads),
    ):
        grid.add_row(what, f"{number:,}")
    if found.clean:
        out.print("[bold green]Proved.[/] Everything in this house holds.")
    out.print(grid)
    for trusted in found.on_trust:
        out.print(f"[yellow]taken on trust:[/] {trusted}")
    for one in found.findings[:MOST_SHOWN]:
        complain(f"{one.what}: {one.sentence}")
    more = len(found.findings) - MOST_SHOWN
    if more > 0:
        complain(f"{more:,} further breaks are not shown; --json lists them all")


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

"""The audit: it proves a whole house from its database. It only reads, so it works while the house runs.

Every table is played again from its first act. Its log, its money and its meters are computed anew and compared with
what is stored. All is read in one transaction, so it is one state of the house.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, func, select

from pitboss.basics.money import UNITS
from pitboss.house.audit.findings import BALANCE, CHAIN, LEFT_BEHIND, STAFF, Audit, Counts
from pitboss.house.audit.money import (
    AT_ONCE,
    check_balances,
    check_entries,
    check_issues,
    check_meters,
    check_starts,
    money_of_acts,
)
from pitboss.house.audit.people import check_people
from pitboss.house.audit.signatures import check_signatures
from pitboss.house.audit.signing import SignedHead
from pitboss.house.audit.tables import TableAudit
from pitboss.house.audit.values import check_values, stopped_by_values
from pitboss.house.money import books
from pitboss.house.people import staff
from pitboss.house.storage.database import reading
from pitboss.house.storage.schema import act, game_table, signed_head, staff_act
from pitboss.house.storage.store import ActRow


def acts_stored(engine: Engine) -> int:
    """The number of acts that an audit has to play again."""
    with reading(engine) as connection:
        return connection.execute(select(func.count()).select_from(act)).scalar_one()


def audit_house(
    engine: Engine,
    public_keys: Sequence[str] = (),
    tick: Callable[[], None] = lambda: None,
    kept: Sequence[SignedHead] = (),
) -> Audit:
    """Prove everything in a database. ``tick`` is called for every act.

    ``public_keys`` are the keys that the house has published. Without one, signatures are checked with the keys beside
    them. ``kept`` are signed heads that were kept elsewhere, and must still be there.
    """
    with reading(engine) as connection:
        return _audited(connection, public_keys, tick, kept)


def _audited(
    connection: Connection, public_keys: Sequence[str], tick: Callable[[], None], kept: Sequence[SignedHead]
) -> Audit:
    audit = Audit([], Counts(), [])
    tables: dict[str, TableAudit] = {}
    held: dict[str, int] | None = None
    won: dict[str, int] = {}
    signed: dict[str, dict[int, str]] = {}
    check_values(connection, audit)
    with stopped_by_values(audit, "the list of signed heads"):
        signed = _signed(connection)
    rows: Sequence[Any] = ()
    with stopped_by_values(audit, "the list of tables"):
        rows = connection.execute(select(game_table).order_by(game_table.c.id)).all()
    for row in rows:
        audit.counts.tables += 1
        table = tables[row.id] = TableAudit(audit, row, tick)
        with stopped_by_values(audit, f"table {row.id}", str(row.id)):
            table.check(_acts(connection, row.id), money_of_acts(connection, row.id), set(signed.get(row.id, ())))
            _check_signed(audit, table, signed.get(row.id, {}))
    with stopped_by_values(audit, "the balances"):
        held = check_balances(connection, audit)
    practice = {table.id for table in tables.values() if table.practice}
    with stopped_by_values(audit, "the entries of the ledger"):
        check_entries(connection, audit, practice)
    with stopped_by_values(audit, "the money that was issued"):
        check_issues(connection, audit, practice)
    with stopped_by_values(audit, "the meters"):
        won = check_meters(connection, audit, tables)
    for table in tables.values():
        if not table.broken and held is not None:
            _check_table_accounts(audit, table, held, won.get(table.id, 0))
    with stopped_by_values(audit, "the staff journal"):
        _check_staff(connection, audit)
    with stopped_by_values(audit, "the settings of tables"):
        _check_settings(connection, audit, tables)
    with stopped_by_values(audit, "the people"):
        check_people(connection, audit)
    with stopped_by_values(audit, "the starting money"):
        check_starts(connection, audit)
    with stopped_by_values(audit, "the signatures"):
        check_signatures(connection, audit, public_keys, tables, kept)
    return audit


def _acts(connection: Connection, table: str) -> Iterator[ActRow]:
    rows = select(act).where(act.c.table_id == table).order_by(act.c.seq)
    for row in connection.execute(rows, execution_options={"yield_per": AT_ONCE}):
        yield ActRow(*row)


def _check_table_accounts(audit: Audit, table: TableAudit, held: Mapping[str, int], won: int) -> None:
    """The accounts of the layout hold what lies on it, and whoever left has left nothing behind."""
    due = {
        books.layout(table.id): table.on_layout.money.total() * UNITS,
        books.coupons_on(table.id): table.on_layout.coupons.total() * UNITS,
        books.jackpot(table.id): won - table.facts.paid if table.playing else 0,
    }
    for name, units in due.items():
        if held.get(name, 0) != units:
            wrong = f"{name} holds {held.get(name, 0)} units, but the acts of the table leave {units}"
            audit.add(BALANCE, wrong, table.id, table.playing)
    assert table.replay is not None
    here = {player for _, player in table.replay.table.seats}
    for name, units in held.items():
        for start in (books.chips(table.id, ""), books.coupons_at(table.id, "")):
            if units and name.startswith(start) and name.removeprefix(start) not in here:
                audit.add(LEFT_BEHIND, f"{name} holds {units} units, but that person has left the table", table.id)


# --- staff and signatures


def _check_staff(connection: Connection, audit: Audit) -> None:
    audit.counts.staff_acts = connection.execute(select(func.count()).select_from(staff_act)).scalar_one()
    for wrong in staff.check(connection):
        audit.add(STAFF, wrong)


def _check_settings(connection: Connection, audit: Audit, tables: Mapping[str, TableAudit]) -> None:
    """Above which amount a person must validate is what staff said last. What else a row says is taken on trust."""
    for id, above in {one["table"]: one["validate_above"] for one in staff.acts(connection, "staffing")}.items():
        if id in tables and (tables[id].settings.get("staffing") or {}).get("validate_above") != above:
            wrong = f"table {id}: its settings have another amount to validate than the staff journal"
            audit.add(STAFF, wrong, id)
    if tables:
        audit.on_trust.append(
            "the names of tables, who opened them, their pace and dealer, and the times of transfers: no chain covers"
            " them"
        )


def _signed(connection: Connection) -> dict[str, dict[int, str]]:
    """The signed heads of each chain, by act."""
    found: dict[str, dict[int, str]] = {}
    for row in connection.execute(select(signed_head.c.chain, signed_head.c.seq, signed_head.c.head)):
        found.setdefault(row.chain, {})[row.seq] = row.head
    return found


def _check_signed(audit: Audit, table: TableAudit, signed: Mapping[int, str]) -> None:
    """The heads that the house signed are those of the table."""
    for seq, head in sorted(signed.items()):
        if table.heads.get(seq, head) != head:
            wrong = f"table {table.id}: the head of act {seq} is not the one that the house signed"
            audit.add(CHAIN, wrong, table.id, act=seq)
        elif seq not in table.heads and not table.broken:
            audit.add(CHAIN, f"table {table.id}: act {seq} was signed by the house and is missing", table.id, act=seq)

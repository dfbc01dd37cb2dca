"""The floor: the live tables of a process. It opens tables, and recovers them from the database."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, func, select

from pitboss.basics.errors import Defect, RulesError
from pitboss.engine.meters.meter import Meter, MeterTerms
from pitboss.engine.rules import Given, to_builtins
from pitboss.engine.table import Table
from pitboss.house.storage import schema
from pitboss.house.storage.committer import Committer, NewTable
from pitboss.house.storage.database import reading
from pitboss.house.storage.store import ActRow, MeterRow, Store, TableRow
from pitboss.house.tables import acts
from pitboss.house.tables.live import LiveTable, TableContext
from pitboss.house.tables.replay import PlayedAct, Replay, live_table, meter_ids
from pitboss.house.tables.settings import TableSettings


class Floor:
    """The tables that this process runs."""

    def __init__(self, engine: Engine, committer: Committer, clock: Callable[[], int]) -> None:
        self.engine, self.committer, self.clock = engine, committer, clock
        self.tables: dict[str, LiveTable] = {}

    # --- open

    def open_table(
        self,
        game: str,
        rules: Given = None,
        *,
        name: str = "",
        by: str = "",
        link: str = "",
        settings: TableSettings | None = None,
        id: str = "",
    ) -> LiveTable:
        """Open a table. Defective rules raise ``RulesError``, and nothing changes. Default id: a random one."""
        settings, id = settings or TableSettings(), id or new_id()
        table = live_table(id, game, rules, settings.seed)
        linked = [one for one in table.terms.values() if one.linked]
        link = (link or "main") if linked and not settings.practice else ""
        meters = self._meters(table, link or id)
        live = LiveTable(id, table, self._context(), link=link or id, settings=settings)
        row = TableRow(
            id=id,
            name=name or f"{table.game.title} {id[:4]}",
            game=table.game.name,
            rules=msgspec.json.encode(to_builtins(table.rules)).decode(),
            settings=msgspec.json.encode(settings).decode(),
            link=link,
            opened_by=by,
            opened_at=self.clock(),
        )
        live.open(NewTable(row, meters))
        self.tables[id] = live
        return live

    def _context(self) -> TableContext:
        """What is around a new table."""
        return TableContext(self.committer, self.clock, self.acts_between)

    def _meters(self, table: Table, link: str) -> list[MeterRow]:
        """The meters of a new table. A linked meter must have the terms of the link."""
        made = []
        for name, id in sorted(meter_ids(table, link).items()):
            terms = table.terms[name]
            with reading(self.engine) as connection:
                stored = connection.execute(select(schema.meter.c.terms).where(schema.meter.c.id == id)).scalar()
            if stored is not None and stored != plain_terms(terms):
                wrong = f"the {name} of this table differs from that of the link {id.partition('/')[0]!r}"
                raise RulesError(table.game.name, [Defect("link", wrong, terms.alike)])
            memory = Meter(terms).memory
            made.append(MeterRow(id, memory.units, msgspec.json.encode(memory), plain_terms(terms)))
        return made

    def acts_between(self, table: str, after: int, before: int) -> list[PlayedAct]:
        """Acts of the past, with their records, for a client who was away for long."""
        act, row = schema.act.c, self._row(table)
        with reading(self.engine) as connection:
            number = select(act.round).where(act.table_id == table, act.seq == after + 1).scalar_subquery()
            start = connection.execute(
                select(func.min(act.seq)).where(act.table_id == table, act.round == number)
            ).scalar()
        replay, stored = self._stored(row, start or 1)
        return [one for one in map(replay.apply, stored) if after < one.seq < before]

    # --- recover

    def close_table(self, live: LiveTable) -> None:
        """Close a table between rounds, and forget it."""
        live.close()
        del self.tables[live.id]

        def stored(store: Store) -> None:
            self._mark_closed(live.id)
            self.committer.on_failure.remove(live.hear_failure)

        self.committer.call(stored)

    def drop(self, live: LiveTable) -> None:
        """Forget a table that has stopped. ``recover_table`` brings it back."""
        self.committer.on_failure.remove(live.hear_failure)
        del self.tables[live.id]

    def _mark_closed(self, table: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(
                schema.game_table.update().where(schema.game_table.c.id == table).values(closed_at=self.clock())
            )

    def recover(self) -> list[LiveTable]:
        """Bring back every open table, as its last stored act left it."""
        with reading(self.engine) as connection:
            open_tables = connection.execute(
                select(schema.game_table)
                .where(schema.game_table.c.closed_at.is_(None))
                .order_by(schema.game_table.c.id)
            ).all()
        return [live for row in open_tables if (live := self.recover_table(row)) is not None]

    def recover_table(self, row: Any) -> LiveTable | None:
        settings = msgspec.json.decode(row.settings, type=TableSettings)
        replay, stored = self._stored(row, row.snapshot)
        played = [replay.apply(act) for act in stored]
        if replay.closed:  # the process stopped before it could mark the table
            self.committer.call(lambda store: self._mark_closed(row.id))
            return None
        with reading(self.engine) as connection:
            own = [f"{kind}:{row.id}" for kind in ("layout", "inventory")]
            account = schema.account.c
            act, number = schema.act.c, replay.table.state.round
            keys = connection.execute(
                select(act.key, act.seq).where(
                    act.table_id == row.id, act.seq < row.snapshot, act.round >= number - 1, act.key.is_not(None)
                )
            ).all()
            balances = connection.execute(
                select(account.name, account.units).where(
                    account.name.in_(own)
                    | account.name.startswith(f"chips:{row.id}:", autoescape=True)
                    | account.name.startswith(f"coupon:at:{row.id}:", autoescape=True)
                )
            ).all()
        live = LiveTable.recovered(
            replay,
            self._context(),
            played=played,
            keys={one.key: one.seq for one in keys},
            link=row.link or row.id,
            settings=settings,
            balances={row.name: row.units for row in balances},
        )
        self.tables[live.id] = live
        return live

    def _row(self, table: str) -> Any:
        with reading(self.engine) as connection:
            return connection.execute(select(schema.game_table).where(schema.game_table.c.id == table)).one()

    def _stored(self, row: Any, start: int) -> tuple[Replay, list[ActRow]]:
        """The stored acts of a table from the one with this number on, and a replay that begins with it."""
        head, stored = stored_acts(self.engine, row.id, start)
        settings = msgspec.json.decode(row.settings, type=TableSettings)
        if start >= row.snapshot:
            rules = msgspec.json.decode(row.rules)
        else:
            with reading(self.engine) as connection:
                rules = rules_at(connection, row.id, start)
        return Replay(row.id, live_table(row.id, row.game, rules, settings.seed), head), stored


def new_id() -> str:
    """An id for a table."""
    return secrets.token_hex(6)


def stored_acts(engine: Engine, table: str, start: int = 0) -> tuple[str, list[ActRow]]:
    """The head before an act, and that act with all acts after it."""
    act = schema.act.c
    with reading(engine) as connection:
        before = connection.execute(select(act.head).where(act.table_id == table, act.seq == start - 1)).scalar()
        rows = connection.execute(
            select(schema.act).where(act.table_id == table, act.seq >= start).order_by(act.seq)
        ).all()
    return before or acts.FIRST, [ActRow(*row) for row in rows]


def rules_at(connection: Connection, table: str, seq: int) -> dict[str, Any]:
    """The rules of a table when an act of the past happened: those of the log that was open then."""
    act, tag = schema.act.c, b'{"type":"ruleschanged"'
    opened = (act.seq == 1) | (func.substr(act.body, 1, len(tag)) == tag)
    last = select(act.body).where(act.table_id == table, act.seq <= seq, opened).order_by(act.seq.desc()).limit(1)
    line = msgspec.json.decode(connection.execute(last).scalar_one())["first_line"]
    rules: dict[str, Any] = msgspec.json.decode(line)["rules"]
    return rules


def plain_terms(terms: MeterTerms) -> str:
    """What linked tables must have in common, as text."""
    return f"stake {terms.stake}, seed {terms.seed}, rate {terms.rate}, table {terms.table}"

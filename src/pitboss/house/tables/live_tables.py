"""The live tables of a process: how they open and close, and how they are recovered from the database."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Engine, select

from pitboss.basics.errors import Defect, RulesError
from pitboss.engine.meters.meter import Meter, MeterTerms
from pitboss.engine.rules import Given, to_builtins
from pitboss.engine.table import Table
from pitboss.house.settings import TableSettings
from pitboss.house.storage import schema
from pitboss.house.storage.committer import Committer, NewTable
from pitboss.house.storage.database import reading
from pitboss.house.storage.store import MeterRow, TableRow
from pitboss.house.tables.history import live_table, meter_ids, replay_from, stored_acts
from pitboss.house.tables.live import LiveTable, TableContext


class LiveTables:
    """Opens, closes and recovers the tables that this process runs."""

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
        live = LiveTable(id, table, TableContext(self.committer, self.clock), link=link or id, settings=settings)
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

    # --- recover

    def close_table(self, live: LiveTable) -> None:
        """Close a table between rounds, and forget it."""
        live.close()
        del self.tables[live.id]
        self.committer.call(lambda store: self.committer.on_failure.remove(live.hear_failure))

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
        with reading(self.engine) as connection:
            replay = replay_from(connection, row, row.snapshot)
            stored = stored_acts(connection, row.id, row.snapshot)
        played = [replay.apply(act) for act in stored]
        if replay.closed:  # a process of an older version stopped before it could mark the table
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
            TableContext(self.committer, self.clock),
            played=played,
            keys={one.key: one.seq for one in keys},
            link=row.link or row.id,
            settings=msgspec.json.decode(row.settings, type=TableSettings),
            balances={row.name: row.units for row in balances},
        )
        self.tables[live.id] = live
        return live


def new_id() -> str:
    """An id for a table."""
    return secrets.token_hex(6)


def plain_terms(terms: MeterTerms) -> str:
    """What linked tables must have in common, as text."""
    return f"stake {terms.stake}, seed {terms.seed}, rate {terms.rate}, table {terms.table}"

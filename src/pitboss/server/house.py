"""One process of the house: its database, its tables with their conductors, and what runs in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from time import time
from typing import Any, Protocol, TypeVar

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pitboss import games
from pitboss.house import books, schema, staff
from pitboss.house.books import Posting
from pitboss.house.committer import Committer, CommitterStopped, Job, Outcome
from pitboss.house.conductor import Conductor
from pitboss.house.database import reading, writing
from pitboss.house.floor import Floor, new_id
from pitboss.house.ledger import Entry
from pitboss.house.live import LiveTable
from pitboss.house.pace import Staffing
from pitboss.house.sessions import person_of
from pitboss.house.signing import last_head, signed, store_head
from pitboss.house.store import Store, open_store
from pitboss.house.timers import Timers
from pitboss.money import UNITS
from pitboss.pit import rules as checked_rules
from pitboss.protocol import messages as msg
from pitboss.server import logs
from pitboss.server.cluster import LOOK_S, Cluster
from pitboss.server.conducted import ConductedTable
from pitboss.server.metrics import Metrics
from pitboss.server.settings import HouseSettings, TableSettings
from pitboss.table.rules import Given

T = TypeVar("T")

SIGN_S = 0.25
"""How often the heads of rounds that ended are signed, in seconds."""
STAFF_S = 2.0
"""How often the head of the staff journal is signed, in seconds."""
METERS_S = 0.5
"""How often meters are shown, in seconds."""
SESSIONS_S = 10.0
"""How often the sessions of open connections are checked, in seconds."""
GRACE_MS = 2000
"""The least time that people get to connect again after a restart, at whatever pace."""
PATIENCE_S = 15.0
"""How long a request waits for the database, in seconds."""


class Client(Protocol):
    """An open connection of a person."""

    token: str
    person: str
    name: str
    roles: tuple[str, ...]

    def sign_out(self) -> None: ...
    def note_roles(self) -> None: ...
    def note_moved(self, table: str) -> None: ...


class House:
    """A house that is open. Its methods run in the event loop's thread."""

    def __init__(self, engine: Engine, settings: HouseSettings, key: Ed25519PrivateKey, address: str = "") -> None:
        self.engine, self.settings, self.key = engine, settings, key
        self.metrics = Metrics()
        self.loop = asyncio.get_running_loop()
        self.committer = Committer(open_store(engine), self._post)
        self.committer.on_fault = self._fault_at
        self.committer.on_failure.append(self._stopped)
        self.floor = Floor(engine, self.committer, self.now)
        self.cluster = Cluster(self.committer, address, self._post, self._took)
        self.tables: dict[str, ConductedTable] = {}
        self.damaged: dict[str, str] = {}
        """Tables that can't be recovered, and why."""
        self.clients: set[Client] = set()
        self.failed = ""
        """Why the house has stopped. Empty while it is open."""
        self.meters: dict[str, dict[str, int]] = {}
        """What the meters of each link and table show, in cents."""
        self._unsigned: dict[str, tuple[LiveTable, int, str]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._notes: set[asyncio.Task[str]] = set()
        """Staff acts that are on their way to the journal."""

    @staticmethod
    def now() -> int:
        """Milliseconds since 1970."""
        return round(time() * 1000)

    # --- open and close

    async def open(self) -> None:
        """Bring back every table, and begin to conduct them."""
        if self.shared:
            await self.cluster.look()
        else:
            self._took(None)
        if self.settings.seed_tables and await self.write(self._is_new):
            for game in games.games():
                await self.open_table(game, name=games.game(game).title)
        background = (
            (self.sign_heads, SIGN_S),
            (self.sign_staff, STAFF_S),
            (self._show_meters, METERS_S),
            (self.check_sessions, SESSIONS_S),
        )
        self._tasks = [asyncio.create_task(self._every(seconds, work)) for work, seconds in background]
        if self.shared:
            self._tasks.append(asyncio.create_task(self._every(LOOK_S, self.cluster.look)))
        logs.info("the house is open", tables=len(self.tables), damaged=len(self.damaged))

    @staticmethod
    def _is_new(connection: Connection) -> bool:
        """Whether this is the first start on a database. Of several processes, one gets the answer yes."""
        insert: Any = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert
        first = insert(schema.setting).values(name="opened", value="1").on_conflict_do_nothing()
        return connection.execute(first.returning(schema.setting.c.name)).first() is not None

    def _took(self, ids: Sequence[str] | None) -> None:
        """Bring back tables that this process runs now. None stands for all."""
        c = schema.game_table.c
        chosen = select(schema.game_table).where(c.closed_at.is_(None)).order_by(c.id)
        with reading(self.engine) as connection:
            rows = connection.execute(chosen if ids is None else chosen.where(c.id.in_(ids))).all()
        for row in rows:
            if row.id not in self.tables:
                self._recover(row)
                for client in self.clients:
                    client.note_moved(row.id)

    @property
    def shared(self) -> bool:
        """Whether other processes may run tables of the same database."""
        return self.engine.dialect.name == "postgresql"

    @property
    def process(self) -> str:
        """The name of this process among others."""
        return self.cluster.ownership.process

    async def address_of(self, table: str) -> str:
        """Where the process is that runs a table. Empty if no other process does."""
        if not self.shared or table in self.tables:
            return ""
        return await asyncio.to_thread(self.cluster.address_of, self.engine, table)

    def _recover(self, row: Any) -> None:
        """Bring back one table. A table that can't be recovered is left alone, and the others are brought back."""
        try:
            live = self.floor.recover_table(row)
        except Exception as error:
            logs.error("table not recovered", error, table=row.id)
            self.damaged[row.id] = "its stored acts can't be played again; an audit says why"
            return
        if live is None:  # it was closed
            return
        table_settings = msgspec.json.decode(row.settings, type=TableSettings)
        pace = table_settings.pace or self.settings.pace
        timers = Timers(missed=dict(live.orders.missed), counted=live.orders.counted)
        conductor = Conductor.resumed(self.now(), pace, table_settings.staffing, timers)
        conductor.timers.grace = max(conductor.timers.grace, self.now() + GRACE_MS)
        self._conduct(live, conductor, row.name, row.opened_by)

    def _conduct(self, live: LiveTable, conductor: Conductor, name: str, opened_by: str) -> ConductedTable:
        table = ConductedTable(live, conductor, self, name=name, opened_by=opened_by)
        self.tables[live.id] = table
        table.look_soon()
        return table

    def park(self) -> None:
        """Take no more commands, and conduct no more. Rounds wait in the database."""
        for table in self.tables.values():
            table.park()

    async def close(self) -> None:
        """Park the rounds, store what waits, and close the database."""
        self.park()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if not self.committer.failure:
            await asyncio.gather(*self._notes, return_exceptions=True)
            await self.sign_heads()
            await self.sign_staff()
        await asyncio.to_thread(self.committer.close)
        await asyncio.sleep(0)  # the last answers of the committer
        logs.info("the house is closed", tables=len(self.tables))

    async def _every(self, seconds: float, work: Callable[[], Any]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception as error:
                logs.error("work in the background failed", error, work=work.__name__)

    # --- the database

    def _post(self, call: Callable[[], None]) -> None:
        self.loop.call_soon_threadsafe(call)

    def _stopped(self, error: BaseException) -> None:
        if not self.failed:
            self.failed = "the database did not accept a write"
            logs.error("the house has stopped", error)
        if self.shared:  # other processes run the tables now
            self.loop.call_soon(self.tables.clear)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read from the database in another thread."""

        def in_thread() -> T:
            with reading(self.engine) as connection:
                return work(connection)

        return await asyncio.to_thread(in_thread)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do something in a transaction of its own."""

        def in_transaction() -> T:
            with writing(self.engine) as connection:
                return work(connection)

        return await self.in_turn(in_transaction)

    async def in_turn(self, work: Callable[[], T]) -> T:
        """Do something that writes. With SQLite this happens between two transactions of the committer.

        SQLite has one writer at a time, and a busy committer would hardly ever let another one in.
        """
        if self.failed:
            raise CommitterStopped("the house has stopped: its database did not accept a write")
        if self.engine.dialect.name != "sqlite":
            return await asyncio.to_thread(work)
        done: Future[T] = Future()

        def between(store: Store) -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                done.set_result(work())
            except BaseException as error:
                done.set_exception(error)

        self.committer.call(between)
        return await asyncio.wait_for(asyncio.wrap_future(done), PATIENCE_S)

    async def submit(self, job: Job) -> Outcome:
        """Let the committer write a job, and wait until it is on the disk."""
        done: asyncio.Future[Outcome] = self.loop.create_future()
        job.done = lambda outcome: None if done.done() else done.set_result(outcome)
        self.committer.submit(job)
        return await asyncio.wait_for(done, PATIENCE_S)

    # --- money

    async def issue(self, person: str, cents: int, coupons: int = 0, *, id: str, memo: str = "") -> bool:
        """Issue play money and coupons to a person. Returns False if an issue of this id was made before."""
        accounts = (
            (id, books.ISSUED, books.wallet(person), cents),
            (f"{id}/c", books.COUPONS_ISSUED, books.coupons(person), coupons),
        )
        entries = [
            Entry(
                name,
                "issue",
                self.now(),
                (Posting(out_of, -face * UNITS), Posting(into, face * UNITS)),
                person=person,
                memo=memo,
            )
            for name, out_of, into, face in accounts
            if face
        ]
        if not entries:
            return True
        return (await self.submit(Job(entries=entries, guarded=True))).done

    async def start_money(self, person: str) -> None:
        """Give a new person their play money. A person gets it once."""
        await self.issue(person, self.settings.starting_cents, id=f"{person}/start", memo="to begin with")

    # --- tables

    async def open_table(
        self,
        game: str,
        rules: Given = None,
        *,
        name: str = "",
        by: str = "",
        link: str = "",
        settings: TableSettings | None = None,
    ) -> ConductedTable:
        """Open a table. Defective rules raise ``RulesError``, and nothing changes."""
        given = settings or TableSettings(staffing=Staffing(validate_above=self.settings.validate_above))
        checked_rules(game, rules)  # a lock for a table that is not opened would stay
        id = new_id()
        await self.cluster.reserve(id)
        live = await self.in_turn(
            lambda: self.floor.open_table(game, rules, name=name, by=by, link=link, settings=given, id=id)
        )
        await self.cluster.claim(id)
        conductor = Conductor(given.pace or self.settings.pace, given.staffing)
        shown = name or f"{live.table.game.title} {live.id[:4]}"
        logs.info("table opened", table=live.id, game=game)
        return self._conduct(live, conductor, shown, by)

    async def assign(self, table: ConductedTable, staffing: Staffing) -> None:
        """Change the staff of a table, and store it."""
        c = schema.game_table.c

        def store(connection: Connection) -> None:
            stored = connection.execute(select(c.settings).where(c.id == table.id)).scalar_one()
            changed = msgspec.structs.replace(msgspec.json.decode(stored, type=TableSettings), staffing=staffing)
            text = msgspec.json.encode(changed).decode()
            connection.execute(update(schema.game_table).where(c.id == table.id).values(settings=text))

        await self.write(store)
        table.assign(staffing)
        for client in self.clients:
            client.note_roles()

    def close_table(self, table: ConductedTable) -> None:
        """Close a table between rounds."""
        self.floor.close_table(table.live)
        del self.tables[table.id]
        self.cluster.release(table.id)
        logs.info("table closed", table=table.id)

    def _fault_at(self, job: Job, error: Exception) -> None:
        """A table failed when it was told that an act of it is stored. One that has stopped expects nothing."""
        if (found := self.tables.get(job.table)) is not None and not found.live.stopped:
            found.fault(error)

    def table_faulted(self, table: ConductedTable) -> None:
        """A table has stopped by an error. Its watchers hear it after what was submitted before."""
        self.metrics.faults.inc()

        def tell() -> None:
            table.live.stop(table.faulted)

        if not self.committer.failure:
            self.committer.call(lambda store: self._post(tell))

    # --- in the background

    def round_over(self, table: ConductedTable, seq: int, head: str) -> None:
        self._unsigned[table.id] = (table.live, seq, head)
        self.metrics.rounds.labels(table.live.table.game.name).inc()

    async def sign_heads(self) -> None:
        """Sign the heads of rounds that have ended and are on the disk."""
        ready = {id: one for id, one in self._unsigned.items() if one[0].committed >= one[1]}
        if not ready:
            return
        made = [signed(self.key, id, seq, head, self.now()) for id, (_, seq, head) in ready.items()]

        def store(connection: Connection) -> None:
            for one in made:
                store_head(connection, one)

        await self.write(store)
        for id, one in ready.items():
            if self._unsigned.get(id) is one:
                del self._unsigned[id]

    async def sign_staff(self) -> None:
        """Sign the head of the staff journal, if somebody has acted since."""

        def store(connection: Connection) -> None:
            number, head = staff.last(connection)
            before = last_head(connection, staff.CHAIN)
            if number > (before.seq if before else 0):
                store_head(connection, signed(self.key, staff.CHAIN, number, head, self.now()))

        await self.write(store)

    def note_staff_act(self, person: str, what: str, body: dict[str, Any]) -> None:
        """Write an act of staff at a table into the journal. The act itself is in the table's chain already."""
        now = self.now()
        task = asyncio.create_task(self.write(lambda connection: staff.record(connection, now, person, what, body)))
        self._notes.add(task)
        task.add_done_callback(self._noted)

    def _noted(self, task: asyncio.Task[str]) -> None:
        self._notes.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logs.error("a staff act is not in the journal", error)

    async def _show_meters(self) -> None:
        """Send meters that have changed to everybody at their tables."""
        ids = sorted({id for table in self.tables.values() for id in table.live.meter_ids.values()})
        if not ids:
            return
        c = schema.meter.c
        found = await self.read(lambda connection: connection.execute(select(c.id, c.units).where(c.id.in_(ids))).all())
        shows: dict[str, dict[str, int]] = {}
        for row in found:
            of, _, name = row.id.rpartition("/")
            shows.setdefault(of, {})[name] = row.units // UNITS
        changed = {of for of, shown in shows.items() if self.meters.get(of) != shown}
        self.meters = shows
        for table in self.tables.values():
            for of in self.meter_groups(table) & changed:
                table.live.viewers.send_all(msg.Meters(id=of, shows=shows[of]))

    @staticmethod
    def meter_groups(table: ConductedTable) -> set[str]:
        """The links and tables to which a table's meters belong."""
        return {id.rpartition("/")[0] for id in table.live.meter_ids.values()}

    async def check_sessions(self) -> None:
        """Close connections whose session has ended, and learn of changed roles."""
        clients: Sequence[Client] = list(self.clients)
        tokens = {client.token for client in clients}
        if not tokens:
            return
        now = self.now()
        people = await self.read(lambda connection: {token: person_of(connection, token, now) for token in tokens})
        for client in clients:
            person = people[client.token]
            if person is None:
                client.sign_out()
            else:
                client.name, client.roles = person.name, tuple(map(str, person.roles))
                client.note_roles()

    def count_figures(self) -> None:
        """Bring the figures for ``/metrics`` up to date."""
        states = [table.state for table in self.tables.values()] + ["damaged"] * len(self.damaged)
        for state in ("open", "closing", "stopped", "damaged"):
            self.metrics.tables.labels(state).set(states.count(state))
        self.metrics.transactions.set(self.committer.transactions)
        self.metrics.jobs.set(self.committer.jobs)

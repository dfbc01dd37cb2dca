"""One process of the house: its database, its tables with their conductors, and what runs in the background."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from functools import partial
from time import monotonic, perf_counter, time
from typing import Any, Protocol, TypeVar

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.exc import SQLAlchemyError

from pitboss.basics.money import UNITS
from pitboss.engine import registry
from pitboss.engine.round.events import DEALER
from pitboss.engine.rules import Given
from pitboss.engine.table import rules as checked_rules
from pitboss.house.audit.heads import SIGN_S, STAFF_S, Signer
from pitboss.house.money import books
from pitboss.house.money.cashier import OTHER_COMMAND
from pitboss.house.money.ledger import Entry
from pitboss.house.people import staff
from pitboss.house.people.people import people_of
from pitboss.house.process import logs
from pitboss.house.process.coach import Coach
from pitboss.house.process.house_players import LOOK_S as PLAYERS_S
from pitboss.house.process.house_players import HousePlayers
from pitboss.house.process.metrics import Metrics
from pitboss.house.process.prices import Prices
from pitboss.house.process.worker import Worker, prepare_structs
from pitboss.house.settings import Backoff, HouseSettings, Staffing, TableSettings
from pitboss.house.storage import schema
from pitboss.house.storage.committer import PATIENCE_S, STOPPED, Committer, CommitterStopped, Job, Outcome
from pitboss.house.storage.database import DatabaseError, check_writable, explained, reading, upsert, writing
from pitboss.house.storage.ownership import LOOK_S, Cluster, Neighbour, TakenOver
from pitboss.house.storage.store import Store, open_store
from pitboss.house.tables import acts
from pitboss.house.tables.command_inputs import is_done_by
from pitboss.house.tables.conductor import Conductor, Timers
from pitboss.house.tables.history import PlayedAct, act_with_key
from pitboss.house.tables.live import LiveTable
from pitboss.house.tables.live_tables import LiveTables, new_id
from pitboss.house.tables.running_table import RunningTable
from pitboss.protocol import messages as msg

SOON_S = 0.8
"""How long to wait for a write that only shows whether the database accepts writes."""
METERS_S = 0.5
"""How often meters are shown, in seconds."""
SESSIONS_S = 2.0
"""How often the sessions of open connections are checked, in seconds. Another process may have ended them."""
GRACE_MS = 2000
"""The least time that people get to connect again after a restart, at whatever pace."""
COMING_BACK = "this table is being brought back: ask again"
"""What people hear of a table that no process runs yet."""
NOT_READ = (DatabaseError, SQLAlchemyError, CommitterStopped, OSError)
"""Errors that say nothing of the acts of a table which is recovered: the database did not give them out."""


T = TypeVar("T")


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
        prepare_structs()
        self.engine, self.settings = engine, settings
        self.loop = asyncio.get_running_loop()
        self.failed = ""
        """Why the house has stopped. Empty while it is open."""
        self.unwritten = ""
        """Why the last write of a request was not done. Empty if it was."""
        self._trial: asyncio.Task[None] | None = None
        """A write that shows whether the database accepts writes."""
        self._submitted: set[asyncio.Future[Outcome]] = set()
        """Jobs that requests wait for."""
        self.signer = Signer(key, self.now, self.write)
        self.metrics = Metrics()
        database = engine.url.render_as_string(hide_password=False)
        self.office = Worker("pitboss.house.process.back_office", first=database, most=5)
        self.last_audit: dict[str, Any] | None = None
        """The last audit that the operator's page asked for, as the back office answered."""
        self.coach = Coach(ahead=settings.coach_ahead)
        self.process, self.address = secrets.token_hex(6), address
        """The name of this process among others, and where they reach it."""
        self._use(_opened_store(engine))
        self._restarts = TableRestarts(settings.table_restarts, self.restart_table)
        self._recoveries = TableRestarts(settings.recoveries, self.restart_table)
        """Tables that the database did not give out when they were recovered."""
        self._reopening = Reopening(settings.reopenings, self._reopen)
        self._parked = False
        self.tables: dict[str, RunningTable] = {}
        self.damaged: dict[str, str] = {}
        """Tables that can't be recovered, and why."""
        self.clients: set[Client] = set()
        self.prices = Prices()
        self.players = HousePlayers(self, settings.players)
        self.opening = asyncio.Lock()
        """Serialises the permission check and the opening of a table."""
        self.assigning = asyncio.Lock()
        """Held while the staff of a table changes, so that of two changes at once none is lost."""
        self._taken: list[TakenOver] = []
        """Tables that this process has taken over, and not yet brought back."""
        self.meters: dict[str, dict[str, int]] = {}
        """What the meters of each link and table show, in cents."""
        self._tasks: list[asyncio.Task[None]] = []
        self._watch: asyncio.Task[None] | None = None
        """Opens the house again if its database is lost."""

    @staticmethod
    def now() -> int:
        """Milliseconds since 1970."""
        return round(time() * 1000)

    def _post(self, call: Callable[[], None]) -> None:
        """Call this in the event loop's thread."""
        self.loop.call_soon_threadsafe(call)

    # --- open and close

    def _use(self, store: Store) -> None:
        """Store everything by this connection from now on."""
        self.committer = Committer(store, self._post)
        self.committer.on_fault = self._fault_at
        self.committer.on_failure.append(self._stopped)
        self.live_tables = LiveTables(self.engine, self.committer, self.now)
        self.cluster = Cluster(self.committer, self.process, self.address, self._post)

    async def open(self) -> None:
        """Bring back every table, and begin to conduct them."""
        await self._bring_back()
        self._begin_background()  # with the heartbeat, since another process may wait for its lease to end
        if self.settings.seed_tables and await self.write(self._is_new):
            for game in registry.games():
                await self.open_table(game, name=registry.game(game).title)
        self._watch = asyncio.create_task(self._reopening.run())
        logs.info("the house is open", tables=len(self.tables), damaged=len(self.damaged))

    async def _bring_back(self) -> None:
        """Bring back every table that this process runs."""
        if self.shared:
            await self._look()
        else:
            self._took(None)

    def _begin_background(self) -> None:
        background = (
            (self.signer.sign_heads, SIGN_S),
            (self.signer.sign_staff, STAFF_S),
            (self._show_meters, METERS_S),
            (self.check_sessions, SESSIONS_S),
            (self.players.look, PLAYERS_S),
        )
        self._tasks = [asyncio.create_task(self._every(seconds, work)) for work, seconds in background]
        if self.shared:
            self._tasks.append(asyncio.create_task(self._every(LOOK_S, self._look)))

    async def _end_background(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @staticmethod
    def _is_new(connection: Connection) -> bool:
        """Whether this is the first start on a database. Of several processes, one gets the answer yes."""
        first = upsert(connection)(schema.setting).values(name="opened", value="1").on_conflict_do_nothing()
        return connection.execute(first.returning(schema.setting.c.name)).first() is not None

    async def _look(self) -> None:
        """Take over tables that nobody runs, and hand one over if another process has fewer."""
        self._taken += await self.cluster.look(takes=not self._parked)
        while self._taken:
            taken, began = self._taken[0], perf_counter()
            self._took(taken.tables)
            del self._taken[0]
            if taken.process not in ("", self.process):
                self.metrics.taken_over.inc(len(taken.tables))
                seconds = round(taken.silent_s + perf_counter() - began, 3)
                logs.info("tables taken over", from_process=taken.process, tables=taken.tables, seconds=seconds)
        if self.cluster.poorest is not None and not self._parked:
            await self._hand_over(self.cluster.poorest)

    async def _hand_over(self, to: Neighbour) -> None:
        """Give a table to another process: the one with the fewest watchers of those at which nothing is under way."""
        async with self.assigning:
            idle = [table for table in self.tables.values() if table.may_move(self.settings.moves_after_s)]
            if not idle:
                return
            table = min(idle, key=lambda one: (len(one.live.viewers.people), one.id))
            table.park()
            self.live_tables.drop(table.live)
            del self.tables[table.id]
            try:
                await self.cluster.hand_over(table.id, to)
            finally:  # a database that answers too late may still hand it over
                self._tell_moved(table.id)
                table.live.stop("another process runs it now")
        logs.info("table handed over", table=table.id, to_process=to.process)

    def _took(self, ids: Sequence[str] | None) -> None:
        """Bring back tables that this process runs now. None stands for all."""
        for row in self._rows(ids):
            if row.id not in self.tables:
                self._recover(row)
                self._tell_moved(row.id)

    def _rows(self, ids: Sequence[str] | None) -> Sequence[Any]:
        """The stored rows of open tables. None stands for all."""
        c = schema.game_table.c
        chosen = select(schema.game_table).where(c.closed_at.is_(None)).order_by(c.opened_at, c.id)
        with reading(self.engine) as connection:
            return connection.execute(chosen if ids is None else chosen.where(c.id.in_(ids))).all()

    def _tell_moved(self, table: str) -> None:
        """Everybody who watched a table must watch it again."""
        for client in self.clients:
            client.note_moved(table)

    @property
    def shared(self) -> bool:
        """Whether other processes may run tables of the same database."""
        return self.engine.dialect.name == "postgresql"

    async def address_of(self, table: str) -> str:
        """Where the process is that runs a table. Empty if no other process does."""
        if not self.shared or table in self.tables:
            return ""
        return await asyncio.to_thread(self.cluster.address_of, self.engine, table)

    async def done_before(self, person: str, command: msg.Command) -> msg.Done | msg.Refused | None:
        """The answer to a command that its table carried out so long ago that it has forgotten it. None if it did not.

        Clients send a command again until they hear an answer, however many rounds are played meanwhile.
        """
        while (table := self.tables.get(command.table)) and (key := table.live.forgotten_key(person, command)):
            number = table.live.round_number
            stored = await self.read(partial(act_with_key, table=table.id, key=key))
            if stored is not None:
                if is_done_by(command, acts.decode(stored.body)):
                    return msg.Done(key=command.key, table=table.id, seq=stored.seq)
                return msg.Refused(key=command.key, table=table.id, code="key", why=OTHER_COMMAND)
            if self.tables.get(table.id) is table and table.live.round_number <= number + 1:
                break  # the table remembers what it has done since
        return None

    def told(self, table: str, played: Sequence[PlayedAct]) -> list[PlayedAct]:
        """Those of these acts of a table that people were told of."""
        running = self.tables.get(table)
        return [one for one in played if running is None or one.seq <= running.live.committed]

    async def still_runs(self) -> bool:
        """Whether the database says that no other process can have taken over the tables of this one.

        Whoever refuses something from memory must ask: a process that hung does not know that it has lost its tables.
        """
        if self.shared:
            try:
                await self.settled()
            except (CommitterStopped, TimeoutError):
                return False
        return True

    async def is_coming_back(self, table: str) -> bool:
        """Whether a table is open that this process does not run yet, and no other one does: somebody takes it over."""
        c = schema.game_table.c
        is_open = select(c.id).where(c.id == table, c.closed_at.is_(None))
        found = await self.read(lambda connection: connection.execute(is_open).first())
        return found is not None and table not in self.damaged

    def _recover(self, row: Any) -> None:
        """Bring back one table. A table that can't be recovered is left alone, and the others are brought back.

        If the database does not give out its acts, it is tried again.
        """
        try:
            live = self.live_tables.recover_table(row)
        except NOT_READ as error:
            logs.error("table not recovered yet", error, table=row.id)
            self._recoveries.after_fault(row.id)
            return
        except Exception as error:
            logs.error("table not recovered", error, table=row.id)
            self.damaged[row.id] = "its stored acts can't be played again; an audit says why"
            return
        self.damaged.pop(row.id, None)
        if live is None:  # it was closed
            return
        self.signer.round_over(live, live.seq, live.head)  # the process that ran it may not have signed the last one
        table_settings = msgspec.json.decode(row.settings, type=TableSettings)
        pace = table_settings.pace_in(self.settings.pace)
        timers = Timers(missed=dict(live.orders.missed), counted=live.orders.counted)
        conductor = Conductor.resumed(self.now(), pace, table_settings.staffing, timers)
        conductor.timers.grace = max(conductor.timers.grace, self.now() + GRACE_MS)
        self._conduct(live, conductor, row.name, row.opened_by)

    def _conduct(self, live: LiveTable, conductor: Conductor, name: str, opened_by: str) -> RunningTable:
        table = RunningTable(live, conductor, self, name=name, opened_by=opened_by)
        self.tables[live.id] = table
        table.look_soon()
        return table

    def park(self) -> None:
        """Take no more commands, and conduct no more. Rounds wait in the database."""
        self._parked = True
        self.players.close()
        self._stop_restarts()
        for table in self.tables.values():
            table.park()

    async def close(self) -> None:
        """Park the rounds, store what waits, and close the database."""
        self.park()
        await self.prices.close()
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        await self._end_background()
        await self.office.close()
        await self.coach.close()
        if not self.committer.failure:
            await self.signer.sign_heads()
            await self.signer.sign_staff()
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

    # --- reads and writes beside the committer

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read from the database in another thread."""

        def in_thread() -> T:
            with reading(self.engine) as connection:
                return work(connection)

        return await asyncio.to_thread(in_thread)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do something in a transaction of its own. If the database does not accept it, the tables go on."""

        def in_transaction() -> T:
            with writing(self.engine) as connection:
                return work(connection)

        try:
            done = await self.in_turn(in_transaction)
        except DatabaseError:
            self.unwritten = "the database did not accept the write of a request"
            raise
        self.unwritten = ""
        return done

    async def try_to_write(self, now: int) -> None:
        """Find out whether the database accepts writes, soon. Whoever asks meanwhile waits for the same answer."""
        if self.failed:
            return
        if self._trial is None or self._trial.done():
            self._trial = asyncio.create_task(self._write_something(now))
            self._trial.add_done_callback(lambda trial: trial.cancelled() or trial.exception())  # it may come too late
        try:
            async with asyncio.timeout(SOON_S):
                await asyncio.shield(self._trial)
        except (DatabaseError, CommitterStopped, TimeoutError) as error:
            logs.warning("the database does not accept writes", why=str(error))  # it quotes no password
            self.unwritten = self.unwritten or "the database does not accept writes"
        else:
            self.unwritten = ""

    async def _write_something(self, now: int) -> None:
        await self.in_turn(lambda: check_writable(self.engine, now))
        await self._between(lambda: None)  # the committer's own transaction may wait for another lock

    async def in_turn(self, work: Callable[[], T]) -> T:
        """Do something that writes. With SQLite this happens between two transactions of the committer.

        SQLite has one writer at a time, and a busy committer would hardly ever let another one in.
        """
        if self.failed:
            raise CommitterStopped(STOPPED)
        if self.engine.dialect.name != "sqlite":
            return await asyncio.to_thread(work)
        return await self._between(work)

    async def _between(self, work: Callable[[], T]) -> T:
        """Do something in the committer's thread, between two of its transactions."""
        done: Future[T] = Future()

        def between(store: Store) -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                done.set_result(work())
            except BaseException as error:
                done.set_exception(error)

        self.committer.call(between)
        async with asyncio.timeout(PATIENCE_S):
            return await asyncio.wrap_future(done)

    async def submit(self, job: Job) -> Outcome:
        """Let the committer write a job, and wait until it is on the disk."""
        done: asyncio.Future[Outcome] = self.loop.create_future()
        job.done = lambda outcome: None if done.done() else done.set_result(outcome)
        self.committer.submit(job)
        self._submitted.add(done)
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await done
        finally:
            self._submitted.discard(done)

    async def settled(self) -> None:
        """Wait until everything that was submitted is on the disk. The committer does its jobs in order."""
        await self.submit(Job())

    # --- the database is lost

    def _stopped(self, error: BaseException) -> None:
        """The committer has failed. Whatever was not acknowledged may not have happened."""
        if not self.failed:
            self.failed = "the database did not accept a write"
        logs.error("the house has stopped", error)
        for waits in self._submitted:  # requests whose jobs the committer did not write
            if not waits.done():
                waits.set_exception(CommitterStopped(STOPPED))
        if self.shared:  # other processes may run the tables now
            self.loop.call_soon(self.tables.clear)
        self._stop_restarts()
        self._reopening.lost()

    def _stop_restarts(self) -> None:
        """Bring no table back any more. Another process may run it soon."""
        self._restarts.stop()
        self._recoveries.stop()

    def _connect_again(self) -> Store:
        check_writable(self.engine, self.now())
        return _opened_store(self.engine)

    async def _reopen(self) -> None:
        """Begin anew with a new connection: bring back every table as the database has it.

        Nothing of the old tables is kept, since they may be ahead of the database.
        """
        if self._parked:
            return
        await self._end_background()
        for table in self.tables.values():
            table.park()
            table.live.stop(self.failed)
        await asyncio.to_thread(self.committer.close)
        self._use(await asyncio.to_thread(self._connect_again))
        self.tables.clear()
        self.damaged.clear()
        self._taken.clear()
        self._stop_restarts()
        await self._bring_back()
        if self._parked:  # meanwhile
            self.park()
        self._begin_background()
        if self.committer.failure is None:
            self.failed = ""
            self.metrics.reopened.inc()
            logs.info("the house is open again", tables=len(self.tables), damaged=len(self.damaged))

    # --- money

    async def issue(
        self, person: str, cents: int, coupons: int = 0, *, id: str, memo: str = "", order: staff.Order | None = None
    ) -> Outcome:
        """Issue play money and coupons to a person. An order of staff is written in the same transaction."""
        accounts = (
            (id, books.ISSUED, books.wallet(person), cents),
            (f"{id}/c", books.COUPONS_ISSUED, books.coupons(person), coupons),
        )
        now = self.now()
        entries = [
            Entry(name, "issue", now, books.transfer(out_of, into, face * UNITS), person=person, memo=memo)
            for name, out_of, into, face in accounts
            if face
        ]
        if not entries:
            return Outcome()
        return await self.submit(Job(entries=entries, staff=order, guarded=True))

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
    ) -> RunningTable:
        """Open a table. Defective rules raise ``RulesError``, and nothing changes."""
        given = settings or TableSettings(staffing=Staffing(validate_above=self.settings.validate_above))
        checked_rules(game, rules)  # a lock for a table that is not opened would stay
        id = new_id()
        await self.cluster.reserve(id)
        live = await self.in_turn(
            lambda: self.live_tables.open_table(game, rules, name=name, by=by, link=link, settings=given, id=id)
        )
        await self.cluster.claim(id)
        if live.committer is not self.committer:  # the house lost its database, and opened again
            raise CommitterStopped("the house opened again while the table was being opened")
        conductor = Conductor(given.pace_in(self.settings.pace), given.staffing)
        shown = name or f"{live.table.game.title} {live.id[:4]}"
        logs.info("table opened", table=live.id, game=game)
        if given.coached:
            self.coach.expect(game)
        return self._conduct(live, conductor, shown, by)

    async def assign(
        self, table: RunningTable, staffing: Staffing, by: str, what: str, said: dict[str, Any] | None = None
    ) -> None:
        """Change the staff of a table, and store it with the act of staff. Hold ``assigning`` from the decision on."""
        if table.id not in self.tables:
            raise CommitterStopped("another process runs the table now")
        now, c = self.now(), schema.game_table.c

        def store(connection: Connection) -> None:
            # First, since the committer too holds the journal before the rows of tables.
            staff.record(connection, now, by, what, {"table": table.id, **(said or {})})
            stored = connection.execute(select(c.settings).where(c.id == table.id)).scalar_one()
            changed = msgspec.structs.replace(msgspec.json.decode(stored, type=TableSettings), staffing=staffing)
            text = msgspec.json.encode(changed).decode()
            connection.execute(update(schema.game_table).where(c.id == table.id).values(settings=text))

        await self.write(store)
        self.tables.get(table.id, table).assign(staffing)  # it may have been recovered meanwhile
        for client in self.clients:
            client.note_roles()

    def close_table(self, table: RunningTable) -> None:
        """Close a table between rounds."""
        self.live_tables.close_table(table.live)
        del self.tables[table.id]
        self.forget_faults(table.id)
        self.cluster.release(table.id)
        logs.info("table closed", table=table.id)

    def _fault_at(self, job: Job, error: Exception) -> None:
        """A table failed when it was told that an act of it is stored. One that has stopped expects nothing."""
        if (found := self.tables.get(job.table)) is not None and not found.live.stopped:
            found.fault(error)

    def table_faulted(self, table: RunningTable) -> None:
        """A table has stopped by an error. Its watchers hear it after what was submitted before."""
        self.metrics.faults.inc()

        def tell() -> None:
            table.live.stop(table.wrong)
            if self.tables.get(table.id) is table:
                self._restarts.after_fault(table.id)

        if not self.committer.failure:
            self.committer.call(lambda store: self._post(tell))

    async def restart_table(self, id: str) -> bool:
        """Bring back a table that has stopped, as its last stored act left it. Returns whether it was brought back."""
        old = self.tables.get(id)
        if old is not None and old.state != "stopped":
            return False
        await self.settled()
        if self._parked or self.failed or self.tables.get(id) is not old or not (rows := self._rows([id])):
            return False
        if old is not None:
            self.live_tables.drop(old.live)
            del self.tables[id]
        self._recover(rows[0])
        self._tell_moved(id)
        if (new := self.tables.get(id)) is None:
            return False
        self.metrics.restarts.inc()
        logs.info("table recovered", table=id, round=new.live.table.state.round)
        return True

    def forget_faults(self, table: str) -> None:
        """A table has closed, or a person has looked at its faults: bring it back as often as a new one."""
        self._restarts.forget(table)
        self._recoveries.forget(table)

    # --- in the background

    def at_rest(self, table: RunningTable) -> None:
        self.players.at_rest(table)

    def make_room(self, table: RunningTable, person: str, seat: int) -> str:
        return self.players.make_room(table, person, seat)

    def round_over(self, table: RunningTable, seq: int, head: str) -> None:
        self.signer.round_over(table.live, seq, head)
        self.players.round_over(table)
        self.metrics.rounds.labels(table.live.table.game.name).inc()

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
    def meter_groups(table: RunningTable) -> set[str]:
        """The links and tables to which a table's meters belong."""
        return {id.rpartition("/")[0] for id in table.live.meter_ids.values()}

    async def check_sessions(self) -> None:
        """Close connections whose session has ended, and learn of changed roles."""
        clients: Sequence[Client] = list(self.clients)
        tokens = {client.token for client in clients}
        if not tokens:
            return
        now = self.now()
        people = await self.read(lambda connection: people_of(connection, tokens, now))
        for client in clients:
            person = people.get(client.token)
            if person is None:
                client.sign_out()
            else:
                client.name, client.roles = person.name, tuple(map(str, person.roles))
                client.note_roles()
        await self._send_away({client.person for client in clients if DEALER not in client.roles})

    async def _send_away(self, people: set[str]) -> None:
        """Let the automatic dealer go on where one of these people deals, who do not have the role any more."""
        for table in list(self.tables.values()):
            if table.conductor.staffing.dealer not in people:
                continue
            async with self.assigning:
                staffing = table.conductor.staffing
                if staffing.dealer in people:
                    left = msgspec.structs.replace(staffing, dealer="", dealer_name="")
                    await self.assign(table, left, staff.HOUSE, "dealer left", {"dealer": staffing.dealer})

    def count_figures(self) -> None:
        """Bring the figures for ``/metrics`` up to date."""
        states = [table.state for table in self.tables.values()] + ["damaged"] * len(self.damaged)
        for state in ("open", "closing", "stopped", "damaged"):
            self.metrics.tables.labels(state).set(states.count(state))
        self.metrics.transactions.set(self.committer.transactions)
        self.metrics.jobs.set(self.committer.jobs)


def _opened_store(engine: Engine) -> Store:
    """The committer's own connection. An error of the database is a ``DatabaseError``."""
    with explained(engine.url):
        return open_store(engine)


# --- when to try again after a fault
#
# To bring back a table that has stopped, or to open a house that lost its database. Waits grow, so that a fault that
# comes back at once costs little. They begin anew after a calm time.


class Attempts:
    """The waits before the attempts after each fault.

    >>> attempts = Attempts(Backoff(first_s=1, longest_s=3, most=4), clock=lambda: 0)
    >>> [attempts.next() for _ in range(5)]
    [1, 2, 3, 3, None]
    """

    def __init__(self, backoff: Backoff, clock: Callable[[], float] = monotonic) -> None:
        self._backoff, self._clock = backoff, clock
        self._made, self._last = 0, 0.0

    def next(self) -> float | None:
        """Seconds to wait before the next attempt. None if there were enough."""
        now, backoff = self._clock(), self._backoff
        if now - self._last > backoff.calm_s:
            self._made = 0
        if backoff.most is not None and self._made >= backoff.most:
            return None
        wait = min(backoff.first_s * (1 << min(self._made, 32)), backoff.longest_s)
        self._made += 1
        self._last = now + wait
        return wait


class TableRestarts:
    """Brings back tables that had a fault, a few times each. ``restart`` gets the id of a table."""

    def __init__(self, backoff: Backoff, restart: Callable[[str], Awaitable[object]]) -> None:
        self._backoff, self._restart = backoff, restart
        self._attempts: dict[str, Attempts] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def after_fault(self, table: str) -> None:
        """Bring a table back after a while, unless it had too many faults."""
        wait = self._attempts.setdefault(table, Attempts(self._backoff)).next()
        if wait is None:
            logs.warning("table stays stopped", table=table, attempts=self._backoff.most)
            return
        logs.info("table will be recovered", table=table, seconds=wait)
        self._tasks[table] = asyncio.create_task(self._later(table, wait))

    async def _later(self, table: str, wait: float) -> None:
        await asyncio.sleep(wait)
        try:
            await self._restart(table)
        except Exception as error:
            logs.error("table not recovered", error, table=table)
            self.after_fault(table)

    def forget(self, table: str) -> None:
        """Forget the faults of a table that has closed, or that a person has restarted."""
        self._attempts.pop(table, None)

    def stop(self) -> None:
        """Bring nothing back any more."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()


class Reopening:
    """Opens a house again that has lost its database. ``reopen`` raises an error if that can't be done yet."""

    def __init__(self, backoff: Backoff, reopen: Callable[[], Awaitable[object]]) -> None:
        self._attempts, self._reopen = Attempts(backoff), reopen
        self._lost = asyncio.Event()

    def lost(self) -> None:
        """The database is lost."""
        self._lost.set()

    async def run(self) -> None:
        """Wait until the database is lost, and try to open the house again until it is open."""
        while True:
            await self._lost.wait()
            wait = self._attempts.next()
            if wait is None:
                logs.warning("the house stays closed")
                return
            logs.info("the house will be opened again", seconds=wait)
            await asyncio.sleep(wait)
            self._lost.clear()
            try:
                await self._reopen()
            except Exception as error:
                why = {"why": str(error)} if isinstance(error, DatabaseError) else {}  # it quotes no password
                logs.error("the house can't be opened yet", error, **why)
                self._lost.set()

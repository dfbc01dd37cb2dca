"""The committer: one thread that commits the waiting acts of all tables together.

A disk syncs a few hundred times a second, and one sync can cover any number of acts. So a table does not commit: it
submits a job and goes on. The committer takes all jobs that wait, writes them in one transaction, and reports each as
done when the transaction is on the disk.

If a transaction fails, the committer stops for good and says so. The tables' memory is then ahead of the database, so
nothing may be played on until they are recovered from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import time
from typing import NamedTuple

import msgspec

from pitboss.basics.money import UNITS
from pitboss.engine.meters.meter import Claim, Meter, MeterMemory, MeterTerms, Part, put_back, won
from pitboss.house.money import books
from pitboss.house.money.books import OWN, is_shared
from pitboss.house.money.ledger import ALL, Entry
from pitboss.house.people import staff
from pitboss.house.people.staff import Order
from pitboss.house.storage.store import (
    ActRow,
    Existing,
    MeterRow,
    MoveRow,
    PostingRow,
    Rows,
    Store,
    TableChange,
    TableRow,
)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(MeterMemory).decode


# --- moves of meters
#
# They are carried out inside the committer's transaction. The row of a meter holds the memory of a ``Meter``. A batch
# locks the meters that it needs in the order of their names, recalls them, moves them, and stores them again.


class Contribute(NamedTuple):
    """A wager that bets closed on adds its part."""

    meter: str
    part: Part


class TakeBack(NamedTuple):
    """A void wager takes back the rest of its part, or the whole part if the meter has only one table."""

    meter: str
    part: Part
    whole: bool = False


class WinShare(NamedTuple):
    """A share is won."""

    meter: str
    claim: Claim
    pays: int
    per: int


class CloseRound(NamedTuple):
    """A round is over, so none of its wagers can become void."""

    meter: str
    table: str
    round: int


Move = Contribute | TakeBack | WinShare | CloseRound


def about(move: Move) -> tuple[str, int, str]:
    """The table and the round of a move, and the wager or the claim in words."""
    match move:
        case Contribute(part=part) | TakeBack(part=part):
            return part.table, part.round, f"{part.wager} at seat {part.seat}"
        case WinShare(claim=claim):
            return claim.table, claim.round, f"question {claim.turn}"
        case CloseRound():
            return move.table, move.round, ""


class Moved(NamedTuple):
    """The outcome of a move: what the meter answers, and the money that moved."""

    answer: int
    money: tuple[tuple[str, str, int], ...] = ()
    """For each movement: its kind, the other account, and the units that the meter gains."""


def moved(meter: Meter, move: Move, table: str) -> Moved:
    """Carry out a move of a table. A repeated move changes nothing and gives the same answer."""
    before, house = meter.units, books.house(table)
    match move:
        case CloseRound():
            meter.close(table, move.round)
            return Moved(0)
        case Contribute():
            meter.contribute(move.part)
            gained = meter.units - before
            return Moved(gained, (("contribution", house, gained),))
        case TakeBack():
            taken = meter.reverse(move.part, whole=move.whole)
            return Moved(taken, (("contribution taken back", house, meter.units - before),))
        case WinShare():
            again = meter.paid(move.claim)
            shown = meter.win(move.claim, move.pays, move.per)
            if again:
                return Moved(shown)
            share = won(shown, move.pays, move.per) * UNITS
            seed = put_back(meter.terms.seed, move.pays, move.per) * UNITS
            return Moved(shown, (("jackpot won", books.jackpot(table), -share), ("seed", house, seed)))


class LockedMeters:
    """The meters of one batch, from the time they are locked until they are stored."""

    def __init__(self, store: Store, terms: Mapping[str, MeterTerms], ids: Sequence[str], at: int) -> None:
        stored = store.lock_meters(ids) if ids else {}
        self._at = at
        self._meters = {
            id: Meter.recall(terms[id], _decode(stored[id].memory)) if id in stored else Meter(terms[id]) for id in ids
        }
        self._numbers = {id: stored[id].moves if id in stored else 0 for id in ids}
        self._rows: list[MoveRow] = []

    def move(self, move: Move) -> tuple[int, list[Entry]]:
        """Carry out a move. Returns the answer, and the entries that it makes."""
        meter, (table, round, what) = self._meters[move.meter], about(move)
        made, account, entries = moved(meter, move, table), books.meter(move.meter), list[Entry]()
        value = meter.units - sum(units for _, _, units in made.money)
        for kind, other, units in made.money:
            if units:
                self._numbers[move.meter] += 1
                number, value = self._numbers[move.meter], value + units
                self._rows.append(MoveRow(move.meter, number, kind, table, round, what, units, value, self._at))
                lines = books.transfer(other, account, units) if units > 0 else books.transfer(account, other, -units)
                entries.append(Entry(f"{move.meter}#{number}", kind, self._at, lines, table))
        return made.answer, entries

    def save(self, rows: Rows) -> None:
        """Add the meters and their moves to what a batch stores."""
        for id, meter in self._meters.items():
            memory = meter.memory
            rows.meters.append((id, memory.units, _encode(memory)))
        rows.moves.extend(self._rows)


# --- jobs

SWITCH_S = 0.0005
"""How long a thread may keep Python while another waits, in seconds. At Python's 5 ms, a committer that has waited for
the disk waits again for the busy thread of the tables. A process that runs a house should set this."""
MOST = 2000
"""The most jobs of one transaction."""
GATHER_S = 0.006
"""How long the committer waits for tables that have not heard of the last transaction yet, in seconds."""
ENOUGH = 12
"""It does not wait if so many jobs are there."""

PATIENCE_S = 15.0
"""How long to wait until the committer or the database has come to something, in seconds."""
STOPPED = "the house has stopped: its database did not accept a write"


class Outcome(NamedTuple):
    """What became of a job."""

    done: bool = True
    again: bool = False
    """The entry existed already, so nothing was changed: the job is a repetition."""
    other: bool = False
    """The entry that existed moved something else: the key was used for another command."""
    short: str = ""
    """The account that does not hold enough, so nothing was changed."""
    answers: tuple[int, ...] = ()
    """What the meters answer to the job's moves."""


class NewTable(NamedTuple):
    """A table to be made, with its meters. Meters of a link may exist already."""

    row: TableRow
    meters: Sequence[MeterRow]


class Sweep(NamedTuple):
    """Everything that an account holds when the job is written, moved to another account."""

    id: str
    kind: str
    out_of: str
    into: str
    at: int
    table_id: str
    person: str


@dataclass(slots=True)
class Job:
    """What is written together: acts, entries and moves of meters."""

    acts: Sequence[ActRow] = ()
    entries: Sequence[Entry] = ()
    moves: Sequence[Move] = ()
    sweeps: Sequence[Sweep] = ()
    opens: NewTable | None = None
    """The table that the job makes. Its first act belongs to the same job."""
    snapshot: int = 0
    """The number of an act of the job from which the table can be recovered."""
    rules: str = ""
    """The new rules of the table, if the snapshot changes them."""
    closes: bool = False
    """Whether the table is closed by the act of the job. So nobody hears of it before the table's row says so."""
    staff: Order | None = None
    """The act of staff that ordered this. It goes into the staff journal if the job is written."""
    guarded: bool = False
    """Write nothing if an entry exists already, or if an account does not hold enough."""
    asks: bool = False
    """Write nothing, and only find out whether an entry exists already. The job must be guarded."""
    done: Callable[[Outcome], None] = lambda outcome: None

    @property
    def writes_nothing(self) -> bool:
        """Whether somebody only waits for what was submitted before."""
        return not (self.acts or self.entries or self.moves or self.sweeps or self.opens or self.staff)

    @property
    def table(self) -> str:
        """The table that submitted the job. Empty if none did."""
        if self.acts or self.entries:
            return (self.acts or self.entries)[0].table_id
        return about(self.moves[0])[0] if self.moves else ""


def _keep_quiet(job: Job, fault: Exception) -> None:
    """Leave a fault to be raised when everybody has been told."""


class CommitterStopped(RuntimeError):
    """The committer has stopped, so nothing more is stored."""


class Committer:
    """Commits jobs in the order in which they are submitted.

    ``post`` calls a function where the tables run. A server passes its event loop's ``call_soon_threadsafe``.
    """

    def __init__(self, store: Store, post: Callable[[Callable[[], None]], object] = lambda call: call()) -> None:
        self.store, self._post = store, post
        self.terms: dict[str, MeterTerms] = {}
        """The rules of every meter that tables of this process have, by its id."""
        self.failure: BaseException | None = None
        self.on_failure: list[Callable[[BaseException], None]] = []
        self.on_fault: Callable[[Job, Exception], None] = _keep_quiet
        """Hears of a table that fails when it is told of its act. By default, the first fault is raised."""
        self.transactions = self.jobs = 0
        self._told = Event()
        """Whether the tables have heard of the last transaction."""
        self._told.set()
        self._queue: SimpleQueue[Job | Callable[[Store], None] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="committer", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Write this job in the next transaction."""
        if self.failure is not None:
            raise CommitterStopped(STOPPED) from self.failure
        self._queue.put(job)

    def call(self, work: Callable[[Store], None]) -> None:
        """Call this between two transactions, in the committer's thread."""
        self._queue.put(work)

    def close(self) -> None:
        """Write what waits, then stop."""
        self._queue.put(None)
        self._thread.join()
        self.store.close()

    # --- in the committer's thread

    def _run(self) -> None:
        try:
            while self._commit_what_waits():
                pass
        except BaseException as error:
            self._fail(error)

    def _commit_what_waits(self) -> bool:
        """Wait for something, then do everything that waits. Returns False when it is time to stop.

        While the tables are too busy to hear of the last transaction, another one would take Python away from them and
        hold few jobs. So it waits a little, and more are written together.
        """
        waiting = [self._queue.get()]
        if self._queue.qsize() < ENOUGH:
            self._told.wait(GATHER_S)
        while len(waiting) < MOST:
            try:
                waiting.append(self._queue.get_nowait())
            except Empty:
                break
        jobs: list[Job] = []
        for one in waiting:
            if isinstance(one, Job):
                jobs.append(one)
                continue
            self._commit(jobs)
            jobs = []
            if one is None:
                return False
            one(self.store)
        self._commit(jobs)
        return True

    def _commit(self, jobs: Sequence[Job]) -> None:
        if not jobs:
            return
        outcomes = Batch(self.store, self.terms, jobs, round(time() * 1000)).written()
        self.transactions += 1
        self.jobs += len(jobs)

        def tell() -> None:
            faults = []
            for job, outcome in zip(jobs, outcomes, strict=True):
                try:
                    job.done(outcome)
                except Exception as fault:  # the others must hear of their acts all the same
                    faults.append(fault)
                    self.on_fault(job, fault)
            self._told.set()
            if faults and self.on_fault is _keep_quiet:
                raise faults[0]

        self._told.clear()
        self._post(tell)

    def _fail(self, error: BaseException) -> None:
        self.failure = error
        try:
            self.store.rollback()
        except Exception as lost:  # a connection that is gone has nothing to undo
            error.add_note(f"the connection is lost: {lost}")

        def tell() -> None:
            for hear in self.on_failure:
                hear(error)

        self._post(tell)


class Batch:
    """The jobs of one transaction."""

    def __init__(self, store: Store, terms: dict[str, MeterTerms], jobs: Sequence[Job], at: int) -> None:
        self._store, self._terms, self._jobs, self._at = store, terms, jobs, at
        self._rows = Rows.none()
        self._orders: list[Order] = []

    def written(self) -> list[Outcome]:
        """Write the jobs and commit."""
        store = self._store
        store.begin()
        if any(job.writes_nothing for job in self._jobs):  # whoever waits is told that the tables are still here
            store.confirm()
        for job in self._jobs:
            if job.opens is not None:
                self._open(job.opens)
        meters = sorted({move.meter for job in self._jobs for move in job.moves})
        self._meters = LockedMeters(store, self._terms, meters, self._at)
        accounts = {one.account for job in self._jobs for entry in job.entries for one in entry.postings}
        swept = {name for job in self._jobs for one in job.sweeps for name in (one.out_of, one.into)}
        shared = {name for name in accounts if is_shared(name)}
        locked = sorted(shared | swept)
        self._held = store.lock_accounts(locked) if locked else {}
        guarded = [entry.id for job in self._jobs if job.guarded for entry in job.entries]
        self._existing = store.existing_entries(guarded) if guarded else {}
        outcomes = [self._written(job) for job in self._jobs]
        self._meters.save(self._rows)
        if self._orders:  # last, since other processes can't append to the journal until the transaction ends
            self._rows.staff.extend(staff.rows(store.last_staff_act(), self._orders))
        store.write(self._rows)
        store.commit()
        return outcomes

    def _open(self, new: NewTable) -> None:
        """Make a table. The house puts the seeds into its meters."""
        for one in self._store.add_table(new.row, new.meters):
            seed = books.transfer(books.house(new.row.id), books.meter(one.id), one.units)
            self._enter(Entry(f"{one.id}#0", "seed", self._at, seed, new.row.id))

    def _written(self, job: Job) -> Outcome:
        if job.guarded:
            if any(entry.id in self._existing for entry in job.entries):
                same = all(self._is_stored(entry) for entry in job.entries)
                return Outcome(done=False, again=True, other=not same)
            if job.asks:
                return Outcome(done=False)
            if short := self._short(job):
                return Outcome(done=False, short=short)
            self._existing |= {entry.id: Existing(entry.memo, dict(entry.postings)) for entry in job.entries}
        if job.staff is not None:
            self._orders.append(job.staff)
        self._rows.acts.extend(job.acts)
        if job.snapshot or job.closes:
            act = job.acts[0]
            before = self._rows.tables.get(act.table_id, TableChange())
            closed_at = act.at if job.closes else before.closed_at
            self._rows.tables[act.table_id] = TableChange(
                job.snapshot or before.snapshot, job.rules or before.rules, closed_at
            )
        for entry in job.entries:
            self._enter(entry)
        for one in job.sweeps:
            if units := self._held.get(one.out_of, 0) + self._rows.changes.get(one.out_of, 0):
                lines = books.transfer(one.out_of, one.into, units)
                self._enter(Entry(one.id, one.kind, one.at, lines, one.table_id, person=one.person))
        return Outcome(answers=tuple([self._move(move) for move in job.moves]))

    def _is_stored(self, entry: Entry) -> bool:
        """Whether the same command made the entry that exists with this id. A command for all may find more by now."""
        stored = self._existing.get(entry.id)
        if stored is None:
            return False
        return stored.memo == entry.memo == ALL or stored.added == dict(entry.postings)

    def _short(self, job: Job) -> str:
        """The account that would go below zero. Empty if there is none."""
        taken: dict[str, int] = {}
        for entry in job.entries:
            for account, units in entry.postings:
                taken[account] = taken.get(account, 0) + units
        for account, units in taken.items():
            held = self._held.get(account, 0) + self._rows.changes.get(account, 0)
            if units < 0 and not account.startswith((*OWN, "issued", "coupon:issued")) and held + units < 0:
                return account
        return ""

    def _move(self, move: Move) -> int:
        answer, entries = self._meters.move(move)
        for entry in entries:
            self._enter(entry)
        return answer

    def _enter(self, entry: Entry) -> None:
        if sum(one.units for one in entry.postings):
            raise AssertionError(f"the postings of {entry.id} do not sum to zero: {entry.postings}")
        self._rows.entries.append(entry)
        for line, (account, units) in enumerate(entry.postings, 1):
            self._rows.postings.append(PostingRow(entry.id, line, account, units))
            self._rows.changes[account] = self._rows.changes.get(account, 0) + units

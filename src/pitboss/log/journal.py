"""Writes logs: ``LogWriter`` from finished rounds, and ``Journal`` during a round, so that it can be recovered.

Each record of a journal is appended as it is made, before the round asks or tells anyone anything else. After a crash
the file ends in the middle of a round. ``Journal.recover`` cuts off a torn line, rebuilds the round from its inputs and
plays on. A closed journal is a complete log.

>>> from tempfile import mkdtemp
>>> path = Path(mkdtemp()) / "table.jsonl"
>>> table = Table("double_down_stud", seed=3)
>>> journal = Journal(path, table)
>>> table.sit("Ann")
1
>>> made = table.open_round().do("Ann", "wager", "original", 500)
>>> journal.leave()
>>> again = Journal.recover(path)  # as another process would, after this one was killed
>>> again.table.round
<Round 1 of double_down_stud: waits for wagers, 13 records>
>>> made = again.table.round.do("dealer", "no more bets")
"""

from __future__ import annotations

import gzip
import os
import stat
import sys
from collections import deque
from collections.abc import Callable, Sequence
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec
from msgspec import structs

from pitboss.basics.errors import IllegalAction, LogError, UnreadableLog
from pitboss.basics.files import opened, write_all
from pitboss.basics.money import UNITS, seed_text
from pitboss.engine.game import Game
from pitboss.engine.meters.meter import Meter
from pitboss.engine.registry import game as game_named
from pitboss.engine.round.events import Began, Ended, Event, Seated
from pitboss.engine.round.inputs import is_input
from pitboss.engine.round.records import decode, encode
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules
from pitboss.engine.state import TableState
from pitboss.engine.table import Table
from pitboss.log.lines import GENESIS, Log, LogEnd, chain, first_line, sound_lines

if sys.platform == "win32":
    fcntl = None
else:
    import fcntl


class _Mark(NamedTuple):
    """A position in the file, after some records of the current round."""

    records: int
    size: int
    head: str
    rounds: int


class Journal:
    """Appends every record of a table's rounds to a file.

    With ``sync`` a record is on the disk before anyone sees it, so it survives a loss of power. Without ``sync`` it
    survives only the end of the process.
    """

    def __init__(
        self, path: Path | str, table: Table, *, follows: str = "", sync: bool = False, replace: bool = False
    ) -> None:
        path = Path(path)
        if table.round is not None and not table.round.over:
            raise LogError(0, "a journal must begin between rounds, and a round is in progress", "table")
        if not table.given_id and any(terms.linked for terms in table.terms.values()):
            raise LogError(0, "a table on a link needs an id, by which its meters know it after a crash", "table")
        if table.state.round and not follows:
            raise LogError(0, "the table has been played: name the log that the journal follows", "table")
        self._attach(path, opened(path, replace=replace), table, sync)
        self._append([_first_line(table, follows)])
        self._mark(0)

    def _attach(self, path: Path, file: FileIO, table: Table, sync: bool) -> None:
        _lock(file)
        self.path, self.table = path, table
        self.head = GENESIS
        """The hash of the last line."""
        self.rounds = 0
        """The number of rounds that have ended."""
        self._file, self._sync, self._size, self._number = file, sync, 0, 0
        self._ended = True
        self._marks: list[_Mark] = []
        """Positions to which the file can be cut back if a round undoes a failed act."""
        table.listen(self._heard)

    def _heard(self, round: Round, records: Sequence[Event]) -> None:
        before = len(round.records) - len(records)
        if not before and round.number != self._number:  # a new round
            self._marks, self._number = [], round.number
            self._mark(0)
        if self._marks[-1].records > before:  # an act failed after some of its records were written
            self._cut_back(next(mark for mark in reversed(self._marks) if mark.records <= before))
        if self._marks[-1].records != before:
            raise LogError(0, "records are missing from the journal: it must be recovered", "chain")
        if records:
            self._append(records)
            self.rounds += round.over
            self._ended = round.over
            self._mark(len(round.records))

    def _mark(self, records: int) -> None:
        self._marks.append(_Mark(records, self._size, self.head, self.rounds))

    def _append(self, records: Sequence[Event]) -> None:
        lines, head = chain(records, self.head)
        content = b"".join(lines)
        try:
            write_all(self._file, content)
            if self._sync:
                os.fsync(self._file.fileno())
        except BaseException:
            self._file.seek(self._size)
            self._file.truncate()
            raise
        self._size, self.head = self._size + len(content), head

    def _cut_back(self, mark: _Mark) -> None:
        self._file.seek(mark.size)
        self._file.truncate()
        _, self._size, self.head, self.rounds = mark
        self._marks = [kept for kept in self._marks if kept.records < mark.records] + [mark]

    def close(self) -> None:
        """End the log. The current round must be over, since a log holds whole rounds."""
        if self._file.closed:
            return
        if self._marks[-1].records and not self._ended:
            raise LogError(0, "the journal can't be closed: a round is in progress", "count")
        self._append([LogEnd(round=self._number, clause=self.table.game.round_of_play, rounds=self.rounds)])
        self.leave()

    def leave(self) -> None:
        """Close the file as it is, for a later recovery."""
        if not self._file.closed:
            self.table.listeners.remove(self._heard)
            self._file.close()

    def __repr__(self) -> str:
        return f"<Journal {self.path}: {self.rounds} rounds>"

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, *raised: object) -> None:
        if kind is None:
            self.close()
        else:
            self.leave()

    @classmethod
    def recover(
        cls, path: Path | str, *, games: Callable[[str], Game] = game_named, sync: bool = False, **table: Any
    ) -> Journal:
        """Recover the journal of a table that stopped, with its round as it was.

        ``table`` holds further arguments of ``Table``: a seed, a link, attendants. The file is checked line by line,
        and a torn last line is cut off. The table's own meters get their last values. Those of a link keep theirs.

        The people at the table are those of the last round. A journal holds records of rounds only, so it does not
        know who came or left since then, nor that a new dealer came between rounds. A seed begins a new stream of
        orders. It does not repeat those of the rounds before.
        """
        path = Path(path)
        stored = _read(path, games)
        if table.get("seed") is not None:
            table["seed"] = f"{seed_text(table['seed'])}, recovered at {stored.head}"
        made = Table(stored.game, stored.rules, state=stored.state, **{"id": stored.table, **table})
        round = _rebuilt(made, stored) if stored.round else None
        if round is None:
            came = [(one.seat, one.player) for one in stored.came]
            called = {one.player: one.name or one.player for one in stored.came}
            made.seats, made.names = [*stored.seats, *came], stored.names | called
        _restore_meters(made, stored, round)
        journal = cls.__new__(cls)
        journal._attach(path, path.open("r+b", buffering=0), made, sync)
        journal.head, journal.rounds, journal._number = stored.head, stored.rounds, stored.number
        journal._cut_back(_Mark(len(stored.round), stored.size, stored.head, stored.rounds))
        if round is not None:
            if len(round.records) > len(stored.round):  # the events after the last input were not written
                journal._heard(round, round.records[len(stored.round) :])
            round.attend(made.attendants)
        return journal


def _first_line(table: Table, follows: str) -> Log:
    """The first line of a table's journal. If it follows another, it says how the table and its meters stand."""
    first = first_line(table.game, table.rules, follows, table.given_id)
    if not follows:
        return first
    meters = tuple([structs.replace(one, at_units=table.meters[one.name].units) for one in first.meters])
    return structs.replace(first, meters=meters, state=table.state)


def _lock(file: FileIO) -> None:
    """Keep other processes from writing the same journal, if the system has such locks."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise LogError(0, "somebody else is writing this journal", "file") from None


def _rebuilt(table: Table, stored: _Stored) -> Round:
    """Rebuild the round in progress and compare it with the stored records."""
    inputs = [record for record in stored.round if is_input(record)]
    try:
        round = table.resume_round(stored.state, stored.seats, inputs, names=stored.names, revision=stored.revision)
    except IllegalAction as refusal:
        raise LogError(0, f"the rules reject an input of the round in progress: {refusal}", "input") from None
    if len(round.records) < len(stored.round):
        raise LogError(0, f"round {round.number} has records that the rules do not make", "event")
    for written, again in zip(stored.round, round.records, strict=False):
        if encode(written) != encode(again):
            raise LogError(0, f"round {round.number}: the rules make {encode(again).decode()}", "event")
    return round


def _restore_meters(table: Table, stored: _Stored, round: Round | None) -> None:
    """Set the table's own meters to where they began plus all gains since, including those of this round."""
    if round is not None:
        table.tell_meters(round, round.records)
    for name, terms in table.terms.items():
        meter = table.meters[name]
        if not terms.linked and isinstance(meter, Meter):
            began = stored.meters.get(name) or terms.seed * UNITS
            meter.units = began + stored.gained.get(name, 0) + (round.gains.get(name, 0) if round else 0)


class _Stored(msgspec.Struct, kw_only=True):
    """The contents of a journal file."""

    game: Game
    rules: dict[str, Any]
    table: str
    meters: dict[str, int]
    """Where the meters stood when the journal began, if it follows another."""
    state: TableState
    """The table as the last round left it, or as the round in progress found it."""
    seats: tuple[tuple[int, str], ...] = ()
    names: dict[str, str] = {}
    came: tuple[Seated, ...] = ()
    """Those who sat down in the last round."""
    revision: int = 0
    """The revision that the last round follows."""
    round: list[Event] = []
    """The records of the round in progress."""
    gained: dict[str, int] = {}
    """The gain of each meter in finished rounds, in units."""
    rounds: int = 0
    number: int = 0
    size: int
    head: str


def _read(path: Path, games: Callable[[str], Game]) -> _Stored:
    lines = sound_lines(path)
    try:
        first_body, first, size, head = next(lines)
    except StopIteration:
        raise UnreadableLog(1, "the journal has no first line") from None
    if first["type"] != "log":
        raise LogError(1, "a log must begin with a line of type 'log'", "chain")
    try:
        game, rules = games(first["game"]), first["rules"]
    except (KeyError, ValueError, TypeError):
        raise UnreadableLog(1, f"this log's game is unknown here: {first.get('game')!r}") from None
    line = msgspec.json.decode(first_body, type=Log)
    meters, state = {one.name: one.at_units for one in line.meters if one.at_units}, line.state or TableState()
    found = _Stored(game=game, rules=rules, table=line.table, meters=meters, state=state, size=size, head=head)
    for body, said, size, head in lines:
        if said["type"] == "end":
            raise LogError(0, "the journal is closed: it is a complete log, and a new journal may follow it", "count")
        try:
            record = decode(body)
        except msgspec.ValidationError as error:
            raise LogError(0, f"not a record: {error}", "event") from None
        found.size, found.head = size, head
        found.round.append(record)
        match record:
            case Began(seats=seats, names=names):
                found.state, found.number, found.revision = record.state or TableState(), record.round, record.revision
                found.came = ()
                found.seats, found.names = seats, {player: names.get(player, player) for _, player in seats}
            case Seated():
                found.came += (record,)
            case Ended():
                found.state, found.round = record.state or TableState(), []
                found.rounds += 1
                for name, units in record.meter_units.items():
                    found.gained[name] = found.gained.get(name, 0) + units
    return found


# --- the log of finished rounds

PIECE = 1 << 16
"""Bytes to compress together: enough to compress well, and few enough to lose."""


class _RoundMark(NamedTuple):
    """A position in a file after a whole round, where the log can be closed."""

    size: int
    head: str
    round: int
    rounds: int


class LogWriter:
    r"""Writes rounds to a new file or a stream as they end. An existing file is kept, unless ``replace``.

    A file whose name ends in .gz is compressed. If writing fails, the file is cut back to the last round that fits and
    closed there, and the error says so.

    >>> from io import BytesIO
    >>> from pitboss import Table
    >>> table, file = Table("double_down_stud"), BytesIO()
    >>> with LogWriter(file, table.game, table.rules) as log:
    ...     log.rounds
    0
    >>> file.getvalue().count(b"\n")
    2
    """

    def __init__(
        self, to: Path | str | BinaryIO, game: Game, rules: TableRules, follows: str = "", *, replace: bool = False
    ) -> None:
        to = Path(to) if isinstance(to, str) else to
        self.rounds = 0
        self.head = GENESIS
        """The hash of the last line so far."""
        self._path = to if isinstance(to, Path) else None
        self._packed = self._path is not None and self._path.suffix == ".gz"
        self._file = opened(to, replace=replace) if isinstance(to, Path) else to
        self._closed = False
        self._waiting = b""
        self._marks = deque[_RoundMark](maxlen=2)
        self._clause, self._round = game.round_of_play, 0
        self._take([first_line(game, rules, follows)])
        self._put()

    def add(self, round: Round) -> None:
        self._take(round.records)
        self._round = round.number
        self.rounds += 1
        if not self._packed or len(self._waiting) >= PIECE:
            self._put()

    def close(self) -> None:
        if self._closed:
            return
        self._take([self._end()])
        self._put()
        self._closed = True
        if self._path:
            self._file.close()
        else:
            self._file.flush()

    def _end(self) -> LogEnd:
        return LogEnd(round=self._round, clause=self._clause, rounds=self.rounds)

    def _take(self, records: Sequence[Event]) -> None:
        lines, self.head = chain(records, self.head)
        self._waiting += b"".join(lines)

    def _put(self) -> None:
        """Write the buffered lines. The file then ends with a whole round."""
        content = self._ready()
        try:
            write_all(self._file, content)
        except BaseException as error:
            self._closed = True
            if self._path is None:
                raise
            kept = self._cut_back()
            if not isinstance(error, OSError):
                raise
            raise OSError(error.errno, f"{str(error.strerror).lower()}{kept}", str(self._path)) from None
        before = self._marks[-1].size if self._marks else 0
        self._marks.append(_RoundMark(before + len(content), self.head, self._round, self.rounds))

    def _ready(self) -> bytes:
        """The buffered lines, compressed if the file is."""
        lines, self._waiting = self._waiting, b""
        return gzip.compress(lines, mtime=0) if self._packed else lines

    def _cut_back(self) -> str:
        """Close the file after the last round that fits. Returns in words what the file holds."""
        assert self._path is not None
        with self._file:
            if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
                return ""
            for mark in reversed(self._marks):
                size, self.head, self._round, self.rounds = mark
                self._waiting = b""
                self._take([self._end()])
                try:
                    self._file.seek(size)
                    self._file.truncate()
                    write_all(self._file, self._ready())
                except OSError:
                    continue
                rounds = "the first round" if self.rounds == 1 else f"the first {self.rounds:,} rounds"
                return f"; it holds {rounds}, closed and complete"
            if not self._marks:
                self._path.unlink(missing_ok=True)
                return ""
        return "; it has no closing line"

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

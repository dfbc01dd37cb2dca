"""The log: one line of JSON an event, hash-chained, and the proof of it by replay.

A log starts with a line that holds game and rules and ends with one that counts the rounds; every line carries the
hash of itself and all before it.
"""

from __future__ import annotations

import gzip
import os
import stat
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from fractions import Fraction
from gzip import BadGzipFile, GzipFile
from hashlib import sha256
from io import BufferedReader, FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple

import msgspec

from pitboss.errors import IllegalAction, LogError, RulesError, UnreadableLog
from pitboss.files import opened
from pitboss.progressive.readings import Readings
from pitboss.table import events as ev
from pitboss.table.events import Event, Input
from pitboss.table.game import Game
from pitboss.table.round import Round
from pitboss.table.rules import TableRules, load, to_builtins
from pitboss.table.shoe import parse_order
from pitboss.table.shuffle import PLANTED, SEEDED, commit, opens
from pitboss.table.state import TableState
from pitboss.version import __version__

GENESIS = "0" * 64
GZIPPED = b"\x1f\x8b"
"""How a file begins that gzip has packed."""
PIECE = 1 << 16
"""Bytes of lines that are packed together: enough to be packed well, and little to lose."""
FORM = 1
"""How logs are written now; another form would have another number."""


class Log(Event, frozen=True, kw_only=True):
    """The first line: the game, its rules and the version that wrote it."""

    version: str
    game: str
    rules: dict[str, Any]
    follows: str = ""
    """The last hash of the log that this one continues; empty where it begins with a new table."""
    form: int = FORM


class LogEnd(Event, frozen=True, kw_only=True, tag="end"):
    """The last line, under the number of the last round: a log without it was cut."""

    rounds: int


def chain(records: Sequence[Event], previous: str) -> tuple[list[bytes], str]:
    """The records as lines, each with its hash over itself and the one before."""
    lines = []
    last = previous.encode()
    for body in ev.encode_lines(records).split(b"\n")[:-1]:
        last = sha256(last + body).hexdigest().encode()
        lines.append(body[:-1] + b',"hash":"' + last + b'"}\n')
    return lines, last.decode()


class _Mark(NamedTuple):
    """A place in a file behind a whole round, where the log can be closed."""

    size: int
    head: str
    round: int
    rounds: int


class LogWriter:
    """Writes rounds to a new file as they end, or to a stream. A file that is there is kept, unless ``replace``.

    A file whose name ends in .gz is packed. Where no more can be written, the file is cut back to the last round that
    fits and closed there, and the error says so.
    """

    def __init__(
        self, to: Path | BinaryIO, game: Game, rules: TableRules, follows: str = "", *, replace: bool = False
    ) -> None:
        self.rounds = 0
        self.head = GENESIS
        """The hash of the last line so far."""
        self._path = to if isinstance(to, Path) else None
        self._packed = self._path is not None and self._path.suffix == ".gz"
        self._file = opened(to, replace=replace) if isinstance(to, Path) else to
        self._closed = False
        self._waiting = b""
        self._marks = deque[_Mark](maxlen=2)
        self._clause, self._round = game.round_of_play, 0
        plain = to_builtins(rules)
        first = Log(round=0, clause=self._clause, version=__version__, game=game.name, rules=plain, follows=follows)
        self._take([first])
        self._put()

    def add(self, round: Round) -> None:
        self._take(round.records)
        self._round = round.dealer.round
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
        """Write what waits, after which the file ends with a whole round."""
        content = self._ready()
        try:
            _write_all(self._file, content)
        except BaseException as error:
            self._closed = True
            if self._path is None:
                raise
            kept = self._cut_back()
            if not isinstance(error, OSError):
                raise
            raise OSError(error.errno, f"{str(error.strerror).lower()}{kept}", str(self._path)) from None
        before = self._marks[-1].size if self._marks else 0
        self._marks.append(_Mark(before + len(content), self.head, self._round, self.rounds))

    def _ready(self) -> bytes:
        """What waits, as the file has it."""
        lines, self._waiting = self._waiting, b""
        return gzip.compress(lines, mtime=0) if self._packed else lines

    def _cut_back(self) -> str:
        """Close the file behind the last round at which it can be closed; what became of it, in words."""
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
                    _write_all(self._file, self._ready())
                except OSError:
                    continue
                rounds = "the first round" if self.rounds == 1 else f"the first {self.rounds:,} rounds"
                return f"; it holds {rounds}, closed and complete"
            if not self._marks:
                self._path.unlink(missing_ok=True)
                return ""
        return "; what it holds is not closed"

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _write_all(file: BinaryIO | FileIO, content: bytes) -> None:
    """Write all of it: a file that is not buffered may take a part at a time."""
    left = memoryview(content)
    while left:
        left = left[file.write(left) or 0 :]


class Proof(msgspec.Struct, kw_only=True):
    """What a replayed log adds up to, in cents."""

    game: str
    rules: str
    rounds: int = 0
    events: int = 0
    staked: int = 0
    returned: int = 0
    house: Fraction = Fraction(0)
    meters: dict[str, Fraction] = {}
    commitments: int = 0
    seeded: int = 0
    planted: int = 0
    """Orders of cards that came from a seed, or from somebody's hand, and not from the system's own source."""
    linked: tuple[str, ...] = ()
    """Meters that other tables feed as well: their readings are taken on trust."""
    follows: str = ""
    """The last hash of the log before this one: how the first round found the table is taken on trust."""
    head: str = GENESIS
    """The hash of the last line: whoever keeps it elsewhere can tell a log rewritten from end to end."""


def verified_lines(source: Path | BinaryIO) -> Iterator[tuple[int, bytes, dict[str, Any], str]]:
    """Lines with an unbroken chain: number, body as it was hashed, what it says, and its hash."""
    previous = GENESIS
    ended = False
    number = 0
    for number, line in enumerate(unpacked(source), 1):
        if number == 1:
            _recognise(line)
        if ended:
            raise LogError(number, "the log goes on after its closing line", "chain")
        if not line.endswith(b"\n"):
            wrong = "the line is cut short: a line ends with its hash, and the last one counts the rounds"
            raise LogError(number, wrong, "chain")
        text = line[:-1]
        body, mark, tail = text[:-75], text[-75:-66], text[-66:]
        if mark != b',"hash":"' or tail[-2:] != b'"}':
            raise LogError(number, "the line has no hash of the chain at its end", "chain")
        body += b"}"
        digest = sha256(previous.encode() + body).hexdigest()
        if digest.encode() != tail[:-2]:
            wrong = "the hash does not fit: this line was changed, moved, or one before it is missing"
            raise LogError(number, wrong, "chain")
        try:
            said = msgspec.json.decode(body)
        except (msgspec.DecodeError, RecursionError) as error:
            raise LogError(number, f"not JSON: {error}", "event") from None
        if not isinstance(said, dict) or not isinstance(said.get("type"), str):
            raise LogError(number, "the line has no type", "event")
        previous = digest
        ended = said["type"] == "end"
        yield number, body, said, digest
    if not number:
        raise UnreadableLog(1, "this is no log: the file is empty")
    if not ended:
        raise LogError(number + 1, "the log stops before its closing line: it was cut", "chain")


def unpacked(source: Path | BinaryIO) -> Iterator[bytes]:
    """The lines of a file or stream, unpacked where they are packed by gzip."""
    number = 0
    try:
        with source.open("rb") if isinstance(source, Path) else nullcontext(source) as file:
            packed = BufferedReader(file) if not hasattr(file, "peek") else file  # type: ignore[type-var]
            lines = GzipFile(fileobj=packed) if packed.peek(2)[:2] == GZIPPED else packed
            for line in lines:
                number += 1
                yield line
    except EOFError:
        raise UnreadableLog(number + 1, "the packed file can't be read: it is cut short") from None
    except (BadGzipFile, zlib.error):
        raise UnreadableLog(number + 1, "the packed file can't be read: it is damaged") from None
    except OSError as error:
        raise UnreadableLog(number, f"can't be read: {(error.strerror or str(error)).lower()}") from None


def _recognise(line: bytes) -> None:
    """Tell what is no log, or one of another form, from a log that is false."""
    try:
        said = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        said = None
    if not isinstance(said, dict) or not isinstance(said.get("type"), str) or "hash" not in said:
        raise UnreadableLog(1, "this is no log: a log is lines of JSON, each with its type and its hash")
    form = said.get("form", FORM)
    if said["type"] == "log" and form != FORM:
        raise UnreadableLog(1, f"this is a log of form {form}, and this program reads form {FORM}")


def prove(
    source: Path | BinaryIO,
    games: Callable[[str], Game],
    tick: Callable[[Proof], None] | None = None,
    each: Callable[[Round], None] | None = None,
) -> Proof:
    """Deal every round of a log again and compare every byte; check commitments and add up the money.

    ``tick`` is told of every line, ``each`` of every round that is proved, when it is.
    """
    lines = verified_lines(source)
    prover = _begun(lines, games)
    try:
        for number, body, said, digest in lines:
            prover.proof.head = digest
            if said["type"] == "end":
                prover.finish(number, said)
            else:
                ended = prover.take(number, body, said)
                if ended is not None and each:
                    each(ended)
            if tick:
                tick(prover.proof)
    except LogError as error:
        error.round = prover.number
        raise
    return prover.proof


def _begun(lines: Iterator[tuple[int, bytes, dict[str, Any], str]], games: Callable[[str], Game]) -> _Prover:
    """What proves the rest of a log, by its first line."""
    number, _, head, _ = next(lines)
    if head["type"] != "log":
        raise LogError(number, "a log begins with a line of type 'log'", "chain")
    try:
        game = games(head["game"])
    except (KeyError, ValueError, TypeError, AttributeError):
        raise UnreadableLog(number, f"this is the log of a game that is not known here: {head.get('game')!r}") from None
    try:
        rules = load(game.name, game.rules, head["rules"])
    except (RulesError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise LogError(number, f"the rules of the log do not hold: {error}", "rules") from None
    follows = head.get("follows", "")
    if not isinstance(follows, str):
        raise LogError(number, "what the log follows is the last hash of another", "table")
    return _Prover(game, rules, follows)


class _Prover:
    at: int
    """How many lines of the round have been held against what the rules make."""

    def __init__(self, game: Game, rules: TableRules, follows: str) -> None:
        self.game, self.rules = game, rules
        meters = game.meters(rules)
        linked = tuple(meter.name for meter in meters if meter.linked)
        self.proof = Proof(game=game.name, rules=rules.digest, follows=follows, linked=linked)
        self.round: Round | None = None
        self.number = 0
        """Of the last round that began."""
        self.state = TableState()
        self.due: tuple[str, ...] = ()
        """The commitments that the last shuffle calls for."""
        self.committed: dict[int, tuple[str, ...]] = {}
        self.money = {"wagered": 0, "returned": 0}
        self.readings = Readings(meters, from_seed=not follows)

    def take(self, number: int, body: bytes, said: dict[str, Any]) -> Round | None:
        """Hold a line against what the rules make; the round that it ends."""
        if said["type"] == "began":
            self._begin(number, said)
        round = self.round
        if round is None:
            raise LogError(number, "an event before any round began", "event")
        if self.at >= len(round.records):
            if said["type"] != "input":
                wrong = f"'{said['type']}' is not what the rules make here: they wait for an input"
                raise LogError(number, wrong, "event")
            self._input(number, body, round)
        made = ev.encode(round.records[self.at])
        if made != body:
            raise LogError(number, f"the rules make {made.decode()} here", "event")
        self._tally(number, round.records[self.at])
        self.at += 1
        if said["type"] != "ended":
            return None
        self.state = round.state
        self.round = None
        return round

    def _begin(self, number: int, said: dict[str, Any]) -> None:
        if self.round is not None:
            raise LogError(number, "a round begins before the last one ended", "event")
        try:
            seats = tuple((int(seat), str(player)) for seat, player in said["seats"])
            state = msgspec.convert(said["state"], TableState)
        except (msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
            raise LogError(number, f"the round does not begin as rounds do: {error}", "table") from None
        on_trust = bool(self.proof.follows) and not self.proof.rounds
        if not on_trust and state != self._expected(state):
            left = "as the last round left it" if self.proof.rounds else "new, and the log follows no other"
            raise LogError(number, f"the table is not {left}", "table")
        taken = [seat for seat, _ in seats if seat]
        if not taken or len(set(taken)) < len(taken) or len({name for _, name in seats}) < len(seats):
            raise LogError(number, "nobody sits at the table, or two sit at one seat or under one name", "table")
        if not all(0 <= seat <= self.rules.positions for seat, _ in seats):
            wrong = f"someone sits at a seat that the table has not: it has {self.rules.positions}"
            raise LogError(number, wrong, "table")
        self.round, self.at = Round(self.game, self.rules, state, seats), 0
        self.number = self.round.dealer.round

    def _expected(self, state: TableState) -> TableState:
        """The table as the last round left it; a new dealer, who must burn, may have come meanwhile."""
        return msgspec.structs.replace(self.state, burn=state.burn or self.state.burn)

    def _input(self, number: int, body: bytes, round: Round) -> None:
        try:
            given = ev.decode(body)
        except msgspec.ValidationError as error:
            raise LogError(number, f"not an input: {error}", "input") from None
        assert isinstance(given, Input)
        try:
            round.do(given)
        except IllegalAction as refusal:
            raise LogError(number, f"the rules refuse this input: {refusal}", "input") from None

    def _tally(self, number: int, event: Event) -> None:
        proof = self.proof
        proof.events += 1
        match event:
            case ev.Shuffled():
                self.due = commit(parse_order(event.order)[0], event.key)
                proof.seeded += event.source == SEEDED
                proof.planted += event.source == PLANTED
            case ev.Committed():
                if event.commitments != self.due:
                    raise LogError(number, "the commitments are not of this order of cards", "commitment")
                self.committed[event.pack] = event.commitments
                proof.commitments += len(event.commitments)
            case ev.Opened():
                made = self.committed.get(event.pack, ())
                for index, card, salt in event.cards:
                    if made and not opens(made[index], card, salt):
                        wrong = f"the {card} opened at {index} is not the card committed to"
                        raise LogError(number, wrong, "commitment")
            case ev.Wagered():
                self.money["wagered"] += 0 if event.redeemed else event.amount
            case ev.Withdrawn():
                self.money["wagered"] -= 0 if event.redeemed else event.amount
            case ev.Settled():
                self.money["returned"] += event.returned
            case ev.Contributed() | ev.Metered() | ev.Paid():
                self._read(number, event)
            case ev.Ended():
                self._read(number, event)
                self._balance(number, event)
            case _:
                return

    def _read(self, number: int, event: Event) -> None:
        """What the meters show must agree with what they showed, gained and paid before."""
        if wrong := self.readings.take(event):
            raise LogError(number, wrong, "meter")

    def _balance(self, number: int, event: ev.Ended) -> None:
        """Players, house and meters together neither gain nor lose a cent."""
        proof = self.proof
        if (self.money["wagered"], self.money["returned"]) != (event.staked, event.returned):
            wrong = f"the books do not balance: {self.money} against {event.staked}, {event.returned}"
            raise LogError(number, wrong, "money")
        gained = {name: Fraction(amount) for name, amount in event.meters.items()}
        if event.staked - event.returned != Fraction(event.house) + sum(gained.values()):
            raise LogError(number, "the books do not balance: players, house and meters do not add up", "money")
        proof.rounds += 1
        proof.staked += event.staked
        proof.returned += event.returned
        proof.house += Fraction(event.house)
        for name, amount in gained.items():
            proof.meters[name] = proof.meters.get(name, Fraction(0)) + amount
        self.money = {"wagered": 0, "returned": 0}

    def finish(self, number: int, said: dict[str, Any]) -> None:
        if self.round is not None:
            raise LogError(number, "the log ends in the middle of a round", "count")
        if said.get("rounds") != self.proof.rounds:
            wrong = f"the log holds {self.proof.rounds} rounds and says {said.get('rounds')}"
            raise LogError(number, wrong, "count")

"""The lines of a log: one of JSON for each record, each with a hash over itself and all lines before it.

A log begins with a line that holds game and rules, and ends with one that counts the rounds. The contract is
docs/log.md.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from gzip import BadGzipFile, GzipFile
from hashlib import sha256
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from pitboss.cards import texts
from pitboss.errors import LogError, UnreadableLog
from pitboss.table.events import Event
from pitboss.table.game import Game
from pitboss.table.records import encode_lines
from pitboss.table.rules import TableRules, to_builtins
from pitboss.version import __version__

GENESIS = "0" * 64
"""The hash before the first line."""
GZIPPED = b"\x1f\x8b"
"""How a file begins that gzip has packed."""
FORM = 2
"""The form of logs that this program reads and writes. A log that is written otherwise has another number."""


class LoggedMeter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A meter of the table's progressive."""

    name: str
    seed: int
    """Cents that it begins with, and is reset to after a win of all of it."""
    units: int
    """What each wager adds to it, in ten-thousandths of a cent."""
    wagers: tuple[str, ...]
    """The wagers that feed it."""
    linked: bool = False
    """Other tables feed it too."""


class Log(Event, frozen=True, kw_only=True):
    """The first line: the game, its rules and the version that wrote it."""

    version: str
    game: str
    rules: dict[str, Any]
    follows: str = ""
    """The last hash of the log that this one continues; empty where it begins with a new table."""
    pack: str
    """The cards of one pack."""
    decks: int
    """Packs of cards that are shuffled together."""
    meters: tuple[LoggedMeter, ...] = ()
    table: str = ""
    """What meters know the table by, if it was given an id."""
    form: int
    """How the log is written."""


class LogEnd(Event, frozen=True, kw_only=True, tag="end"):
    """The last line, under the number of the last round: a log without it was cut."""

    rounds: int


def chain(records: Sequence[Event], previous: str) -> tuple[list[bytes], str]:
    """The records as lines, each with its hash over itself and the one before."""
    lines = []
    last = previous.encode()
    for body in encode_lines(records).split(b"\n")[:-1]:
        last = sha256(last + body).hexdigest().encode()
        lines.append(body[:-1] + b',"hash":"' + last + b'"}\n')
    return lines, last.decode()


def first_line(game: Game, rules: TableRules, follows: str = "", table: str = "") -> Log:
    """The line with which the log of a table begins."""
    meters = [
        LoggedMeter(name=one.name, seed=one.seed, units=one.units, wagers=one.wagers, linked=one.linked)
        for one in game.meters(rules)
    ]
    return Log(
        round=0,
        clause=game.round_of_play,
        version=__version__,
        game=game.name,
        rules=to_builtins(rules),
        follows=follows,
        pack=texts(game.pack),
        decks=game.decks(rules),
        meters=tuple(meters),
        table=table,
        form=FORM,
    )


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
        body, said, previous = _checked(number, line, previous)
        ended = said["type"] == "end"
        yield number, body, said, previous
    if not number:
        raise UnreadableLog(1, "this is no log: the file is empty")
    if not ended:
        raise LogError(number + 1, "the log stops before its closing line: it was cut", "chain")


def sound_lines(path: Path) -> Iterator[tuple[bytes, dict[str, Any], int, str]]:
    """The lines of a file up to the first that is torn: body, what it says, where it ends in the file, and its hash.

    A last line that is incomplete is left out; one that is complete and has the wrong hash is an error.
    """
    previous, size = GENESIS, 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            body, said, previous = _checked(number, line, previous)
            size += len(line)
            yield body, said, size, previous


def _checked(number: int, line: bytes, previous: str) -> tuple[bytes, dict[str, Any], str]:
    """A whole line: its body as it was hashed, what it says, and its hash."""
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
    return body, said, digest


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
    form = said.get("form", 1)
    if said["type"] == "log" and form != FORM:
        raise UnreadableLog(1, f"this is a log of form {form}, and this program reads form {FORM}")

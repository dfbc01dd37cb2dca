"""The lines of a log: one line of JSON per record, each with a hash over itself and all lines before it.

The first line holds the game and its rules, and the last line counts the rounds. docs/log.md is the contract.
The JSON Schema of a line is made from the record classes. The description of each field is its docstring.
"""

from __future__ import annotations

import ast
import inspect
import zlib
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import cache
from gzip import BadGzipFile, GzipFile
from hashlib import sha256
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from pitboss.basics import __version__
from pitboss.basics.cards import texts
from pitboss.basics.errors import LogError, UnreadableLog
from pitboss.engine.game import Game, listed
from pitboss.engine.round.events import REVISION, Event, unknown_revision
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.records import RECORDS, encode_lines
from pitboss.engine.rules import TableRules, refuse_study, to_builtins
from pitboss.engine.state import TableState

GENESIS = "0" * 64
"""The hash before the first line."""
GZIPPED = b"\x1f\x8b"
"""The first bytes of a gzip file."""
FORM = 3
"""The version of the log format that this program writes."""
FORMS = (2, FORM)
"""The versions that it reads."""


class LoggedMeter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A meter of the table's progressive."""

    name: str
    seed: int
    """Cents that the meter starts with and is reset to after a win of the whole meter."""
    units: int
    """The contribution of each wager, in ten-thousandths of a cent."""
    wagers: tuple[str, ...]
    """The wagers that contribute to it."""
    linked: bool = False
    """Whether other tables contribute to it too."""
    at_units: int = 0
    """Where it stands when the log begins, in ten-thousandths of a cent, if the log follows another."""


class Log(Event, frozen=True, kw_only=True):
    """The first line: the game, its rules and the version that wrote it."""

    version: str
    game: str
    rules: dict[str, Any]
    follows: str = ""
    """The last hash of the log that this one continues. Empty if this log begins with a new table."""
    pack: str
    """The cards of one pack."""
    decks: int
    """The number of packs that are shuffled together."""
    meters: tuple[LoggedMeter, ...] = ()
    state: TableState | None = None
    """The table as the log before left it, if the log follows another."""
    table: str = ""
    """The name by which meters know the table, if it was given an id."""
    form: int
    """The version of the log format."""
    revision: int = 0
    """The revision of the engine that began the log. A round may follow a later one, if a later program wrote it."""


class LogEnd(Event, frozen=True, kw_only=True, tag="end"):
    """The last line, with the number of the last round. A log without it was cut off."""

    rounds: int


def chain(records: Sequence[Event], previous: str) -> tuple[list[bytes], str]:
    """The records as lines, each with a hash over itself and the hash before. Returns the last hash too."""
    lines = []
    last = previous.encode()
    for body in encode_lines(records).split(b"\n")[:-1]:
        last = sha256(last + body).hexdigest().encode()
        lines.append(body[:-1] + b',"hash":"' + last + b'"}\n')
    return lines, last.decode()


def first_line(game: Game, rules: TableRules, follows: str = "", table: str = "") -> Log:
    """The first line of a table's log."""
    refuse_study(game.name, rules)
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
        revision=REVISION,
    )


def verified_lines(source: Path | BinaryIO) -> Iterator[tuple[int, bytes, dict[str, Any], str]]:
    """Lines with an unbroken chain: number, hashed body, decoded content, and hash."""
    previous = GENESIS
    ended = False
    number = 0
    for number, line in enumerate(unpacked(source), 1):
        if number == 1:
            _recognise(line)
        if ended:
            raise LogError(number, "the log goes on after its closing line", "chain")
        if not line.endswith(b"\n"):
            wrong = "the line is cut short: a line must end with its hash and a line break"
            raise LogError(number, wrong, "chain")
        body, said, previous = _checked(number, line, previous)
        ended = said["type"] == "end"
        yield number, body, said, previous
    if not number:
        raise UnreadableLog(1, "this is not a log: the file is empty")
    if not ended:
        raise LogError(number + 1, "the log stops before its closing line: it was cut off", "chain")


def sound_lines(path: Path) -> Iterator[tuple[bytes, dict[str, Any], int, str]]:
    """The complete lines of a file: hashed body, decoded content, end position in the file, and hash.

    An incomplete last line is left out. A complete line with a wrong hash is an error.
    """
    previous, size = GENESIS, 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            if number == 1:
                _recognise(line)
            body, said, previous = _checked(number, line, previous)
            size += len(line)
            yield body, said, size, previous


def _checked(number: int, line: bytes, previous: str) -> tuple[bytes, dict[str, Any], str]:
    """Check a complete line. Returns its hashed body, its decoded content, and its hash."""
    text = line[:-1]
    body, mark, tail = text[:-75], text[-75:-66], text[-66:]
    if mark != b',"hash":"' or tail[-2:] != b'"}':
        raise LogError(number, "the line does not end with its hash", "chain")
    body += b"}"
    digest = sha256(previous.encode() + body).hexdigest()
    if digest.encode() != tail[:-2]:
        wrong = "the hash does not match: this line was changed or moved, or a line before it is missing"
        raise LogError(number, wrong, "chain")
    try:
        said = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise LogError(number, f"not JSON: {error}", "event") from None
    if not isinstance(said, dict) or not isinstance(said.get("type"), str):
        raise LogError(number, "the line has no type", "event")
    return body, said, digest


def unpacked(source: Path | BinaryIO) -> Iterator[bytes]:
    """The lines of a file or stream, decompressed if it is gzipped."""
    number = 0
    try:
        with source.open("rb") if isinstance(source, Path) else nullcontext(source) as file:
            packed = BufferedReader(file) if not hasattr(file, "peek") else file  # type: ignore[type-var]
            lines = GzipFile(fileobj=packed) if packed.peek(2)[:2] == GZIPPED else packed
            for line in lines:
                number += 1
                yield line
    except EOFError:
        raise UnreadableLog(number + 1, "the gzip file can't be read: it is cut short") from None
    except (BadGzipFile, zlib.error):
        raise UnreadableLog(number + 1, "the gzip file can't be read: it is damaged") from None
    except OSError as error:
        raise UnreadableLog(number, f"can't be read: {(error.strerror or str(error)).lower()}") from None


def _recognise(line: bytes) -> None:
    """Reject a file that is not a log, or a log of another format version."""
    try:
        said = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        said = None
    if not isinstance(said, dict) or not isinstance(said.get("type"), str) or "hash" not in said:
        raise UnreadableLog(1, "this is not a log: a log is lines of JSON, each with its type and its hash")
    form = said.get("form", 1)
    if said["type"] == "log" and form not in FORMS:
        raise UnreadableLog(
            1, f"this is a log of form {form}, but this program reads forms {listed([str(one) for one in FORMS])}"
        )
    if said["type"] == "log" and (wrong := unknown_revision(said.get("revision", 0))):
        raise UnreadableLog(1, wrong)


# --- the JSON Schema of a line


STAMPED = ["round", "clause", "at", "turn"]
"""The fields that a round fills in when it accepts an input. Inputs in a log always have them."""
HASH = {
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
    "description": "SHA-256 of the previous line's hash, as text, followed by this line without the field 'hash'.",
}


def schema() -> dict[str, Any]:
    """The schema of a line of a log."""
    kinds: tuple[type[msgspec.Struct], ...] = (Log, LogEnd, *RECORDS.values())
    references, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    described: list[type[msgspec.Struct]] = [*kinds, TableState, LoggedMeter]
    for kind in described:
        told = parts[kind.__name__]
        told["description"] = plain_words((kind.__doc__ or "").partition(">>>")[0])
        for name, words in field_words(kind).items():
            if name in told["properties"]:
                told["properties"][name].setdefault("description", words)
        if issubclass(kind, Input):
            told["required"] += STAMPED
            for name in STAMPED:
                del told["properties"][name]["default"]
        if kind in kinds:
            told["properties"]["hash"] = HASH
            told["required"].append("hash")
        told["additionalProperties"] = False
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a Pitboss log, form {FORM}",
        "anyOf": list(references),
        "$defs": parts,
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))  # tuples become lists
    return plain


@cache
def field_words(kind: type) -> dict[str, str]:
    """The docstrings of the fields of a class and its base classes."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if issubclass(one, msgspec.Struct) and one.__module__.startswith("pitboss."):
            found |= _own_fields(one)
    return found


def _own_fields(kind: type) -> dict[str, str]:
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, words in zip(tree.body, tree.body[1:], strict=False):
        match field, words:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = plain_words(text)
    return found


def plain_words(words: str) -> str:
    """A docstring as a line."""
    return " ".join(words.replace("``", "'").split())

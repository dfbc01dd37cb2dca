"""The acts of a live table, as they are stored. A table's acts are numbered from 1 without a gap.

Each act has a head: the SHA-256 of the head before it, the act, and the head of the table's log after it. So the acts
form a chain, and the chain covers every record of every round, although only inputs are stored.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec

from pitboss.house.store import ActRow
from pitboss.log.lines import GENESIS
from pitboss.table.inputs import AnyInput
from pitboss.table.state import TableState


class Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """Something that happened at a live table."""


class TableOpened(Act, frozen=True, kw_only=True):
    """The table opened, with the first line of its log."""

    first_line: str


class Sat(Act, frozen=True, kw_only=True):
    """Somebody sat down. Seat 0 stands for a place behind the seats."""

    player: str
    name: str
    seat: int


class Left(Act, frozen=True, kw_only=True):
    """Somebody left the table. ``why`` is empty if they chose to."""

    player: str
    why: str = ""


class RoundBegan(Act, frozen=True, kw_only=True):
    """A round began. This is the snapshot from which a table is recovered."""

    number: int
    state: TableState
    seats: tuple[tuple[int, str], ...]
    names: dict[str, str]
    log_head: str
    """The head of the log before the round."""
    inputs: tuple[AnyInput, ...]
    """The inputs of devices before anybody else was asked."""
    out: tuple[str, ...] = ()
    """Players who sit out."""


class Gave(Act, frozen=True, kw_only=True):
    """Somebody gave an input. The inputs of devices that followed at once are here too."""

    inputs: tuple[AnyInput, ...]


class SatOut(Act, frozen=True, kw_only=True):
    """A player sits out, or plays again."""

    player: str
    out: bool


class DealerCame(Act, frozen=True, kw_only=True):
    """Another dealer came to the table between rounds. An empty id stands for the automatic dealer."""

    dealer: str
    why: str = ""


class RulesChanged(Act, frozen=True, kw_only=True):
    """The rules changed between rounds. A new log begins, which follows the one before. This is a snapshot too."""

    first_line: str
    state: TableState
    seats: tuple[tuple[int, str], ...]
    names: dict[str, str]
    out: tuple[str, ...] = ()


class Said(Act, frozen=True, kw_only=True):
    """The house said something to everybody at the table."""

    words: str


class TableClosed(Act, frozen=True, kw_only=True):
    """The table closed after a round."""


AnyAct = TableOpened | Sat | Left | RoundBegan | Gave | SatOut | DealerCame | RulesChanged | Said | TableClosed

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyAct).decode
FIRST = GENESIS
"""The head before the first act."""


def next_head(before: str, row: ActRow, log_head: str) -> str:
    """The head after an act, which covers everything that is stored of it."""
    about = f"{before}\n{row.table_id} {row.seq} {row.round} {row.at}\n{row.person}\n{row.key or ''}\n{log_head}\n"
    return sha256(about.encode() + row.body).hexdigest()

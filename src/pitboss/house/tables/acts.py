"""The acts of a live table, as they are stored, and what people are told of them.

A table's acts are numbered from 1 without a gap. Each act has a head: the SHA-256 of the head before it, the act, and
the head of the table's log after it. So the acts form a chain, and the chain covers every record of every round,
although only inputs are stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from pitboss.engine.round.events import Dealt, Event
from pitboss.engine.round.inputs import AnyInput
from pitboss.engine.state import TableState
from pitboss.house.people.house_players import is_house_player
from pitboss.house.storage.store import ActRow
from pitboss.log.lines import GENESIS


class Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """Something that happened at a live table."""


class Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An option of the rules that changes. Values are as in a rules file."""

    option: str
    line: str = ""
    """The line that changes, if the option is a table such as a pay table."""
    before: Any
    after: Any


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


class FloorCalled(Act, frozen=True, kw_only=True):
    """A player called the floor. Staff hears why, and the call waits until somebody of the staff has seen it."""

    player: str
    name: str
    seat: int
    """0 for somebody who stands behind the seats."""
    why: str
    at: int


class FloorAnswered(Act, frozen=True, kw_only=True):
    """Staff has seen a player's call."""

    player: str
    words: str


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
    rules: dict[str, Any] | None = None
    """Rules that were ordered and wait for the end of the shoe."""
    missed: dict[str, int] = {}
    """Rounds in a row that players have missed."""
    closing: bool = False
    """Whether the table closes after the round."""
    log_began: int = 0
    """The last round before the table's log began."""
    calls: tuple[FloorCalled, ...] = ()
    """Calls of the floor that wait for an answer."""
    revision: int = 0
    """The revision of the engine that the round follows."""


class Gave(Act, frozen=True, kw_only=True):
    """Somebody gave an input. The inputs of devices that followed at once are here too."""

    inputs: tuple[AnyInput, ...]
    by_hand: bool = False
    """Whether a person deals the cards of this act. They are told when they are dealt: ``CardsDealt``."""


class CardsDealt(Act, frozen=True, kw_only=True):
    """Cards were dealt that had been held back for the person who deals."""

    cards: int = 0
    """How many; 0 for all."""
    left: int = 0
    """How many were held back. 0 if nobody ordered the cards one by one, and in older acts."""


class SatOut(Act, frozen=True, kw_only=True):
    """A player sits out, or plays again."""

    player: str
    out: bool


class DealerCame(Act, frozen=True, kw_only=True):
    """Another dealer came to the table between rounds. An empty id stands for the automatic dealer."""

    dealer: str
    name: str = ""
    why: str = ""


class DealerAssigned(Act, frozen=True, kw_only=True):
    """Staff took the table, or left it. Everybody hears it at once. An empty id stands for the automatic dealer."""

    dealer: str
    name: str = ""
    words: str


class RulesOrdered(Act, frozen=True, kw_only=True):
    """Staff ordered other rules, which everybody hears at once. They apply from the next round or shoe on."""

    rules: dict[str, Any]
    """All options, as in a rules file."""
    changes: tuple[Change, ...]
    words: str


class RulesKept(Act, frozen=True, kw_only=True):
    """Rules that were ordered do not come into force: they were withdrawn, or no longer fit the table."""

    words: str


class RulesChanged(Act, frozen=True, kw_only=True):
    """The rules changed between rounds. A new log begins, which follows the one before. This is a snapshot too."""

    first_line: str
    changes: tuple[Change, ...]
    state: TableState
    seats: tuple[tuple[int, str], ...]
    names: dict[str, str]
    out: tuple[str, ...] = ()
    missed: dict[str, int] = {}
    closing: bool = False
    calls: tuple[FloorCalled, ...] = ()


class Said(Act, frozen=True, kw_only=True):
    """The house said something to everybody at the table."""

    words: str


class Missed(Act, frozen=True, kw_only=True):
    """The rounds in a row that players have missed were counted. Whoever has missed none is not named."""

    rounds: dict[str, int]
    counted: int
    """The last round whose wagers were counted."""


class TableClosing(Act, frozen=True, kw_only=True):
    """Staff ordered the table to close after the round."""

    words: str


class TableClosed(Act, frozen=True, kw_only=True):
    """The table closed after a round."""


AnyAct = (
    TableOpened
    | Sat
    | Left
    | RoundBegan
    | Gave
    | CardsDealt
    | FloorCalled
    | FloorAnswered
    | SatOut
    | DealerCame
    | DealerAssigned
    | RulesOrdered
    | RulesKept
    | RulesChanged
    | Said
    | Missed
    | TableClosing
    | TableClosed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyAct).decode
FIRST = GENESIS
"""The head before the first act."""


def shown(act: AnyAct) -> dict[str, Any]:
    """What everybody may know of an act. The state in a snapshot holds the order of the cards, so it is left out."""
    if isinstance(act, RoundBegan | Gave | CardsDealt):
        return {}  # viewers get the events
    plain: dict[str, Any] = msgspec.to_builtins(act)
    if isinstance(act, FloorCalled):
        return {name: plain[name] for name in ("type", "player", "seat")}  # why is for staff
    if isinstance(act, RulesChanged):
        rules = msgspec.json.decode(act.first_line)["rules"]
        return {"type": plain["type"], "rules": rules, "changes": plain["changes"]}
    if isinstance(act, Sat) and is_house_player(act.player):
        plain["house"] = True
    return plain


def next_head(before: str, row: ActRow, log_head: str) -> str:
    """The head after an act, which covers everything that is stored of it."""
    about = f"{before}\n{row.table_id} {row.seq} {row.round} {row.at}\n{row.person}\n{row.key or ''}\n{log_head}\n"
    return sha256(about.encode() + row.body).hexdigest()


# --- a deal by hand: what is stored of a round, but not told, until the person who deals has dealt it
#
# The round deals all cards of a deal in one act, which is stored at once, as at every table. Where a person deals, the
# first card of the act and everything after it is held back. Each order of the dealer is an act of its own,
# ``CardsDealt``, and its update has the next cards with what follows them. So updates are numbered without a gap,
# whoever comes back gets exactly what was missed, and a table that is recovered holds back what it held before.


class HeldBack:
    """What a table holds back. The first record is a card, unless nothing is held.

    >>> cards = [Dealt(round=1, clause="6(d)", to=f"seat {seat}", card=None, face="down", hand=1) for seat in (1, 2)]
    >>> held = HeldBack()
    >>> held.told(Gave(inputs=(), by_hand=True), cards)
    ()
    >>> held.cards, held.next.to
    (2, 'seat 1')
    >>> [event.to for event in held.told(CardsDealt(cards=1))], held.cards
    (['seat 1'], 1)
    """

    def __init__(self) -> None:
        self.records: deque[Event] = deque()

    def __bool__(self) -> bool:
        return bool(self.records)

    @property
    def cards(self) -> int:
        """The number of cards that are still to be dealt."""
        return sum(isinstance(one, Dealt) for one in self.records) if self.records else 0

    @property
    def next(self) -> Dealt | None:
        """The next card."""
        first = self.records[0] if self.records else None
        return first if isinstance(first, Dealt) else None

    def told(self, act: AnyAct, records: Sequence[Event] = ()) -> tuple[Event, ...]:
        """Take in an act with its records. Returns what people are told of it now."""
        if isinstance(act, CardsDealt):
            return self._deal(act.cards or self.cards)
        first = 0
        if not self.records:
            by_hand = isinstance(act, Gave) and act.by_hand
            first = next((at for at, one in enumerate(records) if by_hand and isinstance(one, Dealt)), len(records))
        self.records.extend(records[first:])
        return tuple(records[:first])

    def _deal(self, cards: int) -> tuple[Event, ...]:
        """The next cards, each with what follows it."""
        dealt: list[Event] = []
        while self.records and (cards > 0 or not isinstance(self.records[0], Dealt)):
            cards -= isinstance(self.records[0], Dealt)
            dealt.append(self.records.popleft())
        return tuple(dealt)

"""The messages of the WebSocket, one struct for each kind, told apart by ``type``.

Money is in whole cents. Times are whole milliseconds of the server's clock. Every command has a ``key``, which the
client makes up: a command that is sent twice is done once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from pitboss.engine.results import Result
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.hand_labels import Held

VERSION = 1
"""The version of the protocol. A server rejects a client of another version."""
LONGEST_KEY = 64
LONGEST_WORD = 200
NO_NUL = r"^[^\x00]*$"
Word = Annotated[str, msgspec.Meta(max_length=LONGEST_WORD, pattern=NO_NUL)]
"""A text that the answer may repeat, such as an id or the name of a wager. PostgreSQL holds no NUL."""
LEAST, MOST = -(2**63), 2**63 - 1
Whole = Annotated[int, msgspec.Meta(ge=LEAST, le=MOST)]
"""A whole number of at most 64 bits, since a longer one takes long to read."""
_KEY = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_KEY}}}")


def is_key(text: str) -> bool:
    """Whether this can be the key of a command.

    >>> is_key("4f2a-1"), is_key("a/b")
    (True, False)
    """
    return _KEY.fullmatch(text) is not None


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """A message."""


# --- from the client


class Request(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message from a client. A field that it does not have is an error, since the client means something by it."""


class Command(Request, frozen=True, kw_only=True):
    """Something that a person wants done at a table."""

    table: Word
    key: Word
    """Made up by the client: up to 64 letters, digits, dashes or underscores. The answer repeats it."""


class Hello(Request, frozen=True, kw_only=True):
    """The first message of a client. The token is that of a session (docs/protocol.md)."""

    version: Whole
    token: str


class Watch(Request, frozen=True, kw_only=True):
    """Send me what happens at this table. ``after`` is the number of the last update that the client has seen."""

    table: Word
    after: Whole = 0


class Unwatch(Request, frozen=True, kw_only=True):
    """Send me nothing more of this table."""

    table: Word


class Sit(Command, frozen=True, kw_only=True):
    """Sit down. Default: at the first free seat."""

    seat: Whole = 0


class Stand(Command, frozen=True, kw_only=True):
    """Stand behind the seats, if the document allows wagers from there."""


class Leave(Command, frozen=True, kw_only=True):
    """Leave the table. Chips go back to the wallet."""


class SitOut(Command, frozen=True, kw_only=True):
    """Sit out the coming rounds, or play again."""

    out: bool = True


class BuyIn(Command, frozen=True, kw_only=True):
    """Move money from the wallet to chips at this table, and bring coupons to it."""

    cents: Whole = 0
    coupons: Whole = 0
    """Face value, in cents."""


class CashOut(Command, frozen=True, kw_only=True):
    """Move chips back to the wallet. Default: all."""

    cents: Whole = 0


class Ready(Command, frozen=True, kw_only=True):
    """I place no more wagers in this round. This is not a wager and binds nobody; it only saves time."""

    round: Whole
    staked: Whole = 0
    """Only if my wagers come to this, in cents. Default: whatever they are."""


class Play(Command, frozen=True, kw_only=True):
    """An act in the round: a wager, a decision, an act of the dealer or the supervisor, or a report."""

    round: Whole
    turn: Whole
    """The question that this answers. An answer to an earlier question is rejected."""
    do: Word
    by: Word = "player"
    """player, dealer or supervisor"""
    seat: Whole = 0
    """Default: the player's own seat."""
    wager: Word = ""
    hand: Whole = 1
    amount: Whole = 0
    what: Word = ""
    place: Word = ""
    coupon: Whole = 0


class CallFloor(Command, frozen=True, kw_only=True):
    """Ask for somebody of the staff, and say why in a few words, which only staff reads."""

    why: str


class Deal(Command, frozen=True, kw_only=True):
    """The person who deals deals cards that the table holds back until then."""

    round: Whole
    left: Whole
    """The number of cards that are left, as the turn says. So an order that comes too late deals no card."""
    cards: Whole = 1
    """How many; 0 for all that are left."""


class Ping(Request, frozen=True, kw_only=True):
    """Are you there? The answer is a pong with the same number."""

    number: Whole = 0


FromClient = (
    Hello | Watch | Unwatch | Sit | Stand | Leave | SitOut | BuyIn | CashOut | Ready | Play | Deal | CallFloor | Ping
)


# --- from the server


class Welcome(Message, frozen=True, kw_only=True):
    """The first message of the server."""

    version: int
    person: str
    name: str
    roles: tuple[str, ...]
    now: int


class Done(Message, frozen=True, kw_only=True):
    """A command was done and is stored. ``seq`` is the number of its act, or 0 if it made none."""

    key: str
    table: str
    seq: int = 0


class Refused(Message, frozen=True, kw_only=True):
    """A command was not done, and nothing has changed."""

    key: str
    table: str
    code: str
    """illegal, late, busy, chips, wallet, key, seat, role, closing, unknown, stopped, limit or malformed"""
    why: str
    clause: str = ""


class Clock(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A clock that people can follow."""

    about: str
    ends: int
    player: str = ""
    """Whose clock it is. Empty for the betting window and for pauses."""


class Update(Message, frozen=True, kw_only=True):
    """What happened at a table by one act, as far as the receiver may know it."""

    table: str
    seq: int
    """Updates are numbered without a gap. After a reconnect, ``watch`` with the last number."""
    at: int
    round: int
    act: dict[str, Any] = {}
    """Somebody sat down, left, and so on. Empty if the act was in a round."""
    events: Sequence[Any] = ()
    """The events of the round, as in the log (docs/log.md), without what the receiver may not know."""
    hands: Sequence[Held] = ()
    """What hands hold by these events, as far as the receiver has seen their cards."""
    results: Sequence[Result] = ()
    """How each hand ended, if the round ends by these events. The receiver is "you" in what is said."""


class NextCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The next card of a deal by hand."""

    to: str
    face: str
    hand: int = 1
    left: int
    """The number of cards that are still to be dealt, with this one."""


class FloorCall(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A call of the floor that nobody has answered yet."""

    player: str
    name: str
    seat: int = 0
    """0 for somebody who stands behind the seats."""
    why: str
    at: int


class Turn(Message, frozen=True, kw_only=True):
    """The question that the round waits on, and the receiver's offers. It replaces the turn before."""

    table: str
    round: int
    turn: int
    about: str
    clause: str = ""
    waiting: tuple[str, ...] = ()
    """The ids of the players who may act, and ``dealer`` or ``supervisor``."""
    offers: tuple[tuple[int, tuple[Offer, ...]], ...] = ()
    """For each seat at which the receiver may act: the seat, and the offers there."""
    clocks: tuple[Clock, ...] = ()
    chips: int = 0
    """The receiver's chips at the table, in cents."""
    coupons: int = 0
    """The face value of the coupons that the receiver has brought to the table, in cents."""
    deal: NextCard | None = None
    """The next card, if the receiver is staff and the person who deals has cards to deal."""
    calls: tuple[FloorCall, ...] = ()
    """Calls of the floor that wait for an answer: all for staff, their own for a player."""
    barred: str = ""
    """While bets are open: why the receiver, who has sat down in this round, can't play in it, with the clause."""


class Meters(Message, frozen=True, kw_only=True):
    """What the meters of a link or a table show, in cents."""

    id: str
    shows: dict[str, int]


class Stopped(Message, frozen=True, kw_only=True):
    """A table has stopped, or this process no longer runs it. Connect again."""

    table: str
    why: str


class Pong(Message, frozen=True, kw_only=True):
    number: int
    now: int


FromServer = Welcome | Done | Refused | Update | Turn | Meters | Stopped | Pong

encode = msgspec.json.Encoder().encode
decode_command = msgspec.json.Decoder(FromClient).decode
decode_answer = msgspec.json.Decoder(FromServer).decode
decode_answers = msgspec.json.Decoder(FromServer).decode_lines
"""The messages of one frame of the server, which holds one in each line."""

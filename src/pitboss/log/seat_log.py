"""The log of one seat: rounds as one viewer saw them, with seals for the cards that the viewer did not see.

It is not the table's log. It has no inputs and no order of cards, so its rounds can't be dealt again. What it holds can
be checked: that opened cards fit their commitments and lay in the stack where the deal took them, and that the money
adds up. docs/log.md describes its two forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec

from pitboss.errors import LogError, UnreadableLog
from pitboss.games import game as game_named
from pitboss.log.lines import GZIPPED, unpacked
from pitboss.table import events as ev
from pitboss.table.events import Event, seat_place
from pitboss.table.records import AnyRecord, decode
from pitboss.table.shuffle import opens

DOWNLOADED = re.compile(rb'\s*\{\s*"table"\s*:')
"""How the download of a round begins. A line of a table's log begins with its type."""
HEARD = re.compile(rb'\s*\{"type":"began",(?!.*"hash":"[0-9a-f]{64}"\})')
"""How the events of a seat begin, one in a line: without the hashes of a table's log."""
START = 64
"""The bytes that tell a download."""


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """Commitments that are opened to this seat alone."""

    pack: int
    cards: tuple[ev.Opening, ...]


class SeatRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one viewer saw it."""

    game: str
    round: int
    events: tuple[Event, ...]
    table: str = ""
    own: Own | None = None
    signed: dict[str, str | int] | None = None
    """The signed head of the table's chain, if the log has one."""
    last: int = 0
    """The number of the table's last act in this round, if the log has it."""

    @property
    def over(self) -> bool:
        return any(isinstance(event, ev.Ended) for event in self.events)

    @property
    def seat(self) -> int:
        """The seat that saw it: the one whose face-down cards are named. 0 if none is."""
        seen = {one.to for one in self.events if isinstance(one, ev.Dealt) and one.card and one.face != ev.UP}
        began = next((one for one in self.events if isinstance(one, ev.Began)), None)
        return next((seat for seat, _ in (began.seats if began else ()) if seat and seat_place(seat) in seen), 0)


class SeatCheck(msgspec.Struct, kw_only=True):
    """What was checked in the log of a seat. Money is in cents, of all seats together."""

    rounds: int = 0
    unfinished: int = 0
    sealed: int = 0
    """Cards that the table had committed to."""
    opened: int = 0
    """Cards that fit their commitments, opened to everyone or to this seat."""
    own: int = 0
    """How many of them are opened to this seat alone."""
    placed: int = 0
    """Opened cards that the deal took from exactly this place of the stack."""
    unopened: int = 0
    """Cards that the viewer saw and that the log does not open."""
    earlier: int = 0
    """Rounds whose cards were sealed in a round that the log does not hold."""
    staked: int = 0
    returned: int = 0


# --- reading


def is_seat_log(source: Path | BinaryIO) -> bool:
    """Whether this is the log of one seat. A stream is not read on."""
    if isinstance(source, Path):
        try:
            lines = list(islice(unpacked(source), 2))
        except UnreadableLog:
            return False  # the proof reports the error
        return bool(DOWNLOADED.match(b"".join(lines)[:START]) or (lines and HEARD.match(lines[0])))
    head = source.peek() if isinstance(source, BufferedReader) else b""
    return head[:2] != GZIPPED and bool(DOWNLOADED.match(head[:START]) or HEARD.match(head.partition(b"\n")[0]))


class _Update(msgspec.Struct):
    seq: int = 0
    events: tuple[AnyRecord, ...] = ()


class _Download(msgspec.Struct):
    table: str
    game: str
    round: int
    updates: tuple[_Update, ...]
    own: Own | None = None
    signed: dict[str, str | int] | None = None


def read(source: Path | BinaryIO) -> list[SeatRound]:
    """The rounds of a seat's log: a download, which holds one round, or the events that a seat saw, one in a line."""
    lines = list(unpacked(source))
    if not lines or not DOWNLOADED.match(b"".join(lines[:2])[:START]):
        return list(_heard(lines))
    try:
        found = msgspec.json.decode(b"".join(lines), type=_Download)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UnreadableLog(0, f"looks like the log of a seat, but can't be read: {error}") from None
    events = tuple(event for update in found.updates for event in update.events)
    made = SeatRound(
        game=found.game,
        round=found.round,
        events=events,
        table=found.table,
        own=found.own,
        signed=found.signed,
        last=max((one.seq for one in found.updates if one.events), default=0),
    )
    return [made]


def _heard(lines: Sequence[bytes]) -> Iterator[SeatRound]:
    events: list[Event] = []

    def made() -> SeatRound:
        began = events[0]
        assert isinstance(began, ev.Began)
        return SeatRound(game=began.game, round=began.round, events=tuple(events))

    for number, line in enumerate(lines, 1):
        try:
            event = decode(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise UnreadableLog(number, f"this is no event: {error}") from None
        if isinstance(event, ev.Began) and events:
            yield made()
            events = []
        if not events and not isinstance(event, ev.Began):
            raise UnreadableLog(number, "the round has no beginning")
        events.append(event)
    if events:
        yield made()


# --- checking


def check(rounds: Sequence[SeatRound]) -> SeatCheck:
    """Check everything that the log of a seat can prove. ``LogError`` says what is false."""
    found = SeatCheck()
    sealed: dict[int, tuple[str, ...]] = {}
    for one in rounds:
        try:
            lasting = game_named(one.game).lasting_shoe
        except (KeyError, ValueError):
            raise UnreadableLog(0, f"is the log of an unknown game: {one.game!a}") from None
        try:
            _Round(one, sealed, found, lasting=lasting).check()
        except LogError as error:
            error.round = one.round
            raise
    return found


class _Round:
    """The check of one round. ``sealed`` holds the commitments to each pack, also of rounds before."""

    def __init__(
        self, round: SeatRound, sealed: dict[int, tuple[str, ...]], found: SeatCheck, *, lasting: bool
    ) -> None:
        self.round, self.sealed, self.found, self.lasting = round, sealed, found, lasting
        self.opened: dict[int, dict[int, str]] = {}
        """The card at each opened position of each pack."""
        self.drawn: list[str | None] = []
        self.depth = 0
        """The cards that were drawn, and the depth of all cuts."""
        self.since: dict[int, tuple[int, int]] = {}
        """How many cards were drawn, and the depth that was cut, before each pack was sealed in this round."""

    def check(self) -> None:
        played = {one.pack for one in self.round.events if isinstance(one, ev.Opened)}
        for event in self.round.events:
            self._take(event)
        if own := self.round.own:
            self._open(own.pack, own.cards)
            self.found.own += len(own.cards)
            played.add(own.pack)
        played = played or {*list(self.since)[:1]}
        if not played & self.sealed.keys():
            self.found.earlier += 1
        if not self.lasting:
            for pack in played & self.sealed.keys():
                self._place(pack)
        self._balance()

    def _take(self, event: Event) -> None:
        match event:
            case ev.Committed(pack=pack, commitments=made):
                self.sealed[pack] = made
                self.found.sealed += len(made)
                self.since[pack] = (len(self.drawn), self.depth)
            case ev.Cut(depth=depth):
                self.depth += depth
            case ev.Dealt(card=card) | ev.Burned(card=card):
                self.drawn.append(card)
            case ev.Opened(pack=pack, cards=cards):
                self._open(pack, cards)

    def _open(self, pack: int, cards: Sequence[ev.Opening]) -> None:
        made = self.sealed.get(pack)
        for at, card, salt in cards if made is not None else ():
            assert made is not None
            if not 0 <= at < len(made) or not _fits(made[at], card, salt):
                wrong = f"{card}, opened at position {at}, does not match its commitment"
                raise LogError(0, f"is false: {wrong}", "commitment")
            self.opened.setdefault(pack, {})[at] = card
            self.found.opened += 1

    def _place(self, pack: int) -> None:
        """Check that the deal took each opened card from its place in the stack."""
        size, opened = len(self.sealed[pack]), self.opened.get(pack, {})
        before, cut = self.since.get(pack, (0, 0))
        for number, card in enumerate(self.drawn[before:]):
            there = opened.get((number + self.depth - cut) % size)
            if card is None:
                continue
            if there is None:
                self.found.unopened += 1
            elif there != card:
                wrong = f"card {number + 1} of the deal is {card}, but the stack has {there} there"
                raise LogError(0, f"is false: {wrong}", "commitment")
            else:
                self.found.placed += 1

    def _balance(self) -> None:
        """Check that the wagers and payouts of all seats make up what the round says of itself."""
        ended = next((one for one in self.round.events if isinstance(one, ev.Ended)), None)
        if ended is None:
            self.found.unfinished += 1
            return
        staked = returned = 0
        for one in self.round.events:
            match one:
                case ev.Wagered(redeemed=False, amount=amount):
                    staked += amount
                case ev.Withdrawn(redeemed=False, amount=amount):
                    staked -= amount
                case ev.Settled(returned=amount):
                    returned += amount
        if (staked, returned) != (ended.staked, ended.returned):
            wrong = f"the wagers are {staked} and the payouts {returned} cents, the round says {ended.staked} and"
            raise LogError(0, f"is false: {wrong} {ended.returned}", "money")
        self.found.rounds += 1
        self.found.staked += staked
        self.found.returned += returned


def _fits(commitment: str, card: str, salt: str) -> bool:
    try:
        return opens(commitment, card, salt)
    except ValueError:  # the salt is not hexadecimal
        return False

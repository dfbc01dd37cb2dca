"""The log of one seat: rounds as one viewer saw them, with seals for the cards that the viewer did not see.

It is not the table's log. It has no inputs and no order of cards, so its rounds can't be dealt again. What it holds can
be checked: that opened cards fit their commitments, that every card the viewer saw is the one opened at its place in
the stack, and that the money adds up. docs/log.md describes its two forms.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec

from pitboss.basics.cards import NUMBER
from pitboss.basics.errors import LogError, UnreadableLog
from pitboss.engine.procedures.shoe import opens
from pitboss.engine.registry import game as game_named
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import DEALER, Event, seat_place
from pitboss.engine.round.records import AnyRecord, decode
from pitboss.log.lines import GZIPPED, unpacked

DOWNLOADED = re.compile(rb'\s*\{\s*"table"\s*:')
"""How the download of a round begins. A line of a table's log begins with its type."""
HEARD = re.compile(rb'\s*\{"type":"began",(?!.*"hash":"[0-9a-f]{64}"\})')
"""How the events of a seat begin, one in a line: without the hashes of a table's log."""
START = 64
"""The bytes that tell a download."""
SEAT = "seat "


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
    downloaded: bool = False
    """Whether it is a download, which opens every card that the seat saw."""

    @property
    def over(self) -> bool:
        return any(isinstance(event, ev.Ended) for event in self.events)

    @property
    def seat(self) -> int:
        """The seat that saw it: the one whose face-down cards are named. 0 if none is."""
        seen = {one.to for one in self.events if isinstance(one, ev.Dealt) and one.card and one.face != ev.UP}
        began = next((one.seats for one in self.events if isinstance(one, ev.Began)), ())
        came = [one.seat for one in self.events if isinstance(one, ev.Seated)]
        taken = (*(seat for seat, _ in began if seat), *came)
        return next((seat for seat in taken if seat_place(seat) in seen), 0)


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
    withheld: int = 0
    """How many of them a whole log opens, since their round is over."""
    earlier: int = 0
    """Rounds whose cards were sealed in a round that the log does not hold."""
    staked: int = 0
    returned: int = 0

    @property
    def incomplete(self) -> str:
        """What is missing, in words. Empty if the log is whole."""
        seen = f"{_number(self.withheld, 'card')} that this seat saw {'is' if self.withheld == 1 else 'are'} not opened"
        ends = f"{_number(self.unfinished, 'round')} had not ended"
        return " and ".join([*([seen] if self.withheld else []), *([ends] if self.unfinished else [])])


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


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
    if not events or not isinstance(events[0], ev.Began):
        raise UnreadableLog(0, "looks like the log of a seat, but its round has no beginning")
    named = [card for event in events for card in _named(event)]
    named += [card for _, card, _ in found.own.cards] if found.own else []
    if (wrong := _no_card(named)) is not None:
        raise UnreadableLog(0, f"looks like the log of a seat, but {wrong!a} is not a card")
    made = SeatRound(
        game=found.game,
        round=found.round,
        events=events,
        table=found.table,
        own=found.own,
        signed=found.signed,
        last=max((one.seq for one in found.updates if one.events), default=0),
        downloaded=True,
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
        if (wrong := _no_card(_named(event))) is not None:
            raise UnreadableLog(number, f"{wrong!a} is not a card")
        events.append(event)
    if events:
        yield made()


def _named(event: Event) -> Iterable[str | None]:
    """The cards that an event names. None is a card that the viewer did not see."""
    match event:
        case ev.Dealt(card=card) | ev.Burned(card=card) | ev.Moved(card=card) | ev.Irregular(card=card):
            return (card,)
        case ev.Exposed(cards=cards) | ev.Ranked(cards=cards) | ev.Collected(cards=cards):
            return cards
        case ev.Opened(cards=openings):
            return [card for _, card, _ in openings]
        case ev.Shuffled(order=order):
            return [card.removesuffix("^") for card in order.split()]
    return ()


def _no_card(named: Iterable[str | None]) -> str | None:
    """The first text that is not a card."""
    return next((card for card in named if card is not None and card not in NUMBER), None)


# --- checking


def check(rounds: Sequence[SeatRound]) -> SeatCheck:
    """Check everything that the log of a seat can prove. ``LogError`` says what is false."""
    found = SeatCheck()
    sealed: dict[int, _Stack] = {}
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


class _Stack:
    """A sealed stack: a commitment to each card, and the cards that were opened, by their positions."""

    def __init__(self, commitments: tuple[str, ...]) -> None:
        self.commitments = commitments
        self.opened: dict[int, str] = {}


class _Round:
    """The check of one round. ``sealed`` holds the stack of each pack, also of rounds before."""

    def __init__(self, round: SeatRound, sealed: dict[int, _Stack], found: SeatCheck, *, lasting: bool) -> None:
        self.round, self.sealed, self.found, self.lasting = round, sealed, found, lasting
        self.drawn: list[list[str]] = []
        """What the events say of each card, in the order in which the cards were drawn. Nothing of an unseen card."""
        self.shown: set[int] = set()
        """The cards that all have seen, by their numbers among those drawn."""
        self.depth = 0
        """The depth of all cuts."""
        self.lying: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        """The cards of each hand, by their numbers among those drawn."""
        self.doubts: list[str] = []
        """Where events contradict each other. A card that does not fit the stack is reported first."""
        self.since: dict[int, tuple[int, int]] = {}
        """How many cards were drawn, and the depth that was cut, before each pack was sealed in this round."""

    def check(self) -> None:
        self._belong()
        played = {one.pack for one in self.round.events if isinstance(one, ev.Opened)}
        for event in self.round.events:
            self._take(event)
        if own := self.round.own:
            before = self.found.opened
            self._open(own.pack, own.cards)
            self.found.own += self.found.opened - before
            played.add(own.pack)
        played = played or {*list(self.since)[:1]}
        if not played & self.sealed.keys():
            self.found.earlier += 1
        if not self.lasting:
            for pack in played & self.sealed.keys():
                self._place(pack)
        self._agree()
        self._balance()

    def _belong(self) -> None:
        """Check that all events are of this round and of this game."""
        for event in self.round.events:
            if event.round != self.round.round:
                wrong = f"it is the log of round {self.round.round}, but has an event of round {event.round}"
                raise _false(wrong, "event")
            if isinstance(event, ev.Began) and event.game != self.round.game:
                raise _false(f"it is a log of {self.round.game}, but its round is one of {event.game!a}", "event")

    def _take(self, event: Event) -> None:
        match event:
            case ev.Committed(pack=pack, commitments=made):
                if not made:
                    raise _false("the table sealed a stack without cards", "commitment")
                self.sealed[pack] = _Stack(made)
                self.found.sealed += len(made)
                self.since[pack] = (len(self.drawn), self.depth)
            case ev.Cut(depth=depth):
                self.depth += depth
            case ev.Dealt(to=place, hand=hand, card=card, face=face):
                self.lying[place, hand].append(len(self.drawn))
                self.shown |= {len(self.drawn)} if face == ev.UP else set()
                self.drawn.append([card] if card else [])
            case ev.Burned(card=card):
                self.drawn.append([card] if card else [])
            case ev.Exposed(place=place, hand=hand, cards=cards, only=only):
                positions = only or range(len(cards))
                self._see(place, hand, positions, cards)
                self.shown |= {self.lying[place, hand][at] for at in positions}
            case ev.Ranked(place=place, hand=hand, cards=cards):
                self._ranked(place, hand, cards)
            case ev.Moved(place=place, hand=hand, to_hand=to_hand, card=card) if place != ev.RACK:
                self._move(place, hand, to_hand, card)
            case ev.Collected(place=place, hand=hand, cards=cards):
                self._see(place, hand, range(max(len(cards), len(self.lying[place, hand]))), cards)
                del self.lying[place, hand]
            case ev.Opened(pack=pack, cards=openings):
                self._open(pack, openings)

    # --- what the viewer saw

    def _see(self, place: str, hand: int, positions: Sequence[int], cards: Sequence[str | None]) -> None:
        """An event names the cards at these positions of a hand."""
        lying = self.lying[place, hand]
        if len(positions) != len(cards) or not all(0 <= at < len(lying) for at in positions):
            wrong = f"the cards that {_hand(place, hand)} shows do not fit the number of cards there, {len(lying)}"
            raise _false(wrong, "event")
        for at, card in zip(positions, cards, strict=True):
            if card:
                self.drawn[lying[at]].append(card)

    def _ranked(self, place: str, hand: int, cards: Sequence[str]) -> None:
        """A hand is made of its own cards and of those that lie on the table for all."""
        own = [(place, hand), *(where for where in self.lying if where[0] != DEALER and not where[0].startswith(SEAT))]
        there = {card for where in own for one in self.lying.get(where, ()) for card in self.drawn[one]}
        if missing := [card for card in cards if card not in there]:
            self.doubts.append(f"{_hand(place, hand)} is ranked with {missing[0]}, which it does not hold")

    def _move(self, place: str, hand: int, to_hand: int, card: str) -> None:
        lying = self.lying[place, hand]
        moved = next((one for one in reversed(lying) if card in self.drawn[one]), None)
        if moved is None:
            raise _false(f"{card} leaves {_hand(place, hand)}, which does not hold it", "event")
        lying.remove(moved)
        if to_hand:
            self.lying[place, to_hand].append(moved)

    def _agree(self) -> None:
        """Check that the events agree on each card, also where no seal is open to compare it with."""
        for number, said in enumerate(self.drawn, 1):
            if other := [card for card in said if card != said[0]]:
                self.doubts.append(f"card {number} of the round is {said[0]} in one event and {other[0]} in another")
        named = (one.card for one in self.round.events if isinstance(one, ev.Irregular) and one.card)
        for card in named if self.round.over and not self.lasting else ():
            if not any(card in said for said in self.drawn):
                self.doubts.append(f"an irregularity names {card}, which was not seen in the deal")
        if self.doubts:
            raise _false(self.doubts[0], "event")

    # --- the seals

    def _open(self, pack: int, cards: Sequence[ev.Opening]) -> None:
        stack = self.sealed.get(pack)
        if stack is None:
            return
        for at, card, salt in cards:
            if not 0 <= at < len(stack.commitments) or not _fits(stack.commitments[at], card, salt):
                raise _false(f"{card}, opened at position {at}, does not match its commitment", "commitment")
            if at in stack.opened:
                raise _false(f"position {at}, with {card}, is opened twice", "commitment")
            if not self.lasting and card in stack.opened.values():  # a shoe that lasts has several decks
                raise _false(f"{card} is opened at two positions of one pack", "commitment")
            stack.opened[at] = card
            self.found.opened += 1

    def _place(self, pack: int) -> None:
        """Check that each card that the viewer saw is the one opened at its place in the stack."""
        stack = self.sealed[pack]
        before, cut = self.since.get(pack, (0, 0))
        for number, said in enumerate(self.drawn[before:]):
            there = stack.opened.get((number + self.depth - cut) % len(stack.commitments))
            if not said:
                continue
            if there is None:
                self.found.unopened += 1
                due = self.round.downloaded or before + number in self.shown
                self.found.withheld += self.round.over and due
                continue
            if other := [card for card in said if card != there]:
                wrong = f"card {number + 1} of the deal is {other[0]}, but the stack has {there} there"
                raise _false(wrong, "commitment")
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
            raise _false(f"{wrong} {ended.returned}", "money")
        self.found.rounds += 1
        self.found.staked += staked
        self.found.returned += returned


def _false(wrong: str, broke: str) -> LogError:
    return LogError(0, f"is false: {wrong}", broke)


def _fits(commitment: str, card: str, salt: str) -> bool:
    try:
        return opens(commitment, card, salt)
    except ValueError:  # the salt is not hexadecimal
        return False


def _hand(place: str, hand: int) -> str:
    whose = "the dealer" if place == DEALER else place
    return whose if hand == 1 else f"hand {hand} of {whose}"

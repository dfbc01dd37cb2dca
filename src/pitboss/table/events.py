"""What happens at a table: immutable events, each with its clause, one line of JSON apiece.

The names here are a contract that others read (docs/log.md). ``type``, ``round`` and ``clause`` are in every event;
``also`` holds further clauses that the step rests on and ``ruling`` the reading of an unclear one. Amounts are cents; a
field whose name ends in ``units`` counts ten-thousandths of a cent. A line leaves out a field that is empty: 0, false,
or a text or list of nothing. A place is ``seat 1``, ``dealer`` or one of the game's own (``pitboss games`` lists them).
The log is surveillance's, so an event holds face-down cards too; ``seen_by`` gives what another viewer may know.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

import msgspec

from pitboss.money import dollars
from pitboss.table.state import TableState

SURVEILLANCE, PUBLIC, DEALER = "surveillance", "public", "dealer"
STANDING = "standing"
"""The viewer that people are who stand behind the seats: they see what everyone sees."""
UP, DOWN = "up", "down"
RACK = "discard rack"
"""Where cards lie that are out of play."""
GAME_ACCOUNT = "game account"
"""Where a win is credited that the table's inventory does not pay."""


LARGEST = 2**63 - 1
"""The largest whole number that a line of a log holds."""


def is_whole(value: int) -> bool:
    """Whether this is a whole number that a log can hold."""
    return type(value) is int and -LARGEST <= value <= LARGEST


def all_text(values: tuple[str, ...]) -> bool:
    """Whether these are texts that a log can hold: half of a surrogate pair is no character."""
    try:
        text = "".join(values)
    except TypeError:
        return False
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


@cache
def seat_place(seat: int) -> str:
    return f"seat {seat}"


def seat_of(place: str) -> int:
    """The number of a seat that is named as a place; 0 where the place is no seat."""
    word, _, number = place.partition(" ")
    return int(number) if word == "seat" else 0


def _looks(viewer: str, place: str) -> bool:
    """Whether this viewer may look at cards that lie face down at a place. Dealers turn theirs up to see them."""
    return viewer == SURVEILLANCE or (viewer == place and viewer != DEALER)


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower, gc=False):
    """Something that happened in a round."""

    round: int
    """The number of the round at its table."""
    clause: str
    """The clause of the document that the step rests on."""
    also: tuple[str, ...] = ()
    """Further clauses that it rests on."""
    ruling: str = ""
    """The ruling that says how an unclear clause is read (docs/rulings.md)."""

    secret: ClassVar[bool] = False  # kept from everyone but surveillance

    def seen_by(self, viewer: str) -> Event | None:
        """What this viewer may know of the event; None where it learns nothing."""
        return None if self.secret and viewer != SURVEILLANCE else self


class Began(Event, frozen=True, kw_only=True):
    """A round begins: the rules (by hash), who sits where in order of arrival, the table as the last round left it."""

    game: str
    rules: str
    """The hash of the rules in the first line of the log: SHA-256 of their JSON, with sorted keys and no spaces."""
    seats: tuple[tuple[int, str], ...]
    """Seat and id of each player; seat 0 is for those who stand behind the seats."""
    names: dict[str, str] = {}
    """What people are called, by id, if it is not their id."""
    state: TableState | None

    def seen_by(self, viewer: str) -> Event | None:
        return self if viewer == SURVEILLANCE else msgspec.structs.replace(self, state=None)


class Procedure(Event, frozen=True, kw_only=True):
    """A step of the table's housekeeping: inspect, spread, wash, stack, place in the shoe, alternate packs."""

    step: str
    seat: int = 0
    player: str = ""
    pack: int = 0


class Shuffled(Event, frozen=True, kw_only=True):
    """A new order of cards, with the key from which the salts of its commitments are made."""

    pack: int
    """Which of two packs, 1 or 2; 1 if there is one."""
    by: str
    """How the cards were shuffled: automated, manual or pre-shuffled."""
    order: str
    """The stack from the top; a card followed by ^ lies face up."""
    key: str
    """32 bytes in hexadecimal, from which the salts are made."""
    source: str = ""
    """seeded or planted, if the order does not come from the system's own source of randomness."""

    def seen_by(self, viewer: str) -> Event | None:
        return self if viewer == SURVEILLANCE else msgspec.structs.replace(self, order="", key="")


class Committed(Event, frozen=True, kw_only=True):
    """A salted commitment to each card of the shuffled stack, from the top, before any cut."""

    pack: int
    commitments: tuple[str, ...]
    """BLAKE2s of the card's salt and its two letters, in hexadecimal."""


class Offered(Event, frozen=True, kw_only=True):
    """The cut was offered to someone."""

    what: str
    seat: int
    player: str


class Refused(Event, frozen=True, kw_only=True):
    """Someone refused what was offered."""

    what: str
    seat: int
    player: str


class Cut(Event, frozen=True, kw_only=True):
    """The stack was cut: the top ``depth`` cards went to the bottom."""

    by: str
    """dealer or player"""
    depth: int
    seat: int = 0
    player: str = ""


class Announced(Event, frozen=True, kw_only=True):
    """The dealer's own words, and point totals as they are called."""

    words: str
    place: str = ""
    hand: int = 0
    """The hand at the place; 0 if the words are about none."""


class Wagered(Event, frozen=True, kw_only=True):
    """Chips, or a coupon in their place, lie on the layout. More may be added to the same wager."""

    seat: int
    player: str
    """The player's id."""
    wager: str
    amount: int
    """Cents."""
    hand: int
    coupon: int = 0
    """Face of a match play coupon that lies beside the chips."""
    redeemed: bool = False
    """A coupon of this amount was redeemed in place of chips: the player has put in no money."""


class Withdrawn(Event, frozen=True, kw_only=True):
    """A wager leaves the layout whole, and goes back to its player."""

    seat: int
    player: str
    wager: str
    amount: int
    """Cents: all that lay there."""
    hand: int
    coupon: int = 0
    """Face of the match play coupon that lay beside it, and goes back too."""
    redeemed: bool = False
    """It is a coupon that goes back, and no money."""


class Dealt(Event, frozen=True, kw_only=True):
    """The next card of the stack goes to a place."""

    to: str
    hand: int
    card: str | None
    """Rank and suit: 2 to 9, T, J, Q, K, A; c, d, h, s. Null to a viewer who may not see it."""
    face: str
    """up or down"""

    def seen_by(self, viewer: str) -> Event | None:
        if self.face == UP or _looks(viewer, self.to):
            return self
        return msgspec.structs.replace(self, card=None)


class Burned(Event, frozen=True, kw_only=True):
    """The next card of the stack goes to the discard rack unused. Its face is seen only if ``face`` is up."""

    card: str | None
    face: str
    why: str = ""

    def seen_by(self, viewer: str) -> Event | None:
        return self if self.face == UP or viewer == SURVEILLANCE else msgspec.structs.replace(self, card=None)


class Chose(Event, frozen=True, kw_only=True):
    """A player has decided."""

    seat: int
    player: str
    hand: int
    action: str
    amount: int = 0
    """Cents that the decision stakes, if the player chose them; a wagered event follows."""
    what: str = ""
    """What the player named: the hand that the wagers apply to (13(f)), the array that was said."""


class Moved(Event, frozen=True, kw_only=True):
    """A card goes to another hand: a pair that is split. ``to_hand`` 0: it leaves the game, also from the rack."""

    place: str
    hand: int
    to_hand: int
    card: str


class Exposed(Event, frozen=True, kw_only=True):
    """Cards of a place are turned face up for all."""

    place: str
    hand: int
    cards: tuple[str, ...]
    only: tuple[int, ...] = ()
    """The positions of the cards, from 0, if not all are turned."""


class Concealed(Event, frozen=True, kw_only=True):
    """Cards that had been shown are turned face down again."""

    place: str
    hand: int


class Ranked(Event, frozen=True, kw_only=True):
    """The hand that a place's cards make, by the clause that defines it."""

    place: str
    hand: int
    cards: tuple[str, ...]
    category: str
    name: str


class Settled(Event, frozen=True, kw_only=True):
    """A wager's end. ``returned`` is all that goes back to the player, the stake included where it does."""

    seat: int
    player: str
    hand: int
    wager: str
    stake: int
    """Cents that lay on the layout for it; 0 for what is won without a stake: an ante bonus, an envy bonus."""
    result: str
    """win, lose, push, void or surrender; a tie is a push, void is for irregularities."""
    returned: int
    """Cents that go back to the player, the stake included if it does."""
    line: str = ""
    """What decided it, in a few words: 'dealer below ace-king', 'full house'."""
    pays: str = ""
    """The odds of a win, as the pay table prints them."""
    table: str = ""
    """The pay table, if the document has several."""
    rounded: bool = False
    """The payout was not a whole cent and was settled to the cent in the player's favour (ruling min-chip)."""
    capped: int = 0
    """Cents that a payout limit cut off."""
    coupon: int = 0
    """Face of the match play coupon beside the stake, which a win has paid."""
    coupon_taken: bool = False
    """The house keeps the coupon, of match play or redeemed; if not, the player has it back."""
    redeemed: bool = False
    """The stake was a coupon redeemed in place of chips: the player put in no money."""
    source: str = ""
    """Who paid, if not the table's inventory: the meter by its name, or 'game account' for what was credited to the
    player's game account (ruling game-account)."""

    @property
    def money(self) -> int:
        """Cents that the player put in."""
        return 0 if self.redeemed else self.stake

    def __str__(self) -> str:
        hand = f" on hand {self.hand}" if self.hand > 1 else ""
        why = ", ".join(filter(None, (self.line, self.pays, self.clause)))
        return f"{self.player}'s {self.wager}{hand}: {self.result}, {dollars(self.returned)} back ({why})"


class Contributed(Event, frozen=True, kw_only=True):
    """What a wager adds to a meter, in ten-thousandths of a cent."""

    meter: str
    units: int
    """Ten-thousandths of a cent."""
    seat: int
    player: str
    wager: str
    reversed: bool = False
    """The wager is void, and so much leaves the meter again. Of a linked meter, wins elsewhere may have left less."""


class Metered(Event, frozen=True, kw_only=True):
    """A meter as it stands, read when a player's turn to be paid has come."""

    meter: str
    amount: int
    """Whole cents, as the meter shows them."""
    seat: int
    player: str


class Paid(Event, frozen=True, kw_only=True):
    """A share of a meter leaves it."""

    meter: str
    amount: int
    """Cents that leave the meter."""
    reset: int = 0
    """Cents that the house puts in after a win of all of it: the seed."""


class Drawn(Event, frozen=True, kw_only=True):
    """A draw of the progressive system: a magic card, a lucky seat."""

    what: str
    result: str


class Validated(Event, frozen=True, kw_only=True):
    """A floorperson or supervisor has approved something that waited for it."""

    what: str
    seat: int
    player: str


class Collected(Event, frozen=True, kw_only=True):
    """Cards picked up from a place and put in the discard rack, face down unless they were shown."""

    place: str
    hand: int
    cards: tuple[str | None, ...]
    faces: tuple[str, ...]

    def seen_by(self, viewer: str) -> Event | None:
        if _looks(viewer, self.place):
            return self
        seen = tuple(card if face == UP else None for card, face in zip(self.cards, self.faces, strict=True))
        return msgspec.structs.replace(self, cards=seen)


class Stub(Event, frozen=True, kw_only=True):
    """What is left of the pack goes to the discard rack unseen; ``counted`` if the dealer counted it."""

    cards: int
    """How many there are."""
    counted: bool = False


class Counted(Event, frozen=True, kw_only=True):
    """A count of the pack, by the dealer or by the shuffler: how many there are, how many there should be."""

    by: str
    found: int
    expected: int
    pack: int = 0
    """Which of two packs was counted."""


class Irregular(Event, frozen=True, kw_only=True):
    """Something that went wrong, and the document's remedy."""

    what: str
    remedy: str
    by: str = ""
    place: str = ""
    card: str | None = None


class Voided(Event, frozen=True, kw_only=True):
    """A hand, or with place 'round' every hand, is void. Every wager that goes back for it is settled after this."""

    place: str
    hand: int
    """The hand at the place; 0 for all of them."""
    player: str = ""
    """Whose wagers go back, if the hand stays in play for others."""
    reshuffle: bool = False


class Opened(Event, frozen=True, kw_only=True):
    """Commitments opened to everyone."""

    pack: int
    cards: tuple[tuple[int, str, str], ...]
    """Position in the shuffled stack from 0, before any cut; the card; its salt in hexadecimal."""


class Ended(Event, frozen=True, kw_only=True):
    """The round is over: what was staked, what went back, what the house and the meters keep."""

    staked: int
    """Cents of money that were wagered and not withdrawn; redeemed coupons are none."""
    returned: int
    """Cents that went back to players."""
    house_units: int
    """What the house keeps, in ten-thousandths of a cent."""
    meter_units: dict[str, int] = {}
    """What each meter has gained, seeds that the house put in included, in ten-thousandths of a cent."""
    state: TableState | None

    def seen_by(self, viewer: str) -> Event | None:
        return self if viewer == SURVEILLANCE else msgspec.structs.replace(self, state=None)
